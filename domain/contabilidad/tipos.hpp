#pragma once
#include "domain/motor/tipos.hpp"
#include "domain/valores/problema.hpp"

namespace gestor::contabilidad {

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
    std::optional<Id> clienteId;  // clienteId or codigoCliente
    std::optional<Clave> codigoCliente;
    std::optional<Fecha> fechaInicio;
    std::optional<Fecha> fechaFin;
    Defecto<NoNegativo<Dinero>, "0"> presupuesto;
    std::optional<Nombre> responsable;
    Defecto<Booleano, "true"> activo;
    static constexpr std::string_view sin_ejemplo[] = {"codigoCliente"};
};
DTO(ProyectoDatos, nombre, clave, descripcion, clienteId, codigoCliente, fechaInicio, fechaFin, presupuesto,
    responsable, activo)

void validar(ProyectoDatos const& datos, Fallas& fallas);

struct ProyectoFiltro {
    std::optional<Id> clienteId;
    std::optional<Booleano> activo;
    std::optional<Busqueda> busqueda;
};
DTO(ProyectoFiltro, clienteId, activo, busqueda)

using TipoClasificador = Opcion<"Costo", "Gasto">;

struct ClasificadorCostoViewModel {
    Id clasificadorCostoId;
    Cadena clave;
    Cadena nombre;
    TipoClasificador tipo;
    IdOCero padreId;
    Cadena padre;
    Entero<1, 1000> nivel;
    Cadena cuentaContable;
    Booleano activo;
};
DTO(ClasificadorCostoViewModel, clasificadorCostoId, clave, nombre, tipo, padreId, padre, nivel, cuentaContable, activo)

struct ClasificadorUsuarioFiltro {
    std::optional<TipoClasificador> tipo;
    std::optional<Busqueda> busqueda;
};
DTO(ClasificadorUsuarioFiltro, tipo, busqueda)

struct ClasificadorOrganizacionFiltro {
    std::optional<Id> clasificadorCostoId;
    std::optional<Busqueda> busqueda;
};
DTO(ClasificadorOrganizacionFiltro, clasificadorCostoId, busqueda)

struct ConceptoGastoFiltro {
    std::optional<Busqueda> busqueda;
    std::optional<Id> clasificadorCostoId;
    SoloActivos activo;
};
DTO(ConceptoGastoFiltro, busqueda, clasificadorCostoId, activo)

struct ConceptoObjetoFiltro {
    IdCatalogo objId;
    std::optional<Busqueda> busqueda;
};
DTO(ConceptoObjetoFiltro, objId, busqueda)

struct ConceptoCompraFiltro {
    std::optional<Busqueda> busqueda;
    SoloActivos activo;
};
DTO(ConceptoCompraFiltro, busqueda, activo)

struct ClasificadorCostoDatos {
    TextoReq<30> clave;
    TextoReq<250> nombre;
    TipoClasificador tipo;
    std::optional<IdOCero> padreId;
    std::optional<Clave> cuentaContable;
    Defecto<Booleano, "true"> activo;
};
DTO(ClasificadorCostoDatos, clave, nombre, tipo, padreId, cuentaContable, activo)

// ClasificadorLugar: the future place of a classifier.
struct ClasificadorLugar {
    Booleano ciclo;
    Entero<0, 1'000'000> niveles;
    Booleano padreActivo;
};
DTO(ClasificadorLugar, ciclo, niveles, padreActivo)

}  // namespace gestor::contabilidad
