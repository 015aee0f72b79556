#pragma once
#include "domain/motor/tipos.hpp"
#include "domain/valores/problema.hpp"

namespace gestor {

struct ProyectoViewModel {
    Id proyectoId;
    Cadena clave;
    Cadena nombre;
    Cadena descripcion;
    IdOCero clienteId;
    std::optional<Fecha> fechaInicio;
    std::optional<Fecha> fechaFin;
    Dinero presupuesto;
    Cadena responsable;
    Booleano activo;
};
DTO(ProyectoViewModel, proyectoId, clave, nombre, descripcion, clienteId, fechaInicio, fechaFin, presupuesto,
    responsable, activo)

struct ProyectoDatos {
    static constexpr Retirado retirados[] = {
        {"divisionId", "ya no se acepta: un proyecto se actualiza con PUT /api/Proyecto/{id}"}};
    TextoReq<250> nombre;
    std::optional<Clave> clave;
    std::optional<Texto<500, true>> descripcion;
    std::optional<Id> clienteId;
    std::optional<Fecha> fechaInicio;
    std::optional<Fecha> fechaFin;
    Defecto<NoNegativo<Dinero>, "0"> presupuesto;
    std::optional<Nombre> responsable;
    Defecto<Booleano, "true"> activo;
};
DTO(ProyectoDatos, nombre, clave, descripcion, clienteId, fechaInicio, fechaFin, presupuesto, responsable, activo)

void validar(ProyectoDatos const& datos, Fallas& fallas);

struct ProyectoFiltro {
    std::optional<Id> clienteId;
    std::optional<Booleano> activo;
    std::optional<Busqueda> busqueda;
};
DTO(ProyectoFiltro, clienteId, activo, busqueda)

}  // namespace gestor
