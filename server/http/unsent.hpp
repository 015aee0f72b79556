// Unsent: bytes of answers that clients have not taken, over all threads: in the kernel, and waiting to be written.
// Without this bound 20,000 connections that read nothing would hold 8 GB.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace gestor {

class Unsent {
public:
    explicit Unsent(std::size_t limit) : limit_(static_cast<std::int64_t>(limit)) {}

    void change(std::int64_t by) { total_.fetch_add(by, std::memory_order_relaxed); }
    std::int64_t total() const { return total_.load(std::memory_order_relaxed); }
    // Whether the limit is reached by the present bytes plus those of the last answer that found no room.
    bool full() const { return total() + wanted_.load(std::memory_order_relaxed) > limit_; }
    bool half() const { return 2 * total() > limit_; }
    // Whether an answer may begin: a quarter of the limit must be free. Without room, the next tick cuts the connection
    // that has read nothing for longest.
    bool room(std::size_t bytes) {
        auto const more = std::min(static_cast<std::int64_t>(bytes), limit_ / 4);
        bool const fits = total() + more <= limit_;
        if (!fits) wanted_.store(more, std::memory_order_relaxed);
        return fits;
    }
    void relieved() {
        if (!full()) wanted_.store(0, std::memory_order_relaxed);
    }

private:
    std::int64_t limit_;
    std::atomic<std::int64_t> total_{0}, wanted_{0};
};

}  // namespace gestor
