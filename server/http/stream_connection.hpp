#pragma once
// A connection over a plain socket or TLS: its state between two awaits, how bytes are sent, and how it ends. Only
// connection.cpp and receive.hpp include this header.
#include <algorithm>
#include <array>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <chrono>

#include <linux/sockios.h>
#include <sys/ioctl.h>

#include "persistence/sabotaje.hpp"
#include "server/http/connection.hpp"
#include "server/http/receive_buffer.hpp"
#include "server/http/response_head.hpp"

namespace gestor {

namespace asio = boost::asio;
using Plain = Socket;
using Tls = asio::ssl::stream<Socket>;
inline constexpr std::int64_t kLingerMs = 2000;

// Pace: bytes that a peer has sent or taken, and since when. After a grace time the peer must keep the minimum rate. A
// fast beginning does not allow a pause: after a grace's worth of bytes the count begins again.
struct Pace {
    std::int64_t since;
    std::int64_t bytes = 0;

    std::int64_t deadline(std::size_t more, std::int64_t now, std::int64_t grace, std::int64_t per_second) {
        bytes += static_cast<std::int64_t>(more);
        if (bytes >= grace * per_second / 1000) {
            since = now;
            bytes = 0;
        }
        return since + grace + bytes * 1000 / per_second;
    }
};

template <class Stream>
class Connection final : public ConnectionBase {
public:
    Connection(IoThread& owner, Stream s, AddressTable::Key const& k, std::string peer, bool proxy)
        : io(owner), stream(std::move(s)), remote(std::move(peer)), key(k), behind_proxy(proxy) {
        io.connections.push_back(*this);
        io.metrics->connections_open.add();
        io.metrics->connections_total.add();
    }
    ~Connection() override {
        ConnectionHook::unlink();
        if (outgoing(SIOCOUTQNSD) > 0) reset();
        io.forget(*this);
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
        if (owes()) return reset();
        Error ec;
        socket().close(ec);
    }
    // Closes with RST: bytes written for a peer that does not read would stay in the kernel for minutes, charged to
    // nobody.
    void reset() override {
        Error ec;
        io.forget(*this);
        io.metrics->connections_reset.add();
        socket().set_option(asio::socket_base::linger(true, 0), ec);
        socket().close(ec);
    }
    // Written bytes still in the kernel: SIOCOUTQ, not acknowledged; SIOCOUTQNSD, not even sent, because the peer's
    // window is full.
    std::int64_t outgoing(unsigned long which) {
        int bytes = 0;
        if (sin("corte") || ::ioctl(socket().native_handle(), which, &bytes) != 0) return 0;
        return bytes;
    }
    // held: bytes that the kernel still holds. When the peer has reset the connection, the kernel drops its bytes but
    // goes on telling their number; such a socket has no peer.
    std::int64_t held(unsigned long which) {
        auto const bytes = outgoing(which);
        Error ec;
        if (bytes > 0) socket().remote_endpoint(ec);
        return ec ? 0 : bytes;
    }
    bool owes() override { return outgoing(SIOCOUTQ) > 0; }
    std::int64_t pending() override { return held(SIOCOUTQ) + static_cast<std::int64_t>(rest); }
    // wrote: bytes that were written, and those that wait or are about to be written. The kernel is not asked after
    // every short answer. A long piece counts before it is written, because its end waits behind the pieces of others.
    void wrote(std::size_t bytes, std::size_t waits) {
        constexpr std::size_t look = 16384;
        since_look += bytes;
        rest = waits;
        if (!socket().is_open() || (unsent == 0 && since_look + waits < look)) return;
        since_look = 0;
        io.account(*this);
    }
    bool stuck() override {
        auto const left = outgoing(SIOCOUTQ);
        auto const enough = io.limits.write_ms * io.limits.bytes_per_second / 1000;
        bool const moved = left == 0 || left <= owed - enough;
        owed = left;
        return !moved;
    }
    bool spoke() override {
        Error ec;
        return socket().available(ec) > 0;
    }

    IoThread& io;
    Stream stream;
    ReceiveBuffer in;
    std::string carry;  // bytes after a body that was not read through `in`
    std::string remote;
    AddressTable::Key key;
    std::int64_t owed = never;   // unsent bytes at the last look, see stuck()
    std::size_t rest = 0;        // bytes of the answer not written yet
    std::size_t since_look = 0;  // bytes written since the kernel was last asked
    std::size_t scanned = 0;     // scanned bytes of the header block, see find_head
    std::size_t consumed = 0;    // bytes of `in` used by the current request
    bool fresh = true;           // no request was received yet
    bool skipped_line = false;   // one empty line before a request is allowed (RFC 9112, 2.2)
    bool unread = false;         // the peer may still be sending: read a while before closing
    bool behind_proxy;
};

template <class Stream>
Task<bool> write_all(Connection<Stream>& c, std::string_view bytes) {
    auto const& limits = c.io.limits;
    Pace pace{c.io.now_ms};
    for (std::size_t n = 0; !bytes.empty();) {
        c.arm(Phase::writing, pace.deadline(n, c.io.now_ms, limits.write_ms, limits.bytes_per_second));
        c.wrote(n, bytes.size());
        Error ec;
        n = co_await c.stream.async_write_some(asio::buffer(bytes.data(), bytes.size()),
                                               asio::redirect_error(awaiting, ec));
        if (ec) co_return false;
        bytes.remove_prefix(n);
        if (bytes.empty()) c.wrote(n, 0);
    }
    co_return true;
}

// Writes with one system call in the common case; finish_write writes the bytes that the kernel does not take at once.
inline std::size_t write_now(Plain& socket, std::string_view head, std::string_view body, Error& ec) {
    std::array<asio::const_buffer, 2> parts{asio::buffer(head.data(), head.size()),
                                            asio::buffer(body.data(), body.size())};
    auto n = socket.write_some(parts, ec);
    if (ec == asio::error::would_block || ec == asio::error::try_again) ec.clear();
    return n;
}
inline std::size_t write_now(Tls&, std::string_view, std::string_view, Error&) {
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

enum class Sent { all, part, nothing };

// Writes the answer without waiting, as far as the kernel takes it. `part`: finish_write(head, body) writes the rest.
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
    auto const whole = io.scratch.size() + body.size();
    c.wrote(n, whole - n);
    if (n == whole) return Sent::all;
    auto of_head = std::min(n, io.scratch.size());
    head.assign(io.scratch, of_head);
    body.remove_prefix(n - of_head);
    return Sent::part;
}

// Closing with unread bytes sends RST and could destroy the answer on its way, so bytes are read for a while first.
template <class Stream>
Task<void> linger(Connection<Stream>& c) {
    c.arm(Phase::lingering, c.io.now_ms + kLingerMs);
    Error ec;
    if constexpr (std::is_same_v<Stream, Tls>) co_await c.stream.async_shutdown(asio::redirect_error(awaiting, ec));
    c.socket().shutdown(asio::socket_base::shutdown_send, ec);
    if (!c.unread) co_return;
    std::array<char, 4096> sink;
    while (!ec && !c.expired)
        co_await c.socket().async_read_some(asio::buffer(sink), asio::redirect_error(awaiting, ec));
}

// Ends a connection whose peer has not taken its whole answer. After a close the kernel would hold the rest outside all
// our limits, so the connection stays open while the peer keeps the minimum rate.
template <class Stream>
Task<void> drain(Connection<Stream>& c) {
    using Clock = std::chrono::steady_clock;
    asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Executor> timer(c.io.context);
    Error ec;
    c.arm(Phase::handling, ConnectionBase::never);
    c.socket().shutdown(asio::socket_base::shutdown_send, ec);
    c.owed = ConnectionBase::never;
    for (auto look = c.io.now_ms; c.held(SIOCOUTQNSD) > 0;) {
        if (c.io.now_ms >= look) {
            if (c.stuck()) co_return;  // the connection is then reset
            look = c.io.now_ms + c.io.limits.write_ms;
        }
        timer.expires_after(std::chrono::milliseconds(kTickMs));
        co_await timer.async_wait(asio::redirect_error(awaiting, ec));
    }
}

}  // namespace gestor
