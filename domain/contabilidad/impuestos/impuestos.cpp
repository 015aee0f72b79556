#include "domain/contabilidad/impuestos/impuestos.hpp"

#include "domain/comun/maestras.hpp"
#include "domain/comun/reportes.hpp"
#include "domain/contabilidad/impuestos/consultas.hpp"
#include "domain/contabilidad/impuestos/retenido.hpp"
#include "domain/operacion/acotar.hpp"

namespace gestor::contabilidad {
namespace {

struct ImporteDeMes {
    Cadena periodo;
    Dinero base;
    Dinero importe;
};
DTO(ImporteDeMes, periodo, base, importe)

void sumar(IVACobradoImportes& t, IVACobradoImportes const& r) {
    t.subtotal16 += r.subtotal16;
    t.impuesto16 += r.impuesto16;
    t.subtotal8 += r.subtotal8;
    t.impuesto8 += r.impuesto8;
    t.subtotal0 += r.subtotal0;
    t.exento += r.exento;
    t.noAfecto += r.noAfecto;
    t.ieps += r.ieps;
    t.ivaRetenido += r.ivaRetenido;
    t.isrRetenido += r.isrRetenido;
    t.total += r.total;
}

void sumar(IVARetenidoImportes& t, IVARetenidoImportes const& r) {
    t.subtotal += r.subtotal;
    t.iva += r.iva;
    t.ivaRetenido += r.ivaRetenido;
    t.isrRetenido += r.isrRetenido;
    t.total += r.total;
    t.enterado += r.enterado;
    t.porPagar += r.porPagar;
}

// RetenidoYLibro: month by month, the withheld tax and the change of its account; then the account's earlier balance.
struct RetenidoYLibro {
    std::vector<ImporteDeMes> retenido, libro;
    Dinero saldo;

    Dinero total(std::vector<ImporteDeMes> RetenidoYLibro::*cual) const {
        Dinero suma;
        for (auto const& m : this->*cual) suma += m.importe;
        return suma;
    }
    // Remitted VAT: withheld, and no longer in the account.
    Dinero enterado() const { return total(&RetenidoYLibro::retenido) - total(&RetenidoYLibro::libro); }
};
RetenidoYLibro leer_retenido(Lectura& db, Fecha desde, Fecha hasta, std::optional<Id> sucursal) {
    RetenidoYLibro r;
    r.retenido = db.lista<ImporteDeMes, sql::retenido_por_mes>("fechaInicial"_es(desde), "fechaFinal"_es(hasta),
                                                               "sucursalId"_es(sucursal));
    for (auto& m : db.lista<ImporteDeMes, sql::por_pagar_por_mes>("fechaInicial"_es(desde), "fechaFinal"_es(hasta),
                                                                  "sucursalId"_es(sucursal))) {
        if (m.periodo.valor().empty())
            r.saldo = m.importe;
        else
            r.libro.push_back(std::move(m));
    }
    return r;
}

ImporteDeMes del_mes(std::vector<ImporteDeMes> const& meses, std::string const& periodo) {
    for (auto const& m : meses)
        if (m.periodo.valor() == periodo) return m;
    return {};
}

std::string periodo_de(std::int64_t anio, std::int64_t mes) {
    return std::to_string(anio) + (mes < 10 ? "-0" : "-") + std::to_string(mes);
}

}  // namespace

IVACobradoTasasViewModel iva_cobrado(Lectura& db, Entorno const& entorno, Consulta<IVACobradoTasasFiltro> const& f) {
    Fallas fallas;
    exigir(db, maestra::sucursal, "sucursalId", sql_de(f.sucursalId), fallas);
    exigir(db, maestra::contacto, "clienteId", sql_de(f.clienteId), fallas);
    fallas.lanzar();
    IVACobradoTasasViewModel r;
    r.registros = db.lista<IVACobradoRegistro, sql::iva_cobrado>(
        "fechaInicial"_es(Fecha(f.fechaInicial)), "fechaFinal"_es(Fecha(f.fechaFinal)), "sucursalId"_es(f.sucursalId),
        "clienteId"_es(f.clienteId), "maximo"_es(entorno.lista_maxima + 1));
    acotar(r.registros.size(), entorno, "fechaInicial y fechaFinal, sucursalId o clienteId");
    for (auto const& fila : r.registros) sumar(r.totales, fila);
    return r;
}

AnalisisIVARetenidoViewModel iva_retenido_analisis(Lectura& db, Entorno const& entorno,
                                                   Consulta<AnalisisIVARetenidoFiltro> const& f) {
    Fallas fallas;
    exigir(db, maestra::contacto, "proveedorId", sql_de(f.proveedorId), fallas);
    exigir(db, maestra::sucursal, "sucursalId", sql_de(f.sucursalId), fallas);
    fallas.lanzar();
    auto const de_hoy = hoy(db);
    auto const dia = f.fechaInicial.value_or(f.fechaFinal.value_or(de_hoy));
    auto const desde = f.fechaInicial.value_or(Fecha(dia.anio(), dia.mes(), 1));
    auto const hasta = f.fechaFinal.value_or(fin_de_mes(dia.anio(), dia.mes()));
    auto filas = db.lista<FilaRetenida, sql::retenciones_de_actos>("fechaInicial"_es(desde), "fechaFinal"_es(hasta),
                                                                   "maximo"_es(entorno.lista_maxima + 1));
    acotar(filas.size(), entorno, "fechaInicial y fechaFinal");
    auto const libro = leer_retenido(db, desde, std::max(hasta, de_hoy), {});
    repartir_enterado(filas, libro.saldo, libro.enterado());
    AnalisisIVARetenidoViewModel r;
    for (auto const& fila : filas) {
        if (f.proveedorId && fila.proveedorId.valor() != f.proveedorId->valor()) continue;
        if (f.sucursalId && fila.sucursalId.valor() != f.sucursalId->valor()) continue;
        sumar(r.totales, fila);
        r.registros.push_back(fila);
    }
    return r;
}

IVARetenidoPorPagarViewModel iva_retenido_por_pagar(Lectura& db, Consulta<IVARetenidoPorPagarFiltro> const& f) {
    Fallas fallas;
    exigir(db, maestra::sucursal, "sucursalId", sql_de(f.sucursalId), fallas);
    fallas.lanzar();
    int const anio = static_cast<int>(f.ejercicio.valor());
    auto const desde = Fecha(anio, static_cast<unsigned>(f.mesInicial.valor.valor()), 1);
    auto const hasta = fin_de_mes(anio, static_cast<unsigned>(f.mesFinal.valor.valor()));
    auto const leido = leer_retenido(db, desde, hasta, f.sucursalId);
    IVARetenidoPorPagarViewModel r;
    r.saldoInicial = r.saldoFinal = leido.saldo;
    for (auto mes = f.mesInicial.valor.valor(); mes <= f.mesFinal.valor.valor(); ++mes) {
        auto const periodo = periodo_de(anio, mes);
        auto const retenido = del_mes(leido.retenido, periodo);
        auto const libro = del_mes(leido.libro, periodo);
        r.saldoFinal += libro.importe;
        auto const siguiente = fin_de_mes(anio, static_cast<unsigned>(mes)) + std::chrono::days(1);
        r.periodos.push_back({Cadena::de_base(periodo), retenido.base, retenido.importe,
                              retenido.importe - libro.importe, libro.importe, r.saldoFinal,
                              Fecha(siguiente.anio(), siguiente.mes(), 17)});
    }
    return r;
}

}  // namespace gestor::contabilidad
