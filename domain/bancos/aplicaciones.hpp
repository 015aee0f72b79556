#pragma once
// Applications, resolved against the documents under their locks: money or a credit pays a document, or money is given
// back. Sales and purchases share one way.
#include "domain/bancos/tipos_cobros.hpp"
#include "domain/motor/emisor.hpp"

namespace gestor::bancos {

inline constexpr TipoCambio a_la_par = TipoCambio::de_entero(1);

// Balances are sums: thousands of the largest amount still fit in what they are read as.
bool excede(Dinero importe, TipoCambio tipo_cambio);
void exigir_cabe(Dinero importe, Contexto const& c, std::string_view campo, Fallas& fallas);

// How a body calls what it pays, and in whose currency its amounts are.
struct FormaDeAplicar {
    std::string_view lista, documento, importe;
    Lado lado;
    AccionDocumento accion;
    std::string_view no_es, de_otro;  // as its errors say it
    bool en_la_fuente = false;        // amounts are in the currency of the source; else in that of the document
    bool de_uno = true;               // all of the counterpart of the source
    bool otra_moneda = true;          // a document may be of another
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
    std::size_t fila;  // of the list that names it
    Id documento;
    Dinero importe;
    std::optional<TipoCambio> tipoCambio{};
    Dinero apartado{};  // of its balance, what is kept for others
    int numeroPartida = 0;
    std::string notas{};
};
std::vector<Id> documentos_de(std::span<PagoPedido const> pedidos);
// As a body asks for them in the currency of each document.
std::vector<PagoPedido> pedidos_de(std::span<AplicacionPedida const> aplicaciones);

// All that the source, of which so much is left, is to pay, in the order of what was asked; or nothing.
std::vector<Cartera::Cobro> exigir_pagos(Cartera& cartera, DocumentoBloqueado const& fuente,
                                         std::span<PagoPedido const> pedidos, FechaHora fecha,
                                         FormaDeAplicar const& forma);

// Once it is planned: the document that it was applied to, which is named once.
FacturaAfectada afectado(Cartera& cartera, Cartera::Cobro const& cobro);

// On every day, what is used of a credit, an advance or money is no more than its amount: what was taken back later was
// still assigned on the days before. Refuses with RANGO on `fecha`.
void exigir_por_dia(Escritura& db, Cartera& cartera, std::span<Cartera::Cobro const> aplicados, FechaHora fecha);

// Takes back what money, a credit or an advance, of either side, was assigned to a document.
AsignacionCancelada cancelar_asignacion(Escritura& db, Id id, Id documento);

[[noreturn]] void no_se_cancela(DocumentoBloqueado const& d, std::string_view causa);

// A document of money that is about to be, as a source.
DocumentoBloqueado fuente_de(CabeceraNueva const& cabecera, Dinero por_asignar);

}  // namespace gestor::bancos
