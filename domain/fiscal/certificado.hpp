#pragma once
// Certificate of a seal, and the tax authority's certificates that verify it.
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
    // Reads DER. Absent: the bytes are no certificate, or its key is not RSA of 1024 to 4096 bits.
    static std::optional<Certificado> leer(std::string_view der);
    // The same; a certificate that the thread read lately is not read again. OpenSSL decodes the key at each reading.
    static std::optional<Certificado> recordar(std::string_view der);

    std::string const& numero() const {
        return numero_;
        // 20 digits, as in NoCertificado; empty: the serial number has no such form
    }
    std::string const& rfc() const { return rfc_; }  // RFC of its holder
    std::string const& nombre() const { return nombre_; }
    bool csd() const { return csd_; }  // CSD: a certificate for seals; a FIEL is the signature of a person
    // Whether the certificate is in force at `momento`, with a day of tolerance at both ends: `momento` is civil time,
    // the certificate has UTC.
    bool vigente_desde(FechaHora momento) const;
    bool vigente_hasta(FechaHora momento) const;
    // Whether `sello` is the seal of `texto` (RSA PKCS#1 v1.5, SHA-256).
    bool verifica(std::string_view texto, std::string_view sello) const;

private:
    friend class Certificados;
    Certificado() = default;
    std::shared_ptr<x509_st> x509_;
    std::string numero_, rfc_, nombre_;
    bool csd_ = false;
    FechaHora desde_, hasta_;
};

// Publicado: one certificate of a file that the tax authority publishes, as an operator reads it, with texts as
// the maker of the file wrote them.
struct Publicado {
    enum class Clase { raiz, intermedia, final_ };  // root and intermediate authorities; any other certificate
    Clase clase = Clase::final_;
    std::string sujeto, emisor;  // common names, or those of the organizations
    std::string numero;          // 20 digits, as in NoCertificado, or the serial number in hexadecimal
    std::optional<FechaHora> desde, hasta;
    std::string der;
};
// Certificates of a file, DER or PEM; none: the file has no certificate.
std::vector<Publicado> publicados_de(std::string_view der_o_pem);

// Certificados: the certificates that the tax authority publishes: its issuers, and the holders of the keys that seal
// stamps.
class Certificados {
public:
    Certificados() = default;
    // Reads every certificate of the directory, DER or PEM. A missing directory gives none.
    static Certificados de_directorio(std::filesystem::path const& directorio);

    void agregar(std::string_view der_o_pem);                  // every certificate of a file
    Certificado const* buscar(std::string_view numero) const;  // null: unknown number
    bool hay_autoridades() const { return !autoridades_.empty(); }
    // Whether a known issuer, in force on that day, signed the certificate. Revocation is not checked.
    bool avala(Certificado const& certificado, FechaHora momento) const;

private:
    std::map<std::string, Certificado, std::less<>> por_numero_;
    std::vector<std::shared_ptr<x509_st>> autoridades_;
};

}  // namespace gestor::fiscal
