#pragma once
#include "domain/productos/tipos.hpp"

namespace gestor::precios {

struct PrecioViewModel {
    Id productoId;
    Cadena codigo;
    Cadena descripcion;
    Id unidadMedidaId;
    Cadena unidad;
    Precio precio;
    Cantidad cantidadMinima;
    Porcentaje descuentoMaximo;
};
DTO(PrecioViewModel, productoId, codigo, descripcion, unidadMedidaId, unidad, precio, cantidadMinima, descuentoMaximo)

struct ListaPreciosViewModel {
    Id listaPreciosId;
    Cadena clave;
    Cadena nombre;
    IdOCero monedaId;
    Cadena moneda;
    Booleano preciosConImpuesto;
    std::optional<Fecha> vigenciaInicio;
    std::optional<Fecha> vigenciaFin;
    Booleano predeterminada;
    std::vector<Id> sucursales;  // empty: every branch
    Booleano activo;
    std::vector<PrecioViewModel> precios;
};
DTO(ListaPreciosViewModel, listaPreciosId, clave, nombre, monedaId, moneda, preciosConImpuesto, vigenciaInicio,
    vigenciaFin, predeterminada, sucursales, activo, precios)

struct ListaPreciosFiltro {
    std::optional<Id> productoId;
    std::optional<Busqueda> busqueda;
};
DTO(ListaPreciosFiltro, productoId, busqueda)

struct ListasPreciosFiltro {
    std::optional<Booleano> activo;
    std::optional<IdCatalogo> monedaId;
    std::optional<Id> sucursalId;
    Defecto<Booleano, "false"> incluirPrecios;
};
DTO(ListasPreciosFiltro, activo, monedaId, sucursalId, incluirPrecios)

// DescuentoMaximo: percentage of a price.
class DescuentoMaximo : public NoNegativo<Porcentaje> {
public:
    constexpr DescuentoMaximo() = default;
    constexpr DescuentoMaximo(NoNegativo<Porcentaje> p) : NoNegativo<Porcentaje>(p) {}  // NOLINT: what de_base returns
    static constexpr Forma forma() {
        Forma f = NoNegativo<Porcentaje>::forma();
        f.maximo = "100";
        return f;
    }
    static std::optional<Falla> leer(std::string_view texto, DescuentoMaximo& salida);
};

struct PrecioNuevo : productos::ProductoNombrado {
    NoNegativo<Precio> precio;
    Defecto<NoNegativo<Cantidad>, "0"> cantidadMinima;
    Defecto<DescuentoMaximo, "0"> descuentoMaximo;
};
DTO_DE((productos::ProductoNombrado), PrecioNuevo, precio, cantidadMinima, descuentoMaximo)

struct PrecioCambio : productos::ProductoNombrado {
    std::optional<NoNegativo<Precio>> precio;  // required, unless the row removes the price
    Defecto<Booleano, "false"> eliminar;
    Defecto<NoNegativo<Cantidad>, "0"> cantidadMinima;
    std::optional<DescuentoMaximo> descuentoMaximo;  // absent: the stored value
};
DTO_DE((productos::ProductoNombrado), PrecioCambio, precio, eliminar, cantidadMinima, descuentoMaximo)

struct PreciosCambio {
    Lista<PrecioCambio, 1, 5000> precios;
};
DTO(PreciosCambio, precios)
void validar(PreciosCambio const& cambio, Fallas& fallas);

struct ListaPreciosPreciosViewModel {
    Id listaPreciosId;
    Entero<0, 5000> actualizados;
    Entero<0, 5000> agregados;
    Entero<0, 5000> eliminados;
};
DTO(ListaPreciosPreciosViewModel, listaPreciosId, actualizados, agregados, eliminados)

struct ListaPreciosEncabezado {
    TextoReq<30> clave;
    TextoReq<250> nombre;
    IdCatalogo monedaId;
    Defecto<Booleano, "false"> preciosConImpuesto;
    std::optional<Fecha> vigenciaInicio;
    std::optional<Fecha> vigenciaFin;
    Defecto<Booleano, "false"> predeterminada;
    Lista<Id, 0, 1000> sucursales;
};
DTO(ListaPreciosEncabezado, clave, nombre, monedaId, preciosConImpuesto, vigenciaInicio, vigenciaFin, predeterminada,
    sucursales)
void validar(ListaPreciosEncabezado const& lista, Fallas& fallas);

struct ListaPreciosNueva : ListaPreciosEncabezado {
    Lista<PrecioNuevo, 0, 5000> precios;
};
DTO_DE((ListaPreciosEncabezado), ListaPreciosNueva, precios)
void validar(ListaPreciosNueva const& lista, Fallas& fallas);

struct ListaPreciosDatos : ListaPreciosEncabezado {
    static constexpr Retirado retirados[] = {
        {"precios", "los precios se cambian con PUT /api/ListaPrecios/Precios/{id}"}};
    Defecto<Booleano, "true"> activo;
};
DTO_DE((ListaPreciosEncabezado), ListaPreciosDatos, activo)

}  // namespace gestor::precios
