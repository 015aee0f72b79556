// JSON-lines logs. A thread appends to its own buffer; one writer thread per file empties the buffers. A slow or full
// disk never stops a request: beyond the bound lines are dropped and counted.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <initializer_list>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace gestor {

// Appends `text` as a JSON string with its quotes. For any bytes the result is one line of valid UTF-8 JSON without
// control characters: a caller can write neither a second line nor a terminal escape into the log.
void append_json_string(std::string& out, std::string_view text);

// Appends the time as "2026-01-31T23:59:59.123Z".
void append_timestamp(std::string& out);

class LogSink {
public:
    // destination: «-» standard output, «stderr», «no» nothing, else a file (appended). Throws std::runtime_error for
    // the operator.
    LogSink(std::string destination, std::size_t memory);
    ~LogSink();  // writes the rest, as long as the destination accepts it
    LogSink(LogSink const&) = delete;
    LogSink& operator=(LogSink const&) = delete;

    bool enabled() const { return enabled_; }
    void reopen();  // after logrotate: the next write goes to a fresh file; safe from any thread
    std::uint64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }

    // Producer: the buffer of one thread. The mutex is contended only while the writer swaps the buffer: some
    // nanoseconds, 20 times a second.
    class Producer {
    public:
        explicit Producer(LogSink& sink);
        ~Producer();
        Producer(Producer const&) = delete;
        Producer& operator=(Producer const&) = delete;
        void line(std::string_view text);  // line without its end

    private:
        friend class LogSink;
        LogSink& sink_;
        std::mutex mutex_;
        std::string buffer_;
    };

private:
    void run();
    void collect(std::vector<std::string>& out);
    void write(std::string_view bytes);
    void open();
    void wake();

    std::string destination_;
    std::size_t memory_;
    bool enabled_;
    int fd_ = -1;
    std::atomic<std::uint64_t> dropped_{0};
    std::atomic<bool> reopen_{false};
    std::mutex mutex_;  // guards producers_, orphaned_, pending_, stopping_
    std::condition_variable changed_;
    std::vector<Producer*> producers_;
    std::string orphaned_;  // last lines of producers already destroyed
    bool pending_ = false, stopping_ = false;
    std::thread writer_;
};

enum class LogLevel : std::uint8_t { info, aviso, error };

// Log of a thread: accesses go to one sink, events to another or the same.
class Log {
public:
    Log(LogSink& access, LogSink& events) : access_enabled_(access.enabled()), access_(access), events_(events) {}
    bool access_enabled() const { return access_enabled_; }
    void access(std::string_view line) { access_.line(line); }
    void event(LogLevel level, std::string_view mensaje,
               std::initializer_list<std::pair<std::string_view, std::string_view>> fields = {});

private:
    bool access_enabled_;
    LogSink::Producer access_, events_;
};

}  // namespace gestor
