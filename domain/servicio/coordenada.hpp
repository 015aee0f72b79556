#pragma once
// A place on the map: degrees north of the equator, or east of Greenwich.
#include "domain/valores/decimal.hpp"
#include "domain/valores/id.hpp"

namespace gestor::servicio {

template <std::int64_t Grados>
class Coordenada : public Decimal<6, 0> {
    using D = Decimal<6, 0>;

public:
    constexpr Coordenada() = default;
    explicit constexpr Coordenada(D valor) : D(valor) {}
    static constexpr Forma forma() {
        Forma f = D::forma();
        f.minimo = TextoDeEntero<-Grados>::valor;
        f.maximo = TextoDeEntero<Grados>::valor;
        return f;
    }
    static std::optional<Falla> leer(std::string_view texto, Coordenada& salida) {
        D valor;
        if (auto falla = D::leer(texto, valor)) return falla;
        if (valor > D::de_entero(Grados) || valor < D::de_entero(-Grados))
            return Falla{codigo::rango,
                         "debe estar entre " + std::string(forma().minimo) + " y " + std::string(forma().maximo)};
        salida = Coordenada(valor);
        return {};
    }
    static Coordenada de_base(std::string_view texto) { return Coordenada(D::de_base(texto)); }
};
using Latitud = Coordenada<90>;
using Longitud = Coordenada<180>;

}  // namespace gestor::servicio
