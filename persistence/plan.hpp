#pragma once
// A declared read, compiled once at start: its statements and how their rows become JSON. Immutable, shared by all
// threads.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/valores/id.hpp"
#include "domain/valores/json.hpp"
#include "domain/valores/texto.hpp"
#include "persistence/lectura.hpp"
#include "persistence/resultado.hpp"
#include "persistence/sentencia.hpp"

namespace gestor {

inline constexpr unsigned registros_maximos = 100;  // default and maximum of a page, as published

// The parameters of every page, beside its own filter.
struct ParametrosPagina {
    Defecto<Entero<1, 1'000'000>, "1"> pagina;
    Defecto<Entero<1, registros_maximos>, "100"> registrosPorPagina;
    std::optional<Texto<2000>> cursor;  // the longest name, as base64
    Defecto<Booleano, "false"> incluirTotal;
};
DTO(ParametrosPagina, pagina, registrosPorPagina, cursor, incluirTotal)

// The values that any statement may name; a read's own filter members follow after these.
enum ValorComun : std::size_t {
    organizacionId,
    usuarioId,
    sesionSucursalId,  // of the token; a filter may have a sucursalId of its own
    urlBase,
    id,
    limite,
    limiteHijas,
    salto,
    maximo,
    c1,
    c2,
    c3,
    c4,
    primera_de_filtro
};

using ValorSql = std::optional<std::string>;

// Which variant of a read is asked for, and with which values.
struct SolicitudLectura {
    std::uint64_t filtros = 0;  // bit i: filtros[i] of the declaration was sent
    bool por_cursor = false, con_salto = false, con_total = false, con_detalle = true;
    bool con_totales = false;  // of a report that declares them
    bool larga = false;        // leaves the fast lane: may read much
    unsigned registros = registros_maximos, pagina = 1;
    std::vector<ValorSql> valores;  // by ValorComun, then those of the filter
};

struct Variante {
    std::vector<Sentencia> sentencias;     // in the order of the pipeline
    std::vector<std::size_t> referencias;  // the filter whose existence sentencias[i] checks, for the first ones
    bool total = false;                    // a count follows the references
    std::vector<std::size_t> niveles;      // what the statements after those are of: the record (0), then its lists
    bool totales = false;                  // and then the totals of the report
    std::size_t cabecera() const { return referencias.size() + (total ? 1U : 0U) + (totales ? 1U : 0U); }
};

// Facts that the envelope of a page needs.
struct Paginacion {
    unsigned pagina = 1, registros = 0;
    std::optional<std::int64_t> total;
    std::string siguiente;  // empty on the last page
    std::string totales;    // as JSON; empty: this list has none
    std::size_t filas = 0;
};

class Plan {
public:
    Plan(LecturaDeclarada declarada, std::string nombre);

    LecturaDeclarada const& declarada() const { return declarada_; }
    // Parses, validates and binds the parameters; throws Problema with all faults at once, those found before included.
    SolicitudLectura solicitar(Parametro const& buscar, std::int64_t id, Fallas fallas = {}) const;
    // Prepared variants are found, the rare ones are composed from the declaration's constants.
    Variante const& variante(SolicitudLectura const& solicitud, Variante& temporal) const;
    std::vector<Sentencia const*> preparables() const;

    // Throws Problema NO_EXISTE when a reference found no row. Empty result of a single read: false.
    bool json(Variante const& variante, SolicitudLectura const& solicitud, Resultados const& resultados,
              std::string& salida, Paginacion& paginacion) const;
    void csv(Variante const& variante, SolicitudLectura const& solicitud, Resultados const& resultados,
             std::string& salida, Paginacion& paginacion) const;
    // A member of the filter, as it was sent or by default; of the first record that was read. Null: there is none.
    std::optional<std::string_view> enviado(SolicitudLectura const& solicitud, std::string_view campo) const;
    std::optional<std::string_view> leido(Variante const& variante, Resultados const& resultados,
                                          std::string_view campo) const;
    // Names that the columns of a prepared statement must have; a difference is a start-up error.
    std::vector<std::string> columnas_esperadas(Variante const& variante, std::size_t sentencia) const;
    std::vector<Variante> const& preparadas() const { return preparadas_; }
    // One variant per filter, and with total and offset: what start-up checks beside the prepared ones.
    std::vector<Variante> variantes_raras() const;

private:
    struct Parte {
        std::string prefijo;  // ,"folio":  and what opens or closes an embedded object before it
        Tipo const* tipo = nullptr;
        int columna = -1;       // of the result, or
        std::size_t nivel = 0;  // the list below
    };
    // One statement's rows: the record itself (nivel 0) or one of its lists.
    struct Nivel {
        Tipo const* tipo = nullptr;
        int claves = 0;        // leading columns that are keys, not members
        bool objeto = false;   // at most one row: an object or null
        bool siempre = false;  // stays when detail is left out
        bool escalar = false;  // a list of plain values
        std::string_view sql;
        std::vector<Parte> partes;
        std::string cierre;  // after the last member
        std::vector<std::string> columnas;
    };
    class Pintor;

    void agregar_campos(Tipo const& tipo, std::string const& camino, Nivel& nivel, int& columna, std::size_t indice,
                        std::vector<ListaDeclarada> const& listas);
    std::size_t agregar_nivel(Tipo const& tipo, std::string_view sql, int claves,
                              std::vector<ListaDeclarada> const& listas);
    Variante componer(SolicitudLectura const& solicitud, std::string const& prefijo) const;
    Sentencia sentencia(std::string_view sql, std::string nombre) const;
    std::string donde(SolicitudLectura const& solicitud, bool con_clave, std::string_view desde) const;
    bool rige(Orden const& o, SolicitudLectura const& solicitud) const;
    std::string orden(std::string_view alias, SolicitudLectura const& solicitud) const;
    std::string claves(SolicitudLectura const& solicitud, std::string_view desde, unsigned cuantas,
                       std::string_view limite_de) const;
    std::string cabecera(SolicitudLectura const& solicitud) const;
    Fuente const& fuente(SolicitudLectura const& solicitud) const;
    std::string totales(SolicitudLectura const& solicitud) const;
    std::vector<std::string> columnas_totales() const;
    void pintar_totales(Variante const& v, Resultados const& r, Paginacion& p) const;
    std::string ids_de_pagina(SolicitudLectura const& solicitud) const;
    std::string por_palabras(SolicitudLectura const& solicitud, FiltroDeclarado const& filtro) const;
    void contar(Variante const& v, SolicitudLectura const& s, Resultados const& r, std::size_t filas,
                Paginacion& p) const;
    bool listas_acotadas() const;
    int visibles(SolicitudLectura const& s, int hay) const;
    void acotar(SolicitudLectura const& s, int hay) const;
    void acotar_listas(Variante const& v, SolicitudLectura const& s, Resultados const& r) const;
    void verificar_referencias(Variante const& v, Resultados const& r) const;

    LecturaDeclarada declarada_;
    std::string nombre_;
    std::vector<std::string> nombres_;
    std::vector<Nivel> niveles_;
    std::vector<Variante> preparadas_;
};

}  // namespace gestor
