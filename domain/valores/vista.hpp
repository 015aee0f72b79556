#pragma once
// The rendered JSON of a declared read of T: what most writes return. As a base of a DTO, its members are T's, as they
// were rendered, and those of the DTO follow:
//     struct PedidoClienteCreado : Vista<PedidoClienteViewModel> { std::vector<Cadena> advertencias; };
//     DTO_DE((Vista<PedidoClienteViewModel>), PedidoClienteCreado, advertencias)
#include "domain/valores/dto.hpp"

namespace gestor {

template <class T>
struct Vista {
    using Leida = T;
    std::string json;
};

template <class T>
struct DtoDeVista {
    using Bases = detalle::Bases<>;
    template <class D>
    static constexpr auto todos() {
        auto suyos = Dto<T>::template todos<T>();
        for (auto& campo : suyos) campo.en = nullptr;  // of a text there are no members to point at
        return suyos;
    }
};
template <class T>
constexpr DtoDeVista<T> dto_de(detalle::De<Vista<T>>) {
    return {};
}

}  // namespace gestor
