#include "domain/motor/tipo/lado.hpp"

namespace gestor {
namespace {

constexpr Contraparte cliente{"cliente", "clienteId", "codigoCliente", "{Cliente,Ambos}", "Venta", "CLIENTES"};
constexpr Contraparte proveedor{"proveedor",         "proveedorId", "codigoProveedor",
                                "{Proveedor,Ambos}", "Compra",      "PROVEEDORES"};
constexpr Contraparte acreedor{"acreedor",          "proveedorId", "codigoProveedor",
                               "{Proveedor,Ambos}", "Gasto",       "ACREEDORES"};
constexpr Contraparte cualquiera{"contacto", "contactoId", "codigo", "{Cliente,Proveedor,Ambos}", "Inventario"};

constexpr CuentasDeLado::IsrDeTipo isr_por_tipo[] = {{"Honorarios", "ISR_RET_HONOR"},
                                                     {"Arrendamiento", "ISR_RET_ARREND"}};

constexpr CuentasDeLado ventas{.pago = "Cobro",
                               .anticipo = "ANTICIPO_CLIENTES",
                               .iva = {"IVA_POR_COBRAR", "IVA_COBRADO"},
                               .ieps = {"IEPS_POR_COBRAR", "IEPS_COBRADO"},
                               .iva_retenido = {"IVA_RET_A_FAVOR_PENDIENTE", "IVA_RET_A_FAVOR"},
                               .isr_retenido = {"ISR_RET_A_FAVOR_PENDIENTE", "ISR_RET_A_FAVOR"},
                               .cuentas_por_tasa = "VENTAS%"};
constexpr CuentasDeLado compras{.pago = "Pago",
                                .anticipo = "ANTICIPO_PROVEEDORES",
                                .iva = {"IVA_POR_ACREDITAR", "IVA_ACREDITABLE"},
                                .ieps = {"IEPS_POR_ACREDITAR", "IEPS_ACREDITABLE"},
                                .iva_retenido = {"IVA_RET_PENDIENTE", "IVA_RET_POR_PAGAR"},
                                .isr_retenido = {"ISR_RET_PENDIENTE", "ISR_RET_OTROS"},
                                .isr_por_tipo = isr_por_tipo,
                                .iva_por_enterar = "IVA_ACREDITABLE_RETENIDO",
                                .deudora = false,
                                .cuentas_por_tasa = "INVENTARIO"};
constexpr CuentasDeLado importacion = [] {
    auto lado = compras;
    lado.iva = {"IVA_IMPORTACION_POR_ACREDITAR", "IVA_IMPORTACION_ACREDITABLE"};
    return lado;
}();
constexpr CuentasDeLado ninguno;

}  // namespace

CuentasDeLado const& cuentas_de(Lado lado) {
    if (lado == Lado::venta) return ventas;
    return lado == Lado::compra ? compras : ninguno;
}

CuentasDeLado const& cuentas_de_tipo(TipoDocumento const& tipo) {
    return tipo.contraparte == ClaseContraparte::aduana ? importacion : cuentas_de(tipo.lado);
}

std::string_view CuentasDeLado::por_enterar(RetencionGuardada const& fila) const {
    if (fila.impuesto == "002") return iva_retenido.en_flujo;
    for (auto const& t : isr_por_tipo)
        if (fila.tipoRetencion == t.tipo) return t.en_flujo;
    return isr_retenido.en_flujo;
}

Contraparte const& contraparte_de(TipoDocumento const& tipo) {
    if (tipo.contraparte != ClaseContraparte::del_lado) return acreedor;
    if (tipo.lado == Lado::venta) return cliente;
    return tipo.lado == Lado::compra ? proveedor : cualquiera;
}

}  // namespace gestor
