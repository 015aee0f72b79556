-- 0106: a document that owes nothing because a part of it was written off is Incobrable, no longer Pagado.
ALTER TABLE transaccion
    DROP CONSTRAINT ck_transaccion__estado,
    ADD CONSTRAINT ck_transaccion__estado CHECK (estado IN
        ('Pendiente', 'Parcial', 'Pagado', 'Cancelado', 'Facturado', 'Aplicado', 'Asignado', 'Autorizado', 'EnProceso', 'Cerrado',
         'Terminado', 'Pausado', 'Surtido', 'Vigente', 'Aceptado', 'Vencido', 'Recibido', 'EnTransito', 'Validado', 'Abierto', 'Incobrable'));
UPDATE objeto SET estados = array_append(estados, 'Incobrable') WHERE obj_id IN (1, 2, 24);

CREATE FUNCTION pg_temp.incobrables_marcar(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    UPDATE transaccion t SET estado = 'Incobrable'
    WHERE  t.organizacion_id = p_organizacion AND t.obj_id IN (1, 2, 24) AND t.estado = 'Pagado' AND t.saldo = 0
      AND  EXISTS (SELECT FROM aplicacion a WHERE a.organizacion_id = t.organizacion_id AND a.destino_id = t.transaccion_id
                     AND a.tipo = 'Incobrable' AND a.fecha_reversa IS NULL)
$$;
CALL en_cada_organizacion('pg_temp.incobrables_marcar');
DROP FUNCTION pg_temp.incobrables_marcar;
