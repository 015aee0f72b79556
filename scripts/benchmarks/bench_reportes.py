"""Accounting reports over a large ledger: what a report costs beside the bare sums that read the same rows."""
import time

from bench_inventario import timed

YEARS, FIRST = 5, 2019  # before the pólizas of the demo


def load_ledger(b, server, lines):
    """So many movements of organization 1, four in a póliza, spread over its accounts and the months of those years, and added up as the server does it."""
    entries = lines // 4
    step = max(1, entries // 10)
    for first in range(0, entries, step):
        print(f"cargando {lines:,} movimientos: {100 * first // entries} %", flush=True)
        b.sql(server.db, f"""SET search_path = gestor, public; SET session_replication_role = replica;
            INSERT INTO periodo (organizacion_id, ejercicio, mes) SELECT 1, {FIRST} + n / 12, 1 + n % 12 FROM generate_series(0, {12 * YEARS - 1}) n ON CONFLICT DO NOTHING;
            WITH nueva AS (
                INSERT INTO poliza (organizacion_id, tipo, fecha, ejercicio, mes, numero)
                SELECT 1, 'Diario', d, extract(year FROM d), extract(month FROM d), 1000000 + i
                FROM generate_series({first}, {min(first + step, entries) - 1}) i,
                     LATERAL (SELECT (date '{FIRST}-01-01' + make_interval(months => i * {12 * YEARS} / {entries}, days => i % 27))::date AS d) x
                RETURNING poliza_id, numero)
            INSERT INTO poliza_movimiento (organizacion_id, poliza_id, numero, cuenta_contable_id, debe, haber)
            SELECT 1, v.poliza_id, n, c.ids[1 + (v.numero * 5 + n) % cardinality(c.ids)], 10 * (n % 2), 10 - 10 * (n % 2)
            FROM nueva v, generate_series(1, 4) n, (SELECT array_agg(cuenta_contable_id ORDER BY codigo) AS ids FROM cuenta_contable WHERE organizacion_id = 1 AND detalle) c""")
    for _ in range(3):
        b.sql(server.db, "SELECT gestor.polizas_resumir(1000000000)")
    b.sql(server.db, "VACUUM ANALYZE gestor.poliza, gestor.poliza_movimiento, gestor.saldo_mensual")


def reports(b, server, lines):
    load_ledger(b, server, lines)
    year = FIRST + YEARS - 1
    days = f"BETWEEN date '{year}-06-01' AND date '{year}-06-30'"
    account = b.sql(server.db, "SELECT codigo FROM gestor.cuenta_contable WHERE organizacion_id = 1 AND clave = 'CLIENTES'")

    def sums(until):
        return f"SELECT cuenta_contable_id, sum(debe), sum(haber) FROM gestor.saldo_mensual WHERE organizacion_id = 1 AND ejercicio <= {until} GROUP BY 1"

    entries = "FROM gestor.poliza p JOIN gestor.poliza_movimiento l ON l.organizacion_id = 1 AND l.poliza_id = p.poliza_id"
    of_account = f"""SELECT p.fecha, l.debe, l.haber {entries} WHERE p.organizacion_id = 1 AND p.fecha {days}
        AND l.cuenta_contable_id = (SELECT cuenta_contable_id FROM gestor.cuenta_contable WHERE organizacion_id = 1 AND clave = 'CLIENTES') ORDER BY 1"""
    of_month = f"SELECT l.cuenta_contable_id, sum(l.haber - l.debe) {entries} WHERE p.organizacion_id = 1 AND p.fecha {days} GROUP BY 1"
    month = f"fechaInicial={year}-06-01&fechaFinal={year}-06-30"
    for what, path, bare in (("estado de resultados", f"EstadoResultados?ejercicio={year}&mes=6", (sums(year), sums(year - 1))), ("balance general", f"BalanceGeneral?fechaCorte={year}-06-30", (sums(year),)),
                             ("auxiliar de un mes", f"Auxiliar?cuenta={account}&{month}", (of_account,)), ("flujo de un mes", f"Flujo?{month}", (of_month,))):
        def report(path=path):
            start = time.time()
            server.call("GET", "/api/Contabilidad/" + path)
            return 1 / (time.time() - start)

        for _ in range(b.size(8, 1)):  # the plan that is kept is of the sixth call
            report()
        limit, seen = b.interleave(what, {"gestor": report, "sql": lambda bare=bare: timed(b, server, *bare)})
        b.row(f"{what}, libro de {lines:,} movimientos / las puras sumas", b.median_ratio(seen, "gestor", "sql"), None, f"{1000 / limit['gestor']:,.1f} ms contra {1000 / limit['sql']:,.1f} ms")


def main(b):
    reports(b, b.Server("chica", b.SMALL), b.opt.lineas)
