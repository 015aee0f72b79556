// An io thread: its context, its service, its coarse clock and the list of its connections.
// Nothing here is touched by another thread, the address table excepted.
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

struct Limits {  // the settings, resolved once; times in milliseconds
    explicit Limits(Settings const& s);
    FramingLimits framing;
    std::uint64_t body_bytes;
    std::size_t bodies, bodies_per_owner;  // bytes of memory
    std::size_t unsent;
    int send_bytes;
    std::int64_t idle_ms, header_ms, body_ms, body_grace_ms, write_ms, stop_ms;
    std::int64_t bytes_per_second;
    std::size_t connections, connections_per_address, uploads;
    std::int64_t in_flight;  // per thread
    unsigned threads;
    std::vector<std::string> trusted_proxies;
};

// Connections by peer address over all threads. Locked, but only when a connection comes or goes.
class AddressTable {
public:
    using Key = std::array<unsigned char, 16>;  // an IPv6 client owns its /64, so that is what counts
    static Key key(boost::asio::ip::address const& address);
    // A trusted proxy brings many clients: only the whole bounds it.
    Entry enter(Key const& key, bool trusted, Limits const& limits);
    void leave(Key const& key);

private:
    std::mutex mutex_;
    std::map<Key, std::size_t> counts_;
    std::size_t total_ = 0;
};

struct ServerShared {  // of the whole server
    explicit ServerShared(Settings const& s)
        : limits(s), bodies(limits.bodies, limits.bodies_per_owner), unsent(limits.unsent) {}
    Limits limits;  // start() lowers the connections to what the descriptors allow
    BodyBudget bodies;
    Unsent unsent;
    AddressTable addresses;
    std::unique_ptr<boost::asio::ssl::context> tls;  // null = plain
};

// Phase of a connection: it decides what the deadline does.
enum class Phase : std::uint8_t { handshake, idle, header, body, handling, writing, lingering };

using AutoUnlink = boost::intrusive::link_mode<boost::intrusive::link_mode_type::auto_unlink>;
using ConnectionHook = boost::intrusive::list_base_hook<AutoUnlink>;
using OwingHook = boost::intrusive::list_base_hook<boost::intrusive::tag<struct Owing>, AutoUnlink>;

class ConnectionBase : public ConnectionHook, public OwingHook {
public:
    virtual ~ConnectionBase() = default;
    virtual void cancel() = 0;  // the pending read ends, the socket stays: there is a 408 to send
    virtual void close() = 0;
    virtual void reset() = 0;  // what its peer did not take is thrown away
    virtual bool spoke() = 0;  // bytes have arrived that nobody has read yet
    // True when the peer has not taken the minimum rate's worth of what was written since the last look.
    virtual bool stuck() = 0;
    virtual bool owes() = 0;
    virtual std::int64_t pending() = 0;  // bytes, with what was not written yet

    static constexpr std::int64_t never = INT64_MAX;
    void arm(Phase p, std::int64_t at) {
        phase = p;
        deadline = at;
        expired = false;
    }
    void expire(std::int64_t now, std::int64_t patience) {
        if (phase == Phase::idle) {
            if (spoke()) return;  // what has just arrived is answered, not cut off
            // Looked at early, for the kernel may hold an answer that nobody reads; a slow reader gets more time.
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
    std::int64_t unsent = 0;  // as it was counted, see IoThread::account
    Phase phase = Phase::handshake;
    bool expired = false;
};

struct ActiveExchange {  // one request and its answer; only a busy connection has one
    Head head;
    Request req;
    Response res;
};

// io_context with its shutdown reachable: pending coroutines are destroyed while the service they use still lives.
// UNSAFE_IO: sockets and timers belong to the one thread and are not locked; others may only post.
class Context : public boost::asio::io_context {
public:
    Context() : boost::asio::io_context(BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO) {}
    using boost::asio::execution_context::shutdown;
};

inline constexpr int kTickMs = 250;

class IoThread {
public:
    static constexpr std::int64_t kStopGraceMs = std::int64_t{2} * kTickMs;
    // Thousands of attackers expire at once: their 408s go out in portions, between the requests of others.
    static constexpr unsigned kExpirePerTick = 128;

    explicit IoThread(ServerShared& s);
    ~IoThread();
    IoThread(IoThread const&) = delete;
    IoThread& operator=(IoThread const&) = delete;

    void use(std::unique_ptr<Service> made);
    void begin_stop();  // in the thread
    void leave();       // a connection is gone: the last one ends a stopping thread
    bool tick();        // coarse clock, cached Date, expired connections; true: more of these, come back soon

    // Counts what a connection owes now. Past the bound of all the oldest of this thread that owe are reset; not this
    // one.
    void account(ConnectionBase& c);
    void forget(ConnectionBase& c);  // it owes nothing any more

    std::unique_ptr<ActiveExchange> take();
    void give_back(std::unique_ptr<ActiveExchange> exchange);

    Context context;  // first: destroyed last
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
    std::string scratch;  // the header of the answer being written

private:
    void count(ConnectionBase& c);
    void relieve(ConnectionBase const* spared);

    // In the order in which they began to owe.
    boost::intrusive::list<ConnectionBase, boost::intrusive::base_hook<OwingHook>,
                           boost::intrusive::constant_time_size<false>>
        owing_;
    std::vector<std::unique_ptr<ActiveExchange>> spare_;
    std::unique_ptr<ThreadMetrics> own_metrics_;
    std::int64_t second_ = 0;
};

}  // namespace gestor
