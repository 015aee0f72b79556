#pragma once
// A safety that is taken away on purpose, in builds with tests only, so that tests/http can show what finds the damage,
// or that another safety holds alone. The variable SABOTAJE of the environment names it: idempotencia; candado (no row
// locks, no turns at them); turnos (whoever waits for a worker waits in one line with everybody); filtro (no statement
// asks for the rows of one organization); corte (a connection is closed, not reset, with bytes that its peer has not
// taken). `costo` has a variable of its own, CONTRASENAS=baratas: scrypt with N = 2^10. A password of full cost takes
// 0.3 s of processor, and tests/http make and check about a thousand.
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
