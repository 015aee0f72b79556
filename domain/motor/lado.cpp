#include "domain/motor/lado.hpp"

namespace gestor {
namespace {

constexpr CuentasDeLado ventas{.deuda = "CLIENTES",
                               .anticipo = "ANTICIPO_CLIENTES",
                               .iva = {"IVA_POR_COBRAR", "IVA_COBRADO"},
                               .ieps = {"IEPS_POR_COBRAR", "IEPS_COBRADO"},
                               .contactos = "{Cliente,Ambos}",
                               .concepto = "Venta",
                               .cuentas_por_tasa = "VENTAS%"};
constexpr CuentasDeLado compras{.deuda = "PROVEEDORES",
                                .anticipo = "ANTICIPO_PROVEEDORES",
                                .iva = {"IVA_POR_ACREDITAR", "IVA_ACREDITABLE"},
                                .ieps = {"IEPS_POR_ACREDITAR", "IEPS_ACREDITABLE"},
                                .iva_retenido = {"IVA_RET_PENDIENTE", "IVA_RET_POR_PAGAR"},
                                .isr_retenido = {"ISR_RET_PENDIENTE", "ISR_RET_OTROS"},
                                .iva_por_enterar = "IVA_ACREDITABLE_RETENIDO",
                                .deudora = false,
                                .contactos = "{Proveedor,Ambos}",
                                .concepto = "Compra",
                                .cuentas_por_tasa = ""};
constexpr CuentasDeLado ninguno{.contactos = "{Cliente,Proveedor,Ambos}", .concepto = "Inventario"};

}  // namespace

CuentasDeLado const& cuentas_de(Lado lado) {
    if (lado == Lado::venta) return ventas;
    return lado == Lado::compra ? compras : ninguno;
}

std::string_view cuenta_de_deuda(TipoDocumento const& tipo) {
    return tipo.cuenta.empty() ? cuentas_de(tipo.lado).deuda : tipo.cuenta;
}

}  // namespace gestor
