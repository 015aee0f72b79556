#include "domain/operacion/router.hpp"

#include <algorithm>
#include <stdexcept>

#include "domain/valores/ascii.hpp"

namespace gestor {
namespace {

// Segments of a path, without the empty one of a trailing slash; an empty segment inside a path matches nothing.
std::vector<std::string_view> segmentos(std::string_view ruta) {
    std::vector<std::string_view> partes;
    if (ruta.starts_with('/')) ruta.remove_prefix(1);
    if (ruta.ends_with('/')) ruta.remove_suffix(1);
    if (ruta.empty()) return partes;
    for (;;) {
        auto const corte = ruta.find('/');
        partes.push_back(ruta.substr(0, corte));
        if (corte == std::string_view::npos) return partes;
        ruta.remove_prefix(corte + 1);
    }
}

int hexadecimal(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c = static_cast<char>(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

}  // namespace

bool decodificar(std::string_view texto, bool consulta, std::string& salida) {
    salida.clear();
    for (std::size_t i = 0; i < texto.size(); ++i) {
        if (texto[i] == '+' && consulta) {
            salida += ' ';
        } else if (texto[i] != '%') {
            salida += texto[i];
        } else {
            int const alta = i + 2 < texto.size() ? hexadecimal(texto[i + 1]) : -1;
            int const baja = i + 2 < texto.size() ? hexadecimal(texto[i + 2]) : -1;
            if (alta < 0 || baja < 0) return false;
            salida += static_cast<char>(alta * 16 + baja);
            i += 2;
        }
    }
    return true;
}

std::string codificar(std::string_view texto) {
    std::string salida;
    constexpr char cifras[] = "0123456789ABCDEF";
    for (char const c : texto) {
        auto const u = static_cast<unsigned char>(c);
        if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '_' ||
            c == '.' || c == '~')
            salida += c;
        else
            salida.append(1, '%').append(1, cifras[u >> 4]).append(1, cifras[u & 0xF]);
    }
    return salida;
}

// Nodo of the tree that every request walks: the search allocates nothing, and decodes a segment only when it has an
// escape.
struct Router::Nodo {
    std::vector<std::pair<std::string, std::unique_ptr<Nodo>>> literales;
    std::unique_ptr<Nodo> parametro;
    std::unique_ptr<Camino> recurso;

    Nodo& literal(std::string_view nombre) {
        for (auto& [texto, hijo] : literales)
            if (iequals(texto, nombre)) return *hijo;
        return *literales.emplace_back(nombre, std::make_unique<Nodo>()).second;
    }

    // `resto` has no slash at its beginning or end; `fin` says that all segments are consumed.
    Camino const* buscar(std::string_view resto, bool fin, std::vector<std::string>& valores) const {
        if (fin) return recurso.get();
        auto const corte = resto.find('/');
        bool const ultimo = corte == std::string_view::npos;
        auto segmento = resto.substr(0, corte);
        auto const siguiente = ultimo ? std::string_view() : resto.substr(corte + 1);
        std::string decodificado;
        if (segmento.find('%') != std::string_view::npos) {
            if (!decodificar(segmento, false, decodificado)) return nullptr;
            segmento = decodificado;
        }
        if (segmento.empty()) return nullptr;
        for (auto const& [texto, hijo] : literales)
            if (iequals(texto, segmento))
                if (auto const* r = hijo->buscar(siguiente, ultimo, valores)) return r;
        if (parametro == nullptr) return nullptr;
        valores.emplace_back(segmento);
        if (auto const* r = parametro->buscar(siguiente, ultimo, valores)) return r;
        valores.pop_back();
        return nullptr;
    }
};

OperacionActiva const* Camino::operacion(std::string_view verbo) const {
    for (std::size_t v = 0; v < por_verbo.size(); ++v)
        if (nombres_de_verbo[v] == verbo) return por_verbo[v];
    return nullptr;
}

Router::Router(std::span<Area const* const> areas) : raiz_(std::make_unique<Nodo>()) {
    for (auto const* area : areas)
        for (auto const& operacion : area->operaciones)
            operaciones_.push_back({&operacion,
                                    area,
                                    static_cast<unsigned>(operaciones_.size()),
                                    std::string(nombre_de(operacion.verbo)) + ' ' + std::string(operacion.ruta),
                                    operacion.que.cuerpo != nullptr ? cota_de(*operacion.que.cuerpo) : Cota(),
                                    parametros_de(operacion),
                                    {}});
    // only once the vector is complete: resources hold pointers into it
    for (auto& activa : operaciones_) agregar(activa);
}

Router::~Router() = default;

// Throws when a two-sided operation lacks the member that tells which permission it requires.
void exigir_miembro(Operacion const& o) {
    auto const tiene = [&](Tipo const* t) {
        return t != nullptr && t->campos != nullptr &&
               std::ranges::any_of(t->campos(), [&](Campo const& c) { return c.nombre == o.permiso.campo; });
    };
    auto const* lectura = o.que.lectura();
    bool const del_registro = lectura != nullptr && lectura->declarada().alcance == Alcance::uno;
    if (tiene(o.que.cuerpo) || tiene(o.que.parametros) || (del_registro && tiene(o.que.respuesta))) return;
    throw std::logic_error(std::string(o.ruta) + ": su permiso depende de un miembro que no tiene");
}

void Router::agregar(OperacionActiva& activa) {
    auto const& operacion = *activa.declarada;
    if (operacion.permiso.por_lado()) exigir_miembro(operacion);
    auto* nodo = raiz_.get();
    std::vector<std::string_view> parametros;
    for (auto const parte : segmentos(operacion.ruta)) {
        bool const es_parametro = parte.starts_with('{');
        if (es_parametro && nodo->parametro == nullptr) nodo->parametro = std::make_unique<Nodo>();
        nodo = es_parametro ? nodo->parametro.get() : &nodo->literal(parte);
        if (es_parametro) parametros.push_back(parte.substr(1, parte.size() - 2));
    }
    if (nodo->recurso == nullptr) {
        nodo->recurso = std::make_unique<Camino>();
        nodo->recurso->ruta = operacion.ruta;
        nodo->recurso->parametros = parametros;
    }
    auto& recurso = *nodo->recurso;
    auto& lugar = recurso.por_verbo[static_cast<std::size_t>(operacion.verbo)];
    auto const choque =
        "dos operaciones en " + std::string(nombre_de(operacion.verbo)) + " " + std::string(operacion.ruta);
    if (recurso.parametros != parametros)
        throw std::logic_error(choque + " y " + recurso.ruta + ": nombres de parámetros distintos");
    if (lugar == nullptr) {
        activa.versiones = {&activa};
        lugar = &activa;
    } else {
        auto& primera = operaciones_[lugar->indice];
        auto versiones = primera.versiones;
        versiones.push_back(&activa);
        std::sort(versiones.begin(), versiones.end(),
                  [](auto* a, auto* b) { return a->declarada->version > b->declarada->version; });
        for (std::size_t i = 0; i + 1 < versiones.size(); ++i)
            if (versiones[i]->declarada->version == versiones[i + 1]->declarada->version)
                throw std::logic_error(choque);
        if (versiones.back()->declarada->version.empty()) throw std::logic_error(choque + ": una de ellas sin versión");
        for (auto const* v : versiones) operaciones_[v->indice].versiones = versiones;
        lugar = versiones.front();
    }
    recurso.permitidos.clear();
    for (std::size_t v = 0; v < recurso.por_verbo.size(); ++v)
        if (recurso.por_verbo[v] != nullptr)
            recurso.permitidos += std::string(nombres_de_verbo[v]) + (v == 0 ? ", HEAD, " : ", ");
    recurso.permitidos += "OPTIONS";
}

Camino const* Router::buscar(std::string_view ruta, std::vector<std::string>& parametros) const {
    if (ruta.starts_with('/')) ruta.remove_prefix(1);
    if (ruta.ends_with('/')) ruta.remove_suffix(1);
    return raiz_->buscar(ruta, ruta.empty(), parametros);
}

Router const& router_de_areas() {
    static Router const todas(areas());
    return todas;
}

}  // namespace gestor
