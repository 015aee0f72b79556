// The first byte chooses the input: a raw token, a good token with some bytes changed, or claims signed with our own
// key. Only tokens that we issued, byte by byte, and that are in force may be accepted.
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <string>

#include "domain/operacion/token.hpp"
#include "domain/valores/base64.hpp"
#include "domain/valores/json.hpp"
#include "tests/fuzz/property.hpp"

using namespace gestor;

namespace {

std::string const secret(32, 'k');
constexpr std::int64_t now = 1'800'000'000;

Llavero const& keys() {
    static Llavero const ring("k1 " + base64(secret) + "\nk2 " + base64(std::string(32, 'o')) + "\n", "gestor");
    return ring;
}

std::string const& good() {
    static std::string const token = [] {
        Token t;
        t.sesion = {1, 2, 3, 4, now + 100, {"ventas.leer", "*.leer"}};
        return keys().emitir(t, now);
    }();
    return token;
}

bool same(Token const& a, Token const& b) {
    return a.sesion.organizacionId == b.sesion.organizacionId && a.sesion.usuarioId == b.sesion.usuarioId &&
           a.sesion.consumidorApiId == b.sesion.consumidorApiId && a.sesion.sucursalId == b.sesion.sucursalId &&
           a.sesion.expira == b.sesion.expira && a.sesion.permisos == b.sesion.permisos &&
           a.version_usuario == b.version_usuario && a.version_consumidor == b.version_consumidor;
}

void signed_claims(std::string_view claims) {
    auto const text = good().substr(0, good().find('.') + 1) + base64url(claims);
    unsigned char mac[EVP_MAX_MD_SIZE];
    unsigned n = 0;
    HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
         reinterpret_cast<unsigned char const*>(text.data()), text.size(), mac, &n);
    auto const token = keys().verificar(text + "." + base64url({reinterpret_cast<char*>(mac), n}), now);
    if (!token) return;
    auto const json = json_leer(claims);  // throws when the reader should not have accepted the claims: a finding
    property(json.buscar("iss")->texto == "gestor" && json.buscar("aud")->texto == "gestor", "ours, for us");
    property(token->sesion.expira > now, "not expired");
    property(token->sesion.organizacionId > 0 && token->sesion.usuarioId > 0, "of someone");
    property(!token->sesion.permisos.empty(), "for something");
    property(json.claves.size() == 11, "no claim that we do not know");
    auto const again = keys().verificar(keys().emitir(*token, now), now);
    property(again && same(*again, *token), "what is accepted is issued and accepted as the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    auto text = text_of(data, size);
    switch (take(text)) {
        case 's':
            signed_claims(text);
            break;
        case 'm': {  // triples: two bytes are the position, one is the new byte
            auto token = good();
            for (; text.size() >= 3; text.remove_prefix(3)) {
                auto const where = static_cast<unsigned char>(text[0]) * 256u + static_cast<unsigned char>(text[1]);
                token[where % token.size()] = text[2];
            }
            property(keys().verificar(token, now).has_value() == (token == good()), "a changed token is no token");
            property(!keys().verificar(token, now + 100), "nor is an old one");
            break;
        }
        default:
            property(!keys().verificar(text, now) || text == good(), "nobody else makes tokens");
            if (auto const bytes = base64url_leer(text)) property(base64url(*bytes) == text, "base64url has one form");
            if (auto const bytes = base64_leer(text)) property(base64_leer(base64(*bytes)) == bytes, "base64 is kept");
    }
    return 0;
}
