"""scripts/overload: five times what fits, noisy neighbours, ten thousand idle connections, and hours of half load."""
import collections, http.client, itertools, json, os, random, re, resource, statistics, subprocess, threading, time
from urllib.parse import urlparse

import bench_escrituras


def token_of(b, server, organization):
    """A token of one organization; each has a user and a key of its own."""
    name = f"carga{organization}"
    password = b.run(b.GESTOR, "usuario", "crear", "--organizacion", str(organization), "--usuario", name, "--rol", "administrador", env=server.env)
    key = b.run(b.GESTOR, "consumidor", "crear", "--organizacion", str(organization), "--nombre", name, "--tipo", "Otro", env=server.env)
    body = {"usuario": name, "contrasena": re.search("contrasena: (.*)", password)[1], "apiKey": re.search("apiKey: (.*)", key)[1]}
    return server.call("POST", "/api/Seguridad/Autenticar", json.dumps(body).encode())["data"]["accessToken"]


class Load:
    """h2load over HTTP/1.1 in the background: so many requests per second (0: as many as are answered) over so many connections. The
    connections of one h2load ask in step; several of them, begun apart, do not."""

    serial = itertools.count()

    def __init__(self, b, server, token, paths, rate, clients, seconds, body=None, programs=1):
        self.seconds, self.running = seconds, []
        for _ in range(programs):
            name = f"{b.opt.temporal}/carga{next(Load.serial)}"
            with open(name + ".uris", "w") as f:
                f.write("".join(f"{server.url}{p}\n" for p in paths))
            command = ["h2load", "--h1", "-t1", f"-c{clients // programs}", f"-D{seconds}", "-i", name + ".uris", "--log-file", name + ".log", "-H", f"authorization: Bearer {token}"]
            if rate:
                command.append(f"--rps={rate / clients:.6f}")
            if body:
                with open(name + ".json", "wb") as f:
                    f.write(body)
                command += ["-d", name + ".json", "-H", "content-type: application/json"]
            self.running.append((subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True), name + ".log"))
            if programs > 1:
                time.sleep(random.uniform(0.01, 0.03))

    def end(self):
        self.status, self.good = collections.Counter(), []
        for process, log in self.running:
            out, _ = process.communicate()
            if process.returncode != 0 or not os.path.exists(log):
                raise SystemExit("h2load falló:\n" + out[-2000:])
            with open(log) as f:
                for line in f:
                    _, status, micros = line.split("\t")[:3]
                    self.status[int(status)] += 1
                    if status == "200":
                        self.good.append(int(micros) / 1000)
            os.unlink(log)
        self.good.sort()
        return self

    def rate(self):
        return len(self.good) / self.seconds

    def percentile(self, q):
        return self.good[min(len(self.good) - 1, int(len(self.good) * q))]

    def told(self):
        return ", ".join(f"{n / self.seconds:,.0f} {s}" for s, n in sorted(self.status.items()))


class Probe(threading.Thread):
    """Asks for the health, each time on a new connection, while something else goes on."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.where, self.times, self.failed, self.going = urlparse(server.url), [], 0, True
        self.start()

    def run(self):
        while self.going:
            start = time.perf_counter()
            try:
                c = http.client.HTTPConnection(self.where.hostname, self.where.port, timeout=5)
                c.request("GET", "/api/Health/health")
                self.failed += c.getresponse().status != 200
                c.close()
            except OSError:
                self.failed += 1
            self.times.append((time.perf_counter() - start) * 1000)
            time.sleep(0.1)

    def end(self):
        self.going = False
        self.join()
        return f"salud: {len(self.times) - self.failed} de {len(self.times)} bien, la más lenta {max(self.times):.0f} ms"


def overload(b, server, name, paths, body, connections, crowd):
    """Goodput when five times the peak is offered by a crowd of connections, more than the server lets wait, against the peak."""
    where = paths[0] if body else ""
    script = bench_escrituras.post_script(b, "sobrecarga", body, server.token) if body else server.lua("sobrecarga", 'return wrk.format("GET", "/api/RegistroVenta/" .. ids[math.random(#ids)], h)')
    rates = {c: b.wrk(server.url + where, script, c)[0] for c in connections}
    best = max(rates, key=rates.get)
    ratios, healthy = [], True
    for _ in range(b.opt.rondas):
        peak = b.wrk(server.url + where, script, best)[0]
        probe = Probe(server)
        load = Load(b, server, server.token, paths, 5 * peak, crowd, b.opt.segundos, body).end()
        told = probe.end()
        healthy = healthy and probe.failed == 0
        others = set(load.status) - {200, 429, 503}
        ratios.append(load.rate() / peak)
        text = f"pico {peak:,.0f}/s con {best} conexiones; se ofrecen {5 * peak:,.0f}/s por {crowd:,}: {load.told()} por segundo; p99 de lo atendido {load.percentile(0.99):.0f} ms; {told}"
        print(f"    {load.rate() / peak:.2f}  {text}", flush=True)
        time.sleep(4)  # what was let in is still served, though nobody waits for it any more
        if others:
            raise SystemExit(f"contestó {others}")
    b.details[name] = ratios
    b.row(f"{name} a 5 veces la capacidad / el pico", statistics.median(ratios), lambda v: v >= 0.9 and healthy, f"{len(ratios)} rondas")
    return rates[best]


def spinning(processes):
    """Strangers who only use up cores: what these do to the reads is the machine's doing, and no server's."""
    strangers = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(processes)]

    def end():
        for s in strangers:
            s.kill()
            s.wait()
    return end


def isolation(b, server, quiet, noisy, peak, report):
    """The 99th percentile of a quiet organization's short reads at 30 % of the peak: alone, beside a report, beside a noisy neighbour;
    and beside strangers who take the same cores, one for the report and all for the neighbour, and have nothing to do with gestor. Where
    those alone move it by more than the goal, the machine has no core to spare and the goal is against them."""
    ids = b.sql(server.db, "SELECT transaccion_id FROM gestor.transaccion WHERE organizacion_id = 2 AND es_venta ORDER BY hashint8(transaccion_id) LIMIT 1000").split()
    theirs = ["/api/RegistroVenta/" + i for i in open(server.ids).read().split()]
    mine = ["/api/RegistroVenta/" + i for i in ids]
    rate = 0.3 * peak

    def p99(neighbour=None):
        beside = neighbour() if neighbour else None
        time.sleep(0.5)  # the neighbour is at work
        load = Load(b, server, quiet, mine, rate, 8, b.opt.segundos, programs=8).end()
        if beside:
            beside()
        if set(load.status) != {200}:
            print(f"    la organización callada recibió {load.told()} por segundo", flush=True)
        return load.percentile(0.99) if load.good else float("inf")

    def reporting():
        done = []
        going = threading.Event()
        going.set()

        def loop():
            while going.is_set():
                request = (noisy, report)
                c = http.client.HTTPConnection(urlparse(server.url).netloc, timeout=120)
                c.request("GET", request[1], headers={"Authorization": "Bearer " + request[0]})
                answer = c.getresponse()
                answer.read()
                done.append(answer.status)
        thread = threading.Thread(target=loop, daemon=True)
        thread.start()

        def end():
            going.clear()
            thread.join()
            if set(done) != {200}:
                raise SystemExit(f"el reporte contestó {done}")
        return end

    def noise():
        load = Load(b, server, noisy, theirs, 0, 256, b.opt.segundos + 1)

        def end():
            load.end()
            b.details.setdefault("ruido", []).append(load.told())
        return end

    cores = os.cpu_count()
    limit, seen = b.interleave("aislamiento", {"sola": p99, "reporte": lambda: p99(reporting), "ajeno": lambda: p99(lambda: spinning(1)),
                                               "ruido": lambda: p99(noise), "ajenos": lambda: p99(lambda: spinning(cores))})
    for side, stranger, text in (("reporte", "ajeno", f"junto a un reporte sobre {b.opt.registros:,} registros"), ("ruido", "ajenos", "junto a una organización que satura el servidor")):
        bare, strange = b.median_ratio(seen, side, "sola"), b.median_ratio(seen, stranger, "sola")
        b.row(f"p99 de lecturas cortas {text} / sola", bare, (lambda v: v <= 1.2) if strange <= 1.2 else None,
              f"{limit[side]:.2f} ms contra {limit['sola']:.2f} ms, {rate:,.0f} lecturas por segundo; procesos ajenos en los mismos núcleos: {strange:.2f}")
        b.row(f"p99 de lecturas cortas {text} / junto a procesos ajenos", b.median_ratio(seen, side, stranger), lambda v: v <= 1.2,
              f"{limit[side]:.2f} ms contra {limit[stranger]:.2f} ms con {1 if stranger == 'ajeno' else cores} que sólo giran")
    print(f"    la ruidosa recibió por segundo: {'; '.join(b.details['ruido'])}", flush=True)


def soak(b, server, reads, writes, body, minutes):
    """Half of what fits, reads and writes mixed, while the memory is looked at every five seconds."""
    ids = ["/api/RegistroVenta/" + i for i in open(server.ids).read().split()] + ["/api/RegistroVenta"]
    samples, end = [], time.time() + minutes * 60
    slice_ = 60  # the log of a load is read when it ends: in pieces it stays small
    total = collections.Counter()
    while time.time() < end:
        seconds = max(5, min(slice_, int(end - time.time())))
        server.login()
        loads = [Load(b, server, server.token, ids, 0.25 * reads, 32, seconds), Load(b, server, server.token, ["/api/PedidoCliente"], 0.25 * writes, 16, seconds, body)]
        stop = time.time() + seconds
        while time.time() < stop:
            samples.append((time.time(), server.memory()))
            time.sleep(5)
        for load in loads:
            total.update(load.end().status)
        print(f"    {(end - time.time()) / 60:5.1f} min por delante; {samples[-1][1] / 1024:.1f} MB; {dict(total)}", flush=True)
    quarter = len(samples) // 4
    middle = [statistics.median(m for _, m in samples[i * quarter:(i + 1) * quarter]) / 1024 for i in range(4)]
    slope = statistics.linear_regression([(t - samples[0][0]) / 3600 for t, _ in samples], [m / 1024 for _, m in samples]).slope
    bad = {s: n for s, n in total.items() if s != 200}
    b.details["memoria"] = samples
    b.row("memoria del último cuarto / del segundo", middle[3] / middle[1], lambda v: v <= 1.05 and not bad,
          f"{minutes:g} min, {sum(total.values()):,} solicitudes, {bad or 'todas 200'}; MB por cuartos {', '.join(f'{m:.1f}' for m in middle)}; pendiente {slope:+.2f} MB por hora, {len(samples)} muestras")


def main(b):
    resource.setrlimit(resource.RLIMIT_NOFILE, (20_000, max(20_000, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
    whole = min(b.opt.registros, 200_000)  # the rest of what a report reads comes without lines, which takes a tenth of the time
    server = b.Server("sobrecarga", whole)
    if b.opt.registros > whole:
        bench_escrituras.open_documents(b, server, b.opt.registros - whole)
    try:
        body = bench_escrituras.order_body(b, server)
        reads = ["/api/RegistroVenta/" + i for i in open(server.ids).read().split()]
        read_peak = overload(b, server, "lecturas", reads, None, (64, 256), 3000)
        write_peak = overload(b, server, "pedidos", ["/api/PedidoCliente"], body, (8, 32), 600)
        noisy, quiet = token_of(b, server, 1), token_of(b, server, 2)
        isolation(b, server, quiet, noisy, read_peak, "/api/RegistroVenta?incluirTotal=true")
        before, after, alive = b.idle_connections(server, 10_000)
        b.row("KB por conexión inactiva, con 10,000", (after - before) / 10_000, lambda v: v <= 10 and alive == 100, f"{alive} de 100 sondeadas contestan; {after / 1024:.0f} MB en total")
        if b.opt.soak:
            soak(b, server, read_peak, write_peak, body, b.opt.soak)
    finally:
        server.stop()
    b.save()
    good, bad = (sum(r["meta"] == mark for r in b.rows) for mark in "✓✗")
    print(f"{good} passed, {bad} failed")
    return 1 if bad else 0
