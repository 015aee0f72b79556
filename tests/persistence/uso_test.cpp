#include "persistence/uso.hpp"

#include "domain/importar/importar.hpp"
#include "domain/valores/decimal.hpp"
#include "domain/valores/fecha.hpp"
#include "domain/valores/texto.hpp"
#include "persistence/agregado.hpp"
#include "server/app/operaciones.hpp"
#include "tests/persistence/unidad_prueba.hpp"

// Each statement is compared with the schema before it runs: its columns with the members of its DTO, its parameters
// with the bound values.
namespace gestor {
namespace {

struct FilaCuenta {
    Id id;
    Dinero saldo;
    Cadena clave;
};
DTO(FilaCuenta, id, saldo, clave)
struct OtraCuenta {
    Cadena clave;
    Cadena apodo;
};
DTO(OtraCuenta, clave, apodo)

}  // namespace
}  // namespace gestor

namespace gestor::prueba {

BOOST_AUTO_TEST_SUITE(uso_test)

namespace {

constexpr std::string_view buena =
    "SELECT id, saldo, clave FROM cuenta WHERE organizacion_id = :organizacionId AND id = :id";
constexpr std::string_view al_reves =
    "SELECT id, clave, saldo FROM cuenta WHERE organizacion_id = :organizacionId AND id = :id";
constexpr std::string_view corta = "SELECT id, saldo FROM cuenta WHERE organizacion_id = :organizacionId AND id = :id";
constexpr std::string_view sin_tabla = "SELECT id FROM cuentas WHERE organizacion_id = :organizacionId AND id = :id";
constexpr std::string_view con_dos =
    "UPDATE cuenta SET saldo = :n WHERE organizacion_id = :organizacionId AND id = :id";

using PorId = decltype("id"_es(Id(1)));
template <class T, std::string_view const& Sql, class... L>
Uso const& uso_de() {
    return detalle::UsoDe<T, Sql, L...>::uso;
}

std::string queja(Uso const& uso) {
    auto s = nueva();
    Uso const* const todos[] = {&uso};
    try {
        comprobar(s, todos);
    } catch (std::runtime_error const& e) {
        return e.what();
    }
    return "";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(con_datos, *boost::unit_test::fixture<Tablas>())

BOOST_AUTO_TEST_CASE(cada_diferencia_se_dice_con_el_nombre_de_la_sentencia) {
    struct {
        Uso const& uso;
        char const* dice;
    } const casos[] = {
        {uso_de<FilaCuenta, buena, PorId>(), ""},
        {uso_de<void, con_dos, PorId, decltype("n"_es(Dinero()))>(), ""},
        {uso_de<FilaCuenta, al_reves, PorId>(), "al_reves: la columna clave debe llamarse saldo"},
        {uso_de<FilaCuenta, corta, PorId>(), "corta: tiene 2 columnas y FilaCuenta 3"},
        {uso_de<void, sin_tabla, PorId>(), "sin_tabla: ERROR:  relation \"cuentas\" does not exist [42P01]"},
        {uso_de<FilaCuenta, buena>(), "buena: pide :id, que no se le da"},
        {uso_de<void, con_dos, PorId>(), "con_dos: pide :n, que no se le da"},
        {uso_de<FilaCuenta, buena, PorId, decltype("n"_es(Dinero()))>(), "buena: se le da :n, que no pide"},
        {uso_de<FilaCuenta, buena, decltype("id"_es(Fecha()))>(), "buena: :id no es del tipo del valor que recibe"},
        {uso_de<void, con_dos, PorId, decltype("n"_es(Booleano()))>(),
         "con_dos: :n no es del tipo del valor que recibe"},
        {uso_de<FilaCuenta, buena, decltype("id"_es(std::string()))>(), ""},  // a text accepts any type
    };
    for (auto const& caso : casos) {
        auto const dicho = queja(caso.uso);
        std::string const esperado = caso.dice;
        BOOST_TEST((esperado.empty() ? dicho.empty() : dicho.ends_with(esperado)), dicho << " | " << esperado);
    }
}

BOOST_AUTO_TEST_CASE(se_ejecuta_lo_que_se_comprueba) {
    auto s = nueva();
    leer_en_unidad(s, uno, [](Lectura& db) {
        auto const fila = db.uno<FilaCuenta, buena>("id"_es(Id(7)));
        BOOST_REQUIRE(fila.has_value());
        BOOST_TEST(fila->clave.valor() == "C7");
        BOOST_TEST(db.consultar<buena>("id"_es(std::int64_t{7})).filas[0][2].value() == "C7");
    });
}

// All statements of the program against the real schema, as at the start of the server.
BOOST_AUTO_TEST_CASE(todas_las_del_programa_corresponden_al_esquema) {
    auto s = nueva();
    std::vector<Uso const*> suyas;
    BOOST_REQUIRE(!todas_las_areas().empty());  // links the areas and the imports, with all their statements
    BOOST_REQUIRE(!importar::recursos().empty());
    for (auto const* uso : usos())
        // without the statements of the tests
        if (uso->nombre.find("_test::") == std::string_view::npos) suyas.push_back(uso);
    BOOST_TEST(suyas.size() > 150);
    comprobar(s, suyas);
    BOOST_CHECK_NO_THROW(Agregado::comprobar_todos(s));
}

// A lost connection to PostgreSQL is no difference between statement and schema.
BOOST_AUTO_TEST_CASE(una_conexion_que_se_pierde_no_es_una_diferencia) {
    auto s = nueva();
    s.consultar("SELECT 1", {});
    Base::la().terminar_conexiones();
    Uso const* const una[] = {&uso_de<FilaCuenta, buena, PorId>()};
    BOOST_CHECK_EXCEPTION(comprobar(s, una), ErrorBase, [](auto const& e) { return e.conexion_perdida(); });
}

BOOST_AUTO_TEST_CASE(un_agregado_cuya_tabla_es_otra_se_dice) {
    auto s = nueva();
    AgregadoDe<OtraCuenta> const malo("cuenta", "la cuenta", {}, "id");
    BOOST_CHECK_EXCEPTION(Agregado::comprobar_todos(s), std::runtime_error, [](auto const& e) {
        return std::string(e.what()).find("el agregado cuenta no corresponde al esquema") == 0;
    });
}

BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()

}  // namespace gestor::prueba
