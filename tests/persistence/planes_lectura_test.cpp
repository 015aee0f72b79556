// A report of a month reads the month and the open rows, not the history. The data: five years of VAT withheld and
// remitted a month later.
#include <boost/test/unit_test.hpp>
#include <map>

#include "domain/contabilidad/impuestos/consultas_diot.hpp"
#include "domain/contabilidad/impuestos/tipos_diot.hpp"
#include "tests/persistence/planes.hpp"

BOOST_AUTO_TEST_SUITE(planes_lectura_test)

using namespace gestor;
using namespace gestor::prueba;

namespace {

using BaseChica = ConBase<300>;

constexpr int de_un_mes = 200, meses = 60;

// Half of the documents are payments of purchases, the others egresses by concept; each of 10.00.
void retener_y_enterar() {
    poder_multiplicar();
    Base::la().ejecutar(R"(
        SET session_replication_role = replica;
        CREATE FUNCTION dia(n integer) RETURNS timestamp LANGUAGE sql AS
            $$ SELECT timestamp '2021-01-01' + make_interval(months => (n - 1) / 200, days => n % 27) $$;
        SELECT multiplicar('transaccion', $$'transaccion_id', i, 'numero', i, 'referencia_externa', 'R' || i, 'uuid', '', 'fecha', dia(i - 10000000),
                                            'fecha_cancelacion', NULL, 'fecha_apertura', NULL, 'obj_id', CASE WHEN i % 2 = 0 THEN 10 ELSE 13 END,
                                            'tipo_cambio', 1, 'subtotal', 93.75, 'descuento', 0, 'ieps', 0, 'iva', 15, 'iva_retenido', 10, 'isr_retenido', 0,
                                            'total', 98.75, 'saldo', 0, 'cubetas', ROW(93.75, 15, 0, 0, 0, 0, 0, 0, 10, 0)::cubetas, 'pendiente', NULL,
                                            'pendiente_mxn', NULL, 'cubetas_mxn', ROW(93.75, 15, 0, 0, 0, 0, 0, 0, 10, 0)::cubetas$$, 12000);
        INSERT INTO retencion SELECT 1, i, 1, '002', '', 0.106667, 93.75, 10, 10 FROM generate_series(10000001, 10050000) i;  -- a table of few pages is rightly read whole
        SELECT multiplicar('aplicacion', $$'aplicacion_id', i, 'fuente_id', 2 * i - 10000001, 'destino_id', 2 * i - 10000001, 'tipo', 'Pago',
                                           'fecha', dia(2 * (i - 10000000) - 1), 'fecha_reversa', NULL, 'importe_fuente', 98.75, 'importe_destino', 98.75, 'base16', 93.75,
                                           'iva16', 15, 'base8', 0, 'iva8', 0, 'base0', 0, 'exento', 0, 'no_afecto', 0, 'ieps', 0, 'iva_ret', 10, 'isr_ret', 0,
                                           'declarado', NULL, 'pesos', ROW(93.75, 15, 0, 0, 0, 0, 0, 0, 10, 0)::cubetas,
                                           'flujo', ROW(93.75, 15, 0, 0, 0, 0, 0, 0, 10, 0)::cubetas, 'fuente_pesos', NULL,
                                           'retenciones', ARRAY[ROW(1, 10, 10, 10)::parte_retenida]$$, 6000);
        INSERT INTO poliza (organizacion_id, poliza_id, tipo, fecha, ejercicio, mes, numero, transaccion_id) OVERRIDING SYSTEM VALUE
        SELECT 1, 20000000 + 2 * n + k, 'Diario', d, extract(year FROM d), extract(month FROM d), 1000 + k, 10000001
        FROM generate_series(0, 59) n, generate_series(0, 1) k,
             LATERAL (SELECT ('2021-01-16'::date + make_interval(months => n + k))::date AS d) x;
        INSERT INTO poliza_movimiento (organizacion_id, poliza_id, numero, cuenta_contable_id, debe, haber)
        SELECT 1, 20000000 + 2 * n + k, 1, c.cuenta_contable_id, CASE k WHEN 0 THEN 2000 ELSE 0 END, CASE WHEN k = 0 THEN 0 WHEN n = 58 THEN 1500 ELSE 2000 END
        FROM generate_series(0, 59) n, generate_series(0, 1) k, cuenta_contable c
        WHERE c.organizacion_id = 1 AND c.clave = 'IVA_ACREDITABLE_RETENIDO';
        SELECT setval('poliza_poliza_id_seq', 20001000);
        INSERT INTO saldo_mensual
        SELECT 1, 2021 + n / 12, 1 + n % 12, c.cuenta_contable_id, s, 0, 0, 1, 1 FROM generate_series(0, 59) n, generate_series(1, 20) s, cuenta_contable c
        WHERE c.organizacion_id = 1 AND c.clave <> 'IVA_ACREDITABLE_RETENIDO')");
    for (int i = 0; i < 3; ++i) Base::la().ejecutar("SELECT polizas_resumir(1000000000)");
    Base::la().ejecutar("VACUUM ANALYZE");
}

}  // namespace

BOOST_FIXTURE_TEST_CASE(withheld_vat_of_a_month_is_read_from_what_was_not_remitted, BaseChica) {
    retener_y_enterar();
    poder_explicar();
    std::map<std::string, std::optional<std::string>> valores{{"organizacionId", "1"},
                                                              {"fechaInicial", "2025-11-01"},
                                                              {"fechaFinal", "2025-12-31"},
                                                              {"fechaCorte", "2025-12-31"},
                                                              {"desde", "2025-12-01"},
                                                              {"ejercicio", "2025"},
                                                              {"mes", "12"},
                                                              {"maximo", "50001"}};
    AdminConnection db(Base::la().app());
    for (auto const sql : {sql::enterado_desde, sql::retenido_diot}) {
        auto const texto = plan_de(db, sql, false, valores);
        auto const mayor = filas_del_mayor_paso(texto);
        BOOST_CHECK_GE(mayor, de_un_mes);
        BOOST_CHECK_MESSAGE(mayor <= 6 * de_un_mes, mayor << " rows:\n" << texto);
    }
    // Control: from the first day on, the report reads all rows.
    valores.at("fechaInicial") = "2000-01-01";
    BOOST_CHECK_GE(filas_del_mayor_paso(plan_de(db, sql::retenido_diot, false, valores)), meses * de_un_mes / 2);

    // Earlier months are all remitted, so the first day of the report makes no difference.
    Session s({Base::la().app(), 20, true});
    leer_en_unidad(s, {1, 1, "http://x", 1}, [&](Lectura& lectura) {
        auto const desde = [&](Fecha inicio) {
            Fecha const corte(2025, 12, 31);
            auto const filas = lectura.lista<contabilidad::TerceroDiot, sql::retenido_diot>(
                "fechaInicial"_es(inicio), "fechaFinal"_es(corte), "fechaCorte"_es(corte),
                "desde"_es(Fecha(2025, 12, 1)), "ejercicio"_es(std::int64_t{2025}), "mes"_es(std::int64_t{12}),
                "maximo"_es(std::int64_t{50'001}));
            Dinero iva;
            for (auto const& f : filas) iva += f.iva16;
            return iva;
        };
        // 1,500.00 of November were remitted, and December withheld 2,000.00.
        BOOST_CHECK(desde(Fecha(2025, 11, 1)) == Dinero{"-500"});
        BOOST_CHECK(desde(Fecha(2000, 1, 1)) == Dinero{"-500"});
    });
}

BOOST_AUTO_TEST_SUITE_END()
