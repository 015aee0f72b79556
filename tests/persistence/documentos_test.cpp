// Document types as the program declares them and as the schema stores them: table objeto, the partial indexes with the
// numbers of a group, the chart of accounts of a new organization.
#include <boost/test/unit_test.hpp>
#include <map>
#include <set>

#include "domain/motor/tipo/lado.hpp"
#include "persistence/sentencia.hpp"
#include "tests/persistence/base_prueba.hpp"

BOOST_AUTO_TEST_SUITE(documentos_test)

using namespace gestor;
using namespace gestor::prueba;

namespace {

using BaseVacia = ConBase<30>;

std::string si(bool valor) {
    return valor ? "t" : "f";
}

// Row of table objeto that the declared type requires.
std::string linea_de(TipoDocumento const& t) {
    bool const con_saldo = t.naturaleza != Naturaleza::ninguno;
    return std::to_string(t.obj_id) + "|" + std::string(t.nombre) + "|" + si(con_saldo && t.lado == Lado::venta) + "|" +
           si(con_saldo && t.lado == Lado::compra) + "|" + si(t.en_banco);
}

std::string estado(Estado e) {
    return std::string(Enumeracion<Estado>(e).valor());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(con_datos, *boost::unit_test::fixture<BaseVacia>())

BOOST_AUTO_TEST_CASE(every_type_is_declared_as_the_schema_knows_it) {
    std::set<int> declarados;
    for (auto const* t : tipos_de_documento()) {
        declarados.insert(t->obj_id);
        auto const fila =
            "SELECT obj_id || '|' || nombre || '|' || CASE WHEN afecta_cxc THEN 't' ELSE 'f' END || '|' || CASE WHEN "
            "afecta_cxp THEN 't' ELSE 'f' END || '|' || CASE WHEN afecta_bancos THEN 't' ELSE 'f' END "
            "FROM gestor.objeto WHERE obj_id = " +
            std::to_string(t->obj_id);
        // A non-monetary payment and a write-off act on debts and have no balance; settlements act through documents of
        // their own.
        if (t->obj_id == 22 || t->obj_id == 28 || t->obj_id == 31) continue;
        BOOST_CHECK_EQUAL(Base::la().valor(fila), linea_de(*t));
        if (t->origen.empty())
            BOOST_CHECK_EQUAL(
                Base::la().valor("SELECT clave FROM gestor.objeto WHERE obj_id = " + std::to_string(t->obj_id)),
                t->clave);
    }
    BOOST_CHECK_EQUAL(Base::la().valor("SELECT count(*) FROM gestor.objeto"), std::to_string(declarados.size()));
}

BOOST_AUTO_TEST_CASE(every_state_of_a_type_is_one_of_its_own) {
    for (auto const* t : tipos_de_documento()) {
        std::set<Estado> estados;
        auto const agregar = [&](Destino const& d) {
            if (d.por == Destino::Por::estado) estados.insert(d.estado);
            if (d == segun_saldo)
                estados.insert({t->saldo->intacto, t->saldo->parcial, t->saldo->agotado, t->saldo->perdido});
        };
        for (auto const* n : t->nacimientos) agregar(n->hasta);
        for (auto const& fila : t->flujo) {
            agregar(fila.hasta);
            for (std::size_t e = 0; e < Nombres<Estado>::valores.size(); ++e)
                if (fila.desde.tiene(static_cast<Estado>(e))) estados.insert(static_cast<Estado>(e));
        }
        for (auto const e : estados)
            BOOST_CHECK_MESSAGE(
                Base::la().valor("SELECT '" + estado(e) + "' = ANY (estados) FROM gestor.objeto WHERE obj_id = " +
                                 std::to_string(t->obj_id)) == "t",
                t->nombre << " no tiene " << estado(e));
    }
}

BOOST_AUTO_TEST_CASE(a_group_is_what_its_partial_index_has) {
    std::map<std::string, std::string> const indices{{"con_saldo", "ix_transaccion__saldo"},
                                                     {"entra_al_banco", "ix_transaccion__deposito"},
                                                     {"en_banco", "ix_transaccion__dinero"}};
    for (auto const& [grupo, indice] : indices) {
        auto const predicado = Base::la().valor(
            "SELECT pg_get_expr(indpred, indrelid) FROM pg_index WHERE indexrelid = 'gestor." + indice + "'::regclass");
        BOOST_CHECK_MESSAGE(predicado.find("ARRAY[" + *hueco(grupo) + "]") != std::string::npos,
                            grupo << ": " << *hueco(grupo) << ", el índice " << predicado);
    }
    BOOST_CHECK(!hueco("no_existe"));
    BOOST_CHECK_THROW(compilar("SELECT 1 WHERE 1 IN ({no_existe})"), std::logic_error);
    BOOST_CHECK_EQUAL(compilar("SELECT '{por_cobrar}' WHERE x IN ({por_cobrar}) AND y = {FacturaVenta}").sql,
                      "SELECT '{por_cobrar}' WHERE x IN (1, 2, 24) AND y = 1");
}

BOOST_AUTO_TEST_CASE(every_account_of_a_side_is_in_the_chart) {
    for (auto const lado : {Lado::venta, Lado::compra}) {
        auto const& c = cuentas_de(lado);
        std::set<std::string_view> claves{c.anticipo,
                                          c.iva.pendiente,
                                          c.iva.en_flujo,
                                          c.ieps.pendiente,
                                          c.ieps.en_flujo,
                                          c.iva_retenido.pendiente,
                                          c.iva_retenido.en_flujo,
                                          c.isr_retenido.pendiente,
                                          c.isr_retenido.en_flujo,
                                          c.iva_por_enterar};
        for (auto const* t : tipos_de_documento()) claves.insert(cuenta_de_deuda(*t));
        claves.erase("");
        for (auto const clave : claves)
            BOOST_CHECK_MESSAGE(
                Base::la().valor("SELECT count(*) FROM gestor.cuenta_contable WHERE organizacion_id = 1 AND clave = '" +
                                 std::string(clave) + "'") == "1",
                clave);
    }
}

BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()
