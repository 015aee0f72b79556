#pragma once
// The schema reader: from the Tipo of a DTO to its JSON Schema (2020-12) and an example that satisfies it.
#include <map>
#include <string>

#include "domain/valores/nodo.hpp"
#include "domain/valores/tipo.hpp"

namespace gestor {

// A request may leave out what is optional; an answer leaves out nothing, and writes "" or null instead; an update may
// leave out anything, and clears with null what may be empty.
enum class Sentido : std::uint8_t { entrada, salida, edicion };

class Esquemas {
public:
    // The schema of a type; that of an object is a reference to its component, which is made on the way.
    Nodo de(Tipo const& tipo, Sentido sentido);
    // The same for a member or parameter of that object, with its description, default and example.
    Nodo de(Tipo const& objeto, Campo const& campo, Sentido sentido);
    // That of an object, in its place instead of among the components.
    Nodo objeto(Tipo const& tipo, Sentido sentido);
    void poner(std::string nombre, Nodo esquema) {
        componentes_.insert_or_assign(std::move(nombre), std::move(esquema));
    }
    Nodo componentes() const;  // by name

private:
    std::string nombre_de(Tipo const& tipo, Sentido sentido);

    std::map<std::string, Nodo> componentes_;
    std::map<std::pair<Tipo const*, Sentido>, std::string> nombres_;
};

bool obligatorio(Campo const& campo, Sentido sentido);
Nodo ejemplo_de(Tipo const& tipo, Sentido sentido);
Nodo ejemplo_de(Tipo const& objeto, Campo const& campo, Sentido sentido);
// What a member of that object means: the glossary's word, without the 0 that it cannot be; "" if it is not there.
std::string significado_de(Tipo const& objeto, std::string_view nombre, Tipo const& tipo);
// The same, with what its form asks for.
std::string descripcion_de(Tipo const& objeto, Campo const& campo, Sentido sentido);

}  // namespace gestor
