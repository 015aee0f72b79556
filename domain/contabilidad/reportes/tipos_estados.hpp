#pragma once
// Financial statements of the ledger: income statement of a month, balance sheet of a day.
#include "domain/contabilidad/reportes/tipos_balanza.hpp"

namespace gestor::contabilidad {

// ---- income statement ----
struct ResultadosFiltro {
    Ejercicio ejercicio;
    Mes mes;
    std::optional<NivelDeCuenta> nivel;
    std::optional<Id> sucursalId;
    std::optional<Id> proyectoId;
    std::optional<Id> clasificadorCostoId;
    std::optional<Fecha> fechaCorte;
};
DTO(ResultadosFiltro, ejercicio, mes, nivel, sucursalId, proyectoId, clasificadorCostoId, fechaCorte)
void validar(ResultadosFiltro const& filtro, Fallas& fallas);

struct ResultadosImportes {
    Dinero delMes;  // of the month
    Dinero acumulado;
    Dinero delMesAnioAnterior;
    Dinero acumuladoAnioAnterior;
};
DTO(ResultadosImportes, delMes, acumulado, delMesAnioAnterior, acumuladoAnioAnterior)

using SeccionDeResultados = Opcion<"Ingresos", "Costos", "Gastos", "Financiero", "Otros", "Impuestos">;

struct CuentaDeResultados {
    SeccionDeResultados seccion;
    Id cuentaId;
    Cadena cuenta;
    Cadena nombre;
    Cadena codigoAgrupador;
    NivelDeCuenta nivel;
    Booleano esDetalle;
};
DTO(CuentaDeResultados, seccion, cuentaId, cuenta, nombre, codigoAgrupador, nivel, esDetalle)
struct ResultadosCuenta : CuentaDeResultados, ResultadosImportes {};
DTO_DE((CuentaDeResultados, ResultadosImportes), ResultadosCuenta)

struct EstadoResultadosViewModel {
    Ejercicio ejercicio;
    Mes mes;
    std::vector<ResultadosCuenta> cuentas;
    ResultadosImportes ingresos;
    ResultadosImportes costos;
    ResultadosImportes utilidadBruta;
    ResultadosImportes gastos;
    ResultadosImportes utilidadOperacion;
    ResultadosImportes financiero;
    ResultadosImportes otros;
    ResultadosImportes utilidadAntesImpuestos;
    ResultadosImportes impuestosUtilidad;
    ResultadosImportes utilidadNeta;
};
DTO(EstadoResultadosViewModel, ejercicio, mes, cuentas, ingresos, costos, utilidadBruta, gastos, utilidadOperacion,
    financiero, otros, utilidadAntesImpuestos, impuestosUtilidad, utilidadNeta)

// ---- balance sheet ----
struct BalanceFiltro {
    std::optional<Fecha> fechaCorte;  // absent: today
    std::optional<NivelDeCuenta> nivel;
};
DTO(BalanceFiltro, fechaCorte, nivel)

using SeccionDeBalance =
    Opcion<"ActivoCirculante", "ActivoNoCirculante", "PasivoCortoPlazo", "PasivoLargoPlazo", "Capital", "Orden">;

struct BalanceCuenta {
    SeccionDeBalance seccion;
    IdOCero cuentaId;  // 0: not an account, but an unclosed result
    Cadena cuenta;
    Cadena nombre;
    Cadena codigoAgrupador;
    NivelDeCuenta nivel;
    Booleano esDetalle;
    Dinero saldo;
};
DTO(BalanceCuenta, seccion, cuentaId, cuenta, nombre, codigoAgrupador, nivel, esDetalle, saldo)

struct BalanceGeneralViewModel {
    Fecha fechaCorte;
    std::vector<BalanceCuenta> cuentas;
    Dinero activoCirculante;
    Dinero activoNoCirculante;
    Dinero totalActivo;
    Dinero pasivoCortoPlazo;
    Dinero pasivoLargoPlazo;
    Dinero totalPasivo;
    Dinero totalCapital;
    Dinero resultadoEjercicio;  // included in totalCapital
    Dinero pasivoYCapital;
};
DTO(BalanceGeneralViewModel, fechaCorte, cuentas, activoCirculante, activoNoCirculante, totalActivo, pasivoCortoPlazo,
    pasivoLargoPlazo, totalPasivo, totalCapital, resultadoEjercicio, pasivoYCapital)

}  // namespace gestor::contabilidad
