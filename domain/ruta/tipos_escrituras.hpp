#pragma once
// Bodies of routes: loads, returns, settlements and their validation; and their answers.
#include "domain/inventario/ofrece.hpp"
#include "domain/ruta/tipos.hpp"

namespace gestor::ruta {

// ---- loads ----
struct PartidaCarga {
    std::optional<Id> productoId;  // one of productoId and codigo
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
    Id almacenId;                         // source warehouse
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
struct Identificados {  // Identificados: all serial numbers and lots of a product that uses them
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

struct DevolucionRutaNueva {
    Id rutaId;
    std::optional<FechaDocumento> fecha;  // absent: now, in the branch
    std::optional<Id> almacenId;          // destination; absent: the branch's warehouse
    PartidasContadas productos;
    PartidasContadas envases;
    std::optional<Notas> notas;
    std::optional<ReferenciaExterna> referenciaExterna;
    static constexpr std::string_view sin_ejemplo[] = {"fecha", "almacenId", "envases", "referenciaExterna"};
};
DTO(DevolucionRutaNueva, rutaId, fecha, almacenId, productos, envases, notas, referenciaExterna)
void validar(DevolucionRutaNueva const& devolucion, Fallas& fallas);

struct DevolucionAplicacion {
    Defecto<Booleano, "false"> aceptarDiferencias;  // true: surplus goods enter the branch
};
DTO(DevolucionAplicacion, aceptarDiferencias)

struct DevolucionAplicada : Vista<DevolucionRutaDetalle> {
    IdOCero transaccionIdTraspaso;  // 0: no goods returned
    IdOCero transaccionIdSobrante;  // 0: no surplus
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
    Positivo<Dinero> importe;  // amount paid
    std::optional<Notas> notas;
};
DTO(GastoDeRuta, conceptoId, importe, notas)

struct LiquidacionValidacion {
    NoNegativo<Dinero> efectivoEntregado;
    Lista<ProductoContado, 0, 1'000> conteo;  // goods left in the truck
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
