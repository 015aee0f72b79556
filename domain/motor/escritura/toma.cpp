#include "domain/motor/escritura/toma.hpp"

#include <algorithm>

namespace gestor {

std::optional<Tomada> tomada_de(Emisor& x, Linea const& l) {
    auto const& g = l.guardada;
    for (auto& origen : x.e.origenes)
        for (auto const& linea : origen.documento.lineas)
            if (origen.documento.documento.transaccionId.valor() == g.origenId.valor() &&
                linea.linea.guardada.numeroPartida.valor() == g.numeroPartidaOrigen.valor())
                return Tomada{&origen, &linea};
    return {};
}

void Toma::tomar_todas() {
    for (auto& origen : x_.e.origenes)
        for (auto const& linea : origen.documento.lineas)
            if (Tomada const t{&origen, &linea}; forma_.queda(t).es_positivo())
                x_.lineas.push_back(parte(t, forma_.queda(t)));
}

std::optional<Tomada> Toma::buscar(std::size_t fila, std::int64_t numero, std::optional<Id> documento) {
    auto& origenes = x_.e.origenes;
    for (auto& origen : origenes) {
        auto const id = origen.documento.documento.transaccionId;
        if (documento ? id != *documento : origenes.size() > 1) continue;
        for (auto const& linea : origen.documento.lineas)
            if (linea.linea.guardada.numeroPartida.valor() == numero) return Tomada{&origen, &linea};
        x_.fallas.agregar(en_fila("partidas", fila, numero_), codigo::no_existe, "no existe en el documento de origen");
        return {};
    }
    x_.fallas.agregar(en_fila("partidas", fila, "transaccionIdOrigen"), codigo::rango,
                      "no es uno de los documentos de origen");
    return {};
}

std::optional<Tomada> Toma::nombrada(std::size_t fila, std::int64_t numero, Cantidad cantidad,
                                     std::optional<Id> documento) {
    auto const t = buscar(fila, numero, documento);
    if (!t) return {};
    if (std::ranges::find(nombradas_, *t) != nombradas_.end()) {
        x_.fallas.agregar(en_fila("partidas", fila, numero_), codigo::duplicado, "repite una fila anterior");
        return {};
    }
    nombradas_.push_back(*t);
    Cantidad const queda = forma_.queda(*t);
    if (cantidad > queda + multiplicar<6>(queda, forma_.tolerancia)) {
        x_.fallas.agregar(en_fila("partidas", fila, "cantidad"), codigo::rango,
                          "pasa de lo pendiente de " + std::string(forma_.hacer));
        return {};
    }
    return t;
}

Linea Toma::parte(Tomada const& t, Cantidad cantidad) {
    auto const id = t.documento().transaccionId;
    auto l = forma_.parte(*t.linea, id, cantidad);
    auto& g = l.guardada;
    g.surtida = cantidad;
    g.avanceSurtida = forma_.surte(t, cantidad);
    g.avanceFacturada = forma_.factura ? cantidad : Cantidad{};
    t.origen->avances.push_back(
        {id, t.linea->linea.guardada.numeroPartida.valor(), g.avanceSurtida, g.avanceFacturada, {}});
    forma_.completa(l, t);
    return l;
}

}  // namespace gestor
