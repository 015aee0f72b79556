#pragma once
// LecturaCompilada: a declared read, compiled once at start: its statements, and how their rows become JSON. Immutable,
// shared by all threads.
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

// ParametrosPagina: parameters of every page, beside its own filter.
struct ParametrosPagina {
    Defecto<Entero<1, 1'000'000>, "1"> pagina;
    Defecto<Entero<1, registros_maximos>, "100"> registrosPorPagina;
    std::optional<Texto<2000>> cursor;  // greatest length of a cursor: the longest name, in base64
    Defecto<Booleano, "false"> incluirTotal;
};
DTO(ParametrosPagina, pagina, registrosPorPagina, cursor, incluirTotal)

// ValorComun: values that any statement may name. The members of the read's filter follow.
enum ValorComun : std::size_t {
    organizacionId,
    usuarioId,
    sesionSucursalId,  // branch of the token; a filter may have its own sucursalId
    urlBase,
    ahora,  // moment of the call
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

// SolicitudLectura: the variant of a read, and its values.
struct SolicitudLectura {
    std::uint64_t filtros = 0;  // bit i: filtros[i] of the declaration was sent
    bool por_cursor = false, con_salto = false, con_total = false, con_detalle = true;
    bool con_totales = false;  // report that declares totals
    bool larga = false;        // the read leaves the fast lane, because it may read much
    unsigned registros = registros_maximos, pagina = 1;
    std::vector<ValorSql> valores;  // by ValorComun, then those of the filter
};

struct Variante {
    std::vector<Sentencia> sentencias;     // in the order of the pipeline
    std::vector<std::size_t> referencias;  // sentencias[i] checks that the record named by filter referencias[i] exists
    bool total = false;                    // then follows a statement that counts
    std::vector<std::size_t> niveles;      // then follows one statement for each: 0 the record, 1… its lists
    bool totales = false;                  // then follows the totals of the report
    std::size_t cabecera() const { return referencias.size() + (total ? 1U : 0U) + (totales ? 1U : 0U); }
};

// Paginacion: the page members of the envelope.
struct Paginacion {
    unsigned pagina = 1, registros = 0;
    std::optional<std::int64_t> total;
    std::string siguiente;  // empty on the last page
    std::string totales;    // totals in JSON; empty: the read declares none
    std::size_t filas = 0;
};

class LecturaCompilada {
public:
    LecturaCompilada(LecturaDeclarada declarada, std::string nombre);

    LecturaDeclarada const& declarada() const { return declarada_; }
    // Parses, validates and binds the parameters. Throws Problema with all faults at once, `fallas` included.
    SolicitudLectura solicitar(Parametro const& buscar, std::int64_t id, Fallas fallas = {}) const;
    // A prepared variant, or one composed in `temporal` from the declaration's constants.
    Variante const& variante(SolicitudLectura const& solicitud, Variante& temporal) const;
    std::vector<Sentencia const*> preparables() const;
    bool es_propia() const { return declarada_.propias.fila != nullptr; }
    // Rows of a page of records that the program holds, in PostgreSQL's form.
    Resultados propias(SolicitudLectura const& solicitud) const;

    // Cursor of the records after a position: its keys, line by line. It names its list, and no other list takes it.
    std::string cursor(std::string_view posicion) const;

    // Writes the JSON. Throws Problema NO_EXISTE when a reference found no row. Returns false when a single read found
    // no record.
    bool json(Variante const& variante, SolicitudLectura const& solicitud, Resultados const& resultados,
              std::string& salida, Paginacion& paginacion) const;
    void csv(Variante const& variante, SolicitudLectura const& solicitud, Resultados const& resultados,
             std::string& salida, Paginacion& paginacion) const;
    // Value of a filter member, as sent or by default. Absent: neither sent nor with a default.
    std::optional<std::string_view> enviado(SolicitudLectura const& solicitud, std::string_view campo) const;
    std::optional<std::string_view> leido(Variante const& variante, Resultados const& resultados,
                                          std::string_view campo) const;
    // Column names that a prepared statement must have; a difference is a start-up error.
    std::vector<std::string> columnas_esperadas(Variante const& variante, std::size_t sentencia) const;
    std::vector<Variante> const& preparadas() const { return preparadas_; }
    // Variants that start-up checks beside the prepared ones: one per filter, one with total, one with offset.
    std::vector<Variante> variantes_raras() const;

private:
    struct Parte {
        std::string prefijo;  // ,"folio":  after the start or end of an embedded object
        Tipo const* tipo = nullptr;
        int columna = -1;       // column of the result; -1: the member is a list
        std::size_t nivel = 0;  // list below, when there is no column
    };
    // Nivel: the rows of one statement: the record (0) or one of its lists.
    struct Nivel {
        Tipo const* tipo = nullptr;
        int claves = 0;        // leading columns that are keys, not members
        bool objeto = false;   // at most one row: an object or null
        bool siempre = false;  // the list stays when the detail is left out
        bool escalar = false;  // a list of plain values
        std::string_view sql;
        std::vector<Parte> partes;
        std::string cierre;  // text after the last member
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

// LECTURA(x): the declared read x, an inline variable that leer_x() makes in a .cpp file. A table of operations that
// includes its header finds the read initialised, in any translation unit.
#define LECTURA(nombre)               \
    LecturaCompilada leer_##nombre(); \
    inline LecturaCompilada const nombre = leer_##nombre()

}  // namespace gestor
