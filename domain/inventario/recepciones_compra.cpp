// Reception of a purchase order: goods enter, whole or in parts, at the order's price or the sent costoUnitario, and
// are invoiced later.
#include "domain/comun/parametros.hpp"
#include "domain/inventario/documentos.hpp"
#include "domain/inventario/pendientes.hpp"
#include "domain/inventario/recepciones.hpp"
#include "domain/motor/importes/costos.hpp"

namespace gestor::inventario {
namespace {

struct RecepcionDeProveedor {  // RecepcionDeProveedor: stored columns that only a purchase reception has
    Cadena folioProveedor;
};
DTO(RecepcionDeProveedor, folioProveedor)

}  // namespace
static TablaPropia const tabla_recepcion_de_proveedor(*tipo_de<RecepcionDeProveedor>(), "compra");

namespace {

void exigir_de_orden(RecepcionNueva const& r, Fallas& fallas) {
    if (r.cerrar.valor) fallas.agregar("cerrar", codigo::rango, "sólo se cierra un traspaso");
}

// Takes lines of the order with their price, or the sent cost, and with taxes, so that the invoice finds them.
void tomar_lineas(Emisor& x, RecepcionNueva const& r) {
    Toma toma(x, {.hacer = "recibir",
                  .queda = [](Tomada const& t) { return pendiente_de(*t.linea); },
                  .surte = [](Tomada const& t, Cantidad q) { return std::min(q, pendiente_de(*t.linea)); },
                  .tolerancia = parametro<NoNegativo<Porcentaje>>(x.db, "toleranciaRecepcion").valor(),
                  .completa =
                      [&](Linea& l, Tomada const&) {
                          if (r.almacenId) l.guardada.almacenId = *r.almacenId;
                      }});
    toma.tomar(r.partidas, [&](Linea& l, Tomada const&, std::size_t i) {
        auto const& costo = r.partidas[i].costoUnitario;
        if (costo) l.guardada.precioUnitario = *costo, l.guardada.descuento = {}, l.guardada.promocion = {};
    });
}

}  // namespace

RecepcionCreada recibir_orden(Escritura& db, Sesion const& sesion, RecepcionNueva const& r,
                              OrigenDeRecepcion const& orden) {
    auto const id = r.transaccionIdOrigen;
    Borrador b(db, recepcion_de_mercancia, recepcion_de_compra);
    exigir_de_orden(r, b.fallas);
    Menciones menciones;
    menciones.almacenId = r.almacenId ? r.almacenId : orden.almacenId.id();
    menciones.origenes = {id};
    menciones.hereda = true;
    EncabezadoNuevo e = r;
    if (!e.monedaId && !e.moneda) e.monedaId = orden.monedaId;
    b.encabezado(e, menciones);
    if (b.c.monedaId.valor() != 0 && b.c.monedaId.valor() != orden.monedaId.valor())
        b.fallas.agregar(r.monedaId ? "monedaId" : "moneda", codigo::rango, "la orden es de otra moneda");

    auto x = std::move(b).bloquear();
    auto const& abierta = x.abrir(id, AccionDocumento::recibir, sesion);
    x.para_quien(abierta.documento);
    tomar_lineas(x, r);
    exigir_pendiente(x, abierta, "recibir");
    x.sumar();
    tratar_ieps(db, x.h());
    x.h().piezas = piezas_que_entran(db, x.lineas, costos_de(x.h(), x.lineas), x.c.almacenId);
    x.h().contra = {"POR_FACTURAR"};
    RecepcionDeProveedor propia;
    if (r.folioProveedor) propia.folioProveedor = Cadena::de_base(r.folioProveedor->valor());
    x.cabecera().palabras = propia.folioProveedor;
    x.propio(tabla_recepcion_de_proveedor, propia);
    return recepcion_creada(db, std::move(x).emitir());
}

}  // namespace gestor::inventario
