#include "domain/compras/compra.hpp"

#include "domain/compras/consultas_compras.hpp"
#include "domain/compras/documentos.hpp"

namespace gestor::compras {

std::vector<Dinero> sumar_costos(Emisor& compra, Locales const& locales) {
    compra.fallas.lanzar();
    poner_lineas(compra.h(), compra.lineas, locales);
    if (compra.cabecera().total.es_negativo())
        compra.fallas.agregar("retencionLocal", codigo::rango, "excede el importe del documento");
    compra.fallas.lanzar();
    tratar_ieps(compra.db, compra.h());
    auto costos = costos_de(compra.h(), compra.lineas);
    if (!costos.empty()) costos.front() += locales_en_pesos(compra.h());
    return costos;
}

void validar_compra(std::span<PartidaNueva const> partidas, Fallas& fallas) {
    for (std::size_t i = 0; i < partidas.size(); ++i) validar_compra(partidas[i], i, fallas);
}

void validar_compra(PartidaNueva const& p, std::size_t i, Fallas& fallas) {
    validar_partida(p, i, fallas);
    if (!p.precioUnitario && !p.conceptoId)
        fallas.agregar(en_fila("partidas", i, "precioUnitario"), codigo::requerido,
                       "es obligatorio: el costo unitario antes de impuestos");
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

IdOCero almacen_de(Tomada const& t, Almacenes const& almacenes) {
    if (auto const suyo = t.linea->linea.guardada.almacenId; suyo.presente()) return suyo;
    auto const a = almacenes.find(t.documento().transaccionId);
    return a == almacenes.end() ? IdOCero{} : IdOCero(a->second);
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
    if (datos.uuid) n.uuid = Cadena::de_base(datos.uuid->valor()), n.estatusTimbrado = EstatusTimbrado::Timbrado;
    n.fechaTimbrado = datos.fechaTimbrado;
    h.documento.propios.push_back(propio(tabla_compra, propia));
}

}  // namespace gestor::compras
