-- 0024: a password computed again is nobody's doing; functions that only older migrations used are gone.

-- What authentication writes of a user (attempts, the lock, the same password with today's parameters) it writes as gestor_seguridad, which can
-- do nothing else to these columns: no trace. Whoever else changes them does leave one.
DROP TRIGGER bitacora_crear     ON usuario;
DROP TRIGGER bitacora_modificar ON usuario;
CALL vigilar('usuario', 'Usuario', 'usuario_id', 'usuario', '{contrasena}',
    'NOT (current_user = ''gestor_seguridad'' AND (OLD.fallos, OLD.fallos_desde, OLD.bloqueado_hasta, OLD.contrasena)
          IS DISTINCT FROM (NEW.fallos, NEW.fallos_desde, NEW.bloqueado_hasta, NEW.contrasena))');

-- They gave parts to documents of before (0014, 0016), each with its own copy of where the last cent goes. The engine's is domain/motor/cubetas.
DROP FUNCTION cubetas_escalar(cubetas, numeric);
DROP FUNCTION cubetas_cuadrar(cubetas, numeric);
DROP FUNCTION cubetas_a_pesos(cubetas, numeric);
DROP FUNCTION cubetas_calcular(bigint, bigint);
