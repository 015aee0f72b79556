#pragma once
// A read is declared, not programmed: one record or a page of records, each with lists under it.
// The declaration is data; plan.cpp turns it into statements, render.cpp turns their rows into JSON.
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/valores/dto.hpp"
#include "domain/valores/problema.hpp"
#include "persistence/maestra.hpp"

namespace gestor {

// A column of the total order of a page, and its SQL type (a cursor's text is cast to it).
struct Orden {
    std::string_view columna;
    std::string_view tipo;
    // Holds only when this filter is sent, as how well a record matches a search does; its values begin at 1. Without
    // it the order must still be total. Not for reads with lists.
    std::string_view con{};
};

// A collection without parameters of its own.
struct SinParametros {};
DTO(SinParametros)

// Where the records come from. The last column of the order is the record's own key.
struct Fuente {
    std::string_view columnas;  // expr AS "member", in the order of the DTO's scalar members
    std::string_view desde;     // FROM
    std::string_view base;      // the condition that always holds; it begins with the tenant
    std::span<Orden const> orden;
    bool descendente = false;
    // The one table that all filters and the order speak of. The keys of a filtered page are then found there first, in
    // an index alone if one has it all, and only the rows of the page are read and joined.
    std::string_view estrecha{};
};

// Rows of a list carry the keys of their parents first: a list of the record carries the record's key, a list inside
// a list also the first member of that list. In its SQL {clave} is the query for the keys of the page and {orden} the
// order of the page, so that parents and children arrive in the same order and are merged in one pass.
struct ListaDeclarada {
    std::size_t campo = 0;
    std::string_view sql;
    std::vector<ListaDeclarada> hijas;
    bool siempre = false;  // stays when detail is left out
};

// The words of a search text, kept in the order of the page (schema/0013): `primeros` is the function that gives the
// first records of a word after a cursor, `vocabulario` the table that has each palabra.
struct Palabras {
    std::string_view primeros, vocabulario;
};

struct FiltroDeclarado {
    std::string_view campo;
    std::string_view
        condicion;         // joins the WHERE only when the parameter is sent, so that each variant gets its own plan
    std::string existe{};  // a reference: no row means NO_EXISTE on the parameter
    bool largo = false;    // may read much: the request leaves the fast lane
    bool si = false;       // a boolean whose false asks for nothing
    Palabras palabras{};   // of a search: where its matches are looked for first
    bool otra = false;     // with it the records come from elsewhere
};

// Totals of a report beside its page, over all rows that the filters leave.
struct TotalesDeclarados {
    Tipo const* tipo = nullptr;
    std::string_view columnas;  // aggregates called like the members; those of its one list, if it has one, come last
    std::string_view grupo{};   // GROUP BY: a row per item of the list, each with the scalars again
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
    Fuente otra;                 // with a filter that says so, the records come from here: same columns, same order
    std::string_view detalle{};  // the boolean parameter that leaves the lists out
    bool larga = false;          // may read much, whatever is asked: never on the fast lane, and its lists are bounded
    bool o_nulo = false;         // one record that does not exist is null, whatever integer names it
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
        // The member is found by its address inside an object, so that its name is written once in the program.
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
// A part that several reads share.
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

// One that detalle_si does not leave out.
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
// One that names a master.
template <auto M>
FiltroDeclarado filtro(std::string_view condicion, Maestra const& maestra) {
    return filtro<M>(condicion, maestra.existe(detalle::Miembro<M>::nombre()));
}

// One that no index serves: it may read the whole tenant, so the request leaves the fast lane.
template <auto M, class... Existe>
FiltroDeclarado filtro_largo(std::string_view condicion, Existe const&... existe) {
    auto declarado = filtro<M>(condicion, existe...);
    declarado.largo = true;
    return declarado;
}

// One that holds only when the parameter is true: whoever leaves it out, or says false, has the prepared statement.
template <auto M>
FiltroDeclarado filtro_si(std::string_view condicion) {
    return {detalle::Miembro<M>::nombre(), condicion, {}, true, true};
}

// A search whose matches may all stand late in the order of the page: its words are tried first. The Fuente is
// `estrecha`.
template <auto M>
FiltroDeclarado filtro_palabras(std::string_view condicion, Palabras palabras) {
    return {detalle::Miembro<M>::nombre(), condicion, {}, true, false, palabras};
}

template <auto M>
detalle::Detalle detalle_si() {
    return {detalle::Miembro<M>::nombre()};
}

// The records come from elsewhere when one of these parameters is sent, and says no "false", as balances of another day
// do.
template <auto... M>
detalle::OtraFuente fuente_con(Fuente const& fuente) {
    return {{{.campo = detalle::Miembro<M>::nombre(), .condicion = {}, .largo = true, .si = true, .otra = true}...},
            fuente};
}

// Shown with the first page, and with any page that asks for incluirTotal.
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

// One record whose lists take parameters: their SQL names each, null when it is not sent.
template <class T, class F, class... Partes>
LecturaDeclarada lectura_filtrada(Fuente const& fuente, Partes... partes) {
    return coleccion<T, F>(Alcance::uno, fuente, std::move(partes)...);
}

// F is the struct of the page's own parameters; pagina, registrosPorPagina, cursor and incluirTotal come with every
// page.
template <class T, class F, class... Partes>
LecturaDeclarada pagina(Fuente const& fuente, Partes... partes) {
    return coleccion<T, F>(Alcance::pagina, fuente, std::move(partes)...);
}

template <class T, class F, class... Partes>
LecturaDeclarada catalogo(Fuente const& fuente, Partes... partes) {
    return coleccion<T, F>(Alcance::catalogo, fuente, std::move(partes)...);
}

}  // namespace gestor
