-- 0057: service, written. What was done to a work order, by whom, when and where; the route of a service order; and the only documents whose lines
-- and amounts change once they are stored: service orders, which do nothing to stock, balances or ledger.

ALTER TABLE orden_servicio ADD ruta_id bigint;
ALTER TABLE orden_servicio ADD CONSTRAINT "fk_orden_servicio__rutaId" FOREIGN KEY (organizacion_id, ruta_id) REFERENCES ruta;
CALL vigilar('orden_servicio', '', 'transaccion_id');

CREATE TABLE orden_trabajo_accion (                              -- appended to, never changed: a trail itself
    organizacion_id bigint       NOT NULL,
    transaccion_id  bigint       NOT NULL,
    consecutivo     integer      NOT NULL,
    accion          text         NOT NULL,
    fecha           timestamp(0) NOT NULL,                       -- in the branch
    usuario_id      bigint,
    usuario         text         NOT NULL DEFAULT '',
    notas           text         NOT NULL DEFAULT '',
    latitud         numeric(9,6),
    longitud        numeric(9,6),
    CONSTRAINT pk_orden_trabajo_accion                  PRIMARY KEY (organizacion_id, transaccion_id, consecutivo),
    CONSTRAINT "fk_orden_trabajo_accion__transaccionId" FOREIGN KEY (organizacion_id, transaccion_id) REFERENCES orden_trabajo,
    CONSTRAINT "fk_orden_trabajo_accion__usuarioId"     FOREIGN KEY (organizacion_id, usuario_id)     REFERENCES usuario,
    CONSTRAINT ck_orden_trabajo_accion__consecutivo     CHECK (consecutivo > 0),
    CONSTRAINT ck_orden_trabajo_accion__accion          CHECK (accion IN ('Iniciar', 'Pausar', 'Reanudar', 'Terminar', 'Cancelar', 'Reasignar')),
    CONSTRAINT ck_orden_trabajo_accion__latitud         CHECK (latitud  BETWEEN  -90 AND  90),
    CONSTRAINT ck_orden_trabajo_accion__longitud        CHECK (longitud BETWEEN -180 AND 180)
);
CALL proteger('orden_trabajo_accion');
GRANT SELECT, INSERT ON orden_trabajo_accion TO gestor_app;

-- Who is where, and when.
CREATE INDEX "ix_orden_trabajo__fechaProgramada" ON orden_trabajo (organizacion_id, personal_servicio_id, fecha_programada)
    WHERE personal_servicio_id IS NOT NULL;

-- ---- a document without effects may be written anew; of any other a correction is a reversal, as before ----
GRANT UPDATE (contacto_id, contacto, rfc, vendedor_id, proyecto_id, centro_costo_id, referencia_externa, subtotal, descuento, ieps, iva, iva_retenido,
              isr_retenido, total, cubetas, cubetas_mxn) ON transaccion TO gestor_app;
GRANT DELETE ON partida, partida_impuesto, partida_serie, partida_lote TO gestor_app;

CREATE FUNCTION documento_fijo() RETURNS trigger
    LANGUAGE plpgsql SET search_path = gestor, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'un documento con efectos no se reescribe' USING ERRCODE = 'check_violation', CONSTRAINT = 'documento_fijo';
END $$;
CREATE TRIGGER documento_fijo BEFORE UPDATE OF contacto_id, contacto, rfc, vendedor_id, proyecto_id, centro_costo_id, referencia_externa, subtotal, descuento,
    ieps, iva, iva_retenido, isr_retenido, total, cubetas, cubetas_mxn ON transaccion
    FOR EACH ROW WHEN (OLD.obj_id NOT IN (20, 21) AND current_user = 'gestor_app') EXECUTE FUNCTION documento_fijo();

-- Once for each document of which something goes, whatever it is that goes.
CREATE FUNCTION partida_fija() RETURNS trigger
    LANGUAGE plpgsql SET search_path = gestor, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM antes a JOIN transaccion t ON t.organizacion_id = a.organizacion_id AND t.transaccion_id = a.transaccion_id WHERE t.obj_id <> 20) THEN
        RAISE EXCEPTION 'un documento con efectos no se reescribe' USING ERRCODE = 'check_violation', CONSTRAINT = 'partida_fija';
    END IF;
    RETURN NULL;
END $$;
DO $$
DECLARE
    tabla text;
BEGIN
    FOREACH tabla IN ARRAY ARRAY['partida', 'partida_impuesto', 'partida_serie', 'partida_lote'] LOOP
        EXECUTE format('CREATE TRIGGER partida_fija AFTER DELETE ON %I REFERENCING OLD TABLE AS antes FOR EACH STATEMENT
                        WHEN (current_user = ''gestor_app'') EXECUTE FUNCTION partida_fija()', tabla);
    END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION documento_fijo, partida_fija FROM PUBLIC;

-- The trail tells what these documents were before: their header, and each line that goes.
CALL bitacora_de_registros('transaccion', '{estado, saldo, motivo_cancelacion, uuid, estatus_timbrado, validacion, verificado, notas, contacto_id, contacto,
    vendedor_id, proyecto_id, centro_costo_id, referencia_externa, total}', '{}',
    'NEW.transaccion_id', true, 'NEW.tipo_documento', 'NEW.folio',
    $$CASE WHEN NEW.estado = 'Cancelado' AND OLD.estado <> 'Cancelado' THEN 'Cancelar' ELSE 'Modificar' END$$);
CALL bitacora_funcion('bitacora_de_partida', $f$
    INSERT INTO bitacora (organizacion_id, registro_id, documento, recurso, folio, accion, cambios)
    SELECT a.organizacion_id, a.transaccion_id, true, t.tipo_documento, t.folio, 'Modificar',
           jsonb_agg(jsonb_build_object('campo', 'partidas', 'antes', jsonb_build_object('numeroPartida', a.numero_partida, 'codigo', a.codigo,
               'descripcion', a.descripcion, 'cantidad', a.cantidad, 'precioUnitario', a.precio_unitario, 'importe', a.importe), 'despues', '')
               ORDER BY a.numero_partida)
    FROM   antes a JOIN transaccion t ON t.organizacion_id = a.organizacion_id AND t.transaccion_id = a.transaccion_id
    GROUP  BY 1, 2, 4, 5;$f$);
CREATE TRIGGER bitacora_eliminar AFTER DELETE ON partida REFERENCING OLD TABLE AS antes FOR EACH STATEMENT EXECUTE FUNCTION bitacora_de_partida();

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (256, '2026-11-17', 'nuevo', 'POST /api/OrdenServicio',
        'Guarda una orden de servicio con sus partidas, con el precio de la lista si no se envía, y sus órdenes de trabajo. Nace Pendiente y no mueve existencias ni contabilidad. advertencias dice qué visitas de una misma persona quedan a menos de una hora una de otra.', NULL),
    (257, '2026-11-17', 'nuevo', 'PUT /api/OrdenServicio/{id}',
        'Actualiza una orden de servicio Pendiente o Autorizada. Las partidas que se envían son las que quedan: con numeroPartida se edita la que ya está, sin él se agrega otra. Una orden de trabajo se edita con su transaccionId mientras está Asignada; sin él se agrega.', NULL),
    (258, '2026-11-17', 'nuevo', 'PUT /api/OrdenServicio/OrdenServicioCerrar/{id}',
        'Cierra una orden de servicio cuyas órdenes de trabajo están terminadas o canceladas. Con generarNotaVenta hace la nota de venta de sus partidas, a sus precios, y contesta transaccionIdNotaVenta.', NULL),
    (259, '2026-11-17', 'nuevo', 'GET /api/OrdenTrabajo',
        'Lista las órdenes de trabajo, cada una con su vendedor, las acciones que ha tenido y sus archivos.', NULL),
    (260, '2026-11-17', 'nuevo', 'POST /api/OrdenTrabajo/Acciones',
        'Inicia, pausa, reanuda, termina, cancela o reasigna una orden de trabajo. Cada acción queda con quién la hizo, cuándo y dónde; el primer inicio pone en proceso la orden de servicio.', NULL);
UPDATE cambio SET proximo = false WHERE endpoint = 'GET /api/OrdenTrabajo';
