// A return note: what comes back of a sale, in proportion and to the last cent, and at the cost at which it had left.
#include <algorithm>

#include "domain/motor/etapas.hpp"
#include "domain/ventas/consultas_devoluciones.hpp"
#include "domain/ventas/devuelto.hpp"
#include "domain/ventas/documentos.hpp"
#include "domain/ventas/escrituras_regreso.hpp"
#include "domain/ventas/propios.hpp"
#include "domain/ventas/regreso.hpp"

namespace gestor {
namespace {

struct VentaPorDevolver {  // what of a sale never changes
    Id sucursalId;
    IdCatalogo monedaId;
    Positivo<TipoCambio> tipoCambio;
};

struct VentaDevuelta {
    IdOCero contactoId;
    Cadena contacto;
    Cadena rfc;
    Cadena moneda;
    Cadena usoCFDI;
    Cadena regimenFiscal;
    IdOCero vendedorId;
    IdOCero proyectoId;
    IdOCero centroCostoId;
    IdOCero almacenId;
    Dinero subtotal;
    Dinero descuento;
    Dinero iva;
    Dinero ieps;
    Dinero ivaRetenido;
    Dinero isrRetenido;
    Dinero devueltoSubtotal;
    Dinero devueltoDescuento;
    Dinero devueltoIva;
    Dinero devueltoIeps;
    Dinero devueltoIvaRetenido;
    Dinero devueltoIsrRetenido;
    Cubetas devueltoCubetas;
    Cubetas devueltoPesos;
    Cubetas declarado;  // of what was collected of it and not given back
};

}  // namespace
DTO(VentaPorDevolver, sucursalId, monedaId, tipoCambio)
DTO(VentaDevuelta, contactoId, contacto, rfc, moneda, usoCFDI, regimenFiscal, vendedorId, proyectoId, centroCostoId,
    almacenId, subtotal, descuento, iva, ieps, ivaRetenido, isrRetenido, devueltoSubtotal, devueltoDescuento,
    devueltoIva, devueltoIeps, devueltoIvaRetenido, devueltoIsrRetenido, devueltoCubetas, devueltoPesos, declarado)

namespace {

struct LineaDeVenta {
    LineaOrigen origen;
    LineaDevuelta antes;
    std::vector<ImpuestoDevuelto> impuestos;

    Cantidad pendiente() const { return origen.linea.guardada.cantidad - antes.cantidad; }
    Cantidad por_entregar() const { return origen.linea.guardada.cantidad - origen.surtida; }
};

// What is asked for of one line.
struct Pedida {
    LineaDeVenta* linea;
    Cantidad cantidad;
    PartidaDevuelta const* partida = nullptr;  // null: all that is left
};

struct Devolucion {
    DocumentoBloqueado venta;
    VentaDevuelta cabecera;
    std::vector<LineaDeVenta> lineas;
    std::vector<Pedida> pedidas;
    std::vector<Linea> nuevas;
    PartesDevueltas partes;
    Contexto c;
    Hechos h;
};

auto de_la_venta(Id venta) {
    return "transaccionId"_es(venta);
}

// Under its lock: the sale, its lines, and what of each came back before.
void cargar(Escritura& db, Devolucion& d, Id venta) {
    d.cabecera = *db.uno<VentaDevuelta, sql::devolucion_venta>(de_la_venta(venta));
    for (auto& l : lineas_de(db, Lado::venta, venta)) d.lineas.push_back({std::move(l), {}, {}});
    auto const de = [&](std::int64_t numero) {
        return std::find_if(d.lineas.begin(), d.lineas.end(), [&](LineaDeVenta const& l) {
            return l.origen.linea.guardada.numeroPartida.valor() == numero;
        });
    };
    for (auto const& a : db.lista<LineaDevuelta, sql::devolucion_lineas>(de_la_venta(venta)))
        de(a.numeroPartida.valor())->antes = a;
    for (auto const& i : db.lista<ImpuestoDevuelto, sql::devolucion_impuestos>(de_la_venta(venta)))
        de(i.numeroPartida.valor())->impuestos.push_back(i);
}

void elegir(Devolucion& d, DevolucionNueva const& n, Fallas& fallas) {
    if (n.completa.valor) {
        for (auto& l : d.lineas)
            if (!l.pendiente().es_cero()) d.pedidas.push_back({&l, l.pendiente(), nullptr});
        if (d.pedidas.empty()) fallas.agregar("completa", codigo::rango, "la venta ya se devolvió por completo");
    }
    for (std::size_t i = 0; i < n.partidas.size(); ++i) {
        auto const& p = n.partidas[i];
        auto const l = std::find_if(d.lineas.begin(), d.lineas.end(), [&](LineaDeVenta const& x) {
            return x.origen.linea.guardada.numeroPartida.valor() == p.numeroPartida.valor();
        });
        if (l == d.lineas.end()) {
            fallas.agregar(en_fila("partidas", i, "numeroPartida"), codigo::no_existe, "la venta no tiene esa partida");
            continue;
        }
        if (p.cantidad > l->pendiente()) {
            std::string queda;
            l->pendiente().escribir(queda);
            fallas.agregar(en_fila("partidas", i, "cantidad"), codigo::rango,
                           "pasa de lo vendido y no devuelto: " + queda);
        }
        d.pedidas.push_back({&*l, p.cantidad, &p});
    }
}

// Of an amount of the whole line, what this return takes: up to its quantity all in all; the last takes the rest.
Importe parte(Importe todo, Importe antes, Cantidad hasta, Cantidad cantidad) {
    Importe const acumulado = hasta == cantidad ? todo : prorratear(todo, hasta, cantidad);
    return std::max(Importe{}, Importe(acumulado - antes));
}

ImpuestoLinea impuesto_de(ImpuestoDevuelto const& i, Importe base, Importe importe) {
    return {i.impuesto.valor(),     i.tipo == "Retencion", i.tipoFactor.valor(), i.tasaOCuota, base, importe,
            i.tipoRetencion.valor()};
}

Linea linea_devuelta(Pedida const& p, Id venta) {
    auto const& v = *p.linea;
    Linea l = v.origen.linea;
    auto& g = l.guardada;
    Cantidad const vendida = g.cantidad;
    Cantidad const hasta = v.antes.cantidad + p.cantidad;
    g.origenId = venta;
    g.numeroPartidaOrigen = g.numeroPartida.valor();
    g.descuento = parte(g.descuento, v.antes.descuento, hasta, vendida);
    g.promocion = parte(g.promocion, v.antes.promocion, hasta, vendida);
    g.cantidad = p.cantidad;
    g.importe = multiplicar<6>(g.cantidad, g.precioUnitario) - g.descuento - g.promocion;
    g.surtida = {}, g.costo = {};
    g.avanceSurtida = g.avanceFacturada = {};
    g.avanceDevuelta = p.cantidad;
    if (p.partida != nullptr && p.partida->notas) g.notas = Cadena::de_base(p.partida->notas->valor());
    l.importes = {};
    for (auto const& i : v.impuestos)
        l.importes.impuestos.push_back(impuesto_de(i, parte(i.base, i.devueltaBase, hasta, vendida),
                                                   parte(i.importe, i.devueltoImporte, hasta, vendida)));
    return l;
}

// A line of the sale as far as it has come back with this return.
LineaImportes acumulado(LineaDeVenta const& v, Linea const* ahora) {
    auto const& g = v.origen.linea.guardada;
    LineaImportes l;
    Cantidad const cantidad = v.antes.cantidad + (ahora ? ahora->guardada.cantidad : Cantidad{});
    l.cubeta = calcular_linea(g.cantidad, g.precioUnitario, g.descuento, g.promocion, v.origen.linea.perfil).cubeta;
    l.bruto = multiplicar<6>(cantidad, g.precioUnitario);
    l.rebaja = v.antes.descuento + v.antes.promocion;
    if (ahora) l.rebaja += ahora->guardada.descuento + ahora->guardada.promocion;
    l.importe = l.bruto - l.rebaja;
    for (std::size_t i = 0; i < v.impuestos.size(); ++i) {
        auto const& t = v.impuestos[i];
        auto x = impuesto_de(t, t.devueltaBase, t.devueltoImporte);
        if (ahora) x.base += ahora->importes.impuestos[i].base, x.importe += ahora->importes.impuestos[i].importe;
        if (x.impuesto == "003") l.ieps += x.importe;
        l.impuestos.push_back(std::move(x));
    }
    return l;
}

Dinero acotado(Dinero acumulado, Dinero antes, Dinero todo) {
    return std::max(Dinero{}, std::min(Dinero(acumulado - antes), Dinero(todo - antes)));
}

// The header is what all returns make up with this one, less what those before it gave back: so that a sale that comes
// back whole, in however many parts, gives back its own header.
void poner_importes(Devolucion& d) {
    auto const& v = d.cabecera;
    std::vector<LineaImportes> lineas;
    bool completa = true;
    for (auto const& l : d.lineas) {
        Linea const* ahora = nullptr;
        for (std::size_t i = 0; i < d.pedidas.size(); ++i)
            if (d.pedidas[i].linea == &l) ahora = &d.nuevas[i];
        auto const cantidad = l.antes.cantidad + (ahora ? ahora->guardada.cantidad : Cantidad{});
        completa = completa && cantidad == l.origen.linea.guardada.cantidad;
        if (!cantidad.es_cero()) lineas.push_back(acumulado(l, ahora));
    }
    Totales const hasta = totalizar(lineas);
    auto const de = [&](Dinero acumulado, Dinero antes, Dinero todo) {
        return acotado(completa ? todo : acumulado, antes, todo);
    };
    Totales t;
    t.subtotal = de(hasta.subtotal, v.devueltoSubtotal, v.subtotal);
    t.descuento = de(hasta.descuento, v.devueltoDescuento, v.descuento);
    t.iva = de(hasta.iva, v.devueltoIva, v.iva);
    t.ieps = de(hasta.ieps, v.devueltoIeps, v.ieps);
    t.ivaRetenido = de(hasta.ivaRetenido, v.devueltoIvaRetenido, v.ivaRetenido);
    t.isrRetenido = de(hasta.isrRetenido, v.devueltoIsrRetenido, v.isrRetenido);
    t.total = t.subtotal + t.iva + t.ieps - t.ivaRetenido - t.isrRetenido;

    Cubetas resto = d.venta.cubetas.value_or(Cubetas{});
    Cubetas restoPesos = d.venta.cubetasMxn.value_or(Cubetas{});
    resto -= v.devueltoCubetas;
    restoPesos -= v.devueltoPesos;
    Cubetas partes = hasta.cubetas;
    partes -= v.devueltoCubetas;
    t.cubetas = completa ? resto : acotar(partes, t.total, resto);
    t.iepsDeBase[0] = t.ieps;  // one account takes all bases back
    poner_totales(d.h, t);
    d.partes = repartir_devolucion({d.venta, d.venta.tipoCambio, resto, restoPesos, v.declarado}, t.cubetas);
    d.h.porCobrar = d.h.cubetasMxn = d.partes.impagasMxn;
    d.h.cubetasMxn += d.partes.pagadasMxn;
    d.h.declarado = d.partes.declaradas;
    d.h.documento.cabecera.cubetasMxn = d.h.cubetasMxn;
}

CabeceraNueva cabecera_de_devolucion(Devolucion const& d, EncabezadoNuevo const& e) {
    auto n = cabecera_de(devolucion_de_cliente, e, d.c);
    auto const& v = d.cabecera;
    n.contactoId = v.contactoId, n.contacto = v.contacto, n.rfc = v.rfc;
    n.usoCFDI = v.usoCFDI, n.regimenFiscal = v.regimenFiscal;
    n.vendedorId = v.vendedorId, n.proyectoId = v.proyectoId, n.centroCostoId = v.centroCostoId;
    return n;
}

EncabezadoNuevo encabezado_de(DevolucionNueva const& n, VentaPorDevolver const& venta) {
    EncabezadoNuevo e;
    e.fecha = n.fecha, e.serie = n.serie, e.notas = n.notas, e.referenciaExterna = n.referenciaExterna;
    e.sucursalId = venta.sucursalId;
    e.monedaId = venta.monedaId;
    e.tipoCambio = venta.tipoCambio;
    return e;
}

// Goods of each line that had left: into stock, or lost.
void regresar(Escritura& db, Devolucion& d, DevolucionNueva const& n) {
    Regreso regreso(db, d.venta.transaccionId);
    for (std::size_t i = 0; i < d.pedidas.size(); ++i) {
        auto& linea = d.nuevas[i];
        auto const& p = d.pedidas[i];
        auto const vuelve = p.partida != nullptr ? regreso.tomar(linea, i, p.partida->series, p.partida->lotes)
                                                 : regreso.tomar_todo(linea, i);
        auto& g = linea.guardada;
        if (linea.tipo != "Servicio")  // what was never delivered, and now never will be
            g.avanceSurtida = std::min(Cantidad(g.cantidad - g.surtida), p.linea->por_entregar());
        for (auto const& b : vuelve) {
            if (!b.series.empty()) linea.series.push_back(b.series[0]);
            if (!b.lotes.empty()) linea.lotes.push_back(b.lotes[0]);
            if (!n.reingresaInventario.valor) {
                g.costo += b.valor;
                d.h.perdido += b.valor;
                continue;
            }
            d.h.piezas.push_back(b);
            if (d.c.almacenId.presente() && n.almacenId) d.h.piezas.back().almacenId = *n.almacenId;
        }
    }
}

// What had not been paid lowers the debt; the rest is a credit, and pays at once what the sale still owes.
Emision emision_de(Devolucion& d) {
    auto const& n = d.h.documento.cabecera;
    Emision e;
    e.rebaja = {d.venta.transaccionId, d.partes.impagas, d.partes.impagasMxn};
    Dinero const impago = d.partes.impagas.total();
    Dinero const importe = std::min(d.venta.saldo - impago, n.total - impago);
    if (importe.es_positivo())
        e.cobros.push_back({.fuente = n.transaccionId,
                            .destino = d.venta.transaccionId,
                            .importe = importe,
                            .importeFuente = importe,
                            .tipoCambio = d.venta.tipoCambio,
                            .fecha = n.fecha});
    e.hechos = std::move(d.h);
    return e;
}

}  // namespace

void validar(DevolucionNueva const& n, Fallas& fallas) {
    if (n.completa.valor && !n.partidas.empty())
        fallas.agregar("partidas", codigo::rango, "con completa no se envían partidas");
    if (!n.completa.valor && n.partidas.empty())
        fallas.agregar("partidas", codigo::requerido, "debe traer al menos 1 (o completa)");
    for (std::size_t i = 0; i < n.partidas.size(); ++i) {
        auto const& p = n.partidas[i];
        for (std::size_t j = 0; j < i; ++j)
            if (n.partidas[j].numeroPartida.valor() == p.numeroPartida.valor())
                fallas.agregar(en_fila("partidas", i, "numeroPartida"), codigo::duplicado, "repite una partida");
        validar_identificados(p.series, p.lotes, i, fallas);
    }
}

DevolucionCreada crear_devolucion(Escritura& db, Sesion const& sesion, Cuerpo<DevolucionNueva> const& n) {
    auto const venta = db.uno<VentaPorDevolver, sql::por_devolver>(de_la_venta(n.transaccionIdVenta));
    if (!venta) throw Problema(codigo::no_encontrado, "no existe la venta con ese identificador");
    Devolucion d;
    Fallas fallas;
    Menciones p;
    p.almacenId = n.almacenId;
    p.origenes = {n.transaccionIdVenta};
    auto const encabezado = encabezado_de(n, *venta);
    d.c = resolver(db, devolucion_de_cliente, encabezado, p, fallas);
    fallas.lanzar();
    auto bloqueados = EnPeriodo::entrar(db, d.c).sin_contraparte().documentos({n.transaccionIdVenta});
    auto cartera = bloqueados.cartera;
    d.venta = *cartera.buscar(n.transaccionIdVenta);
    transicion(d.venta.tipo(), d.venta, AccionDocumento::devolver, sesion);
    cargar(db, d, n.transaccionIdVenta);
    elegir(d, n, fallas);
    fallas.lanzar();

    d.h.documento.cabecera = cabecera_de_devolucion(d, encabezado);
    for (auto const& x : d.pedidas) d.nuevas.push_back(linea_devuelta(x, n.transaccionIdVenta));
    regresar(db, d, n);
    poner_lineas(d.h, d.nuevas);
    poner_importes(d);
    auto const& c = d.h.documento.cabecera;
    for (auto const& l : d.nuevas) {
        auto const& g = l.guardada;
        d.h.avances.push_back(
            {n.transaccionIdVenta, g.numeroPartidaOrigen.valor(), g.avanceSurtida, {}, g.avanceDevuelta});
    }
    d.h.relaciones.push_back({n.transaccionIdVenta, c.transaccionId, "Credito"});
    DevolucionPropia const propios{Cadena::de_base(n.motivo.valor()), d.partes.declaradas};
    d.h.documento.propios.push_back(propio(tabla_devolucion, propios));
    d.h.existencias = std::move(bloqueados).existencias(d.h.piezas);
    auto const plan = planificar(devolucion_de_cliente, devolucion_nueva, emision_de(d), cartera);
    aplicar(db, plan);

    Dinero const aplicado = d.venta.saldo - cartera.buscar(d.venta.transaccionId)->saldo;
    DevolucionCreada r{resultado(db, d.c.transaccionId), {}};
    if (aplicado.es_positivo())
        r.aplicaciones.push_back(
            {d.venta.transaccionId, Cadena::de_base(d.venta.folio.valor()), aplicado, plan->fecha});
    return r;
}

}  // namespace gestor
