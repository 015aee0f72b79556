#include "server/http/io_thread.hpp"

#include <time.h>

#include <algorithm>
#include <thread>

#include "server/http/response_head.hpp"
#include "server/settings.hpp"

namespace gestor {

namespace asio = boost::asio;

Limits::Limits(Settings const& s) {
    auto size = [&s](std::string_view name) { return static_cast<std::size_t>(s.entero(name)); };
    auto ms = [&s](std::string_view name) { return s.entero(name) * 1000; };
    framing.header_bytes = size("encabezados-bytes");
    framing.url_bytes = size("url-bytes");
    framing.headers = size("encabezados-numero");
    body_bytes = static_cast<std::uint64_t>(s.entero("cuerpo-maximo"));
    bodies = size("cuerpos-memoria");
    bodies_per_owner = size("cuerpos-memoria-organizacion");
    unsent = size("envios-memoria");
    send_bytes = static_cast<int>(s.entero("envio-bytes"));
    idle_ms = ms("inactividad-segundos");
    header_ms = ms("encabezado-segundos");
    body_ms = ms("cuerpo-segundos");
    body_grace_ms = ms("cuerpo-espera-segundos");
    write_ms = ms("escritura-segundos");
    stop_ms = ms("apagado-segundos");
    bytes_per_second = s.entero("bytes-por-segundo");
    connections = size("conexiones");
    connections_per_address = size("conexiones-por-direccion");
    uploads = size("subidas");
    threads = static_cast<unsigned>(s.entero("hilos"));
    if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency() / 2);
    trusted_proxies = s.lista("proxies-confiables");
    in_flight = std::max<std::int64_t>(1, s.entero("solicitudes-en-vuelo") / threads);
}

AddressTable::Key AddressTable::key(asio::ip::address const& address) {
    Key key{};
    if (address.is_v4()) {
        auto bytes = address.to_v4().to_bytes();
        std::copy(bytes.begin(), bytes.end(), key.begin() + 12);
    } else {
        auto bytes = address.to_v6().to_bytes();
        std::copy_n(bytes.begin(), 8, key.begin());
    }
    return key;
}

Entry AddressTable::enter(Key const& key, bool trusted, Limits const& limits) {
    std::lock_guard lock(mutex_);
    if (total_ >= limits.connections) return Entry::full;
    auto& count = counts_[key];  // at most one entry per open connection
    if (!trusted && count >= limits.connections_per_address) return Entry::address;
    ++count;
    ++total_;
    return Entry::open;
}

void AddressTable::leave(Key const& key) {
    std::lock_guard lock(mutex_);
    auto found = counts_.find(key);
    if (--found->second == 0) counts_.erase(found);
    --total_;
}

IoThread::IoThread(ServerShared& s) : shared(s), limits(s.limits), acceptor(context) {
    tick();
}

IoThread::~IoThread() {
    if (service) service->close();
    context.shutdown();  // pending coroutines are destroyed first, while service and lists still live
    connections.clear();
    service.reset();
}

void IoThread::use(std::unique_ptr<Service> made) {
    service = std::move(made);
    metrics = service->metrics();
    if (!metrics) {
        own_metrics_ = std::make_unique<ThreadMetrics>(0);
        metrics = own_metrics_.get();
    }
}

// An idle connection stays open a moment longer: a request already on its way is answered, with Connection: close.
void IoThread::begin_stop() {
    stopping = true;
    stop_at = now_ms + limits.stop_ms;
    for (auto& c : connections)
        if (c.phase == Phase::idle)
            c.idle_until = c.deadline = std::min({c.deadline, c.idle_until, now_ms + kStopGraceMs});
    leave();
}

void IoThread::leave() {
    if (stopping && connections.empty()) context.stop();
}

bool IoThread::tick() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    now_ms = static_cast<std::int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1000000;
    auto second = static_cast<std::int64_t>(time(nullptr));
    bool const new_second = second != second_;
    if (new_second) {
        second_ = second;
        date = render_date(second);
    }
    if (now_ms >= stop_at) context.stop();
    if (new_second || shared.unsent.half())
        for (auto at = owing_.begin(); at != owing_.end();) count(*at++);
    if (shared.unsent.full()) relieve(nullptr);
    unsigned expired = 0;
    for (auto& c : connections) {
        if (c.deadline > now_ms) continue;
        c.expire(now_ms, limits.write_ms);
        if (++expired == kExpirePerTick) return true;
    }
    return false;
}

void IoThread::count(ConnectionBase& c) {
    auto const owed = c.pending();
    if (owed == 0) return forget(c);
    shared.unsent.change(owed - c.unsent);
    c.unsent = owed;
    if (!c.OwingHook::is_linked()) owing_.push_back(c);
}

void IoThread::forget(ConnectionBase& c) {
    shared.unsent.change(-c.unsent);
    c.unsent = 0;
    c.OwingHook::unlink();
}

void IoThread::relieve(ConnectionBase const* spared) {
    for (auto at = owing_.begin(); at != owing_.end() && shared.unsent.full();) {
        auto& oldest = *at++;
        if (&oldest == spared) continue;
        count(oldest);  // the client may have read since
        if (oldest.unsent > 0 && shared.unsent.full()) oldest.reset();
    }
    shared.unsent.relieved();
}

void IoThread::account(ConnectionBase& c) {
    count(c);
    if (shared.unsent.full()) relieve(&c);
}

std::unique_ptr<ActiveExchange> IoThread::take() {
    if (spare_.empty()) return std::make_unique<ActiveExchange>();
    auto x = std::move(spare_.back());
    spare_.pop_back();
    return x;
}

void IoThread::give_back(std::unique_ptr<ActiveExchange> x) {
    constexpr std::size_t keep = 65536;  // the memory of a larger answer is not kept
    x->req.sink.reset();
    x->req.charge.release();
    if (spare_.size() >= 64) return;
    if (x->req.body.capacity() + x->res.body.capacity() > keep) return;
    x->req.body.clear();
    x->res.clear();
    spare_.push_back(std::move(x));
}

}  // namespace gestor
