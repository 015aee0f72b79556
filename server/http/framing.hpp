// Message framing: where a request begins and ends, decided by one strict interpretation. Pure functions over bytes.
// Beast 1.81 believes a Content-Length after an unknown Transfer-Encoding, accepts obs-fold and skips chunk extensions:
// each would let a request be smuggled past a proxy. So framing is checked here first, and Beast's parser must agree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "server/http/http.hpp"

namespace gestor {

struct Verdict {  // Verdict: status 0 = fine; otherwise the HTTP status of the answer, after which the connection
                  // closes
    unsigned status = 0;
    std::string_view detail;
    explicit operator bool() const { return status == 0; }
};

struct FramingLimits {
    std::size_t header_bytes = 16384;  // request line and headers together
    std::size_t url_bytes = 4096;
    std::size_t headers = 64;
};

enum class BodyKind : std::uint8_t { none, length, chunked };

struct Head {  // Head: views into the header block
    std::string_view method, target, path, query;
    std::vector<HeaderField> fields;
    BodyKind body = BodyKind::none;
    std::uint64_t content_length = 0;
    bool http10 = false;
    bool keep_alive = true;
    bool expect_continue = false;
    bool expect_other = false;  // answered with 417, once the rest of the header is known to be valid
};

// Finds the end of the header block in `data`, continuing at `scanned` (start of the first unfinished line; kept by the
// caller between calls, 0 at first). Sets `length` when the block is complete, else leaves it 0. Refuses as early as
// possible: a bare LF is refused at once, not at the deadline.
Verdict find_head(std::string_view data, FramingLimits const& limits, std::size_t& scanned, std::size_t& length);

// Reads a complete header block (ending in the empty line).
Verdict parse_head(std::string_view block, FramingLimits const& limits, Head& head);

// ChunkedDecoder: a chunked body, fed in pieces. No extensions, no trailers.
class ChunkedDecoder {
public:
    // Appends data to `out`, at most `limit` bytes over all calls (413); returns how many bytes of `in` belong to this
    // body.
    std::size_t feed(std::string_view in, std::uint64_t limit, std::string& out);
    bool done() const { return state_ == State::done; }
    Verdict verdict() const { return verdict_; }

private:
    enum class State : std::uint8_t { size, size_lf, data, data_cr, data_lf, end_cr, end_lf, done };
    bool size_digit(char c);
    bool step(char c);
    void refuse(unsigned status, std::string_view detail) { verdict_ = {status, detail}; }

    State state_ = State::size;
    unsigned digits_ = 0;
    std::uint64_t remaining_ = 0;  // bytes left of the chunk
    std::uint64_t received_ = 0;
    Verdict verdict_;
};

}  // namespace gestor
