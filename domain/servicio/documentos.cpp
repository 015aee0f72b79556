#include "domain/servicio/documentos.hpp"

namespace gestor::servicio {
namespace {

using E = Estado;
using A = AccionDocumento;
constexpr std::string_view escribe = "servicio.escribir", autoriza = "servicio.autorizar";

// clang-format off
constexpr Transicion flujo_orden[] = {
    {E::Pendiente,                 A::autorizar, E::Autorizado, autoriza},
    {E::Autorizado,                A::iniciar,   E::EnProceso,  escribe},
    {E::Autorizado | E::EnProceso, A::cerrar,    E::Cerrado,    escribe},
};
// clang-format on

}  // namespace

constinit TipoDocumento const orden_de_servicio{
    .obj_id = 20, .clave = "OrdenServicio", .nombre = "Orden de servicio", .flujo = flujo_orden};

namespace {
// Read; not written yet.
constinit TipoDocumento const orden_de_trabajo{.obj_id = 21, .clave = "OrdenTrabajo", .nombre = "Orden de trabajo"};

constexpr TipoDocumento const* tipos[] = {&orden_de_servicio, &orden_de_trabajo};
}  // namespace
extern Documentos const documentos;
constinit Documentos const documentos{tipos};

}  // namespace gestor::servicio
