// Declared reads become statements; here the text of each statement is tested. Results are tested in render_test.
#include <boost/test/unit_test.hpp>

#include "domain/operacion/token.hpp"
#include "domain/valores/base64.hpp"
#include "tests/persistence/lectura_prueba.hpp"

BOOST_AUTO_TEST_SUITE(lectura_test)

using namespace gestor;
using namespace gestor::prueba;

namespace {

using Pares = std::vector<std::pair<std::string, std::string>>;

std::string sin_saltos(std::string texto) {
    for (char& c : texto)
        if (c == '\n') c = ' ';
    for (auto i = texto.find("  "); i != std::string::npos; i = texto.find("  ")) texto.erase(i, 1);
    return texto;
}

std::string sentencias(LecturaCompilada const& lectura, Pares pares) {
    auto const s = lectura.solicitar(con(std::move(pares)), 7);
    Variante temporal;
    auto const& v = lectura.variante(s, temporal);
    std::string texto;
    for (auto const& sentencia : v.sentencias)
        texto += (sentencia.nombre.empty() ? "" : sentencia.nombre + ": ") + sin_saltos(sentencia.sql) + "\n";
    return texto;
}

std::string solicitado(LecturaCompilada const& lectura, Pares pares) {
    try {
        auto const s = lectura.solicitar(con(std::move(pares)), 0);
        std::string texto = "filtros=" + std::to_string(s.filtros) + (s.por_cursor ? " cursor" : "") +
                            (s.con_salto ? " salto" : "") + (s.con_total ? " total" : "") +
                            (s.con_detalle ? "" : " sin") + (s.larga ? " larga" : "");
        for (auto const posicion : {limite, limiteHijas, salto, c1, c2})
            if (s.valores[posicion]) texto += " " + *s.valores[posicion];
        return texto;
    } catch (Problema const& p) {
        std::string texto;
        for (auto const& e : p.errores()) texto += (texto.empty() ? "" : "; ") + e.campo + " " + e.codigo;
        return texto;
    }
}

std::string cursor(std::string_view posicion, std::string const& lista = "pag") {
    auto t = base64(lista + '\n' + std::string(posicion));
    while (t.ends_with('=')) t.pop_back();
    for (char& c : t) c = c == '+' ? '-' : c == '/' ? '_' : c;
    return t;
}

}  // namespace

BOOST_AUTO_TEST_CASE(one_record) {
    auto const plan = lectura_uno();
    BOOST_CHECK_EQUAL(
        sentencias(plan, {}),
        R"(uno_p_0: SELECT r.fecha, r.registro_id, r.registro_id AS "registroId", r.fecha, r.nombre, r.limite, r.activo, r.accion FROM registro r WHERE r.organizacion_id = $1 AND r.registro_id = $2
uno_p_1: SELECT k.registro_id, c.contrato_id AS "contratoId", c.folio FROM (SELECT $1::bigint AS registro_id) k JOIN contrato_p c ON c.registro_id = k.registro_id ORDER BY k.registro_id
uno_p_2: SELECT k.registro_id, h.numero, h.nombre FROM (SELECT $1::bigint AS registro_id) k JOIN hija h ON h.registro_id = k.registro_id ORDER BY k.registro_id, h.numero
uno_p_3: SELECT k.registro_id, n.numero, n.orden, n.importe FROM (SELECT $1::bigint AS registro_id) k JOIN nieta n ON n.registro_id = k.registro_id ORDER BY k.registro_id, n.numero, n.orden
uno_p_4: SELECT k.registro_id, s.numero, s.serie AS valor FROM (SELECT $1::bigint AS registro_id) k JOIN serie_p s ON s.registro_id = k.registro_id ORDER BY k.registro_id, s.numero, s.serie
)");
    BOOST_CHECK_EQUAL(plan.preparadas().size(), 1U);
}

BOOST_AUTO_TEST_CASE(a_page_from_the_start) {
    BOOST_CHECK_EQUAL(
        sentencias(lectura_pagina(), {}),
        R"(pag_p_0: SELECT * FROM (SELECT r.fecha, r.registro_id, r.registro_id AS "registroId", r.fecha, r.nombre, r.limite, r.activo, r.accion FROM registro r WHERE r.organizacion_id = $1 ORDER BY r.fecha DESC, r.registro_id DESC LIMIT 101) q LIMIT $2
pag_p_1: SELECT k.registro_id, c.contrato_id AS "contratoId", c.folio FROM (SELECT * FROM (SELECT r.fecha, r.registro_id FROM registro r WHERE r.organizacion_id = $1 ORDER BY r.fecha DESC, r.registro_id DESC LIMIT 100) q LIMIT $2) k JOIN contrato_p c ON c.registro_id = k.registro_id ORDER BY k.fecha DESC, k.registro_id DESC
pag_p_2: SELECT k.registro_id, h.numero, h.nombre FROM (SELECT * FROM (SELECT r.fecha, r.registro_id FROM registro r WHERE r.organizacion_id = $1 ORDER BY r.fecha DESC, r.registro_id DESC LIMIT 100) q LIMIT $2) k JOIN hija h ON h.registro_id = k.registro_id ORDER BY k.fecha DESC, k.registro_id DESC, h.numero
pag_p_3: SELECT k.registro_id, n.numero, n.orden, n.importe FROM (SELECT * FROM (SELECT r.fecha, r.registro_id FROM registro r WHERE r.organizacion_id = $1 ORDER BY r.fecha DESC, r.registro_id DESC LIMIT 100) q LIMIT $2) k JOIN nieta n ON n.registro_id = k.registro_id ORDER BY k.fecha DESC, k.registro_id DESC, n.numero, n.orden
pag_p_4: SELECT k.registro_id, s.numero, s.serie AS valor FROM (SELECT * FROM (SELECT r.fecha, r.registro_id FROM registro r WHERE r.organizacion_id = $1 ORDER BY r.fecha DESC, r.registro_id DESC LIMIT 100) q LIMIT $2) k JOIN serie_p s ON s.registro_id = k.registro_id ORDER BY k.fecha DESC, k.registro_id DESC, s.numero, s.serie
)");
}

BOOST_AUTO_TEST_CASE(a_page_without_its_lists) {
    auto const texto =
        sentencias(lectura_pagina(), {{"incluirDetalle", "false"}, {"cursor", cursor("2025-01-02 03:04:05\n9")}});
    BOOST_CHECK_EQUAL(
        texto,
        R"(pag_c_s_0: SELECT * FROM (SELECT r.fecha, r.registro_id, r.registro_id AS "registroId", r.fecha, r.nombre, r.limite, r.activo, r.accion FROM registro r WHERE r.organizacion_id = $1 AND (r.fecha, r.registro_id) < ($2::timestamp, $3::bigint) ORDER BY r.fecha DESC, r.registro_id DESC LIMIT 101) q LIMIT $4
)");
}

BOOST_AUTO_TEST_CASE(filters_count_and_skip_are_composed) {
    auto const texto = sentencias(lectura_pagina(), {{"desde", "2025-01-01"},
                                                     {"clienteId", "5"},
                                                     {"busqueda", "x"},
                                                     {"pagina", "3"},
                                                     {"incluirTotal", "true"},
                                                     {"incluirDetalle", "0"}});
    BOOST_CHECK_EQUAL(texto,
                      R"(SELECT 1 FROM cliente WHERE cliente_id = $1
SELECT count(*) FROM registro r WHERE r.organizacion_id = $1 AND (r.fecha >= $2::timestamp) AND (r.cliente_id = $3) AND (r.nombre LIKE $4 OR r.nombre = $4)
SELECT * FROM (SELECT r.fecha, r.registro_id, r.registro_id AS "registroId", r.fecha, r.nombre, r.limite, r.activo, r.accion FROM registro r WHERE r.organizacion_id = $1 AND (r.fecha >= $2::timestamp) AND (r.cliente_id = $3) AND (r.nombre LIKE $4 OR r.nombre = $4) ORDER BY r.fecha DESC, r.registro_id DESC LIMIT 101 OFFSET $5) q LIMIT $6
)");
}

BOOST_AUTO_TEST_CASE(a_count_does_not_see_the_cursor) {
    auto const texto =
        sentencias(lectura_pagina(),
                   {{"incluirTotal", "1"}, {"cursor", cursor("2025-01-02 03:04:05\n9")}, {"incluirDetalle", "0"}});
    BOOST_CHECK_EQUAL(texto.substr(0, texto.find('\n')),
                      "SELECT count(*) FROM registro r WHERE r.organizacion_id = $1");
    BOOST_CHECK(texto.find("< ($2::timestamp, $3::bigint)") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_catalogue) {
    BOOST_CHECK_EQUAL(
        sentencias(lectura_catalogo(), {}),
        R"(cat_p_0: SELECT c.folio, c.contrato_id, c.contrato_id AS "contratoId", c.folio FROM contrato_p c WHERE true ORDER BY c.folio, c.contrato_id LIMIT $1
)");
    BOOST_CHECK_EQUAL(
        sentencias(lectura_catalogo(), {{"clienteId", "3"}}),
        R"(SELECT c.folio, c.contrato_id, c.contrato_id AS "contratoId", c.folio FROM contrato_p c WHERE true AND (c.registro_id = $1) ORDER BY c.folio, c.contrato_id LIMIT $2
)");
    BOOST_CHECK_EQUAL(
        sentencias(lectura_por_texto(), {{"cursor", cursor("A\n3", "txt")}}),
        R"(txt_c_0: SELECT * FROM (SELECT c.folio, c.contrato_id, c.contrato_id AS "contratoId", c.folio FROM contrato_p c WHERE true AND (c.folio, c.contrato_id) > ($1::text, $2::integer) ORDER BY c.folio, c.contrato_id LIMIT 101) q LIMIT $3
)");
}

// A nested list has a bound when it may be long; for a short list the bound would only make the plan worse.
BOOST_AUTO_TEST_CASE(lists_inside_are_bounded_where_much_may_be_read) {
    auto const acotadas = [](LecturaCompilada const& lectura) {
        std::string cuales;
        for (auto const& s : lectura.preparadas()[0].sentencias)
            cuales += !s.parametros.empty() && s.parametros.back() == "maximo" &&
                              s.sql.ends_with(" LIMIT $" + std::to_string(s.parametros.size()))
                          ? '1'
                          : '0';
        return cuales;
    };
    BOOST_CHECK_EQUAL(acotadas(lectura_uno()), "00000");
    BOOST_CHECK_EQUAL(acotadas(lectura_pagina()), "00000");
    BOOST_CHECK_EQUAL(acotadas(lectura_uno_larga()), "01111");
    BOOST_CHECK_EQUAL(acotadas(lectura_pagina_larga()), "01111");
    BOOST_CHECK_EQUAL(
        acotadas(LecturaCompilada(catalogo<R, SinFiltro>(registros, lista<&R::contrato>(contrato),
                                                         lista<&R::hijas>(hijas, lista<&HijaPrueba::nietas>(nietas),
                                                                          lista<&HijaPrueba::series>(series))),
                                  "cal")),
        "11111");
}

// A CSV asks for each list without its detail, also for a list without the parameter incluirDetalle.
BOOST_AUTO_TEST_CASE(any_list_can_be_asked_without_its_detail) {
    auto const primera = [](LecturaCompilada const& lectura, Pares pares) {
        auto s = lectura.solicitar(con(std::move(pares)), 0);
        s.con_detalle = false;
        Variante temporal;
        auto const& v = lectura.variante(s, temporal);
        BOOST_CHECK_EQUAL(v.sentencias.size(), 1U);
        return v.sentencias.at(0).sql;
    };
    BOOST_CHECK(primera(lectura_por_texto(), {}).find("WHERE true ORDER BY") != std::string::npos);
    BOOST_CHECK(primera(lectura_por_texto(), {{"cursor", cursor("A\n3", "txt")}}).find("> ($1::text") !=
                std::string::npos);
    BOOST_CHECK(primera(lectura_catalogo(), {}).find("WHERE true ORDER BY") != std::string::npos);
    BOOST_CHECK(primera(lectura_pagina(), {}).find("$1 ORDER BY") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(requests) {
    struct Fila {
        Pares pares;
        std::string_view esperado;
    };
    Fila const filas[] = {
        {{}, "filtros=0 101 100 0"},
        {{{"registrosPorPagina", "10"}}, "filtros=0 11 10 0"},
        {{{"pagina", "3"}, {"registrosPorPagina", "10"}}, "filtros=0 salto 11 10 20"},
        {{{"pagina", "21"}}, "filtros=0 salto 101 100 2000"},
        {{{"pagina", "22"}}, "filtros=0 salto larga 101 100 2100"},  // too far for the fast lane
        {{{"pagina", "1000000"}}, "filtros=0 salto larga 101 100 99999900"},
        {{{"incluirTotal", "true"}}, "filtros=0 total larga 101 100 0"},
        {{{"incluirDetalle", "false"}}, "filtros=0 sin 101 100 0"},
        {{{"desde", "2025-01-01"}}, "filtros=1 101 100 0"},
        {{{"desde", "2025-01-01"}, {"clienteId", "4"}}, "filtros=3 101 100 0"},
        {{{"busqueda", "x"}}, "filtros=4 larga 101 100 0"},
        {{{"busqueda", ""}}, "filtros=0 101 100 0"},
        {{{"cursor", cursor("2025-01-02 03:04:05\n9")}}, "filtros=0 cursor 101 100 0 2025-01-02 03:04:05 9"},
        {{{"cursor", cursor("2025-01-02 03:04:05\n9")}, {"pagina", "5"}},
         "filtros=0 cursor 101 100 400 2025-01-02 03:04:05 9"},
        // all faults at once: those of the filter, then those of the page
        {{{"pagina", "0"}, {"registrosPorPagina", "101"}, {"desde", "ayer"}, {"clienteId", "x"}},
         "desde FECHA_INVALIDA; clienteId TIPO; pagina RANGO; registrosPorPagina RANGO"},
        {{{"pagina", "1000001"}}, "pagina RANGO"},
        {{{"incluirTotal", "quizá"}, {"cursor", "!"}}, "incluirTotal TIPO; cursor FORMATO"},
        {{{"clienteId", "13"}}, "clienteId RANGO"},  // the rule across fields
        // rules across fields run only when each value is valid
        {{{"clienteId", "13"}, {"pagina", "x"}}, "pagina TIPO"},
    };
    for (auto const& f : filas) BOOST_CHECK_EQUAL(solicitado(lectura_pagina(), f.pares), f.esperado);
}

BOOST_AUTO_TEST_CASE(hostile_cursors_are_faults_of_the_caller) {
    std::string const nul("2025-01-02 03:04:05\n9\0", 22);
    for (std::string const& malo : {std::string("x"),
                                    std::string("===="),
                                    std::string("%%%%"),
                                    std::string(2001, 'A'),
                                    cursor("\n"),
                                    cursor("9"),
                                    cursor("2025-01-02 03:04:05"),
                                    cursor("2025-01-02 03:04:05\n"),
                                    cursor("2025-01-02 03:04:05\n0"),
                                    cursor("2025-01-02 03:04:05\n-1"),
                                    cursor("2025-01-02 03:04:05\n9\n9"),
                                    cursor("2025-01-02 03:04:05\n9 "),
                                    cursor(nul),
                                    cursor("2025-01-02 03:04:05\n9223372036854775808"),
                                    cursor("2025-13-02 03:04:05\n9"),
                                    cursor("2025-02-30 03:04:05\n9"),
                                    cursor("2025-01-02 25:04:05\n9"),
                                    cursor("9999999999\n9"),
                                    cursor("2025-01-02\n9"),
                                    cursor("02/01/2025\n9"),
                                    cursor("infinity\n9"),
                                    cursor("now\n9"),
                                    cursor("2025-01-02 03:04:05'; DROP TABLE registro; --\n9")})
        BOOST_TEST_CONTEXT(malo)
    BOOST_CHECK_EQUAL(solicitado(lectura_pagina(), {{"cursor", malo}}),
                      malo.size() > 2000 ? "cursor LONGITUD" : "cursor FORMATO");
    for (std::string const& malo :
         {cursor("A\n2147483648", "txt"), cursor(std::string("\xFF\xFE\n3"), "txt"),
          cursor(std::string("a\0b\n3", 5), "txt"), cursor("A\nB\n3", "txt"), cursor("A\n", "txt"), cursor("A\n3")})
        BOOST_TEST_CONTEXT(malo)
    BOOST_CHECK_EQUAL(solicitado(lectura_por_texto(), {{"cursor", malo}}), "cursor FORMATO");
    BOOST_CHECK_EQUAL(solicitado(lectura_por_texto(), {{"cursor", cursor("Ñandú\n2147483647", "txt")}}),
                      "filtros=0 cursor 101 100 0 Ñandú 2147483647");
    // the longest name that fits in a column, with four bytes per character
    std::string largo;
    for (int i = 0; i < 250; ++i) largo += "\xF0\x9F\x98\x80";
    BOOST_CHECK(
        solicitado(lectura_por_texto(), {{"cursor", cursor(largo + "\n3", "txt")}}).starts_with("filtros=0 cursor"));
}

BOOST_AUTO_TEST_CASE(mistakes_of_a_declaration_are_start_up_errors) {
    auto const error = [](auto hacer) {
        try {
            hacer();
            return std::string("bien");
        } catch (std::logic_error const& e) {
            return std::string(e.what());
        }
    };
    BOOST_CHECK_EQUAL(error([] { LecturaCompilada p(lectura<R>(registros), "malo"); }),
                      "lectura malo: falta la lista contrato");
    BOOST_CHECK_EQUAL(error([] {
                          Fuente f = contratos;
                          f.base = "c.folio = :nadie";
                          LecturaCompilada p(lectura<ContratoPrueba>(f), "malo");
                      }),
                      "lectura malo: parámetro desconocido :nadie");
}

BOOST_AUTO_TEST_CASE(expected_columns) {
    auto const plan = lectura_pagina();
    auto const& v = plan.preparadas().at(0);
    std::string texto;
    for (std::size_t i = 0; i < v.sentencias.size(); ++i) {
        for (auto const& c : plan.columnas_esperadas(v, i)) texto += (c.empty() ? "*" : c) + " ";
        texto += "\n";
    }
    BOOST_CHECK_EQUAL(texto,
                      "* * registroId fecha nombre limite activo accion \n* contratoId folio \n* numero nombre \n* * "
                      "orden importe \n* * valor \n");
}

BOOST_AUTO_TEST_SUITE_END()
