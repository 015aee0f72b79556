#include "domain/comun/impuestos.hpp"
#include "domain/comun/maestras.hpp"
#include "domain/contactos/consultas.hpp"
#include "domain/contactos/ofrece.hpp"
#include "domain/contactos/tipos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contactos {
namespace {

using FC = ContactosClasificacionesFiltro;
LecturaCompilada const clasificaciones(catalogo<ContactosClasificacionesViewModel, FC>(
                                           sql::clasificaciones_contacto,  //
                                           filtro<&FC::tipoContacto>("c.tipo_contacto IN (:tipoContacto, 'Ambos')"),
                                           filtro<&FC::activo>("c.activo = :activo::boolean")),
                                       "clasificacionesContacto");

using C = ContactoViewModel;
using F = ContactoFiltro;
LecturaCompilada const contacto(lectura<C>(sql::contacto, lista<&C::contactosAdicionales>(sql::contacto_adicionales),
                                           lista<&C::contratos>(sql::contacto_contratos),
                                           lista<&C::linea>(sql::contacto_linea)),
                                "contacto");
// A contact of both kinds is a customer and a supplier: it is in either list.
LecturaCompilada const contactos(
    pagina<ContactoListaViewModel, F>(
        sql::contactos,  //
        filtro_largo<&F::tipoContacto>("c.tipo_contacto IN (:tipoContacto, 'Ambos')"),
        filtro<&F::clasificacionId>("c.clasificacion_id = :clasificacionId", maestra::clasificacion_contacto),
        filtro<&F::vendedorId>("c.vendedor_id = :vendedorId", maestra::vendedor), filtro<&F::rfc>("c.rfc = :rfc"),
        filtro<&F::codigo>("c.codigo_normalizado = upper(:codigo)"),
        filtro_palabras<&F::busqueda>("c.busqueda LIKE patron(:busqueda)",
                                      {"contacto_palabra_desde", "contacto_vocablo"}),
        filtro<&F::situacion69B>(sql::contacto_en_69b), filtro<&F::activo>("c.activo = :activo::boolean"),
        filtro<&F::modificadoDesde>(sql::contacto_modificado)),
    "contactos");

AgregadoDe<ContactoDatos> const guardados(
    "contacto", "el contacto",
    {{.campo = "codigo", .prefijo = "C", .normalizada = "codigo_normalizado"},
     {.campo = "regimenFiscal", .ref = clave_sat("sat_regimen_fiscal"), .nula = true},
     {.campo = "usoCFDI", .ref = clave_sat("sat_uso_cfdi"), .nula = true},
     {.campo = "clasificacionId", .ref = maestra::clasificacion_contacto.por_id("activo")},
     {.campo = "lineaCanalId", .ref = maestra::linea_canal.por_id("activo")},
     {.campo = "vendedorId", .ref = maestra::vendedor.por_id("activo")},
     {.campo = "listaPreciosId", .ref = maestra::lista_precios.por_id("activo")},
     {.campo = "monedaId",
      .ref = maestra::organizacion_moneda.por_id("activo"),
      .escribe = sql::moneda_o_predeterminada},
     {.campo = "metodoPago", .ref = clave_sat("sat_metodo_pago"), .nula = true},
     {.campo = "formaPago", .ref = clave_sat("sat_forma_pago"), .nula = true},
     {.campo = "residenciaFiscal", .ref = clave_sat("sat_pais")},
     {.campo = "addendaId", .ref = maestra::addenda.por_id("activo")}});

void exigir_reglas(Lectura& db, std::optional<Id> propio, ContactoDatos const& datos, bool codigo_postal) {
    auto const hechos = *db.uno<HechosContacto, sql::contacto_hechos>(
        "regimenFiscal"_es(datos.regimenFiscal), "usoCFDI"_es(datos.usoCFDI), "tipoContacto"_es(datos.tipoContacto),
        "codigoPostal"_es(codigo_postal ? sql_de(datos.codigoPostal) : ValorSql("")),
        "clasificacionId"_es(datos.clasificacionId));
    Fallas fallas;
    comprobar(datos, hechos, fallas);
    fallas.lanzar();
    auto const otro = db.consultar<sql::contacto_con_referencia>("referenciaExterna"_es(datos.referenciaExterna),
                                                                 "entidadId"_es(propio));
    if (!otro.vacia())
        throw Problema(codigo::referencia_duplicada, "otro contacto tiene esa referenciaExterna")
            .con("entidadId", otro.filas[0][0].value());
}

void reemplazar_adicionales(Escritura& db, Id id, ContactoDatos const& datos) {
    std::string lista;
    json_escribir(datos.contactosAdicionales, lista);
    db.consultar<sql::borrar_adicionales>("entidadId"_es(id));
    db.consultar<sql::insertar_adicionales>("entidadId"_es(id), "adicionales"_es(std::move(lista)));
}

// The contact as its GET answers it, with the warnings.
ContactoResultado resultado(Lectura& db, Id id, std::vector<Cadena> avisos) {
    return {db.vista<ContactoViewModel>(contacto, id), std::move(avisos)};
}

// Warnings for members of a supplier that the DIOT requires. The country of a foreign supplier is requested by
// `completar`.
void pedir_diot(ContactoDatos const& c, std::vector<Cadena>& avisos) {
    if (c.tipoContacto == "Cliente") return;
    if (!c.tipoOperacion || c.tipoOperacion->valor().empty())
        avisos.push_back(Cadena("Falta tipoOperacion: la DIOT la pide de cada proveedor"));
}

ContactoResultado crear(Escritura& db, Cuerpo<ContactoDatos> const& cuerpo) {
    std::vector<Cadena> avisos;
    auto const id = crear_contacto(db, cuerpo, avisos);
    pedir_diot(cuerpo, avisos);
    return resultado(db, id, avisos);
}

ContactoResultado modificar(Escritura& db, Id id, Edicion<ContactoDatos> const& edicion) {
    auto datos = guardados.editar(db, id, edicion);
    auto const avisos = completar(datos);
    exigir_reglas(db, id, datos, edicion.trae("codigoPostal"));
    guardados.guardar(db, id, datos);
    if (edicion.trae("contactosAdicionales")) reemplazar_adicionales(db, id, datos);
    return resultado(db, id, avisos);
}

ContactoResultado modificar_por_codigo(Escritura& db, Clave codigo, Edicion<ContactoDatos> const& edicion) {
    auto const id = guardados.buscar(db, "codigo_normalizado", codigo);
    if (!id) throw Problema(codigo::no_encontrado, "no existe el contacto con ese código");
    return modificar(db, *id, edicion);
}

// clang-format off
Operacion const operaciones[] = {
//   verbo        ruta                                  permiso               qué                                          sobre        resumen
    {Verbo::GET,  "/api/Contactos/{entidadId}",          "contactos.leer",     contacto,                                    Sobre::ONE,  "Obtiene un contacto"},
    {Verbo::PUT,  "/api/Contactos/{entidadId}",          "contactos.escribir", op_version<&modificar>(contacto),            Sobre::ONE,  "Actualiza un contacto"},
    {Verbo::POST, "/api/Contactos",                      "contactos.escribir", op<&crear>,                                  Sobre::ONE,  "Crea un contacto"},
    {Verbo::GET,  "/api/Contactos",                      "contactos.leer",     contactos,                                   Sobre::PAGE, "Lista los contactos"},
    {Verbo::GET,  "/api/Contactos/Clasificaciones",      "contactos.leer",     clasificaciones,                             Sobre::LIST, "Lista las clasificaciones de contactos"},
    {Verbo::PUT,  "/api/Contactos/PorCodigo/{codigo}",   "contactos.escribir", op_version<&modificar_por_codigo>(contacto), Sobre::ONE,  "Actualiza un contacto por su código"},
};
// clang-format on

}  // namespace

Id crear_contacto(Escritura& db, ContactoDatos datos, std::vector<Cadena>& avisos) {
    guardados.referencias(db, datos);
    avisos = completar(datos);
    exigir_reglas(db, std::nullopt, datos, true);
    auto const id = guardados.agregar(db, datos);
    if (!datos.contactosAdicionales.empty()) reemplazar_adicionales(db, id, datos);
    return id;
}

extern Area const area;
Area const area{"contactos", "Contactos: clientes, proveedores y sus clasificaciones", operaciones};

}  // namespace gestor::contactos
