#include "domain/valores/decimal.hpp"

#include <array>

namespace gestor {
namespace {

bool es_digito(char c) {
    return c >= '0' && c <= '9';
}

// Partes: a plain number split into -[entera].[fraccion], the fraction without its trailing zeros.
struct Partes {
    bool negativo = false;
    std::string_view entera;
    std::string_view fraccion;
};

// JSON's grammar of numbers without exponent: no '+', no "007", no ".5", no "5.".
bool separar(std::string_view texto, Partes& partes) {
    if (texto.starts_with('-')) {
        partes.negativo = true;
        texto.remove_prefix(1);
    }
    std::size_t i = 0;
    while (i < texto.size() && es_digito(texto[i])) ++i;
    partes.entera = texto.substr(0, i);
    if (i == 0 || (i > 1 && texto[0] == '0')) return false;
    if (i == texto.size()) return true;
    if (texto[i] != '.' || i + 1 == texto.size()) return false;
    partes.fraccion = texto.substr(i + 1);
    for (char c : partes.fraccion)
        if (!es_digito(c)) return false;
    while (partes.fraccion.ends_with('0')) partes.fraccion.remove_suffix(1);
    return true;
}

// Significant digits. Leading zeros do not count: 0.001 has one; zeros at the end of an integer do count.
int significativos(Partes const& partes) {
    if (partes.entera != "0") return static_cast<int>(partes.entera.size() + partes.fraccion.size());
    std::size_t const primero = partes.fraccion.find_first_not_of('0');
    return primero == std::string_view::npos ? 0 : static_cast<int>(partes.fraccion.size() - primero);
}

// The caller has checked that entera + escala is at most 19 digits: below 10^19, which 64 bits without sign hold.
Entero128 unir(Partes const& partes, int escala) {
    std::uint64_t valor = 0;
    for (char c : partes.entera) valor = valor * 10 + static_cast<std::uint64_t>(c - '0');
    for (char c : partes.fraccion) valor = valor * 10 + static_cast<std::uint64_t>(c - '0');
    for (auto i = static_cast<int>(partes.fraccion.size()); i < escala; ++i) valor *= 10;
    auto const unidades = static_cast<Entero128>(valor);
    return partes.negativo ? -unidades : unidades;
}

bool cabe(Partes const& partes, int escala) {
    return partes.entera.size() <= static_cast<std::size_t>(digitos_base - escala);
}

// Every rounding of the program is done by this function.
Entero128 dividir_mitad_arriba(Entero128 dividendo, Entero128 divisor) {
    if (divisor == 0) throw DivisionEntreCero();
    Entero128 const cociente = dividendo / divisor;
    Entero128 const resto = dividendo % divisor;
    Entero128 const absoluto = resto < 0 ? -resto : resto;
    Entero128 const entre = divisor < 0 ? -divisor : divisor;
    if (absoluto < entre - absoluto) return cociente;  // 2·|r| < |d|, written without overflow
    return (dividendo < 0) == (divisor < 0) ? cociente + 1 : cociente - 1;
}

}  // namespace

std::optional<Falla> leer_decimal(std::string_view texto, int escala, Entero128& unidades) {
    Partes partes;
    if (!separar(texto, partes)) return Falla{codigo::tipo, "debe ser un número en notación simple, como 1234.5"};
    if (partes.fraccion.size() > static_cast<std::size_t>(escala)) {
        return Falla{codigo::rango, escala == 0 ? std::string("no admite decimales")
                                                : "admite a lo más " + std::to_string(escala) + " decimales"};
    }
    if (!cabe(partes, escala))
        return Falla{codigo::rango, "admite a lo más " + std::to_string(digitos_base - escala) + " dígitos enteros"};
    if (significativos(partes) > digitos_significativos) {
        return Falla{codigo::rango,
                     "admite a lo más " + std::to_string(digitos_significativos) + " dígitos significativos"};
    }
    unidades = unir(partes, escala);
    return {};
}

Entero128 decimal_de_base(std::string_view texto, int escala) {
    Partes partes;
    if (!separar(texto, partes) || partes.fraccion.size() > static_cast<std::size_t>(escala))
        throw ValorInvalido("la base entregó '" + std::string(texto.substr(0, 60)) + "', que no es un decimal de " +
                            std::to_string(escala) + " decimales");
    if (!cabe(partes, escala)) throw Desborde();
    return unir(partes, escala);
}

void escribir_decimal(Entero128 unidades, int escala, int minimo_decimales, std::string& salida) {
    auto resto = static_cast<std::uint64_t>(unidades < 0 ? -unidades : unidades);
    int decimales = escala;
    for (; decimales > minimo_decimales && resto % 10 == 0; --decimales) resto /= 10;
    std::array<char, 24> cifras;
    char* const fin = cifras.data() + cifras.size();
    char* p = fin;
    for (int i = 0; i < decimales; ++i, resto /= 10) *--p = static_cast<char>('0' + resto % 10);
    if (decimales > 0) *--p = '.';
    do {
        *--p = static_cast<char>('0' + resto % 10);
        resto /= 10;
    } while (resto != 0);
    if (unidades < 0) *--p = '-';
    salida.append(p, fin);
}

// `leer` accepts 15 significant digits, of which 19 − escala may be integer digits.
Entero128 cambiar_escala(Entero128 unidades, int de, int a) {
    if (a >= de) return producto_exacto(dentro_del_limite(unidades), potencia10(a - de));
    return dividir_mitad_arriba(unidades, potencia10(de - a));
}

Entero128 multiplicar_y_dividir(Entero128 a, Entero128 b, Entero128 divisor) {
    return dividir_mitad_arriba(producto_exacto(a, b), divisor);
}

Entero128 dividir_unidades(Entero128 dividendo, Entero128 divisor, int exponente) {
    if (exponente >= 0) return dividir_mitad_arriba(producto_exacto(dividendo, potencia10(exponente)), divisor);
    return dividir_mitad_arriba(dividendo, producto_exacto(divisor, potencia10(-exponente)));
}

}  // namespace gestor
