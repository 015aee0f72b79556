#include "domain/seguridad/identidad.hpp"

#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "domain/valores/base64.hpp"

namespace gestor::seguridad {
namespace {

template <auto Liberar>
struct Con {
    template <class T>
    void operator()(T* p) const {
        Liberar(p);
    }
};
template <class T, auto Liberar>
using Dueno = std::unique_ptr<T, Con<Liberar>>;

using Numero = Dueno<BIGNUM, BN_free>;
using Clave = Dueno<EVP_PKEY, EVP_PKEY_free>;

Json objeto_de(std::string_view texto, char const* que) {
    try {
        auto json = json_leer(texto);
        if (json.clase == Json::Clase::objeto) return json;
    } catch (Problema const&) {  // malformed, or with a repeated member
    }
    throw IdentidadRechazada(std::string(que) + ": no es un objeto JSON, o repite un miembro");
}

// Member that is a text; empty: absent, or another type.
std::string_view texto_en(Json const& objeto, std::string_view miembro) {
    auto const* const m = objeto.buscar(miembro);
    return m != nullptr && m->clase == Json::Clase::texto ? std::string_view(m->texto) : std::string_view();
}

std::string bytes_en(Json const& objeto, std::string_view miembro) {
    return base64url_leer(texto_en(objeto, miembro)).value_or("");
}

unsigned char const* octetos(std::string_view bytes) {
    return reinterpret_cast<unsigned char const*>(bytes.data());
}

Numero numero_de(std::string_view bytes) {
    return Numero(BN_bin2bn(octetos(bytes), static_cast<int>(bytes.size()), nullptr));
}

// ---- keys ----

// Key made from its named parts; null unless they form a valid public key.
template <class F>
Clave clave_de(char const* tipo, F const& partes) {
    Dueno<OSSL_PARAM_BLD, OSSL_PARAM_BLD_free> const lista(OSSL_PARAM_BLD_new());
    Dueno<EVP_PKEY_CTX, EVP_PKEY_CTX_free> const contexto(EVP_PKEY_CTX_new_from_name(nullptr, tipo, nullptr));
    if (!partes(lista.get())) return {};
    Dueno<OSSL_PARAM, OSSL_PARAM_free> const parametros(OSSL_PARAM_BLD_to_param(lista.get()));
    EVP_PKEY* hecha = nullptr;
    if (!parametros || EVP_PKEY_fromdata_init(contexto.get()) != 1 ||
        EVP_PKEY_fromdata(contexto.get(), &hecha, EVP_PKEY_PUBLIC_KEY, parametros.get()) != 1)
        return {};
    Clave clave(hecha);
    Dueno<EVP_PKEY_CTX, EVP_PKEY_CTX_free> const examen(EVP_PKEY_CTX_new_from_pkey(nullptr, hecha, nullptr));
    return EVP_PKEY_public_check(examen.get()) == 1 ? std::move(clave) : Clave();
}

// RSA keys from 2,048 bits, against factoring, up to a size that keeps verification cheap.
Clave clave_rsa(Json const& jwk) {
    auto const modulo = numero_de(bytes_en(jwk, "n")), exponente = numero_de(bytes_en(jwk, "e"));
    auto const bits = BN_num_bits(modulo.get());
    if (bits < 2048 || bits > 8192 || BN_num_bits(exponente.get()) > 64) return {};
    return clave_de("RSA", [&](OSSL_PARAM_BLD* p) {
        return OSSL_PARAM_BLD_push_BN(p, OSSL_PKEY_PARAM_RSA_N, modulo.get()) == 1 &&
               OSSL_PARAM_BLD_push_BN(p, OSSL_PKEY_PARAM_RSA_E, exponente.get()) == 1;
    });
}

Clave clave_p256(Json const& jwk) {
    auto const x = bytes_en(jwk, "x"), y = bytes_en(jwk, "y");
    if (x.size() != 32 || y.size() != 32) return {};
    auto const punto = "\x04" + x + y;  // uncompressed
    return clave_de("EC", [&](OSSL_PARAM_BLD* p) {
        return OSSL_PARAM_BLD_push_utf8_string(p, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) == 1 &&
               OSSL_PARAM_BLD_push_octet_string(p, OSSL_PKEY_PARAM_PUB_KEY, punto.data(), punto.size()) == 1;
    });
}

// Whether a point has an order that divides 8, by its y, which two points may share: under such a key anyone can sign
// anything.
bool de_orden_pequeno(std::string punto) {
    static constexpr std::string_view todos[] = {
        "0000000000000000000000000000000000000000000000000000000000000000",  // order 4
        "0100000000000000000000000000000000000000000000000000000000000000",  // the identity
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",  // order 8
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",  // order 8
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",  // order 2
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",  // 0 and 1 again, plus the prime of the
                                                                             // field
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"};
    punto.back() &= '\x7f';  // sign bit of x
    return std::ranges::find(todos, hexadecimal(punto)) != std::end(todos);
}

Clave clave_ed25519(Json const& jwk) {
    auto const x = bytes_en(jwk, "x");
    if (x.size() != 32 || de_orden_pequeno(x)) return {};
    return clave_de("ED25519", [&](OSSL_PARAM_BLD* p) {
        return OSSL_PARAM_BLD_push_octet_string(p, OSSL_PKEY_PARAM_PUB_KEY, x.data(), x.size()) == 1;
    });
}

struct ClaseDeClave {
    std::string_view kty, crv;
    Algoritmos algoritmos;
    Clave (*leer)(Json const&);
};

ClaseDeClave const* clase_de(Json const& jwk) {
    static ClaseDeClave const clases[] = {{"RSA", "", {Algoritmo::RS256, Algoritmo::PS256}, clave_rsa},
                                          {"EC", "P-256", {Algoritmo::ES256}, clave_p256},
                                          {"OKP", "Ed25519", {Algoritmo::EdDSA}, clave_ed25519}};
    auto const suya = std::find_if(std::begin(clases), std::end(clases), [&](ClaseDeClave const& c) {
        return texto_en(jwk, "kty") == c.kty && (c.crv.empty() || texto_en(jwk, "crv") == c.crv);
    });
    return suya == std::end(clases) ? nullptr : suya;
}

// Whether a key may verify signatures: its `use` and `key_ops`, when present, allow it.
bool para_verificar(Json const& jwk) {
    if (jwk.buscar("use") != nullptr && texto_en(jwk, "use") != "sig") return false;
    auto const* const usos = jwk.buscar("key_ops");
    return usos == nullptr || std::any_of(usos->hijos.begin(), usos->hijos.end(), [](Json const& uso) {
               return uso.clase == Json::Clase::texto && uso.texto == "verify";
           });
}

// Null key: a key that cannot be used here.
ClavePublica clave_publica(Json const& jwk) {
    ClavePublica publica;
    publica.kid = texto_en(jwk, "kid");
    auto const* const clase = clase_de(jwk);
    if (publica.kid.empty() || clase == nullptr || !para_verificar(jwk)) return publica;
    publica.algoritmos = clase->algoritmos;
    if (jwk.buscar("alg") != nullptr) {
        auto const propio = algoritmo_de(texto_en(jwk, "alg"));
        if (!propio || !publica.algoritmos.contains(*propio)) return publica;
        publica.algoritmos = {*propio};
    }
    publica.clave = clase->leer(jwk);
    return publica;
}

// ---- signatures ----

// Converts a signature of two 32-byte numbers (JWS) to the DER form of OpenSSL.
std::string firma_der(std::string_view firma) {
    if (firma.size() != 64) return {};
    Dueno<ECDSA_SIG, ECDSA_SIG_free> const par(ECDSA_SIG_new());
    ECDSA_SIG_set0(par.get(), numero_de(firma.substr(0, 32)).release(), numero_de(firma.substr(32)).release());
    std::string der(80, '\0');
    auto* fin = reinterpret_cast<unsigned char*>(der.data());
    auto const bytes = i2d_ECDSA_SIG(par.get(), &fin);
    der.resize(static_cast<std::size_t>(std::max(bytes, 0)));
    return der;
}

bool firma_correcta(Algoritmo algoritmo, EVP_PKEY* clave, std::string_view firmado, std::string_view firma) {
    auto const der = algoritmo == Algoritmo::ES256 ? firma_der(firma) : std::string(firma);
    Dueno<EVP_MD_CTX, EVP_MD_CTX_free> const contexto(EVP_MD_CTX_new());
    EVP_PKEY_CTX* ajustes = nullptr;
    auto const* const resumen = algoritmo == Algoritmo::EdDSA ? nullptr : EVP_sha256();
    if (EVP_DigestVerifyInit(contexto.get(), &ajustes, resumen, nullptr, clave) != 1) return false;
    if (algoritmo == Algoritmo::PS256 && (EVP_PKEY_CTX_set_rsa_padding(ajustes, RSA_PKCS1_PSS_PADDING) != 1 ||
                                          EVP_PKEY_CTX_set_rsa_pss_saltlen(ajustes, RSA_PSS_SALTLEN_DIGEST) != 1))
        return false;
    return EVP_DigestVerify(contexto.get(), octetos(der), der.size(), octetos(firmado), firmado.size()) == 1;
}

// ---- claims ----

// NumericDate as whole seconds; a fraction is dropped, an exponent refused. Absent: no such claim.
std::optional<std::int64_t> momento_en(Json const& reclamos, std::string_view miembro) {
    auto const* const m = reclamos.buscar(miembro);
    if (m == nullptr) return std::nullopt;
    std::int64_t segundos = 0;
    std::string_view const texto = m->texto;
    auto const punto = std::min(texto.find('.'), texto.size());
    auto const leido = std::from_chars(texto.data(), texto.data() + punto, segundos);
    bool const entero = leido.ec == std::errc() && leido.ptr == texto.data() + punto &&
                        texto.find_first_not_of("0123456789", punto + 1) == texto.npos;
    if (m->clase != Json::Clase::numero || !entero || segundos < 0 || segundos > 1'000'000'000'000)
        throw IdentidadRechazada(std::string(miembro) + ": no es un momento");
    return segundos;
}

// Texts of a claim that is a list of texts or a single text.
std::vector<std::string> textos_en(Json const& reclamos, std::string_view miembro) {
    auto const* const m = reclamos.buscar(miembro);
    if (m == nullptr) return {};
    std::vector<std::string> textos;
    for (auto const& uno : m->clase == Json::Clase::lista ? m->hijos : std::vector<Json>{*m}) {
        if (uno.clase != Json::Clase::texto) throw IdentidadRechazada(std::string(miembro) + ": no es un texto");
        textos.push_back(uno.texto);
    }
    return textos;
}

void exigir(bool cierto, char const* motivo) {
    if (!cierto) throw IdentidadRechazada(motivo);
}

// Whether a member is absent or null.
bool falta(Json const* m) {
    return m == nullptr || m->clase == Json::Clase::nulo || (m->clase == Json::Clase::texto && m->texto.empty());
}

// Whether a claim is true; some providers send it as a text.
bool es_cierto(Json const* m) {
    return m != nullptr && (m->clase == Json::Clase::booleano || m->clase == Json::Clase::texto) && m->texto == "true";
}

}  // namespace

bool es_nombre(std::string_view texto) {
    return !texto.empty() && texto.size() <= 255 && std::none_of(texto.begin(), texto.end(), [](char c) {
        return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
    });
}

std::optional<Algoritmo> algoritmo_de(std::string_view nombre) {
    static constexpr std::pair<std::string_view, Algoritmo> todos[] = {{"RS256", Algoritmo::RS256},
                                                                       {"PS256", Algoritmo::PS256},
                                                                       {"ES256", Algoritmo::ES256},
                                                                       {"EdDSA", Algoritmo::EdDSA}};
    for (auto const& [escrito, algoritmo] : todos)
        if (escrito == nombre) return algoritmo;
    return std::nullopt;
}

JuegoDeClaves::JuegoDeClaves(std::string_view jwks) {
    exigir(jwks.size() <= bytes_maximos, "claves: son demasiados bytes");
    auto const json = objeto_de(jwks, "claves");
    auto const* const lista = json.buscar("keys");
    exigir(lista != nullptr && lista->clase == Json::Clase::lista, "claves: falta la lista keys");
    exigir(lista->hijos.size() <= claves_maximas, "claves: son demasiadas");
    for (auto const& jwk : lista->hijos)
        if (auto publica = clave_publica(jwk); publica.clave && buscar(publica.kid) == nullptr)
            claves_.push_back(std::move(publica));
    exigir(!claves_.empty(), "claves: ninguna sirve para verificar RS256, PS256, ES256 o EdDSA");
}

ClavePublica const* JuegoDeClaves::buscar(std::string_view kid) const {
    auto const suya = std::find_if(claves_.begin(), claves_.end(), [&](auto const& c) { return c.kid == kid; });
    return suya == claves_.end() ? nullptr : &*suya;
}

// Keys in the header (jwk, jku, x5u, x5c) are ignored.
TokenDeIdentidad::TokenDeIdentidad(std::string texto) : texto_(std::move(texto)) {
    exigir(texto_.size() <= bytes_maximos, "token: es demasiado largo");
    std::string_view const todo = texto_;
    auto const p1 = todo.find('.'), p2 = todo.rfind('.');
    exigir(p1 != todo.npos && p1 != p2, "token: no tiene tres partes");
    auto const encabezado = base64url_leer(todo.substr(0, p1)),
               cuerpo = base64url_leer(todo.substr(p1 + 1, p2 - p1 - 1)), firma = base64url_leer(todo.substr(p2 + 1));
    exigir(encabezado && cuerpo && firma, "token: no es base64url");
    auto const json = objeto_de(*encabezado, "encabezado");
    reclamos_ = objeto_de(*cuerpo, "reclamos");
    exigir(json.buscar("crit") == nullptr, "crit: exige una extensión desconocida");
    auto const alg = algoritmo_de(texto_en(json, "alg"));
    exigir(alg.has_value(), "alg: no es un algoritmo admitido");
    algoritmo_ = *alg;
    kid_ = texto_en(json, "kid");
    exigir(!kid_.empty(), "kid: falta");
    typ_ = json.buscar("typ") == nullptr ? "JWT" : texto_en(json, "typ");
    firma_ = *firma;
    firmado_ = p2;
}

Identidad Exigencia::comprobar(TokenDeIdentidad const& t, ClavePublica const& clave, std::string_view nonce,
                               std::int64_t ahora) const {
    exigir(algoritmos.contains(t.algoritmo_), "alg: el proveedor no lo usa");
    exigir(clave.kid == t.kid_ && clave.algoritmos.contains(t.algoritmo_), "alg: la clave no es de ese algoritmo");
    exigir(firma_correcta(t.algoritmo_, clave.clave.get(), std::string_view(t.texto_).substr(0, t.firmado_), t.firma_),
           "firma: no corresponde");

    auto const& r = t.reclamos_;
    exigir(!emisor.empty() && texto_en(r, "iss") == emisor, "iss: es de otro emisor");
    auto const nuestra = [&](std::string_view una) { return std::ranges::find(audiencias, una) != audiencias.end(); };
    auto const para = textos_en(r, "aud");
    exigir(std::ranges::any_of(para, nuestra), "aud: es para otra aplicación");
    exigir(r.buscar("azp") != nullptr ? nuestra(texto_en(r, "azp")) : para.size() == 1, "azp: es de otro cliente");
    auto const exp = momento_en(r, "exp"), nbf = momento_en(r, "nbf"), iat = momento_en(r, "iat");
    exigir(exp && *exp > ahora - tolerancia, "exp: venció");
    exigir(!nbf || *nbf <= ahora + tolerancia, "nbf: todavía no es válido");
    exigir(iat && *iat <= ahora + tolerancia, "iat: es del futuro");
    // A caller that requested the token with a nonce must send it: an optional check could be skipped.
    exigir(falta(r.buscar("nonce")) == nonce.empty() && texto_en(r, "nonce") == nonce, "nonce: no coincide");
    exigir(t.typ_ == "JWT" || t.typ_ == "jwt", "typ: no es un token de identidad");
    auto const sub = texto_en(r, "sub");
    exigir(es_nombre(sub), "sub: falta o no sirve de nombre");

    Identidad quien{emisor, std::string(sub), {}};
    auto const correo = texto_en(r, "email");
    // Letters must be ASCII: other letters may fold into ASCII capitals, and belong to another address.
    bool const ascii = std::ranges::all_of(correo, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (es_cierto(r.buscar("email_verified")) && es_nombre(correo) && ascii) quien.correo = correo;
    return quien;
}

}  // namespace gestor::seguridad
