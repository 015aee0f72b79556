-- 0030: what the side that pays asks of the masters: how much a user may authorize, and what kind of operation one has with a supplier.
ALTER TABLE usuario
    ADD limite_autorizacion numeric(19,2),                       -- in pesos, of each document; null = no limit
    ADD CONSTRAINT "ck_usuario__limiteAutorizacion" CHECK (limite_autorizacion >= 0);
GRANT SELECT (limite_autorizacion) ON usuario TO gestor_app;
CALL vigilar('usuario', 'Usuario', 'usuario_id', 'usuario', '{contrasena}',
    'NOT (current_user = ''gestor_seguridad'' AND (OLD.fallos, OLD.fallos_desde, OLD.bloqueado_hasta, OLD.contrasena)
          IS DISTINCT FROM (NEW.fallos, NEW.fallos_desde, NEW.bloqueado_hasta, NEW.contrasena))');

-- The keys of the informative return of operations with third parties (DIOT). The country of a foreign supplier is its residenciaFiscal.
ALTER TABLE contacto
    ADD tipo_operacion text NOT NULL DEFAULT '',
    ADD CONSTRAINT "ck_contacto__tipoOperacion" CHECK (tipo_operacion IN ('', '02', '03', '06', '07', '08', '85', '87'));
CALL vigilar('contacto', 'Contacto', 'contacto_id', 'codigo');

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (135, '2026-11-16', 'nuevo', '/api/Contactos',
        'Los contactos tienen tipoOperacion: la clave de la operación que se tiene con un proveedor, para la declaración informativa de operaciones con terceros.',
        NULL);
