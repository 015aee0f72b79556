// Repackaging: goods become other goods in the same warehouse, of the same value less the loss.
#include <algorithm>

#include "domain/inventario/consultas_movimientos.hpp"
#include "domain/inventario/documentos.hpp"
#include "domain/inventario/escrituras.hpp"
#include "domain/inventario/mercancia.hpp"
#include "domain/motor/escritura/emisor.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor::inventario {
namespace {

struct ReempaquePropio {  // ReempaquePropio: stored columns that only a repackaging has
    Porcentaje merma;
    Entero<1, 100'000> origenes;  // number of its first lines, the goods used
    Cadena factores;              // cost factors of the other lines, {1,2.5}; {}: by quantity
};
DTO(ReempaquePropio, merma, origenes, factores)

}  // namespace
static TablaPropia const tabla_reempaque(*tipo_de<ReempaquePropio>(), "reempaque");

namespace {

template <class Filas>
void validar_lado(Filas const& filas, std::string_view lista, Fallas& fallas) {
    for (std::size_t i = 0; i < filas.size(); ++i) {
        auto const& p = filas[i];
        if (!p.productoId && !(p.codigo && !p.codigo->vacio()))
            fallas.agregar(en_fila(lista, i, "productoId"), codigo::requerido, "envíe productoId o codigo");
        validar_identificados(p.series, p.lotes, i, fallas, lista);
    }
}

}  // namespace

void validar(ReempaqueNuevo const& r, Fallas& fallas) {
    validar_lado(r.origen, "origen", fallas);
    validar_lado(r.destino, "destino", fallas);
    bool const con_factor =
        std::any_of(r.destino.begin(), r.destino.end(), [](auto const& d) { return d.factorCosto; });
    for (std::size_t i = 0; i < r.destino.size(); ++i)
        if (con_factor && !r.destino[i].factorCosto)
            fallas.agregar(en_fila("destino", i, "factorCosto"), codigo::requerido,
                           "es obligatorio si otro destino lo lleva");
    if (r.merma.valor > Porcentaje{"100"}) fallas.agregar("merma", codigo::rango, "es a lo más 100");
}

namespace {

template <class Filas>
std::vector<Linea> lineas_de_lado(Escritura& db, Contexto const& c, Filas const& filas, std::string_view lista,
                                  Fallas& fallas) {
    std::vector<PartidaNueva> partidas;
    for (auto const& f : filas) {
        PartidaNueva n;
        n.productoId = f.productoId, n.codigo = f.codigo, n.cantidad = f.cantidad;
        n.series = f.series, n.lotes = f.lotes;
        partidas.push_back(std::move(n));
    }
    return lineas_con_existencia(db, reempaque_de_mercancia, c, partidas, fallas, lista);
}

void exigir_otros_productos(std::vector<Linea> const& origen, std::vector<Linea> const& destino, Fallas& fallas) {
    for (std::size_t i = 0; i < destino.size(); ++i)
        for (auto const& o : origen)
            if (o.guardada.productoId.presente() && o.guardada.productoId == destino[i].guardada.productoId)
                return fallas.agregar(en_fila("destino", i, "productoId"), codigo::rango,
                                      "un producto no puede ser origen y destino");
}

// Pieces of all lines, goods used first; each piece has the name of its list in the body.
std::vector<Pieza> piezas_de_lados(Escritura& db, std::vector<Linea> const& lineas, std::size_t origenes, Id almacen) {
    auto piezas = piezas_de(db, lineas, almacen);
    for (auto& p : piezas) {
        p.lista = p.fila < origenes ? "origen" : "destino";
        if (p.fila < origenes) continue;
        p.fila -= origenes;
        p.rumbo = Rumbo::entra;
    }
    return piezas;
}

// Salido: outgoing goods, tried on a copy of the stock: their value, and the first day on which any of them expires.
struct Salido {
    Dinero valor;
    std::optional<Fecha> caducidad;
};
Salido salido_de(Existencias existencias, std::vector<Pieza> const& piezas) {
    Salido s;
    for (auto const& p : piezas) {
        if (p.rumbo != Rumbo::sale) continue;
        for (auto const& m : existencias.salida(p)) {
            s.valor -= m.valor;
            if (m.caducidad && (!s.caducidad || *m.caducidad < *s.caducidad)) s.caducidad = m.caducidad;
        }
    }
    return s;
}

// Splits the value among the goods made, by factor or by quantity; the last takes the rest.
void repartir(std::vector<Pieza>& piezas, ReempaqueNuevo const& r, Dinero valor) {
    auto const parte = [&](Pieza const& p) -> Cantidad {
        auto const& factor = r.destino[p.fila].factorCosto;
        return factor ? factor->valor() : p.cantidad;
    };
    Cantidad todo;
    for (auto const& p : piezas)
        if (p.rumbo == Rumbo::entra) todo += parte(p);
    Dinero queda = valor;
    for (auto& p : piezas) {
        if (p.rumbo != Rumbo::entra) continue;
        p.valor = &p == &piezas.back() ? queda : std::min<Dinero>(queda, prorratear(valor, parte(p), todo));
        queda -= p.valor;
    }
}

// A new lot without expiry takes the earliest expiry of the goods used, unless the lot is in stock already.
void heredar_caducidad(std::vector<LotePedido>& lotes, IdOCero producto, Existencias const& existencias,
                       std::optional<Fecha> const& caducidad) {
    for (auto& lote : lotes) {
        auto const ya = std::find_if(existencias.lotes.begin(), existencias.lotes.end(), [&](LoteEnAlmacen const& x) {
            return x.productoId.valor() == producto.valor() && x.lote == lote.lote.valor() && x.caducidad &&
                   x.cantidad.es_positivo();
        });
        if (!lote.caducidad) lote.caducidad = ya == existencias.lotes.end() ? caducidad : ya->caducidad;
    }
}

ReempaquePropio propio_de(ReempaqueNuevo const& r) {
    std::string factores;
    for (auto const& d : r.destino)
        if (d.factorCosto) factores += (factores.empty() ? "" : ",") + texto_de(d.factorCosto->valor());
    return {r.merma.valor, std::ssize(r.origen), Cadena::de_base("{" + factores + "}")};
}

using RV = ReempaqueViewModel;
LecturaCompilada const reempaque(
    lectura<RV>(sql::reempaque,
                lista<&RV::origen>(sql::reempaque_origen,
                                   lista<&PartidaMovimiento::series>(sql::reempaque_origen_series),
                                   lista<&PartidaMovimiento::lotes>(sql::reempaque_origen_lotes)),
                lista<&RV::destino>(sql::reempaque_destino,
                                    lista<&DestinoReempaque::series>(sql::reempaque_destino_series),
                                    lista<&DestinoReempaque::lotes>(sql::reempaque_destino_lotes))),
    "reempaque");

}  // namespace

ReempaqueCreado reempacar(Escritura& db, Sesion const&, Cuerpo<ReempaqueNuevo> const& r) {
    Borrador b(db, reempaque_de_mercancia, reempaque_nuevo);
    Menciones m;
    m.almacenId = r.almacenId;
    b.encabezado(r, m);
    b.lineas = lineas_de_lado(db, b.c, r.origen, "origen", b.fallas);
    auto const origenes = b.lineas.size();
    auto const destino = lineas_de_lado(db, b.c, r.destino, "destino", b.fallas);
    exigir_otros_productos(b.lineas, destino, b.fallas);
    b.fallas.lanzar();
    b.lineas.insert(b.lineas.end(), destino.begin(), destino.end());

    auto x = std::move(b).bloquear();
    auto& h = x.h();
    h.contra = {"AJUSTE_INVENTARIO"};
    h.piezas = piezas_de_lados(db, x.lineas, origenes, r.almacenId);
    x.existencias();
    auto const salido = salido_de(h.existencias, h.piezas);
    repartir(h.piezas, r, salido.valor - prorratear(salido.valor, r.merma.valor.valor(), Porcentaje{"100"}));
    for (auto& p : h.piezas)
        if (p.rumbo == Rumbo::entra) heredar_caducidad(p.lotes, p.productoId, h.existencias, salido.caducidad);
    for (auto i = origenes; i < x.lineas.size(); ++i)
        heredar_caducidad(x.lineas[i].lotes, x.lineas[i].guardada.productoId, h.existencias, salido.caducidad);
    x.sumar();
    x.cabecera().total = x.cabecera().subtotal = dividir<2>(salido.valor, x.cabecera().tipoCambio);
    x.propio(tabla_reempaque, propio_de(r));
    auto const hecho = std::move(x).emitir();
    return {db.vista<ReempaqueViewModel>(reempaque, hecho.id), hecho.advertencias()};
}

}  // namespace gestor::inventario
