#pragma once
// Bodies of service and work orders, and their answers.
#include "domain/motor/captura/lineas.hpp"
#include "domain/servicio/tipos.hpp"
#include "domain/valores/base64.hpp"
#include "domain/ventas/ofrece.hpp"

namespace gestor::servicio {

// ---- a service order ----
struct OrdenServicioCampos : EncabezadoNuevo {
    std::optional<Id> clienteId;  // one of clienteId and codigoCliente
    std::optional<Clave> codigoCliente;
    TextoReq<250> equipo;
    std::optional<Nombre> marca;
    std::optional<Nombre> modelo;
    std::optional<Nombre> numeroSerie;
    TextoReq<250> falla;
    std::optional<Notas> diagnostico;
    std::optional<Id> contratoId;
    std::optional<Id> agrupadorServicioId;
    std::optional<Id> personalServicioId;
    std::optional<Id> vendedorId;
    std::optional<Id> rutaId;
    std::optional<FechaHora> fechaCompromiso;
    static constexpr std::string_view sin_ejemplo[] = {"codigoCliente",      "contratoId", "agrupadorServicioId",
                                                       "personalServicioId", "vendedorId", "rutaId",
                                                       "fechaCompromiso"};
};
DTO_DE((EncabezadoNuevo), OrdenServicioCampos, clienteId, codigoCliente, equipo, marca, modelo, numeroSerie, falla,
       diagnostico, contratoId, agrupadorServicioId, personalServicioId, vendedorId, rutaId, fechaCompromiso)

struct TrabajoNuevo {
    std::optional<Id> personalServicioId;      // absent: the person of its service order
    std::optional<Id> vendedorId;              // absent: the salesperson of its service order
    std::optional<FechaHora> fechaProgramada;  // absent: the promised date of its order, or the order's date
    std::optional<Nombre> descripcion;
    static constexpr std::string_view sin_ejemplo[] = {"personalServicioId", "vendedorId", "fechaProgramada"};
};
DTO(TrabajoNuevo, personalServicioId, vendedorId, fechaProgramada, descripcion)

struct OrdenServicioNueva : OrdenServicioCampos {
    PartidasOpcionales partidas;
    Lista<TrabajoNuevo, 0, 100> ordenesTrabajo;
};
DTO_DE((OrdenServicioCampos), OrdenServicioNueva, partidas, ordenesTrabajo)
void validar(OrdenServicioNueva const& orden, Fallas& fallas);

// ---- changes: a member absent from a stored line or work order keeps its value ----
struct PartidaDeOrden {
    std::optional<Entero<1, 100'000>> numeroPartida;  // absent: a new line
    std::optional<Id> productoId;
    std::optional<Clave> codigo;
    std::optional<Id> conceptoId;
    std::optional<Texto<1000>> descripcion;
    std::optional<Positivo<Cantidad>> cantidad;
    std::optional<Id> unidadMedidaId;
    std::optional<NoNegativo<Precio>> precioUnitario;
    std::optional<NoNegativo<Importe>> descuento;
    std::optional<NoNegativo<Importe>> promocion;
    std::optional<Id> almacenId;
    Lista<TextoReq<60>, 0, 10'000> series;
    Lista<LotePedido, 0, 1'000> lotes;
    std::optional<Id> proyectoId;
    std::optional<Id> centroCostoId;
    std::optional<Notas> notas;
    static constexpr std::string_view sin_ejemplo[] = {"numeroPartida", "codigo",   "conceptoId", "unidadMedidaId",
                                                       "almacenId",     "series",   "lotes",      "proyectoId",
                                                       "centroCostoId", "promocion"};
};
DTO(PartidaDeOrden, numeroPartida, productoId, codigo, conceptoId, descripcion, cantidad, unidadMedidaId,
    precioUnitario, descuento, promocion, almacenId, series, lotes, proyectoId, centroCostoId, notas)

struct TrabajoDeOrden : TrabajoNuevo {
    std::optional<Id> transaccionId;  // absent: a new work order
    static constexpr std::string_view sin_ejemplo[] = {"transaccionId"};
};
DTO_DE((TrabajoNuevo), TrabajoDeOrden, transaccionId)

struct OrdenServicioDatos : OrdenServicioCampos {
    Lista<PartidaDeOrden, 0, 1'000> partidas;
    Lista<TrabajoDeOrden, 0, 100> ordenesTrabajo;
};
DTO_DE((OrdenServicioCampos), OrdenServicioDatos, partidas, ordenesTrabajo)

// OrdenServicioGuardada: the whole order, with warnings.
struct OrdenServicioGuardada : Vista<OrdenServicioViewModel> {
    std::vector<Cadena> advertencias;
};
DTO_DE((Vista<OrdenServicioViewModel>), OrdenServicioGuardada, advertencias)

// ---- its end ----
struct OrdenServicioCierre {
    std::optional<Notas> solucion;
    std::optional<FechaDocumento> fechaCierre;  // absent: now, in the branch
    Defecto<Booleano, "false"> generarNotaVenta;
    Lista<ventas::PartidaIdentificada, 0, 1'000> partidas;  // serial numbers and lots of the lines of the note
    static constexpr std::string_view sin_ejemplo[] = {"fechaCierre", "partidas"};
};
DTO(OrdenServicioCierre, solucion, fechaCierre, generarNotaVenta, partidas)
void validar(OrdenServicioCierre const& cierre, Fallas& fallas);

struct OrdenServicioCerrada : OrdenServicioGuardada {
    IdOCero transaccionIdNotaVenta;
};
DTO_DE((OrdenServicioGuardada), OrdenServicioCerrada, transaccionIdNotaVenta)

// ---- actions on a work order ----
struct TrabajoAccion {
    Id transaccionId;
    AccionTrabajo accion;
    std::optional<FechaDocumento> fecha;  // absent: now, in the branch
    std::optional<Notas> notas;
    std::optional<Notas> resultado;        // result, of Terminar
    std::optional<Id> personalServicioId;  // Reasignar: one of the next two, or both
    std::optional<Id> vendedorId;
    std::optional<Latitud> latitud;  // latitud and longitud, or neither
    std::optional<Longitud> longitud;
    static constexpr std::string_view sin_ejemplo[] = {"fecha", "resultado", "personalServicioId", "vendedorId"};
};
DTO(TrabajoAccion, transaccionId, accion, fecha, notas, resultado, personalServicioId, vendedorId, latitud, longitud)
void validar(TrabajoAccion const& accion, Fallas& fallas);

// Evidence of the work: a photograph, a signature. Greatest size in bytes.
inline constexpr std::uint64_t evidencia_maxima = 10UL * 1024 * 1024;
struct TrabajoEvidencia {
    static constexpr std::uint64_t cuerpo_maximo = base64_longitud(evidencia_maxima) + 8192;  // 8192: the other fields
    Id transaccionId;
    TextoReq<200> nombre;
    TextoReq<10> extension;
    Base64<evidencia_maxima> contenidoBase64;
    Defecto<ClaseEvidencia, "Evidencia"> tipo;
    std::optional<Latitud> latitud;  // latitud and longitud, or neither
    std::optional<Longitud> longitud;
    std::optional<FechaDocumento> fecha;  // absent: now, in the branch
    static constexpr std::string_view sin_ejemplo[] = {"fecha"};
};
DTO(TrabajoEvidencia, transaccionId, nombre, extension, contenidoBase64, tipo, latitud, longitud, fecha)
void validar(TrabajoEvidencia const& evidencia, Fallas& fallas);

struct OrdenTrabajoActualizada : Vista<OrdenTrabajoViewModel> {
    std::vector<Cadena> advertencias;
};
DTO_DE((Vista<OrdenTrabajoViewModel>), OrdenTrabajoActualizada, advertencias)

}  // namespace gestor::servicio
