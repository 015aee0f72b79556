#pragma once
// Stock without a database: the movements of stored plans, and the stock that follows from them.
#include <algorithm>
#include <map>

#include "domain/motor/mercancia/existencias.hpp"

namespace gestor {

struct AlmacenEnMemoria {
    std::vector<ExistenciaActual> actuales{};
    std::map<std::int64_t, CapaAbierta> capas{};
    struct Nacida {
        std::int64_t documento, partida, origen;  // origin 0: the layer came from outside
        Cantidad cantidad;
        std::size_t movimiento;
    };
    std::map<std::int64_t, Nacida> nacidas{};                            // key: layer
    std::map<std::pair<std::int64_t, std::int64_t>, EnCamino> camino{};  // key: document that sent the goods, and layer
    // with the document of each; in the order in which they were stored
    std::vector<std::pair<std::int64_t, MovimientoStock>> movimientos{};

    void abrir(std::int64_t lugar, std::int64_t producto, char const* metodo) {
        ExistenciaActual a;
        a.almacenId = Id(lugar), a.productoId = Id(producto);
        a.metodoCosteo = decltype(a.metodoCosteo)::de_base(metodo);
        actuales.push_back(a);
    }
    // New layers get their number here.
    void guardar(PlanDocumento& plan) {
        for (auto& m : plan.existencias) {
            if (!m.capaId.presente()) {
                m.capaId = Id(std::ssize(nacidas) + 1);
                nacidas[m.capaId.valor()] = {plan.transaccionId.valor(), m.numeroPartida.valor(),
                                             m.capaOrigenId.valor(), m.cantidad, movimientos.size()};
            }
            movimientos.emplace_back(plan.transaccionId.valor(), m);
            m.transito ? transitar(m) : mover(m);
        }
    }
    Existencias cargar() const {
        Existencias e;
        e.actuales = actuales;
        for (auto const& [id, c] : capas) e.capas.push_back(c);
        for (auto const& [llave, c] : camino) e.enCamino.push_back(c);
        return e;
    }
    // familia: these layers, and all layers taken from them since; ids grow, so an origin comes before its descendants.
    std::vector<Id> familia(std::vector<Id> suyas, std::size_t desde = 0) const {
        for (auto const& [id, n] : nacidas)
            if (n.origen != 0 && n.movimiento >= desde &&
                std::find(suyas.begin(), suyas.end(), Id(n.origen)) != suyas.end())
                suyas.push_back(Id(id));
        return suyas;
    }

private:
    void mover(MovimientoStock const& m) {
        auto& c = capas[m.capaId.valor()];
        c.almacenId = m.almacenId, c.productoId = m.productoId, c.capaId = Id(m.capaId.valor());
        c.restante += m.cantidad, c.valor += m.valorCapa;
        for (auto& a : actuales)
            if (a.almacenId == m.almacenId && a.productoId == m.productoId)
                a.cantidad += m.cantidad, a.valor += m.valor;
    }
    void transitar(MovimientoStock const& m) {
        auto& c = camino[{m.envioId.valor(), m.capaId.valor()}];
        c.envioId = Id(m.envioId.valor()), c.numeroPartida = m.partidaEnvio.valor();
        c.almacenId = m.almacenId, c.productoId = m.productoId, c.capaId = Id(m.capaId.valor());
        c.restante += m.cantidad, c.valor += m.valor, c.valorCapa += m.valorCapa;
    }
};

}  // namespace gestor
