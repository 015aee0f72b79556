#include "domain/operacion/operacion.hpp"

namespace gestor {
namespace {

// clang-format off
Operacion const operaciones[] = {
//   verbo           ruta                                       permiso    qué         sobre       resumen
    {Verbo::DELETE, "/api/AgenciaViaje/BookingCancelar/{id}",   con_token, retirada(), Sobre::ONE, "Cancela una reserva (retirada)"},
};
// clang-format on

}  // namespace

extern Area const area_viajes;
Area const area_viajes{"viajes", "Agencias de viajes", operaciones};

}  // namespace gestor
