#pragma once
// SQL is written with named parameters (:clienteId); PostgreSQL takes numbers. One small translation serves both lanes.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gestor {

struct Sentencia {
    std::string nombre;                   // of the prepared statement; empty = planned for its values each time
    std::string sql;                      // with $1 … $n
    std::vector<std::string> parametros;  // parametros[i] is the name bound to $i+1
    std::vector<std::size_t> ranuras;     // the same as positions in a read's table of values (lectura.hpp)
};

// A statement over thousands of rows that begins so is planned when it runs: a plan that was made, and kept, while its
// tables were almost empty would go by any index of the organization and read all of it for each row.
inline constexpr std::string_view se_planea_cada_vez = "/* se planea cada vez */";

// What stands in a statement as {con_saldo}: the numbers of some document types, a piece that many share. The domain
// says it (motor/huecos.cpp); nothing, if there is none of that name.
std::optional<std::string> hueco(std::string_view nombre);

// Casts (::) and quoted text are left alone; a name used twice is bound once.
Sentencia compilar(std::string_view sql);
// The way back, for tools that bind by name.
std::string con_nombres(Sentencia const& sentencia);

}  // namespace gestor
