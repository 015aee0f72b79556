#pragma once
// Statements of the chart of accounts.
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

// cuenta_de_banco: a bank or cash account keeps its movements in account c. cuenta_del_sistema: the engine posts to
// account c, by its key or because a bank account uses it. cuenta_con_auxiliar: documents, stock, bank movements or
// determinations of taxes explain the balance of account c, so no manual entry may change it. Provisional payments of
// income tax have no auxiliary: the tax of the year is set against them by hand.
inline constexpr std::string_view cuenta_de_banco = R"(
    EXISTS (SELECT FROM cuenta_bancaria k WHERE k.organizacion_id = :organizacionId
              AND k.cuenta_contable_id = c.cuenta_contable_id))";
inline constexpr std::string_view cuenta_del_sistema = "(c.clave <> '' OR {cuenta_de_banco})";
inline constexpr std::string_view cuenta_con_auxiliar = R"(
    (c.clave = ANY ('{CAJA,BANCO,TRASPASOS,CLIENTES,CLIENTES_COMPLEMENTARIA,PROVEEDORES,PROVEEDORES_COMPLEMENTARIA,
                      ACREEDORES,ANTICIPO_CLIENTES,ANTICIPO_PROVEEDORES,INVENTARIO,INV_TRANSITO,POR_FACTURAR}'::text[])
     OR c.clave ~ '^(IVA|IEPS|ISR|RETENCIONES)_' OR {cuenta_de_banco}))";

inline constexpr Orden orden_cuentas_contables[] = {{"c.codigo", "text"}, {"c.cuenta_contable_id", "bigint"}};
inline constexpr Fuente cuentas_contables{
    .columnas = R"(
    c.cuenta_contable_id AS "cuentaId", c.codigo AS cuenta, c.nombre, c.codigo_agrupador AS "codigoAgrupador", c.nivel,
    c.padre_id AS "padreId", c.naturaleza, c.detalle AS "esDetalle", {cuenta_del_sistema} AS "delSistema",
    {cuenta_con_auxiliar} AS "conAuxiliar", c.activo)",
    .desde = "cuenta_contable c",
    .base = "c.organizacion_id = :organizacionId",
    .orden = orden_cuentas_contables,
};

// The named parent (0: none). Without a name, the account whose number is the longest beginning of the new number.
inline constexpr std::string_view cuenta_lugar = R"(
    SELECT p.cuenta_contable_id AS "padreId", p.naturaleza, coalesce(p.nivel, 0) + 1 AS nivel
    FROM (SELECT) una
    LEFT JOIN LATERAL (
        SELECT c.cuenta_contable_id, c.naturaleza, c.nivel FROM cuenta_contable c
        WHERE c.organizacion_id = :organizacionId
          AND CASE WHEN :padreId::bigint IS NOT NULL THEN c.cuenta_contable_id = :padreId::bigint
                   ELSE NOT c.detalle AND (starts_with(:cuenta::text, c.codigo || '.')
                                           OR starts_with(:cuenta::text, c.codigo || '-')) END
        ORDER BY char_length(c.codigo) DESC LIMIT 1) p ON true)";

// Faults of an account after the change (:id 0: a new one). An account of the engine, or an account above one, changes
// only its name and its grouping code. A grouping code belongs to the same mayor as its parent's code; below a heading
// (100, 200 …), to the heading's class: balance sheet or results.
inline constexpr std::string_view cuenta_fallas = R"(
    WITH RECURSIVE subida (id, padre_id) AS (
        SELECT c.cuenta_contable_id, c.padre_id FROM cuenta_contable c
        WHERE c.organizacion_id = :organizacionId AND c.cuenta_contable_id = :padreId::bigint
        UNION
        SELECT c.cuenta_contable_id, c.padre_id FROM subida
        JOIN cuenta_contable c ON c.organizacion_id = :organizacionId AND c.cuenta_contable_id = subida.padre_id),
    bajada (id, hondo) AS (
        SELECT :id::bigint, 1
        UNION
        SELECT c.cuenta_contable_id, hondo + 1 FROM bajada
        JOIN cuenta_contable c ON c.organizacion_id = :organizacionId AND c.padre_id = bajada.id
        WHERE hondo < 100),
    uso (nombre) AS (
        SELECT 'el concepto ' || k.clave FROM concepto k
        WHERE k.organizacion_id = :organizacionId AND k.cuenta_contable_id = :id::bigint
        UNION ALL
        SELECT 'el clasificador ' || k.clave FROM clasificador_costo k
        WHERE k.organizacion_id = :organizacionId AND k.cuenta_contable_id = :id::bigint),
    h AS (
        SELECT EXISTS (SELECT FROM subida WHERE id = :id::bigint) AS ciclo,
               (SELECT count(*) FROM subida) + (SELECT max(hondo) FROM bajada) AS niveles,
               EXISTS (SELECT FROM bajada b JOIN poliza_movimiento m ON m.organizacion_id = :organizacionId
                                                 AND m.cuenta_contable_id = b.id) AS movida,
               EXISTS (SELECT FROM bajada b JOIN cuenta_contable c ON c.organizacion_id = :organizacionId
                                                 AND c.cuenta_contable_id = b.id WHERE {cuenta_del_sistema}) AS suya,
               (SELECT min(nombre) FROM uso) AS uso),
    mayor (de, codigo) AS (
        SELECT 'padre', c.codigo_agrupador FROM cuenta_contable c
        WHERE c.organizacion_id = :organizacionId AND c.cuenta_contable_id = :padreId::bigint
        UNION ALL
        SELECT 'hija', c.codigo_agrupador FROM cuenta_contable c
        WHERE c.organizacion_id = :organizacionId AND c.padre_id = :id::bigint),
    ajena AS (
        SELECT m.de FROM mayor m
        CROSS JOIN LATERAL (SELECT CASE m.de WHEN 'padre' THEN m.codigo ELSE :codigoAgrupador::text END AS arriba) a
        WHERE left(m.codigo, CASE WHEN a.arriba LIKE '_00%' THEN 1 ELSE 3 END)
              <> left(:codigoAgrupador::text, CASE WHEN a.arriba LIKE '_00%' THEN 1 ELSE 3 END))
    SELECT x.campo, x.codigo, x.mensaje
    FROM h
    LEFT JOIN cuenta_contable a ON a.organizacion_id = :organizacionId AND a.cuenta_contable_id = :id::bigint
    LEFT JOIN cuenta_contable p ON p.organizacion_id = :organizacionId AND p.cuenta_contable_id = :padreId::bigint
    CROSS JOIN LATERAL (SELECT a.activo AND NOT :activo::boolean AS se_va, a.detalle AND NOT :esDetalle::boolean AS agrupa,
                               coalesce(a.padre_id, 0) <> :padreId::bigint AS se_muda) d
    CROSS JOIN LATERAL (VALUES
        (h.suya AND a.codigo <> :cuenta::text, 'cuenta', 'CUENTA_DEL_SISTEMA', 'el sistema la usa: conserva su número'),
        (EXISTS (SELECT FROM ajena WHERE de = 'padre'), 'codigoAgrupador', 'RANGO',
         'no es del mayor ' || left(p.codigo_agrupador, 3) || ', el de la cuenta de que depende'),
        (EXISTS (SELECT FROM ajena WHERE de = 'hija'), 'codigoAgrupador', 'RANGO', 'las cuentas debajo son de otro mayor'),
        (h.movida AND left(a.codigo_agrupador, 1) <> left(:codigoAgrupador::text, 1), 'codigoAgrupador', 'CON_MOVIMIENTOS',
         'la cuenta ' || a.codigo || ' tiene movimientos: no cambia de clase'),
        (h.ciclo, 'padreId', 'RANGO', 'cuelga de esta misma cuenta: haría un ciclo'),
        (NOT h.ciclo AND h.niveles > 20, 'padreId', 'RANGO', 'pasaría de 20 niveles'),
        (p.detalle, 'padreId', 'RANGO', 'la cuenta ' || p.codigo || ' es de detalle: no tiene otras debajo'),
        (NOT p.activo AND :activo::boolean, 'padreId', 'RANGO', 'está inactiva'),
        (h.suya AND d.se_muda, 'padreId', 'CUENTA_DEL_SISTEMA', 'el sistema la usa: conserva su lugar'),
        (h.movida AND d.se_muda AND NOT h.suya, 'padreId', 'CON_MOVIMIENTOS',
         'la cuenta ' || a.codigo || ' tiene movimientos, o una debajo de ella: conserva su lugar'),
        (h.suya AND a.naturaleza <> :naturaleza::text, 'naturaleza', 'CUENTA_DEL_SISTEMA',
         'el sistema la usa: conserva su naturaleza'),
        (h.movida AND a.naturaleza <> :naturaleza::text AND NOT h.suya, 'naturaleza', 'CON_MOVIMIENTOS',
         'la cuenta ' || a.codigo || ' tiene movimientos: conserva su naturaleza'),
        (h.suya AND d.agrupa, 'esDetalle', 'CUENTA_DEL_SISTEMA', 'el sistema la usa: recibe movimientos'),
        (h.movida AND d.agrupa AND NOT h.suya, 'esDetalle', 'CON_MOVIMIENTOS',
         'la cuenta ' || a.codigo || ' tiene movimientos: sigue siendo de detalle'),
        (d.agrupa AND NOT h.suya AND h.uso IS NOT NULL, 'esDetalle', 'RANGO', 'la usa ' || h.uso),
        (NOT a.detalle AND :esDetalle::boolean AND EXISTS (SELECT FROM mayor WHERE de = 'hija'), 'esDetalle', 'RANGO',
         'tiene cuentas debajo'),
        (h.suya AND d.se_va, 'activo', 'CUENTA_DEL_SISTEMA', 'el sistema la usa: no se desactiva'),
        (d.se_va AND NOT h.suya AND h.uso IS NOT NULL, 'activo', 'RANGO', 'la usa ' || h.uso),
        (d.se_va AND NOT h.suya AND EXISTS (SELECT FROM cuenta_contable c WHERE c.organizacion_id = :organizacionId
                                              AND c.padre_id = :id::bigint AND c.activo), 'activo', 'RANGO',
         'tiene cuentas activas debajo'),
        (CASE WHEN d.se_va AND NOT h.suya THEN (SELECT sum(m.debe) <> sum(m.haber) FROM poliza_movimiento m
                                                WHERE m.organizacion_id = :organizacionId
                                                  AND m.cuenta_contable_id = :id::bigint) END,
         'activo', 'CON_MOVIMIENTOS', 'la cuenta ' || a.codigo || ' tiene saldo'))
        x (mal, campo, codigo, mensaje)
    WHERE x.mal)";

// Levels of an account and of all accounts below, after a move.
inline constexpr std::string_view cuenta_niveles = R"(
    WITH RECURSIVE bajada (id, nivel) AS (
        SELECT c.cuenta_contable_id, c.nivel FROM cuenta_contable c
        WHERE c.organizacion_id = :organizacionId AND c.cuenta_contable_id = :id::bigint
        UNION ALL
        SELECT c.cuenta_contable_id, bajada.nivel + 1 FROM bajada
        JOIN cuenta_contable c ON c.organizacion_id = :organizacionId AND c.padre_id = bajada.id)
    UPDATE cuenta_contable c SET nivel = b.nivel FROM bajada b
    WHERE c.organizacion_id = :organizacionId AND c.cuenta_contable_id = b.id AND c.nivel <> b.nivel)";

}  // namespace gestor::sql
