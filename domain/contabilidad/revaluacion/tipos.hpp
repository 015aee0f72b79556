#pragma once
// Balances in foreign currency, held and owed, at the rates of the last day of a month.
#include "domain/contabilidad/periodos/tipos.hpp"

namespace gestor::contabilidad {

struct TipoCambioAlCierre {
    TextoReq<3> moneda;
    Positivo<TipoCambio> tipoCambio;
};
DTO(TipoCambioAlCierre, moneda, tipoCambio)

struct RevaluacionPeticion {
    AnioContable anio;
    Mes mes;
    // the other currencies have the rate in force on that day
    std::optional<Lista<TipoCambioAlCierre, 0, 200>> tiposCambio;
};
DTO(RevaluacionPeticion, anio, mes, tiposCambio)
void validar(RevaluacionPeticion const& r, Fallas& fallas);

struct RevaluacionCancelacion {
    AnioContable anio;
    Mes mes;
    TextoReq<250> motivo;
};
DTO(RevaluacionCancelacion, anio, mes, motivo)

using GrupoRevaluado = Opcion<"Clientes", "Proveedores", "PorFacturar", "Bancos">;

// RevaluacionRenglon: a balance held is above 0, a balance owed below. Taxes that wait for the payment are deducted
// from their debt.
struct RevaluacionRenglon {
    GrupoRevaluado grupo;
    IdOCero sucursalId;
    IdOCero cuentaId;  // ledger account
    Cadena clave;      // key of the bank account with the balance
    Cadena moneda;
    Dinero saldo;
    std::optional<TipoCambio> tipoCambio;  // absent: no rate is known
    std::optional<Fecha> fechaTipoCambio;  // day of the rate in force; absent: the body had the rate
    Dinero valorLibros;
    std::optional<Dinero> valor;
    std::optional<Dinero> diferencia;
};
DTO(RevaluacionRenglon, grupo, sucursalId, cuentaId, clave, moneda, saldo, tipoCambio, fechaTipoCambio, valorLibros,
    valor, diferencia)

// PolizasDeRevaluacion: the entry, and its reversal on the first of the next month. 0: no amount to post.
struct PolizasDeRevaluacion {
    IdOCero polizaId;
    IdOCero polizaReversaId;
};
DTO(PolizasDeRevaluacion, polizaId, polizaReversaId)

struct RevaluacionViewModel : PolizasDeRevaluacion {
    AnioContable anio;
    Mes mes;
    Dinero utilidad;
    Dinero perdida;
    std::vector<RevaluacionRenglon> renglones;
    std::vector<Cadena> advertencias;
};
DTO_DE((PolizasDeRevaluacion), RevaluacionViewModel, anio, mes, utilidad, perdida, renglones, advertencias)

}  // namespace gestor::contabilidad
