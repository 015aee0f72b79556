#include "server/app/etag.hpp"

#include <boost/test/unit_test.hpp>
#include <set>
#include <string>

BOOST_AUTO_TEST_SUITE(etag_test)

using namespace gestor;

// The vectors of SipHash-2-4 with our key, computed apart: another instance, or another version, gives the same tag.
BOOST_AUTO_TEST_CASE(every_instance_gives_the_same_tag) {
    BOOST_CHECK_EQUAL(etiqueta(""), "\"7b6e3c168e62b00945ac411f6fa511b6\"");
    BOOST_CHECK_EQUAL(etiqueta("{\"data\":{\"folio\":\"A-1\"}}"), "\"058969822392f87524612cdd7dc93885\"");
}

// One bit anywhere, and one byte more or less, give another tag.
BOOST_AUTO_TEST_CASE(another_content_has_another_tag) {
    std::string const cuerpo(100, 'a');
    std::set<std::string> vistas{etiqueta(cuerpo), etiqueta(cuerpo + '\0'), etiqueta(cuerpo.substr(1))};
    for (std::size_t i = 0; i < cuerpo.size(); ++i)
        for (int bit = 0; bit < 8; ++bit) {
            auto otro = cuerpo;
            otro[i] = static_cast<char>(otro[i] ^ (1 << bit));
            vistas.insert(etiqueta(otro));
        }
    BOOST_CHECK_EQUAL(vistas.size(), 803U);
}

BOOST_AUTO_TEST_SUITE_END()
