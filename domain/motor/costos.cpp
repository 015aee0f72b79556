#include "domain/motor/costos.hpp"

#include "domain/motor/asientos.hpp"

namespace gestor {

void sin_acreditar_ieps(Hechos& h) {
    auto& c = h.documento.cabecera;
    h.cubetasMxn[Cubeta::ieps] = {};
    if (c.cubetas) (*c.cubetas)[Cubeta::ieps] = {};
    if (c.cubetasMxn) (*c.cubetasMxn)[Cubeta::ieps] = {};
}

std::vector<Dinero> costos_de(Hechos const& h, std::vector<Linea> const& lineas) {
    bool const acreditado = !h.cubetasMxn[Cubeta::ieps].es_cero();
    Dinero todo;
    for (auto const& neta : netas_por_base(h)) todo += neta;
    std::vector<Importe> pesos;
    Importe suma, visto;
    for (auto const& l : lineas) {
        pesos.push_back(acreditado ? l.importes.importe : Importe(l.importes.importe + l.importes.ieps));
        suma += pesos.back();
    }
    std::vector<Dinero> costos;
    Dinero repartido;
    for (auto const& p : pesos) {
        visto += p;
        Dinero const hasta = suma.es_cero() ? Dinero{} : visto == suma ? todo : prorratear(todo, visto, suma);
        costos.push_back(hasta - repartido);
        repartido = hasta;
    }
    return costos;
}

Cuenta cuenta_de_gasto(Linea const& l) {
    if (l.cuentaContableId != 0) return {{}, l.cuentaContableId};
    return {l.guardada.conceptoId.presente() ? "COSTO_VENTAS" : "GASTO"};
}

std::vector<Pieza> piezas_que_entran(Escritura& db, std::vector<Linea> const& lineas,
                                     std::vector<Cantidad> const& cantidades, std::vector<Dinero> const& costos,
                                     IdOCero almacen) {
    auto piezas = piezas_de(db, lineas, cantidades, almacen);
    for (auto& p : piezas) {
        p.rumbo = Rumbo::entra;
        p.valor = costos[p.fila];
    }
    return piezas;
}

}  // namespace gestor
