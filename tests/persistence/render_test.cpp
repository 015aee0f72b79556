// Rows of a real PostgreSQL, rendered to JSON and CSV.
#include <boost/test/unit_test.hpp>

#include "persistence/session.hpp"
#include "persistence/unidad.hpp"
#include "tests/persistence/base_prueba.hpp"
#include "tests/persistence/lectura_prueba.hpp"

BOOST_AUTO_TEST_SUITE(render_test)

using namespace gestor;
using namespace gestor::prueba;

namespace {

constexpr auto tablas = R"(
    CREATE TABLE registro (organizacion_id bigint, registro_id bigint, cliente_id bigint, fecha timestamp(0), nombre text,
                           limite numeric(19,2), activo boolean, accion text);
    CREATE TABLE contrato_p (registro_id bigint, contrato_id integer, folio text COLLATE "C");
    CREATE TABLE hija (registro_id bigint, numero bigint, nombre text);
    CREATE TABLE nieta (registro_id bigint, numero bigint, orden bigint, importe numeric(19,6));
    CREATE TABLE serie_p (registro_id bigint, numero bigint, serie text);
    CREATE TABLE cliente (cliente_id bigint);
    GRANT SELECT ON registro, contrato_p, hija, nieta, serie_p, cliente TO gestor_app;
    INSERT INTO cliente VALUES (5);
    INSERT INTO registro VALUES
        (1, 10, 5, '2025-01-02 03:04:05', 'diez "10"', 1.5, true, NULL),
        (1, 11, 5, '2025-01-02 03:04:05', E'once\nlíneas', NULL, false, 'actuar'),
        (1, 9, 6, '2025-03-01', '=1+1', 0, NULL, NULL),
        (1, 12, 6, '2024-12-31 23:59:59', 'coma, y', 100, true, ''),
        (2, 99, 5, '2026-01-01', 'ajeno', 7, true, NULL);
    INSERT INTO contrato_p VALUES (11, 3, 'C3'), (9, 1, 'C1'), (99, 4, '@C4'), (12, 7, NULL);
    INSERT INTO hija VALUES (10, 2, 'dos'), (10, 1, 'uno'), (12, 1, 'sola'), (11, 5, 'cinco'), (99, 1, 'ajena');
    INSERT INTO nieta VALUES (10, 1, 1, 1), (10, 1, 2, 2.5), (10, 2, 1, 0.125), (12, 1, 3, NULL), (99, 1, 1, 9);
    INSERT INTO serie_p VALUES (10, 2, 'b'), (10, 2, 'a'), (12, 1, 'z'))";

struct Tablas : ConBase<0> {
    Tablas() { base.ejecutar(tablas); }
};

struct Respuesta {
    std::string cuerpo;
    Paginacion paginacion;
    bool hay = true;
};

Session& sesion() {
    static Session s({Base::la().app(), 10, true});
    return s;
}

Respuesta pedir(LecturaCompilada const& lectura, std::vector<std::pair<std::string, std::string>> pares,
                std::int64_t id_ruta = 0, bool csv = false) {
    Respuesta r;
    auto s = lectura.solicitar(con(std::move(pares)), id_ruta);
    s.valores[maximo] = "4";  // bound of a catalogue: three rows, and one more to notice the excess
    if (csv) s.con_detalle = false;
    Variante temporal;
    auto const& v = lectura.variante(s, temporal);
    leer_en_unidad(sesion(), {1, 1, "http://x"}, [&](Lectura& db) {
        auto const resultados = db.leer(v, s);
        if (csv)
            lectura.csv(v, s, resultados, r.cuerpo, r.paginacion);
        else
            r.hay = lectura.json(v, s, resultados, r.cuerpo, r.paginacion);
    });
    return r;
}

constexpr auto diez =
    R"({"registroId":10,"fecha":"2025-01-02T03:04:05","nombre":"diez \"10\"","limite":1.50,"contrato":null,"activo":true,)"
    R"("hijas":[{"numero":1,"nombre":"uno","nietas":[{"orden":1,"importe":1.00},{"orden":2,"importe":2.50}],"series":[]},)"
    R"({"numero":2,"nombre":"dos","nietas":[{"orden":1,"importe":0.125}],"series":["a","b"]}]})";
constexpr auto once =
    R"({"registroId":11,"fecha":"2025-01-02T03:04:05","nombre":"once\nlíneas","limite":null,"contrato":{"contratoId":3,"folio":"C3"},)"
    R"("activo":false,"hijas":[{"numero":5,"nombre":"cinco","nietas":[],"series":[]}],"accion":"actuar"})";
constexpr auto nueve =
    R"({"registroId":9,"fecha":"2025-03-01T00:00:00","nombre":"=1+1","limite":0.00,"contrato":{"contratoId":1,"folio":"C1"},)"
    R"("activo":false,"hijas":[]})";
constexpr auto doce =
    R"({"registroId":12,"fecha":"2024-12-31T23:59:59","nombre":"coma, y","limite":100.00,"contrato":{"contratoId":7,"folio":""},)"
    R"("activo":true,"hijas":[{"numero":1,"nombre":"sola","nietas":[{"orden":3,"importe":0.00}],"series":["z"]}],"accion":""})";

std::string junto(std::vector<std::string> partes) {
    std::string s = "[";
    for (auto const& p : partes) s += (s.size() > 1 ? "," : "") + p;
    return s + "]";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(con_datos, *boost::unit_test::fixture<Tablas>())

BOOST_AUTO_TEST_CASE(one_record_with_all_its_lists) {
    auto const lectura = lectura_uno();
    sesion().comprobar(lectura);
    BOOST_CHECK_EQUAL(pedir(lectura, {}, 10).cuerpo, diez);
    BOOST_CHECK_EQUAL(pedir(lectura, {}, 11).cuerpo, once);
    BOOST_CHECK_EQUAL(pedir(lectura, {}, 9).cuerpo, nueve);
    for (std::int64_t const id_ruta : {99, 1000, 0}) {  // records of another tenant, and records that do not exist
        auto const r = pedir(lectura, {}, id_ruta);
        BOOST_CHECK(!r.hay);
        BOOST_CHECK_EQUAL(r.cuerpo, "");
    }
}

BOOST_AUTO_TEST_CASE(a_page_merges_parents_and_children) {
    auto const lectura = lectura_pagina();
    sesion().comprobar(lectura);
    auto const r = pedir(lectura, {});
    BOOST_CHECK_EQUAL(r.cuerpo, junto({nueve, once, diez, doce}));
    BOOST_CHECK_EQUAL(r.paginacion.filas, 4U);
    BOOST_CHECK_EQUAL(r.paginacion.total.value(), 4);  // known although it was not asked for
    BOOST_CHECK_EQUAL(r.paginacion.siguiente, "");
}

BOOST_AUTO_TEST_CASE(without_detail_lists_are_empty) {
    auto const r = pedir(lectura_pagina(), {{"incluirDetalle", "false"}, {"registrosPorPagina", "1"}});
    BOOST_CHECK_EQUAL(
        r.cuerpo,
        R"([{"registroId":9,"fecha":"2025-03-01T00:00:00","nombre":"=1+1","limite":0.00,"contrato":null,"activo":false,"hijas":[]}])");
}

// Pages by cursor, of one to three records: no row is lost or repeated, and children stay with their parents.
BOOST_AUTO_TEST_CASE(cursors_walk_the_whole_list) {
    auto const lectura = lectura_pagina();
    std::string const todos[] = {nueve, once, diez, doce};
    for (std::size_t const n : {1U, 2U, 3U}) {
        std::string cursor;
        for (std::size_t desde = 0; desde < 4; desde += n) {
            auto const r = pedir(lectura, {{"registrosPorPagina", std::to_string(n)}, {"cursor", cursor}});
            std::vector<std::string> esperados(todos + desde, todos + std::min<std::size_t>(4, desde + n));
            BOOST_CHECK_EQUAL(r.cuerpo, junto(esperados));
            BOOST_CHECK_EQUAL(r.paginacion.siguiente.empty(), desde + n >= 4);
            BOOST_CHECK_EQUAL(r.paginacion.total.has_value(), false);
            cursor = r.paginacion.siguiente;
        }
    }
    // pages by number show the same records
    for (std::size_t p = 1; p <= 4; ++p) {
        auto const r = pedir(lectura, {{"registrosPorPagina", "1"}, {"pagina", std::to_string(p)}});
        BOOST_CHECK_EQUAL(r.cuerpo, junto({todos[p - 1]}));
        BOOST_CHECK_EQUAL(r.paginacion.pagina, p);
    }
    BOOST_CHECK_EQUAL(pedir(lectura, {{"registrosPorPagina", "1"}, {"pagina", "5"}}).cuerpo, "[]");
}

BOOST_AUTO_TEST_CASE(filters_totals_and_references) {
    auto const lectura = lectura_pagina();
    auto const r = pedir(lectura, {{"clienteId", "5"}, {"registrosPorPagina", "1"}, {"incluirTotal", "true"}});
    BOOST_CHECK_EQUAL(r.cuerpo, junto({once}));
    BOOST_CHECK_EQUAL(r.paginacion.total.value(), 2);
    BOOST_CHECK_EQUAL(pedir(lectura, {{"desde", "2025-01-03"}}).cuerpo, junto({nueve}));
    BOOST_CHECK_EQUAL(pedir(lectura, {{"busqueda", "diez%"}}).cuerpo, junto({diez}));
    BOOST_CHECK_EQUAL(pedir(lectura, {{"busqueda", "' OR true --"}}).cuerpo, "[]");
    try {
        pedir(lectura, {{"clienteId", "777"}, {"incluirTotal", "true"}});
        BOOST_ERROR("a reference to nobody was accepted");
    } catch (Problema const& p) {
        BOOST_REQUIRE_EQUAL(p.errores().size(), 1U);
        BOOST_CHECK_EQUAL(p.errores()[0].campo + " " + p.errores()[0].codigo, "clienteId NO_EXISTE");
    }
}

BOOST_AUTO_TEST_CASE(csv) {
    BOOST_CHECK_EQUAL(pedir(lectura_pagina(), {}, 0, true).cuerpo,
                      "registroId,fecha,nombre,limite,activo,accion\r\n"
                      "9,2025-03-01T00:00:00,\"'=1+1\",0.00,false,\r\n"
                      "11,2025-01-02T03:04:05,\"once\nlíneas\",,false,actuar\r\n"
                      "10,2025-01-02T03:04:05,\"diez \"\"10\"\"\",1.50,true,\r\n"
                      "12,2024-12-31T23:59:59,\"coma, y\",100.00,true,\r\n");
    // a list without the parameter incluirDetalle, from the start and by cursor
    auto const primera = pedir(lectura_por_texto(), {{"registrosPorPagina", "2"}}, 0, true);
    BOOST_CHECK_EQUAL(primera.cuerpo, "contratoId,folio\r\n4,\"'@C4\"\r\n1,C1\r\n");
    BOOST_CHECK_EQUAL(pedir(lectura_por_texto(), {{"cursor", primera.paginacion.siguiente}}, 0, true).cuerpo,
                      "contratoId,folio\r\n3,C3\r\n");
}

BOOST_AUTO_TEST_CASE(formulas_are_defused) {
    auto const celda = [](std::string const& literal) {
        Base::la().ejecutar("UPDATE contrato_p SET folio = " + literal + " WHERE contrato_id = 3");
        auto const r = pedir(lectura_por_texto(), {}, 0, true).cuerpo;
        auto const i = r.find("\r\n3,") + 4;
        auto const fila = r.substr(i, r.find("\r\n", i) - i);
        return fila;
    };
    BOOST_CHECK_EQUAL(celda("'+1'"), "\"'+1\"");
    BOOST_CHECK_EQUAL(celda("'-1'"), "\"'-1\"");
    BOOST_CHECK_EQUAL(celda("E'\\t=1'"), "\"'\t'=1\"");
    BOOST_CHECK_EQUAL(celda("'a=1'"), "a=1");
    // a reader that splits at semicolons or tabs sees a cell begin after each of them, and after a line end
    BOOST_CHECK_EQUAL(celda("';=1'"), "\";'=1\"");
    BOOST_CHECK_EQUAL(celda("'a;=1'"), "\"a;'=1\"");
    BOOST_CHECK_EQUAL(celda("'a; \"@1'"), "\"a;' \"\"@1\"");
    BOOST_CHECK_EQUAL(celda("E'a\\n+1'"), "\"a\n'+1\"");
    BOOST_CHECK_EQUAL(celda("'a; b-1'"), "\"a; b-1\"");
    for (std::string const ancho : {"\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"}) {
        BOOST_CHECK_EQUAL(celda("'" + ancho + "1'"), "\"'" + ancho + "1\"");
        BOOST_CHECK_EQUAL(celda("'a" + ancho + "1'"), "a" + ancho + "1");
    }
    BOOST_CHECK_EQUAL(celda("'C3'"), "C3");
}

BOOST_AUTO_TEST_CASE(a_catalogue_past_its_bound_says_so) {
    for (bool const en_csv : {false, true}) try {
            pedir(lectura_catalogo(), {}, 0, en_csv);  // four rows, bound three
            BOOST_ERROR("accepted");
        } catch (Problema const& p) {
            BOOST_CHECK_EQUAL(p.codigo(), "RANGO");
        }
    BOOST_CHECK_EQUAL(pedir(lectura_catalogo(), {{"clienteId", "9"}}).cuerpo, R"([{"contratoId":1,"folio":"C1"}])");
}

BOOST_AUTO_TEST_CASE(a_list_inside_past_its_bound_says_so) {
    auto const detalle = [](LecturaCompilada const& lectura, std::vector<std::pair<std::string, std::string>> pares,
                            std::int64_t id_ruta = 0) {
        try {
            return pedir(lectura, std::move(pares), id_ruta).cuerpo;
        } catch (Problema const& p) {
            return std::string(p.codigo()) + ": " + p.what();
        }
    };
    auto const lectura = lectura_pagina_larga();
    // four records have four rows of hijas and four of nietas; the bound is three
    BOOST_CHECK_EQUAL(detalle(lectura, {}),
                      "RANGO: el resultado pasa del máximo de 3 filas; acótelo con registrosPorPagina, desde, "
                      "clienteId, busqueda, incluirDetalle");
    BOOST_CHECK_EQUAL(detalle(lectura, {{"registrosPorPagina", "2"}}), junto({nueve, once}));
    BOOST_CHECK(detalle(lectura, {{"incluirDetalle", "false"}}).starts_with("[{\"registroId\":9,"));
    BOOST_CHECK_EQUAL(detalle(lectura_pagina(), {}), junto({nueve, once, diez, doce}));  // the page bounds it

    auto const uno = lectura_uno_larga();
    BOOST_CHECK_EQUAL(detalle(uno, {}, 10), diez);  // three rows of nietas: exactly the bound
    Base::la().ejecutar("INSERT INTO nieta VALUES (10, 2, 2, 1)");
    BOOST_CHECK_EQUAL(detalle(uno, {}, 10), "RANGO: el resultado pasa del máximo de 3 filas; acótelo con clienteId");
    // The answer of a write has no bound, because its effects are already done.
    std::string entero;
    leer_en_unidad(sesion(), {1, 1, "http://x"}, [&](Lectura& db) { entero = db.registro(uno, 10); });
    BOOST_CHECK_EQUAL(entero, pedir(lectura_uno(), {}, 10).cuerpo);
    Base::la().ejecutar("DELETE FROM nieta WHERE registro_id = 10 AND numero = 2 AND orden = 2");
}

// A statement in another order than the page's leaves children without a parent: the read fails, and never shows a
// wrong document.
BOOST_AUTO_TEST_CASE(rows_left_over_fail_loudly) {
    static constexpr std::string_view al_reves =
        R"(SELECT k.registro_id, c.contrato_id AS "contratoId", c.folio FROM {clave} k JOIN contrato_p c ON c.registro_id = k.registro_id ORDER BY k.fecha)";
    LecturaCompilada const lectura(
        pagina<R, F>(registros, lista<&R::contrato>(al_reves),
                     lista<&R::hijas>(hijas, lista<&HijaPrueba::nietas>(nietas), lista<&HijaPrueba::series>(series))),
        "revuelta");
    BOOST_CHECK_THROW(pedir(lectura, {}), std::logic_error);
}

BOOST_AUTO_TEST_CASE(columns_that_do_not_fit_the_dto_are_found_at_start) {
    auto const error = [](Fuente const& fuente) {
        try {
            LecturaCompilada const lectura(lectura<ContratoPrueba>(fuente), "malo");
            sesion().comprobar(lectura);
            return std::string("bien");
        } catch (std::runtime_error const& e) {
            return std::string(e.what());
        }
    };
    Fuente f = contratos;
    BOOST_CHECK_EQUAL(error(f), "bien");
    f.columnas = "c.folio, c.contrato_id AS \"contratoId\"";
    BOOST_CHECK_EQUAL(error(f), "la lectura malo_p_0: la columna folio debe llamarse contratoId");
    f.columnas = "c.folio";
    BOOST_CHECK_EQUAL(error(f), "la lectura malo_p_0 tiene 3 columnas y su DTO 4");
    f.columnas = "c.nada, c.folio";
    BOOST_CHECK(error(f).starts_with("la lectura malo_p_0 no corresponde al esquema"));
}

BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()
