#pragma once
// Helpers for the tests of amounts and buckets: values as text, and a tax profile by its VAT rate.
#include "domain/motor/importes/importes.hpp"

namespace gestor {

template <class T>
std::string texto(T const& valor) {
    std::string s;
    valor.escribir(s);
    return s;
}

inline std::string texto(Totales const& t) {
    return texto(t.bruto) + " " + texto(t.descuento) + " " + texto(t.subtotal) + " " + texto(t.iva) + " " +
           texto(t.ieps) + " " + texto(t.ivaRetenido) + " " + texto(t.isrRetenido) + " " + texto(t.total);
}

inline PerfilImpuestos perfil(std::optional<Tasa> iva, std::string objeto = "02") {
    PerfilImpuestos p;
    p.objeto = std::move(objeto);
    p.iva = iva;
    return p;
}

}  // namespace gestor
