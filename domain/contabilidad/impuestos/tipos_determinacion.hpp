#pragma once
// VAT of a month: collected, less creditable and withheld by customers; and the part of it paid with VAT in favour of
// earlier months. IEPS likewise.
#include "domain/contabilidad/periodos/tipos.hpp"

namespace gestor::contabilidad {

struct MesDeterminado {
    AnioContable anio;
    Mes mes;
};
DTO(MesDeterminado, anio, mes)

struct DeterminacionIvaPeticion : MesDeterminado {
    std::optional<NoNegativo<Dinero>> acreditarAFavor;  // absent: all that can be credited
    static constexpr std::string_view sin_ejemplo[] = {"acreditarAFavor"};
};
DTO_DE((MesDeterminado), DeterminacionIvaPeticion, acreditarAFavor)
struct DeterminacionIepsPeticion : MesDeterminado {
    std::optional<NoNegativo<Dinero>> acreditarAFavor;
    static constexpr std::string_view sin_ejemplo[] = {"acreditarAFavor"};
};
DTO_DE((MesDeterminado), DeterminacionIepsPeticion, acreditarAFavor)

struct DeterminacionCancelacion : MesDeterminado {
    TextoReq<250> motivo;
};
DTO_DE((MesDeterminado), DeterminacionCancelacion, motivo)

struct IvaEnDevolucionPeticion : MesDeterminado {
    Defecto<Booleano, "true"> enDevolucion;
};
DTO_DE((MesDeterminado), IvaEnDevolucionPeticion, enDevolucion)
struct IvaEnDevolucionViewModel : MesDeterminado {
    Dinero aFavor;     // amount in favour at the determination
    Dinero remanente;  // amount that no other month credited
    Booleano enDevolucion;
};
DTO_DE((MesDeterminado), IvaEnDevolucionViewModel, aFavor, remanente, enDevolucion)

// FavorAcreditado: part of a month's tax in favour, credited by another month.
struct FavorAcreditado : MesDeterminado {
    Dinero importe;
};
DTO_DE((MesDeterminado), FavorAcreditado, importe)

struct ImpuestoDeterminado {
    Dinero aFavorAnterior;  // tax in favour of earlier months that can be credited
    Dinero aCargo;
    Dinero aFavor;
    Dinero acreditado;                             // part of aFavorAnterior
    Dinero porPagar;                               // aCargo less acreditado
    Dinero remanente;                              // aFavorAnterior less acreditado
    std::vector<FavorAcreditado> acreditamientos;  // oldest month first
    IdOCero polizaId;                              // 0: no amount to post
};
DTO(ImpuestoDeterminado, aFavorAnterior, aCargo, aFavor, acreditado, porPagar, remanente, acreditamientos, polizaId)

struct IvaDelMes {
    Dinero ivaCobrado;
    Dinero ivaAcreditable;
    Dinero ivaRetenidoAFavor;  // withheld from us by customers
};
DTO(IvaDelMes, ivaCobrado, ivaAcreditable, ivaRetenidoAFavor)
struct DeterminacionIvaViewModel : MesDeterminado, IvaDelMes, ImpuestoDeterminado {};
DTO_DE((MesDeterminado, IvaDelMes, ImpuestoDeterminado), DeterminacionIvaViewModel)

struct IepsDelMes {
    Dinero iepsCobrado;
    Dinero iepsAcreditable;
};
DTO(IepsDelMes, iepsCobrado, iepsAcreditable)
struct DeterminacionIepsViewModel : MesDeterminado, IepsDelMes, ImpuestoDeterminado {};
DTO_DE((MesDeterminado, IepsDelMes, ImpuestoDeterminado), DeterminacionIepsViewModel)

}  // namespace gestor::contabilidad
