#pragma once
// ConsultarSat: question to the tax authority about a document that a CFDI has just given its fiscal folio. A job asks
// later, and stores the answer with the document.
#include "domain/comun/tareas.hpp"
#include "domain/fiscal/cfdi.hpp"
#include "domain/valores/fiscal.hpp"

namespace gestor {

struct ConsultarSat {  // ConsultarSat: values of the CFDI for the question
    static constexpr std::string_view tipo_de_tarea = "ConsultarSat";
    Uuid uuid;
    Cadena rfcEmisor;
    Cadena rfcReceptor;
    Cadena total;
    Cadena sello8;
    std::optional<Cadena> fechaTimbrado;
};
DTO(ConsultarSat, uuid, rfcEmisor, rfcReceptor, total, sello8, fechaTimbrado)

// Enqueues the question in the transaction that stores the folio. A CFDI without stamp makes no job.
void consultar_sat_despues(Escritura& db, fiscal::Cfdi const& cfdi);

}  // namespace gestor
