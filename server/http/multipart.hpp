// multipart/form-data (RFC 7578), fed in pieces of any size: one strict interpretation, and no more memory than the
// header of one part. Pure: the receiver decides what to do with the parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gestor {

// Boundary of a Content-Type value; absent when it is missing, repeated or not of the form that RFC 2046 allows.
std::optional<std::string> multipart_boundary(std::string_view content_type);

struct Part {
    std::string name;                     // UTF-8, without control characters
    std::optional<std::string> filename;  // last segment of the sent path; may be empty
};

class PartReceiver {
public:
    virtual ~PartReceiver() = default;
    virtual void part(Part const& p) = 0;           // a new part begins
    virtual void data(std::string_view bytes) = 0;  // bytes of the part that began last; never empty
};

class MultipartParser {
public:
    static constexpr std::size_t max_parts = 16;
    static constexpr std::size_t max_header = 4096;  // header of one part

    MultipartParser(std::string_view boundary, PartReceiver& receiver) : delimiter_("\r\n--"), receiver_(receiver) {
        delimiter_ += boundary;
    }
    void feed(std::string_view bytes);  // ignored after an error or the end
    bool done() const { return state_ == State::done; }
    std::string_view error() const { return error_; }  // Spanish, for the caller; empty: no error

private:
    enum class State : std::uint8_t { data, delimited, closing, line_feed, header, done, failed };
    void take_data(std::string_view& bytes);
    void take_header(std::string_view& bytes);
    void step(char c);
    void open_part();
    void fail(std::string_view why) {
        error_ = why;
        state_ = State::failed;
    }

    std::string delimiter_;  // CR LF "--" boundary
    PartReceiver& receiver_;
    std::string header_;
    std::size_t matched_ = 2;  // matched bytes of the delimiter; 2 at the start, because the first delimiter has no CR
                               // LF
    std::size_t parts_ = 0;
    std::string_view error_;
    State state_ = State::data;
};

}  // namespace gestor
