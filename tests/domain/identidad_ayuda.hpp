#pragma once
// Token issuers for tests: keys made by OpenSSL, the key set that publishes them, and tokens signed with them.
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "domain/valores/base64.hpp"

namespace gestor::prueba {

struct Firmante {
    std::string kid, alg;
    std::shared_ptr<EVP_PKEY> clave;

    static Firmante rsa(std::string kid, std::string alg, std::size_t bits = 2048) {
        return {std::move(kid), std::move(alg), {EVP_RSA_gen(bits), EVP_PKEY_free}};
    }
    static Firmante p256(std::string kid, char const* curva = "P-256") {
        return {std::move(kid), "ES256", {EVP_EC_gen(curva), EVP_PKEY_free}};
    }
    static Firmante ed25519(std::string kid) {
        return {std::move(kid), "EdDSA", {EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"), EVP_PKEY_free}};
    }

    std::string numero(char const* parte, int largo = 0) const {
        BIGNUM* n = nullptr;
        EVP_PKEY_get_bn_param(clave.get(), parte, &n);
        std::string bytes(static_cast<std::size_t>(largo > 0 ? largo : BN_num_bytes(n)), '\0');
        BN_bn2binpad(n, reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
        BN_free(n);
        return base64url(bytes);
    }
    // Public key as a JWK; `ademas` adds members, such as `,"use":"sig"`.
    std::string jwk(std::string const& ademas = "") const {
        auto const con = [&](std::string const& propio) { return R"({"kid":")" + kid + "\"," + propio + ademas + "}"; };
        if (alg == "ES256")
            return con(R"("kty":"EC","crv":"P-256","x":")" + numero(OSSL_PKEY_PARAM_EC_PUB_X, 32) + R"(","y":")" +
                       numero(OSSL_PKEY_PARAM_EC_PUB_Y, 32) + '"');
        if (alg != "EdDSA")
            return con(R"("kty":"RSA","n":")" + numero(OSSL_PKEY_PARAM_RSA_N) + R"(","e":")" +
                       numero(OSSL_PKEY_PARAM_RSA_E) + '"');
        std::string x(32, '\0');
        auto largo = x.size();
        EVP_PKEY_get_raw_public_key(clave.get(), reinterpret_cast<unsigned char*>(x.data()), &largo);
        return con(R"("kty":"OKP","crv":"Ed25519","x":")" + base64url(x) + '"');
    }

    std::string firma(std::string const& texto, std::string const& con) const {
        std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> const c(EVP_MD_CTX_new(), EVP_MD_CTX_free);
        EVP_PKEY_CTX* ajustes = nullptr;
        EVP_DigestSignInit(c.get(), &ajustes, con == "EdDSA" ? nullptr : EVP_sha256(), nullptr, clave.get());
        if (con == "PS256") {
            EVP_PKEY_CTX_set_rsa_padding(ajustes, RSA_PKCS1_PSS_PADDING);
            EVP_PKEY_CTX_set_rsa_pss_saltlen(ajustes, RSA_PSS_SALTLEN_DIGEST);
        }
        std::string bytes(1024, '\0');
        auto largo = bytes.size();
        EVP_DigestSign(c.get(), reinterpret_cast<unsigned char*>(bytes.data()), &largo,
                       reinterpret_cast<unsigned char const*>(texto.data()), texto.size());
        bytes.resize(largo);
        if (con != "ES256") return bytes;
        auto const* der = reinterpret_cast<unsigned char const*>(bytes.data());
        auto* const par = d2i_ECDSA_SIG(nullptr, &der, static_cast<long>(largo));
        std::string crudos(64, '\0');
        auto* const salida = reinterpret_cast<unsigned char*>(crudos.data());
        BN_bn2binpad(ECDSA_SIG_get0_r(par), salida, 32);
        BN_bn2binpad(ECDSA_SIG_get0_s(par), salida + 32, 32);
        ECDSA_SIG_free(par);
        return crudos;
    }
    std::string encabezado() const { return R"({"alg":")" + alg + R"(","kid":")" + kid + R"(","typ":"JWT"})"; }
    // Token signed by the algorithm `alg`, whatever `alg` its header declares.
    std::string token(std::string const& reclamos, std::string const& encabezado) const {
        auto const texto = base64url(encabezado) + "." + base64url(reclamos);
        return texto + "." + base64url(firma(texto, alg));
    }
    std::string token(std::string const& reclamos) const { return token(reclamos, encabezado()); }
};

inline std::string jwks(std::vector<std::string> const& claves) {
    std::string lista;
    for (auto const& c : claves) lista += (lista.empty() ? "" : ",") + c;
    return R"({"keys":[)" + lista + "]}";
}

}  // namespace gestor::prueba
