#pragma once
// Taxes by cash flow: VAT collected by rate; VAT that we withhold, when paid and when remitted.
#include "domain/motor/tipos.hpp"
#include "domain/valores/problema.hpp"

namespace gestor::contabilidad {

// ---- collected, by rate ----
struct IVACobradoImportes {
    Dinero subtotal16;
    Dinero impuesto16;
    Dinero subtotal8;
    Dinero impuesto8;
    Dinero subtotal0;
    Dinero exento;
    Dinero noAfecto;
    Dinero ieps;  // included in the bases
    Dinero ivaRetenido;
    Dinero isrRetenido;
    Dinero total;
};
DTO(IVACobradoImportes, subtotal16, impuesto16, subtotal8, impuesto8, subtotal0, exento, noAfecto, ieps, ivaRetenido,
    isrRetenido, total)

struct IVACobradoOrigen {
    FechaHora fecha;
    Id transaccionId;
    Cadena folio;
    Cadena cuenta;
    IdOCero clienteId;
    Cadena cliente;
    Cadena rfc;
    IdOCero transaccionIdVenta;
    Cadena folioVenta;
    Cadena uuid;
    Cadena moneda;
    TipoCambio tipoCambio;
};
DTO(IVACobradoOrigen, fecha, transaccionId, folio, cuenta, clienteId, cliente, rfc, transaccionIdVenta, folioVenta,
    uuid, moneda, tipoCambio)
struct IVACobradoRegistro : IVACobradoOrigen, IVACobradoImportes {};
DTO_DE((IVACobradoOrigen, IVACobradoImportes), IVACobradoRegistro)

struct IVACobradoTasasViewModel {
    std::vector<IVACobradoRegistro> registros;
    IVACobradoImportes totales;
};
DTO(IVACobradoTasasViewModel, registros, totales)

struct IVACobradoTasasFiltro {
    static constexpr Retirado retirados[] = {{"fecha1", "ahora es fechaInicial, con la forma dd/MM/yyyy"},
                                             {"fecha2", "ahora es fechaFinal, con la forma dd/MM/yyyy"}};
    FechaDMA fechaInicial;
    FechaDMA fechaFinal;
    std::optional<Id> sucursalId;
    std::optional<Id> clienteId;
};
DTO(IVACobradoTasasFiltro, fechaInicial, fechaFinal, sucursalId, clienteId)
void validar(IVACobradoTasasFiltro const& filtro, Fallas& fallas);

// ---- withheld by us ----
struct IVARetenidoOrigen {
    FechaHora fecha;
    Id transaccionId;
    Cadena folio;
    IdOCero proveedorId;
    Cadena proveedor;
    Cadena rfc;
    IdOCero transaccionIdCompra;
    Cadena folioCompra;
    Cadena folioProveedor;
    Cadena uuid;
};
DTO(IVARetenidoOrigen, fecha, transaccionId, folio, proveedorId, proveedor, rfc, transaccionIdCompra, folioCompra,
    folioProveedor, uuid)
struct IVARetenidoImportes {
    Dinero subtotal;
    Dinero iva;
    Dinero ivaRetenido;
    Dinero isrRetenido;
    Dinero total;
    Dinero enterado;
    Dinero porPagar;
};
DTO(IVARetenidoImportes, subtotal, iva, ivaRetenido, isrRetenido, total, enterado, porPagar)
struct IVARetenidoRegistro : IVARetenidoOrigen, IVARetenidoImportes {
    Cadena tipoRetencion;
    Tasa tasaRetencion;
};
DTO_DE((IVARetenidoOrigen, IVARetenidoImportes), IVARetenidoRegistro, tipoRetencion, tasaRetencion)

struct AnalisisIVARetenidoViewModel {
    std::vector<IVARetenidoRegistro> registros;
    IVARetenidoImportes totales;
};
DTO(AnalisisIVARetenidoViewModel, registros, totales)

struct AnalisisIVARetenidoFiltro {
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Id> proveedorId;
    std::optional<Id> sucursalId;
};
DTO(AnalisisIVARetenidoFiltro, fechaInicial, fechaFinal, proveedorId, sucursalId)
void validar(AnalisisIVARetenidoFiltro const& filtro, Fallas& fallas);

// FilaRetenida: a withholding by a payment or by an egress of a concept, or given back by a supplier's credit note.
struct FilaRetenida : IVARetenidoRegistro {
    IdOCero sucursalId;
};
DTO_DE((IVARetenidoRegistro), FilaRetenida, sucursalId)

// ---- month by month ----
using Mes = Entero<1, 12>;
using Ejercicio = Entero<1900, 2999>;
struct IVARetenidoPeriodo {
    Cadena periodo;  // yyyy-MM
    Dinero base;
    Dinero ivaRetenido;
    Dinero enterado;
    Dinero porPagar;           // payable amount of this month
    Dinero porPagarAcumulado;  // payable amount of all months up to this one
    Fecha fechaLimite;
};
DTO(IVARetenidoPeriodo, periodo, base, ivaRetenido, enterado, porPagar, porPagarAcumulado, fechaLimite)

struct IVARetenidoPorPagarViewModel {
    Dinero saldoInicial;
    std::vector<IVARetenidoPeriodo> periodos;
    Dinero saldoFinal;
};
DTO(IVARetenidoPorPagarViewModel, saldoInicial, periodos, saldoFinal)

struct IVARetenidoPorPagarFiltro {
    Ejercicio ejercicio;
    Defecto<Mes, "1"> mesInicial;
    Defecto<Mes, "12"> mesFinal;
    std::optional<Id> sucursalId;
};
DTO(IVARetenidoPorPagarFiltro, ejercicio, mesInicial, mesFinal, sucursalId)
void validar(IVARetenidoPorPagarFiltro const& filtro, Fallas& fallas);

}  // namespace gestor::contabilidad
