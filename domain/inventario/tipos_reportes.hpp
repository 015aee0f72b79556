#pragma once
// Stock reports: parameters and answers. Quantities are in base units.
#include "domain/motor/tipos.hpp"

namespace gestor::inventario {

// ---- serial numbers and lots ----
struct ExistenciaSerieLoteViewModel {
    Id productoId;
    Cadena codigo;
    Cadena descripcion;
    Id almacenId;
    Cadena almacen;
    Opcion<"Serie", "Lote"> tipo;
    Cadena serie;
    Cadena lote;
    std::optional<Fecha> caducidad;
    std::optional<Entero<-1'000'000, 1'000'000>> diasPorCaducar;  // below 0: days since the expiry
    Cantidad existencia;
    std::optional<FechaHora> fechaEntrada;  // entry into this warehouse
    IdOCero transaccionIdEntrada;
    Cadena folioEntrada;
};
DTO(ExistenciaSerieLoteViewModel, productoId, codigo, descripcion, almacenId, almacen, tipo, serie, lote, caducidad,
    diasPorCaducar, existencia, fechaEntrada, transaccionIdEntrada, folioEntrada)

struct ExistenciaSerieLoteFiltro {
    std::optional<Id> productoId;
    std::optional<Texto<60>> codigo;
    std::optional<Id> almacenId;
    std::optional<Id> sucursalId;
    std::optional<Texto<60>> serie;
    std::optional<Texto<60>> lote;
    std::optional<Fecha> caducaAntesDe;
    Defecto<Booleano, "true"> soloConExistencia;
};
DTO(ExistenciaSerieLoteFiltro, productoId, codigo, almacenId, sucursalId, serie, lote, caducaAntesDe, soloConExistencia)

// ---- distribution centers ----
struct FaltanteSucursal {
    Id sucursalId;
    Cadena sucursal;
    Cantidad existencia;
    Cantidad stockMinimo;
    Cantidad faltante;
};
DTO(FaltanteSucursal, sucursalId, sucursal, existencia, stockMinimo, faltante)

struct InventarioCedisViewModel {
    Id productoId;
    Cadena codigo;
    Cadena descripcion;
    Cadena unidad;
    Id cedisId;
    Cadena cedis;
    Cantidad existencia;
    Cantidad apartado;
    Cantidad enTransitoEntrada;
    Cantidad enTransitoSalida;
    Cantidad disponible;
    Cantidad demandaSucursales;
    Cantidad sugeridoSurtir;
    Cantidad ordenesCompraPendientes;
    std::vector<FaltanteSucursal> sucursales;
};
DTO(InventarioCedisViewModel, productoId, codigo, descripcion, unidad, cedisId, cedis, existencia, apartado,
    enTransitoEntrada, enTransitoSalida, disponible, demandaSucursales, sugeridoSurtir, ordenesCompraPendientes,
    sucursales)

struct InventarioCedisFiltro {
    std::optional<Id> almacenId;
    std::optional<Id> productoId;
    std::optional<Busqueda> busqueda;
    std::optional<Id> clasificacionId;
    Defecto<Booleano, "false"> detalle;
};
DTO(InventarioCedisFiltro, almacenId, productoId, busqueda, clasificacionId, detalle)

// ---- service level ----
struct NivelServicioTotales {
    Entero<0, maximo_json> pedidos;
    Entero<0, maximo_json> lineas;
    Entero<0, maximo_json> lineasCompletas;
    Cantidad cantidadPedida;
    Cantidad cantidadSurtida;
    Cantidad cantidadPendiente;
    Dinero importePedido;  // in pesos
    Dinero importeSurtido;
    Dinero nivelServicio;  // percentages with two decimals; 0 when nothing was ordered
    Dinero nivelServicioLineas;
    Dinero nivelServicioATiempo;
};
DTO(NivelServicioTotales, pedidos, lineas, lineasCompletas, cantidadPedida, cantidadSurtida, cantidadPendiente,
    importePedido, importeSurtido, nivelServicio, nivelServicioLineas, nivelServicioATiempo)

struct ClaveDeGrupo {
    Cadena clave;
    Cadena descripcion;
};
DTO(ClaveDeGrupo, clave, descripcion)

struct NivelServicioRegistro : ClaveDeGrupo, NivelServicioTotales {};
DTO_DE((ClaveDeGrupo, NivelServicioTotales), NivelServicioRegistro)

struct NivelServicioViewModel {
    std::vector<NivelServicioRegistro> registros;
    NivelServicioTotales totales;
};
DTO(NivelServicioViewModel, registros, totales)

struct NivelServicioFiltro {
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::optional<Fecha> fechaCorte;
    Defecto<Opcion<"Producto", "Cliente", "Sucursal", "Vendedor", "Pedido">, "Producto"> agruparPor;
    std::optional<Id> sucursalId;
    std::optional<Id> clienteId;
    std::optional<Id> productoId;
    Defecto<Booleano, "false"> incluirCancelados;
};
DTO(NivelServicioFiltro, fechaInicial, fechaFinal, fechaCorte, agruparPor, sucursalId, clienteId, productoId,
    incluirCancelados)
void validar(NivelServicioFiltro const& filtro, Fallas& fallas);

// ---- layers ----
struct CapasDeProducto {  // CapasDeProducto: layers of a product in the asked warehouses
    Cantidad existencia;
    Dinero importe;
    Costo costoPromedioCapas;
};
DTO(CapasDeProducto, existencia, importe, costoPromedioCapas)

struct CapaViewModel {
    Id productoId;
    Cadena codigo;
    Cadena descripcion;
    Id almacenId;
    Cadena almacen;
    Cadena serie;  // serial number, when the goods have one; the same for the lot
    Cadena lote;
    FechaHora fechaEntrada;
    Id transaccionId;
    Cadena tipoDocumento;
    Cadena folio;
    Cadena proveedor;
    Cantidad cantidadEntrada;
    Cantidad cantidadSalida;
    Cantidad existencia;
    Costo costoUnitario;
    Dinero importe;
    Entero<0, 1'000'000> antiguedadDias;
    CapasDeProducto subtotales;
};
DTO(CapaViewModel, productoId, codigo, descripcion, almacenId, almacen, serie, lote, fechaEntrada, transaccionId,
    tipoDocumento, folio, proveedor, cantidadEntrada, cantidadSalida, existencia, costoUnitario, importe,
    antiguedadDias, subtotales)

struct CapaFiltro {
    std::optional<Fecha> fechaCorte;
    std::optional<Id> productoId;
    std::optional<Id> almacenId;
    std::optional<Id> sucursalId;
    std::optional<Id> clasificacionId;
    Defecto<Booleano, "false"> incluirAgotadas;
};
DTO(CapaFiltro, fechaCorte, productoId, almacenId, sucursalId, clasificacionId, incluirAgotadas)

}  // namespace gestor::inventario
