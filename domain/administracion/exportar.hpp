#pragma once
// The ledger of an organization, row by row, as of one moment, for the commands that export it.
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace gestor::administracion {

using FilaExportada = std::function<void(std::span<std::string_view const>)>;

struct LibroDiario {
    std::int64_t organizacion = 0;
    std::string desde, hasta;  // yyyy-MM-dd, both included; empty: no bound
    std::function<void(std::string const& organizacion, std::int64_t polizas)> empezar;
    FilaExportada cuenta;  // id, parent or empty, codigo, nombre; parents before their children
    // Row: poliza, fecha, tipo, numero, folio, concepto, id of the reversed póliza or empty, usuario, registrada, year
    // that it closes or empty; account, debe − haber, concepto
    FilaExportada movimiento;
};
// Throws std::runtime_error with a text for a person.
void leer_libro_diario(std::string const& conninfo, LibroDiario const& libro);

}  // namespace gestor::administracion
