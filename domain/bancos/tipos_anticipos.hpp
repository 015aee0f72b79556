#pragma once
// Advances to suppliers, as they are sent.
#include "domain/bancos/cheques.hpp"
#include "domain/motor/encabezado.hpp"

namespace gestor::bancos {

struct AnticipoProveedorNuevo : EncabezadoNuevo {
    Id proveedorId;
    Id cuentaId;
    Id formaPagoId;
    Positivo<Dinero> importe;
    std::optional<Uuid> uuid;                 // of the supplier's CFDI: with it, its VAT is creditable
    std::optional<NoNegativo<Tasa>> tasaIva;  // absent: the branch's
    Defecto<Booleano, "false"> exentoIva;
    std::optional<NumeroCheque> numeroCheque;
    std::optional<ReferenciaPago> referencia;
    static constexpr std::string_view sin_ejemplo[] = {"uuid", "tasaIva", "exentoIva", "numeroCheque"};
};
DTO_DE((EncabezadoNuevo), AnticipoProveedorNuevo, proveedorId, cuentaId, formaPagoId, importe, uuid, tasaIva, exentoIva,
       numeroCheque, referencia)
void validar(AnticipoProveedorNuevo const& nuevo, Fallas& fallas);

struct AnticipoProveedorResultado : TransaccionResultado {
    Dinero importePorAsignar;
};
DTO_DE((TransaccionResultado), AnticipoProveedorResultado, importePorAsignar)

}  // namespace gestor::bancos
