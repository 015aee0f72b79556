#include "server/http/tls.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "server/settings.hpp"

namespace gestor {

namespace ssl = boost::asio::ssl;

std::unique_ptr<ssl::context> make_tls(Settings const& settings) {
    auto const& chain = settings.texto("tls-certificado");
    auto const& key = settings.texto("tls-llave");
    if (chain.empty() && key.empty()) return nullptr;
    if (chain.empty() || key.empty())
        throw std::runtime_error("tls-certificado y tls-llave van juntos: falta uno de los dos");
    auto context = std::make_unique<ssl::context>(ssl::context::tls_server);
    context->set_options(ssl::context::default_workarounds | ssl::context::no_compression);
    auto* native = context->native_handle();
    SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
    // No renegotiation: a client must not make the server repeat the costly handshake. Released buffers: an idle
    // connection must not hold OpenSSL's memory.
    SSL_CTX_set_options(native, SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_mode(native, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_cipher_list(native, "ECDHE+AESGCM:ECDHE+CHACHA20");
    boost::system::error_code ec;
    context->use_certificate_chain_file(chain, ec);
    if (ec) throw std::runtime_error(fmt::format("no se puede usar tls-certificado «{}»: {}", chain, ec.message()));
    context->use_private_key_file(key, ssl::context::pem, ec);
    if (ec) throw std::runtime_error(fmt::format("no se puede usar tls-llave «{}»: {}", key, ec.message()));
    if (SSL_CTX_check_private_key(native) != 1) throw std::runtime_error("tls-llave no corresponde a tls-certificado");
    return context;
}

}  // namespace gestor
