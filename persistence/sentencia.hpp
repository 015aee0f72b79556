#pragma once
// SQL is written with named parameters (:clienteId); PostgreSQL takes numbers. One small translation serves both lanes.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gestor {

struct Sentencia {
    std::string nombre;                   // of the prepared statement; empty = planned for its values each time
    std::string sql;                      // with $1 … $n
    std::vector<std::string> parametros;  // parametros[i] is the name bound to $i+1
    std::vector<std::size_t> posiciones;  // the same as positions in a read's table of values (lectura.hpp)
};

// A statement over thousands of rows that has this is planned when it runs: a plan that was made, and kept, while its
// tables were almost empty would go by any index of the organization and read all of it for each row.
inline constexpr std::string_view se_planea_cada_vez = "/* se planea cada vez */";

// The constants of all consultas.hpp, by name: gathered by the build.
struct Constante {
    std::string_view nombre, sql;
};
std::span<Constante const> constantes_sql();

// A hole of a statement, {con_saldo}: the numbers of some document types, or a constant that many share. The
// domain says it (motor/huecos.cpp); nothing, if there is none of that name.
std::optional<std::string> hueco(std::string_view nombre);

// `sql` with all that stands in it by name; what others fill in, {clave} and {orden}, stays.
std::string sin_huecos(std::string_view sql);
// `sql` with this where {nombre} stands: what is chosen when it runs.
std::string con_hueco(std::string_view sql, std::string_view nombre, std::string_view texto);

// Casts (::) and quoted text are left alone; a name used twice is bound once.
Sentencia compilar(std::string_view sql);
// The way back, for tools that bind by name.
std::string con_nombres(Sentencia const& sentencia);

}  // namespace gestor
