#include "domain/ventas/regreso.hpp"

#include <algorithm>

#include "domain/valores/texto_de.hpp"
#include "domain/ventas/consultas_devoluciones.hpp"

namespace gestor::ventas {
namespace {

// Quantity of a product's exits, in its family, that corresponds to `regresada` of the `surtida` units of the line.
Cantidad hasta(Cantidad salio, Cantidad regresada, Cantidad surtida) {
    return regresada == surtida ? salio : prorratear(salio, regresada, surtida);
}

Pieza vuelta_de(Salido& s, Cantidad cantidad, std::size_t fila) {
    Pieza v;
    v.rumbo = Rumbo::entra;
    v.numeroPartida = static_cast<int>(fila) + 1;
    v.fila = fila;
    v.almacenId = s.almacenId;
    v.productoId = s.productoId;
    v.cantidad = cantidad;
    if (!s.serie.vacio()) v.series.push_back(s.serie.valor());
    if (!s.lote.vacio())
        v.lotes.push_back({TextoReq<60>::de_base(s.lote.valor()), Positivo<Cantidad>(cantidad), s.caducidad});
    v.valor = s.tomar(cantidad);
    return v;
}

}  // namespace

Dinero Salido::tomar(Cantidad cuanto) {
    regresada += cuanto;
    Dinero const acumulado = regresada == cantidad ? valor : prorratear(valor, regresada, cantidad);
    Dinero const parte = std::max(Dinero{}, Dinero(acumulado - valorRegresado));
    valorRegresado += parte;
    return parte;
}

Regreso::Regreso(Escritura& db, Id venta)
    : Regreso(db.lista<Familia, sql::devolucion_familias>("transaccionId"_es(venta)),
              db.lista<Salido, sql::devolucion_salidas>("transaccionId"_es(venta))) {}

Regreso::Regreso(std::vector<Familia> const& familias, std::vector<Salido> salidas) {
    for (auto& s : salidas) fuera_[{s.raizId.valor(), s.raizPartida.valor()}].salidas.push_back(std::move(s));
    for (auto const& f : familias) {
        Raiz const raiz{f.raizId.valor(), f.raizPartida.valor()};
        bool const vista =
            std::any_of(raiz_de_.begin(), raiz_de_.end(), [&](auto const& x) { return x.second == raiz; });
        raiz_de_[f.numeroPartida.valor()] = raiz;
        if (vista) continue;
        auto& fuera = fuera_[raiz];
        fuera.surtida = f.surtida, fuera.regresada = f.regresada;
    }
}

Regreso::Fuera& Regreso::de(Linea const& linea) {
    return fuera_[raiz_de_.at(linea.guardada.numeroPartidaOrigen.valor())];
}

std::vector<Pieza> Regreso::tomar(Linea& linea, std::size_t fila, std::span<TextoReq<60> const> series,
                                  std::span<LotePedido const> lotes) {
    return tomar(de(linea), linea, fila, series, lotes);
}

std::vector<Pieza> Regreso::tomar_todo(Linea& linea, std::size_t fila) {
    auto& fuera = de(linea);
    std::vector<TextoReq<60>> series;
    std::vector<LotePedido> lotes;
    for (auto const& s : fuera.salidas) {
        if (s.fuera().es_cero()) continue;
        if (!s.serie.vacio()) series.push_back(TextoReq<60>::de_base(s.serie.valor()));
        if (!s.lote.vacio())
            lotes.push_back({TextoReq<60>::de_base(s.lote.valor()), Positivo<Cantidad>(s.fuera()), s.caducidad});
    }
    return tomar(fuera, linea, fila, series, lotes);
}

std::vector<Pieza> Regreso::tomar(Fuera& fuera, Linea& linea, std::size_t fila, std::span<TextoReq<60> const> series,
                                  std::span<LotePedido const> lotes) {
    auto& g = linea.guardada;
    g.surtida = std::min(g.cantidad, Cantidad(fuera.surtida - fuera.regresada));
    fuera.regresada += g.surtida;
    std::vector<Pieza> vuelven;
    std::map<Id, std::pair<Cantidad, Cantidad>> identificado;  // by product: returned and delivered quantity
    std::map<Id, Cantidad> nombrado;
    for (auto& s : fuera.salidas) {
        if (s.identificada()) {
            identificado[s.productoId].first -= s.regresada;
            identificado[s.productoId].second += s.cantidad;
            continue;
        }
        Cantidad const q =
            std::min(Cantidad(hasta(s.cantidad, fuera.regresada, fuera.surtida) - s.regresada), s.fuera());
        if (q.es_positivo()) vuelven.push_back(vuelta_de(s, q, fila));
    }
    auto const nombrar = [&](auto&& esa, Cantidad cantidad, std::string_view campo, std::string const& que) {
        for (auto& s : fuera.salidas) {
            if (!esa(s) || s.fuera() < cantidad) continue;
            nombrado[s.productoId] += cantidad;
            vuelven.push_back(vuelta_de(s, cantidad, fila));
            return;
        }
        throw Problema::en(en_fila("partidas", fila, campo), codigo::serie_lote_invalido,
                           que + " no salió con esa partida, o ya regresó");
    };
    for (auto const& x : series)
        nombrar([&](Salido const& s) { return s.serie == x.valor(); }, Cantidad::de_entero(1), "series",
                "la serie " + x.valor());
    for (auto const& x : lotes)
        nombrar([&](Salido const& s) { return s.serie.vacio() && s.lote == x.lote.valor(); }, x.cantidad, "lotes",
                "del lote " + x.lote.valor() + " tanto");
    for (auto const& par : identificado) {
        Id const producto = par.first;
        auto const& cuanto = par.second;
        Cantidad const debe = cuanto.first + hasta(cuanto.second, fuera.regresada, fuera.surtida);
        if (nombrado[producto] == debe) continue;
        bool const por_series = std::any_of(fuera.salidas.begin(), fuera.salidas.end(), [&](Salido const& s) {
            return s.productoId == producto && !s.serie.vacio();
        });
        throw Problema::en(en_fila("partidas", fila, por_series ? "series" : "lotes"), codigo::serie_lote_requerido,
                           g.codigo.valor() + " se controla por " + (por_series ? "series" : "lotes") + ": regresan " +
                               texto_de(debe));
    }
    return vuelven;
}

}  // namespace gestor::ventas
