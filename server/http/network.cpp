#include "server/http/network.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v6.hpp>

namespace gestor {

std::string network_of(std::string_view address) {
    boost::system::error_code ec;
    auto const a = boost::asio::ip::make_address(address, ec);
    if (ec || !a.is_v6()) return std::string(address);
    return boost::asio::ip::network_v6(a.to_v6(), 64).canonical().to_string();
}

}  // namespace gestor
