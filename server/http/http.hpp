// HTTP as the application sees it: a complete request, a response to fill, and the service that fills it. Nothing here
// knows sockets; HttpServer, at the end, is the only other entry.
#pragma once

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <iterator>
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

// BodySink: takes a body piece by piece, so that the whole body is never in memory.
class BodySink {
public:
    virtual ~BodySink() = default;
    virtual bool take(std::string_view bytes) = 0;  // never throws; false = too large (413)
};

// Address of a caller behind a trusted proxy that names no client: any address but the proxy's.
inline constexpr std::string_view kUnknownCaller = "desconocida";

struct Request {  // the views live until the response is written
    std::string_view method, target;
    std::string_view path, query;  // raw (percent-encoded); query without '?'; path is "*" for OPTIONS *
    std::string_view remote;       // address of the peer, or the client that a trusted proxy names; see kUnknownCaller
    std::string_view peer;         // address of the socket's peer, a proxy or not
    bool http10 = false;
    std::uint64_t body_limit = 0;    // bytes; starts as the setting, admit() may lower it; a longer body is 413
    std::int64_t tenant = 0;         // set by the service: organization that the memory is charged to; 0: the address
                                     // is charged
    std::string body;                // complete body (content-length or chunked); empty when there is a sink
    std::unique_ptr<BodySink> sink;  // set by admit(): receives the body instead
    std::span<HeaderField const> fields;
    BodyBudget* budget = nullptr;
    BodyCharge charge;  // memory charged to this request: its body, or a long answer
    Unsent* unsent = nullptr;

    // Owner that the memory is charged to.
    std::int64_t owner() const {
        return tenant != 0 ? tenant : -1 - static_cast<std::int64_t>(std::hash<std::string_view>()(remote) >> 1);
    }
    // Charges memory up to this total; false: no room.
    bool hold(std::size_t bytes) { return budget == nullptr || charge.grow_to(*budget, owner(), bytes); }
    // Whether there is room for an answer beside the answers that other clients have not read.
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
    std::string_view content_type = "application/json; charset=utf-8";  // "": no content type, and then no body
    std::string headers;                                                // rendered extra lines "Name: value\r\n"
    std::string body;
    // Streamed body of known length: when set, body is ignored; the function returns the next piece, empty at the end.
    std::uint64_t stream_length = 0;
    std::function<Task<std::string>()> stream;
    bool close = false;

    // CR, LF and NUL are dropped, so that a value from a request can never start a new header.
    void header(std::string_view name, std::string_view value) {
        append_clean(name);
        headers.append(": ", 2);
        append_clean(value);
        headers.append("\r\n", 2);
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
    // find_first_of would call memchr for each character.
    static bool ends_a_line(char c) { return c <= '\r' && (c == '\r' || c == '\n' || c == '\0'); }
    void append_clean(std::string_view text) {
        if (std::ranges::none_of(text, ends_a_line)) {
            headers += text;
            return;
        }
        std::ranges::remove_copy_if(text, std::back_inserter(headers), ends_a_line);
    }
};

// Service: one per io thread, made by the factory, called only from that thread.
class Service {
public:
    virtual ~Service() = default;
    // admit: called after the header is read, before the body and before 100-continue. True: read the body. False:
    // refuse early (401, 404, 405, 413, 415...) with `res` filled.
    virtual bool admit(Request& req, Response& res) = 0;
    virtual Task<void> handle(Request& req, Response& res) = 0;  // never throws
    // rejected: called when the floor itself answered (400 framing, 408, 413, 414, 431, 503...): address and reason,
    // for log and metrics.
    virtual void rejected(std::string_view remote, std::string_view detail, Response const& res) = 0;
    // Body (problem JSON) of an answer that the floor gives itself, possibly before a request exists.
    virtual void problem(unsigned status, std::string_view detail, Response& res) = 0;
    // Counters of connections and requests of this thread; null: not counted.
    virtual ThreadMetrics* metrics() { return nullptr; }
    // close: called after the io thread has ended; releases every waiting request, so that it is destroyed with the
    // rest.
    virtual void close() {}
};
using ServiceFactory = std::function<std::unique_ptr<Service>(boost::asio::io_context&, unsigned thread)>;

// HttpServer. Life: start() makes the services and the threads; stop() from any thread; join(); only then stop other
// threads that may still post to the io_contexts (workers); the destructor destroys services and contexts.
class HttpServer {
public:
    HttpServer(Settings const& settings, ServiceFactory factory);
    ~HttpServer();
    HttpServer(HttpServer const&) = delete;
    HttpServer& operator=(HttpServer const&) = delete;

    // Binds and starts the io threads; returns the port. Throws std::runtime_error with a text for the operator.
    unsigned short start();
    void stop();  // graceful, bounded by `apagado-segundos`; returns at once
    void join();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace gestor
