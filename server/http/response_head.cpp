#include "server/http/response_head.hpp"

#include <fmt/format.h>
#include <time.h>

#include <charconv>

namespace gestor {

using namespace std::string_view_literals;  // appended without being measured on every request

std::string_view reason_phrase(unsigned status) {
    switch (status) {
        case 200:
            return "OK";
        case 201:
            return "Created";
        case 202:
            return "Accepted";
        case 204:
            return "No Content";
        case 206:
            return "Partial Content";
        case 301:
            return "Moved Permanently";
        case 302:
            return "Found";
        case 303:
            return "See Other";
        case 304:
            return "Not Modified";
        case 307:
            return "Temporary Redirect";
        case 308:
            return "Permanent Redirect";
        case 400:
            return "Bad Request";
        case 401:
            return "Unauthorized";
        case 403:
            return "Forbidden";
        case 404:
            return "Not Found";
        case 405:
            return "Method Not Allowed";
        case 406:
            return "Not Acceptable";
        case 408:
            return "Request Timeout";
        case 409:
            return "Conflict";
        case 410:
            return "Gone";
        case 411:
            return "Length Required";
        case 412:
            return "Precondition Failed";
        case 413:
            return "Content Too Large";
        case 414:
            return "URI Too Long";
        case 415:
            return "Unsupported Media Type";
        case 416:
            return "Range Not Satisfiable";
        case 417:
            return "Expectation Failed";
        case 422:
            return "Unprocessable Content";
        case 429:
            return "Too Many Requests";
        case 431:
            return "Request Header Fields Too Large";
        case 500:
            return "Internal Server Error";
        case 501:
            return "Not Implemented";
        case 502:
            return "Bad Gateway";
        case 503:
            return "Service Unavailable";
        case 504:
            return "Gateway Timeout";
        case 505:
            return "HTTP Version Not Supported";
        default:
            return "Status";
    }
}

std::string render_date(std::int64_t unix_seconds) {
    constexpr char const* days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr char const* months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    tm t{};
    time_t seconds = unix_seconds;
    gmtime_r(&seconds, &t);
    return fmt::format("Date: {}, {:02} {} {} {:02}:{:02}:{:02} GMT\r\n", days[t.tm_wday], t.tm_mday, months[t.tm_mon],
                       t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
}

namespace {
bool bodiless(unsigned status) {
    return status == 204 || status == 304 || status < 200;
}

void append_number(std::uint64_t n, std::string& out) {
    char digits[20];
    auto end = std::to_chars(digits, digits + sizeof digits, n).ptr;
    out.append(digits, end);
}
}  // namespace

bool sends_body(Request const& req, Response const& res) {
    return req.method != "HEAD" && !bodiless(res.status) && !res.content_type.empty();
}

void render_head(Request const& req, Response const& res, std::string_view date, bool close, std::string& out) {
    if (res.status == 200) {
        out += "HTTP/1.1 200 OK\r\n"sv;
    } else {
        out += "HTTP/1.1 "sv;
        append_number(res.status, out);
        out += ' ';
        out += reason_phrase(res.status);
        out += "\r\n"sv;
    }
    out += date;
    out += "X-Content-Type-Options: nosniff\r\n"sv;  // the browser must not guess another media type
    if (!bodiless(res.status)) {
        std::uint64_t length = 0;
        if (!res.content_type.empty()) {
            out += "Content-Type: "sv;
            out += res.content_type;
            out += "\r\n"sv;
            length = res.body.size();
            if (res.stream) length = res.stream_length;
        }
        out += "Content-Length: "sv;
        append_number(length, out);
        out += "\r\n"sv;
    }
    out += res.headers;
    if (close)
        out += "Connection: close\r\n\r\n"sv;
    else if (req.http10)
        out += "Connection: keep-alive\r\n\r\n"sv;
    else
        out += "\r\n"sv;
}

}  // namespace gestor
