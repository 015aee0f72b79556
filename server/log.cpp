#include "server/log.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace gestor {
namespace {

constexpr auto kBatch = std::chrono::milliseconds(50);

// Characters that stand in a JSON string as they are.
constexpr auto kPlain = [] {
    std::array<bool, 256> t{};
    for (std::size_t c = 0x20; c < 0x7f; ++c) t[c] = c != '"' && c != '\\';
    return t;
}();

// Length of the well-formed UTF-8 sequence at the start of `s` (Unicode table 3-7), 0 if there is none.
std::size_t utf8_length(std::string_view s) {
    auto byte = [&s](std::size_t i) { return static_cast<unsigned char>(s[i]); };
    auto lead = byte(0);
    std::size_t n = lead >= 0xC2 && lead <= 0xDF ? 2 : (lead & 0xF0) == 0xE0 ? 3 : lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
    if (n == 0 || s.size() < n) return 0;
    unsigned low = 0x80, high = 0xBF;
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
    if (byte(1) < low || byte(1) > high) return 0;
    for (std::size_t i = 2; i < n; ++i)
        if ((byte(i) & 0xC0) != 0x80) return 0;
    return n;
}

// False for valid UTF-8 that some reader takes for a line break or a command: C1 controls, U+2028, U+2029, and the
// bidirectional overrides.
bool harmless(std::string_view s) {
    auto b = [&s](std::size_t i) { return static_cast<unsigned char>(s[i]); };
    if (s.size() == 2) return !(b(0) == 0xC2 && b(1) < 0xA0);
    if (s.size() != 3 || b(0) != 0xE2) return true;
    if (b(1) == 0x80) return !(b(2) >= 0xA8 && b(2) <= 0xAE);
    return !(b(1) == 0x81 && b(2) >= 0xA6 && b(2) <= 0xA9);
}

void append_escaped_code(std::string& out, std::string_view s) {
    auto b = [&s](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(s[i])); };
    unsigned code = s.size() == 2 ? (b(0) & 0x1Fu) << 6 | (b(1) & 0x3Fu)
                                  : (b(0) & 0x0Fu) << 12 | (b(1) & 0x3Fu) << 6 | (b(2) & 0x3Fu);
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", code);
}

void append_special(std::string& out, char c) {
    switch (c) {
        case '"':
            out += "\\\"";
            break;
        case '\\':
            out += "\\\\";
            break;
        case '\n':
            out += "\\n";
            break;
        case '\r':
            out += "\\r";
            break;
        case '\t':
            out += "\\t";
            break;
        default:
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
            break;
    }
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
    out += '"';
    for (std::size_t i = 0; i < text.size();) {
        auto start = i;
        while (i < text.size() && kPlain[static_cast<unsigned char>(text[i])]) ++i;
        out.append(text.substr(start, i - start));
        if (i == text.size()) break;
        if (static_cast<unsigned char>(text[i]) < 0x80) {
            append_special(out, text[i++]);
            continue;
        }
        auto n = utf8_length(text.substr(i));
        if (n == 0) {
            out += "\\ufffd";
            ++i;
            continue;
        }
        auto sequence = text.substr(i, n);
        if (harmless(sequence))
            out.append(sequence);
        else
            append_escaped_code(out, sequence);
        i += n;
    }
    out += '"';
}

void append_timestamp(std::string& out) {
    thread_local time_t cached = -1;
    thread_local std::string prefix;
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    if (now.tv_sec != cached) {
        tm t{};
        gmtime_r(&now.tv_sec, &t);
        prefix = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.", t.tm_year + 1900, t.tm_mon + 1, t.tm_mday,
                             t.tm_hour, t.tm_min, t.tm_sec);
        cached = now.tv_sec;
    }
    auto ms = static_cast<unsigned>(now.tv_nsec / 1000000);
    char tail[4] = {static_cast<char>('0' + ms / 100), static_cast<char>('0' + ms / 10 % 10),
                    static_cast<char>('0' + ms % 10), 'Z'};
    out += prefix;
    out.append(tail, 4);
}

LogSink::LogSink(std::string destination, std::size_t memory)
    : destination_(std::move(destination)), memory_(memory), enabled_(destination_ != "no") {
    if (!enabled_) return;
    open();
    if (fd_ < 0)
        throw std::runtime_error(
            fmt::format("no se puede abrir la bitácora «{}»: {}", destination_, std::strerror(errno)));
    writer_ = std::thread([this] { run(); });
}

LogSink::~LogSink() {
    {
        std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_one();
    if (writer_.joinable()) writer_.join();
    if (fd_ > 2) ::close(fd_);
}

void LogSink::open() {
    if (destination_ == "-")
        fd_ = STDOUT_FILENO;
    else if (destination_ == "stderr")
        fd_ = STDERR_FILENO;
    else
        fd_ = ::open(destination_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640);
}

void LogSink::reopen() {
    if (!enabled_) return;
    reopen_ = true;
    wake();
}

void LogSink::wake() {
    {
        std::lock_guard lock(mutex_);
        pending_ = true;
    }
    changed_.notify_one();
}

// Buffers are only swapped under the locks, so a thread that logs never waits for a write.
void LogSink::collect(std::vector<std::string>& out) {
    std::lock_guard lock(mutex_);
    pending_ = false;
    out.push_back(std::exchange(orphaned_, {}));
    for (auto* p : producers_) {
        std::lock_guard own(p->mutex_);
        out.push_back(std::exchange(p->buffer_, {}));
    }
}

void LogSink::run() {
    std::vector<std::string> batch;
    for (bool last = false; !last;) {
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return pending_ || stopping_; });
            // waits for a batch to collect
            if (!stopping_) changed_.wait_for(lock, kBatch, [this] { return stopping_; });
            last = stopping_;
        }
        if (reopen_.exchange(false) && fd_ > 2) {
            auto old = fd_;
            open();
            // when the new file cannot be opened, the old one stays
            if (fd_ < 0)
                fd_ = old;
            else
                ::close(old);
        }
        batch.clear();
        collect(batch);
        for (auto const& lines : batch) write(lines);
    }
}

void LogSink::write(std::string_view bytes) {
    while (!bytes.empty()) {
        pollfd ready{fd_, POLLOUT, 0};
        int polled = ::poll(&ready, 1, 1000);  // a pipe without a reader must not delay the end of the program
        ssize_t n = -1;
        if (polled > 0) n = ::write(fd_, bytes.data(), std::min<std::size_t>(bytes.size(), 65536));
        if (n > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(n));
            continue;
        }
        if (n < 0 && (errno == EINTR || errno == EAGAIN) && polled != 0) continue;
        std::lock_guard lock(mutex_);
        if (polled == 0 && !stopping_) continue;
        dropped_.fetch_add(static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n')));
        return;
    }
}

LogSink::Producer::Producer(LogSink& sink) : sink_(sink) {
    std::lock_guard lock(sink_.mutex_);
    sink_.producers_.push_back(this);
}

LogSink::Producer::~Producer() {
    std::lock_guard lock(sink_.mutex_);
    std::erase(sink_.producers_, this);
    sink_.orphaned_ += buffer_;
    if (!buffer_.empty()) sink_.pending_ = true;
    sink_.changed_.notify_one();
}

void LogSink::Producer::line(std::string_view text) {
    if (!sink_.enabled_) return;
    bool first = false;
    {
        std::lock_guard lock(mutex_);
        if (buffer_.size() + text.size() >= sink_.memory_ / 8) {
            sink_.dropped_.fetch_add(1, std::memory_order_relaxed);
            return;
        }
        first = buffer_.empty();
        auto start = buffer_.size();
        buffer_ += text;
        for (auto at = buffer_.find('\n', start); at != std::string::npos; at = buffer_.find('\n', at))
            buffer_[at] = ' ';
        buffer_ += '\n';
    }
    if (first) sink_.wake();  // woken once per batch, not per line
}

void Log::event(LogLevel level, std::string_view mensaje,
                std::initializer_list<std::pair<std::string_view, std::string_view>> fields) {
    constexpr std::string_view names[] = {"info", "aviso", "error"};
    std::string line = "{\"hora\":\"";
    append_timestamp(line);
    line += "\",\"nivel\":\"";
    line += names[static_cast<std::size_t>(level)];
    line += "\",\"mensaje\":";
    append_json_string(line, mensaje);
    for (auto const& [key, value] : fields) {
        line += ',';
        append_json_string(line, key);
        line += ':';
        append_json_string(line, value);
    }
    line += '}';
    events_.line(line);
}

}  // namespace gestor
