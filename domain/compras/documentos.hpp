#pragma once
// Document types of purchases, and the ways to make each (Nacimiento).
#include "domain/motor/tipo/tipo.hpp"

namespace gestor::compras {

extern TipoDocumento const remision_de_compra, orden_de_compra, factura_de_compra, gasto, gasto_sobre_compra,
    iva_de_importacion, devolucion_a_proveedor, credito_de_proveedor, cotizacion_de_proveedor;
extern Nacimiento const orden_nueva, compra_nueva, gasto_nuevo, sobre_compra_nuevo, iva_de_importacion_nuevo,
    remision_de_compra_nueva, cotizacion_de_proveedor_nueva, devolucion_a_proveedor_nueva, credito_de_proveedor_nuevo;

}  // namespace gestor::compras
