#pragma once
// The VAT of a month: what was collected less what is creditable.
#include "domain/contabilidad/tipos_periodos.hpp"

namespace gestor::contabilidad {

struct DeterminacionIvaPeticion {
    AnioContable anio;
    Mes mes;
};
DTO(DeterminacionIvaPeticion, anio, mes)

struct DeterminacionIvaCancelacion : DeterminacionIvaPeticion {
    TextoReq<250> motivo;
};
DTO_DE((DeterminacionIvaPeticion), DeterminacionIvaCancelacion, motivo)

// As the month's movements have it.
struct IvaDelMes {
    Dinero ivaCobrado;
    Dinero ivaAcreditable;
    Dinero ivaRetenidoAFavor;  // from us: told, not taken
    Dinero aFavorAnterior;     // of earlier months
};
DTO(IvaDelMes, ivaCobrado, ivaAcreditable, ivaRetenidoAFavor, aFavorAnterior)

struct DeterminacionIvaViewModel : DeterminacionIvaPeticion, IvaDelMes {
    Dinero aCargo;
    Dinero aFavor;
    IdOCero polizaId;  // 0: there was nothing to post
};
DTO_DE((DeterminacionIvaPeticion, IvaDelMes), DeterminacionIvaViewModel, aCargo, aFavor, polizaId)

}  // namespace gestor::contabilidad
