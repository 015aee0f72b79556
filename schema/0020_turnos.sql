-- 0020: failed logins by address, beside those by user (0002), in one place for all instances. An attempt is counted when it begins, before
-- anything is computed for it, and given back when it succeeds: however many come at once, no more than the limit are tried.
CREATE TABLE intento_direccion (
    direccion text        NOT NULL,                     -- of the caller; of IPv6, the network that one customer has
    intentos  integer     NOT NULL,
    desde     timestamptz NOT NULL,
    CONSTRAINT pk_intento_direccion PRIMARY KEY (direccion)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON intento_direccion TO gestor_seguridad;

-- Whether one more may be tried: 20 within 15 minutes.
CREATE FUNCTION intento_comenzar(p_direccion text) RETURNS boolean
    LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = gestor, pg_temp
    AS $$
    INSERT INTO intento_direccion AS i (direccion, intentos, desde) VALUES (p_direccion, 1, clock_timestamp())
    ON CONFLICT (direccion) DO UPDATE
    SET    intentos = CASE WHEN i.desde > clock_timestamp() - interval '15 minutes' THEN least(i.intentos, 20) + 1 ELSE 1 END,
           desde    = CASE WHEN i.desde > clock_timestamp() - interval '15 minutes' THEN i.desde ELSE clock_timestamp() END
    RETURNING intentos <= 20
$$;

-- The count is not put back to zero: whoever has one account may not guess at the others for ever.
CREATE FUNCTION intento_devolver(p_direccion text) RETURNS void
    LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = gestor, pg_temp
    AS $$
    UPDATE intento_direccion SET intentos = greatest(intentos - 1, 0) WHERE direccion = p_direccion
$$;

-- As in 0002; but something is written whether there is such a user or not: a COMMIT with nothing to flush is soon noticed.
CREATE OR REPLACE FUNCTION intento_fallido(p_organizacion bigint, p_usuario_id bigint) RETURNS boolean
    LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = gestor, pg_temp
    AS $$
    WITH contado AS (
        UPDATE usuario u
        SET    fallos          = n.fallos,
               fallos_desde    = n.desde,
               bloqueado_hasta = CASE WHEN n.fallos >= 5 THEN clock_timestamp() + interval '15 minutes' ELSE u.bloqueado_hasta END
        FROM  (SELECT v.usuario_id,
                      CASE WHEN v.fallos_desde > clock_timestamp() - interval '15 minutes' THEN v.fallos + 1   ELSE 1                 END AS fallos,
                      CASE WHEN v.fallos_desde > clock_timestamp() - interval '15 minutes' THEN v.fallos_desde ELSE clock_timestamp() END AS desde
               FROM   usuario v
               WHERE  v.organizacion_id = p_organizacion AND v.usuario_id = p_usuario_id
               FOR UPDATE) n                                     -- two failures at once count as two
        WHERE  u.organizacion_id = p_organizacion AND u.usuario_id = n.usuario_id
        RETURNING coalesce(u.bloqueado_hasta > clock_timestamp(), false) AS bloqueado),
    nadie AS (
        INSERT INTO intento_direccion (direccion, intentos, desde) SELECT '', 0, clock_timestamp() WHERE NOT EXISTS (SELECT FROM contado)
        ON CONFLICT (direccion) DO UPDATE SET desde = excluded.desde)
    SELECT bloqueado FROM contado
$$;

CREATE FUNCTION intento_purgar() RETURNS void
    LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = gestor, pg_temp
    AS $$
    DELETE FROM intento_direccion WHERE desde < clock_timestamp() - interval '15 minutes'
$$;

-- The same password, computed again with the parameters that are enough today. The server can do this and nothing else to a password.
CREATE FUNCTION contrasena_renovar(p_organizacion bigint, p_usuario_id bigint, p_antes text, p_contrasena text) RETURNS void
    LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = gestor, pg_temp
    AS $$
    UPDATE usuario SET contrasena = p_contrasena
    WHERE  organizacion_id = p_organizacion AND usuario_id = p_usuario_id AND contrasena = p_antes
    AND    p_antes LIKE 'scrypt$15$%' AND p_contrasena LIKE 'scrypt$17$%'
$$;

DO $$
DECLARE
    f regprocedure;
BEGIN
    GRANT CREATE ON SCHEMA gestor TO gestor_seguridad;
    FOREACH f IN ARRAY ARRAY[
        'intento_comenzar(text)', 'intento_devolver(text)', 'intento_purgar()',
        'contrasena_renovar(bigint,bigint,text,text)']::regprocedure[]
    LOOP
        EXECUTE format('ALTER FUNCTION %s OWNER TO gestor_seguridad', f);
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
        EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO gestor_app', f);
    END LOOP;
    REVOKE CREATE ON SCHEMA gestor FROM gestor_seguridad;
END $$;

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (94, '2026-11-16', 'mejorado', NULL,
        'Las respuestas que requieren token, y las de Autenticar, llevan Cache-Control: no-store; todas llevan X-Content-Type-Options: nosniff. ETag e If-None-Match funcionan como antes.',
        NULL),
    (95, '2026-11-16', 'mejorado', 'POST /api/Seguridad/Autenticar',
        'Los intentos de una misma dirección se atienden en su propia fila y se cuentan al empezar, en todas las instancias a la vez; los que entran bien no gastan. Las contraseñas se guardan con un cálculo más costoso: entrar tarda unas décimas de segundo.',
        NULL),
    (96, '2026-11-16', 'corregido', 'GET /api/Health/ready',
        'Contesta 503 también cuando la base de datos responde pero no admite escrituras, y el detalle de un 503 dice qué falta.',
        NULL);
