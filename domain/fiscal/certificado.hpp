#pragma once
// The certificate that comes with a seal, and those of the tax authority that it can be held against.
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/valores/fecha.hpp"

struct x509_st;  // OpenSSL's

namespace gestor::fiscal {

class Certificado {
public:
    // DER. Nothing: it is no certificate, or its key is not RSA of 1024 to 4096 bits.
    static std::optional<Certificado> leer(std::string_view der);

    std::string const& numero() const {
        return numero_;
    }                                                // 20 digits, as NoCertificado; empty: its serial has no such form
    std::string const& rfc() const { return rfc_; }  // of whom it was issued to
    std::string const& nombre() const { return nombre_; }
    bool csd() const { return csd_; }  // for seals; a FIEL, which signs for a person, is not
    // Civil time against Greenwich's: a day either way is given.
    bool vigente_desde(FechaHora momento) const;
    bool vigente_hasta(FechaHora momento) const;
    // Whether it is the seal (RSA PKCS#1 v1.5, SHA-256) of that text.
    bool verifica(std::string_view texto, std::string_view sello) const;

private:
    friend class Certificados;
    Certificado() = default;
    std::shared_ptr<x509_st> x509_;
    std::string numero_, rfc_, nombre_;
    bool csd_ = false;
    FechaHora desde_, hasta_;
};

// The tax authority's own: those who issue, and those whose key seals stamps.
class Certificados {
public:
    Certificados() = default;
    // Each file of the directory that is a certificate, DER or PEM. No directory: none.
    static Certificados de_directorio(std::filesystem::path const& directorio);

    bool agregar(std::string_view der_o_pem);                  // false: it is no certificate
    Certificado const* buscar(std::string_view numero) const;  // null: it is not here
    bool hay_autoridades() const { return !autoridades_.empty(); }
    // Whether one of the authorities, on that day, vouches for it. Revocation is not asked.
    bool avala(Certificado const& certificado, FechaHora momento) const;

private:
    std::map<std::string, Certificado, std::less<>> por_numero_;
    std::vector<std::shared_ptr<x509_st>> autoridades_;
};

}  // namespace gestor::fiscal
