#pragma once
// How a request is received over a connection: its header block and its body, each within its deadline. Only
// connection.cpp includes this header.
#include <algorithm>
#include <memory>

#include "server/http/stream_connection.hpp"

namespace gestor {

inline constexpr std::size_t kBodyPiece = 16384;  // small, so that thousands of slow bodies cost little memory

// Searches the received bytes for a complete header block.
template <class Stream>
Verdict find_request(Connection<Stream>& c, std::size_t& length) {
    if (!c.skipped_line && c.in.view().starts_with("\r\n")) {
        c.in.consume(2);
        c.skipped_line = true;
    }
    length = 0;
    auto data = c.in.view();
    if (data.empty() || data == "\r") return {};
    return find_head(data, c.io.limits.framing, c.scanned, length);
}

// Sets the deadline before waiting for a header. A connection without a byte of a header is idle; a new connection has
// a shorter idle deadline.
template <class Stream>
void arm_for_header(Connection<Stream>& c) {
    auto const& limits = c.io.limits;
    if (c.in.empty()) {
        auto wait = c.fresh ? limits.header_ms : limits.idle_ms;
        if (c.io.stopping) wait = std::min<std::int64_t>(wait, IoThread::kStopGraceMs);
        c.owed = ConnectionBase::never;
        c.idle_until = c.io.now_ms + wait;
        c.arm(Phase::idle, std::min(c.idle_until, c.io.now_ms + limits.write_ms));
    } else if (c.phase != Phase::header) {
        c.arm(Phase::header, c.io.now_ms + limits.header_ms);  // once per request: slow bytes do not prolong it
    }
}

// Waits for a complete header block. False: the connection ends without an answer.
template <class Stream>
Task<bool> read_head(Connection<Stream>& c, Verdict& verdict, std::size_t& length) {
    while (true) {
        arm_for_header(c);
        Error ec;
        auto room = c.in.prepare();
        auto n = co_await c.stream.async_read_some(room, asio::redirect_error(awaiting, ec));
        if (c.expired && c.phase == Phase::header && !c.in.empty()) {
            verdict = {408, "los encabezados no llegaron a tiempo"};
            co_return true;
        }
        if (ec || c.expired) co_return false;
        c.in.commit(n);
        verdict = find_request(c, length);
        if (length || !verdict) co_return true;
    }
}

template <class Stream>
struct BodyReader {
    Connection<Stream>& c;
    ActiveExchange& x;
    bool unwanted;  // already answered: the body is read and dropped, so that the connection stays open
    ChunkedDecoder decoder{};
    std::uint64_t received = 0;  // bytes received, with a Content-Length
    bool too_large = false;      // the sink refused a piece
    bool no_room = false;

    bool done() const {
        if (x.head.body == BodyKind::chunked) return decoder.done();
        return received == x.head.content_length;
    }
    Verdict verdict() const {
        if (too_large) return {413, "el archivo es demasiado grande"};
        if (no_room) return {503, "no hay memoria para recibir más cuerpos"};
        return decoder.verdict();
    }
    std::size_t take(std::string_view bytes) {
        auto& body = x.req.body;
        std::size_t used = 0;
        if (x.head.body == BodyKind::chunked) {
            used = decoder.feed(bytes, x.req.body_limit, body);
        } else {
            used = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), x.head.content_length - received));
            body.append(bytes.substr(0, used));
            received += used;
        }
        if (x.req.sink && !body.empty() && !unwanted) too_large = !x.req.sink->take(body);
        if (x.req.sink || unwanted) body.clear();
        return used;
    }
    // Charges memory for the next piece and for the grown body: by the bytes that arrive, not by the announced length.
    bool reserve() {
        no_room = !unwanted && !x.req.hold(kBodyPiece + x.req.body.capacity());
        return !no_room;
    }
    void take_buffered(std::size_t head_length) {
        auto used = take(c.in.view().substr(head_length));
        c.consumed = head_length + used;
    }
};

// Reads the rest of a body that did not arrive with its header. False: the connection is closed.
template <class Stream>
Task<bool> read_body(BodyReader<Stream>& body, Verdict& verdict) {
    auto& c = body.c;
    auto const& limits = c.io.limits;
    if (body.x.head.expect_continue) {
        bool sent = co_await write_all(c, "HTTP/1.1 100 Continue\r\n\r\n");
        if (!sent) co_return false;
    }
    auto const last = c.io.now_ms + limits.body_ms;
    Pace pace{c.io.now_ms};
    std::unique_ptr<char[]> room;
    for (std::size_t n = 0; !body.done();) {
        if (!body.reserve()) {
            verdict = body.verdict();
            co_return true;
        }
        if (!room) room = std::make_unique_for_overwrite<char[]>(kBodyPiece);
        auto const due = pace.deadline(n, c.io.now_ms, limits.body_grace_ms, limits.bytes_per_second);
        c.arm(Phase::body, std::min(last, due));
        Error ec;
        n = co_await c.stream.async_read_some(asio::buffer(room.get(), kBodyPiece), asio::redirect_error(awaiting, ec));
        if (c.expired) {
            verdict = {408, "el cuerpo no llegó a tiempo"};
            co_return true;
        }
        if (ec) co_return false;
        std::string_view bytes(room.get(), n);
        auto used = body.take(bytes);
        if (used < n) c.carry.assign(bytes.substr(used));
        verdict = body.verdict();
        if (!verdict) co_return true;
    }
    co_return true;
}

}  // namespace gestor
