-- 0047: pólizas by hand and the chart of accounts, by the interface. Why a póliza was turned round, and who is told: the trail of the one that was.

ALTER TABLE poliza ADD motivo text NOT NULL DEFAULT '';          -- of one that reverses another
ALTER TABLE poliza ADD CONSTRAINT ck_poliza__motivo CHECK (motivo = '' OR reversa_de IS NOT NULL);
GRANT INSERT (motivo) ON poliza TO gestor_app;

-- As in 0023, and what is done to another is told there too.
CALL bitacora_funcion('bitacora_de_poliza', $f$
    INSERT INTO bitacora (organizacion_id, registro_id, recurso, folio, accion)
    VALUES (NEW.organizacion_id, NEW.poliza_id, 'Poliza', NEW.concepto, 'Crear');
    IF NEW.reversa_de IS NOT NULL THEN
        INSERT INTO bitacora (organizacion_id, registro_id, recurso, folio, accion, cambios)
        VALUES (NEW.organizacion_id, NEW.reversa_de, 'Poliza', NEW.concepto, 'Cancelar',
                jsonb_build_array(jsonb_build_object('campo', 'reversadaPor', 'antes', 0, 'despues', NEW.poliza_id),
                                  jsonb_build_object('campo', 'motivo', 'antes', '', 'despues', NEW.motivo)));
    END IF;$f$);

-- Those of documents are in none of these: they cost a document nothing.
CREATE INDEX ix_poliza__origen                 ON poliza (organizacion_id, origen, fecha, poliza_id) WHERE origen <> 'Documento';
CREATE INDEX "ix_poliza_movimiento__contactoId" ON poliza_movimiento (organizacion_id, contacto_id, poliza_id) WHERE contacto_id IS NOT NULL;
CREATE INDEX ix_poliza_movimiento__uuid        ON poliza_movimiento (organizacion_id, uuid, poliza_id) WHERE uuid <> '';

ALTER TABLE cuenta_contable RENAME CONSTRAINT uq_cuenta_contable__codigo TO uq_cuenta_contable__cuenta;  -- as the interface calls it
CREATE INDEX "ix_cuenta_contable__padreId" ON cuenta_contable (organizacion_id, padre_id);

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (210, '2026-11-17', 'nuevo', 'POST /api/Contabilidad/Poliza',
        'Nueva operación, adicional a las publicadas: registra una póliza a mano (nómina, depreciación, reclasificaciones), de hasta 5,000 partidas que cuadran, con sucursal, proyecto, clasificador, tercero y folio fiscal. Las cuentas que mueven los documentos no se tocan a mano.',
        NULL),
    (211, '2026-11-17', 'nuevo', 'POST /api/Contabilidad/Poliza/{id}/Copiar',
        'Nueva operación, adicional a las publicadas: registra otra póliza con las partidas de una, para lo que se repite cada mes.',
        NULL),
    (212, '2026-11-17', 'nuevo', 'DELETE /api/Contabilidad/Poliza/{id}',
        'Nueva operación, adicional a las publicadas: reversa una póliza hecha a mano con otra de signo contrario. Una póliza no se modifica ni se borra.',
        NULL),
    (213, '2026-11-17', 'nuevo', 'GET /api/Contabilidad/Polizas',
        'Nueva operación, adicional a las publicadas: lista todas las pólizas. Con transaccionId, las de un documento; cada una dice el documento de que viene.',
        NULL),
    (214, '2026-11-17', 'nuevo', 'GET /api/Contabilidad/Polizas/{id}',
        'Nueva operación, adicional a las publicadas: obtiene una póliza con sus partidas.',
        NULL),
    (215, '2026-11-17', 'nuevo', 'GET /api/Contabilidad/Cuentas',
        'Nueva operación, adicional a las publicadas: lista el catálogo de cuentas contables.',
        NULL),
    (216, '2026-11-17', 'nuevo', 'POST /api/Contabilidad/Cuentas',
        'Nueva operación, adicional a las publicadas: crea una cuenta contable, con su código agrupador del SAT.',
        NULL),
    (217, '2026-11-17', 'nuevo', 'PUT /api/Contabilidad/Cuentas/{id}',
        'Nueva operación, adicional a las publicadas: actualiza una cuenta contable. La que tiene movimientos conserva su lugar y su naturaleza; de las que usa el sistema cambian el nombre y el código agrupador.',
        NULL),
    (218, '2026-11-17', 'nuevo', 'GET /api/Contabilidad/Cuentas/{id}',
        'Nueva operación, adicional a las publicadas: obtiene una cuenta contable.',
        NULL);
