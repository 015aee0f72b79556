#include "domain/comun/maestras.hpp"
#include "domain/motor/escritura/motor.hpp"
#include "domain/ruta/consultas_escrituras.hpp"
#include "domain/ruta/escrituras.hpp"
#include "domain/ruta/lecturas.hpp"
#include "persistence/agregado.hpp"

namespace gestor::ruta {
namespace {

AgregadoDe<RutaDatos> const guardadas("ruta", "la ruta",
                                      {{.campo = "clave", .prefijo = "RT"},
                                       {.campo = "sucursalId", .ref = maestra::sucursal.por_id()},
                                       {.campo = "vendedorId", .ref = maestra::vendedor.por_id()},
                                       {.campo = "almacenId", .ref = maestra::almacen.por_id()},
                                       {.campo = "dias", .fuera = true}});

struct CamionPropio {
    Booleano suyo;
};
DTO(CamionPropio, suyo)

void exigir_camion(Escritura& db, RutaDatos const& datos) {
    if (!datos.almacenId) return;
    Fallas fallas;
    if (!db.uno<CamionPropio, sql::ruta_camion>("almacenId"_es(*datos.almacenId), "sucursalId"_es(datos.sucursalId))
             ->suyo)
        fallas.agregar("almacenId", codigo::rango, "no es el almacén de un camión (esRuta) de la sucursal");
    fallas.lanzar();
}

void guardar_dias(Escritura& db, Id id, RutaDatos const& datos) {
    std::vector<Cadena> dias;
    for (auto const& d : datos.dias) dias.push_back(Cadena(d.valor()));
    db.encolar<sql::ruta_poner_dias>("rutaId"_es(id), "dias"_es(como_json(dias)));
}

// Assigns the route that the salesperson's record names.
void guardar_vendedor(Escritura& db, Id id, std::optional<Id> const& antes, std::optional<Id> const& ahora) {
    std::vector<Id> vendedores;
    for (auto const& v : {antes, ahora})
        if (v) vendedores.push_back(*v);
    if (antes != ahora)
        db.encolar<sql::ruta_poner_vendedor>("rutaId"_es(id), "vendedorId"_es(ahora), "ids"_es(vendedores));
}

Vista<RutaViewModel> crear_ruta(Escritura& db, Cuerpo<RutaDatos> const& datos) {
    guardadas.referencias(db, datos);
    exigir_camion(db, datos);
    auto const id = guardadas.agregar(db, datos);
    guardar_dias(db, id, datos);
    guardar_vendedor(db, id, {}, datos.vendedorId);
    return db.vista<RutaViewModel>(una_ruta, id);
}

Vista<RutaViewModel> modificar_ruta(Escritura& db, Id id, Edicion<RutaDatos> const& edicion) {
    RutaDatos antes;
    auto const datos = guardadas.editar(db, id, edicion, &antes);
    exigir_camion(db, datos);
    if (antes.almacenId && (datos.almacenId != antes.almacenId || !datos.activo.valor))
        exigir_sin_documentos(db.lista<DocumentoRelacionado, sql::ruta_sin_liquidar>("almacenId"_es(*antes.almacenId)),
                              "el camión tiene devoluciones o liquidaciones pendientes");
    guardadas.guardar(db, id, datos);
    if (edicion.trae("dias")) guardar_dias(db, id, datos);
    guardar_vendedor(db, id, antes.vendedorId, datos.vendedorId);
    return db.vista<RutaViewModel>(una_ruta, id);
}

// clang-format off
Operacion const operaciones[] = {
//   verbo         ruta                            permiso          qué                   sobre        resumen
    {Verbo::GET,  "/api/Ruta",                    "ruta.leer",     rutas,                Sobre::PAGE, "Lista las rutas"},
    {Verbo::GET,  "/api/Ruta/{id}",               "ruta.leer",     una_ruta,             Sobre::ONE,  "Obtiene una ruta"},
    {Verbo::POST, "/api/Ruta",                    "ruta.escribir", op<&crear_ruta>,      Sobre::ONE,  "Registra una ruta"},
    {Verbo::PUT,  "/api/Ruta/{id}",               "ruta.escribir", op_version<&modificar_ruta>(una_ruta), Sobre::ONE, "Actualiza una ruta"},
    {Verbo::POST, "/api/Ruta/Carga",              "ruta.escribir", op<&cargar_ruta>,     Sobre::ONE,  "Carga el camión de una ruta"},
    {Verbo::GET,  "/api/Ruta/Devoluciones",       "ruta.leer",     devoluciones,         Sobre::PAGE, "Lista las devoluciones de ruta de una sucursal"},
    {Verbo::GET,  "/api/Ruta/Devoluciones/{id}",  "ruta.leer",     devolucion,           Sobre::ONE,  "Obtiene una devolución de ruta"},
    {Verbo::POST, "/api/Ruta/Devoluciones",       "ruta.escribir", op<&crear_devolucion>, Sobre::ONE, "Registra el conteo de la mercancía que regresa en un camión"},
    {Verbo::POST, "/api/Ruta/DevolucionAplicar/{id}", "ruta.escribir", op<&aplicar_devolucion>, Sobre::ONE, "Aplica una devolución de ruta: la mercancía contada regresa a la sucursal"},
    {Verbo::DELETE, "/api/Ruta/DevolucionCancelar/{id}", "ruta.cancelar", op<&cancelar_devolucion>, Sobre::ONE, "Cancela una devolución de ruta pendiente"},
    {Verbo::GET,  "/api/Ruta/Liquidaciones",      "ruta.leer",     liquidaciones,        Sobre::PAGE, "Lista las liquidaciones de ruta"},
    {Verbo::GET,  "/api/Ruta/Liquidaciones/{id}", "ruta.leer",     liquidacion,          Sobre::ONE,  "Obtiene una liquidación de ruta"},
    {Verbo::POST, "/api/Ruta/Liquidaciones",      "ruta.escribir", op<&crear_liquidacion>, Sobre::ONE, "Crea la liquidación de un día de una ruta, con la mercancía, los envases y el efectivo esperados"},
    {Verbo::POST, "/api/Ruta/LiquidacionValidar/{id}", "ruta.autorizar", op<&validar_liquidacion>, Sobre::ONE, "Valida la liquidación de una ruta"},
    {Verbo::DELETE, "/api/Ruta/LiquidacionCancelar/{id}", "ruta.cancelar", op<&cancelar_liquidacion>, Sobre::ONE, "Cancela una liquidación de ruta pendiente"},
};
// clang-format on

}  // namespace

extern Area const area;
Area const area{"ruta", "Ruta: rutas, devoluciones y liquidaciones", operaciones};

}  // namespace gestor::ruta
