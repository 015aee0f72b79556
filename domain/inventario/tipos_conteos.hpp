#pragma once
// Physical counts of a warehouse: opened, counted in parts, closed into one adjustment.
#include "domain/motor/captura/lineas.hpp"

namespace gestor::inventario {

struct ConteoNuevo {
    Id almacenId;
    std::optional<Notas> notas;
};
DTO(ConteoNuevo, almacenId, notas)

struct PartidaConteoNueva {
    std::optional<Id> productoId;  // one of productoId and codigo
    std::optional<Clave> codigo;
    NoNegativo<Cantidad> contado;  // in the base unit
    std::optional<TextoReq<60>> lote;
    std::optional<Fecha> caducidad;         // expiry, of a lot not in stock
    Lista<TextoReq<60>, 0, 10'000> series;  // all serial numbers found
    static constexpr std::string_view sin_ejemplo[] = {"codigo", "lote", "caducidad", "series"};
};
DTO(PartidaConteoNueva, productoId, codigo, contado, lote, caducidad, series)

struct ConteoPartidas {
    Lista<PartidaConteoNueva, 1, 1'000> partidas;
};
DTO(ConteoPartidas, partidas)
void validar(ConteoPartidas const& c, Fallas& fallas);

struct ConteoCierre : EncabezadoNuevo {  // ConteoCierre: header of the adjustment
    std::optional<Id> conceptoId;        // absent: the account of adjustments
    Defecto<Booleano, "false"> noContadoEsCero;
};
DTO_DE((EncabezadoNuevo), ConteoCierre, conceptoId, noContadoEsCero)

using EstadoConteo = Opcion<"Abierto", "Cerrado", "Cancelado">;
struct ConteoFiltro {
    std::optional<Id> almacenId;
    std::optional<EstadoConteo> estado;
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
};
DTO(ConteoFiltro, almacenId, estado, fechaInicial, fechaFinal)
void validar(ConteoFiltro const& filtro, Fallas& fallas);

using Renglones = Entero<0, 1'000'000'000>;
struct ConteoViewModel {
    Id conteoId;
    Id almacenId;
    Cadena almacen;
    EstadoConteo estado;
    FechaHora fecha;
    std::optional<FechaHora> fechaCierre;
    IdOCero transaccionId;  // adjustment of the stock count
    Cadena folio;
    Cadena notas;
    Cadena motivoCancelacion;
    Cadena usuario;
    Renglones porContar;
    Renglones contados;
    Renglones conDiferencia;
};
DTO(ConteoViewModel, conteoId, almacenId, almacen, estado, fecha, fechaCierre, transaccionId, folio, notas,
    motivoCancelacion, usuario, porContar, contados, conDiferencia)

struct ConteoCerrado : Vista<ConteoViewModel> {
    std::vector<Cadena> advertencias;
};
DTO_DE((Vista<ConteoViewModel>), ConteoCerrado, advertencias)

struct PartidaConteo {
    Id productoId;
    Cadena codigo;
    Cadena descripcion;
    Cadena unidad;
    Cadena lote;
    std::optional<Fecha> caducidad;
    Cantidad esperado;
    std::optional<Cantidad> movido;
    std::optional<Cantidad> contado;
    std::optional<Cantidad> diferencia;
    std::vector<Cadena> seriesFaltantes;
    std::vector<Cadena> seriesSobrantes;
};
DTO(PartidaConteo, productoId, codigo, descripcion, unidad, lote, caducidad, esperado, movido, contado, diferencia,
    seriesFaltantes, seriesSobrantes)

struct ConteoDetalle : ConteoViewModel {
    std::vector<PartidaConteo> partidas;
};
DTO_DE((ConteoViewModel), ConteoDetalle, partidas)

}  // namespace gestor::inventario
