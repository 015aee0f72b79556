#pragma once
// What was paid to third parties, with the parts that went with it in pesos of its day.
#include "domain/contabilidad/consultas_impuestos.hpp"

namespace gestor::sql {

// A payment moves what its money paid, less what an advance had declared already; an advance, and what is paid by
// concept, declare their own; what is returned takes back what had been declared; a note that is settled again changes
// both.
inline constexpr std::string_view pagado_a_terceros = R"(
    SELECT g.signo, a.destino_id AS documento_id, false AS devuelto,
           CASE WHEN a.fuente_pesos IS NULL THEN a.flujo ELSE cubetas_menos(a.flujo, a.fuente_pesos) END AS c
    FROM aplicacion a {dias_de_aplicacion}
    WHERE a.organizacion_id = :organizacionId AND a.tipo = 'Pago' AND a.flujo IS NOT NULL AND {aplicacion_en_rango}
      AND {en_rango}
    UNION ALL
    SELECT g.signo, a.destino_id, x.devuelto, x.c
    FROM aplicacion a
    JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = a.fuente_id
                      AND t.obj_id IN ({creditos_de_compra})
    CROSS JOIN LATERAL (VALUES (false, a.flujo), (true, a.declarado)) x (devuelto, c)
    {dias_de_aplicacion}
    WHERE a.organizacion_id = :organizacionId AND a.tipo = 'Reclasificacion' AND {aplicacion_en_rango} AND {en_rango}
    UNION ALL
    SELECT -g.signo, a.destino_id, false, a.pesos
    FROM aplicacion a
    JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = a.destino_id
                      AND t.obj_id = {AnticipoProveedor}
    {dias_de_aplicacion}
    WHERE a.organizacion_id = :organizacionId AND a.tipo = 'Reembolso' AND {aplicacion_en_rango} AND {en_rango}
    UNION ALL
    SELECT g.signo, t.transaccion_id, false, t.cubetas_mxn
    FROM transaccion t {dias_de_documento}
    WHERE t.organizacion_id = :organizacionId AND t.obj_id IN ({Egreso}, {AnticipoProveedor}) AND t.fecha_apertura IS NULL
      AND t.cubetas_mxn IS NOT NULL AND {documento_en_rango} AND {en_rango}
    UNION ALL
    SELECT g.signo, t.transaccion_id, true, d.declarado
    FROM transaccion t
    JOIN documento d ON d.organizacion_id = :organizacionId AND d.transaccion_id = t.transaccion_id
                    AND d.declarado IS NOT NULL
    {dias_de_documento}
    WHERE t.organizacion_id = :organizacionId AND t.obj_id IN ({creditos_de_compra}) AND {documento_en_rango}
      AND {en_rango})";
// VAT of a document that is credited by the proportion, and that is not credited at all, as shares of what is and is
// not credited of it. What has no VAT and is paid by concept (loans, taxes) is no act with anybody. What was paid at
// customs is told of whoever the goods came from.
inline constexpr std::string_view terceros_diot = R"(
    SELECT k.contacto_id AS "contactoId", coalesce(k.codigo, '') AS codigo, coalesce(k.nombre, '') AS nombre,
           coalesce(k.rfc, '') AS rfc, coalesce(k.tipo_operacion, '') AS "tipoOperacion",
           coalesce(k.residencia_fiscal, '') AS "residenciaFiscal", coalesce(k.num_reg_id_trib, '') AS "numRegIdTrib",
           coalesce(sum(y.base8) FILTER (WHERE NOT y.devuelto), 0) AS base8,
           coalesce(sum(y.base8) FILTER (WHERE y.devuelto), 0) AS devuelto8,
           coalesce(sum(y.base16) FILTER (WHERE NOT y.devuelto AND NOT y.aduana), 0) AS base16,
           coalesce(sum(y.base16) FILTER (WHERE y.devuelto), 0) AS devuelto16,
           coalesce(sum(y.importacion), 0) AS importacion,
           sum(y.iva8 - y.proporcion8) AS iva8, sum(y.proporcion8) AS proporcion8,
           coalesce(sum(y.iva16 - y.proporcion16) FILTER (WHERE NOT y.aduana), 0) AS iva16, sum(y.proporcion16) AS proporcion16,
           coalesce(sum(y.iva16) FILTER (WHERE y.aduana), 0) AS "ivaImportacion",
           coalesce(sum(y.costo_proporcion) FILTER (WHERE y.de8), 0) AS "costoProporcion8",
           coalesce(sum(y.costo - y.costo_proporcion) FILTER (WHERE y.de8), 0) AS costo8,
           coalesce(sum(y.costo_proporcion) FILTER (WHERE NOT y.de8), 0) AS "costoProporcion16",
           coalesce(sum(y.costo - y.costo_proporcion) FILTER (WHERE NOT y.de8), 0) AS costo16,
           sum(y.iva_ret) AS "ivaRetenido", sum(y.exento) AS exento, sum(y.base0) AS base0, sum(y.no_objeto) AS "noObjeto"
    FROM (SELECT CASE WHEN d.origen = 'Importacion'
                      THEN coalesce((SELECT min(o.contacto_id) FROM relacion r
                                     JOIN transaccion o ON o.organizacion_id = :organizacionId AND o.transaccion_id = r.origen_id
                                     WHERE r.organizacion_id = :organizacionId AND r.destino_id = d.transaccion_id), d.contacto_id)
                      ELSE d.contacto_id END AS contacto_id,
                 x.devuelto, d.origen = 'Importacion' AS aduana, (x.c).base8 > 0 AND (x.c).base16 = 0 AS de8,
                 x.signo * (x.c).base8 AS base8, x.signo * (x.c).base16 AS base16,
                 CASE WHEN d.origen = 'Importacion' AND d.total > 0
                      THEN x.signo * round(p.base_importacion * (x.c).iva16 / d.total, 2) ELSE 0 END AS importacion,
                 v.signo * (x.c).iva8 AS iva8, v.signo * (x.c).iva16 AS iva16,
                 v.signo * round((x.c).iva8 * s.proporcion, 2) AS proporcion8,
                 v.signo * round((x.c).iva16 * s.proporcion, 2) AS proporcion16,
                 v.signo * n.iva AS costo, v.signo * round(n.iva * s.costo_proporcion, 2) AS costo_proporcion,
                 v.signo * (x.c).iva_ret AS iva_ret, v.signo * (x.c).exento AS exento, v.signo * (x.c).base0 AS base0,
                 CASE d.obj_id WHEN {Egreso} THEN 0 ELSE v.signo * ((x.c).no_afecto - n.iva) END AS no_objeto
          FROM ({pagado_a_terceros}) x
          JOIN transaccion d ON d.organizacion_id = :organizacionId AND d.transaccion_id = x.documento_id
          LEFT JOIN compra p ON p.organizacion_id = :organizacionId AND p.transaccion_id = d.transaccion_id
          CROSS JOIN LATERAL (SELECT CASE WHEN x.devuelto THEN -x.signo ELSE x.signo END AS signo) v
          CROSS JOIN LATERAL (SELECT iva_no_acreditable((x.c).no_afecto, d.iva, d.cubetas) AS iva) n
          CROSS JOIN LATERAL (
              SELECT coalesce(sum(i.importe * (1 - i.no_acreditable)) FILTER (WHERE i.no_acreditable > 0 AND i.no_acreditable < 1)
                              / nullif(sum(i.importe * (1 - i.no_acreditable)), 0), 0) AS proporcion,
                     coalesce(sum(i.importe * i.no_acreditable) FILTER (WHERE i.no_acreditable < 1)
                              / nullif(sum(i.importe * i.no_acreditable), 0), 0) AS costo_proporcion
              FROM partida_impuesto i
              WHERE i.organizacion_id = :organizacionId AND i.transaccion_id = d.transaccion_id AND i.impuesto = '002'
                AND i.tipo = 'Traslado') s) y
    LEFT JOIN contacto k ON k.organizacion_id = :organizacionId AND k.contacto_id = y.contacto_id
    GROUP BY k.organizacion_id, k.contacto_id
    ORDER BY k.rfc, k.contacto_id
    LIMIT :maximo::bigint)";

}  // namespace gestor::sql
