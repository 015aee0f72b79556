#pragma once
// An operation, from its row in the table to its answer: which lane or pool it runs on, and whether a replica may
// answer. Nothing in this unit knows HTTP.
#include "server/app/aplicacion.hpp"
#include "server/app/memoria.hpp"

namespace gestor {

// Answer of the operation, in its envelope. `contestacion.cuerpo` may lend its memory. Not for the server's own
// answers. `carga`: the organization that its memory is charged to.
Task<void> ejecutar(HiloServidor& hilo, Llamada& llamada, Contestacion& contestacion, CargaDeLlamada const& carga);

// Next piece of a stored content; empty at its end. One block at a time: constant memory, and a slow reader holds no
// connection between blocks.
Task<std::string> siguiente_bloque(HiloServidor& hilo, std::string solicitud_id, Inquilino quien,
                                   std::shared_ptr<Descarga const> descarga, std::shared_ptr<std::uint64_t> enviado);

Inquilino inquilino_de(HiloServidor const& hilo, Llamada const& llamada);

}  // namespace gestor
