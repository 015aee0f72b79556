#include "domain/cartera/documentos.hpp"

#include "domain/motor/lado.hpp"
#include "domain/motor/motor.hpp"

namespace gestor::cartera {
namespace {

using E = Estado;

// All that the debt was is lost, at its own rate. What was withheld stays where the invoice put it.
void poliza_incobrable(Hechos const& h, Poliza& p) {
    p.debe({"CUENTAS_INCOBRABLES"}, h.cubetasMxn.total());
    p.haber({cuenta_de_deuda(cuenta_incobrable)}, h.cubetasMxn.total());
}
// The taxes that were never collected are owed to nobody any more: the loss is so much less.
void poliza_sin_impuestos(Hechos const& h, Poliza& p) {
    auto const& ventas = cuentas_de(Lado::venta);
    poliza_incobrable(h, p);
    p.debe({ventas.iva.pendiente}, h.cubetasMxn.iva());
    p.debe({ventas.ieps.pendiente}, h.cubetasMxn[Cubeta::ieps]);
    p.haber({"CUENTAS_INCOBRABLES"}, p.descuadre());
}

constexpr Transicion flujo[] = {{E::Aplicado, AccionDocumento::cancelar, E::Cancelado, "cartera.cancelar"}};
constexpr Nacimiento const* nace[] = {&incobrable_nueva, &incobrable_sin_impuestos};

}  // namespace

constinit Nacimiento const incobrable_nueva{E::Aplicado, {.poliza = poliza_incobrable}};
constinit Nacimiento const incobrable_sin_impuestos{E::Aplicado, {.poliza = poliza_sin_impuestos}};

constinit TipoDocumento const cuenta_incobrable{.obj_id = 31,
                                                .clave = "CuentaIncobrable",
                                                .nombre = "Cuenta incobrable",
                                                .flujo = flujo,
                                                .lado = Lado::venta,
                                                .nacimientos = nace};

namespace {
constexpr TipoDocumento const* tipos[] = {&cuenta_incobrable};
}  // namespace
extern Documentos const documentos;
constinit Documentos const documentos{tipos};

}  // namespace gestor::cartera
