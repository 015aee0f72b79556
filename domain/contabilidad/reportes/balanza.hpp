#pragma once
#include <optional>
#include <unordered_map>
#include <vector>

#include "domain/contabilidad/reportes/tipos_balanza.hpp"
#include "domain/motor/escritura/poliza_propia.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

// Income and expense accounts begin each year at 0: their earlier balance is the result of earlier years.
bool es_de_resultado(CuentaDeBalanza const& c);

// Converts debit less credit to the nature of the account.
Dinero en_su_naturaleza(CuentaDeBalanza const& c, Dinero deudor);

// Sums of each account and all accounts below it.
template <class Suma>
std::vector<Suma> con_subcuentas(std::vector<CuentaSumada> const& cuentas, std::vector<Suma> const& propias) {
    std::unordered_map<std::int64_t, std::size_t> lugar;
    for (std::size_t i = 0; i < cuentas.size(); ++i)
        if (cuentas[i].cuentaId.presente()) lugar[cuentas[i].cuentaId.valor()] = i;
    std::vector<Suma> sumas(cuentas.size());
    for (std::size_t i = 0; i < cuentas.size(); ++i)
        for (std::optional<std::size_t> j = i; j;) {
            sumas[*j] += propias[i];
            auto const padre = cuentas[*j].padreId ? lugar.find(cuentas[*j].padreId->valor()) : lugar.end();
            j = padre == lugar.end() ? std::nullopt : std::optional(padre->second);
        }
    return sumas;
}

// Row of 305 that no account has: 305.01 (profit) or 305.02 (loss), where a closing entry would post the result.
CuentaSumada cuenta_de_resultado(std::vector<CuentaSumada> const& cuentas, bool utilidad, char const* nombre);

// Accounts in the order of their codes, with their sums by the months and dimensions of the filter.
std::vector<CuentaSumada> cuentas_sumadas(Lectura& db, Entorno const& entorno, BalanzaFiltro const& f);

// Trial balance of accounts in the order of their codes, each after its parent. Pure.
BalanzaViewModel armar_balanza(std::vector<CuentaSumada> const& cuentas, BalanzaFiltro const& f);

// Trial balance of one month, flat; 13 is the closing of its year.
std::vector<BalanzaCuenta> balanza_de(Lectura& db, Entorno const& entorno, Ejercicio ejercicio, MesContable mes);

BalanzaViewModel balanza(Lectura& db, Entorno const& entorno, Consulta<BalanzaFiltro> const& f);

}  // namespace gestor::contabilidad
