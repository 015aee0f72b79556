// Remission: goods that change hands with a note. What a supplier brings is to be invoiced by him; what we send leaves
// at its cost, and is owed once it is invoiced.
#include <algorithm>
#include <set>

#include "domain/compras/compra.hpp"
#include "domain/compras/documentos.hpp"
#include "domain/compras/escrituras.hpp"
#include "domain/comun/parametros.hpp"
#include "domain/ventas/documentos.hpp"

namespace gestor::compras {

void validar(RemisionNueva const& r, Fallas& fallas) {
    bool const compra = r.origen.valor == "Compra";
    if (compra && !r.proveedorId) fallas.agregar("proveedorId", codigo::requerido, "es de un proveedor");
    if (!compra && !r.clienteId) fallas.agregar("clienteId", codigo::requerido, "es a un cliente");
    if (compra && r.clienteId) fallas.agregar("clienteId", codigo::rango, "una remisión de compra es de un proveedor");
    if (!compra && r.proveedorId) fallas.agregar("proveedorId", codigo::rango, "una remisión de venta es a un cliente");
    if (!compra && (r.folioProveedor || r.serieProveedor || r.fechaProveedor || r.uuid || r.fechaTimbrado))
        fallas.agregar("folioProveedor", codigo::rango,
                       "una remisión de venta es nuestra: no tiene papel del proveedor");
    for (std::size_t i = 0; i < r.partidas.size(); ++i) {
        auto const& p = r.partidas[i];
        if (p.transaccionIdOrigen && !compra)
            fallas.agregar(en_fila("partidas", i, "transaccionIdOrigen"), codigo::rango,
                           "sólo lo que se compra viene de una orden");
        else if (p.transaccionIdOrigen && !p.numeroPartidaOrigen)
            fallas.agregar(en_fila("partidas", i, "numeroPartidaOrigen"), codigo::requerido, "es obligatorio");
        else if (!p.transaccionIdOrigen && p.numeroPartidaOrigen)
            fallas.agregar(en_fila("partidas", i, "transaccionIdOrigen"), codigo::requerido, "es obligatorio");
        if (p.transaccionIdOrigen)
            validar_detalle(p, i, fallas);
        else if (compra)
            validar_compra(p, i, fallas);
        else
            validar_partida(p, i, fallas);
    }
}

namespace {

// The orders that its lines come from, each once, in the order in which they are named.
std::vector<Id> ordenes_de(RemisionNueva const& r) {
    std::vector<Id> ids;
    for (auto const& p : r.partidas)
        if (p.transaccionIdOrigen && std::find(ids.begin(), ids.end(), *p.transaccionIdOrigen) == ids.end())
            ids.push_back(*p.transaccionIdOrigen);
    return ids;
}

// Lines of orders, under their locks: what comes in with them is no longer to be received.
class DeOrdenes {
public:
    DeOrdenes(Emisor& remision, Almacenes almacenes)
        : remision_(remision),
          almacenes_(std::move(almacenes)),
          tolerancia_(parametro<NoNegativo<Porcentaje>>(remision.db, "toleranciaRecepcion")) {}

    void abrir(Id id, std::string const& campo) {
        auto& fallas = remision_.fallas;
        auto const* d = remision_.cartera().buscar(id);
        if (d == nullptr || &d->tipo() != &orden_de_compra)
            return fallas.agregar(campo, codigo::no_existe, "no existe");
        if (d->contactoId != remision_.c.contraparteId)
            return fallas.agregar(campo, codigo::rango, "es de otro proveedor");
        if (d->monedaId.valor() != remision_.c.monedaId.valor())
            return fallas.agregar(campo, codigo::rango, "es de otra moneda");
        remision_.abrir(id, AccionDocumento::recibir, campo);
    }

    void tomar(PartidaRemisionNueva const& p, std::size_t i) {
        auto const falla = [&](std::string_view campo, std::string_view codigo, char const* porque) {
            remision_.fallas.agregar(en_fila("partidas", i, campo), codigo, porque);
        };
        for (auto& origen : remision_.e.origenes) {
            auto const id = origen.documento.documento.transaccionId;
            if (id != *p.transaccionIdOrigen) continue;
            for (auto const& a : origen.avances)
                if (a.numeroPartida.valor() == p.numeroPartidaOrigen->valor())
                    return falla("numeroPartidaOrigen", codigo::duplicado, "repite una fila");
            for (auto const& o : origen.documento.lineas) {
                if (o.linea.guardada.numeroPartida.valor() != p.numeroPartidaOrigen->valor()) continue;
                if (o.linea.tipo == "Servicio")
                    return falla("numeroPartidaOrigen", codigo::rango, "no es mercancía: llega con su factura");
                Cantidad const queda = o.linea.guardada.cantidad - o.surtida;
                if (p.cantidad > queda + multiplicar<6>(queda, tolerancia_.valor()))
                    return falla("cantidad", codigo::rango, "pasa de lo pendiente de recibir");
                auto l = parte_de_linea(o, id, p.cantidad);
                l.guardada.avanceSurtida = std::min<Cantidad>(p.cantidad, queda);
                if (!l.guardada.almacenId.presente() && almacenes_.contains(id))
                    l.guardada.almacenId = almacenes_.at(id);
                conformar(l, p, remision_.lineas[i], i, remision_.fallas);
                origen.avances.push_back({id, p.numeroPartidaOrigen->valor(), l.guardada.avanceSurtida, {}, {}});
                remision_.lineas[i] = std::move(l);
                return;
            }
            return falla("numeroPartidaOrigen", codigo::no_existe, "no existe en la orden");
        }
    }

private:
    Emisor& remision_;
    Almacenes almacenes_;
    NoNegativo<Porcentaje> tolerancia_;
};

void tomar_ordenes(Emisor& x, RemisionNueva const& r, Almacenes almacenes) {
    DeOrdenes ordenes(x, std::move(almacenes));
    std::set<Id> abiertas;
    for (std::size_t i = 0; i < r.partidas.size(); ++i)
        if (auto const& id = r.partidas[i].transaccionIdOrigen; id && abiertas.insert(*id).second)
            ordenes.abrir(*id, en_fila("partidas", i, "transaccionIdOrigen"));
    x.fallas.lanzar();
    for (std::size_t i = 0; i < r.partidas.size(); ++i)
        if (r.partidas[i].transaccionIdOrigen) ordenes.tomar(r.partidas[i], i);
    calcular(x.lineas, x.fallas);
    x.fallas.lanzar();
}

}  // namespace

TransaccionResultado registrar_remision(Escritura& db, Cuerpo<RemisionNueva> const& r) {
    bool const entra = r.origen.valor == "Compra";
    Borrador b(db, entra ? remision_de_compra : ventas::remision_de_venta,
               entra ? remision_de_compra_nueva : ventas::remision_nueva);
    Menciones menciones;
    menciones.contraparteId = entra ? r.proveedorId : r.clienteId;
    menciones.almacenId = r.almacenId;
    menciones.origenes = ordenes_de(r);
    auto almacenes = almacenes_de(db, menciones);
    b.encabezado(r, menciones);
    comprobar_proveedor(r, b.c, b.fallas);
    b.partidas(std::vector<PartidaNueva>(r.partidas.begin(), r.partidas.end()));
    if (entra) exigir_comprables(b.lineas, b.fallas);
    calcular(b.lineas, b.fallas);
    b.fallas.lanzar();
    if (r.uuid) exigir_uuid_nuevo(db, *r.uuid, "uuid");

    auto x = std::move(b).bloquear();
    if (!menciones.origenes.empty()) tomar_ordenes(x, r, std::move(almacenes));
    exigir_precios(x.lineas);
    auto& h = x.h();
    std::vector<Dinero> costos;
    if (entra)
        costos = sumar_costos(x);
    else
        poner_lineas(h, x.lineas);
    for (auto& partida : h.documento.partidas) partida.surtida = partida.cantidad;
    h.piezas = entra ? piezas_que_entran(db, x.lineas, costos, x.c.almacenId) : piezas_de(db, x.lineas, x.c.almacenId);
    if (entra) poner_proveedor(h, r);
    return std::move(x).emitir().resultado();
}

}  // namespace gestor::compras
