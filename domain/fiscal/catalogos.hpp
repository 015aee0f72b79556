#pragma once
// Catalogs of the tax authority, as the rules read them: a key is good when it was in force on the day of the CFDI.
#include <cstdint>
#include <map>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "domain/fiscal/exacto.hpp"

namespace gestor::fiscal {

using Dia = std::uint32_t;  // yyyymmdd: 20260831

struct Vigencia {
    Dia desde = 0, hasta = 99991231;
    // Whether the key is in force on `dia`. For a CFDI without a readable date every key of the catalog counts.
    bool en(std::optional<Dia> dia) const { return !dia || (desde <= *dia && *dia <= hasta); }
};

// Patron: a regular expression of a catalog. An invalid expression, or \V*, accepts every text; so does a text too long
// to match.
class Patron {
public:
    Patron() = default;
    explicit Patron(std::string const& texto);
    bool admite(std::string_view texto) const;

private:
    std::optional<std::regex> expresion_;
};

struct FormaPago : Vigencia {
    bool ordenante = false, cuenta_ordenante = false, beneficiario = false, cuenta_beneficiario = false, cadena = false;
    Patron patron_ordenante, patron_beneficiario;
};
struct MonedaSat : Vigencia {
    unsigned decimales = 2;
};
struct Regimen : Vigencia {
    bool fisica = false, moral = false;
};
struct UsoCfdi : Vigencia {
    bool fisica = false, moral = false;
    std::vector<std::string> regimenes;
};
struct Pais : Vigencia {
    Patron identidad;  // pattern of a resident's tax id
};
enum class Lado { traslado, retencion };
struct TasaOCuota : Vigencia {
    std::string impuesto, factor;
    std::optional<Exacto> minimo;  // lower limit of a range of rates; absent: `maximo` is the only rate
    Exacto maximo;
    bool traslado = false, retencion = false;
    bool de(Lado lado) const { return lado == Lado::traslado ? traslado : retencion; }
};

template <class T>
using Tabla = std::map<std::string, T, std::less<>>;

struct Catalogos {
    Tabla<Vigencia> metodos_pago, tipos_comprobante, exportaciones, periodicidades, meses, tipos_relacion, impuestos,
        tipos_factor, objetos_impuesto, productos, unidades, codigos_postales, tipos_cadena;
    Tabla<FormaPago> formas_pago;
    Tabla<MonedaSat> monedas;
    Tabla<Regimen> regimenes;
    Tabla<UsoCfdi> usos;
    Tabla<Pais> paises;
    std::vector<TasaOCuota> tasas;

    // Whether the catalog has the rate. Absent: the catalog has no rates of that tax on that day; quotas change every
    // year and are not listed.
    std::optional<bool> tasa(std::string_view impuesto, std::string_view factor, Lado lado, Exacto const& valor,
                             std::optional<Dia> dia) const;
};

// Row of a key in force, or null.
template <class T>
T const* buscar(Tabla<T> const& tabla, std::optional<std::string> const& clave, std::optional<Dia> dia) {
    if (!clave) return nullptr;
    auto const fila = tabla.find(*clave);
    return fila != tabla.end() && fila->second.en(dia) ? &fila->second : nullptr;
}

}  // namespace gestor::fiscal
