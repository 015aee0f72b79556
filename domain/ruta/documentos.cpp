#include "domain/ruta/documentos.hpp"
#include "domain/ruta/guardias.hpp"

namespace gestor::ruta {
namespace {

using E = Estado;
using A = AccionDocumento;
constexpr std::string_view escribe = "ruta.escribir", autoriza = "ruta.autorizar", cancela = "ruta.cancelar";

// clang-format off
constexpr Transicion flujo_liquidacion[] = {
    {E::Pendiente, A::validar,  E::Validado,  autoriza},
    {E::Pendiente, A::cancelar, E::Cancelado, cancela},
};
constexpr Transicion flujo_devolucion[] = {
    {E::Pendiente, A::aplicar,  E::Aplicado,  escribe},
    {E::Pendiente, A::cancelar, E::Cancelado, cancela},
};
// clang-format on

constexpr Nacimiento const* nace_liquidacion[] = {&liquidacion_nueva};
constexpr Nacimiento const* nace_devolucion[] = {&devolucion_nueva};

}  // namespace

// A settlement counts; other documents move goods and post.
constinit Nacimiento const liquidacion_nueva{.hasta = E::Pendiente, .del_mes = true};
constinit Nacimiento const devolucion_nueva{.hasta = E::Pendiente, .del_mes = true};

constinit TipoDocumento const liquidacion_de_ruta{.obj_id = 22,
                                                  .clave = "LiquidacionRuta",
                                                  .nombre = "Liquidación de ruta",
                                                  .flujo = flujo_liquidacion,
                                                  .nacimientos = nace_liquidacion};
constinit TipoDocumento const devolucion_de_ruta{.obj_id = 23,
                                                 .clave = "DevolucionRuta",
                                                 .nombre = "Devolución de ruta",
                                                 .flujo = flujo_devolucion,
                                                 .nacimientos = nace_devolucion};

namespace {
constexpr TipoDocumento const* tipos[] = {&liquidacion_de_ruta, &devolucion_de_ruta};
}  // namespace
extern Documentos const documentos;
constinit Documentos const documentos{
    .tipos = tipos,
    .guardias = {.fechar = exigir_dia_abierto, .mover = exigir_sin_liquidar_desde, .cancelar = exigir_sin_liquidar}};

}  // namespace gestor::ruta
