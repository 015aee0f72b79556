// Notes of a document, settled again: numbers of an accountant, and random documents whose payments, refunds and notes
// are undone in any order. No part falls below 0, no tax is declared without money, and nothing is left at the end.
#include "domain/motor/cartera/reliquidar.hpp"

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

// Documento: a document, its registered payments and notes, and its present rest.
struct Documento {
    DocumentoConNotas d{};
    std::vector<Registrado> registro{};
    std::vector<Liquidada> notas{};  // notes in force, in order
    Pendiente queda{};

    Documento(Cubetas const& partes, TipoCambio tipo_cambio = TipoCambio{"1"}) {
        d.tipoCambio = tipo_cambio;
        d.partes = d.alNacer = partes;
        d.pesos = d.alNacerMxn = a_pesos(partes, tipo_cambio);
        queda.nacer(d.alNacer, d.alNacerMxn);
    }
    Dinero saldo() const { return queda.partes().total(); }

    // Collects money at its own rate; returns its index in the register.
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

    // Settles all registered rows in force, one after the other; later rows belong to a new stretch.
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
    // declarado: sum of the taxes, as declared.
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
           ",0.00,0.00,0.00,0.00)";
}
Cubetas const gravado = base16(Dinero{"1000.00"}, Dinero{"160.00"});
Cubetas const cero = tasa_cero(Dinero{"1000.00"}), medio = tasa_cero(Dinero{"500.00"});
Cubetas con_isr(Dinero importe, Dinero isr) {
    Cubetas c = de_una_parte(importe);
    c[Cubeta::isrRet] = isr;
    return c;
}

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
    // The refund is undone: the note pays the debt, and no debt is left without parts.
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

// In pesos the declared tax is given back at the rate of its payment, and the debt is at the rate of the document.
BOOST_AUTO_TEST_CASE(in_foreign_currency_all_of_it_goes_back) {
    Documento v(mas(gravado, cero), TipoCambio{"17.123457"});
    auto const deposito = v.cobrar(Dinero{"1080.00"}, TipoCambio{"19.5"});
    v.devolver(base16(Dinero{"500.00"}, Dinero{"80.00"}));
    BOOST_CHECK_EQUAL(texto(v.notas[0].toma.declarado.iva()), "780.00");  // 40.00 at 19.5
    v.quitar(deposito);
    BOOST_CHECK(v.declarado() == Cubetas{});
    BOOST_CHECK_EQUAL(texto(v.queda.partes()), de("500.00", "80.00", "1000.00", "0.00"));
}

// ISR withheld from a document without VAT breakdown (objeto de impuesto 06): undoing the refund made a debt of the
// same part, without its ISR.
BOOST_AUTO_TEST_CASE(a_refund_is_taken_back_after_its_debt_was_paid) {
    Documento v(con_isr(Dinero{"1000.00"}, Dinero{"100.00"}));
    auto const cheque = v.cobrar(Dinero{"900.00"});
    auto const nota = v.devolver(con_isr(Dinero{"500.00"}, Dinero{"50.00"}));
    v.usar(nota, Dinero{"450.00"});
    v.quitar(cheque);
    BOOST_CHECK_EQUAL(texto(v.saldo()), "900.00");
    v.cobrar(Dinero{"800.00"});
    v.usar(nota, Dinero{"-450.00"});
    BOOST_CHECK(v.queda.partes() == Cubetas{} && v.queda.pesos() == Cubetas{});
    BOOST_CHECK_EQUAL(texto(v.notas[0].saldo), "350.00");
    BOOST_CHECK_EQUAL(texto(v.declarado()), texto(con_isr(Dinero{"500.00"}, Dinero{"50.00"})));
    auto const mitad = con_isr(Dinero{"250.00"}, Dinero{"25.00"});
    v.devolver(mitad);
    BOOST_CHECK_EQUAL(texto(v.declarado()[Cubeta::isrRet]), "25.00");
    v.devolver(mitad);
    BOOST_CHECK(v.saldo().es_cero() && v.declarado()[Cubeta::isrRet].es_cero());
    BOOST_CHECK_EQUAL(texto(v.notas[0].saldo), "350.00");
    BOOST_CHECK(v.notas[1].saldo == mitad.total() && v.notas[2].saldo == mitad.total());
}

// One cent of ISR alone is no debt: a later note would pay less than 0 of it.
BOOST_AUTO_TEST_CASE(a_cent_of_withheld_tax_is_all_that_is_left) {
    Documento v(con_isr(Dinero{"100.00"}, Dinero{"0.02"}));
    auto const cheque = v.cobrar(v.saldo());
    auto const nota = v.devolver(con_isr(Dinero{"50.00"}, Dinero{"0.01"}));
    auto const otra = v.devolver(con_isr(Dinero{"20.00"}, Dinero{"0.01"}));
    v.usar(nota, Dinero{"49.99"});
    v.quitar(cheque);
    v.cobrar(Dinero{"79.99"});
    v.quitar(otra);
    v.devolver(con_isr(Dinero{"10.00"}, Dinero{}));
    v.usar(nota, Dinero{"-49.99"});
    // 79.99 was paid of 99.98 − 49.99 − 10.00.
    BOOST_CHECK(v.queda.partes() == Cubetas{});
    BOOST_CHECK_EQUAL(texto(v.notas[0].saldo), "30.00");
    BOOST_CHECK_EQUAL(texto(v.notas[1].saldo), "10.00");
    BOOST_CHECK_EQUAL(texto(v.declarado()[Cubeta::isrRet]), "0.01");
}

// A note used elsewhere has in its favour at most its own rest; the next note has the remainder.
BOOST_AUTO_TEST_CASE(money_that_came_too_much_is_in_favour_of_notes_that_have_room_for_it) {
    Cubetas cuarenta = de_una_parte(Dinero{"40.00"}), cien = de_una_parte(Dinero{"100.00"});
    Documento v(cien);
    auto const cheque = v.cobrar(Dinero{"100.00"});
    auto const una = v.devolver(cuarenta), otra = v.devolver(cuarenta);
    v.usar(una, Dinero{"10.00"});
    v.usar(otra, Dinero{"40.00"});
    v.quitar(cheque);
    BOOST_CHECK_EQUAL(texto(v.saldo()), "70.00");
    v.cobrar(v.saldo());
    v.usar(otra, Dinero{"-40.00"});
    BOOST_CHECK(v.saldo().es_cero());
    BOOST_CHECK_EQUAL(texto(v.notas[0].saldo), "30.00");
    BOOST_CHECK_EQUAL(texto(v.notas[1].saldo), "10.00");
}

namespace {

// Withholding rows of a note, in proportion to the part of the document's withholding that the note takes.
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
        BOOST_REQUIRE_MESSAGE(!negativas(v.queda.partes()) && !negativas(pesos) && !v.saldo().es_negativo(),
                              texto(v.queda.partes()) << texto(pesos));
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
        // Net balance: the sale less its returns, less the money.
        Cubetas const resto = menos(v.d.partes, devuelto);
        BOOST_REQUIRE_EQUAL(texto(v.saldo() - a_favor), texto(resto.total() - cobrado + usado));
        auto const tomado = v.tomado();
        auto const declarado = menos(tomado.flujo, tomado.declarado);
        auto const vivas = v.vivas();
        // No tax is declared without money; only a cent of withheld tax, which is subtracted, may make the parts of a
        // return add up.
        for (auto const c : {Cubeta::iva16, Cubeta::iva8, Cubeta::ieps, Cubeta::ivaRet, Cubeta::isrRet}) {
            bool const retenido = c == Cubeta::ivaRet || c == Cubeta::isrRet;
            BOOST_REQUIRE_MESSAGE(declarado[c] >= (retenido ? Dinero{"-0.01"} : Dinero{}), texto(declarado));
            BOOST_REQUIRE_MESSAGE(hay_dinero || declarado[c].es_cero(), texto(declarado));
        }
        // In pesos, declared tax = tax that is neither owed nor given back.
        for (auto const c : {Cubeta::iva16, Cubeta::iva8, Cubeta::ieps})
            BOOST_REQUIRE_MESSAGE(v.d.tipoCambio != TipoCambio{"1"} || declarado[c] == resto[c] - v.queda.partes()[c],
                                  texto(declarado) << " de " << texto(resto) << " menos " << texto(v.queda.partes()));
        for (auto const& [impuesto, c] : {std::pair{"002", Cubeta::ivaRet}, std::pair{"001", Cubeta::isrRet}}) {
            Dinero importe, en_pesos, flujo;
            for (auto const& f : vivas.filas()) {
                BOOST_REQUIRE(!f.pendiente.es_negativo() && !f.pendienteMxn.es_negativo());
                if (f.impuesto == impuesto) importe += f.pendiente, en_pesos += f.pendienteMxn;
            }
            if (vivas.filas().empty()) continue;
            BOOST_REQUIRE(importe == v.queda.partes()[c] && en_pesos == pesos[c]);
            for (auto const& p : tomado.retenciones)
                if (vivas.fila(p).impuesto == impuesto) flujo += p.flujo;
            BOOST_REQUIRE_EQUAL(texto(flujo), texto(declarado[c]));
        }
    }
    Dinero parte(Dinero todo) {
        return azar.uno_de(3) ? todo : Dinero::de_unidades(1 + azar.hasta(static_cast<std::int64_t>(todo.unidades())));
    }
    Cubetas algo_de(Cubetas const& resto) {
        Cubetas r = resto;
        if (azar.uno_de(3)) return r;
        // true: a share of everything; false: whole rates, as when lines are returned
        bool const proporcion = azar.uno_de(2);
        auto const cuanto = Dinero::de_unidades(1 + azar.hasta(100)), cien = Dinero::de_unidades(100);
        for (auto& x : r.valores) x = proporcion ? prorratear(x, cuanto, cien) : x;
        if (proporcion) return r;
        if (azar.uno_de(2)) r[Cubeta::base16] = r[Cubeta::iva16] = {};
        if (azar.uno_de(2)) r[Cubeta::base8] = r[Cubeta::iva8] = {};
        if (azar.uno_de(2)) r[Cubeta::base0] = r[Cubeta::exento] = {};
        Dinero bases, todas;  // bases include IEPS, and withholdings are computed on them
        for (std::size_t i = 0; i < numero_bases; ++i) bases += r.valores[i], todas += resto.valores[i];
        for (auto const c : {Cubeta::ieps, Cubeta::ivaRet, Cubeta::isrRet})
            if (todas.es_positivo()) r[c] = prorratear(r[c], bases, todas);
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
            // First note that was not used and whose excess no payment has covered.
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
                Dinero const importe = parte(v.saldo());
                dinero.push_back(v.cobrar(importe, azar.uno_de(2) ? v.d.tipoCambio : tasa()));
                ++veces["cobro"];
            } else if (que == 3 && notas.size() < 4) {
                auto const r = algo_de(resto);
                if (!r.total().es_positivo() || r.total() > resto.total()) continue;
                if (r.total() == resto.total() && r != resto) continue;
                filas.push_back(filas_de(v.d.retenciones, t.cubetas, r));
                auto const antes = v.notas;
                notas.push_back(v.devolver(r, filas.back()));
                resto -= r;
                for (std::size_t i = 0; i + 1 < notas.size(); ++i)  // earlier notes stay as they are
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
        // Undoes all payments and notes, in any order.
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
    for (std::uint64_t semilla = 1; semilla <= rondas(20'000); ++semilla) BOOST_TEST_CONTEXT("semilla " << semilla) {
            a.azar.motor.seed(semilla);
            a.un_documento(semilla % 3 != 0, semilla % 2 == 0);
        }
    for (auto const& [que, cuantas] : a.veces) BOOST_TEST_MESSAGE(que << " " << cuantas);
    if (!rondas_enteras) return;
    for (auto const* que : {"cobro", "devolución", "reembolso", "reversa", "nota cancelada", "debe sin parte"})
        BOOST_CHECK_MESSAGE(a.veces[que] > 1'000, que << " " << a.veces[que]);
}

// Seeds that failed in the past: rows below 0 when a note was cancelled or before a note took part of them, rows used
// as weights after they had ended, money for which no note had room.
BOOST_AUTO_TEST_CASE(documents_that_failed_once) {
    AlAzar a;
    for (std::uint64_t const semilla :
         {777'183'954U, 777'192'592U, 777'090'042U, 777'151'332U, 777'252'452U, 778'126'570U})
        BOOST_TEST_CONTEXT("semilla " << semilla) {
            a.azar.motor.seed(semilla);
            auto const cual = semilla % 1'000'000;
            a.un_documento(cual % 3 != 0, cual % 2 == 0);
        }
}

BOOST_AUTO_TEST_SUITE_END()
