#pragma once
// Summary of sales: parameters and answer. Amounts are in pesos.
#include "domain/motor/tipos.hpp"
#include "domain/valores/problema.hpp"

namespace gestor::ventas {

struct ResumenVentasTotales {
    Entero<0, maximo_json> documentos;
    std::optional<Cantidad> cantidad;  // of one product, in its base unit
    Dinero subtotal;                   // before taxes, net of discounts, returns and credit notes
    Dinero devoluciones;               // returns and credit notes, already subtracted
    Dinero costo;
    Dinero utilidad;
    Dinero margen;  // percentage with two decimals; 0 when nothing was sold
};
DTO(ResumenVentasTotales, documentos, cantidad, subtotal, devoluciones, costo, utilidad, margen)

struct GrupoDeVentas {
    Cadena clave;
    Cadena descripcion;
};
DTO(GrupoDeVentas, clave, descripcion)

struct ResumenVentasRegistro : GrupoDeVentas, ResumenVentasTotales {};
DTO_DE((GrupoDeVentas, ResumenVentasTotales), ResumenVentasRegistro)

struct ResumenVentasViewModel {
    std::vector<ResumenVentasRegistro> registros;
    ResumenVentasTotales totales;
};
DTO(ResumenVentasViewModel, registros, totales)

struct ResumenVentasFiltro {
    Fecha fechaInicial;
    Fecha fechaFinal;
    Defecto<Opcion<"Dia", "Mes", "Producto", "Cliente", "Vendedor", "Sucursal">, "Dia"> agrupar;
    std::optional<Id> sucursalId;
    std::optional<Id> clienteId;
    std::optional<Id> vendedorId;
    std::optional<Id> productoId;
};
DTO(ResumenVentasFiltro, fechaInicial, fechaFinal, agrupar, sucursalId, clienteId, vendedorId, productoId)
void validar(ResumenVentasFiltro const& filtro, Fallas& fallas);

}  // namespace gestor::ventas
