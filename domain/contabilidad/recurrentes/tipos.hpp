#pragma once
// Pólizas that repeat each month: the same amounts, or a total in equal parts (amortization).
#include "domain/contabilidad/polizas/tipos.hpp"

namespace gestor::contabilidad {

using ModoRecurrente = Opcion<"Igual", "Amortizacion">;
using DiaDelMes = Entero<1, 31>;

// PartidaRecurrenteNueva: its amount is that of each month, or the total of an amortization.
struct PartidaRecurrenteNueva : PartidaManual {};
DTO_DE((PartidaManual), PartidaRecurrenteNueva)

struct PolizaRecurrenteDatos {
    TextoReq<120> nombre;
    Defecto<TipoPoliza, "Diario"> tipo;
    ConceptoPoliza concepto;
    Defecto<ModoRecurrente, "Igual"> modo;
    DiaDelMes dia;
    Fecha desde;
    std::optional<Fecha> hasta;  // required by an amortization
    Lista<PartidaRecurrenteNueva, 2, 500> partidas;
    Defecto<Booleano, "true"> activo;
    static constexpr std::string_view sin_ejemplo[] = {"tipo", "hasta"};
};
DTO(PolizaRecurrenteDatos, nombre, tipo, concepto, modo, dia, desde, hasta, partidas, activo)
void validar(PolizaRecurrenteDatos const& datos, Fallas& fallas);

struct PolizaRecurrenteEncabezado {
    Id polizaRecurrenteId;
    Cadena nombre;
    TipoPoliza tipo;
    Cadena concepto;
    ModoRecurrente modo;
    DiaDelMes dia;
    Fecha desde;
    std::optional<Fecha> hasta;
    Dinero importe;  // sum of its debits
    std::optional<Fecha> ultimaFecha;
    Booleano activo;
};
DTO(PolizaRecurrenteEncabezado, polizaRecurrenteId, nombre, tipo, concepto, modo, dia, desde, hasta, importe,
    ultimaFecha, activo)

struct PartidaRecurrente {
    Entero<1, 1'000'000> numeroPartida;
    Id cuentaId;
    Cadena cuenta;
    Cadena nombre;
    Dinero debe;
    Dinero haber;
    Cadena concepto;
    IdOCero sucursalId;
    IdOCero proyectoId;
    IdOCero clasificadorCostoId;
    IdOCero contactoId;
};
DTO(PartidaRecurrente, numeroPartida, cuentaId, cuenta, nombre, debe, haber, concepto, sucursalId, proyectoId,
    clasificadorCostoId, contactoId)

struct MesGenerado {
    Ejercicio ejercicio;
    Mes mes;
    Fecha fecha;
    Id polizaId;
    Dinero importe;
};
DTO(MesGenerado, ejercicio, mes, fecha, polizaId, importe)

struct PolizaRecurrenteViewModel : PolizaRecurrenteEncabezado {
    std::vector<PartidaRecurrente> partidas;
    std::vector<MesGenerado> generadas;
};
DTO_DE((PolizaRecurrenteEncabezado), PolizaRecurrenteViewModel, partidas, generadas)

struct PolizasRecurrentesFiltro {
    std::optional<Booleano> activo;
    std::optional<ModoRecurrente> modo;
    std::optional<Busqueda> busqueda;
};
DTO(PolizasRecurrentesFiltro, activo, modo, busqueda)

struct RecurrentesDelMes {
    Ejercicio anio;
    Mes mes;
};
DTO(RecurrentesDelMes, anio, mes)

struct RecurrenteGenerada {
    Id polizaRecurrenteId;
    Cadena nombre;
    Fecha fecha;
    Id polizaId;
    Dinero importe;
};
DTO(RecurrenteGenerada, polizaRecurrenteId, nombre, fecha, polizaId, importe)
struct RecurrenteRechazada {
    Id polizaRecurrenteId;
    Cadena nombre;
    Fecha fecha;
    Cadena codigo;
    Cadena mensaje;
};
DTO(RecurrenteRechazada, polizaRecurrenteId, nombre, fecha, codigo, mensaje)
struct RecurrentesGeneradas {
    std::vector<RecurrenteGenerada> generadas;
    std::vector<RecurrenteRechazada> rechazadas;
};
DTO(RecurrentesGeneradas, generadas, rechazadas)

// Cuota: the month `numero` of `meses` of an amortization.
struct Cuota {
    std::int64_t numero = 1, meses = 1;
};
// Lines of one month of an amortization whose totals are `lineas`: cumulative rounding of each side, so that every
// month balances and all months add up to the totals. A line without cents in that month is left out.
std::vector<LineaPropia> cuota_de(std::vector<LineaPropia> const& lineas, Cuota cuota);
// Days between `desde` and `hasta` on which a póliza is due.
std::int64_t vencimientos(DiaDelMes dia, Fecha desde, Fecha hasta);

}  // namespace gestor::contabilidad
