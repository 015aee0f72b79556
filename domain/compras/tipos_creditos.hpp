#pragma once
// Credits to customers and of suppliers: notes of returned goods, and credit notes line by line.
#include "domain/compras/tipos.hpp"

namespace gestor::compras {

using EstadoCredito = Opcion<"Pendiente", "Parcial", "Aplicado", "Cancelado">;

// ---- goods returned to a supplier ----
struct NotaDevolucionProveedorViewModel {
    Id transaccionId;
    Cadena folio;
    FechaHora fecha;
    Cadena estado;
    IdOCero proveedorId;
    Cadena proveedor;
    Cadena rfc;
    IdOCero transaccionIdCompra;
    Cadena folioCompra;
    Cadena almacen;
    Cadena motivo;
    Cadena moneda;
    Dinero subtotal;
    Dinero iva;
    Dinero ieps;
    Dinero ivaRetenido;
    Dinero isrRetenido;
    Dinero total;
    Dinero saldo;
    Cadena uuid;
    std::vector<Partida> partidas;
};
DTO(NotaDevolucionProveedorViewModel, transaccionId, folio, fecha, estado, proveedorId, proveedor, rfc,
    transaccionIdCompra, folioCompra, almacen, motivo, moneda, subtotal, iva, ieps, ivaRetenido, isrRetenido, total,
    saldo, uuid, partidas)

struct DevolucionesPorMoneda {
    Cadena moneda;
    Dinero subtotal;
    Dinero iva;
    Dinero ieps;
    Dinero ivaRetenido;
    Dinero isrRetenido;
    Dinero total;
    Dinero saldo;
};
DTO(DevolucionesPorMoneda, moneda, subtotal, iva, ieps, ivaRetenido, isrRetenido, total, saldo)

struct DevolucionesTotales {
    Dinero totalMXN;
    std::vector<DevolucionesPorMoneda> monedas;
};
DTO(DevolucionesTotales, totalMXN, monedas)

struct NotaDevolucionProveedorFiltro : CompraFiltro {
    std::optional<EstadoCredito> estado;
    std::optional<Id> transaccionIdCompra;
};
DTO_DE((CompraFiltro), NotaDevolucionProveedorFiltro, estado, transaccionIdCompra)

// ---- credit notes, one row per line; members of the note are repeated in each row ----
struct NotaCreditoDetalladoViewModel {
    Id transaccionId;
    Cadena folio;
    FechaHora fecha;
    Cadena estado;
    Cadena tipo;
    IdOCero contactoId;
    Cadena contacto;
    Cadena rfc;
    Cadena uuid;
    Cadena tipoRelacion;
    Cadena documentoRelacionado;
    Cadena uuidRelacionado;
    Id numeroPartida;
    IdOCero productoId;
    Cadena codigo;
    Cadena concepto;
    Cadena descripcion;
    Cantidad cantidad;
    Cadena unidad;
    Precio precioUnitario;
    Importe importe;
    Tasa tasaIva;
    Importe iva;
    Importe ieps;
    Cadena moneda;
    Dinero total;
    Dinero aplicado;
    Dinero saldo;
    Cadena vendedor;
    Cadena sucursal;
    Cadena proyecto;
};
DTO(NotaCreditoDetalladoViewModel, transaccionId, folio, fecha, estado, tipo, contactoId, contacto, rfc, uuid,
    tipoRelacion, documentoRelacionado, uuidRelacionado, numeroPartida, productoId, codigo, concepto, descripcion,
    cantidad, unidad, precioUnitario, importe, tasaIva, iva, ieps, moneda, total, aplicado, saldo, vendedor, sucursal,
    proyecto)

struct CreditosPorMoneda {
    Cadena moneda;
    Dinero importe;
    Dinero iva;
    Dinero ieps;
};
DTO(CreditosPorMoneda, moneda, importe, iva, ieps)

struct CreditosTotales {
    Dinero importeMXN;
    std::vector<CreditosPorMoneda> monedas;
};
DTO(CreditosTotales, importeMXN, monedas)

struct NotaCreditoDetalladoFiltro {
    Defecto<Opcion<"Cliente", "Proveedor">, "Cliente"> tipo;
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Id> sucursalId;
    std::optional<Id> contactoId;
    std::optional<Id> productoId;
    std::optional<EstadoCredito> estado;
    std::optional<Busqueda> busqueda;
};
DTO(NotaCreditoDetalladoFiltro, tipo, fechaInicial, fechaFinal, sucursalId, contactoId, productoId, estado, busqueda)
void validar(NotaCreditoDetalladoFiltro const& filtro, Fallas& fallas);

}  // namespace gestor::compras
