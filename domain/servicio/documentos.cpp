#include "domain/servicio/documentos.hpp"

namespace gestor::servicio {
namespace {

using E = Estado;
using A = AccionDocumento;
constexpr std::string_view escribe = "servicio.escribir", autoriza = "servicio.autorizar";

// clang-format off
constexpr Transicion flujo_orden[] = {
    {E::Pendiente | E::Autorizado, A::modificar, el_mismo,      escribe},
    {E::Pendiente,                 A::autorizar, E::Autorizado, autoriza},
    {E::Autorizado | E::EnProceso, A::iniciar,   E::EnProceso,  escribe},  // moved by its first work order
    {E::Autorizado | E::EnProceso, A::cerrar,    E::Cerrado,    escribe},
    {E::Cerrado,                   A::facturar,  E::Cerrado,    escribe},  // billed again: its note was cancelled
};
constexpr auto sin_terminar = E::Asignado | E::EnProceso | E::Pausado;
constexpr Transicion flujo_trabajo[] = {
    {E::Asignado,  A::modificar, el_mismo,     escribe},
    {E::Asignado,  A::iniciar,   E::EnProceso, escribe},
    {E::EnProceso, A::pausar,    E::Pausado,   escribe},
    {E::Pausado,   A::reanudar,  E::EnProceso, escribe},
    {E::EnProceso, A::terminar,  E::Terminado, escribe},
    {sin_terminar, A::reasignar, el_mismo,     escribe},
    {sin_terminar, A::cancelar,  E::Cancelado, escribe},
};
// clang-format on

constexpr Nacimiento const* nace_orden[] = {&orden_nueva};
constexpr Nacimiento const* nace_trabajo[] = {&trabajo_nuevo};

}  // namespace

// Priced only: neither type moves goods, owes or posts.
constinit Nacimiento const orden_nueva{E::Pendiente};
constinit Nacimiento const trabajo_nuevo{E::Asignado};

constinit TipoDocumento const orden_de_servicio{.obj_id = 20,
                                                .clave = "OrdenServicio",
                                                .nombre = "Orden de servicio",
                                                .flujo = flujo_orden,
                                                .lado = Lado::venta,
                                                .nacimientos = nace_orden,
                                                .precios = Precios::de_lista};
constinit TipoDocumento const orden_de_trabajo{.obj_id = 21,
                                               .clave = "OrdenTrabajo",
                                               .nombre = "Orden de trabajo",
                                               .flujo = flujo_trabajo,
                                               .nacimientos = nace_trabajo};

namespace {
constexpr TipoDocumento const* tipos[] = {&orden_de_servicio, &orden_de_trabajo};
}  // namespace
extern Documentos const documentos;
constinit Documentos const documentos{tipos};

}  // namespace gestor::servicio
