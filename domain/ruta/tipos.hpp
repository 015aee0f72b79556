#pragma once
// Routes, returns of their trucks, and settlements of their days, in the answers.
#include "domain/motor/tipos.hpp"
#include "domain/valores/problema.hpp"

namespace gestor::ruta {

using DiaDeRuta = Opcion<"Lunes", "Martes", "Miércoles", "Jueves", "Viernes", "Sábado", "Domingo">;

// ---- routes ----
struct RutaViewModel {
    Id rutaId;
    Cadena clave;
    Cadena nombre;
    IdOCero sucursalId;
    Cadena sucursal;
    IdOCero vendedorId;
    Cadena vendedor;
    IdOCero almacenId;  // the truck
    Cadena almacen;
    std::vector<Cadena> dias;
    Entero<0, 1'000'000'000> clientes;  // customers of its salesperson
    Booleano activo;
};
DTO(RutaViewModel, rutaId, clave, nombre, sucursalId, sucursal, vendedorId, vendedor, almacenId, almacen, dias,
    clientes, activo)

struct RutaFiltro {
    std::optional<Id> sucursalId;
    std::optional<Id> vendedorId;
    SoloActivos activo;
    std::optional<Busqueda> busqueda;
};
DTO(RutaFiltro, sucursalId, vendedorId, activo, busqueda)

struct RutaDatos {
    std::optional<Clave> clave;
    TextoReq<250> nombre;
    Id sucursalId;
    std::optional<Id> vendedorId;
    std::optional<Id> almacenId;  // almacenId: warehouse of a truck of its branch
    Lista<DiaDeRuta, 0, 7> dias;
    Defecto<Booleano, "true"> activo;
    static constexpr std::string_view sin_ejemplo[] = {"almacenId"};
};
DTO(RutaDatos, clave, nombre, sucursalId, vendedorId, almacenId, dias, activo)
void validar(RutaDatos const& ruta, Fallas& fallas);

// ---- returns ----
using TipoOperacionRuta = Opcion<"Producto", "Envase", "Mixta">;

struct DevolucionRutaViewModel {
    Id transaccionId;
    Cadena folio;
    FechaHora fecha;
    Cadena estado;
    IdOCero sucursalId;
    Cadena sucursal;
    IdOCero rutaId;
    Cadena ruta;
    IdOCero vendedorId;
    Cadena vendedor;
    TipoOperacionRuta tipoOperacion;
    Cantidad totalProductos;  // returned units
    Cantidad totalEnvases;
    Dinero importe;  // value of the differences
    Cadena notas;
};
DTO(DevolucionRutaViewModel, transaccionId, folio, fecha, estado, sucursalId, sucursal, rutaId, ruta, vendedorId,
    vendedor, tipoOperacion, totalProductos, totalEnvases, importe, notas)

struct PartidaDevolucionRuta {
    Id numeroPartida;
    Id productoId;
    Cadena codigo;
    Cadena descripcion;
    Cadena unidad;
    Cantidad existencia;  // stock of the truck, as counted
    Cantidad conteo;
    Cantidad diferencia;
    Costo costoUnitario;
    Importe importe;
    std::vector<Cadena> series;
    std::vector<Lote> lotes;
};
DTO(PartidaDevolucionRuta, numeroPartida, productoId, codigo, descripcion, unidad, existencia, conteo, diferencia,
    costoUnitario, importe, series, lotes)

struct TotalesDevueltos {
    Cantidad existenciaProductos;
    Cantidad conteoProductos;
    Cantidad diferenciaProductos;
    Cantidad existenciaEnvases;
    Cantidad conteoEnvases;
    Cantidad diferenciaEnvases;
    Dinero importeDiferencia;
};
DTO(TotalesDevueltos, existenciaProductos, conteoProductos, diferenciaProductos, existenciaEnvases, conteoEnvases,
    diferenciaEnvases, importeDiferencia)

struct DevolucionRutaDetalle : DevolucionRutaViewModel {
    std::vector<PartidaDevolucionRuta> productos;
    std::vector<PartidaDevolucionRuta> envases;
    std::optional<TotalesDevueltos> totales;
};
DTO_DE((DevolucionRutaViewModel), DevolucionRutaDetalle, productos, envases, totales)

struct DevolucionRutaFiltro {
    std::optional<IdOCero> sucursalId;  // absent or 0: the session's
    std::optional<TipoOperacionRuta> tipoOperacion;
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Busqueda> busqueda;
    std::optional<Id> vendedorId;
};
DTO(DevolucionRutaFiltro, sucursalId, tipoOperacion, fechaInicial, fechaFinal, busqueda, vendedorId)
void validar(DevolucionRutaFiltro const& filtro, Fallas& fallas);

// ---- settlements ----
struct PartidaLiquidada {
    Id productoId;
    Cadena codigo;
    Cadena descripcion;
    Cantidad carga;  // stock at the beginning of the day, plus the first load
    Cantidad recarga;
    Cantidad venta;
    Cantidad devolucion;
    Cantidad esperado;  // expected stock of the truck
    Cantidad conteo;
    Cantidad diferencia;
    Costo costoUnitario;
    Importe importeDiferencia;
};
DTO(PartidaLiquidada, productoId, codigo, descripcion, carga, recarga, venta, devolucion, esperado, conteo, diferencia,
    costoUnitario, importeDiferencia)

struct LiquidacionViewModel : Trx {
    IdOCero rutaId;
    Cadena ruta;
    IdOCero vendedorId;
    Cadena vendedor;
    Fecha fechaLiquidacion;
    Dinero cargaInicial;  // amounts of goods are at cost
    Dinero recargas;
    Dinero ventasContado;  // paid in cash at the sale
    Dinero ventasCredito;  // unpaid part
    Dinero cobranza;       // cash collected for earlier debts
    Dinero devoluciones;
    Dinero gastos;
    Dinero efectivoEsperado;
    Dinero efectivoEntregado;
    Dinero diferenciaEfectivo;
    Dinero faltanteMercancia;
    Dinero sobranteMercancia;
    std::vector<PartidaLiquidada> partidas;
    std::vector<Id> depositos;
};
DTO_DE((Trx), LiquidacionViewModel, rutaId, ruta, vendedorId, vendedor, fechaLiquidacion, cargaInicial, recargas,
       ventasContado, ventasCredito, cobranza, devoluciones, gastos, efectivoEsperado, efectivoEntregado,
       diferenciaEfectivo, faltanteMercancia, sobranteMercancia, partidas, depositos)

struct LiquidacionFiltro {
    std::optional<Id> sucursalId;
    std::optional<Id> rutaId;
    std::optional<Id> vendedorId;
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Opcion<"Pendiente", "Validado", "Cancelado">> estado;
    std::optional<Busqueda> busqueda;
};
DTO(LiquidacionFiltro, sucursalId, rutaId, vendedorId, fechaInicial, fechaFinal, estado, busqueda)
void validar(LiquidacionFiltro const& filtro, Fallas& fallas);

}  // namespace gestor::ruta
