// The connection code over TLS, with a certificate made by the test.
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>
#include <boost/test/unit_test.hpp>

#include "raw_client.hpp"

BOOST_AUTO_TEST_SUITE(tls_test)

using namespace gestor;
using namespace gestor::test;
namespace asio = boost::asio;

namespace {

struct Certificate {
    Certificate() {
        char name[] = "/tmp/gestor_tls_XXXXXX";
        directory = mkdtemp(name);
        chain = directory + "/cert.pem";
        key = directory + "/key.pem";
        EVP_PKEY* pair = EVP_EC_gen("P-256");
        X509* x = X509_new();
        ASN1_INTEGER_set(X509_get_serialNumber(x), 1);
        X509_gmtime_adj(X509_getm_notBefore(x), -3600);
        X509_gmtime_adj(X509_getm_notAfter(x), 3600);
        X509_set_pubkey(x, pair);
        X509_NAME_add_entry_by_txt(X509_get_subject_name(x), "CN", MBSTRING_ASC,
                                   reinterpret_cast<unsigned char const*>("localhost"), -1, -1, 0);
        X509_set_issuer_name(x, X509_get_subject_name(x));
        X509_sign(x, pair, EVP_sha256());
        FILE* f = fopen(chain.c_str(), "w");
        PEM_write_X509(f, x);
        fclose(f);
        f = fopen(key.c_str(), "w");
        PEM_write_PrivateKey(f, pair, nullptr, nullptr, 0, nullptr, nullptr);
        fclose(f);
        X509_free(x);
        EVP_PKEY_free(pair);
    }
    ~Certificate() {
        ::unlink(chain.c_str());
        ::unlink(key.c_str());
        ::rmdir(directory.c_str());
    }
    std::string directory, chain, key;
};

class TlsClient {
public:
    explicit TlsClient(unsigned short port) : context_(asio::ssl::context::tls_client), stream_(io_, context_) {
        stream_.next_layer().connect({asio::ip::address_v4::loopback(), port});
        stream_.handshake(asio::ssl::stream_base::client);
    }
    void send(std::string_view bytes) { asio::write(stream_, asio::buffer(bytes.data(), bytes.size())); }
    std::string read_to_end() {
        std::string out;
        boost::system::error_code ec;
        asio::read(stream_, asio::dynamic_buffer(out), ec);
        clean_end = ec == asio::error::eof;
        return out;
    }
    char const* version() { return SSL_get_version(stream_.native_handle()); }
    bool clean_end = false;

private:
    asio::io_context io_;
    asio::ssl::context context_;
    asio::ssl::stream<asio::ip::tcp::socket> stream_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(requests_over_tls) {
    Certificate cert;
    TestServer s({{"tls-certificado", cert.chain}, {"tls-llave", cert.key}, {"encabezado-segundos", "1"}});
    TlsClient c(s.port);
    BOOST_TEST(c.version() == std::string("TLSv1.3"));
    std::string const body(300000, 'b');
    c.send("GET /uno HTTP/1.1\r\nHost: a\r\n\r\nPOST /dos HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n" +
           body);
    c.send("GET /flujo HTTP/1.1\r\nHost: a\r\n\r\nGET /tres HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    auto text = c.read_to_end();
    BOOST_TEST(c.clean_end);  // close_notify: the end is authentic
    BOOST_TEST(text.find("GET /uno? ") != text.npos);
    BOOST_TEST(text.find("POST /dos? " + body) != text.npos);
    BOOST_TEST(text.find("abcabcabcabcabc") != text.npos);
    BOOST_TEST(text.ends_with("GET /tres? "));
    TlsClient bad(s.port);
    bad.send("GET / HTTP/1.1\nHost: a\n\n");
    BOOST_TEST(bad.read_to_end().starts_with("HTTP/1.1 400 "));

    RawClient plain(s.port);  // a client without TLS is closed, and the server goes on
    plain.get("/");
    plain.read();
    BOOST_TEST(plain.closed());
    RawClient silent(s.port);  // a client without a handshake is closed by the deadline
    BOOST_TEST(silent.closed());
    TlsClient again(s.port);
    again.send("GET /grande HTTP/1.0\r\n\r\n");
    BOOST_TEST(again.read_to_end().size() > 32u << 20);
}

BOOST_AUTO_TEST_CASE(stop_with_tls_connections_open) {
    Certificate cert;
    TestServer s({{"tls-certificado", cert.chain}, {"tls-llave", cert.key}, {"apagado-segundos", "2"}});
    TlsClient idle(s.port);
    s.server->stop();
    s.server->join();
    BOOST_TEST(idle.read_to_end().empty());
}

BOOST_AUTO_TEST_CASE(unusable_certificates_are_said) {
    Certificate one, two;
    auto message = [](std::initializer_list<std::pair<std::string_view, std::string_view>> settings) {
        try {
            TestServer s(settings);
        } catch (std::runtime_error const& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    BOOST_TEST(message({{"tls-certificado", one.chain}}).find("falta") != std::string::npos);
    BOOST_TEST(message({{"tls-certificado", "/no"}, {"tls-llave", one.key}}).find("/no") != std::string::npos);
    BOOST_TEST(!message({{"tls-certificado", one.chain}, {"tls-llave", two.key}}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
