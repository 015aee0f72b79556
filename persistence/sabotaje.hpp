#pragma once
// SABOTAJE, only in builds with tests: an environment variable that removes one safety, so that tests/http can show
// what detects the damage, or that another safety holds alone. Values: idempotencia; candado (no row locks, no turns
// for them); turnos (all organizations wait for a worker in one line); filtro (no statement asks for the rows of one
// organization); corte (a connection is closed, not reset, while its peer has not taken all bytes); devolucion (memory
// that large work frees stays with the process). `costo` has a variable of its own, CONTRASENAS=baratas: scrypt with N
// = 2^10. A password of full cost takes 0.3 s of processor, and tests/http make and check about a thousand.
#include <string>
#include <string_view>

namespace gestor {

#ifdef GESTOR_SABOTAJE
bool sin(std::string_view seguridad);
std::string saboteada(std::string_view sql);
#else
constexpr bool sin(std::string_view) {  // house-rule: the other half of the #if
    return false;
}
constexpr std::string_view saboteada(std::string_view sql) {  // house-rule: the other half of the #if
    return sql;
}
#endif

}  // namespace gestor
