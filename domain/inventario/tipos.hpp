#pragma once
#include "domain/motor/tipos.hpp"

namespace gestor::inventario {

// ExistenciaViewModel: stock of a product in a warehouse, in its base unit, without cost.
struct ExistenciaViewModel {
    Id productoId;
    Cadena codigo;
    Cadena numeroParte;
    Cadena descripcion;
    Cadena clasificacion;
    IdOCero sucursalId;
    Cadena sucursal;
    Id almacenId;
    Cadena almacen;
    Cadena unidad;
    Cantidad existencia;
    Cantidad apartado;
    Cantidad disponible;
    Cantidad enTransito;
    Cantidad stockMinimo;
    Cantidad stockMaximo;
    Cadena ubicacion;
};
DTO(ExistenciaViewModel, productoId, codigo, numeroParte, descripcion, clasificacion, sucursalId, sucursal, almacenId,
    almacen, unidad, existencia, apartado, disponible, enTransito, stockMinimo, stockMaximo, ubicacion)

struct ExistenciaFiltro {
    std::optional<Id> productoId;
    std::optional<Texto<60>> codigo;
    std::optional<Busqueda> busqueda;
    std::optional<Id> almacenId;
    std::optional<Id> sucursalId;
    std::optional<Id> clasificacionId;
    Defecto<Booleano, "false"> soloConExistencia;
    std::optional<Fecha> fechaCorte;
};
DTO(ExistenciaFiltro, productoId, codigo, busqueda, almacenId, sucursalId, clasificacionId, soloConExistencia,
    fechaCorte)

}  // namespace gestor::inventario
