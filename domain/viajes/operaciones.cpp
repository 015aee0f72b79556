#include "domain/operacion/operacion.hpp"
#include "domain/viajes/escrituras.hpp"

namespace gestor::viajes {
namespace {

// clang-format off
Operacion const operaciones[] = {
//   verbo           ruta                                     permiso             qué                   sobre       resumen
    {Verbo::POST,   "/api/AgenciaViaje/RegistrarGasto",       "compras.escribir", op<&registrar_gasto>, Sobre::ONE, "Registra un gasto de viaje: uno por proveedor, con sus pagos"},
    {Verbo::DELETE, "/api/AgenciaViaje/BookingCancelar/{id}", con_token,          retirada(),           Sobre::ONE, "Cancela una reserva (retirada)"},
};
// clang-format on

}  // namespace

extern Area const area;
Area const area{"viajes", "Agencias de viajes", operaciones};

}  // namespace gestor::viajes
