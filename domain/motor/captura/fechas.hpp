#pragma once
// Dates in order, by calendar day: no document is dated before its source documents, nor after today in its branch. One
// rule for documents, applications, returns, deliveries and cancels.
#include <optional>
#include <string>

#include "domain/valores/fecha.hpp"
#include "domain/valores/problema.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

// FechaDocumento: the date of a document in the body. Absent means now, so an empty text is a fault.
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

// Antecedente: the latest of the source documents, with its date and name.
struct Antecedente {
    FechaHora fecha;
    std::string nombre;  // "Factura de venta FV12"
};

// reloj_adelantado: a caller's clock may be ahead by this much; such a date counts as now.
inline constexpr std::chrono::minutes reloj_adelantado{10};

// Date of a new document. When absent, it is the later of `ahora` and the date of the source document: a sale of 00:10
// on the 19th in Cancún, paid five minutes later in Tijuana (21:15 on the 18th), is paid at 00:10 on the 19th. When
// sent, a date before the source document or after today is a fault of `campo`.
FechaHora fechar(std::optional<FechaHora> const& pedida, FechaHora ahora, std::optional<Antecedente> const& antes,
                 Fallas& fallas, std::string_view campo = "fecha");

// Momento of stored documents: now in the branch of the first, and the latest of their dates. Absent when the first
// does not exist. Dates of documents do not change: no lock is needed.
struct Momento {
    FechaHora ahora;
    Antecedente antes;
};
std::optional<Momento> momento_de(Lectura& db, std::vector<Id> const& ids);

// Locks the month of `fecha`, and creates its row when it has none. Throws PERIODO_CERRADO. A month is closed by hand,
// or automatically `diasCierre` days after its end.
void exigir_periodo_abierto(Escritura& db, Fecha fecha, Fecha hoy);
// First day on or after `desde` that lies in an open month.
Fecha primer_dia_abierto(Lectura& db, Fecha desde);

}  // namespace gestor
