#include "domain/contabilidad/electronica/electronica.hpp"

#include "domain/comun/agrupador.hpp"
#include "domain/contabilidad/electronica/consultas.hpp"
#include "domain/contabilidad/electronica/electronica_xml.hpp"
#include "domain/contabilidad/impuestos/declarar.hpp"
#include "domain/contabilidad/reportes/balanza.hpp"
#include "domain/operacion/acotar.hpp"
#include "domain/valores/zip.hpp"

namespace gestor::contabilidad {
namespace {

Descarga en_zip(Declarante const& de, std::string_view que, std::string const& xml) {
    auto const nombre = nombre_de(de, que);
    return entregar(nombre + ".zip", "application/zip", zip_de(nombre + ".xml", xml));
}

void exigir_agrupadores(std::vector<CuentaElectronica> const& cuentas, Fallas& fallas) {
    for (auto const& c : cuentas)
        if (!es_codigo_agrupador(c.codigoAgrupador.valor()))
            fallas.agregar("cuenta " + c.cuenta.valor(), codigo::clave_sat_invalida,
                           "su código agrupador («" + c.codigoAgrupador.valor() + "») no es del catálogo del SAT");
}

std::vector<CuentaElectronica> cuentas_de(Lectura& db, Entorno const& entorno) {
    auto cuentas = db.lista<CuentaElectronica, sql::cuentas_electronicas>("maximo"_es(entorno.lista_maxima + 1));
    acotar(cuentas.size(), entorno, "menos cuentas");
    return cuentas;
}

template <class T, std::string_view const& Sql, class F>
std::vector<T> del_mes(Lectura& db, Entorno const& entorno, F const& f) {
    auto filas = db.lista<T, Sql>("anio"_es(f.anio), "mes"_es(f.mes), "maximo"_es(entorno.lista_maxima + 1));
    acotar(filas.size(), entorno, "gestor exportar electronica, que no tiene máximo");
    return filas;
}

}  // namespace

Descarga catalogo_electronico(Lectura& db, Entorno const& entorno, Consulta<CatalogoElectronicoFiltro> const& f) {
    auto const cuentas = cuentas_de(db, entorno);
    Fallas fallas;
    exigir_agrupadores(cuentas, fallas);
    fallas.lanzar();
    auto const de = declarante(db, f.anio, f.mes.valor());
    return en_zip(de, "CT", catalogo_xml(de, cuentas));
}

Descarga balanza_electronica(Lectura& db, Entorno const& entorno, Consulta<BalanzaElectronicaFiltro> const& f) {
    Fallas fallas;
    exigir_meses_cerrados(db, f.anio, f.mes.valor(), fallas);
    exigir_agrupadores(cuentas_de(db, entorno), fallas);
    fallas.lanzar();
    // Unclosed results of earlier years are shown as 305.01 or 305.02, accounts that the catalogue has.
    auto const cuentas = balanza_de(db, entorno, f.anio.valor(), f.mes);
    if (cuentas.empty()) throw Problema::en("mes", codigo::rango, "no hay movimientos hasta ese mes");
    auto const de = declarante(db, f.anio, f.mes.valor());
    auto const que = std::string("B") + std::string(f.tipoEnvio.valor.valor());
    return en_zip(de, que, balanza_xml(de, f, cuentas));
}

Descarga polizas_electronicas(Lectura& db, Entorno const& entorno, Consulta<PolizasElectronicasFiltro> const& f) {
    Fallas fallas;
    exigir_meses_cerrados(db, f.anio, f.mes.valor(), fallas);
    exigir_agrupadores(cuentas_de(db, entorno), fallas);
    auto const movimientos = del_mes<MovimientoElectronico, sql::movimientos_electronicos>(db, entorno, f);
    if (movimientos.empty()) fallas.agregar("mes", codigo::rango, "no tiene pólizas");
    fallas.lanzar();
    SoporteElectronico const soporte{del_mes<ComprobanteElectronico, sql::comprobantes_electronicos>(db, entorno, f),
                                     del_mes<PagoElectronico, sql::pagos_electronicos>(db, entorno, f)};
    auto const de = declarante(db, f.anio, f.mes.valor());
    return en_zip(de, "PL", polizas_xml(de, f, movimientos, soporte));
}

}  // namespace gestor::contabilidad
