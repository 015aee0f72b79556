#include "server/app/etag.hpp"

#include <openssl/evp.h>

#include <memory>

#include "domain/valores/base64.hpp"

namespace gestor {

// SipHash-2-4 of 128 bits: a tag tells contents apart and keeps no secret, and SHA-256 took a fifth of the instructions
// of a read. The key is a constant, so that all instances give the same tag. Two contents with one tag help nobody: a
// caller would have to write both of them.
std::string etiqueta(std::string_view cuerpo) {
    static EVP_MAC* const siphash = EVP_MAC_fetch(nullptr, "SIPHASH", nullptr);
    thread_local std::unique_ptr<EVP_MAC_CTX, void (*)(EVP_MAC_CTX*)> const contexto(EVP_MAC_CTX_new(siphash),
                                                                                     EVP_MAC_CTX_free);
    static constexpr unsigned char clave[] = "gestor, etiqueta";
    unsigned char huella[16];
    std::size_t bytes = 0;
    EVP_MAC_init(contexto.get(), clave, 16, nullptr);
    EVP_MAC_update(contexto.get(), reinterpret_cast<unsigned char const*>(cuerpo.data()), cuerpo.size());
    EVP_MAC_final(contexto.get(), huella, &bytes, sizeof huella);
    return "\"" + hexadecimal({reinterpret_cast<char const*>(huella), bytes}) + "\"";
}

bool contiene_etiqueta(std::string_view lista, std::string_view etag, bool debil) {
    if (lista == "*") return true;
    for (auto i = lista.find(etag); i != std::string_view::npos; i = lista.find(etag, i + 1)) {
        if (i == 0 || lista[i - 1] == ' ' || lista[i - 1] == ',') return true;
        if (debil && lista[i - 1] == '/') return true;
    }
    return false;
}

}  // namespace gestor
