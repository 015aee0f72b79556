#pragma once
// The one translation of a Problema into an HTTP answer (members of RFC 9457, and our own).
#include <string_view>

#include "domain/valores/problema.hpp"
#include "server/http/http.hpp"

namespace gestor {

void escribir_problema(Problema const& problema, std::string_view solicitud_id, bool problem_json, Response& res);
// New request id from a thread's counter: spread over 64 bits and unique, which is its only purpose.
std::string solicitud_nueva(std::uint64_t& contador);
// Problema of an answer that the HTTP floor gives by itself: the catalogue's code for that status.
Problema problema_de_estado(unsigned estado, std::string_view detalle);

}  // namespace gestor
