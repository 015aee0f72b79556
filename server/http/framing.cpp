#include "server/http/framing.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <charconv>
#include <cstring>

namespace gestor {
namespace {

namespace http = boost::beast::http;

enum CharClass : unsigned char { Token = 1, Path = 2, Query = 4, Value = 8, Host = 16 };

constexpr std::array<unsigned char, 256> make_classes() {
    std::array<unsigned char, 256> t{};
    auto mark = [&t](std::string_view chars, unsigned char bit) {
        for (char c : chars)
            t[static_cast<unsigned char>(c)] = static_cast<unsigned char>(t[static_cast<unsigned char>(c)] | bit);
    };
    constexpr std::string_view alnum = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    mark(alnum, Token | Path | Query | Host);
    mark("!#$%&'*+-.^_`|~", Token);
    // Characters of RFC 3986, and those that browsers leave unencoded; a backslash only in the query, where no server
    // reads it as a slash.
    mark("-._~!$&'()*+,;=:@/%[]^`{|}", Path | Query);
    mark("?\\", Query);
    mark("-._~!$&'()*+;=:%[]", Host);
    for (unsigned c = 0x20; c < 0x7f; ++c) t[c] = static_cast<unsigned char>(t[c] | Value);
    for (unsigned c = 0x80; c < 0x100; ++c) t[c] = static_cast<unsigned char>(t[c] | Value);
    t['\t'] = static_cast<unsigned char>(t['\t'] | Value);
    return t;
}
constexpr auto classes = make_classes();

bool all(std::string_view text, unsigned char bit) {
    unsigned char seen = bit;  // no early exit: valid input is the common case
    for (char c : text) seen &= classes[static_cast<unsigned char>(c)];
    return seen != 0;
}

constexpr Verdict bad(std::string_view detail) {
    return {400, detail};
}

Verdict parse_version(std::string_view v, Head& head) {
    if (v == "HTTP/1.1") return {};
    if (v == "HTTP/1.0") {
        head.http10 = true;
        return {};
    }
    auto digit = [](char c) { return c >= '0' && c <= '9'; };
    if (v.size() == 8 && v.starts_with("HTTP/") && digit(v[5]) && v[6] == '.' && digit(v[7]))
        return {505, "solo se acepta HTTP/1.1 o HTTP/1.0"};
    return bad("la versión de HTTP no es válida");
}

// "http://host:port/path?query" becomes "/path?query": the organization and the base of our URLs never come from the
// Host header.
bool strip_authority(std::string_view& rest) {
    auto colon = rest.find("://");
    if (colon == std::string_view::npos) return false;
    auto scheme = rest.substr(0, colon);
    if (!iequals(scheme, "http") && !iequals(scheme, "https")) return false;
    rest.remove_prefix(colon + 3);
    auto end = std::min(rest.find_first_of("/?"), rest.size());
    if (end == 0 || !all(rest.substr(0, end), Host)) return false;
    rest.remove_prefix(end);
    return true;
}

Verdict parse_target(Head& head) {
    constexpr auto wrong = bad("el destino de la solicitud no es válido");
    auto rest = head.target;
    if (rest.empty()) return wrong;
    if (head.method == "CONNECT" || (rest == "*" && head.method == "OPTIONS")) {
        if (!all(rest, Host)) return wrong;
        head.path = rest;
        return {};
    }
    if (rest.front() != '/') {
        if (!strip_authority(rest)) return wrong;
        if (rest.empty() || rest.front() == '?') head.path = "/";
    }
    auto mark = std::min(rest.find('?'), rest.size());
    if (mark > 0) head.path = rest.substr(0, mark);
    if (mark < rest.size()) head.query = rest.substr(mark + 1);
    if (!all(head.path, Path) || !all(head.query, Query)) return wrong;
    return {};
}

Verdict parse_request_line(std::string_view line, FramingLimits const& limits, Head& head) {
    auto first = line.find(' ');
    if (first == std::string_view::npos) return bad("la línea de solicitud no es válida");
    auto second = line.find(' ', first + 1);
    if (second == std::string_view::npos) return bad("la línea de solicitud no es válida");
    head.method = line.substr(0, first);
    head.target = line.substr(first + 1, second - first - 1);
    if (head.method.empty() || head.method.size() > 32 || !all(head.method, Token))
        return bad("el método no es válido");
    if (head.target.size() > limits.url_bytes) return {414, "la URL es demasiado larga"};
    if (auto v = parse_version(line.substr(second + 1), head); !v) return v;
    return parse_target(head);
}

struct Seen {  // Seen: facts that only the whole header block shows
    unsigned host = 0, length = 0, coding = 0;
    bool close = false, keep = false;
};

Verdict parse_length(std::string_view value, Head& head) {
    auto end = value.data() + value.size();
    auto digits = !value.empty() && value.size() <= 18 && value.find_first_not_of("0123456789") == value.npos;
    if (!digits || std::from_chars(value.data(), end, head.content_length).ptr != end)
        return bad("Content-Length no es válido");
    return {};
}

void parse_connection(std::string_view value, Seen& seen) {
    while (!value.empty()) {
        auto comma = std::min(value.find(','), value.size());
        auto token = trim_ows(value.substr(0, comma));
        if (iequals(token, "close")) seen.close = true;
        if (iequals(token, "keep-alive")) seen.keep = true;
        value.remove_prefix(std::min(comma + 1, value.size()));
    }
}

Verdict note_field(HeaderField f, Head& head, Seen& seen) {
    switch (f.name.size()) {
        case 4:
            if (!iequals(f.name, "host")) break;
            if (++seen.host > 1 || f.value.empty() || !all(f.value, Host)) return bad("Host no es válido");
            break;
        case 6:
            if (!iequals(f.name, "expect") || head.http10) break;
            if (iequals(f.value, "100-continue"))
                head.expect_continue = true;
            else
                head.expect_other = true;
            break;
        case 10:
            if (iequals(f.name, "connection")) parse_connection(f.value, seen);
            break;
        case 14:
            if (!iequals(f.name, "content-length")) break;
            if (++seen.length > 1) return bad("Content-Length está repetido");
            return parse_length(f.value, head);
        case 17:
            if (!iequals(f.name, "transfer-encoding")) break;
            if (++seen.coding > 1 || head.http10 || !iequals(f.value, "chunked"))
                return bad("Transfer-Encoding no es válido: solo se acepta chunked");
            break;
        default:
            break;
    }
    return {};
}

Verdict parse_field(std::string_view line, HeaderField& field) {
    if (line.front() == ' ' || line.front() == '\t') return bad("encabezado en varias líneas");
    auto colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0) return bad("encabezado sin nombre");
    field.name = line.substr(0, colon);
    field.value = trim_ows(line.substr(colon + 1));
    if (!all(field.name, Token)) return bad("el nombre de un encabezado no es válido");
    if (!all(field.value, Value)) return bad("el valor de un encabezado no es válido");
    return {};
}

Verdict conclude(Seen const& seen, Head& head) {
    if (!head.http10 && seen.host == 0) return bad("falta el encabezado Host");
    if (seen.coding && seen.length) return bad("Transfer-Encoding y Content-Length no pueden ir juntos");
    if (seen.coding)
        head.body = BodyKind::chunked;
    else if (head.content_length > 0)
        head.body = BodyKind::length;
    head.keep_alive = !seen.close && (!head.http10 || seen.keep);
    return {};
}

// BeastHead: second opinion. Beast's own parser reads the same block, collects the fields and must see the same
// framing.
class BeastHead final : public http::basic_parser<true> {
public:
    explicit BeastHead(std::vector<HeaderField>& fields) : fields_(fields) {
        header_limit(0x7fffffff);
        body_limit(boost::none);
    }
    std::string_view method, target;

private:
    using Error = boost::beast::error_code;
    using View = boost::beast::string_view;
    static std::string_view view(View s) { return {s.data(), s.size()}; }

    void on_request_impl(http::verb, View m, View t, int, Error& ec) override {
        ec = {};
        method = view(m);
        target = view(t);
    }
    void on_response_impl(int, View, int, Error& ec) override { ec = http::error::bad_version; }
    void on_field_impl(http::field, View name, View value, Error& ec) override {
        ec = {};
        fields_.push_back({view(name), view(value)});
    }
    void on_header_impl(Error& ec) override { ec = {}; }
    void on_body_init_impl(boost::optional<std::uint64_t> const&, Error& ec) override { ec = {}; }
    std::size_t on_body_impl(View, Error& ec) override {
        ec = http::error::unexpected_body;
        return 0;
    }
    void on_chunk_header_impl(std::uint64_t, View, Error& ec) override { ec = http::error::unexpected_body; }
    std::size_t on_chunk_body_impl(std::uint64_t, View, Error& ec) override {
        ec = http::error::unexpected_body;
        return 0;
    }
    void on_finish_impl(Error& ec) override { ec = {}; }

    std::vector<HeaderField>& fields_;
};

Verdict agree_with_beast(std::string_view block, std::size_t count, Head& head) {
    BeastHead parser(head.fields);
    boost::beast::error_code ec;
    auto used = parser.put(boost::asio::const_buffer(block.data(), block.size()), ec);
    bool same = !ec && used == block.size() && parser.is_header_done() && head.fields.size() == count &&
                parser.method == head.method && parser.target == head.target &&
                parser.chunked() == (head.body == BodyKind::chunked) &&
                (head.body != BodyKind::length || parser.content_length() == head.content_length) &&
                (head.body != BodyKind::none || parser.content_length().value_or(0) == 0);
    if (!same) return bad("la solicitud no es válida");
    return {};
}

}  // namespace

Verdict find_head(std::string_view data, FramingLimits const& limits, std::size_t& scanned, std::size_t& length) {
    length = 0;
    // for example a TLS hello on a plain port
    if (!data.empty() && !(classes[static_cast<unsigned char>(data[0])] & Token))
        return bad("la línea de solicitud no es válida");
    while (scanned < data.size()) {
        auto found = static_cast<char const*>(std::memchr(data.data() + scanned, '\n', data.size() - scanned));
        if (!found) break;
        auto lf = static_cast<std::size_t>(found - data.data());
        if (lf == scanned || data[lf - 1] != '\r') return bad("salto de línea sin retorno de carro");
        bool empty = lf == scanned + 1;
        scanned = lf + 1;
        if (empty) {
            if (scanned > limits.header_bytes) return {431, "los encabezados son demasiado grandes"};
            length = scanned;
            return {};
        }
    }
    // 64: room for "method SP" and "SP HTTP/1.1" around the URL
    if (scanned == 0 && data.size() > limits.url_bytes + 64) return {414, "la URL es demasiado larga"};
    if (data.size() > limits.header_bytes) return {431, "los encabezados son demasiado grandes"};
    return {};
}

Verdict parse_head(std::string_view block, FramingLimits const& limits, Head& head) {
    auto fields = std::move(head.fields);
    fields.clear();
    head = Head{};
    head.fields = std::move(fields);

    auto end = block.find("\r\n");
    if (auto v = parse_request_line(block.substr(0, end), limits, head); !v) return v;
    Seen seen;
    std::size_t count = 0;
    for (auto pos = end + 2; block.size() - pos > 2; pos = end + 2) {
        end = block.find('\n', pos) - 1;  // find_head has checked that CR precedes the LF
        HeaderField field;
        if (auto v = parse_field(block.substr(pos, end - pos), field); !v) return v;
        if (++count > limits.headers) return {431, "hay demasiados encabezados"};
        if (auto v = note_field(field, head, seen); !v) return v;
    }
    if (auto v = conclude(seen, head); !v) return v;
    return agree_with_beast(block, count, head);
}

bool ChunkedDecoder::size_digit(char c) {
    unsigned value = 0;
    if (c >= '0' && c <= '9')
        value = static_cast<unsigned>(c - '0');
    else if (c >= 'a' && c <= 'f')
        value = static_cast<unsigned>(c - 'a') + 10;
    else if (c >= 'A' && c <= 'F')
        value = static_cast<unsigned>(c - 'A') + 10;
    else
        return false;
    if (++digits_ > 8) return false;  // 8 digits are enough for every accepted size, so no overflow can be written
    remaining_ = remaining_ * 16 + value;
    return true;
}

// Consumes one byte of the chunk framing.
bool ChunkedDecoder::step(char c) {
    switch (state_) {
        case State::size:
            if (c != '\r') return size_digit(c);
            if (digits_ == 0) return false;
            state_ = State::size_lf;
            return true;
        case State::size_lf:
            state_ = remaining_ == 0 ? State::end_cr : State::data;
            digits_ = 0;
            return c == '\n';
        case State::data_cr:
            state_ = State::data_lf;
            return c == '\r';
        case State::data_lf:
            state_ = State::size;
            return c == '\n';
        case State::end_cr:
            state_ = State::end_lf;
            return c == '\r';  // any other byte begins a trailer, which is refused
        case State::end_lf:
            state_ = State::done;
            return c == '\n';
        default:
            return false;
    }
}

std::size_t ChunkedDecoder::feed(std::string_view in, std::uint64_t limit, std::string& out) {
    std::size_t used = 0;
    while (used < in.size() && !done() && verdict_) {
        if (state_ == State::data) {
            auto n = static_cast<std::size_t>(std::min<std::uint64_t>(remaining_, in.size() - used));
            out.append(in.substr(used, n));
            used += n;
            remaining_ -= n;
            received_ += n;
            if (remaining_ == 0) state_ = State::data_cr;
            continue;
        }
        if (!step(in[used++])) refuse(400, "el cuerpo por partes (chunked) no es válido");
        if (state_ == State::data && verdict_ && received_ + remaining_ > limit)
            refuse(413, "el cuerpo es demasiado grande");
    }
    return used;
}

}  // namespace gestor
