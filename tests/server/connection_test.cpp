// A real HttpServer and raw sockets. No test asserts a duration, only outcomes.
#include <boost/test/unit_test.hpp>

#include "raw_client.hpp"

BOOST_AUTO_TEST_SUITE(connection_test)

using namespace gestor;
using namespace gestor::test;
using namespace std::literals;

BOOST_AUTO_TEST_CASE(keep_alive_and_headers) {
    TestServer s;
    RawClient c(s.port);
    for (int i = 0; i < 3; ++i) {
        c.get("/a?b=c");
        auto a = c.read();
        BOOST_TEST(a.status() == 200);
        BOOST_TEST(a.body == "GET /a?b=c ");
        BOOST_TEST(a.has("Content-Length: 11"));
        BOOST_TEST(a.has("Content-Type: text/plain"));
        BOOST_TEST(a.head.find("\r\nDate: ") != a.head.npos);
        BOOST_TEST(a.head.find("Server:") == a.head.npos);
        BOOST_TEST(a.head.find("Connection:") == a.head.npos);
    }
    c.get("/x", "Connection: close\r\n");
    auto last = c.read();
    BOOST_TEST(last.has("Connection: close"));
    BOOST_TEST(c.closed());
    BOOST_TEST(s.shared.metrics.connections_total.get() == 1);
}

BOOST_AUTO_TEST_CASE(pipelining) {
    TestServer s;
    RawClient c(s.port);
    std::string all;
    for (int i = 0; i < 500; ++i) {
        auto n = std::to_string(i);
        all += "POST /" + n + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(n.size()) + "\r\n\r\n" + n;
        all += "\r\n";  // RFC 9112 allows one empty line between requests
        all += "PUT /" + n + " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n";
    }
    std::thread sender([&] { c.send(all); });
    for (int i = 0; i < 500; ++i) {
        auto n = std::to_string(i);
        BOOST_TEST(c.read().body == "POST /" + n + "? " + n);
        BOOST_TEST(c.read().body == "PUT /" + n + "? x");
    }
    sender.join();
}

BOOST_AUTO_TEST_CASE(split_at_every_byte) {
    TestServer s;
    std::string const request =
        "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhola\r\n3\r\n123\r\n0\r\n\r\n"
        "POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nfin";
    RawClient c(s.port);
    for (std::size_t i = 1; i < request.size(); ++i) {
        c.send(request.substr(0, i));
        std::this_thread::sleep_for(std::chrono::milliseconds(1));  // so that the kernel does not join them
        c.send(request.substr(i));
        BOOST_TEST(c.read().body == "POST /a? hola123");
        BOOST_TEST(c.read().body == "POST /b? fin");
    }
    for (char byte : request) {
        c.send({&byte, 1});
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    BOOST_TEST(c.read().body == "POST /a? hola123");
    BOOST_TEST(c.read().body == "POST /b? fin");
}

BOOST_AUTO_TEST_CASE(head_has_the_headers_of_get) {
    TestServer s;
    RawClient c(s.port);
    for (auto path : {"/igual2", "/flujo", "/grande"}) {
        c.get(path);
        auto get = c.read();
        c.send("HEAD " + std::string(path) + " HTTP/1.1\r\nHost: a\r\n\r\n");
        auto head = c.read(true);
        auto without_date = [](std::string t) { return t.erase(t.find("Date:"), 37); };
        if (path == "/igual2"sv)  // the body names the method: one byte longer
            BOOST_TEST(head.has("Content-Length: 14"));
        else
            BOOST_TEST(without_date(head.head) == without_date(get.head));
    }
    c.get("/fin");
    BOOST_TEST(c.read().body == "GET /fin? ");
}

BOOST_AUTO_TEST_CASE(no_body_where_there_is_none) {
    TestServer s;
    RawClient c(s.port);
    c.get("/nada");
    auto a = c.read();
    BOOST_TEST(a.status() == 204);
    BOOST_TEST(a.head.find("\nContent-") == a.head.npos);
    c.get("/igual");
    BOOST_TEST(c.read().status() == 304);
    c.get("/inyecta");
    a = c.read();
    BOOST_TEST(a.has("X-A: unoX-B: dos"));
    c.send("GET /con HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\ncuerpo");
    BOOST_TEST(c.read().body == "GET /con? cuerpo");
}

BOOST_AUTO_TEST_CASE(expect_continue) {
    TestServer s;
    RawClient c(s.port);
    std::string const head = "POST /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n";
    c.send(head);
    BOOST_TEST(c.read().head == "HTTP/1.1 100 Continue\r\n\r\n");
    c.send("hola");
    BOOST_TEST(c.read().body == "POST /a? hola");
    c.send(head + "hola");  // the body came with the header: no 100 Continue
    BOOST_TEST(c.read().body == "POST /a? hola");
    c.send("POST /prohibido HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n");
    auto refused = c.read();
    BOOST_TEST(refused.status() == 401);
    BOOST_TEST(refused.has("Connection: close"));
    BOOST_TEST(c.closed());
    RawClient other(s.port);
    other.get("/", "Expect: algo\r\n");
    BOOST_TEST(other.read().status() == 417);
    BOOST_TEST(other.closed());
}

BOOST_AUTO_TEST_CASE(http_1_0) {
    TestServer s;
    RawClient c(s.port);
    c.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    BOOST_TEST(c.read().has("Connection: keep-alive"));
    c.send("GET /a HTTP/1.0\r\n\r\n");
    auto a = c.read();
    BOOST_TEST(a.body == "GET /a? ");
    BOOST_TEST(a.has("Connection: close"));
    BOOST_TEST(c.closed());
}

BOOST_AUTO_TEST_CASE(bad_framing_is_400_and_close) {
    TestServer s;
    std::string const rows[] = {
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: x\r\nContent-Length: 33\r\n\r\nGET /oculto HTTP/1.1\r\nHost: "
        "a\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /oculto "
        "HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: y\r\n\r\nGET /oculto "
        "HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\nHost: a\n\nGET /oculto HTTP/1.1\r\nHost: a\r\n\r\n",
        "\x16\x03\x01\x02hola",
    };
    int n = 0;
    for (auto const& bytes : rows) {
        RawClient c(s.port);
        c.send(bytes);
        auto a = c.read();
        BOOST_TEST(a.status() == 400);
        BOOST_TEST(a.has("Connection: close"));
        c.end_sending();
        BOOST_TEST(c.closed());
        BOOST_TEST(s.shared.rejected == ++n);
    }
    BOOST_TEST(s.shared.nameless == 0);
    BOOST_TEST(s.shared.handled == 0);
}

BOOST_AUTO_TEST_CASE(sizes) {
    TestServer s(
        {{"cuerpo-maximo", "2000"}, {"url-bytes", "300"}, {"encabezados-bytes", "2048"}, {"encabezados-numero", "8"}});
    std::string many;
    for (int i = 0; i < 9; ++i) many += "A: b\r\n";
    std::pair<std::string, int> const rows[] = {
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2001\r\n\r\n", 413},
        {"POST /corto HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n", 413},
        {"POST /corto HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n", 413},
        {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nFFFF\r\n", 413},
        {"GET /" + std::string(5000, 'a'), 414},
        {"GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(300000, 'a'), 431},
        {"GET / HTTP/1.1\r\nHost: a\r\n" + many + "\r\n", 431},
        {"GET / HTTP/3.0\r\nHost: a\r\n\r\n", 505},
    };
    for (auto const& [bytes, status] : rows) {
        RawClient c(s.port);
        c.send(bytes);
        auto a = c.read();
        BOOST_TEST(a.status() == status);
        BOOST_TEST(a.body.substr(0, 3) == std::to_string(status));
        c.end_sending();
        BOOST_TEST(c.closed());
    }
    BOOST_TEST(s.shared.handled == 0);
    RawClient c(s.port);
    c.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2000\r\n\r\n" + std::string(2000, 'x'));
    BOOST_TEST(c.read().body.size() == 2009u);
}

BOOST_AUTO_TEST_CASE(a_large_body_arrives_whole) {
    TestServer s;
    RawClient c(s.port);
    std::string body;
    for (int i = 0; body.size() < (3u << 20); ++i) body += std::to_string(i);
    c.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    BOOST_TEST((c.read().body == "POST /a? " + body));
    std::string chunks;
    for (std::size_t i = 0; i < body.size(); i += 1000) {
        auto part = body.substr(i, 1000);
        char size[16];
        snprintf(size, sizeof size, "%zx\r\n", part.size());
        chunks += size + part + "\r\n";
    }
    c.send("POST /b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks + "0\r\n\r\n");
    BOOST_TEST((c.read().body == "POST /b? " + body));
    c.get("/grande");
    BOOST_TEST(c.read().body.size() == 32u << 20);
}

BOOST_AUTO_TEST_CASE(refused_before_the_body) {
    TestServer s;
    RawClient c(s.port);
    c.send("POST /prohibido HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nhola");
    BOOST_TEST(c.read().status() == 401);
    c.send("POST /prohibido HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nho");
    c.send("laGET /sigue HTTP/1.1\r\nHost: a\r\n\r\n");
    BOOST_TEST(c.read().status() == 401);
    BOOST_TEST(c.read().body == "GET /sigue? ");
    c.send("POST /prohibido HTTP/1.1\r\nHost: a\r\nContent-Length: 20000000\r\n\r\n" + std::string(1000000, 'x'));
    auto a = c.read();
    BOOST_TEST(a.status() == 401);
    BOOST_TEST(a.has("Connection: close"));
    c.end_sending();
    BOOST_TEST(c.closed());
    BOOST_TEST(s.shared.handled == 1);
}

BOOST_AUTO_TEST_CASE(streams) {
    TestServer s;
    RawClient c(s.port);
    c.get("/flujo");
    BOOST_TEST(c.read().body == "abcabcabcabcabc");
    c.get("/lanza");
    auto a = c.read();
    BOOST_TEST(a.status() == 500);
    BOOST_TEST(c.closed());
    RawClient nothing(s.port);
    nothing.get("/flujo/nada");  // fewer bytes than promised, none sent yet: a 500 is still possible
    BOOST_TEST(nothing.read().status() == 500);
    RawClient cut(s.port);
    cut.get("/flujo/corto");
    BOOST_TEST(cut.read().body == "abcabcabc");  // the connection is cut, not padded
    BOOST_TEST(cut.closed());
}

BOOST_AUTO_TEST_CASE(deadlines) {
    TestServer s({{"encabezado-segundos", "1"}, {"cuerpo-espera-segundos", "1"}, {"inactividad-segundos", "1"}});
    RawClient silent(s.port), header(s.port), body(s.port), chunks(s.port), idle(s.port);
    header.send("GET / HTTP/1.1\r\nHo");
    body.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n123");
    chunks.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n123");
    idle.get("/");
    BOOST_TEST(idle.read().status() == 200);
    BOOST_TEST(header.read().status() == 408);
    BOOST_TEST(header.closed());
    BOOST_TEST(body.read().status() == 408);
    BOOST_TEST(body.closed());
    BOOST_TEST(chunks.read().status() == 408);
    BOOST_TEST(chunks.closed());
    BOOST_TEST(silent.closed());
    BOOST_TEST(idle.closed());
    BOOST_TEST(s.shared.rejected == 3);
    BOOST_TEST(s.shared.nameless == 0);
    // a trickle of header bytes does not prolong the deadline
    RawClient slow(s.port);
    slow.send("GET / HTTP/1.1\r\n");
    std::atomic<bool> done{false};
    std::thread trickle([&] {
        while (!done) {
            slow.send("X: y\r\n");
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
    });
    BOOST_TEST(slow.read().status() == 408);
    done = true;
    trickle.join();
}

BOOST_AUTO_TEST_CASE(slow_reader_is_cut) {
    TestServer s({{"escritura-segundos", "1"}, {"bytes-por-segundo", "1073741824"}});
    RawClient c(s.port, 4096);
    c.get("/grande");
    BOOST_TEST(eventually([&] { return s.shared.handled == 1; }));
    BOOST_TEST(eventually([&] { return s.shared.metrics.connections_open.get() == 0; }));
    BOOST_TEST(c.reset());  // RST: otherwise the kernel would keep the bytes written for the peer
}

BOOST_AUTO_TEST_CASE(connection_limits) {
    for (auto setting : {"conexiones", "conexiones-por-direccion"}) {
        TestServer s({{setting, "2"}});
        {
            RawClient a(s.port), b(s.port);
            a.get("/");
            b.get("/");
            BOOST_TEST(a.read().status() == 200);
            BOOST_TEST(b.read().status() == 200);
            RawClient c(s.port);
            auto refused = c.read();
            BOOST_TEST(refused.status() == 503);
            BOOST_TEST(refused.has("Retry-After: 1"));
            BOOST_TEST(c.closed());
        }
        BOOST_TEST(eventually([&] { return s.shared.metrics.connections_open.get() == 0; }));
        RawClient again(s.port);
        again.get("/");
        BOOST_TEST(again.read().status() == 200);
    }
}

BOOST_AUTO_TEST_CASE(requests_in_flight) {
    TestServer s({{"solicitudes-en-vuelo", "1"}});
    RawClient a(s.port), b(s.port);
    a.get("/espera");
    BOOST_TEST(eventually([&] { return s.shared.waiting == 1; }));
    auto const asked = std::chrono::steady_clock::now();
    b.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nhola");
    auto busy = b.read();
    BOOST_TEST(busy.status() == 503);
    // the 503 comes after a delay
    BOOST_TEST((std::chrono::steady_clock::now() - asked >= std::chrono::milliseconds(450)));
    BOOST_TEST(busy.has("Retry-After: 1"));
    BOOST_TEST(!busy.has("Connection: close"));
    s.shared.release = true;
    BOOST_TEST(a.read().status() == 200);
    b.get("/");
    BOOST_TEST(b.read().status() == 200);
}

BOOST_AUTO_TEST_CASE(busy_port_is_said_clearly) {
    TestServer s;
    try {
        TestServer other({{"puerto", std::to_string(s.port)}});
        BOOST_FAIL("a second server started on the same port");
    } catch (std::runtime_error const& e) {
        std::string text = e.what();
        BOOST_TEST(text.find("ocupado") != text.npos);
        BOOST_TEST(text.find("--puerto") != text.npos);
    }
    TestServer first({{"puerto-compartido", "si"}});
    TestServer second({{"puerto-compartido", "si"}, {"puerto", std::to_string(first.port)}});
    BOOST_TEST(first.port == second.port);
    BOOST_CHECK_THROW(TestServer({{"direccion", "localhost"}}), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(who_is_calling) {
    TestServer direct;
    RawClient c(direct.port);
    c.get("/quien", "X-Forwarded-For: 10.0.0.1\r\n");
    BOOST_TEST(c.read().body == "127.0.0.1");  // X-Forwarded-For counts only from a proxy that the operator trusts
    TestServer behind({{"proxies-confiables", "10.1.1.1, 127.0.0.1"}});
    RawClient p(behind.port);
    std::pair<std::string, std::string> const rows[] = {
        {"", "desconocida"},  // any address but the proxy's
        {"X-Forwarded-For: 10.0.0.1\r\n", "10.0.0.1"},
        {"X-Forwarded-For: falso, 1.1.1.1,  10.0.0.2 \r\n", "10.0.0.2"},
        {"X-Forwarded-For: 1.1.1.1\r\nX-Forwarded-For: 2001:db8::1\r\n", "2001:db8::1"},
        {"X-Forwarded-For: <script>\r\n", "desconocida"},
        {"X-Forwarded-For: 10.0.0.1,\r\n", "desconocida"},
    };
    for (auto const& [header, wanted] : rows) {
        p.get("/quien", header);
        BOOST_TEST(p.read().body == wanted);
    }
}

BOOST_AUTO_TEST_CASE(a_failing_factory_is_reported) {
    Settings settings;
    settings.set("puerto", "0");
    HttpServer server(settings, [](boost::asio::io_context&, unsigned) -> std::unique_ptr<Service> {
        throw std::runtime_error("sin base de datos");
    });
    BOOST_CHECK_THROW(server.start(), std::runtime_error);
}

BOOST_AUTO_TEST_SUITE_END()
