#include "domain/comun/reglas.hpp"
#include "domain/contabilidad/tipos.hpp"
#include "domain/contabilidad/tipos_balanza.hpp"
#include "domain/contabilidad/tipos_impuestos.hpp"

namespace gestor::contabilidad {

void validar(ProyectoDatos const& p, Fallas& fallas) {
    if (p.fechaInicio && p.fechaFin && p.fechaFin->dias() < p.fechaInicio->dias())
        fallas.agregar("fechaFin", codigo::rango_fechas, "debe ser igual o posterior a fechaInicio");
}

void validar(IVACobradoTasasFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

void validar(AnalisisIVARetenidoFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

namespace {

void validar_meses(Mes inicial, Mes final_, Fallas& fallas) {
    if (final_ < inicial) fallas.agregar("mesFinal", codigo::rango, "debe ser igual o posterior a mesInicial");
}

}  // namespace

void validar(IVARetenidoPorPagarFiltro const& f, Fallas& fallas) {
    validar_meses(f.mesInicial, f.mesFinal, fallas);
}

void validar(BalanzaFiltro const& f, Fallas& fallas) {
    validar_meses(f.mesInicial, f.mesFinal, fallas);
    if (f.fechaCorte && (f.fechaCorte->anio() != f.ejercicio.valor() ||
                         f.fechaCorte->mes() != static_cast<unsigned>(f.mesFinal.valor())))
        fallas.agregar("fechaCorte", codigo::rango_fechas, "debe ser un día de mesFinal");
}

}  // namespace gestor::contabilidad
