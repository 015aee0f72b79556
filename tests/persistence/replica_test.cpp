// Positions in the WAL, as text. Reads from a replica are tested with a real one (tests/http/replica.test.mjs).
#include "persistence/replica.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(replica_test)

using namespace gestor;

BOOST_AUTO_TEST_CASE(positions) {
    struct Fila {
        char const* texto;
        Lsn lsn;
    };
    for (auto const& [texto, lsn] : {Fila{"0/0", 0}, Fila{"0/1A2B3C", 0x1A2B3C}, Fila{"16/B374D848", 0x16B374D848},
                                     Fila{"FFFFFFFF/FFFFFFFF", ~Lsn{0}}}) {
        BOOST_CHECK_EQUAL(leer_lsn(texto).value(), lsn);
    }
    for (auto const* texto : {"", "/", "0", "0/", "/0", "0/0 ", " 0/0", "-1/0", "0/-1", "g/0", "100000000/0", "0/0/0"})
        BOOST_CHECK_MESSAGE(!leer_lsn(texto), texto);
}

BOOST_AUTO_TEST_SUITE_END()
