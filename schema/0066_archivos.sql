-- 0066: files of documents that are there already: attached by the API, told in the trail of their document, and found by the CFDI they are.

CREATE TABLE orden_trabajo_archivo (                             -- what a file of a work order shows, and where it was made
    organizacion_id bigint NOT NULL,
    archivo_id      bigint NOT NULL,
    transaccion_id  bigint NOT NULL,
    clase           text   NOT NULL,
    latitud         numeric(9,6),
    longitud        numeric(9,6),
    CONSTRAINT pk_orden_trabajo_archivo                  PRIMARY KEY (organizacion_id, archivo_id),
    CONSTRAINT "fk_orden_trabajo_archivo__archivoId"     FOREIGN KEY (organizacion_id, archivo_id)     REFERENCES archivo,
    CONSTRAINT "fk_orden_trabajo_archivo__transaccionId" FOREIGN KEY (organizacion_id, transaccion_id) REFERENCES orden_trabajo,
    CONSTRAINT ck_orden_trabajo_archivo__clase           CHECK (clase IN ('Evidencia', 'Firma', 'Foto', 'Otro')),
    CONSTRAINT ck_orden_trabajo_archivo__latitud         CHECK (latitud  BETWEEN  -90 AND  90),
    CONSTRAINT ck_orden_trabajo_archivo__longitud        CHECK (longitud BETWEEN -180 AND 180)
);
CALL proteger('orden_trabajo_archivo');
GRANT SELECT, INSERT ON orden_trabajo_archivo TO gestor_app;

-- A document by the folio of its supplier.
CREATE INDEX "ix_compra__folioProveedor" ON compra (organizacion_id, folio_proveedor) WHERE folio_proveedor <> '';

-- A file of a document is a change of the document: which, of what size, and what it said.
CALL bitacora_funcion('bitacora_de_archivo', $f$
    INSERT INTO bitacora (organizacion_id, registro_id, documento, recurso, folio, accion, cambios)
    SELECT NEW.organizacion_id, NEW.transaccion_id, true, t.tipo_documento, t.folio, 'Modificar',
           jsonb_build_array(jsonb_build_object('campo', 'archivos', 'antes', '', 'despues',
               jsonb_build_object('archivoId', NEW.archivo_id, 'nombre', NEW.nombre || '.' || NEW.extension, 'tamano', NEW.tamano)))
    FROM   transaccion t WHERE t.organizacion_id = NEW.organizacion_id AND t.transaccion_id = NEW.transaccion_id;$f$);
CREATE TRIGGER bitacora_crear AFTER INSERT ON archivo FOR EACH ROW WHEN (NEW.transaccion_id IS NOT NULL) EXECUTE FUNCTION bitacora_de_archivo();

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (313, '2026-11-17', 'nuevo', 'POST /api/ArchivoDigital/Agregar',
        'Agrega a un documento un archivo de hasta 20 MB: xml, pdf, png, jpg, jpeg, webp, zip, xlsx, docx, txt o csv, que debe ser lo que su extensión dice. El mismo contenido otra vez es el archivo que ya está. Un XML que es el CFDI del documento le da su folio fiscal; si no es suyo, se guarda y advertencias dice por qué.', NULL),
    (314, '2026-11-17', 'nuevo', 'POST /api/ArchivoDigital/AgregarBase64',
        'Agrega a un documento un archivo que viene en base64 dentro de JSON, con las mismas reglas.', NULL),
    (315, '2026-11-17', 'nuevo', 'POST /api/ArchivoDigital/AgregarCfdi',
        'Agrega un CFDI, y si se quiere su representación impresa, al documento que es suyo: el que tiene su folio fiscal o, si ninguno lo tiene, el de la misma contraparte, total, serie y folio. Cuando no se sabe cuál es, candidatos dice los que pueden ser.', NULL),
    (316, '2026-11-17', 'nuevo', 'POST /api/OrdenTrabajo/ArchivoDigital',
        'Agrega a una orden de trabajo una foto, una firma u otra evidencia de hasta 10 MB, con el lugar y el momento en que se hizo. GET /api/OrdenTrabajo las muestra en archivos.', NULL),
    (317, '2026-11-17', 'corregido', 'POST /api/SolicitudPago/V2',
        'Cada archivo debe ser de una extensión que se guarda, y ser lo que su extensión dice. Antes se guardaba cualquiera.', 'Envíe xml, pdf, png, jpg, jpeg, webp, zip, xlsx, docx, txt o csv.'),
    (318, '2026-11-17', 'mejorado', 'GET /api/Bitacora',
        'Cada archivo que se agrega a un documento queda en la bitácora del documento, con su nombre y tamaño.', NULL);
