#include "domain/productos/ofrece.hpp"

#include "domain/comun/reglas.hpp"

namespace gestor::productos {
namespace {

void validar_control(ProductoDatos const& p, Fallas& fallas) {
    bool const producto = p.tipo.valor == "Producto";
    bool const identificado = p.manejaSeries.valor || p.manejaLotes.valor;
    if (p.manejaSeries.valor && p.manejaLotes.valor)
        fallas.agregar("manejaLotes", codigo::rango, "un producto se controla por series o por lotes, no por ambos");
    if (identificado && !producto)
        fallas.agregar(p.manejaSeries.valor ? "manejaSeries" : "manejaLotes", codigo::rango,
                       "sólo un Producto se controla por series o lotes");
    if (p.metodoCosteo.valor == "IDENTIFICADO" && !identificado)
        fallas.agregar("metodoCosteo", codigo::rango, "el costo identificado requiere series o lotes");
    if (p.stockMaximo->es_positivo() && p.stockMaximo.valor < p.stockMinimo.valor)
        fallas.agregar("stockMaximo", codigo::rango, "debe ser mayor o igual que stockMinimo");
}

}  // namespace

void validar(ProductoDatos const& p, Fallas& fallas) {
    if (p.exentoIva && *p.exentoIva && p.tasaIva && p.tasaIva->es_positivo())
        fallas.agregar("tasaIva", codigo::rango, "un producto exento no lleva tasa; envíe uno solo de los dos");
    validar_ieps(p, fallas);
    validar_control(p, fallas);
    bool const kit = p.tipo.valor == "Kit";
    if (kit && p.componentes.empty())
        fallas.agregar("componentes", codigo::requerido, "un kit lleva al menos un componente");
    if (!kit && !p.componentes.empty()) fallas.agregar("componentes", codigo::rango, "sólo un Kit lleva componentes");
    validar_nombrados(p.componentes, "componentes", fallas);
}

void completar(ProductoDatos& p) {
    if (p.exentoIva && *p.exentoIva)
        p.tasaIva.reset();
    else if (!p.tasaIva)
        p.tasaIva = NoNegativo<Tasa>("0.16");
}

}  // namespace gestor::productos
