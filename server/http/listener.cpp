#include "server/http/listener.hpp"

#include <fmt/format.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "server/http/tls.hpp"
#include "server/settings.hpp"

namespace gestor {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

using Timer =
    asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>, Executor>;
using ReusePort = asio::detail::socket_option::boolean<SOL_SOCKET, SO_REUSEPORT>;
using UserTimeout = asio::detail::socket_option::integer<IPPROTO_TCP, TCP_USER_TIMEOUT>;

[[noreturn]] void cannot_listen(tcp::endpoint const& where, Error const& ec) {
    auto place = fmt::format("{}:{}", where.address().to_string(), where.port());
    if (ec == asio::error::address_in_use)
        throw std::runtime_error(
            fmt::format("el puerto {} está ocupado: detenga el programa que lo usa o elija otro con --puerto (0 = "
                        "cualquiera libre)",
                        place));
    if (ec == asio::error::access_denied)
        throw std::runtime_error(
            fmt::format("sin permiso para escuchar en {}: elija un puerto mayor que 1023 con --puerto", place));
    throw std::runtime_error(
        fmt::format("no se puede escuchar en {}: {}; revise --direccion y --puerto", place, ec.message()));
}

// Raises the limit of descriptors: thousands of connections exceed the usual soft limit of 1024. When the hard limit is
// lower than the allowed connections, some descriptors are reserved for the database and files: refusing a client is
// better than losing the database.
void fit_to_descriptors(Limits& limits) {
    auto const reserve = 128 + limits.uploads;
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
    auto room = static_cast<std::size_t>(limit.rlim_cur);
    limits.connections = std::min(limits.connections, room > 2 * reserve ? room - reserve : room / 2);
}

}  // namespace

void check_port_is_free(tcp::endpoint const& where) {
    if (where.port() == 0) return;
    asio::io_context context;
    tcp::acceptor probe(context, where.protocol());
    Error ec;
    probe.set_option(asio::socket_base::reuse_address(true), ec);
    probe.bind(where, ec);
    if (!ec) probe.listen(1, ec);
    if (ec) cannot_listen(where, ec);
}

// Limits that accepted connections inherit: how many unread bytes the kernel holds for a peer (it would let them grow
// to megabytes), and how long it retransmits them.
void bound_sending(Acceptor& acceptor, Limits const& limits, Error& ec) {
    if (limits.send_bytes > 0) acceptor.set_option(asio::socket_base::send_buffer_size(limits.send_bytes), ec);
    if (!ec) acceptor.set_option(UserTimeout(static_cast<int>(limits.write_ms)), ec);
}

unsigned short listen_on(Acceptor& acceptor, tcp::endpoint const& where, Limits const& limits) {
    Error ec;
    acceptor.open(where.protocol(), ec);
    if (!ec) acceptor.set_option(asio::socket_base::reuse_address(true), ec);
    if (!ec) acceptor.set_option(ReusePort(true), ec);
    if (!ec) bound_sending(acceptor, limits, ec);
    if (!ec) acceptor.bind(where, ec);
    if (!ec) acceptor.listen(asio::socket_base::max_listen_connections, ec);
    if (ec) cannot_listen(where, ec);
    acceptor.non_blocking(true);
    return acceptor.local_endpoint().port();
}

Task<void> accept_loop(IoThread& io) {
    Timer pause(io.context);
    while (!io.stopping) {
        Socket socket(io.context);
        Error ec;
        co_await io.acceptor.async_accept(socket, asio::redirect_error(awaiting, ec));
        if (io.stopping || ec == asio::error::operation_aborted) co_return;
        if (!ec) {
            launch(io, std::move(socket));
            continue;
        }
        if (ec == asio::error::connection_aborted) continue;
        // out of descriptors or memory: other connections must close first
        pause.expires_after(std::chrono::milliseconds(50));
        co_await pause.async_wait(asio::redirect_error(awaiting, ec));
    }
}

Task<void> tick_loop(IoThread& io) {
    Timer timer(io.context);
    for (bool more = false;;) {
        Error ec;
        timer.expires_after(std::chrono::milliseconds(more ? 5 : kTickMs));
        co_await timer.async_wait(asio::redirect_error(awaiting, ec));
        more = io.tick();
    }
}

void accept_waiting(IoThread& io) {
    for (Error ec; !ec;) {
        Socket socket(io.context);
        io.acceptor.accept(socket, ec);
        if (!ec) launch(io, std::move(socket));
    }
}

struct HttpServer::Impl {
    explicit Impl(Settings const& s) : settings(s), shared(s) {}

    Settings const& settings;
    ServerShared shared;
    ServiceFactory factory;
    std::vector<std::unique_ptr<IoThread>> io;
    std::vector<std::thread> threads;
};

HttpServer::HttpServer(Settings const& settings, ServiceFactory factory) : impl_(std::make_unique<Impl>(settings)) {
    impl_->factory = std::move(factory);
}

HttpServer::~HttpServer() {
    stop();
    join();
}

unsigned short HttpServer::start() {
    auto& settings = impl_->settings;
    fit_to_descriptors(impl_->shared.limits);
    impl_->shared.tls = make_tls(settings);
    Error ec;
    auto address = asio::ip::make_address(settings.texto("direccion"), ec);
    if (ec)
        throw std::runtime_error(fmt::format("direccion «{}» no es una dirección IP: use p. ej. 127.0.0.1 o 0.0.0.0",
                                             settings.texto("direccion")));
    tcp::endpoint where(address, static_cast<unsigned short>(settings.entero("puerto")));
    if (!settings.bandera("puerto-compartido")) check_port_is_free(where);
    for (unsigned i = 0; i < impl_->shared.limits.threads; ++i) {
        auto& io = *impl_->io.emplace_back(std::make_unique<IoThread>(impl_->shared));
        where.port(listen_on(io.acceptor, where, io.limits));
    }
    for (unsigned i = 0; i < impl_->io.size(); ++i) {
        auto& io = *impl_->io[i];
        io.use(impl_->factory(io.context, i));
        asio::co_spawn(io.context, accept_loop(io), asio::detached);
        asio::co_spawn(io.context, tick_loop(io), asio::detached);
    }
    for (auto& io : impl_->io) impl_->threads.emplace_back([&context = io->context] { context.run(); });
    return where.port();
}

void HttpServer::stop() {
    for (auto& io : impl_->io) {
        asio::post(io->context, [&thread = *io] {
            if (thread.stopping) return;
            accept_waiting(thread);
            Error ec;
            thread.acceptor.close(ec);
            thread.begin_stop();
        });
    }
}

void HttpServer::join() {
    for (auto& thread : impl_->threads) thread.join();
    impl_->threads.clear();
}

}  // namespace gestor
