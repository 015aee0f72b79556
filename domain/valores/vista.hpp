#pragma once
// Vista: the rendered JSON of a declared read of T, which most writes return. As a base of a DTO, T's members come
// first, as rendered, and the DTO's own members follow:
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
        for (auto& campo : suyos) campo.en = nullptr;  // the members are text: no address to point at
        return suyos;
    }
};
template <class T>
constexpr DtoDeVista<T> dto_de(detalle::De<Vista<T>>) {
    return {};
}

}  // namespace gestor
