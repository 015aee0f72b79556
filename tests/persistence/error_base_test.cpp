// Errors of PostgreSQL, and the meaning that they have for a caller.
#include "persistence/error_base.hpp"

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <vector>

#include "tests/persistence/unidad_prueba.hpp"

BOOST_AUTO_TEST_SUITE(error_base_test)

using namespace gestor;
using namespace gestor::prueba;

BOOST_AUTO_TEST_SUITE(con_datos, *boost::unit_test::fixture<Tablas>())

// Messages of PostgreSQL 15 about a failing, full or read-only disk, and about other errors.
BOOST_AUTO_TEST_CASE(what_postgresql_says_and_what_it_means) {
    struct Fila {
        std::string estado, severidad, lugar, propio;
    };
    for (auto const& f :
         std::vector<Fila>{{"XX000", "ERROR", "fd.c", "58030"},  // could not create temporary file: Input/output error
                           {"42501", "ERROR", "buffile.c", "58030"},  // could not write to file: Read-only file system
                           {"58P01", "ERROR", "md.c", "58030"},       // could not open file: No such file or directory
                           {"XX001", "ERROR", "md.c", "58030"},    // could not read block: read only 4096 of 8192 bytes
                           {"53100", "ERROR", "fd.c", "53100"},    // No space left on device
                           {"53100", "PANIC", "xlog.c", "08006"},  // the same at COMMIT, which may have been done
                           {"58P01", "ERROR", "dfmgr.c", "58P01"},       // could not access file "$libdir/plpgsql"
                           {"XX000", "ERROR", "dfmgr.c", "58P01"},       // could not load library: undefined symbol
                           {"42883", "ERROR", "dfmgr.c", "58P01"},       // could not find function in file
                           {"42883", "ERROR", "parse_func.c", "42883"},  // function does not exist: our bug
                           {"25P03", "FATAL", "postgres.c", "08006"},    // idle in transaction
                           {"57P01", "FATAL", "postgres.c", "57P01"},    // terminating connection
                           {"42501", "ERROR", "aclchk.c", "42501"},      // permission denied
                           {"XX000", "ERROR", "heapam.c", "XX000"},      // a bug, ours or theirs
                           {"23505", "ERROR", "nbtinsert.c", "23505"}})  // duplicate key
        BOOST_CHECK_EQUAL(estado_propio(f.estado, f.severidad, f.lugar), f.propio);
}

// Each error has a true message for the caller, one word for the metrics, and PostgreSQL's own text in the log.
BOOST_AUTO_TEST_CASE(what_is_lacking_is_said) {
    struct Fila {
        std::string estado, causa, palabra;
    };
    for (auto const& f : std::vector<Fila>{{"", "conexion", "responde"},
                                           {"08006", "conexion", "responde"},
                                           {"57P03", "conexion", "responde"},
                                           {"53300", "conexion", "conexiones"},
                                           {"53100", "disco", "espacio"},
                                           {"53200", "recursos", "recursos"},
                                           {"58030", "disco", "disco"},
                                           {"58P01", "biblioteca", "bibliotecas"},
                                           {"57014", "tiempo", "a tiempo"},
                                           {"55P03", "tiempo", "a tiempo"},
                                           {"40001", "conflicto", "otras solicitudes"},
                                           {"40P01", "conflicto", "otras solicitudes"}}) {
        try {
            ErrorBase(f.estado, "", "lo que dijo").traducir();
        } catch (NoDisponible const& p) {
            BOOST_CHECK_EQUAL(p.causa(), f.causa);
            BOOST_CHECK_EQUAL(p.razon(), "lo que dijo");
            BOOST_CHECK_EQUAL(p.segundos(), 1U);
            BOOST_CHECK_MESSAGE(p.detalle().find(f.palabra) != std::string::npos, f.estado << ": " << p.detalle());
        }
    }
    for (std::string const nuestro : {"42883", "XX000", "22012", "25006"})
        BOOST_CHECK_THROW(ErrorBase(nuestro, "", "").traducir(), ErrorBase);
}

BOOST_AUTO_TEST_CASE(a_file_that_refuses_is_not_a_missing_privilege) {
    Base::la().ejecutar(R"(
        CREATE TABLE ilegible (n integer);
        INSERT INTO ilegible VALUES (1);
        GRANT SELECT ON ilegible TO gestor_app;
        CREATE TABLE prohibida (n integer);)");
    auto const archivo =
        Base::la().valor("SELECT current_setting('data_directory') || '/' || pg_relation_filepath('ilegible')");
    BOOST_REQUIRE_EQUAL(::chmod(archivo.c_str(), 0), 0);
    auto s = nueva();
    auto const leer = [&](std::string_view sql) {
        return error_de([&] { escribir(s, [&](Escritura& db) { db.consultar(sql); }); });
    };
    BOOST_CHECK_EQUAL(leer("SELECT count(*) FROM ilegible"), "NO_DISPONIBLE reintentar 1");
    BOOST_CHECK_EQUAL(leer("SELECT count(*) FROM prohibida"), "ErrorBase 42501");
    BOOST_REQUIRE_EQUAL(::chmod(archivo.c_str(), S_IRUSR | S_IWUSR), 0);
    BOOST_CHECK_EQUAL(leer("SELECT count(*) FROM ilegible"), "bien");
}

BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()
