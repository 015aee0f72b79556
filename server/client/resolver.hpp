// Names to addresses. getaddrinfo blocks without a limit, so it runs on a thread of its own, and the caller stops
// waiting at a deadline. The number of stuck threads is bounded.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace gestor {

class Resolver {
public:
    using Deadline = std::chrono::steady_clock::time_point;
    explicit Resolver(unsigned threads);

    enum class Result : std::uint8_t { found, unknown, late, busy, stopped };
    Result resolve(std::string const& host, Deadline deadline, std::vector<boost::asio::ip::address>& addresses);
    void stop();  // ends all waits

private:
    struct State;
    std::shared_ptr<State> state_;  // shared with the threads: a stuck thread outlives this object
};

}  // namespace gestor
