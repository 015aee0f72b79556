#pragma once
// Applications, checked against the documents under their locks: money or a credit pays a document, or money refunds a
// balance in favour. Sales and purchases share this code.
#include "domain/bancos/cobros/tipos.hpp"
#include "domain/motor/escritura/emisor.hpp"

namespace gestor::bancos {

inline constexpr TipoCambio a_la_par = TipoCambio::de_entero(1);

// Whether an amount is too large: sums of thousands of amounts must still fit the type of a balance.
bool excede(Dinero importe, TipoCambio tipo_cambio);
void exigir_cabe(Dinero importe, Contexto const& c, std::string_view campo, Fallas& fallas);

// FormaDeAplicar: names of the body's members for the paid documents, and the currency of their amounts.
struct FormaDeAplicar {
    std::string_view lista, documento, importe;
    Lado lado;
    AccionDocumento accion;
    std::string_view no_es, de_otro;  // texts of its errors
    bool en_la_fuente = false;        // amounts are in the currency of the source; else in that of the document
    bool de_uno = true;               // all documents belong to the counterpart of the source
    bool otra_moneda = true;          // a document may be in another currency than the source
};
inline constexpr FormaDeAplicar cobros{.lista = "aplicaciones",
                                       .documento = "transaccionId",
                                       .importe = "importe",
                                       .lado = Lado::venta,
                                       .accion = AccionDocumento::cobrar,
                                       .no_es = "no es un documento de venta por cobrar",
                                       .de_otro = "es de otro cliente"};
inline constexpr FormaDeAplicar pagos{.lista = "partidas",
                                      .documento = "transaccionIdCompra",
                                      .importe = "importeAbono",
                                      .lado = Lado::compra,
                                      .accion = AccionDocumento::pagar,
                                      .no_es = "no es un documento de compra por pagar",
                                      .de_otro = "es de otro proveedor",
                                      .en_la_fuente = true};

struct PagoPedido {
    std::size_t fila;  // row of the list that names the document
    Id documento;
    Dinero importe;
    std::optional<TipoCambio> tipoCambio{};
    Dinero apartado{};  // part of its balance that payment requests keep
    int numeroPartida = 0;
    std::string notas{};
};
std::vector<Id> documentos_de(std::span<PagoPedido const> pedidos);
// Requested applications, in the currency of each document.
std::vector<PagoPedido> pedidos_de(std::span<AplicacionPedida const> aplicaciones);

// Payments of the source, up to its open amount, in the order of the body; empty when the body asks for none. Throws
// all faults.
std::vector<Cartera::Aplicacion> exigir_pagos(Cartera& cartera, DocumentoBloqueado const& fuente,
                                              std::span<PagoPedido const> pedidos, FechaHora fecha,
                                              FormaDeAplicar const& forma);

// Answer about a paid document, after planning; a document paid twice appears once.
FacturaAfectada afectado(Cartera& cartera, Cartera::Aplicacion const& cobro);

// Throws RANGO on `fecha` when on some day the use of a credit, an advance or money would exceed its amount: an
// application reversed later still counts on the days before.
void exigir_por_dia(Escritura& db, Cartera& cartera, std::span<Cartera::Aplicacion const> aplicados, FechaHora fecha);

// Reverses the assignment of money, a credit or an advance, of either side, to a document.
AsignacionCancelada cancelar_asignacion(Escritura& db, Id id, Id documento);

[[noreturn]] void no_se_cancela(DocumentoBloqueado const& d, std::string_view causa);

// A money document of this call, not yet stored, as a source.
DocumentoBloqueado fuente_de(CabeceraNueva const& cabecera, Dinero por_asignar);

}  // namespace gestor::bancos
