// Credit note: lowers the debt of a customer, or our debt to a supplier, without goods.
#include "domain/compras/compra.hpp"
#include "domain/compras/documentos.hpp"
#include "domain/compras/escrituras.hpp"
#include "domain/motor/tipo/asientos.hpp"
#include "domain/ventas/documentos.hpp"

namespace gestor::compras {

void validar(NotaCreditoNueva const& n, Fallas& fallas) {
    bool const cliente = n.tipo == "Cliente";
    if ((n.contactoId || n.codigoContacto) && n.transaccionIdOrigen)
        fallas.agregar(n.contactoId ? "contactoId" : "codigoContacto", codigo::rango,
                       "es el del documento de transaccionIdOrigen: envíe uno de los dos");
    if (n.contactoId && n.codigoContacto)
        fallas.agregar("codigoContacto", codigo::rango, "envíe uno solo de contactoId y codigoContacto");
    if (!n.contactoId && !n.codigoContacto && !n.transaccionIdOrigen)
        fallas.agregar("contactoId", codigo::requerido, "es obligatorio (o codigoContacto, o transaccionIdOrigen)");
    if (!n.partidas.empty() && n.importes)
        fallas.agregar("importes", codigo::rango, "partidas o importes, uno de los dos");
    if (n.partidas.empty() && (!n.importes || los_enviados(*n.importes).empty()))
        fallas.agregar("importes", codigo::requerido, "envíe al menos un importe, o partidas de un documento");
    if (!n.partidas.empty() && !n.transaccionIdOrigen)
        fallas.agregar("partidas", codigo::rango, "son de un documento: envíe transaccionIdOrigen");
    for (std::size_t i = 0; i < n.partidas.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (n.partidas[j].numeroPartida.valor() == n.partidas[i].numeroPartida.valor())
                fallas.agregar(en_fila("partidas", i, "numeroPartida"), codigo::duplicado, "repite una partida");
    if (n.transaccionIdOrigen &&
        (n.sucursalId || n.monedaId || n.moneda || n.tipoCambio || n.proyectoId || n.centroCostoId))
        fallas.agregar(
            "transaccionIdOrigen", codigo::rango,
            "sucursal, moneda, tipo de cambio, proyecto y centro de costo son los del documento: no se envían");
    if (cliente && (n.folioProveedor || n.serieProveedor || n.fechaProveedor || n.uuid || n.fechaTimbrado))
        fallas.agregar("folioProveedor", codigo::rango,
                       "una nota de crédito a un cliente no lleva datos del proveedor");
}

namespace {

struct De {
    TipoDocumento const& tipo;
    Nacimiento const& nacimiento;
    std::span<TipoDocumento const* const> origenes;
};

constexpr TipoDocumento const* de_venta[] = {&ventas::factura_de_venta};
constexpr TipoDocumento const* de_compra[] = {&factura_de_compra};
constexpr TipoDocumento const* de_cfdi[] = {&factura_de_compra, &gasto};

CreditoCreado del_documento(Escritura& db, Sesion const& sesion, NotaCreditoNueva const& n, De const& de,
                            ImportesEscritos const* escritos = nullptr) {
    Id const origen = *n.transaccionIdOrigen;
    Fallas fallas;
    Devolucion d(db, de.tipo, "transaccionIdOrigen", origen, de.origenes,
                 {n.fecha, n.serie, n.notas, n.referenciaExterna}, {}, fallas);
    comprobar_proveedor(n, d.c, fallas);
    fallas.lanzar();
    d.bloquear(db, sesion);
    d.acreditar(n.partidas, n.importes);
    if (escritos != nullptr) d.escribir(*escritos);
    d.poner_importes(n.motivo.valor());
    if (n.tipo == "Proveedor") poner_proveedor(d.h, n);
    return std::move(d).emitir(db, de.nacimiento);
}

CreditoCreado del_contacto(Escritura& db, NotaCreditoNueva const& n, De const& de, ImportesEscritos const& importes) {
    Borrador b(db, de.tipo, de.nacimiento);
    Menciones m;
    m.nombrar(n.contactoId, n.codigoContacto);
    m.campo = "contactoId", m.campo_codigo = "codigoContacto";
    b.encabezado(n, m);
    comprobar_proveedor(n, b.c, b.fallas);
    auto x = std::move(b).bloquear();
    poner_credito(db, x.h(), importes, n.motivo.valor());
    if (n.tipo == "Proveedor") poner_proveedor(x.h(), n);
    return {std::move(x).emitir().resultado(), {}};
}

}  // namespace

CreditoCreado registrar_nota_escrita(Escritura& db, Sesion const& sesion, NotaCreditoNueva const& n,
                                     ImportesEscritos const& escritos) {
    De const de{credito_de_proveedor, credito_de_proveedor_nuevo, de_cfdi};
    return n.transaccionIdOrigen ? del_documento(db, sesion, n, de, &escritos) : del_contacto(db, n, de, escritos);
}

CreditoCreado registrar_nota_credito(Escritura& db, Sesion const& sesion, Cuerpo<NotaCreditoNueva> const& n) {
    bool const cliente = n.tipo == "Cliente";
    De const de = cliente ? De{ventas::credito_de_cliente, ventas::credito_nuevo, de_venta}
                          : De{credito_de_proveedor, credito_de_proveedor_nuevo, de_compra};
    if (n.uuid) exigir_uuid_nuevo(db, *n.uuid, "uuid");
    return n.transaccionIdOrigen ? del_documento(db, sesion, n, de)
                                 : del_contacto(db, n, de, por_tasa(*n.importes, n.motivo.valor()));
}

}  // namespace gestor::compras
