#pragma once
// How PostgreSQL would run a statement, and how much of it.
#include <algorithm>
#include <regex>
#include <sstream>
#include <string>

#include "persistence/unidad.hpp"
#include "tests/persistence/base_prueba.hpp"

namespace gestor::prueba {

// EXPLAIN cannot be asked for through a prepared statement of ours: a function does it.
inline void poder_explicar() {
    Base::la().ejecutar(R"(
        CREATE OR REPLACE FUNCTION explicar(q text) RETURNS text LANGUAGE plpgsql AS $$
        DECLARE linea text; todo text := '';
        BEGIN FOR linea IN EXECUTE q LOOP todo := todo || linea || E'\n'; END LOOP; RETURN todo; END $$;
        GRANT EXECUTE ON FUNCTION explicar TO gestor_app)");
}

// EXPLAIN as the server's own role: row level security is part of the plan.
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

// The same of a statement with its values by name; analyzed, so it is run.
inline std::string plan_de(AdminConnection& db, std::string_view sql, bool generico, auto const& valores) {
    auto s = compilar(sql);
    SolicitudLectura sol;
    for (auto const& p : s.parametros) {
        s.posiciones.push_back(sol.valores.size());
        sol.valores.emplace_back(valores.at(p));
    }
    return plan_de(db, s, sol, generico, "EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF)");
}

// The rows that the busiest step of an analyzed plan handled, those that it threw away included.
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
