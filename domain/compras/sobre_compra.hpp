#pragma once
// A cost of goods that came with a purchase: it makes them worth more, wherever they are by now, and what was sold of
// them dearer.
#include "domain/compras/compra.hpp"

namespace gestor::compras {

// A line of goods of a purchase, and the document and the line that brought it.
struct MercanciaComprada {
    Entero<1, 100'000> numeroPartida;
    Id productoId;
    Cadena codigo;
    Cadena descripcion;
    IdOCero unidadMedidaId;
    Cadena unidad;
    Importe importe;
    Cantidad cantidad;  // base units
    Cantidad peso;
    Id transaccionId;
    Entero<1, 100'000> numeroPartidaOrigen;
};
DTO(MercanciaComprada, numeroPartida, productoId, codigo, descripcion, unidadMedidaId, unidad, importe, cantidad, peso,
    transaccionId, numeroPartidaOrigen)
std::vector<MercanciaComprada> mercancia_de(Escritura& db, Id compra);

// The layers in which the goods of a document came.
struct CapaDeCompra {
    Id transaccionId;
    Entero<1, 100'000> numeroPartida;
    Id capaId;
    Id almacenId;
    Id productoId;
    Cantidad cantidad;
};
DTO(CapaDeCompra, transaccionId, numeroPartida, capaId, almacenId, productoId, cantidad)
std::vector<CapaDeCompra> capas_de(Escritura& db, std::vector<Id> const& documentos);
// The goods of a purchase line into a piece: product, warehouse, layers and quantity.
void poner_capas(Pieza& pieza, std::vector<CapaDeCompra> const& capas, Id documento, std::int64_t partida);

// An amount over the goods of a purchase: a line for each, to the cent, the last takes the rest. `concepto` is the line
// that it would be alone.
std::vector<Linea> lineas_de_gasto(Linea const& concepto, Dinero importe,
                                   std::vector<MercanciaComprada> const& mercancia, BaseProrrateo const& base,
                                   Id compra, Fallas& fallas);
// The goods of a purchase, each revalued by its share of a landed cost.
std::vector<Pieza> piezas_encarecidas(std::vector<MercanciaComprada> const& mercancia,
                                      std::vector<CapaDeCompra> const& capas, std::vector<Dinero> const& costos);

struct CompraDeGasto {
    Id transaccionId;
    EncabezadoNuevo encabezado;
    std::string camino;  // of its fields in the body
};
// The header of one that comes with its invoice: of the same day and branch.
EncabezadoNuevo encabezado_de_gasto(EncabezadoNuevo const& factura, DocumentoNuevo const& compra,
                                    GastoSobreCompraDatos const& gasto);
// Makes its document, and its goods worth more. The purchase is locked, or made in this very call.
Id cargar_gasto(Escritura& db, GastoSobreCompraDatos const& gasto, CompraDeGasto const& compra);
std::vector<GastoSobreCompraHecho> gastos_hechos(Escritura& db, std::vector<Id> const& ids);

}  // namespace gestor::compras
