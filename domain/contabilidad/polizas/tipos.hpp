#pragma once
// Pólizas: manual ones (body), and all of them (answers).
#include "domain/contabilidad/cuentas/tipos.hpp"
#include "domain/motor/captura/fechas.hpp"
#include "domain/motor/escritura/poliza_propia.hpp"

namespace gestor::codigo {
inline constexpr std::string_view descuadre = "DESCUADRE";
}  // namespace gestor::codigo

namespace gestor::contabilidad {

using ConceptoPoliza = TextoReq<250>;
using ConceptoPartida = Texto<200>;  // greatest length in the tax authority's file

// PartidaManual: a line of a póliza made by hand, now or each month.
struct PartidaManual {
    std::optional<CodigoCuenta> cuenta;  // account by number; else cuentaId
    std::optional<Id> cuentaId;
    Defecto<NoNegativo<Dinero>, "0"> debe;  // debe or haber
    Defecto<NoNegativo<Dinero>, "0"> haber;
    std::optional<ConceptoPartida> concepto;
    std::optional<IdOCero> sucursalId;
    std::optional<IdOCero> proyectoId;
    std::optional<IdOCero> clasificadorCostoId;
    std::optional<IdOCero> contactoId;  // contactoId or codigoContacto
    std::optional<Clave> codigoContacto;
    static constexpr std::string_view sin_ejemplo[] = {
        "cuentaId", "haber", "sucursalId", "clasificadorCostoId", "proyectoId", "contactoId", "codigoContacto"};
};
DTO(PartidaManual, cuenta, cuentaId, debe, haber, concepto, sucursalId, proyectoId, clasificadorCostoId, contactoId,
    codigoContacto)
void validar(PartidaManual const& partida, std::size_t fila, Fallas& fallas);
void validar_cuadre(Dinero debe, Dinero haber, Fallas& fallas);

struct PartidaPolizaNueva : PartidaManual {
    std::optional<Uuid> uuid;
    static constexpr std::string_view sin_ejemplo[] = {"uuid"};
};
DTO_DE((PartidaManual), PartidaPolizaNueva, uuid)

struct PolizaNueva {
    TipoPoliza tipo;
    std::optional<FechaDocumento> fecha;
    ConceptoPoliza concepto;
    Lista<PartidaPolizaNueva, 2, 5000> partidas;
    static constexpr std::string_view sin_ejemplo[] = {"fecha"};
};
DTO(PolizaNueva, tipo, fecha, concepto, partidas)
void validar(PolizaNueva const& nueva, Fallas& fallas);

struct PolizaCopia {
    std::optional<FechaDocumento> fecha;
    std::optional<Texto<250>> concepto;  // absent: that of the copied póliza
    static constexpr std::string_view sin_ejemplo[] = {"fecha"};
};
DTO(PolizaCopia, fecha, concepto)

struct PolizaReversa {
    std::optional<Texto<250>> motivo;
    std::optional<FechaDocumento> fecha;
    static constexpr std::string_view sin_ejemplo[] = {"fecha"};
};
DTO(PolizaReversa, motivo, fecha)

struct PolizaEncabezadoViewModel {
    Id polizaId;
    TipoPoliza tipo;
    Entero<0, 2'147'483'647> numero;
    Ejercicio ejercicio;
    MesContable mes;
    Fecha fecha;
    Cadena concepto;
    OrigenPoliza origen;
    Dinero importe;  // sum of its debits
    IdOCero transaccionId;
    Cadena tipoDocumento;
    Cadena folio;
    IdOCero reversaDe;
    IdOCero reversadaPor;
    Cadena motivo;
    Cadena usuario;
    std::optional<FechaHora> fechaRegistro;
};
DTO(PolizaEncabezadoViewModel, polizaId, tipo, numero, ejercicio, mes, fecha, concepto, origen, importe, transaccionId,
    tipoDocumento, folio, reversaDe, reversadaPor, motivo, usuario, fechaRegistro)

struct PartidaPolizaViewModel {
    Entero<1, 1'000'000> numeroPartida;
    Id cuentaId;
    Cadena cuenta;
    Cadena nombre;
    Dinero debe;
    Dinero haber;
    Cadena concepto;
    IdOCero sucursalId;
    Cadena sucursal;
    IdOCero proyectoId;
    Cadena proyecto;
    IdOCero clasificadorCostoId;
    Cadena clasificadorCosto;
    IdOCero contactoId;
    Cadena contacto;
    Cadena uuid;
};
DTO(PartidaPolizaViewModel, numeroPartida, cuentaId, cuenta, nombre, debe, haber, concepto, sucursalId, sucursal,
    proyectoId, proyecto, clasificadorCostoId, clasificadorCosto, contactoId, contacto, uuid)

struct PolizaViewModel : PolizaEncabezadoViewModel {
    std::vector<PartidaPolizaViewModel> partidas;
};
DTO_DE((PolizaEncabezadoViewModel), PolizaViewModel, partidas)

struct PolizasFiltro {
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<TipoPoliza> tipo;
    std::optional<OrigenPoliza> origen;
    std::optional<CodigoCuenta> cuenta;
    std::optional<Id> transaccionId;
    std::optional<Id> contactoId;
    std::optional<Uuid> uuid;
    std::optional<Busqueda> busqueda;
};
DTO(PolizasFiltro, fechaInicial, fechaFinal, tipo, origen, cuenta, transaccionId, contactoId, uuid, busqueda)
void validar(PolizasFiltro const& filtro, Fallas& fallas);

}  // namespace gestor::contabilidad
