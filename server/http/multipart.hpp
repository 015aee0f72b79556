// multipart/form-data (RFC 7578), fed in pieces of any size: one strict interpretation, and no more memory than the
// header of one part. Pure: what becomes of the parts is the receiver's business.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gestor {

// The boundary of a Content-Type value; nothing when it is missing, repeated or not of the form RFC 2046 allows.
std::optional<std::string> multipart_boundary(std::string_view content_type);

struct Part {
    std::string name;                     // UTF-8, without control characters
    std::optional<std::string> filename;  // the last segment, whatever folders the sender wrote; may be empty
};

class PartReceiver {
public:
    virtual ~PartReceiver() = default;
    virtual void part(Part const& p) = 0;           // a new part begins
    virtual void data(std::string_view bytes) = 0;  // of the part that began last; never empty
};

class MultipartParser {
public:
    static constexpr std::size_t max_parts = 16;
    static constexpr std::size_t max_header = 4096;  // of one part

    MultipartParser(std::string_view boundary, PartReceiver& receiver) : delimiter_("\r\n--"), receiver_(receiver) {
        delimiter_ += boundary;
    }
    void feed(std::string_view bytes);  // after an error or the end: ignored
    bool done() const { return state_ == State::done; }
    std::string_view error() const { return error_; }  // Spanish, for the caller; empty: none so far

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
    std::size_t matched_ = 2;  // of the delimiter; a body begins with one that lacks its CR LF
    std::size_t parts_ = 0;
    std::string_view error_;
    State state_ = State::data;
};

}  // namespace gestor
