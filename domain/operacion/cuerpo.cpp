#include <algorithm>

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

void leer_de_ambos(Tipo const& tipo, void const* consulta, void const* cuerpo, void* salida, Fallas& fallas) {
    if (!fallas.vacio()) return;  // what could not be read cannot be compared
    ValoresDelCuerpo valores, del_cuerpo;
    valores_del_cuerpo(tipo, consulta, valores);
    valores_del_cuerpo(tipo, cuerpo, del_cuerpo);
    auto const llamado = [&](std::string_view nombre) {
        return std::ranges::find(valores, nombre, &ValoresDelCuerpo::value_type::first);
    };
    for (auto& [nombre, valor] : del_cuerpo) {
        auto const otro = llamado(nombre);
        if (otro == valores.end())
            valores.emplace_back(nombre, std::move(valor));
        else if (otro->second != valor)
            fallas.agregar(std::string(nombre), codigo::duplicado,
                           "viene en la consulta y en el cuerpo con valores distintos");
    }
    auto const buscar = [&](std::string_view nombre) -> std::optional<std::string_view> {
        auto const valor = llamado(nombre);
        if (valor == valores.end()) return std::nullopt;
        return valor->second;
    };
    parametros_leer(tipo, buscar, salida, fallas);
}

}  // namespace gestor::detalle

namespace gestor {

std::vector<Campo> parametros_de(Operacion const& op) {
    std::vector<Campo> todos;
    auto const tomar = [&](Tipo const& tipo) {
        for (auto const& campo : tipo.campos()) todos.push_back(campo);
    };
    if (op.que.parametros != nullptr) tomar(*op.que.parametros);
    if (op.sobre == Sobre::PAGE) tomar(*tipo_de<ParametrosPagina>());
    return todos;
}

}  // namespace gestor
