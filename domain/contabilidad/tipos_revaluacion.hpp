#pragma once
// Balances held and owed in other currencies, at the rates of the last day of a month.
#include "domain/contabilidad/tipos_periodos.hpp"

namespace gestor::contabilidad {

struct TipoCambioAlCierre {
    TextoReq<3> moneda;
    Positivo<TipoCambio> tipoCambio;
};
DTO(TipoCambioAlCierre, moneda, tipoCambio)

struct RevaluacionPeticion {
    AnioContable anio;
    Mes mes;
    std::optional<Lista<TipoCambioAlCierre, 0, 200>> tiposCambio;  // of the others, the rate in force on that day
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

// A balance held stands above 0, a balance owed below. Taxes that wait for payment are taken from the debt they come
// with.
struct RevaluacionRenglon {
    GrupoRevaluado grupo;
    IdOCero sucursalId;
    IdOCero cuentaId;  // of the ledger, and
    Cadena clave;      // of the bank account that has it
    Cadena moneda;
    Dinero saldo;
    std::optional<TipoCambio> tipoCambio;  // none is known
    std::optional<Fecha> fechaTipoCambio;  // of the one in force; none: it was sent
    Dinero valorLibros;
    std::optional<Dinero> valor;
    std::optional<Dinero> diferencia;
};
DTO(RevaluacionRenglon, grupo, sucursalId, cuentaId, clave, moneda, saldo, tipoCambio, fechaTipoCambio, valorLibros,
    valor, diferencia)

// The reversal of the first of the next month is there too. 0: there was nothing to post.
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
