#pragma once
// JSON in and out, driven by the description of a type: a strict reader that reports every fault at once and a writer
// straight to the buffer.
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/valores/problema.hpp"
#include "domain/valores/tipo.hpp"

namespace gestor {

// Json: a parsed document that keeps the exact text of numbers, which Boost.JSON's own value loses.
struct Json {
    enum class Clase : std::uint8_t { nulo, booleano, numero, texto, lista, objeto } clase = Clase::nulo;
    std::string texto;                // content of a text; text of a number; true or false
    std::vector<std::string> claves;  // names of an object's members, parallel to hijos
    std::vector<Json> hijos;

    Json const* buscar(std::string_view clave) const;
};

// Throws Problema JSON_INVALIDO: malformed, duplicate key, too deep, too many values.
Json json_leer(std::string_view documento);

// Modo: an update is merged with the stored record: an absent member stays, null clears, a value replaces. Inner
// objects are merged alike; a list is replaced whole.
enum class Modo : std::uint8_t { alta, edicion };

void json_leer(Tipo const& tipo, Json const& json, void* salida, std::string const& ruta, Fallas& fallas,
               Modo modo = Modo::alta);

template <class T>
T json_leer(std::string_view documento) {
    T salida{};
    Fallas fallas;
    json_leer(*tipo_de<T>(), json_leer(documento), &salida, "", fallas);
    fallas.lanzar();
    return salida;
}

// Edicion: the body of an update of T. The form is checked on arrival; the body is applied once the stored record has
// been locked and read.
template <class T>
struct Edicion {
    Json documento;

    bool trae(std::string_view campo) const { return documento.buscar(campo) != nullptr; }
    void sobre(T& guardado) const {
        Fallas fallas;
        json_leer(*tipo_de<T>(), documento, &guardado, "", fallas, Modo::edicion);
        if constexpr (requires { validar(static_cast<T const&>(guardado), fallas); })
            if (fallas.vacio()) validar(static_cast<T const&>(guardado), fallas);
        fallas.lanzar();
    }
};

// Parametro: text of each query or path parameter by name. Unknown names are refused before.
using Parametro = std::function<std::optional<std::string_view>(std::string_view nombre)>;
void parametros_leer(Tipo const& tipo, Parametro const& buscar, void* salida, Fallas& fallas);

void json_escribir(Tipo const& tipo, void const* valor, std::string& salida);

template <class T>
void json_escribir(T const& valor, std::string& salida) {
    json_escribir(*tipo_de<T>(), &valor, salida);
}

// Writes a parsed document again without white space; numbers keep their text.
void json_escribir(Json const& json, std::string& salida);

template <class T>
std::string como_json(T const& valor) {
    std::string texto;
    json_escribir(valor, texto);
    return texto;
}

// Writes a quoted, escaped JSON text. Invalid UTF-8 never arrives here: the reader and the database refuse it.
void json_texto(std::string_view texto, std::string& salida);

// Writes a database column; nulo means SQL NULL, admite_nulo that the member is optional.
void json_columna(Tipo const& tipo, std::string_view texto, bool nulo, std::string& salida);

}  // namespace gestor
