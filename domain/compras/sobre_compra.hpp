#pragma once
// Landed cost: a cost of purchased goods that arrives later. A landed cost raises the value of the goods, wherever they
// are now, and the cost of sales of the sold part.
#include "domain/compras/compra.hpp"

namespace gestor::compras {

// MercanciaComprada: a line of goods of a purchase, and the document and line that brought the goods in.
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

// CapaDeCompra: a layer in which goods of a document entered.
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
// Fills a piece with the goods of a purchase line: product, warehouse, layers and quantity.
void poner_capas(Pieza& pieza, std::vector<CapaDeCompra> const& capas, Id documento, std::int64_t partida);

// Spreads an amount over the goods of a purchase: a line for each, to the cent, the last takes the rest. `concepto`:
// the amount as a single line.
std::vector<Linea> lineas_de_gasto(Linea const& concepto, Dinero importe,
                                   std::vector<MercanciaComprada> const& mercancia, BaseProrrateo const& base,
                                   Id compra, Fallas& fallas);
// Goods of a purchase, each revalued by its share of a landed cost.
std::vector<Pieza> piezas_encarecidas(std::vector<MercanciaComprada> const& mercancia,
                                      std::vector<CapaDeCompra> const& capas, std::vector<Dinero> const& costos);

struct CompraDeGasto {
    Id transaccionId;
    EncabezadoNuevo encabezado;
    std::string camino;  // prefix of its fields in the body
};
// Makes the document of a landed cost and revalues the goods. The purchase is locked, or made in this call.
Id cargar_gasto(Escritura& db, GastoSobreCompraDatos const& gasto, CompraDeGasto const& compra);
// Landed costs of the same body as their invoice: same day and branch.
std::vector<GastoSobreCompraHecho> cargar_gastos(Escritura& db, FacturaCompraNueva const& factura,
                                                 Emitido const& compra);

}  // namespace gestor::compras
