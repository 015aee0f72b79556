// Counters of one thread, written by it alone and read by the thread that renders /metrics: relaxed atomics, no locks.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "persistence/error_base.hpp"

namespace gestor {

// Cell: one writer, so a load and a store, without a locked instruction. Gauges decrease by adding a negative number.
class Cell {
public:
    void add(std::int64_t n = 1) { value_.store(get() + n, std::memory_order_relaxed); }
    void set(std::int64_t n) { value_.store(n, std::memory_order_relaxed); }
    std::int64_t get() const { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::int64_t> value_{0};
};

inline constexpr std::array<std::uint16_t, 42> kStatuses = {
    0,   100, 200, 201, 202, 204, 206, 301, 302, 303, 304, 307, 308, 400, 401, 402, 403, 404, 405, 406, 408,
    409, 410, 411, 412, 413, 414, 415, 416, 417, 422, 426, 428, 429, 431, 500, 501, 502, 503, 504, 505, 599};
// Upper bounds of the buckets in microseconds; a last bucket holds the rest.
inline constexpr std::array<std::uint32_t, 16> kBuckets = {
    100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 250000, 500000, 1000000, 2500000, 5000000, 10000000};

// Refusal: why the HTTP floor answered by itself, or refused a connection.
enum class Refusal : std::uint8_t { form, size, deadline, busy, memory, fault };
inline constexpr std::array<std::string_view, 6> kRefusals = {"forma",   "tamano",  "plazo",
                                                              "ocupado", "memoria", "falla"};
enum class Entry : std::uint8_t { full, address, open };
inline constexpr std::array<std::string_view, 2> kEntries = {"total", "direccion"};
// Causes of a 5xx: a lack of the database (persistence) or of another server; the last one is any other cause.
inline constexpr std::array<std::string_view, 12> kCauses = {
    causa::saturado, causa::conexion,     causa::tiempo,      causa::conflicto, causa::disco, causa::biblioteca,
    causa::recursos, causa::solo_lectura, causa::desconocido, causa::exterior,  "interno",    "otra"};

struct ThreadMetrics {
    // `operations` rows, and one more for requests without an operation (an index out of range counts there).
    explicit ThreadMetrics(unsigned operations);
    void request(unsigned op, unsigned status, std::uint64_t micros, std::uint64_t bytes);
    void failure(std::string_view cause);  // cause: one of kCauses; any other text counts as the last

    std::array<Cell, kCauses.size()> failures;
    Cell connections_open, connections_total;
    std::array<Cell, kEntries.size()> connections_refused;
    Cell connections_reset;  // connections cut with bytes that the peer did not take
    Cell requests_in_flight;
    std::array<Cell, kRefusals.size()> rejected;

    struct Operation {
        std::array<Cell, kStatuses.size()> by_status;
        std::array<Cell, kBuckets.size() + 1> buckets;
        Cell micros, bytes;
    };
    std::span<Operation const> operations() const { return {operations_.get(), count_}; }

private:
    std::unique_ptr<Operation[]> operations_;
    std::size_t count_;
};

// Sample: a number that belongs to no thread: worker queue, pool, log drops.
struct Sample {
    std::string_view name;  // name without the prefix "gestor_"; a counter ends in _total
    bool counter;
    std::string_view help;
    std::int64_t value;
    std::int64_t per = 1;            // divisor: 1'000'000 when microseconds are published as seconds
    std::string_view label{}, of{};  // label of the sample; samples of the same name are consecutive
};

// Prometheus text 0.0.4. `names[i]` is the label of operation i; a request without an operation has "otra".
std::string render_metrics(std::span<ThreadMetrics const* const> threads, std::span<std::string_view const> names,
                           std::span<Sample const> samples = {});
inline constexpr std::string_view kMetricsContentType = "text/plain; version=0.0.4; charset=utf-8";

}  // namespace gestor
