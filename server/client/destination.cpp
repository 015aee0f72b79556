#include "server/client/destination.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace gestor {
namespace {

namespace ip = boost::asio::ip;

// IANA's special-purpose registries; of IPv6 only 2000::/3 is allocated.
constexpr std::string_view special_v4[] = {"0.0.0.0/8",      "10.0.0.0/8",     "100.64.0.0/10", "127.0.0.0/8",
                                           "169.254.0.0/16", "172.16.0.0/12",  "192.0.0.0/24",  "192.0.2.0/24",
                                           "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
                                           "203.0.113.0/24", "224.0.0.0/3"};
constexpr std::string_view given_v6 = "2000::/3";
constexpr std::string_view special_v6[] = {"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"};

bool contains(ip::network_v4 const& network, ip::address_v4 const& a) {
    return ip::network_v4(a, network.prefix_length()).canonical() == network.canonical();
}
bool contains(ip::network_v6 const& network, ip::address_v6 const& a) {
    return ip::network_v6(a, network.prefix_length()).canonical() == network.canonical();
}

bool is_public(ip::address_v4 const& a) {
    return std::ranges::none_of(special_v4, [&](auto n) { return contains(ip::make_network_v4(n), a); });
}
bool is_public(ip::address_v6 const& a) {
    return contains(ip::make_network_v6(given_v6), a) &&
           std::ranges::none_of(special_v6, [&](auto n) { return contains(ip::make_network_v6(n), a); });
}

std::string lower(std::string_view text) {
    std::string out(text);
    for (auto& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    return out;
}

bool is_literal(std::string const& host) {
    boost::system::error_code ec;
    ip::make_address(host, ec);
    return !ec;
}

bool is_name(std::string_view host) {
    auto const plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
    };
    return !host.empty() && host.size() <= 253 && std::ranges::all_of(host, plain);
}

bool take(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

std::string read_host(std::string_view& rest) {
    bool const literal = take(rest, "[");
    auto const end = std::min(literal ? rest.find(']') : rest.find(':'), rest.size());
    auto host = lower(rest.substr(0, end));
    rest.remove_prefix(end);
    boost::system::error_code ec;
    if (literal) ip::make_address_v6(host, ec);
    if (ec || (literal && !take(rest, "]")) || (!literal && !is_name(host)))
        throw std::invalid_argument("la dirección no tiene un servidor válido");
    return host;
}

unsigned short read_port(std::string_view text, unsigned short usual) {
    if (text.empty()) return usual;
    unsigned short port = 0;
    auto const [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), port);
    if (text[0] != ':' || error != std::errc{} || end != text.data() + text.size() || port == 0)
        throw std::invalid_argument("la dirección no tiene un puerto válido");
    return port;
}

}  // namespace

std::string Destination::authority() const {
    auto out = host.find(':') == host.npos ? host : "[" + host + "]";
    if (port != (tls ? 443 : 80)) out += ":" + std::to_string(port);
    return out;
}

Destination read_url(std::string_view url) {
    if (std::ranges::any_of(url, [](char c) { return c <= ' ' || c >= '\x7f' || c == '#' || c == '\\'; }))
        throw std::invalid_argument("la dirección tiene caracteres que no se admiten");
    Destination to;
    to.tls = take(url, "https://");
    if (!to.tls && !take(url, "http://")) throw std::invalid_argument("la dirección no empieza con https://");
    auto const end = std::min(url.find_first_of("/?"), url.size());
    auto authority = url.substr(0, end);
    to.host = read_host(authority);
    to.port = read_port(authority, to.tls ? 443 : 80);
    to.target = url.substr(end);
    if (!to.target.starts_with('/')) to.target.insert(0, "/");
    return to;
}

bool is_public(ip::address const& a) {
    return a.is_v4() ? is_public(a.to_v4()) : is_public(a.to_v6());
}

OpenDestinations::OpenDestinations(std::vector<std::string> const& entries) {
    for (auto const& entry : entries) {
        boost::system::error_code not_v4, not_v6;
        bool const whole = entry.find('/') == entry.npos;
        auto const v4 = ip::make_network_v4(whole ? entry + "/32" : entry, not_v4);
        auto const v6 = ip::make_network_v6(whole ? entry + "/128" : entry, not_v6);
        if (!not_v4)
            v4_.push_back(v4);
        else if (!not_v6)
            v6_.push_back(v6);
        else if (is_name(lower(entry)))
            hosts_.push_back(lower(entry));
        else
            throw std::runtime_error("exterior-permitidas: «" + entry + "» no es un nombre, una dirección ni una red");
    }
}

bool OpenDestinations::open(Destination const& to, std::span<ip::address const> addresses) const {
    if (std::ranges::find(hosts_, to.host) != hosts_.end()) return true;
    return std::ranges::all_of(addresses, [this](ip::address const& a) {
        auto const within = [&](auto const& networks, auto const& address) {
            return std::ranges::any_of(networks, [&](auto const& n) { return contains(n, address); });
        };
        return a.is_v4() ? within(v4_, a.to_v4()) : within(v6_, a.to_v6());
    });
}

std::string_view OpenDestinations::refuse(Destination const& to, std::span<ip::address const> addresses) const {
    if (addresses.empty()) return "el nombre del servidor no tiene dirección";
    if (open(to, addresses)) return {};
    if (!to.tls || to.port != 443) return "sólo se admite https, en el puerto 443";
    if (is_literal(to.host)) return "sólo se admite el nombre de un servidor, no su dirección IP";
    if (!std::ranges::all_of(addresses, [](auto const& a) { return is_public(a); }))
        return "el servidor no está en una dirección pública";
    return {};
}

}  // namespace gestor
