#pragma once
// Import of master records: one row of the file is one record of an aggregate.
#include <algorithm>

#include "domain/importar/consultas.hpp"
#include "domain/importar/importar.hpp"
#include "persistence/agregado.hpp"
#include "persistence/error_base.hpp"

namespace gestor::importar {

[[noreturn]] inline void rechazar(std::string_view campo, std::string_view codigo, std::string mensaje) {
    throw Problema(codigo::validacion, "1 campo no es válido",
                   {{std::string(campo), std::string(codigo), std::move(mensaje)}});
}

// Runs the checks and `guardar` of a row, and throws their faults together.
template <class F>
auto en_una_ola(Fallas& fallas, F const& guardar) {
    try {
        auto const hecho = guardar();
        if (fallas.vacio()) return hecho;
    } catch (Problema const& p) {
        if (fallas.vacio()) throw;
        for (auto const& e : p.errores())
            if (!fallas.nombra(e.campo)) fallas.agregar(e.campo, e.codigo, e.mensaje);
    } catch (ErrorBase const&) {
        if (fallas.vacio()) throw;
    }
    fallas.lanzar();
    throw std::logic_error("no se llega aquí");
}

template <class T>
T leer_fila(Json const& datos) {
    T fila{};
    Fallas fallas;
    json_leer(*tipo_de<T>(), datos, &fila, "", fallas);
    if constexpr (requires { validar(static_cast<T const&>(fila), fallas); })
        if (fallas.vacio()) validar(static_cast<T const&>(fila), fallas);
    fallas.lanzar();
    return fila;
}

// ListaCelda: a list member in a cell: a statement that finds its missing records, and one that stores the list and
// returns a row when it changed.
struct ListaCelda {
    std::string_view campo;
    std::string_view faltan;  // empty: no records to look up
    std::string_view poner;
};

std::string arreglo_sql(Json const& lista);  // array of PostgreSQL: {"a","b"}
void exigir_lista(Lectura& db, ListaCelda const& lista, Json const& celda, Fallas& fallas);
bool poner_lista(Escritura& db, ListaCelda const& lista, Id id, Json const& celda);
// Data of an update without that member when its cell is empty.
Json sin_borrar(Json datos, std::string_view campo);
// Following `padre` must reach a root, and an inactive record must have no active one below.
void exigir_arbol(Lectura& db, std::string const& tabla, std::string const& llave, Id id, bool activo);

template <class T>
struct Maestro {
    std::string_view tabla;
    std::string_view nombre;
    std::vector<Columna> columnas{};
    std::string_view llave_sql{};  // id column
    std::string_view llave = "clave";
    std::vector<ListaCelda> listas{};
    bool arbol = false;
    std::string_view conserva{};  // member whose stored value an empty cell keeps
    // Rules that need the database: `antes` before storing (id 0: a new record), and the next after.
    void (*antes)(Escritura&, T const&, std::int64_t id) = nullptr;
    void (*despues)(Escritura&, T const&, Id id, bool nuevo) = nullptr;
    void (*terminar)(Escritura&) = nullptr;
};

template <class T>
class ImportarMaestro final : public Importacion {
public:
    explicit ImportarMaestro(Maestro<T> const& maestro)
        : m_(maestro), agregado_(m_.tabla, m_.nombre, m_.columnas, m_.llave_sql) {}

    Efecto fila(Escritura& db, Json const& datos) override {
        auto const* llave = datos.buscar(m_.llave);
        auto const id = agregado_.buscar_por(db, m_.llave, llave->texto);
        Fallas fallas;
        for (auto const& lista : m_.listas)
            if (auto const* celda = datos.buscar(lista.campo)) exigir_lista(db, lista, *celda, fallas);
        return en_una_ola(fallas, [&] { return id ? cambiar(db, *id, datos) : agregar(db, datos); });
    }
    void terminar(Escritura& db) override {
        if (m_.terminar != nullptr) m_.terminar(db);
    }

private:
    Efecto agregar(Escritura& db, Json const& datos) {
        auto const fila = leer_fila<T>(datos);
        if (m_.antes != nullptr) m_.antes(db, fila, 0);
        guardado(db, fila, agregado_.crear(db, fila), datos, true);
        return Efecto::agregado;
    }
    Efecto cambiar(Escritura& db, Id id, Json const& datos) {
        auto const antes = agregado_.cargar(db, id);
        auto const fila = agregado_.editar(db, id, Edicion<T>{sin_borrar(datos, m_.conserva)});
        if (m_.antes != nullptr) m_.antes(db, fila, id.valor());
        bool const distinta = propio(antes) != propio(fila);
        if (distinta) agregado_.guardar(db, id, fila);
        bool const listas = guardado(db, fila, id, datos, false);
        return distinta || listas ? Efecto::actualizado : Efecto::igual;
    }
    // Columns stored by the aggregate, as text, without lists.
    std::string propio(T datos) const {
        auto const fuera = [&](std::string_view campo) {
            return std::any_of(m_.columnas.begin(), m_.columnas.end(),
                               [&](Columna const& c) { return c.campo == campo && c.fuera; });
        };
        for (auto const& campo : tipo_de<T>()->campos())
            if (campo.tipo->especie == Especie::lista || fuera(campo.nombre)) campo.tipo->limpiar(campo.en(&datos));
        std::string texto;
        json_escribir(datos, texto);
        return texto;
    }
    bool guardado(Escritura& db, T const& fila, Id id, Json const& datos, bool nuevo) {
        bool cambio = false;
        if (m_.despues != nullptr) m_.despues(db, fila, id, nuevo);
        for (auto const& lista : m_.listas) {
            auto const* celda = datos.buscar(lista.campo);
            if (celda != nullptr && !(nuevo && celda->clase == Json::Clase::nulo))
                cambio = poner_lista(db, lista, id, *celda) || cambio;
        }
        if constexpr (requires { fila.activo; })
            if (m_.arbol) exigir_arbol(db, std::string(m_.tabla), std::string(m_.llave_sql), id, fila.activo.valor);
        return cambio;
    }

    Maestro<T> const& m_;
    AgregadoDe<T> agregado_;
};

std::string referida(Referencia const& ref);  // help of a reference column: "clave de una sucursal"

// Row of the table of resources; M is its Maestro.
template <auto const& M, class T>
Recurso recurso_de(Maestro<T> const& maestro, std::string_view nombre, std::string_view descripcion,
                   std::vector<std::pair<std::string_view, std::string>> ayuda = {}) {
    std::vector<std::pair<std::string_view, Maestra>> referencias;
    for (auto const& c : maestro.columnas)
        if (!c.ref.por.empty()) {
            ayuda.emplace_back(c.campo, referida(c.ref));
            referencias.push_back({c.campo, {c.ref.tabla, c.ref.llave, c.ref.por, {}, c.ref.global}});
        }
    return {.nombre = nombre,
            .descripcion = descripcion,
            .tipo = tipo_de<T>(),
            .llave = {maestro.llave},
            .empezar = []() -> std::unique_ptr<Importacion> { return std::make_unique<ImportarMaestro<T>>(M); },
            .ayuda = std::move(ayuda),
            .referencias = std::move(referencias)};
}

}  // namespace gestor::importar
