// The plain reference: arguments and answer of each operation, from the same types as its JSON.
#include <algorithm>
#include <vector>

#include "domain/valores/esquema.hpp"
#include "server/docs/html.hpp"

namespace gestor {
namespace {

// Limits of a number in a request; the limits that every JSON number has are left out.
std::string limites_de(Forma const& f) {
    constexpr std::size_t digitos_de_un_limite_propio = 12;
    std::string t;
    auto const decir = [&](std::string_view palabras, std::string_view limite) {
        if (limite.empty() || limite.size() > digitos_de_un_limite_propio) return;
        t += palabras;
        t += limite;
    };
    decir(", desde ", f.minimo);
    decir(", mayor que ", f.mayor_que);
    decir(", hasta ", f.maximo);
    if (f.clase == Clase::texto && f.opciones.empty() && f.maximo_texto > 0 && !f.formato.starts_with("date"))
        t += ", hasta " + std::to_string(f.maximo_texto) + (f.formato == formato_archivo ? " bytes" : " caracteres");
    return t;
}

std::string clase_de(Forma const& f) {
    switch (f.clase) {
        case Clase::booleano:
            return "true o false";
        case Clase::entero:
            return "entero";
        case Clase::numero:
            return "decimal";
        case Clase::objeto:
            return "objeto";
        case Clase::texto:
            break;
    }
    if (!f.opciones.empty()) {
        std::string t;
        for (auto opcion : f.opciones) t += (t.empty() ? "" : " | ") + std::string(opcion);
        return t;
    }
    if (f.formato == formato_archivo) return "archivo";
    return f.formato.starts_with("date") ? "fecha" : "texto";
}

class Campos {
public:
    std::string lista(Tipo const& tipo, bool entrada) {
        entrada_ = entrada;
        texto_ = "<ul>\n";
        if (tipo.especie == Especie::lista) uno("", tipo, tipo);
        objeto(tipo, "");
        return texto_ + "</ul>\n";
    }

private:
    void objeto(Tipo const& tipo, std::string const& prefijo) {
        if (tipo.especie != Especie::objeto || std::find(abiertos_.begin(), abiertos_.end(), &tipo) != abiertos_.end())
            return;
        abiertos_.push_back(&tipo);  // a type may contain itself
        for (auto const& campo : tipo.campos()) uno(prefijo + std::string(campo.nombre), *campo.tipo, tipo);
        abiertos_.pop_back();
    }

    void uno(std::string nombre, Tipo const& tipo, Tipo const& de) {
        auto const* t = &tipo;
        bool const opcional = t->especie == Especie::opcional;
        if (opcional) t = t->interno;
        std::string que;
        while (t->especie == Especie::lista) {
            nombre += "[]";
            que = "lista";
            t = t->interno;
        }
        if (t->especie == Especie::objeto)
            que += que.empty() ? "objeto" : " de objetos";
        else
            que += (que.empty() ? "" : " de ") + clase_de(*t->forma) + (entrada_ ? limites_de(*t->forma) : "");
        if (!tipo.defecto.empty()) que += ", predeterminado " + std::string(tipo.defecto);
        if (entrada_ && !opcional && tipo.defecto.empty() && tipo.especie != Especie::lista) que += ", obligatorio";
        texto_ += "<li><code>" + html(nombre) + "</code> <span class=\"cuenta\">" + html(que) + "</span>";
        auto const corto = nombre.substr(nombre.rfind('.') + 1);
        auto const significado = significado_de(de, std::string_view(corto).substr(0, corto.find('[')), tipo);
        if (!significado.empty()) texto_ += "<br>" + html(significado);
        texto_ += "</li>\n";
        objeto(*t, nombre + ".");
    }

    bool entrada_ = false;
    std::string texto_;
    std::vector<Tipo const*> abiertos_;
};

std::string parametros_de_ruta(std::string_view ruta) {
    std::string t;
    for (auto desde = ruta.find('{'); desde != ruta.npos; desde = ruta.find('{', desde + 1))
        t += "<li><code>" + html(ruta.substr(desde + 1, ruta.find('}', desde) - desde - 1)) +
             "</code> <span class=\"cuenta\">en la ruta, obligatorio</span></li>\n";
    return t.empty() ? t : "<ul>\n" + t + "</ul>\n";
}

std::string detalle_de(Operacion const& o) {
    auto const verbo = std::string(nombre_de(o.verbo));
    auto t = "<details id=\"" + ancla(o) + "\"><summary><span class=\"verbo " + verbo + "\">" + verbo +
             "</span> <code>" + html(o.ruta) + "</code> " + html(o.resumen) +
             (o.que.es<Retirada>() ? " <span class=\"tipo breaking\">retirada</span>" : "") + "</summary><div>\n";
    t += "<p>Permiso: " + permiso_de(o) + ". Respuesta: " + html(nombre_de(o.sobre)) + ".</p>\n";
    auto const ruta = parametros_de_ruta(o.ruta);
    bool const pagina = o.sobre == Sobre::PAGE;
    if (!ruta.empty() || o.que.parametros != nullptr || pagina) {
        t += "<h3>Parámetros</h3>\n" + ruta;
        if (o.que.parametros != nullptr) t += Campos().lista(*o.que.parametros, true);
        if (pagina)
            t += "<p class=\"cuenta\">Además <code>pagina</code>, <code>registrosPorPagina</code>, <code>cursor</code> "
                 "e <code>incluirTotal</code>: "
                 "<a href=\"/docs/guia#paginas\">páginas y cursores</a>.</p>\n";
    }
    if (o.que.cuerpo != nullptr) t += "<h3>Cuerpo</h3>\n" + Campos().lista(*o.que.cuerpo, true);
    if (o.que.formulario != nullptr)
        t += "<h3>Cuerpo en partes</h3>\n<p><code>multipart/form-data</code>:</p>\n" +
             Campos().lista(*o.que.formulario, true);
    if (o.que.respuesta != nullptr) t += "<h3>Respuesta</h3>\n" + Campos().lista(*o.que.respuesta, false);
    return t + "</div></details>\n";
}

}  // namespace

std::string html_referencia(std::span<Area const* const> areas) {
    std::string t =
        "<h1>Referencia</h1>\n<p class=\"entrada\">Qué recibe y qué contesta cada operación. El detalle exacto, con "
        "esquemas, está en "
        "<a href=\"/openapi.json\">openapi.json</a>.</p>\n"
        "<p class=\"nota\">Este servidor se construyó sin el visor interactivo, que viene de npm; esta es la "
        "referencia sencilla.</p>\n";
    t += filtro_de("main details", "Filtrar operaciones");
    for (auto const* area : areas) {
        t += "<section data-grupo><h2 id=\"" + html(area->nombre) + "\">" + html(area->descripcion) + "</h2>\n";
        for (auto const& o : area->operaciones) t += detalle_de(o);
        t += "</section>\n";
    }
    return t;
}

}  // namespace gestor
