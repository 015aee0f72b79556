"""Quotations per second with the database a millisecond away: what a number of writers can have on its way at once."""
import heapq, select, socket, threading, time

WRITERS = (8, 32, 128)


def writers_of(b):
    return b.size(WRITERS, WRITERS[:1])


class Far:
    """A TCP port through which PostgreSQL's own socket is `seconds` away, there and back."""

    def __init__(self, path, seconds):
        self.path, self.half = path, seconds / 2
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        other, late, count = {}, [], 0
        while True:
            wait = max(0, late[0][0] - time.monotonic()) if late else None
            for s in select.select([self.listener, *other], [], [], wait)[0]:
                if s is self.listener:
                    near, far = s.accept()[0], socket.socket(socket.AF_UNIX)
                    near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    far.connect(self.path)
                    other[near], other[far] = far, near
                    continue
                try:
                    data = s.recv(65536)
                except ConnectionError:
                    data = b""
                count += 1
                heapq.heappush(late, (time.monotonic() + self.half, count, other[s], data))
                if not data:
                    del other[s]
            while late and late[0][0] <= time.monotonic():
                _, _, to, data = heapq.heappop(late)
                try:
                    to.sendall(data) if data else to.shutdown(socket.SHUT_WR)
                except OSError:
                    pass


def script(b, server, series):
    """Of five lines, in one of many series: nobody waits for another's goods, and few for another's folio."""
    products = b.sql(server.db, "SELECT producto_id FROM gestor.producto WHERE organizacion_id = 1 AND activo AND NOT maneja_series AND NOT maneja_lotes ORDER BY 1").split()
    customer = b.sql(server.db, "SELECT contacto_id FROM gestor.contacto WHERE organizacion_id = 1 AND limite_credito = 0 AND rfc NOT LIKE 'XAXX%' AND activo ORDER BY 1 LIMIT 1")
    path = f"{b.opt.temporal}/distancia.lua"
    with open(path, "w") as f:
        f.write(f"""wrk.method = "POST"
local h = {{["Content-Type"] = "application/json", ["Authorization"] = "Bearer {server.token}"}}
local p, s, n = {{{",".join(products)}}}, {{{",".join(f'"{x}"' for x in series)}}}, 0
request = function()
  n = n + 1
  local lines = {{}}
  for i = 1, 5 do lines[i] = string.format('{{"productoId": %d, "cantidad": 1, "precioUnitario": 100}}', p[1 + (n * 5 + i) % #p]) end
  return wrk.format("POST", "/api/Cotizaciones/Cliente", h, string.format('{{"clienteId": {customer}, "vigenciaFecha": "2099-12-31", "serie": "%s", "partidas": [%s]}}', s[1 + n % #s], table.concat(lines, ",")))
end
""")
    return path


def main(b):
    server = b.Server("chica", b.SMALL)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    series = ["Z" + x + y for x in letters[:6] for y in letters]
    b.sql(server.db, "SET search_path = gestor; INSERT INTO serie_folio (organizacion_id, sucursal_id, obj_id, serie, predeterminada) "
          "SELECT organizacion_id, sucursal_id, obj_id, s, false FROM serie_folio, unnest('{" + ",".join(series) + "}'::text[]) s "
          "WHERE organizacion_id = 1 AND sucursal_id = 1 AND predeterminada AND obj_id = (SELECT obj_id FROM objeto WHERE clave = 'CotizacionCliente')")
    host, port = (dict(x.split("=") for x in b.opt.admin.split())[k] for k in ("host", "port"))
    far = Far(f"{host}/.s.PGSQL.{port}", 0.001)
    command = list(server.command)

    def writes(address, writers, lua):
        server.stop()
        server.env["GESTOR_BASE_DATOS"] = address
        server.command = command + ["--trabajadores", str(writers)]
        server.start()
        server.login()
        b.wrk(server.url, lua(), writers + 8, b.size(2 + writers // 8, 1))  # connected, and its statements planned, which takes its time
        return b.wrk(server.url, lua(), writers + 8)[0]

    away = b.conn(server.db, "gestor_app").replace(f"host={host}", "host=127.0.0.1").replace(f"port={port}", f"port={far.port}")
    sides = {f"{n} {where}": (lambda n=n, a=a: writes(a, n, lambda: script(b, server, series)))
             for n in writers_of(b) for where, a in (("junto", b.conn(server.db, "gestor_app")), ("lejos", away))}
    rate, seen = b.interleave("distancia", sides)
    for n in writers_of(b):
        b.row(f"cotizaciones por segundo, {n} trabajadores, base de datos a 1 ms", rate[f"{n} lejos"], None, f"al lado {rate[f'{n} junto']:,.0f}")
