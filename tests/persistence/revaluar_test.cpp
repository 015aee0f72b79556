// Revaluation without quantity, stored: the rest of a layer gains value, the sold part is cost; then it is undone.
#include <boost/test/unit_test.hpp>

#include "domain/motor/escritura/etapas.hpp"
#include "domain/motor/escritura/sellado.hpp"
#include "tests/persistence/unidad_prueba.hpp"

BOOST_AUTO_TEST_SUITE(revaluar_test)

using namespace gestor;
using namespace gestor::prueba;

namespace {

using Demo = ConBase<300>;

std::string de_base(std::string const& sql) {
    return Base::la().valor(sql);
}

// A partly consumed layer of the demo, and its value.
std::string capa_de(char const* metodo) {
    return de_base(
        "SELECT min(c.capa_id) FROM capa c JOIN producto p USING (organizacion_id, producto_id) WHERE "
        "c.organizacion_id = 1 AND c.restante < c.cantidad AND p.metodo_costeo = '" +
        std::string(metodo) + "'");
}
std::string vale(std::string const& capa) {
    return de_base(
        "SELECT c.costo || ' ' || c.valor || ' ' || e.valor FROM capa c JOIN existencia e USING "
        "(organizacion_id, almacen_id, producto_id) WHERE c.organizacion_id = 1 AND c.capa_id = " +
        capa);
}

void revaluar(std::string const& capa, Dinero valor) {
    auto const leer = [&](char const* que) {
        return de_base("SELECT " + std::string(que) + " FROM capa WHERE organizacion_id = 1 AND capa_id = " + capa);
    };
    Pieza p;
    p.numeroPartida = std::stoi(leer("numero_partida"));
    p.almacenId = Id::de_base(leer("almacen_id")), p.productoId = Id::de_base(leer("producto_id"));
    p.cantidad = Cantidad::de_base(leer("cantidad")), p.valor = valor;
    p.capas = {Id::de_base(capa)};
    PlanDocumento plan;
    plan.transaccionId = Id::de_base(leer("transaccion_id"));
    plan.fecha = FechaHora::de_base(de_base("SELECT date_trunc('second', now()::timestamp)::text"));
    auto s = nueva();
    escribir(s, [&](Escritura& db) {
        auto e = EnPeriodo::entrar(db, plan.fecha, plan.fecha)
                     .sin_contraparte()
                     .documentos({plan.transaccionId})
                     .existencias({p});
        plan.existencias = e.revaluacion(p);
        Poliza poliza;
        for (auto const& m : plan.existencias) poliza.debe({"INVENTARIO"}, m.valor);
        poliza.debe({"COSTO_VENTAS"}, valor - poliza.descuadre());
        poliza.haber({"ACREEDORES"}, poliza.descuadre());
        plan.polizas = {poliza};
        aplicar(db, sellar(plan));
    });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(con_datos, *boost::unit_test::fixture<Demo>())

BOOST_AUTO_TEST_CASE(what_is_left_is_worth_more_and_then_what_it_was) {
    for (auto const* metodo : {"PEPS", "PROMEDIO"}) {
        auto const capa = capa_de(metodo);
        auto const antes = vale(capa);
        auto const parte = de_base(
            "SELECT round(100 * least(CASE p.metodo_costeo WHEN 'PEPS' THEN c.restante ELSE e.cantidad END, "
            "c.cantidad) / "
            "c.cantidad, 2) FROM capa c JOIN existencia e USING (organizacion_id, almacen_id, producto_id) JOIN "
            "producto p "
            "USING (organizacion_id, producto_id) WHERE c.organizacion_id = 1 AND c.capa_id = " +
            capa);
        revaluar(capa, Dinero{"100"});
        BOOST_CHECK_EQUAL(
            de_base("SELECT cantidad || ' ' || valor FROM movimiento_inventario WHERE organizacion_id = 1 AND "
                    "capa_id = " +
                    capa + " ORDER BY movimiento_id DESC LIMIT 1"),
            "0.000000 " + parte);
        BOOST_CHECK_NE(vale(capa), antes);
        revaluar(capa, Dinero{"-100"});
        BOOST_CHECK_EQUAL(vale(capa), antes);
    }
    BOOST_CHECK_EQUAL(
        de_base("SELECT sum(debe - haber) - (SELECT sum(valor) FROM existencia WHERE organizacion_id = 1) FROM "
                "poliza_movimiento JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE "
                "organizacion_id = 1 AND c.clave = 'INVENTARIO'"),
        "0.00");
}

BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()
