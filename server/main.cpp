// main: settings, the command, and for `serve` the application, the HTTP floor and the signals that end the process.
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <thread>

#include "domain/administracion/administracion.hpp"
#include "domain/valores/problema.hpp"
#include "server/admin/admin.hpp"
#include "server/app/app.hpp"
#include "server/app/memoria.hpp"
#include "server/app/operaciones.hpp"
#include "server/docs/openapi.hpp"
#include "server/settings.hpp"

extern char** environ;

namespace gestor {
namespace {

// systemd's readiness protocol: one datagram.
void avisar_systemd(std::string_view estado) {
    char const* ruta = std::getenv("NOTIFY_SOCKET");
    sockaddr_un a{};
    a.sun_family = AF_UNIX;
    if (ruta == nullptr || std::strlen(ruta) >= sizeof a.sun_path) return;
    std::strncpy(a.sun_path, ruta, sizeof a.sun_path - 1);
    auto const largo = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + std::strlen(ruta));
    if (a.sun_path[0] == '@') a.sun_path[0] = '\0';
    int const s = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (s < 0) return;
    sendto(s, estado.data(), estado.size(), MSG_NOSIGNAL, reinterpret_cast<sockaddr const*>(&a), largo);
    close(s);
}

// Chooses the port before the first request, because URLs of files contain it; port 0 is only used by tests.
void elegir_puerto(Settings& settings) {
    if (settings.entero("puerto") == 0) {
        int const s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in a{};
        a.sin_family = AF_INET;
        a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t n = sizeof a;
        if (bind(s, reinterpret_cast<sockaddr*>(&a), n) == 0 &&
            getsockname(s, reinterpret_cast<sockaddr*>(&a), &n) == 0)
            settings.set("puerto", std::to_string(ntohs(a.sin_port)));
        close(s);
    }
    if (settings.texto("url-base").empty()) {
        auto const esquema = settings.texto("tls-certificado").empty() ? "http" : "https";
        settings.set("url-base",
                     fmt::format("{}://{}:{}", esquema, settings.texto("direccion"), settings.entero("puerto")));
    }
}

// Waits until each lane has a connection: READY means that the first request is answered. When the database goes away
// meanwhile, start-up goes on and the server answers 503 until it is back.
void esperar_carriles(Aplicacion& app) {
    for (int espera = 0; espera < 500; ++espera) {
        {
            std::lock_guard guarda(app.mutex);
            auto const viva = [](FastLane const* c) { return c->viva(); };
            if (!app.carriles.empty() && std::all_of(app.carriles.begin(), app.carriles.end(), viva)) return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

int serve(Settings& settings) {
    sigset_t senales;
    sigemptyset(&senales);
    for (int const s : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&senales, s);
    pthread_sigmask(SIG_BLOCK, &senales, nullptr);  // before the first thread: only sigwait below receives them
    for (int const s : {SIGPIPE, SIGUSR1, SIGUSR2}) std::signal(s, SIG_IGN);  // these signals must not end the process
    if (settings.texto("base-datos").empty())
        throw std::runtime_error("falta el ajuste base-datos: la conexión a PostgreSQL del rol gestor_app");
    elegir_puerto(settings);
    acotar_arenas();
    setenv("PGCONNECT_TIMEOUT", "5", 0);  // a PostgreSQL that accepts and never answers must not delay the exit

    Aplicacion app(settings, todas_las_areas());
    comprobar_base(app);
    app.revocaciones.esperar_primera();
    HttpServer http(settings,
                    [&app](boost::asio::io_context& io, unsigned hilo) { return hacer_servicio(app, io, hilo); });
    auto const puerto = http.start();
    esperar_carriles(app);
    comprobar_conexiones(app);
    auto const esquema = settings.texto("tls-certificado").empty() ? "http" : "https";
    devolver_memoria();  // memory of the start-up
    fmt::print("gestor listo en {}://{}:{}\n", esquema, settings.texto("direccion"), puerto);
    std::fflush(stdout);
    avisar_systemd("READY=1");
    app.tareas.comenzar();
    Comprobacion comprobacion(app, [] { kill(getpid(), SIGTERM); });

    for (;;) {
        int senal = 0;
        sigwait(&senales, &senal);
        if (senal != SIGHUP) break;
        app.accesos.reopen();
    }
    avisar_systemd("STOPPING=1");
    http.stop();
    http.join();
    app.cerrar();
    if (auto const falla = comprobacion.falla(); !falla.empty()) throw std::runtime_error(falla);
    return 0;
}

int operaciones() {
    static constexpr std::string_view sobres[] = {"BARE", "ONE", "LIST", "PAGE", "PLAIN"};
    for (auto const* area : todas_las_areas())
        for (auto const& o : area->operaciones)
            fmt::print("{:<7}{:<58}{:<34}{:<6} {}\n", nombre_de(o.verbo), o.ruta, o.permiso.texto(),
                       sobres[static_cast<std::size_t>(o.sobre)], o.resumen);
    return 0;
}

// Prints the statements as the server prepares them, with parameters by name: scripts/bench gives them to pgbench.
int lecturas() {
    for (auto const* area : todas_las_areas())
        for (auto const& o : area->operaciones)
            if (o.que.lectura() != nullptr)
                for (auto const* s : o.que.lectura()->preparables())
                    fmt::print("-- {}\n{};\n", s->nombre, con_nombres(*s));
    return 0;
}

int version() {
    fmt::print("gestor {}\n", GESTOR_VERSION);
    return 0;
}

int documento(Settings const& settings) {
    fmt::print("{}\n", openapi_json(todas_las_areas(), GESTOR_VERSION, settings.texto("url-base")));
    return 0;
}

// Prints one line of the list of commands, or the whole help of one command: «gestor usuario crear --help».
void explicar(Comando const& c) {
    fmt::print("  {:<24}{}{}{}\n", c.nombre, c.lugares, c.lugares.empty() ? "" : "  ", c.ayuda);
}

// Prints the help of the commands that begin with these words; without words, of all.
void ayuda(std::string_view comando) {
    if (comando == "serve") return fmt::print("{}", Settings::help());
    auto const suyos = [&](Comando const& c) { return (std::string(c.nombre) + " ").starts_with(comando); };
    bool const todos = comando.empty() || comando == "help" || std::ranges::none_of(comandos_admin(), suyos);
    fmt::print("gestor {}: administración de negocios por REST\n\n", GESTOR_VERSION);
    for (auto const& c : comandos_admin())
        if (todos || suyos(c)) explicar(c);
    if (comando == "certificados-sat") return;  // without a database
    if (!todos)
        return fmt::print("\nToma también --base-datos-admin, o GESTOR_BASE_DATOS_ADMIN: la conexión del dueño.\n");
    constexpr std::pair<std::string_view, std::string_view> propios[] = {
        {"serve", "atiende solicitudes; «gestor serve --help» lista los ajustes"},
        {"operaciones", "imprime la tabla de operaciones"},
        {"openapi", "imprime el documento OpenAPI"},
        {"lecturas", "imprime las sentencias preparadas de las lecturas"},
        {"version", "imprime la versión"}};
    for (auto const& [nombre, que] : propios) fmt::print("  {:<24}{}\n", nombre, que);
    fmt::print("\n«gestor COMANDO --help» explica uno.\n");
}

int ejecutar(std::span<char const* const> args) {
    Settings settings;
    auto const banderas = banderas_admin();
    auto argumentos = settings.parse(args, environ, banderas);
    std::string comando;
    for (auto const& palabra : argumentos.words) comando += (comando.empty() ? "" : " ") + palabra;
    for (auto const& aviso : settings.warnings()) fmt::print(stderr, "aviso: {}\n", aviso);
    if (argumentos.version || comando == "version") return version();
    auto const* c = buscar_comando(argumentos.words);
    if (argumentos.help || comando.empty() || comando == "help") {
        ayuda(c != nullptr ? c->nombre : comando);
        return comando.empty() && !argumentos.help ? 2 : 0;
    }
    if (c != nullptr) {
        administracion::presentarse(c->nombre);
        return ejecutar_comando(*c, settings, argumentos.words, std::move(argumentos.own));
    }
    if (!argumentos.own.empty())
        throw std::runtime_error("«gestor " + comando + "» no admite --" + argumentos.own.begin()->first);
    if (comando == "serve") return serve(settings);
    if (comando == "operaciones") return operaciones();
    if (comando == "lecturas") return lecturas();
    if (comando == "openapi") return documento(settings);
    throw std::runtime_error("no conozco «" + comando + "»; gestor --help lista los comandos");
}

}  // namespace
}  // namespace gestor

int main(int argc, char** argv) {
    try {
        std::span<char const* const> const args(argv, static_cast<std::size_t>(argc));
        return gestor::ejecutar(args.subspan(1));
    } catch (gestor::Problema const& p) {
        fmt::print(stderr, "gestor: {}\n", p.what());
        for (auto const& e : p.errores()) fmt::print(stderr, "  {}: {}\n", e.campo, e.mensaje);
        return 1;
    } catch (std::exception const& e) {
        fmt::print(stderr, "gestor: {}\n", e.what());
        return 1;
    }
}
