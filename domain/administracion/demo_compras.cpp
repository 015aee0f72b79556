#include "domain/administracion/demo_compras.hpp"

#include <stdexcept>
#include <vector>

#include "domain/lote/paso.hpp"  // house-rule: what the demo calls are steps of a batch, only each at its own time
#include "domain/valores/json.hpp"

namespace gestor::administracion {
namespace {

// Until now the session was used as a load wants it; from here on it is one of the server's again, but for its clock.
constexpr std::string_view del_motor[] = {"SET LOCAL enable_nestloop = on", "SET LOCAL enable_seqscan = off",
                                          "SET LOCAL plan_cache_mode = force_generic_plan",
                                          "SET LOCAL search_path = demo_reloj, pg_catalog, gestor, public"};
constexpr std::string_view de_la_carga[] = {"SET LOCAL search_path = gestor, public",
                                            "SET LOCAL plan_cache_mode = auto", "SET LOCAL enable_seqscan = on",
                                            "SET LOCAL enable_nestloop = off"};

// Its answer, in its envelope.
std::string hacer(Escritura& db, Sesion const& sesion, lote::OperacionDeLote const& operacion,
                  lote::Respuestas const& respuestas) {
    static Entorno const entorno;
    lote::Paso paso(operacion, 0);
    Fallas fallas;
    paso.dirigir(sesion, entorno, fallas);
    paso.leer(respuestas, fallas);
    fallas.lanzar();
    auto libres = lote::referido_maximo;
    return paso.correr(db, respuestas, libres);
}

// A story that the engine does not accept is our fault: what was wrong with it, and where.
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
    Escritura db(conexion, {sesion.organizacionId, 0, ""});
    lote::Respuestas respuestas;
    respuestas["demo"] = json_leer(nombres);
    for (auto const& sql : del_motor) conexion.consultar(sql, {});
    for (auto const& fila : historia.filas) {
        auto const operacion = json_leer<lote::OperacionDeLote>(*fila[1]);
        conexion.consultar("SELECT set_config('gestor.demo_ahora', :momento, true)", {{"momento", fila[0]}});
        try {
            auto const respuesta = hacer(db, sesion, operacion, respuestas);
            if (operacion.id) respuestas[operacion.id->valor()] = json_leer(respuesta);
        } catch (Problema const& p) {
            throw falla_de(operacion, p);
        }
    }
    for (auto const& sql : de_la_carga) conexion.consultar(sql, {});
    conexion.consultar("SELECT pg_temp.demo_firmar(:org)", de);
}

}  // namespace

void comprar_y_pagar(Session& conexion, std::string const& organizacion, std::int64_t meses) {
    contar_historia(conexion, organizacion, meses,
                    "SELECT momento, operacion FROM pg_temp.demo_compras(:org, :meses, :nombres)");
}

void dejar_pendientes(Session& conexion, std::string const& organizacion, std::int64_t meses) {
    contar_historia(conexion, organizacion, meses, "SELECT momento, operacion FROM pg_temp.demo_pendientes(:org)");
}

void llevar_tesoreria(Session& conexion, std::string const& organizacion, std::int64_t meses) {
    contar_historia(conexion, organizacion, meses, "SELECT momento, operacion FROM pg_temp.demo_tesoreria(:org)");
}

}  // namespace gestor::administracion
