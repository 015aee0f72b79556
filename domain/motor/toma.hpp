#pragma once
// Lines of other documents that a new document takes over: an invoice takes those of an order, a delivery those of a
// sale. A row of the body names the line; it takes at most what is left; the source moves on by as much.
#include <functional>

#include "domain/motor/emisor.hpp"

namespace gestor {

// A line of an open source.
struct Tomada {
    Emision::Origen* origen;
    LineaOrigen const* linea;

    DocumentoBloqueado const& documento() const { return origen->documento.documento; }
    bool operator==(Tomada const&) const = default;
};

// How a kind of document takes lines.
struct FormaDeTomar {
    std::string_view hacer;  // the action in a fault: "pasa de lo pendiente de facturar"
    std::string_view numero = "numeroPartidaOrigen";
    std::function<Cantidad(Tomada const&)> queda;
    std::function<Cantidad(Tomada const&, Cantidad)> surte;  // the part of the taken quantity that counts as delivered
    bool factura = false;                                    // the whole taken quantity counts as invoiced
    Porcentaje tolerancia{};                                 // beyond what is left
    Linea (*parte)(LineaOrigen const&, Id, Cantidad) = parte_de_linea;
};

class Toma {
public:
    Toma(Emisor& documento, FormaDeTomar forma) : x_(documento), forma_(std::move(forma)) {}

    // Every line of every source of which something is left.
    std::vector<Tomada> todas() const;
    // The line that row `fila` of the body names, of a source that it names too unless there is only one. Absent, with
    // a fault of the row: there is none, another row took it, or less of it is left.
    std::optional<Tomada> nombrada(std::size_t fila, std::int64_t numero, Cantidad cantidad,
                                   std::optional<Id> documento = {});
    // The part that is taken; the source moves on.
    Linea parte(Tomada const& tomada, Cantidad cantidad);
    Cantidad queda(Tomada const& tomada) const { return forma_.queda(tomada); }

private:
    std::optional<Tomada> buscar(std::size_t fila, std::int64_t numero, std::optional<Id> documento);
    Emisor& x_;
    FormaDeTomar forma_;
    std::vector<Tomada> nombradas_;
};

}  // namespace gestor
