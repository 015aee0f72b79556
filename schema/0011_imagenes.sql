-- A product's picture is a file of no document. It belongs to one product: who replaces it may delete it.
ALTER TABLE producto ADD imagen_id bigint,
    ADD CONSTRAINT "fk_producto__imagenId" FOREIGN KEY (organizacion_id, imagen_id) REFERENCES archivo;
CREATE UNIQUE INDEX "uq_producto__imagenId" ON producto (organizacion_id, imagen_id) WHERE imagen_id IS NOT NULL;

-- A replaced picture goes, content and all, in the transaction that replaces it; nothing is left to sweep. What belongs
-- to a document stays: the policy is restrictive, so no other can open it again.
GRANT DELETE ON archivo TO gestor_app;
CREATE POLICY sin_documento ON archivo AS RESTRICTIVE FOR DELETE USING (transaccion_id IS NULL);
ALTER TABLE archivo_bloque DROP CONSTRAINT "fk_archivo_bloque__archivoId",
    ADD CONSTRAINT "fk_archivo_bloque__archivoId" FOREIGN KEY (organizacion_id, archivo_id) REFERENCES archivo ON DELETE CASCADE;
