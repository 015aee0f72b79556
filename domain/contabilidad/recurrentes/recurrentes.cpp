#include "domain/contabilidad/recurrentes/recurrentes.hpp"

#include <map>

#include "domain/comun/nombrados.hpp"
#include "domain/comun/reportes.hpp"
#include "domain/contabilidad/recurrentes/consultas.hpp"
#include "domain/motor/escritura/etapas.hpp"
#include "domain/valores/texto_de.hpp"
#include "persistence/agregado.hpp"

namespace gestor::contabilidad {
namespace {

constexpr std::int64_t recurrentes_maximas = 1'000;

struct Debida {
    Id polizaRecurrenteId;
    Cadena nombre;
    TipoPoliza tipo;
    Cadena concepto;
    ModoRecurrente modo;
    Fecha fecha;
    Entero<1, 1'000'000> numero;
    Entero<1, 1'000'000> meses;
};
DTO(Debida, polizaRecurrenteId, nombre, tipo, concepto, modo, fecha, numero, meses)

// RecurrenteLeida: lines of a recurring póliza, and the faults of their references today.
struct RecurrenteLeida {
    std::vector<LineaPropia> lineas;
    Fallas fallas;
};

AgregadoDe<PolizaRecurrenteDatos> const recurrentes("poliza_recurrente", "la póliza recurrente");

std::vector<LineaPropia> lineas_recurrentes(Escritura& db, PolizaRecurrenteDatos const& datos, Fallas& fallas) {
    std::vector<LineaPropia> lineas;
    for (auto const& p : datos.partidas) lineas.push_back(linea_de(p));
    resolver_partidas(db, como_json(datos.partidas), lineas, fallas);
    return lineas;
}

void guardar_partidas(Escritura& db, Id id, std::vector<LineaPropia> const& lineas) {
    db.encolar<sql::recurrente_partidas_borrar>("id"_es(id));
    db.encolar<sql::recurrente_partidas_guardar>("id"_es(id), "lineas"_es(como_json(lineas)));
}

// The months of an amortization add up to its totals, so its plan stays once a month was posted.
void exigir_sin_meses(Escritura& db, Id id, PolizaRecurrenteDatos const& antes,
                      Edicion<PolizaRecurrenteDatos> const& edicion, Fallas& fallas) {
    static constexpr char const* plan[] = {"modo", "dia", "desde", "hasta", "partidas"};
    bool const amortiza = antes.modo.valor == ModoRecurrente("Amortizacion");
    if (db.consultar<sql::recurrente_con_meses>("id"_es(id)).vacia()) return;
    for (auto const* campo : plan)
        if (edicion.trae(campo) && (amortiza || std::string_view(campo) == "modo"))
            fallas.agregar(campo, codigo::rango, "no cambia: ya generó pólizas; termínela y registre otra");
}

RecurrenteLeida leer_lineas(Escritura& db, Id id) {
    RecurrenteLeida g{db.lista<LineaPropia, sql::recurrente_lineas>("id"_es(id)), {}};
    auto const partidas = db.lista<PartidaRecurrenteNueva, sql::recurrente_como_nueva>("id"_es(id));
    resolver_partidas(db, como_json(partidas), g.lineas, g.fallas);
    return g;
}

PolizaPropia poliza_recurrente_de(Debida const& d, std::vector<LineaPropia> const& lineas) {
    PolizaPropia p;
    p.tipo = d.tipo;
    p.origen = "Manual";
    p.fecha = d.fecha;
    p.concepto = d.concepto;
    p.lineas = d.modo == ModoRecurrente("Igual") ? lineas : cuota_de(lineas, {d.numero.valor(), d.meses.valor()});
    return p;
}

Dinero cargos_de(PolizaPropia const& p) {
    Dinero suma;
    for (auto const& l : p.lineas) suma += l.debe;
    return suma;
}

// Last day until which pólizas are due: of the asked month, and not after today.
Fecha dia_de_corte(RecurrentesDelMes const& hasta, Fecha hoy) {
    Fecha const fin = fin_de_mes(static_cast<int>(hasta.anio.valor()), static_cast<unsigned>(hasta.mes.valor()));
    if (std::pair(fin.anio(), fin.mes()) > std::pair(hoy.anio(), hoy.mes())) {
        Fallas fallas;
        fallas.agregar("mes", codigo::rango, "aún no empieza");
        fallas.lanzar();
    }
    return std::min(fin, hoy);
}

}  // namespace

LecturaCompilada leer_poliza_recurrente() {
    using R = PolizaRecurrenteViewModel;
    return {lectura<R>(sql::polizas_recurrentes, larga, lista<&R::partidas>(sql::recurrente_partidas),
                       lista<&R::generadas>(sql::recurrente_generadas)),
            "polizaRecurrente"};
}

LecturaCompilada leer_polizas_recurrentes() {
    using F = PolizasRecurrentesFiltro;
    return {pagina<PolizaRecurrenteEncabezado, F>(
                sql::polizas_recurrentes, filtro<&F::activo>("r.activo = :activo::boolean"),
                filtro<&F::modo>("r.modo = :modo"),
                filtro_largo<&F::busqueda>("normalizar(r.nombre || ' ' || r.concepto) LIKE patron(:busqueda)")),
            "polizasRecurrentes"};
}

Vista<PolizaRecurrenteViewModel> crear_recurrente(Escritura& db, Cuerpo<PolizaRecurrenteDatos> const& datos) {
    Fallas fallas;
    recurrentes.referencias(db, datos, fallas);
    auto const lineas = lineas_recurrentes(db, datos, fallas);
    fallas.lanzar();
    auto const id = recurrentes.agregar(db, datos);
    guardar_partidas(db, id, lineas);
    return db.vista<PolizaRecurrenteViewModel>(poliza_recurrente, id);
}

Vista<PolizaRecurrenteViewModel> modificar_recurrente(Escritura& db, Id id,
                                                      Edicion<PolizaRecurrenteDatos> const& edicion) {
    PolizaRecurrenteDatos antes;
    auto const datos = recurrentes.editar(db, id, edicion, &antes);
    Fallas fallas;
    exigir_sin_meses(db, id, antes, edicion, fallas);
    std::vector<LineaPropia> lineas;
    if (edicion.trae("partidas")) lineas = lineas_recurrentes(db, datos, fallas);
    fallas.lanzar();
    recurrentes.guardar(db, id, datos);
    if (edicion.trae("partidas")) guardar_partidas(db, id, lineas);
    return db.vista<PolizaRecurrenteViewModel>(poliza_recurrente, id);
}

Vista<PolizaRecurrenteViewModel> terminar_recurrente(Escritura& db, Id id) {
    auto datos = recurrentes.cargar(db, id);
    datos.activo.valor = false;
    recurrentes.guardar(db, id, datos);
    return db.vista<PolizaRecurrenteViewModel>(poliza_recurrente, id);
}

// Turn: two calls at once would both find the same months due.
RecurrentesGeneradas generar_recurrentes(Escritura& db, Cuerpo<RecurrentesDelMes> const& hasta) {
    auto const ahora = ahora_de(db);
    auto const fin = dia_de_corte(hasta, ahora.fecha());
    db.consultar<sql::turno>("que"_es("poliza_recurrente"));
    auto const debidas =
        db.lista<Debida, sql::recurrentes_debidas>("fin"_es(fin), "maximo"_es(recurrentes_maximas + 1));
    if (std::ssize(debidas) > recurrentes_maximas) {
        Fallas fallas;
        fallas.agregar("mes", codigo::rango, "son más de 1000 pólizas; genere antes las de un mes anterior");
        fallas.lanzar();
    }
    RecurrentesGeneradas r;
    if (debidas.empty()) return r;
    Fecha const abierto = primer_dia_abierto(db, debidas.front().fecha);
    // The accounts of all pólizas are locked before the first month: a manual póliza locks in that order too.
    std::map<std::int64_t, RecurrenteLeida> leidas;
    for (auto const& d : debidas)
        if (d.fecha >= abierto)
            if (auto const [leida, nueva] = leidas.try_emplace(d.polizaRecurrenteId.valor()); nueva)
                leida->second = leer_lineas(db, d.polizaRecurrenteId);
    for (auto const& d : debidas) {
        auto const id = d.polizaRecurrenteId;
        if (d.fecha < abierto) {
            r.rechazadas.push_back(
                {id, d.nombre, d.fecha, Cadena(codigo::periodo_cerrado),
                 Cadena::de_base("el periodo contable " + texto_de(d.fecha).substr(0, 7) + " está cerrado")});
            continue;
        }
        auto const& [lineas, fallas] = leidas.at(id.valor());
        if (!fallas.vacio()) {
            auto const& falla = fallas.lista().front();
            r.rechazadas.push_back(
                {id, d.nombre, d.fecha, Cadena::de_base(falla.codigo), Cadena::de_base(falla.mensaje)});
            continue;
        }
        auto del_mes = poliza_recurrente_de(d, lineas);
        Dinero const importe = cargos_de(del_mes);
        auto const polizaId = asentar_en_su_mes(db, std::move(del_mes), ahora);
        db.encolar<sql::recurrente_mes_guardar>("id"_es(id), "fecha"_es(d.fecha), "polizaId"_es(polizaId));
        r.generadas.push_back({id, d.nombre, d.fecha, polizaId, importe});
    }
    db.terminar();
    return r;
}

}  // namespace gestor::contabilidad
