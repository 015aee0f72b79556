#include "domain/comun/reglas.hpp"

#include <algorithm>
#include <array>

#include "domain/ventas/tipos_ventas.hpp"

namespace gestor::ventas {
namespace {

void validar_cliente(auto const& d, bool con_origen, Fallas& fallas) {
    validar_contraparte(d.clienteId, d.codigoCliente, "clienteId", "codigoCliente", con_origen, fallas);
}

void validar_sin_origen(std::span<PartidaNueva const> partidas, Fallas& fallas) {
    for (std::size_t i = 0; i < partidas.size(); ++i)
        if (partidas[i].numeroPartidaOrigen)
            fallas.agregar(en_fila("partidas", i, "numeroPartidaOrigen"), codigo::rango,
                           "el documento no tiene origen: omita numeroPartidaOrigen");
}

}  // namespace

// objId of each document type of the sales record, in the order of TipoVenta.
constexpr std::array<std::int64_t, TipoVenta::valores.size()> objeto_de_venta{1, 2, 5, 6, 7, 24};

void validar(RegistroVentaFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
    if (f.tipoDocumento && f.objId && objeto_de_venta[f.tipoDocumento->indice()] != f.objId->valor())
        fallas.agregar("objId", codigo::rango, "no corresponde a tipoDocumento; envíe uno solo de los dos");
}

void validar(DocumentoFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

void validar(FacturaNueva const& f, Fallas& fallas) {
    validar_partidas(f.partidas, fallas);
    validar_forma_de_pago(f, fallas);
    bool const con_origen = f.transaccionIdPedido || !f.remisiones.empty();
    if (f.partidas.empty() && !con_origen) fallas.agregar("partidas", codigo::requerido, "debe traer al menos 1");
    if (!f.partidas.empty() && !f.remisiones.empty())
        fallas.agregar("partidas", codigo::rango, "una remisión se factura completa; no envíe partidas");
    if (!con_origen) validar_sin_origen(f.partidas, fallas);
    validar_distintos(f.remisiones, "remisiones", fallas);
    validar_cliente(f, con_origen, fallas);
}

void validar(NotaNueva const& n, Fallas& fallas) {
    validar_cliente(n, true, fallas);  // no customer: the general public
    validar_partidas(n.partidas, fallas);
    validar_sin_origen(n.partidas, fallas);
}

void validar(PedidoNuevo const& p, Fallas& fallas) {
    validar_partidas(p.partidas, fallas);
    validar_sin_origen(p.partidas, fallas);
    validar_cliente(p, p.transaccionIdCotizacion.has_value(), fallas);
    if (p.partidas.empty() && !p.transaccionIdCotizacion)
        fallas.agregar("partidas", codigo::requerido, "debe traer al menos 1");
}

void validar(CotizacionNueva const& c, Fallas& fallas) {
    validar_partidas(c.partidas, fallas);
    validar_sin_origen(c.partidas, fallas);
    validar_cliente(c, false, fallas);
}

}  // namespace gestor::ventas
