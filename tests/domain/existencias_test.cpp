// Random stock operations: entries, exits, counts, repackaging, transfers at once or in transit, losses in transit, and
// later changes of cost; documents are cancelled in any order. After each step layers, stock, transit and ledger agree.
// After all are undone in reverse order, nothing is left.
#include <boost/test/unit_test.hpp>
#include <map>
#include <set>

#include "domain/motor/escritura/motor.hpp"
#include "domain/motor/escritura/sellado.hpp"
#include "domain/motor/mercancia/revaluado.hpp"
#include "tests/domain/almacen_ayuda.hpp"
#include "tests/domain/azar.hpp"
#include "tests/domain/cubetas_ayuda.hpp"

BOOST_AUTO_TEST_SUITE(existencias_test)

using namespace gestor;

namespace {

void asentar(Hechos const& h, Poliza& p) {
    p.debe({"INVENTARIO"}, h.enAlmacen);
    p.debe({"INV_TRANSITO"}, h.enTransito);
    p.haber({"COSTO_VENTAS"}, p.descuadre());
}

constinit Nacimiento const mueve{Estado::Aplicado, {.existencia = Stock::mueve, .poliza = asentar}};
constinit Nacimiento const traspasa{Estado::Aplicado, {.existencia = Stock::traspasa, .poliza = asentar}};
constinit Nacimiento const transita{Estado::Aplicado, {.existencia = Stock::transita, .poliza = asentar}};
constexpr Nacimiento const* nacimientos[] = {&mueve, &traspasa, &transita};
constinit TipoDocumento const prueba{.obj_id = 99, .clave = "Prueba", .nombre = "Prueba", .nacimientos = nacimientos};

constexpr std::int64_t lugares[] = {7, 8};
constexpr std::int64_t peps = 1, promedio = 2;

// Almacenes: model of a company without a database. The model keeps the stock movements of its documents.
struct Almacenes {
    Azar azar;
    std::vector<PlanDocumento> documentos{};
    AlmacenEnMemoria almacen;
    std::map<std::string, int> veces{};
    std::set<std::size_t> cancelados{};

    Almacenes() {
        for (auto const lugar : lugares) almacen.abrir(lugar, peps, "PEPS"), almacen.abrir(lugar, promedio, "PROMEDIO");
    }
    Existencias cargar() const { return almacen.cargar(); }
    void guardar(PlanDocumento plan) {
        almacen.guardar(plan);
        documentos.push_back(std::move(plan));
        revisar();
    }
    Hechos hechos(std::vector<Pieza> piezas) const {
        Hechos h;
        h.documento.cabecera.transaccionId = Id(std::ssize(documentos) + 1);
        h.piezas = std::move(piezas);
        h.existencias = cargar();
        return h;
    }
    Pieza pieza(std::int64_t lugar, std::int64_t producto, Cantidad cantidad, Rumbo rumbo) {
        Pieza p;
        p.numeroPartida = static_cast<int>(documentos.size()) + 1;
        p.almacenId = Id(lugar), p.productoId = Id(producto), p.cantidad = cantidad, p.rumbo = rumbo;
        return p;
    }
    Cantidad parte(Cantidad todo) {
        return azar.uno_de(4) ? todo
                              : Cantidad::de_unidades(1 + azar.hasta(static_cast<std::int64_t>(todo.unidades())));
    }
    Dinero dinero(std::int64_t hasta) { return Dinero::de_unidades(azar.hasta(hasta)); }

    // A piece of a random product in a random warehouse.
    Pieza alguna(Rumbo rumbo) {
        auto const lugar = lugares[azar.hasta(2)];
        return pieza(lugar, azar.uno_de(2) ? peps : promedio, {}, rumbo);
    }
    void entrar() {
        auto p = alguna(Rumbo::entra);
        p.cantidad = Cantidad::de_unidades(1 + azar.hasta(9'000'000));
        p.valor = dinero(90'000);
        guardar(planificar(prueba, mueve, hechos({p})));
    }
    // Chooses a random piece of existing stock and a random direction; false when there is no stock.
    bool elegir(Pieza& p) {
        p = alguna(Rumbo::sale);
        auto const hay = cargar().de(p.almacenId, p.productoId).cantidad;
        if (hay.es_cero()) return false;
        p.cantidad = parte(hay);
        return true;
    }
    void sacar(bool convierte) {
        Pieza p;
        if (!elegir(p)) return;
        std::vector<Pieza> piezas{p};
        if (!convierte) return guardar(planificar(prueba, mueve, hechos({p})));
        Dinero valor;
        for (auto const& m : cargar().salida(p)) valor -= m.valor;
        Dinero const merma = azar.uno_de(2) ? Dinero{} : dinero(static_cast<std::int64_t>(valor.unidades()) + 1);
        Dinero const primera = dinero(static_cast<std::int64_t>((valor - merma).unidades()) + 1);
        // two entries of the other product share the value
        for (Dinero const parte : {primera, Dinero(valor - merma - primera)}) {
            piezas.push_back(pieza(p.almacenId.valor(), p.productoId.valor() == peps ? promedio : peps,
                                   Cantidad::de_unidades(1 + azar.hasta(9'000'000)), Rumbo::entra));
            piezas.back().valor = parte;
        }
        auto const plan = planificar(prueba, mueve, hechos(piezas));
        Dinero perdido;  // value is conserved, except the loss
        for (auto const& l : plan.polizas.empty() ? std::vector<LineaPoliza>{} : plan.polizas[0].lineas)
            perdido += l.haber;
        BOOST_REQUIRE_EQUAL(texto(perdido), texto(merma));
        ++veces[merma.es_cero() ? "reempacado" : "reempacado con merma"];
        guardar(plan);
    }
    // Counts a product. Found units are worth the average of the units in stock.
    void contar() {
        auto p = alguna(Rumbo::sale);
        auto const e = cargar();
        auto const hay = e.de(p.almacenId, p.productoId).cantidad;
        auto const contado = azar.uno_de(5) ? Cantidad{} : Cantidad::de_unidades(azar.hasta(20'000'000));
        if (contado == hay) return;
        p.rumbo = contado > hay ? Rumbo::entra : Rumbo::sale;
        p.cantidad = contado > hay ? contado - hay : hay - contado;
        p.valor = e.valor_promedio(p.almacenId, p.productoId, p.cantidad);
        guardar(planificar(prueba, mueve, hechos({p})));
        BOOST_REQUIRE_EQUAL(texto(cargar().de(p.almacenId, p.productoId).cantidad), texto(contado));
        ++veces["contado"];
    }
    // Cancels a random document in force whose entered goods are all still there.
    void cancelar() {
        std::vector<std::size_t> vivos;
        for (std::size_t i = 0; i < documentos.size(); ++i) {
            auto const& m = documentos[i].existencias;
            bool const simple = std::none_of(
                m.begin(), m.end(), [](MovimientoStock const& x) { return x.transito || x.cantidad.es_cero(); });
            if (simple && !documentos[i].cancela && !cancelados.contains(i)) vivos.push_back(i);
        }
        if (vivos.empty()) return;
        auto const cual = vivos[static_cast<std::size_t>(azar.hasta(std::ssize(vivos)))];
        auto const plan = inverso(documentos[cual], Estado::Cancelado, {}, "");
        try {
            exigir_mercancia(cargar(), plan);
        } catch (Problema const&) {
            ++veces["ya se movió"];
            return;
        }
        cancelados.insert(cual);
        ++veces["cancelado"];
        guardar(plan);
    }
    void llevar(Nacimiento const& como) {
        Pieza p;
        if (!elegir(p)) return;
        auto h = hechos({p});
        h.destino = Id(p.almacenId.valor() == lugares[0] ? lugares[1] : lugares[0]);
        guardar(planificar(prueba, como, std::move(h)));
    }
    // recibir: part of the goods in transit arrives and part is lost, in one document.
    void recibir() {
        auto const e = cargar();
        std::vector<EnCamino> hay;
        for (auto const& c : e.enCamino)
            if (!c.restante.es_cero()) hay.push_back(c);
        if (hay.empty()) return;
        auto const& c = hay[static_cast<std::size_t>(azar.hasta(std::ssize(hay)))];
        Cantidad todo;
        for (auto const& x : hay)
            if (x.numeroPartida == c.numeroPartida) todo += x.restante;
        std::vector<Pieza> piezas{pieza(c.almacenId.valor(), c.productoId.valor(), parte(todo), Rumbo::entra)};
        if (azar.uno_de(3) && todo > piezas[0].cantidad)
            piezas.push_back(
                pieza(c.almacenId.valor(), c.productoId.valor(), todo - piezas[0].cantidad, Rumbo::se_pierde));
        for (auto& p : piezas) p.partidaEnvio = static_cast<int>(c.numeroPartida.valor());
        ++veces[piezas.size() == 2 ? "perdido" : "recibido"];
        guardar(planificar(prueba, transita, hechos(piezas)));
    }
    // Revalues an entry, which turns out to cost more or less; the difference follows the goods to the places they went
    // to.
    void revaluar() {
        std::vector<MovimientoStock const*> entradas;
        for (auto const& d : documentos)
            for (auto const& m : d.existencias) {
                if (d.cancela || m.transito || !m.cantidad.es_positivo() || m.capaOrigenId.presente()) continue;
                entradas.push_back(&m);
            }
        if (entradas.empty()) return;
        auto const& m = *entradas[static_cast<std::size_t>(azar.hasta(std::ssize(entradas)))];
        auto p = pieza(m.almacenId.valor(), m.productoId.valor(), m.cantidad, Rumbo::se_revalua);
        p.valor = azar.uno_de(2) ? dinero(5'000) : -dinero(5'000);
        p.capas = almacen.familia({Id(m.capaId.valor())});
        Cantidad queda;
        auto const antes = cargar();
        for (auto const& c : antes.capas)
            if (std::find(p.capas.begin(), p.capas.end(), c.capaId) != p.capas.end()) queda += c.restante;
        for (auto const& c : antes.enCamino)
            if (std::find(p.capas.begin(), p.capas.end(), c.capaId) != p.capas.end()) queda += c.restante;
        auto const plan = planificar(prueba, mueve, hechos({p}));
        Dinero cambio;
        for (auto const& x : plan.existencias) {
            BOOST_REQUIRE(x.cantidad.es_cero() && !x.valor.es_cero());
            cambio += x.valor;
        }
        if (m.productoId.valor() == peps && p.valor.es_positivo()) {
            if (queda == p.cantidad) BOOST_REQUIRE_EQUAL(texto(cambio), texto(p.valor));
            if (queda.es_cero()) BOOST_REQUIRE(cambio.es_cero());
            BOOST_REQUIRE(cambio <= p.valor);
            ++veces[queda == p.cantidad ? "revaluado entero"
                    : queda.es_cero()   ? "revaluado ya ido"
                                        : "revaluado en parte"];
        }
        guardar(plan);
    }

    void revisar() const {
        auto const e = cargar();
        std::map<std::string, Dinero> mayor;
        for (auto const& d : documentos)
            for (auto const& p : d.polizas) {
                BOOST_REQUIRE(p.descuadre().es_cero());
                for (auto const& l : p.lineas) mayor[l.clave.valor()] += l.debe - l.haber;
            }
        Dinero en_almacen, en_transito;
        for (auto const& a : e.actuales) {
            Cantidad cantidad;
            Dinero valor;
            for (auto const& c : e.capas)
                if (c.almacenId == a.almacenId && c.productoId == a.productoId)
                    cantidad += c.restante, valor += c.valor;
            BOOST_REQUIRE_EQUAL(texto(cantidad), texto(a.cantidad));
            if (a.metodoCosteo == "PEPS") BOOST_REQUIRE_EQUAL(texto(valor), texto(a.valor));
            BOOST_REQUIRE(!a.valor.es_negativo() && (a.cantidad.es_positivo() || a.valor.es_cero()));
            en_almacen += a.valor;
        }
        for (auto const& c : e.capas)
            BOOST_REQUIRE(!c.restante.es_negativo() && !c.valor.es_negativo() &&
                          (c.restante.es_positivo() || c.valor.es_cero()));
        for (auto const& c : e.enCamino) {
            BOOST_REQUIRE(!c.restante.es_negativo() && !c.valor.es_negativo() &&
                          (c.restante.es_positivo() || c.valor.es_cero()));
            en_transito += c.valor;
        }
        BOOST_REQUIRE_EQUAL(texto(mayor["INVENTARIO"]), texto(en_almacen));
        BOOST_REQUIRE_EQUAL(texto(mayor["INV_TRANSITO"]), texto(en_transito));
    }
    void paso() {
        switch (azar.hasta(12)) {
            case 0:
                return sacar(false);
            case 1:
                return sacar(true);
            case 2:
                return llevar(traspasa);
            case 3:
                return llevar(transita);
            case 4:
            case 5:
                return recibir();
            case 6:
            case 7:
                return revaluar();
            case 8:
                return contar();
            case 9:
            case 10:
                return cancelar();
            default:
                return entrar();
        }
    }
    // Cancels all documents from the last to the first; each cancel finds the stock that its document left.
    void deshacer() {
        auto const hechos = documentos;
        for (auto d = hechos.rbegin(); d != hechos.rend(); ++d) guardar(inverso(*d, Estado::Cancelado, {}, ""));
        auto const e = cargar();
        for (auto const& a : e.actuales) BOOST_REQUIRE(a.cantidad.es_cero() && a.valor.es_cero());
        for (auto const& c : e.enCamino) BOOST_REQUIRE(c.restante.es_cero() && c.valor.es_cero());
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(whatever_happens_to_goods_adds_up_and_can_be_undone) {
    std::map<std::string, int> veces;
    for (std::uint64_t semilla = 1; semilla <= 150; ++semilla) BOOST_TEST_CONTEXT("semilla " << semilla) {
            Almacenes a;
            a.azar.motor.seed(semilla);
            for (int n = 0; n < 40; ++n) a.paso();
            a.deshacer();
            for (auto const& [que, cuantas] : a.veces) veces[que] += cuantas;
        }
    for (auto const* que : {"recibido", "perdido", "revaluado entero", "revaluado en parte", "revaluado ya ido",
                            "reempacado", "reempacado con merma", "contado", "cancelado", "ya se movió"})
        BOOST_CHECK_MESSAGE(veces[que] > 20, que << " " << veces[que]);
}

BOOST_AUTO_TEST_SUITE_END()
