#pragma once
// Dates in order, by calendar day: nothing is dated before what it comes from, nor after today in its branch. One rule
// for documents, applications, returns, deliveries and cancels.
#include <optional>
#include <string>

#include "domain/valores/fecha.hpp"
#include "domain/valores/problema.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

// The date of a document as it is sent. Absent it is now, so an empty one is a fault and not the same as none.
class FechaDocumento : public FechaHora {
public:
    using FechaHora::FechaHora;
    explicit constexpr FechaDocumento(FechaHora momento) : FechaHora(momento) {}
    static constexpr Forma forma() {
        auto f = FechaHora::forma();
        f.minimo_texto = 1;
        return f;
    }
    static std::optional<Falla> leer(std::string_view texto, FechaDocumento& salida) {
        return FechaHora::leer(texto, salida);
    }
    static FechaDocumento de_base(std::string_view texto) { return FechaDocumento(FechaHora::de_base(texto)); }
};

// The latest of what something comes from.
struct Antecedente {
    FechaHora fecha;
    std::string nombre;  // "Factura de venta FV12"
};

// A caller's clock may be ahead by this much: that is now.
inline constexpr std::chrono::minutes reloj_adelantado{10};

// The date of what is done now, of what was sent and of what it comes from. Not sent: the later of now and the
// antecedent's, so that midnight between two time zones makes no disorder. Otherwise a fault of the field.
FechaHora fechar(std::optional<FechaHora> const& pedida, FechaHora ahora, std::optional<Antecedente> const& antes,
                 Fallas& fallas, std::string_view campo = "fecha");

// The moment of stored documents: now in the branch of the first, and the latest of their dates. Absent when the first
// does not exist. Dates of documents do not change: no lock is needed.
struct Momento {
    FechaHora ahora;
    Antecedente antes;
};
std::optional<Momento> momento_de(Lectura& db, std::vector<Id> const& ids);

// Locks the month of this date, which exists by being used; throws PERIODO_CERRADO. A month is closed by hand, or by
// itself `diasCierre` days after its end.
void exigir_periodo_abierto(Escritura& db, Fecha fecha, Fecha hoy);
// The first day from this one on that can be written on.
Fecha primer_dia_abierto(Lectura& db, Fecha desde);

}  // namespace gestor
