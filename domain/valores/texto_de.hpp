#pragma once
#include <string>

namespace gestor {

// A value as it is written on the wire.
template <class T>
std::string texto_de(T const& valor) {
    std::string texto;
    valor.escribir(texto);
    return texto;
}

}  // namespace gestor
