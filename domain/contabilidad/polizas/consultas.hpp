#pragma once
// Reads of pólizas, and references of a manual póliza.
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

inline constexpr std::string_view zona_de_sesion = R"(
    coalesce((SELECT z.zona_horaria FROM sucursal z
              WHERE z.organizacion_id = :organizacionId AND z.sucursal_id = :sesionSucursalId), zona_de(:organizacionId)))";
inline constexpr std::string_view ahora_de_sesion =
    "SELECT date_trunc('second', timezone({zona_de_sesion}, :ahora::timestamptz)) AS ahora";

inline constexpr Orden orden_polizas[] = {{"p.fecha", "date"}, {"p.poliza_id", "bigint"}};
inline constexpr Fuente polizas{
    .columnas = R"(
    p.poliza_id AS "polizaId", p.tipo, p.numero, p.ejercicio, p.mes, p.fecha, p.concepto, p.origen,
    (SELECT sum(m.debe) FROM poliza_movimiento m
     WHERE m.organizacion_id = :organizacionId AND m.poliza_id = p.poliza_id) AS importe,
    p.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio, p.reversa_de AS "reversaDe",
    r.poliza_id AS "reversadaPor", p.motivo, u.usuario,
    timezone({zona_de_sesion}, p.registrada)::timestamp(0) AS "fechaRegistro")",
    .desde = R"(poliza p
    LEFT JOIN transaccion t ON t.organizacion_id = p.organizacion_id AND t.transaccion_id = p.transaccion_id
    LEFT JOIN poliza r ON r.organizacion_id = p.organizacion_id AND r.reversa_de = p.poliza_id
    LEFT JOIN usuario u ON u.organizacion_id = p.organizacion_id AND u.usuario_id = p.usuario_id)",
    .base = "p.organizacion_id = :organizacionId",
    .orden = orden_polizas,
    .descendente = true,
    .estrecha = "poliza p",
};
inline constexpr std::string_view poliza_partidas = R"(
    SELECT k.poliza_id, m.numero AS "numeroPartida", c.cuenta_contable_id AS "cuentaId", c.codigo AS cuenta, c.nombre,
           m.debe, m.haber, m.concepto, m.sucursal_id AS "sucursalId", s.nombre AS sucursal, m.proyecto_id AS "proyectoId",
           y.nombre AS proyecto, m.centro_costo_id AS "clasificadorCostoId", x.nombre AS "clasificadorCosto",
           m.contacto_id AS "contactoId", o.nombre AS contacto, m.uuid
    FROM {clave} k
    JOIN poliza_movimiento m ON m.organizacion_id = :organizacionId AND m.poliza_id = k.poliza_id
    JOIN cuenta_contable c ON c.organizacion_id = m.organizacion_id AND c.cuenta_contable_id = m.cuenta_contable_id
    LEFT JOIN sucursal s ON s.organizacion_id = m.organizacion_id AND s.sucursal_id = m.sucursal_id
    LEFT JOIN proyecto y ON y.organizacion_id = m.organizacion_id AND y.proyecto_id = m.proyecto_id
    LEFT JOIN clasificador_costo x ON x.organizacion_id = m.organizacion_id AND x.clasificador_costo_id = m.centro_costo_id
    LEFT JOIN contacto o ON o.organizacion_id = m.organizacion_id AND o.contacto_id = m.contacto_id
    ORDER BY {orden}, m.numero)";

inline constexpr std::string_view existe_cuenta =
    "SELECT 1 FROM cuenta_contable WHERE organizacion_id = :organizacionId AND codigo = :cuenta";
inline constexpr std::string_view poliza_con_cuenta = R"(
    p.poliza_id IN (SELECT m.poliza_id FROM cuenta_contable c
                    JOIN poliza_movimiento m ON m.organizacion_id = :organizacionId AND m.cuenta_contable_id = c.cuenta_contable_id
                    WHERE c.organizacion_id = :organizacionId AND c.codigo = :cuenta))";
// Whether the contact is named by a movement of the póliza or by its document. Documents are found through the index of
// searches: no other index has cancelled ones.
inline constexpr std::string_view poliza_con_contacto = R"(
    p.poliza_id IN (SELECT m.poliza_id FROM poliza_movimiento m
                    WHERE m.organizacion_id = :organizacionId AND m.contacto_id = :contactoId::bigint
                    UNION ALL
                    SELECT q.poliza_id FROM transaccion t
                    JOIN poliza q ON q.organizacion_id = :organizacionId AND q.transaccion_id = t.transaccion_id
                    WHERE t.organizacion_id = :organizacionId AND t.contacto_id = :contactoId::bigint))";
inline constexpr std::string_view poliza_con_uuid = R"(
    p.poliza_id IN (SELECT m.poliza_id FROM poliza_movimiento m
                    WHERE m.organizacion_id = :organizacionId AND m.uuid = :uuid AND m.uuid <> ''
                    UNION ALL
                    SELECT q.poliza_id FROM transaccion t
                    JOIN poliza q ON q.organizacion_id = :organizacionId AND q.transaccion_id = t.transaccion_id
                    WHERE t.organizacion_id = :organizacionId AND t.busqueda LIKE patron(:uuid) AND t.uuid = :uuid))";

// Account of each line, and all faults of the line's references; a line without faults is one row. The accounts are
// locked until the póliza is posted, so that no other call deactivates one or adds accounts below it.
inline constexpr std::string_view poliza_resolver = R"(
    /* se planea cada vez */
    WITH escrita AS MATERIALIZED (
        SELECT f.ordinality - 1 AS fila, nullif(f.cuenta, '') AS cuenta, f."cuentaId", nullif(f."sucursalId", 0) AS sucursal,
               nullif(f."proyectoId", 0) AS proyecto, nullif(f."clasificadorCostoId", 0) AS clasificador,
               nullif(f."contactoId", 0) AS contacto, upper(nullif(f."codigoContacto", '')) AS "codigoContacto"
        FROM ROWS FROM (jsonb_to_recordset(:partidas::jsonb) AS (
                 cuenta text, "cuentaId" bigint, "sucursalId" bigint, "proyectoId" bigint, "clasificadorCostoId" bigint,
                 "contactoId" bigint, "codigoContacto" text)) WITH ORDINALITY f
    ), pedida AS MATERIALIZED (
        SELECT e.*, CASE WHEN e."cuentaId" IS NULL THEN 'cuenta' ELSE 'cuentaId' END AS campo,
               coalesce(e."cuentaId", (SELECT c.cuenta_contable_id FROM cuenta_contable c
                                       WHERE c.organizacion_id = :organizacionId AND c.codigo = e.cuenta)) AS cual,
               (SELECT o.contacto_id FROM contacto o
                WHERE o.organizacion_id = :organizacionId
                  AND (o.contacto_id = e.contacto OR o.codigo_normalizado = e."codigoContacto")) AS "contactoId"
        FROM escrita e
    ), nombradas AS MATERIALIZED (
        SELECT c.cuenta_contable_id AS id, c.codigo, c.detalle, c.activo, {cuenta_con_auxiliar} AS con_auxiliar
        FROM cuenta_contable c
        WHERE c.organizacion_id = :organizacionId
          AND c.cuenta_contable_id = ANY (ARRAY(SELECT DISTINCT p.cual FROM pedida p))
        ORDER BY c.cuenta_contable_id
        FOR SHARE OF c)
    SELECT x.campo, x.codigo, x.mensaje, p.fila, c.id AS "cuentaId", p."contactoId"
    FROM pedida p
    LEFT JOIN nombradas c ON c.id = p.cual
    LEFT JOIN LATERAL (SELECT v.* FROM (VALUES
        (c.id IS NULL, p.campo, 'NO_EXISTE', 'no existe'),
        (p.cuenta <> c.codigo, 'cuenta', 'RANGO', 'no es la de cuentaId; envíe una sola de las dos'),
        (NOT c.detalle, p.campo, 'RANGO', 'la cuenta ' || c.codigo || ' no es de detalle: no recibe movimientos'),
        (NOT c.activo, p.campo, 'RANGO', 'la cuenta ' || c.codigo || ' está inactiva'),
        (c.detalle AND c.con_auxiliar, p.campo, 'CUENTA_DEL_SISTEMA',
         'la cuenta ' || c.codigo || ' tiene auxiliar: la mueven los documentos, no una póliza a mano'),
        (p.sucursal IS NOT NULL AND NOT EXISTS (SELECT FROM sucursal s WHERE s.organizacion_id = :organizacionId
             AND s.sucursal_id = p.sucursal AND s.activo), 'sucursalId', 'NO_EXISTE', 'no existe o no está activo'),
        (p.proyecto IS NOT NULL AND NOT EXISTS (SELECT FROM proyecto y WHERE y.organizacion_id = :organizacionId
             AND y.proyecto_id = p.proyecto AND y.activo), 'proyectoId', 'NO_EXISTE', 'no existe o no está activo'),
        (p.clasificador IS NOT NULL AND NOT EXISTS (SELECT FROM clasificador_costo k WHERE k.organizacion_id = :organizacionId
             AND k.clasificador_costo_id = p.clasificador AND k.activo), 'clasificadorCostoId', 'NO_EXISTE',
         'no existe o no está activo'),
        (p.contacto IS NOT NULL AND p."contactoId" IS NULL, 'contactoId', 'NO_EXISTE', 'no existe'),
        (p."codigoContacto" IS NOT NULL AND p."contactoId" IS NULL, 'codigoContacto', 'NO_EXISTE', 'no existe'))
        v (mal, campo, codigo, mensaje) WHERE v.mal) x ON true
    ORDER BY p.fila)";

// ---- a stored póliza: to reverse it, or to copy it ----
inline constexpr std::string_view poliza_guardada = R"(
    SELECT p.poliza_id AS "polizaId", p.tipo, p.numero, p.fecha, p.origen, p.concepto, p.reversa_de AS "reversaDe",
           r.poliza_id AS "reversadaPor", coalesce(t.tipo_documento || ' ' || t.folio, '') AS documento
    FROM poliza p
    LEFT JOIN poliza r ON r.organizacion_id = :organizacionId AND r.reversa_de = p.poliza_id
    LEFT JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = p.transaccion_id
    WHERE p.organizacion_id = :organizacionId AND p.poliza_id = :id::bigint)";
inline constexpr std::string_view poliza_como_nueva = R"(
    SELECT NULL::text AS cuenta, m.cuenta_contable_id AS "cuentaId", m.debe, m.haber, m.concepto, m.sucursal_id AS "sucursalId",
           m.proyecto_id AS "proyectoId", m.centro_costo_id AS "clasificadorCostoId", m.contacto_id AS "contactoId",
           NULL::text AS "codigoContacto", nullif(m.uuid, '') AS uuid
    FROM poliza_movimiento m
    WHERE m.organizacion_id = :organizacionId AND m.poliza_id = :id::bigint
    ORDER BY m.numero)";

}  // namespace gestor::sql
