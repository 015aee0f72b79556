// RawClient sends exactly the bytes of the test; TestServer runs a service made for tests.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "server/http/http.hpp"
#include "server/metrics.hpp"
#include "server/settings.hpp"

namespace gestor::test {

struct Shared {  // state shared by a test and its service
    std::atomic<bool> release{false};
    std::atomic<int> handled{0}, rejected{0}, waiting{0};
    std::atomic<int> nameless{0};  // requests rejected without an address
    std::atomic<unsigned> last_rejected{0};
    ThreadMetrics metrics{1};  // enough for servers with one thread
};

class TestService final : public Service {
public:
    TestService(boost::asio::io_context& context, Shared& shared) : context_(context), shared_(shared) {}

    bool admit(Request& req, Response& res) override {
        if (req.path == "/corto") req.body_limit = 10;
        if (req.path.starts_with("/de/")) req.tenant = std::stoll(std::string(req.path.substr(4)));
        if (req.path != "/prohibido") return true;
        res.status = 401;
        res.body = "no";
        return false;
    }
    Task<void> handle(Request& req, Response& res) override {
        ++shared_.handled;
        res.content_type = "text/plain";
        if (req.path == "/espera") co_await wait();
        if (req.path == "/ocupa") occupy();
        if (req.path == "/grande") res.body.assign(32u << 20, 'g');
        if (req.path == "/mediano") res.body.assign(100'000, 'm');  // the kernel takes it at once
        if (req.path == "/pregunta" && req.may_send(300'000)) res.body.assign(300'000, 'p');
        if (req.path == "/pregunta" && res.body.empty()) res.status = 503;
        if (req.path == "/nada") res.status = 204;
        if (req.path == "/igual") res.status = 304;
        if (req.path == "/inyecta") res.header("X-A", "uno\r\nX-B: dos");
        if (req.path == "/quien") res.body = req.remote;
        if (req.path == "/lanza") throw std::runtime_error("boom");
        if (req.path.starts_with("/flujo")) stream(req, res);
        if (res.body.empty())
            res.body =
                std::string(req.method) + " " + std::string(req.path) + "?" + std::string(req.query) + " " + req.body;
        co_return;
    }
    void rejected(std::string_view remote, std::string_view, Response const& res) override {
        if (remote != "127.0.0.1" && remote != "::1") ++shared_.nameless;
        shared_.last_rejected = res.status;
        ++shared_.rejected;
    }
    void problem(unsigned status, std::string_view detail, Response& res) override {
        res.body = std::to_string(status) + " " + std::string(detail);
    }
    ThreadMetrics* metrics() override { return &shared_.metrics; }

private:
    using Timer = boost::asio::basic_waitable_timer<std::chrono::steady_clock,
                                                    boost::asio::wait_traits<std::chrono::steady_clock>, Executor>;

    Task<void> wait() {
        Timer timer(context_);
        ++shared_.waiting;
        while (!shared_.release) {
            timer.expires_after(std::chrono::milliseconds(2));
            co_await timer.async_wait(boost::asio::use_awaitable_t<Executor>{});
        }
        --shared_.waiting;
    }
    void occupy() {  // blocks the whole thread
        ++shared_.waiting;
        while (!shared_.release) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        --shared_.waiting;
    }
    static Task<std::string> piece(std::shared_ptr<int> count, int limit, std::string text) {
        std::string out;
        if (++*count <= limit) out = std::move(text);
        co_return out;
    }
    static void stream(Request const& req, Response& res) {
        int limit = 5;  // pieces of three bytes, 15 promised
        if (req.path == "/flujo/nada") limit = 0;
        if (req.path == "/flujo/corto") limit = 3;
        res.stream_length = 15;
        auto count = std::make_shared<int>(0);
        res.stream = [count, limit] { return piece(count, limit, "abc"); };
    }

    boost::asio::io_context& context_;
    Shared& shared_;
};

class TestServer {
public:
    explicit TestServer(std::initializer_list<std::pair<std::string_view, std::string_view>> settings = {}) {
        settings_.set("puerto", "0");
        settings_.set("hilos", "1");
        for (auto const& [name, value] : settings) settings_.set(name, value);
        server = std::make_unique<HttpServer>(settings_, [this](boost::asio::io_context& context, unsigned) {
            return std::make_unique<TestService>(context, shared);
        });
        port = server->start();
    }
    ~TestServer() { shared.release = true; }

    Shared shared;

private:
    Settings settings_;

public:
    std::unique_ptr<HttpServer> server;  // last member: destroyed first
    unsigned short port = 0;
};

class RawClient {
public:
    explicit RawClient(unsigned short port, int receive_buffer = 0) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
        if (receive_buffer) setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
        int one = 1;
        setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        timeval patience{20, 0};  // a hang becomes a failure
        setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        sockaddr_in where{};
        where.sin_family = AF_INET;
        where.sin_port = htons(port);
        where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        connected = ::connect(fd_, reinterpret_cast<sockaddr*>(&where), sizeof where) == 0;
    }
    ~RawClient() { ::close(fd_); }
    RawClient(RawClient const&) = delete;
    RawClient& operator=(RawClient const&) = delete;

    void send(std::string_view bytes) {
        while (!bytes.empty()) {
            auto n = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (n <= 0) return;  // the server has closed; its answer can still be read
            bytes.remove_prefix(static_cast<std::size_t>(n));
        }
    }
    void get(std::string_view path, std::string_view headers = "") {
        send("GET " + std::string(path) + " HTTP/1.1\r\nHost: a\r\n" + std::string(headers) + "\r\n");
    }
    void end_sending() { ::shutdown(fd_, SHUT_WR); }

    // Header block and body of the next answer; "" at the end of the connection.
    struct Answer {
        std::string head, body;
        int status() const { return head.size() > 12 ? std::stoi(head.substr(9, 3)) : 0; }
        bool has(std::string_view line) const { return head.find("\r\n" + std::string(line) + "\r\n") != head.npos; }
    };
    Answer read(bool head_only = false) {
        Answer out;
        std::size_t end = 0;
        while ((end = data_.find("\r\n\r\n")) == data_.npos)
            if (!fill()) return out;
        out.head = data_.substr(0, end + 4);
        data_.erase(0, end + 4);
        auto at = out.head.find("\r\nContent-Length: ");
        std::size_t length = at == out.head.npos || head_only ? 0 : std::stoul(out.head.substr(at + 18));
        while (data_.size() < length && fill()) {
        }
        out.body = data_.substr(0, length);
        data_.erase(0, length);
        return out;
    }
    bool closed() { return data_.empty() && !fill() && !timed_out; }

    // Reads all bytes; true when the peer reset the connection (RST) instead of closing it.
    bool reset() {
        while (fill()) data_.clear();
        return !timed_out && errno == ECONNRESET;
    }

    bool connected = false, timed_out = false;

private:
    bool fill() {
        // after the first timeout no more waits: a thousand missing answers cost one timeout
        if (timed_out) return false;
        static thread_local char room[65536];
        auto n = ::recv(fd_, room, sizeof room, 0);
        if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) timed_out = true;
        if (n <= 0) return false;
        data_.append(room, static_cast<std::size_t>(n));
        return true;
    }
    int fd_;
    std::string data_;
};

// Waits for a condition that the server reaches in its own time; false after 20 s.
template <class Condition>
bool eventually(Condition condition) {
    for (int i = 0; i < 4000; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}

}  // namespace gestor::test
