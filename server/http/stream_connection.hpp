#pragma once
// A connection over a plain socket or TLS: what it remembers between two awaits, how bytes leave it, and how it ends.
// Only connection.cpp and receive.hpp see it.
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

// Bytes that a peer has sent or taken, and since when: it has a grace, and from there on must keep the minimum rate.
// Fast bytes buy no rest: after a grace's worth of bytes the count begins anew.
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
    // Bytes written for one who does not read would stay in the kernel for minutes, and count as nobody's: cut off,
    // it is thrown away.
    void reset() override {
        Error ec;
        io.forget(*this);
        io.metrics->connections_reset.add();
        socket().set_option(asio::socket_base::linger(true, 0), ec);
        socket().close(ec);
    }
    // Written bytes by kind: SIOCOUTQ, not acknowledged; SIOCOUTQNSD, not even sent, for the peer's window is full.
    std::int64_t outgoing(unsigned long which) {
        int bytes = 0;
        if (sin("corte") || ::ioctl(socket().native_handle(), which, &bytes) != 0) return 0;
        return bytes;
    }
    bool owes() override { return outgoing(SIOCOUTQ) > 0; }
    std::int64_t pending() override { return outgoing(SIOCOUTQ) + static_cast<std::int64_t>(rest); }
    // So much was written or is about to be, and so much of it waits. The kernel is not asked for every short answer.
    void wrote(std::size_t bytes, std::size_t waits) {
        constexpr std::size_t look = 16384;
        since_look += bytes;
        rest = waits;
        if (unsent == 0 && since_look < look) return;
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
    std::int64_t owed = never;   // at the last look, see stuck()
    std::size_t rest = 0;        // of the answer, not written yet
    std::size_t since_look = 0;  // bytes written since the kernel was asked what it holds
    std::size_t scanned = 0;     // of the header block, see find_head
    std::size_t consumed = 0;    // of `in`, by the current request
    bool fresh = true;           // no request yet
    bool skipped_line = false;   // one empty line before a request is forgiven (RFC 9112, 2.2)
    bool unread = false;         // the peer may still be sending: linger before closing
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

// One system call in the common case; what the kernel does not take at once is left to finish_write.
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
    auto const whole = io.scratch.size() + body.size();
    c.wrote(n, whole - n);
    if (n == whole) return Sent::all;
    auto of_head = std::min(n, io.scratch.size());
    head.assign(io.scratch, of_head);
    body.remove_prefix(n - of_head);
    return Sent::part;
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
    while (!ec && !c.expired)
        co_await c.socket().async_read_some(asio::buffer(sink), asio::redirect_error(awaiting, ec));
}

// The end of a connection whose peer has not made room for all of its answer. Closed now, the rest would be the
// kernel's, bounded by none of our limits: so it stays a connection for as long as the peer keeps the minimum rate.
template <class Stream>
Task<void> drain(Connection<Stream>& c) {
    using Clock = std::chrono::steady_clock;
    asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Executor> timer(c.io.context);
    Error ec;
    c.arm(Phase::handling, ConnectionBase::never);
    c.socket().shutdown(asio::socket_base::shutdown_send, ec);
    c.owed = ConnectionBase::never;
    for (auto look = c.io.now_ms; c.outgoing(SIOCOUTQNSD) > 0;) {
        if (c.io.now_ms >= look) {
            if (c.stuck()) co_return;  // and is reset
            look = c.io.now_ms + c.io.limits.write_ms;
        }
        timer.expires_after(std::chrono::milliseconds(kTickMs));
        co_await timer.async_wait(asio::redirect_error(awaiting, ec));
    }
}

}  // namespace gestor
