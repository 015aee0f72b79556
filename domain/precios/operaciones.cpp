#include "domain/comun/maestras.hpp"
#include "domain/comun/nombrados.hpp"
#include "domain/operacion/operacion.hpp"
#include "domain/precios/consultas.hpp"
#include "domain/precios/tipos.hpp"
#include "persistence/agregado.hpp"

namespace gestor::precios {
namespace {

using L = ListaPreciosViewModel;
using FL = ListaPreciosFiltro;
LecturaCompilada const lista_precios(lectura_filtrada<L, FL>(sql::listas_precios, larga,
                                                             lista_siempre<&L::sucursales>(sql::lista_sucursales),
                                                             lista<&L::precios>(sql::lista_precios_pedidos),
                                                             filtro<&FL::productoId>("", maestra::producto)),
                                     "listaPrecios");

using F = ListasPreciosFiltro;
LecturaCompilada const listas_precios(
    catalogo<L, F>(sql::listas_precios, detalle_si<&F::incluirPrecios>(),
                   lista_siempre<&L::sucursales>(sql::lista_sucursales), lista<&L::precios>(sql::lista_precios_todos),
                   filtro<&F::activo>("l.activo = :activo::boolean"),
                   filtro<&F::monedaId>("l.moneda_id = :monedaId::integer", maestra::organizacion_moneda),
                   filtro<&F::sucursalId>(sql::lista_en_sucursal, maestra::sucursal)),
    "listasPrecios");

AgregadoDe<ListaPreciosDatos> const guardadas("lista_precios", "la lista de precios",
                                              {{.campo = "monedaId",
                                                .ref = maestra::organizacion_moneda.por_id("activo")}});

void fallas_de_sucursales(Escritura& db, ListaPreciosEncabezado const& datos, Fallas& fallas) {
    fallas_de_filas(db.lista<FallaDeFila, sql::sucursales_fallas>("sucursales"_es(como_json(datos.sucursales))),
                    "sucursales", fallas);
}

// Updates the other lists: only one list is the default of its currency.
void poner_predeterminada(Escritura& db, ListaPreciosEncabezado const& datos, std::optional<Id> id) {
    if (!datos.predeterminada.valor) return;
    db.consultar<sql::quitar_predeterminada>("monedaId"_es(datos.monedaId),
                                             "id"_es(id ? id->valor() : std::int64_t{0}));
}

Vista<L> crear_lista(Escritura& db, Cuerpo<ListaPreciosNueva> const& nueva) {
    ListaPreciosDatos datos;
    static_cast<ListaPreciosEncabezado&>(datos) = nueva;
    auto const precios = como_json(nueva.precios);
    if (datos.predeterminada.valor) db.consultar<sql::turno>("que"_es("lista_precios"));
    Fallas fallas;
    guardadas.referencias(db, datos, fallas);
    fallas_de_sucursales(db, datos, fallas);
    fallas_de_filas(db.lista<FallaDeFila, sql::precios_fallas>("filas"_es(precios), "id"_es("0")), "precios", fallas);
    fallas.lanzar();
    poner_predeterminada(db, datos, std::nullopt);
    auto const id = guardadas.agregar(db, datos);
    db.consultar<sql::sucursales_guardar>("id"_es(id), "sucursales"_es(como_json(datos.sucursales)));
    db.consultar<sql::precios_guardar>("id"_es(id), "filas"_es(precios));
    return db.vista<L>(lista_precios, id);
}

Vista<L> modificar_lista(Escritura& db, Id id, Edicion<ListaPreciosDatos> const& edicion) {
    if (edicion.trae("predeterminada") || edicion.trae("monedaId")) db.consultar<sql::turno>("que"_es("lista_precios"));
    auto const datos = guardadas.editar(db, id, edicion);
    Fallas fallas;
    if (!db.consultar<sql::precios_en_otra_moneda>("id"_es(id), "monedaId"_es(datos.monedaId)).vacia())
        fallas.agregar("monedaId", codigo::rango, "no puede cambiar: la lista ya tiene precios");
    if (datos.predeterminada.valor && !datos.activo.valor)
        fallas.agregar("activo", codigo::rango, "es la predeterminada de su moneda; haga predeterminada otra antes");
    if (edicion.trae("sucursales")) fallas_de_sucursales(db, datos, fallas);
    fallas.lanzar();
    poner_predeterminada(db, datos, id);
    guardadas.guardar(db, id, datos);
    if (edicion.trae("sucursales")) {
        db.consultar<sql::sucursales_borrar>("id"_es(id));
        db.consultar<sql::sucursales_guardar>("id"_es(id), "sucursales"_es(como_json(datos.sucursales)));
    }
    return db.vista<L>(lista_precios, id);
}

ListaPreciosPreciosViewModel actualizar_precios(Escritura& db, Id id, Cuerpo<PreciosCambio> const& cambio) {
    guardadas.cargar(db, id);
    auto const lista = "id"_es(id);
    auto const filas = "filas"_es(como_json(cambio.precios));
    Fallas fallas;
    fallas_de_filas(db.lista<FallaDeFila, sql::precios_fallas>(lista, filas), "precios", fallas);
    fallas.lanzar();
    return *db.uno<ListaPreciosPreciosViewModel, sql::precios_guardar>(lista, filas);
}

// clang-format off
Operacion const operaciones[] = {
//   verbo         ruta                             permiso             qué                                              sobre        resumen
    {Verbo::GET,  "/api/ListaPrecios/{id}",         "precios.leer",     lista_precios,                                   Sobre::ONE,  "Obtiene una lista de precios con sus precios"},
    {Verbo::GET,  "/api/ListaPrecios",              "precios.leer",     listas_precios,                                  Sobre::LIST, "Lista las listas de precios"},
    {Verbo::POST, "/api/ListaPrecios",              "precios.escribir", op<&crear_lista>,                                Sobre::ONE,  "Crea una lista de precios"},
    {Verbo::PUT,  "/api/ListaPrecios/Precios/{id}", "precios.escribir", op_version<&actualizar_precios>(lista_precios),  Sobre::ONE,  "Agrega, cambia y elimina precios de una lista: todos o ninguno"},
    {Verbo::PUT,  "/api/ListaPrecios/{id}",         "precios.escribir", op_version<&modificar_lista>(lista_precios),     Sobre::ONE,  "Modifica el encabezado de una lista de precios"},
};
// clang-format on

}  // namespace

extern Area const area;
Area const area{"precios", "Listas de precios", operaciones};

}  // namespace gestor::precios
