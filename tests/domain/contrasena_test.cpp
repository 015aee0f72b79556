#include "domain/seguridad/contrasena.hpp"
#include "domain/valores/base64.hpp"

#include <boost/test/unit_test.hpp>
#include <ctime>
#include <set>
#include <string>

#include "domain/operacion/token.hpp"

BOOST_AUTO_TEST_SUITE(contrasena_test)

using namespace gestor;

BOOST_AUTO_TEST_CASE(right_and_wrong) {
    auto const guardada = seguridad::contrasena_cifrar("Ñandú 42");
    BOOST_CHECK(guardada.starts_with("scrypt$17$8$1$"));
    BOOST_CHECK(!seguridad::contrasena_anticuada(guardada));
    BOOST_CHECK(guardada != seguridad::contrasena_cifrar("Ñandú 42"));  // two hashes differ: each has its own salt
    BOOST_CHECK(seguridad::contrasena_comprobar("Ñandú 42", guardada));
    for (std::string const& mala :
         {std::string("ñandú 42"), std::string(), std::string("Ñandú 42 "), std::string("Ñandú 4")})
        BOOST_CHECK(!seguridad::contrasena_comprobar(mala, guardada));
}

// RFC 7914's function, computed independently by Python's hashlib.scrypt: a hash stored today must be readable by later
// versions.
BOOST_AUTO_TEST_CASE(known_answer) {
    constexpr std::string_view de_antes =
        "scrypt$15$8$1$MDEyMzQ1Njc4OWFiY2RlZg==$Ad8reSKWdPdo36PvoqMfq5OkfdpxDrvQc6DKYYna1/o=";
    BOOST_CHECK(seguridad::contrasena_comprobar("demo", de_antes));
    BOOST_CHECK(seguridad::contrasena_anticuada(de_antes));
    BOOST_CHECK(seguridad::contrasena_comprobar(
        "demo", "scrypt$17$8$1$MDEyMzQ1Njc4OWFiY2RlZg==$edJONKFXHqGcec5BWbP5+IXnKfzs+sZARi82bon8S4k="));
}

BOOST_AUTO_TEST_CASE(garbage_stored_is_refused_at_the_same_price) {
    auto const guardada = seguridad::contrasena_cifrar("x");
    auto const trabajo = [](std::string_view c, std::string_view g) {
        auto const inicio = std::clock();  // processor time of this process: other processes do not count
        BOOST_CHECK(!seguridad::contrasena_comprobar(c, g));
        return std::clock() - inicio;
    };
    auto const normal = trabajo("y", guardada);
    auto const cero = base64(std::string(32, '\0'));
    for (std::string const& basura :
         {std::string(), std::string("x"), std::string("scrypt$15$8$1$"), std::string("scrypt$17$8$1$"),
          std::string("scrypt$15$8$1$$"), std::string("scrypt$15$8$1$AAAA$AAAA"),
          std::string("scrypt$15$8$1$####$") + cero, std::string("scrypt$14$8$1$AAAA$") + cero,
          guardada.substr(0, guardada.size() - 4), "scrypt$15$8$1$" + guardada})
        BOOST_TEST_CONTEXT(basura) BOOST_CHECK(trabajo("x", basura) * 4 > normal);
}

BOOST_AUTO_TEST_CASE(new_keys) {
    std::set<std::string> llaves;
    for (int i = 0; i < 200; ++i) {
        auto const llave = seguridad::llave_nueva();
        BOOST_CHECK_EQUAL(llave.size(), 47U);
        BOOST_CHECK(llave.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
                    std::string::npos);
        llaves.insert(llave);
    }
    BOOST_CHECK_EQUAL(llaves.size(), 200U);
}

BOOST_AUTO_TEST_SUITE_END()
