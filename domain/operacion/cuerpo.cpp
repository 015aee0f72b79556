#include "domain/operacion/operacion.hpp"

namespace gestor::detalle {
namespace {

std::string texto_de(Tipo const& tipo, void const* valor) {
    std::string texto;
    tipo.escribir(valor, texto);
    return texto;
}

}  // namespace

void valores_del_cuerpo(Tipo const& tipo, void const* cuerpo, ValoresDelCuerpo& valores) {
    if (tipo.especie == Especie::lista) {
        std::string todos = "{";
        for (std::size_t i = 0; i < tipo.contar(cuerpo); ++i)
            todos += (i > 0 ? "," : "") + texto_de(*tipo.interno, tipo.elemento(cuerpo, i));
        valores.emplace_back("ids", todos + "}");
        return;
    }
    for (auto const& campo : tipo.campos()) {
        void const* miembro = campo.en(const_cast<void*>(cuerpo));  // the accessor serves readers and writers
        bool const opcional = campo.tipo->especie == Especie::opcional;
        if (opcional && campo.tipo->contar(miembro) == 0) continue;
        valores.emplace_back(campo.nombre, opcional ? texto_de(*campo.tipo->interno, campo.tipo->elemento(miembro, 0))
                                                    : texto_de(*campo.tipo, miembro));
    }
}

}  // namespace gestor::detalle
