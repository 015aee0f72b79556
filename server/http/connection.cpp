#include "server/http/connection.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include "server/http/receive.hpp"

namespace gestor {
namespace {

constexpr std::size_t kDrainBytes = 65536;  // a refused body up to this size is read, so that the connection stays open
constexpr auto kHold = std::chrono::milliseconds(500);  // delay of a 503
// pipelined requests served before other connections get their turn
constexpr unsigned kBurst = 32;

// Client address behind a trusted proxy: the last address of X-Forwarded-For, which the proxy itself wrote.
std::string_view forwarded_for(Request const& r) {
    std::string_view last;
    for (auto const& f : r.fields)
        if (iequals(f.name, "x-forwarded-for")) last = f.value;
    if (auto comma = last.rfind(','); comma != last.npos) last.remove_prefix(comma + 1);
    while (last.starts_with(' ')) last.remove_prefix(1);
    Error ec;
    if (!last.empty() && last.size() < 64) asio::ip::make_address(last, ec);
    if (last.empty() || last.size() >= 64 || ec) return kUnknownCaller;
    return last;
}

template <class Stream>
void fill_request(Connection<Stream>& c, ActiveExchange& x) {
    auto& r = x.req;
    r.method = x.head.method;
    r.target = x.head.target;
    r.path = x.head.path;
    r.query = x.head.query;
    r.fields = x.head.fields;
    r.http10 = x.head.http10;
    r.remote = r.peer = c.remote;
    if (c.behind_proxy) r.remote = forwarded_for(r);
    r.body_limit = c.io.limits.body_bytes;
    r.tenant = 0;
    r.budget = &c.io.shared.bodies;
    r.unsent = &c.io.shared.unsent;
}

void ask_to_retry(Response& res) {  // Adds Retry-After, unless the application has set it
    if (res.headers.find("Retry-After:") == std::string::npos) res.header("Retry-After", "1");
}

Refusal cause_of(unsigned status) {
    switch (status) {
        case 408:
            return Refusal::deadline;
        case 413:
        case 414:
        case 431:
            return Refusal::size;
        case 500:
            return Refusal::fault;
        case 503:
            return Refusal::busy;
        default:
            return Refusal::form;
    }
}

// Answers a refusal of the HTTP floor itself: the application never sees the request.
void refuse(IoThread& io, ActiveExchange& x, Verdict v, bool close, Refusal cause) {
    x.res.clear();
    io.service->problem(v.status, v.detail, x.res);
    x.res.status = v.status;
    if (v.status == 503) ask_to_retry(x.res);
    x.res.close = x.res.close || close;
    io.metrics->rejected[static_cast<std::size_t>(cause)].add();
    io.service->rejected(x.req.remote, v.detail, x.res);
}
void refuse(IoThread& io, ActiveExchange& x, Verdict v, bool close) {
    refuse(io, x, v, close, cause_of(v.status));
}

// Frees the body once it is read: its memory returns to the budget.
void drop_body(ActiveExchange& x) {
    std::string().swap(x.req.body);
    x.req.charge.release();
}

enum class Gate { open, answered, refused };

// Decisions before the body is read. `answered`: keep the connection open when the body allows it.
Gate admit(IoThread& io, ActiveExchange& x) {
    auto& h = x.head;
    Verdict v;
    if (h.expect_other) v = {417, "solo se acepta Expect: 100-continue"};
    if (v && io.in_flight >= io.limits.in_flight) {
        refuse(io, x, {503, "el servidor está ocupado"}, false);
        return Gate::answered;
    }
    if (v && !io.service->admit(x.req, x.res)) return Gate::answered;
    if (v && h.body == BodyKind::length && h.content_length > x.req.body_limit)
        v = {413, "el cuerpo es demasiado grande"};
    if (v) return Gate::open;
    refuse(io, x, v, true);
    return Gate::refused;
}

// A streamed body: the first piece is fetched before the header is sent, so that an early failure can still be a 500.
template <class Stream>
Task<bool> write_stream(Connection<Stream>& c, ActiveExchange& x, bool close) {
    std::string piece;
    bool failed = false;
    try {
        piece = co_await x.res.stream();
    } catch (...) {
        failed = true;
    }
    failed = failed || piece.empty() != (x.res.stream_length == 0);
    if (failed) {
        refuse(c.io, x, {500, "error interno"}, true);
        std::string whole;
        render_head(x.req, x.res, c.io.date, true, whole);
        whole += x.res.body;
        co_await write_all(c, whole);
        co_return false;
    }
    std::string head;
    render_head(x.req, x.res, c.io.date, close, head);
    bool alive = co_await finish_write(c, std::move(head), piece);
    auto sent = static_cast<std::uint64_t>(piece.size());
    while (alive && sent < x.res.stream_length) {
        c.arm(Phase::handling, ConnectionBase::never);
        try {
            piece = co_await x.res.stream();
        } catch (...) {
            piece.clear();
        }
        sent += piece.size();
        // Content-Length was a promise: a wrong length cuts the connection
        if (piece.empty() || sent > x.res.stream_length) co_return false;
        alive = co_await write_all(c, piece);
    }
    co_return alive;
}

// Delays a refusal for lack of room: a caller that repeats at once, ignoring Retry-After, would slow down the others.
// Meanwhile the connection can send no request.
Task<void> hold(IoThread& io, ActiveExchange& x) {
    drop_body(x);
    using Clock = std::chrono::steady_clock;
    asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Executor> timer(io.context, kHold);
    Error ec;
    co_await timer.async_wait(asio::redirect_error(awaiting, ec));
}

bool says_later(Response const& res) {
    return res.status == 503 && res.headers.find("Retry-After:") != std::string::npos;
}

struct Lease {  // Lease: an ActiveExchange from the thread's spare ones
    IoThread& io;
    std::unique_ptr<ActiveExchange> x;
    explicit Lease(IoThread& owner) : io(owner), x(io.take()) {}
    ~Lease() { io.give_back(std::move(x)); }
    Lease(Lease const&) = delete;
    Lease& operator=(Lease const&) = delete;
};

// Reads the body, or refuses it (`gate` then tells why). False: the connection is closed.
template <class Stream>
Task<bool> receive_body(Connection<Stream>& c, ActiveExchange& x, Gate& gate) {
    BodyReader<Stream> body{c, x, gate == Gate::answered};
    body.take_buffered(c.consumed);
    Verdict v = body.verdict();
    bool small = x.head.body == BodyKind::length && x.head.content_length <= kDrainBytes;
    if (gate == Gate::answered && !body.done() && (!small || x.head.expect_continue)) {
        x.res.close = c.unread = true;
        co_return true;
    }
    if (v && !body.done()) {
        bool alive = co_await read_body(body, v);
        if (!alive) co_return false;
    }
    if (!v) {
        refuse(c.io, x, v, true, body.no_room ? Refusal::memory : cause_of(v.status));
        drop_body(x);
        c.unread = true;
        gate = Gate::refused;
    }
    co_return true;
}

class InFlight {  // InFlight: counts a request while its handler runs
public:
    explicit InFlight(IoThread& io) : io_(io) { io_.metrics->requests_in_flight.set(++io_.in_flight); }
    ~InFlight() { io_.metrics->requests_in_flight.set(--io_.in_flight); }
    InFlight(InFlight const&) = delete;
    InFlight& operator=(InFlight const&) = delete;

private:
    IoThread& io_;
};

template <class Stream>
void refuse_unparsed(Connection<Stream>& c, ActiveExchange& x, Verdict const& v) {
    x.head.keep_alive = false;
    x.req.method = {};
    x.req.fields = {};
    x.req.http10 = false;
    x.req.remote = c.remote;
    c.unread = true;
    refuse(c.io, x, v, true);
}

template <class Stream>
void next_request(Connection<Stream>& c) {
    c.in.consume(c.consumed);
    if (c.carry.empty()) return;
    c.in.assign(c.carry);
    std::string().swap(c.carry);
}

// Serves one request. False: the connection must close.
template <class Stream>
Task<bool> exchange(Connection<Stream>& c, Verdict verdict, std::size_t length) {
    Lease lease(c.io);
    auto& x = *lease.x;
    c.arm(Phase::handling, ConnectionBase::never);
    c.fresh = false;
    c.skipped_line = false;
    c.scanned = 0;
    c.consumed = length;
    if (verdict) verdict = parse_head(c.in.view().substr(0, length), c.io.limits.framing, x.head);
    bool alive = true;
    if (verdict) {
        fill_request(c, x);
        auto gate = admit(c.io, x);
        if (gate == Gate::refused) c.unread = true;
        if (gate != Gate::refused && x.head.body != BodyKind::none) {
            alive = co_await receive_body(c, x, gate);
            if (!alive) co_return false;
        }
        if (gate == Gate::open) {
            c.arm(Phase::handling, ConnectionBase::never);
            InFlight count(c.io);
            try {
                co_await c.io.service->handle(x.req, x.res);
            } catch (...) {
                verdict = {500, "error interno"};
            }
            if (!verdict) refuse(c.io, x, verdict, true);
        }
    } else {
        refuse_unparsed(c, x, verdict);
    }
    if (says_later(x.res) && !c.io.stopping) co_await hold(c.io, x);
    bool close = x.res.close || !x.head.keep_alive || c.io.stopping;
    if (x.res.stream && sends_body(x.req, x.res)) {
        alive = co_await write_stream(c, x, close);
    } else {
        std::string head;
        std::string_view body;
        auto sent = respond_now(c, x, close, head, body);
        alive = sent != Sent::nothing;
        if (sent == Sent::part) alive = co_await finish_write(c, std::move(head), body);
    }
    if (alive && close) {
        c.unread = c.unread || c.in.view().size() > c.consumed;
        co_await linger(c);
    }
    if (alive && !close) next_request(c);
    co_return alive && !close;
}

template <class Stream>
Task<void> serve(std::unique_ptr<Connection<Stream>> owned) {
    auto& c = *owned;
    try {
        c.arm(Phase::handshake, c.io.now_ms + c.io.limits.header_ms);
        if constexpr (std::is_same_v<Stream, Tls>) {
            Error ec;
            co_await c.stream.async_handshake(asio::ssl::stream_base::server, asio::redirect_error(awaiting, ec));
            if (ec) co_return;
        }
        unsigned burst = 0;
        for (bool alive = true; alive;) {
            std::size_t length = 0;
            Verdict verdict = find_request(c, length);
            if (verdict && length == 0) {
                burst = 0;
                alive = co_await read_head(c, verdict, length);
                if (!alive) break;
            } else if (++burst == kBurst) {
                burst = 0;
                co_await asio::post(c.io.context, awaiting);
            }
            alive = co_await exchange(c, verdict, length);
        }
        if (c.held(SIOCOUTQNSD) > 0) co_await drain(c);
    } catch (std::exception const&) {
        // Out of memory, or the peer vanished between two calls: this connection ends, other connections are
        // unaffected.
    }
}

template <class Stream>
void start(IoThread& io, Stream stream, AddressTable::Key const& key, std::string remote, bool proxy) {
    auto connection = std::make_unique<Connection<Stream>>(io, std::move(stream), key, std::move(remote), proxy);
    asio::co_spawn(io.context, serve<Stream>(std::move(connection)), asio::detached);
}

// Sends a 503 to a refused connection: best effort on a plain socket; a TLS peer only sees the close.
void turn_away(IoThread& io, Socket& socket, std::string const& remote, Entry why) {
    io.metrics->connections_refused[static_cast<std::size_t>(why)].add();
    Response res;
    std::string_view const detail =
        why == Entry::address ? "hay demasiadas conexiones desde esta dirección" : "hay demasiadas conexiones";
    io.service->problem(503, detail, res);
    res.status = 503;
    ask_to_retry(res);
    io.service->rejected(remote, detail, res);
    if (io.shared.tls) return;
    std::string head;
    render_head(Request{}, res, io.date, true, head);
    Error ec;
    write_now(socket, head, res.body, ec);
    socket.shutdown(asio::socket_base::shutdown_send, ec);
}

}  // namespace

void launch(IoThread& io, Socket socket) {
    Error ec;
    socket.non_blocking(true, ec);
    if (!ec) socket.set_option(asio::ip::tcp::no_delay(true), ec);
    auto peer = socket.remote_endpoint(ec).address();
    if (ec) return;  // the peer is already gone
    if (peer.is_v6() && peer.to_v6().is_v4_mapped())
        peer = asio::ip::make_address_v4(asio::ip::v4_mapped, peer.to_v6());
    auto key = AddressTable::key(peer);
    auto remote = peer.to_string();
    auto const& proxies = io.limits.trusted_proxies;
    bool const proxy = std::find(proxies.begin(), proxies.end(), remote) != proxies.end();
    auto const entry = io.shared.addresses.enter(key, proxy, io.limits);
    if (entry != Entry::open) return turn_away(io, socket, remote, entry);
    if (io.shared.tls)
        start(io, Tls(std::move(socket), *io.shared.tls), key, std::move(remote), proxy);
    else
        start(io, std::move(socket), key, std::move(remote), proxy);
}

}  // namespace gestor
