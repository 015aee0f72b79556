// The memory that bodies hold, over all threads: those that are received and handled, the XML that is read of them, and
// long answers until they are delivered. Bounded as a whole and for each owner, so that whoever sends much and never
// ends, or asks for much and does not read it, takes what is theirs and not everybody's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace gestor {

// Locked, but only where a body did not come with its header, once for each time that its buffer grows, or an answer is
// long, or XML is read. A request whose owner holds nothing else may take more than its share: a single long answer
// must be possible.
class BodyBudget {
public:
    BodyBudget(std::size_t all, std::size_t each) : all_(all), each_(each) {}
    // own: bytes that the same request holds.
    bool take(std::int64_t owner, std::size_t bytes, std::size_t own = 0);
    void give(std::int64_t owner, std::size_t bytes);
    std::size_t all() const { return all_; }

private:
    std::size_t all_, each_;
    std::mutex mutex_;
    std::unordered_map<std::int64_t, std::size_t> held_;  // an entry per owner that holds something: bounded
    std::size_t total_ = 0;
};

// Charge of one request.
class BodyCharge {
public:
    BodyCharge() = default;
    ~BodyCharge() { release(); }
    BodyCharge(BodyCharge const&) = delete;
    BodyCharge& operator=(BodyCharge const&) = delete;

    // False: no room, it stays as it was.
    bool grow_to(BodyBudget& budget, std::int64_t owner, std::size_t bytes);
    void shrink_to(std::size_t bytes);
    void release() { shrink_to(0); }
    std::size_t bytes() const { return bytes_; }

private:
    BodyBudget* budget_ = nullptr;
    std::int64_t owner_ = 0;
    std::size_t bytes_ = 0;
};

}  // namespace gestor
