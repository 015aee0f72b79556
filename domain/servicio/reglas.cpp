#include "domain/servicio/reglas.hpp"

#include "domain/motor/reglas.hpp"
#include "domain/servicio/tipos.hpp"

namespace gestor {
namespace {

// clang-format off
constexpr Transicion flujo[] = {
//   desde               acción                      hasta               permiso
    {Estado::Pendiente,  AccionDocumento::autorizar, Estado::Autorizado, "servicio.autorizar"},
    {Estado::Autorizado, AccionDocumento::iniciar,   Estado::EnProceso,  "servicio.escribir"},
    {Estado::Autorizado, AccionDocumento::cerrar,    Estado::Cerrado,    "servicio.escribir"},
    {Estado::EnProceso,  AccionDocumento::cerrar,    Estado::Cerrado,    "servicio.escribir"},
};
// clang-format on

}  // namespace

TipoDocumento const orden_de_servicio{20, "Orden de servicio", flujo};

void validar(OrdenServicioFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

}  // namespace gestor
