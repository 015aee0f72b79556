#include "persistence/fast_lane.hpp"

#include <algorithm>
#include <boost/asio/async_result.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <deque>
#include <mutex>
#include <unordered_set>

#include "persistence/embedded_schema.hpp"
#include "persistence/soci_pg.hpp"

namespace gestor {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Ficha = asio::use_awaitable_t<Executor>;
using Descriptor = asio::posix::basic_stream_descriptor<Executor>;
using Temporizador =
    asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>, Executor>;
using AlLeer = asio::async_result<Ficha, void(error_code)>::handler_type;

constexpr char const* sentencia_inquilino = "inquilino";

using Instante = std::chrono::steady_clock::time_point;
// after this time without others, the organization may use the whole lane again
constexpr auto memoria_de_vecinos = std::chrono::seconds(10);
constexpr std::size_t filas_en_memoria = 1024;
// Waits between two attempts to connect. A PostgreSQL that is back is found within ultima_espera; a vain attempt costs
// one refused connect().
constexpr std::chrono::milliseconds primera_espera{50}, ultima_espera{200};

struct Cuenta {  // Cuenta: counts an admitted request while it lives
    std::size_t& total;
    explicit Cuenta(std::size_t& t) : total(++t) {}
    ~Cuenta() { --total; }
    Cuenta(Cuenta const&) = delete;
    Cuenta& operator=(Cuenta const&) = delete;
};

// Blocking work (connecting) runs on these threads, never on an io thread. The replica has a pool of its own, so that a
// replica that does not answer delays no connection to the primary.
asio::thread_pool& taller(bool replica) {
    static asio::thread_pool principal(1);
    if (!replica) return principal;
    static asio::thread_pool de_replicas(1);
    return de_replicas;
}

std::unique_ptr<soci::session> conectar(FastLaneConfig const& config) {
    auto sesion = std::make_unique<soci::session>(soci::postgresql, config.conninfo);
    auto* c = conexion_de(*sesion);
    callar(c);
    ejecutar_simple(c, usar_esquema);
    // Isolation set as a default of the connection: inside a pipeline SET TRANSACTION warns on every request.
    ejecutar_simple(c, "SET default_transaction_isolation = 'repeatable read'");
    ejecutar_simple(c, "SET default_transaction_read_only = on");
    ejecutar_simple(c, "SET statement_timeout = '" + std::to_string(config.segundos) + "s'");
    ejecutar_simple(c, "SET jit = off");
    ultima(c,
           PQsendPrepare(c, sentencia_inquilino, "SELECT set_config('gestor.organizacion', $1, true)", 0, nullptr) == 1,
           silencio);
    return sesion;
}

}  // namespace

// Cola: requests of one organization: how many are at PostgreSQL, how many may be, and the waiting ones.
struct FastLane::Cola {
    std::size_t en_vuelo = 0, ventana = 0;
    std::deque<Pendiente*> espera;
};

// Pendiente: one request on its way; lives in the coroutine that waits for it.
struct FastLane::Pendiente {
    Variante const& variante;
    std::vector<ValorSql> const& valores;
    Cola& cola;
    Conexion* conexion = nullptr;  // connection that carries the request
    Resultados resultados = {};
    std::optional<ErrorBase> error = {};
    std::optional<AlLeer> manejador = {};
    std::vector<Sentencia const*> nuevas = {};  // statements that this request is the first to use on its connection
    // results before its rows: one for each of `nuevas`, and one for the tenant
    std::size_t vistos = 0;

    // The handler is posted, not called: perder may run inside the very initiation that the request waits on.
    void perder(Executor const& ejecutor) {
        error = ErrorBase("", "", "conexión perdida");
        asio::post(ejecutor, [m = std::move(*manejador)]() mutable { m(error_code{}); });
    }
};

struct FastLane::Buzon {
    std::mutex mutex;
    asio::io_context* io = nullptr;
};

class FastLane::Conexion : public std::enable_shared_from_this<FastLane::Conexion> {
public:
    explicit Conexion(FastLane& carril) : carril_(&carril), socket_(carril.io_), reloj_(carril.io_) {}

    bool viva() const { return sesion_ != nullptr; }
    std::size_t en_vuelo() const { return pendientes_.size(); }

    void abrir() {
        // The connecting thread may finish after this object and the io_context are gone: the mailbox tells whether
        // both are alive.
        asio::post(taller(carril_->config_.replica),
                   [yo = weak_from_this(), buzon = carril_->buzon_, config = carril_->config_] {
                       std::shared_ptr<soci::session> sesion;
                       std::string error;
                       try {
                           sesion = conectar(config);
                       } catch (std::exception const& e) {
                           error = e.what();
                       }
                       std::lock_guard guarda(buzon->mutex);
                       if (buzon->io == nullptr) return;
                       asio::post(*buzon->io, [yo, sesion, error] {
                           if (auto const conexion = yo.lock()) conexion->abierta(sesion, error);
                       });
                   });
    }

    void enviar(Pendiente& p) {
        auto const& valores = p.valores;
        auto* c = conexion_de(*sesion_);
        bool bien = true;
        for (auto const& s : p.variante.sentencias)
            if (!s.nombre.empty() && preparadas_.insert(&s).second) {
                p.nuevas.push_back(&s);
                bien = bien && PQsendPrepare(c, s.nombre.c_str(), s.sql.c_str(), 0, nullptr) == 1;
            }
        char const* inquilino[] = {valores[organizacionId] ? valores[organizacionId]->c_str() : ""};
        bien = bien && PQsendQueryPrepared(c, sentencia_inquilino, 1, inquilino, nullptr, nullptr, 0) == 1;
        std::vector<char const*> textos;
        for (auto const& s : p.variante.sentencias) {
            textos.clear();
            for (auto const posicion : s.posiciones)
                textos.push_back(valores[posicion] ? valores[posicion]->c_str() : nullptr);
            int const n = static_cast<int>(textos.size());
            bien = bien && (s.nombre.empty()
                                ? PQsendQueryParams(c, s.sql.c_str(), n, nullptr, textos.data(), nullptr, nullptr, 0)
                                : PQsendQueryPrepared(c, s.nombre.c_str(), n, textos.data(), nullptr, nullptr, 0)) == 1;
        }
        if (pendientes_.empty()) oido_ = Instante::clock::now();
        pendientes_.push_back(&p);
        carril_->stats_.en_vuelo.fetch_add(1, std::memory_order_relaxed);
        if (!bien || PQpipelineSync(c) != 1) return caer();
        vaciar();
    }

    // A connection whose statements were planned for an older schema is closed and opened again.
    void renovar() { caer(); }

    void cerrar() {
        carril_ = nullptr;
        reloj_.cancel();
        soltar();
        fallar_todas();
    }

private:
    void abierta(std::shared_ptr<soci::session> sesion, std::string const& error) {
        if (carril_ == nullptr) return;
        if (sesion == nullptr) {
            if (std::exchange(error_, error) != error) avisar("el carril no se conecta a la base de datos: " + error);
            return reintentar();
        }
        auto* c = conexion_de(*sesion);
        PQsetnonblocking(c, 1);
        PQenterPipelineMode(c);
        sesion_ = std::move(sesion);
        preparadas_.clear();
        socket_.assign(PQsocket(c));
        espera_ = primera_espera;
        if (!std::exchange(error_, "").empty()) avisar("el carril se conectó de nuevo a la base de datos");
        vigilar();
        carril_->stats_.vivas.fetch_add(1, std::memory_order_relaxed);
        leer();
    }

    void reintentar() {
        reloj_.expires_after(espera_);
        espera_ = std::min(espera_ * 2, ultima_espera);
        reloj_.async_wait([yo = shared_from_this()](error_code ec) {
            if (!ec && yo->carril_ != nullptr) yo->abrir();
        });
    }

    void leer() {
        socket_.async_wait(Descriptor::wait_read, [yo = shared_from_this()](error_code ec) {
            if (ec || !yo->viva()) return;
            yo->recibir();
            if (yo->viva()) yo->leer();
        });
    }

    void vaciar() {
        if (escribiendo_) return;
        int const queda = PQflush(conexion_de(*sesion_));
        if (queda < 0) return caer();
        if (queda == 0) return;
        escribiendo_ = true;
        socket_.async_wait(Descriptor::wait_write, [yo = shared_from_this()](error_code ec) {
            yo->escribiendo_ = false;
            if (!ec && yo->viva()) yo->vaciar();
        });
    }

    void recibir() {
        // The shared pointer is copied: a resumed request may find the connection broken and release the session.
        auto const sesion = sesion_;
        auto* c = conexion_de(*sesion);
        if (PQconsumeInput(c) == 0) return caer();
        oido_ = Instante::clock::now();
        // On a broken connection libpq is never busy and never has a result; the check of its status ends the loop.
        while (viva() && PQstatus(c) == CONNECTION_OK && !pendientes_.empty() && PQisBusy(c) == 0) {
            Resultado r(PQgetResult(c));
            if (r != nullptr) repartir(std::move(r));
        }
        if (viva() && PQstatus(c) != CONNECTION_OK) caer();
    }

    // PostgreSQL itself keeps statement_timeout; a PostgreSQL that no longer answers at all is given up here.
    void vigilar() {
        reloj_.expires_after(std::chrono::seconds(1));
        reloj_.async_wait([yo = shared_from_this()](error_code ec) {
            if (ec || !yo->viva()) return;
            auto const limite = std::chrono::seconds(yo->carril_->config_.segundos + 2);
            bool const mudo = !yo->pendientes_.empty() && Instante::clock::now() - yo->oido_ > limite;
            if (mudo) return yo->caer();
            yo->vigilar();
        });
    }

    void repartir(Resultado r) {
        auto& p = *pendientes_.front();
        switch (PQresultStatus(r.get())) {
            case PGRES_PIPELINE_SYNC: {
                pendientes_.pop_front();
                carril_->stats_.en_vuelo.fetch_sub(1, std::memory_order_relaxed);
                carril_->stats_.atendidas.fetch_add(1, std::memory_order_relaxed);
                auto manejador = std::move(*p.manejador);
                manejador(error_code{});  // resumes the request at once, on this thread
                return;
            }
            case PGRES_PIPELINE_ABORTED:
                return;
            case PGRES_TUPLES_OK:
            case PGRES_COMMAND_OK:
                if (p.vistos++ <= p.nuevas.size()) return;  // result of a PREPARE, or of setting the tenant
                p.resultados.push_back(std::move(r));
                return;
            default:
                if (!p.error) p.error = error_de(r.get());
                for (auto i = p.vistos; i < p.nuevas.size(); ++i) preparadas_.erase(p.nuevas[i]);
        }
    }

    // Connection lost: everything in flight fails (the owner of a read repeats it once), and a new connection is
    // opened.
    void caer() {
        if (!viva()) return;
        auto* const carril = carril_;
        soltar();
        if (carril == nullptr) return;
        carril->stats_.vivas.fetch_sub(1, std::memory_order_relaxed);
        carril->stats_.reconexiones.fetch_add(1, std::memory_order_relaxed);
        error_ = "conexión perdida";
        avisar("el carril perdió su conexión a la base de datos");
        reintentar();
        fallar_todas();
    }

    void avisar(std::string const& texto) const {
        if (carril_ != nullptr && carril_->config_.avisar) carril_->config_.avisar(texto);
    }

    void soltar() {
        if (!viva()) return;
        socket_.release();  // the descriptor belongs to libpq
        sesion_.reset();
    }

    void fallar_todas() {
        auto perdidas = std::exchange(pendientes_, {});
        for (auto* p : perdidas) {
            if (carril_ != nullptr) carril_->stats_.en_vuelo.fetch_sub(1, std::memory_order_relaxed);
            p->perder(socket_.get_executor());
        }
    }

    FastLane* carril_;
    std::shared_ptr<soci::session> sesion_;
    Descriptor socket_;
    Temporizador reloj_;
    std::deque<Pendiente*> pendientes_;
    // Statements that this connection has, or will have before the next request is sent: each is prepared with the
    // first request that uses it. Preparing all of them at the start would take two tenths of a second.
    std::unordered_set<Sentencia const*> preparadas_;
    std::chrono::milliseconds espera_ = primera_espera;
    std::string error_;  // reason why the connection is down; reported once
    Instante oido_{};    // time of PostgreSQL's last answer, or of the first question
    bool escribiendo_ = false;
};

FastLane::FastLane(asio::io_context& io, FastLaneConfig config)
    : io_(io), config_(std::move(config)), buzon_(std::make_shared<Buzon>()) {
    buzon_->io = &io;
    for (unsigned i = 0; i < config_.conexiones; ++i) {
        conexiones_.push_back(std::make_shared<Conexion>(*this));
        conexiones_.back()->abrir();
    }
}

FastLane::~FastLane() {
    cerrar();
}

void FastLane::cerrar() {
    {
        std::lock_guard guarda(buzon_->mutex);
        buzon_->io = nullptr;
    }
    for (auto const& c : conexiones_) c->cerrar();
    conexiones_.clear();
    for (auto const& [_, cola] : colas_)
        for (auto* p : std::exchange(cola->espera, {})) p->perder(io_.get_executor());
    stats_.vivas.store(0, std::memory_order_relaxed);
}

FastLane::Conexion* FastLane::elegir() {
    Conexion* mejor = nullptr;
    for (std::size_t i = 0; i < conexiones_.size(); ++i) {
        auto* c = conexiones_[(turno_ + i) % conexiones_.size()].get();
        if (c->viva() && (mejor == nullptr || c->en_vuelo() < mejor->en_vuelo())) mejor = c;
    }
    ++turno_;
    return mejor;
}

// admitir refuses a request that exceeds the room. When several organizations ask, none may have more than half of the
// room.
std::shared_ptr<FastLane::Cola> FastLane::admitir(std::string const& organizacion) {
    auto const ahora = Instante::clock::now();
    if (organizacion != ultima_) {
        if (!ultima_.empty()) compartido_hasta_ = ahora + memoria_de_vecinos;
        ultima_ = organizacion;
    }
    bool const compartido = ahora < compartido_hasta_;
    if (colas_.size() >= filas_en_memoria)
        std::erase_if(colas_, [](auto const& f) { return f.second->en_vuelo == 0 && f.second->espera.empty(); });
    auto& cola = colas_[organizacion];
    if (cola == nullptr) cola = std::make_shared<Cola>();
    cola->ventana = compartido ? config_.por_organizacion : ~std::size_t{0};
    auto const cabida = config_.cola * conexiones_.size();
    auto const suyas = cola->en_vuelo + cola->espera.size();
    if (admitidas_ >= cabida || (compartido && suyas >= std::max<std::size_t>(1, cabida / 2))) {
        stats_.rechazadas.fetch_add(1, std::memory_order_relaxed);
        throw NoDisponible(causa::saturado, "el servicio está saturado");
    }
    return cola;
}

void FastLane::formar(Pendiente& p) {
    p.cola.espera.push_back(&p);
    avanzar(p.cola);
}

void FastLane::avanzar(Cola& cola) {
    while (!cola.espera.empty() && cola.en_vuelo < cola.ventana) {
        auto* const p = cola.espera.front();
        cola.espera.pop_front();
        ++cola.en_vuelo;
        p->conexion = elegir();
        if (p->conexion != nullptr)
            p->conexion->enviar(*p);
        else
            p->perder(io_.get_executor());
    }
}

Task<Resultados> FastLane::ejecutar(Variante const& variante, std::vector<ValorSql> const& valores) {
    if (!viva()) throw NoDisponible(causa::conexion, "la base de datos no responde");
    auto const cola = admitir(valores[organizacionId].value_or(""));
    Cuenta const admitida(admitidas_);
    for (int intento = 0;; ++intento) {
        Pendiente pendiente{variante, valores, *cola};
        auto iniciar = [&](AlLeer manejador) {
            pendiente.manejador.emplace(std::move(manejador));
            formar(pendiente);
        };
        Ficha ficha;
        co_await asio::async_initiate<Ficha, void(error_code)>(iniciar, ficha);
        --cola->en_vuelo;
        avanzar(*cola);
        if (!pendiente.error) co_return std::move(pendiente.resultados);
        // A read changed nothing, so one repetition on another connection is safe.
        if (pendiente.error->conexion_perdida()) {
            if (intento == 0) continue;
            pendiente.error->traducir();
        }
        // A migration under way changes the columns that a prepared statement returns; every connection may have such a
        // statement.
        if (pendiente.error->plan_obsoleto() && intento < static_cast<int>(conexiones_.size())) {
            pendiente.conexion->renovar();
            continue;
        }
        throw *pendiente.error;
    }
}

}  // namespace gestor
