#include "domain/compras/compra.hpp"

#include "domain/compras/consultas_compras.hpp"
#include "domain/compras/documentos.hpp"

namespace gestor::compras {

std::vector<Dinero> Compra::calcular_costos(Escritura& db, Fallas& fallas) {
    fallas.lanzar();
    poner_lineas(h(), lineas);
    tratar_ieps(db, h());
    return costos_de(h(), lineas);
}

void validar_compra(std::span<PartidaNueva const> partidas, Fallas& fallas) {
    for (std::size_t i = 0; i < partidas.size(); ++i) validar_compra(partidas[i], i, fallas);
}

void validar_compra(PartidaNueva const& p, std::size_t i, Fallas& fallas) {
    validar_partida(p, i, fallas);
    if (!p.precioUnitario && !p.conceptoId)
        fallas.agregar(en_fila("partidas", i, "precioUnitario"), codigo::requerido,
                       "es lo que cuesta, antes de impuestos");
}

void exigir_comprables(std::vector<Linea> const& lineas, Fallas& fallas) {
    for (std::size_t i = 0; i < lineas.size(); ++i)
        if (lineas[i].tipo == "Kit")
            fallas.agregar(en_fila("partidas", i, "productoId"), codigo::rango,
                           "un kit no se compra: compre los productos que lo componen");
}

namespace {

struct AlmacenDeDocumento {
    Id transaccionId;
    Id objId;
    Id almacenId;
};
DTO(AlmacenDeDocumento, transaccionId, objId, almacenId)

}  // namespace

Almacenes almacenes_de(Escritura& db, Menciones& menciones) {
    Almacenes almacenes;
    if (menciones.origenes.empty()) return almacenes;
    for (auto const& a : db.lista<AlmacenDeDocumento, sql::almacenes_de_documentos>("ids"_es(menciones.origenes))) {
        almacenes.emplace(a.transaccionId, a.almacenId);
        if (!menciones.almacenId && a.objId.valor() == orden_de_compra.obj_id) menciones.almacenId = a.almacenId;
    }
    return almacenes;
}

void conformar(Linea& l, PartidaNueva const& p, Linea const& dicha, std::size_t i, Fallas& fallas) {
    auto const& d = dicha.guardada;
    auto& g = l.guardada;
    auto const exigir = [&](bool enviado, IdOCero dice, IdOCero es, std::string_view campo) {
        if (enviado && dice != es) fallas.agregar(en_fila("partidas", i, campo), codigo::rango, no_es_lo_del_origen);
    };
    exigir(p.productoId.has_value(), d.productoId, g.productoId, "productoId");
    exigir(!p.productoId && p.codigo && !p.codigo->vacio(), d.productoId, g.productoId, "codigo");
    exigir(p.conceptoId.has_value(), d.conceptoId, g.conceptoId, "conceptoId");
    exigir(p.unidadMedidaId.has_value(), d.unidadMedidaId, g.unidadMedidaId, "unidadMedidaId");
    l.series = dicha.series, l.lotes = dicha.lotes;
    if (p.almacenId) g.almacenId = d.almacenId;
    if (p.proyectoId) g.proyectoId = d.proyectoId;
    if (p.centroCostoId) g.centroCostoId = d.centroCostoId;
    if (p.descripcion && !p.descripcion->vacio()) g.descripcion = d.descripcion;
    if (p.notas) g.notas = d.notas;
    if (p.precioUnitario) g.precioUnitario = *p.precioUnitario;
    if (p.precioUnitario || !d.descuento.es_cero()) g.descuento = d.descuento;
    if (p.precioUnitario || !d.promocion.es_cero()) g.promocion = d.promocion;
}

void comprobar_proveedor(DatosProveedor const& datos, Contexto const& c, Fallas& fallas) {
    auto const hoy = c.ahora.fecha();
    if (!datos.fechaProveedor || *datos.fechaProveedor <= hoy) return;
    std::string dia;
    hoy.escribir(dia);
    fallas.agregar("fechaProveedor", codigo::rango, "es posterior a hoy en la sucursal, " + dia);
}

void poner_proveedor(Hechos& h, DatosProveedor const& datos, CompraPropia propia) {
    auto& n = h.documento.cabecera;
    if (datos.serieProveedor) propia.serieProveedor = Cadena::de_base(datos.serieProveedor->valor());
    if (datos.folioProveedor) propia.folioProveedor = Cadena::de_base(datos.folioProveedor->valor());
    propia.fechaProveedor = datos.fechaProveedor;
    auto const de_aduana = propia.pedimento.vacio() ? std::string() : " " + propia.pedimento.valor();
    n.palabras = Cadena::de_base(propia.serieProveedor.valor() + propia.folioProveedor.valor() + de_aduana);
    if (datos.uuid) n.uuid = Cadena::de_base(datos.uuid->valor());
    n.fechaTimbrado = datos.fechaTimbrado;
    h.documento.propios.push_back(propio(tabla_compra, propia));
}

namespace {

Importe calculado(ImpuestoLinea const& i, Cantidad cantidad) {
    if (!i.tasa) return {};
    return i.factor == "Cuota" ? multiplicar<6>(cantidad, *i.tasa) : multiplicar<6>(i.base, *i.tasa);
}

ImpuestoLinea impuesto_de(ImpuestoNuevo const& n, Cantidad cantidad, Importe base, PerfilImpuestos const& perfil) {
    ImpuestoLinea i;
    i.impuesto = n.impuesto.valor();
    i.retencion = n.tipo.valor == "Retencion";
    i.factor = n.tipoFactor.valor.valor();
    if (n.tasaOCuota) i.tasa = *n.tasaOCuota;
    i.base = base;
    i.importe = n.importe ? Importe(*n.importe) : calculado(i, cantidad);
    if (i.retencion) i.tipoRetencion = perfil.tipoRetencion;
    if (i.impuesto == "002") i.noAcreditable = perfil.noAcreditable;
    return i;
}

// As the paper has it is to the cent of what its rate gives; 0 % gives nothing.
void exigir_importe(ImpuestoNuevo const& n, ImpuestoLinea const& i, Cantidad cantidad, std::string const& campo,
                    Fallas& fallas) {
    if (!n.importe || !i.tasa) return;
    Importe const seria = calculado(i, cantidad);
    if (i.tasa->es_cero() ? n.importe->es_cero() : al_centavo(*n.importe, seria)) return;
    std::string texto;
    seria.escribir(texto);
    fallas.agregar(campo, codigo::rango, "no corresponde a su base y su tasa: serían " + texto);
}

void fallas_de_impuesto(ImpuestoNuevo const& n, std::string const& camino, Fallas& fallas) {
    bool const exento = n.tipoFactor.valor == "Exento", retencion = n.tipo.valor == "Retencion";
    if (!exento && !n.tasaOCuota) fallas.agregar(camino + ".tasaOCuota", codigo::requerido, "es obligatoria");
    if (exento && (n.tasaOCuota || n.importe || n.impuesto != "002" || retencion))
        fallas.agregar(camino + ".tipoFactor", codigo::rango, "exento es sólo el IVA trasladado, sin tasa ni importe");
    if (n.tipoFactor.valor == "Cuota" && (n.impuesto != "003" || retencion))
        fallas.agregar(camino + ".tipoFactor", codigo::rango, "por cuota es sólo el IEPS trasladado");
    if (n.impuesto == "001" && !retencion) fallas.agregar(camino + ".tipo", codigo::rango, "el ISR sólo se retiene");
    if (n.impuesto == "003" && retencion) fallas.agregar(camino + ".tipo", codigo::rango, "el IEPS no se retiene");
    bool const iva = n.impuesto == "002" && !retencion && n.tasaOCuota;
    if (iva && *n.tasaOCuota != Tasa{"0.16"} && *n.tasaOCuota != Tasa{"0.08"} && !n.tasaOCuota->es_cero())
        fallas.agregar(camino + ".tasaOCuota", codigo::rango, "debe ser 0.16, 0.08 o 0");
}

// Where the base of a line goes, by its VAT.
Cubeta cubeta_de(std::vector<ImpuestoLinea> const& impuestos) {
    for (auto const& i : impuestos) {
        if (i.impuesto != "002" || i.retencion) continue;
        if (!i.tasa) return Cubeta::exento;
        if (i.tasa->es_cero()) return Cubeta::base0;
        return *i.tasa == Tasa{"0.16"} ? Cubeta::base16 : Cubeta::base8;
    }
    return Cubeta::noAfecto;
}

}  // namespace

void reemplazar_impuestos(Linea& linea, std::span<ImpuestoNuevo const> impuestos, std::size_t fila, Fallas& fallas) {
    auto& importes = linea.importes;
    importes.impuestos.clear();
    importes.ieps = {};
    for (int const vuelta : {0, 1}) {  // IEPS is part of the base of VAT
        for (std::size_t i = 0; i < impuestos.size(); ++i) {
            auto const& n = impuestos[i];
            bool const es_ieps = n.impuesto == "003";
            if (es_ieps != (vuelta == 0)) continue;
            for (std::size_t j = 0; j < i; ++j)
                if (impuestos[j].impuesto == n.impuesto && impuestos[j].tipo.valor == n.tipo.valor)
                    fallas.agregar(en_fila(en_fila("partidas", fila, "impuestos"), i), codigo::duplicado,
                                   "repite un impuesto de la partida");
            fallas_de_impuesto(n, en_fila(en_fila("partidas", fila, "impuestos"), i), fallas);
            bool const con_ieps = n.impuesto == "002" && n.tipo.valor == "Traslado";
            importes.impuestos.push_back(
                impuesto_de(n, linea.guardada.cantidad,
                            con_ieps ? Importe(importes.importe + importes.ieps) : importes.importe, linea.perfil));
            exigir_importe(n, importes.impuestos.back(), linea.guardada.cantidad,
                           en_fila(en_fila("partidas", fila, "impuestos"), i, "importe"), fallas);
            if (es_ieps) importes.ieps = importes.impuestos.back().importe;
        }
    }
    importes.cubeta = cubeta_de(importes.impuestos);
    linea.guardada.objetoImpuesto = Cadena(impuestos.empty() ? "01" : "02");
}

}  // namespace gestor::compras
