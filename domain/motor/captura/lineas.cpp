#include "domain/motor/captura/lineas.hpp"

#include <algorithm>

#include "domain/motor/captura/consultas_resolver.hpp"
#include "domain/motor/tipo/lado.hpp"
#include "domain/motor/tipo/recorte.hpp"
#include "domain/valores/json.hpp"

namespace gestor {
namespace {

struct LineaResuelta {
    Entero<0, 100'000> fila;
    IdOCero productoId;
    IdOCero conceptoId;
    Cadena codigo;
    Cadena numeroParte;
    Cadena descripcion;
    Cadena tipo;
    IdOCero unidadMedidaId;
    Cadena unidad;
    Cantidad factor;
    Cadena claveProductoServicio;
    Cadena claveUnidad;
    Cadena objetoImpuesto;
    std::optional<Tasa> tasaIva;
    Tasa tasaIeps;
    Precio cuotaIeps;
    Tasa tasaIvaRetenido;
    Tasa tasaIsrRetenido;
    Cadena tipoRetencion;
    Acreditamiento acreditamiento;
    Booleano estimulo;
    IdOCero cuentaContableId;
    IdOCero almacenId;
    IdOCero proyectoId;
    IdOCero centroCostoId;
    std::optional<Precio> precio;
    Booleano conImpuesto;
    Porcentaje descuentoMaximo;
    Booleano discorde;
    Booleano inconvertible;
    Booleano conceptoPropio;
};
DTO(LineaResuelta, fila, productoId, conceptoId, codigo, numeroParte, descripcion, tipo, unidadMedidaId, unidad, factor,
    claveProductoServicio, claveUnidad, objetoImpuesto, tasaIva, tasaIeps, cuotaIeps, tasaIvaRetenido, tasaIsrRetenido,
    tipoRetencion, acreditamiento, estimulo, cuentaContableId, almacenId, proyectoId, centroCostoId, precio,
    conImpuesto, descuentoMaximo, discorde, inconvertible, conceptoPropio)

struct LineaGuardada : PartidaGuardada {
    Cadena tipo;
    Cantidad facturada;
    Cantidad devuelta;
    std::optional<Tasa> tasaIva;
    Tasa tasaIeps;
    Precio cuotaIeps;
    Tasa tasaIvaRetenido;
    Tasa tasaIsrRetenido;
    Cadena tipoRetencion;
    Acreditamiento acreditamiento;
    IdOCero cuentaContableId;
};
DTO_DE((PartidaGuardada), LineaGuardada, tipo, facturada, devuelta, tasaIva, tasaIeps, cuotaIeps, tasaIvaRetenido,
       tasaIsrRetenido, tipoRetencion, acreditamiento, cuentaContableId)

struct Identificado {  // a serial number or a lot
    Id numeroPartida;
    Cadena serie;
    Cadena lote;
    Cantidad cantidad;
    std::optional<Fecha> caducidad;
};
DTO(Identificado, numeroPartida, serie, lote, cantidad, caducidad)

struct ComponenteDeKit {
    Id kitId;
    Id productoId;
    Booleano manejaSeries;
    Booleano manejaLotes;
    Cantidad cantidad;
};
DTO(ComponenteDeKit, kitId, productoId, manejaSeries, manejaLotes, cantidad)

std::string campo(std::size_t fila, std::string_view nombre) {
    return en_fila("partidas", fila, nombre);
}

void fallas_de_linea(PartidaNueva const& n, LineaResuelta const& r, std::string_view lista, Fallas& fallas) {
    auto const i = static_cast<std::size_t>(r.fila.valor());
    auto const campo = [&](std::size_t fila, std::string_view nombre) { return en_fila(lista, fila, nombre); };
    auto const no_existe = [&](bool enviado, bool hay, std::string_view nombre) {
        if (enviado && !hay) fallas.agregar(campo(i, nombre), codigo::no_existe, "no existe o no está activo");
    };
    no_existe(n.productoId.has_value(), r.productoId.presente(), "productoId");
    no_existe(n.codigo && !n.productoId, r.productoId.presente(), "codigo");
    no_existe(n.conceptoId.has_value(), r.conceptoId.presente(), "conceptoId");
    no_existe(n.unidadMedidaId.has_value(), r.unidadMedidaId.presente(), "unidadMedidaId");
    no_existe(n.almacenId.has_value(), r.almacenId.presente(), "almacenId");
    no_existe(n.proyectoId.has_value(), r.proyectoId.presente(), "proyectoId");
    no_existe(n.centroCostoId.has_value(), r.centroCostoId.presente(), "centroCostoId");
    if (r.discorde) fallas.agregar(campo(i, "codigo"), codigo::rango, "no es el código de productoId");
    if (r.inconvertible)
        fallas.agregar(campo(i, "unidadMedidaId"), codigo::rango, "no se convierte a la unidad del producto");
    if (r.conceptoId.presente() && !r.conceptoPropio)
        fallas.agregar(campo(i, "conceptoId"), codigo::rango,
                       "el concepto no es de este tipo de documentos, o no se usa en él");
}

constexpr std::string_view no_es_objeto = "01";
// RESICO (simplified regime of trust): a company withholds 1.25 % of ISR from a person of this regime.
constexpr std::string_view regimen_resico = "626";
constexpr Tasa retencion_resico{"0.0125"};

PerfilImpuestos perfil_de(TipoDocumento const& tipo, LineaResuelta const& r, Contexto const& c) {
    if (tipo.precios == Precios::ninguno) return {std::string(no_es_objeto), {}, {}, {}, {}, {}};
    PerfilImpuestos p{
        r.objetoImpuesto.valor(), r.tasaIva, r.tasaIeps, r.cuotaIeps, r.tasaIvaRetenido, r.tasaIsrRetenido,
        r.tipoRetencion.valor()};
    bool const compramos = tipo.lado == Lado::compra;
    if (!compramos) aplicar_frontera(p, c.frontera, r.estimulo);  // the border stimulus applies to the seller only
    if (compramos && c.regimenFiscal == regimen_resico && p.isrRetenido.es_cero()) {
        p.isrRetenido = retencion_resico;
        if (p.tipoRetencion.empty()) p.tipoRetencion = "Otros";
    }
    bool const nos_pagan = tipo.lado == Lado::venta;
    quitar_retenciones(p, nos_pagan ? c.rfc : c.organizacionRfc, nos_pagan ? c.organizacionRfc : c.rfc);
    return p;
}

// Price of a line: from the body, else from the list.
std::optional<Precio> precio_de(TipoDocumento const& tipo, PartidaNueva const& n, LineaResuelta const& r,
                                PerfilImpuestos const& perfil) {
    if (tipo.precios == Precios::ninguno) return Precio{};
    if (n.precioUnitario) return *n.precioUnitario;
    if (tipo.precios == Precios::enviados || !r.precio) return std::nullopt;
    return r.conImpuesto ? sin_impuestos(*r.precio, perfil) : *r.precio;
}

Linea linea_de(TipoDocumento const& tipo, PartidaNueva const& n, LineaResuelta const& r, Contexto const& c) {
    Linea l;
    l.perfil = perfil_de(tipo, r, c);
    l.tipo = r.tipo.valor();
    l.cuentaContableId = r.cuentaContableId.valor();
    l.acreditamiento = r.acreditamiento;
    auto& g = l.guardada;
    g.productoId = r.productoId, g.conceptoId = r.conceptoId;
    g.unidadMedidaId = r.unidadMedidaId, g.unidad = r.unidad, g.factor = r.factor;
    g.proyectoId = r.proyectoId, g.centroCostoId = r.centroCostoId, g.almacenId = r.almacenId;
    g.codigo = r.codigo, g.numeroParte = r.numeroParte;
    g.descripcion = n.descripcion && !n.descripcion->vacio() ? Cadena::de_base(n.descripcion->valor()) : r.descripcion;
    g.claveProductoServicio = r.claveProductoServicio, g.claveUnidad = r.claveUnidad,
    g.objetoImpuesto = Cadena::de_base(l.perfil.objeto);
    g.cantidad = n.cantidad;
    g.descuento = n.descuento.valor, g.promocion = n.promocion.valor;
    if (n.notas) g.notas = Cadena::de_base(n.notas->valor());
    auto const precio = precio_de(tipo, n, r, l.perfil);
    l.sinPrecio = !precio;
    g.precioUnitario = precio.value_or(Precio{});
    for (auto const& s : n.series) l.series.push_back(s.valor());
    l.lotes = n.lotes;
    return l;
}

void comprobar_descuento(Linea const& l, LineaResuelta const& r, std::size_t i, Fallas& fallas) {
    if (l.sinPrecio || r.descuentoMaximo.es_cero() || l.guardada.descuento.es_cero()) return;
    Importe const bruto = multiplicar<6>(l.guardada.cantidad, l.guardada.precioUnitario);
    Importe const tope = dividir<6>(multiplicar<6>(bruto, r.descuentoMaximo), Porcentaje::de_entero(100));
    if (l.guardada.descuento > tope)
        fallas.agregar(campo(i, "descuento"), codigo::rango, "pasa del descuento máximo de la lista de precios");
}

}  // namespace

void validar_identificados(std::span<TextoReq<60> const> series, std::span<LotePedido const> lotes, std::size_t fila,
                           Fallas& fallas, std::string_view lista) {
    std::vector<std::string_view> nombres(series.begin(), series.end());
    std::sort(nombres.begin(), nombres.end());
    if (std::adjacent_find(nombres.begin(), nombres.end()) != nombres.end())
        fallas.agregar(en_fila(lista, fila, "series"), codigo::duplicado, "repite una serie");
    for (std::size_t a = 0; a < lotes.size(); ++a)
        for (std::size_t b = a + 1; b < lotes.size(); ++b)
            if (lotes[a].lote == lotes[b].lote)
                fallas.agregar(en_fila(lista, fila, "lotes"), codigo::duplicado, "repite un lote");
}

void validar_partidas(std::span<PartidaNueva const> partidas, Fallas& fallas) {
    for (std::size_t i = 0; i < partidas.size(); ++i) validar_partida(partidas[i], i, fallas);
}

void validar_partida(PartidaNueva const& p, std::size_t i, Fallas& fallas) {
    bool const producto = p.productoId || (p.codigo && !p.codigo->vacio());
    if (!producto && !p.conceptoId)
        fallas.agregar(campo(i, "productoId"), codigo::requerido, "envíe productoId, codigo o conceptoId");
    if (producto && p.conceptoId)
        fallas.agregar(campo(i, "conceptoId"), codigo::rango, "la partida nombra un producto; envíe uno solo");
    if (p.conceptoId && !p.precioUnitario)
        fallas.agregar(campo(i, "precioUnitario"), codigo::requerido, "un concepto no tiene lista de precios");
    validar_detalle(p, i, fallas);
}

void validar_detalle(PartidaNueva const& p, std::size_t i, Fallas& fallas) {
    if (p.descripcion && p.descripcion->valor().find('|') != std::string::npos)
        fallas.agregar(campo(i, "descripcion"), codigo::formato, "no puede llevar el carácter |");
    validar_identificados(p.series, p.lotes, i, fallas);
}

namespace {

// Parts of sql::lineas_resolver that these lines do not need.
Recorte recorte_de(Contexto const& c, std::span<PartidaNueva const> partidas) {
    Recorte recorte;
    if (!c.frontera) recorte.emplace_back("lineas_estimulo", sql::sin_estimulo);
    auto const ninguna = [&](auto pide) { return std::ranges::none_of(partidas, pide); };
    if (ninguna([](PartidaNueva const& p) { return p.conceptoId.has_value(); }))
        recorte.emplace_back("lineas_concepto", sql::sin_concepto);
    if (ninguna([](PartidaNueva const& p) { return p.unidadMedidaId.has_value(); }))
        recorte.emplace_back("lineas_unidad", sql::unidad_del_producto);
    if (ninguna([](PartidaNueva const& p) { return p.almacenId || p.proyectoId || p.centroCostoId; }))
        recorte.emplace_back("lineas_destino", sql::sin_destino);
    // the list of prices also limits the discount
    if (ninguna([](PartidaNueva const& p) { return !p.precioUnitario || !p.descuento.valor.es_cero(); }))
        recorte.emplace_back("lineas_precio", sql::sin_precio);
    return recorte;
}

}  // namespace

std::vector<Linea> resolver_lineas(Escritura& db, TipoDocumento const& tipo, Contexto const& c, FechaHora fecha,
                                   std::span<PartidaNueva const> partidas, Fallas& fallas, std::string_view lista) {
    if (partidas.empty()) return {};
    std::string filas;
    json_escribir(std::vector<PartidaNueva>(partidas.begin(), partidas.end()), filas);
    auto const& lado = cuentas_de(tipo.lado);
    auto const precios = c.listaPreciosId.presente() ? c.listaPreciosId : c.listaPropia;
    auto const resueltas = lista_recortada<LineaResuelta, sql::lineas_resolver>(
        db, recorte_de(c, partidas), "filas"_es(std::move(filas)), "objId"_es(std::int64_t{tipo.obj_id}),
        "monedaId"_es(c.monedaId), "tipoConcepto"_es(std::string(contraparte_de(tipo).concepto)),
        "cuentasPorTasa"_es(std::string(lado.cuentas_por_tasa)),
        "listaPreciosId"_es(precios.presente() ? sql_de(precios) : std::nullopt), "sucursalId"_es(c.sucursalId),
        "fecha"_es(fecha));
    std::vector<Linea> lineas;
    for (auto const& r : resueltas) {
        auto const i = static_cast<std::size_t>(r.fila.valor());
        fallas_de_linea(partidas[i], r, lista, fallas);
        lineas.push_back(linea_de(tipo, partidas[i], r, c));
        comprobar_descuento(lineas.back(), r, i, fallas);
    }
    return lineas;
}

void exigir_precios(std::vector<Linea> const& lineas) {
    for (std::size_t i = 0; i < lineas.size(); ++i)
        if (lineas[i].sinPrecio) {
            auto const detalle = lineas[i].guardada.codigo.valor() + " no tiene precio en las listas aplicables";
            throw Problema(codigo::precio_no_definido, detalle,
                           {{campo(i, "precioUnitario"), std::string(codigo::requerido), detalle}});
        }
}

void calcular(std::vector<Linea>& lineas, Fallas& fallas) {
    for (std::size_t i = 0; i < lineas.size(); ++i) {
        auto& l = lineas[i];
        if (l.sinPrecio) continue;
        auto& g = l.guardada;
        try {
            if (g.descuento + g.promocion > multiplicar<6>(g.cantidad, g.precioUnitario)) {
                fallas.agregar(campo(i, g.descuento.es_cero() ? "promocion" : "descuento"), codigo::rango,
                               "descuento y promoción pasan de cantidad × precioUnitario");
                continue;
            }
            l.importes = calcular_linea(g.cantidad, g.precioUnitario, g.descuento, g.promocion, l.perfil);
            g.importe = l.importes.importe;
        } catch (Desborde const&) {
            fallas.agregar(campo(i, "precioUnitario"), codigo::rango, "el importe calculado pasa del máximo");
        }
    }
}

std::vector<LineaOrigen> lineas_de(Escritura& db, Lado lado, Id transaccionId) {
    std::vector<LineaOrigen> lineas;
    for (auto const& g : db.lista<LineaGuardada, sql::lineas_guardadas>(
             "transaccionId"_es(transaccionId), "cuentasPorTasa"_es(std::string(cuentas_de(lado).cuentas_por_tasa)))) {
        LineaOrigen o;
        o.linea.guardada = g;
        o.linea.tipo = g.tipo.valor();
        o.linea.cuentaContableId = g.cuentaContableId.valor();
        o.linea.acreditamiento = g.acreditamiento;
        o.linea.perfil = {
            g.objetoImpuesto.valor(), g.tasaIva, g.tasaIeps, g.cuotaIeps, g.tasaIvaRetenido, g.tasaIsrRetenido,
            g.tipoRetencion.valor()};
        o.facturada = g.facturada, o.surtida = g.surtida, o.devuelta = g.devuelta;
        lineas.push_back(std::move(o));
    }
    return lineas;
}

std::vector<LineaOrigen> lineas_identificadas(Escritura& db, Lado lado, Id transaccionId) {
    auto lineas = lineas_de(db, lado, transaccionId);
    for (auto const& i : db.lista<Identificado, sql::lineas_identificados>("transaccionId"_es(transaccionId))) {
        auto const suya = std::find_if(lineas.begin(), lineas.end(), [&](LineaOrigen const& o) {
            return o.linea.guardada.numeroPartida == i.numeroPartida;
        });
        if (i.lote.vacio())
            suya->linea.series.push_back(i.serie.valor());
        else
            suya->linea.lotes.push_back(
                {TextoReq<60>::de_base(i.lote.valor()), Positivo<Cantidad>(i.cantidad), i.caducidad});
    }
    return lineas;
}

Linea parte_de_linea(LineaOrigen const& origen, Id transaccionId, Cantidad cantidad) {
    Linea l = origen.linea;
    auto& g = l.guardada;
    g.origenId = transaccionId;
    g.numeroPartidaOrigen = g.numeroPartida.valor();
    if (cantidad != g.cantidad) {
        g.descuento = prorratear(g.descuento, cantidad, g.cantidad);
        g.promocion = prorratear(g.promocion, cantidad, g.cantidad);
        g.cantidad = cantidad;
    }
    g.surtida = {}, g.costo = {};
    g.avanceSurtida = g.avanceFacturada = g.avanceDevuelta = {};
    return l;
}

void poner_lineas(Hechos& h, std::vector<Linea> const& lineas, Locales const& locales) {
    std::vector<LineaImportes> importes;
    auto& d = h.documento;
    for (std::size_t i = 0; i < lineas.size(); ++i) {
        auto const& l = lineas[i];
        int const numero = static_cast<int>(i) + 1;
        importes.push_back(l.importes);
        d.partidas.push_back(l.guardada);
        d.partidas.back().numeroPartida = Id(numero);
        std::int64_t n = 0;
        for (auto const& t : l.importes.impuestos) {
            d.impuestos.push_back({numero, ++n, Cadena::de_base(t.impuesto),
                                   Cadena::de_base(t.retencion ? "Retencion" : "Traslado"), Cadena::de_base(t.factor),
                                   t.tasa, t.base, t.importe, Cadena::de_base(t.tipoRetencion), t.noAcreditable});
        }
        for (auto const& s : l.series) d.series.push_back({numero, Cadena::de_base(s)});
        for (auto const& x : l.lotes)
            d.lotes.push_back({numero, Cadena::de_base(x.lote.valor()), x.cantidad, x.caducidad});
        if (l.cuentaContableId == 0) continue;
        auto bases = l.importes.bases();
        bases[static_cast<std::size_t>(l.importes.cubeta)] -= l.importes.ieps;
        for (std::size_t b = 0; b < numero_bases; ++b)
            if (!bases[b].es_cero()) h.ingresos.push_back({static_cast<Cubeta>(b), l.cuentaContableId, bases[b]});
    }
    poner_totales(h, totalizar(importes, locales));
    d.retenciones = retenciones_de(importes, h.totales, h.cubetasMxn, d.cabecera.tipoCambio);
}

std::vector<Pieza> piezas_de(Escritura& db, std::vector<Linea> const& lineas, IdOCero almacen) {
    std::vector<Id> kits;
    for (auto const& l : lineas)
        if (l.tipo == "Kit") kits.push_back(Id(l.guardada.productoId.valor()));
    std::vector<ComponenteDeKit> componentes;
    if (!kits.empty()) componentes = db.lista<ComponenteDeKit, sql::componentes>("kits"_es(kits));
    std::vector<Pieza> piezas;
    Fallas fallas;
    for (std::size_t i = 0; i < lineas.size(); ++i) {
        auto const& l = lineas[i];
        auto const mueve = l.mueve.value_or(l.guardada.cantidad);
        if (mueve.es_cero() || l.tipo == "Servicio") continue;
        if (!l.guardada.almacenId.presente() && !almacen.presente()) {
            fallas.agregar(campo(i, "almacenId"), codigo::requerido, "la sucursal no tiene almacén; indique uno");
            continue;
        }
        Cantidad const base = multiplicar<6>(mueve, l.guardada.factor);
        Pieza p;
        p.numeroPartida = static_cast<int>(i) + 1;
        p.fila = i;
        p.almacenId = Id(l.guardada.almacenId.presente() ? l.guardada.almacenId.valor() : almacen.valor());
        p.productoId = Id(l.guardada.productoId.valor());
        p.cantidad = base;
        p.series = l.series;
        p.lotes = l.lotes;
        if (l.tipo == "Producto") piezas.push_back(p);
        for (auto const& c : componentes) {
            if (l.tipo != "Kit" || c.kitId != p.productoId) continue;
            Pieza parte = p;  // serial numbers and lots of a kit belong to the component that uses them
            parte.productoId = c.productoId;
            parte.cantidad = multiplicar<6>(base, c.cantidad);
            if (!c.manejaSeries) parte.series.clear();
            if (!c.manejaLotes) parte.lotes.clear();
            piezas.push_back(std::move(parte));
        }
    }
    fallas.lanzar();
    return piezas;
}

}  // namespace gestor
