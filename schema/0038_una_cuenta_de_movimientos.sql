-- 0038: movements of stock and of transit have one count, so that of any two it is known which was first: a cancel asks for what left since. Rows of before keep
-- their numbers, which are lower than those to come.
ALTER TABLE movimiento_transito ALTER movimiento_id DROP IDENTITY;
SELECT setval('movimiento_inventario_movimiento_id_seq',
              greatest((SELECT max(movimiento_id) FROM movimiento_inventario), (SELECT max(movimiento_id) FROM movimiento_transito), 0) + 1, false);
ALTER TABLE movimiento_transito ALTER movimiento_id SET DEFAULT nextval('movimiento_inventario_movimiento_id_seq');
GRANT USAGE ON SEQUENCE movimiento_inventario_movimiento_id_seq TO gestor_app;
