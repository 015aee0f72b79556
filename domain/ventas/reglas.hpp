#pragma once
// What other areas may ask of sales.
#include <functional>

#include "domain/motor/encabezado.hpp"

namespace gestor::ventas {

// An order of another area that is billed as it ends: its lines, at its prices, by a note that nobody has paid.
struct OrdenPorCobrar {
    Id transaccionId;
    EncabezadoNuevo encabezado;  // of the note
    Id clienteId;
    IdOCero vendedorId;
    IdOCero proyectoId;
    IdOCero centroCostoId;
    std::function<Mudanza(Documento const&)> terminar;  // the order under its lock: what becomes of it, or why not
};
TransaccionResultado cobrar_orden(Escritura& db, OrdenPorCobrar const& orden);

}  // namespace gestor::ventas
