#pragma once
// Whether a CFDI is that of a document: of its kind, between its parties, for its total.
#include <optional>
#include <string>

#include "domain/fiscal/certificado.hpp"
#include "domain/fiscal/cfdi.hpp"
#include "domain/motor/tipo.hpp"
#include "domain/motor/tipos.hpp"
#include "persistence/unidad.hpp"

namespace gestor::archivos {

struct DocumentoDeCfdi {
    Id transaccionId;
    Id objId;
    Cadena origen;
    Cadena tipoDocumento;
    Cadena folio;
    Cadena estado;
    Cadena rfc;  // of whom it is made with
    Cadena moneda;
    Dinero total;
    Cadena uuid;
    Cadena rfcPropio;  // of the organization
    Opcion<"Sí", "No"> verificado;
    Cadena validacion;
};
DTO(DocumentoDeCfdi, transaccionId, objId, origen, tipoDocumento, folio, estado, rfc, moneda, total, uuid, rfcPropio,
    verificado, validacion)

// Locked; throws NO_ENCONTRADO.
DocumentoDeCfdi bloquear_documento(Escritura& db, Id transaccionId);

// Why something is not so: the code of a refusal, or only the text of a warning.
struct Reparo {
    std::string_view codigo;
    std::string mensaje;
};

using ImporteCfdi = Decimal<6, 0>;  // as many decimals as a CFDI may write

// The kind of CFDI that a document of this type has (I, E, P); empty: none of its own.
std::string_view comprobante_de(TipoDocumento const& tipo);
// On whose books a CFDI is, by who made it out to whom; nothing: it is not of this organization.
Lado lado_de(fiscal::Cfdi const& cfdi, std::string_view rfc_propio);
// Whom it is with, once the side is known.
std::string rfc_ajeno(fiscal::Cfdi const& cfdi, Lado lado);
// Amount that was invoiced, or paid; nothing: it is no amount.
std::optional<ImporteCfdi> total_de(fiscal::Cfdi const& cfdi);

// Nothing: it is the document's.
std::optional<Reparo> discrepancia(fiscal::Cfdi const& cfdi, DocumentoDeCfdi const& documento);
// Warnings: none, when the CFDI is as it was sealed and stamped, as far as the certificates that are known tell. A part
// that nobody can look at, as of a complement that is not known, is warned of too.
std::vector<std::string> avisos_del_sello(fiscal::Cfdi const& cfdi, fiscal::Certificados const& del_sat);
// Gives the document the fiscal folio of its CFDI, unless it has it; nothing: it has it now. One of ours is stamped if
// its seal holds: another's is only warned of, and told by whoever validates it.
std::optional<Reparo> poner_folio_fiscal(Escritura& db, fiscal::Cfdi const& cfdi, DocumentoDeCfdi const& documento,
                                         bool bien_sellado);

}  // namespace gestor::archivos
