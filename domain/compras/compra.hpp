#pragma once
// Steps that all purchases share on their way from the body to the plan.
#include <map>

#include "domain/compras/tipos_compras.hpp"
#include "domain/motor/costos.hpp"
#include "domain/motor/emisor.hpp"
#include "domain/motor/folio_fiscal.hpp"
#include "persistence/tabla.hpp"

namespace gestor::compras {

struct CompraPropia {  // what a supplier's paper says of itself, as it is stored
    Cadena serieProveedor;
    Cadena folioProveedor;
    std::optional<Fecha> fechaProveedor;
    Cadena baseProrrateo;
    Cadena pedimento;
    Dinero baseImportacion;
};
DTO(CompraPropia, serieProveedor, folioProveedor, fechaProveedor, baseProrrateo, pedimento, baseImportacion)
inline TablaPropia const tabla_compra(*tipo_de<CompraPropia>(), "compra");

// Lines, taxes and totals of a purchase, then the cost of each line. Throws all faults.
std::vector<Dinero> sumar_costos(Emisor& compra);

// Kits are not bought as such; every line that is not of another document has a price.
void validar_compra(std::span<PartidaNueva const> partidas, Fallas& fallas);
void validar_compra(PartidaNueva const& partida, std::size_t fila, Fallas& fallas);
void exigir_comprables(std::vector<Linea> const& lineas, Fallas& fallas);

// Where the goods of what a purchase comes from went, or are ordered for. What is ordered comes in where the order
// says, unless the purchase does.
using Almacenes = std::map<Id, Id>;
Almacenes almacenes_de(Escritura& db, Menciones& menciones);
// A row that takes a source line repeats its product, concept and unit or leaves them out; the row decides the rest
// (warehouse, project, price, discount, notes). `dicha` is the row as it would be alone.
inline constexpr char no_es_lo_del_origen[] = "no es lo que dice la partida de origen";
void conformar(Linea& linea, PartidaNueva const& partida, Linea const& dicha, std::size_t fila, Fallas& fallas);

// The paper of a supplier is older than what we make of it: none is dated after today of the branch.
void comprobar_proveedor(DatosProveedor const& datos, Contexto const& c, Fallas& fallas);
// Into the header: folio fiscal, what a search finds it by; and what is stored beside it, with what is known of it.
void poner_proveedor(Hechos& hechos, DatosProveedor const& datos, CompraPropia propia = {});

}  // namespace gestor::compras
