#include "domain/administracion/demo_compras.hpp"

#include <stdexcept>
#include <vector>

#include "domain/lote/tipos.hpp"
#include "domain/operacion/llamar.hpp"

namespace gestor::administracion {
namespace {

// Settings of the engine's part: the bulk load's settings are replaced by those of the server.
constexpr std::string_view del_motor[] = {"SET LOCAL enable_nestloop = on", "SET LOCAL enable_seqscan = off",
                                          "SET LOCAL plan_cache_mode = force_generic_plan"};
constexpr std::string_view de_la_carga[] = {"SET LOCAL plan_cache_mode = auto", "SET LOCAL enable_seqscan = on",
                                            "SET LOCAL enable_nestloop = off"};

constexpr auto numerar = "SELECT pg_temp.demo_numerar(:id)";
// Customers of the examples without credit limit: a large demo leaves its customers at their limits.
constexpr auto sin_limite =
    "UPDATE contacto SET limite_credito = 0 WHERE organizacion_id = :org::bigint AND "
    "contacto_id::text IN (SELECT v FROM jsonb_each_text(:nombres::jsonb) AS n (k, v) WHERE "
    "k IN ('cliente', 'otro', 'ambos'))";

// Error for an operation of the demo that the engine refuses, with its place: a bug of the demo.
std::runtime_error falla_de(lote::OperacionDeLote const& operacion, Problema const& p) {
    std::string texto = operacion.ruta.valor() + ": " + p.detalle();
    for (auto const& e : p.errores()) texto += "; " + e.campo + ": " + e.mensaje;
    return std::runtime_error(texto);
}

void contar_historia(Session& conexion, std::string const& organizacion, std::int64_t meses, std::string_view cual) {
    if (meses == 0) return;
    Valores const de{{"org", organizacion}, {"meses", sql_de(meses)}};
    conexion.consultar("SELECT set_config('gestor.organizacion', :org, true)", de);
    auto const nombres = conexion.consultar("SELECT pg_temp.demo_nombres(:org, :meses)", de).filas[0][0].value();
    auto const historia = conexion.consultar(cual, {de[0], de[1], {"nombres", nombres}});

    Sesion sesion;
    sesion.organizacionId = std::stoll(organizacion);
    sesion.permisos = {"*"};
    Entorno const entorno;
    Inquilino quien{sesion.organizacionId, 0, ""};
    Respuestas respuestas;
    respuestas["demo"] = json_leer(nombres);
    bool const numerada = !historia.vacia() && historia.filas[0].size() > 2;
    if (numerada) conexion.consultar(sin_limite, {de[0], {"nombres", nombres}});
    for (auto const& sql : del_motor) conexion.consultar(sql, {});
    for (auto const& fila : historia.filas) {
        auto const operacion = json_leer<lote::OperacionDeLote>(*fila[1]);
        quien.reloj = Reloj(std::chrono::sys_seconds(std::chrono::seconds(std::stoll(fila[0].value()))));
        Escritura db(conexion, quien);
        Pedido const pedido{operacion.metodo.valor(), operacion.ruta.valor(),
                            operacion.cuerpo ? std::string_view(operacion.cuerpo->texto()) : ""};
        if (numerada) conexion.consultar(numerar, {{"id", fila[2]}});
        try {
            auto const respuesta = llamar(db, sesion, entorno, pedido, &respuestas).cuerpo;
            if (operacion.id) respuestas[operacion.id->valor()] = json_leer(respuesta);
        } catch (Problema const& p) {
            throw falla_de(operacion, p);
        }
    }
    for (auto const& sql : de_la_carga) conexion.consultar(sql, {});
    if (numerada) conexion.consultar(numerar, {{"id", std::nullopt}});
    conexion.consultar("SELECT pg_temp.demo_firmar(:org)", de);
}

}  // namespace

void comprar_y_pagar(Session& conexion, std::string const& organizacion, std::int64_t meses) {
    contar_historia(
        conexion, organizacion, meses,
        "SELECT extract(epoch FROM momento)::bigint, operacion FROM pg_temp.demo_compras(:org, :meses, :nombres)");
}

void dejar_ejemplos(Session& conexion, std::string const& organizacion, std::int64_t meses) {
    contar_historia(conexion, organizacion, meses,
                    "SELECT extract(epoch FROM momento)::bigint, operacion, id FROM pg_temp.demo_ejemplos(:org)");
}

void llevar_tesoreria(Session& conexion, std::string const& organizacion, std::int64_t meses) {
    contar_historia(conexion, organizacion, meses,
                    "SELECT extract(epoch FROM momento)::bigint, operacion FROM pg_temp.demo_tesoreria(:org)");
}

}  // namespace gestor::administracion
