// A report of a month reads the month and the open rows, not the history. The data: five years of VAT withheld and
// remitted a month later, of stock movements, of sales.
#include <boost/test/unit_test.hpp>
#include <map>
#include <optional>
#include <sstream>
#include <string>

#include "domain/contabilidad/impuestos/consultas_diot.hpp"
#include "domain/contabilidad/impuestos/tipos_diot.hpp"
#include "domain/contabilidad/reportes/consultas_flujo.hpp"
#include "domain/inventario/tipos_kardex.hpp"
#include "domain/operacion/operacion.hpp"
#include "domain/ventas/consultas_resumen.hpp"
#include "tests/persistence/planes.hpp"

BOOST_AUTO_TEST_SUITE(planes_lectura_test)

using namespace gestor;
using namespace gestor::prueba;

namespace {

using BaseChica = ConBase<300>;

// Pólizas are summed once every older transaction of the cluster has ended: other test programs have theirs.
void sumar_polizas() {
    do Base::la().ejecutar("SELECT polizas_resumir(1000000000)");
    while (Base::la().valor("SELECT hasta < (SELECT max(poliza_id) FROM poliza) FROM resumen_contable") == "t");
}

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
                                            'total', 98.75, 'saldo', 0, 'cubetas', ROW(93.75, 15, 0, 0, 0, 0, 0, 0, 10, 0, 0)::cubetas, 'pendiente', NULL,
                                            'pendiente_mxn', NULL, 'cubetas_mxn', ROW(93.75, 15, 0, 0, 0, 0, 0, 0, 10, 0, 0)::cubetas$$, 12000);
        INSERT INTO retencion SELECT 1, i, 1, '002', '', 0.106667, 93.75, 10, 10 FROM generate_series(10000001, 10050000) i;  -- a table of few pages is rightly read whole
        SELECT multiplicar('aplicacion', $$'aplicacion_id', i, 'fuente_id', 2 * i - 10000001, 'destino_id', 2 * i - 10000001, 'tipo', 'Pago',
                                           'fecha', dia(2 * (i - 10000000) - 1), 'fecha_reversa', NULL, 'importe_fuente', 98.75, 'importe_destino', 98.75, 'base16', 93.75,
                                           'iva16', 15, 'base8', 0, 'iva8', 0, 'base0', 0, 'exento', 0, 'no_afecto', 0, 'ieps', 0, 'iva_ret', 10, 'isr_ret', 0,
                                           'declarado', NULL, 'pesos', ROW(93.75, 15, 0, 0, 0, 0, 0, 0, 10, 0, 0)::cubetas,
                                           'flujo', ROW(93.75, 15, 0, 0, 0, 0, 0, 0, 10, 0, 0)::cubetas, 'fuente_pesos', NULL,
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
    sumar_polizas();
    Base::la().ejecutar("VACUUM ANALYZE");
}

// 12,000 pólizas of four movements over 99 accounts, 200 each month, all summed; one more of June 2023 is entered
// last.
void asentar_cinco_anios() {
    Base::la().ejecutar(R"(
        SET session_replication_role = replica;
        INSERT INTO poliza (organizacion_id, poliza_id, tipo, fecha, ejercicio, mes, numero) OVERRIDING SYSTEM VALUE
        SELECT 1, 10000001 + i, 'Diario', d, extract(year FROM d), extract(month FROM d), 1000 + i
        FROM generate_series(0, 12000) i,
             LATERAL (SELECT CASE WHEN i < 12000 THEN ('2021-01-01'::date + make_interval(months => i / 200, days => i % 27))::date
                                  ELSE '2023-06-15' END AS d) x;
        INSERT INTO poliza_movimiento (organizacion_id, poliza_id, numero, cuenta_contable_id, debe, haber)
        SELECT 1, 10000001 + i, n, c.ids[1 + (i * 5 + n) % cardinality(c.ids)], 10 * (n % 2), 10 - 10 * (n % 2)
        FROM generate_series(0, 12000) i, generate_series(1, 4) n,
             (SELECT array_agg(cuenta_contable_id ORDER BY codigo) AS ids FROM cuenta_contable WHERE organizacion_id = 1 AND detalle) c;
        SELECT setval('poliza_poliza_id_seq', 10020000))");
    sumar_polizas();
    Base::la().ejecutar("VACUUM ANALYZE");
}

// Lines of a plan that read a table.
std::string pasos_de(std::string const& plan, std::string const& tabla) {
    std::istringstream lineas(plan);
    std::string pasos;
    for (std::string linea; std::getline(lineas, linea);)
        if (linea.find(" on " + tabla + " ") != linea.npos) pasos += linea + "\n";
    return pasos;
}

}  // namespace

// 20 sums a month, 60 months: an income or expense account reads its own year, a balance sheet account its months.
BOOST_FIXTURE_TEST_CASE(an_auxiliary_reads_the_sums_of_its_account_and_its_months, BaseChica) {
    retener_y_enterar();
    poder_explicar();
    AdminConnection db(Base::la().app());
    struct Caso {
        char const* clave;
        char const* del_ejercicio;
        long long maximo;
    };
    for (auto const& [clave, del_ejercicio, maximo] : {Caso{"GASTO", "true", 400}, Caso{"DEUDORES", "false", 1800}}) {
        auto const cuenta =
            Base::la().valor("SELECT cuenta_contable_id FROM cuenta_contable WHERE organizacion_id = 1 AND clave = '" +
                             std::string(clave) + "'");
        std::map<std::string, std::optional<std::string>> valores{{"organizacionId", "1"},
                                                                  {"cuentaId", cuenta},
                                                                  {"fechaInicial", "2025-12-01"},
                                                                  {"delEjercicio", del_ejercicio},
                                                                  {"sucursalId", std::nullopt},
                                                                  {"proyectoId", std::nullopt},
                                                                  {"clasificadorCostoId", std::nullopt}};
        auto const texto = plan_de(db, sql::auxiliar_inicial, false, valores);
        // Pólizas that are not summed yet are read beside the sums, whatever the account.
        auto const mayor = filas_del_mayor_paso(pasos_de(texto, "saldo_mensual"));
        BOOST_CHECK_MESSAGE(mayor > 0 && mayor <= maximo, clave << ": " << mayor << " rows:\n" << texto);
    }
}

// A plan that is kept expects few days of any range, and joins what they have row by row.
BOOST_FIXTURE_TEST_CASE(statements_of_a_month_read_the_month, BaseChica) {
    constexpr long long lineas = 4 * de_un_mes;
    asentar_cinco_anios();
    poder_explicar();
    std::map<std::string, std::optional<std::string>> valores{
        {"organizacionId", "1"},      {"fechaInicial", "2023-06-01"},
        {"fechaFinal", "2023-06-30"}, {"sucursalId", std::nullopt},
        {"proyectoId", std::nullopt}, {"clasificadorCostoId", std::nullopt},
        {"maximo", "50001"},          {"ejercicio", "2023"},
        {"mesInicial", "6"},          {"mesFinal", "6"},
        {"incluirCierre", "false"},   {"fechaCorte", "2023-06-15"},
        {"agrupar", "Concepto"}};
    valores["cuentaId"] = Base::la().valor(
        "SELECT cuenta_contable_id FROM cuenta_contable WHERE organizacion_id = 1 AND clave = 'GASTO'");
    AdminConnection db(Base::la().app());
    auto const leidas = [&](std::string_view sql, bool generico, long long maximo, char const* tabla) {
        auto const texto = plan_de(db, sql, generico, valores);
        auto const filas = filas_del_mayor_paso(tabla == nullptr ? texto : pasos_de(texto, tabla));
        BOOST_CHECK_MESSAGE(filas > 0 && filas <= maximo, filas << " rows, " << maximo << " at most:\n" << texto);
    };
    for (bool const generico : {false, true}) {
        leidas(sql::flujo_conceptos, generico, lineas + lineas / 2, nullptr);
        // Rows read: the pólizas newer than the day, and the sums of each month; a póliza entered late belongs to its
        // month.
        leidas(sql::balanza_cuentas, generico, lineas, "poliza_movimiento");
        leidas(sql::balanza_cuentas, generico, 3 * 12 * 120, "saldo_mensual");
        valores["fechaInicial"] = "2023-07-01", valores["fechaFinal"] = "2023-07-31";
        leidas(sql::auxiliar_movimientos, generico, lineas, nullptr);
        leidas(sql::auxiliar_movimientos, generico, lineas / 40, "poliza_movimiento");
        valores["fechaInicial"] = "2023-01-01", valores["fechaFinal"] = "2023-12-31";
        leidas(sql::flujo_conceptos, generico, 12 * (lineas + 1), nullptr);
        valores["fechaInicial"] = "2023-06-01", valores["fechaFinal"] = "2023-06-30";
    }
    // Control: five years are read whole.
    valores["fechaInicial"] = "2021-01-01", valores["fechaFinal"] = "2025-12-31";
    BOOST_CHECK_GE(filas_del_mayor_paso(plan_de(db, sql::flujo_conceptos, false, valores)), meses * lineas);
}

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

// 60,000 movements of 30 products in two warehouses, a thousand movements each month.
BOOST_FIXTURE_TEST_CASE(the_kardex_reads_its_product_and_a_page_reads_its_rows, BaseChica) {
    poder_multiplicar();
    poder_explicar();
    Base::la().ejecutar(R"(
        SET session_replication_role = replica;
        SELECT multiplicar('movimiento_inventario', $$'movimiento_id', i, 'almacen_id', 1 + i % 2, 'producto_id', 10000001 + i / 2 % 30,
            'fecha', timestamp '2021-01-01' + make_interval(months => (i - 10000001) / 1000, days => i % 27), 'cantidad', 1, 'valor', 1$$, 60000);
        SELECT multiplicar('producto', $$'producto_id', i, 'codigo', 'KX' || i, 'numero_parte', '', 'codigo_barras', '', 'referencia_externa', 'KX' || i$$, 30))");
    Base::la().ejecutar("VACUUM ANALYZE");
    AdminConnection db(Base::la().app());
    LecturaCompilada const* kardex = nullptr;
    for (auto const* area : areas())
        for (auto const& o : area->operaciones)
            if (o.que.lectura() != nullptr &&
                o.que.lectura()->declarada().tipo == tipo_de<inventario::KardexViewModel>())
                kardex = o.que.lectura();
    BOOST_REQUIRE(kardex != nullptr);
    struct Caso {
        std::string_view almacen, desde;
        std::string cursor{};
        bool por_codigo = false;
    };
    constexpr long long del_producto = 2000;
    Caso const casos[] = {
        {"", ""}, {"1", ""}, {"", "2025-11-01"}, {"", "", kardex->cursor("2023-06-01 00:00:00\n10030000"), true}};
    for (auto const& c : casos) {
        auto sol = kardex->solicitar(
            [&](std::string_view n) -> std::optional<std::string_view> {
                if (n == "productoId" && !c.por_codigo) return "10000004";
                if (n == "codigo" && c.por_codigo) return "kx10000004";
                for (auto const& [nombre, valor] : {std::pair{"almacenId", c.almacen},
                                                    {"fechaInicial", c.desde},
                                                    {"cursor", std::string_view(c.cursor)}})
                    if (n == nombre && !valor.empty()) return valor;
                return std::nullopt;
            },
            1);
        sol.valores[organizacionId] = "1";
        Variante temporal;
        auto const& v = kardex->variante(sol, temporal);
        for (std::size_t i = v.referencias.size(); i < v.sentencias.size(); ++i) {
            auto const texto = plan_de(db, v.sentencias[i], sol, false, "EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF)");
            BOOST_CHECK_MESSAGE(filas_del_mayor_paso(texto) <= del_producto + 200, filas_del_mayor_paso(texto)
                                                                                       << " rows:\n"
                                                                                       << texto);
            // In all warehouses the rows are read in order of date, as far as the page goes.
            if (c.almacen.empty() && i + 1 == v.sentencias.size())
                BOOST_CHECK_MESSAGE(
                    texto.find("Scan using ix_movimiento_inventario__kardex on movimiento_inventario m") !=
                        std::string::npos,
                    texto);
        }
    }
}

// 12,000 sales of one line, 200 each month.
BOOST_FIXTURE_TEST_CASE(the_summary_of_a_month_reads_the_sales_of_the_month, BaseChica) {
    poder_multiplicar();
    poder_explicar();
    Base::la().ejecutar(R"(
        SET session_replication_role = replica;
        SELECT multiplicar('transaccion', $$'transaccion_id', i, 'numero', i, 'referencia_externa', 'R' || i, 'uuid', '', 'estado', 'Pendiente',
            'fecha', timestamp '2021-01-01' + make_interval(months => (i - 10000001) / 200, days => i % 27), 'fecha_cancelacion', NULL,
            'fecha_apertura', NULL, 'obj_id', CASE WHEN i % 2 = 0 THEN 1 ELSE 2 END$$, 12000);
        SELECT multiplicar('partida', $$'transaccion_id', i, 'numero_partida', 1, 'origen_id', NULL, 'numero_partida_origen', NULL$$, 60000))");  // a table of few pages is rightly read whole
    Base::la().ejecutar("VACUUM ANALYZE");
    std::map<std::string, std::optional<std::string>> valores{
        {"organizacionId", "1"},      {"fechaInicial", "2023-06-01"}, {"fechaFinal", "2023-06-30"},
        {"agrupar", "Producto"},      {"sucursalId", std::nullopt},   {"clienteId", std::nullopt},
        {"vendedorId", std::nullopt}, {"productoId", std::nullopt},   {"maximo", "50002"}};
    AdminConnection db(Base::la().app());
    auto const texto = plan_de(db, sql::resumen_ventas, false, valores);
    BOOST_CHECK_GE(filas_del_mayor_paso(texto), de_un_mes);
    BOOST_CHECK_MESSAGE(filas_del_mayor_paso(texto) <= 6 * de_un_mes, filas_del_mayor_paso(texto) << " rows:\n"
                                                                                                  << texto);
    // Control: five years are read whole.
    valores.at("fechaInicial") = "2021-01-01", valores.at("fechaFinal") = "2025-12-31";
    BOOST_CHECK_GE(filas_del_mayor_paso(plan_de(db, sql::resumen_ventas, false, valores)), meses * de_un_mes);
}

BOOST_AUTO_TEST_SUITE_END()
