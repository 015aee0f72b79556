#include "server/docs/html.hpp"

#include <algorithm>
#include <cstdlib>

#include "domain/valores/codigos.hpp"
#include "server/settings.hpp"

namespace gestor {
namespace {

// Explicit ARIA roles: on a narrow screen the style sheet turns rows into cards, and without roles a screen reader
// would no longer see a table.
std::string tabla(std::string_view clase, std::span<std::string_view const> columnas) {
    std::string t =
        "<table role=\"table\" class=\"" + std::string(clase) + "\"><thead role=\"rowgroup\"><tr role=\"row\">";
    for (auto columna : columnas) t += "<th role=\"columnheader\" scope=\"col\">" + html(columna) + "</th>";
    return t + "</tr></thead><tbody role=\"rowgroup\">\n";
}
constexpr std::string_view fin_de_tabla = "</tbody></table>\n";

std::string fila(std::string_view id, std::span<std::string_view const> columnas, std::span<std::string const> celdas) {
    std::string t = "<tr role=\"row\"";
    if (!id.empty()) t += " id=\"" + html(id) + "\"";
    t += ">";
    for (std::size_t i = 0; i < celdas.size(); ++i)
        t += "<td role=\"cell\" data-t=\"" + html(columnas[i]) + "\">" + celdas[i] + "</td>";
    return t + "</tr>\n";
}

// Code with <wbr> where a long name may be broken.
std::string codigo_html(std::string_view texto) {
    std::string t = "<code>";
    for (auto const& c : html(texto)) {
        t += c;
        if (c == '/' || c == '_' || c == '.') t += "<wbr>";
    }
    return t + "</code>";
}

std::string limites(Setting const& s) {
    switch (s.kind) {
        case SettingKind::entero:
            return std::to_string(s.min) + " a " + std::to_string(s.max);
        case SettingKind::bandera:
            return "si | no";
        case SettingKind::opcion:
            return std::string(s.options);
        case SettingKind::texto:
            break;
    }
    return "texto";
}

std::string variable(std::string_view nombre) {
    std::string v = "GESTOR_";
    for (char c : nombre) v += c == '-' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    return v;
}

void errores_de(std::string& t, std::string_view titulo, std::string_view texto, bool de_campo) {
    static constexpr std::string_view columnas[] = {"Código", "HTTP", "Causa", "Remedio"};
    auto const estas = std::span(columnas);
    t += "<section data-grupo><h2>" + html(titulo) + "</h2><p>" + html(texto) + "</p>" + tabla("errores", estas);
    for (auto const& c : codigos()) {
        if ((c.estado == 0) != de_campo) continue;
        std::string const celdas[] = {
            "<a href=\"#" + html(c.codigo) + "\">" + codigo_html(c.codigo) + "</a><br><span class=\"cuenta\">" +
                html(c.titulo) + "</span>",
            de_campo ? "<span class=\"estado\">400</span>"
                     : "<span class=\"estado\">" + std::to_string(c.estado) + "</span>",
            html(c.causa),
            html(c.remedio),
        };
        t += fila(c.codigo, estas, celdas);
    }
    t += fin_de_tabla;
    t += "</section>\n";
}

}  // namespace

std::string_view embedded_doc(std::string_view name) {
    for (auto const& [nombre, texto] : embedded_docs)
        if (nombre == name) return texto;
    std::abort();  // the build embeds every file of server/docs: a wrong name is a bug
}

std::string html(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else
            out += c;
    }
    return out;
}

std::string rellenar(std::string_view plantilla, Huecos huecos) {
    std::string out;
    for (;;) {
        auto const desde = plantilla.find("{{");
        auto const hasta = desde == plantilla.npos ? desde : plantilla.find("}}", desde);
        if (hasta == plantilla.npos) break;
        auto const nombre = plantilla.substr(desde + 2, hasta - desde - 2);
        auto const hueco = std::find_if(huecos.begin(), huecos.end(), [&](auto const& h) { return h.first == nombre; });
        if (hueco == huecos.end()) std::abort();  // the template has a hole that its page does not fill
        out += plantilla.substr(0, desde);
        out += hueco->second;
        plantilla.remove_prefix(hasta + 2);
    }
    out += plantilla;
    return out;
}

std::string ancla(Operacion const& operacion) {
    std::string a(nombre_de(operacion.verbo));
    bool corte = true;
    for (char c : operacion.ruta) {
        bool const letra = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (letra && corte) a += '-';
        if (letra) a += c;
        corte = !letra;
    }
    return a;
}

std::string_view nombre_de(Sobre sobre) {
    constexpr std::string_view nombres[] = {"objeto", "data", "data: lista", "data: lista y paginacion", "sin sobre"};
    return nombres[static_cast<std::size_t>(sobre)];
}

std::string permiso_de(Operacion const& operacion) {
    if (operacion.permiso == publico) return "público";
    if (operacion.permiso == con_token) return "cualquier token";
    return codigo_html(operacion.permiso.texto());
}

std::size_t contar(std::span<Area const* const> areas) {
    std::size_t n = 0;
    for (auto const* area : areas) n += area->operaciones.size();
    return n;
}

std::string filtro_de(std::string_view filas, std::string_view etiqueta) {
    return "<div class=\"filtros\" data-filtro=\"" + html(filas) + "\" hidden><input type=\"search\" aria-label=\"" +
           html(etiqueta) + "\" placeholder=\"" + html(etiqueta) +
           "\"> <span class=\"cuenta\" role=\"status\"></span></div>";
}

std::string html_areas(std::span<Area const* const> areas) {
    std::string t = "<ul>\n";
    for (auto const* area : areas)
        t += "<li><a href=\"/docs/operaciones#" + html(area->nombre) + "\">" + html(area->descripcion) +
             "</a> <span class=\"cuenta\">(" + std::to_string(area->operaciones.size()) + ")</span></li>\n";
    return t + "</ul>\n";
}

std::string html_operaciones(std::span<Area const* const> areas) {
    static constexpr std::string_view columnas[] = {"Método", "Ruta", "Resumen", "Permiso", "Respuesta"};
    std::string t;
    for (auto const* area : areas) {
        t += "<section data-grupo><h2 id=\"" + html(area->nombre) + "\">" + html(area->descripcion) + "</h2>" +
             tabla("operaciones", columnas);
        for (auto const& o : area->operaciones) {
            auto const verbo = std::string(nombre_de(o.verbo));
            auto resumen = html(o.resumen);
            if (o.que.es<Retirada>() && o.resumen.find("retirada") == o.resumen.npos)
                resumen += " <span class=\"tipo breaking\">retirada</span>";
            if (!o.version.empty()) resumen += " <span class=\"tipo info\">" + html(o.version) + "</span>";
            std::string const celdas[] = {
                "<span class=\"verbo " + verbo + "\">" + verbo + "</span>",
                "<a href=\"/docs/referencia#" + ancla(o) + "\">" + codigo_html(o.ruta) + "</a>",
                resumen,
                permiso_de(o),
                html(nombre_de(o.sobre)),
            };
            t += fila({}, columnas, celdas);
        }
        t += fin_de_tabla;
        t += "</section>\n";
    }
    return t;
}

std::string html_errores() {
    std::string t;
    errores_de(t, "Códigos de una respuesta", "El codigo de primer nivel, con el estado HTTP que lo acompaña.", false);
    errores_de(t, "Códigos de un campo", "Solo aparecen en errores[].codigo, junto al campo, en una respuesta 400.",
               true);
    return t;
}

std::string html_ajustes() {
    static constexpr std::string_view columnas[] = {"Ajuste", "De fábrica", "Valores", "Descripción"};
    std::string t = tabla("ajustes", columnas);
    for (auto const& s : settings_table()) {
        std::string const celdas[] = {
            "<a href=\"#" + html(s.name) + "\">" + codigo_html(s.name) + "</a><br><span class=\"cuenta\"><small>" +
                variable(s.name) + "</small></span>",
            s.def.empty() ? "" : codigo_html(s.def),
            html(limites(s)),
            html(s.description),
        };
        t += fila(s.name, columnas, celdas);
    }
    t += fin_de_tabla;
    return t;
}

}  // namespace gestor
