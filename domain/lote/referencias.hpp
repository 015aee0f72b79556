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

// Bytes that the references of a batch bring in all. A reference is a few bytes and stands for a text of any length:
// 60 KB of them took 1.8 GB while they were counted afterwards.
inline constexpr std::size_t referido_maximo = 4UL * 1024 * 1024;

// Puts the text, number or boolean that a reference stands for in its place, and one "$" in place of two. A reference
// to anything else joins the faults, and so does one that brings more than `libres`, which is counted down.
void sustituir(Json& json, Respuestas const& anteriores, std::string const& campo, std::size_t& libres, Fallas& fallas);
// The same of one text: in a path, in a query.
void sustituir(std::string& texto, Respuestas const& anteriores, std::string const& campo, std::size_t& libres,
               Fallas& fallas);

}  // namespace gestor::lote
