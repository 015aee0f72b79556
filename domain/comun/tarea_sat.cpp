#include "domain/comun/tarea_sat.hpp"

#include "domain/fiscal/sat.hpp"

namespace gestor {

void consultar_sat_despues(Escritura& db, fiscal::Cfdi const& cfdi) {
    auto const uuid = cfdi.uuid();
    if (!uuid) return;
    auto const texto = [](fiscal::Dato const& dato) { return Cadena::de_base(dato.value_or("")); };
    encolar_tarea(
        db, ConsultarSat{Uuid(*uuid), texto(cfdi.emisor.rfc), texto(cfdi.receptor.rfc), texto(cfdi.total),
                         Cadena::de_base(fiscal::ultimos_del_sello(cfdi)), texto(cfdi.timbres.front().fechaTimbrado)});
}

}  // namespace gestor
