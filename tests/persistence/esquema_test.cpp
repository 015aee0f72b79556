// The schema with the demo's data: migrations, the invariants of tests/schema/*.sql, and the plan of each declared
// read, which may not read a whole table of documents.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "domain/cartera/tipos_movimientos.hpp"
#include "domain/contactos/tipos.hpp"
#include "domain/inventario/tipos_kardex.hpp"
#include "domain/operacion/operacion.hpp"
#include "tests/persistence/planes.hpp"

BOOST_AUTO_TEST_SUITE(esquema_test)

using namespace gestor;
using namespace gestor::prueba;

namespace {

using BaseMediana = ConBase<20'000>;

std::string contenido(std::filesystem::path const& ruta) {
    std::ifstream f(ruta);
    return {std::istreambuf_iterator<char>(f), {}};
}

std::vector<LecturaCompilada const*> planes() {
    std::vector<LecturaCompilada const*> todos;
    for (auto const* area : areas())
        for (auto const& o : area->operaciones)
            if (o.que.lectura() != nullptr && !o.que.lectura()->es_propia()) todos.push_back(o.que.lectura());
    return todos;
}

// A value that the filter accepts: its first option, a date, or a number that exists.
std::string valor_de(Tipo const& tipo) {
    auto const f = *tipo.forma;
    if (!f.opciones.empty()) return std::string(f.opciones.front());
    if (f.clase == Clase::booleano) return "true";
    if (f.clase == Clase::entero) return std::string(f.minimo.size() > 1 && f.minimo[0] != '-' ? f.minimo : "1");
    if (f.patron.starts_with("^[0-9]")) return std::string(f.minimo_texto, '6');  // a SAT key
    if (!f.patron.empty()) return std::string(f.ejemplo);
    return f.formato.starts_with("date") ? "2025-06-01" : "mar";
}

// Required parameter of a list: one that is neither optional nor has a default; of the kardex, its product.
std::optional<std::string_view> requerido(LecturaCompilada const& lectura, std::string_view nombre) {
    if (lectura.declarada().filtro == nullptr) return std::nullopt;
    if (nombre == "productoId" && lectura.declarada().tipo == tipo_de<inventario::KardexViewModel>()) return "1";
    static std::string guardado;
    for (auto const& c : lectura.declarada().filtro->campos())
        if (c.nombre == nombre && c.tipo->especie != Especie::opcional && c.tipo->defecto.empty())
            return guardado = valor_de(*c.tipo);
    return std::nullopt;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(con_datos, *boost::unit_test::fixture<BaseMediana>())

BOOST_AUTO_TEST_CASE(migrations_run_once_and_do_not_change) {
    std::ostringstream log;
    BOOST_CHECK_EQUAL(migrar(Base::la().admin(), log), 0);
    BOOST_CHECK(log.str().starts_with("la base de datos ya está al día"));
    Base::la().ejecutar("UPDATE migracion SET checksum = 'otro' WHERE numero = 2");
    std::ostringstream cambiada;
    BOOST_CHECK_EQUAL(migrar(Base::la().admin(), cambiada), 1);
    BOOST_CHECK(cambiada.str().find("0002") != std::string::npos);
    BOOST_CHECK(cambiada.str().find("otro contenido") != std::string::npos);
    Base::la().ejecutar("UPDATE migracion SET checksum = encode(sha256(''), 'hex') WHERE numero = 2");
    BOOST_CHECK_EQUAL(migrar(Base::la().admin(), cambiada), 1);
    Base::la().ejecutar("INSERT INTO migracion (numero, nombre, checksum) VALUES (9999, '9999_futura.sql', 'x')");
    std::ostringstream futura;
    BOOST_CHECK_EQUAL(migrar(Base::la().admin(), futura), 1);
    BOOST_CHECK(futura.str().find("9999_futura.sql") != std::string::npos);
    std::ostringstream nadie;
    BOOST_CHECK_EQUAL(migrar("host=/nonexistent", nadie), 1);
}

BOOST_AUTO_TEST_CASE(the_demo_is_loaded_once) {
    auto const antes = Base::la().valor("SELECT count(*) FROM transaccion WHERE es_venta");
    // Beside the 20,000 sales: per company, the note of a school and the invoice of a trip; 14 sales of the examples.
    BOOST_CHECK_EQUAL(antes, "20018");
    SinAviso mudo;
    cargar_demo(Base::la().admin(), 480, mudo);
    BOOST_CHECK_EQUAL(Base::la().valor("SELECT count(*) FROM transaccion WHERE es_venta"), antes);
    BOOST_CHECK_EQUAL(Base::la().valor("SELECT count(*) FROM organizacion"), "2");
}

// Each file is a query whose rows are violations; its first comment says what it proves.
BOOST_AUTO_TEST_CASE(invariants) {
    int archivos = 0;
    for (auto const& e : std::filesystem::directory_iterator(std::filesystem::path(GESTOR_TESTS_DIR) / "schema")) {
        if (e.path().extension() != ".sql") continue;
        auto sql = contenido(e.path());
        auto const comentario = sql.substr(0, sql.find('\n'));
        BOOST_CHECK_MESSAGE(comentario.starts_with("-- "), e.path().filename() << " does not say what it proves");
        while (!sql.empty() && (sql.back() == '\n' || sql.back() == ';' || sql.back() == ' ')) sql.pop_back();
        auto const faltas = Base::la().valor(
            "SELECT count(*) || ': ' || coalesce(min(row_to_json(v)::text), '') FROM (" + sql + "\n) v");
        BOOST_CHECK_MESSAGE(faltas.starts_with("0:"), e.path().filename().string()
                                                          << " " << comentario << "\n  " << faltas);
        ++archivos;
    }
    BOOST_CHECK_GE(archivos, 7);
}

BOOST_AUTO_TEST_CASE(every_declared_read_fits_the_schema) {
    Session s({Base::la().app(), 20, true});
    for (auto const* lectura : planes()) s.comprobar(*lectura);
    BOOST_CHECK_GE(planes().size(), 6U);
}

// The start of the server checks only the prepared variants. The filters run here, one by one and all together, with
// total and skip.
BOOST_AUTO_TEST_CASE(every_filter_runs) {
    Session s({Base::la().app(), 20, true});
    int corridas = 0;
    for (auto const* lectura : planes()) {
        auto const& d = lectura->declarada();
        if (d.filtro == nullptr) continue;
        auto const correr = [&](std::set<std::string_view> const& enviados, bool con_pagina) {
            auto const buscar = [&](std::string_view nombre) -> std::optional<std::string_view> {
                static std::string guardado;
                if (nombre == "incluirTotal") return con_pagina ? "true" : "false";
                if (nombre == "pagina") return con_pagina ? "2" : "1";
                if (!enviados.contains(nombre)) return requerido(*lectura, nombre);
                for (auto const& c : d.filtro->campos())
                    if (c.nombre == nombre)
                        guardado = valor_de(c.tipo->especie == Especie::opcional ? *c.tipo->interno : *c.tipo);
                return guardado;
            };
            auto sol = lectura->solicitar(buscar, 1);
            sol.valores[maximo] = "50001";
            Variante temporal;
            auto const& v = lectura->variante(sol, temporal);
            leer_en_unidad(s, {1, 1, "http://x", 1}, [&](Lectura& db) {
                auto const r = db.leer(v, sol);
                std::string json;
                Paginacion p;
                try {
                    lectura->json(v, sol, r, json, p);
                } catch (Problema const& e) {
                    // the demo has no such record: as good as a result
                    BOOST_CHECK_EQUAL(e.errores().at(0).codigo, "NO_EXISTE");
                }
            });
            ++corridas;
        };
        std::set<std::string_view> todos;
        for (auto const& f : d.filtros) {
            BOOST_TEST_CONTEXT(f.condicion) correr({f.campo}, false);
            correr({f.campo}, true);
            if (f.campo != "objId") todos.insert(f.campo);  // objId may contradict tipoDocumento
        }
        correr(todos, true);
    }
    BOOST_TEST_MESSAGE(corridas << " variants run");
    BOOST_CHECK_GT(corridas, 40);
}

BOOST_AUTO_TEST_CASE(no_declared_read_walks_a_whole_table_of_documents) {
    poder_explicar();
    // The demo has few files, and reading a small table whole would be right: here each document gets two more.
    Base::la().ejecutar(R"(
        INSERT INTO archivo (organizacion_id, transaccion_id, nombre, extension, tipo, tipo_contenido, tamano, hash, fecha)
        SELECT organizacion_id, transaccion_id, 'x', 'pdf', 'PDF', 'application/pdf', 0, sha256((transaccion_id || '/' || n)::bytea), fecha
        FROM transaccion, generate_series(1, 2) n WHERE es_venta;
        ANALYZE archivo)");
    AdminConnection db(Base::la().app());
    // Control: a plan with a sequential scan is found as such.
    db.script("SET gestor.organizacion = '1'");
    BOOST_CHECK(db.value("SELECT explicar('EXPLAIN SELECT * FROM partida')").value().find("Seq Scan on partida") !=
                std::string::npos);

    auto const registro =
        Base::la().valor("SELECT max(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND es_venta");
    int planes_vistos = 0;
    for (auto const* lectura : planes()) {
        // Reports and bank balances add up all rows; they never use the fast lane.
        if (lectura->declarada().larga) continue;
        if (lectura->declarada().fuente.desde.find("FROM movimiento_banco v") != std::string_view::npos) continue;
        for (auto const& v : lectura->preparadas())
            for (auto const& s : v.sentencias)
                for (bool const generico : {false, true}) {
                    auto sol = lectura->solicitar([&](std::string_view n) { return requerido(*lectura, n); },
                                                  std::stoll(registro));
                    Inquilino{1, 1, "http://x", 1}.ligar(sol.valores);
                    sol.valores[maximo] = "50001";
                    auto const& orden = lectura->declarada().fuente.orden;
                    for (std::size_t i = 0; i < orden.size(); ++i)
                        sol.valores[c1 + i] = orden[i].tipo.starts_with("timestamp") ? "2025-06-01 00:00:00"
                                              : orden[i].tipo == "date"              ? "2025-06-01"
                                                                                     : "1000";
                    auto const texto = plan_de(db, s, sol, generico);
                    for (auto const* tabla :
                         {"transaccion", "partida", "partida_impuesto", "aplicacion", "archivo", "archivo_bloque"})
                        BOOST_CHECK_MESSAGE(texto.find(std::string("Seq Scan on ") + tabla + " ") == std::string::npos,
                                            s.nombre << (generico ? " (generic)" : " (custom)") << " walks " << tabla
                                                     << ":\n"
                                                     << texto);
                    ++planes_vistos;
                }
    }
    BOOST_TEST_MESSAGE(planes_vistos << " plans");
    BOOST_CHECK_GT(planes_vistos, 40);
}

// Balances between two days read the open documents and those moved since, not the documents settled before. Here three
// days out of nearly two years moved, and four of five documents are settled.
BOOST_AUTO_TEST_CASE(balances_between_two_days_do_not_read_what_was_settled_before) {
    poder_explicar();
    Base::la().ejecutar("VACUUM ANALYZE");
    AdminConnection db(Base::la().app());
    auto const todos = planes();
    auto const lectura = std::find_if(todos.begin(), todos.end(), [](LecturaCompilada const* p) {
        return p->declarada().tipo == tipo_de<cartera::SaldoClienteProveedorViewModel>();
    });
    BOOST_REQUIRE(lectura != todos.end());
    auto const numero = [](std::string const& sql) { return std::stoll(Base::la().valor(sql)); };
    auto const abiertos = numero("SELECT count(*) FROM transaccion WHERE organizacion_id = 1 AND saldo > 0");
    BOOST_REQUIRE_GT(numero("SELECT count(*) FROM transaccion WHERE organizacion_id = 1"), 4 * abiertos);
    auto const dia = [](int antes) {
        return Base::la().valor("SELECT (max(fecha)::date - " + std::to_string(antes) +
                                ")::text FROM transaccion WHERE organizacion_id = 1");
    };
    for (int const hace : {0, 10}) {
        auto const desde = dia(hace + 2), hasta = dia(hace);
        auto sol = (*lectura)->solicitar(
            [&](std::string_view n) -> std::optional<std::string_view> {
                if (n == "fechaInicial") return desde;
                return n == "fechaFinal" ? std::optional<std::string_view>(hasta) : std::nullopt;
            },
            1);
        sol.valores[organizacionId] = "1";
        sol.valores[ahora] = Reloj().texto();
        Variante temporal;
        auto const& v = (*lectura)->variante(sol, temporal);
        BOOST_CHECK_EQUAL(v.sentencias.size(), 2U);  // the page and the totals
        for (auto const& s : v.sentencias) {
            auto const texto = plan_de(db, s, sol, false, "EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF)");
            BOOST_CHECK_MESSAGE(filas_del_mayor_paso(texto) <= 2 * abiertos,
                                filas_del_mayor_paso(texto) << " rows, " << abiertos << " are open:\n"
                                                            << texto);
        }
    }
}

// Product keys of the tax authority in their real number: a search and each page use an index.
BOOST_AUTO_TEST_CASE(product_keys_are_found_by_index) {
    Base::la().ejecutar(R"(
        INSERT INTO sat_clave_prod_serv (clave, descripcion, palabras_similares)
        SELECT to_char(n, 'FM00000000'), 'Artículo ' || md5(n::text), md5((n * 7)::text) FROM generate_series(20000000, 20052000) n
        ON CONFLICT DO NOTHING;
        ANALYZE sat_clave_prod_serv)");
    AdminConnection db(Base::la().app());
    auto const claves = planes();
    auto const lectura = std::find_if(claves.begin(), claves.end(), [](LecturaCompilada const* p) {
        return p->declarada().fuente.desde == "sat_clave_prod_serv p";
    });
    BOOST_REQUIRE(lectura != claves.end());
    auto const desde = (*lectura)->cursor("3\nArtículo\n20000000");
    struct Caso {
        std::string_view parametro, valor, indice;
    };
    for (auto const& c : {Caso{"busqueda", "computad", "ix_sat_clave_prod_serv__busqueda"},
                          Caso{"busqueda", "2000100", "ix_sat_clave_prod_serv__clave"},
                          Caso{"clave", "200012", "ix_sat_clave_prod_serv__clave"},
                          Caso{"", "", "ix_sat_clave_prod_serv__descripcion"}})
        for (bool const cursor : {false, true}) {
            auto sol = (*lectura)->solicitar(
                [&](std::string_view nombre) {
                    if (nombre == "cursor" && cursor) return std::optional<std::string_view>(desde);
                    return nombre == c.parametro ? std::optional(c.valor) : std::nullopt;
                },
                0);
            BOOST_CHECK_EQUAL(sol.por_cursor, cursor);
            sol.valores[ahora] = Reloj().texto();
            Variante temporal;
            auto const& v = (*lectura)->variante(sol, temporal);
            auto const texto = plan_de(db, v.sentencias.back(), sol, false);
            BOOST_CHECK_MESSAGE(texto.find(c.indice) != std::string::npos, c.parametro << " " << c.valor << ":\n"
                                                                                       << texto);
            BOOST_CHECK_MESSAGE(texto.find("Seq Scan") == std::string::npos, texto);
        }
}

// Each filter of the list of contacts among many: the index that must serve it.
BOOST_AUTO_TEST_CASE(a_page_of_contacts_is_found_in_an_index) {
    Base::la().ejecutar(R"(
        INSERT INTO clasificacion_contacto (organizacion_id, clave, nombre) VALUES (1, 'RARA', 'Rara');
        INSERT INTO contacto (organizacion_id, codigo, tipo_contacto, nombre, nombre_comercial, rfc, activo, modificado, clasificacion_id, vendedor_id)
        SELECT 1, 'P' || i, 'Cliente', md5(i::text), CASE WHEN i % 3 = 0 THEN 'Comercial ' ELSE '' END || CASE i WHEN 777 THEN 'quarkzex' ELSE '' END,
               CASE WHEN i % 9000 = 0 THEN 'XEXX010101000' WHEN i = 777 THEN 'EKU9003173C9' ELSE to_char(i, 'FM"ABC"000000"AA0"') END, i % 9000 > 0, now() - i * interval '1 hour',
               CASE WHEN i % 9000 = 0 THEN (SELECT clasificacion_id FROM clasificacion_contacto WHERE clave = 'RARA') END,
               CASE WHEN i % 9000 = 0 THEN (SELECT min(vendedor_id) FROM vendedor WHERE organizacion_id = 1) END
        FROM generate_series(1, 40000) i)");
    Base::la().ejecutar("VACUUM ANALYZE contacto");
    auto const uno = [](std::string const& sql) { return Base::la().valor(sql); };
    struct Fila {
        std::string_view campo;
        std::string valor;
        std::string_view indice, no{};
    };
    Fila const filas[] = {
        {"busqueda", "quarkzex", "Bitmap Index Scan on ix_contacto__busqueda"},
        {"busqueda", "nadie se llama", "Bitmap Index Scan on ix_contacto__busqueda"},
        {"busqueda", "comercial", "Index Only Scan using ix_contacto__nombre", "ix_contacto__busqueda"},
        {"busqueda", "co", "Index Only Scan using ix_contacto__nombre", "ix_contacto__busqueda"},
        {"codigo", "p777", "uq_contacto__codigo"},
        {"rfc", "EKU9003173C9", "uq_contacto__rfc"},
        {"rfc", "XEXX010101000", "ix_contacto__rfc"},
        {"activo", "false", "ix_contacto__activo"},
        {"activo", "true", "ix_contacto__nombre"},
        {"modificadoDesde", uno("SELECT to_char(now() + interval '3 days', 'YYYY-MM-DD')"), "ix_contacto__modificado"},
        {"vendedorId", uno("SELECT vendedor_id FROM contacto WHERE codigo = 'P9000'"), "ix_contacto__vendedorId"},
        {"clasificacionId", uno("SELECT clasificacion_id FROM contacto WHERE codigo = 'P9000'"),
         "ix_contacto__clasificacionId"},
    };
    AdminConnection db(Base::la().app());
    for (auto const* lectura : planes()) {
        if (lectura->declarada().tipo != tipo_de<contactos::ContactoListaViewModel>()) continue;
        for (auto const& f : filas) {
            auto sol = lectura->solicitar(
                [&](std::string_view n) {
                    return n == f.campo ? std::optional<std::string_view>(f.valor) : std::nullopt;
                },
                1);
            sol.valores[organizacionId] = "1";
            sol.valores[ahora] = Reloj().texto();
            Variante temporal;
            auto const& v = lectura->variante(sol, temporal);
            auto const texto = plan_de(db, v.sentencias.at(v.cabecera()), sol, false);
            BOOST_CHECK_MESSAGE(texto.find(f.indice) != std::string::npos, f.campo << "=" << f.valor << "\n" << texto);
            BOOST_CHECK_MESSAGE(f.no.empty() || texto.find(f.no) == std::string::npos, f.campo << "=" << f.valor << "\n"
                                                                                               << texto);
            BOOST_CHECK_MESSAGE(texto.find("Seq Scan on contacto ") == std::string::npos, f.campo << "=" << f.valor
                                                                                                  << "\n"
                                                                                                  << texto);
        }
        return;
    }
    BOOST_FAIL("the list of contacts is gone");
}

// Contacts whose word comes late in the order of names. The page is found among the contacts of the word, without
// reading along the names or through all trigrams. A search without whole words still uses one of those two ways.
BOOST_AUTO_TEST_CASE(a_word_that_stands_late_is_not_searched_along_the_names) {
    Base::la().ejecutar(R"(
        BEGIN;
        SET LOCAL session_replication_role = replica;
        INSERT INTO contacto (organizacion_id, codigo, tipo_contacto, nombre, rfc)
        SELECT 1, 'T' || i, CASE WHEN i % 40 = 0 THEN 'Proveedor' ELSE 'Cliente' END,
               CASE WHEN i % 20 = 0 THEN 'ZÁPATERÍA ' ELSE 'ABARROTES ' END || i, 'XAXX010101000'
        FROM generate_series(1, 40000) i;
        DELETE FROM pg_statistic WHERE starelid = 'contacto_palabra'::regclass;  -- as nobody has analyzed it
        COMMIT)");
    Base::la().ejecutar("VACUUM ANALYZE contacto");
    struct Fila {
        std::string_view busqueda, tipo, cursor;
        bool por_palabras;
    };
    Fila const filas[] = {
        {"zapateria", "", "", true},
        {"APATERÍ", "", "", true},
        {"zapateria 1", "", "", true},
        {"abarrotes", "", "", true},
        {"zapateria", "Proveedor", "", true},
        {"zapateria", "", "ZÁPATERÍA 3\n1", true},
        {"nadiesellama", "", "", true},
        {"zapateria 7777", "", "", false},  // the first contacts of the word do not match the number
        {"zapateria", "Ambos", "", false},  // the first contacts of the word are of another kind
        {"zap", "", "", false},             // too few letters
        {"39999", "", "", false},           // no contact has the number
    };
    AdminConnection db(Base::la().app());
    auto const todos = planes();
    auto const lectura = std::find_if(todos.begin(), todos.end(), [](LecturaCompilada const* p) {
        return p->declarada().tipo == tipo_de<contactos::ContactoListaViewModel>();
    });
    BOOST_REQUIRE(lectura != todos.end());
    auto const leidas = [&] {
        return std::stoi(db.value("SELECT pg_stat_get_xact_tuples_returned('pk_contacto_palabra'::regclass)").value());
    };
    for (auto const& f : filas) {
        auto const cursor = f.cursor.empty() ? std::string() : (*lectura)->cursor(f.cursor);
        auto sol = (*lectura)->solicitar(
            [&](std::string_view n) -> std::optional<std::string_view> {
                for (auto const& [nombre, valor] : {std::pair{"busqueda", f.busqueda},
                                                    {"tipoContacto", f.tipo},
                                                    {"cursor", std::string_view(cursor)}})
                    if (n == nombre && !valor.empty()) return valor;
                return std::nullopt;
            },
            1);
        sol.valores[organizacionId] = "1";
        sol.valores[ahora] = Reloj().texto();
        BOOST_CHECK_EQUAL(sol.por_cursor, !f.cursor.empty());
        Variante temporal;
        auto const& v = (*lectura)->variante(sol, temporal);
        db.script("BEGIN");
        auto const antes = leidas();
        auto const texto =
            plan_de(db, v.sentencias.at(v.cabecera()), sol, false, "EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF)");
        bool leido = false;  // whether the plan reads along the names, or through all trigrams
        for (auto i = texto.find(" ix_contacto__"); i != std::string::npos; i = texto.find(" ix_contacto__", i + 1)) {
            auto const linea = texto.substr(i, texto.find('\n', i) - i);
            leido = leido || linea.find("never executed") == std::string::npos;
        }
        auto const visitadas = leidas() - antes;
        db.script("ROLLBACK");
        BOOST_CHECK_MESSAGE(visitadas <= 300, f.busqueda << " " << f.cursor << ": " << visitadas << " words");
        BOOST_CHECK_MESSAGE(leido != f.por_palabras, f.busqueda << " " << f.tipo << " " << f.cursor << "\n" << texto);
        BOOST_CHECK_MESSAGE(texto.find("Seq Scan on contacto ") == std::string::npos, texto);
    }
}

BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()
