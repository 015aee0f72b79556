#pragma once
// Advances to suppliers, in the body.
#include "domain/bancos/egresos/cheques.hpp"
#include "domain/motor/captura/encabezado.hpp"

namespace gestor::bancos {

struct AnticipoProveedorNuevo : EncabezadoNuevo {
    std::optional<Id> proveedorId;  // one of proveedorId and codigoProveedor
    std::optional<Clave> codigoProveedor;
    Id cuentaId;
    Id formaPagoId;
    Positivo<Dinero> importe;
    std::optional<Uuid> uuid;                 // fiscal folio of the supplier's CFDI, which makes the VAT creditable
    std::optional<NoNegativo<Tasa>> tasaIva;  // absent: the rate of the branch
    Defecto<Booleano, "false"> exentoIva;
    std::optional<NumeroCheque> numeroCheque;
    std::optional<ReferenciaPago> referencia;
    static constexpr std::string_view sin_ejemplo[] = {"codigoProveedor", "uuid", "tasaIva", "exentoIva",
                                                       "numeroCheque"};
};
DTO_DE((EncabezadoNuevo), AnticipoProveedorNuevo, proveedorId, codigoProveedor, cuentaId, formaPagoId, importe, uuid,
       tasaIva, exentoIva, numeroCheque, referencia)
void validar(AnticipoProveedorNuevo const& nuevo, Fallas& fallas);

struct AnticipoProveedorResultado : TransaccionResultado {
    Dinero importePorAsignar;
};
DTO_DE((TransaccionResultado), AnticipoProveedorResultado, importePorAsignar)

}  // namespace gestor::bancos
