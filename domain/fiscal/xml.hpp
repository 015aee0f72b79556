#pragma once
// An XML file of somebody else's, read without trust: no DTD, no entity, no file, no socket, bounded time and memory.
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gestor::fiscal {

inline constexpr std::size_t xml_maximo = 5UL * 1024 * 1024;

// Ilegible: the file cannot be read at all; the text is said to whoever sent it.
struct Ilegible : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Names by their namespace, never by prefix. Values as an XML processor gives them: unescaped, not trimmed. Comments
// and text between elements are left out: a CFDI says everything in attributes; what others answer, in elements that
// hold nothing else. All text is that of its Xml.
struct Elemento {
    std::string_view espacio, nombre;  // namespace URI, local name
    std::string_view prefijo;          // as written: `cfdi` is a rule, not a matter of reading
    std::vector<std::pair<std::string_view, std::string_view>>
        atributos;  // without a namespace, in the order of the file
    std::vector<Elemento> hijos;
    std::string_view texto;  // of one without children

    std::string_view const* atributo(std::string_view cual) const;                  // null: absent, which is not empty
    Elemento const* hijo(std::string_view espacio, std::string_view nombre) const;  // the first one
};

struct Xml {
    std::shared_ptr<void const> texto;  // of every element, and the memory that was taken for them
    Elemento raiz;
};

// Quotation of a stranger's text where it is found wrong: so many bytes of it at most, and no half character.
std::string citado(std::string_view texto, std::size_t maximo = 60);

// Throws Ilegible. The memory of the elements, and of a Cfdi made of them, is taken first: memoria.hpp.
Xml leer_xml(std::string_view bytes);

}  // namespace gestor::fiscal
