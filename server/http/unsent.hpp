// Bytes of answers that their readers have not taken, over all threads: what the kernel holds for them, and what waits
// to be given to it. 20,000 connections that read nothing would else hold 8 GB.
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
    // More than there may be, with what was asked for last and found no room.
    bool full() const { return total() + wanted_.load(std::memory_order_relaxed) > limit_; }
    bool half() const { return 2 * total() > limit_; }
    // Room for an answer, of which a quarter of all is enough to begin with; where there is none, whoever has read
    // nothing for longest makes it by the next tick.
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
