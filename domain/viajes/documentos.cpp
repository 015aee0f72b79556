#include "domain/viajes/documentos.hpp"

#include "domain/motor/tipo/asientos.hpp"

namespace gestor::viajes {
namespace {

using E = Estado;
using A = AccionDocumento;
constexpr auto viva = E::Pendiente | E::Parcial | E::Pagado | E::Incobrable;  // a debt in force, paid or not

// Entry of an invoice: a sale, except amounts charged for third parties, which go to their account; rounding cents go
// to our revenue.
void poliza_de_factura(Hechos const& h, Poliza& p) {
    asiento_de_venta(h, factura_de_viaje, p);
    for (auto const& c : h.cargos) {
        p.haber(c.cuenta, c.importe);
        p.debe({"VENTAS_NO_OBJETO"}, c.importe);
    }
}

// clang-format off
constexpr Transicion flujo_factura[] = {
    {viva, A::cobrar,   segun_saldo,  "bancos.escribir"},
    {viva, A::cancelar, E::Cancelado, "ventas.cancelar"},
};
// clang-format on
constexpr Nacimiento const* nace_factura[] = {&factura_de_viaje_nueva};
constexpr Nacimiento const* nace_expediente[] = {&expediente_nuevo};

}  // namespace

constinit Nacimiento const factura_de_viaje_nueva{segun_saldo, {.poliza = poliza_de_factura}};
constinit Nacimiento const expediente_nuevo{E::Abierto};

constinit TipoDocumento const factura_de_viaje{.obj_id = 24,
                                               .clave = "FacturaAgenciaViaje",
                                               .nombre = "Factura de agencia de viajes",
                                               .flujo = flujo_factura,
                                               .lado = Lado::venta,
                                               .naturaleza = Naturaleza::cargo,
                                               .saldo = &por_cobrar,
                                               .nacimientos = nace_factura,
                                               .precios = Precios::enviados,
                                               .comprobante = Comprobante::ingreso};

// expediente: file of a booking, with all its documents; its external reference is the booking's key.
constinit TipoDocumento const expediente{
    .obj_id = 25, .clave = "ExpedienteViaje", .nombre = "Expediente de viaje", .nacimientos = nace_expediente};

namespace {

constexpr TipoDocumento const* tipos[] = {&factura_de_viaje, &expediente};
}  // namespace
extern Documentos const documentos;
constinit Documentos const documentos{tipos};

}  // namespace gestor::viajes
