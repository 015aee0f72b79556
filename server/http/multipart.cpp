#include "server/http/multipart.hpp"

#include <algorithm>
#include <cstring>

#include "domain/valores/texto.hpp"
#include "server/http/http.hpp"

namespace gestor {
namespace {

bool is_token(std::string_view s) {
    constexpr std::string_view others = "!#$%&'*+-.^_`|~";
    return !s.empty() && std::all_of(s.begin(), s.end(), [&](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
               others.find(c) != others.npos;
    });
}

// Reads a quoted string, from its opening quote. A backslash escapes a quote or itself; before any other character it
// is literal, because old senders write whole Windows paths.
bool quoted(std::string_view& rest, std::string& out) {
    rest.remove_prefix(1);
    while (!rest.empty()) {
        auto c = rest.front();
        rest.remove_prefix(1);
        if (c == '"') return true;
        if (c == '\\' && !rest.empty() && (rest.front() == '"' || rest.front() == '\\')) {
            c = rest.front();
            rest.remove_prefix(1);
        }
        out += c;
    }
    return false;
}

// Calls use(name, value) for each `; name=value` after the first word; false when they are malformed.
template <class F>
bool parameters(std::string_view rest, F use) {
    while (!(rest = trim_ows(rest)).empty()) {
        if (rest.front() != ';') return false;
        rest = trim_ows(rest.substr(1));
        auto const equals = rest.find('=');
        if (equals == rest.npos || !is_token(rest.substr(0, equals))) return false;
        auto const name = rest.substr(0, equals);
        rest.remove_prefix(equals + 1);
        std::string value;
        if (rest.starts_with('"')) {
            if (!quoted(rest, value)) return false;
        } else {
            auto const end = std::min(rest.find_first_of("; \t"), rest.size());
            value = rest.substr(0, end);
            rest.remove_prefix(end);
            if (!is_token(value)) return false;
        }
        if (!use(name, std::move(value))) return false;
    }
    return true;
}

std::string replaced(std::string text, std::string_view what, char with) {
    for (auto at = text.find(what); at != text.npos; at = text.find(what, at + 1))
        text.replace(at, what.size(), 1, with);
    return text;
}

// Value in the form of RFC 5987, in UTF-8 only.
std::optional<std::string> extended(std::string_view value) {
    auto const first = value.find('\''), second = first == value.npos ? first : value.find('\'', first + 1);
    if (second == value.npos || !iequals(value.substr(0, first), "UTF-8")) return std::nullopt;
    auto const digit = [](char c) {
        constexpr std::string_view digits = "0123456789abcdef";
        return digits.find(static_cast<char>(c >= 'A' && c <= 'F' ? c + 32 : c));
    };
    std::string out;
    for (auto rest = value.substr(second + 1); !rest.empty(); rest.remove_prefix(1)) {
        if (rest.front() != '%') {
            out += rest.front();
            continue;
        }
        if (rest.size() < 3 || digit(rest[1]) == rest.npos || digit(rest[2]) == rest.npos) return std::nullopt;
        out += static_cast<char>(digit(rest[1]) * 16 + digit(rest[2]));
        rest.remove_prefix(2);
    }
    return out;
}

// Checks a field: well-formed UTF-8 without control characters, bounded; and trims it.
bool clean(std::string& text) {
    std::string out;
    if (leer_texto(text, {.minimo = 0, .maximo = 250, .lineas = false}, out)) return false;
    text = std::move(out);
    return true;
}

// Reads the Content-Disposition of a part. Browsers write quotes in a name as %22.
bool disposition(std::string_view value, Part& part) {
    auto const semicolon = std::min(value.find(';'), value.size());
    if (!iequals(trim_ows(value.substr(0, semicolon)), "form-data")) return false;
    std::optional<std::string> name, plain, encoded;
    bool const sound = parameters(value.substr(semicolon), [&](std::string_view parameter, std::string text) {
        auto const once = [&text](std::optional<std::string>& where) {
            if (where) return false;
            where = std::move(text);
            return true;
        };
        if (iequals(parameter, "name")) return once(name);
        if (iequals(parameter, "filename")) return once(plain);
        if (!iequals(parameter, "filename*")) return true;
        auto decoded = extended(text);
        if (!decoded || encoded) return false;
        encoded = std::move(decoded);
        return true;
    });
    if (!sound || !name) return false;
    part.name = replaced(std::move(*name), "%22", '"');
    if (plain) part.filename = replaced(std::move(*plain), "%22", '"');
    if (encoded) part.filename = std::move(*encoded);
    if (part.filename) part.filename->erase(0, part.filename->find_last_of("/\\") + 1);
    return clean(part.name) && !part.name.empty() && (!part.filename || clean(*part.filename));
}

// Reads the header lines of a part, each with its CR LF; returns the fault, empty when there is none.
std::string_view read_part(std::string_view block, Part& part) {
    bool found = false;
    while (!block.empty()) {
        auto const end = block.find("\r\n");
        auto const line = block.substr(0, end);
        block.remove_prefix(end + 2);
        auto const colon = line.find(':');
        if (line.find_first_of(std::string_view("\r\n\0", 3)) != line.npos || colon == line.npos ||
            !is_token(line.substr(0, colon)))
            return "el encabezado de una parte no es válido";
        auto const name = line.substr(0, colon);
        auto const value = trim_ows(line.substr(colon + 1));
        if (iequals(name, "Content-Disposition")) {
            if (found || !disposition(value, part)) return "Content-Disposition de una parte no es válido";
            found = true;
        }
        // Content-Transfer-Encoding is deprecated and not decoded: a sender that relies on it would find other bytes
        // stored.
        if (iequals(name, "Content-Transfer-Encoding") && !iequals(value, "binary") && !iequals(value, "8bit") &&
            !iequals(value, "7bit"))
            return "no se admite Content-Transfer-Encoding";
    }
    return found ? std::string_view() : "una parte no tiene nombre (Content-Disposition)";
}

}  // namespace

std::optional<std::string> multipart_boundary(std::string_view content_type) {
    std::optional<std::string> boundary;
    bool const sound = parameters(content_type.substr(std::min(content_type.find(';'), content_type.size())),
                                  [&](std::string_view name, std::string value) {
                                      if (!iequals(name, "boundary")) return true;
                                      if (boundary) return false;
                                      boundary = std::move(value);
                                      return true;
                                  });
    if (!sound || !boundary || boundary->empty() || boundary->size() > 70 || boundary->ends_with(' '))
        return std::nullopt;
    constexpr std::string_view others = "'()+_,-./:=? ";
    bool const legal = std::all_of(boundary->begin(), boundary->end(), [&](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
               others.find(c) != others.npos;
    });
    return legal ? boundary : std::nullopt;
}

void MultipartParser::feed(std::string_view bytes) {
    while (!bytes.empty() && state_ != State::done && state_ != State::failed) {
        if (state_ == State::data) {
            take_data(bytes);
        } else if (state_ == State::header) {
            take_header(bytes);
        } else {
            step(bytes.front());
            bytes.remove_prefix(1);
        }
    }
}

// CR occurs only at the beginning of the delimiter, so a failed match cannot have hidden the start of another.
void MultipartParser::take_data(std::string_view& bytes) {
    if (matched_ == 0) {
        auto const plain = std::min(bytes.find('\r'), bytes.size());
        if (plain > 0) receiver_.data(bytes.substr(0, plain));
        bytes.remove_prefix(plain);
    }
    while (!bytes.empty() && bytes.front() == delimiter_[matched_]) {
        bytes.remove_prefix(1);
        if (++matched_ < delimiter_.size()) continue;
        matched_ = 0;
        state_ = State::delimited;
        return;
    }
    if (bytes.empty() || matched_ == 0) return;
    if (parts_ == 0) return fail("el cuerpo no comienza con su separador");
    receiver_.data(std::string_view(delimiter_).substr(0, matched_));
    matched_ = 0;
}

void MultipartParser::take_header(std::string_view& bytes) {
    auto const before = header_.size();
    header_.append(bytes.substr(0, max_header + 1 - before));
    auto const end = header_.starts_with("\r\n") ? 0 : header_.find("\r\n\r\n", before > 3 ? before - 3 : 0);
    if (end == header_.npos) {
        bytes.remove_prefix(header_.size() - before);
        if (header_.size() > max_header) fail("el encabezado de una parte es demasiado grande");
        return;
    }
    auto const length = end == 0 ? 2 : end + 4;
    bytes.remove_prefix(length - before);
    header_.resize(length - 2);  // without the empty line
    open_part();
}

// After a delimiter come "--" at the end of the body, or padding and the end of the line.
void MultipartParser::step(char c) {
    if (state_ == State::delimited && c == '-')
        state_ = State::closing;
    else if (state_ == State::delimited && c == '\r')
        state_ = State::line_feed;
    else if (state_ == State::closing && c == '-')
        state_ = State::done;
    else if (state_ == State::line_feed && c == '\n')
        header_.clear(), state_ = State::header;
    else if (state_ != State::delimited || (c != ' ' && c != '\t'))
        fail("un separador de las partes no es válido");
}

void MultipartParser::open_part() {
    Part part;
    if (++parts_ > max_parts) return fail("hay demasiadas partes");
    if (auto const wrong = read_part(header_, part); !wrong.empty()) return fail(wrong);
    state_ = State::data;
    receiver_.part(part);
}

}  // namespace gestor
