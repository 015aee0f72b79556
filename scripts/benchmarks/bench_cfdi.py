"""A directory of suppliers' CFDI: what registering them costs beside the bare rows of as many invoices; and whether the last ones cost what the first did."""
import json, os, re, time

from bench_procesador import Rows


def received(b, server, count):
    """A directory for each round, with its part of so many, of a supplier that organization 1 knows; and the rules by which they are registered."""
    own = b.sql(server.db, "SELECT rfc FROM gestor.organizacion WHERE organizacion_id = 1")
    directories = [f"{b.opt.temporal}/cfdi{i}" for i in range(b.opt.rondas)]
    for directory in directories:
        print(f"sellando {count // len(directories):,} CFDI en {directory}...", flush=True)
        os.mkdir(directory)
        supplier = b.run("node", os.path.join(os.path.dirname(__file__), "cfdis.mjs"), directory, str(count // len(directories)), own).strip()
    server.call("POST", "/api/Contactos", json.dumps({"tipoContacto": "Proveedor", "nombre": "QUIEN FACTURA", "rfc": supplier, "codigoPostal": "64000", "regimenFiscal": "601"}).encode())
    rules = f"{b.opt.temporal}/reglas.csv"
    branch = b.sql(server.db, "SELECT clave FROM gestor.sucursal WHERE organizacion_id = 1 ORDER BY sucursal_id LIMIT 1")
    with open(rules, "w") as f:
        f.write(f"rfc,concepto,sucursal\n{supplier},CO-SERVICIOS,{branch}\n")
    return directories, rules


def bare_rows(b, server, number):
    """One transaction that only inserts the rows of an invoice that was imported, its file among them."""
    made = b.sql(server.db, "SELECT max(transaccion_id) FROM gestor.transaccion WHERE organizacion_id = 1 AND obj_id = 13")
    path = f"{b.opt.temporal}/{server.db}_cfdi_filas.sql"
    with open(path, "w") as f:
        f.write(Rows(b, server, made).statement() + ";\n")
    env = dict(os.environ, PGOPTIONS="-c gestor.organizacion=1 -c search_path=gestor,public -c enable_seqscan=off -c plan_cache_mode=force_generic_plan")

    def insert():
        out = b.run("pgbench", "-n", "-M", "prepared", "-c", "1", "-t", str(number), "-f", path, b.conn(server.db, "gestor_app"), env=env)
        return float(re.search(r"tps = ([\d.]+)", out)[1])

    return insert


def imported(b, server, count):
    directories, rules = received(b, server, count)
    each = count // len(directories)
    left = iter(directories)

    def register(directory):
        start = time.time()
        out = b.run(b.GESTOR, "importar", "cfdi", directory, "--organizacion", "1", "--reglas", rules, env=server.env)
        if f"cfdi: {each} registradas, 0 ya estaban, 0 no" not in out:
            raise SystemExit("no se importó todo: " + out[-500:])
        return each / (time.time() - start)

    # The bare rows are those of the last one that was imported.
    rates = {"gestor": lambda: register(next(left)), "filas": lambda: bare_rows(b, server, each)()}
    limit, seen = b.interleave("importar cfdi", rates)
    b.row(f"importar {count:,} CFDI / las puras filas de otras tantas facturas", b.median_ratio(seen, "gestor", "filas"), lambda v: v >= 0.5,
          f"{limit['gestor']:,.0f} contra {limit['filas']:,.0f} por segundo, en una conexión; meta ≥ 0.5")
    b.row(f"los últimos {each:,} CFDI / los primeros", seen["gestor"][-1] / seen["gestor"][0], lambda v: v >= 0.7,
          f"{seen['gestor'][-1]:,.0f} y {seen['gestor'][0]:,.0f} por segundo")


def main(b):
    imported(b, b.Server("chica", b.SMALL), b.opt.cfdis)
