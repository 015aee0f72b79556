#pragma once
// The parts of a total that every collection carries with it (cash-basis VAT). Pure.
#include <array>
#include <string>

#include "domain/valores/decimal.hpp"

namespace gestor {

// The bases first; they include IEPS, which is kept beside them for its own ledger move.
enum class Cubeta : std::uint8_t { base16, base8, base0, exento, noAfecto, iva16, iva8, ieps, ivaRet, isrRet };
inline constexpr std::size_t numero_bases = 5;
inline constexpr std::size_t numero_cubetas = 10;

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

    // The composite `cubetas` of the schema, as PostgreSQL writes and reads it. Never in a request.
    static constexpr Forma forma() { return {}; }
    static std::optional<Falla> leer(std::string_view texto, Cubetas& salida) {
        salida = de_base(texto);
        return {};
    }
    static Cubetas de_base(std::string_view texto);
    void escribir(std::string& salida) const;
};

// An amount without parts of its own is one part, without taxes.
inline Cubetas de_una_parte(Dinero importe) {
    Cubetas c;
    c[Cubeta::noAfecto] = importe;
    return c;
}
// Gives what is missing to `total`, or takes what is over from the largest base: cents, when each part was rounded by
// itself.
void cuadrar_bases(Cubetas& cubetas, Dinero total);
// The same, the largest base being that of `tamano`, and no part below 0 or above its limit: what has no room passes
// the cents on.
void cuadrar(Cubetas& cubetas, Dinero total, Cubetas const& tamano, Cubetas const& topes);
// In pesos at this rate; the largest base takes the cent, so that the total is round2(total × rate).
Cubetas a_pesos(Cubetas const& cubetas, TipoCambio tipo_cambio);
// Parts that add up to `importe`, none negative or more than `resto` has of it; the largest base takes the difference.
Cubetas acotar(Cubetas partes, Dinero importe, Cubetas const& resto);
// At another amount: each part × importe / total, the largest base takes the cents, so that it adds up to `importe`.
Cubetas escalar(Cubetas const& cubetas, Dinero importe);

}  // namespace gestor
