#pragma once
// Lines of source documents that a new document takes over: an invoice takes lines of an order, a delivery lines of a
// sale. A row of the body names the line and takes at most its remaining quantity; the source advances by that
// quantity.
#include <concepts>
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
    std::function<Cantidad(Tomada const&)> queda;
    std::function<Cantidad(Tomada const&, Cantidad)> surte;  // part of the taken quantity that counts as delivered
    bool factura = false;                                    // the taken quantity counts as invoiced
    Porcentaje tolerancia{};                                 // excess allowed beyond the remaining quantity, in percent
    Linea (*parte)(LineaOrigen const&, Id, Cantidad) = parte_de_linea;
    std::function<void(Linea&, Tomada const&)> completa = [](Linea&, Tomada const&) {};  // runs on each taken line
};

class Toma {
public:
    Toma(Emisor& documento, FormaDeTomar forma) : x_(documento), forma_(std::move(forma)) {}

    // A body without rows takes all that remains of every source. A row takes the source line that it names, with the
    // serial numbers and lots of the row; `conformar` gives the line what else the row decides, while the line that was
    // resolved without its source still stands in its place. A row that names no line keeps its resolved line.
    template <class Filas>
    void tomar(Filas const& filas, std::invocable<Linea&, Tomada const&, std::size_t> auto&& conformar) {
        if (filas.empty()) tomar_todas();
        constexpr bool sin_resolver = requires {
            filas[0].numeroPartida;
        };
        if (sin_resolver) numero_ = "numeroPartida";
        for (std::size_t i = 0; i < filas.size(); ++i) {
            auto const& fila = filas[i];
            std::optional<Id> documento;
            if constexpr (requires { fila.transaccionIdOrigen; }) documento = fila.transaccionIdOrigen;
            std::optional<Entero<1, 100'000>> numero;
            if constexpr (sin_resolver)
                numero = fila.numeroPartida.valor();
            else
                numero = fila.numeroPartidaOrigen;
            auto const t = numero ? nombrada(i, numero->valor(), fila.cantidad, documento) : std::nullopt;
            if (!t) continue;
            auto l = parte(*t, fila.cantidad);
            for (auto const& s : fila.series) l.series.push_back(s.valor());
            l.lotes.assign(fila.lotes.begin(), fila.lotes.end());
            conformar(l, *t, i);
            (sin_resolver ? x_.lineas.emplace_back() : x_.lineas[i]) = std::move(l);
        }
    }

private:
    void tomar_todas();
    // Line that row `fila` of the body names. The row names the source too, unless there is only one. Absent, with a
    // fault of the row, when no line has that number, another row took it, or less than `cantidad` remains.
    std::optional<Tomada> nombrada(std::size_t fila, std::int64_t numero, Cantidad cantidad,
                                   std::optional<Id> documento);
    // Takes `cantidad` of the line; the source advances.
    Linea parte(Tomada const& tomada, Cantidad cantidad);
    std::optional<Tomada> buscar(std::size_t fila, std::int64_t numero, std::optional<Id> documento);
    Emisor& x_;
    FormaDeTomar forma_;
    std::string_view numero_ = "numeroPartidaOrigen";  // member of a row that has the number
    std::vector<Tomada> nombradas_;
};

// Source line of a line; absent: the line has no source.
std::optional<Tomada> tomada_de(Emisor& documento, Linea const& linea);

}  // namespace gestor
