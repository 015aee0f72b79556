#include "server/connection.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "server/receive_buffer.hpp"
#include "server/response_head.hpp"

namespace gestor {
namespace {

namespace asio = boost::asio;
using Error = boost::system::error_code;
using Plain = Socket;
using Tls = asio::ssl::stream<Socket>;
constexpr asio::use_awaitable_t<Executor> awaiting{};

constexpr std::size_t kDrainBytes = 65536;  // a refused body up to here is read, so that the connection lives on
constexpr std::size_t kBodyPiece = 16384;   // small: thousands of slow bodies must not cost much memory
constexpr std::int64_t kLingerMs = 2000;
constexpr auto kHold = std::chrono::milliseconds(500);  // of a 503
constexpr unsigned kBurst = 32;                         // pipelined requests served before others get their turn

template <class Stream>
class Connection final : public ConnectionBase {
public:
    Connection(IoThread& owner, Stream s, AddressTable::Key const& k, std::string peer)
        : io(owner), stream(std::move(s)), remote(std::move(peer)), key(k) {
        auto const& proxies = io.limits.trusted_proxies;
        behind_proxy = std::find(proxies.begin(), proxies.end(), remote) != proxies.end();
        io.connections.push_back(*this);
        io.metrics->connections_open.add();
        io.metrics->connections_total.add();
    }
    ~Connection() override {
        unlink();
        io.metrics->connections_open.add(-1);
        io.shared.addresses.leave(key);
        io.leave();
    }
    Socket& socket() {
        if constexpr (std::is_same_v<Stream, Plain>)
            return stream;
        else
            return stream.next_layer();
    }
    void cancel() override {
        Error ec;
        socket().cancel(ec);
    }
    void close() override {
        Error ec;
        socket().close(ec);
    }
    bool spoke() override {
        Error ec;
        return socket().available(ec) > 0;
    }
    // The peer has a grace, and from there on must keep the minimum rate.
    std::int64_t paced(std::int64_t start, std::int64_t grace, std::uint64_t bytes) const {
        return start + grace + static_cast<std::int64_t>(bytes) * 1000 / io.limits.bytes_per_second;
    }

    IoThread& io;
    Stream stream;
    ReceiveBuffer in;
    std::string carry;  // bytes after a body that was not read through `in`
    std::string remote;
    AddressTable::Key key;
    std::size_t scanned = 0;    // of the header block, see find_head
    std::size_t consumed = 0;   // of `in`, by the current request
    bool fresh = true;          // no request yet
    bool skipped_line = false;  // one empty line before a request is forgiven (RFC 9112, 2.2)
    bool unread = false;        // the peer may still be sending: linger before closing
    bool behind_proxy = false;
};

// Looks for a complete header block in what was received.
template <class Stream>
Verdict find_request(Connection<Stream>& c, std::size_t& length) {
    if (!c.skipped_line && c.in.view().starts_with("\r\n")) {
        c.in.consume(2);
        c.skipped_line = true;
    }
    length = 0;
    auto data = c.in.view();
    if (data.empty() || data == "\r") return {};
    return find_head(data, c.io.limits.framing, c.scanned, length);
}

// Deadlines of the read that is about to wait for a header. Without a byte of it a connection is idle, a new one too,
// though that has to speak sooner.
template <class Stream>
void arm_for_header(Connection<Stream>& c) {
    auto const& limits = c.io.limits;
    if (c.in.empty()) {
        auto wait = c.fresh ? limits.header_ms : limits.idle_ms;
        if (c.io.stopping) wait = std::min<std::int64_t>(wait, IoThread::kStopGraceMs);
        c.arm(Phase::idle, c.io.now_ms + wait);
    } else if (c.phase != Phase::header) {
        c.arm(Phase::header, c.io.now_ms + limits.header_ms);  // once per request: a trickle does not prolong it
    }
}

// Behind a trusted proxy the client is the last address of X-Forwarded-For: the one the proxy itself wrote.
std::string_view forwarded_for(Request const& r, std::string_view peer) {
    std::string_view last;
    for (auto const& f : r.fields)
        if (iequals(f.name, "x-forwarded-for")) last = f.value;
    if (auto comma = last.rfind(','); comma != last.npos) last.remove_prefix(comma + 1);
    while (last.starts_with(' ')) last.remove_prefix(1);
    Error ec;
    if (!last.empty() && last.size() < 64) asio::ip::make_address(last, ec);
    if (last.empty() || last.size() >= 64 || ec) return peer;
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
    r.remote = c.remote;
    if (c.behind_proxy) r.remote = forwarded_for(r, c.remote);
    r.body_limit = c.io.limits.body_bytes;
}

void ask_to_retry(Response& res) {  // unless the application's own problem text has said so
    if (res.headers.find("Retry-After:") == std::string::npos) res.header("Retry-After", "1");
}

// The floor answers by itself.
void refuse(IoThread& io, ActiveExchange& x, Verdict v, bool parsed, bool close) {
    x.res.clear();
    io.service->problem(v.status, v.detail, x.res);
    x.res.status = v.status;
    if (v.status == 503) ask_to_retry(x.res);
    x.res.close = x.res.close || close;
    io.metrics->rejected.add();
    io.service->rejected(parsed ? &x.req : nullptr, x.res);
}

enum class Gate { open, answered, refused };

// Everything that can be decided before the body is read. `answered`: keep the connection if the body allows it.
Gate admit(IoThread& io, ActiveExchange& x) {
    auto& h = x.head;
    Verdict v;
    if (h.expect_other) v = {417, "solo se acepta Expect: 100-continue"};
    if (v && io.in_flight >= io.limits.in_flight) {
        refuse(io, x, {503, "el servidor está ocupado"}, true, false);
        return Gate::answered;
    }
    if (v && !io.service->admit(x.req, x.res)) return Gate::answered;
    if (v && h.body == BodyKind::length && h.content_length > x.req.body_limit)
        v = {413, "el cuerpo es demasiado grande"};
    if (v) return Gate::open;
    refuse(io, x, v, true, true);
    return Gate::refused;
}

template <class Stream>
struct BodyReader {
    Connection<Stream>& c;
    ActiveExchange& x;
    ChunkedDecoder decoder{};
    std::uint64_t received = 0;  // with a Content-Length
    bool too_large = false;      // the sink says so

    bool done() const {
        if (x.head.body == BodyKind::chunked) return decoder.done();
        return received == x.head.content_length;
    }
    Verdict verdict() const {
        if (too_large) return {413, "el archivo es demasiado grande"};
        return decoder.verdict();
    }
    std::size_t take(std::string_view bytes) {
        auto& body = x.req.body;
        std::size_t used = 0;
        if (x.head.body == BodyKind::chunked) {
            used = decoder.feed(bytes, x.req.body_limit, body);
        } else {
            used = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), x.head.content_length - received));
            body.append(bytes.substr(0, used));
            received += used;
        }
        if (x.req.sink && !body.empty()) {
            too_large = !x.req.sink->take(body);
            body.clear();
        }
        return used;
    }
    void take_buffered(std::size_t head_length) {
        auto used = take(c.in.view().substr(head_length));
        c.consumed = head_length + used;
    }
};

template <class Stream>
Task<bool> write_all(Connection<Stream>& c, std::string_view bytes) {
    auto start = c.io.now_ms;
    for (std::uint64_t sent = 0; !bytes.empty();) {
        c.arm(Phase::writing, c.paced(start, c.io.limits.write_ms, sent));
        Error ec;
        auto n = co_await c.stream.async_write_some(asio::buffer(bytes.data(), bytes.size()),
                                                    asio::redirect_error(awaiting, ec));
        if (ec) co_return false;
        bytes.remove_prefix(n);
        sent += n;
    }
    co_return true;
}

// The rest of a body that did not arrive with its header. False: the connection is gone.
template <class Stream>
Task<bool> read_body(BodyReader<Stream>& body, Verdict& verdict) {
    auto& c = body.c;
    auto const& limits = c.io.limits;
    if (body.x.head.expect_continue) {
        bool sent = co_await write_all(c, "HTTP/1.1 100 Continue\r\n\r\n");
        if (!sent) co_return false;
    }
    auto start = c.io.now_ms;
    auto room = std::make_unique_for_overwrite<char[]>(kBodyPiece);
    for (std::uint64_t received = 0; !body.done();) {
        c.arm(Phase::body, std::min(start + limits.body_ms, c.paced(start, limits.body_grace_ms, received)));
        Error ec;
        auto n =
            co_await c.stream.async_read_some(asio::buffer(room.get(), kBodyPiece), asio::redirect_error(awaiting, ec));
        if (c.expired) {
            verdict = {408, "el cuerpo no llegó a tiempo"};
            co_return true;
        }
        if (ec) co_return false;
        received += n;
        std::string_view bytes(room.get(), n);
        auto used = body.take(bytes);
        if (used < n) c.carry.assign(bytes.substr(used));
        verdict = body.verdict();
        if (!verdict) co_return true;
    }
    co_return true;
}

// One system call in the common case; what the kernel does not take at once is left to finish_write.
std::size_t write_now(Plain& socket, std::string_view head, std::string_view body, Error& ec) {
    std::array<asio::const_buffer, 2> parts{asio::buffer(head.data(), head.size()),
                                            asio::buffer(body.data(), body.size())};
    auto n = socket.write_some(parts, ec);
    if (ec == asio::error::would_block || ec == asio::error::try_again) ec.clear();
    return n;
}
std::size_t write_now(Tls&, std::string_view, std::string_view, Error&) {
    return 0;
}

template <class Stream>
Task<bool> finish_write(Connection<Stream>& c, std::string head, std::string_view body) {
    if (!head.empty() && body.size() <= 16384) {  // one TLS record, one packet
        head.append(body);
        body = {};
    }
    bool alive = co_await write_all(c, head);
    if (alive && !body.empty()) alive = co_await write_all(c, body);
    co_return alive;
}

// A streamed body: the first piece is asked for before the header goes out, so that an early failure can still be a
// 500.
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
        refuse(c.io, x, {500, "error interno"}, true, true);
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
        if (piece.empty() || sent > x.res.stream_length) co_return false;  // the length was a promise: cut, not lie
        alive = co_await write_all(c, piece);
    }
    co_return alive;
}

// There was no room for it. Whoever asks again at once, Retry-After or not, would cost what the others need: so the
// answer takes a moment, in which the connection can ask nothing.
Task<void> hold(IoThread& io, ActiveExchange& x) {
    std::string().swap(x.req.body);
    using Clock = std::chrono::steady_clock;
    asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Executor> timer(io.context, kHold);
    Error ec;
    co_await timer.async_wait(asio::redirect_error(awaiting, ec));
}

bool says_later(Response const& res) {
    return res.status == 503 && res.headers.find("Retry-After:") != std::string::npos;
}

// Closing with unread bytes would send RST and could destroy the answer on its way: read for a while first.
template <class Stream>
Task<void> linger(Connection<Stream>& c) {
    c.arm(Phase::lingering, c.io.now_ms + kLingerMs);
    Error ec;
    if constexpr (std::is_same_v<Stream, Tls>) co_await c.stream.async_shutdown(asio::redirect_error(awaiting, ec));
    c.socket().shutdown(asio::socket_base::shutdown_send, ec);
    if (!c.unread) co_return;
    std::array<char, 4096> sink;
    while (!ec) co_await c.socket().async_read_some(asio::buffer(sink), asio::redirect_error(awaiting, ec));
}

struct Lease {  // of an ActiveExchange from the thread's spares
    IoThread& io;
    std::unique_ptr<ActiveExchange> x;
    explicit Lease(IoThread& owner) : io(owner), x(io.take()) {}
    ~Lease() { io.give_back(std::move(x)); }
    Lease(Lease const&) = delete;
    Lease& operator=(Lease const&) = delete;
};

// Reads the body, or refuses it (then `gate` says so). False: the connection is gone.
template <class Stream>
Task<bool> receive_body(Connection<Stream>& c, ActiveExchange& x, Gate& gate) {
    BodyReader<Stream> body{c, x};
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
        refuse(c.io, x, v, true, true);
        c.unread = true;
        gate = Gate::refused;
    }
    co_return true;
}

class InFlight {  // counts a request while its handler runs
public:
    explicit InFlight(IoThread& io) : io_(io) { io_.metrics->requests_in_flight.set(++io_.in_flight); }
    ~InFlight() { io_.metrics->requests_in_flight.set(--io_.in_flight); }
    InFlight(InFlight const&) = delete;
    InFlight& operator=(InFlight const&) = delete;

private:
    IoThread& io_;
};

// Waits for a complete header block. False: the connection is to end without a word.
template <class Stream>
Task<bool> read_head(Connection<Stream>& c, Verdict& verdict, std::size_t& length) {
    while (true) {
        arm_for_header(c);
        Error ec;
        auto room = c.in.prepare();
        auto n = co_await c.stream.async_read_some(room, asio::redirect_error(awaiting, ec));
        if (c.expired && c.phase == Phase::header && !c.in.empty()) {
            verdict = {408, "los encabezados no llegaron a tiempo"};
            co_return true;
        }
        if (ec || c.expired) co_return false;
        c.in.commit(n);
        verdict = find_request(c, length);
        if (length || !verdict) co_return true;
    }
}

enum class Sent { all, part, nothing };

// Writes the answer without waiting, if the kernel takes it. `part`: finish_write(head, body) has the rest.
template <class Stream>
Sent respond_now(Connection<Stream>& c, ActiveExchange& x, bool close, std::string& head, std::string_view& body) {
    auto& io = c.io;
    io.scratch.clear();
    render_head(x.req, x.res, io.date, close, io.scratch);
    body = {};
    if (sends_body(x.req, x.res)) body = x.res.body;
    Error ec;
    auto n = write_now(c.stream, io.scratch, body, ec);
    if (ec) return Sent::nothing;
    if (n == io.scratch.size() + body.size()) return Sent::all;
    auto of_head = std::min(n, io.scratch.size());
    head.assign(io.scratch, of_head);
    body.remove_prefix(n - of_head);
    return Sent::part;
}

template <class Stream>
void refuse_unparsed(Connection<Stream>& c, ActiveExchange& x, Verdict const& v) {
    x.head.keep_alive = false;
    x.req.method = {};
    x.req.fields = {};
    x.req.http10 = false;
    c.unread = true;
    refuse(c.io, x, v, false, true);
}

template <class Stream>
void next_request(Connection<Stream>& c) {
    c.in.consume(c.consumed);
    if (c.carry.empty()) return;
    c.in.assign(c.carry);
    std::string().swap(c.carry);
}

// One request and its answer. False: close.
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
            if (!verdict) refuse(c.io, x, verdict, true, true);
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
    } catch (std::exception const&) {
        // Out of memory, or the peer vanished between two calls: this connection ends, the others do not notice.
    }
}

template <class Stream>
void start(IoThread& io, Stream stream, AddressTable::Key const& key, std::string remote) {
    auto connection = std::make_unique<Connection<Stream>>(io, std::move(stream), key, std::move(remote));
    asio::co_spawn(io.context, serve<Stream>(std::move(connection)), asio::detached);
}

// Best effort on a plain socket; a TLS peer just sees the end.
void turn_away(IoThread& io, Socket& socket) {
    io.metrics->connections_refused.add();
    Response res;
    io.service->problem(503, "hay demasiadas conexiones", res);
    res.status = 503;
    ask_to_retry(res);
    io.service->rejected(nullptr, res);
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
    if (ec) return;  // gone before we looked
    if (peer.is_v6() && peer.to_v6().is_v4_mapped())
        peer = asio::ip::make_address_v4(asio::ip::v4_mapped, peer.to_v6());
    auto key = AddressTable::key(peer);
    if (!io.shared.addresses.enter(key, io.limits)) return turn_away(io, socket);
    auto remote = peer.to_string();
    if (io.shared.tls)
        start(io, Tls(std::move(socket), *io.shared.tls), key, std::move(remote));
    else
        start(io, std::move(socket), key, std::move(remote));
}

}  // namespace gestor
