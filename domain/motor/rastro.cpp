#include "domain/motor/rastro.hpp"

#include <algorithm>

#include "domain/motor/consultas_motor.hpp"
#include "domain/motor/consultas_rastro.hpp"

namespace gestor {
namespace {

struct CapaSeguida {
    Id pieza;  // the first is 1
    Id capaId;
    Id almacenId;
    Id productoId;
};
DTO(CapaSeguida, pieza, capaId, almacenId, productoId)

struct ConsumoLeido {
    Id capaId;
    IdOCero cuentaContableId;  // 0: what was sold
    Id movimientoId;
    Cantidad cantidad;
};
DTO(ConsumoLeido, capaId, cuentaContableId, movimientoId, cantidad)

void sumar(std::vector<Consumo>& consumos, ConsumoLeido const& c) {
    Cuenta const cuenta =
        c.cuentaContableId.presente() ? Cuenta{{}, c.cuentaContableId.valor()} : Cuenta{"COSTO_VENTAS"};
    auto suyo = std::find_if(consumos.begin(), consumos.end(), [&](Consumo const& x) { return x.cuenta == cuenta; });
    if (suyo == consumos.end()) suyo = consumos.insert(suyo, {cuenta, {}});
    suyo->cantidad += c.cantidad;
    suyo->salidas.push_back({c.movimientoId, c.cantidad});
}

bool tiene(std::vector<Id> const& capas, Id capa) {
    return std::find(capas.begin(), capas.end(), capa) != capas.end();
}

}  // namespace

std::vector<Cargo> repartir_consumo(Pieza const& p, Dinero resto) {
    static std::vector<Consumo> const vendido{{{"COSTO_VENTAS"}, Cantidad::de_entero(1)}};
    auto const& consumos = p.consumos.empty() ? vendido : p.consumos;
    Cantidad todo, visto;
    for (auto const& c : consumos) todo += c.cantidad;
    std::vector<Cargo> cargos;
    Dinero repartido;
    for (auto const& c : consumos) {
        visto += c.cantidad;
        Dinero const hasta = visto == todo ? resto : prorratear(resto, visto, todo);
        if (hasta != repartido) cargos.push_back({c.cuenta, hasta - repartido});
        repartido = hasta;
    }
    return cargos;
}

void agregar_costos(Pieza const& p, std::vector<Cargo> const& cargos, PlanDocumento& plan) {
    for (auto const& cargo : cargos)
        for (auto const& c : p.consumos) {
            if (c.cuenta != cargo.cuenta) continue;
            Cantidad visto;
            Dinero repartido;
            for (auto const& s : c.salidas) {
                visto += s.cantidad;
                Dinero const hasta = visto == c.cantidad ? cargo.importe : prorratear(cargo.importe, visto, c.cantidad);
                if (hasta != repartido) plan.costos.push_back({s.movimientoId, hasta - repartido});
                repartido = hasta;
            }
        }
}

Rastro seguir(Escritura& db, std::vector<Pieza> piezas) {
    Rastro r{std::move(piezas), {}, {}};
    std::vector<Id> piezas_de_raiz, raices, desde, todas, desde_de_todas;
    for (std::size_t i = 0; i < r.piezas.size(); ++i) {
        auto& p = r.piezas[i];
        for (auto const capa : p.capas) {
            piezas_de_raiz.push_back(Id(static_cast<std::int64_t>(i) + 1));
            raices.push_back(capa);
            desde.push_back(p.movimientoId.id().value_or(Id{}));
        }
        p.capas.clear();
    }
    if (raices.empty()) return r;
    for (auto const& c :
         db.lista<CapaSeguida, sql::capas_seguir>("piezas"_es(piezas_de_raiz), "capas"_es(raices), "desde"_es(desde))) {
        auto& p = r.piezas[static_cast<std::size_t>(c.pieza.valor()) - 1];
        p.capas.push_back(c.capaId);
        todas.push_back(c.capaId);
        desde_de_todas.push_back(p.movimientoId.id().value_or(Id{}));
        Pieza lugar;
        lugar.almacenId = c.almacenId, lugar.productoId = c.productoId;
        r.lugares.push_back(std::move(lugar));
    }
    for (auto const& c : db.lista<ConsumoLeido, sql::capas_consumos>("capas"_es(todas), "desde"_es(desde_de_todas)))
        for (auto& p : r.piezas)
            if (tiene(p.capas, c.capaId)) sumar(p.consumos, c);
    r.enCamino = db.lista<EnCamino, sql::en_camino_de_capas>("capas"_es(todas));
    return r;
}

}  // namespace gestor
