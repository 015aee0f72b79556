// Physical counts. Goods move during a count: each product is compared, when it is counted, with the stock of that
// moment. The close moves all differences at once.
#include <set>

#include "domain/comun/consultas.hpp"
#include "domain/comun/reglas.hpp"
#include "domain/inventario/conceptos.hpp"
#include "domain/inventario/consultas_conteos.hpp"
#include "domain/inventario/documentos.hpp"
#include "domain/inventario/escrituras.hpp"
#include "domain/inventario/mercancia.hpp"
#include "domain/inventario/ofrece.hpp"
#include "domain/inventario/propios.hpp"
#include "domain/motor/escritura/emisor.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor::inventario {
namespace {

struct AlmacenPorContar {
    FechaHora ahora;  // present moment in the branch
    IdOCero abierto;  // open count of the warehouse; 0: none
};
DTO(AlmacenPorContar, ahora, abierto)

struct ConteoAbierto {
    Id conteoId;
};
DTO(ConteoAbierto, conteoId)

struct ConteoBloqueado {
    Id conteoId;
    Id almacenId;
    Id sucursalId;  // branch of the warehouse
    EstadoConteo estado;
    FechaHora fecha;
    FechaHora ahora;
    Booleano algoContado;
};
DTO(ConteoBloqueado, conteoId, almacenId, sucursalId, estado, fecha, ahora, algoContado)

struct ProductoContado {
    IdOCero productoId;
    Cadena codigo;
    Cadena tipo;
    Booleano manejaSeries;
    Booleano manejaLotes;
    Booleano discorde;  // productoId and codigo name different products
};
DTO(ProductoContado, productoId, codigo, tipo, manejaSeries, manejaLotes, discorde)

struct Contado {  // Contado: a stored row of the count
    IdOCero productoId;
    Cadena lote;
    std::optional<Fecha> caducidad;
    Cantidad contado;
    std::vector<Cadena> series;
};
DTO(Contado, productoId, lote, caducidad, contado, series)

struct DiferenciaLeida {
    Id productoId;
    Cadena lote;
    std::optional<Fecha> caducidad;
    Cadena serie;
    Cantidad diferencia;
};
DTO(DiferenciaLeida, productoId, lote, caducidad, serie, diferencia)

LecturaCompilada const conteo_abierto(lectura<ConteoViewModel>(sql::conteos), "conteoEncabezado");

// An open stock count is locked by the one request that counts, closes or cancels it.
ConteoBloqueado bloquear_abierto(Escritura& db, Id id) {
    auto const c = db.uno<ConteoBloqueado, sql::conteo_bloquear>("conteoId"_es(id));
    if (!c) throw Problema(codigo::no_encontrado, "no existe el conteo con ese identificador");
    if (c->estado != EstadoConteo("Abierto"))
        throw Problema(codigo::estado_invalido, "el conteo está " + std::string(c->estado.valor()))
            .con("accionesPermitidas", "[]");
    return *c;
}

void terminar(Escritura& db, Id id, std::string_view estado, FechaHora fecha, IdOCero ajuste,
              std::string const& motivo) {
    db.encolar<sql::conteo_terminar>("conteoId"_es(id), "estado"_es(std::string(estado)), "fecha"_es(fecha),
                                     "transaccionId"_es(ajuste.presente() ? sql_de(ajuste) : std::nullopt),
                                     "motivo"_es(motivo));
}

}  // namespace

void validar(ConteoFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

void validar(ConteoPartidas const& c, Fallas& fallas) {
    for (std::size_t i = 0; i < c.partidas.size(); ++i) {
        auto const& p = c.partidas[i];
        if (!p.productoId && !(p.codigo && !p.codigo->vacio()))
            fallas.agregar(en_fila("partidas", i, "productoId"), codigo::requerido, "envíe productoId o codigo");
        if (p.caducidad && !p.lote)
            fallas.agregar(en_fila("partidas", i, "caducidad"), codigo::rango, "sólo se envía con un lote");
        validar_identificados(p.series, {}, i, fallas);
    }
}

Vista<ConteoViewModel> abrir_conteo(Escritura& db, Sesion const&, Cuerpo<ConteoNuevo> const& n) {
    db.consultar<sql::turno>("que"_es("conteo"));
    auto const almacen = db.uno<AlmacenPorContar, sql::conteo_almacen>("almacenId"_es(n.almacenId));
    if (!almacen) {
        Fallas fallas;
        fallas.agregar("almacenId", codigo::no_existe, "no existe o no está activo");
        fallas.lanzar();
    }
    if (almacen->abierto.presente())
        throw Problema(codigo::estado_invalido, "ya hay un conteo abierto de ese almacén")
            .con("conteoId", texto_de(almacen->abierto));
    // locks the month: a closing of the month waits for this write
    exigir_periodo_abierto(db, almacen->ahora.fecha(), almacen->ahora.fecha());
    auto const nuevo = db.uno<ConteoAbierto, sql::conteo_abrir>("almacenId"_es(n.almacenId), "fecha"_es(almacen->ahora),
                                                                "notas"_es(n.notas ? n.notas->valor() : std::string()));
    return db.vista<ConteoViewModel>(conteo_abierto, nuevo->conteoId);
}

namespace {

void fallas_de_contado(PartidaConteoNueva const& n, ProductoContado const& p, std::size_t i, Fallas& fallas) {
    if (!p.productoId.presente())
        fallas.agregar(en_fila("partidas", i, n.productoId ? "productoId" : "codigo"), codigo::no_existe,
                       "no existe o no está activo");
    else if (p.tipo != "Producto")
        fallas.agregar(en_fila("partidas", i, "productoId"), codigo::rango, "un servicio o un kit no tiene existencia");
    if (p.discorde) fallas.agregar(en_fila("partidas", i, "codigo"), codigo::rango, "no es el código de productoId");
}

// Serial numbers are counted one by one, each lot in a row of its own.
void exigir_identificado(PartidaConteoNueva const& n, ProductoContado const& p, std::size_t i) {
    auto const rechazar = [&](std::string_view cod, std::string_view campo, std::string const& mensaje) {
        throw Problema::en(en_fila("partidas", i, campo), cod, p.codigo.valor() + mensaje);
    };
    if (p.manejaSeries && Cantidad::de_entero(std::ssize(n.series)) != n.contado)
        rechazar(codigo::serie_lote_requerido, "series",
                 " se controla por series: envíe las " + texto_de(n.contado) + " que se contaron");
    if (p.manejaLotes && !n.lote)
        rechazar(codigo::serie_lote_requerido, "lote", " se controla por lotes: envíe cada lote por separado");
    if (!p.manejaSeries && !n.series.empty())
        rechazar(codigo::serie_lote_invalido, "series", " no se controla por series");
    if (!p.manejaLotes && n.lote) rechazar(codigo::serie_lote_invalido, "lote", " no se controla por lotes");
}

std::vector<Contado> contados_de(Escritura& db, ConteoPartidas const& c) {
    auto const productos = db.lista<ProductoContado, sql::conteo_productos>("filas"_es(como_json(c.partidas)));
    Fallas fallas;
    std::set<std::pair<std::int64_t, std::string>> vistos;
    std::vector<Contado> contados;
    for (std::size_t i = 0; i < c.partidas.size(); ++i) {
        auto const& n = c.partidas[i];
        fallas_de_contado(n, productos[i], i, fallas);
        Contado x{
            productos[i].productoId, n.lote ? Cadena::de_base(n.lote->valor()) : Cadena(), n.caducidad, n.contado, {}};
        for (auto const& s : n.series) x.series.push_back(Cadena::de_base(s.valor()));
        if (x.productoId.presente() && !vistos.emplace(x.productoId.valor(), x.lote.valor()).second)
            fallas.agregar(en_fila("partidas", i, "productoId"), codigo::duplicado, "repite una fila anterior");
        contados.push_back(std::move(x));
    }
    fallas.lanzar();
    for (std::size_t i = 0; i < c.partidas.size(); ++i) exigir_identificado(c.partidas[i], productos[i], i);
    return contados;
}

}  // namespace

Vista<ConteoViewModel> contar(Escritura& db, Sesion const&, Id id, Cuerpo<ConteoPartidas> const& c) {
    auto const conteo = bloquear_abierto(db, id);
    db.encolar<sql::conteo_contar>("conteoId"_es(id), "almacenId"_es(conteo.almacenId),
                                   "filas"_es(como_json(contados_de(db, c))));
    return db.vista<ConteoViewModel>(conteo_abierto, id);
}

namespace {

// Diferencia of a product, or of one of its lots: a line of the adjustment. Missing serial numbers of a product are one
// line, found ones another.
struct Diferencia {
    PartidaNueva partida;
    Rumbo rumbo = Rumbo::sale;
};
std::vector<Diferencia> diferencias_de(Escritura& db, Id conteo) {
    std::vector<Diferencia> diferencias;
    for (auto const& d : db.lista<DiferenciaLeida, sql::conteo_diferencias>("conteoId"_es(conteo))) {
        auto const rumbo = d.diferencia.es_negativo() ? Rumbo::sale : Rumbo::entra;
        Cantidad const cantidad = rumbo == Rumbo::sale ? -d.diferencia : d.diferencia;
        bool const sigue = !d.serie.vacio() && !diferencias.empty() && diferencias.back().rumbo == rumbo &&
                           diferencias.back().partida.productoId == d.productoId;
        if (!sigue) {
            diferencias.push_back({{}, rumbo});
            diferencias.back().partida.productoId = d.productoId;
        }
        auto& p = diferencias.back().partida;
        p.cantidad = Positivo<Cantidad>(Cantidad(p.cantidad.valor() + cantidad));
        if (!d.serie.vacio()) p.series.push_back(TextoReq<60>::de_base(d.serie.valor()));
        if (!d.lote.vacio())
            p.lotes.push_back({TextoReq<60>::de_base(d.lote.valor()), Positivo<Cantidad>(cantidad),
                               rumbo == Rumbo::entra ? d.caducidad : std::nullopt});
    }
    return diferencias;
}

// Difference found by the count; later sales do not change it. Goods found are worth the average of the stock.
void poner_diferencias(Emisor& x, std::vector<Diferencia> const& diferencias, Id almacen) {
    auto& h = x.h();
    for (std::size_t i = 0; i < x.lineas.size(); ++i) {
        auto& linea = x.lineas[i];
        Pieza p;
        p.numeroPartida = static_cast<int>(i) + 1, p.fila = i;
        p.almacenId = almacen, p.productoId = *diferencias[i].partida.productoId;
        p.cantidad = diferencias[i].partida.cantidad, p.rumbo = diferencias[i].rumbo;
        p.series = linea.series, p.lotes = linea.lotes;
        linea.guardada.cantidad = dividir<6>(p.cantidad, linea.guardada.factor);
        h.piezas.push_back(std::move(p));
    }
    auto const& existencias = x.existencias();
    for (auto& p : h.piezas) {
        p.apartado = existencias.de(almacen, p.productoId).apartado;  // a count prevails over reservations
        p.valor = existencias.valor_promedio(almacen, p.productoId, p.cantidad);
    }
}

// Id of the adjustment; 0 when nothing differs.
IdOCero ajustar_conteo(Borrador b, ConteoBloqueado const& conteo, ConceptoDeInventario const& concepto) {
    auto const diferencias = diferencias_de(b.db, conteo.conteoId);
    std::vector<PartidaNueva> partidas;
    for (auto const& d : diferencias) partidas.push_back(d.partida);
    b.lineas = lineas_con_existencia(b.db, b.tipo, b.c, partidas, b.fallas);
    b.fallas.lanzar();
    concepto.exigir();
    auto x = std::move(b).bloquear();
    if (x.lineas.empty()) return {};
    x.h().contra = concepto.cuenta();
    poner_diferencias(x, diferencias, conteo.almacenId);
    x.sumar();
    x.propio(tabla_movimiento, MovimientoPropio{Cadena("Ajuste"), concepto.conceptoId, {}});
    return std::move(x).emitir().id;
}

}  // namespace

ConteoCerrado cerrar_conteo(Escritura& db, Sesion const&, Id id, Cuerpo<ConteoCierre> const& enviado) {
    auto const conteo = bloquear_abierto(db, id);
    Borrador b(db, movimiento_de_inventario, movimiento_nuevo);
    if (enviado.sucursalId && enviado.sucursalId->presente() &&
        enviado.sucursalId->valor() != conteo.sucursalId.valor())
        b.fallas.agregar("sucursalId", codigo::rango, "no es la del almacén que se contó");
    ConteoCierre cierre = enviado;
    cierre.sucursalId = IdOCero(conteo.sucursalId);
    Menciones m;
    m.almacenId = conteo.almacenId;
    b.encabezado(cierre, m);
    auto const concepto = concepto_de_inventario(db, cierre.conceptoId, b.fallas);
    auto const fecha = b.c.fecha;
    if (cierre.fecha && fecha.fecha() < conteo.fecha.fecha())
        b.fallas.agregar("fecha", codigo::rango,
                         "es anterior al conteo, que se abrió el " + texto_de(conteo.fecha.fecha()));
    if (cierre.noContadoEsCero.valor)
        db.encolar<sql::conteo_dar_por_faltante>("conteoId"_es(id), "almacenId"_es(conteo.almacenId));
    auto const ajuste = donde_se_envio({}, [&] { return ajustar_conteo(std::move(b), conteo, concepto); });
    terminar(db, id, "Cerrado", fecha, ajuste, {});
    ConteoCerrado cerrado{db.vista<ConteoViewModel>(conteo_abierto, id), {}};
    if (!conteo.algoContado)
        cerrado.advertencias.push_back(Cadena(cierre.noContadoEsCero.valor
                                                  ? "nada se contó: todo lo esperado se dio por faltante"
                                                  : "nada se contó: el conteo se cerró sin ajustar existencias"));
    return cerrado;
}

Vista<ConteoViewModel> cancelar_conteo(Escritura& db, Sesion const&, Id id,
                                       ConsultaOCuerpo<CancelacionMotivo> const& c) {
    auto const conteo = bloquear_abierto(db, id);
    terminar(db, id, "Cancelado", conteo.ahora, {}, c.motivo ? c.motivo->valor() : std::string());
    return db.vista<ConteoViewModel>(conteo_abierto, id);
}

}  // namespace gestor::inventario
