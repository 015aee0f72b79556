#pragma once
// An authority and certificates for tests, with seals made by their keys: correct ones, like those of the tax
// authority, and wrong in every way.
#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "domain/fiscal/cadena.hpp"
#include "domain/valores/base64.hpp"
#include "tests/fiscal/cfdi_ayuda.hpp"

namespace gestor::fiscal {

using Llave = std::shared_ptr<EVP_PKEY>;

inline Llave rsa(unsigned bits = 2048) {
    return {EVP_RSA_gen(bits), EVP_PKEY_free};
}

struct Solicitud {
    std::string numero = "30001000000500009999";
    std::string rfc = "EKU9003173C9 / VADA800927DJ3", nombre = "ESCUELA KEMPER URGATE SA DE CV";
    bool csd = true, autoridad = false;
    char const *desde = "20200101000000Z", *hasta = "20300101000000Z";
};

struct Emitido {
    Llave llave;
    std::shared_ptr<X509> x509;
    std::string der() const {
        unsigned char* bytes = nullptr;
        auto const largo = i2d_X509(x509.get(), &bytes);
        std::string salida(reinterpret_cast<char*>(bytes), static_cast<std::size_t>(largo));
        OPENSSL_free(bytes);
        return salida;
    }
};

inline void decir(X509_NAME* nombre, char const* campo, std::string const& valor) {
    X509_NAME_add_entry_by_txt(nombre, campo, MBSTRING_UTF8, reinterpret_cast<unsigned char const*>(valor.data()),
                               static_cast<int>(valor.size()), -1, 0);
}

// Issuer of the certificate: `por`; null: self-signed.
inline Emitido emitir(Solicitud const& s, Llave llave, Emitido const* por = nullptr) {
    Emitido e{llave, {X509_new(), X509_free}};
    auto* const x = e.x509.get();
    X509_set_version(x, 2);
    ASN1_STRING_set(X509_get_serialNumber(x), s.numero.data(), static_cast<int>(s.numero.size()));
    ASN1_TIME_set_string(X509_getm_notBefore(x), s.desde);
    ASN1_TIME_set_string(X509_getm_notAfter(x), s.hasta);
    auto* const sujeto = X509_get_subject_name(x);
    decir(sujeto, "CN", s.nombre);
    if (!s.rfc.empty()) decir(sujeto, "x500UniqueIdentifier", s.rfc);
    if (s.csd) decir(sujeto, "OU", "Matriz");
    X509_set_issuer_name(x, por == nullptr ? sujeto : X509_get_subject_name(por->x509.get()));
    X509_set_pubkey(x, llave.get());
    std::unique_ptr<X509_EXTENSION, void (*)(X509_EXTENSION*)> const uso(
        X509V3_EXT_conf_nid(nullptr, nullptr, NID_basic_constraints, s.autoridad ? "critical,CA:TRUE" : "CA:FALSE"),
        X509_EXTENSION_free);
    X509_add_ext(x, uso.get(), -1);
    if (X509_sign(x, por == nullptr ? llave.get() : por->llave.get(), EVP_sha256()) == 0)
        throw std::runtime_error("no se pudo firmar el certificado");
    return e;
}

inline std::string firmar(std::string const& texto, Llave const& llave) {
    std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> const contexto(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    std::string firma(1024, '\0');
    auto largo = firma.size();
    if (EVP_DigestSignInit(contexto.get(), nullptr, EVP_sha256(), nullptr, llave.get()) != 1 ||
        EVP_DigestSign(contexto.get(), reinterpret_cast<unsigned char*>(firma.data()), &largo,
                       reinterpret_cast<unsigned char const*>(texto.data()), texto.size()) != 1)
        throw std::runtime_error("no se pudo firmar");
    firma.resize(largo);
    return firma;
}

// Seals the text of a CFDI without seal (Sello="" Certificado="").
inline std::string sellar(std::string const& xml, Emitido const& csd) {
    auto const con = reemplazar(xml, "Certificado=\"\"", "Certificado=\"" + base64(csd.der()) + "\"");
    return reemplazar(con, "Sello=\"\"",
                      "Sello=\"" + base64(firmar(cadena_original(leer_cfdi(con)).value(), csd.llave)) + "\"");
}

// Stamps the text of a sealed CFDI (SelloCFD="" SelloSAT="").
inline std::string timbrar(std::string const& xml, Emitido const& pac) {
    auto const con = reemplazar(xml, "SelloCFD=\"\"", "SelloCFD=\"" + leer_cfdi(xml).sello.value() + "\"");
    return reemplazar(con, "SelloSAT=\"\"",
                      "SelloSAT=\"" + base64(firmar(cadena_original(leer_cfdi(con).timbres.at(0)), pac.llave)) + "\"");
}

}  // namespace gestor::fiscal
