#pragma once
// What all purchases have in common on their way from the body to the plan.
#include <algorithm>

#include "domain/compras/tipos_compras.hpp"
#include "domain/motor/costos.hpp"
#include "domain/motor/etapas.hpp"
#include "domain/motor/folio_fiscal.hpp"
#include "persistence/tabla.hpp"

namespace gestor::compras {

struct CompraPropia {  // what a supplier's paper says of itself, as it is stored
    Cadena serieProveedor;
    Cadena folioProveedor;
    std::optional<Fecha> fechaProveedor;
    Cadena baseProrrateo;
};
DTO(CompraPropia, serieProveedor, folioProveedor, fechaProveedor, baseProrrateo)
inline TablaPropia const tabla_compra(*tipo_de<CompraPropia>(), "compra");

struct Compra {
    TipoDocumento const& tipo;
    Contexto c;
    Emision e{};
    std::vector<Linea> lineas{};

    Hechos& h() { return e.hechos; }
    CabeceraNueva& cabecera() { return e.hechos.documento.cabecera; }
    // Lines, taxes and totals, then what each line costs.
    std::vector<Dinero> calcular_costos(Escritura& db, Fallas& fallas);
};

// Kits are not bought as such; every line that is not of another document has a price.
void validar_compra(std::span<PartidaNueva const> partidas, Fallas& fallas);
void validar_compra(PartidaNueva const& partida, std::size_t fila, Fallas& fallas);
void exigir_comprables(std::vector<Linea> const& lineas, Fallas& fallas);

// The paper of a supplier is older than what we make of it: none is dated after today of the branch.
void comprobar_proveedor(DatosProveedor const& datos, Contexto const& c, Fallas& fallas);
// Into the header: folio fiscal, what a search finds it by; and what is stored beside it.
void poner_proveedor(Hechos& hechos, DatosProveedor const& datos, std::string_view base_prorrateo = {});

// What a caller sends is checked, never trusted: it is what was computed, or a cent beside it.
inline bool al_centavo(Importe enviado, Importe calculado) {
    return std::max(enviado, calculado) - std::min(enviado, calculado) <= Importe{"0.01"};
}
// The taxes of a line as the paper has them, instead of those of its product.
void reemplazar_impuestos(Linea& linea, std::span<ImpuestoNuevo const> impuestos, std::size_t fila, Fallas& fallas);

}  // namespace gestor::compras
