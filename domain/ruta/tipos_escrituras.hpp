#pragma once
// Requests of routes: loads, returns, settlements and their validation; and what each answers.
#include "domain/inventario/reglas.hpp"
#include "domain/ruta/tipos.hpp"

namespace gestor::ruta {

// ---- loads ----
struct PartidaCarga {
    std::optional<Id> productoId;  // or codigo
    std::optional<Clave> codigo;
    Positivo<Cantidad> cantidad;
    std::optional<Id> unidadMedidaId;
    Lista<TextoReq<60>, 0, 10'000> series;
    Lista<LotePedido, 0, 1'000> lotes;
    std::optional<Notas> notas;
    static constexpr std::string_view sin_ejemplo[] = {"codigo", "unidadMedidaId", "series", "lotes"};
};
DTO(PartidaCarga, productoId, codigo, cantidad, unidadMedidaId, series, lotes, notas)

struct CargaNueva {
    Id rutaId;
    Id almacenId;                         // where it leaves
    std::optional<FechaDocumento> fecha;  // absent: now, in the branch
    std::optional<SerieFolio> serie;
    std::optional<Notas> notas;
    std::optional<ReferenciaExterna> referenciaExterna;
    Lista<PartidaCarga, 1, 1'000> partidas;
    static constexpr std::string_view sin_ejemplo[] = {"fecha", "serie", "referenciaExterna"};
};
DTO(CargaNueva, rutaId, almacenId, fecha, serie, notas, referenciaExterna, partidas)
void validar(CargaNueva const& carga, Fallas& fallas);

struct CargaCreada : inventario::MovimientoInventarioCreado {
    Id rutaId;
    Cadena ruta;
    Booleano esRecarga;
};
DTO_DE((inventario::MovimientoInventarioCreado), CargaCreada, rutaId, ruta, esRecarga)

// ---- returns ----
struct Identificados {  // of what is counted one by one, or by lots: all of it
    Lista<TextoReq<60>, 0, 10'000> series;
    Lista<LotePedido, 0, 1'000> lotes;
    static constexpr std::string_view sin_ejemplo[] = {"series", "lotes"};
};
DTO(Identificados, series, lotes)

struct PartidaContada : Identificados {
    Id productoId;
    NoNegativo<Cantidad> conteo;
};
DTO_DE((Identificados), PartidaContada, productoId, conteo)
using PartidasContadas = Lista<PartidaContada, 0, 1'000>;

struct DevolucionNueva {
    Id rutaId;
    std::optional<FechaDocumento> fecha;  // absent: now, in the branch
    std::optional<Id> almacenId;          // where it goes; absent: the branch's
    PartidasContadas productos;
    PartidasContadas envases;
    std::optional<Notas> notas;
    std::optional<ReferenciaExterna> referenciaExterna;
    static constexpr std::string_view sin_ejemplo[] = {"fecha", "almacenId", "envases", "referenciaExterna"};
};
DTO(DevolucionNueva, rutaId, fecha, almacenId, productos, envases, notas, referenciaExterna)
void validar(DevolucionNueva const& devolucion, Fallas& fallas);

struct DevolucionAplicacion {
    Defecto<Booleano, "false"> aceptarDiferencias;  // what was counted too much comes in
};
DTO(DevolucionAplicacion, aceptarDiferencias)

struct DevolucionAplicada : Vista<DevolucionRutaDetalle> {
    IdOCero transaccionIdTraspaso;  // 0: nothing came back
    IdOCero transaccionIdSobrante;  // 0: nothing was too much
    std::vector<Cadena> advertencias;
};
DTO_DE((Vista<DevolucionRutaDetalle>), DevolucionAplicada, transaccionIdTraspaso, transaccionIdSobrante, advertencias)

// ---- settlements ----
struct LiquidacionNueva {
    Id rutaId;
    Fecha fechaLiquidacion;
    std::optional<Notas> notas;
    std::optional<ReferenciaExterna> referenciaExterna;
    static constexpr std::string_view sin_ejemplo[] = {"referenciaExterna"};
};
DTO(LiquidacionNueva, rutaId, fechaLiquidacion, notas, referenciaExterna)

struct ProductoContado : Identificados {
    Id productoId;
    NoNegativo<Cantidad> cantidad;
};
DTO_DE((Identificados), ProductoContado, productoId, cantidad)

struct GastoDeRuta {
    Id conceptoId;
    Positivo<Dinero> importe;  // as it was paid
    std::optional<Notas> notas;
};
DTO(GastoDeRuta, conceptoId, importe, notas)

struct LiquidacionValidacion {
    NoNegativo<Dinero> efectivoEntregado;
    Lista<ProductoContado, 0, 1'000> conteo;  // what is left in the truck
    Lista<GastoDeRuta, 0, 100> gastos;
    Defecto<Booleano, "false"> aceptarDiferencias;
    std::optional<Notas> notas;
    static constexpr std::string_view sin_ejemplo[] = {"conteo", "gastos"};
};
DTO(LiquidacionValidacion, efectivoEntregado, conteo, gastos, aceptarDiferencias, notas)
void validar(LiquidacionValidacion const& validacion, Fallas& fallas);

using TipoDiferencia = Opcion<"Mercancia", "Efectivo", "Envase">;
struct DiferenciaDeRuta {
    TipoDiferencia tipo;
    IdOCero productoId;
    Cantidad esperado;
    Cantidad real;
    Cantidad diferencia;
    Dinero importe;
};
DTO(DiferenciaDeRuta, tipo, productoId, esperado, real, diferencia, importe)

struct LiquidacionValidada : Vista<LiquidacionViewModel> {
    Booleano valido;
    std::vector<DiferenciaDeRuta> diferencias;
    std::vector<Cadena> advertencias;
};
DTO_DE((Vista<LiquidacionViewModel>), LiquidacionValidada, valido, diferencias, advertencias)

}  // namespace gestor::ruta
