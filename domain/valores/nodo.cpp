#include "domain/valores/nodo.hpp"

#include <algorithm>

namespace gestor {
namespace {

using Clase = Json::Clase;

bool escalar(Json const& j) {
    return j.clase != Clase::objeto && j.clase != Clase::lista;
}

bool en_una_linea(Json const& j) {
    if (escalar(j) || j.hijos.empty()) return true;
    if (j.clase == Clase::objeto) return j.hijos.size() == 1 && escalar(j.hijos[0]);
    return std::all_of(j.hijos.begin(), j.hijos.end(), en_una_linea) &&
           j.hijos.size() <= (escalar(j.hijos[0]) ? 100U : 1U);
}

void escribir(Json const& j, std::size_t sangria, std::string& salida);

void escribir_hijos(Json const& j, std::size_t sangria, std::string& salida) {
    bool const corrido = en_una_linea(j);
    for (std::size_t i = 0; i < j.hijos.size(); ++i) {
        if (i > 0) salida += corrido ? ", " : ",";
        if (!corrido) salida.append(1, '\n').append(sangria + 1, ' ');
        if (j.clase == Clase::objeto) {
            json_texto(j.claves[i], salida);
            salida += ": ";
        }
        escribir(j.hijos[i], sangria + 1, salida);
    }
    if (!corrido) salida.append(1, '\n').append(sangria, ' ');
}

void escribir(Json const& j, std::size_t sangria, std::string& salida) {
    switch (j.clase) {
        case Clase::nulo:
            salida += "null";
            return;
        case Clase::booleano:
        case Clase::numero:
            salida += j.texto;
            return;
        case Clase::texto:
            return json_texto(j.texto, salida);
        case Clase::lista:
            salida += '[';
            escribir_hijos(j, sangria, salida);
            salida += ']';
            return;
        case Clase::objeto:
            salida += '{';
            escribir_hijos(j, sangria, salida);
            salida += '}';
            return;
    }
}

void cambiar(Json& j, Json const& parche) {
    bool const igual = j.clase == parche.clase;
    if (igual && j.clase == Clase::lista && j.hijos.size() == 1 && parche.hijos.size() == 1)
        return cambiar(j.hijos[0], parche.hijos[0]);
    if (!igual || j.clase != Clase::objeto) {
        j = parche;
        return;
    }
    for (std::size_t i = 0; i < parche.hijos.size(); ++i) {
        auto const donde = std::find(j.claves.begin(), j.claves.end(), parche.claves[i]) - j.claves.begin();
        bool const esta = donde < static_cast<std::ptrdiff_t>(j.claves.size());
        if (parche.hijos[i].clase == Clase::nulo) {
            if (esta) j.claves.erase(j.claves.begin() + donde), j.hijos.erase(j.hijos.begin() + donde);
        } else if (esta) {
            cambiar(j.hijos[static_cast<std::size_t>(donde)], parche.hijos[i]);
        } else {
            j.claves.push_back(parche.claves[i]);
            j.hijos.push_back(parche.hijos[i]);
        }
    }
}

}  // namespace

Nodo Nodo::numero(std::string_view texto) {
    Nodo n;
    n.json_.clase = Json::Clase::numero;
    n.json_.texto = texto;
    return n;
}

Nodo Nodo::lista(std::vector<Nodo> elementos) {
    Nodo n;
    n.json_.clase = Json::Clase::lista;
    for (auto& e : elementos) n.agregar(std::move(e));
    return n;
}

Nodo Nodo::objeto(std::initializer_list<Miembro> miembros) {
    Nodo n;
    n.json_.clase = Json::Clase::objeto;
    for (auto const& m : miembros) n.poner(m.clave, m.valor);
    return n;
}

Nodo& Nodo::poner(std::string_view clave, Nodo valor) {
    auto const donde = std::find(json_.claves.begin(), json_.claves.end(), clave);
    if (donde != json_.claves.end()) {
        json_.hijos[static_cast<std::size_t>(donde - json_.claves.begin())] = std::move(valor.json_);
    } else {
        json_.claves.emplace_back(clave);
        json_.hijos.push_back(std::move(valor.json_));
    }
    return *this;
}

Nodo& Nodo::agregar(Nodo valor) {
    json_.hijos.push_back(std::move(valor.json_));
    return *this;
}

Nodo Nodo::leer(std::string_view json) {
    Nodo n;
    n.json_ = json_leer(json);
    return n;
}

Nodo& Nodo::cambiar(Nodo const& parche) {
    gestor::cambiar(json_, parche.json_);
    return *this;
}

std::string Nodo::texto() const {
    std::string salida;
    escribir(json_, 0, salida);
    return salida;
}

}  // namespace gestor
