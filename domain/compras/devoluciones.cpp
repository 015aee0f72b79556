// Return to a supplier: goods of a purchase leave from the layers of that purchase only.
#include <algorithm>

#include "domain/compras/consultas_compras.hpp"
#include "domain/compras/documentos.hpp"
#include "domain/compras/escrituras.hpp"
#include "domain/compras/sobre_compra.hpp"

namespace gestor::compras {
namespace {

// Traido: a serial number or lot that entered with a line.
struct Traido {
    Id transaccionId;
    Entero<1, 100'000> numeroPartida;
    Cadena serie;
    Cadena lote;
    Cantidad cantidad;
    Cantidad hay;  // present quantity
};
DTO(Traido, transaccionId, numeroPartida, serie, lote, cantidad, hay)
struct Devuelto {  // Devuelto: quantity already returned in earlier notes
    Entero<1, 100'000> numeroPartida;
    Cadena serie;
    Cadena lote;
    Cantidad cantidad;
};
DTO(Devuelto, numeroPartida, serie, lote, cantidad)

}  // namespace

void validar(DevolucionProveedorNueva const& d, Fallas& fallas) {
    validar_devueltas(d.partidas, d.completa.valor, fallas);
}

namespace {

// Only serial numbers and lots of the purchase are returned, up to their quantities.
void exigir_traidos(PartidaDevuelta const& p, std::vector<Traido> const& traidos, std::size_t fila) {
    auto const exigir = [&](std::string_view campo, Cadena Traido::*de, std::string const& cual, Cantidad cantidad) {
        auto const t = std::find_if(traidos.begin(), traidos.end(), [&](Traido const& x) { return x.*de == cual; });
        if (t == traidos.end() || cantidad > t->cantidad)
            throw Problema::en(en_fila("partidas", fila, campo), codigo::serie_lote_invalido,
                               cual + " no llegó con esa compra, o ya se devolvió");
    };
    for (auto const& s : p.series) exigir("series", &Traido::serie, s.valor(), Cantidad::de_entero(1));
    for (auto const& l : p.lotes) exigir("lotes", &Traido::lote, l.lote.valor(), l.cantidad);
}

// When the whole line is returned, all its serial numbers and lots still in stock leave.
void tomar_todo(Linea& linea, std::vector<Traido> const& traidos, Cantidad falta) {
    for (auto const& t : traidos) {
        Cantidad const q = std::min(std::min(t.cantidad, t.hay), falta);
        if (!q.es_positivo()) continue;
        falta -= q;
        if (!t.serie.vacio())
            linea.series.push_back(t.serie.valor());
        else
            linea.lotes.push_back({TextoReq<60>::de_base(t.lote.valor()), Positivo<Cantidad>(q), {}});
    }
}

// Goods of each line, from the layers of the purchase.
void sacar(Escritura& db, Devolucion& d) {
    auto const mercancia = mercancia_de(db, d.origen.transaccionId);
    std::vector<Id> origenes;
    for (auto const& m : mercancia) origenes.push_back(m.transaccionId);
    auto const capas = capas_de(db, origenes);
    auto const identificados = db.lista<Traido, sql::identificados_de_documentos>("ids"_es(origenes));
    auto const devueltos = db.lista<Devuelto, sql::identificados_devueltos>("transaccionId"_es(d.origen.transaccionId));
    for (std::size_t i = 0; i < d.pedidas.size(); ++i) {
        auto& linea = d.nuevas[i];
        auto const m = std::find_if(mercancia.begin(), mercancia.end(), [&](MercanciaComprada const& x) {
            return x.numeroPartida.valor() == linea.guardada.numeroPartidaOrigen.valor();
        });
        if (m == mercancia.end()) continue;
        std::vector<Traido> traidos;
        for (auto const& t : identificados)
            if (t.transaccionId == m->transaccionId && t.numeroPartida.valor() == m->numeroPartidaOrigen.valor())
                traidos.push_back(t);
        for (auto& t : traidos)
            for (auto const& x : devueltos)
                if (x.numeroPartida.valor() == m->numeroPartida.valor() && x.serie == t.serie && x.lote == t.lote)
                    t.cantidad -= x.cantidad;
        Pieza pieza;
        poner_capas(pieza, capas, m->transaccionId, m->numeroPartidaOrigen.valor());
        pieza.numeroPartida = static_cast<int>(i) + 1, pieza.fila = i;
        pieza.cantidad = multiplicar<6>(linea.guardada.cantidad, linea.guardada.factor);
        if (auto const* p = d.pedidas[i].partida; p != nullptr) {
            exigir_traidos(*p, traidos, i);
            for (auto const& s : p->series) linea.series.push_back(s.valor());
            linea.lotes = p->lotes;
        } else
            tomar_todo(linea, traidos, pieza.cantidad);
        pieza.series = linea.series, pieza.lotes = linea.lotes;
        linea.guardada.surtida = linea.guardada.cantidad;
        d.h.piezas.push_back(std::move(pieza));
    }
}

CreditoCreado devolver(Escritura& db, Sesion const& sesion, DevolucionProveedorNueva const& n,
                       ImportesEscritos const* escritos) {
    static constexpr TipoDocumento const* compras[] = {&factura_de_compra};
    Fallas fallas;
    Devolucion d(db, devolucion_a_proveedor, "transaccionIdCompra", n.transaccionIdCompra, compras, n, {}, fallas);
    comprobar_proveedor(n, d.c, fallas);
    fallas.lanzar();
    if (n.uuid) exigir_uuid_nuevo(db, *n.uuid, "uuid");
    d.bloquear(db, sesion);
    d.elegir(n.partidas, n.completa.valor);
    if (escritos != nullptr) d.escribir(*escritos);
    sacar(db, d);
    d.poner_importes(n.motivo.valor());
    poner_proveedor(d.h, n);
    return std::move(d).emitir(db, devolucion_a_proveedor_nueva);
}

}  // namespace

CreditoCreado devolver_a_proveedor(Escritura& db, Sesion const& sesion, Cuerpo<DevolucionProveedorNueva> const& n) {
    return devolver(db, sesion, n, nullptr);
}

CreditoCreado registrar_devolucion_escrita(Escritura& db, Sesion const& sesion, DevolucionProveedorNueva const& n,
                                           ImportesEscritos const& escritos) {
    return devolver(db, sesion, n, &escritos);
}

}  // namespace gestor::compras
