#pragma once
// Status of a CFDI at the tax authority: asked, told and kept. The same for whoever validates one.
#include "domain/archivos/tipos_validacion.hpp"
#include "domain/comun/servicio_sat.hpp"
#include "domain/comun/trabajo_sat.hpp"

namespace gestor::archivos {

// Nobody is asked in a dry run.
ConsultaHecha consultar_sat(Externa const& db, Entorno const& entorno, fiscal::PreguntaSat const& pregunta);

// consultaSat, and what is to be verified in it: SAT01 (it is known and stands), SAT02 (who issued it).
void anotar_consulta(ConsultaHecha const& consulta, ValidacionCfdi& validacion);

// With the document that has this folio, if one does and the authority has spoken.
void guardar_consulta(Escritura& db, fiscal::PreguntaSat const& pregunta, ConsultaHecha const& consulta);

Vista<ValidacionCfdi> validar_folio(ExternaEscritura& db, Entorno const& entorno,
                                    Cuerpo<FolioFiscalPeticion> const& folio);

// The same for later: where it can be asked, and what is done then.
bool puede_consultar(Entorno const& entorno);
EfectoDeTrabajo consultar_despues(ConsultarSat const& trabajo, Externa& db, Entorno const& entorno);

}  // namespace gestor::archivos
