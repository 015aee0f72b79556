// Bytes of a connection with several requests. The requests are the same however the bytes are cut. Each accepted
// request is accepted by Beast's own parser, with the same end and the same body; and a careless proxy, which ends
// lines at any LF and trims names, sees no other length.
#include "server/http/framing.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tests/fuzz/property.hpp"

using namespace gestor;
namespace http = boost::beast::http;

namespace {

FramingLimits const limits{2048, 256, 16};
constexpr std::uint64_t body_limit = 4096;

struct Message {
    std::size_t begin = 0, head = 0, end = 0;
    std::string method, target, body;
    BodyKind kind = BodyKind::none;
    std::uint64_t length = 0;
    bool operator==(Message const&) const = default;
};

// Reads one request from `at` on; nothing when it is refused or incomplete.
std::optional<Message> next(std::string_view all, std::size_t at, std::size_t step) {
    Message m{.begin = at};
    auto const rest = all.substr(at);
    std::size_t scanned = 0, length = 0, seen = 0;
    while (length == 0) {
        if (seen == rest.size()) return std::nullopt;
        seen = std::min(rest.size(), seen + step);
        if (!find_head(rest.substr(0, seen), limits, scanned, length)) return std::nullopt;
    }
    Head head;
    if (!parse_head(rest.substr(0, length), limits, head)) return std::nullopt;
    m.head = at + length;
    m.method = head.method;
    m.target = head.target;
    m.kind = head.body;
    m.length = head.content_length;
    auto body = all.substr(m.head);
    if (head.body == BodyKind::length) {
        if (head.content_length > body_limit || body.size() < head.content_length) return std::nullopt;
        m.body = body.substr(0, static_cast<std::size_t>(head.content_length));
        m.end = m.head + m.body.size();
        return m;
    }
    ChunkedDecoder decoder;
    while (head.body == BodyKind::chunked && !decoder.done()) {
        if (body.empty()) return std::nullopt;
        body.remove_prefix(decoder.feed(body.substr(0, step), body_limit, m.body));
        if (!decoder.verdict()) return std::nullopt;
    }
    m.end = all.size() - body.size();
    return m;
}

std::vector<Message> messages(std::string_view all, std::size_t step) {
    std::vector<Message> out;
    for (std::size_t at = 0; at < all.size();) {
        auto m = next(all, at, step);
        if (!m) break;
        at = m->end;
        out.push_back(std::move(*m));
    }
    return out;
}

void beast_agrees(std::string_view all, Message const& m) {
    http::request_parser<http::string_body> parser;
    parser.header_limit(1u << 20);
    parser.body_limit(boost::none);
    parser.eager(true);
    auto rest = all.substr(m.begin);
    boost::beast::error_code ec;
    while (!parser.is_done()) {
        auto const used = parser.put(boost::asio::const_buffer(rest.data(), rest.size()), ec);
        if (ec == http::error::need_more && used > 0) ec = {};
        property(!ec, "what we accept Beast accepts");
        rest.remove_prefix(used);
    }
    auto const& request = parser.get();
    property(all.size() - rest.size() == m.end, "Beast sees the same end");
    property(request.body() == m.body, "Beast sees the same body");
    property(std::string_view(request.method_string().data(), request.method_string().size()) == m.method,
             "Beast sees the same method");
    property(std::string_view(request.target().data(), request.target().size()) == m.target,
             "Beast sees the same target");
}

std::string squeezed(std::string_view text) {  // lower case, without the characters that a careless reader skips
    std::string out;
    for (char c : text)
        if (static_cast<unsigned char>(c) > 0x20) out += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return out;
}

void careless_proxy_agrees(std::string_view head, Message const& m) {
    unsigned lengths = 0, codings = 0;
    while (!head.empty()) {
        auto const end = std::min(head.find('\n'), head.size() - 1);
        auto const line = head.substr(0, end);
        head.remove_prefix(end + 1);
        property(line.find('\0') == line.npos && line.find('\r') + 1 >= line.size(), "no NUL and no CR inside a line");
        auto const colon = line.find(':');
        if (colon == line.npos) continue;
        auto const name = squeezed(line.substr(0, colon)), value = squeezed(line.substr(colon + 1));
        if (name == "content-length") {
            ++lengths;
            property(value == std::to_string(m.length) || value.find_first_not_of('0') == value.npos ||
                         (value[0] == '0' && std::strtoull(value.c_str(), nullptr, 10) == m.length),
                     "the length is the one that is written");
        }
        if (name == "transfer-encoding") {
            ++codings;
            property(value == "chunked", "the only coding is chunked");
        }
    }
    property(lengths + codings <= 1, "one statement about the length at most");
    property((codings == 1) == (m.kind == BodyKind::chunked), "chunked when it says so");
    property(codings == 1 || lengths == 1 || m.kind == BodyKind::none, "no body that is not announced");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    auto const all = text_of(data, size);
    auto const whole = messages(all, all.size() + 1);
    for (std::size_t step : {1u, 7u}) property(messages(all, step) == whole, "how it is cut changes nothing");
    for (auto const& m : whole) {
        beast_agrees(all, m);
        careless_proxy_agrees(all.substr(m.begin, m.head - m.begin), m);
    }
    return 0;
}
