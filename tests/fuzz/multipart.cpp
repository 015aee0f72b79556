// The first byte chooses the input: a multipart body, a Content-Type, or a file's content to put into a body. The parts
// of a body are the same however it is cut, and a content without the separator arrives unchanged.
#include "server/http/multipart.hpp"

#include <string>
#include <vector>

#include "domain/valores/texto.hpp"
#include "tests/fuzz/property.hpp"

using namespace gestor;

namespace {

struct Seen final : PartReceiver {
    struct Received {
        Part part;
        std::string content;
    };
    std::vector<Received> parts;
    void part(Part const& p) override { parts.push_back({p, ""}); }
    void data(std::string_view bytes) override {
        property(!parts.empty() && !bytes.empty(), "data belong to a part");
        parts.back().content += bytes;
    }
};

struct Outcome {
    Seen seen;
    std::string error;
    bool done = false;
};

bool same(Outcome const& a, Outcome const& b) {
    if (a.error != b.error || a.done != b.done || a.seen.parts.size() != b.seen.parts.size()) return false;
    for (std::size_t i = 0; i < a.seen.parts.size(); ++i) {
        auto const &x = a.seen.parts[i], &y = b.seen.parts[i];
        if (x.part.name != y.part.name || x.part.filename != y.part.filename || x.content != y.content) return false;
    }
    return true;
}

Outcome parse(std::string_view body, std::size_t step) {
    Outcome out;
    MultipartParser parser("b0", out.seen);
    for (std::size_t at = 0; at < body.size(); at += step) parser.feed(body.substr(at, step));
    out.error = parser.error();
    out.done = parser.done();
    return out;
}

bool clean(std::string_view name) {
    for (std::size_t at = 0; at < name.size();) {
        auto const c = siguiente_caracter(name, at);
        if (!c || *c < 0x20 || *c == 0x7f) return false;
    }
    return true;
}

Outcome every_way(std::string_view body) {
    auto whole = parse(body, body.size() + 1);
    for (std::size_t step : {1u, 2u, 3u, 7u, 64u}) property(same(parse(body, step), whole), "cutting changes nothing");
    property(!(whole.done && !whole.error.empty()), "either done or wrong");
    property(whole.seen.parts.size() <= MultipartParser::max_parts, "a bounded number of parts");
    for (auto const& [part, content] : whole.seen.parts) {
        property(!part.name.empty() && clean(part.name), "a part has a name without control characters");
        property(!part.filename || (clean(*part.filename) && part.filename->find_first_of("/\\") == std::string::npos),
                 "a file's name has no folders");
        property(content.find("\r\n--b0") == std::string::npos, "no separator inside a content");
    }
    return whole;
}

void file(std::string_view content) {
    if (content.find("\r\n--b0") != content.npos) return;
    auto const outcome = every_way("--b0\r\nContent-Disposition: form-data; name=archivo; filename=a.png\r\n\r\n" +
                                   std::string(content) + "\r\n--b0--\r\n");
    property(outcome.done && outcome.seen.parts.size() == 1 && outcome.seen.parts[0].content == content,
             "a content arrives as it was");
}

void boundary(std::string_view content_type) {
    auto const b = multipart_boundary(content_type);
    if (!b) return;
    property(!b->empty() && b->size() <= 70 && b->back() != ' ', "a boundary as RFC 2046 allows");
    property(content_type.find(*b) != content_type.npos, "as it was written");
    property(multipart_boundary("multipart/form-data; boundary=\"" + *b + "\"") == b, "one reading");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    auto text = text_of(data, size);
    switch (take(text)) {
        case 't':
            boundary(text);
            break;
        case 'c':
            file(text);
            break;
        default:
            every_way(text);
    }
    return 0;
}
