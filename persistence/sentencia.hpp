#pragma once
// SQL with named parameters (:clienteId), translated to PostgreSQL's numbers ($1). Both lanes use it.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gestor {

struct Sentencia {
    std::string nombre;                   // name of the prepared statement; empty: planned at each run, for its values
    std::string sql;                      // with $1 … $n
    std::vector<std::string> parametros;  // parametros[i] is the name bound to $i+1
    std::vector<std::size_t> posiciones;  // positions of the same parameters in the table of values of a read
                                          // (lectura.hpp)
};

// Mark of a statement over thousands of rows that is planned at each run. A plan kept from the time when its tables
// were almost empty would use a bad index, and read all rows of the organization for each row.
inline constexpr std::string_view se_planea_cada_vez = "/* se planea cada vez */";

// Constante: a constant of some consultas.hpp, by name. The build gathers them.
struct Constante {
    std::string_view nombre, sql;
};
std::span<Constante const> constantes_sql();

// Text of a hole {con_saldo}: objIds of some document types, or a constant that statements share (motor/huecos.cpp).
// Absent: unknown name.
std::optional<std::string> hueco(std::string_view nombre);

// `sql` with its holes filled; {clave} and {orden}, which plan.cpp fills, stay.
std::string sin_huecos(std::string_view sql);
// `sql` with `texto` in place of {nombre}, when the text is chosen at run time.
std::string con_hueco(std::string_view sql, std::string_view nombre, std::string_view texto);

// Translates named parameters to numbers; casts (::) and quoted text stay; a name used twice is bound once.
Sentencia compilar(std::string_view sql);
// Translates numbers back to names, for tools that bind by name.
std::string con_nombres(Sentencia const& sentencia);

}  // namespace gestor
