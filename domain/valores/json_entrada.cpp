#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/src.hpp>  // header-only: this is the one translation unit that compiles Boost.JSON
#include <cctype>

#include "domain/valores/desconocido.hpp"
#include "domain/valores/json.hpp"
#include "domain/valores/texto.hpp"

namespace gestor {
namespace {

namespace bj = boost::json;

constexpr std::size_t profundidad_maxima = 32;
constexpr std::size_t valores_maximos = 500'000;

// Builds the tree from the parser's events. A number arrives in parts of its own text, which is kept.
struct Constructor {
    static constexpr std::size_t max_object_size = valores_maximos;
    static constexpr std::size_t max_array_size = valores_maximos;
    static constexpr std::size_t max_key_size = 1024;
    static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

    Json raiz;
    std::vector<Json*> abiertos;
    std::string parte;
    std::optional<std::string> duplicada;
    std::size_t valores = 0;

    Json* nuevo(bj::error_code& ec) {
        if (++valores > valores_maximos) {
            ec = bj::error::array_too_large;
            return nullptr;
        }
        if (abiertos.empty()) return &raiz;
        return &abiertos.back()->hijos.emplace_back();
    }
    bool poner(Json::Clase clase, std::string texto, bj::error_code& ec) {
        auto* j = nuevo(ec);
        if (j == nullptr) return false;
        j->clase = clase;
        j->texto = std::move(texto);
        return true;
    }
    bool abrir(Json::Clase clase, bj::error_code& ec) {
        auto* j = nuevo(ec);
        if (j == nullptr) return false;
        j->clase = clase;
        abiertos.push_back(j);
        return true;
    }
    // Sorted views find a duplicate name in n log n, for any number of names in a hostile object.
    bool cerrar_objeto(bj::error_code& ec) {
        auto const& claves = abiertos.back()->claves;
        std::vector<std::string_view> orden(claves.begin(), claves.end());
        std::sort(orden.begin(), orden.end());
        auto const repetida = std::adjacent_find(orden.begin(), orden.end());
        abiertos.pop_back();
        if (repetida == orden.end()) return true;
        duplicada = std::string(*repetida);
        ec = bj::error::extra_data;
        return false;
    }

    bool on_document_begin(bj::error_code&) { return true; }
    bool on_document_end(bj::error_code&) { return true; }
    bool on_object_begin(bj::error_code& ec) { return abrir(Json::Clase::objeto, ec); }
    bool on_object_end(std::size_t, bj::error_code& ec) { return cerrar_objeto(ec); }
    bool on_array_begin(bj::error_code& ec) { return abrir(Json::Clase::lista, ec); }
    bool on_array_end(std::size_t, bj::error_code&) {
        abiertos.pop_back();
        return true;
    }
    bool on_key_part(bj::string_view s, std::size_t, bj::error_code&) { return acumular(s); }
    bool on_key(bj::string_view s, std::size_t, bj::error_code&) {
        acumular(s);
        abiertos.back()->claves.push_back(std::exchange(parte, {}));
        return true;
    }
    bool on_string_part(bj::string_view s, std::size_t, bj::error_code&) { return acumular(s); }
    bool on_string(bj::string_view s, std::size_t, bj::error_code& ec) {
        acumular(s);
        return poner(Json::Clase::texto, std::exchange(parte, {}), ec);
    }
    bool on_number_part(bj::string_view s, bj::error_code&) { return acumular(s); }
    bool on_int64(std::int64_t, bj::string_view s, bj::error_code& ec) { return numero(s, ec); }
    bool on_uint64(std::uint64_t, bj::string_view s, bj::error_code& ec) { return numero(s, ec); }
    bool on_double(double, bj::string_view s, bj::error_code& ec) {  // house-rule: Boost.JSON's signature
        return numero(s, ec);
    }
    bool on_bool(bool b, bj::error_code& ec) { return poner(Json::Clase::booleano, b ? "true" : "false", ec); }
    bool on_null(bj::error_code& ec) { return poner(Json::Clase::nulo, {}, ec); }
    bool on_comment_part(bj::string_view, bj::error_code&) { return true; }
    bool on_comment(bj::string_view, bj::error_code&) { return true; }

    bool acumular(bj::string_view s) {
        parte.append(s.data(), s.size());
        return true;
    }
    bool numero(bj::string_view s, bj::error_code& ec) {
        acumular(s);
        return poner(Json::Clase::numero, std::exchange(parte, {}), ec);
    }
};

std::string con_indice(std::string const& ruta, std::size_t i) {
    return ruta + "[" + std::to_string(i) + "]";
}
std::string con_campo(std::string const& ruta, std::string_view campo) {
    return ruta.empty() ? std::string(campo) : ruta + "." + std::string(campo);
}

// Start of an unknown name for the message, never a hostile length of it nor half a character.
std::string_view principio(std::string_view nombre) {
    std::size_t fin = 0;
    while (fin < nombre.size() && fin < 57 && siguiente_caracter(nombre, fin)) continue;
    return nombre.substr(0, fin);
}

bool misma_letra(char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

bool mismo_nombre(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, misma_letra);
}

std::size_t distancia(std::string_view a, std::string_view b) {
    std::vector<std::size_t> fila(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) fila[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        auto diagonal = std::exchange(fila[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            auto const cambia = diagonal + (misma_letra(a[i - 1], b[j - 1]) ? 0 : 1);
            auto const valor = std::min({fila[j] + 1, fila[j - 1] + 1, cambia});
            diagonal = std::exchange(fila[j], valor);
        }
    }
    return fila[b.size()];
}

// Answers write a text without value as ""; the same "" sent in an optional member means absent. A type whose text is
// never empty refuses it: for such a date, absent has another meaning.
bool sin_valor(Json const& json, Tipo const& miembro) {
    if (json.clase == Json::Clase::nulo) return true;
    if (json.clase != Json::Clase::texto || !json.texto.empty() || miembro.especie != Especie::opcional ||
        miembro.interno->especie != Especie::valor)
        return false;
    auto const forma = *miembro.interno->forma;
    return forma.clase == Clase::texto && (forma.formato != "date-time-local" || forma.minimo_texto == 0);
}

// Reading stops when a body has a hundred faults.
void bastan(Fallas const& fallas) {
    if (!fallas.llena()) return;
    auto const cuantas = std::to_string(fallas.lista().size());
    throw Problema(codigo::validacion,
                   cuantas + " campos o más no son válidos; errores[] nombra los primeros " + cuantas, fallas.lista());
}

void leer_objeto(Tipo const& tipo, Json const& json, void* salida, std::string const& ruta, Fallas& fallas, Modo modo) {
    auto const campos = tipo.campos();
    for (auto const& campo : campos) {
        auto const* hijo = json.buscar(campo.nombre);
        if (hijo == nullptr && modo == Modo::edicion) continue;
        void* const miembro = campo.en(salida);
        bool const hay_objeto = modo == Modo::edicion && campo.tipo->especie == Especie::opcional &&
                                campo.tipo->interno->especie == Especie::objeto && campo.tipo->contar(miembro) > 0;
        if (hijo != nullptr && !sin_valor(*hijo, *campo.tipo) && hay_objeto)
            json_leer(*campo.tipo->interno, *hijo, const_cast<void*>(campo.tipo->elemento(miembro, 0)),
                      con_campo(ruta, campo.nombre), fallas, modo);
        else if (hijo != nullptr && !sin_valor(*hijo, *campo.tipo))
            json_leer(*campo.tipo, *hijo, miembro, con_campo(ruta, campo.nombre), fallas);
        else if (!prescindible(*campo.tipo))
            fallas.agregar(con_campo(ruta, campo.nombre), codigo::requerido, "es obligatorio");
        else if (modo == Modo::edicion)
            campo.tipo->limpiar(miembro);
        bastan(fallas);
    }
    for (auto const& clave : json.claves) {
        auto const conocido = std::any_of(campos.begin(), campos.end(), [&](auto& c) { return c.nombre == clave; });
        if (!conocido) nombre_desconocido(ruta, clave, "campo", campos, tipo.retirados, fallas);
        bastan(fallas);
    }
}

void leer_valor(Tipo const& tipo, Json const& json, void* salida, std::string const& ruta, Fallas& fallas) {
    struct Esperado {
        Json::Clase clase;
        char const* mensaje;
    };
    auto const esperado = [&]() -> Esperado {
        switch (tipo.forma->clase) {
            case Clase::entero:
            case Clase::numero:
                return {Json::Clase::numero, "debe ser un número"};
            case Clase::booleano:
                return {Json::Clase::booleano, "debe ser true o false"};
            case Clase::objeto:
                return {Json::Clase::objeto, "debe ser un objeto"};
            case Clase::texto:
                break;
        }
        return {Json::Clase::texto, "debe ser un texto"};
    }();
    if (json.clase != esperado.clase) return fallas.agregar(ruta, codigo::tipo, esperado.mensaje);
    std::string libre;
    if (json.clase == Json::Clase::objeto) json_escribir(json, libre);
    if (auto falla = tipo.leer(json.clase == Json::Clase::objeto ? libre : json.texto, salida))
        fallas.agregar(ruta, falla->codigo, std::move(falla->mensaje));
}

}  // namespace

Json const* Json::buscar(std::string_view clave) const {
    for (std::size_t i = 0; i < claves.size(); ++i)
        if (claves[i] == clave) return &hijos[i];
    return nullptr;
}

Json json_leer(std::string_view documento) {
    bj::parse_options opciones;
    opciones.max_depth = profundidad_maxima;
    bj::basic_parser<Constructor> parser(opciones);
    bj::error_code ec;
    auto const leidos = parser.write_some(false, documento.data(), documento.size(), ec);
    auto& constructor = parser.handler();
    if (constructor.duplicada)
        throw Problema(codigo::json_invalido,
                       "la clave \"" + std::string(principio(*constructor.duplicada)) + "\" está repetida");
    if (ec == bj::error::too_deep) throw Problema(codigo::json_invalido, "el documento tiene demasiados niveles");
    if (ec == bj::error::array_too_large)
        throw Problema(codigo::json_invalido, "el documento tiene demasiados valores");
    if (ec || leidos != documento.size())
        throw Problema(codigo::json_invalido, "el cuerpo no es JSON válido (posición " + std::to_string(leidos) + ")");
    return std::move(constructor.raiz);
}

void json_leer(Tipo const& tipo, Json const& json, void* salida, std::string const& ruta, Fallas& fallas, Modo modo) {
    std::string const donde = ruta.empty() ? "cuerpo" : ruta;
    switch (tipo.especie) {
        case Especie::valor:
            return leer_valor(tipo, json, salida, ruta, fallas);
        case Especie::opcional:
            if (json.clase != Json::Clase::nulo)
                return json_leer(*tipo.interno, json, tipo.agregar(salida), ruta, fallas);
            return;
        case Especie::lista:
            if (json.clase != Json::Clase::lista) return fallas.agregar(donde, codigo::tipo, "debe ser una lista");
            if (json.hijos.size() > tipo.maximo_elementos)
                return fallas.agregar(donde, codigo::rango,
                                      "admite a lo más " + std::to_string(tipo.maximo_elementos) + " elementos");
            if (json.hijos.size() < tipo.minimo_elementos)
                return fallas.agregar(donde, codigo::requerido,
                                      "debe traer al menos " + std::to_string(tipo.minimo_elementos));
            tipo.limpiar(salida);
            for (std::size_t i = 0; i < json.hijos.size(); ++i) {
                json_leer(*tipo.interno, json.hijos[i], tipo.agregar(salida), con_indice(ruta, i), fallas);
                bastan(fallas);
            }
            return;
        case Especie::objeto:
            if (json.clase != Json::Clase::objeto) return fallas.agregar(donde, codigo::tipo, "debe ser un objeto");
            return leer_objeto(tipo, json, salida, ruta, fallas, modo);
    }
}

void nombre_desconocido(std::string const& ruta, std::string_view nombre, std::string_view que,
                        std::span<Campo const> campos, std::span<Retirado const> retirados, Fallas& fallas) {
    auto const retirado = std::ranges::find_if(retirados, [&](auto& r) { return mismo_nombre(r.nombre, nombre); });
    if (retirado != retirados.end()) {
        if (!retirado->mensaje.empty())
            fallas.agregar(con_campo(ruta, nombre), codigo::desconocido, std::string(retirado->mensaje));
        return;
    }
    nombre = principio(nombre);
    auto mensaje = "no es un " + std::string(que) + " de esta operación";
    std::size_t mejor = 3;
    std::string_view parecido;
    // with the list full no suggestion is shown, and half a million suggestions would stall the thread
    if (fallas.llena()) campos = {};
    for (auto const& campo : campos)
        if (auto d = distancia(nombre, campo.nombre); d < mejor) mejor = d, parecido = campo.nombre;
    if (!parecido.empty()) mensaje += "; ¿quiso decir " + std::string(parecido) + "?";
    fallas.agregar(con_campo(ruta, nombre), codigo::desconocido, std::move(mensaje));
}

void parametros_leer(Tipo const& tipo, Parametro const& buscar, void* salida, Fallas& fallas) {
    for (auto const& campo : tipo.campos()) {
        auto const texto = buscar(campo.nombre);
        bool const opcional = campo.tipo->especie == Especie::opcional;
        // "estado=" comes from a form whose field was left blank, and counts as absent.
        if (!texto || texto->empty()) {
            if (!opcional && campo.tipo->defecto.empty())
                fallas.agregar(std::string(campo.nombre), codigo::requerido, "es obligatorio");
            continue;
        }
        Tipo const& valor = opcional ? *campo.tipo->interno : *campo.tipo;
        void* destino = opcional ? campo.tipo->agregar(campo.en(salida)) : campo.en(salida);
        if (auto falla = valor.leer(*texto, destino))
            fallas.agregar(std::string(campo.nombre), falla->codigo, std::move(falla->mensaje));
    }
}

}  // namespace gestor
