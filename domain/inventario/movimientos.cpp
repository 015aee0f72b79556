// Inventory movements: entry, exit, transfer between warehouses, adjustment to a count.
#include <algorithm>

#include "domain/inventario/conceptos.hpp"
#include "domain/inventario/consultas_movimientos.hpp"
#include "domain/inventario/documentos.hpp"
#include "domain/inventario/escrituras.hpp"
#include "domain/inventario/lecturas_documentos.hpp"
#include "domain/inventario/mercancia.hpp"
#include "domain/inventario/ofrece.hpp"
#include "domain/inventario/propios.hpp"
#include "domain/motor/captura/consultas_resolver.hpp"
#include "domain/motor/escritura/emisor.hpp"

namespace gestor::inventario {
namespace {

struct AlmacenActivo {
    Id almacenId;
};
DTO(AlmacenActivo, almacenId)

}  // namespace

void validar(MovimientoNuevo const& m, Fallas& fallas) {
    bool const traspaso = m.tipoMovimiento == "Traspaso";
    if (!traspaso && !m.conceptoId) fallas.agregar("conceptoId", codigo::requerido, "es obligatorio");
    if (traspaso && m.conceptoId)
        fallas.agregar("conceptoId", codigo::rango,
                       "un traspaso no lleva concepto: la mercancía sigue siendo la misma");
    if (traspaso && !m.almacenDestinoId) fallas.agregar("almacenDestinoId", codigo::requerido, "es obligatorio");
    if (m.almacenDestinoId && (!traspaso || *m.almacenDestinoId == m.almacenId))
        fallas.agregar("almacenDestinoId", codigo::rango,
                       traspaso ? "debe ser otro almacén" : "sólo se usa en un traspaso");
    if (m.enTransito.valor && !traspaso) fallas.agregar("enTransito", codigo::rango, "sólo se usa en un traspaso");
    for (std::size_t i = 0; i < m.partidas.size(); ++i) {
        auto const& p = m.partidas[i];
        if (!p.productoId && !(p.codigo && !p.codigo->vacio()))
            fallas.agregar(en_fila("partidas", i, "productoId"), codigo::requerido, "envíe productoId o codigo");
        if (m.tipoMovimiento != "Ajuste" && p.cantidad.es_cero())
            fallas.agregar(en_fila("partidas", i, "cantidad"), codigo::mayor_que_cero, "debe ser mayor que 0");
        if (p.costoUnitario && m.tipoMovimiento != "Entrada" && m.tipoMovimiento != "Ajuste")
            fallas.agregar(en_fila("partidas", i, "costoUnitario"), codigo::rango, "sólo se envía en una entrada");
        if (p.fechaCapa && m.tipoMovimiento != "Entrada")
            fallas.agregar(en_fila("partidas", i, "fechaCapa"), codigo::rango, "sólo se envía en una entrada");
    }
}

namespace {

Nacimiento const& nacimiento_de(MovimientoNuevo const& m) {
    if (m.tipoMovimiento != "Traspaso") return movimiento_nuevo;
    return m.enTransito.valor ? envio_de_inventario : traspaso_de_inventario;
}

std::vector<Linea> lineas_de(Escritura& db, TipoDocumento const& tipo, Contexto const& c, MovimientoNuevo const& m,
                             Fallas& fallas) {
    std::vector<PartidaNueva> partidas;
    for (auto const& p : m.partidas) {
        PartidaNueva n;
        n.productoId = p.productoId, n.codigo = p.codigo, n.unidadMedidaId = p.unidadMedidaId;
        n.cantidad = Positivo<Cantidad>(p.cantidad.es_cero() ? Cantidad::de_entero(1) : p.cantidad.valor());
        n.series.assign(p.series.begin(), p.series.end());
        n.lotes.assign(p.lotes.begin(), p.lotes.end());
        n.notas = p.notas;
        partidas.push_back(std::move(n));
    }
    validar_partidas(partidas, fallas);
    auto lineas = lineas_con_existencia(db, tipo, c, partidas, fallas);
    for (std::size_t i = 0; i < lineas.size(); ++i) lineas[i].guardada.cantidad = m.partidas[i].cantidad;
    return lineas;
}

// An adjustment moves the difference between the counted quantity and the stock of that day.
void ajustar(Hechos& h, std::vector<Linea>& lineas) {
    std::vector<Pieza> piezas;
    for (auto p : h.piezas) {
        auto const& actual = h.existencias.de(p.almacenId, p.productoId);
        Cantidad const hay = h.existencias.al_dia(p.almacenId, p.productoId);
        Cantidad const contado = p.cantidad;
        auto& linea = lineas[p.fila];
        if (contado == hay) {  // no difference: the line is left out
            linea.guardada.cantidad = {};
            linea.series.clear(), linea.lotes.clear();
            continue;
        }
        p.rumbo = contado > hay ? Rumbo::entra : Rumbo::sale;
        p.cantidad = contado > hay ? contado - hay : hay - contado;
        p.apartado = actual.apartado;  // a count prevails over reservations
        linea.guardada.cantidad = dividir<6>(p.cantidad, linea.guardada.factor);
        piezas.push_back(std::move(p));
    }
    h.piezas = std::move(piezas);
}

// Value of entering goods: their costoUnitario, or when absent the average cost of the product's stock.
void valuar(Hechos& h, std::vector<Linea> const& lineas, MovimientoNuevo const& m, Fallas& fallas) {
    for (auto& p : h.piezas) try {
            auto const& costo = m.partidas[p.fila].costoUnitario;
            auto const en_moneda =
                costo ? Importe(multiplicar<6>(lineas[p.fila].guardada.cantidad, *costo)) : Importe{};
            p.valor = costo ? Dinero(multiplicar<2>(en_moneda, h.documento.cabecera.tipoCambio))
                            : h.existencias.valor_promedio(p.almacenId, p.productoId, p.cantidad);
        } catch (Desborde const&) {
            fallas.agregar(en_fila("partidas", p.fila, "costoUnitario"), codigo::rango,
                           "el importe calculado pasa del máximo");
        }
}

// Two lines of one product in an adjustment would count it twice.
void exigir_sin_repetidos(std::vector<Linea> const& lineas, Fallas& fallas) {
    for (std::size_t i = 0; i < lineas.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (lineas[i].guardada.productoId == lineas[j].guardada.productoId)
                fallas.agregar(en_fila("partidas", i, "productoId"), codigo::duplicado, "repite una fila anterior");
}

// Goods of each line. A line of quantity 0 counts in an adjustment.
std::vector<Pieza> piezas_movidas(Escritura& db, std::vector<Linea> const& lineas, MovimientoNuevo const& m) {
    auto piezas = piezas_de(db, lineas, m.almacenId);
    if (m.tipoMovimiento == "Ajuste")
        for (std::size_t i = 0; i < lineas.size(); ++i)
            if (lineas[i].guardada.cantidad.es_cero()) {
                Pieza cero;
                cero.numeroPartida = static_cast<int>(i) + 1, cero.fila = i;
                cero.almacenId = m.almacenId, cero.productoId = Id(lineas[i].guardada.productoId.valor());
                cero.series = lineas[i].series, cero.lotes = lineas[i].lotes;
                piezas.push_back(std::move(cero));
            }
    for (auto& q : piezas) {
        if (m.tipoMovimiento == "Entrada") q.rumbo = Rumbo::entra;
        if (auto const& f = m.partidas[q.fila].fechaCapa) q.capaFecha = FechaHora(*f);
    }
    return piezas;
}

// Stock rows of a later movement of the same call: of its warehouse, and of its destination.
void agregar_mercancia(MovimientoNuevo const& m, std::vector<Pieza>& piezas) {
    for (auto const& p : m.partidas)
        for (auto const& almacen : {std::optional(m.almacenId), m.almacenDestinoId})
            if (almacen && p.productoId) {
                auto& q = piezas.emplace_back();
                q.almacenId = *almacen, q.productoId = *p.productoId;
                for (auto const& s : p.series) q.series.push_back(s.valor());
            }
}

}  // namespace

Movido mover(Escritura& db, MovimientoNuevo const& m, std::span<MovimientoNuevo const> despues) {
    Borrador b(db, movimiento_de_inventario, nacimiento_de(m));
    auto& fallas = b.fallas;
    Menciones p;
    p.almacenId = m.almacenId;
    b.encabezado(m, p);
    auto const concepto = concepto_de_inventario(db, m.conceptoId, fallas);
    if (m.almacenDestinoId && !db.uno<AlmacenActivo, sql::almacen_activo>("almacenId"_es(*m.almacenDestinoId)))
        fallas.agregar("almacenDestinoId", codigo::no_existe, "no existe o no está activo");
    b.lineas = lineas_de(db, b.tipo, b.c, m, fallas);
    auto const fecha = b.cabecera().fecha.fecha();
    for (std::size_t i = 0; i < m.partidas.size(); ++i)
        if (m.partidas[i].fechaCapa && *m.partidas[i].fechaCapa > fecha)
            fallas.agregar(en_fila("partidas", i, "fechaCapa"), codigo::rango, "es posterior al movimiento");
    if (m.tipoMovimiento == "Ajuste") exigir_sin_repetidos(b.lineas, fallas);
    fallas.lanzar();
    concepto.exigir();

    auto x = std::move(b).bloquear();
    auto& h = x.h();
    h.piezas = piezas_movidas(db, x.lineas, m);
    std::vector<Pieza> tambien;
    if (m.almacenDestinoId)
        for (auto q : h.piezas) q.almacenId = *m.almacenDestinoId, tambien.push_back(std::move(q));
    for (auto const& otro : despues) agregar_mercancia(otro, tambien);
    x.existencias(tambien);
    if (m.tipoMovimiento == "Ajuste") ajustar(h, x.lineas);
    valuar(h, x.lineas, m, x.fallas);
    if (m.almacenDestinoId) h.destino = *m.almacenDestinoId;
    h.contra = concepto.cuenta();
    x.sumar();
    std::erase_if(h.documento.partidas, [](PartidaGuardada const& g) { return g.cantidad.es_cero(); });
    MovimientoPropio propios{Cadena(m.tipoMovimiento.valor()), concepto.conceptoId, {}};
    if (m.almacenDestinoId) propios.almacenDestinoId = *m.almacenDestinoId;
    x.propio(tabla_movimiento, propios);
    auto const hecho = std::move(x).emitir();
    return {hecho.id, hecho.plan().nuevo->cabecera.total, hecho.avisos};
}

Problema donde_se_envio(Problema const& p, std::vector<std::string> const& filas) {
    std::vector<ErrorCampo> errores;
    std::string sin_lugar;
    for (auto e : p.errores()) {
        std::size_t fila = 0, fin = 0;
        if (constexpr std::string_view lista = "partidas["; e.campo.starts_with(lista)) {
            fila = std::stoul(e.campo.substr(lista.size()), &fin);
            if (fila >= filas.size() || filas[fila].empty()) {
                sin_lugar += (sin_lugar.empty() ? "" : "; ") + e.mensaje;
                continue;
            }
            e.campo = filas[fila] + e.campo.substr(lista.size() + fin + 1);
        }
        errores.push_back(std::move(e));
    }
    Problema otro(p.codigo(), sin_lugar.empty() ? p.detalle() : sin_lugar, std::move(errores));
    for (auto const& [nombre, json] : p.extra()) otro.con(nombre, json);
    return otro;
}

MovimientoInventarioCreado contestar(Escritura& db, Movido const& hecho) {
    return {db.vista<MovimientoInventarioViewModel>(movimiento_inventario, hecho.transaccionId),
            advertencias_de(hecho.avisos)};
}

MovimientoInventarioCreado mover_inventario(Escritura& db, Sesion const&, Cuerpo<MovimientoNuevo> const& m) {
    return contestar(db, mover(db, m));
}

}  // namespace gestor::inventario
