#include "domain/operacion/sobre.hpp"

namespace gestor {
namespace {

bool con_sobre(Operacion const& o, Llamada const& c) {
    return !c.csv && (o.sobre == Sobre::ONE || o.sobre == Sobre::LIST || o.sobre == Sobre::PAGE);
}

void poner_paginacion(Paginacion const& p, std::string& b) {
    b += ",\"paginacion\":{\"pagina\":" + std::to_string(p.pagina) +
         ",\"registrosPorPagina\":" + std::to_string(p.registros);
    auto const total = p.total ? std::to_string(*p.total) : "null";
    auto const paginas = p.total ? std::to_string((*p.total + p.registros - 1) / p.registros) : "null";
    b += ",\"totalRegistros\":" + total + ",\"totalPaginas\":" + paginas + ",\"siguiente\":";
    if (p.siguiente.empty())
        b += "null";
    else
        json_texto(p.siguiente, b);
    b += '}';
    if (!p.totales.empty()) b += ",\"totales\":" + p.totales;
}

void poner_planes(std::vector<std::string> const& planes, std::string& b) {
    b += ",\"plan\":[";
    for (auto const& plan : planes) {
        if (b.back() != '[') b += ',';
        json_texto(plan, b);
    }
    b += ']';
}

}  // namespace

void abrir_sobre(Operacion const& declarada, Llamada const& llamada, Contestacion& r) {
    if (con_sobre(declarada, llamada)) r.cuerpo = "{\"data\":";
}

void cerrar_sobre(Operacion const& declarada, Llamada const& llamada, Contestacion& r) {
    if (!con_sobre(declarada, llamada)) return;
    if (declarada.sobre == Sobre::PAGE) poner_paginacion(r.paginacion, r.cuerpo);
    if (r.planes) poner_planes(*r.planes, r.cuerpo);
    r.cuerpo += '}';
}

}  // namespace gestor
