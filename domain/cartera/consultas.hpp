#pragma once
// Balance of today: transaccion.saldo, read in ix_transaccion__saldo. Balance of another day: the total less the
// applications until then. In both, `x` has the day (corte) and the balance (saldo) of each document.
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

// Open debts and balances in favour. {con_saldo} is the predicate of the index.
inline constexpr std::string_view saldo_hoy =
    "CROSS JOIN LATERAL (SELECT (SELECT {dia_de_hoy}) AS corte, t.saldo AS saldo) x";
inline constexpr std::string_view abierto_hoy = "AND t.saldo > 0 AND t.fecha < (SELECT {dia_de_hoy}) + 1";

// Amount that the lines of an egress spent by concept: never part of its balance.
inline constexpr std::string_view gastado_por_concepto = R"(
    CASE WHEN t.obj_id = {Egreso} THEN coalesce((
        SELECT round(sum(p.importe + coalesce(i.neto, 0)), 2)
        FROM partida p
        LEFT JOIN LATERAL (
            SELECT sum(CASE j.tipo WHEN 'Traslado' THEN j.importe ELSE -j.importe END) AS neto FROM partida_impuesto j
            WHERE j.organizacion_id = p.organizacion_id AND j.transaccion_id = p.transaccion_id
              AND j.numero_partida = p.numero_partida) i ON true
        WHERE p.organizacion_id = :organizacionId AND p.transaccion_id = t.transaccion_id AND p.concepto_id IS NOT NULL), 0)
    ELSE 0 END)";

// Balance of documents on a day; for today it equals transaccion.saldo. A credit or a deposit is the source of
// applications; any document may be their destination.
inline constexpr std::string_view saldo_al = R"(
    CROSS JOIN LATERAL (SELECT :fechaCorte::date AS corte,
        CASE WHEN :fechaCorte::date = (SELECT {dia_de_hoy}) THEN t.saldo ELSE t.total - {gastado_por_concepto}
        - coalesce((SELECT sum(a.importe_destino) FROM aplicacion a
                    WHERE a.organizacion_id = :organizacionId AND a.destino_id = t.transaccion_id
                      AND a.fecha < :fechaCorte::date + 1
                      AND (a.fecha_reversa IS NULL OR a.fecha_reversa >= :fechaCorte::date + 1)), 0)
        - CASE WHEN t.obj_id IN ({a_favor}) THEN
          coalesce((SELECT sum(a.importe_fuente) FROM aplicacion a
                    WHERE a.organizacion_id = :organizacionId AND a.fuente_id = t.transaccion_id
                      AND a.fecha < :fechaCorte::date + 1
                      AND (a.fecha_reversa IS NULL OR a.fecha_reversa >= :fechaCorte::date + 1)), 0) ELSE 0 END
        END AS saldo) x)";
// Documents with a balance on the day. A document of another system exists since the day of its opening.
inline constexpr std::string_view abierto_al = R"(
    AND t.fecha < :fechaCorte::date + 1
    AND (t.fecha_cancelacion IS NULL OR t.fecha_cancelacion >= :fechaCorte::date + 1)
    AND (t.fecha_apertura IS NULL OR t.fecha_apertura <= :fechaCorte::date) AND x.saldo > 0)";

// saldo_al for reports that read most documents: one pass over the applications by destination, one by source.
inline constexpr std::string_view saldo_al_de_todos = R"(
    LEFT JOIN (SELECT a.destino_id, sum(a.importe_destino) AS importe FROM aplicacion a
               WHERE a.organizacion_id = :organizacionId AND a.fecha < :fechaCorte::date + 1
                 AND (a.fecha_reversa IS NULL OR a.fecha_reversa >= :fechaCorte::date + 1)
               GROUP BY a.destino_id) ad ON ad.destino_id = t.transaccion_id
    LEFT JOIN (SELECT a.fuente_id, sum(a.importe_fuente) AS importe FROM aplicacion a
               WHERE a.organizacion_id = :organizacionId AND a.fecha < :fechaCorte::date + 1
                 AND (a.fecha_reversa IS NULL OR a.fecha_reversa >= :fechaCorte::date + 1)
               GROUP BY a.fuente_id) af
           ON af.fuente_id = t.transaccion_id AND t.obj_id IN ({a_favor})
    CROSS JOIN LATERAL (SELECT :fechaCorte::date AS corte,
                               t.total - {gastado_por_concepto} - coalesce(ad.importe, 0) - coalesce(af.importe, 0) AS saldo) x)";

// Whether a deposit is a customer's: only deposits of collections are. A scalar subquery looks each deposit up by key;
// for EXISTS the planner would read all deposits.
inline constexpr std::string_view deposito_de_cliente = R"(
    AND (t.obj_id <> {Deposito} OR (SELECT b.tipo FROM movimiento_banco b
                                    WHERE b.organizacion_id = :organizacionId
                                      AND b.transaccion_id = t.transaccion_id) = 'Cobranza'))";
inline constexpr std::string_view vence = "coalesce(t.fecha_vencimiento, t.fecha::date)";
inline constexpr std::string_view dias_vencidos = R"(greatest(0, x.corte - {vence}) AS "diasVencidos")";

inline constexpr std::string_view clave_moneda = "SELECT clave FROM moneda WHERE moneda_id = :monedaId";

// ---- aging: the documents that are open ({abiertos}, one of those below with the filters that were sent), added up
// ---- Summed by bucket first: one sum for each of a million documents instead of one for each column. Each contact is
// then looked up by its key: the planner cannot know how many there are, and would join all with all.
inline constexpr std::string_view antiguedad = R"(
    SELECT c.contacto_id AS "contactoId", c.codigo, c.nombre AS contacto, c.rfc, :moneda::text AS moneda,
           c.limite_credito AS "limiteCredito", c.dias_credito AS "diasCredito", p."porVencer", p."de1a30", p."de31a60",
           p."de61a90", p."de91a120", p."mas120", p.saldo - p."porVencer" AS vencido, p.saldo, p.anticipos,
           p.saldo - p.anticipos AS "saldoNeto", p.documentos
    FROM (SELECT contacto_id,
                 coalesce(sum(importe) FILTER (WHERE tramo = 0), 0) AS "porVencer",
                 coalesce(sum(importe) FILTER (WHERE tramo = 1), 0) AS "de1a30",
                 coalesce(sum(importe) FILTER (WHERE tramo = 2), 0) AS "de31a60",
                 coalesce(sum(importe) FILTER (WHERE tramo = 3), 0) AS "de61a90",
                 coalesce(sum(importe) FILTER (WHERE tramo = 4), 0) AS "de91a120",
                 coalesce(sum(importe) FILTER (WHERE tramo = 5), 0) AS "mas120",
                 coalesce(sum(importe) FILTER (WHERE tramo < 6), 0) AS saldo,
                 coalesce(sum(importe) FILTER (WHERE tramo = 6), 0) AS anticipos,
                 coalesce(sum(documentos) FILTER (WHERE tramo < 6), 0) AS documentos
          FROM (SELECT contacto_id, tramo, sum(importe) AS importe, count(*) AS documentos
                FROM ({abiertos}) q GROUP BY contacto_id, tramo) r GROUP BY contacto_id) p
    CROSS JOIN LATERAL (SELECT * FROM contacto k
                        WHERE k.organizacion_id = :organizacionId AND k.contacto_id = p.contacto_id OFFSET 0) c
    ORDER BY p.saldo DESC, c.nombre, c.contacto_id
    LIMIT :maximo::bigint)";
inline constexpr std::string_view tramo_e_importe = R"(
    CASE WHEN t.obj_id <> ALL (:cargos::integer[]) THEN 6
         ELSE width_bucket(d.dias, '{1,31,61,91,121}'::integer[]) END AS tramo,
    CASE WHEN t.tipo_cambio = 1 OR :monedaId::integer IS NOT NULL THEN x.saldo
         ELSE round(x.saldo * t.tipo_cambio, 2) END AS importe)";
inline constexpr std::string_view dias_corridos = R"(
    CROSS JOIN LATERAL (SELECT x.corte - CASE WHEN :base::text = 'Emision' THEN t.fecha::date
                                              ELSE {vence} END AS dias) d)";
inline constexpr std::string_view de_contactos = R"(
    WHERE t.organizacion_id = :organizacionId AND t.contacto_id IS NOT NULL AND t.obj_id IN ({con_saldo})
      AND t.obj_id = ANY (:tipos::integer[]))";
// Open documents by contact, in three statements: antiguedad_hoy, when :fechaCorte is today; antiguedad_al_de_todos, of
// another day for all contacts; antiguedad_al, of another day for one contact.
inline constexpr std::string_view antiguedad_hoy = R"(
    SELECT t.contacto_id, {tramo_e_importe}
    FROM transaccion t
    CROSS JOIN LATERAL (SELECT :fechaCorte::date AS corte, t.saldo AS saldo) x
    {dias_corridos} {de_contactos} AND t.saldo > 0 AND t.fecha < :fechaCorte::date + 1 {deposito_de_cliente})";
inline constexpr std::string_view antiguedad_al_de_todos = R"(
    SELECT t.contacto_id, {tramo_e_importe}
    FROM transaccion t {saldo_al_de_todos} {dias_corridos} {de_contactos} {abierto_al} {deposito_de_cliente})";
inline constexpr std::string_view antiguedad_al = R"(
    SELECT t.contacto_id, {tramo_e_importe}
    FROM transaccion t {saldo_al} {dias_corridos} {de_contactos} {abierto_al} {deposito_de_cliente})";

inline constexpr std::string_view antiguedad_detalle = R"(
    SELECT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio, t.fecha,
           t.fecha_vencimiento AS "fechaVencimiento", q.dias, q.total, q.importe AS saldo,
           (ARRAY['porVencer', 'de1a30', 'de31a60', 'de61a90', 'de91a120', 'mas120'])[q.tramo + 1] AS bucket,
           t.contacto_id AS "contactoId"
    FROM ({abiertos}) q
    JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = q.transaccion_id
    ORDER BY t.contacto_id, q.dias DESC, t.transaccion_id
    LIMIT :maximo::bigint)";
inline constexpr std::string_view detalle_columnas = R"(t.transaccion_id, d.dias,
    CASE WHEN t.tipo_cambio = 1 OR :monedaId::integer IS NOT NULL THEN t.total
         ELSE round(t.total * t.tipo_cambio, 2) END AS total, {tramo_e_importe})";
inline constexpr std::string_view antiguedad_detalle_hoy = R"(
    SELECT {detalle_columnas}
    FROM transaccion t
    CROSS JOIN LATERAL (SELECT :fechaCorte::date AS corte, t.saldo AS saldo) x
    {dias_corridos} {de_contactos} AND t.saldo > 0 AND t.fecha < :fechaCorte::date + 1)";
inline constexpr std::string_view antiguedad_detalle_al = R"(
    SELECT {detalle_columnas}
    FROM transaccion t {saldo_al} {dias_corridos} {de_contactos} {abierto_al})";

inline constexpr std::string_view y_contacto = " AND t.contacto_id = :contactoId";
inline constexpr std::string_view y_sucursal = " AND t.sucursal_id = :sucursalId";
inline constexpr std::string_view y_vendedor = " AND t.vendedor_id = :vendedorId";
inline constexpr std::string_view y_moneda = " AND t.moneda_id = :monedaId";

// ---- every open receivable, and every open payable ----
inline constexpr std::string_view cartera_columnas_ = R"(
    t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio, t.fecha,
    t.fecha_vencimiento AS "fechaVencimiento")";
// State of an open document, Pendiente or Parcial, by its balance of that day.
inline constexpr std::string_view cartera_lugar = R"(
    t.sucursal_id AS "sucursalId", s.nombre AS sucursal, t.proyecto_id AS "proyectoId", t.moneda,
    t.tipo_cambio AS "tipoCambio", t.total)";
inline constexpr std::string_view cartera_saldo = R"(x.saldo,
    round(x.saldo * t.tipo_cambio, 2) AS "saldoMXN", CASE WHEN x.saldo < t.total THEN 'Parcial' ELSE 'Pendiente' END AS estado,
    t.uuid, t.metodo_pago AS "metodoPago")";
inline constexpr std::string_view cartera_columnas = R"({cartera_columnas_}, {dias_vencidos},
    t.contacto_id AS "clienteId", t.contacto AS cliente, t.rfc, t.vendedor_id AS "vendedorId", v.nombre AS vendedor,
    {cartera_lugar}, t.total - x.saldo AS cobrado, {cartera_saldo})";
inline constexpr std::string_view por_pagar_columnas = R"({cartera_columnas_}, {dias_vencidos},
    t.contacto_id AS "proveedorId", t.contacto AS proveedor, t.rfc, p.serie_proveedor || p.folio_proveedor AS "folioProveedor",
    p.fecha_proveedor AS "fechaProveedor", {cartera_lugar}, t.total - x.saldo AS pagado, {cartera_saldo})";
inline constexpr std::string_view cartera_tablas = R"(transaccion t
    LEFT JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id
    LEFT JOIN vendedor v ON v.organizacion_id = t.organizacion_id AND v.vendedor_id = t.vendedor_id)";
// The condition es_venta lets the order of the page follow an index.
inline constexpr std::string_view cartera_base =
    "t.organizacion_id = :organizacionId AND t.es_venta AND t.obj_id IN ({por_cobrar})";
inline constexpr Fuente cartera{
    .columnas = cartera_columnas,
    .desde = "{cartera_tablas} {saldo_hoy}",
    .base = "{cartera_base} {abierto_hoy}",
    .orden = orden_documentos,
    .descendente = true,
};
inline constexpr Fuente cartera_al{
    .columnas = cartera_columnas,
    .desde = "{cartera_tablas} {saldo_al}",
    .base = "{cartera_base} {abierto_al}",
    .orden = orden_documentos,
    .descendente = true,
};
inline constexpr std::string_view por_pagar_tablas = R"(transaccion t
    LEFT JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id
    LEFT JOIN compra p ON p.organizacion_id = t.organizacion_id AND p.transaccion_id = t.transaccion_id)";
inline constexpr std::string_view por_pagar_base = "t.organizacion_id = :organizacionId AND t.obj_id IN ({por_pagar})";
inline constexpr Fuente cuentas_por_pagar{
    .columnas = por_pagar_columnas,
    .desde = "{por_pagar_tablas} {saldo_hoy}",
    .base = "{por_pagar_base} {abierto_hoy}",
    .orden = orden_documentos,
    .descendente = true,
};
inline constexpr Fuente cuentas_por_pagar_al{
    .columnas = por_pagar_columnas,
    .desde = "{por_pagar_tablas} {saldo_al}",
    .base = "{por_pagar_base} {abierto_al}",
    .orden = orden_documentos,
    .descendente = true,
};
inline constexpr std::string_view cartera_totales =
    R"(sum(sum(round(x.saldo * t.tipo_cambio, 2))) OVER () AS "saldoMXN", t.moneda, sum(x.saldo) AS saldo)";
inline constexpr std::string_view cartera_vencidos = "x.corte > {vence}";

// ---- balances of contacts: a row per contact and currency; without any, one in pesos ----
inline constexpr Orden orden_saldos[] = {{"c.nombre", "text"}, {"c.contacto_id", "bigint"}, {"m.moneda_id", "integer"}};
// Balances of a contact by currency. The credit limit is in pesos; the available credit counts the contact's debts in
// all currencies.
inline constexpr std::string_view saldos_de_contacto = R"(
    c.contacto_id AS "entidadId", c.codigo, c.nombre AS contacto, c.rfc, c.tipo_contacto AS "tipoContacto",
    m.clave AS moneda, coalesce(z.cliente, 0) AS "saldoCliente", coalesce(z.proveedor, 0) AS "saldoProveedor",
    coalesce(z.anticipos_cliente, 0) AS "anticiposCliente", coalesce(z.anticipos_proveedor, 0) AS "anticiposProveedor",
    coalesce(z.cliente - z.anticipos_cliente - z.proveedor + z.anticipos_proveedor, 0) AS "saldoNeto",
    coalesce(z.vencido_cliente, 0) AS "vencidoCliente", coalesce(z.vencido_proveedor, 0) AS "vencidoProveedor",
    c.limite_credito AS "limiteCredito",
    CASE WHEN c.limite_credito > 0 THEN greatest(0, c.limite_credito - coalesce(z.usado, 0)) ELSE 0 END
    AS "creditoDisponible")";
inline constexpr std::string_view documentos_en_moneda = R"(transaccion t
     WHERE t.organizacion_id = :organizacionId AND t.contacto_id = c.contacto_id AND t.moneda_id = m.moneda_id
       AND t.obj_id IN ({con_saldo}))";
inline constexpr std::string_view saldos_columnas = R"({saldos_de_contacto},
    (SELECT max(t.fecha)::date FROM {documentos_en_moneda} AND t.estado <> 'Cancelado'
        AND t.fecha < (SELECT {dia_de_hoy}) + 1) AS "ultimoMovimiento")";
inline constexpr std::string_view ultimo_movimiento_al = R"(
    (SELECT max(t.fecha)::date FROM {documentos_en_moneda} AND t.fecha < f.corte + 1
        AND (t.fecha_cancelacion IS NULL OR t.fecha_cancelacion >= f.corte + 1)) AS "ultimoMovimiento")";
inline constexpr std::string_view saldos_al_columnas = "{saldos_de_contacto}, {ultimo_movimiento_al}";
inline constexpr std::string_view saldos_por_clase = R"(contacto_id, moneda_id,
               coalesce(sum(saldo) FILTER (WHERE clase = 'c'), 0) AS cliente,
               coalesce(sum(saldo) FILTER (WHERE clase = 'p'), 0) AS proveedor,
               coalesce(sum(saldo) FILTER (WHERE clase = 'ac'), 0) AS anticipos_cliente,
               coalesce(sum(saldo) FILTER (WHERE clase = 'ap'), 0) AS anticipos_proveedor,
               coalesce(sum(saldo) FILTER (WHERE clase = 'c' AND vencido), 0) AS vencido_cliente,
               coalesce(sum(saldo) FILTER (WHERE clase = 'p' AND vencido), 0) AS vencido_proveedor,
               sum(coalesce(sum(pesos) FILTER (WHERE clase = 'c'), 0) - coalesce(sum(pesos) FILTER (WHERE clase = 'ac'), 0))
                   OVER (PARTITION BY contacto_id) AS usado)";
inline constexpr std::string_view saldo_con_clase = R"(
                     t.contacto_id, t.moneda_id, x.saldo, round(x.saldo * t.tipo_cambio, 2) AS pesos,
                     CASE WHEN t.obj_id IN ({por_cobrar}) THEN 'c' WHEN t.obj_id IN ({por_pagar}) THEN 'p'
                          WHEN t.obj_id IN ({a_favor_de_clientes}) THEN 'ac' ELSE 'ap' END AS clase)";
inline constexpr std::string_view saldos_desde = R"(contacto c
    LEFT JOIN LATERAL (
        SELECT {saldos_por_clase}
        FROM (SELECT {saldo_con_clase}, x.corte > {vence} AS vencido
              FROM transaccion t {saldo_hoy}
              WHERE t.organizacion_id = :organizacionId AND t.contacto_id = c.contacto_id AND t.obj_id IN ({con_saldo})
                {abierto_hoy} {deposito_de_cliente}) d
        GROUP BY contacto_id, moneda_id) z ON true
    JOIN moneda m ON m.moneda_id = coalesce(z.moneda_id, 1))";
inline constexpr std::string_view saldos_al_desde = R"(contacto c
    CROSS JOIN (SELECT :fechaCorte::date AS corte) f
    LEFT JOIN LATERAL (
        SELECT {saldos_por_clase}
        FROM (SELECT {saldo_con_clase}, x.corte > {vence} AS vencido
              FROM transaccion t {saldo_al}
              WHERE t.organizacion_id = :organizacionId AND t.contacto_id = c.contacto_id AND t.obj_id IN ({con_saldo})
                {abierto_al} {deposito_de_cliente}) d
        GROUP BY contacto_id, moneda_id) z ON true
    JOIN moneda m ON m.moneda_id = coalesce(z.moneda_id, 1))";
inline constexpr Fuente saldos{
    .columnas = saldos_columnas,
    .desde = saldos_desde,
    .base = "c.organizacion_id = :organizacionId",
    .orden = orden_saldos,
};
inline constexpr Fuente saldos_al{
    .columnas = saldos_al_columnas,
    .desde = saldos_al_desde,
    .base = "c.organizacion_id = :organizacionId",
    .orden = orden_saldos,
};

// Balances of one contact, and the documents that they add up.
inline constexpr std::string_view saldos_uno_hoy = R"(
    SELECT {saldos_columnas} FROM {saldos_desde}
    WHERE c.organizacion_id = :organizacionId AND c.contacto_id = :entidadId ORDER BY m.moneda_id)";
inline constexpr std::string_view saldos_uno_al = R"(
    SELECT {saldos_al_columnas} FROM {saldos_al_desde}
    WHERE c.organizacion_id = :organizacionId AND c.contacto_id = :entidadId ORDER BY m.moneda_id)";
inline constexpr std::string_view documentos_columnas = R"(
    t.transaccion_id AS "transaccionId", t.obj_id AS "objId", t.tipo_documento AS "tipoDocumento", t.folio, t.fecha,
    t.fecha_vencimiento AS "fechaVencimiento", {dias_vencidos},
    t.moneda, t.tipo_cambio AS "tipoCambio", t.total, x.saldo, round(x.saldo * t.tipo_cambio, 2) AS "saldoMXN")";
inline constexpr std::string_view documentos_uno_hoy = R"(
    SELECT {documentos_columnas}
    FROM transaccion t {saldo_hoy}
    WHERE t.organizacion_id = :organizacionId AND t.contacto_id = :entidadId AND t.obj_id IN ({con_saldo})
      {abierto_hoy} {deposito_de_cliente}
    ORDER BY t.fecha DESC, t.transaccion_id DESC LIMIT :maximo::bigint)";
inline constexpr std::string_view documentos_uno_al = R"(
    SELECT {documentos_columnas}
    FROM transaccion t {saldo_al}
    WHERE t.organizacion_id = :organizacionId AND t.contacto_id = :entidadId AND t.obj_id IN ({con_saldo})
      {abierto_al} {deposito_de_cliente}
    ORDER BY t.fecha DESC, t.transaccion_id DESC LIMIT :maximo::bigint)";

}  // namespace gestor::sql
