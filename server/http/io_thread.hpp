// IoThread: its context, its service, its coarse clock and the list of its connections. Only its own thread uses these
// members, except the address table.
#pragma once

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/intrusive/list.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "server/http/framing.hpp"
#include "server/http/http.hpp"
#include "server/metrics.hpp"

namespace gestor {

using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Executor>;
using Error = boost::system::error_code;
using Acceptor = boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, Executor>;
inline constexpr boost::asio::use_awaitable_t<Executor> awaiting{};

struct Limits {  // Limits: the settings, resolved once; times in milliseconds
    explicit Limits(Settings const& s);
    FramingLimits framing;
    std::uint64_t body_bytes;
    std::size_t bodies, bodies_per_owner;  // memory in bytes
    std::size_t unsent;
    int send_bytes;
    std::int64_t idle_ms, header_ms, body_ms, body_grace_ms, write_ms, stop_ms;
    std::int64_t bytes_per_second;
    std::size_t connections, connections_per_address, uploads;
    std::int64_t in_flight;  // requests per thread
    unsigned threads;
    std::vector<std::string> trusted_proxies;
};

// AddressTable: connections by peer address, over all threads. The mutex is taken only when a connection opens or
// closes.
class AddressTable {
public:
    using Key = std::array<unsigned char, 16>;  // an IPv6 client owns its /64, so the /64 is counted
    static Key key(boost::asio::ip::address const& address);
    // A trusted proxy brings many clients, so only the total limit applies to it.
    Entry enter(Key const& key, bool trusted, Limits const& limits);
    void leave(Key const& key);

private:
    std::mutex mutex_;
    std::map<Key, std::size_t> counts_;
    std::size_t total_ = 0;
};

struct ServerShared {  // ServerShared: state of the whole server
    explicit ServerShared(Settings const& s)
        : limits(s), bodies(limits.bodies, limits.bodies_per_owner), unsent(limits.unsent) {}
    Limits limits;  // start() lowers the limit of connections to the available descriptors
    BodyBudget bodies;
    Unsent unsent;
    AddressTable addresses;
    std::unique_ptr<boost::asio::ssl::context> tls;  // null: plain HTTP
};

// Phase: phase of a connection, which decides what its deadline does.
enum class Phase : std::uint8_t { handshake, idle, header, body, handling, writing, lingering };

using AutoUnlink = boost::intrusive::link_mode<boost::intrusive::link_mode_type::auto_unlink>;
using ConnectionHook = boost::intrusive::list_base_hook<AutoUnlink>;
using OwingHook = boost::intrusive::list_base_hook<boost::intrusive::tag<struct Owing>, AutoUnlink>;

class ConnectionBase : public ConnectionHook, public OwingHook {
public:
    virtual ~ConnectionBase() = default;
    virtual void cancel() = 0;  // the pending read ends; the socket stays open, to send a 408
    virtual void close() = 0;
    virtual void reset() = 0;  // closes, and discards bytes that the peer did not take
    virtual bool spoke() = 0;  // unread bytes have arrived
    // True when the peer took less than the minimum rate requires of the bytes written since the last look.
    virtual bool stuck() = 0;
    virtual bool owes() = 0;
    virtual std::int64_t pending() = 0;  // bytes not taken by the peer, unwritten ones included

    static constexpr std::int64_t never = INT64_MAX;
    void arm(Phase p, std::int64_t at) {
        phase = p;
        deadline = at;
        expired = false;
    }
    void expire(std::int64_t now, std::int64_t patience) {
        if (phase == Phase::idle) {
            if (spoke()) return;  // a request has just arrived: it is answered, not cut off
            // The unsent answer is checked before the idle deadline, because the kernel may hold an answer that the
            // peer does not read; a slow reader gets more time.
            if (owes() ? !stuck() : now < idle_until) {
                deadline = owes() ? now + patience : idle_until;
                return;
            }
        }
        expired = true;
        deadline = never;
        if (phase == Phase::header || phase == Phase::body || phase == Phase::lingering)
            cancel();
        else
            close();
    }

    std::int64_t deadline = never, idle_until = never;
    std::int64_t unsent = 0;  // bytes as last counted by IoThread::account
    Phase phase = Phase::handshake;
    bool expired = false;
};

struct ActiveExchange {  // ActiveExchange: one request and its answer; only a busy connection has one
    Head head;
    Request req;
    Response res;
};

// Context: io_context with its shutdown reachable: pending coroutines are destroyed while the service that they use
// still lives. UNSAFE_IO: sockets and timers belong to the one thread and are not locked; other threads may only post.
class Context : public boost::asio::io_context {
public:
    Context() : boost::asio::io_context(BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO) {}
    using boost::asio::execution_context::shutdown;
};

inline constexpr int kTickMs = 250;

class IoThread {
public:
    static constexpr std::int64_t kStopGraceMs = std::int64_t{2} * kTickMs;
    // Thousands of connections may expire at once: their 408s are sent in portions, between the requests of others.
    static constexpr unsigned kExpirePerTick = 128;

    explicit IoThread(ServerShared& s);
    ~IoThread();
    IoThread(IoThread const&) = delete;
    IoThread& operator=(IoThread const&) = delete;

    void use(std::unique_ptr<Service> made);
    void begin_stop();  // called in the io thread
    void leave();       // a connection has ended; the last one ends a stopping thread
    bool tick();        // coarse clock, cached Date, expired connections; true: more have expired, call again soon

    // Counts the bytes that a connection has unsent now. When the total exceeds its bound, the oldest such connections
    // of this thread are reset; never this one.
    void account(ConnectionBase& c);
    void forget(ConnectionBase& c);  // the connection has nothing unsent any more

    std::unique_ptr<ActiveExchange> take();
    void give_back(std::unique_ptr<ActiveExchange> exchange);

    Context context;  // first member: destroyed last
    ServerShared& shared;
    Limits const& limits;
    Acceptor acceptor;
    std::unique_ptr<Service> service;
    ThreadMetrics* metrics = nullptr;
    boost::intrusive::list<ConnectionBase, boost::intrusive::base_hook<ConnectionHook>,
                           boost::intrusive::constant_time_size<false>>
        connections;
    std::int64_t now_ms = 0;
    std::int64_t stop_at = INT64_MAX;
    std::int64_t in_flight = 0;
    bool stopping = false;
    std::string date;     // "Date: ...\r\n"
    std::string scratch;  // header of the answer being written

private:
    void count(ConnectionBase& c);
    void relieve(ConnectionBase const* spared);

    // Connections with unsent bytes, in the order in which they began to have some.
    boost::intrusive::list<ConnectionBase, boost::intrusive::base_hook<OwingHook>,
                           boost::intrusive::constant_time_size<false>>
        owing_;
    std::vector<std::unique_ptr<ActiveExchange>> spare_;
    std::unique_ptr<ThreadMetrics> own_metrics_;
    std::int64_t second_ = 0;
};

}  // namespace gestor
