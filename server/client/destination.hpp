// Destination of a request to another server. An address from a caller must not reach our own network: unless the
// operator opens it, the URL is https, port 443, with a name whose addresses are all public.
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

    std::string authority() const;  // value of the Host header
};

// An absolute http or https URL of printable ASCII, without user or fragment. Throws std::invalid_argument.
Destination read_url(std::string_view url);

bool is_public(boost::asio::ip::address const& address);

// OpenDestinations: names, addresses and networks that the operator opens. Plain http, other ports and addresses that
// are not public are allowed there.
class OpenDestinations {
public:
    explicit OpenDestinations(std::vector<std::string> const& entries);  // throws std::runtime_error for the operator
    // Reason for a refusal; empty: allowed.
    std::string_view refuse(Destination const& to, std::span<boost::asio::ip::address const> addresses) const;

private:
    bool open(Destination const& to, std::span<boost::asio::ip::address const> addresses) const;

    std::vector<std::string> hosts_;
    std::vector<boost::asio::ip::network_v4> v4_;
    std::vector<boost::asio::ip::network_v6> v6_;
};

}  // namespace gestor
