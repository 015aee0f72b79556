#!/usr/bin/env python3
"""The measurements of scripts/bench. Each ratio is the median of interleaved rounds, so that a noisy neighbour hits both sides."""
import argparse, base64, contextlib, importlib, json, os, re, resource, socket, statistics, subprocess, sys, time, urllib.request

import bench_cfdi, bench_escrituras, bench_inventario, bench_procesador, bench_reportes

GESTOR = os.environ["GESTOR_BIN"]
for name in [n for n in os.environ if n.startswith("GESTOR_")]:
    del os.environ[name]  # settings of the program begin so; the servers here have theirs on the command line
p = argparse.ArgumentParser()
for name, kind in (("admin", str), ("temporal", str), ("json", str), ("registros", int), ("rondas", int), ("segundos", int), ("contactos", int), ("abiertos", int), ("cfdis", int), ("lineas", int), ("registro", str)):
    p.add_argument("--" + name, type=kind, required=True)
p.add_argument("--modo", choices=("cfdi", "distancia", "inventario", "limites", "pares", "procesador", "reportes", "sobrecarga"), default="limites")
p.add_argument("--humo", action="store_true")
p.add_argument("--soak", type=float, default=0)
p.add_argument("--publicar", action="store_true")
p.add_argument("--tryton", action="store_true")
opt = p.parse_args()
CONNECTIONS = 64


def size(whole, smoke):
    """How much of something. A smoke run only sees that every measure still runs to its end."""
    return smoke if opt.humo else whole


SMALL = size(50_000, 1_000)
ends = contextlib.ExitStack()  # stops whatever was started, however the run ends


def conn(db, user=None):
    text = re.sub(r"dbname=\S+", "dbname=" + db, opt.admin)
    return re.sub(r"user=\S+", "user=" + user, text) if user else text


def run(*command, **kw):
    done = subprocess.run(command, capture_output=True, text=True, **kw)
    if done.returncode != 0:
        sys.exit(" ".join(command) + "\n" + done.stderr[-2000:])
    return done.stdout


def sql(db, text):
    return run("psql", conn(db), "-Atqc", text).strip()


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def call(url, token, method, path, body=None):
    headers = {"Content-Type": "application/json", **({"Authorization": "Bearer " + token} if token else {})}
    return json.load(urllib.request.urlopen(urllib.request.Request(url + path, body, headers, method=method)))


def load_demo(env, db, records):
    run(GESTOR, "migrate", env=env)
    print(f"cargando {records:,} registros en {db}...", flush=True)
    start = time.time()
    subprocess.run([GESTOR, "demo", "--registros", str(records)], env=env, check=True)
    print(f"  {time.time() - start:.0f} s ({records / (time.time() - start):,.0f}/s)", flush=True)
    sql(db, "VACUUM ANALYZE")
    sql("postgres", "CHECKPOINT")


class Server:
    """A real `gestor serve` on a database of its own size."""

    def __init__(self, db, records):
        self.db = db = f"{opt.modo}_{db}"
        sql("postgres", f"CREATE DATABASE {db}" + size("", " TEMPLATE humo"))
        env = dict(os.environ, GESTOR_BASE_DATOS_ADMIN=conn(db), GESTOR_BASE_DATOS=conn(db, "gestor_app"))
        if not opt.humo:
            load_demo(env, db, records)
        keys = f"{opt.temporal}/llaves"
        with open(keys, "w") as f:
            f.write("k1 " + base64.b64encode(os.urandom(32)).decode() + "\n")
        self.log = open(f"{opt.temporal}/{db}.log", "w")
        self.command, self.env = [GESTOR, "serve", "--puerto", "0", "--hilos", "1", "--conexiones-por-direccion", "20000", "--llaves-token", keys, "--bitacora", f"{opt.temporal}/{db}.access"], env
        self.start()
        ends.callback(self.stop)
        self.credentials = self.account(1)
        self.login()
        ids = sql(db, "SELECT transaccion_id FROM gestor.transaccion WHERE organizacion_id = 1 AND es_venta ORDER BY hashint8(transaccion_id) LIMIT 1024")
        self.ids = f"{opt.temporal}/{db}.ids"
        with open(self.ids, "w") as f:
            f.write(ids)

    def start(self):
        self.process = subprocess.Popen(self.command, env=self.env, stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.url = self.process.stdout.readline().split()[-1]

    def account(self, organization):
        password = run(GESTOR, "usuario", "crear", "--organizacion", str(organization), "--usuario", f"bench{organization}", "--rol", "administrador", env=self.env)
        key = run(GESTOR, "consumidor", "crear", "--organizacion", str(organization), "--nombre", "bench", "--tipo", "Otro", env=self.env)
        return {"usuario": f"bench{organization}", "contrasena": re.search("contrasena: (.*)", password)[1], "apiKey": re.search("apiKey: (.*)", key)[1]}

    def token_for(self, credentials):
        return call(self.url, None, "POST", "/api/Seguridad/Autenticar", json.dumps(credentials).encode())["data"]["accessToken"]

    def login(self):
        """A token lives an hour."""
        self.token = self.token_for(self.credentials)

    def restart(self):
        self.stop()
        self.start()

    def call(self, method, path, body=None):
        return call(self.url, self.token, method, path, body)

    def cpu(self):
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        return int(re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{self.process.pid}/status").read())[1])

    def lua(self, name, body):
        path = f"{opt.temporal}/{self.db}_{name}.lua"
        with open(path, "w") as f:
            f.write(f"""local h = {{["Authorization"] = "Bearer {self.token}"}}
local ids = {{}}
for line in io.lines("{self.ids}") do ids[#ids + 1] = line end
math.randomseed(os.time())
request = function() {body} end
""")
        return path

    def stop(self):
        self.process.terminate()
        self.process.wait(30)


def wrk(url, script=None, connections=CONNECTIONS, seconds=opt.segundos):
    for seconds in size((seconds,), (1, 10, 60)):  # a second may be too short on a machine that others use
        command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}", "--timeout", "10s", "--latency"] + (["-s", script] if script else []) + [url]
        out = run(*command)
        rate = float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1])
        if rate:
            break
    if "Non-2xx or 3xx responses" in out or "Socket errors" in out or not rate:
        sys.exit("la carga tuvo errores:\n" + out)
    p99 = re.search(r"99%\s+([\d.]+)(us|ms|s)", out)
    scale = {"us": 0.001, "ms": 1, "s": 1000}[p99[2]]
    return rate, float(p99[1]) * scale


def lasting():
    """For how long pgbench runs."""
    return ("-t", "3") if opt.humo else ("-T", str(opt.segundos))


def pgbench(server, script, clients):
    env = dict(os.environ, PGOPTIONS="-c search_path=gestor,public -c default_transaction_isolation=repeatable\\ read -c default_transaction_read_only=on -c jit=off")
    out = run("pgbench", "-n", "-M", "prepared", "-c", str(clients), "-j", "1", *lasting(), "-f", script,
              "-D", "urlBase=http://127.0.0.1:8080", conn(server.db, "gestor_app"), env=env)
    return float(re.search(r"tps = ([\d.]+)", out)[1])


def prepared(prefix):
    """The very statements that the server prepared for a read."""
    return [" ".join(s.split()) for s in re.findall(rf"^-- {prefix}_\d+\n(.*?);$", run(GESTOR, "lecturas"), re.S | re.M)]


def pgbench_script(server, name, prefix, head):
    """The server's statements, closed by one Sync like a request of the fast lane."""
    path = f"{opt.temporal}/{server.db}_{name}.sql"
    with open(path, "w") as f:
        f.write("\\set organizacionId 1\n" + head + "\\startpipeline\nSELECT set_config('gestor.organizacion', :organizacionId::text, true);\n")
        f.write("".join(s + ";\n" for s in prepared(prefix)) + "\\endpipeline\n")
    return path


def random_id(server):
    """The same records for pgbench as for wrk: a tree of CASE finds one in ten comparisons."""
    ids = open(server.ids).read().split()

    def tree(lo, hi):
        if hi - lo == 1:
            return ids[lo]
        mid = (lo + hi) // 2
        return f"case when :n < {mid} then {tree(lo, mid)} else {tree(mid, hi)} end"

    return f"\\set n random(0, {len(ids) - 1})\n\\set id {tree(0, len(ids))}\n"


rows, details = [], {}


def row(name, ratio, goal, text):
    good = "" if goal is None or opt.humo else ("✓" if goal(ratio) else "✗")
    rows.append({"medida": name, "valor": round(ratio, 3), "detalle": text, "meta": good})
    print(f"  {name:<58} {ratio:8.2f} {good}  {text}", flush=True)


def interleave(name, sides):
    """Runs all sides once per round, in turn; returns the median of each side's figures by name."""
    seen = {k: [] for k in sides}
    for _ in range(opt.rondas):
        for k, measure in sides.items():
            seen[k].append(measure())
    details[name] = seen
    return {k: statistics.median(v) for k, v in seen.items()}, seen


def median_ratio(seen, a, b):
    return statistics.median(x / y for x, y in zip(seen[a], seen[b]))


def record_script(server):
    return server.lua("record", 'return wrk.format("GET", "/api/RegistroVenta/" .. ids[math.random(#ids)], h)')


def record(server):
    script = record_script(server)
    return lambda: wrk(server.url, script)[0]


def nginx():
    root = f"{opt.temporal}/nginx"
    os.makedirs(root, exist_ok=True)
    body = '{"status":"Healthy","version":"0.1.0","fecha":"2026-01-01T00:00:00Z","baseDatos":"Healthy"}'
    with open(f"{root}/health", "w") as f:
        f.write(body)
    os.chmod(opt.temporal, 0o755)
    port = free_port()
    with open(f"{root}/nginx.conf", "w") as f:
        f.write(f"""worker_processes 1; pid {root}/pid; error_log {root}/error.log; daemon off;
events {{ worker_connections 4096; }}
http {{ access_log off; keepalive_requests 1000000000; sendfile on; open_file_cache max=10; types {{}} default_type application/json;
server {{ listen 127.0.0.1:{port} reuseport; root {root}; }} }}
""")
    process = ends.enter_context(subprocess.Popen(["nginx", "-p", root, "-c", f"{root}/nginx.conf"], stderr=subprocess.DEVNULL))
    ends.callback(process.terminate)
    time.sleep(0.5)
    return f"http://127.0.0.1:{port}/health"


def idle_connections(server, count):
    resource.setrlimit(resource.RLIMIT_NOFILE, (count + 200, max(count + 200, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
    host, port = server.url.split("//")[1].split(":")
    before = server.memory()
    sockets = []
    for _ in range(count):
        s = socket.create_connection((host, int(port)))
        s.sendall(b"GET /api/Health/live HTTP/1.1\r\nHost: x\r\n\r\n")
        s.recv(4096)
        sockets.append(s)
    time.sleep(1)
    after = server.memory()
    alive = 0
    for s in sockets[:: max(1, count // 100)]:
        s.sendall(b"GET /api/Health/live HTTP/1.1\r\nHost: x\r\n\r\n")
        alive += s.recv(4096).startswith(b"HTTP/1.1 200")
    for s in sockets:
        s.close()
    row(f"KB por conexión inactiva, con {count:,}", (after - before) / count, lambda v: v <= 10 and alive == 100, f"{alive} de 100 sondeadas contestan; {after / 1024:.0f} MB en total")


def contact_search(server, count):
    """A page of contacts with a search against a page without one, among many contacts: a rare word, one that half of them have, and one
    that a twentieth has, all at the end of the order of names."""
    print(f"cargando {count:,} contactos...", flush=True)
    sql(server.db, f"""SET search_path = gestor, public; SELECT set_config('gestor.organizacion', '1', false);
        INSERT INTO contacto (organizacion_id, codigo, tipo_contacto, nombre, rfc, correo)
        SELECT 1, 'M' || lpad(i::text, 8, '0'), 'Cliente',
               CASE WHEN i % 20 = 0 THEN 'ZAPATERÍA ' ELSE '' END || (ARRAY['ÁGUILA', 'PEÑÓN', 'MONTAÑA', 'CAÑÓN', 'BAJÍO', 'RÍO'])[1 + (hashint4(i) & 3)]
               || ' ' || (ARRAY['DISTRIBUIDORA', 'COMERCIALIZADORA'])[1 + i % 2] || ' ' || md5(i::text), 'XAXX010101000', 'c' || i || '@cliente.example'
        FROM generate_series(1, {count}) i; ANALYZE contacto""")
    sql(server.db, "VACUUM gestor.contacto")
    rare = sql(server.db, f"SELECT substr(md5('{count // 2}'), 5, 9)")
    plain, common, few, late = (server.lua("contacts" + n, f'return wrk.format("GET", "/api/Contactos{q}", h)')
                                for n, q in (("", ""), ("_c", "?busqueda=distribuidora"), ("_r", "?busqueda=" + rare), ("_t", "?busqueda=zapateria")))
    # Few connections: what is compared is the time of an answer, and a queue of long ones would only be told to come back.
    limit, seen = interleave("contactos", {side: (lambda script=script: wrk(server.url, script, 2)[0])
                                           for side, script in (("sin", plain), ("comun", common), ("rara", few), ("tardia", late))})
    for side, text in (("rara", "rara"), ("comun", "que tiene la mitad"), ("tardia", "del final del orden")):
        row(f"página de contactos con búsqueda {text} / sin búsqueda", median_ratio(seen, side, "sin"), lambda v: v >= 0.1,
            f"{limit[side]:,.0f} contra {limit['sin']:,.0f} por segundo, {count:,} contactos")


def price_update(server, count):
    """One call that changes many prices against the bare upsert of the same rows, sent to PostgreSQL as one statement."""
    sql(server.db, f"""SET search_path = gestor, public; SELECT set_config('gestor.organizacion', '1', false);
        INSERT INTO producto (organizacion_id, codigo, descripcion, unidad_medida_id, clave_producto_servicio, clave_unidad, tasa_iva)
        SELECT 1, 'B' || lpad(i::text, 6, '0'), 'Producto ' || i, u.unidad_medida_id, '01010101', 'H87', 0.16
        FROM generate_series(1, {count}) i, (SELECT unidad_medida_id FROM unidad_medida WHERE organizacion_id = 1 AND clave = 'PZA') u; ANALYZE producto""")
    unit = int(sql(server.db, "SELECT unidad_medida_id FROM gestor.unidad_medida WHERE organizacion_id = 1 AND clave = 'PZA'"))
    ids = [int(i) for i in sql(server.db, "SELECT producto_id FROM gestor.producto WHERE organizacion_id = 1 AND codigo LIKE 'B%'").split()]
    lists = [server.call("POST", "/api/ListaPrecios", json.dumps({"clave": "BENCH" + n, "nombre": "Banco " + n, "monedaId": 1}).encode())["data"]["listaPreciosId"] for n in "12"]
    price = iter(range(1, 1_000_000))

    def rows_with(value):
        return [{"productoId": i, "unidadMedidaId": unit, "precio": value} for i in ids]

    def through_api():
        start = time.time()
        server.call("PUT", f"/api/ListaPrecios/Precios/{lists[0]}", json.dumps({"precios": rows_with(next(price))}).encode())
        return 1 / (time.time() - start)

    def bare():
        path = f"{opt.temporal}/precios.sql"
        with open(path, "w") as f:
            f.write(f"""SELECT set_config('gestor.organizacion', '1', false);
INSERT INTO gestor.precio (organizacion_id, lista_precios_id, producto_id, unidad_medida_id, precio)
SELECT 1, {lists[1]}, x."productoId", x."unidadMedidaId", x.precio FROM jsonb_to_recordset('{json.dumps(rows_with(next(price)))}') AS x ("productoId" bigint, "unidadMedidaId" bigint, precio numeric)
ON CONFLICT (organizacion_id, lista_precios_id, producto_id, unidad_medida_id, cantidad_minima) DO UPDATE SET precio = excluded.precio;
""")
        out = run("psql", conn(server.db, "gestor_app"), "-Atq", "-c", "\\timing on", "-f", path)
        return 1000 / float(re.findall(r"([\d.]+) ms", out)[-1])

    for _ in range(2):
        through_api(), bare()
    limit, seen = interleave("precios", {"gestor": through_api, "sql": bare})
    row(f"actualizar {count:,} precios / el puro upsert", median_ratio(seen, "gestor", "sql"), lambda v: v >= 0.5,
        f"{1000 / limit['gestor']:,.0f} ms contra {1000 / limit['sql']:,.0f} ms")


def finish(complete):
    """Saves what was measured, also when the run broke off, which counts as one more that failed. Returns the exit status."""
    with open(opt.json, "w") as f:
        json.dump({"fecha": time.strftime("%Y-%m-%dT%H:%M:%S"), "registros": opt.registros, "rondas": opt.rondas, "medidas": rows, "cifras": details}, f, ensure_ascii=False, indent=1)
    print("todo en", os.path.relpath(opt.json))
    good, bad = (sum(r["meta"] == mark for r in rows) for mark in "✓✗")
    bad += not complete
    print(f"{good} passed, {bad} failed", flush=True)
    return 1 if bad else 0


def limits(b):
    small = Server("chica", SMALL)
    row("memoria en reposo, MB", small.memory() / 1024, lambda v: v <= 40, "meta ≤ 40")

    record_sql = pgbench_script(small, "record", "registroVenta_p", random_id(small))
    limit, seen = interleave("registro", {"gestor": record(small), "8": lambda: pgbench(small, record_sql, 8), "2": lambda: pgbench(small, record_sql, 2),
                                          "4": lambda: pgbench(small, record_sql, 4)})
    best = max(("2", "4", "8"), key=lambda k: limit[k])
    row("GET registro / pgbench, 8 clientes", median_ratio(seen, "gestor", "8"), lambda v: v >= 1.0, f"{limit['gestor']:,.0f} contra {limit['8']:,.0f} por segundo")
    row(f"GET registro / pgbench, su mejor ({best} clientes)", median_ratio(seen, "gestor", best), lambda v: v >= 0.85, f"{limit['gestor']:,.0f} contra {limit[best]:,.0f}")

    cpu = small.cpu()
    rate, p99 = wrk(small.url, record_script(small))
    row("CPU del servidor por GET registro, µs", (small.cpu() - cpu) / (rate * opt.segundos) * 1e6, lambda v: v <= 30, f"p99 {p99:.1f} ms con {CONNECTIONS} conexiones")

    list_sql = pgbench_script(small, "list", "registrosVenta_p", "\\set limite 101\n\\set limiteHijas 100\n")
    page = small.lua("page", 'return wrk.format("GET", "/api/RegistroVenta", h)')
    limit, seen = interleave("lista", {"gestor": lambda: wrk(small.url, page)[0], "8": lambda: pgbench(small, list_sql, 8), "2": lambda: pgbench(small, list_sql, 2)})
    best = max(("2", "8"), key=lambda k: limit[k])
    row(f"lista de 100 / pgbench ({best} clientes)", median_ratio(seen, "gestor", best), lambda v: v >= 0.70, f"{limit['gestor']:,.0f} contra {limit[best]:,.0f} por segundo")

    static = nginx()
    limit, seen = interleave("salud", {"gestor": lambda: wrk(small.url + "/api/Health/health")[0], "nginx": lambda: wrk(static)[0]})
    row("salud / nginx estático de un proceso", median_ratio(seen, "gestor", "nginx"), lambda v: v >= 1.0, f"{limit['gestor']:,.0f} contra {limit['nginx']:,.0f}")

    idle_connections(small, size(10_000, 100))

    order = bench_escrituras.documents(b, small)
    bench_procesador.documents(b, small)
    bench_escrituras.mixed(b, small, order)
    contact_search(small, opt.contactos)
    price_update(small, size(5_000, 50))
    for side in (bench_escrituras.RECEIVABLE, bench_escrituras.PAYABLE):
        bench_escrituras.aging(b, small, opt.abiertos, side)
    bench_inventario.settlement(b, small)
    bench_inventario.layers(b, small, opt.abiertos)
    bench_cfdi.imported(b, small, opt.cfdis)
    bench_reportes.reports(b, small, opt.lineas)

    big = Server("grande", opt.registros)
    first = big.lua("first", 'return wrk.format("GET", "/api/RegistroVenta", h)')
    deep = min(10_000, opt.registros * 9 // 10 // 100 - 1)
    key = "registrosVenta\n" + sql(big.db, f"SELECT to_char(fecha, 'YYYY-MM-DD HH24:MI:SS') || E'\\n' || transaccion_id FROM gestor.transaccion WHERE organizacion_id = 1 AND es_venta "
              f"ORDER BY fecha DESC, transaccion_id DESC OFFSET {deep * 100 - 1} LIMIT 1")
    cursor = base64.urlsafe_b64encode(key.encode()).decode().rstrip("=")
    far = big.lua("far", f'return wrk.format("GET", "/api/RegistroVenta?cursor={cursor}", h)')
    limit, seen = interleave("pagina", {"1": lambda: wrk(big.url, first)[0], "lejana": lambda: wrk(big.url, far)[0]})
    row(f"costo de la página {deep:,} por cursor / página 1", median_ratio(seen, "1", "lejana"), lambda v: v <= 1.2, f"{limit['1']:,.0f} y {limit['lejana']:,.0f} por segundo")
    limit, seen = interleave("tamaño", {"chica": record(small), "grande": record(big)})
    row(f"GET registro con {opt.registros:,} / con {SMALL:,}", median_ratio(seen, "grande", "chica"), lambda v: v >= 0.9, f"{limit['grande']:,.0f} contra {limit['chica']:,.0f}")


complete = False
try:
    measure = limits if opt.modo == "limites" else importlib.import_module("bench_" + opt.modo).main
    with ends:
        measure(sys.modules[__name__])
    complete = True
finally:
    status = finish(complete)
sys.exit(status)
