#include "persistence/uso.hpp"

#include <algorithm>
#include <stdexcept>

namespace gestor {
namespace {

Uso const*& ultimo() {
    static Uso const* uso = nullptr;
    return uso;
}

// Whether a value of this form fits a PostgreSQL type, by its OID; the OIDs of built-in types are the same in every
// version.
bool sirve(Forma const& forma, unsigned tipo) {
    constexpr unsigned texto[] = {25, 1042, 1043}, entero[] = {20, 21, 23}, numero[] = {1700},
                       fecha[] = {1082, 1114, 1184}, booleano[] = {16}, json[] = {114, 3802};
    auto const es = [tipo](auto const& tipos) { return std::ranges::find(tipos, tipo) != std::end(tipos); };
    if (es(texto)) return true;
    switch (forma.clase) {
        case Clase::entero:
            return es(entero) || es(numero);
        case Clase::numero:
            return es(numero);
        case Clase::booleano:
            return es(booleano);
        case Clase::objeto:
            return es(json);
        case Clase::texto:
            return forma.formato.starts_with("date") ? es(fecha) : !es(entero) && !es(numero) && !es(booleano);
    }
    return true;
}

constexpr std::string_view siempre_dados[] = {"organizacionId", "usuarioId", "sesionSucursalId", "urlBase", "ahora"};

[[noreturn]] void no_corresponde(Uso const& uso, std::string const& por_que) {
    throw std::runtime_error("la sentencia " + std::string(uso.nombre) + ": " + por_que);
}

void comprobar_columnas(Uso const& uso, Descrita const& hay) {
    if (uso.fila == nullptr) return;
    auto const campos = uso.fila()->campos();
    if (campos.size() != hay.columnas.size())
        no_corresponde(uso, "tiene " + std::to_string(hay.columnas.size()) + " columnas y " +
                                std::string(uso.fila()->nombre) + " " + std::to_string(campos.size()));
    for (std::size_t i = 0; i < campos.size(); ++i) {
        auto const& columna = hay.columnas[i];
        if (columna.nombre != campos[i].nombre)
            no_corresponde(uso, "la columna " + columna.nombre + " debe llamarse " + std::string(campos[i].nombre));
        Tipo const& tipo = campos[i].tipo->contenido();
        if (tipo.especie != Especie::valor) no_corresponde(uso, columna.nombre + " no cabe en una columna");
    }
}

void comprobar_parametros(Uso const& uso, Sentencia const& sentencia, Descrita const& hay) {
    if (std::ranges::find(uso.dados, de_filas.vista(), &Dado::nombre) != uso.dados.end()) return;
    for (auto const& dado : uso.dados)
        if (std::ranges::find(sentencia.parametros, dado.nombre) == sentencia.parametros.end())
            no_corresponde(uso, "se le da :" + std::string(dado.nombre) + ", que no pide");
    for (std::size_t i = 0; i < sentencia.parametros.size(); ++i) {
        auto const& nombre = sentencia.parametros[i];
        auto const dado = std::ranges::find(uso.dados, nombre, &Dado::nombre);
        if (dado == uso.dados.end()) {
            if (std::ranges::find(siempre_dados, nombre) == std::end(siempre_dados))
                no_corresponde(uso, "pide :" + nombre + ", que no se le da");
        } else if (dado->forma != nullptr && !sirve(dado->forma(), hay.parametros[i])) {
            no_corresponde(uso, ":" + nombre + " no es del tipo del valor que recibe");
        }
    }
}

}  // namespace

Uso::Uso(std::string_view donde, std::string_view texto, Tipo const* (*de_la_fila)(), std::span<Dado const> todos)
    : nombre(donde), sql(texto), fila(de_la_fila), dados(todos), siguiente(std::exchange(ultimo(), this)) {}

std::vector<Uso const*> usos() {
    std::vector<Uso const*> todos;
    for (auto const* uso = ultimo(); uso != nullptr; uso = uso->siguiente) todos.push_back(uso);
    return todos;
}

void comprobar(Session& sesion, std::span<Uso const* const> usos) {
    std::vector<Sentencia> sentencias;
    for (auto const* uso : usos) sentencias.push_back(compilar(uso->sql));
    std::string falla;
    auto const descritas = sesion.describir(sentencias, falla);
    if (descritas.size() < usos.size()) no_corresponde(*usos[descritas.size()], falla);
    for (std::size_t i = 0; i < usos.size(); ++i) {
        comprobar_columnas(*usos[i], descritas[i]);
        comprobar_parametros(*usos[i], sentencias[i], descritas[i]);
    }
}

}  // namespace gestor
