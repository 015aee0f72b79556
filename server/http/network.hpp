// Network of an address.
#pragma once

#include <string>
#include <string_view>

namespace gestor {

// Network that counts as one caller: an IPv4 address itself; of an IPv6 address its /64, which a provider gives to one
// customer; any other text unchanged.
std::string network_of(std::string_view address);

}  // namespace gestor
