#include "domain/motor/cartera/devolucion.hpp"

#include <algorithm>

#include "domain/motor/captura/lineas_cfdi.hpp"
#include "domain/motor/cartera/consultas_devolucion.hpp"
#include "domain/motor/escritura/cancelar.hpp"
#include "domain/motor/escritura/sellado.hpp"
#include "domain/motor/importes/costos.hpp"

namespace gestor {
namespace {

struct PorDevolver {  // columns of a document that never change
    Id sucursalId;
    IdCatalogo monedaId;
    Positivo<TipoCambio> tipoCambio;
};
DTO(PorDevolver, sucursalId, monedaId, tipoCambio)

struct CreditoPropio {  // columns that only a return or credit note has
    Cadena motivo;
    Cubetas declarado;                                    // pesos declared as collected, or credited, and given back
    std::optional<Entero<0, 1'000'000'000>> tramoOrigen;  // stretch of the source document when the note was registered
};
DTO(CreditoPropio, motivo, declarado, tramoOrigen)

}  // namespace
static TablaPropia const tabla_credito(*tipo_de<CreditoPropio>(), "documento");

void validar_devueltas(PartidasDevueltas const& partidas, bool completa, Fallas& fallas) {
    if (completa && !partidas.empty()) fallas.agregar("partidas", codigo::rango, "con completa no se envían partidas");
    if (!completa && partidas.empty())
        fallas.agregar("partidas", codigo::requerido, "envíe al menos 1 partida, o completa");
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

// Share of the remaining amount of a line that goes with part of its remaining quantity. Example: 100.00 with 40.00
// given back, 2 of the 3 remaining units: 60.00 × 2/3 = 40.00.
template <class Medida>
Importe parte(Importe todo, Importe antes, Medida de, Medida queda) {
    Importe const resto = std::max(Importe{}, Importe(todo - antes));
    return de == queda ? resto : prorratear(resto, de, queda);
}

ImpuestoLinea impuesto_de(ImpuestoDevuelto const& i, Importe base, Importe importe) {
    return {i.impuesto.valor(),      i.tipo == "Retencion", i.tipoFactor.valor(), i.tasaOCuota, base, importe,
            i.tipoRetencion.valor(), i.noAcreditable};
}

// Bucket of a line's largest base, by its VAT rate. A line without VAT has noAfecto, or the bucket of its product.
Cubeta base_de(LineaPorDevolver const& l, Lado lado) {
    std::vector<ImpuestoLinea> gravan;
    for (auto const& i : l.impuestos)
        if (i.impuesto == "002" && i.tipo != "Retencion") gravan.push_back(impuesto_de(i, i.base, i.importe));
    if (!gravan.empty()) return mayor_base_de(gravan);
    auto const& g = l.origen.linea.guardada;
    if (lado == Lado::compra) return Cubeta::noAfecto;
    return calcular_linea(g.cantidad, g.precioUnitario, g.descuento, g.promocion, l.origen.linea.perfil).cubeta;
}

// Taxes and withholdings of a line go with its amount, in proportion.
template <class Medida>
void poner_impuestos(Linea& l, LineaPorDevolver const& v, Medida de, Medida queda) {
    for (auto const& i : v.impuestos) {
        auto x =
            impuesto_de(i, parte(i.base, i.devueltaBase, de, queda), parte(i.importe, i.devueltoImporte, de, queda));
        if (x.impuesto == "003") l.importes.ieps += x.importe;
        l.importes.impuestos.push_back(std::move(x));
    }
}

Linea linea_devuelta(Devuelta const& p, Id documento, Lado lado) {
    auto const& v = *p.linea;
    Linea l = v.origen.linea;
    auto& g = l.guardada;
    g.origenId = documento;
    g.numeroPartidaOrigen = g.numeroPartida.valor();
    // An amount credited without goods counts as a later discount of the line.
    g.descuento = parte(Importe(g.descuento + v.antes.acreditado), v.antes.descuento, p.cantidad, v.pendiente());
    g.promocion = parte(g.promocion, v.antes.promocion, p.cantidad, v.pendiente());
    g.cantidad = p.cantidad;
    g.importe = multiplicar<6>(g.cantidad, g.precioUnitario) - g.descuento - g.promocion;
    g.surtida = {}, g.costo = {};
    g.avanceSurtida = g.avanceFacturada = {};
    g.avanceDevuelta = p.cantidad;
    if (p.partida != nullptr && p.partida->notas) g.notas = Cadena::de_base(p.partida->notas->valor());
    l.importes = {};
    l.importes.bruto = multiplicar<6>(g.cantidad, g.precioUnitario);
    l.importes.rebaja = g.descuento + g.promocion;
    l.importes.importe = g.importe;
    l.importes.cubeta = base_de(v, lado);
    poner_impuestos(l, v, p.cantidad, v.pendiente());
    return l;
}

std::string nombre_de_impuesto(ImpuestoLinea const& i) {
    return std::string(i.impuesto == "001"   ? "ISR"
                       : i.impuesto == "002" ? "IVA"
                                             : "IEPS") +
           (i.retencion ? " retenido" : "");
}

ImpuestoLinea* buscar_impuesto(std::vector<ImpuestoLinea>& impuestos, ImpuestoLinea const& es) {
    auto const i = std::ranges::find_if(impuestos, [&](ImpuestoLinea const& x) {
        return x.impuesto == es.impuesto && x.retencion == es.retencion && x.factor == es.factor && x.tasa == es.tasa;
    });
    return i == impuestos.end() ? nullptr : &*i;
}

void sumar_impuesto(std::vector<ImpuestoLinea>& sumas, ImpuestoLinea const& i) {
    if (auto* const suma = buscar_impuesto(sumas, i))
        suma->base += i.base, suma->importe += i.importe;
    else
        sumas.push_back(i);
}

// A line of the document, with all its returns and credits up to and including this note.
LineaImportes acumulado(LineaPorDevolver const& v, Linea const* ahora, Cubeta base) {
    LineaImportes l;
    l.cubeta = base;
    l.bruto = multiplicar<6>(v.antes.cantidad, v.origen.linea.guardada.precioUnitario) + v.antes.acreditado;
    l.rebaja = v.antes.descuento + v.antes.promocion;
    if (ahora) l.bruto += ahora->importes.bruto, l.rebaja += ahora->importes.rebaja;
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

bool retiene(std::vector<LineaImportes> const& lineas, std::string_view impuesto) {
    return std::any_of(lineas.begin(), lineas.end(), [&](LineaImportes const& l) {
        return std::any_of(l.impuestos.begin(), l.impuestos.end(),
                           [&](ImpuestoLinea const& i) { return i.retencion && i.impuesto == impuesto; });
    });
}

// A withheld tax whose share rounds to nothing in every line of the note: the header still withholds its cents, in the
// rows of the document.
LineaImportes retenido_sin_linea(std::vector<LineaImportes> const& lineas, Cubetas const& partes,
                                 Retenciones const& documento) {
    LineaImportes sin;
    for (auto const& f : documento.filas())
        if (!partes[f.impuesto == "002" ? Cubeta::ivaRet : Cubeta::isrRet].es_cero() &&
            !retiene(lineas, f.impuesto.valor()))
            sin.impuestos.push_back({f.impuesto.valor(), true, "Tasa", f.tasa, Importe(f.base), Importe(f.importe),
                                     f.tipoRetencion.valor(), f.noAcreditable});
    return sin;
}

// Whether the lines carry the withholdings of the header. A document of another system has withholdings in its header
// alone.
bool lleva_lo_retenido(std::vector<LineaImportes> const& lineas, Cubetas const& partes) {
    return (partes[Cubeta::ivaRet].es_cero() || retiene(lineas, "002")) &&
           (partes[Cubeta::isrRet].es_cero() || retiene(lineas, "001"));
}

Dinero acotado(Dinero acumulado, Dinero antes, Dinero todo) {
    return std::max(Dinero{}, std::min(Dinero(acumulado - antes), Dinero(todo - antes)));
}

}  // namespace

Devolucion::Devolucion(Escritura& db, TipoDocumento const& tipo, std::string_view campo, Id id,
                       std::span<TipoDocumento const* const> tipos, EncabezadoDeCredito const& e,
                       std::optional<Id> almacen, Fallas& fallas)
    : tipo_(tipo), id_(id) {
    auto const documento = db.uno<PorDevolver, sql::por_devolver>(del(id), "objetos"_es(numeros_de(tipos)));
    if (!documento) {
        auto const otro = momento_de(db, {id});
        fallas.agregar(std::string(campo), codigo::no_existe,
                       otro ? otro->antes.nombre + " no se puede devolver o acreditar con esta operación"
                            : "no existe el documento con ese identificador");
        fallas.lanzar();
    }
    encabezado_.fecha = e.fecha, encabezado_.serie = e.serie, encabezado_.notas = e.notas;
    encabezado_.referenciaExterna = e.referenciaExterna;
    encabezado_.sucursalId = documento->sucursalId;
    encabezado_.monedaId = documento->monedaId;
    encabezado_.tipoCambio = documento->tipoCambio;
    Menciones m;
    m.almacenId = almacen;
    m.origenes = {id};
    m.hereda = true;
    c = resolver(db, tipo, encabezado_, m, fallas);
}

void Devolucion::cargar(DocumentoPorDevolver cargado) {
    origen = std::move(cargado.documento);
    cabecera_ = std::move(cargado.cabecera);
    lineas_ = std::move(cargado.lineas);
}

// Locks the document and loads its lines and the earlier returns and credits of each line.
void Devolucion::bloquear(Escritura& db, Sesion const& sesion) {
    bloqueados_.emplace(EnPeriodo::entrar(db, c).sin_contraparte().documentos({id_}));
    auto const& documento = *bloqueados_->cartera.buscar(id_);
    transicion(documento.tipo(), documento, AccionDocumento::devolver, sesion);
    if (tipo_.lado == Lado::venta) exigir_sin_incobrables(db, {id_});
    cargar({documento, *db.uno<DocumentoDevuelto, sql::devolucion_origen>(del(id_)), {}});
    for (auto& l : lineas_de(db, tipo_.lado, id_)) lineas_.push_back({std::move(l), {}, {}});
    for (auto const& a : db.lista<LineaDevuelta, sql::devolucion_lineas>(del(id_)))
        linea(a.numeroPartida.valor())->antes = a;
    for (auto const& i : db.lista<ImpuestoDevuelto, sql::devolucion_impuestos>(del(id_)))
        linea(i.numeroPartida.valor())->impuestos.push_back(i);
}

LineaPorDevolver* Devolucion::linea(std::int64_t numero) {
    auto const l = std::find_if(lineas_.begin(), lineas_.end(), [&](LineaPorDevolver const& x) {
        return x.origen.linea.guardada.numeroPartida.valor() == numero;
    });
    return l == lineas_.end() ? nullptr : &*l;
}

void Devolucion::poner_cabecera() {
    auto& n = h.documento.cabecera = cabecera_de(tipo_, encabezado_, c);
    auto const& v = cabecera_;
    n.contactoId = v.contactoId, n.contacto = v.contacto, n.rfc = v.rfc;
    n.usoCFDI = v.usoCFDI, n.regimenFiscal = v.regimenFiscal;
    n.vendedorId = v.vendedorId, n.proyectoId = v.proyectoId, n.centroCostoId = v.centroCostoId;
}

void Devolucion::elegir(PartidasDevueltas const& partidas, bool completa) {
    Fallas fallas;
    if (completa) {
        for (auto& l : lineas_)
            if (!l.pendiente().es_cero()) pedidas.push_back({&l, l.pendiente(), nullptr});
        if (pedidas.empty()) fallas.agregar("completa", codigo::rango, "ya se devolvió por completo");
    }
    for (std::size_t i = 0; i < partidas.size(); ++i) {
        auto const& p = partidas[i];
        auto* const l = linea(p.numeroPartida.valor());
        if (l == nullptr) {
            fallas.agregar(en_fila("partidas", i, "numeroPartida"), codigo::no_existe,
                           "el documento no tiene esa partida");
            continue;
        }
        if (p.cantidad > l->pendiente()) {
            std::string queda;
            l->pendiente().escribir(queda);
            fallas.agregar(en_fila("partidas", i, "cantidad"), codigo::rango,
                           "excede lo pendiente de devolver: " + queda);
        }
        pedidas.push_back({l, p.cantidad, &p});
    }
    fallas.lanzar();
    poner_cabecera();
    for (auto const& x : pedidas) nuevas.push_back(linea_devuelta(x, id_, tipo_.lado));
}

void Devolucion::acreditar_linea(LineaPorDevolver& v, Importe importe, std::optional<Notas> const& notas) {
    Linea l = v.origen.linea;
    auto& g = l.guardada;
    g.origenId = id_;
    g.numeroPartidaOrigen = g.numeroPartida.valor();
    g.cantidad = g.factor = Cantidad::de_entero(1);
    g.precioUnitario = importe;
    g.importe = importe;
    g.descuento = g.promocion = {};
    g.surtida = {}, g.costo = {};
    g.avanceSurtida = g.avanceFacturada = g.avanceDevuelta = {};
    if (notas) g.notas = Cadena::de_base(notas->valor());
    l.importes = {};
    l.importes.bruto = l.importes.importe = importe;
    l.importes.cubeta = base_de(v, tipo_.lado);
    poner_impuestos(l, v, importe, v.queda());
    nuevas.push_back(std::move(l));
    pedidas.push_back({&v, {}, nullptr});
}

std::vector<ImporteDeTasa> los_enviados(ImportesPorTasa const& n) {
    std::vector<ImporteDeTasa> enviados;
    auto const agregar = [&](std::string_view campo, Cubeta base, std::optional<Positivo<Dinero>> const& importe) {
        if (importe) enviados.push_back({campo, base, *importe});
    };
    agregar("base16", Cubeta::base16, n.base16);
    agregar("base8", Cubeta::base8, n.base8);
    agregar("base0", Cubeta::base0, n.base0);
    agregar("exento", Cubeta::exento, n.exento);
    agregar("noObjeto", Cubeta::noAfecto, n.noObjeto);
    return enviados;
}

void Devolucion::acreditar(PartidasAcreditadas const& partidas, std::optional<ImportesPorTasa> const& importes) {
    poner_cabecera();
    Fallas fallas;
    // Amount to credit, in cents. The whole rest of a line keeps its fractions of a cent.
    auto const exigir = [&](std::string campo, Dinero pedido, Importe queda) {
        Dinero const hay = redondear<2>(queda);
        if (pedido <= hay) return pedido == hay ? queda : Importe(pedido);
        std::string texto;
        hay.escribir(texto);
        fallas.agregar(std::move(campo), codigo::rango, "excede lo pendiente de devolver o acreditar: " + texto);
        return Importe{};
    };
    for (std::size_t i = 0; i < partidas.size(); ++i) {
        auto const& p = partidas[i];
        auto* const l = linea(p.numeroPartida.valor());
        if (l == nullptr)
            fallas.agregar(en_fila("partidas", i, "numeroPartida"), codigo::no_existe,
                           "el documento no tiene esa partida");
        else if (Importe const importe = exigir(en_fila("partidas", i, "importe"), p.importe, l->queda());
                 importe.es_positivo())
            acreditar_linea(*l, importe, p.notas);
    }
    for (auto const& [campo, base, pedido] : los_enviados(importes.value_or(ImportesPorTasa{}))) {
        Importe queda, visto, repartido;
        for (auto const& l : lineas_)
            if (base_de(l, tipo_.lado) == base) queda += l.queda();
        Importe const importe = exigir("importes." + std::string(campo), pedido, queda);
        for (auto& l : lineas_) {
            if (importe.es_cero() || base_de(l, tipo_.lado) != base || l.queda().es_cero()) continue;
            visto += l.queda();
            Importe const hasta = visto == queda ? importe : prorratear(importe, visto, queda);
            if (Importe const suyo = hasta - repartido; suyo.es_positivo()) acreditar_linea(l, suyo, {});
            repartido = hasta;
        }
    }
    fallas.lanzar();
}

void Devolucion::escribir(ImportesEscritos escritos) {
    escritos_ = std::move(escritos);
    h.documento.cabecera.validacion = escritos_->validacion;
    std::vector<ImpuestoLinea> escritas;
    for (auto& l : escritos_->lineas)
        for (auto& i : l.importes.impuestos) {
            for (auto& n : nuevas)
                if (auto const* const suyo = buscar_impuesto(n.importes.impuestos, i))
                    i.noAcreditable = suyo->noAcreditable;
            sumar_impuesto(escritas, i);
        }
    for (auto& l : nuevas) {
        l.importes.ieps = {};
        for (auto& i : l.importes.impuestos) i.base = i.importe = {};
    }
    for (auto const& i : escritas) repartir_escrito(i);
}

// A written tax goes to the chosen lines that bear it, in proportion to their amounts.
void Devolucion::repartir_escrito(ImpuestoLinea const& escrito) {
    if (escrito.base.es_cero() && escrito.importe.es_cero()) return;
    auto const suyo = [&](Linea& l) { return buscar_impuesto(l.importes.impuestos, escrito); };
    Importe todo, visto, base, importe;
    for (auto& l : nuevas)
        if (suyo(l)) todo += l.importes.importe;
    if (todo.es_cero()) {
        std::string tasa;
        escrito.tasa.value_or(Tasa{}).escribir(tasa);
        throw Problema(codigo::validacion,
                       "las partidas que acredita no tienen " + nombre_de_impuesto(escrito) + " de " + tasa);
    }
    for (auto& l : nuevas) {
        auto* const i = suyo(l);
        if (i == nullptr) continue;
        visto += l.importes.importe;
        bool const ultima = visto == todo;
        Importe const hasta_base = ultima ? escrito.base : prorratear(escrito.base, visto, todo);
        Importe const hasta = ultima ? escrito.importe : prorratear(escrito.importe, visto, todo);
        i->base = hasta_base - base, i->importe = hasta - importe;
        base = hasta_base, importe = hasta;
        if (i->impuesto == "003") l.importes.ieps += i->importe;
    }
}

Totales ImportesEscritos::totales() const {
    std::vector<LineaImportes> importes;
    for (auto const& l : lineas) importes.push_back(l.importes);
    return totalizar(importes, locales);
}

// Local taxes go back in proportion to the subtotal.
Locales Devolucion::locales_hasta(Dinero subtotal) const {
    auto const& v = cabecera_;
    if (!v.subtotal.es_positivo()) return {};
    auto const parte = [&](Dinero todo) { return prorratear(todo, std::min(subtotal, v.subtotal), v.subtotal); };
    return {parte(v.impuestosLocales), parte(v.retencionLocal)};
}

// The totals of all notes, this one included.
Totales Devolucion::acumulados() const {
    auto const& v = cabecera_;
    if (escritos_) {
        Totales t = escritos_->totales();
        t.subtotal += v.devueltoSubtotal, t.descuento = v.devueltoDescuento;
        t.iva += v.devueltoIva, t.ieps += v.devueltoIeps;
        t.ivaRetenido += v.devueltoIvaRetenido, t.isrRetenido += v.devueltoIsrRetenido;
        t.impuestosLocales += v.devueltoImpuestosLocales, t.retencionLocal += v.devueltoRetencionLocal;
        t.cubetas += v.devueltoCubetas;
        return t;
    }
    std::vector<LineaImportes> lineas;
    for (auto const& l : lineas_) {
        Linea const* ahora = nullptr;
        for (std::size_t i = 0; i < pedidas.size(); ++i)
            if (pedidas[i].linea == &l) ahora = &nuevas[i];
        lineas.push_back(acumulado(l, ahora, base_de(l, tipo_.lado)));
    }
    return totalizar(lineas, locales_hasta(totalizar(lineas).subtotal));
}

// Whether the note gives back all that is left, in cents.
bool Devolucion::todo() const {
    Importe queda;
    for (auto const& l : lineas_) queda += l.queda();
    for (auto const& l : nuevas) queda -= l.importes.importe;
    return redondear<2>(queda).es_cero();
}

// A line without goods takes its share back from its expense account. The first line of the document bore the local
// charge.
void Devolucion::poner_cargos() {
    auto const costos = costos_de(h, nuevas);
    auto const locales = locales_en_pesos(h);
    if (auto const& primera = lineas_.front().origen.linea; primera.tipo == "Servicio")
        h.cargos.push_back({cuenta_de_gasto(primera), -locales});
    for (std::size_t i = 0; i < nuevas.size(); ++i)
        if (nuevas[i].tipo == "Servicio") h.cargos.push_back({cuenta_de_gasto(nuevas[i]), -costos[i]});
}

// Header of the note: totals of all notes up to this one, less the totals of the earlier notes. A document that comes
// back whole, in any number of notes, gives back exactly its own header.
void Devolucion::poner_importes(std::string const& motivo) {
    poner_lineas(h, nuevas);
    auto const& v = cabecera_;
    Cubetas resto = origen.cubetas.value_or(Cubetas{});
    Cubetas restoPesos = origen.cubetasMxn.value_or(Cubetas{});
    resto -= v.devueltoCubetas;
    restoPesos -= v.devueltoPesos;
    bool const completa =
        todo() && (!escritos_ || al_centavo(Importe(escritos_->totales().total), Importe(resto.total())));
    Totales const hasta = acumulados();
    auto const de = [&](Dinero acumulado, Dinero antes, Dinero todo) {
        return acotado(completa ? todo : acumulado, antes, todo);
    };
    Totales t;
    t.subtotal = de(hasta.subtotal, v.devueltoSubtotal, v.subtotal);
    t.descuento = acotado(hasta.descuento, v.devueltoDescuento, v.descuento + v.acreditado);
    t.iva = de(hasta.iva, v.devueltoIva, v.iva);
    t.ieps = de(hasta.ieps, v.devueltoIeps, v.ieps);
    t.ivaRetenido = de(hasta.ivaRetenido, v.devueltoIvaRetenido, v.ivaRetenido);
    t.isrRetenido = de(hasta.isrRetenido, v.devueltoIsrRetenido, v.isrRetenido);
    t.impuestosLocales = de(hasta.impuestosLocales, v.devueltoImpuestosLocales, v.impuestosLocales);
    t.retencionLocal = de(hasta.retencionLocal, v.devueltoRetencionLocal, v.retencionLocal);
    t.total = t.sumado();

    Cubetas partes = hasta.cubetas;
    partes -= v.devueltoCubetas;
    t.cubetas = completa ? resto : acotar(partes, t.total, resto);
    t.iepsDeBase[0] = t.ieps;  // one account takes the IEPS of all bases back
    poner_totales(h, t);
    partes_ = repartir_devolucion({origen, origen.tipoCambio, resto, restoPesos, v.declarado}, t.cubetas);
    h.porCobrar = h.cubetasMxn = partes_.impagasMxn;
    h.cubetasMxn += partes_.pagadasMxn;
    h.declarado = partes_.declaradas;
    h.documento.cabecera.cubetasMxn = h.cubetasMxn;
    h.documento.propios.push_back(
        propio(tabla_credito, CreditoPropio{Cadena::de_base(motivo), h.declarado, origen.tramoNumero}));
    std::vector<LineaImportes> importes;
    for (auto const& l : nuevas) importes.push_back(l.importes);
    importes.push_back(retenido_sin_linea(importes, t.cubetas, origen.retenciones));
    if (lleva_lo_retenido(importes, t.cubetas)) {
        h.documento.retenciones = retenciones_de(importes, t, h.cubetasMxn, h.documento.cabecera.tipoCambio);
        llevar_a(origen.retenciones.filas(), h.documento.retenciones);
    }
    if (tipo_.lado == Lado::compra) poner_cargos();
    for (auto const& l : nuevas) {
        auto const& g = l.guardada;
        if (!g.avanceDevuelta.es_cero())
            h.avances.push_back({id_, g.numeroPartidaOrigen.valor(), g.avanceSurtida, {}, g.avanceDevuelta});
    }
    h.relaciones.push_back({id_, h.documento.cabecera.transaccionId, "Credito"});
}

Emision Devolucion::emision() && {
    auto const& n = h.documento.cabecera;
    Emision e;
    e.origenes = std::move(recortadas_);
    e.rebaja = {id_, partes_.impagas, partes_.impagasMxn};
    Dinero const impago = partes_.impagas.total();
    Dinero const importe = std::min(origen.saldo - impago, n.total - impago);
    if (importe.es_positivo())
        e.aplicaciones.push_back({.fuente = n.transaccionId,
                                  .destino = id_,
                                  .importe = importe,
                                  .importeFuente = importe,
                                  .tipoCambio = origen.tipoCambio,
                                  .fecha = n.fecha});
    e.hechos = std::move(h);
    return e;
}

CreditoCreado Devolucion::emitir(Escritura& db, Nacimiento const& nacimiento) && {
    Acreditado a{origen, h.documento.cabecera.fecha, h.documento.cabecera.total, {}, {}, {}};
    for (auto const* area : documentos_por_area())
        if (auto const sigue = area->consecuencias.acreditar) sigue(db, *bloqueados_, a);
    recortadas_ = std::move(a.avanzan);
    auto avisos = c.avisos;
    avisos.insert(avisos.end(), a.avisos.begin(), a.avisos.end());
    if (tipo_.lado == Lado::compra &&
        !(partes_.declaradas[Cubeta::ivaRet].es_cero() && partes_.declaradas[Cubeta::isrRet].es_cero()))
        avisos.push_back("se había retenido y pagado: puede requerirse una declaración complementaria");
    auto bloqueados = std::move(*bloqueados_);
    h.existencias = std::move(bloqueados).de(h.piezas);
    auto& cartera = bloqueados.cartera;
    Id const id = c.transaccionId;
    auto const antes = origen;
    auto const plan = planificar(tipo_, nacimiento, std::move(*this).emision(), cartera);
    aplicar(db, plan);
    for (auto const& t : a.terminan) terminar(db, t.transaccionId, t.hasta, t.fecha, t.motivo);
    avisos.insert(avisos.end(), plan->avisos.begin(), plan->avisos.end());
    CreditoCreado r{resultado(db, id, avisos), {}};
    if (Dinero const aplicado = antes.saldo - cartera.buscar(antes.transaccionId)->saldo; aplicado.es_positivo())
        r.aplicaciones.push_back({antes.transaccionId, Cadena::de_base(antes.folio.valor()), aplicado, plan->fecha});
    return r;
}

Linea linea_de_credito(std::string const& descripcion, Importe importe) {
    Linea l;
    auto& g = l.guardada;
    g.descripcion = Cadena::de_base(descripcion);
    g.cantidad = g.factor = Cantidad::de_entero(1);
    g.precioUnitario = importe;
    g.importe = importe;
    g.unidad = Cadena("Actividad");
    g.claveProductoServicio = Cadena("84111506");
    g.claveUnidad = Cadena("ACT");
    return l;
}

ImportesEscritos por_tasa(ImportesPorTasa const& importes, std::string const& motivo) {
    ImportesEscritos e;
    for (auto const& [campo, base, importe] : los_enviados(importes)) {
        auto l = linea_de_credito(motivo, importe);
        if (base == Cubeta::base16) l.perfil.iva = Tasa{"0.16"};
        if (base == Cubeta::base8) l.perfil.iva = Tasa{"0.08"};
        if (base == Cubeta::base0) l.perfil.iva = Tasa{};
        if (base == Cubeta::noAfecto) l.perfil.objeto = "01";
        auto& g = l.guardada;
        g.objetoImpuesto = Cadena::de_base(l.perfil.objeto);
        l.importes = calcular_linea(g.cantidad, g.precioUnitario, {}, {}, l.perfil);
        e.lineas.push_back(std::move(l));
    }
    return e;
}

void poner_credito(Lectura& db, Hechos& h, ImportesEscritos const& importes, std::string const& motivo) {
    poner_lineas(h, importes.lineas, importes.locales);
    h.documento.cabecera.validacion = importes.validacion;
    tratar_ieps(db, h);
    h.declarado = h.cubetasMxn;
    h.documento.propios.push_back(propio(tabla_credito, CreditoPropio{Cadena::de_base(motivo), h.declarado, {}}));
}

}  // namespace gestor
