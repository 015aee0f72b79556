#include "domain/motor/tipo/tipo.hpp"

#include <stdexcept>

namespace gestor {

Estado TipoDocumento::por_saldo(Dinero queda, Dinero total, bool con_perdida) const {
    if (queda.es_cero()) return con_perdida ? saldo->perdido : saldo->agotado;
    return queda == total ? saldo->intacto : saldo->parcial;
}

std::vector<TipoDocumento const*> const& tipos_de_documento() {
    static auto const todos = [] {
        std::vector<TipoDocumento const*> tipos;
        for (auto const* area : documentos_por_area())
            tipos.insert(tipos.end(), area->tipos.begin(), area->tipos.end());
        return tipos;
    }();
    return todos;
}

TipoDocumento const* tipo_de_objeto(std::int64_t obj_id, std::string_view origen) {
    for (auto const* t : tipos_de_documento())
        if (t->obj_id == obj_id && (t->origen.empty() || t->origen == origen)) return t;
    return nullptr;
}

TipoDocumento const& tipo_con(Lado lado, Naturaleza naturaleza) {
    for (auto const* t : tipos_de_documento())
        if (t->lado == lado && t->naturaleza == naturaleza) return *t;
    throw std::logic_error("ningún tipo de documento tiene esa naturaleza");
}

}  // namespace gestor
