"""The writes of scripts/bench: documents against the same statements sent by pgbench, the aging reports, reads while others write."""
import http.client, json, os, re, statistics, time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlparse


def captured(b, server, method, path, body):
    """The statements of one call, with their values, as PostgreSQL logged them: pgbench sends the same."""
    b.sql(server.db, f"ALTER ROLE gestor_app IN DATABASE {server.db} SET log_min_duration_statement = 0")
    server.restart()
    server.call(method, path, body)  # prepares what it needs
    name = b.opt.registro
    before = os.path.getsize(name)
    answer = server.call(method, path, body)["data"]
    time.sleep(0.3)
    b.sql(server.db, f"ALTER ROLE gestor_app IN DATABASE {server.db} RESET log_min_duration_statement")
    with open(name, errors="replace") as f:
        f.seek(before)
        text = f.read()
    server.restart()
    entries = re.split(r"\n(?=\S.*?(?:LOG|DETAIL|STATEMENT):  )", text)
    statements = []
    for i, e in enumerate(entries):
        m = re.search(r"duration: [\d.]+ ms  (?:execute [^:]+|statement): (.*)", e, re.S)
        if not m:
            continue
        values = {}
        if i + 1 < len(entries) and "parameters: " in entries[i + 1]:
            detail = entries[i + 1].split("parameters: ", 1)[1]
            for n, quoted in re.findall(r"\$(\d+) = ('(?:[^']|'')*'|NULL)", detail, re.S):
                values[int(n)] = quoted
        statements.append((m[1].strip().rstrip(";"), values, re.search(r"\[(\d+)\]", e)[1]))
    # The server's own housekeeping is in the same log: only the session that made the document counts.
    own = next(s for _, _, s in (x for x in statements if "nextval('transaccion_transaccion_id_seq')" in x[0]))
    mine = [(text, values) for text, values, session in statements if session == own]
    made = next(i for i, (text, _) in enumerate(mine) if "nextval('transaccion_transaccion_id_seq')" in text)
    begin = max(i for i, (text, _) in enumerate(mine[:made]) if re.match("begin", text, re.I))
    end = next(i for i, (text, _) in enumerate(mine) if i > made and re.match("commit", text, re.I))
    return mine[begin:end + 1], answer


def replay(b, server, name, statements, answer):
    """One transaction by round trips. The numbers of the document and of the layers that it opens are all that differs from one to the next."""
    own = str(answer["transaccionId"])
    layers = b.sql(server.db, f"SELECT capa_id FROM gestor.capa WHERE organizacion_id = 1 AND transaccion_id = {own} ORDER BY 1").split()

    def number(n):
        return rf"(?<!\d){n}(?!\d)"
    path = f"{b.opt.temporal}/{server.db}_{name}.sql"
    with open(path, "w") as f:
        for text, values in statements:
            if re.match(r"(begin|commit)", text, re.I):  # BEGIN comes with the tenant
                f.write(" ".join(text.split()) + ";\n")
                continue

            def value(m):
                v = values.get(int(m[1]), "NULL")
                if v == f"'{own}'":
                    return ":id"
                fresh = [(own, "id")]
                if layers and all(re.search(number(n), v) for n in layers):  # the list of them: elsewhere such a number is another thing's
                    fresh += [(n, f"capa{k}") for k, n in enumerate(layers, 1)]
                for found, variable in fresh:
                    marked = re.sub(number(found), f"@{variable}@", v)
                    if marked != v:
                        v = f"replace({marked}, '@{variable}@', :{variable}::text)"
                return v

            bare = re.sub(r"--.*", "", text)  # a comment would hide the rest of the one line
            line = " ".join(re.sub(r"\$(\d+)", value, bare).split())
            # The open balance of a paid document is given in parts and is the same each time, so its balance is computed from them.
            line = line.replace("saldo = t.saldo + k.cambio", "saldo = coalesce(cubetas_total(nullif(k.pendiente, '')::cubetas), 0)")
            if "nextval('transaccion_transaccion_id_seq')" in line:
                f.write(f'SELECT x."transaccionId" AS id FROM ({line}) x \\gset\n')
            elif "nextval('capa_capa_id_seq')" in line:
                taken = ", ".join(f"(array_agg(x.id))[{k}] AS capa{k}" for k in range(1, len(layers) + 1))
                f.write(f"SELECT {taken} FROM ({line}) x \\gset\n")
            else:
                f.write(line + ";\n")
    return path


def order_body(b, server):
    """An order of 5 lines that takes from plentiful stock, for a customer without a credit limit."""
    product = b.sql(server.db, "SELECT e.producto_id FROM gestor.existencia e JOIN gestor.almacen a USING (organizacion_id, almacen_id) "
                    "WHERE e.organizacion_id = 1 AND a.clave = 'GENERAL' AND e.cantidad > 100 ORDER BY 1 LIMIT 5").split()
    customer = b.sql(server.db, "SELECT contacto_id FROM gestor.contacto WHERE organizacion_id = 1 AND limite_credito = 0 AND rfc NOT LIKE 'XAXX%' AND activo ORDER BY 1 LIMIT 1")
    return json.dumps({"clienteId": int(customer), "partidas": [{"productoId": int(p), "cantidad": 0.001, "precioUnitario": 100} for p in product]}).encode()


def post_script(b, name, body, token):
    path = f"{b.opt.temporal}/{name}.lua"
    with open(path, "w") as f:
        f.write(f"""wrk.method = "POST"
wrk.body = [[{body.decode()}]]
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Authorization"] = "Bearer {token}"
""")
    return path


def against_pgbench(b, server, name, path, body, goal):
    statements, answer = captured(b, server, "POST", path, body)
    script = replay(b, server, name, statements, answer)
    lua = post_script(b, name, body, server.token)

    # As a session that writes plans (persistence/session.cpp).
    env = dict(os.environ, PGOPTIONS="-c search_path=gestor,public -c enable_seqscan=off -c plan_cache_mode=force_generic_plan")

    def rate(clients):
        out = b.run("pgbench", "-n", "-M", "prepared", "-c", str(clients), "-j", "1", *b.lasting(), "-f", script, b.conn(server.db, "gestor_app"), env=env)
        return float(re.search(r"tps = ([\d.]+)", out)[1])

    limit, seen = b.interleave(name, {"gestor": lambda: b.wrk(server.url + path, lua, 8)[0], "2": lambda: rate(2), "4": lambda: rate(4)})
    best = max(("2", "4"), key=lambda k: limit[k])
    b.row(f"{name} / pgbench con las mismas sentencias ({best} clientes)", b.median_ratio(seen, "gestor", best), goal,
          f"{limit['gestor']:,.0f} contra {limit[best]:,.0f} por segundo, una serie; {len(statements)} sentencias")


def purchase_body(b, server, order, price):
    """A purchase of the products of an order, from a supplier."""
    supplier = int(b.sql(server.db, "SELECT contacto_id FROM gestor.contacto WHERE organizacion_id = 1 AND tipo_contacto IN ('Proveedor', 'Ambos') AND activo ORDER BY 1 LIMIT 1"))
    lines = [{"productoId": line["productoId"], "cantidad": 1, "precioUnitario": price} for line in json.loads(order)["partidas"]]
    return json.dumps({"proveedorId": supplier, "partidas": lines}).encode()


def payment_body(b, server, order, count):
    """An egress that pays a cent of each of so many purchases: they outlast any run."""
    purchase = purchase_body(b, server, order, 1_000_000)
    payables = [server.call("POST", "/api/FacturaCompra", purchase)["data"]["transaccionId"] for _ in range(count)]
    account, form = b.sql(server.db, "SELECT (SELECT min(cuenta_id) FROM gestor.cuenta_bancaria WHERE organizacion_id = 1 AND tipo = 'Banco' AND moneda_id = 1), "
                          "(SELECT forma_pago_id FROM gestor.forma_pago WHERE organizacion_id = 1 AND nombre = 'Transferencia')").split("|")
    return json.dumps({"cuentaId": int(account), "formaPagoId": int(form), "partidas": [{"transaccionIdCompra": i, "importeAbono": 0.01} for i in payables]}).encode()


def documents(b, server):
    body = order_body(b, server)
    against_pgbench(b, server, "crear pedido de 5 partidas", "/api/PedidoCliente", body, lambda v: v >= 0.8)
    against_pgbench(b, server, "crear factura de 5 partidas con existencia y póliza", "/api/FacturaVenta", body, None)
    against_pgbench(b, server, "registrar factura de compra de 5 partidas", "/api/FacturaCompra", purchase_body(b, server, body, 10), None)
    against_pgbench(b, server, "egreso que paga 20 compras", "/api/Bancos/EgresoAgregar", payment_body(b, server, body, 20), None)
    return body


# Receivables and payables: the report, the document opened for it, and the document types that it adds up.
RECEIVABLE = ("/api/CuentasPorCobrar/AntiguedadSaldos", "cliente", 1, "ZZ", "Factura de venta", "1, 2, 6, 7, 8, 9, 13, 14, 15, 24, 26, 27, 29")
PAYABLE = ("/api/CuentasPorPagar/AntiguedadSaldos", "proveedor", 13, "ZC", "Factura de compra", "10, 13, 14, 15, 26, 27, 29")


def open_documents(b, server, count, side=RECEIVABLE):
    """So many open invoices of organization 1, without lines, spread over its contacts."""
    _, _, kind, series, name, _ = side
    customers = int(b.sql(server.db, "SELECT least(count(*), 10000) FROM gestor.contacto WHERE organizacion_id = 1"))
    for first in range(1, count + 1, 1_000_000):
        print(f"cargando {count:,} documentos abiertos: {100 * (first - 1) // count} %", flush=True)
        b.sql(server.db, f"""SET search_path = gestor, public; SELECT set_config('gestor.organizacion', '1', false);
            INSERT INTO transaccion (organizacion_id, sucursal_id, contacto_id, numero, fecha, obj_id, serie, tipo_documento, estado, subtotal, total, saldo, fecha_vencimiento, fecha_creacion)
            SELECT 1, 1, k.id, 1000000 + i, timestamp '2026-01-01' + i % 200 * interval '1 day', {kind}, '{series}', '{name}', 'Pendiente', 100, 100, 100, date '2026-01-31' + i % 200, now()
            FROM generate_series({first}, {min(count, first + 999_999)}) i
            JOIN (SELECT row_number() OVER () - 1 AS n, contacto_id AS id FROM (SELECT contacto_id FROM contacto WHERE organizacion_id = 1 ORDER BY 1 LIMIT {customers}) c) k ON k.n = i % {customers}""")
    b.sql(server.db, "VACUUM ANALYZE gestor.transaccion")


def aging(b, server, count, side):
    """The aging of all contacts against the bare sum of the same balances by contact."""
    path, who, _, _, _, kinds = side
    open_documents(b, server, count, side)

    def report():
        start = time.time()
        server.call("GET", path)
        return 1 / (time.time() - start)

    def bare():
        out = b.run("psql", b.conn(server.db, "gestor_app"), "-Atq", "-c", "SELECT set_config('gestor.organizacion', '1', false)", "-c", "\\timing on", "-c",
                    f"SELECT contacto_id, sum(saldo) FROM gestor.transaccion WHERE organizacion_id = 1 AND saldo > 0 AND obj_id IN ({kinds}) GROUP BY 1")
        return 1000 / float(re.findall(r"([\d.]+) ms", out)[-1])

    limit, seen = b.interleave("antigüedad por " + who, {"gestor": report, "sql": bare})
    b.row(f"antigüedad de saldos, {count:,} documentos abiertos / la pura suma por {who}", b.median_ratio(seen, "gestor", "sql"), None,
          f"{1000 / limit['gestor']:,.0f} ms contra {1000 / limit['sql']:,.0f} ms")


def mixed(b, server, order):
    """Reads at a fixed rate, alone and while a tenth of all calls writes orders: the 99th percentile of the reads."""
    where = urlparse(server.url)
    ids = open(server.ids).read().split()
    headers = {"Authorization": "Bearer " + server.token, "Content-Type": "application/json"}

    def caller(method, paths, body, rate):
        times = []
        c = http.client.HTTPConnection(where.hostname, where.port)
        start = time.perf_counter()
        n = 0
        while (now := time.perf_counter()) - start < b.opt.segundos:
            due = start + n / rate
            if now < due:
                time.sleep(due - now)
            begin = time.perf_counter()
            c.request(method, paths[n % len(paths)], body, headers)
            answer = c.getresponse()
            answer.read()
            assert answer.status == 200, answer.status
            times.append((time.perf_counter() - begin) * 1000)
            n += 1
        return times

    def p99(writes):
        with ThreadPoolExecutor(5) as pool:
            reads = [pool.submit(caller, "GET", ["/api/RegistroVenta/" + i for i in ids[t::4]], None, 90) for t in range(4)]
            if writes:
                pool.submit(caller, "POST", ["/api/PedidoCliente"], order, 40).result()
            return statistics.quantiles([t for r in reads for t in r.result()], n=100)[98]

    limit, seen = b.interleave("mezcla", {"solas": lambda: p99(False), "mezcla": lambda: p99(True)})
    b.row("p99 de lecturas con 10 % de escrituras / solas", b.median_ratio(seen, "mezcla", "solas"), lambda v: v <= 1.5,
          f"{limit['mezcla']:.1f} ms contra {limit['solas']:.1f} ms, 360 lecturas por segundo")
