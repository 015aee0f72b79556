#include <algorithm>

#include "domain/comun/reglas.hpp"
#include "domain/contabilidad/conciliacion/tipos.hpp"
#include "domain/contabilidad/electronica/tipos.hpp"
#include "domain/contabilidad/impuestos/tipos.hpp"
#include "domain/contabilidad/polizas/tipos.hpp"
#include "domain/contabilidad/reportes/tipos_auxiliar.hpp"
#include "domain/contabilidad/reportes/tipos_estados.hpp"
#include "domain/contabilidad/reportes/tipos_flujo.hpp"
#include "domain/contabilidad/tipos.hpp"
#include "domain/motor/captura/encabezado.hpp"
#include "domain/valores/texto_de.hpp"

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

void validar(ResultadosFiltro const& f, Fallas& fallas) {
    if (f.fechaCorte &&
        (f.fechaCorte->anio() != f.ejercicio.valor() || f.fechaCorte->mes() != static_cast<unsigned>(f.mes.valor())))
        fallas.agregar("fechaCorte", codigo::rango_fechas, "debe ser un día de mes");
    if (f.ejercicio.valor() == 1900) fallas.agregar("ejercicio", codigo::rango, "debe ser 1901 o posterior");
}

void validar(AuxiliarFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

void validar(ConciliacionFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

void validar(FlujoFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

void validar(PartidaManual const& p, std::size_t i, Fallas& fallas) {
    if (!p.cuenta && !p.cuentaId) fallas.agregar(en_fila("partidas", i, "cuenta"), codigo::requerido, "o cuentaId");
    if (p.debe.valor.es_cero() && p.haber.valor.es_cero())
        fallas.agregar(en_fila("partidas", i, "debe"), codigo::mayor_que_cero, "o haber");
    if (!p.debe.valor.es_cero() && !p.haber.valor.es_cero())
        fallas.agregar(en_fila("partidas", i, "haber"), codigo::rango, "una partida lleva debe o haber, no ambos");
    validar_contraparte(p.contactoId ? p.contactoId->id() : std::nullopt, p.codigoContacto,
                        en_fila("partidas", i, "contactoId"), en_fila("partidas", i, "codigoContacto"), true, fallas);
}

void validar_cuadre(Dinero debe, Dinero haber, Fallas& fallas) {
    if (fallas.vacio() && debe != haber)
        fallas.agregar("partidas", codigo::descuadre,
                       "no cuadran: debe " + texto_de(debe) + ", haber " + texto_de(haber) + ", diferencia " +
                           texto_de(debe - haber));
}

void validar(PolizaNueva const& nueva, Fallas& fallas) {
    Dinero debe, haber;
    for (std::size_t i = 0; i < nueva.partidas.size(); ++i) {
        validar(nueva.partidas[i], i, fallas);
        debe += nueva.partidas[i].debe.valor, haber += nueva.partidas[i].haber.valor;
    }
    validar_cuadre(debe, haber, fallas);
}

void validar(PolizasFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

void validar(BalanzaElectronicaFiltro const& f, Fallas& fallas) {
    bool const complementaria = f.tipoEnvio.valor == Opcion<"N", "C">("C");
    if (complementaria && !f.fechaModBal)
        fallas.agregar("fechaModBal", codigo::requerido,
                       "es obligatorio con tipoEnvio=C: la fecha de la última modificación");
    if (!complementaria && f.fechaModBal)
        fallas.agregar("fechaModBal", codigo::rango, "sólo la tiene una balanza complementaria (tipoEnvio=C)");
}

namespace {

// Whether a text has a form, in which A stands for a letter and 9 for a digit.
bool tiene_forma(std::string_view texto, std::string_view forma) {
    return std::equal(texto.begin(), texto.end(), forma.begin(), forma.end(), [](char c, char f) {
        if (f == 'A') return c >= 'A' && c <= 'Z';
        if (f == '9') return c >= '0' && c <= '9';
        return c == f;
    });
}

void validar_numero(char const* campo, std::string_view valor, bool es_suyo, std::string_view forma, Fallas& fallas) {
    if (es_suyo && valor.empty())
        fallas.agregar(campo, codigo::requerido, "es obligatorio con ese tipoSolicitud");
    else if (es_suyo && !tiene_forma(valor, forma))
        fallas.agregar(campo, codigo::rango, "debe tener la forma " + std::string(forma));
    else if (!es_suyo && !valor.empty())
        fallas.agregar(campo, codigo::rango, "no se envía con ese tipoSolicitud");
}

}  // namespace

void validar(PolizasElectronicasFiltro const& f, Fallas& fallas) {
    auto const tipo = f.tipoSolicitud.valor();
    bool const por_orden = tipo == "AF" || tipo == "FC";
    validar_numero("numOrden", f.numOrden ? f.numOrden->valor() : "", por_orden, "AAA9999999/99", fallas);
    validar_numero("numTramite", f.numTramite ? f.numTramite->valor() : "", !por_orden, "AA999999999999", fallas);
}

}  // namespace gestor::contabilidad
