#pragma once
// References of a batch: a value that is "$a.data.transaccionId", whole, stands for what the operation called `a`
// answered there; "$$" at the beginning stands for a "$". Pure.
#include <map>
#include <string>
#include <string_view>

#include "domain/valores/json.hpp"

namespace gestor::lote {

using Respuestas = std::map<std::string, Json, std::less<>>;  // of the operations that have a name

bool es_nombre(std::string_view texto);  // of an operation: a letter, then letters, digits, - and _

// Whether a text refers to something. Its form joins the faults, and so does a name that is not among `anteriores`.
bool es_referencia(std::string_view texto, Respuestas const& anteriores, std::string const& campo, Fallas& fallas);
// The same of every text of a body.
bool trae_referencias(Json const& json, Respuestas const& anteriores, std::string const& campo, Fallas& fallas);

// Puts what they stand for in place of every reference, and one "$" in place of two.
void sustituir(Json& json, Respuestas const& anteriores, std::string const& campo, Fallas& fallas);
// The same of one text, where only a text or a number can stand: in a path, in a query.
void sustituir(std::string& texto, Respuestas const& anteriores, std::string const& campo, Fallas& fallas);

}  // namespace gestor::lote
