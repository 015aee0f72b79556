"""scripts/bench --pares: gestor beside what a user would write instead, on the same data with the same statements, in one run."""
import base64, contextlib, html, http.client, json, os, re, statistics, subprocess, time
from concurrent.futures import ThreadPoolExecutor

import bench_escrituras

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
POOLS = (4, 8, 16)
OPERATIONS = (("registro", "leer un registro de venta"), ("pagina", "página de 100 registros"), ("salud", "salud, sin base de datos"), ("pedido", "crear pedido de 5 partidas"))
LIBRARIES = {"pg": "fastify + pg", "postgres": "fastify + postgres.js"}
FORMS = {"filas": "filas", "json": "JSON hecho por PostgreSQL"}


def whole(schemas, schema):
    """A schema of the published document without references, for programs that know none."""
    if isinstance(schema, list):
        return [whole(schemas, s) for s in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return whole(schemas, schemas[schema["$ref"].rsplit("/", 1)[1]])
    return {k: whole(schemas, v) for k, v in schema.items() if k not in ("description", "examples", "example", "format", "pattern")}


def parameters(statements, answer):
    """The captured statements for the peers: the document's own number becomes @ID@."""
    own, out = str(answer["transaccionId"]), []
    for text, values in statements:
        text = " ".join(text.split())
        count = max(values, default=0)
        literal = [None if values.get(n, "NULL") == "NULL" else re.sub(rf"(?<!\d){own}(?!\d)", "@ID@", values[n][1:-1].replace("''", "'")) for n in range(1, count + 1)]
        out.append({"texto": text, "valores": literal if not re.match(r"(begin|commit)", text, re.I) else None, "crea": "nextval('transaccion_transaccion_id_seq')" in text})
    return out


def difference(a, b, where=""):
    """Where two answers differ, if they do: numbers by value, and nothing is nothing however it is written."""
    if isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
        return next(filter(None, (difference(a[k], b[k], f"{where}.{k}") for k in a)), "")
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return next(filter(None, (difference(x, y, f"{where}[{i}]") for i, (x, y) in enumerate(zip(a, b)))), "")
    if a == b or (a in (None, "", 0) and b in (None, "", 0)):
        return ""
    return f"{where}: {a!r:.200} y {b!r:.200}"


@contextlib.contextmanager
def running(command, **kw):
    """A program that ends its own children."""
    process = subprocess.Popen(command, text=True, **kw)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)


def family(process):
    children = open(f"/proc/{process.pid}/task/{process.pid}/children").read().split()
    return [process.pid, *map(int, children)]


class Tryton:
    """Debian's ERP on the same PostgreSQL, behind uWSGI with a process per core: a sale of 5 lines read and created through its RPC. Its data
    are few and its own: it only says of what order a general ERP is."""

    def __init__(self, b):
        self.b, self.db, self.port, self.headers = b, "tryton", b.free_port(), {"Content-Type": "application/json"}
        self.name = "Tryton " + b.run("trytond-admin", "--version").split()[-1]
        place, secret = f"{b.opt.temporal}/tryton", "secreto-de-prueba"
        os.makedirs(place)
        settings = f"{place}/trytond.conf"
        with open(settings, "w") as f:
            f.write(f"[database]\nuri = postgresql:///\npath = {place}\n")
        with open(f"{place}/clave", "w") as f:
            f.write(secret + "\n")
        base = dict(re.findall(r"(\w+)=(\S+)", b.opt.admin))
        env = dict(os.environ, PGHOST=base["host"], PGPORT=base["port"], PGUSER=base["user"], TRYTOND_CONFIG=settings, TRYTOND_DATABASE_NAMES=self.db,
                   TRYTOND_DATABASE_URI="postgresql:///", TRYTONPASSFILE=f"{place}/clave", DB_NAME=self.db)
        b.sql("postgres", f"CREATE DATABASE {self.db}")
        print(f"preparando {self.name}...", flush=True)
        b.run("trytond-admin", "-c", settings, "-d", self.db, "--email", "admin@empresa.example", "-u", "sale", "--activate-dependencies", env=env)
        made = b.run("/usr/bin/python3", f"{ROOT}/scripts/benchmarks/pares/tryton_preparar.py", self.db, settings, env=env)
        self.work = self.calls(json.loads(made.strip().splitlines()[-1]))
        self.process = b.ends.enter_context(running(
            ["uwsgi", "--http11-socket", f"127.0.0.1:{self.port}", "--plugin", "python3", "--module", "trytond.application:app", "--processes", str(os.cpu_count()),
             "--master", "--die-on-term", "--need-app", "--lazy-apps", "--disable-logging"], env=env, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL))
        user, session = self.login(secret)
        self.headers["Authorization"] = "Session " + base64.b64encode(f"admin:{user}:{session}".encode()).decode()

    def login(self, secret):
        for _ in range(300):
            try:
                return self.rpc(self.connection(), "common.db.login", "admin", {"password": secret}, "en")
            except OSError:
                time.sleep(0.2)
        raise SystemExit("Tryton no contesta")

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def rpc(self, connection, method, *parameters):
        connection.request("POST", f"/{self.db}/", json.dumps({"id": 1, "method": method, "params": parameters}), self.headers)
        answer = json.load(connection.getresponse())
        if "error" in answer:
            raise SystemExit(f"Tryton: {str(answer['error'])[:300]}")
        return answer["result"]

    def calls(self, made):
        """The calls of each operation: reading takes two, the sale and its lines, as its own client does."""
        context = {"company": made["empresa"]}
        sale = ["number", "state", "party.rec_name", "sale_date", "currency.rec_name", "untaxed_amount", "tax_amount", "total_amount", "lines"]
        line = ["product.rec_name", "quantity", "unit.rec_name", "unit_price", "amount", "description"]
        lines = [{"type": "line", "product": p, "quantity": 1.0, "unit": made["unidad"], "unit_price": {"__class__": "Decimal", "decimal": "100.0000"}} for p in made["productos"]]
        new = {"company": made["empresa"], "currency": made["moneda"], "party": made["cliente"], "payment_term": made["plazo"], "lines": [["create", lines]]}
        return {"registro": [(("model.sale.sale.read", [v["id"]], sale, context), ("model.sale.line.read", v["partidas"], line, context)) for v in made["ventas"]],
                "pedido": [(("model.sale.sale.create", [new], context),)]}

    def measure(self, operation, connections):
        """By threads of this program: at tens per second they cost nothing, and wrk cannot time two calls as one."""
        work, pids = self.work[operation], family(self.process)
        before, end = cpu(pids), time.perf_counter() + self.b.opt.segundos

        def client(n):
            c, times = self.connection(), []
            while True:
                begin = time.perf_counter()
                for call in work[(n + len(times)) % len(work)]:
                    self.rpc(c, *call)
                done = time.perf_counter()
                if done > end:
                    return times
                times.append((done - begin) * 1000)

        with ThreadPoolExecutor(connections) as pool:
            times = [t for each in pool.map(client, range(connections)) for t in each]
        return {"porSegundo": len(times) / self.b.opt.segundos, "p99": statistics.quantiles(times, n=100, method="inclusive")[98], "cpu": (cpu(pids) - before) / len(times) * 1e6}


def cpu(pids):
    total = 0
    for pid in pids:
        fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def memory(pids):
    return sum(int(re.search(r"Pss:\s+(\d+)", open(f"/proc/{p}/smaps_rollup").read())[1]) for p in pids) / 1024


class Contest:
    def __init__(self, b, server, modules):
        self.b, self.server, self.modules = b, server, modules
        self.body = bench_escrituras.order_body(b, server)
        statements, answer = bench_escrituras.captured(b, server, "POST", "/api/PedidoCliente", self.body)
        schemas = json.loads(b.run(b.GESTOR, "openapi"))["components"]["schemas"]
        named = {"registro": "RegistroVentaViewModel", "pagina": "RegistroVentaViewModelIReadOnlyListResponseData", "pedido": "PedidoNuevo"}
        place = dict(re.findall(r"(\w+)=(\S+)", b.conn(server.db, "gestor_app")))
        self.config = {
            "base": {"host": place["host"], "port": int(place["port"]), "database": server.db, "user": "gestor_app"},
            "urlBase": server.url, "emisor": "gestor", "secreto": open(f"{b.opt.temporal}/llaves").read().split()[1],
            "esquemas": {k: whole(schemas, schemas[v]) for k, v in named.items()},
            "lecturas": {p: b.prepared(p) for p in ("registroVenta_p", "registrosVenta_p")},
            "pedido": {"sentencias": parameters(statements, answer), "respuesta": answer}}
        self.statements = len(statements)
        self.paths = {"registro": ("", b.record_script(server)), "pagina": ("", server.lua("pagina", 'return wrk.format("GET", "/api/RegistroVenta", h)')),
                      "salud": ("/api/Health/health", None), "pedido": ("/api/PedidoCliente", bench_escrituras.post_script(b, "pedido", self.body, server.token))}
        self.ids = open(server.ids).read().split()

    @contextlib.contextmanager
    def peer(self, library, form, processes, pool):
        """One way of writing it, with as many processes and connections as told: its address and its processes."""
        port = self.b.free_port()
        config = f"{self.b.opt.temporal}/par_{port}.json"
        with open(config, "w") as f:
            json.dump({**self.config, "biblioteca": library, "variante": form, "procesos": processes, "grupo": pool, "puerto": port}, f)
        with running(["node", f"{self.modules}/servidor.mjs", config], stdout=subprocess.PIPE) as process:
            if not process.stdout.readline():
                raise SystemExit(f"no arrancó fastify con {library}")
            yield f"http://127.0.0.1:{port}", family(process)

    def measure(self, operation, url, pids, seconds=None):
        """Requests per second, p99 in ms, CPU µs of the program per request."""
        path, script = self.paths[operation]
        seconds = seconds or self.b.opt.segundos
        before = cpu(pids)
        rate, p99 = self.b.wrk(url + path, script, 8 if operation == "pedido" else self.b.CONNECTIONS, seconds)
        return {"porSegundo": rate, "p99": p99, "cpu": (cpu(pids) - before) / max(1, rate * seconds) * 1e6}

    def check(self, name, url):
        """A peer that answers something else would prove nothing."""
        def ask(*what):
            return self.b.call(url, self.server.token, *what)

        for path in ["/api/RegistroVenta/" + i for i in self.ids[:20]] + ["/api/RegistroVenta"]:
            if found := difference(self.server.call("GET", path), ask("GET", path)):
                raise SystemExit(f"{name} contesta otra cosa en {path}{found}")
        made = ask("POST", "/api/PedidoCliente", self.body)["data"]["transaccionId"]
        lines = self.b.sql(self.server.db, f"SELECT count(*) FROM gestor.partida WHERE organizacion_id = 1 AND transaccion_id = {made}")
        if lines != "5":
            raise SystemExit(f"{name} creó un pedido de {lines} partidas ({made})")

    def tune(self, processes):
        """The pool that each does best with, per operation: short runs, the best counts."""
        best = {}
        for library in LIBRARIES:
            for form in FORMS:
                name = f"{LIBRARIES[library]}, {FORMS[form]}, {processes} procesos"
                for pool in self.b.size(POOLS, POOLS[:1]):
                    with self.peer(library, form, processes, pool) as (url, pids):
                        if pool == POOLS[0]:
                            self.check(name, url)
                        for operation, _ in OPERATIONS:
                            if operation == "salud" or (operation == "pedido" and form == "json"):
                                continue
                            rate = self.measure(operation, url, pids, self.b.size(max(2, self.b.opt.segundos // 2), 1))["porSegundo"]
                            key = (operation, library, form, processes)
                            if rate > best.get(key, (0, 0))[0]:
                                best[key] = (rate, pool)
                print(f"  afinado: {name}: " + ", ".join(f"{o} {r:,.0f}/s con {p} conexiones" for (o, l, f, _), (r, p) in best.items() if (l, f) == (library, form)), flush=True)
        return {k: pool for k, (_, pool) in best.items()}

    def run(self, operation, tuned, tryton):
        """gestor and every peer in turn, round after round. Returns one line per side, gestor first; ratios are medians of the rounds' ratios."""
        sides = []

        def side(measure, pids, program, form="", processes=1, pool=None):
            sides.append(({"operacion": operation, "programa": program, "forma": form, "procesos": processes, "conexiones": pool}, measure, pids, []))

        def served(url, pids, *about):
            side(lambda: self.measure(operation, url, pids), pids, *about)

        with contextlib.ExitStack() as stack:
            served(self.server.url, [self.server.process.pid], "gestor")
            if operation == "salud":
                for n in (1, 2):
                    served(*stack.enter_context(self.peer("pg", "filas", n, 4)), "fastify", "", n)
            for (_, library, form, n), pool in ((k, p) for k, p in tuned.items() if k[0] == operation):
                served(*stack.enter_context(self.peer(library, form, n, pool)), LIBRARIES[library], "" if operation == "pedido" else FORMS[form], n, pool)
            if tryton and operation in tryton.work:
                side(lambda: tryton.measure(operation, 8), family(tryton.process), tryton.name, "por su RPC", os.cpu_count())
            for _, measure, _, _ in self.b.size(sides, ()):
                measure()  # the compiler of JavaScript has its turn first
            for _ in range(self.b.opt.rondas):
                for _, measure, _, figures in sides:
                    figures.append(measure())
            for about, _, pids, _ in sides:
                about["memoria"] = round(memory(pids))
        gestor = sides[0][3]
        for about, _, _, figures in sides:
            about.update({k: round(statistics.median(f[k] for f in figures), 2) for k in ("porSegundo", "p99", "cpu")})
            about["veces"] = round(statistics.median(g["porSegundo"] / f["porSegundo"] for g, f in zip(gestor, figures)), 2)
            about["vecesP99"] = round(statistics.median(f["p99"] / g["p99"] for g, f in zip(gestor, figures)), 2)
        return [about for about, _, _, _ in sides]


def show(lines):
    for operation, title in OPERATIONS:
        mine = [l for l in lines if l["operacion"] == operation]
        if not mine:
            continue
        print(f"\n{title}\n  {'':<52} {'por segundo':>12} {'p99 ms':>8} {'CPU µs':>8} {'MB':>5}   gestor es")
        for l in mine:
            print(f"  {label(l):<52} {l['porSegundo']:>12,.0f} {l['p99']:>8.1f} {l['cpu']:>8.0f} {l['memoria']:>5}" + ("" if l["programa"] == "gestor" else f"   {l['veces']:.1f} veces"), flush=True)


def label(l):
    parts = [l["programa"], l["forma"], "" if l["programa"] == "gestor" else f"{l['procesos']} proceso{'s' * (l['procesos'] > 1)}", f"{l['conexiones']} conexiones" if l["conexiones"] else ""]
    return ", ".join(p for p in parts if p)


def plot(lines):
    """A small plot of bars, one group per operation, each group on its own scale: what is compared is inside a group."""
    groups, y = [], 34
    for operation, title in OPERATIONS:
        mine = [l for l in lines if l["operacion"] == operation]
        if not mine:
            continue
        best = {}
        for l in mine:  # of each program its best
            if l["porSegundo"] > best.get(l["programa"], {"porSegundo": 0})["porSegundo"]:
                best[l["programa"]] = l
        groups.append(f'<text x="8" y="{y}" class="t">{html.escape(title)}</text>')
        y += 10
        top = max(l["porSegundo"] for l in best.values())
        for program, l in best.items():
            width = max(2, 360 * l["porSegundo"] / top)
            groups.append(f'<text x="168" y="{y + 13}" class="n">{html.escape(program)}</text><rect x="176" y="{y}" width="{width:.0f}" height="18" rx="2" class="{"g" if program == "gestor" else "o"}"/>'
                          f'<text x="{182 + width:.0f}" y="{y + 13}" class="v">{l["porSegundo"]:,.0f}/s</text>')
            y += 22
        y += 22
    style = (".t{font-weight:600;fill:#1c2733}.n{fill:#566676;text-anchor:end}.v{fill:#566676}.g{fill:#0b6b63}.o{fill:#9fb0c0}"
             "@media(prefers-color-scheme:dark){.t{fill:#e3e9ef}.n,.v{fill:#9fb0c0}.g{fill:#62cdc0}.o{fill:#566676}}")
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 {y - 14}" font-family="system-ui,sans-serif" font-size="13" role="img" aria-labelledby="t">'
            f'<title id="t">Solicitudes por segundo, cada programa en su mejor forma</title><style>{style}</style>\n' + "\n".join(groups) + "\n</svg>\n")


def table(lines):
    out = []
    for operation, title in OPERATIONS:
        mine = [l for l in lines if l["operacion"] == operation]
        if not mine:
            continue
        cells = ("Programa", "Por segundo", "p99, ms", "CPU por solicitud, µs", "Memoria, MB", "gestor es")
        out.append(f'<h3>{html.escape(title[0].upper() + title[1:])}</h3>\n<table role="table">\n<thead role="rowgroup"><tr role="row">' +
                   "".join(f'<th role="columnheader" scope="col">{c}</th>' for c in cells) + '</tr></thead>\n<tbody role="rowgroup">')
        for l in mine:
            times = "" if l["programa"] == "gestor" else f"{l['veces']:.1f} veces más rápido" if l["veces"] >= 1 else f"más lento: {l['veces']:.2f} veces"
            values = (label(l), f"{l['porSegundo']:,.0f}", f"{l['p99']:.1f}", f"{l['cpu']:,.0f}", f"{l['memoria']:,}", times)
            out.append('<tr role="row">' + "".join(f'<td role="cell" data-t="{c}">{html.escape(v)}</td>' for c, v in zip(cells, values)) + "</tr>")
        out.append("</tbody></table>")
    return "\n".join(out)


def publish(lines, picture):
    """The documentation's page takes the table and the plot of this run."""
    docs = f"{ROOT}/server/docs/paginas"
    with open(f"{docs}/comparacion.svg", "w") as f:
        f.write(picture)
    page = open(f"{docs}/comparacion.html").read()
    what = f'<p>Medido el {time.strftime("%d/%m/%Y")} en una máquina compartida de {os.cpu_count()} núcleos.</p>\n' + table(lines)
    with open(f"{docs}/comparacion.html", "w") as f:
        f.write(re.sub(r"(<!-- medido -->\n).*?(<!-- fin -->)", lambda m: m[1] + what + "\n" + m[2], page, flags=re.S))


def main(b):
    server = b.Server("pares", b.SMALL)
    contest = Contest(b, server, os.environ["PARES"])
    tryton = Tryton(b) if b.opt.tryton else None
    tuned = contest.tune(1) | b.size(contest.tune, lambda n: {})(2)
    lines = []
    for operation, title in OPERATIONS:
        print(f"midiendo: {title}...", flush=True)
        lines += contest.run(operation, tuned, tryton)
    show(lines)
    print()
    for operation, library, goal in (("registro", "pg", 4), ("registro", "postgres", 2.2), ("pagina", "pg", 7), ("pedido", "pg", None), ("pedido", "postgres", None)):
        best = max((l for l in lines if l["operacion"] == operation and l["programa"] == LIBRARIES[library]), key=lambda l: l["porSegundo"])
        b.row(f"{dict(OPERATIONS)[operation]} / lo mejor de {LIBRARIES[library]}", best["veces"], goal and (lambda v, g=goal: v >= g), label(best) + f"; su p99 es {best['vecesP99']:.1f} veces el de gestor")
    rows_only = max((l for l in lines if l["operacion"] == "registro" and l["programa"] == LIBRARIES["pg"] and l["forma"] == "filas"), key=lambda l: l["porSegundo"])
    b.row("leer un registro / fastify + pg con filas", rows_only["veces"], lambda v: v >= 9, label(rows_only))
    picture = plot(lines)
    with open(os.path.splitext(b.opt.json)[0] + ".svg", "w") as f:
        f.write(picture)
    b.details.update(pares=lines, nucleos=os.cpu_count(), sentenciasDelPedido=contest.statements)
    if b.opt.publicar:
        publish(lines, picture)
