#pragma once
// Fiscal data of products and concepts: keys of the tax authority, and the rates of their taxes.
#include "domain/comun/consultas.hpp"
#include "domain/comun/nombrados.hpp"
#include "persistence/agregado.hpp"

namespace gestor {

constexpr Referencia clave_sat(std::string_view tabla, std::string_view condicion = sql::sat_vigente) {
    return {
        .tabla = tabla, .llave = "clave", .global = true, .condicion = condicion, .codigo = codigo::clave_sat_invalida};
}

template <class T>
auto tasas_de(T const& datos) {
    return std::tuple("tasaIva"_es(datos.tasaIva), "tasaIeps"_es(datos.tasaIeps.valor),
                      "cuotaIeps"_es(datos.cuotaIeps.valor), "tasaIvaRetenido"_es(datos.tasaIvaRetenido.valor),
                      "tasaIsrRetenido"_es(datos.tasaIsrRetenido.valor));
}

}  // namespace gestor
