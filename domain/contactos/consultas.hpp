#pragma once
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

inline constexpr Orden orden_clasificaciones_contacto[] = {{"c.nombre", "text"}, {"c.clasificacion_id", "bigint"}};
inline constexpr Fuente clasificaciones_contacto{
    .columnas = R"(
    c.clasificacion_id AS "clasificacionId", c.clave, c.nombre, c.tipo_contacto AS "tipoContacto",
    c.padre_id AS "padreId", c.activo)",
    .desde = "clasificacion_contacto c",
    .base = "c.organizacion_id = :organizacionId",
    .orden = orden_clasificaciones_contacto,
};

inline constexpr std::string_view contacto_en_69b = R"(
    c.rfc IN (SELECT x.rfc FROM sat_efos x WHERE x.vigencia_hasta IS NULL)
    AND :situacion69B IN ('Cualquiera', {situacion_69b}))";

inline constexpr Orden orden_contactos[] = {{"c.nombre", "text"}, {"c.contacto_id", "bigint"}};
inline constexpr std::string_view columnas_identidad = R"(
    c.contacto_id AS "entidadId", c.codigo, c.tipo_contacto AS "tipoContacto", c.nombre,
    c.nombre_comercial AS "nombreComercial", c.rfc, c.curp, char_length(c.rfc) = 12 AS "personaMoral",
    c.regimen_fiscal AS "regimenFiscal", c.uso_cfdi AS "usoCFDI", c.codigo_postal AS "codigoPostal")";
inline constexpr std::string_view columnas_trato = R"(
    c.correo, c.telefono, c.clasificacion_id AS "clasificacionId", k.nombre AS clasificacion,
    c.linea_canal_id AS "lineaCanalId", l.nombre AS "lineaCanal", c.vendedor_id AS "vendedorId", v.nombre AS vendedor,
    c.lista_precios_id AS "listaPreciosId", c.moneda_id AS "monedaId", c.dias_credito AS "diasCredito",
    c.limite_credito AS "limiteCredito", c.metodo_pago AS "metodoPago", c.forma_pago AS "formaPago",
    c.residencia_fiscal AS "residenciaFiscal", c.num_reg_id_trib AS "numRegIdTrib",
    c.cuenta_bancaria AS "cuentaBancaria", c.clabe, c.tipo_operacion AS "tipoOperacion",
    c.addenda_id AS "addendaId", coalesce({situacion_69b}, '') AS "situacion69B", c.activo, c.fecha_alta AS "fechaAlta")";
inline constexpr std::string_view columnas_contacto = "{columnas_identidad}, {domicilio}, {columnas_trato}";
inline constexpr std::string_view columna_principal = R"(
    (SELECT a.nombre FROM contacto_adicional a
     WHERE a.organizacion_id = c.organizacion_id AND a.contacto_id = c.contacto_id AND a.principal)
    AS "contactoPrincipal")";
inline constexpr std::string_view desde_contactos = R"(contacto c
    LEFT JOIN clasificacion_contacto k
           ON k.organizacion_id = c.organizacion_id AND k.clasificacion_id = c.clasificacion_id
    LEFT JOIN linea_canal l ON l.organizacion_id = c.organizacion_id AND l.linea_canal_id = c.linea_canal_id
    LEFT JOIN vendedor v ON v.organizacion_id = c.organizacion_id AND v.vendedor_id = c.vendedor_id)";
inline constexpr Fuente contactos{
    .columnas = columnas_contacto,
    .desde = desde_contactos,
    .base = "c.organizacion_id = :organizacionId",
    .orden = orden_contactos,
    .estrecha = "contacto c",
};
inline constexpr Fuente contacto{
    .columnas = "{columnas_contacto}, {columna_principal}",
    .desde = desde_contactos,
    .base = "c.organizacion_id = :organizacionId",
    .orden = orden_contactos,
};
inline constexpr std::string_view contacto_adicionales = R"(
    SELECT k.contacto_id, a.contacto_adicional_id AS "contactoId", a.nombre, a.puesto, a.correo, a.telefono, a.celular,
           a.principal, a.notas
    FROM {clave} k
    JOIN contacto_adicional a ON a.organizacion_id = :organizacionId AND a.contacto_id = k.contacto_id
    ORDER BY {orden}, a.contacto_adicional_id)";
inline constexpr std::string_view contacto_contratos = R"(
    SELECT k.contacto_id, n.contrato_id AS "contratoId", n.folio, n.descripcion, n.fecha_inicio AS "fechaInicio",
           n.fecha_fin AS "fechaFin", n.importe, n.estado
    FROM {clave} k
    JOIN contrato n ON n.organizacion_id = :organizacionId AND n.contacto_id = k.contacto_id
    ORDER BY {orden}, n.fecha_inicio, n.contrato_id)";
inline constexpr std::string_view contacto_linea = R"(
    SELECT k.contacto_id, l.linea_canal_id AS "lineaCanalId", l.clave, l.nombre, l.activo
    FROM {clave} k
    JOIN contacto c ON c.organizacion_id = :organizacionId AND c.contacto_id = k.contacto_id
    JOIN linea_canal l ON l.organizacion_id = c.organizacion_id AND l.linea_canal_id = c.linea_canal_id
    ORDER BY {orden})";
// `modificadoDesde` is a civil date, the column a moment. The first condition is a constant for the planner and uses
// the index; its margin of 14 hours, more than any zone's distance from UTC, admits every row of the second condition.
inline constexpr std::string_view contacto_modificado = R"(
    c.modificado >= timezone('UTC', :modificadoDesde::timestamp - interval '14 hours')
    AND c.modificado >= (SELECT timezone(zona_de(:organizacionId), :modificadoDesde::timestamp)))";

inline constexpr std::string_view contacto_hechos = R"(
    SELECT coalesce(r.fisica, true) AS "regimenFisica", coalesce(r.moral, true) AS "regimenMoral",
           coalesce(u.fisica, true) AS "usoFisica", coalesce(u.moral, true) AS "usoMoral",
           u.clave IS NULL OR r.clave IS NULL OR r.clave = ANY (u.regimenes) AS "usoAdmiteRegimen",
           coalesce('Ambos' IN (k.tipo_contacto, :tipoContacto) OR k.tipo_contacto = :tipoContacto, true)
               AS "clasificacionAdmiteTipo",
           coalesce(:codigoPostal::text, '') = '' OR NOT EXISTS (SELECT FROM sat_codigo_postal)
               OR EXISTS (SELECT FROM sat_codigo_postal p WHERE p.clave = :codigoPostal::text) AS "codigoPostalExiste"
    FROM (VALUES (1)) uno
    LEFT JOIN sat_regimen_fiscal r ON r.clave = :regimenFiscal
    LEFT JOIN sat_uso_cfdi u ON u.clave = :usoCFDI
    LEFT JOIN clasificacion_contacto k ON k.organizacion_id = :organizacionId AND k.clasificacion_id = :clasificacionId)";
inline constexpr std::string_view contacto_con_referencia = R"(
    SELECT contacto_id FROM contacto
    WHERE organizacion_id = :organizacionId AND referencia_externa = :referenciaExterna AND referencia_externa <> ''
      AND contacto_id IS DISTINCT FROM :entidadId::bigint)";
inline constexpr std::string_view contacto_con_rfc = R"(
    SELECT k.contacto_id AS "entidadId", k.tipo_contacto AS "tipoContacto", coalesce(k.regimen_fiscal, '') AS "regimenFiscal",
           k.codigo_postal AS "codigoPostal"
    FROM (SELECT contacto_id, tipo_contacto, activo, regimen_fiscal, codigo_postal
          FROM contacto  -- UNION ALL of two lookups: each has its index
          WHERE organizacion_id = :organizacionId AND rfc = :rfc AND rfc NOT IN ('', 'XAXX010101000', 'XEXX010101000')
          UNION ALL
          SELECT contacto_id, tipo_contacto, activo, regimen_fiscal, codigo_postal FROM contacto
          WHERE organizacion_id = :organizacionId AND rfc = :rfc AND rfc IN ('', 'XAXX010101000', 'XEXX010101000')
            AND nombre = :nombre) k
    ORDER BY k.activo DESC, k.contacto_id LIMIT 1)";
inline constexpr std::string_view contacto_ambos =
    "UPDATE contacto SET tipo_contacto = 'Ambos' WHERE organizacion_id = :organizacionId AND contacto_id = :entidadId";
// Fills the empty members of a contact.
inline constexpr std::string_view contacto_completar = R"(
    UPDATE contacto SET regimen_fiscal = coalesce(regimen_fiscal, :regimenFiscal::text),
                        codigo_postal = coalesce(nullif(codigo_postal, ''), :codigoPostal::text, ''),
                        uso_cfdi = coalesce(uso_cfdi, :usoCFDI::text)
    WHERE organizacion_id = :organizacionId AND contacto_id = :entidadId
      AND (regimen_fiscal IS NULL AND :regimenFiscal::text IS NOT NULL OR codigo_postal = '' AND :codigoPostal::text IS NOT NULL
           OR uso_cfdi IS NULL AND :usoCFDI::text IS NOT NULL))";
inline constexpr std::string_view borrar_adicionales =
    "DELETE FROM contacto_adicional WHERE organizacion_id = :organizacionId AND contacto_id = :entidadId";
inline constexpr std::string_view insertar_adicionales = R"(
    INSERT INTO contacto_adicional (organizacion_id, contacto_id, nombre, puesto, correo, telefono, celular, principal,
                                    notas)
    SELECT :organizacionId, :entidadId::bigint, x.nombre, x.puesto, x.correo, x.telefono, x.celular, x.principal,
           x.notas
    FROM ROWS FROM (jsonb_to_recordset(:adicionales::jsonb)
                    AS (nombre text, puesto text, correo text, telefono text, celular text, principal boolean,
                        notas text)) WITH ORDINALITY x
    ORDER BY x.ordinality)";
inline constexpr std::string_view moneda_o_predeterminada = R"(
    coalesce(:monedaId::integer, (SELECT m.moneda_id FROM organizacion_moneda m
                                  WHERE m.organizacion_id = :organizacionId AND m.predeterminada), 1))";

}  // namespace gestor::sql
