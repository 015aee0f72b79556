#include "server/docs/openapi.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <vector>

#include "domain/operacion/dirigir.hpp"
#include "domain/operacion/ejemplos.hpp"
#include "domain/valores/codigos.hpp"
#include "domain/valores/esquema.hpp"
#include "domain/valores/procedencia.hpp"
#include "server/app/operaciones.hpp"
#include "server/docs/openapi_comun.hpp"

namespace gestor {
namespace {

std::string verbo(Operacion const& op) {  // verb in lower case, as OpenAPI writes it
    std::string minusculas(nombre_de(op.verbo));
    for (char& c : minusculas) c = static_cast<char>(c | 0x20);
    return minusculas;
}

std::vector<std::string_view> partes(std::string_view ruta) {
    std::vector<std::string_view> todas;
    while (!ruta.empty()) {
        auto const fin = std::min(ruta.find('/'), ruta.size());
        if (fin > 0) todas.push_back(ruta.substr(0, fin));
        ruta.remove_prefix(std::min(fin + 1, ruta.size()));
    }
    return todas;
}

// Whether the read has an ETag: a single record, or a stored content.
bool es_lectura_unica(Operacion const& op) {
    return op.verbo == Verbo::GET && (op.sobre == Sobre::ONE || op.sobre == Sobre::BARE || op.que.es<Entrega>());
}

bool cuerpo_obligatorio(Tipo const& cuerpo) {
    if (cuerpo.especie == Especie::lista) return cuerpo.minimo_elementos > 0;
    return std::ranges::any_of(cuerpo.campos(), [](Campo const& c) { return obligatorio(c, Sentido::entrada); });
}

bool es_interna(Operacion const& op, Interna cual) {
    return op.que.es<DelServidor>() && std::get<DelServidor>(op.que.hace).cual == static_cast<int>(cual);
}

bool con_permiso(Operacion const& op) {
    return op.permiso != publico && op.permiso != con_token;
}

std::string del_otro_lado(Permiso const& p) {
    if (!p.por_lado()) return "";
    return "; `" + std::string(p.otro) + "` cuando `" + std::string(p.campo) + "` es `" + std::string(p.valor) + "`";
}

std::string descripcion(Operacion const& op) {
    std::string d = std::string(op.resumen) + ".";
    if (op.permiso == publico)
        d += " No requiere token.";
    else if (op.permiso == con_token)
        d += " Basta un token válido.";
    else
        d += " Requiere el permiso `" + std::string(op.permiso.nombre) + "`" + del_otro_lado(op.permiso) + ".";
    if (op.sobre == Sobre::PAGE)
        d += "\n\nContesta por páginas: `paginacion.siguiente` se envía como `cursor` para seguir, y es null en la "
             "última.";
    if (op.en_csv()) d += " Con `Accept: text/csv` contesta las columnas escalares de los mismos registros.";
    if (op.que.escribe())
        d += "\n\nCon `Idempotency-Key`, repetir la solicitud devuelve la primera respuesta sin ejecutarla otra vez.";
    if (op.que.version_de != nullptr)
        d += " Con `If-Match` sólo se ejecuta si el registro no ha cambiado desde que se leyó.";
    if (op.que.es<Declarada>() && op.que.cuerpo != nullptr && op.que.parametros != nullptr)
        d += "\n\nUn campo del cuerpo prevalece sobre el parámetro del mismo nombre.";
    if (op.que.cuerpo != nullptr && op.que.cuerpo == op.que.parametros)
        d += "\n\nLos datos se envían como parámetros o en el cuerpo; si van en ambos, deben ser iguales.";
    if (op.que.ignora_cuerpo) d += "\n\nIgnora el cuerpo.";
    if (op.que.parametros != nullptr)
        for (auto const& r : op.que.parametros->retirados)
            d += "\n\n`" + std::string(r.nombre) +
                 "` ya no es un parámetro: " + std::string(r.mensaje.empty() ? "si viene, se ignora" : r.mensaje) + ".";
    if (op.que.es<Retirada>()) d += "\n\nOperación retirada: contesta siempre 410 `RETIRADO` y no cambia nada.";
    return d;
}

// ---- parameters ----

Nodo parametro(Tipo const& objeto, Campo const& campo, Esquemas& esquemas) {
    auto esquema = esquemas.de(objeto, campo, Sentido::entrada);
    return Nodo::objeto({{"name", campo.nombre},
                         {"in", "query"},
                         {"required", obligatorio(campo, Sentido::entrada)},
                         {"description", descripcion_de(objeto, campo, Sentido::entrada)},
                         {"schema", std::move(esquema)}});
}

// Type of a path parameter: for a function, the type of its argument; for a declared read, an Id; a page may begin at
// 0; the server's own pages have names.
Tipo const* tipo_en_ruta(Operacion const& op, std::size_t i, std::string_view nombre) {
    if (i < op.que.ruta.size()) return op.que.ruta[i];
    if (nombre != "id" && !nombre.ends_with("Id")) return tipo_de<TextoReq<120>>();
    return op.sobre == Sobre::PAGE ? tipo_de<IdOCero>() : tipo_de<Id>();
}

// The i-th of the path values of an example, written a/b.
std::string_view parte_de(std::string_view valores, std::size_t i) {
    for (; i > 0 && !valores.empty(); --i) valores.remove_prefix(std::min(valores.find('/'), valores.size() - 1) + 1);
    return valores.substr(0, valores.find('/'));
}

Nodo parametro_de_ruta(Operacion const& op, std::size_t i, std::string_view nombre, Esquemas& esquemas) {
    Campo const campo{nombre, tipo_en_ruta(op, i, nombre), nullptr};
    bool const es_numero = campo.tipo->forma->clase == Clase::entero;
    auto p = parametro(*campo.tipo, campo, esquemas);  // a path parameter belongs to no object
    p.poner("in", "path").poner("required", true);
    if (nombre == "id")
        p.poner("description",
                descripcion_de(*campo.tipo, campo, Sentido::entrada) + ", de " + procedencia_en_ruta(op.ruta));
    if (op.que.es<DelServidor>()) {
        p.poner("description", op.resumen);
        p.poner(
            "schema",
            Nodo::objeto(
                {{"type", "string"}, {"minLength", 1}, {"maxLength", 120}, {"examples", Nodo::lista({"errores"})}}));
    }
    if (auto const* propio = ejemplo_propio(op); propio != nullptr && !propio->en_ruta.empty()) {
        auto const valor = parte_de(propio->en_ruta, i);
        p.poner("example", es_numero ? Nodo::numero(valor) : Nodo(valor));
    }
    return p;
}

// Value of the parameter with that name, in a=1&b=2.
std::string_view valor_en(std::string_view consulta, std::string_view nombre) {
    for (; !consulta.empty(); consulta.remove_prefix(std::min(consulta.find('&'), consulta.size() - 1) + 1)) {
        auto const par = consulta.substr(0, consulta.find('&'));
        if (par.starts_with(nombre) && par.substr(nombre.size()).starts_with('=')) return par.substr(nombre.size() + 1);
    }
    return {};
}

Nodo parametro_de_consulta(Operacion const& op, Campo const& campo, Esquemas& esquemas) {
    auto p = parametro(*op.que.parametros, campo, esquemas);
    auto const* propio = ejemplo_propio(op);
    auto const valor = propio == nullptr ? std::string_view() : valor_en(propio->en_consulta, campo.nombre);
    if (valor.empty()) return p;
    auto const& tipo = campo.tipo->contenido();
    bool const es_numero = tipo.forma->clase == Clase::entero || tipo.forma->clase == Clase::numero;
    return p.poner("example", es_numero ? Nodo::numero(valor) : Nodo(valor));
}

bool es_de_pagina(Operacion const& op, Campo const& campo) {
    return op.sobre == Sobre::PAGE && std::ranges::find(tipo_de<ParametrosPagina>()->campos(), campo.nombre,
                                                        &Campo::nombre) != tipo_de<ParametrosPagina>()->campos().end();
}

Nodo parametros(Operacion const& op, Esquemas& esquemas) {
    auto lista = Nodo::lista();
    std::size_t i = 0;
    for (auto const parte : partes(op.ruta))
        if (parte.starts_with('{'))
            lista.agregar(parametro_de_ruta(op, i++, parte.substr(1, parte.size() - 2), esquemas));
    for (auto const& campo : parametros_de(op))
        lista.agregar(es_de_pagina(op, campo) ? referencia("parameters", campo.nombre)
                                              : parametro_de_consulta(op, campo, esquemas));
    if (op.que.escribe()) lista.agregar(referencia("parameters", "Idempotency-Key"));
    if (op.que.version_de != nullptr) lista.agregar(referencia("parameters", "If-Match"));
    if (es_lectura_unica(op)) lista.agregar(referencia("parameters", "If-None-Match"));
    return lista;
}

// ---- success ----

// SobreVisto: the envelopes in which a type was seen. A name has one schema, so a list seen with and without pages has
// optional pagination; the plan of a dry run is optional likewise.
struct SobreVisto {
    Nodo datos;
    bool con_pagina = false, sin_pagina = false, con_plan = false;
    std::optional<Nodo> totales;
};
using Sobres = std::map<std::string, SobreVisto>;

Nodo contenido_json(Nodo esquema, Nodo ejemplo) {
    return Nodo::objeto(
        {{"application/json", Nodo::objeto({{"schema", std::move(esquema)}, {"example", std::move(ejemplo)}})}});
}

void poner_csv(Nodo& contenido, Tipo const& fila) {
    auto const columnas = "Columnas: " + csv_columnas(fila);
    contenido.poner("text/csv",
                    Nodo::objeto({{"schema", Nodo::objeto({{"type", "string"}, {"description", columnas}})}}));
}

Nodo contenido_lista(Operacion const& op, Esquemas& esquemas, Sobres& sobres) {
    Tipo const& tipo = *op.que.respuesta;
    bool const pagina = op.sobre == Sobre::PAGE;
    auto const nombre = std::string(tipo.nombre) + "IReadOnlyListResponseData";
    auto& sobre = sobres[nombre];
    sobre.datos = Nodo::objeto(
        {{"type", "array"}, {"items", esquemas.de(tipo, Sentido::salida)}, {"description", "Los registros"}});
    (pagina ? sobre.con_pagina : sobre.sin_pagina) = true;
    auto ejemplo = Nodo::objeto({{"data", Nodo::lista({ejemplo_de(tipo, Sentido::salida)})}});
    if (pagina) ejemplo.poner("paginacion", ejemplo_paginacion());
    if (auto const* totales = op.que.lectura() != nullptr ? op.que.lectura()->declarada().totales.tipo : nullptr) {
        sobre.totales = esquemas.de(*totales, Sentido::salida);
        ejemplo.poner("totales", ejemplo_de(*totales, Sentido::salida));
    }
    auto contenido = contenido_json(referencia("schemas", nombre), std::move(ejemplo));
    if (op.en_csv()) poner_csv(contenido, tipo);
    return contenido;
}

Nodo contenido_uno(Operacion const& op, Esquemas& esquemas, Sobres& sobres) {
    Tipo const& tipo = *op.que.respuesta;
    auto esquema = esquemas.de(tipo, Sentido::salida);
    auto ejemplo = ejemplo_de(tipo, Sentido::salida);
    if (op.que.lectura() != nullptr && op.que.lectura()->declarada().o_nulo)
        esquema = Nodo::objeto({{"anyOf", Nodo::lista({esquema, Nodo::objeto({{"type", "null"}})})}});
    if (op.sobre != Sobre::ONE) return contenido_json(std::move(esquema), std::move(ejemplo));
    esquema.poner("description", "El resultado");
    Tipo const& dato = tipo.contenido();
    auto const nombre = std::string(dato.nombre) + "ResponseModel";
    auto& sobre = sobres[nombre];
    sobre.datos = std::move(esquema);
    sobre.con_plan |= op.que.escribe();
    auto contenido = contenido_json(referencia("schemas", nombre), Nodo::objeto({{"data", std::move(ejemplo)}}));
    if (op.en_csv()) poner_csv(contenido, *op.que.filas->tipo->interno);
    return contenido;
}

struct TextoDeEjemplo {
    std::string_view tipo, ejemplo;
};

Nodo contenido_texto(std::initializer_list<TextoDeEjemplo> textos) {
    auto contenido = Nodo::objeto();
    for (auto const& t : textos)
        contenido.poner(t.tipo, Nodo::objeto({{"schema", Nodo::objeto({{"type", "string"}})}, {"example", t.ejemplo}}));
    return contenido;
}

Nodo contenido_de(Operacion const& op, Esquemas& esquemas, Sobres& sobres) {
    if (op.que.es<Entrega>()) {  // the content has the media type that it was stored with
        auto const binario = Nodo::objeto({{"schema", Nodo::objeto({{"type", "string"}, {"format", "binary"}})}});
        return Nodo::objeto({{"application/octet-stream", binario}, {"*/*", binario}});
    }
    if (es_interna(op, Interna::metricas))
        return contenido_texto({{"text/plain", "# TYPE gestor_requests_total counter"}});
    if (es_interna(op, Interna::openapi))
        return contenido_json(Nodo::objeto({{"type", "object"}}), Nodo::objeto({{"openapi", "3.1.0"}}));
    if (es_interna(op, Interna::docs)) {
        constexpr TextoDeEjemplo pagina{"text/html", "<!doctype html>"};
        if (op.ruta.find('{') == op.ruta.npos) return contenido_texto({pagina});
        return contenido_texto({pagina, {"text/css", "body {}"}, {"text/javascript", "'use strict';"}});
    }
    return op.es_lista() ? contenido_lista(op, esquemas, sobres) : contenido_uno(op, esquemas, sobres);
}

Nodo exito(Operacion const& op, Esquemas& esquemas, Sobres& sobres) {
    auto encabezados = Nodo::objeto({{"X-Request-Id", referencia("headers", "X-Request-Id")}});
    if (es_lectura_unica(op)) encabezados.poner("ETag", referencia("headers", "ETag"));
    if (op.que.escribe())
        encabezados.poner("Idempotent-Replayed", referencia("headers", "Idempotent-Replayed"))
            .poner("Simulacion", referencia("headers", "Simulacion"));
    if (op.sobre == Sobre::PAGE) encabezados.poner("Link", referencia("headers", "Link"));
    if (op.que.es<Entrega>()) encabezados.poner("Content-Disposition", referencia("headers", "Content-Disposition"));
    return Nodo::objeto({{"description", op.resumen},
                         {"headers", std::move(encabezados)},
                         {"content", contenido_de(op, esquemas, sobres)}});
}

// ---- errors ----

std::vector<unsigned> errores_de(Operacion const& op) {
    bool const con_cuerpo = op.que.cuerpo != nullptr || op.que.formulario != nullptr;
    std::vector<unsigned> estados{400};
    auto const si = [&](bool puede, unsigned estado) {
        if (puede) estados.push_back(estado);
    };
    si(op.permiso != publico || op.que.entra(), 401);
    si(con_permiso(op), 403);
    si(es_interna(op, Interna::docs), 404);
    si(true, 408);
    si(op.que.escribe(), 409);
    si(op.que.es<Retirada>(), 410);
    si(op.que.version_de != nullptr, 412);
    si(con_cuerpo, 413);
    si(con_cuerpo, 415);
    si(op.que.entra(), 429);
    si(true, 431);
    si(true, 500);
    si(true, 503);
    return estados;
}

// 503 of a health report: the report itself tells that the service is not well.
Nodo no_sano(Operacion const& op, Esquemas& esquemas) {
    auto formas = Nodo::lista({esquemas.de(*op.que.respuesta, Sentido::salida), referencia("schemas", "Problema")});
    auto contenido =
        Nodo::objeto({{"application/json", Nodo::objeto({{"schema", Nodo::objeto({{"anyOf", std::move(formas)}})}})}});
    return Nodo::objeto(
        {{"description", "El servicio o su base de datos no responde"}, {"content", std::move(contenido)}});
}

Nodo respuestas(Operacion const& op, Esquemas& esquemas, Sobres& sobres, std::set<unsigned>& usados) {
    auto todas = Nodo::objeto();
    if (!op.que.es<Retirada>()) todas.poner("200", exito(op, esquemas, sobres));
    if (es_interna(op, Interna::raiz)) todas.poner("302", referencia("responses", "Redirige"));
    if (es_lectura_unica(op)) todas.poner("304", referencia("responses", "NoModificado"));
    bool const salud =
        es_interna(op, Interna::salud) || es_interna(op, Interna::lista) || es_interna(op, Interna::viva);
    for (auto const estado : errores_de(op)) {
        auto const texto = std::to_string(estado);
        if (estado == 503 && salud) {
            todas.poner(texto, no_sano(op, esquemas));
            continue;
        }
        usados.insert(estado);
        todas.poner(texto, referencia("responses", "Error" + texto));
    }
    todas.poner("default", referencia("responses", "Error"));
    return todas;
}

// Request body in each media type that the operation takes.
Nodo cuerpo_de(Operacion const& op, Esquemas& esquemas) {
    auto const sentido = op.que.edicion ? Sentido::edicion : Sentido::entrada;
    auto contenido = Nodo::objeto();
    bool obligatorio = !op.que.edicion;
    if (op.que.cuerpo != nullptr) {
        auto ejemplo = ejemplo_de(*op.que.cuerpo, sentido);
        if (auto const* propio = ejemplo_propio(op); propio != nullptr && !propio->cambios.empty())
            ejemplo.cambiar(Nodo::leer(propio->cambios));
        contenido = contenido_json(esquemas.de(*op.que.cuerpo, sentido), std::move(ejemplo));
        obligatorio = obligatorio && cuerpo_obligatorio(*op.que.cuerpo);
    }
    if (op.que.formulario != nullptr) {
        contenido.poner("multipart/form-data",
                        Nodo::objeto({{"schema", esquemas.objeto(*op.que.formulario, Sentido::entrada)}}));
        obligatorio = obligatorio && cuerpo_obligatorio(*op.que.formulario);
    }
    return Nodo::objeto({{"required", obligatorio}, {"content", std::move(contenido)}});
}

Nodo servidor_real(std::string_view url_base) {
    return Nodo::objeto({{"url", url_base.empty() ? "/" : url_base}, {"description", "Este servidor"}});
}

Nodo servidor_de_simulacion(std::string_view url_base) {
    return Nodo::objeto(
        {{"url", std::string(url_base) + "/simular"},
         {"description",
          "Simulación: cada escritura se valida y se ejecuta completa, contesta lo mismo con `Simulacion: true` "
          "y se deshace; nada queda. Las lecturas son las mismas."}});
}

Nodo operacion(Area const& area, Operacion const& op, std::string_view url_base, Esquemas& esquemas, Sobres& sobres,
               std::set<unsigned>& usados) {
    auto o = Nodo::objeto({{"operationId", id_de_operacion(verbo(op), op.ruta)},
                           {"summary", op.resumen},
                           {"description", descripcion(op)},
                           {"tags", Nodo::lista({area.nombre})},
                           {"x-permiso", op.permiso == publico     ? "ninguno"
                                         : op.permiso == con_token ? "token"
                                                                   : op.permiso.texto()}});
    if (op.que.es<Retirada>()) o.poner("deprecated", true);
    if (!se_simula(op.que)) o.poner("servers", Nodo::lista({servidor_real(url_base)}));
    if (op.permiso == publico) o.poner("security", Nodo::lista());
    auto lista = parametros(op, esquemas);
    if (!lista.vacio()) o.poner("parameters", std::move(lista));
    if (op.que.cuerpo != nullptr || op.que.formulario != nullptr) o.poner("requestBody", cuerpo_de(op, esquemas));
    o.poner("responses", respuestas(op, esquemas, sobres, usados));
    return o;
}

// Paths sorted by path and verb, so that a new row changes the document in one place, and a moved row changes nothing.
// A versioned operation has its `current` version.
Nodo rutas(std::span<Area const* const> areas, std::string_view url_base, Esquemas& esquemas, Sobres& sobres,
           std::set<unsigned>& usados) {
    std::map<std::string_view, std::map<Verbo, std::pair<Area const*, Operacion const*>>> todas;
    for (auto const* area : areas)
        for (auto const& op : area->operaciones) {
            auto& servida = todas[op.ruta][op.verbo];
            if (servida.second == nullptr || servida.second->version < op.version) servida = {area, &op};
        }
    auto paths = Nodo::objeto();
    for (auto const& [ruta, servidas] : todas) {
        auto nodo = parametros_de_todas();
        for (auto const& [cual, servida] : servidas)
            nodo.poner(verbo(*servida.second),
                       operacion(*servida.first, *servida.second, url_base, esquemas, sobres, usados));
        if (ruta == "/") nodo.poner("options", opciones_de_raiz(servidas.begin()->second.first->nombre));
        paths.poner(ruta, std::move(nodo));
    }
    return paths;
}

Nodo esquema_plan() {
    return Nodo::objeto(
        {{"type", "array"},
         {"items", Nodo::objeto({{"type", "string"}})},
         {"description",
          "Sólo de una escritura bajo /simular: el texto de cada plan que el motor aplicó y deshizo, en su orden "
          "(documento, existencias, aplicaciones, saldos, pólizas). Vacío cuando la operación no es de un documento o "
          "falta el permiso contabilidad.leer"}});
}

void poner_sobres(Sobres const& sobres, Esquemas& esquemas) {
    for (auto const& [nombre, sobre] : sobres) {
        auto propiedades = Nodo::objeto({{"data", sobre.datos}});
        auto requeridos = Nodo::lista({"data"});
        if (sobre.con_pagina)
            propiedades.poner("paginacion",
                              referencia("schemas", "Paginacion").poner("description", "Dónde está la página"));
        if (sobre.con_pagina && !sobre.sin_pagina) requeridos.agregar("paginacion");
        if (sobre.totales) {
            propiedades.poner("totales",
                              Nodo::objeto({{"anyOf", Nodo::lista({*sobre.totales, Nodo::objeto({{"type", "null"}})})},
                                            {"description",
                                             "Los totales de todos los registros que cumplen los filtros: con la "
                                             "primera página y con incluirTotal; "
                                             "si no, null"}}));
            requeridos.agregar("totales");
        }
        if (sobre.con_plan) propiedades.poner("plan", esquema_plan());
        esquemas.poner(nombre, Nodo::objeto({{"type", "object"},
                                             {"additionalProperties", false},
                                             {"properties", std::move(propiedades)},
                                             {"required", std::move(requeridos)}}));
        if (sobre.con_pagina) esquemas.poner("Paginacion", esquema_paginacion());
    }
}

Nodo etiquetas(std::span<Area const* const> areas) {
    auto tags = Nodo::lista();
    for (auto const* area : areas)
        tags.agregar(Nodo::objeto({{"name", area->nombre}, {"description", area->descripcion}}));
    return tags;
}

}  // namespace

std::string id_de_operacion(std::string_view verbo, std::string_view ruta) {
    std::string id(verbo);
    bool vacio = true;
    for (auto const parte : partes(ruta)) {
        if (parte == "api") continue;
        bool inicio = true;
        for (char const c : parte) {
            bool const letra = std::isalnum(static_cast<unsigned char>(c)) != 0;
            if (letra) id += inicio ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
            inicio = !letra;
        }
        vacio = false;
    }
    if (vacio) id += "Raiz";
    return id;
}

std::string openapi_json(std::span<Area const* const> areas, std::string_view version, std::string_view url_base) {
    Esquemas esquemas;
    Sobres sobres;
    std::set<unsigned> usados;
    poner_problema(esquemas);
    auto paths = rutas(areas, url_base, esquemas, sobres, usados);
    poner_sobres(sobres, esquemas);
    bool const con_paginas = std::ranges::any_of(sobres, [](auto const& s) { return s.second.con_pagina; });
    return Nodo::objeto({{"openapi", "3.1.0"},
                         {"info", informacion(version)},
                         {"servers", Nodo::lista({servidor_real(url_base), servidor_de_simulacion(url_base)})},
                         {"security", Nodo::lista({Nodo::objeto({{"token", Nodo::lista()}})})},
                         {"tags", etiquetas(areas)},
                         {"paths", std::move(paths)},
                         {"components", Nodo::objeto({{"securitySchemes", esquema_de_seguridad()},
                                                      {"parameters", parametros_comunes(esquemas, con_paginas)},
                                                      {"headers", encabezados_comunes()},
                                                      {"responses", respuestas_comunes(usados)},
                                                      {"schemas", esquemas.componentes()}})}})
        .texto();
}

}  // namespace gestor
