// The notes of a document, settled again: the accountant's numbers, and documents at random whose payments, refunds and
// notes are undone in any order. No part below 0, no tax without money behind it, and nothing is left in the end.
#include "domain/motor/reliquidar.hpp"

#include <boost/test/unit_test.hpp>

#include "tests/domain/azar.hpp"
#include "tests/domain/cubetas_ayuda.hpp"

BOOST_AUTO_TEST_SUITE(reliquidar_test)

using namespace gestor;

namespace {

struct Registrado {
    std::variant<Tomado, NotaDeDocumento> que;
    bool vigente = true;
};

// A document, what was registered of it, and what is left of it by now.
struct Documento {
    DocumentoConNotas d{};
    std::vector<Registrado> registro{};
    std::vector<Liquidada> notas{};  // of those that stand, in order
    Pendiente queda{};

    Documento(Cubetas const& partes, TipoCambio tipo_cambio = TipoCambio{"1"}) {
        d.tipoCambio = tipo_cambio;
        d.partes = d.alNacer = partes;
        d.pesos = d.alNacerMxn = a_pesos(partes, tipo_cambio);
        queda.nacer(d.alNacer, d.alNacerMxn);
    }
    Dinero saldo() const { return queda.partes().total(); }

    // Money, at its own rate; its place in the register.
    std::size_t cobrar(Dinero importe, TipoCambio tasa) {
        Tomado t;
        t.partes = queda.partes_de(importe);
        t.pesos = queda.pesos_de(t.partes, d.tipoCambio, queda.pesos_de(importe, d.tipoCambio));
        t.flujo = t.pesos;
        if (tasa != d.tipoCambio)
            for (std::size_t i = 0; i < numero_cubetas; ++i)
                t.flujo.valores[i] = multiplicar<2>(t.partes.valores[i], tasa);
        if (!d.retenciones.filas().empty()) t.retenciones = vivas().tomar(t.partes, t.pesos, t.flujo);
        queda.tomar(t.partes, t.pesos);
        registro.push_back({std::move(t)});
        return registro.size() - 1;
    }
    std::size_t cobrar(Dinero importe) { return cobrar(importe, d.tipoCambio); }
    std::size_t devolver(Cubetas const& partes, std::span<RetencionViva const> filas = {}) {
        registro.push_back({NotaDeDocumento{partes, a_pesos(partes, d.tipoCambio), {}, filas}});
        liquidar();
        return registro.size() - 1;
    }
    NotaDeDocumento& nota(std::size_t cual) { return std::get<NotaDeDocumento>(registro[cual].que); }
    void usar(std::size_t cual, Dinero importe) { nota(cual).usado += importe, liquidar(); }
    void quitar(std::size_t cual) { registro[cual].vigente = false, liquidar(); }

    // All that stands, one after the other; from here on another stretch.
    void liquidar() {
        d.registro.clear();
        for (auto const& r : registro)
            if (r.vigente) d.registro.push_back(r.que);
        notas = reliquidar(d);
        auto const t = tomado();
        Cubetas partes = d.alNacer, pesos = d.alNacerMxn;
        partes -= t.partes, pesos -= t.pesos;
        auto const numero = queda.tramoNumero.valor();
        queda = {};
        queda.tramoNumero = numero + 1;
        if (partes.total().es_cero() && partes == Cubetas{}) return;
        queda.pendiente = queda.tramo = partes;
        queda.pendienteMxn = pesos;
    }
    Tomado tomado() const {
        Tomado t;
        for (auto const& r : registro)
            if (auto const* x = std::get_if<Tomado>(&r.que); x != nullptr && r.vigente) t += *x;
        for (auto const& n : notas) t += n.toma;
        return t;
    }
    // What its taxes add up to, as they were declared.
    Cubetas declarado() const {
        auto const t = tomado();
        return menos(t.flujo, t.declarado);
    }
    Retenciones vivas() const {
        auto r = d.retenciones;
        auto t = tomado().retenciones;
        for (auto& p : t) p.importe = -p.importe, p.pesos = -p.pesos;
        r.regresar(t);
        r.otro_tramo();
        return r;
    }
};

std::string de(std::string_view base16, std::string_view iva16, std::string_view base0, std::string_view noAfecto) {
    std::string s = "(";
    return s.append(base16)
               .append(",")
               .append(iva16)
               .append(",0.00,0.00,")
               .append(base0)
               .append(",0.00,")
               .append(noAfecto) +
           ",0.00,0.00,0.00)";
}
Cubetas const gravado = base16(Dinero{"1000.00"}, Dinero{"160.00"});
Cubetas const cero = tasa_cero(Dinero{"1000.00"}), medio = tasa_cero(Dinero{"500.00"});

}  // namespace

BOOST_AUTO_TEST_CASE(a_deposit_is_cancelled_after_what_has_no_tax_came_back) {
    Documento v(mas(gravado, cero));
    auto const deposito = v.cobrar(Dinero{"1080.00"});
    v.devolver(cero);
    BOOST_CHECK_EQUAL(texto(v.notas[0].impagas), de("0.00", "0.00", "500.00", "0.00"));
    BOOST_CHECK_EQUAL(texto(v.notas[0].abonadas), de("431.03", "68.97", "0.00", "0.00"));
    BOOST_CHECK_EQUAL(texto(v.queda.partes()), de("68.97", "11.03", "0.00", "0.00"));
    BOOST_CHECK_EQUAL(texto(v.declarado().iva()), "148.97");
    v.quitar(deposito);
    BOOST_CHECK_EQUAL(texto(v.notas[0].impagas), texto(cero));
    BOOST_CHECK_EQUAL(texto(v.queda.partes()), texto(gravado));
    BOOST_CHECK(v.declarado() == Cubetas{} && v.notas[0].saldo.es_cero());
    v.cobrar(Dinero{"580.00"});
    BOOST_CHECK_EQUAL(texto(v.queda.partes()), de("500.00", "80.00", "0.00", "0.00"));
}

BOOST_AUTO_TEST_CASE(it_came_back_in_two_halves) {
    Documento v(mas(gravado, cero));
    auto const deposito = v.cobrar(Dinero{"1080.00"});
    v.devolver(medio), v.devolver(medio);
    v.quitar(deposito);
    BOOST_CHECK_EQUAL(texto(v.queda.partes()), texto(gravado));
    for (auto const& n : v.notas) BOOST_CHECK(n.impagas == medio && n.saldo.es_cero() && n.debido.es_cero());
    BOOST_CHECK(v.declarado() == Cubetas{});
}

BOOST_AUTO_TEST_CASE(it_was_refunded_and_the_first_payment_bounces) {
    Documento v(mas(gravado, cero));
    auto const primero = v.cobrar(Dinero{"1080.00"});
    v.cobrar(Dinero{"1080.00"});
    auto const nota = v.devolver(cero);
    BOOST_CHECK_EQUAL(texto(v.notas[0].saldo), "1000.00");
    v.usar(nota, Dinero{"1000.00"});
    v.quitar(primero);
    BOOST_CHECK_EQUAL(texto(v.queda.partes()), de("500.00", "80.00", "0.00", "500.00"));
    BOOST_CHECK(v.notas[0].saldo.es_cero());
    // The refund is taken back: the note pays what is owed, and nothing is owed without a part.
    v.usar(nota, Dinero{"-1000.00"});
    BOOST_CHECK_EQUAL(texto(v.saldo()), "80.00");
    BOOST_CHECK_EQUAL(texto(v.queda.partes()), de("68.97", "11.03", "0.00", "0.00"));
}

BOOST_AUTO_TEST_CASE(a_cheque_bounces_on_what_came_back_whole) {
    Documento v(gravado);
    auto const cheque = v.cobrar(Dinero{"1160.00"});
    v.devolver(gravado);
    BOOST_CHECK_EQUAL(texto(v.notas[0].saldo), "1160.00");
    v.quitar(cheque);
    BOOST_CHECK(v.saldo().es_cero() && v.notas[0].saldo.es_cero() && v.declarado() == Cubetas{});
}

// In pesos the tax that was given back goes again at the rate of its money, and what is owed at that of the document.
BOOST_AUTO_TEST_CASE(in_foreign_currency_all_of_it_goes_back) {
    Documento v(mas(gravado, cero), TipoCambio{"17.123457"});
    auto const deposito = v.cobrar(Dinero{"1080.00"}, TipoCambio{"19.5"});
    v.devolver(base16(Dinero{"500.00"}, Dinero{"80.00"}));
    BOOST_CHECK_EQUAL(texto(v.notas[0].toma.declarado.iva()), "780.00");  // 40.00 at 19.5
    v.quitar(deposito);
    BOOST_CHECK(v.declarado() == Cubetas{});
    BOOST_CHECK_EQUAL(texto(v.queda.partes()), de("500.00", "80.00", "1000.00", "0.00"));
}

namespace {

// The rows of a note that takes so much of what its document withholds: in proportion.
std::vector<RetencionViva> filas_de(Retenciones const& documento, Cubetas const& todo, Cubetas const& partes) {
    std::vector<RetencionViva> filas;
    for (auto const& [impuesto, c] : {std::pair{"002", Cubeta::ivaRet}, std::pair{"001", Cubeta::isrRet}}) {
        Dinero visto, repartido;
        for (auto f : documento.filas()) {
            if (f.impuesto != impuesto) continue;
            visto += f.importe;
            Dinero const hasta = prorratear(partes[c], visto, todo[c]);
            f.importe = hasta - repartido, repartido = hasta;
            filas.push_back(f);
        }
    }
    return filas;
}

struct AlAzar {
    Azar azar;
    std::map<std::string, int> veces{};

    void revisar(Documento const& v) {
        auto const pesos = v.queda.pesos();
        BOOST_REQUIRE_MESSAGE(!negativas(v.queda.partes()) && !negativas(pesos), texto(v.queda.partes())
                                                                                     << texto(pesos));
        bool hay_dinero = false;
        Cubetas devuelto;
        Dinero cobrado, usado, a_favor;
        for (auto const& r : v.registro) {
            if (!r.vigente) continue;
            if (auto const* t = std::get_if<Tomado>(&r.que)) hay_dinero = true, cobrado += t->partes.total();
            if (auto const* n = std::get_if<NotaDeDocumento>(&r.que)) devuelto += n->partes, usado += n->usado;
        }
        for (auto const& n : v.notas) {
            BOOST_REQUIRE(!negativas(n.impagas) && !negativas(n.abonadas) && !n.saldo.es_negativo());
            a_favor += n.saldo;
        }
        // Who owes whom: what was sold and did not come back, less the money.
        Cubetas const resto = menos(v.d.partes, devuelto);
        BOOST_REQUIRE_EQUAL(texto(v.saldo() - a_favor), texto(resto.total() - cobrado + usado));
        auto const declarado = v.declarado();
        auto const vivas = v.vivas();
        // No tax without money. A cent of withheld tax, which is taken off, makes the parts of a return add up.
        for (auto const c : {Cubeta::iva16, Cubeta::iva8, Cubeta::ieps, Cubeta::ivaRet, Cubeta::isrRet}) {
            bool const retenido = c == Cubeta::ivaRet || c == Cubeta::isrRet;
            BOOST_REQUIRE_MESSAGE(declarado[c] >= (retenido ? Dinero{"-0.01"} : Dinero{}), texto(declarado));
            BOOST_REQUIRE_MESSAGE(hay_dinero || declarado[c].es_cero(), texto(declarado));
        }
        // In pesos, tax that was declared is what is neither owed nor came back.
        for (auto const c : {Cubeta::iva16, Cubeta::iva8, Cubeta::ieps})
            BOOST_REQUIRE_MESSAGE(v.d.tipoCambio != TipoCambio{"1"} || declarado[c] == resto[c] - v.queda.partes()[c],
                                  texto(declarado) << " de " << texto(resto) << " menos " << texto(v.queda.partes()));
        for (auto const& [impuesto, c] : {std::pair{"002", Cubeta::ivaRet}, std::pair{"001", Cubeta::isrRet}}) {
            Dinero importe, en_pesos;
            for (auto const& f : vivas.filas()) {
                BOOST_REQUIRE(!f.pendiente.es_negativo() && !f.pendienteMxn.es_negativo());
                if (f.impuesto == impuesto) importe += f.pendiente, en_pesos += f.pendienteMxn;
            }
            if (vivas.filas().empty()) continue;
            BOOST_REQUIRE(importe == v.queda.partes()[c] && en_pesos == pesos[c]);
        }
    }
    Dinero parte(Dinero todo) {
        return azar.uno_de(3) ? todo : Dinero::de_unidades(1 + azar.hasta(static_cast<std::int64_t>(todo.unidades())));
    }
    Cubetas algo_de(Cubetas const& resto) {
        Cubetas r = resto;
        if (azar.uno_de(3)) return r;
        bool const proporcion = azar.uno_de(2);  // a share of everything; or whole rates, as lines come back
        auto const cuanto = Dinero::de_unidades(1 + azar.hasta(100)), cien = Dinero::de_unidades(100);
        for (auto& x : r.valores) x = proporcion ? prorratear(x, cuanto, cien) : x;
        if (proporcion) return r;
        if (azar.uno_de(2)) r[Cubeta::base16] = r[Cubeta::iva16] = {};
        if (azar.uno_de(2)) r[Cubeta::base8] = r[Cubeta::iva8] = {};
        if (azar.uno_de(2)) r[Cubeta::base0] = r[Cubeta::exento] = {};
        Dinero bases, todas;  // IEPS is in them
        for (std::size_t i = 0; i < numero_bases; ++i) bases += r.valores[i], todas += resto.valores[i];
        if (todas.es_positivo()) r[Cubeta::ieps] = prorratear(r[Cubeta::ieps], bases, todas);
        return r;
    }
    void un_documento(bool en_pesos, bool retiene) {
        std::vector<LineaImportes> lineas(static_cast<std::size_t>(1 + azar.hasta(4)));
        for (auto& l : lineas) l = linea_al_azar(azar);
        auto const t = totalizar(lineas);
        if (!t.total.es_positivo()) return;
        auto const tasa = [&] {
            return en_pesos ? TipoCambio{"1"} : TipoCambio::de_unidades(1 + azar.hasta(25'000'000));
        };
        Documento v(t.cubetas, tasa());
        if (retiene) v.d.retenciones = Retenciones(retenciones_de(lineas, t, v.d.pesos, v.d.tipoCambio));
        std::list<std::vector<RetencionViva>> filas;
        std::vector<std::size_t> dinero, notas;
        Cubetas resto = t.cubetas;
        auto const quitar = [&](std::vector<std::size_t>& de) {
            auto const i = de.begin() + azar.hasta(std::ssize(de));
            v.quitar(*i), de.erase(i);
        };
        auto const cancelar_nota = [&] {
            // Not one that was used, nor while money has paid what it gave too much.
            auto libre = notas.begin();
            while (libre != notas.end() && !(v.nota(*libre).usado.es_cero() &&
                                             v.notas[static_cast<std::size_t>(libre - notas.begin())].debido.es_cero()))
                ++libre;
            if (libre == notas.end()) return;
            resto += v.nota(*libre).partes;
            v.quitar(*libre), notas.erase(libre);
            ++veces["nota cancelada"];
        };
        for (int n = 0; n < 14; ++n) {
            auto const que = azar.hasta(7);
            if (que < 3 && v.saldo().es_positivo()) {
                dinero.push_back(v.cobrar(parte(v.saldo()), azar.uno_de(2) ? v.d.tipoCambio : tasa()));
                ++veces["cobro"];
            } else if (que == 3 && notas.size() < 4) {
                auto const r = algo_de(resto);
                if (!r.total().es_positivo() || r.total() > resto.total()) continue;
                if (r.total() == resto.total() && r != resto) continue;
                filas.push_back(filas_de(v.d.retenciones, t.cubetas, r));
                auto const antes = v.notas;
                notas.push_back(v.devolver(r, filas.back()));
                resto -= r;
                for (std::size_t i = 0; i + 1 < notas.size(); ++i)  // those before it stay as they are
                    BOOST_REQUIRE(antes[i].toma.partes == v.notas[i].toma.partes && antes[i].saldo == v.notas[i].saldo);
                ++veces["devolución"];
            } else if (que == 4 && !notas.empty()) {
                auto const i = static_cast<std::size_t>(azar.hasta(std::ssize(notas)));
                if (!v.notas[i].saldo.es_positivo()) continue;
                v.usar(notas[i], parte(v.notas[i].saldo)), ++veces["reembolso"];
            } else if (que == 5 && !dinero.empty()) {
                quitar(dinero), ++veces["reversa"];
            } else if (que == 6 && !notas.empty()) {
                cancelar_nota();
            }
            revisar(v);
        }
        for (auto const& n : v.notas) veces["debe sin parte"] += n.debido.es_positivo() ? 1 : 0;
        // All of it undone, in any order.
        while (!dinero.empty() || !notas.empty()) {
            auto const que = azar.hasta(3);
            if (que == 0 && !dinero.empty()) quitar(dinero);
            if (que == 1)
                for (auto const n : notas)
                    if (!v.nota(n).usado.es_cero()) v.usar(n, -parte(v.nota(n).usado));
            if (que == 2) cancelar_nota();
            revisar(v);
        }
        BOOST_REQUIRE_EQUAL(texto(v.queda.partes()), texto(t.cubetas));
        BOOST_REQUIRE_EQUAL(texto(v.queda.pesos()), texto(v.d.pesos));
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(documents_at_random_undone_in_any_order) {
    AlAzar a;
    for (std::uint64_t semilla = 1; semilla <= 20'000; ++semilla) BOOST_TEST_CONTEXT("semilla " << semilla) {
            a.azar.motor.seed(semilla);
            a.un_documento(semilla % 3 != 0, semilla % 2 == 0);
        }
    for (auto const& [que, cuantas] : a.veces) BOOST_TEST_MESSAGE(que << " " << cuantas);
    for (auto const* que : {"cobro", "devolución", "reembolso", "reversa", "nota cancelada", "debe sin parte"})
        BOOST_CHECK_MESSAGE(a.veces[que] > 1'000, que << " " << a.veces[que]);
}

BOOST_AUTO_TEST_SUITE_END()
