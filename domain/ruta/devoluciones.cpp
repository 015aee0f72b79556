// Return of a truck's goods: counted, compared with the expected stock, and moved to the branch when it is applied.
#include <set>

#include "domain/motor/captura/lineas.hpp"
#include "domain/motor/escritura/emisor.hpp"
#include "domain/motor/escritura/tablas.hpp"
#include "domain/ruta/camion.hpp"
#include "domain/ruta/consultas_escrituras.hpp"
#include "domain/ruta/documentos.hpp"
#include "domain/ruta/escrituras.hpp"
#include "domain/ruta/lecturas.hpp"
#include "domain/valores/json.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor::ruta {
namespace {

struct DevolucionPropia {  // DevolucionPropia: stored columns that only a return has
    Id rutaId;
    Cadena ruta;
    Cadena vendedor;
    IdOCero almacenDestinoId;
    TipoOperacionRuta tipoOperacion;
    Cantidad totalProductos;
    Cantidad totalEnvases;
    Importe importe;
};
DTO(DevolucionPropia, rutaId, ruta, vendedor, almacenDestinoId, tipoOperacion, totalProductos, totalEnvases, importe)

struct Contado {         // Contado: a counted line with the stock of the truck
    IdOCero productoId;  // 0: the product does not exist
    Cadena codigo;
    Cadena descripcion;
    Cadena unidad;
    Booleano esEnvase;
    Booleano esMercancia;
    Booleano manejaSeries;
    Booleano manejaLotes;
    Cantidad existencia;
    Cantidad conteo;
    Costo costoUnitario;
};
DTO(Contado, productoId, codigo, descripcion, unidad, esEnvase, esMercancia, manejaSeries, manejaLotes, existencia,
    conteo, costoUnitario)

struct PorRegresar {
    Id productoId;
    Id unidadMedidaId;
    Cadena codigo;
    Booleano manejaSeries;
    Booleano manejaLotes;
    Cantidad existencia;  // stock that can be returned
    Cantidad conteo;
    Costo costoUnitario;
    Cadena identificados;
};
DTO(PorRegresar, productoId, unidadMedidaId, codigo, manejaSeries, manejaLotes, existencia, conteo, costoUnitario,
    identificados)

struct DevolucionGuardada {
    FechaHora fecha;
    IdOCero sucursalId;
    Id almacenId;
    Id almacenDestinoId;
};
DTO(DevolucionGuardada, fecha, sucursalId, almacenId, almacenDestinoId)

}  // namespace
static TablaPropia const tabla_devolucion(*tipo_de<DevolucionPropia>(), "devolucion_ruta");

void validar(DevolucionRutaNueva const& d, Fallas& fallas) {
    if (d.productos.empty() && d.envases.empty())
        fallas.agregar("productos", codigo::requerido, "envíe productos, envases o los dos");
    std::set<Id> vistos;
    auto const sin_repetir = [&](PartidasContadas const& filas, std::string_view lista) {
        for (std::size_t i = 0; i < filas.size(); ++i) {
            if (!vistos.insert(filas[i].productoId).second)
                fallas.agregar(en_fila(lista, i, "productoId"), codigo::duplicado, "repite una fila anterior");
            validar_identificados(filas[i].series, filas[i].lotes, i, fallas, lista);
        }
    };
    sin_repetir(d.productos, "productos"), sin_repetir(d.envases, "envases");
}

namespace {

// Products and containers in one list. The product decides its kind; the body must name it in the list of that kind.
std::vector<PartidaContada> todas_de(DevolucionRutaNueva const& d) {
    std::vector<PartidaContada> todas(d.productos.begin(), d.productos.end());
    todas.insert(todas.end(), d.envases.begin(), d.envases.end());
    return todas;
}
std::string fila_de(DevolucionRutaNueva const& d, std::size_t i) {
    bool const envase = i >= d.productos.size();
    return en_fila(envase ? "envases" : "productos", envase ? i - d.productos.size() : i);
}
void comprobar(DevolucionRutaNueva const& d, std::vector<Contado> const& contadas, Fallas& fallas) {
    for (std::size_t i = 0; i < contadas.size(); ++i) {
        auto const& c = contadas[i];
        bool const envase = i >= d.productos.size();
        auto const campo = fila_de(d, i) + ".productoId";
        if (!c.productoId.presente())
            fallas.agregar(campo, codigo::no_existe, "no existe");
        else if (!c.esMercancia)
            fallas.agregar(campo, codigo::rango, "un servicio o un kit no tiene existencia");
        else if (c.esEnvase != Booleano(envase))
            fallas.agregar(campo, codigo::rango, envase ? "no es un envase" : "es un envase: envíelo en envases");
    }
}

DevolucionPropia propia_de(Camion const& camion, DevolucionRutaNueva const& d, std::vector<Contado> const& contadas) {
    DevolucionPropia p;
    p.rutaId = camion.rutaId, p.ruta = camion.ruta, p.vendedor = camion.vendedor;
    p.almacenDestinoId = d.almacenId ? IdOCero(*d.almacenId) : camion.almacenSucursalId;
    using Tipo = TipoOperacionRuta;
    p.tipoOperacion = d.envases.empty() ? Tipo("Producto") : d.productos.empty() ? Tipo("Envase") : Tipo("Mixta");
    for (auto const& c : contadas) {
        (c.esEnvase ? p.totalEnvases : p.totalProductos) += c.conteo;
        p.importe += Importe(multiplicar<6>(c.conteo - c.existencia, c.costoUnitario));
    }
    return p;
}

}  // namespace

Vista<DevolucionRutaDetalle> crear_devolucion(Escritura& db, Cuerpo<DevolucionRutaNueva> const& d) {
    Borrador b(db, devolucion_de_ruta, devolucion_nueva);
    auto& fallas = b.fallas;
    auto const hallado = camion_de(db, d.rutaId, fallas);
    auto const camion = hallado.value_or(Camion{});
    EncabezadoNuevo e;
    e.fecha = d.fecha, e.notas = d.notas, e.referenciaExterna = d.referenciaExterna;
    if (hallado) e.sucursalId = camion.sucursalId;
    Menciones menciones;
    menciones.almacenId = camion.almacenId.id(), menciones.vendedorId = camion.vendedorId.id();
    b.encabezado(e, menciones);
    auto const destino = d.almacenId ? IdOCero(*d.almacenId) : camion.almacenSucursalId;
    if ((hallado || d.almacenId) &&
        (db.consultar<sql::ruta_destino>("almacenId"_es(destino)).vacia() || destino == camion.almacenId))
        fallas.agregar("almacenId", codigo::no_existe, "no existe, no está activo o es el camión");
    auto const todas = como_json(todas_de(d));
    auto const contadas = db.lista<Contado, sql::devolucion_contar>(
        "conteo"_es(todas), "almacenId"_es(camion.almacenId), "fecha"_es(b.c.fecha));
    comprobar(d, contadas, fallas);
    fallas.lanzar();
    for (std::size_t i = 0; i < contadas.size(); ++i) {
        auto const& x = contadas[i];
        SeIdentifica{x.codigo, x.manejaSeries, x.manejaLotes}.exigir(
            i < d.productos.size() ? d.productos[i] : d.envases[i - d.productos.size()], x.conteo, fila_de(d, i));
    }
    b.cabecera().palabras = Cadena::de_base(camion.ruta.valor() + " " + camion.vendedor.valor());
    b.propio(tabla_devolucion, propia_de(camion, d, contadas));
    auto const id = std::move(b).bloquear().emitir().id;
    db.encolar<sql::devolucion_guardar>("transaccionId"_es(id), "partidas"_es(como_json(contadas)), "conteo"_es(todas));
    return db.vista<DevolucionRutaDetalle>(devolucion, id);
}

namespace {

// Regreso: counted goods split in two: those that the truck had, which move to the branch, and the surplus, which
// enters the branch.
struct Regreso {
    inventario::MovimientoNuevo traspaso, sobrante;
};
void agregar(inventario::MovimientoNuevo& m, PorRegresar const& p, Parte const& parte,
             std::optional<NoNegativo<Costo>> costo) {
    if (!parte.cantidad.es_positivo()) return;
    m.partidas.push_back({p.productoId,
                          {},
                          NoNegativo<Cantidad>(parte.cantidad),
                          p.unidadMedidaId,
                          costo,
                          {},
                          parte.series,
                          parte.lotes,
                          {}});
}
Regreso regreso_de(Escritura& db, Id id, DevolucionGuardada const& d, bool aceptar) {
    Regreso r;
    r.traspaso.tipoMovimiento = "Traspaso", r.sobrante.tipoMovimiento = "Entrada";
    r.traspaso.almacenId = d.almacenId, r.traspaso.almacenDestinoId = d.almacenDestinoId;
    r.sobrante.almacenId = d.almacenDestinoId;
    for (auto* m : {&r.traspaso, &r.sobrante}) m->fecha = FechaDocumento(d.fecha), m->sucursalId = d.sucursalId;
    auto const filas = db.lista<PorRegresar, sql::devolucion_por_regresar>(
        "transaccionId"_es(id), "almacenId"_es(d.almacenId), "fecha"_es(d.fecha));
    std::vector<Id> identificados;
    for (auto const& p : filas)
        if (p.manejaSeries || p.manejaLotes) identificados.push_back(p.productoId);
    auto const suyos = en_camion(db, d.almacenId, identificados, d.fecha);
    for (auto const& p : filas) {
        auto const c = p.manejaSeries || p.manejaLotes
                           ? comparar(p.productoId, suyos, json_leer<Identificados>(p.identificados.valor()))
                           : comparar(p.existencia, p.conteo);
        if (c.sobra.cantidad.es_positivo() && !aceptar)
            throw Problema(codigo::existencia_insuficiente,
                           "de " + p.codigo.valor() + " se contó " + texto_de(c.sobra.cantidad) +
                               " que el camión no tenía: registre la entrada que falta o envíe aceptarDiferencias");
        agregar(r.traspaso, p, c.hay, {});
        agregar(r.sobrante, p, c.sobra, NoNegativo<Costo>(p.costoUnitario));
    }
    return r;
}

// Moves goods of stored lines: a fault names no field, because this body has none of the lines.
IdOCero mover(Escritura& db, inventario::MovimientoNuevo const& m, std::vector<Id>& hechos,
              std::vector<std::string>& avisos, std::span<inventario::MovimientoNuevo const> despues = {}) {
    if (m.partidas.empty()) return {};
    auto const hecho = inventario::donde_se_envio({}, [&] { return inventario::mover(db, m, despues); });
    hechos.push_back(hecho.transaccionId);
    avisos.insert(avisos.end(), hecho.avisos.begin(), hecho.avisos.end());
    return hecho.transaccionId;
}

}  // namespace

// Applies the return with the date of its count, whenever it is applied.
DevolucionAplicada aplicar_devolucion(Escritura& db, Sesion const& sesion, Id id,
                                      Cuerpo<DevolucionAplicacion> const& aplicacion) {
    auto const d = db.uno<DevolucionGuardada, sql::devolucion_por_aplicar>("transaccionId"_es(id));
    if (!d) throw Problema(codigo::no_encontrado, "no existe una devolución de ruta con ese identificador");
    auto bloqueados = ConDocumentos::guardados(db, d->fecha, momento_de(db, {id})->ahora, {id});
    auto const mudanza =
        mudanza_de(devolucion_de_ruta, *bloqueados.cartera.buscar(id), AccionDocumento::aplicar, sesion);
    auto r = regreso_de(db, id, *d, aplicacion.aceptarDiferencias.valor);
    if (!r.sobrante.partidas.empty()) r.sobrante.conceptoId = ConceptosDeRuta(db).de("IN-SOBRANTE");
    DevolucionAplicada hecha;
    std::vector<Id> hechos;
    std::vector<std::string> avisos;
    hecha.transaccionIdTraspaso = mover(db, r.traspaso, hechos, avisos, {&r.sobrante, 1});
    hecha.transaccionIdSobrante = mover(db, r.sobrante, hechos, avisos);
    if (!hechos.empty()) db.encolar<sql::ruta_relacionar>("transaccionId"_es(id), "ids"_es(hechos));
    hecha.advertencias = advertencias_de(avisos);
    mudar(db, mudanza);
    static_cast<Vista<DevolucionRutaDetalle>&>(hecha) = db.vista<DevolucionRutaDetalle>(devolucion, id);
    return hecha;
}

TransaccionResultado cancelar_devolucion(Escritura& db, Sesion const& sesion, Id id,
                                         ConsultaOCuerpo<CancelacionMotivo> const& c) {
    static constexpr TipoDocumento const* tipos[] = {&devolucion_de_ruta};
    cancelar(db, sesion, id, {.tipos = tipos, .motivo = c.motivo ? c.motivo->valor() : std::string()});
    return resultado(db, id);
}

}  // namespace gestor::ruta
