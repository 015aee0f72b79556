#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "domain/valores/falla.hpp"
#include "domain/valores/forma.hpp"

namespace gestor {

// What the fiscal keys have in common: a text already in the form in which it is stored (trimmed, upper case).
template <class T>
class ClaveFiscal {
public:
    std::string const& valor() const { return valor_; }
    operator std::string_view() const { return valor_; }
    bool vacio() const { return valor_.empty(); }  // only before it is read
    void escribir(std::string& salida) const { salida += valor_; }
    static T de_base(std::string_view texto) { return exigir<T>(texto); }

    friend auto operator<=>(ClaveFiscal const&, ClaveFiscal const&) = default;
    friend bool operator==(ClaveFiscal const&, ClaveFiscal const&) = default;
    friend bool operator==(ClaveFiscal const& a, std::string_view b) { return a.valor_ == b; }

protected:
    ClaveFiscal() = default;
    std::string valor_;
};

// Tax id: form and date are law, the check digit is not (SAT itself has issued RFCs that fail it), so it only warns.
class Rfc : public ClaveFiscal<Rfc> {
public:
    Rfc() = default;
    explicit Rfc(std::string_view texto) : Rfc(exigir<Rfc>(texto)) {}
    static Forma forma();
    static std::optional<Falla> leer(std::string_view texto, Rfc& salida);

    bool generico() const;         // XAXX010101000, XEXX010101000
    bool persona_moral() const;    // a company: 12 characters; a person has 13
    bool digito_correcto() const;  // true for the generic ones, which are exempt
};

// Population id. Its check digit, like the RFC's, is a question and not a condition.
class Curp : public ClaveFiscal<Curp> {
public:
    Curp() = default;
    explicit Curp(std::string_view texto) : Curp(exigir<Curp>(texto)) {}
    static Forma forma();
    static std::optional<Falla> leer(std::string_view texto, Curp& salida);
    bool digito_correcto() const;
};

// Interbank account: 18 digits, the last one checked, since a wrong one sends money to nobody.
class Clabe : public ClaveFiscal<Clabe> {
public:
    Clabe() = default;
    explicit Clabe(std::string_view texto) : Clabe(exigir<Clabe>(texto)) {}
    static Forma forma();
    static std::optional<Falla> leer(std::string_view texto, Clabe& salida);
    std::string_view banco() const { return std::string_view(valor_).substr(0, 3); }  // c_Banco
};

// Fiscal folio of a CFDI.
class Uuid : public ClaveFiscal<Uuid> {
public:
    Uuid() = default;
    explicit Uuid(std::string_view texto) : Uuid(exigir<Uuid>(texto)) {}
    static Forma forma();
    static std::optional<Falla> leer(std::string_view texto, Uuid& salida);
};

class CodigoPostal : public ClaveFiscal<CodigoPostal> {
public:
    CodigoPostal() = default;
    explicit CodigoPostal(std::string_view texto) : CodigoPostal(exigir<CodigoPostal>(texto)) {}
    static Forma forma();
    static std::optional<Falla> leer(std::string_view texto, CodigoPostal& salida);
};

// Letters of a SAT key. `cualquiera` keeps the case as sent: c_ClaveUnidad has Ohm, Dx and Gd beside KGM.
enum class Letras : std::uint8_t { digitos, mayusculas, cualquiera };

std::optional<Falla> leer_clave_sat(std::string_view texto, std::size_t minimo, std::size_t maximo, Letras letras,
                                    std::string& salida);
Forma forma_clave_sat(std::size_t minimo, std::size_t maximo, Letras letras);

// A key of a SAT catalog, checked for form; whether it exists is the catalog's answer.
template <std::size_t Min, std::size_t Max, Letras L>
class ClaveSat : public ClaveFiscal<ClaveSat<Min, Max, L>> {
    static_assert(1 <= Min && Min <= Max && Max <= 8);

public:
    ClaveSat() = default;
    explicit ClaveSat(std::string_view texto) : ClaveSat(exigir<ClaveSat>(texto)) {}
    static Forma forma() { return forma_clave_sat(Min, Max, L); }
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
