#include "domain/motor/reglas.hpp"

#include <array>

#include "domain/ventas/tipos_documentos.hpp"

namespace gestor {

// The object of each document type that is seen through the sales record, in the order of TipoVenta.
constexpr std::array<std::int64_t, TipoVenta::valores.size()> objeto_de_venta{1, 2, 5, 6, 7, 24};

void validar(RegistroVentaFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
    if (f.tipoDocumento && f.objId && objeto_de_venta[f.tipoDocumento->indice()] != f.objId->valor())
        fallas.agregar("objId", codigo::rango, "no corresponde a tipoDocumento; envíe uno solo de los dos");
}

void validar(DocumentoFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

}  // namespace gestor
