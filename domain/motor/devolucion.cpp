#include "domain/motor/devolucion.hpp"

#include <algorithm>

#include "domain/motor/consultas_devolucion.hpp"

namespace gestor {
namespace {

struct PorDevolver {  // what of a document never changes
    Id sucursalId;
    IdCatalogo monedaId;
    Positivo<TipoCambio> tipoCambio;
};

}  // namespace
DTO(PorDevolver, sucursalId, monedaId, tipoCambio)

void validar_devueltas(PartidasDevueltas const& partidas, bool completa, Fallas& fallas) {
    if (completa && !partidas.empty()) fallas.agregar("partidas", codigo::rango, "con completa no se envían partidas");
    if (!completa && partidas.empty())
        fallas.agregar("partidas", codigo::requerido, "debe traer al menos 1 (o completa)");
    for (std::size_t i = 0; i < partidas.size(); ++i) {
        auto const& p = partidas[i];
        for (std::size_t j = 0; j < i; ++j)
            if (partidas[j].numeroPartida.valor() == p.numeroPartida.valor())
                fallas.agregar(en_fila("partidas", i, "numeroPartida"), codigo::duplicado, "repite una partida");
        validar_identificados(p.series, p.lotes, i, fallas);
    }
}

namespace {

auto del(Id documento) {
    return "transaccionId"_es(documento);
}

std::string numeros_de(std::span<TipoDocumento const* const> tipos) {
    std::string numeros;
    for (auto const* t : tipos) numeros += (numeros.empty() ? "{" : ",") + std::to_string(t->obj_id);
    return numeros + "}";
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

Linea linea_devuelta(Devuelta const& p, Id documento) {
    auto const& v = *p.linea;
    Linea l = v.origen.linea;
    auto& g = l.guardada;
    Cantidad const vendida = g.cantidad;
    Cantidad const hasta = v.antes.cantidad + p.cantidad;
    g.origenId = documento;
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

// A line of the document as far as it has come back with this return.
LineaImportes acumulado(LineaPorDevolver const& v, Linea const* ahora) {
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

}  // namespace

Devolucion::Devolucion(Escritura& db, TipoDocumento const& tipo, Id id, std::span<TipoDocumento const* const> tipos,
                       EncabezadoDeCredito const& e, std::optional<Id> almacen, Fallas& fallas)
    : tipo_(tipo), id_(id) {
    auto const documento = db.uno<PorDevolver, sql::por_devolver>(del(id), "objetos"_es(numeros_de(tipos)));
    if (!documento) throw Problema(codigo::no_encontrado, "no existe el documento con ese identificador");
    encabezado_.fecha = e.fecha, encabezado_.serie = e.serie, encabezado_.notas = e.notas;
    encabezado_.referenciaExterna = e.referenciaExterna;
    encabezado_.sucursalId = documento->sucursalId;
    encabezado_.monedaId = documento->monedaId;
    encabezado_.tipoCambio = documento->tipoCambio;
    Menciones m;
    m.almacenId = almacen;
    m.origenes = {id};
    c = resolver(db, tipo, encabezado_, m, fallas);
}

// The document, its lines, and what of each came back before.
void Devolucion::cargar(Escritura& db) {
    cabecera_ = *db.uno<DocumentoDevuelto, sql::devolucion_origen>(del(id_));
    for (auto& l : lineas_de(db, tipo_.lado, id_)) lineas_.push_back({std::move(l), {}, {}});
    auto const de = [&](std::int64_t numero) {
        return std::find_if(lineas_.begin(), lineas_.end(), [&](LineaPorDevolver const& l) {
            return l.origen.linea.guardada.numeroPartida.valor() == numero;
        });
    };
    for (auto const& a : db.lista<LineaDevuelta, sql::devolucion_lineas>(del(id_)))
        de(a.numeroPartida.valor())->antes = a;
    for (auto const& i : db.lista<ImpuestoDevuelto, sql::devolucion_impuestos>(del(id_)))
        de(i.numeroPartida.valor())->impuestos.push_back(i);
}

void Devolucion::elegir(Escritura& db, ConDocumentos& bloqueados, PartidasDevueltas const& partidas, bool completa) {
    origen = *bloqueados.cartera.buscar(id_);
    cargar(db);
    Fallas fallas;
    if (completa) {
        for (auto& l : lineas_)
            if (!l.pendiente().es_cero()) pedidas.push_back({&l, l.pendiente(), nullptr});
        if (pedidas.empty()) fallas.agregar("completa", codigo::rango, "ya se devolvió por completo");
    }
    for (std::size_t i = 0; i < partidas.size(); ++i) {
        auto const& p = partidas[i];
        auto const l = std::find_if(lineas_.begin(), lineas_.end(), [&](LineaPorDevolver const& x) {
            return x.origen.linea.guardada.numeroPartida.valor() == p.numeroPartida.valor();
        });
        if (l == lineas_.end()) {
            fallas.agregar(en_fila("partidas", i, "numeroPartida"), codigo::no_existe,
                           "el documento no tiene esa partida");
            continue;
        }
        if (p.cantidad > l->pendiente()) {
            std::string queda;
            l->pendiente().escribir(queda);
            fallas.agregar(en_fila("partidas", i, "cantidad"), codigo::rango,
                           "pasa de lo que no se ha devuelto: " + queda);
        }
        pedidas.push_back({&*l, p.cantidad, &p});
    }
    fallas.lanzar();
    auto& n = h.documento.cabecera = cabecera_de(tipo_, encabezado_, c);
    auto const& v = cabecera_;
    n.contactoId = v.contactoId, n.contacto = v.contacto, n.rfc = v.rfc;
    n.usoCFDI = v.usoCFDI, n.regimenFiscal = v.regimenFiscal;
    n.vendedorId = v.vendedorId, n.proyectoId = v.proyectoId, n.centroCostoId = v.centroCostoId;
    for (auto const& x : pedidas) nuevas.push_back(linea_devuelta(x, id_));
}

// The header is what all returns make up with this one, less what those before it gave back: so that a document that
// comes back whole, in however many parts, gives back its own header.
void Devolucion::poner_importes() {
    poner_lineas(h, nuevas);
    auto const& v = cabecera_;
    std::vector<LineaImportes> lineas;
    bool completa = true;
    for (auto const& l : lineas_) {
        Linea const* ahora = nullptr;
        for (std::size_t i = 0; i < pedidas.size(); ++i)
            if (pedidas[i].linea == &l) ahora = &nuevas[i];
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

    Cubetas resto = origen.cubetas.value_or(Cubetas{});
    Cubetas restoPesos = origen.cubetasMxn.value_or(Cubetas{});
    resto -= v.devueltoCubetas;
    restoPesos -= v.devueltoPesos;
    Cubetas partes = hasta.cubetas;
    partes -= v.devueltoCubetas;
    t.cubetas = completa ? resto : acotar(partes, t.total, resto);
    t.iepsDeBase[0] = t.ieps;  // one account takes all bases back
    poner_totales(h, t);
    partes_ = repartir_devolucion({origen, origen.tipoCambio, resto, restoPesos, v.declarado}, t.cubetas);
    h.porCobrar = h.cubetasMxn = partes_.impagasMxn;
    h.cubetasMxn += partes_.pagadasMxn;
    h.declarado = partes_.declaradas;
    h.documento.cabecera.cubetasMxn = h.cubetasMxn;
    for (auto const& l : nuevas) {
        auto const& g = l.guardada;
        h.avances.push_back({id_, g.numeroPartidaOrigen.valor(), g.avanceSurtida, {}, g.avanceDevuelta});
    }
    h.relaciones.push_back({id_, h.documento.cabecera.transaccionId, "Credito"});
}

Emision Devolucion::emision() && {
    auto const& n = h.documento.cabecera;
    Emision e;
    e.rebaja = {id_, partes_.impagas, partes_.impagasMxn};
    Dinero const impago = partes_.impagas.total();
    Dinero const importe = std::min(origen.saldo - impago, n.total - impago);
    if (importe.es_positivo())
        e.cobros.push_back({.fuente = n.transaccionId,
                            .destino = id_,
                            .importe = importe,
                            .importeFuente = importe,
                            .tipoCambio = origen.tipoCambio,
                            .fecha = n.fecha});
    e.hechos = std::move(h);
    return e;
}

}  // namespace gestor
