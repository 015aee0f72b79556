#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "domain/valores/falla.hpp"
#include "domain/valores/forma.hpp"

namespace gestor {

constexpr Forma forma_fija(std::string_view patron, std::size_t minimo, std::size_t maximo, std::string_view ejemplo) {
    Forma f;
    f.patron = patron;
    f.minimo_texto = minimo;
    f.maximo_texto = maximo;
    f.ejemplo = ejemplo;
    return f;
}

// ClaveFiscal: a fiscal key, held in its stored form (trimmed, upper case).
template <class T>
class ClaveFiscal {
public:
    std::string const& valor() const { return valor_; }
    operator std::string_view() const { return valor_; }
    bool vacio() const { return valor_.empty(); }  // empty only before it is read
    void escribir(std::string& salida) const { salida += valor_; }
    static T de_base(std::string_view texto) { return exigir<T>(texto); }

    friend auto operator<=>(ClaveFiscal const&, ClaveFiscal const&) = default;
    friend bool operator==(ClaveFiscal const&, ClaveFiscal const&) = default;
    friend bool operator==(ClaveFiscal const& a, std::string_view b) { return a.valor_ == b; }

protected:
    ClaveFiscal() = default;
    std::string valor_;
};

// Generic RFCs of the SAT: general public, and foreigners.
inline constexpr std::string_view rfc_publico = "XAXX010101000", rfc_extranjero = "XEXX010101000";
constexpr bool es_rfc_generico(std::string_view rfc) {
    return rfc == rfc_publico || rfc == rfc_extranjero;
}

// Rfc: tax id. Form and date are required by law; the check digit only warns, because the SAT itself has issued RFCs
// that fail it.
class Rfc : public ClaveFiscal<Rfc> {
public:
    Rfc() = default;
    explicit Rfc(std::string_view texto) : Rfc(exigir<Rfc>(texto)) {}
    static constexpr Forma forma() {
        return forma_fija("^[A-Z&Ñ]{3,4}[0-9]{2}(0[1-9]|1[012])(0[1-9]|[12][0-9]|3[01])[A-Z0-9]{2}[0-9A]$", 12, 13,
                          "EKU9003173C9");
    }
    static std::optional<Falla> leer(std::string_view texto, Rfc& salida);

    bool generico() const { return es_rfc_generico(valor_); }
    bool persona_moral() const;    // company: 12 characters; person: 13
    bool digito_correcto() const;  // true for the generic RFCs, which have no check digit
};

// Curp: population id. The check digit only warns, like that of the RFC.
class Curp : public ClaveFiscal<Curp> {
public:
    Curp() = default;
    explicit Curp(std::string_view texto) : Curp(exigir<Curp>(texto)) {}
    static constexpr Forma forma() {
        return forma_fija(
            "^[A-Z][AEIOUX][A-Z]{2}[0-9]{2}(0[1-9]|1[012])(0[1-9]|[12][0-9]|3[01])[MHX]"
            "([ABCMTZ]S|[BCJMOT]C|[CNPST]L|[GNQ]T|[GQS]R|C[MH]|[MY]N|[DH]G|NE|VZ|DF|SP)[BCDFGHJ-NP-TV-Z]{3}[0-9A-Z][0-"
            "9]$",
            18, 18, "HEGG560427MVZRRL04");
    }
    static std::optional<Falla> leer(std::string_view texto, Curp& salida);
    bool digito_correcto() const;
};

// Clabe: interbank account of 18 digits. The check digit is required, because a wrong account sends money astray.
class Clabe : public ClaveFiscal<Clabe> {
public:
    Clabe() = default;
    explicit Clabe(std::string_view texto) : Clabe(exigir<Clabe>(texto)) {}
    static constexpr Forma forma() { return forma_fija("^[0-9]{18}$", 18, 18, "032180000118359719"); }
    static std::optional<Falla> leer(std::string_view texto, Clabe& salida);
    std::string_view banco() const { return std::string_view(valor_).substr(0, 3); }  // key of c_Banco
};

// Uuid: fiscal folio of a CFDI.
class Uuid : public ClaveFiscal<Uuid> {
public:
    Uuid() = default;
    explicit Uuid(std::string_view texto) : Uuid(exigir<Uuid>(texto)) {}
    static constexpr Forma forma() {
        return forma_fija("^[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}$", 36, 36,
                          "5FB2822E-396D-4725-8521-CDC4BDD20CCF");
    }
    static std::optional<Falla> leer(std::string_view texto, Uuid& salida);
};

// Pedimento: number of a customs declaration: year, customs office, agent and count, separated by two spaces as in the
// CFDI.
class Pedimento : public ClaveFiscal<Pedimento> {
public:
    Pedimento() = default;
    explicit Pedimento(std::string_view texto) : Pedimento(exigir<Pedimento>(texto)) {}
    static constexpr Forma forma() {
        return forma_fija("^[0-9]{2} *[0-9]{2} *[0-9]{4} *[0-9]{7}$", 15, 21, "26  47  3009  6001234");
    }
    static std::optional<Falla> leer(std::string_view texto, Pedimento& salida);
};

class CodigoPostal : public ClaveFiscal<CodigoPostal> {
public:
    CodigoPostal() = default;
    explicit CodigoPostal(std::string_view texto) : CodigoPostal(exigir<CodigoPostal>(texto)) {}
    static constexpr Forma forma() { return forma_fija("^[0-9]{5}$", 5, 5, "06000"); }
    static std::optional<Falla> leer(std::string_view texto, CodigoPostal& salida);
};

// Letters of a SAT key. `cualquiera` keeps the case as sent: c_ClaveUnidad has Ohm, Dx and Gd beside KGM.
enum class Letras : std::uint8_t { digitos, mayusculas, cualquiera };

std::optional<Falla> leer_clave_sat(std::string_view texto, std::size_t minimo, std::size_t maximo, Letras letras,
                                    std::string& salida);
constexpr Forma forma_clave_sat(std::size_t minimo, std::size_t maximo, Letras letras) {
    constexpr std::array<std::string_view, 3> patrones{"^[0-9]+$", "^[0-9A-Z]+$", "^[0-9A-Za-z]+$"};
    std::string_view ejemplo;  // only when the form alone tells the catalog
    if (letras == Letras::cualquiera) ejemplo = "H87";
    if (letras == Letras::digitos && maximo == 8) ejemplo = "01010101";
    if (letras == Letras::digitos && maximo == 3) ejemplo = "601";
    return forma_fija(patrones[static_cast<std::size_t>(letras)], minimo, maximo, ejemplo);
}

// ClaveSat: a key of a SAT catalog, checked for form; the catalog itself tells whether it exists.
template <std::size_t Min, std::size_t Max, Letras L>
class ClaveSat : public ClaveFiscal<ClaveSat<Min, Max, L>> {
    static_assert(1 <= Min && Min <= Max && Max <= 8);

public:
    ClaveSat() = default;
    explicit ClaveSat(std::string_view texto) : ClaveSat(exigir<ClaveSat>(texto)) {}
    static constexpr Forma forma() { return forma_clave_sat(Min, Max, L); }
    static std::optional<Falla> leer(std::string_view texto, ClaveSat& salida) {
        return leer_clave_sat(texto, Min, Max, L, salida.valor_);
    }
};

using ClaveProductoServicio = ClaveSat<8, 8, Letras::digitos>;  // c_ClaveProdServ
using ClaveUnidad = ClaveSat<2, 3, Letras::cualquiera>;         // c_ClaveUnidad
using ClaveFormaPago = ClaveSat<2, 2, Letras::digitos>;         // c_FormaPago
using ClaveMetodoPago = ClaveSat<3, 3, Letras::mayusculas>;     // c_MetodoPago
using ClaveObjetoImpuesto = ClaveSat<2, 2, Letras::digitos>;    // c_ObjetoImp
using ClaveRegimenFiscal = ClaveSat<3, 3, Letras::digitos>;     // c_RegimenFiscal
using ClaveUsoCfdi = ClaveSat<3, 4, Letras::mayusculas>;        // c_UsoCFDI
using ClaveMoneda = ClaveSat<3, 3, Letras::mayusculas>;         // c_Moneda
using ClavePais = ClaveSat<3, 3, Letras::mayusculas>;           // c_Pais

}  // namespace gestor
