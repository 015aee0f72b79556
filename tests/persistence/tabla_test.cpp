// Table rows from their DTO: the text of their statements, and the bound values.
#include "persistence/tabla.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "domain/motor/escritura/consultas_motor.hpp"
#include "domain/motor/escritura/tablas.hpp"
#include "domain/ventas/propios.hpp"
#include "persistence/sentencia.hpp"
#include "tests/persistence/base_prueba.hpp"

namespace gestor {
struct Direccion {
    Cadena calle;
    std::optional<Cadena> numero;
};
DTO(Direccion, calle, numero)
struct Muestra {
    Entero<1, 100> numeroPartida;
    IdOCero productoId;
    Cadena usoCFDI;
    Cadena notas;
    Dinero importe;
    Booleano entregada;
    std::optional<Fecha> caducidad;
    std::optional<FechaHora> entregaFecha;
    std::optional<Direccion> domicilio;
    Cadena ajena;
};
DTO(Muestra, numeroPartida, productoId, usoCFDI, notas, importe, entregada, caducidad, entregaFecha, domicilio, ajena)
}  // namespace gestor

BOOST_AUTO_TEST_SUITE(tabla_test)

using namespace gestor;
using BaseVacia = prueba::ConBase<0>;

namespace {

Tabla const& muestras() {
    static Tabla const tabla(*tipo_de<Muestra>(), "muestra",
                             {{.campo = "usoCFDI", .nula = true},
                              {.campo = "notas", .columna = "observaciones"},
                              {.campo = "ajena", .fuera = true}});
    return tabla;
}

Muestra una() {
    Muestra m;
    m.numeroPartida = 2;
    m.notas = Cadena::de_base(R"(a "b" \ c)");
    m.importe = Dinero::de_base("1.50");
    return m;
}

std::string ligada(Valores const& valores) {
    std::string texto;
    for (auto const& [nombre, valor] : valores)
        texto += std::string(nombre.substr(nombre.find('_') + 1)) + "=" + valor.value_or("NULL") + "\n";
    return texto;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(con_datos, *boost::unit_test::fixture<BaseVacia>())

BOOST_AUTO_TEST_CASE(a_member_is_a_column_and_a_parameter) {
    BOOST_CHECK_EQUAL(muestras().columnas(),
                      "numero_partida, producto_id, uso_cfdi, observaciones, importe, entregada, caducidad, "
                      "entrega_fecha, domicilio");
    BOOST_CHECK(muestras().parametros().starts_with(":Muestra_numeroPartida, :Muestra_productoId, :Muestra_usoCFDI"));
    BOOST_CHECK(muestras().enviadas().starts_with(
        "(SELECT * FROM unnest(:Muestra_numeroPartida::bigint[], :Muestra_productoId::bigint[], "
        ":Muestra_usoCFDI::text[]"));
    BOOST_CHECK(muestras().enviadas().ends_with(
        ":Muestra_importe::numeric[], :Muestra_entregada::boolean[], :Muestra_caducidad::date[], "
        ":Muestra_entregaFecha::timestamp[], :Muestra_domicilio::jsonb[]) AS f (" +
        muestras().columnas() + "))"));
    BOOST_CHECK(muestras().fila().starts_with(
        ", Muestra AS (INSERT INTO muestra (organizacion_id, transaccion_id, numero_partida"));
    BOOST_CHECK(muestras().fila().ends_with(":Muestra_domicilio FROM nueva)"));
    Tabla const propia(*tipo_de<Muestra>(), "muestra", {}, Tabla::Llave::propia);
    BOOST_CHECK(propia.filas().starts_with(", Muestra AS (INSERT INTO muestra (organizacion_id, numero_partida"));
    BOOST_CHECK_THROW(Tabla(*tipo_de<Muestra>(), "muestra", {{.campo = "noHay"}}), std::logic_error);
}

BOOST_AUTO_TEST_CASE(absent_is_null_and_only_where_it_is_said) {
    auto m = una();
    Valores valores;
    muestras().ligar(valores, &m);
    BOOST_CHECK_EQUAL(ligada(valores),
                      "numeroPartida=2\nproductoId=NULL\nusoCFDI=NULL\nnotas=a \"b\" \\ c\nimporte=1.50\n"
                      "entregada=false\ncaducidad=NULL\nentregaFecha=NULL\ndomicilio=NULL\n");
    m.productoId = Id(7), m.usoCFDI = Cadena("G03"), m.entregada = true;
    m.caducidad = Fecha::de_base("2026-01-31"), m.domicilio.emplace().calle = Cadena("Sur 1");
    valores.clear();
    muestras().ligar(valores, &m);
    BOOST_CHECK_EQUAL(ligada(valores),
                      "numeroPartida=2\nproductoId=7\nusoCFDI=G03\nnotas=a \"b\" \\ c\nimporte=1.50\nentregada=true\n"
                      "caducidad=2026-01-31\nentregaFecha=NULL\ndomicilio={\"calle\":\"Sur 1\",\"numero\":\"\"}\n");
}

// PostgreSQL reads back many rows, bound as arrays, unchanged.
BOOST_AUTO_TEST_CASE(many_rows_come_out_as_they_went_in) {
    auto otra = una();
    otra.notas = Cadena::de_base("{x,\"NULL\"}\n'é'"), otra.productoId = Id(9);
    Valores valores;
    muestras().ligar(valores, std::vector{una(), otra});
    AdminConnection db(prueba::Base::la().app());
    auto const de = [&](std::string_view campo) {
        return std::find_if(valores.begin(), valores.end(),
                            [&](auto const& v) { return v.first == "Muestra_" + std::string(campo); })
            ->second.value();
    };
    auto const leida = [&](std::string const& tipo, std::string_view campo) {
        return db
            .value("SELECT string_agg(coalesce(x::text, 'nulo'), '|') FROM unnest($1::" + tipo + "[]) x", {de(campo)})
            .value();
    };
    BOOST_CHECK_EQUAL(leida("text", "notas"), "a \"b\" \\ c|{x,\"NULL\"}\n'é'");
    BOOST_CHECK_EQUAL(leida("bigint", "productoId"), "nulo|9");
    BOOST_CHECK_EQUAL(leida("numeric", "importe"), "1.50|1.50");
    BOOST_CHECK_EQUAL(leida("date", "caducidad"), "nulo|nulo");
}

// A member without a column, or a column without a member, is found here and not by the first stored document.
BOOST_AUTO_TEST_CASE(the_statement_that_stores_a_document_is_what_the_schema_has) {
    BOOST_CHECK_GE(TablaPropia::todas().size(), 5U);
    auto const sentencia = compilar(sql::documento_guardar);
    AdminConnection db(prueba::Base::la().app());
    BOOST_CHECK_NO_THROW(db.script("PREPARE documento AS " + sentencia.sql));
    auto rota = sentencia.sql;
    rota.replace(rota.find("numero_parte"), 12, "numero_parto");
    BOOST_CHECK_THROW(db.script("PREPARE roto AS " + rota), std::exception);
}

BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()
