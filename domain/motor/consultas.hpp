#pragma once
// Columns of the shared blocks, and statements of the engine. In the SQL of a list {clave} stands for the keys of the
// page and {orden} for its order (persistence/lectura.hpp).
#include <string_view>

#include "domain/comun/consultas.hpp"

namespace gestor::sql {

// Credit that a contact uses, in pesos: its debts less its balances in favour, of any date. The reports of balances
// show the same number (domain/cartera). Read through the index ix_transaccion__saldo.
inline constexpr std::string_view credito_usado = R"(
    SELECT coalesce(sum(CASE WHEN t.obj_id IN ({por_cobrar}) THEN 1 ELSE -1 END * round(t.saldo * t.tipo_cambio, 2)), 0)
           AS usado
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId AND t.contacto_id = :contactoId AND t.saldo > 0
      AND t.obj_id IN ({por_cobrar}, {a_favor_de_clientes})
      AND (t.obj_id <> {Deposito} OR EXISTS (SELECT FROM movimiento_banco b
                                    WHERE b.organizacion_id = :organizacionId AND b.transaccion_id = t.transaccion_id
                                      AND b.tipo = 'Cobranza')))";

// Order of every list of documents: fecha DESC, transaccionId DESC.
inline constexpr Orden orden_documentos[] = {{"t.fecha", "timestamp"}, {"t.transaccion_id", "bigint"}};

inline constexpr std::string_view trx_folio = R"(
    t.transaccion_id AS "transaccionId", t.obj_id AS "objId", t.tipo_documento AS "tipoDocumento", t.serie, t.folio,
    t.fecha)";
inline constexpr std::string_view trx_estado = "t.estado";
inline constexpr std::string_view trx_resto = R"(
    t.sucursal_id AS "sucursalId", s.nombre AS sucursal, t.proyecto_id AS "proyectoId",
    y.nombre AS proyecto, t.centro_costo_id AS "centroCostoId", t.moneda_id AS "monedaId", t.moneda,
    t.tipo_cambio AS "tipoCambio", t.notas, t.referencia_externa AS "referenciaExterna", t.usuario,
    t.fecha_creacion AS "fechaCreacion", t.fecha_cancelacion AS "fechaCancelacion",
    t.motivo_cancelacion AS "motivoCancelacion")";
inline constexpr std::string_view trx = "{trx_folio}, {trx_estado}, {trx_resto}";
inline constexpr std::string_view cli =
    R"(t.contacto_id AS "clienteId", c.codigo AS "codigoCliente", t.contacto AS cliente, t.rfc)";
inline constexpr std::string_view prov =
    R"(t.contacto_id AS "proveedorId", c.codigo AS "codigoProveedor", t.contacto AS proveedor, t.rfc)";
inline constexpr std::string_view imp = R"(
    t.subtotal, t.descuento, t.ieps, t.iva, t.impuestos_locales AS "impuestosLocales", t.iva_retenido AS "ivaRetenido",
    t.isr_retenido AS "isrRetenido", t.retencion_local AS "retencionLocal", t.total, t.saldo)";
inline constexpr std::string_view fis = R"(
    t.uuid, t.fecha_timbrado AS "fechaTimbrado", t.estatus_timbrado AS "estatusTimbrado",
    t.metodo_pago AS "metodoPago", t.forma_pago AS "formaPago", t.uso_cfdi AS "usoCFDI",
    t.regimen_fiscal AS "regimenFiscal", t.validacion, t.verificado)";
// Header with the names that its blocks show, and the columns that only some types have.
inline constexpr std::string_view desde_documento = R"(transaccion t
    LEFT JOIN documento d ON d.organizacion_id = t.organizacion_id AND d.transaccion_id = t.transaccion_id
    LEFT JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id
    LEFT JOIN proyecto y ON y.organizacion_id = t.organizacion_id AND y.proyecto_id = t.proyecto_id
    LEFT JOIN contacto c ON c.organizacion_id = t.organizacion_id AND c.contacto_id = t.contacto_id
    LEFT JOIN vendedor v ON v.organizacion_id = t.organizacion_id AND v.vendedor_id = t.vendedor_id)";

// Conditions and order read the header table alone: the rows of the page are found there, and only those rows are
// joined.
constexpr Fuente documentos(std::string_view columnas, std::string_view desde, std::string_view base) {
    return {
        .columnas = columnas,
        .desde = desde,
        .base = base,
        .orden = orden_documentos,
        .descendente = true,
        .estrecha = "transaccion t",
    };
}

// Documents named by a list of ids (table q), in the order of the ids, each once.
inline constexpr Orden orden_pedidas[] = {{"q.n", "bigint"}, {"t.transaccion_id", "bigint"}};
inline constexpr std::string_view pedidas =
    "(SELECT x.id, min(x.n) AS n FROM unnest(:ids::bigint[]) WITH ORDINALITY x (id, n) GROUP BY x.id) q";
// State of a document with a last day: it lapses on that day in its branch, and the lapsed state is never stored.
inline constexpr std::string_view estado_con_vigencia = R"(
    CASE WHEN t.estado = 'Vigente' AND d.vigencia_fecha < timezone(s.zona_horaria, :ahora::timestamptz)::date
         THEN 'Vencido' ELSE t.estado END AS estado)";

// Columns of a line. A type with other columns has its own text between {partida} and {de_partidas}.
inline constexpr std::string_view partida = R"(
    SELECT k.transaccion_id, p.numero_partida AS "numeroPartida", p.producto_id AS "productoId", p.codigo,
           p.numero_parte AS "numeroParte", p.concepto_id AS "conceptoId", p.descripcion,
           p.unidad_medida_id AS "unidadMedidaId", p.unidad, p.cantidad, p.precio_unitario AS "precioUnitario",
           p.descuento, p.promocion, p.importe, p.clave_producto_servicio AS "claveProductoServicio",
           p.clave_unidad AS "claveUnidad", p.objeto_impuesto AS "objetoImpuesto", p.proyecto_id AS "proyectoId",
           p.centro_costo_id AS "centroCostoId", p.almacen_id AS "almacenId", p.notas)";
inline constexpr std::string_view de_partidas = R"(
    FROM {clave} k
    JOIN partida p ON p.organizacion_id = :organizacionId AND p.transaccion_id = k.transaccion_id)";
inline constexpr std::string_view partidas = R"(
    {partida}
    {de_partidas}
    ORDER BY {orden}, p.numero_partida)";
inline constexpr std::string_view partida_impuestos = R"(
    SELECT k.transaccion_id, i.numero_partida, i.impuesto,
           CASE i.impuesto WHEN '001' THEN 'ISR' WHEN '002' THEN 'IVA' ELSE 'IEPS' END AS nombre, i.tipo,
           i.tipo_factor AS "tipoFactor", i.tasa_cuota AS "tasaOCuota", i.base, i.importe
    FROM {clave} k
    JOIN partida_impuesto i ON i.organizacion_id = :organizacionId AND i.transaccion_id = k.transaccion_id
    ORDER BY {orden}, i.numero_partida, i.consecutivo)";
inline constexpr std::string_view partida_series = R"(
    SELECT k.transaccion_id, e.numero_partida, e.serie AS valor
    FROM {clave} k
    JOIN partida_serie e ON e.organizacion_id = :organizacionId AND e.transaccion_id = k.transaccion_id
    ORDER BY {orden}, e.numero_partida, e.serie)";
inline constexpr std::string_view partida_lotes = R"(
    SELECT k.transaccion_id, l.numero_partida, l.lote, l.cantidad, l.caducidad
    FROM {clave} k
    JOIN partida_lote l ON l.organizacion_id = :organizacionId AND l.transaccion_id = k.transaccion_id
    ORDER BY {orden}, l.numero_partida, l.lote)";
inline constexpr std::string_view archivo_columnas =
    R"(a.archivo_id AS "archivoId", a.transaccion_id AS "transaccionId",
           a.nombre, a.extension, a.nombre || '.' || a.extension AS "nombreExtension",
           :urlBase::text || '/api/ArchivoDigital/Contenido/' || a.archivo_id AS url, a.tipo, a.tamano,
           encode(a.hash, 'hex') AS hash, a.fecha)";
inline constexpr std::string_view archivos = R"(
    SELECT k.transaccion_id, {archivo_columnas}
    FROM {clave} k
    JOIN archivo a ON a.organizacion_id = :organizacionId AND a.transaccion_id = k.transaccion_id
    ORDER BY {orden}, a.archivo_id)";

// Related documents: sources, successors, payments in force and write-offs. A payment that came with its sale is listed
// once, as Pago.
inline constexpr std::string_view documentos_relacionados = R"(
    SELECT k.transaccion_id, x.transaccion_id AS "transaccionId", x.obj_id AS "objId",
           x.tipo_documento AS "tipoDocumento", x.folio, x.fecha, x.total, q.relacion
    FROM {clave} k
    CROSS JOIN LATERAL (
        SELECT r.origen_id AS otro_id, CASE r.tipo WHEN 'Sustitucion' THEN r.tipo ELSE 'Origen' END AS relacion
        FROM relacion r WHERE r.organizacion_id = :organizacionId AND r.destino_id = k.transaccion_id
        UNION
        SELECT r.destino_id, CASE WHEN r.tipo IN ('Credito', 'Sustitucion') THEN r.tipo ELSE 'Destino' END
        FROM relacion r WHERE r.organizacion_id = :organizacionId AND r.origen_id = k.transaccion_id
          AND NOT EXISTS (SELECT FROM aplicacion a
                          WHERE a.organizacion_id = :organizacionId AND a.destino_id = k.transaccion_id
                            AND a.fuente_id = r.destino_id AND a.fecha_reversa IS NULL AND a.tipo = 'Cobro'
                            AND r.tipo = 'Origen')
        UNION
        SELECT a.fuente_id, CASE a.tipo WHEN 'Incobrable' THEN a.tipo ELSE 'Pago' END
        FROM aplicacion a
        WHERE a.organizacion_id = :organizacionId AND a.destino_id = k.transaccion_id AND a.fecha_reversa IS NULL) q
    JOIN transaccion x ON x.organizacion_id = :organizacionId AND x.transaccion_id = q.otro_id
    WHERE q.relacion <> 'Pago' OR x.obj_id IN ({en_banco}, {PagoNoMonetario})
    ORDER BY {orden}, x.transaccion_id, q.relacion)";

// ---- the engine: the row of a document is locked before any decision ----
inline constexpr std::string_view bloquear_documento = R"(
    SELECT t.transaccion_id AS "transaccionId", t.obj_id AS "objId", t.folio, t.estado, t.fecha_apertura AS "fechaApertura"
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId AND t.transaccion_id = :transaccionId AND t.obj_id = :objId
    FOR UPDATE)";
inline constexpr std::string_view mover_documento = R"(
    UPDATE transaccion SET estado = :estado
    WHERE organizacion_id = :organizacionId AND transaccion_id = :transaccionId)";

}  // namespace gestor::sql
