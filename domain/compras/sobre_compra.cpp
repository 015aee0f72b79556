#include "domain/compras/sobre_compra.hpp"

#include "domain/compras/consultas_compras.hpp"
#include "domain/compras/documentos.hpp"
#include "domain/compras/escrituras.hpp"

namespace gestor::compras {

void validar_gasto(GastoSobreCompraDatos const& g, std::string const& camino, Fallas& fallas) {
    validar_contraparte(g.proveedorId, g.codigoProveedor, camino + "proveedorId", camino + "codigoProveedor", false,
                        fallas);
    if (!g.ivaImportacion) {
        if (!g.conceptoId) fallas.agregar(camino + "conceptoId", codigo::requerido, "es obligatorio");
        if (!g.importe) fallas.agregar(camino + "importe", codigo::requerido, "es obligatorio");
        return;
    }
    auto const sobra = [&](bool enviado, char const* campo) {
        if (enviado)
            fallas.agregar(camino + campo, codigo::rango,
                           "el IVA de importación va solo: registre los demás cargos en otro gasto");
    };
    sobra(g.conceptoId.has_value(), "conceptoId");
    sobra(g.importe.has_value(), "importe");
    sobra(g.iva.has_value(), "iva");
    sobra(g.ieps.has_value(), "ieps");
    sobra(g.ivaRetenido.has_value(), "ivaRetenido");
    sobra(g.isrRetenido.has_value(), "isrRetenido");
    if (g.moneda && !g.moneda->vacio() && mayusculas(g.moneda->valor()) != "MXN")
        fallas.agregar(camino + "moneda", codigo::rango, "debe ser MXN: el pedimento se paga en pesos");
    // VAT of importation: customs rounds each line to pesos, and some goods have no VAT.
    auto const& i = *g.ivaImportacion;
    if (i.importe > multiplicar<2>(i.base, Tasa{"0.16"}) + Dinero{"1"})
        fallas.agregar(camino + "ivaImportacion.importe", codigo::rango, "pasa de 16 % de su base");
}

void validar(GastoSobreCompraNuevo const& g, Fallas& fallas) {
    validar_gasto(g, {}, fallas);
}

namespace {

struct SobreCompraPropia {  // SobreCompraPropia: stored columns that only a landed cost has
    IdOCero conceptoId;
};
DTO(SobreCompraPropia, conceptoId)

}  // namespace
static TablaPropia const tabla_sobre_compra(*tipo_de<SobreCompraPropia>(), "documento");

std::vector<MercanciaComprada> mercancia_de(Escritura& db, Id compra) {
    return db.lista<MercanciaComprada, sql::mercancia_comprada>("transaccionId"_es(compra));
}

std::vector<CapaDeCompra> capas_de(Escritura& db, std::vector<Id> const& documentos) {
    return db.lista<CapaDeCompra, sql::capas_de_documentos>("ids"_es(documentos));
}

void poner_capas(Pieza& p, std::vector<CapaDeCompra> const& capas, Id documento, std::int64_t partida) {
    for (auto const& c : capas) {
        if (c.transaccionId != documento || c.numeroPartida.valor() != partida) continue;
        p.almacenId = c.almacenId, p.productoId = c.productoId;
        p.cantidad += c.cantidad;
        p.capas.push_back(c.capaId);
    }
}

namespace {

Cantidad peso_de(MercanciaComprada const& m, BaseProrrateo const& base) {
    if (base == "Peso") return m.peso;
    return base == "Cantidad" ? m.cantidad : Cantidad(m.importe);
}

std::vector<Dinero> repartir(Dinero importe, std::vector<MercanciaComprada> const& mercancia, BaseProrrateo const& base,
                             Fallas& fallas) {
    Cantidad todo, visto;
    for (auto const& m : mercancia) todo += peso_de(m, base);
    if (mercancia.empty())
        fallas.agregar("transaccionIdCompra", codigo::rango, "la compra no tiene mercancía a la cual cargar el gasto");
    else if (todo.es_cero())
        fallas.agregar(
            "baseProrrateo", codigo::rango,
            "la mercancía de la compra no tiene " + std::string(base.valor() == "Peso" ? "peso" : "importe"));
    std::vector<Dinero> partes;
    Dinero repartido;
    for (auto const& m : mercancia) {
        visto += peso_de(m, base);
        Dinero const hasta = todo.es_cero() ? Dinero{} : prorratear(importe, visto, todo);
        partes.push_back(hasta - repartido);
        repartido = hasta;
    }
    return partes;
}

Linea linea_de(Linea const& concepto, MercanciaComprada const& m, Dinero parte, Id compra) {
    Linea l = concepto;
    auto& g = l.guardada;
    g.productoId = m.productoId, g.codigo = m.codigo, g.descripcion = m.descripcion;
    g.unidadMedidaId = m.unidadMedidaId, g.unidad = m.unidad;
    g.precioUnitario = Precio(Importe(parte));
    g.surtida = g.cantidad;
    g.origenId = compra, g.numeroPartidaOrigen = m.numeroPartida.valor();
    return l;
}

// Dado: a tax as sent in the body: its difference from the computed tax goes to the last line that has it.
struct Dado {
    std::string_view campo, impuesto;
    bool retencion;
    std::optional<NoNegativo<Dinero>> importe;
};
void fijar(std::vector<Linea>& lineas, Dado const& dado, Fallas& fallas) {
    if (!dado.importe) return;
    Importe suma;
    ImpuestoLinea* ultimo = nullptr;
    for (auto& l : lineas)
        for (auto& i : l.importes.impuestos)
            if (i.impuesto == dado.impuesto && i.retencion == dado.retencion && i.tasa) suma += i.importe, ultimo = &i;
    if (ultimo == nullptr) {
        if (!dado.importe->es_cero())
            fallas.agregar(std::string(dado.campo), codigo::rango, "el concepto no tiene ese impuesto");
        return;
    }
    if (!al_centavo(Importe(*dado.importe), suma))
        fallas.agregar(std::string(dado.campo), codigo::rango, "no corresponde a la tasa del concepto");
    Importe const cambio = Importe(*dado.importe) - suma;
    ultimo->importe += cambio;
    if (dado.impuesto != "003") return;
    for (auto& l : lineas) {
        auto& suyos = l.importes.impuestos;
        if (suyos.empty() || ultimo < &suyos.front() || ultimo > &suyos.back()) continue;
        l.importes.ieps = ultimo->importe;
        for (auto& i : suyos)  // IEPS is part of the base of VAT
            if (i.impuesto == "002" && !i.retencion) i.base += cambio;
    }
}

// The concept as a line with its taxes: its faults name members of the body.
Linea linea_de_concepto(Escrito& gasto, GastoSobreCompraDatos const& g) {
    PartidaNueva p;
    p.conceptoId = g.conceptoId;
    p.cantidad = Positivo<Cantidad>(Cantidad::de_entero(1));
    p.precioUnitario = NoNegativo<Precio>(Precio(Importe(*g.importe)));
    if (g.notas) p.notas = g.notas;
    Fallas suyas;
    auto lineas = resolver_lineas(gasto.db, gasto.tipo, gasto.c, gasto.cabecera().fecha, {&p, 1}, suyas);
    for (auto const& f : suyas.lista()) gasto.fallas.agregar("conceptoId", f.codigo, f.mensaje);
    acreditar(gasto.db, lineas, {g.acreditamiento});
    return std::move(lineas.at(0));
}

// VAT of importation by line of goods, each with its share of the VAT and of its base; the VAT that is not credited
// raises the cost of the goods.
std::vector<Linea> lineas_de_importacion(Escritura& db, GastoSobreCompraDatos const& g,
                                         std::vector<MercanciaComprada> const& mercancia, Id compra, Fallas& fallas) {
    std::vector<Linea> una(1);
    auto& guardada = una[0].guardada;
    guardada.cantidad = guardada.factor = Cantidad::de_entero(1);
    guardada.objetoImpuesto = Cadena("02");
    if (g.notas) guardada.notas = Cadena::de_base(g.notas->valor());
    acreditar(db, una, {g.acreditamiento});
    Fallas repetidas;
    auto const importes = repartir(g.ivaImportacion->importe, mercancia, g.baseProrrateo.valor, fallas);
    auto const bases = repartir(g.ivaImportacion->base, mercancia, g.baseProrrateo.valor, repetidas);
    std::vector<Linea> lineas;
    for (std::size_t i = 0; i < mercancia.size(); ++i) {
        auto l = linea_de(una[0], mercancia[i], {}, compra);
        l.importes.cubeta = Cubeta::base16;
        l.importes.impuestos.push_back(
            {"002", false, "Tasa", Tasa{"0.16"}, bases[i], importes[i], {}, l.perfil.noAcreditable});
        lineas.push_back(std::move(l));
    }
    return lineas;
}

std::vector<Linea> lineas_de_costo(Escrito& gasto, GastoSobreCompraDatos const& g,
                                   std::vector<MercanciaComprada> const& mercancia, Id de) {
    auto& fallas = gasto.fallas;
    auto const concepto = linea_de_concepto(gasto, g);
    auto lineas = lineas_de_gasto(concepto, *g.importe, mercancia, g.baseProrrateo.valor, de, fallas);
    calcular(lineas, fallas);
    fijar(lineas, {"ieps", "003", false, g.ieps}, fallas);
    fijar(lineas, {"iva", "002", false, g.iva}, fallas);
    fijar(lineas, {"ivaRetenido", "002", true, g.ivaRetenido}, fallas);
    fijar(lineas, {"isrRetenido", "001", true, g.isrRetenido}, fallas);
    return lineas;
}

CompraPropia propia_de(GastoSobreCompraDatos const& g) {
    CompraPropia propia;
    propia.baseProrrateo = Cadena::de_base(g.baseProrrateo.valor.valor());
    if (!g.ivaImportacion) return propia;
    propia.pedimento = Cadena::de_base(g.ivaImportacion->pedimento.valor());
    propia.baseImportacion = g.ivaImportacion->base;
    return propia;
}

}  // namespace

std::vector<Linea> lineas_de_gasto(Linea const& concepto, Dinero importe,
                                   std::vector<MercanciaComprada> const& mercancia, BaseProrrateo const& base,
                                   Id compra, Fallas& fallas) {
    auto const partes = repartir(importe, mercancia, base, fallas);
    std::vector<Linea> lineas;
    for (std::size_t i = 0; i < mercancia.size(); ++i)
        lineas.push_back(linea_de(concepto, mercancia[i], partes[i], compra));
    return lineas;
}

std::vector<Pieza> piezas_encarecidas(std::vector<MercanciaComprada> const& mercancia,
                                      std::vector<CapaDeCompra> const& capas, std::vector<Dinero> const& costos) {
    std::vector<Pieza> piezas;
    for (std::size_t i = 0; i < mercancia.size(); ++i) {
        Pieza p;
        p.numeroPartida = static_cast<int>(i) + 1, p.fila = i;
        p.rumbo = Rumbo::se_revalua, p.valor = costos[i];
        poner_capas(p, capas, mercancia[i].transaccionId, mercancia[i].numeroPartidaOrigen.valor());
        if (!p.valor.es_cero()) piezas.push_back(std::move(p));
    }
    return piezas;
}

Id cargar_gasto(Escritura& db, GastoSobreCompraDatos const& g, CompraDeGasto const& de) {
    bool const importacion = g.ivaImportacion.has_value();
    Borrador b(db, importacion ? iva_de_importacion : gasto_sobre_compra,
               importacion ? iva_de_importacion_nuevo : sobre_compra_nuevo);
    Menciones menciones;
    menciones.nombrar(g.proveedorId, g.codigoProveedor);
    menciones.origenes = {de.transaccionId};
    b.encabezado(de.encabezado, menciones);
    comprobar_proveedor(g, b.c, b.fallas);
    auto const mercancia = mercancia_de(db, de.transaccionId);
    b.lineas = importacion ? lineas_de_importacion(db, g, mercancia, de.transaccionId, b.fallas)
                           : lineas_de_costo(b, g, mercancia, de.transaccionId);
    b.fallas.anteponer(de.camino);
    b.fallas.lanzar();
    if (g.uuid) exigir_uuid_nuevo(db, *g.uuid, de.camino + "uuid");

    auto x = std::move(b).bloquear();
    auto const& d = *x.cartera().buscar(de.transaccionId);
    if (d.estado == Estado::Cancelado)
        throw Problema::en("transaccionIdCompra", codigo::estado_invalido, d.folio.valor() + " está cancelada");
    auto const costos = sumar_costos(x);
    std::vector<Id> origenes;
    for (auto const& m : mercancia) origenes.push_back(m.transaccionId);
    x.h().piezas = piezas_encarecidas(mercancia, capas_de(db, origenes), costos);
    x.dar_credito(g.fechaProveedor);
    poner_proveedor(x.h(), g, propia_de(g));
    if (g.conceptoId) x.propio(tabla_sobre_compra, SobreCompraPropia{*g.conceptoId});
    x.viene_de(de.transaccionId);
    return std::move(x).emitir().id;
}

std::vector<GastoSobreCompraHecho> cargar_gastos(Escritura& db, FacturaCompraNueva const& f, Emitido const& compra) {
    if (f.gastosSobreCompra.empty()) return {};
    auto const& n = compra.plan().nuevo->cabecera;
    std::vector<Id> ids;
    for (std::size_t i = 0; i < f.gastosSobreCompra.size(); ++i) {
        auto const& g = f.gastosSobreCompra[i];
        EncabezadoNuevo e;
        e.fecha = FechaDocumento(n.fecha), e.sucursalId = n.sucursalId;
        e.proyectoId = f.proyectoId, e.centroCostoId = f.centroCostoId;
        e.moneda = g.moneda, e.tipoCambio = g.tipoCambio, e.notas = g.notas;
        ids.push_back(cargar_gasto(db, g, {compra.id, e, en_fila("gastosSobreCompra", i) + "."}));
    }
    return db.lista<GastoSobreCompraHecho, sql::gastos_cargados>("ids"_es(ids));
}

TransaccionResultado registrar_gasto_sobre_compra(Escritura& db, Sesion const&,
                                                  Cuerpo<GastoSobreCompraNuevo> const& g) {
    Fallas fallas;
    if (!db.uno<DocumentoRelacionado, sql::compra_registrada>("transaccionId"_es(g.transaccionIdCompra)))
        fallas.agregar("transaccionIdCompra", codigo::no_existe,
                       "no existe la factura de compra con ese identificador");
    fallas.lanzar();
    EncabezadoNuevo e;
    e.fecha = g.fecha, e.serie = g.serie, e.sucursalId = g.sucursalId, e.referenciaExterna = g.referenciaExterna;
    e.moneda = g.moneda, e.tipoCambio = g.tipoCambio, e.notas = g.notas;
    return resultado(db, cargar_gasto(db, g, {g.transaccionIdCompra, e, {}}));
}

}  // namespace gestor::compras
