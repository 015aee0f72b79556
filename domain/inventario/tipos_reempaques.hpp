#pragma once
// Repackaging: body and answer.
#include "domain/inventario/tipos_movimientos.hpp"

namespace gestor::inventario {

struct OrigenReempaqueNuevo {
    std::optional<Id> productoId;  // one of productoId and codigo
    std::optional<Clave> codigo;
    Positivo<Cantidad> cantidad;
    Lista<TextoReq<60>, 0, 10'000> series;
    Lista<LotePedido, 0, 1'000> lotes;
    static constexpr std::string_view sin_ejemplo[] = {"codigo", "series", "lotes"};
};
DTO(OrigenReempaqueNuevo, productoId, codigo, cantidad, series, lotes)

struct DestinoReempaqueNuevo : OrigenReempaqueNuevo {
    // factor of its share of the value; absent in all lines: by quantity
    std::optional<Positivo<Cantidad>> factorCosto;
    static constexpr std::string_view sin_ejemplo[] = {"factorCosto"};
};
DTO_DE((OrigenReempaqueNuevo), DestinoReempaqueNuevo, factorCosto)

struct ReempaqueNuevo : EncabezadoNuevo {
    Id almacenId;
    Lista<OrigenReempaqueNuevo, 1, 500> origen;
    Lista<DestinoReempaqueNuevo, 1, 500> destino;
    Defecto<NoNegativo<Porcentaje>, "0"> merma;  // loss, in percent of the value
};
DTO_DE((EncabezadoNuevo), ReempaqueNuevo, almacenId, origen, destino, merma)
void validar(ReempaqueNuevo const& r, Fallas& fallas);

struct DestinoReempaque : PartidaMovimiento {
    std::optional<Cantidad> factorCosto;
};
DTO_DE((PartidaMovimiento), DestinoReempaque, factorCosto)

struct ReempaqueViewModel : Trx {
    Dinero total;
    Dinero saldo;
    Cadena uuid;
    IdOCero almacenId;
    Porcentaje merma;
    Dinero costoTotal;
    std::vector<PartidaMovimiento> origen;
    std::vector<DestinoReempaque> destino;
};
DTO_DE((Trx), ReempaqueViewModel, total, saldo, uuid, almacenId, merma, costoTotal, origen, destino)
struct ReempaqueCreado : Vista<ReempaqueViewModel> {
    std::vector<Cadena> advertencias;
};
DTO_DE((Vista<ReempaqueViewModel>), ReempaqueCreado, advertencias)

}  // namespace gestor::inventario
