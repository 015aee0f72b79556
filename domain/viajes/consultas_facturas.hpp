#pragma once
// Statements of a travel agency's invoices, beside the engine.
#include <string_view>

namespace gestor::sql {

// SAT keys of each line.
inline constexpr std::string_view claves_de_lineas = R"(
    SELECT f.clave = '' OR f.estimulo IS NOT NULL AS "claveExiste", coalesce(f.estimulo, false) AS estimulo,
           f.regimen = '' OR coalesce(f.fisica, false) AS "regimenFisica",
           f.regimen = '' OR coalesce(f.moral, false) AS "regimenMoral",
           f.cp = '' OR NOT EXISTS (SELECT FROM sat_codigo_postal)
               OR (SELECT true FROM sat_codigo_postal p WHERE p.clave = f.cp) IS NOT NULL AS "codigoPostalExiste"
    FROM (
        SELECT x.*, (SELECT k.estimulo_frontera FROM sat_clave_prod_serv k WHERE k.clave = x.clave AND {sat_vigente}) AS estimulo,
               (SELECT r.fisica FROM sat_regimen_fiscal r WHERE r.clave = x.regimen AND {sat_vigente}) AS fisica,
               (SELECT r.moral FROM sat_regimen_fiscal r WHERE r.clave = x.regimen AND {sat_vigente}) AS moral
        FROM ROWS FROM (jsonb_to_recordset(:lineas::jsonb) AS ("claveServicio" text, "regimenFiscalTercero" text,
                                                               "codigoPostalTercero" text))
             WITH ORDINALITY x (clave, regimen, cp, n)) f
    ORDER BY f.n)";
inline constexpr std::string_view factura_repetida = R"(
    SELECT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio
    FROM factura_viaje f
    JOIN transaccion t ON t.organizacion_id = f.organizacion_id AND t.transaccion_id = f.transaccion_id
    WHERE f.organizacion_id = :organizacionId::bigint AND f.expediente_id = :expedienteId::bigint
      AND t.referencia_externa = :referenciaExterna AND t.referencia_externa <> '' AND t.estado <> 'Cancelado'
    ORDER BY t.transaccion_id LIMIT 1)";
// Services that were stored without an invoice and are sent again.
inline constexpr std::string_view servicios_repetidos = R"(
    SELECT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = :expedienteId::bigint
      AND EXISTS (SELECT FROM viaje_servicio s
                  WHERE s.organizacion_id = t.organizacion_id AND s.expediente_id = t.transaccion_id
                    AND s.factura_id IS NULL AND s.referencia_externa = :referenciaExterna AND s.referencia_externa <> ''))";

// Supplier of each service; null without one.
inline constexpr std::string_view proveedores_de_servicios = R"(
    WITH x AS MATERIALIZED (
        SELECT s.n, s.id, upper(s.codigo) AS codigo
        FROM ROWS FROM (jsonb_to_recordset(:servicios::jsonb) AS ("proveedorId" bigint, "codigoProveedor" text))
             WITH ORDINALITY s (id, codigo, n))
    SELECT c.contacto_id AS "contactoId", c.rfc, c.nombre, c.regimen_fiscal AS "regimenFiscal",
           c.codigo_postal AS "codigoPostal"
    FROM x
    LEFT JOIN contacto c ON c.organizacion_id = :organizacionId::bigint AND c.activo AND c.tipo_contacto <> 'Cliente'
         AND (c.contacto_id = x.id OR c.codigo_normalizado = x.codigo)
    ORDER BY x.n)";
inline constexpr std::string_view forma_clave = R"(
    SELECT clave_sat33 FROM forma_pago WHERE organizacion_id = :organizacionId::bigint AND forma_pago_id = :formaPagoId::bigint)";

// A second invoice of a booking: the customer stays, the other sent members are replaced.
inline constexpr std::string_view expediente_cargar = R"(
    INSERT INTO expediente_viaje AS x (organizacion_id, transaccion_id, cliente_id, localizador, fecha_inicio_viaje,
                                       fecha_fin_viaje, pasajeros)
    VALUES (:organizacionId::bigint, :expedienteId::bigint, :clienteId::bigint, :localizador, :fechaInicioViaje::date,
            :fechaFinViaje::date, :pasajeros::jsonb)
    ON CONFLICT (organizacion_id, transaccion_id) DO UPDATE
    SET cliente_id = coalesce(x.cliente_id, excluded.cliente_id),
        localizador = CASE excluded.localizador WHEN '' THEN x.localizador ELSE excluded.localizador END,
        fecha_inicio_viaje = CASE WHEN num_nonnulls(excluded.fecha_inicio_viaje, excluded.fecha_fin_viaje) = 0
                                  THEN x.fecha_inicio_viaje ELSE excluded.fecha_inicio_viaje END,
        fecha_fin_viaje = CASE WHEN num_nonnulls(excluded.fecha_inicio_viaje, excluded.fecha_fin_viaje) = 0
                               THEN x.fecha_fin_viaje ELSE excluded.fecha_fin_viaje END,
        pasajeros = CASE excluded.pasajeros WHEN '[]'::jsonb THEN x.pasajeros ELSE excluded.pasajeros END)";
inline constexpr std::string_view terceros_guardar = R"(
    INSERT INTO partida_tercero (organizacion_id, transaccion_id, numero_partida, rfc, nombre, regimen_fiscal,
                                 codigo_postal)
    SELECT :organizacionId::bigint, :transaccionId::bigint, f.n, f.rfc, f.nombre, f.regimen, f.cp
    FROM ROWS FROM (jsonb_to_recordset(:lineas::jsonb) AS ("esTercero" boolean, "rfcTercero" text, "nombreTercero" text,
                                                           "regimenFiscalTercero" text, "codigoPostalTercero" text))
         WITH ORDINALITY f (tercero, rfc, nombre, regimen, cp, n)
    WHERE f.tercero)";
inline constexpr std::string_view servicios_guardar = R"(
    INSERT INTO viaje_servicio (organizacion_id, expediente_id, consecutivo, factura_id, tipo, proveedor_id, descripcion,
                                fecha_inicio, fecha_fin, moneda_id, tarifa, impuestos_aereos, comision, referencia_externa)
    SELECT :organizacionId::bigint, :expedienteId::bigint, coalesce(h.hay, 0) + s.ordinality, :facturaId::bigint, s.tipo,
           nullif(s."proveedorId", 0), s.descripcion, nullif(s."fechaInicio", '')::date, nullif(s."fechaFin", '')::date,
           :monedaServicio::integer, s.tarifa, s."impuestosAereos", s.comision, :referenciaExterna
    FROM ROWS FROM (jsonb_to_recordset(:servicios::jsonb) AS (tipo text, "proveedorId" bigint, descripcion text,
             "fechaInicio" text, "fechaFin" text, tarifa numeric, "impuestosAereos" numeric, comision numeric))
         WITH ORDINALITY s
    CROSS JOIN (SELECT max(v.consecutivo) AS hay FROM viaje_servicio v
                WHERE v.organizacion_id = :organizacionId::bigint AND v.expediente_id = :expedienteId::bigint) h)";

}  // namespace gestor::sql
