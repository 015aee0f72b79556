#include "domain/administracion/exportar.hpp"

#include <stdexcept>

#include "persistence/migrations.hpp"

namespace gestor::administracion {
namespace {

constexpr auto contar_sql = R"(
    SELECT count(*) FROM poliza WHERE organizacion_id = $1 AND fecha BETWEEN $2::date AND $3::date)";
constexpr auto cuentas_sql = R"(
    SELECT cuenta_contable_id, padre_id, codigo, nombre FROM cuenta_contable
    WHERE organizacion_id = $1 ORDER BY nivel, codigo)";
constexpr auto movimientos_sql = R"(
    SELECT p.poliza_id, p.fecha, p.tipo, p.numero, t.folio, coalesce(nullif(p.concepto, ''), t.tipo_documento, ''), p.reversa_de,
           u.usuario, to_char(timezone('UTC', p.registrada), 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), CASE p.mes WHEN 13 THEN p.ejercicio::text END,
           m.cuenta_contable_id, m.debe - m.haber, m.concepto
    FROM   poliza p
    JOIN   poliza_movimiento m ON m.organizacion_id = p.organizacion_id AND m.poliza_id = p.poliza_id
    LEFT   JOIN transaccion t ON t.organizacion_id = p.organizacion_id AND t.transaccion_id = p.transaccion_id
    LEFT   JOIN usuario u ON u.organizacion_id = p.organizacion_id AND u.usuario_id = p.usuario_id
    WHERE  p.organizacion_id = $1 AND p.fecha BETWEEN $2::date AND $3::date
    ORDER  BY p.fecha, p.poliza_id, m.numero)";

}  // namespace

void leer_libro_diario(std::string const& conninfo, LibroDiario const& libro) {
    auto const org = std::to_string(libro.organizacion);
    AdminConnection db(conninfo);
    AdminTransaction transaccion(db);
    db.script("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    db.value("SELECT set_config('gestor.organizacion', $1, true)", {org});
    auto const nombre = db.value("SELECT nombre FROM organizacion WHERE organizacion_id = $1", {org});
    if (!nombre) throw std::runtime_error("no existe la organización " + org);
    std::vector<std::string> const rango{org, libro.desde.empty() ? "-infinity" : libro.desde,
                                         libro.hasta.empty() ? "infinity" : libro.hasta};
    libro.empezar(*nombre, std::stoll(db.value(contar_sql, rango).value()));
    db.each(cuentas_sql, {org}, libro.cuenta);
    db.each(movimientos_sql, rango, libro.movimiento);
    transaccion.commit();
}

}  // namespace gestor::administracion
