#include "server/http/network.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(network_test)

using namespace gestor;

BOOST_AUTO_TEST_CASE(whom_an_address_stands_for) {
    BOOST_TEST(network_of("10.0.0.7") == "10.0.0.7");
    BOOST_TEST(network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::1"));
    BOOST_TEST(network_of("2001:db8:1:2:3:4:5:6") == "2001:db8:1:2::/64");
    BOOST_TEST(network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1"));
    BOOST_TEST(network_of("desconocida") == "desconocida");
}

BOOST_AUTO_TEST_SUITE_END()
