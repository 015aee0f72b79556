#pragma once
// Trial balance: every account, with opening balance, debits, credits and closing balance.
#include "domain/contabilidad/impuestos/tipos.hpp"

namespace gestor::contabilidad {

using NivelDeCuenta = Entero<1, 100>;

struct CuentaDeBalanza {
    IdOCero cuentaId;  // 0: not an account, but an unclosed result
    Cadena cuenta;
    Cadena nombre;
    Cadena codigoAgrupador;
    NivelDeCuenta nivel;
    std::optional<Id> padreId;
    Opcion<"D", "A"> naturaleza;
    Booleano esDetalle;
};
DTO(CuentaDeBalanza, cuentaId, cuenta, nombre, codigoAgrupador, nivel, padreId, naturaleza, esDetalle)

struct BalanzaImportes {
    Dinero saldoInicial;
    Dinero debe;
    Dinero haber;
    Dinero saldoFinal;
};
DTO(BalanzaImportes, saldoInicial, debe, haber, saldoFinal)

struct BalanzaCuenta : CuentaDeBalanza, BalanzaImportes {
    std::vector<BalanzaCuenta> hijos;
};
DTO_DE((CuentaDeBalanza, BalanzaImportes), BalanzaCuenta, hijos)

struct BalanzaTotales {
    Dinero debe;
    Dinero haber;
};
DTO(BalanzaTotales, debe, haber)

struct BalanzaViewModel {
    Ejercicio ejercicio;
    Mes mesInicial;
    Mes mesFinal;
    std::vector<BalanzaCuenta> cuentas;
    BalanzaTotales totales;
};
DTO(BalanzaViewModel, ejercicio, mesInicial, mesFinal, cuentas, totales)

struct BalanzaFiltro {
    Ejercicio ejercicio;
    Mes mesInicial;
    Mes mesFinal;
    std::optional<NivelDeCuenta> nivel;
    std::optional<Clave> cuenta;
    std::optional<Id> sucursalId;
    std::optional<Id> proyectoId;
    std::optional<Id> clasificadorCostoId;
    Defecto<Opcion<"arbol", "plano">, "arbol"> formato;
    Defecto<Booleano, "false"> incluirCuentasSinMovimiento;
    Defecto<Booleano, "false"> incluirCierre;
    std::optional<Fecha> fechaCorte;
};
DTO(BalanzaFiltro, ejercicio, mesInicial, mesFinal, nivel, cuenta, sucursalId, proyectoId, clasificadorCostoId, formato,
    incluirCuentasSinMovimiento, incluirCierre, fechaCorte)
void validar(BalanzaFiltro const& filtro, Fallas& fallas);

// CuentaSumada: an account with its postings, debit less credit: of earlier years, of this year before the asked
// months, and of these.
struct CuentaSumada : CuentaDeBalanza {
    Dinero anteriores;
    Dinero antes;
    Dinero debe;
    Dinero haber;
};
DTO_DE((CuentaDeBalanza), CuentaSumada, anteriores, antes, debe, haber)

}  // namespace gestor::contabilidad
