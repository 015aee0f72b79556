#include "domain/seguridad/proveedores.hpp"

#include <unistd.h>

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <fstream>
#include <map>
#include <semaphore>
#include <thread>

#include "tests/domain/identidad_ayuda.hpp"

BOOST_AUTO_TEST_SUITE(proveedores_test)

using namespace gestor;
using namespace gestor::seguridad;
using namespace std::chrono_literals;
using prueba::Firmante;
using prueba::jwks;

namespace {

std::string uno(std::string const& kid) {
    static auto const clave = Firmante::ed25519("");
    auto con = clave;
    con.kid = kid;
    return con.jwk();
}

using Claves = Publicado<JuegoDeClaves>;

// Whether the set has that key; throws FallaExterna when the issuer does not answer.
bool tiene_clave(Claves& claves, std::string_view kid) {
    return claves.buscar([&](JuegoDeClaves const& j) { return j.buscar(kid) != nullptr; }) != nullptr;
}

// Emisor: an issuer whose key set (empty: no answer) and clock the test sets.
struct Emisor {
    std::string publica = jwks({uno("a")});
    std::atomic<int> pedidas = 0;
    Claves::Momento ahora{1000h};
    Claves claves{[this] {
                      ++pedidas;
                      return JuegoDeClaves(publica);
                  },
                  [this] { return ahora; }};
    bool tiene(std::string_view kid) { return tiene_clave(claves, kid); }
    bool calla(std::string_view kid) {  // true: the issuer did not answer, so nobody knows whether the key exists
        try {
            tiene(kid);
            return false;
        } catch (FallaExterna const&) {
            return true;
        }
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(fresh_keys_are_not_asked_for_again) {
    Emisor e;
    for (int i = 0; i < 100; ++i) BOOST_CHECK(e.tiene("a"));
    e.ahora += Claves::fresco - 1s;
    BOOST_CHECK(e.tiene("a"));
    BOOST_CHECK_EQUAL(e.pedidas, 1);
    e.ahora += 1s;
    BOOST_CHECK(e.tiene("a"));
    BOOST_CHECK_EQUAL(e.pedidas, 2);
    BOOST_CHECK(e.tiene("a"));
    BOOST_CHECK_EQUAL(e.pedidas, 2);
}

BOOST_AUTO_TEST_CASE(known_keys_outlive_an_issuer_that_does_not_answer) {
    Emisor e;
    BOOST_CHECK(e.tiene("a"));
    e.publica = "<html>";
    e.ahora += 1h;
    for (int i = 0; i < 100; ++i) BOOST_CHECK(e.tiene("a"));
    BOOST_CHECK_EQUAL(e.pedidas, 2);  // an unknown key: one request, not repeated during the pause
    e.ahora += Claves::pausa;
    BOOST_CHECK(e.tiene("a"));
    BOOST_CHECK_EQUAL(e.pedidas, 3);
    e.ahora += 23h - Claves::pausa;
    BOOST_CHECK(e.tiene("a"));
    e.ahora += 1s;
    BOOST_CHECK(e.calla("a"));
    e.publica = jwks({uno("a")});
    BOOST_CHECK(e.calla("a"));  // the pause after the last request has not passed
    e.ahora += Claves::pausa;
    BOOST_CHECK(e.tiene("a"));
}

BOOST_AUTO_TEST_CASE(unknown_names_ask_once_and_evict_nothing) {
    for (bool const frio : {true, false}) {
        Emisor e;
        if (!frio) BOOST_CHECK(e.tiene("a"));
        for (int i = 0; i < 1000; ++i) BOOST_CHECK(!e.tiene("x" + std::to_string(i)));
        BOOST_CHECK_EQUAL(e.pedidas, frio ? 1 : 2);
        BOOST_CHECK(e.tiene("a"));
        e.publica = "";  // a failed request keeps the keys that are known
        e.ahora += Claves::pausa;
        BOOST_CHECK(e.calla("y"));
        BOOST_CHECK(e.tiene("a"));
        BOOST_CHECK_EQUAL(e.pedidas, frio ? 2 : 3);
        e.publica = jwks({uno("a")});  // when the issuer answers again, an unknown key is a plain no
        e.ahora += Claves::pausa;
        BOOST_CHECK(!e.tiene("y"));
    }
}

BOOST_AUTO_TEST_CASE(a_new_key_is_known_at_once_and_one_that_is_withdrawn_no_more) {
    Emisor e;
    BOOST_CHECK(e.tiene("a"));
    for (std::string const kid : {"b", "c", "d"}) {  // a rotation that publishes the wanted key has no pause
        e.publica = jwks({uno(kid)});
        BOOST_CHECK(e.tiene(kid));
    }
    BOOST_CHECK_EQUAL(e.pedidas, 4);
    BOOST_CHECK(!e.tiene("a"));
    BOOST_CHECK(e.tiene("d"));
}

BOOST_AUTO_TEST_CASE(a_storm_asks_once) {
    std::atomic<int> pedidas = 0;
    std::binary_semaphore contestar(0);
    auto momento = Claves::Momento(1000h);
    Claves claves(
        [&] {
            ++pedidas;
            contestar.acquire();
            return JuegoDeClaves(jwks({uno("a")}));
        },
        [&] { return momento; });
    std::atomic<int> con = 0;
    auto const tormenta = [&](std::string_view kid) {
        std::vector<std::thread> hilos;
        for (int i = 0; i < 32; ++i) hilos.emplace_back([&, kid] { con += tiene_clave(claves, kid) ? 1 : 0; });
        while (pedidas == 0) std::this_thread::yield();
        return hilos;
    };
    auto frias = tormenta("a");
    contestar.release();
    for (auto& h : frias) h.join();
    BOOST_CHECK_EQUAL(con, 32);
    BOOST_CHECK_EQUAL(pedidas, 1);
    // A caller with a known key does not wait while another one asks.
    pedidas = 0;
    momento += 1h;
    std::thread quien([&] { tiene_clave(claves, "a"); });
    while (pedidas == 0) std::this_thread::yield();
    for (int i = 0; i < 100; ++i) BOOST_CHECK(tiene_clave(claves, "a"));
    contestar.release();
    quien.join();
    BOOST_CHECK_EQUAL(pedidas, 1);
    // Callers with an unknown key share one request, even when many come at once.
    pedidas = con = 0;
    auto ajenas = tormenta("x");
    contestar.release();
    for (auto& h : ajenas) h.join();
    BOOST_CHECK_EQUAL(con, 0);
    BOOST_CHECK_EQUAL(pedidas, 1);
}

// ---- where the keys come from ----
namespace {

constexpr std::int64_t ahora = 1'800'000'000;

struct Red final : Exterior {
    std::map<std::string, RespuestaExterna> contesta;
    std::vector<PeticionExterna> pedidas;
    RespuestaExterna pedir(PeticionExterna const& p) override {
        pedidas.push_back(p);
        auto const suya = contesta.find(p.url);
        if (suya == contesta.end()) throw FallaExterna("no se alcanzó " + p.url);
        return suya->second;
    }
};

struct Escena {
    Firmante firmante = Firmante::ed25519("a");
    Red red;
    std::vector<std::string> avisos;

    std::string intento(std::string const& ajustes, std::string const& emisor = "https://e.mx") {
        Proveedores const todos(R"({"proveedores":[{"alias":"e","emisor":")" + emisor +
                                    R"(","audiencias":["g"],"algoritmos":["EdDSA"])" + ajustes + "}]}",
                                red, [this](std::string const& aviso, auto...) { avisos.push_back(aviso); });
        auto const token =
            firmante.token(R"({"iss":")" + emisor + R"(","sub":"s","aud":"g","exp":1800000009,"iat":1})");
        try {
            return Proveedores::identificar(*todos.buscar("e"), token, "", ahora).sujeto;
        } catch (IdentidadRechazada const& e) {
            return e.what();
        } catch (FallaExterna const&) {
            return callado;
        }
    }
    static constexpr auto callado = "no contesta";
};
constexpr auto descubrimiento = "https://e.mx/.well-known/openid-configuration";

}  // namespace

BOOST_AUTO_TEST_CASE(keys_from_an_address) {
    Escena e;
    auto const claves = R"(,"claves":"https://e.mx/jwks")";
    auto const buenas = jwks({e.firmante.jwk()});
    e.red.contesta["https://e.mx/jwks"] = {200, "application/json", buenas};
    BOOST_CHECK_EQUAL(e.intento(claves), "s");
    BOOST_REQUIRE_EQUAL(e.red.pedidas.size(), 1);
    BOOST_CHECK(e.red.pedidas[0].total == 3s && e.red.pedidas[0].conexion == 3s);
    BOOST_CHECK_EQUAL(e.red.pedidas[0].maximo, 256 * 1024);
    BOOST_CHECK_EQUAL(e.red.pedidas[0].verbo, "GET");
    BOOST_CHECK_EQUAL(e.avisos.size(), 0);
    for (unsigned const estado : {301U, 302U, 307U, 404U, 500U, 204U}) {
        e.red.contesta["https://e.mx/jwks"].estado = estado;
        BOOST_CHECK_EQUAL(e.intento(claves), Escena::callado);
    }
    BOOST_CHECK_EQUAL(e.avisos.size(), 6);
    BOOST_CHECK_EQUAL(e.avisos[0],
                      "no se obtuvieron las claves del proveedor de identidad e: https://e.mx/jwks contestó 301");
    e.red.contesta["https://e.mx/jwks"] = {200, "text/html", "<html></html>"};
    BOOST_CHECK_EQUAL(e.intento(claves), Escena::callado);
    e.red.contesta.clear();
    BOOST_CHECK_EQUAL(e.intento(claves), Escena::callado);
    BOOST_CHECK_EQUAL(e.avisos.size(), 8);
}

BOOST_AUTO_TEST_CASE(keys_by_discovery) {
    Escena e;
    e.red.contesta["https://e.mx/jwks"] = {200, "", jwks({e.firmante.jwk()})};
    auto const dice = [&](std::string const& texto) {
        e.red.contesta[descubrimiento] = {200, "", texto};
        return e.intento("");
    };
    BOOST_CHECK_EQUAL(dice(R"({"issuer":"https://e.mx","jwks_uri":"https://e.mx/jwks"})"), "s");
    for (auto const* texto :
         {R"({"issuer":"https://e.mx/","jwks_uri":"https://e.mx/jwks"})",
          R"({"issuer":"https://otro.mx","jwks_uri":"https://e.mx/jwks"})", R"({"jwks_uri":"https://e.mx/jwks"})",
          R"({"issuer":"https://e.mx"})", R"({"issuer":"https://e.mx","jwks_uri":7})", "[]", "", "<html>"})
        BOOST_CHECK_EQUAL(dice(texto), Escena::callado);
    // An issuer with a final slash has the same discovery address, and is a different issuer.
    e.red.contesta[descubrimiento].cuerpo = R"({"issuer":"https://e.mx/","jwks_uri":"https://e.mx/jwks"})";
    BOOST_CHECK_EQUAL(e.intento("", "https://e.mx/"), "s");
    BOOST_CHECK_EQUAL(e.intento(""), Escena::callado);
    // Addresses of the discovery document are requested only through Exterior, which cannot open files.
    BOOST_CHECK_EQUAL(dice(R"({"issuer":"https://e.mx","jwks_uri":"file:///etc/hostname"})"), Escena::callado);
    BOOST_CHECK_EQUAL(e.red.pedidas.back().url, "file:///etc/hostname");
}

BOOST_AUTO_TEST_CASE(keys_from_a_file) {
    Escena e;
    auto const ruta = "/tmp/gestor_claves_" + std::to_string(getpid()) + ".json";
    std::ofstream(ruta) << jwks({e.firmante.jwk()});
    BOOST_CHECK_EQUAL(e.intento(R"(,"claves":"file://)" + ruta + '"'), "s");
    std::ofstream(ruta) << jwks({e.firmante.jwk()}) << std::string(256 * 1024, ' ');
    BOOST_CHECK_EQUAL(e.intento(R"(,"claves":"file://)" + ruta + '"'), Escena::callado);
    std::remove(ruta.c_str());
    BOOST_CHECK_EQUAL(e.intento(R"(,"claves":"file://)" + ruta + '"'), Escena::callado);
    BOOST_CHECK_EQUAL(e.intento(R"(,"claves":"file:///tmp")"), Escena::callado);
    BOOST_CHECK_EQUAL(e.red.pedidas.size(), 0);
    BOOST_CHECK_EQUAL(e.avisos.size(), 3);
}

BOOST_AUTO_TEST_CASE(a_code_for_a_token) {
    Red red;
    auto const ruta = "/tmp/gestor_secreto_" + std::to_string(getpid());
    std::ofstream(ruta) << "s/e:c\n";
    auto const todos = [&](std::string const& url) {
        return std::make_unique<Proveedores>(
            R"({"proveedores":[{"alias":"e","emisor":"https://e.mx","audiencias":["g"],"algoritmos":["RS256"],"canje":{"cliente":"c d",)" +
                url + R"("secretoArchivo":")" + ruta + R"("}}]})",
            red, [](auto const&...) {});
    };
    auto const canjear = [](Proveedores const& p) {
        try {
            return p.canjear(*p.buscar("e"), "a&b", "v", "https://x/?y=1");
        } catch (IdentidadRechazada const& e) {
            return std::string(e.what());
        } catch (FallaExterna const& e) {
            return std::string("no contesta: ") + e.what();
        }
    };
    auto const directo = todos(R"("url":"https://e.mx/token?s=secreto",)"), descubierto = todos(""), ajeno = todos(""),
               callado = todos("");
    std::remove(ruta.c_str());
    auto& punto = red.contesta["https://e.mx/token?s=secreto"];
    auto const bien = RespuestaExterna{200, "", R"({"id_token":"t","access_token":"a"})"};
    punto = red.contesta["https://e.mx/token"] = bien;
    BOOST_CHECK_EQUAL(canjear(*directo), "t");
    auto const& pedida = red.pedidas.back();
    BOOST_CHECK_EQUAL(pedida.verbo, "POST");
    BOOST_CHECK_EQUAL(
        pedida.cuerpo,
        "grant_type=authorization_code&code=a%26b&code_verifier=v&redirect_uri=https%3A%2F%2Fx%2F%3Fy%3D1");
    BOOST_CHECK(pedida.total == 3s);
    auto const con = std::pair<std::string, std::string>("Authorization", "Basic " + base64("c%20d:s%2Fe%3Ac"));
    BOOST_CHECK(std::find(pedida.encabezados.begin(), pedida.encabezados.end(), con) != pedida.encabezados.end());
    // The discovery document is fetched once, and serves for a day while the issuer does not answer; a failed fetch is
    // not repeated for a while.
    BOOST_CHECK(canjear(*callado).starts_with("no contesta: no se alcanzó"));
    red.contesta[descubrimiento] = {200, "", R"({"issuer":"https://e.mx","token_endpoint":"https://e.mx/token"})"};
    BOOST_CHECK(canjear(*callado).starts_with("no contesta: no se alcanzó"));
    red.pedidas.clear();
    for (int i = 0; i < 5; ++i) BOOST_CHECK_EQUAL(canjear(*descubierto), "t");
    BOOST_CHECK_EQUAL(std::ranges::count(red.pedidas, descubrimiento, &PeticionExterna::url), 1);
    red.contesta[descubrimiento].cuerpo = R"({"issuer":"https://otro.mx","token_endpoint":"https://e.mx/token"})";
    BOOST_CHECK_EQUAL(canjear(*ajeno), "no contesta: el documento publicado no es de https://e.mx");
    // A code that the provider refuses, and a provider that fails; the message shows its address without the query.
    for (unsigned const rehusa : {400U, 403U}) {
        punto = {rehusa, "", R"({"error":"invalid_grant"})"};
        BOOST_CHECK_EQUAL(canjear(*directo),
                          "el código no se canjeó: https://e.mx/token contestó " + std::to_string(rehusa));
    }
    for (unsigned const cae : {302U, 401U, 404U, 429U, 500U, 503U}) {
        punto = {cae, "", "{}"};
        BOOST_CHECK_EQUAL(canjear(*directo), "no contesta: https://e.mx/token contestó " + std::to_string(cae));
    }
    punto = {200, "", "<html>"};
    BOOST_CHECK_EQUAL(canjear(*directo), "no contesta: la respuesta al canje del código no es JSON");
    punto = {200, "", R"({"access_token":"a"})"};
    BOOST_CHECK_EQUAL(canjear(*directo), "");  // an answer without an ID token gives no token
}

BOOST_AUTO_TEST_CASE(whose_tokens_can_enter) {
    auto const todos = std::string(
        R"({"proveedores":[{"alias":"a","emisor":"https://a.mx","audiencias":["g"],"algoritmos":["RS256"]},)"
        R"({"alias":"b","emisor":"https://b.mx","audiencias":["g"],"algoritmos":["RS256"],"organizacionId":7}]})");
    BOOST_CHECK(admite(todos, "https://a.mx", 1) && admite(todos, "https://b.mx", 7));
    BOOST_CHECK(!admite(todos, "https://a.mx/", 1) && !admite(todos, "https://b.mx", 1) && !admite(todos, "a", 1));
}

BOOST_AUTO_TEST_CASE(nobody_is_asked_for_what_would_be_refused) {
    Escena e;
    e.firmante = Firmante::p256("a");
    BOOST_CHECK_EQUAL(e.intento(R"(,"claves":"https://e.mx/jwks")"), "alg: el proveedor no lo usa");
    BOOST_CHECK_EQUAL(e.red.pedidas.size(), 0);
}

BOOST_AUTO_TEST_CASE(the_file_of_providers) {
    Red red;
    auto const lee = [&](std::string const& texto) {
        try {
            Proveedores const p(texto, red, [](auto const&...) {});
            return std::string();
        } catch (std::runtime_error const& e) {
            return std::string(e.what());
        }
    };
    auto const con = [](std::string const& otro) {
        return R"({"alias":"e","emisor":"https://e.mx","audiencias":["g"],"algoritmos":["RS256"])" + otro + "}";
    };
    auto const todos = [](std::string const& lista) { return R"({"proveedores":[)" + lista + "]}"; };
    BOOST_CHECK_EQUAL(lee(""), "");
    BOOST_CHECK_EQUAL(lee(todos(con(""))), "");
    BOOST_CHECK_EQUAL(lee(todos(con(R"(,"claves":"http://127.0.0.1:9/jwks","confiable":true,"organizacionId":7)"))),
                      "");
    for (auto const& [texto, dice] : std::vector<std::pair<std::string, std::string>>{
             {"{", "JSON"},
             {"{}", "proveedores: es obligatorio"},
             {todos("{}"), "proveedores[0].audiencias: es obligatorio"},
             {todos(con(R"(,"clave":"x")")), "proveedores[0].clave: "},
             {todos(con("") + "," + con("")), "el alias e está dos veces"},
             {todos(con(R"(,"claves":"/etc/claves.json")")), "e: las claves vienen de una dirección https://"},
             {todos(R"({"alias":"e","emisor":"e.mx","audiencias":["g"],"algoritmos":["RS256"]})"),
              "e: las claves vienen"},
             {todos(R"({"alias":"e","emisor":"https://e.mx","audiencias":["g"],"algoritmos":["HS256"]})"),
              "proveedores[0].algoritmos[0]: "},
         }) {
        auto const dicho = lee(texto);
        BOOST_CHECK_MESSAGE(dicho.starts_with("proveedores-identidad: ") && dicho.find(dice) != dicho.npos,
                            texto + " → " + dicho);
        BOOST_CHECK(dicho.ends_with("; vea /docs/administracion#proveedores"));
    }
    Proveedores const p(todos(con("")), red, [](auto const&...) {});
    BOOST_CHECK(p.buscar("e") != nullptr && p.buscar("E") == nullptr && p.buscar("") == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
