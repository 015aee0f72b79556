#pragma once
#include "persistence/lectura.hpp"

namespace gestor::sql {

// Global tables: the same for every organization. A list whose answer has no validity dates shows only keys in force
// today.
inline constexpr Orden orden_regimenes[] = {{"r.nombre", "text"}, {"r.clave", "text"}};
inline constexpr Fuente regimenes_fiscales{
    .columnas = R"(r.clave, r.nombre, r.fisica AS "aplicaFisica", r.moral AS "aplicaMoral",
    r.vigencia_desde AS "vigenciaDesde", r.vigencia_hasta AS "vigenciaHasta")",
    .desde = "sat_regimen_fiscal r",
    .base = "true",
    .orden = orden_regimenes,
};

inline constexpr Orden orden_usos[] = {{"u.nombre", "text"}, {"u.clave", "text"}};
inline constexpr Fuente usos_cfdi{
    .columnas = R"(u.clave, u.nombre, u.fisica AS "aplicaFisica", u.moral AS "aplicaMoral")",
    .desde = "sat_uso_cfdi u",
    .base = "u.vigencia_desde <= {dia_del_sat} AND (u.vigencia_hasta IS NULL OR u.vigencia_hasta >= {dia_del_sat})",
    .orden = orden_usos,
};
inline constexpr std::string_view uso_regimenes = R"(
    SELECT k.clave, r.clave AS valor
    FROM {clave} k JOIN sat_uso_cfdi u ON u.clave = k.clave CROSS JOIN unnest(u.regimenes) r (clave)
    ORDER BY {orden}, r.clave)";

inline constexpr Orden orden_formas_pago[] = {{"f.nombre", "text"}, {"f.clave", "text"}};
inline constexpr Fuente formas_pago_sat{
    .columnas = R"(f.clave, f.nombre, f.bancarizado, f.vigencia_desde AS "vigenciaDesde",
    f.vigencia_hasta AS "vigenciaHasta")",
    .desde = "sat_forma_pago f",
    .base = "true",
    .orden = orden_formas_pago,
};

inline constexpr Orden orden_metodos_pago[] = {{"m.nombre", "text"}, {"m.clave", "text"}};
inline constexpr Fuente metodos_pago{
    .columnas = "m.clave, m.nombre",
    .desde = "sat_metodo_pago m",
    .base = "m.vigencia_desde <= {dia_del_sat} AND (m.vigencia_hasta IS NULL OR m.vigencia_hasta >= {dia_del_sat})",
    .orden = orden_metodos_pago,
};

// patron() without its first % is the escaped text as a prefix.
inline constexpr Orden orden_claves_producto[] = {
    {"CASE WHEN p.clave = :busqueda THEN 1 WHEN p.clave LIKE substr(patron(:busqueda), 2) THEN 2 ELSE 3 END", "integer",
     "busqueda"},
    {"p.descripcion", "text"},
    {"p.clave", "text"}};
inline constexpr Fuente claves_producto{
    .columnas = R"(p.clave, p.descripcion, p.estimulo_frontera AS "estimuloFranjaFronteriza",
    p.palabras_similares AS "palabrasSimilares")",
    .desde = "sat_clave_prod_serv p",
    .base = "p.vigencia_desde <= {dia_del_sat} AND (p.vigencia_hasta IS NULL OR p.vigencia_hasta >= {dia_del_sat})",
    .orden = orden_claves_producto,
};

}  // namespace gestor::sql
