#pragma once
#include "domain/motor/tipos.hpp"
#include "domain/valores/fiscal.hpp"
#include "domain/valores/problema.hpp"

namespace gestor::productos {

struct UnidadMedidaViewModel {
    Id unidadMedidaId;
    Cadena clave;
    Cadena nombre;
    Cadena abreviatura;
    Cadena claveUnidad;
    Id unidadBaseId;  // a base unit has its own id here
    Cantidad factor;
    Booleano activo;
};
DTO(UnidadMedidaViewModel, unidadMedidaId, clave, nombre, abreviatura, claveUnidad, unidadBaseId, factor, activo)

struct UnidadMedidaFiltro {
    SoloActivos activo;
    std::optional<Busqueda> busqueda;
    std::optional<Id> unidadBaseId;
};
DTO(UnidadMedidaFiltro, activo, busqueda, unidadBaseId)

struct UnidadBaseFiltro {
    SoloActivos activo;
};
DTO(UnidadBaseFiltro, activo)

struct ProductosClasificacionesViewModel {
    Id clasificacionId;
    Cadena clave;
    Cadena nombre;
    Entero<1, 1000> nivel;
    IdOCero padreId;
    Booleano activo;
};
DTO(ProductosClasificacionesViewModel, clasificacionId, clave, nombre, nivel, padreId, activo)

struct ProductosClasificacionesFiltro {
    std::optional<Id> padreId;
    SoloActivos activo;
    std::optional<Busqueda> busqueda;
};
DTO(ProductosClasificacionesFiltro, padreId, activo, busqueda)

using TipoProducto = Opcion<"Producto", "Servicio", "Kit">;
using MetodoCosteo = Opcion<"PEPS", "PROMEDIO", "IDENTIFICADO">;
using CodigoProducto = Texto<60>;

struct ArticuloViewModel {
    Id productoId;
    Cadena codigo;
    Cadena numeroParte;
    Cadena codigoBarras;
    Cadena descripcion;
    TipoProducto tipo;
    Id unidadMedidaId;
    Cadena unidad;
    IdOCero clasificacionId;
    Cadena clasificacion;
    Cadena claveProductoServicio;
    Cadena claveUnidad;
    Cadena objetoImpuesto;
    Precio precio;
    IdOCero monedaId;
    Cadena moneda;
    Cantidad existencia;
    Booleano manejaSeries;
    Booleano manejaLotes;
    Booleano activo;
};
DTO(ArticuloViewModel, productoId, codigo, numeroParte, codigoBarras, descripcion, tipo, unidadMedidaId, unidad,
    clasificacionId, clasificacion, claveProductoServicio, claveUnidad, objetoImpuesto, precio, monedaId, moneda,
    existencia, manejaSeries, manejaLotes, activo)

struct ProductoPrecio {
    Id listaPreciosId;
    Cadena lista;
    Precio precio;
    Cadena moneda;
};
DTO(ProductoPrecio, listaPreciosId, lista, precio, moneda)

struct ProductoComponente {
    Id productoId;
    Cadena codigo;
    Cadena descripcion;
    Cantidad cantidad;
    Id unidadMedidaId;
    Cadena unidad;
};
DTO(ProductoComponente, productoId, codigo, descripcion, cantidad, unidadMedidaId, unidad)

struct ProductoViewModel : ArticuloViewModel {
    Cadena descripcionLarga;
    Cadena marca;
    Cadena modelo;
    Id unidadBaseId;
    Cadena unidadBase;
    Cantidad factorUnidad;
    Tasa tasaIva;
    Booleano exentoIva;
    Tasa tasaIeps;
    Importe cuotaIeps;
    Tasa tasaIvaRetenido;
    Tasa tasaIsrRetenido;
    TipoRetencion tipoRetencion;
    MetodoCosteo metodoCosteo;
    Cantidad stockMinimo;
    Cantidad stockMaximo;
    Cantidad peso;
    IdOCero agrupadorServicioId;
    IdOCero proveedorId;
    Booleano esEnvase;
    IdOCero envaseId;
    std::vector<ProductoPrecio> precios;
    std::vector<ProductoComponente> componentes;
};
DTO_DE((ArticuloViewModel), ProductoViewModel, descripcionLarga, marca, modelo, unidadBaseId, unidadBase, factorUnidad,
       tasaIva, exentoIva, tasaIeps, cuotaIeps, tasaIvaRetenido, tasaIsrRetenido, tipoRetencion, metodoCosteo,
       stockMinimo, stockMaximo, peso, agrupadorServicioId, proveedorId, esEnvase, envaseId, precios, componentes)

struct ProductoFiltro {
    std::optional<Busqueda> busqueda;
    std::optional<CodigoProducto> codigo;
    std::optional<Id> clasificacionId;
    std::optional<TipoProducto> tipo;
    std::optional<Id> listaPreciosId;
    std::optional<Id> almacenId;
    std::optional<Booleano> activo;
    std::optional<FechaHora> modificadoDesde;
};
DTO(ProductoFiltro, busqueda, codigo, clasificacionId, tipo, listaPreciosId, almacenId, activo, modificadoDesde)

// Product in a row of a list: by id or by code; in its own unit unless the row has another.
struct ProductoNombrado {
    std::optional<Id> productoId;
    std::optional<CodigoProducto> codigo;
    std::optional<Id> unidadMedidaId;
};
DTO(ProductoNombrado, productoId, codigo, unidadMedidaId)

struct ComponenteNuevo : ProductoNombrado {
    Positivo<Cantidad> cantidad;
};
DTO_DE((ProductoNombrado), ComponenteNuevo, cantidad)

struct ProductoDatos {
    // Left out of the published example: only a kit has components; the other members name records that another company
    // may lack, or depend on a member that is left out.
    static constexpr std::string_view sin_ejemplo[] = {"unidadBaseId", "clasificacionId",  "exentoIva",
                                                       "cuotaIeps",    "componentes",      "envaseId",
                                                       "manejaSeries", "referenciaExterna"};
    TextoReq<60> codigo;
    TextoReq<1000> descripcion;
    Defecto<TipoProducto, "Producto"> tipo;
    std::optional<Texto<60>> numeroParte;
    std::optional<Texto<60>> codigoBarras;
    std::optional<Notas> descripcionLarga;
    std::optional<Nombre> marca;
    std::optional<Nombre> modelo;
    Id unidadMedidaId;
    std::optional<Id> unidadBaseId;
    std::optional<Id> clasificacionId;
    ClaveProductoServicio claveProductoServicio;
    std::optional<ClaveUnidad> claveUnidad;
    Defecto<ClaveObjetoImpuesto, "02"> objetoImpuesto;
    std::optional<NoNegativo<Tasa>> tasaIva;  // absent: 0.16, unless exempt
    std::optional<Booleano> exentoIva;
    Defecto<NoNegativo<Tasa>, "0"> tasaIeps;
    Defecto<NoNegativo<Importe>, "0"> cuotaIeps;
    Defecto<NoNegativo<Tasa>, "0"> tasaIvaRetenido;
    Defecto<NoNegativo<Tasa>, "0"> tasaIsrRetenido;
    std::optional<Opcion<"Honorarios", "Arrendamiento", "Fletes", "Comisiones", "Otros">> tipoRetencion;
    Defecto<MetodoCosteo, "PROMEDIO"> metodoCosteo;
    Defecto<Booleano, "false"> manejaSeries;
    Defecto<Booleano, "false"> manejaLotes;
    Defecto<NoNegativo<Cantidad>, "0"> stockMinimo;
    Defecto<NoNegativo<Cantidad>, "0"> stockMaximo;
    Defecto<NoNegativo<Cantidad>, "0"> peso;
    std::optional<NoNegativo<Precio>> precio;
    Lista<ComponenteNuevo, 0, 500> componentes;
    Defecto<Booleano, "false"> esEnvase;
    std::optional<Id> envaseId;
    Defecto<Booleano, "true"> activo;
    std::optional<Texto<60>> referenciaExterna;
};
DTO(ProductoDatos, codigo, descripcion, tipo, numeroParte, codigoBarras, descripcionLarga, marca, modelo,
    unidadMedidaId, unidadBaseId, clasificacionId, claveProductoServicio, claveUnidad, objetoImpuesto, tasaIva,
    exentoIva, tasaIeps, cuotaIeps, tasaIvaRetenido, tasaIsrRetenido, tipoRetencion, metodoCosteo, manejaSeries,
    manejaLotes, stockMinimo, stockMaximo, peso, precio, componentes, esEnvase, envaseId, activo, referenciaExterna)

struct NumeroParteDatos {
    Texto<60> numeroParte;  // "": clears the stored value
};
DTO(NumeroParteDatos, numeroParte)

struct ProductosNumeroParteViewModel {
    Id productoId;
    Cadena codigo;
    Cadena numeroParte;
};
DTO(ProductosNumeroParteViewModel, productoId, codigo, numeroParte)

}  // namespace gestor::productos
