#pragma once
// From an operation, a query and a body to a call that can run: the steps that HTTP, batch and import share.
#include "domain/operacion/llamada.hpp"
#include "domain/operacion/router.hpp"

namespace gestor {

// Whether a dry run is possible. A login counts its failures outside any transaction, and answers of the server itself
// are not operations.
inline bool se_simula(Accion const& que) {
    return !que.entra() && !que.es<DelServidor>();
}

// Throws PERMISO_DENEGADO. Before the body is read, either permission of a two-sided operation is enough; afterwards
// `dice`, the value of the member that tells the side, decides which one is required.
void exigir_permiso(Operacion const& declarada, Sesion const& sesion);
void exigir_permiso(Operacion const& declarada, Sesion const& sesion, std::string_view dice);

// Reads the parameters of a raw query by the names that the operation declares; faults join llamada.fallas.
void leer_consulta(std::string_view consulta, Llamada& llamada);

// Refuses a body other than an empty one or {}, for an operation without a body.
void rechazar_cuerpo(Llamada& llamada);

// Greatest body of an operation, in bytes: at least `cuerpo_corto`, so that a wrong body still gets its faults.
inline constexpr std::uint64_t cuerpo_corto = 16UL * 1024;
std::uint64_t cuerpo_maximo(OperacionActiva const& operacion);

// Throws when a body has more values than its type allows. The memory of a body depends on its number of values, and a
// value can take as few as two bytes.
void exigir_valores(OperacionActiva const& operacion, std::string_view cuerpo);

}  // namespace gestor
