#pragma once
// Lines of source documents that a new document takes over: an invoice takes lines of an order, a delivery lines of a
// sale. A row of the body names the line and takes at most its remaining quantity; the source advances by that
// quantity.
#include <functional>

#include "domain/motor/escritura/emisor.hpp"

namespace gestor {

// Tomada: a line of an open source.
struct Tomada {
    Emision::Origen* origen;
    LineaOrigen const* linea;

    DocumentoBloqueado const& documento() const { return origen->documento.documento; }
    bool operator==(Tomada const&) const = default;
};

// FormaDeTomar: how a document type takes lines.
struct FormaDeTomar {
    std::string_view hacer;  // the action in a fault: "pasa de lo pendiente de facturar"
    std::string_view numero = "numeroPartidaOrigen";
    std::function<Cantidad(Tomada const&)> queda;
    std::function<Cantidad(Tomada const&, Cantidad)> surte;  // part of the taken quantity that counts as delivered
    bool factura = false;                                    // the taken quantity counts as invoiced
    Porcentaje tolerancia{};                                 // excess allowed beyond the remaining quantity, in percent
    Linea (*parte)(LineaOrigen const&, Id, Cantidad) = parte_de_linea;
};

class Toma {
public:
    Toma(Emisor& documento, FormaDeTomar forma) : x_(documento), forma_(std::move(forma)) {}

    // All lines with a remaining quantity, of every source.
    std::vector<Tomada> todas() const;
    // Line that row `fila` of the body names. The row names the source too, unless there is only one. Absent, with a
    // fault of the row, when no line has that number, another row took it, or less than `cantidad` remains.
    std::optional<Tomada> nombrada(std::size_t fila, std::int64_t numero, Cantidad cantidad,
                                   std::optional<Id> documento = {});
    // Takes `cantidad` of the line; the source advances.
    Linea parte(Tomada const& tomada, Cantidad cantidad);
    Cantidad queda(Tomada const& tomada) const { return forma_.queda(tomada); }

private:
    std::optional<Tomada> buscar(std::size_t fila, std::int64_t numero, std::optional<Id> documento);
    Emisor& x_;
    FormaDeTomar forma_;
    std::vector<Tomada> nombradas_;
};

}  // namespace gestor
