#pragma once
// What products and concepts have in common: keys of the tax authority, and the rates of their taxes.
#include "domain/comun/consultas.hpp"
#include "domain/comun/nombrados.hpp"
#include "persistence/agregado.hpp"

namespace gestor {

constexpr Referencia clave_sat(std::string_view tabla, std::string_view condicion = sql::sat_vigente) {
    return {
        .tabla = tabla, .llave = "clave", .global = true, .condicion = condicion, .codigo = codigo::clave_sat_invalida};
}

template <class T>
Valores tasas_de(T const& datos) {
    return {{"tasaIva", sql_de(datos.tasaIva)},
            {"tasaIeps", sql_de(datos.tasaIeps.valor)},
            {"cuotaIeps", sql_de(datos.cuotaIeps.valor)},
            {"tasaIvaRetenido", sql_de(datos.tasaIvaRetenido.valor)},
            {"tasaIsrRetenido", sql_de(datos.tasaIsrRetenido.valor)}};
}

}  // namespace gestor
