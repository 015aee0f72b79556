#pragma once
// Cubetas: the parts of a total that every collection carries in proportion (cash-basis VAT). Pure.
#include <array>
#include <string>

#include "domain/valores/decimal.hpp"

namespace gestor {

// Bases come first. Bases include IEPS; `ieps` repeats that amount, for the ledger move of IEPS. retLocal: withheld for
// a state; payments carry it and post nothing of it.
enum class Cubeta : std::uint8_t {
    base16,
    base8,
    base0,
    exento,
    noAfecto,
    iva16,
    iva8,
    ieps,
    ivaRet,
    isrRet,
    retLocal
};
inline constexpr std::size_t numero_bases = 5;
inline constexpr std::size_t numero_cubetas = 11;

struct Cubetas {
    std::array<Dinero, numero_cubetas> valores{};

    Dinero& operator[](Cubeta c) { return valores[static_cast<std::size_t>(c)]; }
    Dinero operator[](Cubeta c) const { return valores[static_cast<std::size_t>(c)]; }
    Dinero total() const;  // bases + iva − withheld
    Dinero iva() const { return (*this)[Cubeta::iva16] + (*this)[Cubeta::iva8]; }
    Cubeta mayor_base() const;
    Cubetas& operator+=(Cubetas const& otra);
    Cubetas& operator-=(Cubetas const& otra);
    friend bool operator==(Cubetas const&, Cubetas const&) = default;

    // The composite type `cubetas` of the schema, as PostgreSQL writes and reads it. A request never has one.
    static constexpr Forma forma() { return {}; }
    static std::optional<Falla> leer(std::string_view texto, Cubetas& salida) {
        salida = de_base(texto);
        return {};
    }
    static Cubetas de_base(std::string_view texto);
    void escribir(std::string& salida) const;
};

// An amount without a breakdown is one part (noAfecto), without taxes.
inline Cubetas de_una_parte(Dinero importe) {
    Cubetas c;
    c[Cubeta::noAfecto] = importe;
    return c;
}
// Makes the parts add up to `total`: the largest base gives or takes the cents that rounding each part left.
void cuadrar_bases(Cubetas& cubetas, Dinero total);
// cuadrar: like cuadrar_bases, but the largest base is that of `tamano`, and each part stays between 0 and its limit in
// `topes`. A part without room passes the cents on.
void cuadrar(Cubetas& cubetas, Dinero total, Cubetas const& tamano, Cubetas const& topes);
// Parts in pesos at this rate. The largest base takes the rounding cent, so that the total is round2(total × rate).
Cubetas a_pesos(Cubetas const& cubetas, TipoCambio tipo_cambio);
// Parts that add up to `importe`, each between 0 and its part of `resto`. The largest base takes the difference.
Cubetas acotar(Cubetas partes, Dinero importe, Cubetas const& resto);
// Parts of another amount: each part × importe / total. The largest base takes the cents, so that the parts add up to
// `importe`.
Cubetas escalar(Cubetas const& cubetas, Dinero importe);

}  // namespace gestor
