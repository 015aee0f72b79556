#include "server/client/resolver.hpp"

#include <netdb.h>

#include <condition_variable>
#include <cstring>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

namespace gestor {
namespace {

namespace ip = boost::asio::ip;
using Addresses = std::vector<ip::address>;

ip::address address_of(sockaddr const& a) {
    if (a.sa_family == AF_INET) {
        sockaddr_in v4{};
        std::memcpy(&v4, &a, sizeof v4);
        return ip::address_v4(ntohl(v4.sin_addr.s_addr));
    }
    sockaddr_in6 v6{};
    std::memcpy(&v6, &a, sizeof v6);
    ip::address_v6::bytes_type bytes;
    std::memcpy(bytes.data(), &v6.sin6_addr, bytes.size());
    return ip::address_v6(bytes, v6.sin6_scope_id);
}

Addresses look_up(std::string const& host) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_ADDRCONFIG;
    addrinfo* found = nullptr;
    if (getaddrinfo(host.c_str(), nullptr, &hints, &found) != 0) return {};
    std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> const owner(found, &freeaddrinfo);
    Addresses addresses;
    for (auto const* a = found; a != nullptr; a = a->ai_next)
        if (a->ai_family == AF_INET || a->ai_family == AF_INET6) addresses.push_back(address_of(*a->ai_addr));
    return addresses;
}

}  // namespace

struct Resolver::State {
    unsigned threads;
    std::mutex mutex;
    std::condition_variable changed;
    unsigned running = 0;
    bool stopping = false;
};

Resolver::Resolver(unsigned threads) : state_(std::make_shared<State>()) {
    state_->threads = threads;
}

Resolver::Result Resolver::resolve(std::string const& host, Deadline deadline, Addresses& addresses) {
    struct Answer {
        bool ready = false;
        Addresses addresses;
    };
    auto const answer = std::make_shared<Answer>();
    std::unique_lock guard(state_->mutex);
    if (state_->stopping) return Result::stopped;
    if (state_->running >= state_->threads) return Result::busy;
    try {
        std::thread([state = state_, answer, host] {
            Addresses found;
            try {
                found = look_up(host);
            } catch (std::bad_alloc const&) {  // out of memory: as if the name were unknown
            }
            std::lock_guard const lock(state->mutex);
            answer->addresses = std::move(found);
            answer->ready = true;
            --state->running;
            state->changed.notify_all();
        }).detach();
    } catch (std::system_error const&) {  // the system has no thread left
        return Result::busy;
    }
    ++state_->running;  // counted before the thread can end, which needs the lock
    state_->changed.wait_until(guard, deadline, [&] { return answer->ready || state_->stopping; });
    if (!answer->ready) return state_->stopping ? Result::stopped : Result::late;
    addresses = answer->addresses;
    return addresses.empty() ? Result::unknown : Result::found;
}

void Resolver::stop() {
    std::lock_guard const guard(state_->mutex);
    state_->stopping = true;
    state_->changed.notify_all();
}

}  // namespace gestor
