#include "domain/fiscal/certificado.hpp"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <iterator>
#include <new>

#include "domain/valores/base64.hpp"

namespace gestor::fiscal {
namespace {

constexpr std::size_t der_maximo = 16UL * 1024;    // a certificate of 4096 bits has about two thousand bytes
constexpr std::size_t archivo_maximo = 1UL << 20;  // a PEM file may have all of them
constexpr int bits_minimos = 1024, bits_maximos = 4096;

// SinRastro: clears the error queue that OpenSSL filled here; the next reader of the queue (TLS) would otherwise take
// these errors for its own.
struct SinRastro {
    SinRastro() { ERR_set_mark(); }
    SinRastro(SinRastro const&) = delete;
    SinRastro& operator=(SinRastro const&) = delete;
    ~SinRastro() { ERR_pop_to_mark(); }
};

using X509Ptr = std::shared_ptr<X509>;

X509Ptr de_der(std::string_view der) {
    if (der.empty() || der.size() > der_maximo) return nullptr;
    auto const* en = reinterpret_cast<unsigned char const*>(der.data());
    X509Ptr x509(d2i_X509(nullptr, &en, static_cast<long>(der.size())), X509_free);
    return x509 && en == reinterpret_cast<unsigned char const*>(der.data()) + der.size() ? x509 : nullptr;
}

std::string der_de(X509* x509) {
    unsigned char* bytes = nullptr;
    auto const largo = i2d_X509(x509, &bytes);
    if (largo <= 0) return {};
    std::string der(reinterpret_cast<char*>(bytes), static_cast<std::size_t>(largo));
    OPENSSL_free(bytes);
    return der;
}

// Certificates of a file: one in DER, or those in PEM.
std::vector<X509Ptr> de_archivo(std::string_view bytes) {
    std::vector<X509Ptr> todos;
    if (auto uno = de_der(bytes)) return {std::move(uno)};
    if (bytes.size() > archivo_maximo) return todos;
    std::unique_ptr<BIO, int (*)(BIO*)> const bio(BIO_new_mem_buf(bytes.data(), static_cast<int>(bytes.size())),
                                                  BIO_free);
    if (!bio) throw std::bad_alloc();
    while (auto* const x509 = PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr))
        todos.emplace_back(x509, X509_free);
    return todos;
}

bool llave_admitida(X509 const* x509) {
    auto const* const llave = X509_get0_pubkey(x509);
    if (llave == nullptr || EVP_PKEY_get_base_id(llave) != EVP_PKEY_RSA) return false;
    auto const bits = EVP_PKEY_get_bits(llave);
    return bits >= bits_minimos && bits <= bits_maximos;
}

std::string bytes_de(ASN1_STRING const* texto) {
    return {reinterpret_cast<char const*>(ASN1_STRING_get0_data(texto)),
            static_cast<std::size_t>(ASN1_STRING_length(texto))};
}

// Serial number of the certificate: its bytes are the ASCII digits of NoCertificado.
std::string numero_de(X509 const* x509) {
    auto numero = bytes_de(X509_get0_serialNumber(x509));
    bool const digitos = std::ranges::all_of(numero, [](char c) { return c >= '0' && c <= '9'; });
    return numero.size() == 20 && digitos ? numero : std::string();
}

std::string parte_de(X509_NAME const* nombre, int nid) {
    auto const en = X509_NAME_get_index_by_NID(nombre, nid, -1);
    if (en < 0) return {};
    auto const* const valor = X509_NAME_ENTRY_get_data(X509_NAME_get_entry(nombre, en));
    unsigned char* utf8 = nullptr;
    auto const largo = ASN1_STRING_to_UTF8(&utf8, valor);
    if (largo < 0) return {};  // the name is no text
    std::string texto(reinterpret_cast<char*>(utf8), static_cast<std::size_t>(largo));
    OPENSSL_free(utf8);
    return texto;
}

std::string del_sujeto(X509 const* x509, int nid) {
    return parte_de(X509_get_subject_name(x509), nid);
}

std::string nombre_comun(X509_NAME const* nombre) {
    auto comun = parte_de(nombre, NID_commonName);
    return comun.empty() ? parte_de(nombre, NID_organizationName) : comun;
}

// RFC of the subject: "RFC of the company / RFC of its representative", or one alone.
std::string rfc_de(X509 const* x509) {
    auto const todo = del_sujeto(x509, NID_x500UniqueIdentifier);
    auto rfc = todo.substr(0, todo.find('/'));
    std::erase(rfc, ' ');
    return rfc;
}

std::optional<FechaHora> momento_de(ASN1_TIME const* tiempo) {
    std::tm tm{};
    if (ASN1_TIME_to_tm(tiempo, &tm) != 1) return std::nullopt;
    try {
        return FechaHora(
            Fecha(tm.tm_year + 1900, static_cast<unsigned>(tm.tm_mon + 1), static_cast<unsigned>(tm.tm_mday)),
            tm.tm_hour, tm.tm_min, std::min(tm.tm_sec, 59));
    } catch (ValorInvalido const&) {  // a year outside our calendar
        return std::nullopt;
    }
}

std::time_t segundos(FechaHora momento) {
    return static_cast<std::time_t>((momento - FechaHora()).count());
}

}  // namespace

std::optional<Certificado> Certificado::leer(std::string_view der) {
    SinRastro const limpio;
    Certificado c;
    c.x509_ = de_der(der);
    if (!c.x509_ || !llave_admitida(c.x509_.get())) return std::nullopt;
    auto const desde = momento_de(X509_get0_notBefore(c.x509_.get())),
               hasta = momento_de(X509_get0_notAfter(c.x509_.get()));
    if (!desde || !hasta || *hasta <= *desde) return std::nullopt;
    c.desde_ = *desde;
    c.hasta_ = *hasta;
    c.numero_ = numero_de(c.x509_.get());
    c.rfc_ = rfc_de(c.x509_.get());
    c.nombre_ = del_sujeto(c.x509_.get(), NID_name);
    if (c.nombre_.empty()) c.nombre_ = del_sujeto(c.x509_.get(), NID_commonName);
    c.csd_ = !del_sujeto(c.x509_.get(), NID_organizationalUnitName).empty();
    return c;
}

std::optional<Certificado> Certificado::recordar(std::string_view der) {
    constexpr std::size_t cuantos = 16, mayor = 4096;  // certificates of the tax authority have 1.5 KB
    if (der.size() > mayor) return leer(der);
    thread_local std::vector<std::pair<std::string, std::optional<Certificado>>> leidos;  // the latest first
    auto suyo = std::ranges::find(leidos, der, [](auto const& x) { return std::string_view(x.first); });
    if (suyo == leidos.end()) {
        if (leidos.size() == cuantos) leidos.pop_back();
        suyo = leidos.insert(leidos.end(), {std::string(der), leer(der)});
    }
    std::rotate(leidos.begin(), suyo, suyo + 1);
    return leidos.front().second;
}

bool Certificado::vigente_desde(FechaHora momento) const {
    return desde_ - momento <= std::chrono::days(1);
}

bool Certificado::vigente_hasta(FechaHora momento) const {
    return momento - hasta_ <= std::chrono::days(1);
}

bool Certificado::verifica(std::string_view texto, std::string_view sello) const {
    SinRastro const limpio;
    std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> const contexto(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    if (!contexto) throw std::bad_alloc();
    auto* const llave = X509_get0_pubkey(x509_.get());
    return EVP_DigestVerifyInit(contexto.get(), nullptr, EVP_sha256(), nullptr, llave) == 1 &&
           EVP_DigestVerify(contexto.get(), reinterpret_cast<unsigned char const*>(sello.data()), sello.size(),
                            reinterpret_cast<unsigned char const*>(texto.data()), texto.size()) == 1;
}

std::vector<Publicado> publicados_de(std::string_view der_o_pem) {
    SinRastro const limpio;
    std::vector<Publicado> todos;
    for (auto const& x509 : de_archivo(der_o_pem)) {
        using enum Publicado::Clase;
        auto* const x = x509.get();
        auto const numero = numero_de(x);
        todos.push_back({X509_check_ca(x) == 0         ? final_
                         : X509_self_signed(x, 1) == 1 ? raiz
                                                       : intermedia,
                         nombre_comun(X509_get_subject_name(x)), nombre_comun(X509_get_issuer_name(x)),
                         numero.empty() ? hexadecimal(bytes_de(X509_get0_serialNumber(x))) : numero,
                         momento_de(X509_get0_notBefore(x)), momento_de(X509_get0_notAfter(x)), der_de(x)});
    }
    return todos;
}

Certificados Certificados::de_directorio(std::filesystem::path const& directorio) {
    Certificados todos;
    std::error_code falla;
    for (auto const& archivo : std::filesystem::directory_iterator(directorio, falla)) {
        if (!archivo.is_regular_file(falla) || archivo.file_size(falla) > archivo_maximo) continue;
        std::ifstream bytes(archivo.path(), std::ios::binary);
        todos.agregar(std::string(std::istreambuf_iterator<char>(bytes), {}));
    }
    return todos;
}

void Certificados::agregar(std::string_view der_o_pem) {
    SinRastro const limpio;
    for (auto& x509 : de_archivo(der_o_pem)) {
        auto certificado = Certificado::leer(der_de(x509.get()));
        if (X509_check_ca(x509.get()) != 0) autoridades_.push_back(std::move(x509));
        if (certificado && !certificado->numero().empty())
            por_numero_.emplace(certificado->numero(), std::move(*certificado));
    }
}

Certificado const* Certificados::buscar(std::string_view numero) const {
    auto const en = por_numero_.find(numero);
    return en == por_numero_.end() ? nullptr : &en->second;
}

bool Certificados::avala(Certificado const& certificado, FechaHora momento) const {
    SinRastro const limpio;
    std::unique_ptr<X509_STORE, void (*)(X509_STORE*)> const almacen(X509_STORE_new(), X509_STORE_free);
    std::unique_ptr<X509_STORE_CTX, void (*)(X509_STORE_CTX*)> const contexto(X509_STORE_CTX_new(),
                                                                              X509_STORE_CTX_free);
    if (!almacen || !contexto) throw std::bad_alloc();
    for (auto const& autoridad : autoridades_) X509_STORE_add_cert(almacen.get(), autoridad.get());
    if (X509_STORE_CTX_init(contexto.get(), almacen.get(), certificado.x509_.get(), nullptr) != 1)
        throw std::bad_alloc();
    // The issuers are published by the SAT; the root above them belongs to another authority and may be missing here.
    X509_STORE_CTX_set_flags(contexto.get(), X509_V_FLAG_PARTIAL_CHAIN);
    // Only the issuers' terms are checked here. The certificate's own term is checked elsewhere, because OpenSSL counts
    // its last second as expired.
    auto const dentro = std::clamp(momento, certificado.desde_, certificado.hasta_ + std::chrono::seconds(-1));
    X509_STORE_CTX_set_time(contexto.get(), 0, segundos(dentro));
    return X509_verify_cert(contexto.get()) == 1;
}

}  // namespace gestor::fiscal
