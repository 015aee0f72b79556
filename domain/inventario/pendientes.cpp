#include "domain/inventario/pendientes.hpp"

namespace gestor::inventario {

Linea linea_de_mercancia(LineaOrigen const& origen, Id transaccionId, Cantidad cantidad) {
    auto l = parte_de_linea(origen, transaccionId, cantidad);
    auto& g = l.guardada;
    g.precioUnitario = {}, g.descuento = {}, g.promocion = {}, g.importe = {};
    g.objetoImpuesto = Cadena("01");
    l.perfil = {"01", {}, {}, {}, {}, {}};
    l.cuentaContableId = 0;
    g.avanceSurtida = g.surtida = cantidad;
    return l;
}

Cantidad pendiente_de(LineaOrigen const& origen) {
    return origen.linea.tipo == "Servicio" ? Cantidad{} : Cantidad(origen.linea.guardada.cantidad - origen.surtida);
}

void exigir_pendiente(Emisor const& x, DocumentoOrigen const& origen, std::string_view hacer) {
    if (!x.lineas.empty() || !x.fallas.vacio()) return;
    throw Problema(codigo::estado_invalido,
                   origen.documento.folio.valor() + " no tiene nada pendiente de " + std::string(hacer))
        .con("accionesPermitidas", "[]");
}

}  // namespace gestor::inventario
