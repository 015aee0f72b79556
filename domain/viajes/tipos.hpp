#pragma once
// Expenses of a travel agency, from its suppliers.
#include "domain/motor/captura/encabezado.hpp"
#include "domain/motor/cartera/depositos.hpp"

namespace gestor::viajes {

// ---- body of an expense ----
struct ProveedorDeGasto {
    std::optional<Id> proveedorId;  // proveedorId, codigoProveedor, or rfc and nombre of a supplier that may be new
    std::optional<Clave> codigoProveedor;
    std::optional<Rfc> rfc;
    std::optional<Texto<300>> nombre;
    FechaDMA fecha;
    std::optional<Texto<25>> serie;  // series of the supplier's folio
    std::optional<Texto<40>> folio;
    std::optional<Uuid> uuid;
    Id conceptoId;
    std::optional<Texto<1000>> descripcion;
    std::optional<Texto<3>> moneda;  // absent or "": MXN
    std::optional<Positivo<TipoCambio>> tipoCambio;
    NoNegativo<Dinero> subtotal;
    Defecto<NoNegativo<Dinero>, "0"> iva;
    Defecto<NoNegativo<Dinero>, "0"> ieps;
    Defecto<NoNegativo<Dinero>, "0"> ivaRetenido;
    Defecto<NoNegativo<Dinero>, "0"> isrRetenido;
    Positivo<Dinero> total;
    Defecto<Booleano, "false"> esTercero;          // paid for a customer, whose invoice charges it: no expense of ours
    std::optional<Acreditamiento> acreditamiento;  // absent: the concept's
    static constexpr std::string_view sin_ejemplo[] = {"proveedorId", "codigoProveedor", "uuid",
                                                       "moneda",      "tipoCambio",      "ieps",
                                                       "ivaRetenido", "isrRetenido",     "acreditamiento"};
};
DTO(ProveedorDeGasto, proveedorId, codigoProveedor, rfc, nombre, fecha, serie, folio, uuid, conceptoId, descripcion,
    moneda, tipoCambio, subtotal, iva, ieps, ivaRetenido, isrRetenido, total, esTercero, acreditamiento)

struct PagoDeGasto {
    FechaDMA fechaPago;
    Id cuentaId;
    Id formaPagoId;
    Positivo<Dinero> importe;
    std::optional<Texto<3>> moneda;  // absent or "": MXN
    std::optional<Positivo<TipoCambio>> tipoCambio;
    std::optional<ReferenciaPago> referencia;
    Defecto<Entero<0, 99>, "0"> indiceProveedor;
    static constexpr std::string_view sin_ejemplo[] = {"moneda", "tipoCambio"};
};
DTO(PagoDeGasto, fechaPago, cuentaId, formaPagoId, importe, moneda, tipoCambio, referencia, indiceProveedor)

struct GastoDeViajeNuevo {
    std::optional<ReferenciaExterna> booking;
    std::optional<Id> expedienteId;
    std::optional<IdOCero> sucursalId;
    std::optional<IdOCero> proyectoId;
    std::optional<IdOCero> centroCostoId;
    std::optional<Notas> notas;
    std::optional<ReferenciaExterna> referenciaExterna;
    Lista<ProveedorDeGasto, 1, 100> proveedores;
    Lista<PagoDeGasto, 0, 100> pagos;
    static constexpr std::string_view sin_ejemplo[] = {"expedienteId", "proyectoId", "centroCostoId",
                                                       "referenciaExterna", "pagos"};
};
DTO(GastoDeViajeNuevo, booking, expedienteId, sucursalId, proyectoId, centroCostoId, notas, referenciaExterna,
    proveedores, pagos)
void validar(GastoDeViajeNuevo const& gasto, Fallas& fallas);

// ---- answer ----
struct GastoDeProveedor {
    Id transaccionId;
    Cadena folio;
    Cadena proveedor;
    Dinero total;
    Dinero saldo;
};
DTO(GastoDeProveedor, transaccionId, folio, proveedor, total, saldo)

struct EgresoDeGasto {
    Id transaccionId;
    Cadena folio;
    Dinero importe;
};
DTO(EgresoDeGasto, transaccionId, folio, importe)

struct GastoRegistradoViewModel {
    Id transaccionId;  // first expense, like the next members
    Cadena folio;
    Dinero total;
    Dinero saldo;
    std::vector<GastoDeProveedor> gastos;
    std::vector<EgresoDeGasto> egresos;
    Id transaccionIdServiceReferencia;  // file of the booking; without one, the expense itself
    std::vector<Cadena> advertencias;
};
DTO(GastoRegistradoViewModel, transaccionId, folio, total, saldo, gastos, egresos, transaccionIdServiceReferencia,
    advertencias)

}  // namespace gestor::viajes
