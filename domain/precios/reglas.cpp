#include "domain/precios/tipos.hpp"
#include "domain/productos/ofrece.hpp"

namespace gestor::precios {

std::optional<Falla> DescuentoMaximo::leer(std::string_view texto, DescuentoMaximo& salida) {
    NoNegativo<Porcentaje> valor;
    if (auto falla = NoNegativo<Porcentaje>::leer(texto, valor)) return falla;
    if (valor > Porcentaje("100")) return Falla{codigo::rango, "debe estar entre 0 y 100"};
    salida = valor;
    return {};
}

void validar(PreciosCambio const& cambio, Fallas& fallas) {
    productos::validar_nombrados(cambio.precios, "precios", fallas);
    for (std::size_t i = 0; i < cambio.precios.size(); ++i)
        if (!cambio.precios[i].precio && !cambio.precios[i].eliminar.valor)
            fallas.agregar(en_fila("precios", i, "precio"), codigo::requerido, "es obligatorio, salvo al eliminar");
}

void validar(ListaPreciosEncabezado const& lista, Fallas& fallas) {
    if (lista.vigenciaInicio && lista.vigenciaFin && lista.vigenciaFin->dias() < lista.vigenciaInicio->dias())
        fallas.agregar("vigenciaFin", codigo::rango_fechas, "debe ser igual o posterior a vigenciaInicio");
}

void validar(ListaPreciosNueva const& lista, Fallas& fallas) {
    validar(static_cast<ListaPreciosEncabezado const&>(lista), fallas);
    productos::validar_nombrados(lista.precios, "precios", fallas);
}

}  // namespace gestor::precios
