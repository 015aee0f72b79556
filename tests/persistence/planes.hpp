#pragma once
// Plan of a statement, and the rows that it handles.
#include <algorithm>
#include <regex>
#include <sstream>
#include <string>

#include "persistence/unidad.hpp"
#include "tests/persistence/base_prueba.hpp"

namespace gestor::prueba {

// EXPLAIN cannot run through a prepared statement of ours, so a function runs it.
inline void poder_explicar() {
    Base::la().ejecutar(R"(
        CREATE OR REPLACE FUNCTION explicar(q text) RETURNS text LANGUAGE plpgsql AS $$
        DECLARE linea text; todo text := '';
        BEGIN FOR linea IN EXECUTE q LOOP todo := todo || linea || E'\n'; END LOOP; RETURN todo; END $$;
        GRANT EXECUTE ON FUNCTION explicar TO gestor_app)");
}

// Creates multiplicar(): copies one row of a table of organization 1 under other keys, from 10,000,001 on.
inline void poder_multiplicar() {
    Base::la().ejecutar(R"(
        CREATE FUNCTION multiplicar(tabla text, cambios text, cuantos integer DEFAULT 20000) RETURNS void LANGUAGE plpgsql AS $f$
        DECLARE
            columnas text := (SELECT string_agg(format('%I', attname), ', ' ORDER BY attnum) FROM pg_attribute
                              WHERE attrelid = tabla::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '');
        BEGIN
            EXECUTE format('INSERT INTO %1$I (%2$s) OVERRIDING SYSTEM VALUE SELECT %3$s
                            FROM (SELECT to_jsonb(t) AS una FROM %1$I t WHERE organizacion_id = 1 LIMIT 1) t,
                                 generate_series(10000001, 10000000 + $1) i,
                                 jsonb_populate_record(NULL::%1$I, una || jsonb_build_object(%4$s)) r',
                           tabla, columnas, regexp_replace(columnas, '"?\w+"?', 'r.\&', 'g'), cambios)
            USING cuantos;
        END $f$)");
}

// EXPLAIN under the server's own role, because row level security is part of the plan.
inline std::string plan_de(AdminConnection& db, Sentencia const& s, SolicitudLectura const& sol, bool generico,
                           std::string const& explain = "EXPLAIN") {
    std::string argumentos;
    for (auto const r : s.posiciones)
        argumentos +=
            (argumentos.empty() ? "(" : ", ") + (sol.valores[r] ? "'" + *sol.valores[r] + "'" : std::string("NULL"));
    if (!argumentos.empty()) argumentos += ")";
    db.script(std::string("SET plan_cache_mode = ") + (generico ? "force_generic_plan" : "force_custom_plan"));
    db.script("DEALLOCATE ALL");
    db.script("PREPARE q AS " + s.sql);
    db.script("SET gestor.organizacion = '1'; SET jit = off");
    return db.value("SELECT explicar($q$" + explain + " EXECUTE q" + argumentos + "$q$)").value();
}

// EXPLAIN ANALYZE of a statement with values by name: the statement runs.
inline std::string plan_de(AdminConnection& db, std::string_view sql, bool generico, auto const& valores) {
    auto s = compilar(sql);
    SolicitudLectura sol;
    for (auto const& p : s.parametros) {
        s.posiciones.push_back(sol.valores.size());
        auto const valor = valores.find(p);
        BOOST_REQUIRE_MESSAGE(valor != valores.end(), "no value for :" << p);
        sol.valores.emplace_back(valor->second);
    }
    return plan_de(db, s, sol, generico, "EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF)");
}

// Rows handled by the busiest step of an analyzed plan, discarded rows included.
inline long long filas_del_mayor_paso(std::string const& plan) {
    static std::regex const paso(R"(rows=(\d+) loops=(\d+))"), fuera(R"(Rows Removed by [A-Za-z ]*: (\d+))");
    std::istringstream lineas(plan);
    std::smatch m;
    long long vueltas = 1, mayor = 0;
    for (std::string linea; std::getline(lineas, linea);)
        if (std::regex_search(linea, m, paso)) {
            vueltas = std::stoll(m[2]);
            mayor = std::max(mayor, std::stoll(m[1]) * vueltas);
        } else if (std::regex_search(linea, m, fuera)) {
            mayor = std::max(mayor, std::stoll(m[1]) * vueltas);
        }
    return mayor;
}

}  // namespace gestor::prueba
