#pragma once
// Shared by the files of the tax authority: who declares, of when, and that the books of it are closed.
#include "domain/contabilidad/tipos_electronica.hpp"
#include "domain/operacion/llamada.hpp"

namespace gestor::contabilidad {

Declarante declarante(Lectura& db, AnioElectronico anio, MesContable mes);
// RFC, year, month and what it is: as the file is called, without its extension.
std::string nombre_de(Declarante const& de, std::string_view que);

// The month, and those of its year before it that have pólizas.
void exigir_meses_cerrados(Lectura& db, AnioElectronico anio, MesContable mes, Fallas& fallas);

// The content is kept until the last byte of it has been sent.
Descarga entregar(std::string nombre, std::string_view tipo, std::string contenido);

}  // namespace gestor::contabilidad
