#pragma once
// Steps that all purchases share on their way from the body to the plan.
#include <map>

#include "domain/compras/tipos_compras.hpp"
#include "domain/motor/captura/folio_fiscal.hpp"
#include "domain/motor/escritura/toma.hpp"
#include "domain/motor/importes/costos.hpp"
#include "persistence/tabla.hpp"

namespace gestor::compras {

struct CompraPropia {  // CompraPropia: stored columns of a supplier's document
    Cadena serieProveedor;
    Cadena folioProveedor;
    std::optional<Fecha> fechaProveedor;
    Cadena baseProrrateo;
    Cadena pedimento;
    Dinero baseImportacion;
};
DTO(CompraPropia, serieProveedor, folioProveedor, fechaProveedor, baseProrrateo, pedimento, baseImportacion)
inline TablaPropia const tabla_compra(*tipo_de<CompraPropia>(), "compra");

// Lines, taxes and totals of a purchase, then the cost of each line; the first line bears the local charge. Throws all
// faults.
std::vector<Dinero> sumar_costos(Emisor& compra, Locales const& locales = {});

// Kits are not bought; a line without a source document requires a price.
void validar_compra(std::span<PartidaNueva const> partidas, Fallas& fallas);
void validar_compra(PartidaNueva const& partida, std::size_t fila, Fallas& fallas);
void exigir_comprables(std::vector<Linea> const& lineas, Fallas& fallas);

// Almacenes: warehouse of each source document, where its goods are or are ordered for. Ordered goods enter the
// warehouse of the order, unless the purchase names another.
using Almacenes = std::map<Id, Id>;
Almacenes almacenes_de(Escritura& db, Menciones& menciones);
// Warehouse of the goods of a source line: that of the line, else that of its document.
IdOCero almacen_de(Tomada const& tomada, Almacenes const& almacenes);
// A row that takes a source line repeats its product, concept and unit or leaves them out; the row decides the rest
// (warehouse, project, price, discount, notes). `dicha` is the row resolved without its source.
inline constexpr char no_es_lo_del_origen[] = "no coincide con la partida de origen";
void conformar(Linea& linea, PartidaNueva const& partida, Linea const& dicha, std::size_t fila, Fallas& fallas);

// The date of a supplier's document is not after today of the branch.
void comprobar_proveedor(DatosProveedor const& datos, Contexto const& c, Fallas& fallas);
// Puts the supplier's document into the header (fiscal folio, search words) and into its own table, with the known
// columns `propia`.
void poner_proveedor(Hechos& hechos, DatosProveedor const& datos, CompraPropia propia = {});

}  // namespace gestor::compras
