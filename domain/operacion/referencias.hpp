#pragma once
// References to earlier answers of a batch or of a story. A value that is wholly "$a.data.transaccionId" stands for
// that member of the answer of operation `a`; a leading "$$" stands for "$". Pure.
#include <map>
#include <string>
#include <string_view>

#include "domain/valores/json.hpp"

namespace gestor {

using Respuestas = std::map<std::string, Json, std::less<>>;  // by name of the operation

bool es_nombre(std::string_view texto);  // name of an operation: a letter, then letters, digits, - and _

// Whether a text is a reference. A malformed reference, or a name outside `anteriores`, is added to `fallas`.
bool es_referencia(std::string_view texto, Respuestas const& anteriores, std::string const& campo, Fallas& fallas);
// Whether any text of a body is a reference.
bool trae_referencias(Json const& json, Respuestas const& anteriores, std::string const& campo, Fallas& fallas);

// Bytes that all references of a batch may add. A reference of a few bytes stands for a text of any length: 60 KB of
// references took 1.8 GB when the bytes were counted only afterwards.
inline constexpr std::size_t referido_maximo = 4UL * 1024 * 1024;

// Replaces each reference by its text, number or boolean, and "$$" by "$". A reference to an object or a list is a
// fault in `fallas`, and so is one with more bytes than `libres`, which is reduced by each.
void sustituir(Json& json, Respuestas const& anteriores, std::string const& campo, std::size_t& libres, Fallas& fallas);
// Like the above, for one text of a path or of a query.
void sustituir(std::string& texto, Respuestas const& anteriores, std::string const& campo, std::size_t& libres,
               Fallas& fallas);

}  // namespace gestor
