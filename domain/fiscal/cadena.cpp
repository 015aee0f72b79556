#include "domain/fiscal/cadena.hpp"

#include <algorithm>

#include "domain/fiscal/vocabularios.hpp"

namespace gestor::fiscal {
namespace {

std::string_view hasta(std::string_view& texto, char separador) {
    auto const en = std::min(texto.find(separador), texto.size());
    auto const parte = texto.substr(0, en);
    texto.remove_prefix(std::min(en + 1, texto.size()));
    return parte;
}

// Value as it stands in the original string: XML white space trimmed at the ends, and each inner run replaced by one
// blank.
void agregar(std::string& cadena, std::string_view valor) {
    constexpr std::string_view blancos = " \t\r\n";
    cadena += '|';
    for (bool primera = true; !valor.empty(); primera = false) {
        valor.remove_prefix(std::min(valor.find_first_not_of(blancos), valor.size()));
        auto const palabra = valor.substr(0, valor.find_first_of(blancos));
        if (!primera && !palabra.empty()) cadena += ' ';
        cadena += palabra;
        valor.remove_prefix(palabra.size());
    }
}

class Recorrido {
public:
    explicit Recorrido(Elemento const& raiz) : version_(raiz.espacio) { complemento(raiz); }
    std::string cadena;
    std::vector<std::string> desconocidos;

private:
    void complemento(Elemento const& e) {
        auto const todos = vocabularios();
        auto const suyo = std::ranges::find(todos, e.espacio, &Vocabulario::espacio);
        if (suyo == todos.end() || suyo->filas[0].nombre != e.nombre ||
            (!suyo->solo_en.empty() && suyo->solo_en != version_))
            desconocidos.emplace_back(e.nombre);
        else
            elemento(e, *suyo, e.nombre);
    }
    void elemento(Elemento const& e, Vocabulario const& vocabulario, std::string_view nombre) {
        auto pasos = std::ranges::find(vocabulario.filas, nombre, &Fila::nombre)->pasos;
        while (!pasos.empty()) {
            auto paso = hasta(pasos, ' ');
            if (paso == "*") {
                for (auto const& hijo : e.hijos) complemento(hijo);
            } else if (paso.starts_with('<')) {
                paso.remove_prefix(1);
                auto const ruta = hasta(paso, '=');
                descender(e, vocabulario, ruta, paso.empty() ? ruta.substr(ruta.rfind('/') + 1) : paso);
            } else {
                bool const opcional = paso.ends_with('?');
                if (opcional) paso.remove_suffix(1);
                auto const* const valor =
                    paso.starts_with('.') ? texto(e, vocabulario, paso.substr(1)) : e.atributo(paso);
                if (valor != nullptr || !opcional) agregar(cadena, valor == nullptr ? std::string_view() : *valor);
            }
        }
    }
    // Text of the first element on the path; null when there is none.
    static std::string_view const* texto(Elemento const& e, Vocabulario const& vocabulario, std::string_view ruta) {
        if (ruta.empty()) return &e.texto;
        auto const nombre = hasta(ruta, '/');
        for (auto const& hijo : e.hijos) {
            if (hijo.nombre != nombre || hijo.espacio != vocabulario.espacio) continue;
            if (auto const* const suyo = texto(hijo, vocabulario, ruta)) return suyo;
        }
        return nullptr;
    }
    void descender(Elemento const& e, Vocabulario const& vocabulario, std::string_view ruta, std::string_view fila) {
        auto const nombre = hasta(ruta, '/');
        for (auto const& hijo : e.hijos) {
            if (hijo.nombre != nombre || hijo.espacio != vocabulario.espacio) continue;
            if (ruta.empty())
                elemento(hijo, vocabulario, fila);
            else
                descender(hijo, vocabulario, ruta, fila);
        }
    }

    std::string_view version_;
};

}  // namespace

std::optional<std::string> cadena_original(Cfdi const& cfdi) {
    Recorrido const recorrido(cfdi.raiz);
    if (!recorrido.desconocidos.empty()) return std::nullopt;
    return "|" + recorrido.cadena + "||";
}

std::vector<std::string> complementos_sin_cadena(Cfdi const& cfdi) {
    return Recorrido(cfdi.raiz).desconocidos;
}

std::string cadena_original(Timbre const& t) {
    std::string cadena = "|";
    for (auto const* dato : {&t.version, &t.uuid, &t.fechaTimbrado, &t.rfcProvCertif})
        agregar(cadena, dato->value_or(""));
    if (t.leyenda) agregar(cadena, *t.leyenda);
    for (auto const* dato : {&t.selloCFD, &t.noCertificadoSAT}) agregar(cadena, dato->value_or(""));
    return cadena + "||";
}

}  // namespace gestor::fiscal
