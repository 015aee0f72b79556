-- 0073: an identity that was taken away does not come back by an address, through its provider or another; and the trail of one says whose it is, of which
-- issuer, and by which request it was linked.

-- As in 0068, and whoever had an identity that the operator took away waits for the operator.
DROP FUNCTION identidad_enlazar(bigint, bigint, text, text, text);
CREATE FUNCTION identidad_enlazar(p_organizacion bigint, p_consumidor bigint, p_emisor text, p_sujeto text, p_correo text, p_solicitud text) RETURNS text
    LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = gestor, pg_temp
    AS $$
DECLARE
    quienes bigint[] := ARRAY(SELECT u.usuario_id FROM usuario u
                              WHERE u.organizacion_id = p_organizacion AND u.activo AND p_correo <> '' AND lower(u.correo) = lower(p_correo));
BEGIN
    IF cardinality(quienes) <> 1 OR EXISTS (SELECT FROM identidad_externa i WHERE i.organizacion_id = p_organizacion AND i.usuario_id = quienes[1]
                                            AND (i.emisor = p_emisor OR NOT i.activo)) THEN
        RETURN NULL;
    END IF;
    PERFORM set_config('gestor.usuario', quienes[1]::text, true), set_config('gestor.consumidor', p_consumidor::text, true),
            set_config('gestor.operacion', 'POST /api/Seguridad/LoginMcp', true), set_config('gestor.solicitud', p_solicitud, true);
    INSERT INTO identidad_externa (organizacion_id, emisor, sujeto, usuario_id, por_correo) VALUES (p_organizacion, p_emisor, p_sujeto, quienes[1], true)
    ON CONFLICT DO NOTHING;
    RETURN usuario_de_identidad(p_organizacion, p_emisor, p_sujeto);
END $$;

DO $$
BEGIN
    GRANT CREATE ON SCHEMA gestor TO gestor_seguridad;
    ALTER FUNCTION identidad_enlazar(bigint, bigint, text, text, text, text) OWNER TO gestor_seguridad;
    REVOKE EXECUTE ON FUNCTION identidad_enlazar(bigint, bigint, text, text, text, text) FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION identidad_enlazar(bigint, bigint, text, text, text, text) TO gestor_app;
    REVOKE CREATE ON SCHEMA gestor FROM gestor_seguridad;
END $$;

-- «ana: 110169484474386276334 de https://accounts.google.com»
CALL bitacora_de_registros('identidad_externa', '{identidad_externa_id, emisor, sujeto, usuario_id, por_correo, activo, creado}', '{}',
    'coalesce(NEW.identidad_externa_id, OLD.identidad_externa_id)', false, '''IdentidadExterna''',
    $$concat((SELECT u.usuario FROM usuario u WHERE u.organizacion_id = coalesce(NEW.organizacion_id, OLD.organizacion_id)
              AND u.usuario_id = coalesce(NEW.usuario_id, OLD.usuario_id)),
             ': ', coalesce(NEW.sujeto, OLD.sujeto), ' de ', coalesce(NEW.emisor, OLD.emisor))$$,
    '''Modificar''');

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (370, '2026-11-18', 'corregido', 'POST /api/Seguridad/LoginMcp',
        'Si el proveedor de identidad no contesta, la respuesta es 503 con Retry-After, y no cuenta como intento; antes era 401. Lo que el operador quitó no vuelve por el correo de ningún proveedor.',
        NULL);
