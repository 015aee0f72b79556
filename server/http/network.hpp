// Whom a caller's address stands for.
#pragma once

#include <string>
#include <string_view>

namespace gestor {

// The address, or of IPv6 the /64 that a provider gives to one customer; what is no address, as it is.
std::string network_of(std::string_view address);

}  // namespace gestor
