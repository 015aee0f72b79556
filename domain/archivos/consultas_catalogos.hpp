#pragma once
#include <string_view>

namespace gestor::sql {

// Edition of the catalogs: changes when a catalog is loaded again.
inline constexpr std::string_view catalogos_edicion =
    "SELECT count(*) || ' ' || coalesce(max(cargado)::text, '') AS edicion FROM catalogo_edicion";

// Catalogs whose keys have only a range of days.
inline constexpr std::string_view catalogos_claves = R"(
    SELECT x.tabla, x.clave, to_char(x.vigencia_desde, 'YYYYMMDD') AS desde,
           coalesce(to_char(x.vigencia_hasta, 'YYYYMMDD'), '99991231') AS hasta
    FROM (SELECT 'metodos_pago' AS tabla, clave, vigencia_desde, vigencia_hasta FROM sat_metodo_pago
          UNION ALL SELECT 'tipos_comprobante', clave, vigencia_desde, vigencia_hasta FROM sat_tipo_comprobante
          UNION ALL SELECT 'exportaciones', clave, vigencia_desde, vigencia_hasta FROM sat_exportacion
          UNION ALL SELECT 'periodicidades', clave, vigencia_desde, vigencia_hasta FROM sat_periodicidad
          UNION ALL SELECT 'meses', clave, vigencia_desde, vigencia_hasta FROM sat_meses
          UNION ALL SELECT 'tipos_relacion', clave, vigencia_desde, vigencia_hasta FROM sat_tipo_relacion
          UNION ALL SELECT 'impuestos', clave, vigencia_desde, vigencia_hasta FROM sat_impuesto
          UNION ALL SELECT 'tipos_factor', clave, vigencia_desde, vigencia_hasta FROM sat_tipo_factor
          UNION ALL SELECT 'objetos_impuesto', clave, vigencia_desde, vigencia_hasta FROM sat_objeto_impuesto
          UNION ALL SELECT 'productos', clave, vigencia_desde, vigencia_hasta FROM sat_clave_prod_serv
          UNION ALL SELECT 'unidades', clave, vigencia_desde, vigencia_hasta FROM sat_clave_unidad
          UNION ALL SELECT 'codigos_postales', clave, vigencia_desde, vigencia_hasta FROM sat_codigo_postal
          UNION ALL SELECT 'tipos_cadena', clave, vigencia_desde, vigencia_hasta FROM sat_tipo_cadena_pago) x)";

// Catalogs whose keys have attributes for the rules: si1 to si5 are booleans, texto1 and texto2 texts.
inline constexpr std::string_view catalogos_datos = R"(
    SELECT x.tabla, x.clave, to_char(x.vigencia_desde, 'YYYYMMDD') AS desde,
           coalesce(to_char(x.vigencia_hasta, 'YYYYMMDD'), '99991231') AS hasta, x.si1, x.si2, x.si3, x.si4, x.si5,
           x.texto1, x.texto2
    FROM (SELECT 'formas_pago' AS tabla, clave, vigencia_desde, vigencia_hasta, ordenante AS si1, cuenta_ordenante AS si2,
                 beneficiario AS si3, cuenta_beneficiario AS si4, cadena_pago AS si5, patron_ordenante AS texto1,
                 patron_beneficiario AS texto2
          FROM sat_forma_pago
          UNION ALL SELECT 'monedas', clave, vigencia_desde, vigencia_hasta, false, false, false, false, false,
                           decimales::text, '' FROM moneda
          UNION ALL SELECT 'regimenes', clave, vigencia_desde, vigencia_hasta, fisica, moral, false, false, false, '', ''
                    FROM sat_regimen_fiscal
          UNION ALL SELECT 'usos', clave, vigencia_desde, vigencia_hasta, fisica, moral, false, false, false,
                           array_to_string(regimenes, ' '), '' FROM sat_uso_cfdi
          UNION ALL SELECT 'paises', clave, vigencia_desde, vigencia_hasta, false, false, false, false, false,
                           patron_identidad_tributaria, '' FROM sat_pais) x)";

inline constexpr std::string_view catalogos_tasas = R"(
    SELECT impuesto, factor, CASE WHEN tipo = 'Rango' THEN coalesce(minimo, 0) END AS minimo, maximo, traslado, retencion,
           to_char(vigencia_desde, 'YYYYMMDD') AS desde, coalesce(to_char(vigencia_hasta, 'YYYYMMDD'), '99991231') AS hasta
    FROM sat_tasa_cuota)";

}  // namespace gestor::sql
