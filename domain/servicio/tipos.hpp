#pragma once
#include "domain/motor/motor.hpp"
#include "domain/motor/tipos.hpp"

namespace gestor::servicio {

struct ContratoViewModel {
    Id contratoId;
    Cadena folio;
    Cadena descripcion;
    Fecha fechaInicio;
    std::optional<Fecha> fechaFin;
    Dinero importe;
    Cadena estado;
};
DTO(ContratoViewModel, contratoId, folio, descripcion, fechaInicio, fechaFin, importe, estado)

struct OrdenTrabajoResumen {
    Id transaccionId;
    Cadena folio;
    Cadena estado;
    Cadena personalServicio;
};
DTO(OrdenTrabajoResumen, transaccionId, folio, estado, personalServicio)

struct OrdenServicioViewModel : Trx, Cli, Imp {
    Cadena equipo;
    Cadena marca;
    Cadena modelo;
    Cadena numeroSerie;
    Cadena falla;
    Cadena diagnostico;
    IdOCero contratoId;
    std::optional<ContratoViewModel> contrato;
    IdOCero agrupadorServicioId;
    IdOCero personalServicioId;
    Cadena personalServicio;
    std::optional<FechaHora> fechaCompromiso;
    std::optional<FechaHora> fechaAutorizacion;
    std::optional<FechaHora> fechaCierre;
    Cadena solucion;
    std::vector<Partida> partidas;
    std::vector<OrdenTrabajoResumen> ordenesTrabajo;
    std::vector<Archivo> archivos;
};
DTO_DE((Trx, Cli, Imp), OrdenServicioViewModel, equipo, marca, modelo, numeroSerie, falla, diagnostico, contratoId,
       contrato, agrupadorServicioId, personalServicioId, personalServicio, fechaCompromiso, fechaAutorizacion,
       fechaCierre, solucion, partidas, ordenesTrabajo, archivos)

struct OrdenServicioFiltro {
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Id> clienteId;
    std::optional<Id> sucursalId;
    std::optional<Opcion<"Pendiente", "Autorizado", "EnProceso", "Cerrado", "Cancelado">> estado;
    std::optional<Id> personalServicioId;
    std::optional<Id> agrupadorServicioId;
    std::optional<Busqueda> busqueda;
};
DTO(OrdenServicioFiltro, fechaInicial, fechaFinal, clienteId, sucursalId, estado, personalServicioId,
    agrupadorServicioId, busqueda)

void validar(OrdenServicioFiltro const& filtro, Fallas& fallas);

struct AgrupadoresServicioViewModel {
    Id agrupadorServicioId;
    Cadena clave;
    Cadena nombre;
    Cadena descripcion;
    IdOCero padreId;
    Booleano activo;
};
DTO(AgrupadoresServicioViewModel, agrupadorServicioId, clave, nombre, descripcion, padreId, activo)

struct AgrupadorServicioFiltro {
    SoloActivos activo;
    std::optional<Busqueda> busqueda;
};
DTO(AgrupadorServicioFiltro, activo, busqueda)

// Promised to callers, field by field.
struct OrdenServicioAutorizacion {
    Id transaccionId;
    FechaHora fecha;
    Cadena folio;
    IdOCero clienteId;
    Cadena cliente;
    Cadena equipo;
    Cadena notas;
};
DTO(OrdenServicioAutorizacion, transaccionId, fecha, folio, clienteId, cliente, equipo, notas)

struct PersonalServicioViewModel {
    Id personalServicioId;
    Cadena clave;
    Cadena nombre;
    Cadena puesto;
    Cadena telefono;
    Cadena correo;
    IdOCero sucursalId;
    IdOCero agrupadorServicioId;
    Costo costoHora;
    Booleano activo;
};
DTO(PersonalServicioViewModel, personalServicioId, clave, nombre, puesto, telefono, correo, sucursalId,
    agrupadorServicioId, costoHora, activo)

struct PersonalServicioDatos {
    std::optional<Clave> clave;
    TextoReq<250> nombre;
    std::optional<Nombre> puesto;
    std::optional<Texto<30>> telefono;
    std::optional<Correo> correo;
    std::optional<Id> sucursalId;
    std::optional<Id> agrupadorServicioId;
    Defecto<NoNegativo<Costo>, "0"> costoHora;
    Defecto<Booleano, "true"> activo;
};
DTO(PersonalServicioDatos, clave, nombre, puesto, telefono, correo, sucursalId, agrupadorServicioId, costoHora, activo)

}  // namespace gestor::servicio
