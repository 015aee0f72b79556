#include "domain/cartera/incobrables.hpp"

#include "domain/cartera/consultas_incobrables.hpp"
#include "domain/cartera/documentos.hpp"
#include "domain/comun/maestras.hpp"
#include "domain/motor/etapas.hpp"

namespace gestor::cartera {
namespace {

struct IncobrablePropia {  // what only a write-off has, as it is stored
    Cadena motivo;
    Booleano cancelaIva;
};
DTO(IncobrablePropia, motivo, cancelaIva)

}  // namespace
static TablaPropia const tabla_incobrable(*tipo_de<IncobrablePropia>(), "documento");

namespace {

struct PorCobrar {  // what of the document never changes
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

// The share of each tax in what is lost.
void poner_importes(Hechos& h, Cubetas const& partes, Cubetas const& pesos) {
    auto& c = h.documento.cabecera;
    c.iva = partes.iva();
    c.ieps = partes[Cubeta::ieps];
    c.ivaRetenido = partes[Cubeta::ivaRet];
    c.isrRetenido = partes[Cubeta::isrRet];
    c.total = partes.total();
    c.subtotal = c.total - c.sumado();  // which has no subtotal yet
    c.cubetas = partes;
    c.cubetasMxn = h.cubetasMxn = pesos;
}

}  // namespace

Plan leer_incobrable() {
    return {lectura<IncobrableViewModel>(sql::incobrables), "incobrable"};
}

Plan leer_incobrables() {
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
    auto const& tipo = cuenta_incobrable;
    Id const id = nueva.transaccionId;
    auto const documento = db.uno<PorCobrar, sql::por_cobrar_de>("transaccionId"_es(id));
    Fallas fallas;
    if (!documento) fallas.agregar("transaccionId", codigo::no_existe, "no existe, o no es un documento por cobrar");
    fallas.lanzar();
    auto const encabezado = encabezado_de(nueva, *documento);
    Menciones menciones;
    menciones.origenes = {id};
    auto const c = resolver(db, tipo, encabezado, menciones, fallas);
    fallas.lanzar();

    auto cartera = EnPeriodo::entrar(db, c).sin_contraparte().documentos({id}).cartera;
    auto const& deuda = *cartera.buscar(id);
    exigir_saldo(deuda, nueva.importe);
    Cubetas const partes = deuda.partes_de(nueva.importe);
    Cubetas const pesos = deuda.pesos_de(partes, deuda.tipoCambio, deuda.pesos_de(nueva.importe, deuda.tipoCambio));
    Emision e{};
    auto& cabecera = e.hechos.documento.cabecera = cabecera_de(tipo, encabezado, c);
    cabecera.contactoId = deuda.contactoId, cabecera.contacto = deuda.contacto, cabecera.rfc = deuda.rfc;
    cabecera.vendedorId = documento->vendedorId;
    cabecera.proyectoId = documento->proyectoId, cabecera.centroCostoId = documento->centroCostoId;
    poner_importes(e.hechos, partes, pesos);
    e.hechos.documento.propios.push_back(
        propio(tabla_incobrable, IncobrablePropia{Cadena::de_base(nueva.motivo.valor()), nueva.cancelaIva}));
    e.perdida = {id, partes, pesos};
    auto const& nacimiento = nueva.cancelaIva.valor ? incobrable_sin_impuestos : incobrable_nueva;
    aplicar(db, planificar(tipo, nacimiento, std::move(e), cartera));
    return db.vista<IncobrableViewModel>(incobrable, c.transaccionId);
}

Vista<IncobrableViewModel> cancelar_incobrable(Escritura& db, Sesion const& sesion, Id id,
                                               ConsultaOCuerpo<CancelacionMotivo> const& cancelacion) {
    static constexpr TipoDocumento const* tipos[] = {&cuenta_incobrable};
    auto const& motivo = cancelacion.motivo;
    cancelar(db, sesion, id, {.tipos = tipos, .motivo = motivo ? motivo->valor() : std::string()});
    return db.vista<IncobrableViewModel>(incobrable, id);
}

}  // namespace gestor::cartera
