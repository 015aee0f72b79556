#pragma once
// A document has just been given its fiscal folio by a CFDI: the tax authority is asked about it later, with nobody
// waiting, and what it says is kept with the document.
#include "domain/comun/trabajos.hpp"
#include "domain/fiscal/cfdi.hpp"
#include "domain/valores/fiscal.hpp"

namespace gestor {

struct ConsultarSat {  // as the CFDI says it
    static constexpr std::string_view tipo_de_trabajo = "ConsultarSat";
    Uuid uuid;
    Cadena rfcEmisor;
    Cadena rfcReceptor;
    Cadena total;
    Cadena sello8;
    std::optional<Cadena> fechaTimbrado;
};
DTO(ConsultarSat, uuid, rfcEmisor, rfcReceptor, total, sello8, fechaTimbrado)

// In the transaction that gives it the folio. Nothing, where the CFDI is not stamped.
void consultar_sat_despues(Escritura& db, fiscal::Cfdi const& cfdi);

}  // namespace gestor
