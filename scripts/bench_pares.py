"""scripts/bench --pares: gestor beside what a user would write instead, on the same data with the same statements, in one run."""
import base64, html, json, os, re, signal, socket, statistics, subprocess, time, urllib.request

import bench_escrituras

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
POOLS = (4, 8, 16)
OPERATIONS = (("registro", "leer un registro de venta"), ("pagina", "página de 100 registros"), ("salud", "salud, sin base de datos"), ("pedido", "crear pedido de 5 partidas"))
LIBRARIES = {"pg": "fastify + pg", "postgres": "fastify + postgres.js"}
FORMS = {"filas": "filas", "json": "JSON hecho por PostgreSQL"}


def whole(document, schema):
    """A schema of the published document without references, for programs that know none."""
    if isinstance(schema, list):
        return [whole(document, s) for s in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return whole(document, document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]])
    return {k: whole(document, v) for k, v in schema.items() if k not in ("description", "examples", "example", "format", "pattern")}


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


class Peer:
    """One way of writing it, with as many processes and connections as told; runs only inside `with`."""

    def __init__(self, b, modules, shared, library, form, processes, pool):
        self.b, self.token = b, shared["token"]
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.config = f"{b.opt.temporal}/par_{port}.json"
        with open(self.config, "w") as f:
            json.dump({**shared["config"], "biblioteca": library, "variante": form, "procesos": processes, "grupo": pool, "puerto": port}, f)
        self.command = ["node", f"{modules}/servidor.mjs", self.config]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True, start_new_session=True)
        if not self.process.stdout.readline():
            raise SystemExit("no arrancó " + " ".join(self.command))
        return self

    def __exit__(self, *_):
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(30)
        os.unlink(self.config)

    def pids(self):
        children = open(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read().split()
        return [self.process.pid, *map(int, children)]

    call = property(lambda self: self.b.Server.call.__get__(self))


class Tryton:
    """Debian's ERP on the same PostgreSQL, behind uWSGI with a process per core: a sale of 5 lines read and created through its RPC. Its data
    are few and its own: it only says of what order a general ERP is."""

    def __init__(self, b):
        self.b, self.dir, self.db = b, f"{b.opt.temporal}/tryton", "tryton"
        os.makedirs(self.dir, exist_ok=True)
        place = dict(re.findall(r"(\w+)=(\S+)", b.opt.admin))
        settings, secret = f"{self.dir}/trytond.conf", f"{self.dir}/clave"
        with open(settings, "w") as f:
            f.write(f"[database]\nuri = postgresql:///\npath = {self.dir}\n")
        with open(secret, "w") as f:
            f.write("secreto-de-prueba\n")
        self.env = dict(os.environ, PGHOST=place["host"], PGPORT=place["port"], PGUSER=place["user"], TRYTOND_CONFIG=settings, TRYTOND_DATABASE_NAMES=self.db,
                        TRYTOND_DATABASE_URI="postgresql:///", TRYTONPASSFILE=secret, DB_NAME=self.db)
        b.sql("postgres", f"CREATE DATABASE {self.db}")
        print("preparando Tryton...", flush=True)
        b.run("trytond-admin", "-c", settings, "-d", self.db, "--email", "admin@empresa.example", "-u", "sale", "--activate-dependencies", env=self.env)
        made = b.run("/usr/bin/python3", f"{ROOT}/scripts/pares/tryton_preparar.py", self.db, settings, env=self.env)
        self.made = json.loads(made.strip().splitlines()[-1])

    def __enter__(self):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}/{self.db}/"
        self.process = subprocess.Popen(["uwsgi", "--http11-socket", f"127.0.0.1:{port}", "--plugin", "python3", "--module", "trytond.application:app", "--processes", str(os.cpu_count()),
                                         "--master", "--die-on-term", "--need-app", "--lazy-apps", "--disable-logging"], env=self.env, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        for _ in range(300):
            try:
                user, session = self.rpc("common.db.login", "admin", {"password": "secreto-de-prueba"}, "en")
                break
            except OSError:
                time.sleep(0.2)
        self.header = "Session " + base64.b64encode(f"admin:{user}:{session}".encode()).decode()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)

    pids = Peer.pids

    def rpc(self, method, *parameters):
        headers = {"Content-Type": "application/json", **({"Authorization": self.header} if hasattr(self, "header") else {})}
        answer = json.load(urllib.request.urlopen(urllib.request.Request(self.url, self.body(method, *parameters).encode(), headers)))
        if "error" in answer:
            raise SystemExit(f"Tryton: {str(answer['error'])[:300]}")
        return answer["result"]

    def body(self, method, *parameters):
        return json.dumps({"id": 1, "method": method, "params": parameters})

    def bodies(self):
        """The calls of each operation: reading takes two, the sale and its lines, as its own client does."""
        m, context = self.made, {"company": self.made["empresa"]}
        sale = ["number", "state", "party.rec_name", "sale_date", "currency.rec_name", "untaxed_amount", "tax_amount", "total_amount", "lines"]
        line = ["product.rec_name", "quantity", "unit.rec_name", "unit_price", "amount", "description"]
        lines = [{"type": "line", "product": p, "quantity": 1.0, "unit": m["unidad"], "unit_price": {"__class__": "Decimal", "decimal": "100.0000"}} for p in m["productos"]]
        new = {"company": m["empresa"], "currency": m["moneda"], "party": m["cliente"], "payment_term": m["plazo"], "lines": [["create", lines]]}
        return {"registro": [c for v in m["ventas"] for c in (("model.sale.sale.read", [v["id"]], sale, context), ("model.sale.line.read", v["partidas"], line, context))],
                "pedido": [("model.sale.sale.create", [new], context)]}

    def measure(self, operation, connections):
        calls = self.bodies()[operation]
        for call in calls[:2]:
            self.rpc(*call)
        path = f"{self.dir}/{operation}.lua"
        with open(path, "w") as f:
            f.write("local n, b = 0, {" + ", ".join("[==[" + self.body(*c) + "]==]" for c in calls) + "}\n" + f"""local h = {{["Content-Type"] = "application/json", ["Authorization"] = "{self.header}"}}
request = function() n = n % #b + 1; return wrk.format("POST", nil, h, b[n]) end
""")
        pids, each = self.pids(), 2 if operation == "registro" else 1
        before = cpu(pids)
        rate, p99 = self.b.wrk(self.url, path, connections)
        return {"porSegundo": rate / each, "p99": p99 * each, "cpu": (cpu(pids) - before) / max(1, rate / each * self.b.opt.segundos) * 1e6}


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
        body = bench_escrituras.order_body(b, server)
        statements, answer = bench_escrituras.captured(b, server, "POST", "/api/PedidoCliente", body)
        reads = b.run(b.GESTOR, "lecturas")
        document = json.loads(b.run(b.GESTOR, "openapi"))

        def reads_of(prefix):
            return [" ".join(s.split()).rstrip(";") for s in re.findall(rf"^-- {prefix}_\d+\n(.*?;)$", reads, re.S | re.M)]

        schemas = {"registro": "RegistroVentaViewModel", "pagina": "RegistroVentaViewModelIReadOnlyListResponseData", "pedido": "PedidoNuevo"}
        place = dict(re.findall(r"(\w+)=(\S+)", b.conn(server.db, "gestor_app")))
        self.shared = {"token": server.token, "config": {
            "base": {"host": place["host"], "port": int(place["port"]), "database": server.db, "user": "gestor_app"},
            "urlBase": server.url, "emisor": "gestor", "secreto": open(f"{b.opt.temporal}/llaves").read().split()[1],
            "esquemas": {k: whole(document, document["components"]["schemas"][v]) for k, v in schemas.items()},
            "lecturas": {p: reads_of(p) for p in ("registroVenta_p", "registrosVenta_p")},
            "pedido": {"sentencias": parameters(statements, answer), "respuesta": answer}}}
        self.statements = len(statements)
        self.paths = {"registro": ("", server.lua("registro", 'return wrk.format("GET", "/api/RegistroVenta/" .. ids[math.random(#ids)], h)')),
                      "pagina": ("", server.lua("pagina", 'return wrk.format("GET", "/api/RegistroVenta", h)')),
                      "salud": ("/api/Health/health", None), "pedido": ("/api/PedidoCliente", bench_escrituras.post_script(b, "pedido", body, server.token))}
        self.body = body
        self.ids = open(server.ids).read().split()

    def peer(self, library, form, processes, pool):
        return Peer(self.b, self.modules, self.shared, library, form, processes, pool)

    def measure(self, operation, url, pids):
        """Requests per second, p99 in ms, CPU µs of the program per request."""
        path, script = self.paths[operation]
        before = cpu(pids)
        rate, p99 = self.b.wrk(url + path, script, 8 if operation == "pedido" else self.b.CONNECTIONS)
        return {"porSegundo": rate, "p99": p99, "cpu": (cpu(pids) - before) / max(1, rate * self.b.opt.segundos) * 1e6}

    def check(self, peer):
        """A peer that answers something else would prove nothing."""
        for path in ["/api/RegistroVenta/" + i for i in self.ids[:20]] + ["/api/RegistroVenta"]:
            if found := difference(self.server.call("GET", path), peer.call("GET", path)):
                raise SystemExit(f"{peer.command} contesta otra cosa en {path}{found}")
        before = self.b.sql(self.server.db, "SELECT count(*), max(transaccion_id) FROM gestor.transaccion WHERE organizacion_id = 1")
        made = peer.call("POST", "/api/PedidoCliente", self.body)["data"]["transaccionId"]
        lines = self.b.sql(self.server.db, f"SELECT count(*) FROM gestor.partida WHERE organizacion_id = 1 AND transaccion_id = {made}")
        if lines != "5":
            raise SystemExit(f"{peer.command} creó un pedido de {lines} partidas ({before}, {made})")

    def tune(self, processes):
        """The pool that each does best with, per operation: short runs, the best counts."""
        best = {}
        seconds, self.b.opt.segundos = self.b.opt.segundos, max(2, self.b.opt.segundos // 2)
        for library in LIBRARIES:
            for form in FORMS:
                for pool in POOLS:
                    with self.peer(library, form, processes, pool) as peer:
                        if pool == POOLS[0]:
                            self.check(peer)
                        for operation, _ in OPERATIONS:
                            if operation == "salud" or (operation == "pedido" and form == "json"):
                                continue
                            rate = self.measure(operation, peer.url, peer.pids())["porSegundo"]
                            key = (operation, library, form, processes)
                            if rate > best.get(key, (0, 0))[0]:
                                best[key] = (rate, pool)
                print(f"  afinado: {LIBRARIES[library]}, {FORMS[form]}, {processes} procesos: " + ", ".join(
                    f"{o} {r:,.0f}/s con {p} conexiones" for (o, l, f, n), (r, p) in best.items() if (l, f, n) == (library, form, processes)), flush=True)
        self.b.opt.segundos = seconds
        return {k: pool for k, (_, pool) in best.items()}

    def run(self, operation, tuned, tryton):
        """gestor and every peer in turn, round after round. Returns the figures by side."""
        sides = {"gestor": (self.server.url, [self.server.process.pid])}
        chosen = {("salud", "pg", "filas", n): 4 for n in (1, 2)} if operation == "salud" else {k: p for k, p in tuned.items() if k[0] == operation}
        peers, seen = {}, {}
        try:
            for (_, library, form, processes), pool in chosen.items():
                name = (library if operation != "salud" else "fastify", form, processes, pool)
                peers[name] = self.peer(library, form, processes, pool).__enter__()
            for name, peer in peers.items():
                sides[name] = (peer.url, peer.pids())
                self.measure(operation, peer.url, peer.pids())  # the compiler of JavaScript has its turn first
            for _ in range(self.b.opt.rondas):
                for name, (url, pids) in sides.items():
                    seen.setdefault(name, []).append(self.measure(operation, url, pids))
                if tryton and operation in ("registro", "pedido"):
                    seen.setdefault("tryton", []).append(tryton.measure(operation, 8))
            used = {name: memory(pids) for name, (_, pids) in sides.items()}
            if "tryton" in seen:
                used["tryton"] = memory(tryton.pids())
        finally:
            for peer in peers.values():
                peer.__exit__()
        return seen, used


def summary(operation, seen, used):
    """One line per side, gestor first; ratios are medians of the rounds' ratios."""
    out = []
    for side, figures in seen.items():
        pairs = list(zip(seen["gestor"], figures))
        middle = {k: statistics.median(f[k] for f in figures) for k in ("porSegundo", "p99", "cpu")}
        line = {"operacion": operation, "programa": "gestor", "forma": "", "procesos": 1, "conexiones": None, **{k: round(v, 2) for k, v in middle.items()}, "memoria": round(used[side]),
                "veces": round(statistics.median(g["porSegundo"] / f["porSegundo"] for g, f in pairs), 2), "vecesP99": round(statistics.median(f["p99"] / g["p99"] for g, f in pairs), 2)}
        if side == "tryton":
            line.update(programa="Tryton 6.0", forma="por su RPC", procesos=os.cpu_count())
        elif side != "gestor":
            library, form, processes, pool = side
            line.update(programa=LIBRARIES.get(library, library), forma="" if operation in ("salud", "pedido") else FORMS[form], procesos=processes, conexiones=None if operation == "salud" else pool)
        out.append(line)
    return out


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
    docs = f"{ROOT}/server/docs"
    with open(f"{docs}/comparacion.svg", "w") as f:
        f.write(picture)
    page = open(f"{docs}/comparacion.html").read()
    what = f'<p>Medido el {time.strftime("%d/%m/%Y")} en una máquina compartida de {os.cpu_count()} núcleos.</p>\n' + table(lines)
    with open(f"{docs}/comparacion.html", "w") as f:
        f.write(re.sub(r"(<!-- medido -->\n).*?(<!-- fin -->)", lambda m: m[1] + what + "\n" + m[2], page, flags=re.S))


def main(b):
    modules = os.environ["PARES"]
    server = b.Server("pares", b.SMALL)
    lines, tryton = [], None
    try:
        contest = Contest(b, server, modules)
        if b.opt.tryton:
            tryton = Tryton(b).__enter__()
        tuned = {}
        for processes in (1, 2):
            tuned.update(contest.tune(processes))
        for operation, title in OPERATIONS:
            print(f"midiendo: {title}...", flush=True)
            lines += summary(operation, *contest.run(operation, tuned, tryton))
    finally:
        if tryton:
            tryton.__exit__()
        server.stop()
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
    b.save({"pares": lines, "nucleos": os.cpu_count(), "sentenciasDelPedido": contest.statements})
    if b.opt.publicar:
        publish(lines, picture)
