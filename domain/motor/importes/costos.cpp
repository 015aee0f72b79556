#include "domain/motor/importes/costos.hpp"

#include "domain/comun/parametros.hpp"
#include "domain/motor/tipo/asientos.hpp"

namespace gestor {

void tratar_ieps(Lectura& db, Hechos& h) {
    if (!h.documento.cabecera.ieps.es_cero() && !parametro<Booleano>(db, "acreditaIeps")) sin_acreditar_ieps(h);
}

void sin_acreditar_ieps(Hechos& h) {
    auto& c = h.documento.cabecera;
    h.cubetasMxn[Cubeta::ieps] = {};
    if (c.cubetas) (*c.cubetas)[Cubeta::ieps] = {};
    if (c.cubetasMxn) (*c.cubetasMxn)[Cubeta::ieps] = {};
}

std::vector<Tasa> no_acreditables(Lectura& db, std::vector<Acreditamiento> const& como) {
    constexpr Tasa todo{"1"};
    std::optional<Tasa> resto;
    std::vector<Tasa> partes;
    for (auto const& a : como) {
        bool const proporcion = a == Acreditamiento("Proporcion");
        if (proporcion && !resto) resto = todo - Tasa(parametro<Porcentaje>(db, "proporcionIvaAcreditable"));
        partes.push_back(proporcion ? *resto : a == Acreditamiento("Ninguno") ? todo : Tasa{});
    }
    return partes;
}

void acreditar(Lectura& db, std::vector<Linea>& lineas, std::vector<std::optional<Acreditamiento>> const& dicho) {
    std::vector<Acreditamiento> como;
    for (std::size_t i = 0; i < lineas.size(); ++i)
        como.push_back(i < dicho.size() && dicho[i] ? *dicho[i] : lineas[i].acreditamiento);
    auto const partes = no_acreditables(db, como);
    for (std::size_t i = 0; i < lineas.size(); ++i) lineas[i].perfil.noAcreditable = partes[i];
}

Dinero locales_en_pesos(Hechos const& h) {
    auto const& n = h.documento.cabecera;
    return multiplicar<2>(n.impuestosLocales, n.tipoCambio);
}

std::vector<Dinero> costos_de(Hechos const& h, std::vector<Linea> const& lineas) {
    bool const acreditado = !h.cubetasMxn[Cubeta::ieps].es_cero();
    Dinero todo = -locales_en_pesos(h);
    for (auto const& neta : netas_por_base(h)) todo += neta;
    std::vector<Importe> pesos;
    Importe suma, visto;
    for (auto const& l : lineas) {
        auto const& x = l.importes;
        pesos.push_back(x.importe + x.ivaNoAcreditable() + (acreditado ? Importe{} : x.ieps));
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

Dinero facturar_recibido(Hechos& h, std::size_t fila, PorFacturar const& r, Dinero costo) {
    auto& linea = h.documento.partidas[fila];
    auto const tipo_cambio = h.documento.cabecera.tipoCambio;
    linea.costo = prorratear(r.costo, linea.cantidad, r.cantidad);
    h.cargos.push_back({{"POR_FACTURAR"}, linea.costo});
    Dinero const a_su_cambio = r.tipoCambio == tipo_cambio ? costo : prorratear(costo, r.tipoCambio, tipo_cambio);
    if (Dinero const cambiaria = costo - a_su_cambio; !cambiaria.es_cero())
        h.cargos.push_back({{cambiaria.es_negativo() ? "UTILIDAD_CAMBIARIA" : "PERDIDA_CAMBIARIA"}, cambiaria});
    return a_su_cambio - linea.costo;
}

Cuenta cuenta_de_gasto(Linea const& l) {
    if (l.cuentaContableId != 0) return {{}, l.cuentaContableId};
    return {l.guardada.conceptoId.presente() ? "COSTO_VENTAS" : "GASTO"};
}

std::vector<Pieza> piezas_que_entran(Escritura& db, std::vector<Linea> const& lineas, std::vector<Dinero> const& costos,
                                     IdOCero almacen) {
    auto piezas = piezas_de(db, lineas, almacen);
    for (auto& p : piezas) {
        p.rumbo = Rumbo::entra;
        p.valor = costos[p.fila];
    }
    return piezas;
}

}  // namespace gestor
