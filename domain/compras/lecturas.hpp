#pragma once
// Declared reads of purchase documents. A write answers with the same reads: db.vista<T>(orden_compra, id).
#include "persistence/lectura_compilada.hpp"

namespace gestor::compras {

LECTURA(orden_compra);
LECTURA(ordenes_compra);
LECTURA(ordenes_compra_desde);
LECTURA(factura_compra);
LECTURA(facturas_compra);
LECTURA(facturas_compra_por_ids);
LECTURA(nota_remision);
LECTURA(notas_remision);
LECTURA(gasto_de_compra);
LECTURA(gastos_de_compra);
LECTURA(cotizaciones_proveedor);

}  // namespace gestor::compras
