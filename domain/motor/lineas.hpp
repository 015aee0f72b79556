#pragma once
// The lines of a new document: as they are sent, resolved against products, concepts and prices, or taken over from
// the document they come from; computed; and the goods they move.
#include "domain/motor/encabezado.hpp"

namespace gestor {

struct PartidaNueva {
    std::optional<Id> productoId;  // or codigo, or conceptoId
    std::optional<Clave> codigo;
    std::optional<Id> conceptoId;
    std::optional<Texto<1000>> descripcion;
    Positivo<Cantidad> cantidad;
    std::optional<Id> unidadMedidaId;
    std::optional<NoNegativo<Precio>> precioUnitario;  // before tax; absent = price list
    Defecto<NoNegativo<Importe>, "0"> descuento;
    Defecto<NoNegativo<Importe>, "0"> promocion;
    std::optional<Id> almacenId;
    Lista<TextoReq<60>, 0, 10'000> series;
    Lista<LotePedido, 0, 1'000> lotes;
    std::optional<Id> proyectoId;
    std::optional<Id> centroCostoId;
    std::optional<Entero<1, 100'000>> numeroPartidaOrigen;  // of the source document, when there is one
    std::optional<Notas> notas;
    static constexpr std::string_view sin_ejemplo[] = {"codigo",     "conceptoId",    "unidadMedidaId",
                                                       "almacenId",  "series",        "lotes",
                                                       "proyectoId", "centroCostoId", "numeroPartidaOrigen"};
};
DTO(PartidaNueva, productoId, codigo, conceptoId, descripcion, cantidad, unidadMedidaId, precioUnitario, descuento,
    promocion, almacenId, series, lotes, proyectoId, centroCostoId, numeroPartidaOrigen, notas)

using PartidasNuevas = Lista<PartidaNueva, 1, 1'000>;
using PartidasOpcionales = Lista<PartidaNueva, 0, 1'000>;
void validar_partidas(std::span<PartidaNueva const> partidas, Fallas& fallas);
// One of them: what it is of, and what it says of itself. One that comes from another document is what that says.
void validar_partida(PartidaNueva const& partida, std::size_t fila, Fallas& fallas);
void validar_detalle(PartidaNueva const& partida, std::size_t fila, Fallas& fallas);
// Serial numbers and lots of a line are each named once. `lista`: as the body calls its lines.
void validar_identificados(std::span<TextoReq<60> const> series, std::span<LotePedido const> lotes, std::size_t fila,
                           Fallas& fallas, std::string_view lista = "partidas");

struct Linea {
    PartidaGuardada guardada;  // all of its columns but cost and progress
    PerfilImpuestos perfil;
    LineaImportes importes;
    std::string tipo = "Servicio";      // Producto, Servicio, Kit
    std::int64_t cuentaContableId = 0;  // revenue of its concept, when it is not the usual
    Acreditamiento acreditamiento;      // of its concept
    bool sinPrecio = false;
    std::optional<Cantidad> mueve;  // how much of it moves goods now; absent: all
    std::vector<std::string> series;
    std::vector<LotePedido> lotes;
};

// Faults of references and amounts go to `fallas`, each with its line.
std::vector<Linea> resolver_lineas(Escritura& db, TipoDocumento const& tipo, Contexto const& c, FechaHora fecha,
                                   std::span<PartidaNueva const> partidas, Fallas& fallas,
                                   std::string_view lista = "partidas");
// Throws PRECIO_NO_DEFINIDO.
void exigir_precios(std::vector<Linea> const& lineas);
// Taxes and amounts; a computed amount that overflows is a fault of its line.
void calcular(std::vector<Linea>& lineas, Fallas& fallas);
// The lines of a stored document, with what is left of each: `pendiente` of (cantidad, facturada, surtida, devuelta).
struct LineaOrigen {
    Linea linea;
    Cantidad facturada, surtida, devuelta;

    Cantidad queda() const { return linea.guardada.cantidad - facturada - devuelta; }  // to be invoiced, or paid
};
std::vector<LineaOrigen> lineas_de(Escritura& db, Lado lado, Id transaccionId);
// The same with the serial numbers and lots that each line names.
std::vector<LineaOrigen> lineas_identificadas(Escritura& db, Lado lado, Id transaccionId);
// The part of a stored line that another document takes over: amounts in proportion.
Linea parte_de_linea(LineaOrigen const& origen, Id transaccionId, Cantidad cantidad);

// Lines, taxes, series and lots, and the totals, into the facts of the document. Lines are numbered 1..n.
void poner_lineas(Hechos& hechos, std::vector<Linea> const& lineas);
// The goods that these lines move, in base units; kits by their components.
std::vector<Pieza> piezas_de(Escritura& db, std::vector<Linea> const& lineas, IdOCero almacen);

}  // namespace gestor
