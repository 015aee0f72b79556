// HTTP as the application sees it: a complete request, a response to fill, and the service that does it.
// Nothing here knows sockets; the only other way in is HttpServer at the end.
#pragma once

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "domain/valores/ascii.hpp"
#include "persistence/task.hpp"
#include "server/http/body_budget.hpp"
#include "server/http/unsent.hpp"

namespace gestor {

class Settings;
struct ThreadMetrics;

struct HeaderField {
    std::string_view name, value;
};

// Takes a body piece by piece, so that it is never in memory as a whole.
class BodySink {
public:
    virtual ~BodySink() = default;
    virtual bool take(std::string_view bytes) = 0;  // never throws; false = too large (413)
};

// Behind a trusted proxy that names nobody: whoever it is, it is not the proxy.
inline constexpr std::string_view kUnknownCaller = "desconocida";

struct Request {  // the views live until the response is written
    std::string_view method, target;
    std::string_view path, query;  // raw (percent-encoded); query without '?'; path is "*" for OPTIONS *
    std::string_view remote;       // address text of the peer, or of whom a trusted proxy names; see kUnknownCaller
    std::string_view peer;         // of the socket, a proxy or not
    bool http10 = false;
    std::uint64_t body_limit = 0;    // starts as the setting; admit() may lower it (413 past it)
    std::int64_t tenant = 0;         // set by the service: whose memory it takes; 0 = its address's
    std::string body;                // complete (content-length or chunked); empty where there is a sink
    std::unique_ptr<BodySink> sink;  // set by admit(): gets the body instead
    std::span<HeaderField const> fields;
    BodyBudget* budget = nullptr;
    BodyCharge charge;  // what it holds of that: its body, or an answer that is long
    Unsent* unsent = nullptr;

    // Whose memory it takes.
    std::int64_t owner() const {
        return tenant != 0 ? tenant : -1 - static_cast<std::int64_t>(std::hash<std::string_view>()(remote) >> 1);
    }
    // Memory for so much in all; false: there is none.
    bool hold(std::size_t bytes) { return budget == nullptr || charge.grow_to(*budget, owner(), bytes); }
    // Room for an answer among those that others do not read.
    bool may_send(std::size_t bytes) { return unsent == nullptr || unsent->room(bytes); }
    std::string_view header(std::string_view name) const {
        for (auto const& f : fields)
            if (iequals(f.name, name)) return f.value;
        return {};
    }
    bool has_header(std::string_view name) const {
        for (auto const& f : fields)
            if (iequals(f.name, name)) return true;
        return false;
    }
};

struct Response {
    unsigned status = 200;
    std::string_view content_type = "application/json; charset=utf-8";  // "" = none, and then no body
    std::string headers;                                                // rendered extra lines "Name: value\r\n"
    std::string body;
    // A streamed body of known length: when set, body is ignored; returns the next piece, empty = end.
    std::uint64_t stream_length = 0;
    std::function<Task<std::string>()> stream;
    bool close = false;

    // CR, LF and NUL are dropped, so that a value taken from a request can never start a new header.
    void header(std::string_view name, std::string_view value) {
        append_clean(name);
        headers += ": ";
        append_clean(value);
        headers += "\r\n";
    }

    void clear() {
        status = 200;
        content_type = "application/json; charset=utf-8";
        headers.clear();
        body.clear();
        stream_length = 0;
        stream = nullptr;
        close = false;
    }

private:
    void append_clean(std::string_view text) {
        if (text.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos) {
            headers += text;
            return;
        }
        for (char c : text)
            if (c != '\r' && c != '\n' && c != '\0') headers += c;
    }
};

// One per io thread, made by the factory, called only from that thread.
class Service {
public:
    virtual ~Service() = default;
    // Called after the header is read, before the body and before 100-continue: true = go on and read the body.
    // false = refuse early (401, 404, 405, 413, 415...) with `res` filled.
    virtual bool admit(Request& req, Response& res) = 0;
    virtual Task<void> handle(Request& req, Response& res) = 0;  // never throws
    // The floor itself answered (400 framing, 408, 413, 414, 431, 503...), to whom and why: for log and metrics.
    virtual void rejected(std::string_view remote, std::string_view detail, Response const& res) = 0;
    // Body text (problem JSON) of an answer the floor gives itself, possibly before a request exists.
    virtual void problem(unsigned status, std::string_view detail, Response& res) = 0;
    // Where the floor counts connections and requests in flight of this thread; null = it does not.
    virtual ThreadMetrics* metrics() { return nullptr; }
    // The io thread has ended: let go of every request that waits for something, so that it is destroyed with the rest.
    virtual void close() {}
};
using ServiceFactory = std::function<std::unique_ptr<Service>(boost::asio::io_context&, unsigned thread)>;

// Life: start() makes the services and the threads; stop() from any thread; join(); only then stop whatever may still
// post to the io_contexts (worker threads); the destructor destroys services and contexts.
class HttpServer {
public:
    HttpServer(Settings const& settings, ServiceFactory factory);
    ~HttpServer();
    HttpServer(HttpServer const&) = delete;
    HttpServer& operator=(HttpServer const&) = delete;

    // Binds and spawns the io threads; returns the port. Throws std::runtime_error with a text for the operator.
    unsigned short start();
    void stop();  // graceful, bounded by `apagado-segundos`; returns at once
    void join();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace gestor
