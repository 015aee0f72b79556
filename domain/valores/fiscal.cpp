#include "domain/valores/fiscal.hpp"

#include <array>
#include <utility>

#include "domain/valores/texto.hpp"

namespace gestor {
namespace {

bool es_digito(char c) {
    return c >= '0' && c <= '9';
}
bool es_mayuscula(char c) {
    return c >= 'A' && c <= 'Z';
}
bool es_alfanumerico(char c) {
    return es_digito(c) || es_mayuscula(c);
}
char mayuscula(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}
bool en(char c, std::string_view conjunto) {
    return conjunto.find(c) != std::string_view::npos;
}

template <class Prueba>
bool todos(std::string_view texto, Prueba prueba) {
    for (char c : texto)
        if (!prueba(c)) return false;
    return true;
}

std::string normalizar(std::string_view texto) {
    std::string salida(recortar(texto));
    for (char& c : salida) c = mayuscula(c);
    return salida;
}

int dos_digitos(std::string_view texto, std::size_t i) {
    return (texto[i] - '0') * 10 + (texto[i + 1] - '0');
}

bool existe(int anio, int mes, int dia) {
    static constexpr std::array<int, 12> largo{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (mes < 1 || mes > 12 || dia < 1) return false;
    bool const bisiesto = (anio % 4 == 0 && anio % 100 != 0) || anio % 400 == 0;
    return dia <= largo[static_cast<std::size_t>(mes - 1)] + (mes == 2 && bisiesto ? 1 : 0);
}

// Whether six digits yymmdd are a real day.
bool es_fecha(std::string_view seis, int siglo) {
    return todos(seis, es_digito) && existe(siglo + dos_digitos(seis, 0), dos_digitos(seis, 2), dos_digitos(seis, 4));
}

// An RFC with one byte per character: Ñ, two bytes in UTF-8, is held as '#', which no RFC contains.
constexpr char enie = '#';
constexpr std::string_view enie_utf8 = "\xC3\x91";
constexpr std::string_view enie_minuscula_utf8 = "\xC3\xB1";

std::string un_byte_por_letra(std::string_view texto) {
    std::string salida;
    for (std::size_t i = 0; i < texto.size(); ++i) {
        std::string_view const resto = texto.substr(i);
        if (resto.starts_with(enie_utf8) || resto.starts_with(enie_minuscula_utf8)) {
            salida += enie;
            ++i;
        } else {
            salida += resto[0] == enie ? '\0' : mayuscula(resto[0]);  // a '#' in the sent text must not become Ñ
        }
    }
    return salida;
}

std::string con_enies(std::string_view compacto) {
    std::string salida;
    for (char c : compacto) {
        if (c == enie)
            salida += enie_utf8;
        else
            salida += c;
    }
    return salida;
}

// Form of an RFC: [A-Z&Ñ]{3,4} yymmdd [A-Z0-9]{2} [0-9A], with a real date. The century of a person is unknown, so yy
// is read as 20yy.
bool es_rfc(std::string_view c) {
    if (c.size() != 12 && c.size() != 13) return false;
    std::size_t const letras = c.size() - 9;
    return todos(c.substr(0, letras), [](char l) { return es_mayuscula(l) || l == '&' || l == enie; }) &&
           es_fecha(c.substr(letras, 6), 2000) && todos(c.substr(letras + 6, 2), es_alfanumerico) &&
           (es_digito(c.back()) || c.back() == 'A');
}

bool es_entidad(char a, char b) {
    switch (b) {
        case 'S':
            return en(a, "ABCMTZ");
        case 'C':
            return en(a, "BCJMOT");
        case 'L':
            return en(a, "CNPST");
        case 'T':
            return en(a, "GNQ");
        case 'R':
            return en(a, "GQS");
        case 'M':
        case 'H':
            return a == 'C';
        case 'N':
            return en(a, "MY");
        case 'G':
            return en(a, "DH");
        case 'E':
            return a == 'N';
        case 'Z':
            return a == 'V';
        case 'F':
            return a == 'D';
        case 'P':
            return a == 'S';
        default:
            return false;
    }
}

bool es_curp(std::string_view c) {
    if (c.size() != 18 || !todos(c, es_alfanumerico)) return false;
    int const siglo = es_digito(c[16]) ? 1900 : 2000;  // a digit for births until 1999, a letter since 2000
    return es_mayuscula(c[0]) && en(c[1], "AEIOUX") && es_mayuscula(c[2]) && es_mayuscula(c[3]) &&
           es_fecha(c.substr(4, 6), siglo) && en(c[10], "MHX") && es_entidad(c[11], c[12]) &&
           todos(c.substr(13, 3), [](char l) { return en(l, "BCDFGHJKLMNPQRSTVWXYZ"); }) && es_digito(c[17]);
}

int digito_clabe(std::string_view clabe) {
    static constexpr std::array<int, 3> pesos{3, 7, 1};
    int suma = 0;
    for (std::size_t i = 0; i < 17; ++i) suma += (clabe[i] - '0') * pesos[i % 3] % 10;
    return (10 - suma % 10) % 10;
}

bool es_uuid(std::string_view u) {
    if (u.size() != 36) return false;
    for (std::size_t i = 0; i < u.size(); ++i) {
        bool const guion = i == 8 || i == 13 || i == 18 || i == 23;
        if (guion ? u[i] != '-' : !(es_digito(u[i]) || (u[i] >= 'A' && u[i] <= 'F'))) return false;
    }
    return true;
}

}  // namespace

std::optional<Falla> Rfc::leer(std::string_view texto, Rfc& salida) {
    std::string const compacto = un_byte_por_letra(recortar(texto));
    if (!es_rfc(compacto)) {
        return Falla{codigo::rfc_invalido,
                     "no es un RFC: 3 letras (persona moral) o 4 (persona física), fecha real AAMMDD y homoclave de 3"};
    }
    salida.valor_ = con_enies(compacto);
    return {};
}

bool Rfc::persona_moral() const {
    return un_byte_por_letra(valor_).size() == 12;
}

bool Rfc::digito_correcto() const {
    static constexpr std::string_view tabla = "0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ #";
    if (generico()) return true;
    std::string c = un_byte_por_letra(valor_);
    if (c.size() == 12) c.insert(c.begin(), ' ');
    if (c.size() != 13) return false;
    int suma = 0;
    for (std::size_t i = 0; i < 12; ++i) suma += static_cast<int>(tabla.find(c[i])) * (13 - static_cast<int>(i));
    int const modulo = suma % 11;
    char const digito = modulo == 0 ? '0' : modulo == 1 ? 'A' : static_cast<char>('0' + 11 - modulo);
    return c[12] == digito;
}

std::optional<Falla> Curp::leer(std::string_view texto, Curp& salida) {
    std::string curp = normalizar(texto);
    if (!es_curp(curp)) return Falla{codigo::formato, "no es una CURP de 18 caracteres con fecha y entidad reales"};
    salida.valor_ = std::move(curp);
    return {};
}

bool Curp::digito_correcto() const {
    // The official table of values has a place for Ñ ('#'), though no CURP contains it.
    static constexpr std::string_view tabla = "0123456789ABCDEFGHIJKLMN#OPQRSTUVWXYZ";
    if (valor_.size() != 18) return false;
    int suma = 0;
    for (std::size_t i = 0; i < 17; ++i) suma += static_cast<int>(tabla.find(valor_[i])) * (18 - static_cast<int>(i));
    return valor_[17] - '0' == (10 - suma % 10) % 10;
}

std::optional<Falla> Clabe::leer(std::string_view texto, Clabe& salida) {
    texto = recortar(texto);
    if (texto.size() != 18 || !todos(texto, es_digito)) return Falla{codigo::formato, "la CLABE debe tener 18 dígitos"};
    if (texto[17] - '0' != digito_clabe(texto))
        return Falla{codigo::formato, "el dígito de control de la CLABE no corresponde"};
    salida.valor_ = texto;
    return {};
}

std::optional<Falla> Uuid::leer(std::string_view texto, Uuid& salida) {
    std::string uuid = normalizar(texto);
    if (!es_uuid(uuid))
        return Falla{codigo::formato, "no es un UUID: 32 dígitos hexadecimales en grupos de 8-4-4-4-12"};
    salida.valor_ = std::move(uuid);
    return {};
}

std::optional<Falla> Pedimento::leer(std::string_view texto, Pedimento& salida) {
    static constexpr std::size_t partes[] = {2, 2, 4, 7};
    Falla const falla{codigo::formato, "el pedimento debe tener 15 dígitos: año, aduana, patente y número"};
    texto = recortar(texto);
    std::string pedimento;
    for (std::size_t const n : partes) {
        auto const parte = texto.substr(0, n);
        if (parte.size() != n || !todos(parte, es_digito)) return falla;
        if (!pedimento.empty()) pedimento += "  ";
        pedimento += parte;
        texto.remove_prefix(n);
        while (texto.starts_with(' ')) texto.remove_prefix(1);
    }
    if (!texto.empty()) return falla;
    salida.valor_ = std::move(pedimento);
    return {};
}

std::optional<Falla> CodigoPostal::leer(std::string_view texto, CodigoPostal& salida) {
    texto = recortar(texto);
    if (texto.size() != 5 || !todos(texto, es_digito))
        return Falla{codigo::formato, "el código postal debe tener 5 dígitos"};
    salida.valor_ = texto;
    return {};
}

std::optional<Falla> leer_clave_sat(std::string_view texto, std::size_t minimo, std::size_t maximo, Letras letras,
                                    std::string& salida) {
    texto = recortar(texto);
    bool bien = texto.size() >= minimo && texto.size() <= maximo;
    for (char c : texto) bien = bien && (letras == Letras::digitos ? es_digito(c) : es_alfanumerico(mayuscula(c)));
    if (!bien) {
        std::string const cuantos =
            minimo == maximo ? std::to_string(minimo) : std::to_string(minimo) + " a " + std::to_string(maximo);
        std::string const que = letras == Letras::digitos ? " dígitos" : " letras o dígitos";
        return Falla{codigo::clave_sat_invalida, "la clave del SAT debe tener " + cuantos + que};
    }
    salida = letras == Letras::mayusculas ? normalizar(texto) : std::string(texto);
    return {};
}

}  // namespace gestor
