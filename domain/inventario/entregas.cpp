// Deliveries: undelivered goods of an order, an invoice or a note leave the warehouse, once.
#include "domain/inventario/consultas_movimientos.hpp"
#include "domain/inventario/documentos.hpp"
#include "domain/inventario/escrituras.hpp"
#include "domain/inventario/lecturas_documentos.hpp"
#include "domain/inventario/pendientes.hpp"
#include "domain/motor/captura/consultas_resolver.hpp"
#include "domain/motor/escritura/emisor.hpp"

namespace gestor::inventario {
namespace {

struct OrigenDeEntrega {
    Id objId;
    IdOCero contactoId;
    IdOCero almacenId;
};
DTO(OrigenDeEntrega, objId, contactoId, almacenId)

struct EntregaPropia {  // EntregaPropia: stored columns that only a delivery has
    Cadena recibe;
};
DTO(EntregaPropia, recibe)

}  // namespace
static TablaPropia const tabla_entrega(*tipo_de<EntregaPropia>(), "documento");

void validar(EntregaNueva const& e, Fallas& fallas) {
    exigir_partidas_distintas(e.partidas, fallas);
}

EntregaCreada entregar_mercancia(Escritura& db, Sesion const& sesion, Cuerpo<EntregaNueva> const& e) {
    Borrador b(db, entrega_de_mercancia, entrega_nueva);
    auto const quien = db.uno<OrigenDeEntrega, sql::entrega_origen>("transaccionId"_es(e.transaccionIdOrigen));
    if (!quien) b.fallas.agregar("transaccionIdOrigen", codigo::no_existe, "no existe");
    Menciones p;
    p.almacenId = e.almacenId;
    p.origenes = {e.transaccionIdOrigen};
    p.hereda = true;
    if (quien && !e.almacenId) p.almacenId = quien->almacenId.id();
    b.encabezado(e, p);

    auto x = std::move(b).bloquear();
    auto const& origen = x.abrir(e.transaccionIdOrigen, AccionDocumento::entregar, sesion);
    x.para_quien(origen.documento);
    tomar_pendientes(x, e.partidas, "entregar");
    exigir_pendiente(x, origen, "entregar");
    x.sumar();
    x.h().piezas = piezas_de(db, x.lineas, x.c.almacenId);
    if (e.almacenId)  // the warehouse of the body replaces the planned one
        for (auto& pieza : x.h().piezas) pieza.almacenId = *e.almacenId;
    EntregaPropia propios;
    if (e.recibe) propios.recibe = Cadena::de_base(e.recibe->valor());
    x.propio(tabla_entrega, propios);
    auto const hecha = std::move(x).emitir();
    return {db.vista<EntregaViewModel>(entrega_mercancia, hecha.id), hecha.advertencias()};
}

}  // namespace gestor::inventario
