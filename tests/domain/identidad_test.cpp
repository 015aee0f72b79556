#include "domain/seguridad/identidad.hpp"

#include <openssl/hmac.h>

#include <boost/test/unit_test.hpp>
#include <functional>

#include "tests/domain/identidad_ayuda.hpp"

BOOST_AUTO_TEST_SUITE(identidad_test)

using namespace gestor;
using namespace gestor::seguridad;
using prueba::Firmante;
using prueba::jwks;

namespace {

constexpr std::int64_t ahora = 1'800'000'000;

struct Emisor {
    Firmante rs = Firmante::rsa("rs", "RS256"), ps = Firmante::rsa("ps", "PS256"), es = Firmante::p256("es"),
             ed = Firmante::ed25519("ed");
    JuegoDeClaves juego{
        jwks({rs.jwk(), ps.jwk(R"(,"alg":"PS256")"), es.jwk(R"(,"use":"sig")"), ed.jwk(R"(,"key_ops":["verify"])")})};
};
Emisor const& emisor() {
    static Emisor const uno;
    return uno;
}

Exigencia exigencia() {
    return {"https://emisor.mx",
            {"gestor", "gestor-movil"},
            {Algoritmo::RS256, Algoritmo::PS256, Algoritmo::ES256, Algoritmo::EdDSA}};
}

// Claims of a valid token, with some replaced: {"exp", "5"} writes 5, {"exp", ""} leaves exp out.
std::string reclamos(std::vector<std::pair<std::string, std::string>> const& otros = {}) {
    std::vector<std::pair<std::string, std::string>> todos{{"iss", R"("https://emisor.mx")"},
                                                           {"sub", R"("ana-7")"},
                                                           {"aud", R"("gestor")"},
                                                           {"exp", std::to_string(ahora + 300)},
                                                           {"iat", std::to_string(ahora - 5)}};
    for (auto const& [nombre, valor] : otros) {
        auto suyo = std::find_if(todos.begin(), todos.end(), [&, n = nombre](auto& t) { return t.first == n; });
        if (suyo == todos.end()) suyo = todos.insert(todos.end(), {nombre, ""});
        suyo->second = valor;
    }
    std::string json;
    for (auto const& [nombre, valor] : todos)
        if (!valor.empty()) json += (json.empty() ? "{\"" : ",\"") + nombre + "\":" + valor;
    return json + "}";
}

Identidad comprobar(std::string const& texto, std::string_view nonce = "", Exigencia const& exige = exigencia(),
                    JuegoDeClaves const& juego = emisor().juego) {
    TokenDeIdentidad const token(texto);
    auto const* const clave = juego.buscar(token.kid());
    if (clave == nullptr) throw IdentidadRechazada("kid: no se conoce");
    return exige.comprobar(token, *clave, nonce, ahora);
}

// Reason of the refusal; "" when the token is accepted.
std::string motivo(std::function<void()> const& que) {
    try {
        que();
        return "";
    } catch (IdentidadRechazada const& e) {
        return e.what();
    }
}
void rehusa(std::string const& token, std::string_view porque, std::string_view nonce = "") {
    auto const dicho = motivo([&] { comprobar(token, nonce); });
    BOOST_CHECK_MESSAGE(dicho.starts_with(porque), "«" << dicho << "» no comienza con «" << porque << "»: " << token);
}

std::string con_firma(std::string const& token, std::string const& firma) {
    return token.substr(0, token.rfind('.') + 1) + base64url(firma);
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_four_algorithms) {
    auto const& e = emisor();
    for (auto const* quien : {&e.rs, &e.ps, &e.es, &e.ed}) {
        auto const i = comprobar(quien->token(reclamos()));
        BOOST_CHECK_EQUAL(i.emisor, "https://emisor.mx");
        BOOST_CHECK_EQUAL(i.sujeto, "ana-7");
        BOOST_CHECK_EQUAL(i.correo, "");
        auto const token = quien->token(reclamos());
        auto cambiado = token;
        cambiado[token.rfind('.') - 3] = cambiado[token.rfind('.') - 3] == 'A' ? 'B' : 'A';
        BOOST_CHECK_NE(motivo([&] { comprobar(cambiado); }), "");
        rehusa(con_firma(token, ""), "firma");
        rehusa(con_firma(token, std::string(64, '\0')), "firma");  // r = s = 0
        rehusa(con_firma(token, std::string(256, '\0')), "firma");
        rehusa(con_firma(token, quien->firma("otra cosa", quien->alg)), "firma");
        rehusa(token + "A", "");
    }
    rehusa(con_firma(e.es.token(reclamos()), std::string(63, '\0') + "\x01"), "firma");  // r = 0
    rehusa(con_firma(e.es.token(reclamos()), std::string(63, '\1')), "firma");
}

BOOST_AUTO_TEST_CASE(the_algorithm_is_the_keys_and_the_providers) {
    auto const& e = emisor();
    auto const con = [](std::string const& alg, std::string const& kid) {
        return R"({"alg":")" + alg + R"(","kid":")" + kid + R"("})";
    };
    for (auto const* alg : {"none", "None", "NONE", "", "HS256", "HS512", "ES256K", "ES384", "RS512", "rs256", "RS1"})
        rehusa(e.rs.token(reclamos(), con(alg, "rs")), "alg: no es un algoritmo");
    rehusa(base64url(con("none", "rs")) + "." + base64url(reclamos()) + ".", "alg: no es un algoritmo");
    rehusa(e.rs.token(reclamos(), R"({"kid":"rs"})"), "alg: no es un algoritmo");
    rehusa(e.rs.token(reclamos(), R"({"alg":["RS256"],"kid":"rs"})"), "alg: no es un algoritmo");
    rehusa(e.rs.token(reclamos(), R"({"alg":null,"kid":"rs"})"), "alg: no es un algoritmo");
    {  // RS256 → HS256, with the public key as the secret
        auto const texto = base64url(con("HS256", "rs")) + "." + base64url(reclamos());
        auto const secreto = e.rs.jwk();
        unsigned char mac[EVP_MAX_MD_SIZE];
        unsigned n = 0;
        HMAC(EVP_sha256(), secreto.data(), static_cast<int>(secreto.size()),
             reinterpret_cast<unsigned char const*>(texto.data()), texto.size(), mac, &n);
        rehusa(texto + "." + base64url({reinterpret_cast<char*>(mac), n}), "alg: no es un algoritmo");
    }
    // A kid whose key is of another type, or of the same type for another algorithm.
    for (auto const& [alg, kid] : {std::pair{"ES256", "rs"},
                                   {"EdDSA", "rs"},
                                   {"RS256", "es"},
                                   {"PS256", "ed"},
                                   {"EdDSA", "es"},
                                   {"RS256", "ps"}})
        rehusa(e.rs.token(reclamos(), con(alg, kid)), "alg: la clave no es");
    // An algorithm that the key allows and the provider does not.
    auto solo_rs = exigencia();
    solo_rs.algoritmos = {Algoritmo::RS256};
    Firmante ps = e.rs;
    ps.alg = "PS256";
    BOOST_CHECK_EQUAL(motivo([&] { comprobar(ps.token(reclamos())); }), "");
    BOOST_CHECK_EQUAL(motivo([&] { comprobar(ps.token(reclamos()), "", solo_rs); }), "alg: el proveedor no lo usa");
    // The signature is checked with the key that kid names.
    BOOST_CHECK_EQUAL(
        motivo(
            [&] { exigencia().comprobar(TokenDeIdentidad(e.rs.token(reclamos())), *e.juego.buscar("ps"), "", ahora); }),
        "alg: la clave no es de ese algoritmo");
}

BOOST_AUTO_TEST_CASE(the_name_of_the_key_is_only_a_name) {
    auto const& e = emisor();
    for (auto const* kid : {"../../etc/passwd", "rs' OR '1'='1", "RS", "rs ", "rs\\u0000", "/dev/null", "ajena"})
        rehusa(e.rs.token(reclamos(), std::string(R"({"alg":"RS256","kid":")") + kid + "\"}"), "kid: no se conoce");
    rehusa(e.rs.token(reclamos(), R"({"alg":"RS256","kid":")" + std::string(10'240, 'k') + "\"}"),
           "token: es demasiado");
    for (auto const* kid : {R"("")", "1", "null", R"(["rs"])", R"({"rs":1})", "true"})
        rehusa(e.rs.token(reclamos(), std::string(R"({"alg":"RS256","kid":)") + kid + "}"), "kid: falta");
    rehusa(e.rs.token(reclamos(), R"({"alg":"RS256"})"), "kid: falta");
    // Keys sent in the token itself are ignored.
    auto const ajena = Firmante::rsa("rs", "RS256");
    rehusa(ajena.token(reclamos(), R"({"alg":"RS256","kid":"rs","jwk":)" + ajena.jwk() + "}"), "firma");
    rehusa(
        ajena.token(reclamos(), R"({"alg":"RS256","kid":"rs","jku":"https://malo.mx/jwks","x5u":"https://malo.mx"})"),
        "firma");
    BOOST_CHECK_EQUAL(
        comprobar(e.rs.token(reclamos(), R"({"alg":"RS256","kid":"rs","jku":"https://malo.mx","x5c":["AA=="]})"))
            .sujeto,
        "ana-7");
}

BOOST_AUTO_TEST_CASE(form) {
    auto const& e = emisor();
    auto const bueno = e.rs.token(reclamos());
    auto const p1 = bueno.find('.'), p2 = bueno.rfind('.');
    for (auto const& texto : {std::string(), std::string("."), std::string("a"), bueno.substr(0, p2), bueno.substr(p1)})
        BOOST_CHECK_NE(motivo([&] { comprobar(texto); }), "");
    rehusa(bueno.substr(0, p2 + 1) + bueno.substr(p2 + 1) + "=", "token: no es base64url");
    rehusa(" " + bueno, "token: no es base64url");
    rehusa(bueno + "\n", "token: no es base64url");
    rehusa(bueno.substr(0, p1) + "+" + bueno.substr(p1), "token: no es base64url");
    rehusa(bueno.substr(0, p1) + ".e30." + bueno.substr(p1 + 1), "token: no es base64url");  // four parts
    rehusa(e.rs.token(reclamos({{"relleno", '"' + std::string(8192, 'x') + '"'}})), "token: es demasiado largo");
    rehusa(e.rs.token("[]"), "reclamos");
    rehusa(e.rs.token("null"), "reclamos");
    rehusa(e.rs.token("{\"iss\":"), "reclamos");
    rehusa(e.rs.token(reclamos(), "\"RS256\""), "encabezado");
    // A repeated member could be read in two ways.
    rehusa(e.rs.token(R"({"sub":"otra",)" + reclamos().substr(1)), "reclamos");
    rehusa(e.rs.token(reclamos(), R"({"alg":"none","alg":"RS256","kid":"rs"})"), "encabezado");
    rehusa(e.rs.token(reclamos(), R"({"alg":"RS256","kid":"rs","crit":["exp"],"exp":1})"), "crit");
    rehusa(e.rs.token(reclamos(), R"({"alg":"RS256","kid":"rs","crit":[]})"), "crit");
}

BOOST_AUTO_TEST_CASE(whose_and_for_whom) {
    auto const& rs = emisor().rs;
    for (auto const* iss :
         {R"("https://emisor.mx/")", R"("https://EMISOR.mx")", R"("https://emisor.mx ")", R"("http://emisor.mx")",
          R"("https://emisor.mx.malo.mx")", R"([ "https://emisor.mx" ])", "null", ""})
        rehusa(rs.token(reclamos({{"iss", iss}})), "iss");
    for (auto const* aud : {R"("otro")", R"("gestor ")", R"("Gestor")", "[]", R"([])", R"(["otro"])", ""})
        rehusa(rs.token(reclamos({{"aud", aud}})), "aud: es para otra aplicación");
    for (auto const* aud : {"null", "7", R"({"gestor":1})", R"(["gestor",7])"})
        rehusa(rs.token(reclamos({{"aud", aud}})), "aud: no es un texto");
    BOOST_CHECK_EQUAL(comprobar(rs.token(reclamos({{"aud", R"(["gestor-movil"])"}}))).sujeto, "ana-7");
    // With several audiences azp is required, and must be one of our own client ids.
    rehusa(rs.token(reclamos({{"aud", R"(["gestor","otro"])"}})), "azp");
    rehusa(rs.token(reclamos({{"aud", R"(["gestor","otro"])"}, {"azp", R"("otro")"}})), "azp");
    rehusa(rs.token(reclamos({{"azp", R"("otro")"}})), "azp");
    rehusa(rs.token(reclamos({{"azp", "null"}})), "azp");
    BOOST_CHECK_EQUAL(comprobar(rs.token(reclamos({{"aud", R"(["otro","gestor"])"}, {"azp", R"("gestor")"}}))).sujeto,
                      "ana-7");
    for (auto const* sub : {R"("")", "7", "null", "", R"("a\u0000b")", R"("a\nb")", R"("a\u007f")"})
        rehusa(rs.token(reclamos({{"sub", sub}})), "sub");
    rehusa(rs.token(reclamos({{"sub", '"' + std::string(256, 's') + '"'}})), "sub");
    BOOST_CHECK_EQUAL(comprobar(rs.token(reclamos({{"sub", '"' + std::string(255, 's') + '"'}}))).sujeto.size(), 255);
}

BOOST_AUTO_TEST_CASE(when) {
    auto const& rs = emisor().rs;
    auto const a = [](std::int64_t s) { return std::to_string(ahora + s); };
    rehusa(rs.token(reclamos({{"exp", a(-60)}})), "exp: venció");
    rehusa(rs.token(reclamos({{"exp", ""}})), "exp: venció");
    rehusa(rs.token(reclamos({{"nbf", a(61)}})), "nbf");
    rehusa(rs.token(reclamos({{"iat", a(61)}})), "iat");
    rehusa(rs.token(reclamos({{"iat", ""}})), "iat");
    for (auto const& bien : {reclamos({{"exp", a(-59)}}), reclamos({{"nbf", a(60)}}), reclamos({{"iat", a(60)}}),
                             reclamos({{"exp", a(1) + ".25"}})})
        BOOST_CHECK_EQUAL(comprobar(rs.token(bien)).sujeto, "ana-7");
    for (auto const* mal : {"\"1900000000\"", "null", "true", "-1", "19e8", "99999999999999999999", "1000000000001",
                            "[1]", "9.9e99", "1900000000.0e0", "1900000000.5e-1"})
        for (auto const* cual : {"exp", "nbf", "iat"})
            rehusa(rs.token(reclamos({{cual, mal}})), std::string(cual) + ": no es un momento");
}

BOOST_AUTO_TEST_CASE(nonce_and_typ) {
    auto const& rs = emisor().rs;
    auto const con = rs.token(reclamos({{"nonce", R"("n-1")"}}));
    BOOST_CHECK_EQUAL(comprobar(con, "n-1").sujeto, "ana-7");
    rehusa(con, "nonce", "n-2");
    rehusa(con, "nonce", "N-1");
    rehusa(con, "nonce");
    rehusa(rs.token(reclamos()), "nonce", "n-1");
    rehusa(rs.token(reclamos({{"nonce", "1"}})), "nonce", "1");
    // An empty or null nonce equals an absent one: accepted when no nonce was expected, refused when one was.
    for (auto const* nada : {R"("")", "null"}) {
        BOOST_CHECK_EQUAL(comprobar(rs.token(reclamos({{"nonce", nada}}))).sujeto, "ana-7");
        rehusa(rs.token(reclamos({{"nonce", nada}})), "nonce", "n-1");
    }
    for (auto const* otra : {"1", "0", "false", "[]", "{}", R"([""])"})
        rehusa(rs.token(reclamos({{"nonce", otra}})), "nonce");
    for (auto const* typ : {"at+jwt", "application/at+jwt", "logout+jwt", "dpop+jwt", "JOSE", ""})
        rehusa(rs.token(reclamos(), std::string(R"({"alg":"RS256","kid":"rs","typ":")") + typ + "\"}"), "typ");
    rehusa(rs.token(reclamos(), R"({"alg":"RS256","kid":"rs","typ":1})"), "typ");
    BOOST_CHECK_EQUAL(comprobar(rs.token(reclamos(), R"({"alg":"RS256","kid":"rs"})")).sujeto, "ana-7");
}

BOOST_AUTO_TEST_CASE(an_address_only_where_it_is_verified) {
    auto const& rs = emisor().rs;
    auto const correo = [&](std::string const& verificado, std::string const& cual = R"("ana@x.mx")") {
        return comprobar(rs.token(reclamos({{"email", cual}, {"email_verified", verificado}}))).correo;
    };
    for (auto const* no : {R"("ana@x.mx\u0000")", R"("")", "7", ""}) BOOST_CHECK_EQUAL(correo("true", no), "");
    BOOST_CHECK_EQUAL(correo("true"), "ana@x.mx");
    BOOST_CHECK_EQUAL(correo("\"true\""), "ana@x.mx");
    for (auto const* no : {"false", "\"false\"", "null", "1", "", "[true]", "\"True\""})
        BOOST_CHECK_EQUAL(correo(no), "");
}

BOOST_AUTO_TEST_CASE(sets_of_keys) {
    auto const& e = emisor();
    auto const lee = [](std::string const& texto) { return motivo([&] { JuegoDeClaves const j(texto); }); };
    for (auto const* texto :
         {"", "{}", "[]", "null", "<html>", R"({"keys":{}})", R"({"keys":[]})", R"({"keys":[1,null,"a",[]]})"})
        BOOST_CHECK_NE(lee(texto), "");
    // Unusable keys are skipped; the other keys of the set serve.
    auto const buena = e.rs.jwk();
    auto const corta = Firmante::rsa("corta", "RS256", 1024);
    auto const curva = Firmante::p256("p384", "P-384");
    std::vector<std::string> const malas{
        corta.jwk(),
        R"({"kid":"oct","kty":"oct","k":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","alg":"HS256"})",
        R"({"kid":"x","kty":"EC","crv":"P-256","x":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","y":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})",
        R"({"kid":"x","kty":"EC","crv":"P-384","x":"AA","y":"AA"})",
        R"({"kid":"x","kty":"OKP","crv":"Ed25519","x":"AA"})",
        R"({"kid":"x","kty":"OKP","crv":"X25519","x":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})",
        R"({"kid":"x","kty":"RSA","n":"","e":"AQAB"})",
        R"({"kid":"x","kty":"RSA","n":")" + e.rs.numero(OSSL_PKEY_PARAM_RSA_N) + R"(","e":"AQ"})",  // e = 1
        R"({"kid":"x","kty":"RSA","n":")" + e.rs.numero(OSSL_PKEY_PARAM_RSA_N) + R"(=","e":"AQAB"})",
        R"({"kid":"x","kty":"RSA","n":")" + base64url(std::string(1025, '\xff')) + R"(","e":"AQAB"})",  // 8200 bits
        e.ps.jwk(R"(,"use":"enc")"),
        e.ps.jwk(R"(,"key_ops":["encrypt"])"),
        e.ps.jwk(R"(,"key_ops":"verify")"),
        e.ps.jwk(R"(,"alg":"HS256")"),
        e.ps.jwk(R"(,"alg":"ES256")"),
        e.ps.jwk(R"(,"alg":"RSA-OAEP")"),
        R"({"kty":"RSA","n":")" + e.ps.numero(OSSL_PKEY_PARAM_RSA_N) + R"(","e":"AQAB"})"};
    for (auto const& mala : malas) {
        BOOST_CHECK_MESSAGE(lee(jwks({mala})).starts_with("claves: ninguna sirve"), mala);
        JuegoDeClaves const j(jwks({mala, buena}));
        BOOST_CHECK(j.buscar("rs") != nullptr);
        BOOST_CHECK(j.buscar("x") == nullptr && j.buscar("ps") == nullptr && j.buscar("corta") == nullptr &&
                    j.buscar("oct") == nullptr && j.buscar("") == nullptr);
    }
    // Points of small order, with either sign of x: anybody can forge a signature for such a key.
    auto const punto = [&](std::string const& bytes) {
        return lee(jwks({R"({"kid":"x","kty":"OKP","crv":"Ed25519","x":")" + base64url(bytes) + "\"}"}));
    };
    std::string const pequenos[] = {std::string(32, '\0'),
                                    "\x01" + std::string(31, '\0'),
                                    "\x26\xe8\x95\x8f\xc2\xb2\x27\xb0\x45\xc3\xf4\x89\xf2\xef\x98\xf0\xd5\xdf\xac\x05"
                                    "\xd3\xc6\x33\x39\xb1\x38\x02\x88\x6d\x53\xfc\x05",
                                    "\xc7\x17\x6a\x70\x3d\x4d\xd8\x4f\xba\x3c\x0b\x76\x0d\x10\x67\x0f\x2a\x20\x53\xfa"
                                    "\x2c\x39\xcc\xc6\x4e\xc7\xfd\x77\x92\xac\x03\x7a",
                                    "\xec" + std::string(30, '\xff') + "\x7f",
                                    "\xed" + std::string(30, '\xff') + "\x7f",
                                    "\xee" + std::string(30, '\xff') + "\x7f"};
    for (auto bytes : pequenos)
        for (int signo = 0; signo < 2; ++signo, bytes.back() = static_cast<char>(bytes.back() | '\x80'))
            BOOST_CHECK(punto(bytes).starts_with("claves: ninguna sirve"));
    // The first of two keys with the same kid counts. The number of keys and their length have limits.
    JuegoDeClaves const dos(jwks({e.rs.jwk(), Firmante::rsa("rs", "RS256").jwk()}));
    BOOST_CHECK_EQUAL(comprobar(e.rs.token(reclamos()), "", exigencia(), dos).sujeto, "ana-7");
    BOOST_CHECK_EQUAL(lee(jwks(std::vector<std::string>(32, buena))), "");
    BOOST_CHECK_EQUAL(lee(jwks(std::vector<std::string>(33, buena))), "claves: son demasiadas");
    BOOST_CHECK_EQUAL(lee(jwks({buena}) + std::string(256 * 1024 - jwks({buena}).size(), ' ')), "");
    BOOST_CHECK_EQUAL(lee(jwks({buena}) + std::string(256 * 1024 + 1 - jwks({buena}).size(), ' ')),
                      "claves: son demasiados bytes");
    BOOST_CHECK_NE(lee(R"({"keys":[],)" + jwks({buena}).substr(1)), "");
}

BOOST_AUTO_TEST_SUITE_END()
