#pragma once
// Advances of both sides: base and VAT of an amount that declares its VAT; and advances that we pay to suppliers.
#include "domain/bancos/cobros/tipos_anticipos.hpp"
#include "domain/motor/importes/importes.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::bancos {

// VAT is due when the money moves, so the advance has its own VAT. The base is rounded; the VAT is the rest of the
// amount.
Totales totales_de_anticipo(Dinero importe, std::optional<Tasa> tasa, bool exento, bool frontera);

AnticipoProveedorResultado agregar_anticipo_a_proveedor(Escritura& db, Cuerpo<AnticipoProveedorNuevo> const& nuevo);

}  // namespace gestor::bancos
