"""scripts/overload: five times what fits, noisy neighbours, ten thousand idle connections, and hours of half load."""
import collections, contextlib, http.client, itertools, os, random, resource, statistics, subprocess, threading, time, urllib.request
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlparse

import bench_escrituras

HOLD = 0.5  # seconds until a 503 is told: kHold in server/http/connection.cpp
LANE, WORKERS = 3 * 512, 256  # who may wait, as it comes: carril-conexiones by carril-cola, trabajadores-cola
REPORT = "/api/CuentasPorCobrar/AntiguedadSaldos"


class Load:
    """h2load over HTTP/1.1 in the background: so many requests per second (0: as many as are answered) over so many connections. The
    connections of one h2load ask in step; several of them, begun apart, do not."""

    serial = itertools.count()

    def __init__(self, b, server, token, paths, rate, clients, seconds, body=None, programs=1, warm=0):
        self.seconds, self.running = seconds, []
        for _ in range(programs):
            name = f"{b.opt.temporal}/carga{next(Load.serial)}"
            with open(name + ".uris", "w") as f:
                f.write("".join(f"{server.url}{p}\n" for p in paths))
            command = ["h2load", "--h1", "-t1", f"-c{clients // programs}", f"-D{seconds}", f"--warm-up-time={warm}", "-i", name + ".uris", "--log-file", name + ".log", "-H", f"authorization: Bearer {token}"]
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
        self.status, self.good, self.shed = collections.Counter(), [], []
        for process, log in self.running:
            out, _ = process.communicate()
            if process.returncode != 0 or not os.path.exists(log):
                raise SystemExit("h2load falló:\n" + out[-2000:])
            with open(log) as f:
                for line in f:
                    _, status, micros = line.split("\t")[:3]
                    self.status[int(status)] += 1
                    (self.good if status == "200" else self.shed).append(int(micros) / 1000)
            os.unlink(log)
        self.good.sort()
        return self

    def rate(self):
        return len(self.good) / self.seconds

    def percentile(self, q):
        return self.good[int(len(self.good) * q)] if self.good else float("inf")

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
            except (OSError, http.client.HTTPException):
                self.failed += 1
            self.times.append((time.perf_counter() - start) * 1000)
            time.sleep(0.1)

    def end(self):
        self.going = False
        self.join()
        return f"salud: {len(self.times) - self.failed} de {len(self.times)} bien, la más lenta {max(self.times):.0f} ms"


def overload(b, server, name, script, paths, body, connections, queue, most=19_000):
    """Goodput against the peak while a crowd asks that does not wait: whoever is answered asks again at once. Those whom the server lets
    wait ask no more than it serves, the others twice a second, since a 503 comes late: it takes thousands for five times the peak to arrive.
    What arrives is measured, and has to be five times the peak unless that would take more connections than `most`: the server takes 20,000."""
    url = server.url + paths[0]
    rates = {c: b.wrk(url, script, c)[0] for c in connections}
    best = max(rates, key=rates.get)
    ratios, arrived, late, fine, enough = [], [], [], True, True
    for _ in range(b.opt.rondas):
        peak = b.wrk(url, script, best)[0]
        wanted = queue + int(4.8 * peak * HOLD)  # a fifth to spare
        crowd = min(wanted, b.size(most, 100))
        enough = enough and crowd == wanted
        probe = Probe(server)
        load = Load(b, server, server.token, paths, 0, crowd, b.opt.segundos, body, warm=b.size(2, 0)).end()
        told = probe.end()
        fine = fine and probe.failed == 0 and set(load.status) == {200, 503}
        ratios.append(load.rate() / peak)
        arrived.append(sum(load.status.values()) / load.seconds / peak)
        late.append(statistics.median(load.shed or [float("inf")]) / 1000)
        print(f"    {ratios[-1]:.2f}  pico {peak:,.0f}/s con {best} conexiones; llegan {arrived[-1]:.1f} veces por {crowd:,}: {load.told()} por segundo; "
              f"p99 de lo atendido {load.percentile(0.99):.0f} ms; {told}", flush=True)
        time.sleep(1)
        server.call("POST" if body else "GET", paths[0], body)  # waits behind what was let in: it is still served, though nobody asks for it any more
    b.details[name] = {"razon": ratios, "llegaron": arrived, "segundos503": late}
    times = statistics.median(arrived)
    b.row(f"{name} con el servidor rebasado / el pico", statistics.median(ratios), lambda v: v >= 0.9 and fine, f"llegan {times:.1f} veces el pico por {crowd:,} conexiones")
    b.row(f"{name}: lo que llega / el pico", times, (lambda v: v >= 5) if enough else None, "" if enough else f"para 5 harían falta {wanted:,} conexiones")
    b.row(f"{name}: mediana de lo que tarda un 503, s", max(late), lambda v: v <= 1, f"se dice a los {HOLD} s")
    return rates[best]


@contextlib.contextmanager
def spinning(processes):
    """Strangers who only use up cores: what these do to the reads is the machine's doing, and no server's."""
    strangers = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(processes)]
    try:
        yield
    finally:
        for s in strangers:
            s.kill()
            s.wait()


def isolation(b, server, quiet, noisy, peak):
    """The 99th percentile of a quiet organization's short reads at 30 % of the peak: alone, beside a report, beside a noisy neighbour;
    and beside strangers who take the same cores, one for the report and all for the neighbour, and have nothing to do with gestor. Where
    those alone move it by more than the goal, the machine has no core to spare and the goal is against them."""
    ids = b.sql(server.db, "SELECT transaccion_id FROM gestor.transaccion WHERE organizacion_id = 2 AND es_venta ORDER BY hashint8(transaccion_id) LIMIT 1000").split()
    theirs = ["/api/RegistroVenta/" + i for i in open(server.ids).read().split()]
    mine = ["/api/RegistroVenta/" + i for i in ids]
    rate = 0.3 * peak
    documents = server.call("GET", REPORT)["data"]["totales"]["documentos"]

    def p99(neighbour):
        with neighbour:
            time.sleep(0.5)  # the neighbour is at work
            load = Load(b, server, quiet, mine, rate, 8, b.opt.segundos, programs=8).end()
        if set(load.status) == {200}:
            return load.percentile(0.99)
        print(f"    la organización callada recibió {load.told()} por segundo", flush=True)
        return float("inf")  # who is not served has no good times

    @contextlib.contextmanager
    def reporting():
        request = urllib.request.Request(server.url + REPORT, headers={"Authorization": "Bearer " + noisy})
        stop = threading.Event()

        def loop():
            while not stop.is_set():
                urllib.request.urlopen(request, timeout=120).read()

        with ThreadPoolExecutor(1) as pool:
            reports = pool.submit(loop)
            try:
                yield
            finally:
                stop.set()
            reports.result()  # whatever was not 200 fails the run

    @contextlib.contextmanager
    def noise():
        load = Load(b, server, noisy, theirs, 0, 256, b.opt.segundos + 1)
        yield
        b.details.setdefault("ruido", []).append(load.end().told())

    cores = os.cpu_count()
    limit, seen = b.interleave("aislamiento", {"sola": lambda: p99(contextlib.nullcontext()), "reporte": lambda: p99(reporting()), "ajeno": lambda: p99(spinning(1)),
                                               "ruido": lambda: p99(noise()), "ajenos": lambda: p99(spinning(cores))})

    def near(v):  # 0: against one who was not served
        return 0 < v <= 1.2

    for side, stranger, text in (("reporte", "ajeno", f"junto a un reporte de {documents:,} documentos"), ("ruido", "ajenos", "junto a una organización que satura el servidor")):
        bare, strange = b.median_ratio(seen, side, "sola"), b.median_ratio(seen, stranger, "sola")
        b.row(f"p99 de lecturas cortas {text} / sola", bare, near if near(strange) else None,
              f"{limit[side]:.2f} ms contra {limit['sola']:.2f} ms, {rate:,.0f} lecturas por segundo; procesos ajenos en los mismos núcleos: {strange:.2f}")
        b.row(f"p99 de lecturas cortas {text} / junto a procesos ajenos", b.median_ratio(seen, side, stranger), near,
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
    whole = min(b.opt.registros // 5, 200_000)  # the rest of what a report reads comes without lines, which takes a tenth of the time
    server = b.Server("sobrecarga", whole)
    bench_escrituras.open_documents(b, server, b.opt.registros - whole)
    body = bench_escrituras.order_body(b, server)
    reads = ["/api/RegistroVenta/" + i for i in open(server.ids).read().split()]
    page = server.lua("pagina", 'return wrk.format("GET", "/api/RegistroVenta", h)')
    # Five times the short reads are more requests than can be sent and refused on the cores that serve them: the row says how many there were.
    read_peak = overload(b, server, "lecturas", b.record_script(server), reads, None, (64, 256), LANE, min(19_000, 1_500 * os.cpu_count()))
    overload(b, server, "páginas de 100", page, ["/api/RegistroVenta"], None, (16, 64), LANE)
    write_peak = overload(b, server, "pedidos", bench_escrituras.post_script(b, "sobrecarga", body, server.token), ["/api/PedidoCliente"], body, (8, 32), WORKERS)
    isolation(b, server, server.token_for(server.account(2)), server.token, read_peak)
    b.idle_connections(server, b.size(10_000, 100))
    if b.opt.soak:
        soak(b, server, read_peak, write_peak, body, b.opt.soak)
