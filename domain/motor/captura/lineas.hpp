#pragma once
// Lines of a new document: sent in the body and resolved against products, concepts and prices, or taken over from a
// source document; with their amounts and the goods that they move.
#include "domain/motor/captura/encabezado.hpp"

namespace gestor {

struct PartidaNueva {
    std::optional<Id> productoId;  // one of productoId, codigo and conceptoId
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
    std::optional<Entero<1, 100'000>> numeroPartidaOrigen;  // line of the source document, when the document has one
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
// A line names one product or one concept; a line with a concept has its price in the body. validar_detalle: a line
// taken from a source document has only a description, serial numbers and lots to check.
void validar_partida(PartidaNueva const& partida, std::size_t fila, Fallas& fallas);
void validar_detalle(PartidaNueva const& partida, std::size_t fila, Fallas& fallas);
// No serial number and no lot is named twice in a line. `lista`: the member that has the lines.
void validar_identificados(std::span<TextoReq<60> const> series, std::span<LotePedido const> lotes, std::size_t fila,
                           Fallas& fallas, std::string_view lista = "partidas");

struct Linea {
    PartidaGuardada guardada;  // all columns of the line but cost and progress
    PerfilImpuestos perfil;
    LineaImportes importes;
    std::string tipo = "Servicio";      // Producto, Servicio, Kit
    std::int64_t cuentaContableId = 0;  // account of its concept; 0: the usual account
    Acreditamiento acreditamiento;      // VAT credit of its concept
    bool sinPrecio = false;
    std::optional<Cantidad> mueve;  // quantity that this document moves in stock; absent: all of it
    std::vector<std::string> series;
    std::vector<LotePedido> lotes;
};

// Faults of references and amounts go to `fallas`, each with its line.
std::vector<Linea> resolver_lineas(Escritura& db, TipoDocumento const& tipo, Contexto const& c, FechaHora fecha,
                                   std::span<PartidaNueva const> partidas, Fallas& fallas,
                                   std::string_view lista = "partidas");
// Throws PRECIO_NO_DEFINIDO.
void exigir_precios(std::vector<Linea> const& lineas);
// Computes taxes and amounts; an amount that overflows is a fault of its line.
void calcular(std::vector<Linea>& lineas, Fallas& fallas);
// LineaOrigen: line of a stored document, with its progress. 10 ordered, 4 invoiced, 1 returned: queda() is 5.
struct LineaOrigen {
    Linea linea;
    Cantidad facturada, surtida, devuelta;

    // quantity still to be invoiced, or paid
    Cantidad queda() const { return linea.guardada.cantidad - facturada - devuelta; }
};
std::vector<LineaOrigen> lineas_de(Escritura& db, Lado lado, Id transaccionId);
// Like lineas_de, with the serial numbers and lots of each line.
std::vector<LineaOrigen> lineas_identificadas(Escritura& db, Lado lado, Id transaccionId);
// Part of a stored line that another document takes over: the amounts are in proportion to the quantity.
Linea parte_de_linea(LineaOrigen const& origen, Id transaccionId, Cantidad cantidad);

// Puts lines, taxes, series, lots and totals into the facts of the document. Lines are numbered 1..n.
void poner_lineas(Hechos& hechos, std::vector<Linea> const& lineas, Locales const& locales = {});
// Goods that these lines move, in base units; a kit moves its components.
std::vector<Pieza> piezas_de(Escritura& db, std::vector<Linea> const& lineas, IdOCero almacen);

}  // namespace gestor
