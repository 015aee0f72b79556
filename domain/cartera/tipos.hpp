#pragma once
// Receivables of customers and payables to suppliers, on any day.
#include "domain/motor/tipos.hpp"
#include "domain/valores/opcion.hpp"
#include "domain/valores/problema.hpp"

namespace gestor::cartera {

using Dias = Entero<-100'000, 100'000>;
using Conteo = Entero<0, maximo_json>;

// ---- aging ----
struct AntiguedadImportes {
    Dinero porVencer;
    Dinero de1a30;
    Dinero de31a60;
    Dinero de61a90;
    Dinero de91a120;
    Dinero mas120;
    Dinero vencido;
    Dinero saldo;
    Dinero anticipos;
    Dinero saldoNeto;
    Conteo documentos;
};
DTO(AntiguedadImportes, porVencer, de1a30, de31a60, de61a90, de91a120, mas120, vencido, saldo, anticipos, saldoNeto,
    documentos)

struct AntiguedadContacto {
    Id contactoId;
    Cadena codigo;
    Cadena contacto;
    Cadena rfc;
    Cadena moneda;
    Dinero limiteCredito;
    Conteo diasCredito;
};
DTO(AntiguedadContacto, contactoId, codigo, contacto, rfc, moneda, limiteCredito, diasCredito)

struct AntiguedadFila : AntiguedadContacto, AntiguedadImportes {};
DTO_DE((AntiguedadContacto, AntiguedadImportes), AntiguedadFila)

struct AntiguedadDocumento {
    Id transaccionId;
    Cadena tipoDocumento;
    Cadena folio;
    FechaHora fecha;
    std::optional<Fecha> fechaVencimiento;
    Dias dias;
    Dinero total;
    Dinero saldo;
    Cadena bucket;
};
DTO(AntiguedadDocumento, transaccionId, tipoDocumento, folio, fecha, fechaVencimiento, dias, total, saldo, bucket)

struct DocumentoDeContacto : AntiguedadDocumento {
    Id contactoId;
};
DTO_DE((AntiguedadDocumento), DocumentoDeContacto, contactoId)

struct AntiguedadRegistro : AntiguedadFila {
    std::vector<AntiguedadDocumento> detalle;
};
DTO_DE((AntiguedadFila), AntiguedadRegistro, detalle)

struct AntiguedadSaldosViewModel {
    Fecha fechaCorte;
    Cadena moneda;
    std::vector<AntiguedadRegistro> registros;
    AntiguedadImportes totales;
};
DTO(AntiguedadSaldosViewModel, fechaCorte, moneda, registros, totales)

struct AntiguedadSaldosFiltro {
    std::optional<Fecha> fechaCorte;
    Defecto<Opcion<"Cliente", "Proveedor">, "Cliente"> tipo;
    std::optional<Id> clienteId;
    std::optional<Id> contactoId;
    std::optional<Id> sucursalId;
    std::optional<Id> vendedorId;
    std::optional<IdCatalogo> monedaId;
    Defecto<Opcion<"Vencimiento", "Emision">, "Vencimiento"> base;
    Defecto<Booleano, "false"> detalle;
};
DTO(AntiguedadSaldosFiltro, fechaCorte, tipo, clienteId, contactoId, sucursalId, vendedorId, monedaId, base, detalle)

struct AntiguedadPorPagarFiltro {
    std::optional<Fecha> fechaCorte;
    std::optional<Id> proveedorId;
    std::optional<Id> sucursalId;
    std::optional<IdCatalogo> monedaId;
    Defecto<Opcion<"Vencimiento", "Emision">, "Vencimiento"> base;
    Defecto<Booleano, "false"> detalle;
};
DTO(AntiguedadPorPagarFiltro, fechaCorte, proveedorId, sucursalId, monedaId, base, detalle)

// ---- every open receivable ----
struct CarteraViewModel {
    Id transaccionId;
    Cadena tipoDocumento;
    Cadena folio;
    FechaHora fecha;
    std::optional<Fecha> fechaVencimiento;
    Conteo diasVencidos;
    IdOCero clienteId;
    Cadena cliente;
    Cadena rfc;
    IdOCero vendedorId;
    Cadena vendedor;
    IdOCero sucursalId;
    Cadena sucursal;
    IdOCero proyectoId;
    Cadena moneda;
    TipoCambio tipoCambio;
    Dinero total;
    Dinero cobrado;
    Dinero saldo;
    Dinero saldoMXN;
    Cadena estado;
    Cadena uuid;
    Cadena metodoPago;
};
DTO(CarteraViewModel, transaccionId, tipoDocumento, folio, fecha, fechaVencimiento, diasVencidos, clienteId, cliente,
    rfc, vendedorId, vendedor, sucursalId, sucursal, proyectoId, moneda, tipoCambio, total, cobrado, saldo, saldoMXN,
    estado, uuid, metodoPago)

struct SaldoMoneda {
    Cadena moneda;
    Dinero saldo;
};
DTO(SaldoMoneda, moneda, saldo)

struct CarteraTotales {
    std::vector<SaldoMoneda> saldo;
    Dinero saldoMXN;
};
DTO(CarteraTotales, saldo, saldoMXN)

struct CarteraFiltro {
    std::optional<Fecha> fechaCorte;
    std::optional<Id> clienteId;
    std::optional<Id> vendedorId;
    std::optional<Id> sucursalId;
    std::optional<Id> proyectoId;
    std::optional<IdCatalogo> monedaId;
    Defecto<Booleano, "false"> soloVencidos;
    std::optional<Busqueda> busqueda;
};
DTO(CarteraFiltro, fechaCorte, clienteId, vendedorId, sucursalId, proyectoId, monedaId, soloVencidos, busqueda)

// ---- every open payable ----
struct PorPagarViewModel {
    Id transaccionId;
    Cadena tipoDocumento;
    Cadena folio;
    FechaHora fecha;
    std::optional<Fecha> fechaVencimiento;
    Conteo diasVencidos;
    IdOCero proveedorId;
    Cadena proveedor;
    Cadena rfc;
    Cadena folioProveedor;
    std::optional<Fecha> fechaProveedor;
    IdOCero sucursalId;
    Cadena sucursal;
    IdOCero proyectoId;
    Cadena moneda;
    TipoCambio tipoCambio;
    Dinero total;
    Dinero pagado;
    Dinero saldo;
    Dinero saldoMXN;
    Cadena estado;
    Cadena uuid;
    Cadena metodoPago;
};
DTO(PorPagarViewModel, transaccionId, tipoDocumento, folio, fecha, fechaVencimiento, diasVencidos, proveedorId,
    proveedor, rfc, folioProveedor, fechaProveedor, sucursalId, sucursal, proyectoId, moneda, tipoCambio, total, pagado,
    saldo, saldoMXN, estado, uuid, metodoPago)

struct PorPagarFiltro {
    std::optional<Fecha> fechaCorte;
    std::optional<Id> proveedorId;
    std::optional<Id> sucursalId;
    std::optional<Id> proyectoId;
    std::optional<IdCatalogo> monedaId;
    Defecto<Booleano, "false"> soloVencidos;
    std::optional<Busqueda> busqueda;
};
DTO(PorPagarFiltro, fechaCorte, proveedorId, sucursalId, proyectoId, monedaId, soloVencidos, busqueda)

// ---- balances of contacts ----
struct ContactoSaldoViewModel {
    Id entidadId;
    Cadena codigo;
    Cadena contacto;
    Cadena rfc;
    Cadena tipoContacto;
    Cadena moneda;
    Dinero saldoCliente;
    Dinero saldoProveedor;
    Dinero anticiposCliente;
    Dinero anticiposProveedor;
    Dinero saldoNeto;
    Dinero vencidoCliente;
    Dinero vencidoProveedor;
    Dinero limiteCredito;
    Dinero creditoDisponible;
    std::optional<Fecha> ultimoMovimiento;
};
DTO(ContactoSaldoViewModel, entidadId, codigo, contacto, rfc, tipoContacto, moneda, saldoCliente, saldoProveedor,
    anticiposCliente, anticiposProveedor, saldoNeto, vencidoCliente, vencidoProveedor, limiteCredito, creditoDisponible,
    ultimoMovimiento)

struct ContactoSaldoDocumento {
    Id transaccionId;
    Id objId;
    Cadena tipoDocumento;
    Cadena folio;
    FechaHora fecha;
    std::optional<Fecha> fechaVencimiento;
    Conteo diasVencidos;
    Cadena moneda;
    TipoCambio tipoCambio;
    Dinero total;
    Dinero saldo;
    Dinero saldoMXN;
};
DTO(ContactoSaldoDocumento, transaccionId, objId, tipoDocumento, folio, fecha, fechaVencimiento, diasVencidos, moneda,
    tipoCambio, total, saldo, saldoMXN)

struct ContactoSaldoDetalleViewModel : ContactoSaldoViewModel {
    std::vector<ContactoSaldoViewModel> monedas;
    std::vector<ContactoSaldoDocumento> documentos;
};
DTO_DE((ContactoSaldoViewModel), ContactoSaldoDetalleViewModel, monedas, documentos)

struct ContactoSaldoFiltro {
    std::optional<Opcion<"Cliente", "Proveedor", "Ambos">> tipoContacto;
    std::optional<Id> clasificacionId;
    std::optional<Id> vendedorId;
    std::optional<IdCatalogo> monedaId;
    Defecto<Booleano, "false"> soloConSaldo;
    std::optional<Fecha> fechaCorte;
    std::optional<Busqueda> busqueda;
};
DTO(ContactoSaldoFiltro, tipoContacto, clasificacionId, vendedorId, monedaId, soloConSaldo, fechaCorte, busqueda)

struct ContactoSaldoUnoFiltro {
    std::optional<Fecha> fechaCorte;
};
DTO(ContactoSaldoUnoFiltro, fechaCorte)

}  // namespace gestor::cartera
