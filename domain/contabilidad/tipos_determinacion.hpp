#pragma once
// The VAT of a month: what was collected less what is creditable and what customers withheld; and what of it earlier
// months pay.
#include "domain/contabilidad/tipos_periodos.hpp"

namespace gestor::contabilidad {

struct DeterminacionIvaMes {
    AnioContable anio;
    Mes mes;
};
DTO(DeterminacionIvaMes, anio, mes)

struct DeterminacionIvaPeticion : DeterminacionIvaMes {
    std::optional<NoNegativo<Dinero>> acreditarAFavor;  // absent: all that can be
    static constexpr std::string_view sin_ejemplo[] = {"acreditarAFavor"};
};
DTO_DE((DeterminacionIvaMes), DeterminacionIvaPeticion, acreditarAFavor)

struct DeterminacionIvaCancelacion : DeterminacionIvaMes {
    TextoReq<250> motivo;
};
DTO_DE((DeterminacionIvaMes), DeterminacionIvaCancelacion, motivo)

struct IvaEnDevolucionPeticion : DeterminacionIvaMes {
    Defecto<Booleano, "true"> enDevolucion;
};
DTO_DE((DeterminacionIvaMes), IvaEnDevolucionPeticion, enDevolucion)

struct IvaEnDevolucionViewModel : DeterminacionIvaMes {
    Dinero aFavor;     // as it was determined
    Dinero remanente;  // that no other month credited
    Booleano enDevolucion;
};
DTO_DE((DeterminacionIvaMes), IvaEnDevolucionViewModel, aFavor, remanente, enDevolucion)

// As the month's movements have it.
struct IvaDelMes {
    Dinero ivaCobrado;
    Dinero ivaAcreditable;
    Dinero ivaRetenidoAFavor;  // from us
};
DTO(IvaDelMes, ivaCobrado, ivaAcreditable, ivaRetenidoAFavor)

// Of the VAT in favour of a month.
struct IvaAcreditado : DeterminacionIvaMes {
    Dinero importe;
};
DTO_DE((DeterminacionIvaMes), IvaAcreditado, importe)

struct DeterminacionIvaViewModel : DeterminacionIvaMes, IvaDelMes {
    Dinero aFavorAnterior;  // of earlier months, and can be credited
    Dinero aCargo;
    Dinero aFavor;
    Dinero acreditado;  // of aFavorAnterior
    Dinero porPagar;    // aCargo less acreditado
    Dinero remanente;   // aFavorAnterior less acreditado
    std::vector<IvaAcreditado> acreditamientos;  // oldest month first
    IdOCero polizaId;                            // 0: there was nothing to post
};
DTO_DE((DeterminacionIvaMes, IvaDelMes), DeterminacionIvaViewModel, aFavorAnterior, aCargo, aFavor, acreditado,
       porPagar, remanente, acreditamientos, polizaId)

}  // namespace gestor::contabilidad
