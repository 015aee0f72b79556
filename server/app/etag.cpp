#include "server/app/etag.hpp"

#include <openssl/evp.h>

#include <memory>

#include "domain/valores/base64.hpp"

namespace gestor {

// The digest is fetched once and its context kept: EVP_Digest looks both up again on every call.
std::string etiqueta(std::string_view cuerpo) {
    static EVP_MD* const sha256 = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    thread_local std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> const contexto(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    unsigned char huella[EVP_MAX_MD_SIZE];
    EVP_DigestInit_ex2(contexto.get(), sha256, nullptr);
    EVP_DigestUpdate(contexto.get(), cuerpo.data(), cuerpo.size());
    EVP_DigestFinal_ex(contexto.get(), huella, nullptr);
    return "\"" + hexadecimal({reinterpret_cast<char const*>(huella), 16}) + "\"";
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
