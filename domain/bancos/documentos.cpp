#include "domain/bancos/documentos.hpp"

#include "domain/motor/asientos.hpp"

namespace gestor {
namespace {

using E = Estado;
using A = AccionDocumento;
constexpr std::string_view escribe = "bancos.escribir", cancela = "bancos.cancelar";

// All of it is the customer's until it is applied; what is applied at once leaves ANTICIPO_CLIENTES again.
void poliza_deposito(Hechos const& h, Poliza& p) {
    p.tipo = "Ingresos";
    p.debe(h.contra, h.cubetasMxn.total());
    if (h.ingresos.empty()) {
        p.haber({"ANTICIPO_CLIENTES"}, h.cubetasMxn.total());
        return;
    }
    Dinero propios;  // by concept: each to its account, its taxes are collected with it
    for (auto const& i : h.ingresos) {
        Dinero const propio = multiplicar<2>(i.importe, h.documento.cabecera.tipoCambio);
        p.haber({{}, i.cuentaId}, propio);
        propios += propio;
    }
    p.haber({"IVA_COBRADO"}, h.cubetasMxn.iva());
    p.haber({"IEPS_COBRADO"}, h.cubetasMxn[Cubeta::ieps]);
    p.debe({"IVA_RET_A_FAVOR"}, h.cubetasMxn[Cubeta::ivaRet]);
    p.debe({"ISR_RET_A_FAVOR"}, h.cubetasMxn[Cubeta::isrRet]);
    p.haber({{}, h.ingresos.back().cuentaId}, p.descuadre());  // the cents of another currency
}

void poliza_anticipo(Hechos const& h, Poliza& p) {
    p.tipo = "Ingresos";
    p.debe(h.contra, h.cubetasMxn.total());
    p.haber({"ANTICIPO_CLIENTES"}, h.cubetasMxn.total() - h.cubetasMxn.iva());
    p.haber({"IVA_COBRADO"}, h.cubetasMxn.iva());
}

// clang-format off
constexpr Transicion flujo_deposito[] = {
    {E::Pendiente | E::Parcial,               A::asignar,  segun_saldo,  escribe},
    {E::Pendiente | E::Parcial | E::Asignado, A::cancelar, E::Cancelado, cancela},
};
constexpr Transicion flujo_anticipo[] = {
    {E::Pendiente | E::Parcial,               A::asignar,  segun_saldo,  escribe},
    {E::Pendiente | E::Parcial | E::Aplicado, A::cancelar, E::Cancelado, cancela},
};
// clang-format on

constexpr Nacimiento const* nace_deposito[] = {&deposito_nuevo, &deposito_por_concepto};
constexpr Nacimiento const* nace_anticipo[] = {&anticipo_nuevo, &de_apertura};

}  // namespace

constinit Nacimiento const deposito_nuevo{segun_saldo, {.poliza = poliza_deposito}};
constinit Nacimiento const deposito_por_concepto{E::Asignado, {.poliza = poliza_deposito}};  // nothing left to assign
constinit Nacimiento const anticipo_nuevo{segun_saldo, {.poliza = poliza_anticipo}};

constinit TipoDocumento const deposito_de_banco{.obj_id = 8,
                                                .clave = "Deposito",
                                                .nombre = "Depósito",
                                                .flujo = flujo_deposito,
                                                .lado = Lado::venta,
                                                .papel = Papel::dinero,
                                                .saldo = &dinero_por_asignar,
                                                .nacimientos = nace_deposito,
                                                .precios = Precios::enviados,
                                                .en_banco = true};
constinit TipoDocumento const anticipo_de_cliente{.obj_id = 9,
                                                  .clave = "AnticipoCliente",
                                                  .nombre = "Anticipo de cliente",
                                                  .flujo = flujo_anticipo,
                                                  .lado = Lado::venta,
                                                  .papel = Papel::anticipo,
                                                  .saldo = &a_favor,
                                                  .nacimientos = nace_anticipo,
                                                  .precios = Precios::enviados,
                                                  .en_banco = true};

namespace {
// Read and reported; not written yet.
constinit TipoDocumento const egreso{.obj_id = 10,
                                     .clave = "Egreso",
                                     .nombre = "Egreso",
                                     .lado = Lado::compra,
                                     .papel = Papel::dinero,
                                     .saldo = &dinero_por_asignar,
                                     .en_banco = true};
constinit TipoDocumento const solicitud_de_pago{
    .obj_id = 11, .clave = "SolicitudPago", .nombre = "Solicitud de pago", .lado = Lado::compra};
constinit TipoDocumento const pago_no_monetario{
    .obj_id = 28, .clave = "PagoNoMonetario", .nombre = "Pago en especie / Compensación / Trueque"};
constinit TipoDocumento const anticipo_a_proveedor{.obj_id = 29,
                                                   .clave = "AnticipoProveedor",
                                                   .nombre = "Anticipo a proveedor",
                                                   .lado = Lado::compra,
                                                   .papel = Papel::anticipo,
                                                   .saldo = &a_favor,
                                                   .en_banco = true};

constexpr TipoDocumento const* tipos[] = {&deposito_de_banco, &anticipo_de_cliente, &egreso,
                                          &solicitud_de_pago, &pago_no_monetario,   &anticipo_a_proveedor};
}  // namespace
extern Documentos const documentos_bancos;
constinit Documentos const documentos_bancos{tipos};

}  // namespace gestor
