#pragma once
// Maestra: a table whose records others name, by id or by key. The row in the table of masters
// (domain/comun/maestras.hpp) gives three statements: existence, id by key, and reference of a column.
#include <string>
#include <string_view>

#include "domain/valores/codigos.hpp"

namespace gestor {

// Referencia: the record of another table that a member names, by id or by another unique column.
struct Referencia {
    std::string_view tabla{};
    std::string_view llave{};      // id column of that table
    std::string_view por{};        // column whose value the member holds; empty: the id
    bool global = false;           // a catalog of all organizations
    std::string_view condicion{};  // further condition: active, in force …
    std::string_view codigo = codigo::no_existe;
};

struct Maestra {
    std::string_view tabla;
    std::string_view llave;
    std::string_view clave = "clave";  // a column, or an expression over the row x
    std::string_view normalizada{};    // column with the key in capitals
    bool global = false;

    constexpr Referencia por_id(std::string_view condicion = {}) const {
        return {.tabla = tabla, .llave = llave, .global = global, .condicion = condicion};
    }
    constexpr Referencia por_clave(std::string_view condicion = {}, std::string_view codigo = codigo::no_existe) const {
        return {tabla, llave, clave, global, condicion, codigo};
    }
    // SELECT with one row when a record has the id :parametro.
    std::string existe(std::string_view parametro) const;
    // SELECT of the id by key (:clave); with `toda`, also the record as text.
    std::string id_de_clave(bool toda = false) const;
};

}  // namespace gestor
