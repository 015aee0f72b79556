// Receptions of transfers: goods sent enter their warehouse, whole or in parts (purchase orders: recepciones_compra).
// Goods that will not arrive are charged to the account of a concept, and the transfer ends.
#include <map>

#include "domain/inventario/conceptos.hpp"
#include "domain/inventario/consultas_movimientos.hpp"
#include "domain/inventario/documentos.hpp"
#include "domain/inventario/escrituras.hpp"
#include "domain/inventario/lecturas_documentos.hpp"
#include "domain/inventario/pendientes.hpp"
#include "domain/inventario/recepciones.hpp"
#include "domain/motor/captura/consultas_resolver.hpp"

namespace gestor::inventario {

namespace {

struct RecepcionPropia {  // RecepcionPropia: stored columns that only a reception has
    IdOCero conceptoId;
};
DTO(RecepcionPropia, conceptoId)

}  // namespace
static TablaPropia const tabla_recepcion(*tipo_de<RecepcionPropia>(), "documento");

void validar(RecepcionNueva const& r, Fallas& fallas) {
    exigir_partidas_distintas(r.partidas, fallas);
    if (r.cerrar.valor && !r.conceptoId)
        fallas.agregar("conceptoId", codigo::requerido,
                       "es obligatorio al cerrar: el concepto al que se carga el faltante");
    if (!r.cerrar.valor && r.conceptoId) fallas.agregar("conceptoId", codigo::rango, "sólo se usa al cerrar");
    for (std::size_t i = 0; i < r.partidas.size(); ++i)
        if (!r.cerrar.valor && r.partidas[i].cantidad.es_cero())
            fallas.agregar(en_fila("partidas", i, "cantidad"), codigo::mayor_que_cero,
                           "debe ser mayor que 0; al cerrar puede ser 0: no llegó nada");
}

namespace {

// Camino: quantity of each line still in transit, as pieces are taken one after the other.
class Camino {
public:
    explicit Camino(std::vector<EnCamino> const& filas) : filas_(filas) {}

    Cantidad de(int partida) const {
        Cantidad suma;
        for (auto const& f : filas_)
            if (f.numeroPartida.valor() == partida) suma += f.restante;
        return suma;
    }
    // Takes the rest of a line, with its serial numbers and lots, unless the body names them.
    void tomar_todo(Linea& linea, int partida) {
        std::map<std::string, LotePedido> lotes;
        for (auto const& f : filas_) {
            if (f.numeroPartida.valor() != partida || f.restante.es_cero()) continue;
            if (!f.serie.vacio()) linea.series.push_back(f.serie.valor());
            if (f.lote.vacio()) continue;
            auto const suyo =
                lotes.try_emplace(f.lote.valor(), LotePedido{TextoReq<60>::de_base(f.lote.valor()), {}, f.caducidad});
            auto& lote = suyo.first->second;
            lote.cantidad = Positivo<Cantidad>(Cantidad(lote.cantidad.valor() + f.restante));
        }
        for (auto& [nombre, lote] : lotes) linea.lotes.push_back(std::move(lote));
    }
    void quitar(Linea const& linea, int partida, Cantidad cantidad) {
        std::map<std::string, Cantidad> lotes;
        for (auto const& l : linea.lotes) lotes[l.lote.valor()] += l.cantidad.valor();
        for (auto& f : filas_) {
            if (f.numeroPartida.valor() != partida) continue;
            if (!f.serie.vacio() &&
                std::find(linea.series.begin(), linea.series.end(), f.serie.valor()) == linea.series.end())
                continue;
            Cantidad q = std::min(cantidad, f.restante);
            if (!f.lote.vacio()) q = std::min(q, lotes[f.lote.valor()]), lotes[f.lote.valor()] -= q;
            f.restante -= q;
            cantidad -= q;
        }
    }

private:
    std::vector<EnCamino> filas_;
};

Pieza pieza_de(Linea const& linea, std::size_t fila, Cantidad base, Id almacen, Rumbo rumbo) {
    Pieza p;
    p.numeroPartida = static_cast<int>(fila) + 1, p.fila = fila;
    p.almacenId = almacen, p.productoId = Id(linea.guardada.productoId.valor());
    p.cantidad = base, p.rumbo = rumbo;
    p.partidaEnvio = static_cast<int>(linea.guardada.numeroPartidaOrigen.valor());
    if (rumbo == Rumbo::entra) p.series = linea.series, p.lotes = linea.lotes;
    return p;
}

// Pieces of the received goods, line by line. A line received in full takes all its goods in transit.
void recibir(Hechos& h, std::vector<Linea>& lineas, DocumentoOrigen const& envio, Camino& camino, Id almacen) {
    for (std::size_t i = 0; i < lineas.size(); ++i) {
        auto& l = lineas[i];
        int const partida = static_cast<int>(l.guardada.numeroPartidaOrigen.valor());
        auto const o = std::find_if(envio.lineas.begin(), envio.lineas.end(), [&](LineaOrigen const& x) {
            return x.linea.guardada.numeroPartida.valor() == partida;
        });
        bool const todo = l.guardada.cantidad == pendiente_de(*o);
        Cantidad const viene = camino.de(partida);
        Cantidad const base =
            todo ? viene : std::min(viene, Cantidad(multiplicar<6>(l.guardada.cantidad, l.guardada.factor)));
        if (todo && l.series.empty() && l.lotes.empty()) camino.tomar_todo(l, partida);
        camino.quitar(l, partida, base);
        h.piezas.push_back(pieza_de(l, i, base, almacen, Rumbo::entra));
    }
}

// Adds a line for the missing quantity of each sent line.
void perder(Hechos& h, std::vector<Linea>& lineas, DocumentoOrigen const& envio, Camino& camino, Id almacen,
            IdOCero concepto) {
    auto const recibidas = lineas.size();
    for (auto const& o : envio.lineas) {
        auto falta = pendiente_de(o);
        int const partida = static_cast<int>(o.linea.guardada.numeroPartida.valor());
        for (std::size_t i = 0; i < recibidas; ++i)
            if (lineas[i].guardada.numeroPartidaOrigen.valor() == partida) falta -= lineas[i].guardada.cantidad;
        if (falta.es_cero()) continue;
        auto l = linea_de_mercancia(o, envio.documento.transaccionId, falta);
        l.guardada.surtida = {};
        l.guardada.conceptoId = concepto;
        camino.tomar_todo(l, partida);
        lineas.push_back(std::move(l));
        h.piezas.push_back(pieza_de(lineas.back(), lineas.size() - 1, camino.de(partida), almacen, Rumbo::se_pierde));
    }
}

std::vector<Avance> avances_de(std::vector<Linea> const& lineas, Id envio) {
    std::map<std::int64_t, Cantidad> por_partida;
    for (auto const& l : lineas) por_partida[l.guardada.numeroPartidaOrigen.valor()] += l.guardada.cantidad;
    std::vector<Avance> avances;
    for (auto const& [partida, cantidad] : por_partida) avances.push_back({envio, partida, cantidad, {}, {}});
    return avances;
}

// Goods that a cancelled reception put back in transit are in transit since the day of the cancel, not before.
void exigir_en_camino(std::vector<EnCamino> const& filas, Fecha dia, Fallas& fallas) {
    for (auto const& f : filas)
        if (f.desde && *f.desde > dia) {
            std::string texto;
            f.desde->escribir(texto);
            return fallas.agregar("fecha", codigo::rango,
                                  "es anterior al " + texto + ", cuando se canceló otra recepción del traspaso");
        }
}

// A supplier folio and a unit cost belong only to the reception of a purchase.
void exigir_de_traspaso(RecepcionNueva const& r, Fallas& fallas) {
    if (r.folioProveedor) fallas.agregar("folioProveedor", codigo::rango, "un traspaso no tiene proveedor");
    for (std::size_t i = 0; i < r.partidas.size(); ++i)
        if (r.partidas[i].costoUnitario)
            fallas.agregar(en_fila("partidas", i, "costoUnitario"), codigo::rango,
                           "un traspaso conserva el costo de la mercancía");
}

}  // namespace

RecepcionCreada recepcion_creada(Escritura& db, Emitido const& hecha) {
    return {db.vista<RecepcionViewModel>(recepcion_mercancia, hecha.id), hecha.advertencias()};
}

RecepcionCreada recibir_mercancia(Escritura& db, Sesion const& sesion, Cuerpo<RecepcionNueva> const& r) {
    auto const id = r.transaccionIdOrigen;
    auto const enviado = db.uno<OrigenDeRecepcion, sql::recepcion_origen>("transaccionId"_es(id));
    if (enviado && enviado->objId.valor() != movimiento_de_inventario.obj_id)
        return recibir_orden(db, sesion, r, *enviado);
    Borrador b(db, recepcion_de_mercancia, recepcion_de_traspaso);
    if (!enviado) b.fallas.agregar("transaccionIdOrigen", codigo::no_existe, "no existe");
    exigir_de_traspaso(r, b.fallas);
    Menciones p;
    p.almacenId = r.almacenId;
    p.origenes = {id};
    p.hereda = true;
    if (enviado && enviado->almacenId.presente()) p.almacenId = enviado->almacenId.id();
    if (p.almacenId && r.almacenId && *p.almacenId != *r.almacenId)
        b.fallas.agregar("almacenId", codigo::rango, "el traspaso va a otro almacén");
    b.encabezado(r, p);
    auto const concepto = concepto_de_inventario(db, r.conceptoId, b.fallas);
    b.fallas.lanzar();
    concepto.exigir();

    auto x = std::move(b).bloquear();
    auto const& envio = x.abrir(id, AccionDocumento::recibir, sesion);
    auto en_camino = x.en_camino(id);
    exigir_en_camino(en_camino, x.cabecera().fecha.fecha(), x.fallas);
    tomar_pendientes(x, r.partidas, "recibir");
    x.fallas.lanzar();
    std::erase_if(x.lineas, [](Linea const& l) { return l.guardada.cantidad.es_cero(); });
    Camino camino(en_camino);
    recibir(x.h(), x.lineas, envio, camino, *p.almacenId);
    if (r.cerrar.valor) perder(x.h(), x.lineas, envio, camino, *p.almacenId, concepto.conceptoId);
    x.sumar();
    x.e.origenes[0].avances = avances_de(x.lineas, id);
    x.existencias().enCamino = std::move(en_camino);
    x.h().contra = concepto.cuenta();
    x.propio(tabla_recepcion, RecepcionPropia{concepto.conceptoId});
    return recepcion_creada(db, std::move(x).emitir());
}

}  // namespace gestor::inventario
