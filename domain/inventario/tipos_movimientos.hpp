#pragma once
// Inventory movement, delivery and reception: bodies and answers.
#include "domain/motor/captura/lineas.hpp"

namespace gestor::inventario {

// ---- filters of the lists ----
struct DocumentoInventarioFiltro {
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Id> sucursalId;
    std::optional<Id> almacenId;
    std::optional<Busqueda> busqueda;
    Defecto<Booleano, "true"> incluirPartidas;
};
DTO(DocumentoInventarioFiltro, fechaInicial, fechaFinal, sucursalId, almacenId, busqueda, incluirPartidas)
void validar(DocumentoInventarioFiltro const& filtro, Fallas& fallas);

// ---- movement ----
using TipoMovimiento = Opcion<"Entrada", "Salida", "Traspaso", "Ajuste">;

struct PartidaMovimientoNueva {
    std::optional<Id> productoId;  // one of productoId and codigo
    std::optional<Clave> codigo;
    NoNegativo<Cantidad> cantidad;  // adjustment: the counted quantity
    std::optional<Id> unidadMedidaId;
    std::optional<NoNegativo<Costo>> costoUnitario;  // entry: cost; absent: the current average
    std::optional<Fecha> fechaCapa;                  // entry: day since which the goods are ours; absent: its date
    Lista<TextoReq<60>, 0, 10'000> series;
    Lista<LotePedido, 0, 1'000> lotes;
    std::optional<Notas> notas;
    static constexpr std::string_view sin_ejemplo[] = {"codigo", "unidadMedidaId", "fechaCapa", "series", "lotes"};
};
DTO(PartidaMovimientoNueva, productoId, codigo, cantidad, unidadMedidaId, costoUnitario, fechaCapa, series, lotes,
    notas)

struct MovimientoNuevo : EncabezadoNuevo {
    TipoMovimiento tipoMovimiento;
    std::optional<Id> conceptoId;
    Id almacenId;  // source warehouse; entry: the destination
    std::optional<Id> almacenDestinoId;
    Defecto<Booleano, "false"> enTransito;
    Lista<PartidaMovimientoNueva, 1, 1'000> partidas;
    static constexpr std::string_view sin_ejemplo[] = {"almacenDestinoId", "enTransito"};
};
DTO_DE((EncabezadoNuevo), MovimientoNuevo, tipoMovimiento, conceptoId, almacenId, almacenDestinoId, enTransito,
       partidas)
void validar(MovimientoNuevo const& m, Fallas& fallas);

struct PartidaMovimiento {
    Id numeroPartida;
    IdOCero productoId;
    Cadena codigo;
    Cadena descripcion;
    IdOCero unidadMedidaId;
    Cadena unidad;
    Cantidad cantidad;
    Costo costoUnitario;
    Importe importe;
    std::vector<Cadena> series;
    std::vector<Lote> lotes;
    Cadena notas;
};
DTO(PartidaMovimiento, numeroPartida, productoId, codigo, descripcion, unidadMedidaId, unidad, cantidad, costoUnitario,
    importe, series, lotes, notas)

struct MovimientoInventarioViewModel : Trx {
    Dinero total;
    Dinero saldo;
    Cadena uuid;
    Cadena tipoMovimiento;
    IdOCero conceptoId;
    Cadena concepto;
    IdOCero almacenOrigenId;
    IdOCero almacenDestinoId;
    std::vector<PartidaMovimiento> partidas;
};
DTO_DE((Trx), MovimientoInventarioViewModel, total, saldo, uuid, tipoMovimiento, conceptoId, concepto, almacenOrigenId,
       almacenDestinoId, partidas)
struct MovimientoInventarioCreado : Vista<MovimientoInventarioViewModel> {
    std::vector<Cadena> advertencias;
};
DTO_DE((Vista<MovimientoInventarioViewModel>), MovimientoInventarioCreado, advertencias)

struct MovimientoFiltro : DocumentoInventarioFiltro {
    std::optional<Opcion<"EnTransito", "Aplicado", "Cancelado">> estado;
    std::optional<TipoMovimiento> tipoMovimiento;
    std::optional<Id> productoId;
};
DTO_DE((DocumentoInventarioFiltro), MovimientoFiltro, estado, tipoMovimiento, productoId)

// ---- delivery ----
struct PartidaEntregaNueva {
    Entero<1, 100'000> numeroPartida;  // line of the delivered document
    Positivo<Cantidad> cantidad;
    Lista<TextoReq<60>, 0, 10'000> series;
    Lista<LotePedido, 0, 1'000> lotes;
};
DTO(PartidaEntregaNueva, numeroPartida, cantidad, series, lotes)

struct EntregaNueva : EncabezadoNuevo {
    Id transaccionIdOrigen;
    std::optional<Id> almacenId;
    std::optional<Nombre> recibe;
    Lista<PartidaEntregaNueva, 0, 1'000> partidas;  // empty: everything pending
    static constexpr std::string_view sin_ejemplo[] = {"almacenId", "partidas"};
};
DTO_DE((EncabezadoNuevo), EntregaNueva, transaccionIdOrigen, almacenId, recibe, partidas)
void validar(EntregaNueva const& e, Fallas& fallas);

// PartidaDeOrigen: line of a delivery or reception, and its source line.
struct PartidaDeOrigen {
    Id numeroPartida;
    IdOCero productoId;
    Cadena codigo;
    Cadena descripcion;
    IdOCero unidadMedidaId;
    Cadena unidad;
    Entero<0, 100'000> numeroPartidaOrigen;
    Cantidad cantidadSolicitada;
};
DTO(PartidaDeOrigen, numeroPartida, productoId, codigo, descripcion, unidadMedidaId, unidad, numeroPartidaOrigen,
    cantidadSolicitada)

struct PartidaEntrega : PartidaDeOrigen {
    Cantidad cantidadEntregada;
    Cantidad cantidadPendiente;
    std::vector<Cadena> series;
    std::vector<Lote> lotes;
    Cadena notas;
};
DTO_DE((PartidaDeOrigen), PartidaEntrega, cantidadEntregada, cantidadPendiente, series, lotes, notas)

struct EntregaViewModel : Trx, Cli {
    Dinero total;
    Dinero saldo;
    Cadena uuid;
    IdOCero transaccionIdOrigen;
    IdOCero almacenId;
    Cadena recibe;
    std::vector<PartidaEntrega> partidas;
};
DTO_DE((Trx, Cli), EntregaViewModel, total, saldo, uuid, transaccionIdOrigen, almacenId, recibe, partidas)
struct EntregaCreada : Vista<EntregaViewModel> {
    std::vector<Cadena> advertencias;
};
DTO_DE((Vista<EntregaViewModel>), EntregaCreada, advertencias)

struct EntregaFiltro : DocumentoInventarioFiltro {
    std::optional<Opcion<"Aplicado", "Cancelado">> estado;
    std::optional<Id> clienteId;
    std::optional<Id> transaccionIdOrigen;
};
DTO_DE((DocumentoInventarioFiltro), EntregaFiltro, estado, clienteId, transaccionIdOrigen)

// ---- reception ----
struct PartidaRecepcionNueva {
    Entero<1, 100'000> numeroPartida;                // line of the transfer or the order
    NoNegativo<Cantidad> cantidad;                   // 0 only with `cerrar`, when nothing arrived
    std::optional<NoNegativo<Costo>> costoUnitario;  // purchase order: cost; absent: the order's cost
    Lista<TextoReq<60>, 0, 10'000> series;
    Lista<LotePedido, 0, 1'000> lotes;
    static constexpr std::string_view sin_ejemplo[] = {"costoUnitario"};
};
DTO(PartidaRecepcionNueva, numeroPartida, cantidad, costoUnitario, series, lotes)

struct RecepcionNueva : EncabezadoNuevo {
    Id transaccionIdOrigen;
    std::optional<Texto<40>> folioProveedor;  // folio of the supplier's remission
    std::optional<Id> almacenId;
    Defecto<Booleano, "false"> cerrar;                // true: the rest of the shipment will not arrive
    std::optional<Id> conceptoId;                     // concept of the missing goods
    Lista<PartidaRecepcionNueva, 0, 1'000> partidas;  // empty: everything pending
    static constexpr std::string_view sin_ejemplo[] = {"folioProveedor", "almacenId", "cerrar", "conceptoId",
                                                       "partidas"};
};
DTO_DE((EncabezadoNuevo), RecepcionNueva, transaccionIdOrigen, folioProveedor, almacenId, cerrar, conceptoId, partidas)
void validar(RecepcionNueva const& r, Fallas& fallas);

struct PartidaRecepcion : PartidaDeOrigen {
    Cantidad cantidadRecibida;
    Cantidad cantidadFaltante;
    Cantidad cantidadPendiente;
    Costo costoUnitario;
    Importe importe;
    std::vector<Cadena> series;
    std::vector<Lote> lotes;
    Cadena notas;
};
DTO_DE((PartidaDeOrigen), PartidaRecepcion, cantidadRecibida, cantidadFaltante, cantidadPendiente, costoUnitario,
       importe, series, lotes, notas)

struct RecepcionViewModel : Trx, Prov {
    Dinero total;
    Dinero saldo;
    Cadena uuid;
    IdOCero transaccionIdOrigen;
    Cadena folioProveedor;
    IdOCero almacenId;
    IdOCero conceptoId;
    Cadena concepto;
    std::vector<PartidaRecepcion> partidas;
};
DTO_DE((Trx, Prov), RecepcionViewModel, total, saldo, uuid, transaccionIdOrigen, folioProveedor, almacenId, conceptoId,
       concepto, partidas)
struct RecepcionCreada : Vista<RecepcionViewModel> {
    std::vector<Cadena> advertencias;
};
DTO_DE((Vista<RecepcionViewModel>), RecepcionCreada, advertencias)

struct RecepcionFiltro : DocumentoInventarioFiltro {
    std::optional<Opcion<"Aplicado", "Parcial", "Facturado", "Cancelado">> estado;
    std::optional<Id> proveedorId;
    std::optional<Id> transaccionIdOrigen;
};
DTO_DE((DocumentoInventarioFiltro), RecepcionFiltro, estado, proveedorId, transaccionIdOrigen)

}  // namespace gestor::inventario
