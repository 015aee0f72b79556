#pragma once
// The schema reader: from the Tipo of a DTO to its JSON Schema (2020-12) and a valid example.
#include <map>
#include <string>

#include "domain/valores/nodo.hpp"
#include "domain/valores/tipo.hpp"

namespace gestor {

// A request may omit optional members; an answer omits none, and writes "" or null instead; an update may omit any, and
// null clears a member that may be empty.
enum class Sentido : std::uint8_t { entrada, salida, edicion };

class Esquemas {
public:
    // Schema of a type; an object gives a reference to its component, which is created on the way.
    Nodo de(Tipo const& tipo, Sentido sentido);
    // Schema of a member or parameter of that object, with its description, default and example.
    Nodo de(Tipo const& objeto, Campo const& campo, Sentido sentido);
    // Schema of an object, written in place instead of among the components.
    Nodo objeto(Tipo const& tipo, Sentido sentido);
    void poner(std::string nombre, Nodo esquema) {
        componentes_.insert_or_assign(std::move(nombre), std::move(esquema));
    }
    Nodo componentes() const;  // the components, by name

private:
    std::string nombre_de(Tipo const& tipo, Sentido sentido);

    std::map<std::string, Nodo> componentes_;
    std::map<std::pair<Tipo const*, Sentido>, std::string> nombres_;
};

bool obligatorio(Campo const& campo, Sentido sentido);
Nodo ejemplo_de(Tipo const& tipo, Sentido sentido);
Nodo ejemplo_de(Tipo const& objeto, Campo const& campo, Sentido sentido);
// Meaning of a member of that object: the glossary's text, without the sentence about 0 when the member cannot be 0; ""
// when the glossary lacks it.
std::string significado_de(Tipo const& objeto, std::string_view nombre, Tipo const& tipo);
// Meaning of a member, with the requirements of its form.
std::string descripcion_de(Tipo const& objeto, Campo const& campo, Sentido sentido);

}  // namespace gestor
