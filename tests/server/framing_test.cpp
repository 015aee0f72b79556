// Framing as a table: bytes and their verdict. Every row is also cut at every byte, because a verdict that depended on
// the packets would be a second interpretation.
#include "server/http/framing.hpp"

#include <boost/beast/http.hpp>
#include <boost/test/unit_test.hpp>
#include <optional>
#include <string>
#include <utility>

BOOST_AUTO_TEST_SUITE(framing_test)

using namespace gestor;
using namespace std::literals;

namespace {

struct Outcome {
    unsigned status = 0;  // 0 = accepted, 1 = incomplete
    std::string method, path, query, body, rest;
    bool keep_alive = false;
    bool operator==(Outcome const&) const = default;
};
std::ostream& operator<<(std::ostream& os, Outcome const& o) {
    return os << o.status << ' ' << o.method << ' ' << o.path << '?' << o.query << " [" << o.body << "] rest ["
              << o.rest << "] keep " << o.keep_alive;
}

FramingLimits const limits{2048, 256, 16};
constexpr std::uint64_t body_limit = 1000;

// Runs the framing without sockets: the bytes arrive in pieces of `step`.
Outcome read(std::string_view input, std::size_t step) {
    Outcome out;
    std::size_t scanned = 0, length = 0, seen = 0;
    while (length == 0) {
        if (seen == input.size()) {
            out.status = 1;
            return out;
        }
        seen = std::min(input.size(), seen + step);
        auto v = find_head(input.substr(0, seen), limits, scanned, length);
        if (!v) {
            out.status = v.status;
            return out;
        }
    }
    Head head;
    auto v = parse_head(input.substr(0, length), limits, head);
    if (v && head.expect_other) v = {417, ""};
    if (v && head.content_length > body_limit) v = {413, ""};
    if (!v) {
        out.status = v.status;
        return out;
    }
    out.method = head.method;
    out.path = head.path;
    out.query = head.query;
    out.keep_alive = head.keep_alive;
    auto rest = input.substr(length);
    if (head.body == BodyKind::length) {
        if (rest.size() < head.content_length) return Outcome{1, {}, {}, {}, {}, {}, false};
        out.body = rest.substr(0, static_cast<std::size_t>(head.content_length));
        rest.remove_prefix(out.body.size());
    }
    if (head.body == BodyKind::chunked) {
        ChunkedDecoder decoder;
        while (!decoder.done() && decoder.verdict() && !rest.empty())
            rest.remove_prefix(decoder.feed(rest.substr(0, std::min(step, rest.size())), body_limit, out.body));
        if (!decoder.verdict()) return Outcome{decoder.verdict().status, {}, {}, {}, {}, {}, false};
        if (!decoder.done()) return Outcome{1, {}, {}, {}, {}, {}, false};
    }
    out.rest = rest;
    return out;
}

void expect(std::string const& input, Outcome const& wanted) {
    for (std::size_t step : {input.size(), std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{7}}) {
        auto got = read(input, step);
        BOOST_TEST(got == wanted, "input " << input.substr(0, 200) << " step " << step << " gave " << got);
    }
}

void expect_status(std::string const& input, unsigned status) {
    Outcome o;
    o.status = status;
    expect(input, o);
}

std::string get(std::string_view headers) {
    return "GET / HTTP/1.1\r\nHost: a\r\n" + std::string(headers) + "\r\n";
}
std::string post(std::string_view headers, std::string_view body) {
    return "POST /p HTTP/1.1\r\nHost: a\r\n" + std::string(headers) + "\r\n" + std::string(body);
}
std::string line(std::string_view first) {
    return std::string(first) + "\r\nHost: a\r\n\r\n";
}
std::string chunked(std::string_view body) {
    return post("Transfer-Encoding: chunked\r\n", body);
}

}  // namespace

BOOST_AUTO_TEST_CASE(accepted) {
    std::pair<std::string, Outcome> const rows[] = {
        {get(""), {0, "GET", "/", "", "", "", true}},
        {line("GET /api/X/1?a=b&c=%20 HTTP/1.1"), {0, "GET", "/api/X/1", "a=b&c=%20", "", "", true}},
        {line("GET /? HTTP/1.1"), {0, "GET", "/", "", "", "", true}},
        {line("GET /a?b?c HTTP/1.1"), {0, "GET", "/a", "b?c", "", "", true}},
        {line("OPTIONS * HTTP/1.1"), {0, "OPTIONS", "*", "", "", "", true}},
        {line("CONNECT host:443 HTTP/1.1"), {0, "CONNECT", "host:443", "", "", "", true}},
        {line("TRACE / HTTP/1.1"), {0, "TRACE", "/", "", "", "", true}},
        {line("GET http://otro:80/x?y HTTP/1.1"), {0, "GET", "/x", "y", "", "", true}},
        {line("GET HTTPS://otro HTTP/1.1"), {0, "GET", "/", "", "", "", true}},
        {line("GET http://otro?z HTTP/1.1"), {0, "GET", "/", "z", "", "", true}},
        {get("Connection: close\r\n"), {0, "GET", "/", "", "", "", false}},
        {get("Connection: foo ,  CLOSE\r\n"), {0, "GET", "/", "", "", "", false}},
        {"GET / HTTP/1.0\r\n\r\n", {0, "GET", "/", "", "", "", false}},
        {"GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", {0, "GET", "/", "", "", "", true}},
        {get("X:\r\n"), {0, "GET", "/", "", "", "", true}},
        {get("X: \t a\tb \xc3\xb1 \t\r\n"), {0, "GET", "/", "", "", "", true}},
        {get("Expect: 100-Continue\r\n"), {0, "GET", "/", "", "", "", true}},
        {get("Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: x\r\n"),
         {0, "GET", "/", "", "", "", true}},
        {post("Content-Length: 0\r\n", ""), {0, "POST", "/p", "", "", "", true}},
        {post("Content-Length: 4\r\n", "hola"), {0, "POST", "/p", "", "hola", "", true}},
        {post("Content-Length:\t004 \r\n", "holaGET"), {0, "POST", "/p", "", "hola", "GET", true}},
        {post("", "GET / H"), {0, "POST", "/p", "", "", "GET / H", true}},  // no length: no body
        {chunked("0\r\n\r\n"), {0, "POST", "/p", "", "", "", true}},
        {chunked("4\r\nhola\r\n00\r\n\r\nX"), {0, "POST", "/p", "", "hola", "X", true}},
        {chunked("1\r\na\r\nA\r\n0123456789\r\n0\r\n\r\n"), {0, "POST", "/p", "", "a0123456789", "", true}},
        {post("transfer-ENCODING: CHUNKED\r\n", "2\r\n\r\n\r\n0\r\n\r\n"), {0, "POST", "/p", "", "\r\n", "", true}},
    };
    for (auto const& [input, wanted] : rows) expect(input, wanted);
}

BOOST_AUTO_TEST_CASE(header_values_are_trimmed_and_found_in_any_case) {
    auto block = get("X-Uno:  a b \t\r\nx-dos: 2\r\nVacio:\r\n");
    Head head;
    BOOST_TEST(parse_head(block, limits, head).status == 0u);
    Request req;
    req.fields = head.fields;
    BOOST_TEST(req.header("x-uno") == "a b");
    BOOST_TEST(req.header("X-DOS") == "2");
    BOOST_TEST(req.header("vacio") == "");
    BOOST_TEST(req.has_header("VACIO"));
    BOOST_TEST(!req.has_header("vaci"));
    BOOST_TEST(req.header("x-un\x4f") == "a b");
    BOOST_TEST(!iequals("x@", "x`"));  // only letters have a case
}

BOOST_AUTO_TEST_CASE(smuggling) {
    std::string const rows[] = {
        // transfer coding
        post("Transfer-Encoding: gzip\r\n", ""),
        post("Transfer-Encoding: identity\r\n", ""),
        post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"),
        post("Transfer-Encoding: chunked, gzip\r\n", ""),
        post("Transfer-Encoding: chunked, chunked\r\n", ""),
        post("Transfer-Encoding: chunked,\r\n", ""),
        post("Transfer-Encoding: \"chunked\"\r\n", ""),
        post("Transfer-Encoding: chunked;q=1\r\n", ""),
        post("Transfer-Encoding: xchunked\r\n", ""),
        post("Transfer-Encoding: \x0b"
             "chunked\r\n",
             ""),
        post("Transfer-Encoding:\r\n", ""),
        post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
        post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "0\r\n\r\n"),
        post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n"),
        post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
        post("Content-Length: 0\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
        // Beast 1.81 alone would believe this Content-Length
        post("Transfer-Encoding: x\r\nContent-Length: 5\r\n", "hola!"),
        "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        // length
        post("Content-Length: 4\r\nContent-Length: 4\r\n", "hola"),
        post("Content-Length: 4\r\nContent-Length: 5\r\n", "hola"),
        post("Content-Length: 4, 4\r\n", "hola"),
        post("Content-Length: +4\r\n", "hola"),
        post("Content-Length: -4\r\n", "hola"),
        post("Content-Length: 0x4\r\n", "hola"),
        post("Content-Length: 4 4\r\n", "hola"),
        post("Content-Length: 4.0\r\n", "hola"),
        post("Content-Length: 4e0\r\n", "hola"),
        post("Content-Length:\r\n", ""),
        post("Content-Length: 99999999999999999999999999\r\n", ""),
        post("Content-Length: 18446744073709551620\r\n", "hola"),
        // lines
        "GET / HTTP/1.1\nHost: a\n\n",
        "GET / HTTP/1.1\r\nHost: a\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n\n",
        get("X: a\rb\r\n"),
        get("X: a\r\r\n"),
        get("X: a\r\n b\r\n"),
        get("X: a\r\n\tb\r\n"),
        get(" X: a\r\n"),
        get("X : a\r\n"),
        get("X\t: a\r\n"),
        get("Content-Length : 4\r\n"),
        get(": a\r\n"),
        get("X\r\n"),
        get("X\xc3\xb1: a\r\n"),
        get("X(: a\r\n"),
        get("X: a\0b\r\n"s),
        get("X\0: a\r\n"s),
        get("X: \x01\r\n"),
        get("X: \x7f\r\n"),
        get("X: \x1b[31m\r\n"),
        // host
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nX: a\r\n\r\n",
        get("Host: a\r\n"),
        get("hOST: b\r\n"),
        "GET / HTTP/1.1\r\nHost:\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n",
        "GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n",
    };
    for (auto const& input : rows) expect_status(input, 400);
}

BOOST_AUTO_TEST_CASE(request_line) {
    std::pair<std::string, unsigned> const rows[] = {
        {line("GET  / HTTP/1.1"), 400},
        {line(" GET / HTTP/1.1"), 400},
        {line("GET / HTTP/1.1 "), 400},
        {line("GET /\tHTTP/1.1"), 400},
        {line("GET /"), 400},
        {line("GET"), 400},
        {line("G(T / HTTP/1.1"), 400},
        {line("G\xc3\x89T / HTTP/1.1"), 400},
        {line("ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGH / HTTP/1.1"), 400},
        {line("GET /a b HTTP/1.1"), 400},
        {line("GET /\xc3\xb1 HTTP/1.1"), 400},
        {line("GET /a#b HTTP/1.1"), 400},
        {line("GET /a\\b HTTP/1.1"), 400},
        {line("GET /<a> HTTP/1.1"), 400},
        {line("GET /\x01 HTTP/1.1"), 400},
        {line("GET /\0 HTTP/1.1"s), 400},
        {line("GET a HTTP/1.1"), 400},
        {line("GET * HTTP/1.1"), 400},
        {line("GET ftp://a/ HTTP/1.1"), 400},
        {line("GET http:/// HTTP/1.1"), 400},
        {line("GET http://u:p@a/ HTTP/1.1"), 400},
        {line("GET http://a b/ HTTP/1.1"), 400},
        {line("GET / http/1.1"), 400},
        {line("GET / HTTP/11"), 400},
        {line("GET / HTTP/1.1.1"), 400},
        {line("GET / HTTP/ 1.1"), 400},
        {line("GET / HTTP/1.2"), 505},
        {line("GET / HTTP/0.9"), 505},
        {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
        {"\x16\x03\x01\x02", 400},  // a TLS hello on the plain port
        {"\r\n\r\nGET / HTTP/1.1\r\n", 400},
        {get("Expect: 200-ok\r\n"), 417},
    };
    for (auto const& [input, status] : rows) expect_status(input, status);
}

BOOST_AUTO_TEST_CASE(chunks) {
    std::string const bad[] = {
        chunked("4;ext=1\r\nhola\r\n0\r\n\r\n"),
        chunked("4 \r\nhola\r\n0\r\n\r\n"),
        chunked(" 4\r\nhola\r\n0\r\n\r\n"),
        chunked("\r\nhola\r\n0\r\n\r\n"),
        chunked("0x4\r\nhola\r\n0\r\n\r\n"),
        chunked("+4\r\nhola\r\n0\r\n\r\n"),
        chunked("g\r\n"),
        chunked("4\nhola\r\n0\r\n\r\n"),
        chunked("4\rXhola\r\n0\r\n\r\n"),
        chunked("4\r\nholaX\r\n0\r\n\r\n"),
        chunked("4\r\nhola\n0\r\n\r\n"),
        chunked("4\r\nhola\r0\r\n\r\n"),
        chunked("0\r\nX: y\r\n\r\n"),
        chunked("0\r\n\n"),
        chunked("0\n\n"),
        chunked("100000000\r\n"),
        chunked("FFFFFFFFFFFFFFFF0\r\n"),
        chunked("000000004\r\nhola"),
        chunked("0;a\r\n\r\n"),
        chunked("0\r\n\rX"),
    };
    for (auto const& input : bad) expect_status(input, 400);
    expect_status(chunked("FFFFFFFF\r\n"), 413);
    expect_status(chunked("3E9\r\n"), 413);
    expect_status(chunked("1\r\na\r\n3E8\r\n"), 413);
    expect_status(chunked("3E8\r\n"), 1);
    expect_status(post("Content-Length: 1001\r\n", ""), 413);
    expect_status(post("Content-Length: 999999999999999999\r\n", ""), 413);
}

BOOST_AUTO_TEST_CASE(sizes) {
    std::string const url(256, 'a');
    expect_status(line("GET /" + url + " HTTP/1.1"), 414);
    expect(line("GET /" + url.substr(1) + " HTTP/1.1"), {0, "GET", "/" + url.substr(1), "", "", "", true});
    expect_status("GET /" + url + url, 414);  // refused before the line ends
    expect_status(get("X: " + std::string(2048, 'a') + "\r\n"), 431);
    expect_status("GET / HTTP/1.1\r\nX: " + std::string(2100, 'a'), 431);
    std::string many;
    for (int i = 0; i < 15; ++i) many += "A: b\r\n";
    expect(get(many), {0, "GET", "/", "", "", "", true});
    expect_status(get(many + "A: b\r\n"), 431);
}

// Every prefix of a valid request is incomplete: neither refused nor complete.
BOOST_AUTO_TEST_CASE(prefixes) {
    auto whole = chunked("4\r\nhola\r\n0\r\n\r\n");
    for (std::size_t n = 0; n < whole.size(); ++n) BOOST_TEST(read(whole.substr(0, n), 5).status == 1u);
}

// A flipped byte causes no crash, only a verdict (the sanitizers watch).
BOOST_AUTO_TEST_CASE(mutations) {
    auto whole = post("Content-Length: 4\r\nExpect: 100-continue\r\nConnection: keep-alive\r\n", "hola") +
                 chunked("4\r\nhola\r\n0\r\n\r\n");
    for (std::size_t i = 0; i < whole.size(); ++i) {
        for (unsigned b = 0; b < 256; ++b) {
            auto copy = whole;
            copy[i] = static_cast<char>(b);
            auto at_once = read(copy, copy.size());
            BOOST_REQUIRE(at_once == read(copy, 9));
        }
    }
}

// The limit counts all decoded bytes, also when the reader takes them away between two pieces.
BOOST_AUTO_TEST_CASE(chunked_limit_counts_what_was_taken_away) {
    ChunkedDecoder decoder;
    std::string out;
    for (std::uint64_t sent = 0; sent < body_limit; sent += 100) {
        decoder.feed("64\r\n" + std::string(100, 'x') + "\r\n", body_limit, out);
        BOOST_TEST(!!decoder.verdict());
        BOOST_TEST(out.size() == 100u);
        out.clear();
    }
    decoder.feed("1\r\n", body_limit, out);
    BOOST_TEST(decoder.verdict().status == 413u);
}

// Control: Beast alone believes the Content-Length after an unknown Transfer-Encoding, which is why framing is checked
// first. When this test fails Beast has been fixed, and framing.cpp may be reconsidered.
BOOST_AUTO_TEST_CASE(beast_alone_is_fooled) {
    namespace http = boost::beast::http;
    auto input = post("Transfer-Encoding: x\r\nContent-Length: 5\r\n", "hola!");
    http::request_parser<http::string_body> parser;
    parser.eager(true);
    boost::beast::error_code ec;
    parser.put(boost::asio::buffer(input), ec);
    BOOST_TEST(!ec);
    BOOST_TEST(parser.is_done());
    BOOST_TEST(parser.get().body() == "hola!");
    expect_status(input, 400);
}

BOOST_AUTO_TEST_SUITE_END()
