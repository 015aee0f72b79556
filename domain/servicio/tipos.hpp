#pragma once
#include "domain/contactos/tipos.hpp"
#include "domain/motor/escritura/motor.hpp"
#include "domain/motor/tipos.hpp"
#include "domain/servicio/coordenada.hpp"

namespace gestor::servicio {

struct OrdenTrabajoResumen {
    Id transaccionId;
    Cadena folio;
    Cadena estado;
    Cadena personalServicio;
};
DTO(OrdenTrabajoResumen, transaccionId, folio, estado, personalServicio)

// EquipoEnServicio: equipment of a service order, in body and table.
struct EquipoEnServicio {
    Cadena equipo;
    Cadena marca;
    Cadena modelo;
    Cadena numeroSerie;
    Cadena falla;
    Cadena diagnostico;
};
DTO(EquipoEnServicio, equipo, marca, modelo, numeroSerie, falla, diagnostico)

struct OrdenServicioViewModel : Trx, Cli, Imp, EquipoEnServicio {
    IdOCero contratoId;
    std::optional<contactos::ContratoViewModel> contrato;
    IdOCero agrupadorServicioId;
    IdOCero personalServicioId;
    Cadena personalServicio;
    IdOCero vendedorId;
    IdOCero rutaId;
    std::optional<FechaHora> fechaCompromiso;
    std::optional<FechaHora> fechaAutorizacion;
    std::optional<FechaHora> fechaCierre;
    Cadena solucion;
    std::vector<Partida> partidas;
    std::vector<OrdenTrabajoResumen> ordenesTrabajo;
    std::vector<Archivo> archivos;
};
DTO_DE((Trx, Cli, Imp, EquipoEnServicio), OrdenServicioViewModel, contratoId, contrato, agrupadorServicioId,
       personalServicioId, personalServicio, vendedorId, rutaId, fechaCompromiso, fechaAutorizacion, fechaCierre,
       solucion, partidas, ordenesTrabajo, archivos)

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

using AccionTrabajo = Opcion<"Iniciar", "Pausar", "Reanudar", "Terminar", "Cancelar", "Reasignar">;
using EstadoTrabajo = Opcion<"Asignado", "EnProceso", "Pausado", "Terminado", "Cancelado">;

struct AccionDeTrabajo {
    Entero<1, 100'000> consecutivo;
    AccionTrabajo accion;
    FechaHora fecha;
    Cadena usuario;
    Cadena notas;
    std::optional<Latitud> latitud;
    std::optional<Longitud> longitud;
};
DTO(AccionDeTrabajo, consecutivo, accion, fecha, usuario, notas, latitud, longitud)

using ClaseEvidencia = Opcion<"Evidencia", "Firma", "Foto", "Otro">;
struct ArchivoDeTrabajo : Archivo {
    std::optional<ClaseEvidencia> evidencia;  // absent: attached like any other file of a document
    std::optional<Latitud> latitud;
    std::optional<Longitud> longitud;
};
DTO_DE((Archivo), ArchivoDeTrabajo, evidencia, latitud, longitud)

struct OrdenTrabajoViewModel : Trx, Cli {
    IdOCero transaccionIdOrdenServicio;
    Cadena folioOrdenServicio;
    IdOCero rutaId;
    Cadena ruta;
    IdOCero vendedorId;
    Cadena vendedor;
    IdOCero personalServicioId;
    Cadena personalServicio;
    FechaHora fechaProgramada;
    std::optional<FechaHora> fechaInicio;
    std::optional<FechaHora> fechaFin;
    std::optional<Latitud> latitud;
    std::optional<Longitud> longitud;
    Cadena descripcion;
    Cadena resultado;
    std::vector<AccionDeTrabajo> acciones;
    std::vector<ArchivoDeTrabajo> archivos;
};
DTO_DE((Trx, Cli), OrdenTrabajoViewModel, transaccionIdOrdenServicio, folioOrdenServicio, rutaId, ruta, vendedorId,
       vendedor, personalServicioId, personalServicio, fechaProgramada, fechaInicio, fechaFin, latitud, longitud,
       descripcion, resultado, acciones, archivos)

struct OrdenTrabajoFiltro {
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Id> vendedorId;
    std::optional<Id> personalServicioId;
    std::optional<Id> rutaId;
    std::optional<EstadoTrabajo> estado;
    std::optional<Id> transaccionIdOrdenServicio;
    std::optional<Busqueda> busqueda;
};
DTO(OrdenTrabajoFiltro, fechaInicial, fechaFinal, vendedorId, personalServicioId, rutaId, estado,
    transaccionIdOrdenServicio, busqueda)

void validar(OrdenTrabajoFiltro const& filtro, Fallas& fallas);

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

// OrdenServicioAutorizacion: kept as promised to callers, member by member.
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
