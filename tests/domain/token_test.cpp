#include "domain/operacion/token.hpp"
#include "domain/valores/base64.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

BOOST_AUTO_TEST_SUITE(token_test)

using namespace gestor;

namespace {

constexpr std::int64_t ahora = 1'750'000'000;

std::string const secreto_a = base64(std::string(32, 'a'));
std::string const secreto_b = base64(std::string(40, 'b'));

Token muestra() {
    Token t;
    t.sesion.usuarioId = 5;
    t.sesion.organizacionId = 2;
    t.sesion.consumidorApiId = 9;
    t.sesion.sucursalId = 0;
    t.sesion.expira = ahora + 3600;
    t.sesion.permisos = {"*.leer", "ventas.cancelar"};
    t.version_usuario = 3;
    t.version_consumidor = 4;
    return t;
}

struct PartesDeToken {
    std::string encabezado, reclamos, firma;
    explicit PartesDeToken(std::string const& token) {
        auto const p1 = token.find('.'), p2 = token.rfind('.');
        encabezado = token.substr(0, p1);
        reclamos = token.substr(p1 + 1, p2 - p1 - 1);
        firma = token.substr(p2 + 1);
    }
    std::string junto() const { return encabezado + "." + reclamos + "." + firma; }
};

std::string url(std::string const& claro) {
    auto t = base64(claro);
    for (char& c : t) c = c == '+' ? '-' : c == '/' ? '_' : c;
    while (t.ends_with('=')) t.pop_back();
    return t;
}
std::string claro(std::string t) {
    for (char& c : t) c = c == '-' ? '+' : c == '_' ? '/' : c;
    while (t.size() % 4 != 0) t += '=';
    return base64_leer(t).value();
}

}  // namespace

BOOST_AUTO_TEST_CASE(round_trip) {
    Llavero const llavero("k1 " + secreto_a, "gestor");
    auto const texto = llavero.emitir(muestra(), ahora);
    PartesDeToken const p(texto);
    BOOST_CHECK_EQUAL(claro(p.encabezado), R"({"alg":"HS256","typ":"JWT","kid":"k1"})");
    BOOST_CHECK_EQUAL(
        claro(p.reclamos),
        R"({"iss":"gestor","aud":"gestor","sub":5,"org":2,"con":9,"suc":0,"per":["*.leer","ventas.cancelar"],)"
        R"("ver":3,"vec":4,"iat":1750000000,"exp":1750003600})");
    auto const t = llavero.verificar(texto, ahora);
    BOOST_REQUIRE(t);
    BOOST_CHECK_EQUAL(t->sesion.usuarioId, 5);
    BOOST_CHECK_EQUAL(t->sesion.organizacionId, 2);
    BOOST_CHECK_EQUAL(t->sesion.consumidorApiId, 9);
    BOOST_CHECK_EQUAL(t->sesion.sucursalId, 0);
    BOOST_CHECK_EQUAL(t->sesion.expira, ahora + 3600);
    BOOST_CHECK(t->sesion.permisos == muestra().sesion.permisos);
    BOOST_CHECK_EQUAL(t->version_usuario, 3);
    BOOST_CHECK_EQUAL(t->version_consumidor, 4);
}

BOOST_AUTO_TEST_CASE(rotation) {
    Llavero const viejo("k1 " + secreto_a, "gestor");
    Llavero const ambos("k2 " + secreto_b + "\nk1 " + secreto_a + "\n", "gestor");
    Llavero const nuevo("k2 " + secreto_b, "gestor");
    auto const de_antes = viejo.emitir(muestra(), ahora);
    auto const de_ahora = ambos.emitir(muestra(), ahora);
    BOOST_CHECK(claro(PartesDeToken(de_ahora).encabezado).find("\"k2\"") != std::string::npos);  // the first key signs
    BOOST_CHECK(ambos.verificar(de_antes, ahora));
    BOOST_CHECK(ambos.verificar(de_ahora, ahora));
    BOOST_CHECK(nuevo.verificar(de_ahora, ahora));
    BOOST_CHECK(!nuevo.verificar(de_antes, ahora));  // the key was removed
    BOOST_CHECK(!viejo.verificar(de_ahora, ahora));
    // the same kid with another secret
    BOOST_CHECK(!Llavero("k1 " + secreto_b, "gestor").verificar(de_antes, ahora));
}

BOOST_AUTO_TEST_CASE(its_time) {
    Llavero const llavero("k1 " + secreto_a, "gestor");
    auto const texto = llavero.emitir(muestra(), ahora);
    BOOST_CHECK(llavero.verificar(texto, ahora + 3599));
    BOOST_CHECK(!llavero.verificar(texto, ahora + 3600));
    BOOST_CHECK(!llavero.verificar(texto, ahora + 100'000));
    BOOST_CHECK(llavero.verificar(texto, ahora - 5));  // clocks of two of our servers may differ by 5 s
    BOOST_CHECK(!llavero.verificar(texto, ahora - 6));
}

BOOST_AUTO_TEST_CASE(issuer) {
    Llavero const otro("k1 " + secreto_a, "otro");
    BOOST_CHECK(!Llavero("k1 " + secreto_a, "gestor").verificar(otro.emitir(muestra(), ahora), ahora));
    BOOST_CHECK(otro.verificar(otro.emitir(muestra(), ahora), ahora));
}

BOOST_AUTO_TEST_CASE(every_single_character_counts) {
    Llavero const llavero("k1 " + secreto_a, "gestor");
    auto const texto = llavero.emitir(muestra(), ahora);
    for (std::size_t i = 0; i < texto.size(); ++i)
        for (char const c : {'A', 'B', 'Q', 'g', 'w', '4', '-', '_', '.', '=', '+'}) {
            auto otro = texto;
            if (otro[i] == c) continue;
            otro[i] = c;
            BOOST_REQUIRE_MESSAGE(!llavero.verificar(otro, ahora), "accepted with " << c << " at " << i);
        }
    // the last character carries two unused bits: only one spelling of a token is accepted
    for (char const c : std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")) {
        auto const otro = texto.substr(0, texto.size() - 1) + c;
        BOOST_CHECK_EQUAL(llavero.verificar(otro, ahora).has_value(), otro == texto);
    }
    for (std::size_t n = 0; n < texto.size(); ++n) BOOST_REQUIRE(!llavero.verificar(texto.substr(0, n), ahora));
    for (char const c : {'=', 'A', '.', ' ', '\n', '\0'}) BOOST_CHECK(!llavero.verificar(texto + c, ahora));
    BOOST_CHECK(!llavero.verificar(" " + texto, ahora));
    BOOST_CHECK(llavero.verificar(texto, ahora));
}

BOOST_AUTO_TEST_CASE(headers_that_an_attacker_would_choose) {
    Llavero const llavero("k1 " + secreto_a, "gestor");
    PartesDeToken const bueno(llavero.emitir(muestra(), ahora));
    for (auto const* encabezado :
         {R"({"alg":"none","typ":"JWT","kid":"k1"})", R"({"alg":"none"})", R"({"alg":"HS512","typ":"JWT","kid":"k1"})",
          R"({"alg":"RS256","typ":"JWT","kid":"k1"})", R"({"alg":"HS256","typ":"JWT"})",
          R"({"alg":"HS256","typ":"JWT","kid":"k9"})", R"({"typ":"JWT","alg":"HS256","kid":"k1"})",
          R"({"alg":"HS256","typ":"JWT","kid":"k1","crit":["x"]})",
          R"({"alg":"HS256","typ":"JWT","kid":"k1","jwk":{}})", R"({"alg": "HS256","typ":"JWT","kid":"k1"})"}) {
        PartesDeToken p = bueno;
        p.encabezado = url(encabezado);
        BOOST_CHECK(!llavero.verificar(p.junto(), ahora));
        p.firma.clear();
        BOOST_CHECK(!llavero.verificar(p.junto(), ahora));
    }
    for (std::string const& malo : {std::string(), std::string("."), std::string(".."), std::string("..."),
                                    std::string("a.b.c"), std::string(9000, 'a'), std::string(9000, '.'),
                                    bueno.encabezado + "." + bueno.reclamos, bueno.encabezado + ".." + bueno.firma})
        BOOST_CHECK(!llavero.verificar(malo, ahora));
}

BOOST_AUTO_TEST_CASE(claims_cannot_be_swapped) {
    Llavero const llavero("k1 " + secreto_a, "gestor");
    auto otro = muestra();
    otro.sesion.organizacionId = 1;
    PartesDeToken a(llavero.emitir(muestra(), ahora));
    PartesDeToken const b(llavero.emitir(otro, ahora));
    a.reclamos = b.reclamos;
    BOOST_CHECK(!llavero.verificar(a.junto(), ahora));
    a.firma = b.firma;
    BOOST_REQUIRE(llavero.verificar(a.junto(), ahora));  // control: the whole token is b's
    BOOST_CHECK_EQUAL(llavero.verificar(a.junto(), ahora)->sesion.organizacionId, 1);
}

BOOST_AUTO_TEST_CASE(key_files) {
    auto const error = [](std::string const& archivo) {
        try {
            Llavero llavero(archivo, "gestor");
            return std::string("bien");
        } catch (std::runtime_error const& e) {
            return std::string(e.what());
        }
    };
    BOOST_CHECK_EQUAL(error("k1 " + secreto_a), "bien");
    BOOST_CHECK_EQUAL(error("\n  k1   " + secreto_a + "  \n\nk2\t" + secreto_b + "\n"), "bien");
    BOOST_CHECK(error("").find("no hay llaves") != std::string::npos);
    BOOST_CHECK(error(" \n").find("no hay llaves") != std::string::npos);
    BOOST_CHECK(error("k1 " + base64(std::string(31, 'x'))).find("k1") != std::string::npos);
    BOOST_CHECK(error("k1 no-base64").find("k1") != std::string::npos);
    BOOST_CHECK(error("k1 " + secreto_a + "\nk2").find("k2") !=
                std::string::npos);  // a truncated key is an error, not skipped
    BOOST_CHECK(error("k1\nk2 " + secreto_a).find("k1") != std::string::npos);
    // two keys with the same kid
    BOOST_CHECK(error("k1 " + secreto_a + "\nk1 " + secreto_b).find("k1") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(encodings) {
    BOOST_CHECK_EQUAL(base64(""), "");
    BOOST_CHECK_EQUAL(base64("f"), "Zg==");
    BOOST_CHECK_EQUAL(base64("foobar"), "Zm9vYmFy");
    BOOST_CHECK_EQUAL(base64_leer("Zm9vYg==").value(), "foob");
    for (auto const* malo : {"Zg", "Zg=", "Z===*", "####"}) BOOST_CHECK(!base64_leer(malo));
    BOOST_CHECK_EQUAL(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    BOOST_CHECK_EQUAL(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

BOOST_AUTO_TEST_SUITE_END()
