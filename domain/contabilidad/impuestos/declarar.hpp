#pragma once
// Shared by the files for the tax authority: the declaring company, the month, and the check that its books are closed.
#include "domain/contabilidad/electronica/tipos.hpp"
#include "domain/operacion/llamada.hpp"

namespace gestor::contabilidad {

Declarante declarante(Lectura& db, AnioElectronico anio, MesContable mes);
// Name of the file without extension: RFC, year, month and kind.
std::string nombre_de(Declarante const& de, std::string_view que);

// Throws when the month, or an earlier month of its year with pólizas, is open.
void exigir_meses_cerrados(Lectura& db, AnioElectronico anio, MesContable mes, Fallas& fallas);

// Delivers a content, which is kept until its last byte has been sent.
Descarga entregar(std::string nombre, std::string_view tipo, std::string contenido);

}  // namespace gestor::contabilidad
