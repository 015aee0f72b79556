// HttpClient against real sockets that misbehave in every way we know of.
#include "server/client/client.hpp"

#include <dlfcn.h>
#include <netdb.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <future>
#include <optional>
#include <thread>

BOOST_AUTO_TEST_SUITE(client_test)

using namespace gestor;
using namespace std::chrono_literals;
namespace asio = boost::asio;
namespace ip = asio::ip;
namespace ssl = asio::ssl;
using Socket = ip::tcp::socket;

// Host names of this test are answered here, all others by the system. `lento.prueba` never gets an answer.
namespace {
std::promise<void>& release_slow() {
    static std::promise<void> promise;
    return promise;
}
std::shared_future<void> const& slow() {
    static std::shared_future<void> const future = release_slow().get_future().share();
    return future;
}
}  // namespace
extern "C" int getaddrinfo(char const* node, char const* service, addrinfo const* hints, addrinfo** out) {
    using Real = int (*)(char const*, char const*, addrinfo const*, addrinfo**);
    static auto const real = reinterpret_cast<Real>(dlsym(RTLD_NEXT, "getaddrinfo"));
    std::string const name = node == nullptr ? "" : node;
    if (name == "lento.prueba") slow().wait();
    if (name == "local.prueba") return real("127.0.0.1", service, hints, out);
    if (name == "privada.prueba") return real("10.1.2.3", service, hints, out);
    if (name == "mixta.prueba") {  // a public address and a private one
        int const first = real("8.8.8.8", service, hints, out);
        return first != 0 ? first : real("127.0.0.1", service, hints, &(*out)->ai_next);
    }
    if (name.ends_with(".prueba")) return EAI_NONAME;
    return real(node, service, hints, out);
}

namespace {

struct Certificate {
    explicit Certificate(std::string const& names) {
        char path[] = "/tmp/gestor_cliente_XXXXXX";
        directory = mkdtemp(path);
        chain = directory + "/cert.pem";
        key = directory + "/key.pem";
        EVP_PKEY* pair = EVP_EC_gen("P-256");
        X509* x = X509_new();
        X509_set_version(x, 2);
        ASN1_INTEGER_set(X509_get_serialNumber(x), 1);
        X509_gmtime_adj(X509_getm_notBefore(x), -3600);
        X509_gmtime_adj(X509_getm_notAfter(x), 3600);
        X509_set_pubkey(x, pair);
        X509_NAME_add_entry_by_txt(X509_get_subject_name(x), "CN", MBSTRING_ASC,
                                   reinterpret_cast<unsigned char const*>("prueba"), -1, -1, 0);
        X509_set_issuer_name(x, X509_get_subject_name(x));
        X509_EXTENSION* e = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, names.c_str());
        X509_add_ext(x, e, -1);
        X509_EXTENSION_free(e);
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
    Certificate(Certificate const&) = delete;
    Certificate& operator=(Certificate const&) = delete;
    std::string directory, chain, key;
};

// Accepts connections one after another and runs on each the behaviour that the test gives.
class Stub {
public:
    explicit Stub(std::function<void(Socket&)> behave)
        : behave_(std::move(behave)), acceptor_(io_, {ip::address_v4::loopback(), 0}), thread_([this] { run(); }) {}
    ~Stub() {
        ending_ = true;
        Socket poke(io_);
        boost::system::error_code ec;
        poke.connect(acceptor_.local_endpoint(), ec);
        thread_.join();
    }
    std::string url(std::string const& host = "127.0.0.1", std::string const& scheme = "http") const {
        return scheme + "://" + host + ":" + std::to_string(acceptor_.local_endpoint().port()) + "/ruta?secreto=1";
    }
    std::atomic<int> connections{0};

private:
    void run() {
        for (;;) {
            Socket s(io_);
            acceptor_.accept(s);
            if (ending_) return;
            ++connections;
            try {
                behave_(s);
            } catch (std::exception const&) {  // the client left, as it should
            }
        }
    }
    asio::io_context io_;
    std::function<void(Socket&)> behave_;
    ip::tcp::acceptor acceptor_;
    std::atomic<bool> ending_{false};
    std::thread thread_;
};

template <class Stream>
std::string read_request(Stream& s) {
    std::string request;
    asio::read_until(s, asio::dynamic_buffer(request), "\r\n\r\n");
    return request;
}
template <class Stream>
void say(Stream& s, std::string_view text) {
    asio::write(s, asio::buffer(text.data(), text.size()));
}
void wait_for_end(Socket& s) {
    char byte = 0;
    boost::system::error_code ec;
    while (!ec) s.read_some(asio::buffer(&byte, 1), ec);
}
auto answering(std::string text) {
    return [text](Socket& s) { read_request(s), say(s, text); };
}

struct Client {
    explicit Client(std::string const& open = "127.0.0.1, local.prueba", std::string const& ca = "") {
        settings.set("exterior-permitidas", open);
        settings.set("exterior-ca", ca);
        client.emplace(settings, log);
    }
    RespuestaExterna ask(std::string const& url) {
        PeticionExterna p;
        p.url = url;
        p.conexion = 1500ms;
        p.total = 3000ms;
        p.maximo = 1000;
        return client->pedir(p);
    }
    // Outcome of the request, as the metrics count it.
    std::string ends(std::string const& url) {
        auto const before = counts();
        std::string why = "contestada";
        try {
            ask(url);
        } catch (FallaExterna const& f) {
            why = f.what();
        }
        auto const after = counts();
        for (auto const& [name, n] : after)
            if (n != before.at(name)) return name;
        return "no se contó: " + why;
    }
    std::map<std::string, std::int64_t> counts() const {
        std::map<std::string, std::int64_t> out;
        std::vector<Sample> samples;
        client->samples(samples);
        for (auto const& s : samples)
            if (!s.of.empty()) out[std::string(s.of)] = s.value;
        return out;
    }
    LogSink none{"no", 1 << 16};
    Log log{none, none};
    Settings settings;
    std::optional<HttpClient> client;
};

}  // namespace

BOOST_AUTO_TEST_CASE(an_answer_is_handed_over) {
    std::string seen;
    Stub stub([&](Socket& s) {
        seen = read_request(s);
        say(s, "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nSet-Cookie: a=b\r\nContent-Length: 4\r\n\r\nhola");
    });
    Client c;
    PeticionExterna p;
    p.verbo = "POST";
    p.url = stub.url();
    p.encabezados = {{"SOAPAction", "x"}, {"Host", "otro"}};
    p.cuerpo = "cuerpo";
    auto const r = c.client->pedir(p);
    BOOST_TEST(r.estado == 200U);
    BOOST_TEST(r.tipo == "text/xml");
    BOOST_TEST(r.cuerpo == "hola");
    BOOST_TEST(seen.starts_with("POST /ruta?secreto=1 HTTP/1.1\r\n"));
    BOOST_TEST(seen.find("SOAPAction: x\r\n") != seen.npos);
    BOOST_TEST(seen.find("User-Agent: gestor/") != seen.npos);
    BOOST_TEST(seen.find("Content-Length: 6\r\n") != seen.npos);
    BOOST_TEST(seen.find("Host: 127.0.0.1:") != seen.npos);
    BOOST_TEST(seen.find("otro") == seen.npos);
    c.client->pedir(p);
    BOOST_TEST(seen.find("Cookie") == seen.npos);
    BOOST_TEST(c.counts().at("contestada") == 2);
}

BOOST_AUTO_TEST_CASE(a_redirection_and_a_failure_are_answers) {
    Client c;
    Stub elsewhere(answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
    Stub stub(answering("HTTP/1.1 302 Found\r\nLocation: " + elsewhere.url() + "\r\nContent-Length: 0\r\n\r\n"));
    BOOST_TEST(c.ask(stub.url()).estado == 302U);
    BOOST_TEST(elsewhere.connections == 0);
    Stub ill(answering("HTTP/1.1 500 Internal\r\nContent-Length: 2\r\n\r\nno"));
    BOOST_TEST(c.ask(ill.url()).estado == 500U);
}

BOOST_AUTO_TEST_CASE(chunks_and_bodies_that_end_with_the_connection) {
    Client c;
    Stub chunks(answering("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n"));
    BOOST_TEST(c.ask(chunks.url()).cuerpo == "abc");
    Stub open_end([](Socket& s) {
        read_request(s), say(s, "HTTP/1.1 200 OK\r\n\r\nabc");
        s.shutdown(Socket::shutdown_send);
        wait_for_end(s);
    });
    BOOST_TEST(c.ask(open_end.url()).cuerpo == "abc");
}

BOOST_AUTO_TEST_CASE(whoever_is_slow_is_left) {
    Client c;
    Stub silent([](Socket& s) { wait_for_end(s); });
    BOOST_TEST(c.ends(silent.url()) == "plazo");
    Stub drop_by_drop([](Socket& s) {
        read_request(s), say(s, "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n");
        for (;; std::this_thread::sleep_for(200ms)) say(s, "x");
    });
    BOOST_TEST(c.ends(drop_by_drop.url()) == "plazo");
    Stub no_greeting([](Socket& s) { wait_for_end(s); });
    BOOST_TEST(c.ends(no_greeting.url("local.prueba", "https")) == "plazo");
}

BOOST_AUTO_TEST_CASE(what_is_too_long_is_not_taken) {
    Client c;
    std::atomic<std::int64_t> sent{0};
    std::string const much(1 << 16, 'x');
    auto const flood = [&](Socket& s) {
        for (sent = 0; sent < 100 << 20; sent += 1 << 16) say(s, much);
    };
    Stub announced(
        [&](Socket& s) { read_request(s), say(s, "HTTP/1.1 200 OK\r\nContent-Length: 104857600\r\n\r\n"), flood(s); });
    BOOST_TEST(c.ends(announced.url()) == "tamano");
    Stub unannounced([&](Socket& s) { read_request(s), say(s, "HTTP/1.1 200 OK\r\n\r\n"), flood(s); });
    BOOST_TEST(c.ends(unannounced.url()) == "tamano");
    Stub header([&](Socket& s) { read_request(s), say(s, "HTTP/1.1 200 OK\r\nX: "), flood(s); });
    BOOST_TEST(c.ends(header.url()) == "tamano");
    BOOST_TEST(sent < 32 << 20);
    Stub exact(answering("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + std::string(1000, 'x')));
    BOOST_TEST(c.ask(exact.url()).cuerpo.size() == 1000U);
    Stub one_more(answering("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n" + std::string(1001, 'x')));
    BOOST_TEST(c.ends(one_more.url()) == "tamano");
}

BOOST_AUTO_TEST_CASE(what_is_no_http_and_what_is_cut) {
    Client c;
    Stub noise(answering("220 smtp.ejemplo.mx ESMTP\r\n\r\n"));
    BOOST_TEST(c.ends(noise.url()) == "forma");
    Stub reset([](Socket& s) {
        read_request(s);
        s.set_option(asio::socket_base::linger(true, 0));
        s.close();
    });
    BOOST_TEST(c.ends(reset.url()) == "conexion");
    Stub half(answering("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"));
    BOOST_TEST(c.ends(half.url()) == "conexion");
    Stub mute([](Socket& s) { read_request(s); });
    BOOST_TEST(c.ends(mute.url()) == "conexion");
    std::string closed;
    {
        Stub gone(answering(""));
        closed = gone.url();
    }
    BOOST_TEST(c.ends(closed) == "conexion");
}

BOOST_AUTO_TEST_CASE(a_certificate_is_believed_only_if_it_is_good) {
    Certificate const good("DNS:local.prueba,IP:127.0.0.1"), other("DNS:otro.prueba");
    std::string sni;
    auto const serving = [&](Certificate const& with) {
        return [&sni, &with](Socket& s) {
            ssl::context context(ssl::context::tls_server);
            context.use_certificate_chain_file(with.chain);
            context.use_private_key_file(with.key, ssl::context::pem);
            ssl::stream<Socket&> stream(s, context);
            stream.handshake(ssl::stream_base::server);
            auto const* name = SSL_get_servername(stream.native_handle(), TLSEXT_NAMETYPE_host_name);
            sni = name == nullptr ? "" : name;
            read_request(stream), say(stream, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nsi");
        };
    };
    Stub right(serving(good)), wrong(serving(other));
    Client nobody, knowing("127.0.0.1, local.prueba", good.chain), knowing_other("local.prueba", other.chain);
    BOOST_TEST(knowing.ask(right.url("local.prueba", "https")).cuerpo == "si");
    BOOST_TEST(sni == "local.prueba");
    BOOST_TEST(knowing.ask(right.url("127.0.0.1", "https")).cuerpo == "si");
    BOOST_TEST(sni == "");
    BOOST_TEST(nobody.ends(right.url("local.prueba", "https")) == "certificado");
    BOOST_TEST(knowing.ends(wrong.url("local.prueba", "https")) == "certificado");
    BOOST_TEST(knowing_other.ends(wrong.url("local.prueba", "https")) == "certificado");
    Stub plain([](Socket& s) { say(s, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"), wait_for_end(s); });
    BOOST_TEST(nobody.ends(plain.url("local.prueba", "https")) == "conexion");
    BOOST_CHECK_THROW(Client("", "/no/existe"), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(nobody_is_reached_who_is_not_public) {
    Stub stub(answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
    Client closed(""), named("local.prueba"), network("127.0.0.0/8");
    for (auto const* host : {"127.0.0.1", "local.prueba", "localhost", "0x7f.1", "2130706433"})
        for (auto const* scheme : {"http", "https"}) BOOST_TEST(closed.ends(stub.url(host, scheme)) == "destino");
    for (auto const* url : {"https://privada.prueba/", "https://mixta.prueba/", "https://127.0.0.1/", "https://[::1]/",
                            "https://[::ffff:127.0.0.1]/", "https://8.8.8.8/", "http://mixta.prueba/", "ftp://a/",
                            "https://a b/", "https://usuario@a/", "https://a/#f", "https://a:99999/", "https://", ""})
        BOOST_TEST(closed.ends(url) == "destino", url);
    BOOST_TEST(stub.connections == 0);
    BOOST_TEST(named.ends(stub.url()) == "destino");
    BOOST_TEST(stub.connections == 0);
    BOOST_TEST(named.ends(stub.url("LOCAL.prueba")) == "contestada");
    BOOST_TEST(network.ends(stub.url()) == "contestada");
    BOOST_TEST(network.ends(stub.url("local.prueba")) == "contestada");
    BOOST_TEST(network.ends("https://mixta.prueba/") == "destino");
    BOOST_CHECK_THROW(Client("a/b"), std::runtime_error);
    BOOST_CHECK_THROW(Client("10.0.0.0/40"), std::runtime_error);
}

namespace data = boost::unit_test::data;
BOOST_DATA_TEST_CASE(addresses_that_are_not_public, data::make({"0.0.0.0",
                                                                "10.0.0.1",
                                                                "100.64.0.1",
                                                                "100.127.255.255",
                                                                "127.0.0.1",
                                                                "127.9.9.9",
                                                                "169.254.169.254",
                                                                "172.16.0.1",
                                                                "172.31.255.255",
                                                                "192.0.0.1",
                                                                "192.0.2.1",
                                                                "192.168.1.1",
                                                                "198.18.0.1",
                                                                "198.19.255.255",
                                                                "198.51.100.1",
                                                                "203.0.113.1",
                                                                "224.0.0.1",
                                                                "240.0.0.1",
                                                                "255.255.255.255",
                                                                "::",
                                                                "::1",
                                                                "fc00::1",
                                                                "fdff::1",
                                                                "fe80::1",
                                                                "ff02::1",
                                                                "::ffff:127.0.0.1",
                                                                "::ffff:8.8.8.8",
                                                                "64:ff9b::808:808",
                                                                "2002:7f00:1::",
                                                                "2001::1",
                                                                "2001:db8::1"})) {
    BOOST_TEST(!is_public(ip::make_address(sample)));
}
BOOST_DATA_TEST_CASE(addresses_that_are,
                     data::make({"8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "198.17.0.1",
                                 "198.20.0.1", "223.255.255.255", "2606:4700::1111", "2a00:1450::1"})) {
    BOOST_TEST(is_public(ip::make_address(sample)));
}

BOOST_AUTO_TEST_CASE(a_url_is_read_one_way) {
    auto const u = read_url("https://Ejemplo.MX/a/b?c=d");
    BOOST_TEST((u.tls && u.host == "ejemplo.mx" && u.port == 443 && u.target == "/a/b?c=d"));
    BOOST_TEST(u.authority() == "ejemplo.mx");
    auto const v = read_url("http://[2001:DB8::1]:8080?x");
    BOOST_TEST((!v.tls && v.host == "2001:db8::1" && v.port == 8080 && v.target == "/?x"));
    BOOST_TEST(v.authority() == "[2001:db8::1]:8080");
    BOOST_TEST(read_url("http://a").target == "/");
    for (auto const* bad : {"https://a:", "https://a:0", "https://a:1x", "https://[::1", "https://[a]", "https://a%2e/",
                            "https://a\\b", "https:///x", "https://a\r\nX: y", "//a", "https://:443"})
        BOOST_CHECK_THROW(read_url(bad), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_header_cannot_end_early) {
    Stub stub(answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
    Client c;
    PeticionExterna p;
    p.url = stub.url();
    p.encabezados = {{"X", "a\r\nY: b"}};
    BOOST_CHECK_THROW(c.client->pedir(p), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_name_that_is_not_told_in_time) {
    Client c;
    BOOST_TEST(c.ends("https://desconocida.prueba/") == "nombre");
    for (int i = 0; i < 2; ++i) BOOST_TEST(c.ends("https://lento.prueba/") == "nombre");
    // The number of stuck lookups is bounded: the next lookup is refused at once, and their places are free again when
    // the stuck ones get their answer.
    Resolver resolver(2);
    std::vector<ip::address> found;
    auto const soon = [] { return std::chrono::steady_clock::now() + 100ms; };
    BOOST_TEST((resolver.resolve("lento.prueba", soon(), found) == Resolver::Result::late));
    BOOST_TEST((resolver.resolve("lento.prueba", soon(), found) == Resolver::Result::late));
    BOOST_TEST((resolver.resolve("local.prueba", soon(), found) == Resolver::Result::busy));
    release_slow().set_value();
    auto result = Resolver::Result::busy;
    for (int i = 0; i < 500 && result == Resolver::Result::busy; ++i, std::this_thread::sleep_for(10ms))
        result = resolver.resolve("local.prueba", std::chrono::steady_clock::now() + 5s, found);
    BOOST_TEST((result == Resolver::Result::found));
    BOOST_TEST(found.at(0).to_string() == "127.0.0.1");
}

// With a default stack of 2^60 bytes no thread can be created: lookups are refused, and work again afterwards.
BOOST_AUTO_TEST_CASE(a_system_without_threads_resolves_nothing_and_then_again) {
    pthread_attr_t usual, huge;
    pthread_getattr_default_np(&usual);
    pthread_getattr_default_np(&huge);
    pthread_attr_setstacksize(&huge, std::size_t{1} << 60);
    Resolver resolver(1);
    std::vector<ip::address> found;
    auto const resolve = [&] { return resolver.resolve("local.prueba", std::chrono::steady_clock::now() + 5s, found); };
    pthread_setattr_default_np(&huge);
    for (int i = 0; i < 2; ++i) BOOST_TEST((resolve() == Resolver::Result::busy));
    pthread_setattr_default_np(&usual);
    BOOST_TEST((resolve() == Resolver::Result::found));
}

BOOST_AUTO_TEST_CASE(a_stop_cuts_what_is_under_way) {
    std::promise<void> arrived;
    Stub silent([&](Socket& s) { read_request(s), arrived.set_value(), wait_for_end(s); });
    Client c;
    PeticionExterna p;
    p.url = silent.url();
    p.conexion = p.total = 10min;
    auto asked = std::async(std::launch::async, [&]() -> std::string {
        try {
            c.client->pedir(p);
        } catch (NoPreguntado const& n) {
            return n.what();
        }
        return "contestada";
    });
    arrived.get_future().wait();
    c.client->stop();
    BOOST_TEST(asked.get() == "el servidor se está apagando");
    BOOST_TEST(c.counts().at("apagado") == 1);
    BOOST_TEST(c.ends(silent.url()) == "apagado");
    BOOST_TEST(c.ends("https://local.prueba/") == "apagado");
}

BOOST_AUTO_TEST_SUITE_END()
