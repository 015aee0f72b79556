#include "persistence/sentencia.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(sentencia_test)

using namespace gestor;

BOOST_AUTO_TEST_CASE(named_parameters) {
    struct Fila {
        std::string_view sql, compilada, parametros;
    };
    static constexpr Fila filas[] = {
        {"SELECT 1", "SELECT 1", ""},
        {"", "", ""},
        {"SELECT :a", "SELECT $1", "a "},
        {"SELECT :a, :b, :a", "SELECT $1, $2, $1", "a b "},
        {"SELECT :id::bigint, x::text", "SELECT $1::bigint, x::text", "id "},
        {"SELECT :a::timestamp + interval '1 day'", "SELECT $1::timestamp + interval '1 day'", "a "},
        {"SELECT ':a' || :a || ':b'", "SELECT ':a' || $1 || ':b'", "a "},
        {"SELECT 'it''s :a', :b", "SELECT 'it''s :a', $1", "b "},
        {"SELECT x AS \"a:b\", :c", "SELECT x AS \"a:b\", $1", "c "},
        {"WHERE a=:clienteId AND b=:clienteId2", "WHERE a=$1 AND b=$2", "clienteId clienteId2 "},
        {"WHERE (a,b)<(:c1::timestamp,:c2::bigint)", "WHERE (a,b)<($1::timestamp,$2::bigint)", "c1 c2 "},
        {":a_1", "$1", "a_1 "},
        {":a:b", "$1$2", "a b "},
        {"a : b", "a : b", ""},
        {"fin:", "fin:", ""},
        {"SELECT 'sin cerrar :a", "SELECT 'sin cerrar :a", ""},
        {"'", "'", ""},
        {"SELECT :a,:b,:c,:d,:e,:f,:g,:h,:i,:j,:k,:a", "SELECT $1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$1",
         "a b c d e f g h i j k "},
    };
    for (auto const& f : filas) {
        auto const s = compilar(f.sql);
        std::string parametros;
        for (auto const& p : s.parametros) parametros += p + " ";
        BOOST_CHECK_EQUAL(s.sql, f.compilada);
        BOOST_CHECK_EQUAL(parametros, f.parametros);
        BOOST_CHECK(s.nombre.empty());
    }
}

BOOST_AUTO_TEST_SUITE_END()
