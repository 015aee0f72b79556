#pragma once
#include <string>

namespace gestor {

// Text of a value as written in JSON.
template <class T>
std::string texto_de(T const& valor) {
    std::string texto;
    valor.escribir(texto);
    return texto;
}

}  // namespace gestor
