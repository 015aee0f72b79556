#include "domain/cartera/incobrables.hpp"

#include "domain/cartera/consultas_incobrables.hpp"
#include "domain/cartera/documentos.hpp"
#include "domain/comun/maestras.hpp"
#include "domain/motor/escritura/emisor.hpp"

namespace gestor::cartera {
namespace {

struct IncobrablePropia {  // IncobrablePropia: stored columns that only a write-off has
    Cadena motivo;
    Booleano cancelaIva;
};
DTO(IncobrablePropia, motivo, cancelaIva)

}  // namespace
static TablaPropia const tabla_incobrable(*tipo_de<IncobrablePropia>(), "documento");

namespace {

struct PorCobrar {  // PorCobrar: columns of the debt that never change
    Id sucursalId;
    IdCatalogo monedaId;
    Positivo<TipoCambio> tipoCambio;
    IdOCero vendedorId;
    IdOCero proyectoId;
    IdOCero centroCostoId;
};
DTO(PorCobrar, sucursalId, monedaId, tipoCambio, vendedorId, proyectoId, centroCostoId)

EncabezadoNuevo encabezado_de(IncobrableNueva const& nueva, PorCobrar const& documento) {
    EncabezadoNuevo e;
    e.fecha = nueva.fecha;
    e.sucursalId = documento.sucursalId;
    e.monedaId = documento.monedaId;
    e.tipoCambio = documento.tipoCambio;
    return e;
}

void exigir_saldo(DocumentoBloqueado const& deuda, Dinero importe) {
    transicion(deuda.tipo(), deuda, AccionDocumento::cobrar, "transaccionId");
    if (importe > deuda.saldo)
        throw Problema::en("importe", codigo::saldo_insuficiente,
                           "excede el saldo de " + deuda.tipoDocumento.valor() + " " + deuda.folio.valor());
}

// Taxes of the write-off: their share of the lost debt.
void poner_importes(Hechos& h, Cubetas const& partes, Cubetas const& pesos) {
    auto& c = h.documento.cabecera;
    c.iva = partes.iva();
    c.ieps = partes[Cubeta::ieps];
    c.ivaRetenido = partes[Cubeta::ivaRet];
    c.isrRetenido = partes[Cubeta::isrRet];
    c.total = partes.total();
    c.subtotal = c.total - c.sumado();  // c.subtotal is still 0 here
    c.cubetas = partes;
    c.cubetasMxn = h.cubetasMxn = pesos;
}

}  // namespace

LecturaCompilada leer_incobrable() {
    return {lectura<IncobrableViewModel>(sql::incobrables), "incobrable"};
}

LecturaCompilada leer_incobrables() {
    using F = IncobrableFiltro;
    return {pagina<IncobrableViewModel, F>(
                sql::incobrables, filtro<&F::fechaInicial>("t.fecha >= :fechaInicial::timestamp"),
                filtro<&F::fechaFinal>("t.fecha < :fechaFinal::timestamp + interval '1 day'"),
                filtro_largo<&F::sucursalId>("t.sucursal_id = :sucursalId", maestra::sucursal),
                filtro<&F::clienteId>("t.contacto_id = :clienteId", maestra::contacto),
                filtro_largo<&F::estado>("t.estado = :estado"),
                filtro_largo<&F::busqueda>("t.busqueda LIKE patron(:busqueda)")),
            "incobrables"};
}

Vista<IncobrableViewModel> dar_por_incobrable(Escritura& db, Cuerpo<IncobrableNueva> const& nueva) {
    Id const id = nueva.transaccionId;
    auto const documento = db.uno<PorCobrar, sql::por_cobrar_de>("transaccionId"_es(id));
    Borrador b(db, cuenta_incobrable, nueva.cancelaIva.valor ? incobrable_sin_impuestos : incobrable_nueva);
    if (!documento) b.fallas.agregar("transaccionId", codigo::no_existe, "no existe, o no es un documento por cobrar");
    b.fallas.lanzar();
    Menciones menciones;
    menciones.origenes = {id};
    b.encabezado(encabezado_de(nueva, *documento), menciones);

    auto x = std::move(b).bloquear();
    auto const& deuda = *x.cartera().buscar(id);
    exigir_saldo(deuda, nueva.importe);
    Cubetas const partes = deuda.partes_de(nueva.importe);
    Cubetas const pesos = deuda.pesos_de(partes, deuda.tipoCambio, deuda.pesos_de(nueva.importe, deuda.tipoCambio));
    x.para_quien(deuda);
    auto& cabecera = x.cabecera();
    cabecera.vendedorId = documento->vendedorId;
    cabecera.proyectoId = documento->proyectoId, cabecera.centroCostoId = documento->centroCostoId;
    poner_importes(x.h(), partes, pesos);
    x.propio(tabla_incobrable, IncobrablePropia{Cadena::de_base(nueva.motivo.valor()), nueva.cancelaIva});
    x.e.perdida = {id, partes, pesos};
    return db.vista<IncobrableViewModel>(incobrable, std::move(x).emitir().id);
}

Vista<IncobrableViewModel> cancelar_incobrable(Escritura& db, Sesion const& sesion, Id id,
                                               ConsultaOCuerpo<CancelacionMotivo> const& cancelacion) {
    static constexpr TipoDocumento const* tipos[] = {&cuenta_incobrable};
    auto const& motivo = cancelacion.motivo;
    cancelar(db, sesion, id, {.tipos = tipos, .motivo = motivo ? motivo->valor() : std::string()});
    return db.vista<IncobrableViewModel>(incobrable, id);
}

}  // namespace gestor::cartera
