// The first byte chooses the input: a key set, a raw token, a good token with some bytes changed, or claims or a header
// signed with the issuer's key. Only tokens that the issuer signed, that are in force and that are for our client id
// may be accepted.
#include <algorithm>
#include <memory>
#include <string>

#include "domain/seguridad/identidad.hpp"
#include "tests/domain/identidad_ayuda.hpp"
#include "tests/fuzz/property.hpp"

using namespace gestor;
using namespace gestor::seguridad;

namespace {

constexpr std::int64_t now = 1'800'000'000;

prueba::Firmante const& issuer() {
    static std::string const seed(32, 'f');  // the same key in every run
    static prueba::Firmante const one{
        "k1",
        "EdDSA",
        {EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, reinterpret_cast<unsigned char const*>(seed.data()),
                                      32),
         EVP_PKEY_free}};
    return one;
}

std::string const& good() {
    static std::string const token = issuer().token(
        R"({"iss":"https://i","sub":"s","aud":["gestor"],"exp":1800000100,"iat":1799999999,"nonce":"n"})");
    return token;
}

std::unique_ptr<Identidad> believed(std::string const& token, std::int64_t when = now) {
    static JuegoDeClaves const keys(prueba::jwks({issuer().jwk()}));
    static Exigencia const demand{"https://i", {"gestor"}, {Algoritmo::EdDSA, Algoritmo::RS256}};
    try {
        TokenDeIdentidad const apart(token);
        auto const* const key = keys.buscar(apart.kid());
        if (key == nullptr) return nullptr;
        return std::make_unique<Identidad>(demand.comprobar(apart, *key, "n", when));
    } catch (IdentidadRechazada const&) {
        return nullptr;
    }
}

void signed_token(std::string const& token, std::string_view claims) {
    auto const who = believed(token);
    if (who == nullptr) return;
    auto const json = json_leer(claims);  // throws when the reader should not have accepted the claims: a finding
    property(json.buscar("iss")->texto == "https://i" && json.buscar("nonce")->texto == "n",
             "theirs, and what was asked");
    property(json.buscar("sub")->texto == who->sujeto && !who->sujeto.empty(), "of someone");
    property(who->sujeto.find('\0') == std::string::npos, "whose name can be stored");
    property(who->correo.empty() || json.buscar("email")->texto == who->correo, "with the address that it says");
    property(believed(token, now + 4'000'000'000'000) == nullptr, "and not for ever");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    auto text = text_of(data, size);
    switch (take(text)) {
        case 'k':
            try {
                JuegoDeClaves const keys(text);
                property(keys.buscar("") == nullptr, "a key has a name");
            } catch (IdentidadRechazada const&) {
            }
            break;
        case 'c':
            signed_token(issuer().token(std::string(text)), text);
            break;
        case 'h': {
            auto const token =
                issuer().token(R"({"iss":"https://i","sub":"s","aud":"gestor","exp":1800000100,"iat":1,"nonce":"n"})",
                               std::string(text));
            if (believed(token) != nullptr) property(json_leer(text).buscar("crit") == nullptr, "no demands");
            break;
        }
        case 'm': {  // triples: two bytes are the position, one is the new byte
            auto token = good();
            for (; text.size() >= 3; text.remove_prefix(3)) {
                auto const where = static_cast<unsigned char>(text[0]) * 256u + static_cast<unsigned char>(text[1]);
                token[where % token.size()] = text[2];
            }
            property((believed(token) != nullptr) == (token == good()), "a changed token is no token");
            property(believed(token, now + 160) == nullptr, "nor is an old one");
            break;
        }
        default:
            property(believed(std::string(text)) == nullptr || text == good(), "nobody else makes tokens");
    }
    return 0;
}
