#pragma once
// Electronic accounting: the catalogue of accounts, the trial balance and the pólizas of a month, each in its .zip.
// Everything that the tax authority would refuse is reported at once, before a file is written.
#include "domain/contabilidad/electronica/tipos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

Descarga catalogo_electronico(Lectura& db, Entorno const& entorno, Consulta<CatalogoElectronicoFiltro> const& f);
Descarga balanza_electronica(Lectura& db, Entorno const& entorno, Consulta<BalanzaElectronicaFiltro> const& f);
Descarga polizas_electronicas(Lectura& db, Entorno const& entorno, Consulta<PolizasElectronicasFiltro> const& f);

}  // namespace gestor::contabilidad
