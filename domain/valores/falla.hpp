#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

// GESTOR_CONSTEVAL: for a constructor from a literal that is checked at compile time. clang 14 crashes on temporaries
// of a consteval constructor, so there a wrong literal throws instead.
#if defined(__clang__) && __clang_major__ < 15
#define GESTOR_CONSTEVAL constexpr
#else
#define GESTOR_CONSTEVAL consteval
#endif

namespace gestor {

// Falla: a fault of one field: a code of the closed catalogue and a Spanish message that continues the field's name
// ("cantidad: debe ser mayor que 0"). The reader of the whole body adds the path.
struct Falla {
    std::string_view codigo;
    std::string mensaje;
};

// The field-level codes, so that a misspelt one does not compile.
namespace codigo {
inline constexpr std::string_view requerido = "REQUERIDO";
inline constexpr std::string_view desconocido = "DESCONOCIDO";
inline constexpr std::string_view tipo = "TIPO";
inline constexpr std::string_view rango = "RANGO";
inline constexpr std::string_view longitud = "LONGITUD";
inline constexpr std::string_view fecha_invalida = "FECHA_INVALIDA";
inline constexpr std::string_view rango_fechas = "RANGO_FECHAS";
inline constexpr std::string_view rfc_invalido = "RFC_INVALIDO";
inline constexpr std::string_view clave_sat_invalida = "CLAVE_SAT_INVALIDA";
inline constexpr std::string_view no_existe = "NO_EXISTE";
inline constexpr std::string_view duplicado = "DUPLICADO";
inline constexpr std::string_view mayor_que_cero = "MAYOR_QUE_CERO";
inline constexpr std::string_view formato = "FORMATO";
}  // namespace codigo

// ValorInvalido: a text written by our own code or database does not match its type: a bug, never the caller's fault.
struct ValorInvalido : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// Reads a text that must be valid (constants, stored values); a caller's text goes through T::leer.
template <class T>
T exigir(std::string_view texto) {
    T valor{};
    if (auto falla = T::leer(texto, valor))
        throw ValorInvalido("'" + std::string(texto.substr(0, 60)) + "' " + falla->mensaje);
    return valor;
}

}  // namespace gestor
