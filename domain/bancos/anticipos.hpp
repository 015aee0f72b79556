#pragma once
// Advances: what an amount that declares its VAT is made of, of either side, and those that we pay to suppliers.
#include "domain/bancos/tipos_anticipos.hpp"
#include "domain/motor/importes.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::bancos {

// The tax is due when the money moves, so it is the advance's own; it takes the cent that the base leaves.
Totales totales_de_anticipo(Dinero importe, std::optional<Tasa> tasa, bool exento, bool frontera);

AnticipoProveedorResultado agregar_anticipo_a_proveedor(Escritura& db, Cuerpo<AnticipoProveedorNuevo> const& nuevo);

}  // namespace gestor::bancos
