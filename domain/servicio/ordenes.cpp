// Service orders: stored with their lines and work orders, changed, authorized, closed and billed.
#include <algorithm>
#include <map>

#include "domain/servicio/consultas.hpp"
#include "domain/servicio/consultas_ordenes.hpp"
#include "domain/servicio/documentos.hpp"
#include "domain/servicio/escrituras.hpp"
#include "domain/servicio/lecturas.hpp"
#include "domain/servicio/trabajos.hpp"
#include "domain/valores/texto_de.hpp"
#include "domain/ventas/ofrece.hpp"
#include "persistence/agregado.hpp"

namespace gestor::servicio {
namespace {

// OrdenDeServicioPropia: stored columns that only a service order has
struct OrdenDeServicioPropia : EquipoEnServicio {
    std::optional<Id> contratoId;
    std::optional<Id> agrupadorServicioId;
    std::optional<Id> personalServicioId;
    Cadena personalServicio;
    std::optional<Id> rutaId;
    std::optional<FechaHora> fechaCompromiso;
};
DTO_DE((EquipoEnServicio), OrdenDeServicioPropia, contratoId, agrupadorServicioId, personalServicioId, personalServicio,
       rutaId, fechaCompromiso)

struct OrdenNombrados {
    IdOCero contratoDe;
    Booleano agrupador;
    Booleano personal;
    Cadena personalServicio;
    Booleano ruta;
};
DTO(OrdenNombrados, contratoDe, agrupador, personal, personalServicio, ruta)

struct PartidaConNumero : PartidaNueva {
    std::optional<Entero<1, 100'000>> numeroPartida;
};
DTO_DE((PartidaNueva), PartidaConNumero, numeroPartida)

struct TrabajoGuardado : Documento {
    std::optional<Id> personalServicioId;
    std::optional<Id> vendedorId;
    FechaHora fechaProgramada;
    Nombre descripcion;
};
DTO_DE((Documento), TrabajoGuardado, personalServicioId, vendedorId, fechaProgramada, descripcion)

struct OrdenPorCerrar {
    IdOCero clienteId;
    IdOCero vendedorId;
    IdOCero sucursalId;
    IdOCero proyectoId;
    IdOCero centroCostoId;
    IdCatalogo monedaId;
};
DTO(OrdenPorCerrar, clienteId, vendedorId, sucursalId, proyectoId, centroCostoId, monedaId)

struct TrabajoPosterior {
    Cadena folio;
    Fecha fecha;
};
DTO(TrabajoPosterior, folio, fecha)

}  // namespace
static TablaPropia const tabla_orden(*tipo_de<OrdenDeServicioPropia>(), "orden_servicio");

namespace {

AgregadoDe<OrdenDeServicioPropia> const guardadas("orden_servicio", "la orden de servicio", {}, "transaccion_id");

// Enviado: whether the caller sent a member; for a new order, all are sent.
using Enviado = std::function<bool(std::string_view)>;
bool todo(std::string_view) {
    return true;
}

template <class T>
Cadena cadena(std::optional<T> const& texto) {
    return texto ? Cadena::de_base(texto->valor()) : Cadena();
}

// c: the order as the body resolves it: its customer and its date.
OrdenDeServicioPropia propia_de(Escritura& db, OrdenServicioCampos const& o, Enviado const& enviado, Contexto const& c,
                                FechaHora fecha, Fallas& fallas) {
    auto const hay = *db.uno<OrdenNombrados, sql::orden_nombrados>(
        "contratoId"_es(o.contratoId), "agrupadorServicioId"_es(o.agrupadorServicioId),
        "personalServicioId"_es(o.personalServicioId), "rutaId"_es(o.rutaId));
    auto const exigir = [&](auto const& id, bool existe, std::string_view campo) {
        if (id && !existe && enviado(campo))
            fallas.agregar(std::string(campo), codigo::no_existe, "no existe o no está activo");
    };
    exigir(o.contratoId, hay.contratoDe.presente(), "contratoId");
    exigir(o.agrupadorServicioId, hay.agrupador, "agrupadorServicioId");
    exigir(o.personalServicioId, hay.personal, "personalServicioId");
    exigir(o.rutaId, hay.ruta, "rutaId");
    if (hay.contratoDe.presente() && hay.contratoDe.valor() != c.contraparteId.valor())
        fallas.agregar("contratoId", codigo::rango, "el contrato es de otro cliente");
    if (o.fechaCompromiso && o.fechaCompromiso->fecha() < fecha.fecha())
        fallas.agregar("fechaCompromiso", codigo::rango_fechas, "es anterior a la fecha de la orden");
    return {{Cadena::de_base(o.equipo.valor()), cadena(o.marca), cadena(o.modelo), cadena(o.numeroSerie),
             Cadena::de_base(o.falla.valor()), cadena(o.diagnostico)},
            o.contratoId,
            o.agrupadorServicioId,
            o.personalServicioId,
            hay.personalServicio,
            o.rutaId,
            o.fechaCompromiso};
}

// Search words of the order and its work orders.
Cadena palabras_de(OrdenDeServicioPropia const& o) {
    return Cadena::de_base(o.equipo.valor() + " " + o.numeroSerie.valor());
}

// Completes a work order with the members of its service order.
TrabajoNuevo completo(TrabajoNuevo t, OrdenDeServicioPropia const& orden, CabeceraNueva const& cabecera) {
    if (!t.personalServicioId) t.personalServicioId = orden.personalServicioId;
    if (!t.vendedorId) t.vendedorId = cabecera.vendedorId.id();
    if (!t.fechaProgramada) t.fechaProgramada = orden.fechaCompromiso.value_or(cabecera.fecha);
    return t;
}

void exigir_programada(TrabajoNuevo const& enviado, FechaHora desde, std::size_t i, Fallas& fallas) {
    if (enviado.fechaProgramada && enviado.fechaProgramada->fecha() < desde.fecha())
        fallas.agregar(en_fila("ordenesTrabajo", i, "fechaProgramada"), codigo::rango_fechas,
                       "es anterior a la fecha de la orden");
}

// Trabajos: the work orders of a call: stored ones that change, and new ones.
struct Trabajos {
    std::vector<TrabajoNuevo> todos{};  // with all members
    std::vector<std::optional<Id>> guardados{};
    std::vector<TrabajoResuelto> resueltos{};
    std::vector<Documento> documentos{};  // documents of the stored ones

    void agregar(TrabajoNuevo t, std::optional<Id> guardado = {}) {
        todos.push_back(std::move(t));
        guardados.push_back(guardado);
    }
    void resolver(Escritura& db, std::span<TrabajoNuevo const> enviados, IdOCero sucursal, Fallas& fallas) {
        resueltos = resolver_trabajos(db, todos, sucursal);
        for (std::size_t i = 0; i < resueltos.size(); ++i) {
            exigir_nombrados(enviados[i], resueltos[i], en_fila("ordenesTrabajo", i) + ".", fallas);
            if (!guardados[i] && resueltos[i].serie.vacio())
                fallas.agregar(en_fila("ordenesTrabajo", i), codigo::no_existe,
                               "la sucursal no tiene serie de órdenes de trabajo");
        }
    }
    // Stores the work orders; returns warnings about overlapping visits.
    std::vector<std::string> guardar(Escritura& db, CabeceraNueva const& orden) const {
        std::vector<Id> ids;
        for (std::size_t i = 0; i < todos.size(); ++i) {
            ids.push_back(guardados[i].value_or(resueltos[i].transaccionId));
            if (guardados[i])
                modificar_trabajo(db, ids.back(), todos[i], resueltos[i].personalServicio);
            else
                crear_trabajo(db, orden, todos[i], resueltos[i]);
        }
        return encimados(db, ids);
    }
};

OrdenServicioGuardada contestar(Escritura& db, Id id, std::vector<std::string> avisos,
                                std::vector<std::string> const& mas) {
    avisos.insert(avisos.end(), mas.begin(), mas.end());
    return {db.vista<OrdenServicioViewModel>(orden_servicio, id), advertencias_de(avisos)};
}

}  // namespace

OrdenServicioGuardada crear_orden(Escritura& db, Cuerpo<OrdenServicioNueva> const& o) {
    Borrador b(db, orden_de_servicio, orden_nueva);
    Menciones p;
    p.nombrar(o.clienteId, o.codigoCliente), p.vendedorId = o.vendedorId;
    b.encabezado(o, p);
    auto const propia = propia_de(db, o, todo, b.c, b.c.fecha, b.fallas);
    b.cabecera().palabras = palabras_de(propia);
    b.partidas(o.partidas);
    calcular(b.lineas, b.fallas);
    Trabajos trabajos;
    for (std::size_t i = 0; i < o.ordenesTrabajo.size(); ++i) {
        exigir_programada(o.ordenesTrabajo[i], b.c.fecha, i, b.fallas);
        trabajos.agregar(completo(o.ordenesTrabajo[i], propia, b.cabecera()));
    }
    trabajos.resolver(db, o.ordenesTrabajo, b.c.sucursalId, b.fallas);

    auto x = std::move(b).bloquear();
    exigir_precios(x.lineas);
    auto const orden = x.cabecera();  // header for its work orders
    poner_lineas(x.h(), x.lineas);
    x.propio(tabla_orden, propia);
    auto const hecha = std::move(x).emitir();
    return contestar(db, hecha.id, hecha.avisos, trabajos.guardar(db, orden));
}

// The body is ignored: none was promised, and callers may send one.
OrdenServicioAutorizacion autorizar_orden(Escritura& db, Sesion const& sesion, Id id, CuerpoIgnorado const&) {
    auto const documento = bloquear(db, orden_de_servicio, id);
    auto const mudanza = mudanza_de(orden_de_servicio, documento, AccionDocumento::autorizar, sesion);
    auto resultado = *db.uno<OrdenServicioAutorizacion, sql::autorizacion>("transaccionId"_es(id));
    Fallas fallas;
    if (!resultado.clienteId.presente()) fallas.agregar("clienteId", codigo::requerido, "la orden no tiene cliente");
    if (resultado.equipo.vacio()) fallas.agregar("equipo", codigo::requerido, "la orden no tiene equipo");
    fallas.lanzar();
    mudar(db, mudanza);
    db.consultar<sql::anotar_autorizacion>("transaccionId"_es(id));
    return resultado;
}

// ---- changes ----
namespace {

// Members fixed when the order is created: when sent again, they must repeat the stored value.
void exigir_fijos(OrdenServicioCampos const& antes, OrdenServicioCampos& o, Fallas& fallas) {
    auto const fijo = [&](auto const& era, auto& es, std::string_view campo) {
        if (es && *es != *era) fallas.agregar(std::string(campo), codigo::rango, "no cambia una vez guardada la orden");
        es = era;
    };
    fijo(antes.fecha, o.fecha, "fecha");
    fijo(antes.serie, o.serie, "serie");
    fijo(antes.sucursalId, o.sucursalId, "sucursalId");
    fijo(antes.monedaId, o.monedaId, "monedaId");
    fijo(antes.moneda, o.moneda, "moneda");
    fijo(antes.tipoCambio, o.tipoCambio, "tipoCambio");
}

// The customer by id or by code: a code that is sent takes the place of the stored id.
void nombrar_cliente(OrdenServicioDatos& o, Edicion<OrdenServicioDatos> const& edicion, Fallas& fallas) {
    if (edicion.trae("codigoCliente") && !edicion.trae("clienteId")) o.clienteId.reset();
    validar_contraparte(o.clienteId, o.codigoCliente, "clienteId", "codigoCliente", false, fallas);
}

// A stored line in the form of a sent one.
PartidaNueva enviada(Linea const& l) {
    auto const& g = l.guardada;
    PartidaNueva p;
    p.productoId = g.productoId.id();
    if (!p.productoId) p.conceptoId = g.conceptoId.id();
    p.descripcion = Texto<1000>::de_base(g.descripcion.valor());
    p.cantidad = Positivo<Cantidad>(g.cantidad);
    if (p.productoId) p.unidadMedidaId = g.unidadMedidaId.id();
    p.precioUnitario = NoNegativo<Precio>(g.precioUnitario);
    p.descuento.valor = NoNegativo<Importe>(g.descuento), p.promocion.valor = NoNegativo<Importe>(g.promocion);
    p.almacenId = g.almacenId.id(), p.proyectoId = g.proyectoId.id(), p.centroCostoId = g.centroCostoId.id();
    for (auto const& s : l.series) p.series.push_back(TextoReq<60>::de_base(s));
    p.lotes.assign(l.lotes.begin(), l.lotes.end());
    p.notas = Notas::de_base(g.notas.valor());
    return p;
}

struct PartidasPedidas {
    std::vector<PartidaNueva> todas{};
    std::vector<std::int64_t> numeros{};

    void agregar(PartidaNueva p, std::int64_t numero) {
        todas.push_back(std::move(p));
        numeros.push_back(numero);
    }
};

// Sent lines merged with the stored ones: a named line keeps the members that are not sent, and its product. Without
// lines in the body, all stay.
PartidasPedidas partidas_de(Escritura& db, Id id, OrdenServicioDatos const& o,
                            Edicion<OrdenServicioDatos> const& edicion) {
    PartidasPedidas r;
    Fallas fallas;
    std::map<std::int64_t, PartidaConNumero> hay;
    std::int64_t ultimo = 0;
    for (auto const& l : lineas_identificadas(db, Lado::venta, id)) {
        ultimo = l.linea.guardada.numeroPartida.valor();
        hay[ultimo] = {enviada(l.linea), {}};
    }
    if (!edicion.trae("partidas"))
        for (auto const& [numero, p] : hay) r.agregar(p, numero);
    for (std::size_t i = 0; i < o.partidas.size(); ++i) {
        auto const ruta = en_fila("partidas", i);
        auto const& entrada = edicion.documento.buscar("partidas")->hijos[i];
        PartidaConNumero p;
        if (auto const numero = o.partidas[i].numeroPartida) {
            auto const suya = hay.extract(numero->valor());
            if (suya.empty()) {
                fallas.agregar(ruta + ".numeroPartida", codigo::no_existe, "no existe, o se repite");
                continue;
            }
            p = suya.mapped();
            json_leer(*tipo_de<PartidaConNumero>(), entrada, &p, ruta, fallas, Modo::edicion);
            if (p.productoId != suya.mapped().productoId || p.conceptoId != suya.mapped().conceptoId)
                fallas.agregar(ruta + ".productoId", codigo::rango,
                               "una partida no cambia de producto: quítela y agregue otra");
            r.agregar(p, numero->valor());
        } else {
            json_leer(*tipo_de<PartidaConNumero>(), entrada, &p, ruta, fallas);
            r.agregar(p, ++ultimo);
        }
        if (fallas.vacio()) validar_partida(p, i, fallas);
    }
    fallas.lanzar();
    return r;
}

// Lines keep their numbers when others are removed.
void numerar(DocumentoNuevo& d, std::vector<std::int64_t> const& numeros) {
    auto const cambiar = [&](auto& filas) {
        for (auto& f : filas)
            f.numeroPartida = decltype(f.numeroPartida)(numeros[static_cast<std::size_t>(f.numeroPartida.valor()) - 1]);
    };
    cambiar(d.partidas), cambiar(d.impuestos), cambiar(d.series), cambiar(d.lotes);
}

// Sent work orders merged with the stored ones: a stored one keeps the members that are not sent, and changes only
// before it begins.
Trabajos trabajos_de(Escritura& db, Id id, OrdenServicioDatos const& o, Edicion<OrdenServicioDatos> const& edicion,
                     OrdenDeServicioPropia const& propia, CabeceraNueva const& orden, Fallas& fallas) {
    Trabajos r;
    if (o.ordenesTrabajo.empty()) return r;
    std::map<Id, TrabajoGuardado> hay;
    for (auto const& t : db.lista<TrabajoGuardado, sql::trabajos_guardados>("transaccionId"_es(id)))
        hay[t.transaccionId] = t;
    for (std::size_t i = 0; i < o.ordenesTrabajo.size(); ++i) {
        auto const& pedido = o.ordenesTrabajo[i];
        exigir_programada(pedido, *o.fecha, i, fallas);
        if (!pedido.transaccionId) {
            r.agregar(completo(pedido, propia, orden));
            continue;
        }
        auto const suya = hay.extract(*pedido.transaccionId);
        if (suya.empty()) {
            fallas.agregar(en_fila("ordenesTrabajo", i, "transaccionId"), codigo::no_existe,
                           "no es de esta orden de servicio, o se repite");
            r.agregar(completo(pedido, propia, orden));
            continue;
        }
        auto const& antes = suya.mapped();
        TrabajoDeOrden t{{antes.personalServicioId, antes.vendedorId, antes.fechaProgramada, antes.descripcion}, {}};
        json_leer(*tipo_de<TrabajoDeOrden>(), edicion.documento.buscar("ordenesTrabajo")->hijos[i], &t,
                  en_fila("ordenesTrabajo", i), fallas, Modo::edicion);
        if (!t.fechaProgramada) t.fechaProgramada = completo({}, propia, orden).fechaProgramada;
        r.agregar(t, t.transaccionId);
        r.documentos.push_back(antes);
    }
    r.resolver(db, std::vector<TrabajoNuevo>(o.ordenesTrabajo.begin(), o.ordenesTrabajo.end()), orden.sucursalId,
               fallas);
    return r;
}

// Only sent members are resolved: a stored reference may be inactive by now.
Contexto resolver_cambio(Escritura& db, OrdenServicioDatos const& o, OrdenServicioCampos const& antes,
                         Edicion<OrdenServicioDatos> const& edicion, Fallas& fallas) {
    EncabezadoNuevo e = o;
    if (!edicion.trae("proyectoId")) e.proyectoId.reset();
    if (!edicion.trae("centroCostoId")) e.centroCostoId.reset();
    Menciones p;
    p.nombrar(o.clienteId, o.codigoCliente);
    p.quien = o.clienteId == antes.clienteId ? Quien::conocido : Quien::activo;
    if (edicion.trae("vendedorId")) p.vendedorId = o.vendedorId;
    return resolver(db, orden_de_servicio, e, p, fallas);
}

}  // namespace

OrdenServicioGuardada modificar_orden(Escritura& db, Sesion const& sesion, Id id,
                                      Edicion<OrdenServicioDatos> const& edicion) {
    auto const documento = bloquear(db, orden_de_servicio, id);
    transicion(orden_de_servicio, documento, AccionDocumento::modificar, sesion);
    auto const antes = *db.uno<OrdenServicioCampos, sql::orden_guardada>("transaccionId"_es(id));
    OrdenServicioDatos o{antes, {}, {}};
    edicion.sobre(o);
    Fallas fallas;
    exigir_fijos(antes, o, fallas);
    nombrar_cliente(o, edicion, fallas);
    auto const c = resolver_cambio(db, o, antes, edicion, fallas);
    bool const de_otro = c.contraparteId.presente() && c.contraparteId.id() != antes.clienteId;
    if (de_otro && documento.estado != Estado::Pendiente)
        fallas.agregar(o.clienteId ? "clienteId" : "codigoCliente", codigo::rango,
                       "no cambia una vez autorizada la orden");
    Hechos h;
    auto& cabecera = h.documento.cabecera = cabecera_de(orden_de_servicio, o, c);
    cabecera.transaccionId = id, cabecera.fecha = *o.fecha;
    cabecera.proyectoId = o.proyectoId.value_or(IdOCero{}),
    cabecera.centroCostoId = o.centroCostoId.value_or(IdOCero{});
    cabecera.vendedorId = o.vendedorId ? IdOCero(*o.vendedorId) : IdOCero{};
    auto const propia = propia_de(
        db, o, [&](std::string_view campo) { return edicion.trae(campo); }, c, cabecera.fecha, fallas);
    cabecera.palabras = palabras_de(propia);
    auto const partidas = partidas_de(db, id, o, edicion);
    bool const nuevas = edicion.trae("partidas") || de_otro;
    std::vector<Linea> lineas;
    if (nuevas) lineas = resolver_lineas(db, orden_de_servicio, c, cabecera.fecha, partidas.todas, fallas);
    calcular(lineas, fallas);
    auto orden = cabecera;  // header for its new work orders
    orden.fecha = std::max(cabecera.fecha, c.ahora);
    auto const trabajos = trabajos_de(db, id, o, edicion, propia, orden, fallas);
    fallas.lanzar();
    if (c.repetida.valor() != id.valor()) exigir_sin_repetir(c);
    for (auto const& t : trabajos.documentos) transicion(orden_de_trabajo, t, AccionDocumento::modificar, sesion);
    exigir_precios(lineas);
    poner_lineas(h, lineas);
    numerar(h.documento, partidas.numeros);
    reescribir(db, orden_de_servicio, std::move(h.documento), nuevas);
    guardadas.guardar(db, id, propia);
    db.encolar<sql::trabajos_seguir>("transaccionId"_es(id), "contactoId"_es(orden.contactoId),
                                     "contacto"_es(orden.contacto), "rfc"_es(orden.rfc), "palabras"_es(orden.palabras));
    return contestar(db, id, c.avisos, trabajos.guardar(db, orden));
}

// ---- its end ----
OrdenServicioCerrada cerrar_orden(Escritura& db, Sesion const& sesion, Id id,
                                  Cuerpo<OrdenServicioCierre> const& cierre) {
    auto const o = db.uno<OrdenPorCerrar, sql::orden_por_cerrar>("transaccionId"_es(id));
    if (!o) throw Problema(codigo::no_encontrado, "no existe Orden de servicio con ese identificador");
    bool const cobra = cierre.generarNotaVenta.valor;
    if (cobra && !sesion.permite("ventas.escribir"))
        throw Problema(codigo::permiso_denegado, "se requiere el permiso ventas.escribir para generar la nota");
    Fallas fallas;
    auto const momento = *momento_de(db, {id});
    auto const fecha = fechar(cierre.fechaCierre, momento.ahora, momento.antes, fallas, "fechaCierre");
    fallas.lanzar();
    bool otra_vez = false;
    auto const terminar = [&](Documento const& d) {
        otra_vez = cobra && d.estado == Estado::Cerrado &&
                   !db.consultar<sql::orden_por_cobrar_otra_vez>("transaccionId"_es(id)).vacia();
        auto const mudanza =
            mudanza_de(orden_de_servicio, d, otra_vez ? AccionDocumento::facturar : AccionDocumento::cerrar, sesion);
        exigir_sin_documentos(db.lista<DocumentoRelacionado, sql::trabajos_sin_terminar>("transaccionId"_es(id)),
                              "la orden tiene órdenes de trabajo sin terminar");
        if (auto const t = db.uno<TrabajoPosterior, sql::trabajo_posterior>("transaccionId"_es(id), "fecha"_es(fecha)))
            fallas.agregar("fechaCierre", codigo::rango,
                           "es anterior a la última acción de " + t->folio.valor() + ", el " + texto_de(t->fecha));
        if (cobra && db.consultar<sql::orden_tiene_partidas>("transaccionId"_es(id)).vacia())
            fallas.agregar("generarNotaVenta", codigo::rango, "la orden no tiene partidas que cobrar");
        fallas.lanzar();
        return mudanza;
    };
    IdOCero nota;
    std::vector<Cadena> avisos;
    if (cobra) {
        ventas::OrdenPorCobrar cobro{id, {}, *o->clienteId.id(), o->vendedorId, o->proyectoId, o->centroCostoId,
                                     {}, {}};
        cobro.encabezado.fecha = FechaDocumento(fecha), cobro.encabezado.sucursalId = o->sucursalId;
        cobro.encabezado.monedaId = o->monedaId;
        cobro.terminar = [&](Documento const& d) {
            db.comprobar_version(id);
            return terminar(d);
        };
        cobro.partidas.assign(cierre.partidas.begin(), cierre.partidas.end());
        auto const hecha = ventas::cobrar_orden(db, cobro);
        nota = hecha.transaccionId, avisos = hecha.advertencias;
    } else {
        mudar(db, terminar(bloquear(db, orden_de_servicio, id)));
    }
    if (!otra_vez)  // billed again: the first closing date stays
        db.encolar<sql::orden_cerrar>("transaccionId"_es(id), "fecha"_es(fecha),
                                      "solucion"_es(cadena(cierre.solucion)));
    return {{db.vista<OrdenServicioViewModel>(orden_servicio, id), std::move(avisos)}, nota};
}

}  // namespace gestor::servicio
