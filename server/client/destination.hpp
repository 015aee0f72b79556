// Where a request of ours may go. Whoever names an address must not reach what is ours through us: without the
// operator's word it is https, port 443, a name, and every address of that name is public.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gestor {

struct Destination {
    bool tls = true;
    std::string host;  // lower case, without brackets
    unsigned short port = 443;
    std::string target;  // path and query

    std::string authority() const;  // as the Host header says it
};

// An absolute http or https URL of printable ASCII, without user or fragment. Throws std::invalid_argument.
Destination read_url(std::string_view url);

bool is_public(boost::asio::ip::address const& address);

// Exceptions that the operator opens: names, addresses, networks. There plain http, other ports and addresses that are
// not public are in order.
class OpenDestinations {
public:
    explicit OpenDestinations(std::vector<std::string> const& entries);  // throws std::runtime_error for the operator
    // Why not; empty: it may.
    std::string_view refuse(Destination const& to, std::span<boost::asio::ip::address const> addresses) const;

private:
    bool open(Destination const& to, std::span<boost::asio::ip::address const> addresses) const;

    std::vector<std::string> hosts_;
    std::vector<boost::asio::ip::network_v4> v4_;
    std::vector<boost::asio::ip::network_v6> v6_;
};

}  // namespace gestor
