"""What PostgreSQL itself pays for a document: processor time of its backends, and beside it the bare rows of the same document. Time spent on a
processor is not time waited for one: these figures hold on a machine that others use too."""
import os, subprocess, time

import bench_escrituras

CALLERS = 4


def spent(pids):
    total = 0
    for pid in pids:
        try:
            with open(f"/proc/{pid}/schedstat") as f:
                total += int(f.read().split()[0])
        except FileNotFoundError:  # a backend that ended meanwhile
            pass
    return total / 1e6


def per_document(b, server, command, env=None):
    """Milliseconds of the backends for each document that the command, which ends by itself, makes."""
    def look():
        made, *pids = b.sql(server.db, "SELECT last_value FROM gestor.transaccion_transaccion_id_seq; "
                            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND usename = 'gestor_app'").split()
        return int(made), spent(pids)

    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(b.size(0.7, 0.3))  # connected, and its statements prepared
    made, cpu = look()
    time.sleep(b.size(b.opt.segundos - 1, 0.4))
    made_then, cpu_then = look()
    if process.wait() != 0 or (made_then == made and not b.opt.humo):
        raise SystemExit("no se hicieron documentos: " + " ".join(command))
    return (cpu_then - cpu) / max(1, made_then - made)


class Rows:
    """The stored rows of a document as constants, to be inserted again."""

    def __init__(self, b, server, document):
        self.b, self.db, self.where = b, server.db, f"organizacion_id = 1 AND transaccion_id = {document}"

    def ask(self, text):
        return self.b.sql(self.db, "SET search_path = gestor, public; " + text)

    def read(self, table, given, where=None):
        """Names of the columns that are not `given`, and the rows as `(value, …), (value, …)`."""
        columns = [c.split("|") for c in self.ask(
            f"SELECT attname, format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = '{table}'::regclass AND attnum > 0 AND NOT attisdropped "
            f"AND attgenerated = '' AND has_column_privilege('gestor_app', attrelid, attnum, 'INSERT') ORDER BY attnum").split("\n")]
        columns = [(name, kind) for name, kind in columns if name not in given]
        values = ", ".join(f"quote_nullable({name}::text) || '::{kind}'" for name, kind in columns)
        rows = self.ask(f"SELECT string_agg('(' || concat_ws(', ', {values}) || ')', ', ') FROM {table} WHERE {where or self.where}")
        return ", ".join(name for name, _ in columns), rows

    def insert(self, table, given, source, where=None, auto=(), returning=""):
        """`given`: columns that are expressions of `source`; `auto`: those that get their default."""
        names, rows = self.read(table, (*given, *auto), where)
        if not rows:
            return ""
        return (f", {table}_ AS (INSERT INTO {table} ({', '.join(given)}, {names}) SELECT {', '.join(given.values())}, v.* FROM {source}, (VALUES {rows}) v "
                f"{returning})")

    def statement(self):
        """One statement that only inserts these rows, takes the folio and moves the stock."""
        branch, kind, series = self.ask(f"SELECT sucursal_id, obj_id, serie FROM transaccion WHERE {self.where}").split("|")
        own = {"transaccion_id": "t.transaccion_id"}
        entry = self.ask(f"SELECT poliza_id, ejercicio, mes, tipo FROM poliza WHERE {self.where}").split("|")
        text = (f"WITH f AS (UPDATE serie_folio SET siguiente = siguiente + 1 WHERE organizacion_id = 1 AND sucursal_id = {branch} AND obj_id = {kind} "
                f"AND serie = '{series}' RETURNING siguiente - 1 AS numero)")
        fresh = {"numero": "f.numero"}
        if self.ask(f"SELECT uuid FROM transaccion WHERE {self.where}"):
            fresh["uuid"] = "upper(gen_random_uuid()::text)"
        text += self.insert("transaccion", fresh, "f", auto=["transaccion_id"], returning="RETURNING transaccion_id")
        for table in ("partida", "partida_impuesto", "documento", "apartado", "compra"):
            text += self.insert(table, own, "transaccion_ t")
        text += self.insert("movimiento_inventario", own, "transaccion_ t", auto=["movimiento_id"])
        text += self.stock("existencia", "almacen_id, producto_id", "cantidad = e.cantidad + v.c, valor = e.valor + v.v", "sum(cantidad), sum(valor)", "movimiento_inventario", "v (a, p, c, v)",
                           "e.almacen_id = v.a AND e.producto_id = v.p")
        text += self.stock("existencia", "almacen_id, producto_id", "apartado = e.apartado + v.c", "sum(cantidad)", "apartado", "v (a, p, c)", "e.almacen_id = v.a AND e.producto_id = v.p")
        text += self.stock("capa", "capa_id", "restante = e.restante + v.c, valor = e.valor + v.v", "sum(cantidad), sum(valor_capa)", "movimiento_inventario", "v (id, c, v)", "e.capa_id = v.id")
        if entry != [""]:
            text += self.insert("poliza", {**own, "numero": "poliza_numeros(1, {1}, {2}, '{3}', 1)".format(*entry)},
                                "transaccion_ t", auto=["poliza_id"], returning="RETURNING poliza_id")
            text += self.insert("poliza_movimiento", {"poliza_id": "p.poliza_id"}, "poliza_ p", f"organizacion_id = 1 AND poliza_id = {entry[0]}")
        if file := self.ask(f"SELECT max(archivo_id) FROM archivo WHERE {self.where}"):
            of_file = f"organizacion_id = 1 AND archivo_id = {file}"
            text += self.insert("archivo", own, "transaccion_ t", of_file, auto=["archivo_id"], returning="RETURNING archivo_id")
            text += self.insert("archivo_bloque", {"archivo_id": "a.archivo_id"}, "archivo_ a", of_file)
        return text + " SELECT numero FROM f"

    def stock(self, table, key, change, moved, source, names, match):
        rows = self.ask(f"SELECT string_agg(x::text, ', ') FROM (SELECT {key}, {moved} FROM {source} WHERE {self.where} GROUP BY {key}) x")
        return f", {table}_{source} AS (UPDATE {table} e SET {change} FROM (VALUES {rows}) {names} WHERE e.organizacion_id = 1 AND {match})" if rows else ""


def main(b):
    documents(b, b.Server("chica", b.SMALL))


def documents(b, server):
    body = bench_escrituras.order_body(b, server)
    # The tenant is the connection's: not one statement but the one that writes.
    env = dict(os.environ, PGOPTIONS="-c gestor.organizacion=1 -c search_path=gestor,public -c enable_seqscan=off -c plan_cache_mode=force_generic_plan")
    for name, path, goals in (("pedido", "/api/PedidoCliente", (lambda v: v <= 2.2, lambda v: v >= 0.6)), ("factura", "/api/FacturaVenta", (None, None))):
        made = server.call("POST", path, body)["data"]["transaccionId"]
        script = f"{b.opt.temporal}/{server.db}_{name}_filas.sql"
        with open(script, "w") as f:
            f.write(Rows(b, server, made).statement() + ";\n")
        lua = bench_escrituras.post_script(b, name, body, server.token)
        seconds = str(b.opt.segundos)
        sides = {"gestor": ["wrk", "-t1", f"-c{CALLERS}", "-d" + seconds, "-s", lua, server.url + path],
                 "filas": ["pgbench", "-n", "-M", "prepared", "-c", str(CALLERS), "-T", seconds, "-f", script, b.conn(server.db, "gestor_app")]}
        cost, seen = b.interleave("procesador " + name, {k: (lambda c=c: per_document(b, server, c, env)) for k, c in sides.items()})
        b.row(f"procesador de PostgreSQL por {name} de 5 partidas, ms", cost["gestor"], goals[0], f"sus puras filas {cost['filas']:.2f} ms")
        b.row(f"{name}: sus puras filas / lo que cuesta", b.median_ratio(seen, "filas", "gestor"), goals[1], "una sentencia que sólo inserta, toma el folio y mueve la existencia")
