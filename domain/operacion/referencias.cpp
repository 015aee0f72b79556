#include "domain/operacion/referencias.hpp"

#include <algorithm>
#include <charconv>

namespace gestor {
namespace {

bool es_letra(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool es_de_nombre(char c) {
    return es_letra(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

bool es_literal(std::string_view texto) {
    return !texto.starts_with('$') || texto.starts_with("$$");
}

// "a.data.id" → "a", and leaves "data.id".
std::string_view primero(std::string_view& resto) {
    auto const corte = std::min(resto.find('.'), resto.size());
    auto const parte = resto.substr(0, corte);
    resto.remove_prefix(std::min(corte + 1, resto.size()));
    return parte;
}

Json const* miembro(Json const& json, std::string_view paso) {
    if (json.clase == Json::Clase::objeto) return json.buscar(paso);
    std::size_t i = 0;
    auto const [fin, error] = std::from_chars(paso.data(), paso.data() + paso.size(), i);
    bool const indice = error == std::errc() && fin == paso.data() + paso.size();
    return json.clase == Json::Clase::lista && indice && i < json.hijos.size() ? &json.hijos[i] : nullptr;
}

bool es_escalar(Json const& json) {
    using enum Json::Clase;
    return json.clase == texto || json.clase == numero || json.clase == booleano;
}

// Value that a reference stands for. Null, with a fault, when the answer lacks it.
Json const* buscar(std::string_view texto, Respuestas const& anteriores, std::string const& campo, Fallas& fallas) {
    auto resto = texto.substr(1);
    auto const respuesta = anteriores.find(primero(resto));
    auto const* aqui = respuesta != anteriores.end() ? &respuesta->second : nullptr;
    while (aqui != nullptr && !resto.empty()) aqui = miembro(*aqui, primero(resto));
    if (aqui == nullptr)
        fallas.agregar(campo, codigo::no_existe, "la respuesta a la que se refiere no tiene ese valor");
    return aqui;
}

std::string en_lista(std::string const& campo, std::size_t i) {
    return campo + "[" + std::to_string(i) + "]";
}

std::string en_hijo(Json const& json, std::string const& campo, std::size_t i) {
    return json.clase == Json::Clase::lista ? en_lista(campo, i) : campo + "." + json.claves[i];
}

}  // namespace

bool es_nombre(std::string_view texto) {
    return !texto.empty() && es_letra(texto[0]) && std::ranges::all_of(texto, es_de_nombre);
}

bool es_referencia(std::string_view texto, Respuestas const& anteriores, std::string const& campo, Fallas& fallas) {
    if (es_literal(texto)) return false;
    auto resto = texto.substr(1);
    auto const nombre = primero(resto);
    bool const con_huecos = resto.starts_with('.') || resto.ends_with('.') || resto.find("..") != resto.npos;
    if (!es_nombre(nombre) || resto.empty() || con_huecos)
        fallas.agregar(campo, codigo::formato,
                       "un texto que empieza con $ es una referencia, $id.data.campo; un signo de pesos se escribe $$");
    else if (!anteriores.contains(nombre))
        fallas.agregar(campo, codigo::no_existe, "ninguna operación anterior del lote tiene ese id");
    return true;
}

bool trae_referencias(Json const& json, Respuestas const& anteriores, std::string const& campo, Fallas& fallas) {
    if (json.clase == Json::Clase::texto) return es_referencia(json.texto, anteriores, campo, fallas);
    bool alguna = false;
    for (std::size_t i = 0; i < json.hijos.size() && !fallas.llena(); ++i)
        alguna = trae_referencias(json.hijos[i], anteriores, en_hijo(json, campo, i), fallas) || alguna;
    return alguna;
}

void sustituir(Json& json, Respuestas const& anteriores, std::string const& campo, std::size_t& libres,
               Fallas& fallas) {
    for (std::size_t i = 0; i < json.hijos.size() && !fallas.llena(); ++i)
        sustituir(json.hijos[i], anteriores, en_hijo(json, campo, i), libres, fallas);
    if (json.clase != Json::Clase::texto || !json.texto.starts_with('$')) return;
    if (es_literal(json.texto)) {
        json.texto.erase(0, 1);
        return;
    }
    auto const* const valor = buscar(json.texto, anteriores, campo, fallas);
    if (valor == nullptr) return;
    if (!es_escalar(*valor))
        return fallas.agregar(campo, codigo::tipo,
                              "una referencia sólo puede nombrar un texto, un número o un booleano");
    if (valor->texto.size() > libres)
        return fallas.agregar(campo, codigo::longitud,
                              "las referencias del lote suman más de " + std::to_string(referido_maximo) + " bytes");
    libres -= valor->texto.size();
    json = Json(*valor);
}

void sustituir(std::string& texto, Respuestas const& anteriores, std::string const& campo, std::size_t& libres,
               Fallas& fallas) {
    Json valor;
    valor.clase = Json::Clase::texto;
    valor.texto = std::move(texto);
    sustituir(valor, anteriores, campo, libres, fallas);
    texto = std::move(valor.texto);
}

}  // namespace gestor
