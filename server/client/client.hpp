// The client of the port `Exterior`: one request, one connection, one answer. Everything has a bound: the addresses it
// may go to, its time, the bytes that come back. It runs on the thread that calls, with an io_context of its own.
#pragma once

#include <array>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ssl/context.hpp>
#include <mutex>
#include <set>
#include <string_view>
#include <vector>

#include "domain/operacion/exterior.hpp"
#include "server/client/destination.hpp"
#include "server/client/resolver.hpp"
#include "server/log.hpp"
#include "server/metrics.hpp"
#include "server/settings.hpp"

namespace gestor {

// How a request to others ended.
enum class Outcome : std::uint8_t {
    answered,
    destination,
    name,
    connection,
    certificate,
    deadline,
    size,
    form,
    stopped
};
inline constexpr std::array<std::string_view, 9> kOutcomes = {
    "contestada", "destino", "nombre", "conexion", "certificado", "plazo", "tamano", "forma", "apagado"};

class HttpClient final : public Exterior {
public:
    HttpClient(Settings const& settings, Log& log);  // throws std::runtime_error for the operator
    RespuestaExterna pedir(PeticionExterna const& request) override;
    void stop();  // what is under way is cut off, what comes later is refused

    void samples(std::vector<Sample>& out) const;

private:
    struct Failure;
    class UnderWay;
    static Destination destination_of(PeticionExterna const& request);
    RespuestaExterna exchange(Destination const& to, std::vector<boost::asio::ip::address> const& addresses,
                              PeticionExterna const& request, Resolver::Deadline start);
    std::vector<boost::asio::ip::address> addresses_of(Destination const& to, Resolver::Deadline deadline);

    OpenDestinations open_;
    Resolver resolver_;
    boost::asio::ssl::context tls_;
    Log& log_;
    std::array<std::atomic<std::int64_t>, kOutcomes.size()> outcomes_{};
    std::atomic<std::int64_t> micros_{0};
    std::mutex mutex_;  // of what follows
    std::set<boost::asio::io_context*> under_way_;
    bool stopping_ = false;
};

}  // namespace gestor
