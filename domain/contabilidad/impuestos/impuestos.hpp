#pragma once
// Reports of VAT by cash flow.
#include "domain/contabilidad/impuestos/tipos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

IVACobradoTasasViewModel iva_cobrado(Lectura& db, Entorno const& entorno, Consulta<IVACobradoTasasFiltro> const& f);
AnalisisIVARetenidoViewModel iva_retenido_analisis(Lectura& db, Entorno const& entorno,
                                                   Consulta<AnalisisIVARetenidoFiltro> const& f);
IVARetenidoPorPagarViewModel iva_retenido_por_pagar(Lectura& db, Consulta<IVARetenidoPorPagarFiltro> const& f);

}  // namespace gestor::contabilidad
