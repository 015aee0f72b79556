#include "domain/cartera/documentos.hpp"

#include "domain/motor/escritura/motor.hpp"
#include "domain/motor/tipo/lado.hpp"

namespace gestor::cartera {
namespace {

using E = Estado;

// Entry of a write-off: the debt is lost at its own rate. Taxes and future withholdings of the debt stay pending.
void poliza_incobrable(Hechos const& h, Poliza& p) {
    p.debe({"CUENTAS_INCOBRABLES"}, h.cubetasMxn.total());
    p.haber({cuenta_de_deuda(cuenta_incobrable)}, h.cubetasMxn.total());
}
// Entry of a write-off that cancels the taxes: uncollected taxes and withholdings are cancelled, and the loss is the
// base of the sale.
void poliza_sin_impuestos(Hechos const& h, Poliza& p) {
    auto const& ventas = cuentas_de(Lado::venta);
    poliza_incobrable(h, p);
    p.debe({ventas.iva.pendiente}, h.cubetasMxn.iva());
    p.debe({ventas.ieps.pendiente}, h.cubetasMxn[Cubeta::ieps]);
    p.haber({ventas.iva_retenido.pendiente}, h.cubetasMxn[Cubeta::ivaRet]);
    p.haber({ventas.isr_retenido.pendiente}, h.cubetasMxn[Cubeta::isrRet]);
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
