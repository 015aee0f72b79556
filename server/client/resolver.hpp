// Names to addresses. getaddrinfo blocks for as long as it likes: it runs on a thread of its own, and whoever waits is
// let go at a deadline. Threads that are stuck there are bounded.
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
    void stop();  // lets everybody go

private:
    struct State;
    std::shared_ptr<State> state_;  // of the threads too: one that is stuck outlives us
};

}  // namespace gestor
