// What a truck brings back: counted beside what there should be, and taken to the branch once it is applied.
#include <set>

#include "domain/motor/etapas.hpp"
#include "domain/motor/tablas.hpp"
#include "domain/ruta/camion.hpp"
#include "domain/ruta/consultas_escrituras.hpp"
#include "domain/ruta/documentos.hpp"
#include "domain/ruta/escrituras.hpp"
#include "domain/ruta/lecturas.hpp"

namespace gestor::ruta {
namespace {

struct DevolucionPropia {  // what only a return has, as it is stored
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

struct Contado {         // a line beside what the truck has of it
    IdOCero productoId;  // 0: there is no such product
    Cadena codigo;
    Cadena descripcion;
    Cadena unidad;
    Booleano esEnvase;
    Booleano identificado;  // by serial numbers or lots, or of no stock
    Cantidad existencia;
    Cantidad conteo;
    Costo costoUnitario;
};
DTO(Contado, productoId, codigo, descripcion, unidad, esEnvase, identificado, existencia, conteo, costoUnitario)

struct PorRegresar {
    Id productoId;
    Id unidadMedidaId;
    Cantidad cantidad;
};
DTO(PorRegresar, productoId, unidadMedidaId, cantidad)

struct DevolucionGuardada {
    FechaHora fecha;
    IdOCero sucursalId;
    Id almacenId;
    Id almacenDestinoId;
};
DTO(DevolucionGuardada, fecha, sucursalId, almacenId, almacenDestinoId)

}  // namespace
static TablaPropia const tabla_devolucion(*tipo_de<DevolucionPropia>(), "devolucion_ruta");

void validar(DevolucionNueva const& d, Fallas& fallas) {
    if (d.productos.empty() && d.envases.empty())
        fallas.agregar("productos", codigo::requerido, "envíe productos, envases o los dos");
    std::set<Id> vistos;
    auto const sin_repetir = [&](PartidasContadas const& filas, std::string_view lista) {
        for (std::size_t i = 0; i < filas.size(); ++i)
            if (!vistos.insert(filas[i].productoId).second)
                fallas.agregar(en_fila(lista, i, "productoId"), codigo::duplicado, "repite una fila anterior");
    };
    sin_repetir(d.productos, "productos"), sin_repetir(d.envases, "envases");
}

namespace {

// Both lists, in one: what is a container is said by the product, and must be sent as one.
std::vector<Contado> contar(Escritura& db, DevolucionNueva const& d, Id camion, Fallas& fallas) {
    std::vector<PartidaContada> todas(d.productos.begin(), d.productos.end());
    todas.insert(todas.end(), d.envases.begin(), d.envases.end());
    auto const contadas =
        db.lista<Contado, sql::devolucion_contar>("conteo"_es(como_json(todas)), "almacenId"_es(camion));
    for (std::size_t i = 0; i < contadas.size(); ++i) {
        auto const& c = contadas[i];
        bool const envase = i >= d.productos.size();
        auto const campo = en_fila(envase ? "envases" : "productos", envase ? i - d.productos.size() : i, "productoId");
        if (!c.productoId.presente())
            fallas.agregar(campo, codigo::no_existe, "no existe");
        else if (c.identificado)
            fallas.agregar(campo, codigo::rango,
                           "se cuenta por serie o lote, o no tiene existencia: regrese su mercancía con un traspaso");
        else if (c.esEnvase != Booleano(envase))
            fallas.agregar(campo, codigo::rango, envase ? "no es un envase" : "es un envase: envíelo en envases");
    }
    return contadas;
}

DevolucionPropia propia_de(Camion const& camion, DevolucionNueva const& d, std::vector<Contado> const& contadas) {
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

Vista<DevolucionRutaDetalle> crear_devolucion(Escritura& db, Cuerpo<DevolucionNueva> const& d) {
    auto const camion = camion_de(db, d.rutaId);
    Fallas fallas;
    EncabezadoNuevo e;
    e.fecha = d.fecha, e.sucursalId = camion.sucursalId, e.notas = d.notas, e.referenciaExterna = d.referenciaExterna;
    Menciones menciones;
    menciones.almacenId = camion.almacenId.id(), menciones.vendedorId = camion.vendedorId.id();
    auto const c = resolver(db, devolucion_de_ruta, e, menciones, fallas);
    auto const destino = d.almacenId ? IdOCero(*d.almacenId) : camion.almacenSucursalId;
    if (db.consultar<sql::ruta_destino>("almacenId"_es(destino)).vacia() || destino == camion.almacenId)
        fallas.agregar("almacenId", codigo::no_existe, "no existe, no está activo o es el camión");
    fallas.lanzar();
    EnPeriodo::entrar(db, c);
    auto const contadas = contar(db, d, *camion.almacenId.id(), fallas);
    fallas.lanzar();
    auto const propia = propia_de(camion, d, contadas);
    Emision emision;
    auto& cabecera = emision.hechos.documento.cabecera = cabecera_de(devolucion_de_ruta, e, c);
    cabecera.palabras = Cadena::de_base(camion.ruta.valor() + " " + camion.vendedor.valor());
    emision.hechos.documento.propios.push_back(propio(tabla_devolucion, propia));
    aplicar(db, planificar(devolucion_de_ruta, devolucion_nueva, std::move(emision)));
    db.encolar<sql::devolucion_guardar>("transaccionId"_es(c.transaccionId), "partidas"_es(como_json(contadas)));
    return db.vista<DevolucionRutaDetalle>(devolucion, c.transaccionId);
}

// Dated as it was counted: it is of that day, whenever somebody applies it.
DevolucionAplicada aplicar_devolucion(Escritura& db, Sesion const& sesion, Id id) {
    auto const d = db.uno<DevolucionGuardada, sql::devolucion_por_aplicar>("transaccionId"_es(id));
    if (!d) throw Problema(codigo::no_encontrado, "no existe una devolución de ruta con ese identificador");
    auto bloqueados = EnPeriodo::entrar(db, d->fecha, momento_de(db, {id})->ahora).sin_contraparte().documentos({id});
    auto const mudanza =
        planificar(devolucion_de_ruta, *bloqueados.cartera.buscar(id), AccionDocumento::aplicar, sesion);
    inventario::MovimientoNuevo m;
    m.tipoMovimiento = "Traspaso", m.fecha = FechaDocumento(d->fecha), m.sucursalId = d->sucursalId;
    m.almacenId = d->almacenId, m.almacenDestinoId = d->almacenDestinoId;
    for (auto const& p : db.lista<PorRegresar, sql::devolucion_por_regresar>("transaccionId"_es(id)))
        m.partidas.push_back(
            {p.productoId, {}, NoNegativo<Cantidad>(p.cantidad), p.unidadMedidaId, {}, {}, {}, {}, {}});
    DevolucionAplicada hecha;
    if (!m.partidas.empty()) {
        auto const movido = inventario::mover(db, m);
        hecha.transaccionIdTraspaso = movido.transaccionId;
        hecha.advertencias = advertencias_de(movido.avisos);
        db.encolar<sql::ruta_relacionar>("transaccionId"_es(id), "ids"_es(std::vector<Id>{movido.transaccionId}));
    }
    aplicar(db, mudanza);
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
