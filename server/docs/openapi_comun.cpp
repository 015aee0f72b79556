#include "server/docs/openapi_comun.hpp"

#include <algorithm>

#include "domain/valores/codigos.hpp"
#include "domain/valores/id.hpp"
#include "persistence/lectura_compilada.hpp"

namespace gestor {
namespace {

constexpr std::string_view descripcion_api =
    "API REST del sistema de gestión empresarial.\n\n"
    "Todo éxito es un 200. Un error que el cliente puede corregir es un 400, con un `codigo` de un catálogo cerrado y "
    "los "
    "campos en "
    "`errores`; un registro inexistente o de otra organización también. Los importes son decimales exactos. Las fechas "
    "son "
    "civiles, de la sucursal y sin zona. Un texto o una fecha sin valor es \"\"; una lista sin elementos, [].\n\n"
    "Los nombres de los parámetros no distinguen mayúsculas; uno que la operación no tiene es un 400 `DESCONOCIDO`, "
    "salvo si empieza con `_`. Un cuerpo que la operación no lee también, si no está vacío ni es `{}`.";

constexpr std::string_view solicitud_de_ejemplo = "01JNE6Q2M4T8";

Nodo texto(std::string_view descripcion, std::string_view ejemplo) {
    return Nodo::objeto({{"type", "string"}, {"description", descripcion}, {"examples", Nodo::lista({ejemplo})}});
}

Nodo cuenta(std::string_view descripcion, int minimo, int ejemplo) {
    return Nodo::objeto({{"type", Nodo::lista({"integer", "null"})},
                         {"format", "int64"},
                         {"minimum", minimo},
                         {"description", descripcion},
                         {"examples", Nodo::lista({ejemplo})}});
}

// Codes of the request itself, or of fields (de_campo). A code whose status is 400 may belong to both, except those
// that never belong to a field. tests/http/openapi.test.mjs compares the codes of fields with the code.
Nodo enumerar_codigos(bool de_campo) {
    static constexpr std::string_view de_ninguno[] = {codigo::validacion, codigo::json_invalido,
                                                      codigo::version_desconocida, codigo::idempotencia_en_conflicto};
    auto lista = Nodo::lista();
    for (auto const& c : codigos()) {
        bool const en_campo =
            c.estado == 0 || (c.estado == 400 && std::ranges::find(de_ninguno, c.codigo) == std::end(de_ninguno));
        if (de_campo ? en_campo : c.estado != 0) lista.agregar(c.codigo);
    }
    return lista;
}

Nodo problema_de_ejemplo(Codigo const& c) {
    auto errores = Nodo::lista();
    if (c.codigo == codigo::validacion)
        errores.agregar(Nodo::objeto(
            {{"campo", "registrosPorPagina"}, {"codigo", "RANGO"}, {"mensaje", "debe estar entre 1 y 100"}}));
    return Nodo::objeto({{"type", "/docs/errores#" + std::string(c.codigo)},
                         {"title", c.titulo},
                         {"status", c.estado},
                         {"detail", c.codigo == codigo::validacion ? "1 campo no es válido" : c.causa},
                         {"codigo", c.codigo},
                         {"solicitudId", solicitud_de_ejemplo},
                         {"errores", std::move(errores)}});
}

Nodo contenido_problema(Nodo const& ejemplos) {
    auto const forma = Nodo::objeto({{"schema", referencia("schemas", "Problema")}, {"examples", ejemplos}});
    return Nodo::objeto({{"application/json", forma}, {"application/problem+json", forma}});
}

Nodo respuesta_de_error(unsigned estado) {
    auto ejemplos = Nodo::objeto();
    std::string descripcion;
    for (auto const& c : codigos()) {
        if (c.estado != estado) continue;
        descripcion +=
            (descripcion.empty() ? std::string(c.titulo) + ". Códigos: " : ", ") + ("`" + std::string(c.codigo) + "`");
        bool const frecuente =
            c.codigo == codigo::validacion || c.codigo == codigo::no_encontrado || c.codigo == codigo::json_invalido;
        if (estado != 400 || frecuente)
            ejemplos.poner(c.codigo, Nodo::objeto({{"summary", c.titulo}, {"value", problema_de_ejemplo(c)}}));
    }
    auto encabezados = Nodo::objeto({{"X-Request-Id", referencia("headers", "X-Request-Id")}});
    if (estado == 401) encabezados.poner("WWW-Authenticate", referencia("headers", "WWW-Authenticate"));
    if (estado == 409 || estado == 429 || estado == 503)
        encabezados.poner("Retry-After", referencia("headers", "Retry-After"));
    return Nodo::objeto(
        {{"description", descripcion}, {"headers", std::move(encabezados)}, {"content", contenido_problema(ejemplos)}});
}

Nodo encabezado(std::string_view descripcion, std::string_view ejemplo) {
    return Nodo::objeto({{"description", descripcion},
                         {"schema", Nodo::objeto({{"type", "string"}, {"examples", Nodo::lista({ejemplo})}})}});
}

Nodo parametro(std::string_view nombre, std::string_view descripcion, std::string_view patron,
               std::string_view ejemplo) {
    auto esquema = Nodo::objeto({{"type", "string"}});
    if (!patron.empty()) esquema.poner("pattern", patron);
    esquema.poner("examples", Nodo::lista({ejemplo}));
    return Nodo::objeto({{"name", nombre},
                         {"in", "header"},
                         {"required", false},
                         {"description", descripcion},
                         {"schema", std::move(esquema)}});
}

}  // namespace

Nodo informacion(std::string_view version) {
    return Nodo::objeto({{"title", "gestor"},
                         {"version", version},
                         {"summary", "API REST del sistema de gestión empresarial"},
                         {"description", descripcion_api},
                         {"contact", Nodo::objeto({{"name", "Quienes mantienen gestor"}})},
                         {"license", Nodo::objeto({{"name", "MIT"}, {"identifier", "MIT"}})}});
}

Nodo esquema_de_seguridad() {
    return Nodo::objeto(
        {{"token", Nodo::objeto({{"type", "http"},
                                 {"scheme", "bearer"},
                                 {"bearerFormat", "JWT"},
                                 {"description", "El accessToken de POST /api/Seguridad/Autenticar"}})}});
}

Nodo esquema_paginacion() {
    auto pagina = Nodo::objeto({{"type", "integer"},
                                {"minimum", 1},
                                {"description", "Página que se contesta"},
                                {"examples", Nodo::lista({1})}});
    auto registros = Nodo::objeto({{"type", "integer"},
                                   {"minimum", 1},
                                   {"maximum", registros_maximos},
                                   {"description", "Registros por página"},
                                   {"examples", Nodo::lista({100})}});
    auto siguiente =
        Nodo::objeto({{"type", Nodo::lista({"string", "null"})},
                      {"description", "Se envía como cursor para obtener la página que sigue; null en la última"},
                      {"examples", Nodo::lista({"MjAyNS0wMy0wMSAxMDowMDowMAoxNQ"})}});
    return Nodo::objeto(
        {{"type", "object"},
         {"additionalProperties", false},
         {"properties",
          Nodo::objeto({{"pagina", std::move(pagina)},
                        {"registrosPorPagina", std::move(registros)},
                        {"totalRegistros",
                         cuenta("Registros en total; null si no se pidió con incluirTotal y no se sabe", 0, 1250)},
                        {"totalPaginas", cuenta("Páginas en total; null cuando totalRegistros lo es", 0, 13)},
                        {"siguiente", std::move(siguiente)}})},
         {"required", Nodo::lista({"pagina", "registrosPorPagina", "totalRegistros", "totalPaginas", "siguiente"})}});
}

Nodo ejemplo_paginacion() {
    return Nodo::objeto({{"pagina", 1},
                         {"registrosPorPagina", 100},
                         {"totalRegistros", 1},
                         {"totalPaginas", 1},
                         {"siguiente", Nodo()}});
}

// Open schema on purpose: some codes carry their own members, like the transaccionId of REFERENCIA_DUPLICADA.
void poner_problema(Esquemas& esquemas) {
    auto campo_codigo = texto("Código del catálogo", "RANGO");
    campo_codigo.poner("enum", enumerar_codigos(true));
    esquemas.poner(
        "ProblemaCampo",
        Nodo::objeto(
            {{"type", "object"},
             {"additionalProperties", false},
             {"properties", Nodo::objeto({{"campo", texto("Ruta del campo en la solicitud", "partidas[0].cantidad")},
                                          {"codigo", std::move(campo_codigo)},
                                          {"mensaje", texto("Lo que no es válido", "debe ser mayor que 0")}})},
             {"required", Nodo::lista({"campo", "codigo", "mensaje"})}}));
    auto codigo_problema =
        texto("Código del catálogo cerrado de errores; es estable y se puede comparar", "VALIDACION");
    codigo_problema.poner("enum", enumerar_codigos(false));
    auto estado = Nodo::objeto({{"type", "integer"},
                                {"minimum", 400},
                                {"maximum", 599},
                                {"description", "Estado HTTP"},
                                {"examples", Nodo::lista({400})}});
    auto errores = Nodo::objeto({{"type", "array"},
                                 {"maxItems", 100},
                                 {"items", referencia("schemas", "ProblemaCampo")},
                                 {"description", "Todos los campos que no son válidos, en el orden de la operación"}});
    auto tipo = texto("Dirección de la explicación del código", "/docs/errores#VALIDACION");
    tipo.poner("format", "uri-reference");
    esquemas.poner(
        "Problema",
        Nodo::objeto(
            {{"type", "object"},
             {"description",
              "Error, con los miembros de RFC 9457 y los propios. Algunos códigos agregan otros miembros."},
             {"properties", Nodo::objeto({{"type", std::move(tipo)},
                                          {"title", texto("Título del código", "Solicitud incorrecta")},
                                          {"status", std::move(estado)},
                                          {"detail", texto("Lo que pasó", "1 campo no es válido")},
                                          {"codigo", std::move(codigo_problema)},
                                          {"solicitudId", texto("Identificador de la solicitud, para reportarla",
                                                                solicitud_de_ejemplo)},
                                          {"errores", std::move(errores)}})},
             {"required", Nodo::lista({"type", "title", "status", "detail", "codigo", "solicitudId", "errores"})}}));
}

Nodo parametros_de_todas() {
    return Nodo::objeto({{"parameters", Nodo::lista({referencia("parameters", "Service-Api-Version"),
                                                     referencia("parameters", "X-Request-Id")})}});
}

Nodo opciones_de_raiz(std::string_view area) {
    auto exito = Nodo::objeto({{"description", "Los métodos de la ruta, en Allow, y los encabezados de CORS"},
                               {"headers", Nodo::objeto({{"Allow", referencia("headers", "Allow")},
                                                         {"X-Request-Id", referencia("headers", "X-Request-Id")}})}});
    return Nodo::objeto(
        {{"operationId", id_de_operacion("options", "/")},
         {"summary", "Métodos que admite la raíz"},
         {"description", "Cualquier otra ruta contesta igual a OPTIONS, con sus propios métodos. No requiere token."},
         {"tags", Nodo::lista({area})},
         {"x-permiso", "ninguno"},
         {"security", Nodo::lista()},
         {"responses", Nodo::objeto({{"200", std::move(exito)},
                                     {"400", referencia("responses", "Error400")},
                                     {"default", referencia("responses", "Error")}})}});
}

Nodo parametros_comunes(Esquemas& esquemas, bool con_paginas) {
    auto todos = Nodo::objeto();
    todos.poner(
        "Service-Api-Version",
        parametro(
            "Service-Api-Version",
            "Versión de la operación: yyyy-MM o current. Una operación sin versiones ignora el encabezado; una con "
            "versiones contesta 400 a la que no conoce.",
            "^([0-9]{4}-[0-9]{2}|current)$", "current"));
    todos.poner("X-Request-Id",
                parametro("X-Request-Id",
                          "Identificador de la solicitud; se conserva si es una palabra corriente, si no se hace uno. "
                          "Vuelve en la respuesta y, en los errores, como solicitudId.",
                          "^[A-Za-z0-9._-]{1,64}$", solicitud_de_ejemplo));
    todos.poner(
        "Idempotency-Key",
        parametro("Idempotency-Key",
                  "Clave de la solicitud, distinta para cada una y propia de cada usuario; se recuerda 30 días si "
                  "tuvo éxito. Con otra solicitud es un 400; mientras la primera se ejecuta, un 409.",
                  "^[!-~]{1,200}$", "5f1c7a52-4e0b-4a55-9d5e-0c8c1a2b3d4e"));
    todos.poner("If-Match", parametro("If-Match", "ETag de la última lectura del registro; si ya no es el mismo, 412.",
                                      "", "\"9f86d081884c7d65\""));
    todos.poner("If-None-Match",
                parametro("If-None-Match", "ETag que ya se tiene; si sigue siendo el mismo, 304 sin cuerpo.", "",
                          "\"9f86d081884c7d65\""));
    if (!con_paginas) return todos;
    auto const& pagina = *tipo_de<ParametrosPagina>();
    for (auto const& campo : pagina.campos())
        todos.poner(campo.nombre, Nodo::objeto({{"name", campo.nombre},
                                                {"in", "query"},
                                                {"required", false},
                                                {"description", descripcion_de(pagina, campo, Sentido::entrada)},
                                                {"schema", esquemas.de(pagina, campo, Sentido::entrada)}}));
    return todos;
}

Nodo encabezados_comunes() {
    auto todos = Nodo::objeto();
    todos.poner("X-Request-Id", encabezado("Identificador de la solicitud", solicitud_de_ejemplo));
    todos.poner("ETag", encabezado("Resumen del contenido, para If-None-Match e If-Match", "\"9f86d081884c7d65\""));
    todos.poner("Retry-After", encabezado("Segundos que conviene esperar antes de repetir", "1"));
    todos.poner("WWW-Authenticate", encabezado("Esquema de autenticación", "Bearer"));
    todos.poner("Idempotent-Replayed", encabezado("true cuando es la respuesta de una solicitud anterior", "true"));
    todos.poner("Simulacion", encabezado("true cuando la ruta lleva /simular: nada se guardó", "true"));
    todos.poner("Link", encabezado("En text/csv, la página que sigue, con rel=\"next\"",
                                   "</api/RegistroVenta?cursor=MjAyNQ>; rel=\"next\""));
    todos.poner("Content-Disposition", encabezado("Nombre del archivo", "attachment; filename=\"factura.pdf\""));
    todos.poner("Location", encabezado("Dirección de la documentación", "/docs"));
    todos.poner("Allow", encabezado("Métodos de la ruta", "GET, HEAD, OPTIONS"));
    return todos;
}

Nodo respuestas_comunes(std::set<unsigned> const& estados) {
    auto todas = Nodo::objeto();
    auto const con_id = Nodo::objeto({{"X-Request-Id", referencia("headers", "X-Request-Id")}});
    todas.poner("Redirige",
                Nodo::objeto({{"description", "En producción, a la documentación"},
                              {"headers", Nodo::objeto({{"Location", referencia("headers", "Location")}})}}));
    todas.poner("NoModificado", Nodo::objeto({{"description", "El contenido es el que ya se tiene (If-None-Match)"},
                                              {"headers", Nodo::objeto({{"ETag", referencia("headers", "ETag")}})}}));
    for (auto const estado : estados) todas.poner("Error" + std::to_string(estado), respuesta_de_error(estado));
    auto const& interno = codigo_de(codigo::error_interno);
    auto ejemplos = Nodo::objeto(
        {{interno.codigo, Nodo::objeto({{"summary", interno.titulo}, {"value", problema_de_ejemplo(interno)}})}});
    todas.poner("Error",
                Nodo::objeto({{"description",
                               "Cualquier otro error de HTTP, con el mismo cuerpo (404, 405, 411, 414, 417, 505)"},
                              {"headers", con_id},
                              {"content", contenido_problema(ejemplos)}}));
    return todas;
}

}  // namespace gestor
