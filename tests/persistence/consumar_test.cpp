// A cancel that waits for the tax authority: while it is requested the document stays in force; when it is carried out
// its effects are undone.
#include <boost/test/unit_test.hpp>

#include "domain/motor/escritura/cancelar.hpp"
#include "domain/motor/escritura/timbrado.hpp"
#include "tests/persistence/unidad_prueba.hpp"

BOOST_AUTO_TEST_SUITE(consumar_test)

using namespace gestor;
using namespace gestor::prueba;

namespace {

using Demo = ConBase<300>;

std::string de_base(std::string const& sql) {
    return Base::la().valor(sql);
}

// A stamped invoice of the demo without payments or returns.
std::string factura() {
    return de_base(
        "SELECT min(t.transaccion_id) FROM transaccion t WHERE t.organizacion_id = 1 AND t.obj_id = 1 AND t.estado = "
        "'Pendiente' AND t.estatus_timbrado = 'Timbrado' AND NOT EXISTS (SELECT FROM partida p WHERE p.organizacion_id "
        "= 1 AND p.origen_id = t.transaccion_id) AND NOT EXISTS (SELECT FROM aplicacion a WHERE a.organizacion_id = 1 "
        "AND a.destino_id = t.transaccion_id)");
}
std::string como_esta(std::string const& id) {
    return de_base(
        "SELECT estado || ' ' || estatus_timbrado || ' ' || saldo || ' ' || motivo_cancelacion || ' ' || "
        "(fecha_cancelacion IS NOT NULL) FROM transaccion WHERE organizacion_id = 1 AND transaccion_id = " +
        id);
}

void mover(Session& s, std::string const& id, EstatusTimbrado desde, AccionTimbrado accion) {
    escribir(s, [&](Escritura& db) { mover_timbrado(db, Id::de_base(id), desde, accion); });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(con_datos, *boost::unit_test::fixture<Demo>())

BOOST_AUTO_TEST_CASE(what_was_asked_for_is_carried_out) {
    auto s = nueva();
    auto const id = factura();
    auto const saldo = de_base("SELECT saldo FROM transaccion WHERE organizacion_id = 1 AND transaccion_id = " + id);
    mover(s, id, EstatusTimbrado::Timbrado, AccionTimbrado::pedir_cancelacion);
    Base::la().ejecutar(
        "UPDATE gestor.transaccion SET motivo_cancelacion = 'Error' WHERE organizacion_id = 1 AND transaccion_id = " +
        id);
    BOOST_CHECK_EQUAL(como_esta(id), "Pendiente CancelacionEnProceso " + saldo + " Error false");
    escribir(s, [&](Escritura& db) { consumar_cancelacion(db, Id::de_base(id)); });
    BOOST_CHECK_EQUAL(como_esta(id), "Cancelado Cancelado 0.00 Error true");
}

BOOST_AUTO_TEST_CASE(nothing_is_carried_out_that_was_not_asked_for) {
    auto s = nueva();
    auto const id = factura();
    auto const antes = como_esta(id);
    BOOST_CHECK_THROW(escribir(s, [&](Escritura& db) { consumar_cancelacion(db, Id::de_base(id)); }), std::logic_error);
    BOOST_CHECK_EQUAL(como_esta(id), antes);
}

// Two writers move the same receipt: the second finds another state, and all its changes are rolled back.
BOOST_AUTO_TEST_CASE(a_receipt_moves_only_from_where_it_is) {
    auto s = nueva();
    auto const id = factura();
    auto const antes = como_esta(id);
    BOOST_CHECK_THROW(mover(s, id, EstatusTimbrado::CancelacionEnProceso, AccionTimbrado::cancelar), std::logic_error);
    BOOST_CHECK_EQUAL(como_esta(id), antes);
}

BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()
