#include "domain/operacion/token.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
#include <chrono>

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "domain/valores/base64.hpp"
#include "domain/valores/dto.hpp"
#include "domain/valores/id.hpp"
#include "domain/valores/json.hpp"
#include "domain/valores/texto.hpp"

namespace gestor {
namespace {

constexpr std::size_t token_maximo = 8192;
constexpr std::int64_t tolerancia = 5;  // seconds by which the clocks of two instances may differ

// Reclamos: the claims of a token, in the order in which they are written.
struct Reclamos {
    Texto<100> iss;
    Texto<100> aud;
    Id sub;  // user
    Id org;
    IdOCero con;                    // API consumer
    IdOCero suc;                    // branch
    Lista<Texto<60>, 1, 1000> per;  // permissions; a user without any has no token
    Entero<0, 1'000'000'000> ver;   // version of the user
    Entero<0, 1'000'000'000> vec;   // version of the consumer
    Id iat;
    Id exp;
};
DTO(Reclamos, iss, aud, sub, org, con, suc, per, ver, vec, iat, exp)

IdOCero id_o_cero(std::int64_t n) {
    if (n == 0) return {};
    return Id(n);
}

}  // namespace

struct Llavero::Llave {
    std::string encabezado;  // base64url of {"alg":"HS256","typ":"JWT","kid":"…"}
    std::string secreto;

    std::string firmar(std::string_view texto) const {
        unsigned char mac[EVP_MAX_MD_SIZE];
        unsigned n = 0;
        HMAC(EVP_sha256(), secreto.data(), static_cast<int>(secreto.size()),
             reinterpret_cast<unsigned char const*>(texto.data()), texto.size(), mac, &n);
        return {reinterpret_cast<char*>(mac), n};
    }
};

std::int64_t segundos_ahora() {
    return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::string sha256_hex(std::string_view bytes) {
    unsigned char huella[SHA256_DIGEST_LENGTH];
    EVP_Digest(bytes.data(), bytes.size(), huella, nullptr, EVP_sha256(), nullptr);
    return hexadecimal({reinterpret_cast<char const*>(huella), sizeof huella});
}

Llavero::Llavero(std::string_view archivo, std::string emisor) : emisor_(std::move(emisor)) {
    std::istringstream lineas{std::string(archivo)};
    for (std::string linea; std::getline(lineas, linea);) {
        std::istringstream palabras(linea);
        std::string kid, secreto;
        if (!(palabras >> kid)) continue;
        palabras >> secreto;
        auto claro = base64_leer(secreto);
        if (!claro || claro->size() < 32)
            throw std::runtime_error("llaves-token: el secreto de la llave " + kid +
                                     " debe ser base64 de al menos 32 bytes");
        auto llave = std::make_unique<Llave>();
        std::string json = R"({"alg":"HS256","typ":"JWT","kid":)";
        json_texto(kid, json);
        llave->encabezado = base64url(json + "}");
        if (std::any_of(llaves_.begin(), llaves_.end(), [&](auto& l) { return l->encabezado == llave->encabezado; }))
            throw std::runtime_error("llaves-token: la llave " + kid + " está dos veces");
        llave->secreto = std::move(*claro);
        llaves_.push_back(std::move(llave));
    }
    if (llaves_.empty())
        throw std::runtime_error(
            "llaves-token: no hay llaves; escriba en el archivo una línea «kid secreto», "
            "por ejemplo: echo \"k1 $(head -c 32 /dev/urandom | base64)\"");
}

Llavero::~Llavero() = default;

std::string Llavero::emitir(Token const& t, std::int64_t ahora) const {
    Reclamos r;
    r.iss = Texto<100>(emisor_);
    r.aud = Texto<100>(emisor_);
    r.sub = Id(t.sesion.usuarioId);
    r.org = Id(t.sesion.organizacionId);
    r.con = id_o_cero(t.sesion.consumidorApiId);
    r.suc = id_o_cero(t.sesion.sucursalId);
    for (auto const& p : t.sesion.permisos) r.per.emplace_back(p);
    r.ver = t.version_usuario;
    r.vec = t.version_consumidor;
    r.iat = Id(ahora);
    r.exp = Id(t.sesion.expira);
    std::string json;
    json_escribir(r, json);
    auto texto = llaves_.front()->encabezado + "." + base64url(json);
    auto const firma = base64url(llaves_.front()->firmar(texto));
    return texto + "." + firma;
}

std::optional<Token> Llavero::verificar(std::string_view texto, std::int64_t ahora) const {
    if (texto.size() > token_maximo) return std::nullopt;
    auto const p1 = texto.find('.'), p2 = texto.rfind('.');
    if (p1 == std::string_view::npos || p1 == p2) return std::nullopt;
    auto const llave =
        std::find_if(llaves_.begin(), llaves_.end(), [&](auto& l) { return l->encabezado == texto.substr(0, p1); });
    if (llave == llaves_.end()) return std::nullopt;
    auto const firma = base64url_leer(texto.substr(p2 + 1));
    auto const debida = (*llave)->firmar(texto.substr(0, p2));
    if (!firma || firma->size() != debida.size() || CRYPTO_memcmp(firma->data(), debida.data(), debida.size()) != 0)
        return std::nullopt;
    auto const json = base64url_leer(texto.substr(p1 + 1, p2 - p1 - 1));
    if (!json) return std::nullopt;
    try {
        auto const r = json_leer<Reclamos>(*json);
        // json_leer again, because reading a DTO trims the spaces around its texts
        auto const escrito = json_leer(*json);
        if (escrito.buscar("iss")->texto != emisor_ || escrito.buscar("aud")->texto != emisor_) return std::nullopt;
        if (r.exp.valor() <= ahora || r.iat.valor() > ahora + tolerancia) return std::nullopt;
        Token t;
        t.sesion.usuarioId = r.sub.valor();
        t.sesion.organizacionId = r.org.valor();
        t.sesion.consumidorApiId = r.con.valor();
        t.sesion.sucursalId = r.suc.valor();
        t.sesion.expira = r.exp.valor();
        for (auto const& p : r.per) t.sesion.permisos.push_back(p.valor());
        t.version_usuario = r.ver.valor();
        t.version_consumidor = r.vec.valor();
        return t;
    } catch (Problema const&) {  // signed with our key but without our claims: other software uses the same key
        return std::nullopt;
    }
}

}  // namespace gestor
