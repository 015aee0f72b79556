#ifndef BOOST_TEST_DYN_LINK
#endif
#include "domain/valores/decimal.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(decimal_test)

using namespace gestor;

namespace {

template <class T>
std::string texto(T const& valor) {
    std::string salida;
    valor.escribir(salida);
    return salida;
}

// Text "código: mensaje" of the fault, or the canonical text.
template <class T>
std::string leido(std::string_view entrada) {
    T valor{};
    if (auto falla = T::leer(entrada, valor)) return std::string(falla->codigo) + ": " + falla->mensaje;
    return texto(valor);
}

template <class T>
std::string codigo_de(std::string_view entrada) {
    T valor{};
    auto const falla = T::leer(entrada, valor);
    return falla ? std::string(falla->codigo) : "";
}

template <class T>
T d(std::string_view entrada) {
    return T::de_base(entrada);
}

}  // namespace

BOOST_AUTO_TEST_CASE(lo_que_se_lee_y_como_se_escribe) {
    struct Fila {
        std::string_view entrada, dinero, importe, cantidad;
    };
    static constexpr Fila filas[] = {
        {"0", "0.00", "0.00", "0"},
        {"-0", "0.00", "0.00", "0"},
        {"-0.000", "0.00", "0.00", "0"},
        {"116", "116.00", "116.00", "116"},
        {"116.5", "116.50", "116.50", "116.5"},
        {"-116.05", "-116.05", "-116.05", "-116.05"},
        {"0.01", "0.01", "0.01", "0.01"},
        {"1.10000000000000000000000000", "1.10", "1.10", "1.1"},
        {"9999999999999.99", "9999999999999.99", "9999999999999.99", "9999999999999.99"},
        {"-9999999999999.99", "-9999999999999.99", "-9999999999999.99", "-9999999999999.99"},
    };
    for (auto const& f : filas) {
        BOOST_TEST_CONTEXT(f.entrada) {
            BOOST_TEST(leido<Dinero>(f.entrada) == f.dinero);
            BOOST_TEST(leido<Importe>(f.entrada) == f.importe);
            BOOST_TEST(leido<Cantidad>(f.entrada) == f.cantidad);
        }
    }
    BOOST_TEST(leido<Importe>("33.333333") == "33.333333");
    BOOST_TEST(leido<Importe>("46.395200") == "46.3952");
    BOOST_TEST(leido<Porcentaje>("12.3456") == "12.3456");
    BOOST_TEST(leido<Tasa>("0.000001") == "0.000001");
    BOOST_TEST(leido<Tasa>("-0.000001") == "-0.000001");
    BOOST_TEST((leido<Decimal<0, 0>>("42.000")) == "42");
}

BOOST_AUTO_TEST_CASE(no_es_un_numero_simple) {
    for (std::string_view mal :
         {"",  " ",   "abc",   "1e5",   "1E2", "1.5e-3", "+1",   "007", "00",       "00.5", "-01",  ".5",  "5.",
          "-", "--1", "1.2.3", "1,000", "1 ",  " 1",     "0x10", "NaN", "Infinity", "١",    "1.5x", "-.5", "1.-5"})
        BOOST_TEST_CONTEXT("'" << mal << "'") BOOST_TEST(codigo_de<Dinero>(mal) == "TIPO");
}

BOOST_AUTO_TEST_CASE(no_cabe) {
    BOOST_TEST(leido<Dinero>("1.005") == "RANGO: admite a lo más 2 decimales");
    BOOST_TEST(leido<Importe>("1.0000001") == "RANGO: admite a lo más 6 decimales");
    BOOST_TEST((leido<Decimal<0, 0>>("1.5")) == "RANGO: no admite decimales");
    BOOST_TEST(leido<Dinero>("1234567890123456") == "RANGO: admite a lo más 15 dígitos significativos");
    BOOST_TEST(leido<Dinero>("99999999999999.99") == "RANGO: admite a lo más 15 dígitos significativos");
    BOOST_TEST(leido<Importe>("1234567890.123456") == "RANGO: admite a lo más 15 dígitos significativos");
    BOOST_TEST(leido<Importe>("10000000000000") == "RANGO: admite a lo más 13 dígitos enteros");
    BOOST_TEST(leido<Importe>(std::string(100000, '9')) == "RANGO: admite a lo más 13 dígitos enteros");
    BOOST_TEST(leido<Dinero>("999999999999999") == "999999999999999.00");
    BOOST_TEST(leido<Importe>("123456789.123456") == "123456789.123456");
}

BOOST_AUTO_TEST_CASE(una_falla_no_toca_el_valor) {
    Dinero valor{"7.50"};
    BOOST_TEST(bool(Dinero::leer("1.005", valor)));
    BOOST_TEST(texto(valor) == "7.50");
}

BOOST_AUTO_TEST_CASE(restringidos) {
    BOOST_TEST(leido<Positivo<Cantidad>>("0.000001") == "0.000001");
    BOOST_TEST(leido<Positivo<Cantidad>>("0") == "MAYOR_QUE_CERO: debe ser mayor que 0");
    BOOST_TEST(codigo_de<Positivo<Cantidad>>("-0") == "MAYOR_QUE_CERO");
    BOOST_TEST(codigo_de<Positivo<Cantidad>>("-3") == "MAYOR_QUE_CERO");
    BOOST_TEST(codigo_de<Positivo<Cantidad>>("tres") == "TIPO");
    BOOST_TEST(codigo_de<Positivo<Dinero>>("1.234") == "RANGO");
    BOOST_TEST(leido<NoNegativo<Precio>>("0") == "0");
    BOOST_TEST(leido<NoNegativo<Precio>>("-0.01") == "RANGO: debe ser mayor o igual que 0");
    BOOST_CHECK_THROW(Positivo<Dinero>(Dinero{}), ValorInvalido);
    BOOST_CHECK_THROW(Positivo<Dinero>::de_base("0.00"), ValorInvalido);
    BOOST_CHECK_THROW(NoNegativo<Dinero>::de_base("-0.01"), ValorInvalido);

    // Constrained decimals enter the arithmetic as plain decimals.
    Positivo<Cantidad> const cantidad{"3"};
    NoNegativo<Precio> const precio{"99.99"};
    Importe const bruto = multiplicar<6>(cantidad, precio);
    BOOST_TEST(texto(bruto) == "299.97");
    BOOST_TEST(texto(bruto - cantidad) == "296.97");
    BOOST_TEST((cantidad < precio));
}

BOOST_AUTO_TEST_CASE(texto_de_la_base) {
    BOOST_TEST(texto(d<Dinero>("99999999999999999.99")) == "99999999999999999.99");
    BOOST_TEST(texto(d<Importe>("-9999999999999.999999")) == "-9999999999999.999999");
    BOOST_TEST(texto(d<Importe>("12.500000")) == "12.50");
    BOOST_TEST(texto(d<Dinero>("5.000000")) == "5.00");
    BOOST_CHECK_THROW(d<Dinero>("100000000000000000"), Desborde);
    BOOST_CHECK_THROW(d<Dinero>("1.001"), ValorInvalido);
    for (std::string_view mal : {"NaN", "Infinity", "", "1e3"}) BOOST_CHECK_THROW(d<Dinero>(mal), ValorInvalido);
}

BOOST_AUTO_TEST_CASE(suma_y_comparacion_entre_escalas) {
    static_assert(Dinero{"1.10"} == Tasa{"1.1"});
    static_assert(Dinero{"1.10"} < Tasa{"1.100001"});
    static_assert(-Dinero{"1.10"} < Dinero{});
    static_assert(std::is_convertible_v<Dinero, Importe>);
    static_assert(std::is_convertible_v<Cantidad, Importe>);
    static_assert(!std::is_convertible_v<Importe, Dinero>, "narrowing must have a name");
    static_assert(std::is_same_v<decltype(Dinero{} + Cantidad{}), Importe>);
    BOOST_TEST(texto(Dinero{"1.10"} + Cantidad{"0.000001"}) == "1.100001");
    BOOST_TEST(texto(Dinero{"1.10"} - Dinero{"2.20"}) == "-1.10");
    Importe suma;
    suma += Dinero{"10.00"};
    suma -= Tasa{"0.106667"};
    BOOST_TEST(texto(suma) == "9.893333");
    BOOST_TEST(texto(Dinero::de_entero(-12)) == "-12.00");
}

BOOST_AUTO_TEST_CASE(desborde) {
    auto const mayor = d<Dinero>("99999999999999999.99");
    BOOST_CHECK_THROW(mayor + Dinero{"0.01"}, Desborde);
    BOOST_CHECK_THROW(-mayor - Dinero{"0.01"}, Desborde);
    BOOST_CHECK_THROW(mayor + Importe{}, Desborde);  // beyond numeric(19,6)
    BOOST_CHECK_THROW(Importe{mayor}, Desborde);
    BOOST_CHECK_THROW(multiplicar<2>(mayor, mayor), Desborde);
    BOOST_CHECK_THROW(multiplicar<2>(mayor, Tasa{"1.16"}), Desborde);
    BOOST_CHECK_THROW(redondear<6>(mayor), Desborde);
    BOOST_CHECK_THROW(redondear<2>(d<Decimal<6, 0>>("9999999999999.999999")) + mayor, Desborde);
    BOOST_CHECK_THROW(dividir<6>(mayor, Tasa{"0.000001"}), Desborde);
    BOOST_CHECK_THROW(Dinero::de_entero(INT64_MAX), Desborde);
    BOOST_CHECK_THROW(dividir<2>(mayor, Dinero{}), DivisionEntreCero);
    BOOST_CHECK_THROW(prorratear(mayor, mayor, Dinero{}), DivisionEntreCero);
    BOOST_TEST(texto(prorratear(mayor, mayor, mayor)) == texto(mayor));
    BOOST_TEST((mayor <=> Importe{} == std::strong_ordering::greater));
    static_assert(std::is_base_of_v<std::overflow_error, Desborde>);
}

BOOST_AUTO_TEST_CASE(mitad_hacia_arriba_en_ambos_signos) {
    static constexpr std::pair<std::string_view, std::string_view> filas[] = {
        {"0.004999", "0.00"}, {"0.005", "0.01"},      {"-0.004999", "0.00"},  {"-0.005", "-0.01"},  {"2.345", "2.35"},
        {"2.355", "2.36"},    {"-2.345", "-2.35"},    {"1.005", "1.01"},      {"0.125", "0.13"},    {"0.115", "0.12"},
        {"99.995", "100.00"}, {"-99.995", "-100.00"}, {"193.4256", "193.43"}, {"0.994999", "0.99"},
    };
    for (auto const& [entrada, esperado] : filas)
        BOOST_TEST_CONTEXT(entrada) BOOST_TEST(texto(redondear<2>(d<Importe>(entrada))) == esperado);
    BOOST_TEST(texto(dividir<2>(Dinero{"1.00"}, Dinero{"3.00"})) == "0.33");
    BOOST_TEST(texto(dividir<2>(Dinero{"-2.00"}, Dinero{"3.00"})) == "-0.67");
    BOOST_TEST(texto(dividir<2>(Dinero{"1.00"}, Dinero{"-8.00"})) == "-0.13");
    BOOST_TEST(texto(dividir<2>(Dinero{"-1.00"}, Dinero{"-8.00"})) == "0.13");
    BOOST_TEST(texto(dividir<0>(Tasa{"0.5"}, Dinero{"1.00"})) == "1");
    BOOST_TEST(texto(dividir<0>(Tasa{"0.499999"}, Decimal<0, 0>{"1"})) == "0");
}

// Vector V1 of the fiscal algorithm: 6 decimals per line, groups rounded to 2.
BOOST_AUTO_TEST_CASE(vector_v1) {
    struct Linea {
        Cantidad cantidad;
        Precio precio;
        Importe descuento;
        Tasa ieps, iva, iva_retenido, isr_retenido;
        std::string_view iva_esperado;
    };
    static constexpr Linea lineas[] = {
        {"3", "99.99", "10", "0", "0.16", "0", "0", "46.3952"},
        {"2.5", "33.333333", "0", "0", "0.08", "0", "0", "6.666667"},
        {"10", "12.50", "0", "0.08", "0.16", "0", "0", "21.60"},
        {"1", "500", "0", "0", "0", "0", "0", "0.00"},
        {"1", "200", "0", "0", "0", "0", "0", "0.00"},
        {"1", "1000", "0", "0", "0.16", "0.106667", "0.10", "160.00"},
    };
    Importe bruto, descuento, ieps, iva16, iva8, base16, base8, iva_retenido, isr_retenido;
    for (auto const& l : lineas) {
        Importe const bruto_linea = multiplicar<6>(l.cantidad, l.precio);
        Importe const base = bruto_linea - l.descuento;
        Importe const ieps_linea = multiplicar<6>(base, l.ieps);
        Importe const iva = multiplicar<6>(base + ieps_linea, l.iva);
        BOOST_TEST(texto(iva) == l.iva_esperado);
        bruto += bruto_linea;
        descuento += l.descuento;
        ieps += ieps_linea;
        if (l.iva == Tasa{"0.16"}) iva16 += iva, base16 += base + ieps_linea;
        if (l.iva == Tasa{"0.08"}) iva8 += iva, base8 += base + ieps_linea;
        iva_retenido += multiplicar<6>(base, l.iva_retenido);
        isr_retenido += multiplicar<6>(base, l.isr_retenido);
    }
    Dinero const subtotal = redondear<2>(bruto) - redondear<2>(descuento);
    Dinero const iva = redondear<2>(iva16) + redondear<2>(iva8);
    Dinero const total = subtotal + iva + redondear<2>(ieps) - redondear<2>(iva_retenido) - redondear<2>(isr_retenido);
    BOOST_TEST(texto(redondear<2>(bruto)) == "2208.30");
    BOOST_TEST(texto(subtotal) == "2198.30");
    BOOST_TEST(texto(redondear<2>(base16)) == "1424.97");
    BOOST_TEST(texto(redondear<2>(base8)) == "83.33");
    BOOST_TEST(texto(redondear<2>(iva16)) == "228.00");
    BOOST_TEST(texto(redondear<2>(iva8)) == "6.67");
    BOOST_TEST(texto(iva) == "234.67");
    BOOST_TEST(texto(redondear<2>(ieps)) == "10.00");
    BOOST_TEST(texto(redondear<2>(iva_retenido)) == "106.67");
    BOOST_TEST(texto(redondear<2>(isr_retenido)) == "100.00");
    BOOST_TEST(texto(total) == "2236.30");
}

// Vectors V2 (cumulative proration), V3 (average cost), V5 (egress unwrapped) and V10 (layers).
BOOST_AUTO_TEST_CASE(vectores_de_prorrateo) {
    Dinero const iva{"160.00"}, total{"1160.00"};
    Dinero aplicado, cobrado;
    std::vector<std::string> partes;
    for (Dinero pago : {Dinero{"333.33"}, Dinero{"333.33"}, Dinero{"493.34"}}) {
        aplicado += pago;
        Dinero const parte = prorratear(iva, aplicado, total) - cobrado;
        cobrado += parte;
        partes.push_back(texto(parte));
    }
    BOOST_TEST((partes == std::vector<std::string>{"45.98", "45.97", "68.05"}));
    BOOST_TEST(texto(dividir<6>(Dinero{"1550.00"}, Cantidad{"15"})) == "103.333333");
    BOOST_TEST(texto(prorratear(Dinero{"1550.00"}, Cantidad{"12"}, Cantidad{"15"})) == "1240.00");
    BOOST_TEST(texto(dividir<2>(Dinero{"953.33"}, Tasa{"0.953333"})) == "1000.00");
    BOOST_TEST(texto(dividir<2>(Dinero{"99.99"}, Tasa{"1.2528"})) == "79.81");
    BOOST_TEST(texto(prorratear(Dinero{"100.00"}, Cantidad{"1"}, Cantidad{"3"})) == "33.33");
    BOOST_TEST(texto(prorratear(Dinero{"66.67"}, Cantidad{"1"}, Cantidad{"2"})) == "33.34");
}

BOOST_AUTO_TEST_CASE(forma_publicada) {
    BOOST_TEST((Dinero::forma().clase == Clase::numero));
    BOOST_TEST(Dinero::forma().decimales == 2);
    BOOST_TEST(Dinero::forma().maximo == "999999999999999");
    BOOST_TEST(Importe::forma().maximo == "9999999999999.99");
    BOOST_TEST(Positivo<Importe>::forma().mayor_que == "0");
    BOOST_TEST(Positivo<Importe>::forma().minimo == "");
    BOOST_TEST(NoNegativo<Importe>::forma().minimo == "0");
    // The published bounds and examples are accepted; values beyond a bound are refused.
    for (auto const& f : {Dinero::forma(), Porcentaje::forma()}) {
        BOOST_TEST(codigo_de<Dinero>(f.maximo) == "");
        BOOST_TEST(codigo_de<Dinero>(f.minimo) == "");
        BOOST_TEST(codigo_de<Dinero>(f.ejemplo) == "");
    }
    BOOST_TEST(codigo_de<Importe>(Importe::forma().maximo) == "");
    BOOST_TEST(codigo_de<Importe>("9999999999999.991") == "RANGO");
    BOOST_TEST(codigo_de<Dinero>("999999999999999.01") == "RANGO");
}

// ---- The oracle: school arithmetic on strings of digits ------------------------------------------------------------
namespace {

std::string limpio(std::string n) {
    n.erase(0, std::min(n.find_first_not_of('0'), n.size() - 1));
    return n;
}
int comparar(std::string const& a, std::string const& b) {
    if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
    return a.compare(b);
}
std::string sumar(std::string a, std::string b) {
    a.insert(0, std::max(a.size(), b.size()) - a.size() + 1, '0');
    b.insert(0, a.size() - b.size(), '0');
    int lleva = 0;
    for (std::size_t i = a.size(); i-- > 0;) {
        int const s = a[i] - '0' + b[i] - '0' + lleva;
        a[i] = static_cast<char>('0' + s % 10);
        lleva = s / 10;
    }
    return limpio(a);
}
std::string restar(std::string a, std::string b) {  // requires a >= b
    b.insert(0, a.size() - b.size(), '0');
    int debe = 0;
    for (std::size_t i = a.size(); i-- > 0;) {
        int const r = a[i] - b[i] - debe;
        a[i] = static_cast<char>('0' + (r < 0 ? r + 10 : r));
        debe = r < 0;
    }
    return limpio(a);
}
std::string producto(std::string const& a, std::string const& b) {
    std::string p = "0";
    for (char cifra : b) {
        p = limpio(p + "0");
        for (int i = 0; i < cifra - '0'; ++i) p = sumar(p, a);
    }
    return p;
}
std::string cociente_mitad_arriba(std::string const& a, std::string const& b) {
    std::string c, r = "0";
    for (char cifra : a) {
        r = limpio(r + cifra);
        char q = '0';
        for (; comparar(r, b) >= 0; ++q) r = restar(r, b);
        c += q;
    }
    c = limpio(c);
    return comparar(sumar(r, r), b) >= 0 ? sumar(c, "1") : c;
}

// Exacto: units and a sign; written as a decimal with up to 6 places.
struct Exacto {
    bool negativo = false;
    std::string unidades = "0";
};
std::string decimal6(Exacto const& e) {
    if (e.unidades.size() > 19) return "Desborde";
    std::string u = e.unidades;
    if (u.size() < 7) u.insert(0, 7 - u.size(), '0');
    std::string entera = u.substr(0, u.size() - 6), fraccion = u.substr(u.size() - 6);
    while (fraccion.ends_with('0')) fraccion.pop_back();
    std::string const s = fraccion.empty() ? entera : entera + "." + fraccion;
    return e.negativo && s != "0" ? "-" + s : s;
}
Exacto suma(Exacto const& a, Exacto const& b) {
    if (a.negativo == b.negativo) return {a.negativo, sumar(a.unidades, b.unidades)};
    if (comparar(a.unidades, b.unidades) >= 0) return {a.negativo, restar(a.unidades, b.unidades)};
    return {b.negativo, restar(b.unidades, a.unidades)};
}

template <class F>
std::string resultado(F f) {
    try {
        return texto(f());
    } catch (Desborde const&) {
        return "Desborde";
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(cien_mil_al_azar_contra_el_oraculo) {
    std::mt19937_64 azar(20250301);
    auto numero = [&] {
        Exacto e{azar() % 2 == 0, ""};
        for (std::size_t n = 1 + azar() % 19; n > 0; --n) e.unidades += static_cast<char>('0' + azar() % 10);
        if (azar() % 8 == 0) e.unidades.back() = '5';  // halves are the hard case of rounding
        e.unidades = limpio(e.unidades);
        return e;
    };
    int fallos = 0;
    auto igual = [&](char const* que, Exacto const& a, Exacto const& b, std::string const& obtenido,
                     std::string const& esperado) {
        if (obtenido == esperado) return;
        ++fallos;
        BOOST_TEST_MESSAGE(que << " " << decimal6(a) << " " << decimal6(b) << ": " << obtenido << " != " << esperado);
    };
    for (int i = 0; i < 100'000; ++i) {
        Exacto const a = numero(), b = numero();
        auto const x = Cantidad::de_base(decimal6(a)), y = Cantidad::de_base(decimal6(b));
        bool const signo = a.negativo != b.negativo;
        igual("lectura", a, a, texto(x), decimal6(a));
        igual("+", a, b, resultado([&] { return x + y; }), decimal6(suma(a, b)));
        igual("-", a, b, resultado([&] { return x - y; }), decimal6(suma(a, {!b.negativo, b.unidades})));
        igual("<=>", a, b,
              x < y   ? "<"
              : x > y ? ">"
                      : "=",
              [&, r = suma(a, {!b.negativo, b.unidades})] {
                  return std::string(r.unidades == "0" ? "=" : r.negativo ? "<" : ">");
              }());
        if (i % 10 != 0) continue;  // the costly checks run for a tenth of the cases
        igual("multiplicar", a, b, resultado([&] { return multiplicar<6>(x, y); }),
              decimal6({signo, cociente_mitad_arriba(producto(a.unidades, b.unidades), "1000000")}));
        if (b.unidades == "0") continue;
        igual("dividir", a, b, resultado([&] { return dividir<6>(x, y); }),
              decimal6({signo, cociente_mitad_arriba(a.unidades + "000000", b.unidades)}));
        igual("prorratear", a, b, resultado([&] { return prorratear(x, x, y); }),
              decimal6({b.negativo, cociente_mitad_arriba(producto(a.unidades, a.unidades), b.unidades)}));
        igual("redondear", a, b, resultado([&] { return Cantidad(redondear<2>(x)); }),
              decimal6({a.negativo, cociente_mitad_arriba(a.unidades, "10000") + "0000"}));
    }
    BOOST_TEST(fallos == 0);
}

BOOST_AUTO_TEST_SUITE_END()
