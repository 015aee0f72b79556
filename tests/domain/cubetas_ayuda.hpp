#pragma once
// Document parts as text, for the tests of remaining balances.
#include "domain/motor/importes/cubetas.hpp"

namespace gestor {

inline Cubetas base16(Dinero base, Dinero iva) {
    Cubetas c;
    c[Cubeta::base16] = base, c[Cubeta::iva16] = iva;
    return c;
}
inline Cubetas tasa_cero(Dinero base) {
    Cubetas c;
    c[Cubeta::base0] = base;
    return c;
}
inline Cubetas mas(Cubetas a, Cubetas const& b) {
    return a += b;
}
inline Cubetas menos(Cubetas a, Cubetas const& b) {
    return a -= b;
}

}  // namespace gestor
