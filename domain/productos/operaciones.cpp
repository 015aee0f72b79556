#include <algorithm>

#include "domain/comun/impuestos.hpp"
#include "domain/comun/maestras.hpp"
#include "domain/operacion/operacion.hpp"
#include "domain/productos/consultas.hpp"
#include "domain/productos/imagenes.hpp"
#include "domain/productos/ofrece.hpp"

namespace gestor::productos {
namespace {

struct ProductoRegistrado {
    Id productoId;
};
DTO(ProductoRegistrado, productoId)

using FU = UnidadMedidaFiltro;
LecturaCompilada const unidades(
    catalogo<UnidadMedidaViewModel, FU>(
        sql::unidades("u.organizacion_id = :organizacionId"),  //
        filtro<&FU::activo>("u.activo = :activo::boolean"),
        filtro<&FU::busqueda>("normalizar(u.clave || ' ' || u.nombre || ' ' || u.abreviatura) LIKE patron(:busqueda)"),
        filtro<&FU::unidadBaseId>("coalesce(u.unidad_base_id, u.unidad_medida_id) = :unidadBaseId",
                                  maestra::unidad_medida)),
    "unidadesMedida");

using FB = UnidadBaseFiltro;
LecturaCompilada const unidades_base(
    catalogo<UnidadMedidaViewModel, FB>(
        sql::unidades("u.organizacion_id = :organizacionId AND u.factor = 1 AND "
                      "coalesce(u.unidad_base_id, u.unidad_medida_id) = u.unidad_medida_id"),
        filtro<&FB::activo>("u.activo = :activo::boolean")),
    "unidadesBase");

using FC = ProductosClasificacionesFiltro;
LecturaCompilada const clasificaciones(
    catalogo<ProductosClasificacionesViewModel, FC>(
        sql::clasificaciones_producto,  //
        filtro<&FC::padreId>("c.padre_id = :padreId", maestra::clasificacion_producto),
        filtro<&FC::activo>("c.activo = :activo::boolean"),
        filtro<&FC::busqueda>("normalizar(c.clave || ' ' || c.nombre) LIKE patron(:busqueda)")),
    "clasificacionesProducto");

using P = ProductoViewModel;
LecturaCompilada const producto(lectura<P>(sql::productos, lista<&P::precios>(sql::producto_precios),
                                           lista<&P::componentes>(sql::producto_componentes)),
                                "producto");

using F = ProductoFiltro;
LecturaCompilada const productos(
    pagina<ArticuloViewModel, F>(
        sql::articulos,  //
        filtro_largo<&F::busqueda>("p.busqueda LIKE patron(:busqueda)"),
        filtro<&F::codigo>("p.codigo_normalizado = upper(:codigo)"),
        filtro_largo<&F::clasificacionId>(sql::en_clasificacion, maestra::clasificacion_producto),
        filtro_largo<&F::tipo>("p.tipo = :tipo"), filtro<&F::listaPreciosId>("", maestra::lista_precios),
        filtro<&F::almacenId>("", maestra::almacen), filtro_largo<&F::activo>("p.activo = :activo::boolean"),
        filtro_largo<&F::modificadoDesde>(sql::modificado_desde)),
    "productos");

AgregadoDe<ProductoDatos> const guardados(
    "producto", "el producto",
    {{.campo = "unidadMedidaId", .ref = maestra::unidad_medida.por_id("activo")},
     {.campo = "unidadBaseId", .ref = maestra::unidad_medida.por_id()},
     {.campo = "clasificacionId", .ref = maestra::clasificacion_producto.por_id("activo")},
     {.campo = "claveProductoServicio", .ref = clave_sat("sat_clave_prod_serv")},
     {.campo = "claveUnidad", .ref = clave_sat("sat_clave_unidad"), .escribe = sql::clave_de_la_unidad},
     {.campo = "objetoImpuesto", .ref = clave_sat("sat_objeto_impuesto")},
     {.campo = "envaseId", .ref = maestra::producto.por_id("es_envase")},
     {.campo = "exentoIva", .fuera = true},
     {.campo = "precio", .fuera = true}});
AgregadoDe<NumeroParteDatos> const numeros_parte("producto", "el producto");

// Faults against catalogs, other products and price lists.
void comprobar_catalogos(Escritura& db, ProductoDatos const& datos, Fallas& fallas) {
    auto const con_tasas = [&](auto const&... tasas) {
        return db.lista<FallaDeCampo, sql::producto_comprobar>(
            tasas..., "unidadMedidaId"_es(datos.unidadMedidaId), "unidadBaseId"_es(datos.unidadBaseId),
            "claveUnidad"_es(datos.claveUnidad), "precio"_es(datos.precio));
    };
    fallas_de_campos(std::apply(con_tasas, tasas_de(datos)), fallas);
}
void comprobar_componentes(Escritura& db, std::string const& componentes, Fallas& fallas) {
    fallas_de_filas(db.lista<FallaDeFila, sql::componentes_fallas>("filas"_es(componentes)), "componentes", fallas);
}
void exigir_referencia_libre(Escritura& db, std::optional<Id> propio, ProductoDatos const& datos) {
    if (!datos.referenciaExterna) return;
    if (auto const otro = db.uno<ProductoRegistrado, sql::producto_por_referencia>(
            "referenciaExterna"_es(datos.referenciaExterna), "propio"_es(propio)))
        throw Problema(codigo::referencia_duplicada, "ya hay un producto con esa referenciaExterna")
            .con("productoId", std::to_string(otro->productoId.valor()));
}
void poner_precio(Escritura& db, Id id, ProductoDatos const& datos) {
    if (datos.precio)
        db.consultar<sql::producto_poner_precio>("productoId"_es(id), "unidadMedidaId"_es(datos.unidadMedidaId),
                                                 "precio"_es(datos.precio));
}

Vista<P> crear_producto(Escritura& db, Cuerpo<ProductoDatos> const& cuerpo) {
    ProductoDatos datos = cuerpo;
    completar(datos);
    std::string componentes;
    json_escribir(datos.componentes, componentes);
    Fallas fallas;
    guardados.referencias(db, datos, fallas);
    comprobar_catalogos(db, datos, fallas);
    if (!datos.componentes.empty()) comprobar_componentes(db, componentes, fallas);
    fallas.lanzar();
    exigir_referencia_libre(db, std::nullopt, datos);
    auto const id = guardados.agregar(db, datos);
    if (!datos.componentes.empty()) db.consultar<sql::componentes_guardar>("id"_es(id), "filas"_es(componentes));
    poner_precio(db, id, datos);
    return db.vista<P>(producto, id);
}

// Members that stock, costs and open documents are counted by: they stay as the product was created.
void exigir_fijos(ProductoDatos const& antes, ProductoDatos const& datos, Fallas& fallas) {
    auto const fijo = [&](bool igual, char const* campo) {
        if (!igual) fallas.agregar(campo, codigo::rango, "no cambia: agregue otro producto y desactive éste");
    };
    fijo(antes.tipo.valor == datos.tipo.valor, "tipo");
    fijo(antes.unidadMedidaId == datos.unidadMedidaId, "unidadMedidaId");
    fijo(antes.unidadBaseId == datos.unidadBaseId, "unidadBaseId");
    fijo(antes.metodoCosteo.valor == datos.metodoCosteo.valor, "metodoCosteo");
    fijo(antes.manejaSeries.valor == datos.manejaSeries.valor, "manejaSeries");
    fijo(antes.manejaLotes.valor == datos.manejaLotes.valor, "manejaLotes");
}

Vista<P> modificar_producto(Escritura& db, Id id, Edicion<ProductoDatos> const& edicion) {
    auto datos = guardados.cargar(db, id);
    for (auto const& c : db.lista<ComponenteNuevo, sql::componentes_guardados>("id"_es(id)))
        datos.componentes.push_back(c);
    auto const antes = datos;
    // A stored product without a rate is exempt. Either member alone decides: the other one is not the caller's.
    bool const tasa = edicion.trae("tasaIva"), exento = edicion.trae("exentoIva");
    if (exento && !tasa) datos.tasaIva.reset();
    if (!exento && !tasa) datos.exentoIva = Booleano(!antes.tasaIva);
    edicion.sobre(datos);
    if (exento && !tasa && antes.tasaIva && !(datos.exentoIva && *datos.exentoIva)) datos.tasaIva = antes.tasaIva;
    completar(datos);

    std::string componentes;
    json_escribir(datos.componentes, componentes);
    Fallas fallas;
    exigir_fijos(antes, datos, fallas);
    if (datos.envaseId == id) fallas.agregar("envaseId", codigo::rango, "no es el mismo producto");
    if (edicion.trae("precio") && !datos.precio)
        fallas.agregar("precio", codigo::requerido, "un precio se quita en su lista de precios");
    guardados.referencias(db, datos, edicion, fallas);
    constexpr std::string_view de_catalogos[] = {"tasaIva",         "tasaIeps",    "cuotaIeps", "tasaIvaRetenido",
                                                 "tasaIsrRetenido", "claveUnidad", "precio"};
    if (std::ranges::any_of(de_catalogos, [&](auto campo) { return edicion.trae(campo); }))
        comprobar_catalogos(db, datos, fallas);
    if (edicion.trae("componentes")) comprobar_componentes(db, componentes, fallas);
    fallas.lanzar();
    exigir_referencia_libre(db, id, datos);
    guardados.guardar(db, id, datos);
    if (edicion.trae("componentes")) {
        db.consultar<sql::componentes_quitar>("id"_es(id));
        db.consultar<sql::componentes_guardar>("id"_es(id), "filas"_es(componentes));
    }
    poner_precio(db, id, datos);
    return db.vista<P>(producto, id);
}

ProductosNumeroParteViewModel numero_parte(Escritura& db, Id id, Cuerpo<NumeroParteDatos> const& datos) {
    numeros_parte.cargar(db, id);
    numeros_parte.guardar(db, id, datos);
    return *db.uno<ProductosNumeroParteViewModel, sql::producto_parte>("id"_es(id));
}

// clang-format off
Operacion const operaciones[] = {
//   verbo         ruta                                      permiso               qué                                 sobre        resumen
    {Verbo::GET,  "/api/Productos/{id}",                     "productos.leer",     producto,                            Sobre::ONE,  "Obtiene un producto con sus precios y componentes"},
    {Verbo::GET,  "/api/Productos",                          "productos.leer",     productos,                           Sobre::PAGE, "Lista los productos"},
    {Verbo::POST, "/api/Productos",                          "productos.escribir", op<&crear_producto>,                 Sobre::ONE,  "Agrega un producto"},
    {Verbo::PUT,  "/api/Productos/{id}",                     "productos.escribir", op_version<&modificar_producto>(producto), Sobre::ONE, "Actualiza los datos de un producto que se envíen"},
    {Verbo::PUT,  "/api/Productos/NumeroParte/{id}",         "productos.escribir", op_version<&numero_parte>(producto), Sobre::ONE,  "Actualiza el número de parte de un producto"},
    {Verbo::GET,  "/api/Productos/ProductoImagen/{id}",      "productos.leer",     op<&producto_imagen>,                Sobre::ONE,  "Obtiene la imagen de un producto"},
    {Verbo::POST, "/api/Productos/AgregarImagenBase64/{id}", "productos.escribir", op<&agregar_imagen_base64>,          Sobre::ONE,  "Pone la imagen de un producto, enviada en base64"},
    {Verbo::POST, "/api/Productos/AgregarImagen/{id}",       "productos.escribir", op<&agregar_imagen>,                 Sobre::ONE,  "Pone la imagen de un producto, enviada como archivo"},
    {Verbo::GET,  "/api/UnidadesMedida",                     "productos.leer",     unidades,                            Sobre::LIST, "Lista las unidades de medida"},
    {Verbo::GET,  "/api/UnidadesMedida/Base",                "productos.leer",     unidades_base,                       Sobre::LIST, "Lista las unidades de medida base"},
    {Verbo::GET,  "/api/Productos/Clasificaciones",          "productos.leer",     clasificaciones,                     Sobre::LIST, "Lista las clasificaciones de productos"},
};
// clang-format on

}  // namespace

extern Area const area;
Area const area{"productos", "Productos, imágenes, unidades de medida y clasificaciones", operaciones};

}  // namespace gestor::productos
