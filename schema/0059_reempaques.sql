-- 0059: repackaging, and the cancel of what stock did.
CREATE TABLE reempaque (                                         -- what only a repackaging has; its lines are those of any document
    organizacion_id bigint          NOT NULL,
    transaccion_id  bigint          NOT NULL,
    merma           numeric(7,4)    NOT NULL,                    -- % of the value that is lost
    origenes        integer         NOT NULL,                    -- how many of its lines went: the first ones
    factores        numeric(19,6)[] NOT NULL DEFAULT '{}',       -- of the others, their shares of the value; none: by quantity
    CONSTRAINT pk_reempaque                  PRIMARY KEY (organizacion_id, transaccion_id),
    CONSTRAINT "fk_reempaque__transaccionId" FOREIGN KEY (organizacion_id, transaccion_id) REFERENCES transaccion,
    CONSTRAINT ck_reempaque__merma           CHECK (merma BETWEEN 0 AND 100),
    CONSTRAINT ck_reempaque__origenes        CHECK (origenes > 0),
    CONSTRAINT ck_reempaque__factores        CHECK (0 < ALL (factores))
);
CALL proteger('reempaque');
GRANT SELECT, INSERT ON reempaque TO gestor_app;

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (267, '2026-11-17', 'nuevo', 'POST /api/Inventario/Reempaque',
        'Reempaca mercancía de un almacén: lo de origen sale y lo de destino entra valiendo lo mismo, menos la merma, que va a ajustes de inventario. El valor se reparte por factorCosto o, si ningún destino lo lleva, por cantidad; el último se lleva los centavos. Un lote de destino sin caducidad toma la más próxima de los de origen.', NULL),
    (268, '2026-11-17', 'nuevo', 'DELETE /api/Inventario/MovimientoCancelar/{id}',
        'Nueva operación, adicional a las publicadas: cancela un movimiento de inventario (entrada, salida, ajuste o traspaso) o un reempaque con el movimiento contrario. Lo que entró debe seguir ahí; un traspaso que se recibió, aunque sea en parte, no se cancela mientras su recepción esté vigente.', NULL),
    (269, '2026-11-17', 'corregido', 'DELETE /api/Inventario/TransaccionCancelar/{id}',
        'También cancela movimientos de inventario aplicados. Lo que se canceló y entró con números de serie o lotes exige que esos mismos sigan en el almacén.', NULL);
