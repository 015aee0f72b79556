#include "server/app/periodicas.hpp"

#include "persistence/intentos.hpp"
#include "persistence/resumen.hpp"
#include "server/app/aplicacion.hpp"

namespace gestor {
namespace {

using namespace std::chrono_literals;

// Adds pólizas to the monthly sums of the ledger, some at a time.
bool resumir(Session& sesion) {
    std::int64_t faltan = 0;
    acceder(sesion, [&](Acceso& db) {
        faltan = std::stoll(db.consultar<resumir_polizas>("maximo"_es(polizas_por_vez)).filas[0][0].value());
    });
    return faltan > polizas_por_vez;
}

// Deletes idempotency keys after 30 days, and login attempts after 15 minutes.
bool purgar(Session& sesion) {
    acceder(sesion, [](Acceso& db) { db.consultar<purgar_idempotencia>(), db.consultar<purgar_intentos>(); });
    return false;
}

}  // namespace

std::vector<Periodica> periodicas(Aplicacion& app) {
    auto const revocar = [&app](Session& s) { return app.revocaciones.leer(s), false; };
    auto const vigilar = [&app](Session& s) { return app.vigia.mirar(s); };
    auto const alcanzar = [&app](Session& s) { return app.replica->mirar(s), false; };
    auto const segundos = static_cast<unsigned>(app.settings.entero("trabajo-segundos"));
    // clang-format off
    std::vector<Periodica> todas{
    //   nombre          cada   pronto  instancia            segundos  qué
        {"revocaciones", 1s,    1s,     Instancia::cada_una, segundos, revocar},
        {"vigía",        5s,    1s,     Instancia::cada_una, 5,        vigilar},
        {"resumen",      5s,    1s,     Instancia::lider,    segundos, resumir},
        {"purgas",       1min,  1min,   Instancia::lider,    segundos, purgar},
    };
    if (app.replica != nullptr)
        todas.push_back(
        {"réplica",      100ms, 100ms,  Instancia::cada_una, 2,        alcanzar, [&app] { app.replica->cortar(); }});
    // clang-format on
    return todas;
}

}  // namespace gestor
