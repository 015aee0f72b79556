#pragma once
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

inline constexpr Fuente registro_venta{
    .columnas = R"(
    t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio, t.fecha, t.estado,
    t.contacto AS cliente, t.rfc, t.moneda, t.subtotal, t.iva, t.ieps, t.iva_retenido AS "ivaRetenido",
    t.isr_retenido AS "isrRetenido", t.total, t.saldo, t.validacion, t.verificado)",
    .desde = "transaccion t",
    .base = "t.organizacion_id = :organizacionId AND t.es_venta",
    .orden = orden_documentos,
    .descendente = true,
};
inline constexpr std::string_view registro_archivos = R"(
    SELECT k.transaccion_id, a.extension, a.nombre, a.nombre || '.' || a.extension AS "nombreExtension",
           :urlBase::text || '/api/ArchivoDigital/Contenido/' || a.archivo_id AS url
    FROM {clave} k
    JOIN archivo a ON a.organizacion_id = :organizacionId AND a.transaccion_id = k.transaccion_id
    ORDER BY {orden}, a.archivo_id)";
// Collections and write-offs of a document, and of the sale notes that it invoices and inherits from.
inline constexpr std::string_view registro_cobros = R"(
    SELECT k.transaccion_id, row_number() OVER (PARTITION BY k.transaccion_id ORDER BY a.fecha, a.aplicacion_id) AS consecutivo,
           a.cuenta, a.fecha, a.fuente_folio AS folio, a.forma, a.importe_destino AS importe2,
           a.fuente_moneda AS moneda, a.referencia, a.fuente_total AS total, a.fuente_id AS "transaccionId",
           a.destino_id AS "transaccionId2"
    FROM {clave} k
    CROSS JOIN LATERAL (
        SELECT c.* FROM aplicacion c
        WHERE c.organizacion_id = :organizacionId AND c.destino_id = k.transaccion_id
        UNION ALL
        SELECT c.* FROM relacion r
        JOIN aplicacion c ON c.organizacion_id = :organizacionId AND c.destino_id = r.origen_id
        WHERE r.organizacion_id = :organizacionId AND r.destino_id = k.transaccion_id AND r.tipo = 'Origen'
          AND EXISTS (SELECT FROM aplicacion h
                      WHERE h.organizacion_id = :organizacionId AND h.destino_id = k.transaccion_id
                        AND h.tipo = 'Heredado' AND h.fecha_reversa IS NULL)) a
    WHERE a.fecha_reversa IS NULL AND a.importe_destino <> 0
      AND a.tipo IN ('Cobro', 'Devolucion', 'Incobrable', 'Reclasificacion')
    ORDER BY {orden}, a.fecha, a.aplicacion_id)";
inline constexpr std::string_view registro_partidas = R"(
    SELECT k.transaccion_id, p.numero_partida AS "numeroPartida", p.proyecto_id AS "proyectoId",
           p.concepto_id AS "conceptoId", p.descripcion, p.unidad_medida_id AS "unidadMedidaId", p.unidad, p.cantidad,
           p.precio_unitario AS "precioUnitario", p.descuento + p.promocion AS descuento, p.importe, p.notas
    FROM {clave} k
    JOIN partida p ON p.organizacion_id = :organizacionId AND p.transaccion_id = k.transaccion_id
    ORDER BY {orden}, p.numero_partida)";

inline constexpr Orden orden_vendedores[] = {{"v.nombre", "text"}, {"v.vendedor_id", "bigint"}};
inline constexpr Fuente vendedores{
    .columnas = R"(
    v.vendedor_id AS "vendedorId", v.clave, v.nombre, v.correo, v.telefono, v.sucursal_id AS "sucursalId",
    v.ruta_id AS "rutaId", v.comision, v.activo)",
    .desde = "vendedor v",
    .base = "v.organizacion_id = :organizacionId",
    .orden = orden_vendedores,
};

}  // namespace gestor::sql
