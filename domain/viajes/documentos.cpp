#include "domain/viajes/documentos.hpp"

namespace gestor::viajes {
namespace {

using E = Estado;
using A = AccionDocumento;
constexpr auto viva = E::Pendiente | E::Parcial | E::Pagado;  // it owes, or was paid

// clang-format off
constexpr Transicion flujo_factura[] = {
    {viva, A::cobrar,   segun_saldo,  "bancos.escribir"},
    {viva, A::cancelar, E::Cancelado, "ventas.cancelar"},
};
// clang-format on
constexpr Nacimiento const* nace_expediente[] = {&expediente_nuevo};

}  // namespace

constinit Nacimiento const expediente_nuevo{E::Abierto};

constinit TipoDocumento const factura_de_viaje{.obj_id = 24,
                                               .clave = "FacturaAgenciaViaje",
                                               .nombre = "Factura de agencia de viajes",
                                               .flujo = flujo_factura,
                                               .lado = Lado::venta,
                                               .papel = Papel::cargo,
                                               .saldo = &de_deuda};

// All that belongs to a booking; its external reference is the booking's own key.
constinit TipoDocumento const expediente{
    .obj_id = 25, .clave = "ExpedienteViaje", .nombre = "Expediente de viaje", .nacimientos = nace_expediente};

namespace {

constexpr TipoDocumento const* tipos[] = {&factura_de_viaje, &expediente};
}  // namespace
extern Documentos const documentos;
constinit Documentos const documentos{tipos};

}  // namespace gestor::viajes
