// BodyBudget: memory of bodies, over all threads: received and handled bodies, the XML read from them, and long answers
// until they are delivered. Bounded as a whole and for each owner: a caller that sends without end, or does not read
// its answers, exhausts its own share only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace gestor {

// The mutex is taken only when a body did not arrive with its header, for each growth of its buffer, when an answer is
// long, or when XML is read. A request whose owner holds nothing else may exceed its share: a single long answer must
// be possible.
class BodyBudget {
public:
    BodyBudget(std::size_t all, std::size_t each) : all_(all), each_(each) {}
    // own: bytes that this request already holds.
    bool take(std::int64_t owner, std::size_t bytes, std::size_t own = 0);
    void give(std::int64_t owner, std::size_t bytes);
    std::size_t all() const { return all_; }

private:
    std::size_t all_, each_;
    std::mutex mutex_;
    std::unordered_map<std::int64_t, std::size_t> held_;  // one entry per owner that holds memory: bounded
    std::size_t total_ = 0;
};

// BodyCharge: memory charged to one request.
class BodyCharge {
public:
    BodyCharge() = default;
    ~BodyCharge() { release(); }
    BodyCharge(BodyCharge const&) = delete;
    BodyCharge& operator=(BodyCharge const&) = delete;

    // False: no room; the charge is unchanged.
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
