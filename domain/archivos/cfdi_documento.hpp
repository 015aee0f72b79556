#pragma once
// Whether a CFDI belongs to a document: same type, same parties, same total.
#include <optional>
#include <string>

#include "domain/fiscal/certificado.hpp"
#include "domain/fiscal/cfdi.hpp"
#include "domain/motor/escritura/timbrado.hpp"
#include "domain/motor/tipo/tipo.hpp"
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
    Cadena rfc;  // RFC of the counterpart
    Cadena moneda;
    Dinero total;
    Cadena uuid;
    Enumeracion<EstatusTimbrado> estatusTimbrado;
    Cadena rfcPropio;  // RFC of the organization
    Opcion<"Sí", "No"> verificado;
    Cadena validacion;
    Cadena recibo;  // recibo_de; empty when read
};
DTO(DocumentoDeCfdi, transaccionId, objId, origen, tipoDocumento, folio, estado, rfc, moneda, total, uuid,
    estatusTimbrado, rfcPropio, verificado, validacion, recibo)

// Locks the document; throws NO_ENCONTRADO.
DocumentoDeCfdi bloquear_documento(Escritura& db, Id transaccionId);

// Reparo: code and text of a refusal, or only the text of a warning.
struct Reparo {
    std::string_view codigo;
    std::string mensaje;
};

using ImporteCfdi = Decimal<6, 0>;  // greatest number of decimals that a CFDI may have

// Side of a CFDI by its issuer and receiver; ninguno: neither is this organization.
Lado lado_de(fiscal::Cfdi const& cfdi, std::string_view rfc_propio);
// Counterpart of the CFDI, once its side is known.
std::string rfc_ajeno(fiscal::Cfdi const& cfdi, Lado lado);
// Amount invoiced, or paid; absent: unreadable.
std::optional<ImporteCfdi> total_de(fiscal::Cfdi const& cfdi);
// Whether the currency matches; a CFDI of payments has one in each payment.
bool en_moneda(fiscal::Cfdi const& cfdi, std::string const& moneda);

// Whether a document of this type has a CFDI of its own; a payment request has only those of others.
bool lleva_cfdi(DocumentoDeCfdi const& documento);
// Whether the document pays a supplier, who issues a payment receipt of it.
bool es_pago_a_proveedor(DocumentoDeCfdi const& documento);
// Fiscal folio of the CFDI when it is a payment receipt that is joined to this payment; else empty.
Cadena recibo_de(Lectura& db, fiscal::Cfdi const& cfdi, Id transaccionId);
// Whether the CFDI is documento.recibo: then it is the document's, whatever its total and the document's folio.
bool es_su_recibo(fiscal::Cfdi const& cfdi, DocumentoDeCfdi const& documento);
// Difference between CFDI and document; absent: the CFDI belongs to the document.
std::optional<Reparo> discrepancia(fiscal::Cfdi const& cfdi, DocumentoDeCfdi const& documento);
// Warnings about the seal and the stamp; none when both hold, as far as the known certificates tell. A CFDI with an
// unknown complement, whose seal cannot be verified, gives a warning too.
std::vector<std::string> avisos_del_sello(fiscal::Cfdi const& cfdi, fiscal::Certificados const& del_sat);
// Judgement of a CFDI by itself. A CFDI that is not that of its document (`ajeno`, or another folio) is Inválido.
std::string juicio_de(fiscal::Cfdi const& cfdi, DocumentoDeCfdi const& documento, bool ajeno,
                      fiscal::Certificados const& del_sat);
// Judgement of an XML that cannot be read as a CFDI: Parcial for an older version and for what is not read at all, else
// Inválido.
std::string_view juicio_de_ilegible(std::string_view xml);
// Stores the judgement of an attached CFDI with its document. The authority's word (Cancelado, No encontrado) gives way
// to Inválido only; a document with a CFDI of its own keeps its judgement when another one is attached. Returns the
// judgement that the document has then.
std::string anotar_juicio(Escritura& db, fiscal::Cfdi const& cfdi, DocumentoDeCfdi const& documento, bool ajeno,
                          fiscal::Certificados const& del_sat);
// Gives the document the fiscal folio of its CFDI, unless the document already has it. Absent: done. An issued document
// becomes stamped when the seal holds; the seal of a received CFDI is judged by its validation.
std::optional<Reparo> poner_folio_fiscal(Escritura& db, fiscal::Cfdi const& cfdi, DocumentoDeCfdi const& documento,
                                         bool bien_sellado);

}  // namespace gestor::archivos
