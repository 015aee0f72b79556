"""Goods at size: what a report of all layers costs beside the bare sum of them, today and at a day that is past; and the settlement of a truck's full day."""
import json, re, time


def timed(b, server, *queries):
    """How often a second these would run, one after the other."""
    out = b.run("psql", b.conn(server.db, "gestor_app"), "-Atq", "-c", "SELECT set_config('gestor.organizacion', '1', false)", "-c", "\\timing on", *(x for q in queries for x in ("-c", q)))
    return 1000 / sum(map(float, re.findall(r"([\d.]+) ms", out)))


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
        return timed(b, server, f"SELECT capa_id, sum({amount}) FROM gestor.{table} WHERE organizacion_id = 1 AND fecha < {until} GROUP BY 1 OFFSET 100000000")

    past = "timestamp '2026-06-30'"
    for what, query, sum_of in (("hoy", "", ("capa", "valor", "now()")), ("hoy, con su cuenta", "?incluirTotal=true", ("capa", "valor", "now()")),
                                ("a un día pasado", "?fechaCorte=2026-06-29", ("movimiento_inventario", "valor_capa", past))):
        limit, seen = b.interleave("capas " + what, {"gestor": lambda q=query: report(q), "sql": lambda s=sum_of: bare(*s)})
        b.row(f"análisis de {count:,} capas {what} / la pura suma por capa", b.median_ratio(seen, "gestor", "sql"), None,
              f"{1000 / limit['gestor']:,.0f} ms contra {1000 / limit['sql']:,.0f} ms")


def sell_from_truck(b, server, sales):
    """A load of today and so many notes, every other one paid in cash, and one collection in ten of them; the route and its truck."""
    def ask(columns, table, where):
        return b.sql(server.db, f"SELECT {columns} FROM gestor.{table} WHERE organizacion_id = 1 AND {where} ORDER BY 1 LIMIT 1").split("|")

    route, truck, branch = ask("ruta_id, almacen_id, sucursal_id", "ruta", "activo")
    store, = ask("min(almacen_id)", "almacen", f"sucursal_id = {branch} AND activo AND NOT es_ruta")
    concept, = ask("concepto_id", "concepto", "clave = 'IN-AJUSTE'")
    cash, = ask("min(forma_pago_id)", "forma_pago", "clave_sat33 = '01' AND uso_deposito")
    account, = ask("min(cuenta_id)", "cuenta_bancaria", f"activo AND tipo = 'Caja' AND moneda_id = 1 AND sucursal_id = {branch}")
    customer, debt = ask("contacto_id, transaccion_id", "transaccion t JOIN gestor.contacto c USING (organizacion_id, contacto_id)",
                         "t.obj_id = 1 AND t.moneda_id = 1 AND t.saldo > 1000 AND c.limite_credito = 0 AND c.activo")
    products = b.sql(server.db, "SELECT producto_id FROM gestor.producto WHERE organizacion_id = 1 AND tipo = 'Producto' AND NOT maneja_series AND NOT maneja_lotes AND activo "
                     "ORDER BY producto_id LIMIT 20").split()

    def post(path, **body):
        return server.call("POST", path, json.dumps(body).encode())["data"]

    goods = [{"productoId": int(p), "cantidad": sales} for p in products]
    post("/api/Inventario/Movimiento", tipoMovimiento="Entrada", almacenId=int(store), sucursalId=int(branch), conceptoId=int(concept), partidas=[{**g, "costoUnitario": 10.37} for g in goods])
    post("/api/Ruta/Carga", rutaId=int(route), almacenId=int(store), partidas=goods)
    for i in range(sales):
        post("/api/NotaVenta", almacenId=int(truck), sucursalId=int(branch), clienteId=int(customer), partidas=[
            {"productoId": int(products[(i + k) % len(products)]), "cantidad": 1, "precioUnitario": 20} for k in range(3)],
            **({"pagos": [{"formaPagoId": int(cash), "importe": 100}]} if i % 2 else {}))
        if i % 10 == 0:
            post("/api/Bancos/DepositoAgregar", cuentaId=int(account), formaPagoId=int(cash), contactoId=int(customer), almacenId=int(truck), sucursalId=int(branch), importe=1,
                 aplicaciones=[{"transaccionId": int(debt), "importe": 1}])
    b.sql(server.db, "VACUUM ANALYZE gestor.movimiento_inventario, gestor.transaccion, gestor.movimiento_banco, gestor.existencia")
    return int(route), int(truck), b.sql(server.db, f"SELECT max(fecha)::date FROM gestor.transaccion WHERE organizacion_id = 1 AND obj_id = 2 AND almacen_id = {truck}")


def settlement(b, server):
    sales = b.size(500, 20)
    route, truck, day = sell_from_truck(b, server, sales)
    body = json.dumps({"rutaId": route, "fechaLiquidacion": day}).encode()

    def settle():
        start = time.time()
        server.call("POST", "/simular/api/Ruta/Liquidaciones", body)
        return 1 / (time.time() - start)

    of_day = f"organizacion_id = 1 AND almacen_id = {truck} AND fecha >= '{day}' AND fecha < date '{day}' + 1"
    sums = (f"SELECT producto_id, sum(cantidad), sum(valor) FROM gestor.movimiento_inventario WHERE {of_day} GROUP BY 1",
            f"SELECT obj_id, sum(total) FROM gestor.transaccion WHERE {of_day} AND obj_id IN (1, 2, 8, 9) GROUP BY 1")
    limit, seen = b.interleave("liquidación", {"gestor": settle, "sql": lambda: timed(b, server, *sums)})
    b.row(f"liquidación de una ruta de {sales} ventas / las puras sumas", b.median_ratio(seen, "gestor", "sql"), None,
          f"{1000 / limit['gestor']:,.1f} ms contra {1000 / limit['sql']:,.1f} ms")


def main(b):
    server = b.Server("chica", b.SMALL)
    settlement(b, server)
    layers(b, server, b.opt.abiertos)
