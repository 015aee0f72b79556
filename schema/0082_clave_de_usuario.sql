-- 0082: an Idempotency-Key belongs to its user. User 0: remembered before this, when nobody wrote whose it was; in 30 days those are gone.
-- An instance of the version before goes on writing such rows while it ends.
ALTER TABLE idempotencia
    ADD  usuario_id bigint NOT NULL DEFAULT 0,
    DROP CONSTRAINT pk_idempotencia,
    ADD  CONSTRAINT pk_idempotencia PRIMARY KEY (organizacion_id, clave, usuario_id);

CREATE OR REPLACE FUNCTION idempotencia_purgar(p_hasta timestamptz) RETURNS bigint
    LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = gestor, pg_temp
    AS $$
    WITH viejas    AS (SELECT organizacion_id, clave, usuario_id FROM idempotencia WHERE creado < p_hasta LIMIT 5000),
         olvidadas AS (DELETE FROM idempotencia i USING viejas v
                       WHERE i.organizacion_id = v.organizacion_id AND i.clave = v.clave AND i.usuario_id = v.usuario_id
                       RETURNING 1)
    SELECT count(*) FROM olvidadas
$$;

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (482, '2026-11-18', 'breaking', 'POST /api/Lote',
        'Una referencia ($id.data.campo) es a un texto, un número o un booleano; a un objeto, a una lista o a null es un 400 que dice dónde. Entre todas las de un lote traen a lo más 4 MB.',
        'Refiérase a cada campo que necesite, no al objeto que lo contiene.'),
    (483, '2026-11-18', 'corregido', NULL,
        'Una Idempotency-Key es de su usuario: la misma clave de otro usuario es otra clave. La respuesta que un lote tiene recordada sólo se da a quien puede hacer cada una de sus operaciones.',
        NULL);
