#include "domain/motor/captura/fechas.hpp"

#include <algorithm>

#include "domain/comun/consultas.hpp"
#include "domain/comun/parametros.hpp"
#include "domain/motor/escritura/consultas_motor.hpp"
#include "domain/motor/tipos.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor {
namespace {

struct MomentoLeido {
    FechaHora ahora;
    FechaHora fecha;
    Cadena nombre;
};
DTO(MomentoLeido, ahora, fecha, nombre)

Fecha fin_de_mes(Fecha fecha) {
    auto const dia = fecha.ymd();
    return Fecha(std::chrono::sys_days(dia.year() / dia.month() / std::chrono::last));
}

bool cerrado_por_si_mismo(Lectura& db, Fecha fecha, Fecha hoy) {
    auto const fin = fin_de_mes(fecha);
    if (hoy <= fin) return false;
    auto const dias = parametro<DiasCierre>(db, "diasCierre").valor();
    return dias > 0 && (hoy - fin).count() > dias;
}

}  // namespace

FechaHora fechar(std::optional<FechaHora> const& pedida, FechaHora ahora, std::optional<Antecedente> const& antes,
                 Fallas& fallas, std::string_view campo) {
    bool const es_ahora = !pedida || (*pedida > ahora && *pedida <= ahora + reloj_adelantado);
    if (es_ahora) return antes ? std::max(ahora, antes->fecha) : ahora;
    auto const dia = pedida->fecha();
    auto const hoy = ahora.fecha();
    if (antes && dia < antes->fecha.fecha())
        fallas.agregar(std::string(campo), codigo::rango,
                       "es anterior a " + antes->nombre + ", del " + texto_de(antes->fecha.fecha()));
    else if (dia > (antes ? std::max(hoy, antes->fecha.fecha()) : hoy))
        fallas.agregar(std::string(campo), codigo::rango, "es posterior a hoy en la sucursal, " + texto_de(hoy));
    return *pedida;
}

std::optional<Momento> momento_de(Lectura& db, std::vector<Id> const& ids) {
    auto const leido = db.uno<MomentoLeido, sql::momento>("transaccionId"_es(ids.at(0)), "ids"_es(ids));
    if (!leido) return std::nullopt;
    return Momento{leido->ahora, {leido->fecha, leido->nombre.valor()}};
}

void exigir_periodo_abierto(Escritura& db, Fecha fecha, Fecha hoy) {
    auto const cual = "fecha"_es(fecha);
    auto filas = db.consultar<sql::periodo_bloquear>(cual);
    if (filas.vacia()) {  // first document of its month: closing this month or a later one takes the same turn
        db.consultar<sql::turno>("que"_es("periodo"));
        db.encolar<sql::periodo_crear>(cual);
        filas = db.consultar<sql::periodo_bloquear>(cual);
    }
    if (filas.filas.at(0)[0] == "Abierto" && !cerrado_por_si_mismo(db, fecha, hoy)) return;
    throw Problema(codigo::periodo_cerrado, "el periodo contable " + texto_de(fecha).substr(0, 7) + " está cerrado");
}

Fecha primer_dia_abierto(Lectura& db, Fecha desde) {
    return Fecha::de_base(db.consultar<sql::primer_dia_abierto>("desde"_es(desde)).filas[0][0].value());
}

}  // namespace gestor
