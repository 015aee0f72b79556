#pragma once
// XML from a stranger, read without trust: no DTD, no entity, no file, no socket, bounded time and memory.
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gestor::fiscal {

inline constexpr std::size_t xml_maximo = 5UL * 1024 * 1024;

// Ilegible: the file cannot be read at all; what() is shown to the sender of the file.
struct Ilegible : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Elemento: names by namespace, never by prefix. Values as an XML processor gives them: unescaped, not trimmed.
// Comments, and text between elements, are left out: a CFDI has all values in attributes, SOAP answers in elements
// without children. Views point into the text of the Xml.
struct Elemento {
    std::string_view espacio, nombre;  // namespace URI, local name
    std::string_view prefijo;          // prefix as written: one rule requires `cfdi`; reading ignores prefixes
    std::vector<std::pair<std::string_view, std::string_view>>
        atributos;  // attributes without a namespace, in the order of the file
    std::vector<Elemento> hijos;
    std::string_view texto;  // text of an element without children

    std::string_view const* atributo(std::string_view cual) const;                  // null: absent, unlike empty
    Elemento const* hijo(std::string_view espacio, std::string_view nombre) const;  // first child of that name
};

struct Xml {
    std::shared_ptr<void const> texto;  // text of all elements, and the memory taken for them
    Elemento raiz;
};

// Quotes a stranger's text in a message: at most `maximo` bytes, never half a character.
std::string citado(std::string_view texto, std::size_t maximo = 60);

// Throws Ilegible. Reserves the memory of the elements, and of a Cfdi made of them, before reading (memoria.hpp).
Xml leer_xml(std::string_view bytes);

}  // namespace gestor::fiscal
