"""Goods at size: what a report of all layers costs beside the bare sum of them, today and at a day that is past."""
import re, time


def load_layers(b, server, count):
    """So many layers of organization 1, each with the movement that brought it, spread over products that nothing else moves."""
    products = 5_000
    b.sql(server.db, f"""SET search_path = gestor, public; SELECT set_config('gestor.organizacion', '1', false);
        INSERT INTO producto (organizacion_id, codigo, descripcion, unidad_medida_id, clave_producto_servicio, clave_unidad, tasa_iva)
        SELECT 1, 'K' || lpad(i::text, 6, '0'), 'De muchas capas ' || i, u.unidad_medida_id, '01010101', 'H87', 0.16
        FROM generate_series(1, {products}) i, (SELECT unidad_medida_id FROM unidad_medida WHERE organizacion_id = 1 AND clave = 'PZA') u;
        INSERT INTO existencia (organizacion_id, almacen_id, producto_id, cantidad, valor)
        SELECT 1, a.almacen_id, p.producto_id, {count // products}, {count // products} * 10
        FROM producto p, (SELECT min(almacen_id) AS almacen_id FROM almacen WHERE organizacion_id = 1 AND activo AND NOT es_ruta) a
        WHERE p.organizacion_id = 1 AND p.codigo LIKE 'K______'""")
    for first in range(0, count // products, 20):  # days
        print(f"cargando {count:,} capas: {100 * first * products // count} %", flush=True)
        b.sql(server.db, f"""SET search_path = gestor, public; SELECT set_config('gestor.organizacion', '1', false);
            WITH nueva AS (
                INSERT INTO capa (organizacion_id, almacen_id, producto_id, transaccion_id, numero_partida, fecha, llegada, cantidad, restante, costo, valor)
                SELECT 1, e.almacen_id, e.producto_id, t.transaccion_id, t.numero_partida, d.fecha, d.fecha, 1, 1, 10, 10
                FROM existencia e JOIN producto p ON p.organizacion_id = 1 AND p.producto_id = e.producto_id AND p.codigo LIKE 'K______',
                     (SELECT transaccion_id, numero_partida FROM capa WHERE organizacion_id = 1 LIMIT 1) t,
                     LATERAL (SELECT timestamp '2026-01-01' + i * interval '1 day' AS fecha FROM generate_series({first}, {min(first + 20, count // products) - 1}) i) d
                WHERE e.organizacion_id = 1
                RETURNING *)
            INSERT INTO movimiento_inventario (organizacion_id, transaccion_id, numero_partida, almacen_id, producto_id, capa_id, fecha, cantidad, valor, valor_capa)
            SELECT 1, transaccion_id, numero_partida, almacen_id, producto_id, capa_id, fecha, 1, 10, 10 FROM nueva""")
    b.sql(server.db, "VACUUM ANALYZE gestor.capa, gestor.movimiento_inventario, gestor.existencia, gestor.producto")


def layers(b, server, count):
    load_layers(b, server, count)

    def report(query):
        start = time.time()
        server.call("GET", "/api/Inventario/AnalisisCapas" + query)
        return 1 / (time.time() - start)

    def bare(table, amount, until):
        out = b.run("psql", b.conn(server.db, "gestor_app"), "-Atq", "-c", "SELECT set_config('gestor.organizacion', '1', false)", "-c", "\\timing on", "-c",
                    f"SELECT capa_id, sum({amount}) FROM gestor.{table} WHERE organizacion_id = 1 AND fecha < {until} GROUP BY 1 OFFSET 100000000")
        return 1000 / float(re.findall(r"([\d.]+) ms", out)[-1])

    past = "timestamp '2026-06-30'"
    for what, query, sum_of in (("hoy", "", ("capa", "valor", "now()")), ("hoy, con su cuenta", "?incluirTotal=true", ("capa", "valor", "now()")),
                                ("a un día pasado", "?fechaCorte=2026-06-29", ("movimiento_inventario", "valor_capa", past))):
        limit, seen = b.interleave("capas " + what, {"gestor": lambda q=query: report(q), "sql": lambda s=sum_of: bare(*s)})
        b.row(f"análisis de {count:,} capas {what} / la pura suma por capa", b.median_ratio(seen, "gestor", "sql"), None,
              f"{1000 / limit['gestor']:,.0f} ms contra {1000 / limit['sql']:,.0f} ms")


def main(b):
    layers(b, b.Server("chica", b.SMALL), b.opt.abiertos)
