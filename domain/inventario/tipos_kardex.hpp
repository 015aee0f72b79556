#pragma once
// Kardex: the stock and value movements of a product, with what there is after each. Quantities are in the base unit,
// values in pesos.
#include "domain/motor/tipos.hpp"

namespace gestor::inventario {

struct KardexViewModel {
    Id transaccionId;
    FechaHora fecha;
    Cadena tipoDocumento;
    Cadena folio;
    Booleano cancelacion;  // movement of the document's cancel
    Id almacenId;
    Cadena almacen;
    Cadena serie;
    Cadena lote;
    Cantidad entrada;
    Cantidad salida;
    Cantidad existencia;  // after this movement, in the asked warehouses
    Costo costoUnitario;
    Dinero importe;          // below 0: value that goes out; a movement of value alone has no quantity
    Dinero valorExistencia;  // after this movement
};
DTO(KardexViewModel, transaccionId, fecha, tipoDocumento, folio, cancelacion, almacenId, almacen, serie, lote, entrada,
    salida, existencia, costoUnitario, importe, valorExistencia)

struct KardexTotales {
    Cantidad existenciaInicial;
    Dinero valorInicial;
    Cantidad entradas;
    Cantidad salidas;
    Dinero valorEntradas;
    Dinero valorSalidas;
    Cantidad existenciaFinal;
    Dinero valorFinal;
};
DTO(KardexTotales, existenciaInicial, valorInicial, entradas, salidas, valorEntradas, valorSalidas, existenciaFinal,
    valorFinal)

struct KardexFiltro {
    std::optional<Id> productoId;  // one of productoId and codigo
    std::optional<Texto<60>> codigo;
    std::optional<Id> almacenId;
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
};
DTO(KardexFiltro, productoId, codigo, almacenId, fechaInicial, fechaFinal)
void validar(KardexFiltro const& filtro, Fallas& fallas);

}  // namespace gestor::inventario
