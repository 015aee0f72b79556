#pragma once
// Declared read: one record or a page of records, each with lists under it. The declaration is data: plan.cpp turns it
// into statements, render.cpp turns their rows into JSON.
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/valores/dto.hpp"
#include "domain/valores/json.hpp"
#include "domain/valores/problema.hpp"
#include "persistence/maestra.hpp"

namespace gestor {

// Orden: a column of the total order of a page, and its SQL type (a cursor's text is cast to it).
struct Orden {
    std::string_view columna;
    std::string_view tipo;
    // con: the column is part of the order only when this filter is sent: the rank of a search match, from 1. Without
    // it the order must still be total. Not for reads with lists.
    std::string_view con{};
};

// SinParametros: a collection without parameters.
struct SinParametros {};
DTO(SinParametros)

// Fuente: origin of the records. The last column of the order is the record's own key.
struct Fuente {
    std::string_view columnas;  // expr AS "member", in the order of the DTO's scalar members
    std::string_view desde;     // FROM
    std::string_view base;      // condition that always holds; the tenant comes first
    std::span<Orden const> orden;
    bool descendente = false;
    // estrecha: the table of all filters and of the order. The keys of a filtered page are found in this table first
    // (in one index, when it has all columns); only rows of the page are joined.
    std::string_view estrecha{};
};

// ListaDeclarada: a list under a record. The rows begin with the keys of their parents: the record's key, then, for a
// list in a list, the first member of the outer list. In its SQL {clave} is the query for the keys of the page and
// {orden} the order of the page, so parents and children arrive in the same order and are merged in one pass.
struct ListaDeclarada {
    std::size_t campo = 0;
    std::string_view sql;
    std::vector<ListaDeclarada> hijas;
    bool siempre = false;  // the list stays when the detail is left out
};

// Palabras: words of a search text, kept in the order of the page (schema/0013). `primeros` is the function that gives
// the first records of a word after a cursor, `vocabulario` the table of words.
struct Palabras {
    std::string_view primeros, vocabulario;
};

struct FiltroDeclarado {
    std::string_view campo;
    std::string_view condicion;  // condition in the WHERE only when the parameter is sent; each combination is a plan
                                 // of its own
    std::string existe{};        // SQL that looks up the named record: without a row the parameter is NO_EXISTE
    bool largo = false;          // the filter may read much: the request leaves the fast lane
    bool si = false;             // boolean filter: false means the same as absent
    Palabras palabras{};         // search filter: words looked up first
    bool otra = false;           // the filter takes the records from LecturaDeclarada::otra
};

// TotalesDeclarados: totals of a report over all its rows, not only those of the page.
struct TotalesDeclarados {
    Tipo const* tipo = nullptr;
    std::string_view columnas;  // aggregates named like the members; the columns of a list come last
    std::string_view grupo{};   // GROUP BY: one row for each item of the list, with the scalars repeated
};

using ValorSql = std::optional<std::string>;

// Propias: records that the program itself holds, in no table, in the order of the page.
struct Propias {
    std::vector<std::size_t> (*quedan)(Parametro const& enviado) = nullptr;  // indexes that pass the filters
    std::vector<ValorSql> (*fila)(std::size_t cual) = nullptr;  // keys of the order, then members of the DTO
};

enum class Alcance : std::uint8_t { uno, pagina, catalogo };

struct LecturaDeclarada {
    Alcance alcance = Alcance::uno;
    Tipo const* tipo = nullptr;
    Tipo const* filtro = nullptr;
    Fuente fuente;
    std::vector<ListaDeclarada> listas;
    std::vector<FiltroDeclarado> filtros;
    TotalesDeclarados totales;
    Propias propias;             // records from the program instead of SQL
    Fuente otra;                 // origin of the records with a filter marked `otra`: same columns, same order
    std::string_view detalle{};  // boolean parameter that leaves the lists out
    bool larga = false;          // may read much with any filter: never on the fast lane; its lists are bounded
    bool o_nulo = false;         // a missing record is null, for any integer id
    void (*validar)(void const* filtro, Fallas&) = nullptr;
    std::shared_ptr<void> (*nuevo_filtro)() = nullptr;
};

namespace detalle {

template <auto M>
struct Miembro;
template <class C, class T, T C::*M>
struct Miembro<M> {
    using Clase = C;
    static std::string_view nombre() {
        // Finds the member by its address in a sample object, so that its name is written only once.
        static C muestra{};
        for (auto const& campo : tipo_de<C>()->campos())
            if (campo.en(&muestra) == static_cast<void*>(&(muestra.*M))) return campo.nombre;
        return {};
    }
};

template <class T>
std::size_t indice_de(std::string_view nombre) {
    auto const campos = tipo_de<T>()->campos();
    for (std::size_t i = 0; i < campos.size(); ++i)
        if (campos[i].nombre == nombre) return i;
    return campos.size();
}

struct Detalle {
    std::string_view campo;
};
struct Larga {};
struct ONulo {};
struct OtraFuente {
    std::vector<FiltroDeclarado> con;
    Fuente fuente;
};

inline void poner(LecturaDeclarada& l, ListaDeclarada lista) {
    l.listas.push_back(std::move(lista));
}
inline void poner(LecturaDeclarada& l, FiltroDeclarado filtro) {
    l.filtros.push_back(filtro);
}
inline void poner(LecturaDeclarada& l, Detalle d) {
    l.detalle = d.campo;
}
inline void poner(LecturaDeclarada& l, TotalesDeclarados const& t) {
    l.totales = t;
}
inline void poner(LecturaDeclarada& l, OtraFuente const& o) {
    l.otra = o.fuente;
    l.filtros.insert(l.filtros.end(), o.con.begin(), o.con.end());
}
inline void poner(LecturaDeclarada& l, Larga) {
    l.larga = true;
}
inline void poner(LecturaDeclarada& l, ONulo) {
    l.o_nulo = true;
}
// Part of a declaration that several reads share.
template <class Parte>
void poner(LecturaDeclarada& l, std::vector<Parte> partes) {
    for (auto& parte : partes) poner(l, std::move(parte));
}

}  // namespace detalle

template <auto M, class... Hijas>
ListaDeclarada lista(std::string_view sql, Hijas... hijas) {
    using C = typename detalle::Miembro<M>::Clase;
    return {detalle::indice_de<C>(detalle::Miembro<M>::nombre()), sql, {std::move(hijas)...}};
}

// List that stays when the parameter of detalle_si is false.
template <auto M>
ListaDeclarada lista_siempre(std::string_view sql) {
    auto l = lista<M>(sql);
    l.siempre = true;
    return l;
}

template <auto M>
FiltroDeclarado filtro(std::string_view condicion, std::string_view existe = {}) {
    return {detalle::Miembro<M>::nombre(), condicion, std::string(existe)};
}
// Filter that names a master record.
template <auto M>
FiltroDeclarado filtro(std::string_view condicion, Maestra const& maestra) {
    return filtro<M>(condicion, maestra.existe(detalle::Miembro<M>::nombre()));
}

// Filter without an index: it may read the whole tenant, so the request leaves the fast lane.
template <auto M, class... Existe>
FiltroDeclarado filtro_largo(std::string_view condicion, Existe const&... existe) {
    auto declarado = filtro<M>(condicion, existe...);
    declarado.largo = true;
    return declarado;
}

// Filter that holds only when the parameter is true; absent or false uses the prepared statement.
template <auto M>
FiltroDeclarado filtro_si(std::string_view condicion) {
    return {detalle::Miembro<M>::nombre(), condicion, {}, true, true};
}

// Search whose matches may stand late in the order of the page: its words are looked up first. Requires
// Fuente::estrecha.
template <auto M>
FiltroDeclarado filtro_palabras(std::string_view condicion, Palabras palabras) {
    return {detalle::Miembro<M>::nombre(), condicion, {}, true, false, palabras};
}

template <auto M>
detalle::Detalle detalle_si() {
    return {detalle::Miembro<M>::nombre()};
}

// When one of these parameters is sent and not "false", the records come from another Fuente: balances of another day.
template <auto... M>
detalle::OtraFuente fuente_con(Fuente const& fuente) {
    return {{{.campo = detalle::Miembro<M>::nombre(), .condicion = {}, .largo = true, .si = true, .otra = true}...},
            fuente};
}

// Totals, answered with the first page and with any page that asks for incluirTotal.
template <class T>
TotalesDeclarados totales(std::string_view columnas, std::string_view grupo = {}) {
    return {tipo_de<T>(), columnas, grupo};
}

inline constexpr detalle::Larga larga{};
inline constexpr detalle::ONulo o_nulo{};

template <class T, class... Partes>
LecturaDeclarada lectura(Fuente const& fuente, Partes... partes) {
    LecturaDeclarada l;
    l.tipo = tipo_de<T>();
    l.fuente = fuente;
    (detalle::poner(l, std::move(partes)), ...);
    return l;
}

template <class T, class F, class... Partes>
LecturaDeclarada coleccion(Alcance alcance, Fuente const& fuente, Partes... partes) {
    auto l = lectura<T>(fuente, std::move(partes)...);
    l.alcance = alcance;
    l.filtro = tipo_de<F>();
    l.nuevo_filtro = []() -> std::shared_ptr<void> { return std::make_shared<F>(); };
    if constexpr (requires(F const& f, Fallas& fallas) { validar(f, fallas); })
        l.validar = [](void const* f, Fallas& fallas) { validar(*static_cast<F const*>(f), fallas); };
    return l;
}

// Single record whose lists take parameters: their SQL names each parameter, which is null when not sent.
template <class T, class F, class... Partes>
LecturaDeclarada lectura_filtrada(Fuente const& fuente, Partes... partes) {
    return coleccion<T, F>(Alcance::uno, fuente, std::move(partes)...);
}

// F holds the filters of this page; every page also has pagina, registrosPorPagina, cursor and incluirTotal.
template <class T, class F, class... Partes>
LecturaDeclarada pagina(Fuente const& fuente, Partes... partes) {
    return coleccion<T, F>(Alcance::pagina, fuente, std::move(partes)...);
}

// Page of records that the program holds: no statement is sent.
template <class T, class F>
LecturaDeclarada pagina_propia(std::span<Orden const> orden, bool descendente, Propias propias) {
    auto l = pagina<T, F>({.columnas = {}, .desde = {}, .base = {}, .orden = orden, .descendente = descendente});
    l.propias = propias;
    return l;
}

template <class T, class F, class... Partes>
LecturaDeclarada catalogo(Fuente const& fuente, Partes... partes) {
    return coleccion<T, F>(Alcance::catalogo, fuente, std::move(partes)...);
}

}  // namespace gestor
