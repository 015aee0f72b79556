#pragma once
// From an operation, a query and a body to a call that can be run: the steps that every way of calling shares.
#include "domain/operacion/llamada.hpp"
#include "domain/operacion/router.hpp"

namespace gestor {

// Whether it can be tried without staying. A login counts its failures outside any transaction, and what the server
// says of itself is no operation.
inline bool se_simula(Accion const& que) {
    return !que.entra() && !que.es<DelServidor>();
}

// Throws PERMISO_DENEGADO. Before anything is read either of two permissions will do; once the member that tells which
// is known, that one.
void exigir_permiso(Operacion const& declarada, Sesion const& sesion);
void exigir_permiso(Operacion const& declarada, Sesion const& sesion, std::string_view dice);

// The parameters of a raw query, under the names that the operation declares; what is wrong with them joins the faults.
void leer_consulta(std::string_view consulta, Llamada& llamada);

// A body that nobody reads is a fault, unless it says nothing.
void rechazar_cuerpo(Llamada& llamada);

// Bytes of the body that an operation can need, and never less than it takes to tell a caller what is wrong.
inline constexpr std::uint64_t cuerpo_corto = 16UL * 1024;
std::uint64_t cuerpo_maximo(OperacionActiva const& operacion);

// A body costs by its values, of which two bytes make one: throws where it has more than its type can.
void exigir_valores(OperacionActiva const& operacion, std::string_view cuerpo);

}  // namespace gestor
