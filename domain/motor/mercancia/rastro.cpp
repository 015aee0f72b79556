#include "domain/motor/mercancia/rastro.hpp"

#include <algorithm>

#include "domain/motor/escritura/consultas_motor.hpp"
#include "domain/motor/mercancia/consultas_rastro.hpp"

namespace gestor {
namespace {

struct CapaSeguida {
    Id pieza;  // index of the piece, from 1
    Id capaId;
    Id almacenId;
    Id productoId;
};
DTO(CapaSeguida, pieza, capaId, almacenId, productoId)

struct ConsumoLeido {
    Id capaId;
    IdOCero desde;
    IdOCero cuentaContableId;  // 0: a sale
    Id movimientoId;
    Cantidad cantidad;
};
DTO(ConsumoLeido, capaId, desde, cuentaContableId, movimientoId, cantidad)

// se_perdio: instead of the index of a piece: no piece follows goods that a return lost.
constexpr std::size_t se_perdio = static_cast<std::size_t>(-1);

struct RegresoLeido {
    Id movimientoId;  // movement of the exit
    Id regresoId;
    IdOCero capaId;  // 0: the goods were lost
    IdOCero almacenId;
    Id productoId;
    Cantidad cantidad;
    Cantidad salio;
};
DTO(RegresoLeido, movimientoId, regresoId, capaId, almacenId, productoId, cantidad, salio)

void sumar(std::vector<Consumo>& consumos, ConsumoLeido const& c) {
    Cuenta const cuenta =
        c.cuentaContableId.presente() ? Cuenta{{}, c.cuentaContableId.valor()} : Cuenta{"COSTO_VENTAS"};
    auto suyo = std::find_if(consumos.begin(), consumos.end(), [&](Consumo const& x) { return x.cuenta == cuenta; });
    if (suyo == consumos.end()) suyo = consumos.insert(suyo, {cuenta, {}});
    suyo->cantidad += c.cantidad;
    suyo->salidas.push_back({c.movimientoId, c.cantidad, {}, {}});
}

bool tiene(std::vector<Id> const& capas, Id capa) {
    return std::find(capas.begin(), capas.end(), capa) != capas.end();
}

// Reads the layers of some pieces, and the exits of these layers.
void seguir_capas(Escritura& db, Rastro& r, std::size_t primera) {
    std::vector<Id> piezas_de_raiz, raices, desde, todas, desde_de_todas;
    for (auto i = primera; i < r.piezas.size(); ++i) {
        auto& p = r.piezas[i];
        for (auto const capa : p.capas) {
            piezas_de_raiz.push_back(Id(static_cast<std::int64_t>(i) + 1));
            raices.push_back(capa);
            desde.push_back(p.movimientoId.id().value_or(Id{}));
        }
        p.capas.clear();
    }
    if (raices.empty()) return;
    for (auto const& c :
         db.lista<CapaSeguida, sql::capas_seguir>("piezas"_es(piezas_de_raiz), "capas"_es(raices), "desde"_es(desde))) {
        auto& p = r.piezas[static_cast<std::size_t>(c.pieza.valor()) - 1];
        p.capas.push_back(c.capaId);
        Id const suyo = p.movimientoId.id().value_or(Id{});
        bool ya = false;  // another piece has the layer too
        for (std::size_t i = 0; i < todas.size(); ++i) ya = ya || (todas[i] == c.capaId && desde_de_todas[i] == suyo);
        if (ya) continue;
        todas.push_back(c.capaId);
        desde_de_todas.push_back(suyo);
        Pieza lugar;
        lugar.almacenId = c.almacenId, lugar.productoId = c.productoId;
        r.lugares.push_back(std::move(lugar));
    }
    for (auto const& c : db.lista<ConsumoLeido, sql::capas_consumos>("capas"_es(todas), "desde"_es(desde_de_todas)))
        for (auto i = primera; i < r.piezas.size(); ++i)
            if (r.piezas[i].movimientoId == c.desde && tiene(r.piezas[i].capas, c.capaId))
                sumar(r.piezas[i].consumos, c);
    auto const vistas = r.enCamino;
    for (auto& c : db.lista<EnCamino, sql::en_camino_de_capas>("capas"_es(todas)))
        if (std::none_of(vistas.begin(), vistas.end(), [&](EnCamino const& x) { return x.capaId == c.capaId; }))
            r.enCamino.push_back(std::move(c));
}

// Adds a piece for each layer formed by customers' returns of these goods.
void seguir_regresos(Escritura& db, Rastro& r, std::size_t primera) {
    std::vector<Id> salidas;
    auto const ultima = r.piezas.size();
    auto const por_salida = [&](auto const& hacer) {
        for (auto i = primera; i < ultima; ++i) {
            if (r.piezas[i].rumbo != Rumbo::se_revalua) continue;
            for (std::size_t c = 0; c < r.piezas[i].consumos.size(); ++c)
                for (std::size_t s = 0; s < r.piezas[i].consumos[c].salidas.size(); ++s) hacer(i, c, s);
        }
    };
    por_salida([&](auto i, auto c, auto s) { salidas.push_back(r.piezas[i].consumos[c].salidas[s].movimientoId); });
    if (salidas.empty()) return;
    auto const regresos = db.lista<RegresoLeido, sql::regresos_de_salidas>("movimientos"_es(salidas));
    por_salida([&](auto i, auto c, auto s) {
        for (auto const& g : regresos) {
            auto& salida = r.piezas[i].consumos[c].salidas[s];
            if (g.movimientoId != salida.movimientoId) continue;
            salida.salio = g.salio;
            salida.regresos.push_back({g.regresoId, g.cantidad, se_perdio});
            auto const capa = g.capaId.id();
            if (!capa) continue;
            salida.regresos.back().pieza = r.piezas.size();
            Pieza p;
            p.numeroPartida = r.piezas[i].numeroPartida, p.fila = r.piezas[i].fila;
            p.almacenId = *g.almacenId.id(), p.productoId = g.productoId, p.rumbo = Rumbo::se_revalua;
            p.cantidad = g.cantidad, p.capas = {*capa};
            r.piezas.push_back(std::move(p));
        }
    });
}

// Whether a return put its goods back into the warehouse of a piece.
bool volvio_a(Pieza const& p, RegresoSeguido const& r, std::span<Pieza const> todas) {
    return r.pieza != se_perdio && todas[r.pieza].almacenId == p.almacenId;
}

// Quantity of an exit that returns put back into the warehouse of its piece.
Cantidad regresado(SalidaSeguida const& s, Pieza const& p, std::span<Pieza const> todas) {
    Cantidad suma;
    for (auto const& r : s.regresos)
        if (volvio_a(p, r, todas)) suma += r.cantidad;
    return suma.es_cero() ? suma : prorratear(s.cantidad, std::min(suma, s.salio), s.salio);
}

}  // namespace

std::vector<Cargo> repartir_consumo(Pieza const& p, Dinero resto, bool promedio, std::span<Pieza> todas,
                                    PlanDocumento& plan) {
    if (resto.es_cero()) return {};
    if (p.consumos.empty()) return {{{"COSTO_VENTAS"}, resto}};
    auto const fuera = [&](SalidaSeguida const& s) { return s.cantidad - regresado(s, p, todas); };
    auto const peso = [&](Consumo const& c) {
        Cantidad suma = c.cantidad;
        if (promedio)
            for (auto const& s : c.salidas) suma -= regresado(s, p, todas);
        return suma;
    };
    Cantidad todo, visto;
    for (auto const& c : p.consumos) todo += peso(c);
    if (todo.es_cero()) return {{p.consumos[0].cuenta, resto}};  // all goods were returned, to other warehouses
    std::vector<Cargo> cargos;
    Dinero repartido, perdido;
    for (auto const& c : p.consumos) {
        visto += peso(c);
        Dinero const hasta = visto == todo ? resto : prorratear(resto, visto, todo);
        Cargo cargo{c.cuenta, hasta - repartido};
        Dinero const suyo = cargo.importe;
        repartido = hasta;
        Cantidad salido;
        Dinero dado;
        for (auto const& s : c.salidas) {
            salido += promedio ? fuera(s) : s.cantidad;
            Dinero const va = salido == peso(c) ? suyo : prorratear(suyo, salido, peso(c));
            Dinero importe = va - dado;
            dado = va;
            if (promedio && !fuera(s).es_cero()) importe = prorratear(importe, s.cantidad, fuera(s));
            if (importe.es_cero()) continue;
            plan.costos.push_back({s.movimientoId, importe});
            Cantidad vuelto;
            Dinero con_ellos;
            for (auto const& r : s.regresos) {
                vuelto += r.cantidad;
                Dinero const parte = prorratear(importe, std::min(vuelto, s.salio), s.salio) - con_ellos;
                con_ellos += parte;
                if (parte.es_cero()) continue;
                plan.costos.push_back({r.movimientoId, parte});
                if (promedio && volvio_a(p, r, todas)) continue;
                (r.pieza == se_perdio ? perdido : todas[r.pieza].valor) += parte, cargo.importe -= parte;
            }
        }
        if (!cargo.importe.es_cero()) cargos.push_back(cargo);
    }
    if (!perdido.es_cero()) cargos.push_back({{"AJUSTE_INVENTARIO"}, perdido});
    return cargos;
}

Rastro seguir(Escritura& db, std::vector<Pieza> piezas) {
    Rastro r{std::move(piezas), {}, {}};
    for (std::size_t primera = 0, hasta = 0; primera < r.piezas.size(); primera = hasta) {
        hasta = r.piezas.size();
        seguir_capas(db, r, primera);
        seguir_regresos(db, r, primera);
    }
    return r;
}

}  // namespace gestor
