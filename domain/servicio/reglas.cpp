#include "domain/comun/reglas.hpp"

#include "domain/servicio/tipos_ordenes.hpp"

namespace gestor::servicio {

template <class T>
static void validar_lugar(T const& donde, Fallas& fallas) {
    if (donde.latitud.has_value() != donde.longitud.has_value())
        fallas.agregar(donde.latitud ? "longitud" : "latitud", codigo::requerido, "latitud y longitud van juntas");
}

void validar(OrdenServicioFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

void validar(OrdenTrabajoFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

void validar(OrdenServicioNueva const& o, Fallas& fallas) {
    validar_contraparte(o.clienteId, o.codigoCliente, "clienteId", "codigoCliente", false, fallas);
    validar_partidas(o.partidas, fallas);
    for (std::size_t i = 0; i < o.partidas.size(); ++i)
        if (o.partidas[i].numeroPartidaOrigen)
            fallas.agregar(en_fila("partidas", i, "numeroPartidaOrigen"), codigo::rango,
                           "el documento no tiene origen: omita numeroPartidaOrigen");
}

void validar(TrabajoAccion const& a, Fallas& fallas) {
    auto const solo_con = [&](bool enviado, std::string_view campo, std::string_view accion) {
        if (enviado && a.accion.valor() != accion)
            fallas.agregar(std::string(campo), codigo::rango, "sólo se envía con la acción " + std::string(accion));
    };
    solo_con(a.resultado && !a.resultado->vacio(), "resultado", "Terminar");
    solo_con(a.personalServicioId.has_value(), "personalServicioId", "Reasignar");
    solo_con(a.vendedorId.has_value(), "vendedorId", "Reasignar");
    if (a.accion == "Terminar" && (!a.resultado || a.resultado->vacio()))
        fallas.agregar("resultado", codigo::requerido, "es obligatorio para terminar");
    if (a.accion == "Reasignar" && !a.personalServicioId && !a.vendedorId)
        fallas.agregar("personalServicioId", codigo::requerido, "envíe personalServicioId, vendedorId o los dos");
    validar_lugar(a, fallas);
}

void validar(TrabajoEvidencia const& e, Fallas& fallas) {
    validar_lugar(e, fallas);
}

void validar(OrdenServicioCierre const& c, Fallas& fallas) {
    if (!c.partidas.empty() && !c.generarNotaVenta.valor)
        fallas.agregar("partidas", codigo::rango, "son de la nota de venta: envíelas con generarNotaVenta");
    for (std::size_t i = 0; i < c.partidas.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            if (c.partidas[j].numeroPartida == c.partidas[i].numeroPartida)
                fallas.agregar(en_fila("partidas", i, "numeroPartida"), codigo::duplicado, "repite una fila anterior");
        validar_identificados(c.partidas[i].series, c.partidas[i].lotes, i, fallas);
    }
}

}  // namespace gestor::servicio
