#pragma once
// Nodo: a JSON document under construction, for documents that the program writes about itself. Numbers keep their
// text.
#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/valores/json.hpp"

namespace gestor {

class Nodo {
public:
    struct Miembro;

    Nodo() = default;                                                                        // a null
    Nodo(std::string_view texto) { json_.clase = Json::Clase::texto, json_.texto = texto; }  // NOLINT: a JSON literal
    Nodo(char const* texto) : Nodo(std::string_view(texto)) {}                               // NOLINT
    Nodo(std::string const& texto) : Nodo(std::string_view(texto)) {}                        // NOLINT
    Nodo(std::same_as<bool> auto valor) {                                                    // NOLINT
        json_.clase = Json::Clase::booleano, json_.texto = valor ? "true" : "false";
    }
    Nodo(std::integral auto valor) requires(!std::same_as<decltype(valor), bool>)  // NOLINT
        : Nodo(numero(std::to_string(valor))) {}

    static Nodo numero(std::string_view texto);
    static Nodo lista(std::vector<Nodo> elementos = {});
    static Nodo objeto(std::initializer_list<Miembro> miembros = {});
    static Nodo leer(std::string_view json);

    Nodo& poner(std::string_view clave, Nodo valor);  // object: adds or replaces the member
    Nodo& agregar(Nodo valor);                        // adds to a list
    // Merge patch of RFC 7396: null removes a member, an object is merged, any other value replaces. A list of one
    // object changes the first element of a list.
    Nodo& cambiar(Nodo const& parche);
    bool tiene(std::string_view clave) const { return json_.buscar(clave) != nullptr; }
    bool vacio() const { return json_.hijos.empty(); }

    // Indented text, so that two documents can be compared line by line; a short value stays on one line.
    std::string texto() const;

private:
    Json json_;
};

struct Nodo::Miembro {
    std::string_view clave;
    Nodo valor;
};

inline Nodo referencia(std::string_view tipo, std::string_view nombre) {
    return Nodo::objeto({{"$ref", "#/components/" + std::string(tipo) + "/" + std::string(nombre)}});
}

}  // namespace gestor
