#include "domain/servicio/trabajos.hpp"

#include <array>

#include "domain/archivos/ofrece.hpp"
#include "domain/comun/servicio_sat.hpp"
#include "domain/motor/escritura/cancelar.hpp"
#include "domain/servicio/consultas_ordenes.hpp"
#include "domain/servicio/documentos.hpp"
#include "domain/servicio/escrituras.hpp"
#include "domain/servicio/lecturas.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor::servicio {
namespace {

struct TrabajoPropio {  // TrabajoPropio: stored columns that only a work order has
    Id ordenServicioId;
    IdOCero personalServicioId;
    Cadena personalServicio;
    FechaHora fechaProgramada;
    Cadena descripcion;
};
DTO(TrabajoPropio, ordenServicioId, personalServicioId, personalServicio, fechaProgramada, descripcion)

struct TrabajoActual {
    IdOCero ordenServicioId;
    std::optional<Id> personalServicioId;
    std::optional<Id> vendedorId;
    FechaHora fechaProgramada;
    Cadena descripcion;
    IdOCero sucursalId;
    Cadena personalServicio;
};
DTO(TrabajoActual, ordenServicioId, personalServicioId, vendedorId, fechaProgramada, descripcion, sucursalId,
    personalServicio)

struct UltimaAccion {
    Entero<1, 100'000> consecutivo;
    FechaHora fecha;
};
DTO(UltimaAccion, consecutivo, fecha)

struct Encimado {
    Cadena personalServicio;
    Cadena folio;
    Cadena otro;
    FechaHora fecha;
};
DTO(Encimado, personalServicio, folio, otro, fecha)

}  // namespace
static TablaPropia const tabla_trabajo(*tipo_de<TrabajoPropio>(), "orden_trabajo");

std::vector<TrabajoResuelto> resolver_trabajos(Escritura& db, std::span<TrabajoNuevo const> trabajos,
                                               IdOCero sucursal) {
    if (trabajos.empty()) return {};
    return db.lista<TrabajoResuelto, sql::trabajos_nombrados>(
        "trabajos"_es(como_json(std::vector<TrabajoNuevo>(trabajos.begin(), trabajos.end()))),
        "sucursalId"_es(sucursal));
}

void exigir_nombrados(TrabajoNuevo const& enviado, TrabajoResuelto const& r, std::string const& ruta, Fallas& fallas) {
    auto const exigir = [&](bool mencionado, bool hay, std::string const& campo) {
        if (mencionado && !hay) fallas.agregar(ruta + campo, codigo::no_existe, "no existe o no está activo");
    };
    exigir(enviado.personalServicioId.has_value(), r.personal, "personalServicioId");
    exigir(enviado.vendedorId.has_value(), r.vendedor, "vendedorId");
}

void crear_trabajo(Escritura& db, CabeceraNueva const& orden, TrabajoNuevo const& t, TrabajoResuelto const& r) {
    TrabajoPropio propios{orden.transaccionId, {}, r.personalServicio, *t.fechaProgramada, {}};
    if (t.personalServicioId) propios.personalServicioId = *t.personalServicioId;
    if (t.descripcion) propios.descripcion = Cadena::de_base(t.descripcion->valor());
    Borrador b(db, orden_de_trabajo, trabajo_nuevo);
    b.c.transaccionId = r.transaccionId;
    auto& n = b.cabecera();
    n.transaccionId = r.transaccionId, n.objId = orden_de_trabajo.obj_id;
    n.sucursalId = orden.sucursalId, n.serie = r.serie, n.fecha = orden.fecha;
    n.contactoId = orden.contactoId, n.contacto = orden.contacto, n.rfc = orden.rfc;
    n.monedaId = orden.monedaId, n.moneda = orden.moneda, n.tipoCambio = orden.tipoCambio;
    n.proyectoId = orden.proyectoId, n.centroCostoId = orden.centroCostoId, n.palabras = orden.palabras;
    if (t.vendedorId) n.vendedorId = *t.vendedorId;
    b.viene_de(orden.transaccionId);
    b.propio(tabla_trabajo, propios);
    std::move(b).bloquear().emitir();
}

void modificar_trabajo(Escritura& db, Id id, TrabajoNuevo const& t, Cadena const& personal) {
    db.encolar<sql::trabajo_modificar>("transaccionId"_es(id), "vendedorId"_es(t.vendedorId),
                                       "personalServicioId"_es(t.personalServicioId), "personalServicio"_es(personal),
                                       "fechaProgramada"_es(*t.fechaProgramada),
                                       "descripcion"_es(t.descripcion ? t.descripcion->valor() : std::string()));
}

std::vector<std::string> encimados(Escritura& db, std::vector<Id> const& trabajos) {
    std::vector<std::string> avisos;
    if (trabajos.empty()) return avisos;
    for (auto const& e : db.lista<Encimado, sql::trabajos_encimados>("ids"_es(trabajos)))
        avisos.push_back(e.personalServicio.valor() + " tiene la orden de trabajo " + e.otro.valor() + " el " +
                         texto_de(e.fecha) + ", a menos de una hora de " + e.folio.valor());
    return avisos;
}

namespace {

// Actions in the order of AccionTrabajo.
constexpr std::array acciones{AccionDocumento::iniciar,  AccionDocumento::pausar,   AccionDocumento::reanudar,
                              AccionDocumento::terminar, AccionDocumento::cancelar, AccionDocumento::reasignar};
static_assert(acciones.size() == AccionTrabajo::valores.size());

// Moment of an action: not in the future, and not before the previous action.
FechaHora momento_de_accion(std::optional<FechaDocumento> const& pedida, Momento const& momento,
                            std::optional<UltimaAccion> const& ultima) {
    Fallas fallas;
    auto fecha = fechar(pedida, momento.ahora, momento.antes, fallas);
    if (!pedida && ultima) fecha = std::max(fecha, ultima->fecha);
    if (fallas.vacio() && ultima && fecha < ultima->fecha)
        fallas.agregar("fecha", codigo::rango, "es anterior a la acción anterior, del " + texto_de(ultima->fecha));
    if (fallas.vacio() && pedida && fecha > std::max(momento.ahora, momento.antes.fecha))
        fallas.agregar("fecha", codigo::rango, "es posterior a este momento en la sucursal");
    fallas.lanzar();
    return fecha;
}

// Moves the work order; the first work order to begin also moves its service order.
void mover(Escritura& db, Sesion const& sesion, Documento const& trabajo, Documento const* orden,
           AccionDocumento accion, FechaHora fecha, std::string const& notas) {
    auto const& t = transicion(orden_de_trabajo, trabajo, accion, sesion);
    if (accion == AccionDocumento::iniciar && orden != nullptr) {
        auto const mudanza = mudanza_de(orden_de_servicio, *orden, accion, sesion);
        if (mudanza.desde != mudanza.hasta) mudar(db, mudanza);
    }
    if (t.hasta == el_mismo) return;
    if (t.hasta != Estado::Cancelado) return mudar(db, Mudanza{trabajo.transaccionId, trabajo.estado, t.hasta.estado});
    terminar(db, trabajo.transaccionId, t.hasta.estado, fecha, notas);
}

struct Reasignado {
    TrabajoNuevo trabajo;
    Cadena personal;
};
Reasignado reasignado(Escritura& db, TrabajoAccion const& a) {
    auto const actual = *db.uno<TrabajoActual, sql::trabajo_guardado>("transaccionId"_es(a.transaccionId));
    TrabajoNuevo t{a.personalServicioId, a.vendedorId, actual.fechaProgramada, Nombre::de_base(actual.descripcion)};
    auto const r = resolver_trabajos(db, std::span(&t, 1), actual.sucursalId).at(0);
    Fallas fallas;
    exigir_nombrados(t, r, "", fallas);
    fallas.lanzar();
    if (!t.personalServicioId) t.personalServicioId = actual.personalServicioId;
    if (!t.vendedorId) t.vendedorId = actual.vendedorId;
    return {t, a.personalServicioId ? r.personalServicio : actual.personalServicio};
}

}  // namespace

[[noreturn]] static void no_hay_trabajo() {
    throw Problema(codigo::no_encontrado, "no existe una orden de trabajo con ese identificador");
}

OrdenTrabajoActualizada actuar(Escritura& db, Sesion const& sesion, Cuerpo<TrabajoAccion> const& a) {
    Id const id = a.transaccionId;
    auto const actual = db.uno<TrabajoActual, sql::trabajo_guardado>("transaccionId"_es(id));
    if (!actual) no_hay_trabajo();
    auto const orden = actual->ordenServicioId.id();
    std::vector<Id> ids{id};
    if (orden) ids.push_back(*orden);
    auto const momento = *momento_de(db, {id});
    auto bloqueados = ConDocumentos::guardados(db, ids);
    auto const ultima = db.uno<UltimaAccion, sql::trabajo_ultima_accion>("transaccionId"_es(id));
    auto const fecha = momento_de_accion(a.fecha, momento, ultima);
    auto const notas = a.notas ? a.notas->valor() : std::string();
    auto const accion = acciones[a.accion.indice()];
    std::optional<Reasignado> otro;
    if (accion == AccionDocumento::reasignar) otro = reasignado(db, a);
    mover(db, sesion, *bloqueados.cartera.buscar(id), orden ? bloqueados.cartera.buscar(*orden) : nullptr, accion,
          fecha, notas);
    if (otro) modificar_trabajo(db, id, otro->trabajo, otro->personal);
    db.encolar<sql::trabajo_anotar>(
        "transaccionId"_es(id), "consecutivo"_es(ultima ? ultima->consecutivo.valor() + 1 : std::int64_t{1}),
        "accion"_es(std::string(a.accion.valor())), "fecha"_es(fecha), "notas"_es(notas), "latitud"_es(a.latitud),
        "longitud"_es(a.longitud), "resultado"_es(a.resultado ? a.resultado->valor() : std::string()));
    auto const avisos = otro ? encimados(db, {id}) : std::vector<std::string>();
    return {db.vista<OrdenTrabajoViewModel>(orden_trabajo, id), advertencias_de(avisos)};
}

// Evidence changes no state, so it is accepted for closed work orders too.
ArchivoDeTrabajo agregar_evidencia(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                                   Cuerpo<TrabajoEvidencia> const& e) {
    Fallas fallas;
    auto const contenido = archivos::contenido_de(e.contenidoBase64.bytes());
    auto const nombre = archivos::unir_nombre(e.nombre, e.extension);
    archivos::exigir_archivo(nombre.extension, contenido, "", fallas);
    fallas.lanzar();
    Id const id = e.transaccionId;
    if (!db.uno<TrabajoActual, sql::trabajo_guardado>("transaccionId"_es(id))) no_hay_trabajo();
    auto const momento = *momento_de(db, {id});
    auto bloqueados = ConDocumentos::guardados(db, {id});
    auto const& trabajo = *bloqueados.cartera.buscar(id);
    if (trabajo.estado == Estado::Cancelado)
        throw Problema::en("transaccionId", codigo::estado_invalido, trabajo.folio.valor() + " está cancelada");
    auto const& clase = *archivos::clase_de(nombre.extension);
    auto const archivo =
        archivos::guardar_archivo(db, sesion,
                                  {id, nombre.nombre, nombre.extension, std::string(clase.tipo),
                                   std::string(clase.contenido), momento_de_accion(e.fecha, momento, {})},
                                  contenido);
    if (clase.tipo == "XML") archivos::juzgar_adjunto(db, entorno.sat->certificados(), id, contenido);
    db.consultar<sql::evidencia_nueva>("archivoId"_es(archivo.archivoId), "transaccionId"_es(id),
                                       "clase"_es(std::string(e.tipo->valor())), "latitud"_es(e.latitud),
                                       "longitud"_es(e.longitud));
    return *db.uno<ArchivoDeTrabajo, sql::evidencia_guardada>("archivoId"_es(archivo.archivoId));
}

}  // namespace gestor::servicio
