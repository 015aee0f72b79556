#pragma once
// The ledger of an organization, row by row, as it was at one moment: for the commands that write it elsewhere.
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace gestor::administracion {

using FilaExportada = std::function<void(std::span<std::string_view const>)>;

struct LibroDiario {
    std::int64_t organizacion = 0;
    std::string desde, hasta;  // yyyy-MM-dd, both included; empty: without bound
    std::function<void(std::string const& organizacion, std::int64_t polizas)> empezar;
    FilaExportada cuenta;  // id, parent or empty, codigo, nombre; parents first
    // poliza, fecha, tipo, numero, folio, concepto, reversa de or empty, usuario, registrada, the year that it closes
    // or empty; account, debe − haber, concepto
    FilaExportada movimiento;
};
// Throws std::runtime_error for a person.
void leer_libro_diario(std::string const& conninfo, LibroDiario const& libro);

}  // namespace gestor::administracion
