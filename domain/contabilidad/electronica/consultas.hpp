#pragma once
// Rows for the files of electronic accounting.
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

inline constexpr std::string_view rfc_propio = R"(
    SELECT rfc FROM organizacion WHERE organizacion_id = :organizacionId)";

// Months of the year up to this one that have pólizas and are still open.
inline constexpr std::string_view meses_abiertos = R"(
    SELECT d.mes FROM periodo d
    WHERE d.organizacion_id = :organizacionId AND d.ejercicio = :anio::integer AND d.mes <= :mes::integer
      AND d.estado = 'Abierto'
      AND (d.mes = :mes::integer
           OR EXISTS (SELECT FROM poliza p WHERE p.organizacion_id = :organizacionId AND p.ejercicio = :anio::integer
                                             AND p.mes = d.mes))
    UNION ALL
    SELECT :mes::integer WHERE NOT EXISTS (
        SELECT FROM periodo d WHERE d.organizacion_id = :organizacionId AND d.ejercicio = :anio::integer
                                AND d.mes = :mes::integer)
    ORDER BY 1)";

inline constexpr std::string_view cuentas_electronicas = R"(
    SELECT c.codigo_agrupador AS "codigoAgrupador", c.codigo AS cuenta, c.nombre, coalesce(p.codigo, '') AS padre, c.nivel,
           c.naturaleza
    FROM cuenta_contable c
    LEFT JOIN cuenta_contable p ON p.organizacion_id = :organizacionId AND p.cuenta_contable_id = c.padre_id
    WHERE c.organizacion_id = :organizacionId
    ORDER BY c.codigo
    LIMIT :maximo::bigint)";

inline constexpr std::string_view movimientos_electronicos = R"(
    SELECT p.poliza_id AS "polizaId", p.tipo, p.numero, p.fecha, p.concepto, c.codigo AS cuenta, c.nombre,
           c.clave IN ('BANCO', 'CAJA') OR EXISTS (
               SELECT FROM cuenta_bancaria b
               WHERE b.organizacion_id = :organizacionId AND b.cuenta_contable_id = c.cuenta_contable_id) AS "deBanco",
           m.concepto AS "conceptoLinea", m.debe, m.haber
    FROM poliza p
    JOIN poliza_movimiento m ON m.organizacion_id = :organizacionId AND m.poliza_id = p.poliza_id
    JOIN cuenta_contable c ON c.organizacion_id = :organizacionId AND c.cuenta_contable_id = m.cuenta_contable_id
    WHERE p.organizacion_id = :organizacionId AND p.ejercicio = :anio::integer AND p.mes = :mes::integer
    ORDER BY p.poliza_id, m.numero
    LIMIT :maximo::bigint)";

// CFDI of the pólizas, each once, also when a póliza refers to it in several ways.
inline constexpr std::string_view comprobantes_electronicos = R"(
    SELECT DISTINCT q.poliza_id AS "polizaId", q.uuid, q.rfc, q.total, q.moneda, q.tipo_cambio AS "tipoCambio"
    FROM (SELECT p.poliza_id, t.uuid, t.rfc, t.total, t.moneda, t.tipo_cambio
          FROM poliza p
          JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = p.transaccion_id
          WHERE p.organizacion_id = :organizacionId AND p.ejercicio = :anio::integer AND p.mes = :mes::integer
          UNION ALL
          SELECT p.poliza_id, t.uuid, t.rfc, t.total, t.moneda, t.tipo_cambio
          FROM poliza p
          JOIN aplicacion a ON a.organizacion_id = :organizacionId AND a.fuente_id = p.transaccion_id
                           AND (a.fecha::date = p.fecha OR a.fecha_reversa::date = p.fecha)
          JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = a.destino_id
          WHERE p.organizacion_id = :organizacionId AND p.ejercicio = :anio::integer AND p.mes = :mes::integer
          UNION ALL
          SELECT p.poliza_id, m.uuid, k.rfc, sum(m.debe + m.haber), 'MXN', 1
          FROM poliza p
          JOIN poliza_movimiento m ON m.organizacion_id = :organizacionId AND m.poliza_id = p.poliza_id AND m.uuid <> ''
          LEFT JOIN contacto k ON k.organizacion_id = :organizacionId AND k.contacto_id = m.contacto_id
          WHERE p.organizacion_id = :organizacionId AND p.ejercicio = :anio::integer AND p.mes = :mes::integer
          GROUP BY p.poliza_id, m.uuid, k.rfc) q
    WHERE q.uuid <> ''
    ORDER BY q.poliza_id, q.uuid
    LIMIT :maximo::bigint)";

// Payments of the month's pólizas. An egress may have only the name of its beneficiary. In a transfer between own
// accounts the second account is in the other document.
inline constexpr std::string_view pagos_electronicos = R"(
    SELECT p.poliza_id AS "polizaId",
           CASE WHEN b.tipo <> 'Traspaso' THEN f.clave_contabilidad_electronica
                WHEN 'Caja' IN (c.tipo, x.tipo) THEN '01' ELSE '03' END AS metodo, t.obj_id = {Egreso} AS sale,
           b.numero_cheque AS cheque, coalesce(n.clave, '') AS banco, coalesce(nullif(c.clabe, ''), c.numero_cuenta) AS cuenta,
           CASE WHEN b.tipo = 'Traspaso' THEN coalesce(x.banco, '') ELSE left(coalesce(k.clabe, ''), 3) END AS "bancoContacto",
           CASE WHEN b.tipo = 'Traspaso' THEN coalesce(x.cuenta, '') ELSE coalesce(k.clabe, '') END AS "cuentaContacto", p.fecha,
           CASE WHEN b.tipo = 'Traspaso' THEN g.nombre ELSE coalesce(nullif(b.beneficiario, ''), t.contacto) END AS beneficiario,
           CASE WHEN b.tipo = 'Traspaso' THEN g.rfc ELSE coalesce(nullif(t.rfc, ''), k.rfc, '') END AS rfc, t.total,
           t.moneda, t.tipo_cambio AS "tipoCambio"
    FROM poliza p
    JOIN movimiento_banco b ON b.organizacion_id = :organizacionId AND b.transaccion_id = p.transaccion_id
    JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = p.transaccion_id
    JOIN cuenta_bancaria c ON c.organizacion_id = :organizacionId AND c.cuenta_id = b.cuenta_id
    JOIN organizacion g ON g.organizacion_id = :organizacionId
    LEFT JOIN forma_pago f ON f.organizacion_id = :organizacionId AND f.forma_pago_id = b.forma_pago_id
    LEFT JOIN banco n ON n.banco_id = c.banco_id
    LEFT JOIN LATERAL (
        SELECT y.tipo, coalesce(z.clave, '') AS banco, coalesce(nullif(y.clabe, ''), y.numero_cuenta) AS cuenta
        FROM (SELECT r.destino_id AS id FROM relacion r
              WHERE r.organizacion_id = :organizacionId AND r.origen_id = b.transaccion_id AND r.tipo = 'Origen'
              UNION ALL
              SELECT r.origen_id FROM relacion r
              WHERE r.organizacion_id = :organizacionId AND r.destino_id = b.transaccion_id AND r.tipo = 'Origen') r
        JOIN movimiento_banco v ON v.organizacion_id = :organizacionId AND v.transaccion_id = r.id AND v.tipo = 'Traspaso'
        JOIN cuenta_bancaria y ON y.organizacion_id = :organizacionId AND y.cuenta_id = v.cuenta_id
        LEFT JOIN banco z ON z.banco_id = y.banco_id) x ON b.tipo = 'Traspaso'
    CROSS JOIN LATERAL (
        SELECT CASE WHEN t.contacto_id IS NULL
                    THEN (SELECT min(d.contacto_id) FROM aplicacion a
                          JOIN transaccion d ON d.organizacion_id = :organizacionId AND d.transaccion_id = a.destino_id
                          WHERE a.organizacion_id = :organizacionId AND a.fuente_id = t.transaccion_id)
                    ELSE t.contacto_id END AS contacto_id) q
    LEFT JOIN contacto k ON k.organizacion_id = :organizacionId AND k.contacto_id = q.contacto_id
    WHERE (b.tipo = 'Traspaso' OR f.forma_pago_id IS NOT NULL)
      AND p.organizacion_id = :organizacionId AND p.ejercicio = :anio::integer AND p.mes = :mes::integer
    ORDER BY p.poliza_id
    LIMIT :maximo::bigint)";

}  // namespace gestor::sql
