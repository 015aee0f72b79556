#pragma once
#include "domain/motor/tipos.hpp"

namespace gestor {

struct UnidadMedidaViewModel {
    Id unidadMedidaId;
    Cadena clave;
    Cadena nombre;
    Cadena abreviatura;
    Cadena claveUnidad;
    Id unidadBaseId;  // its own in a base unit
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

}  // namespace gestor
