// H.7: documents of trucks arrive when the telephone has signal: in any order, twice, with lost requests and lost answers; a refused one is sent
// again. The books equal those of the same documents sent once in their order: balances by account, day and product. RUTAS, DOCS, SEMILLA; the large
// run is RUTAS=20 DOCS=1000.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { dia, montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const RUTAS = Number(process.env.RUTAS ?? 3), DOCS = Number(process.env.DOCS ?? 60), SEMILLA = Number(process.env.SEMILLA ?? 20261117);
let m, base, srv, azar;
before(async () => {
  m = await montar({ registros: 60 });
  ({ base, srv } = m);
});
after(() => m?.cerrar());

const generador = semilla => () => {  // mulberry32
  semilla = (semilla + 0x6d2b79f5) | 0;
  let t = Math.imul(semilla ^ (semilla >>> 15), 1 | semilla);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};
const entre = (a, b) => a + Math.floor(azar() * (b - a + 1));
const revolver = lista => lista.map(x => [azar(), x]).sort((a, b) => a[0] - b[0]).map(([, x]) => x);
const dos = n => String(n).padStart(2, '0');

// fundar: a company; both companies have the same trucks, products and customers.
async function fundar(nombre, rfc) {
  const e = await Empresa.crear(m, { nombre, rfc });
  e.p = [await e.producto('AGUA'), await e.producto('JUGO', { metodoCosteo: 'PROMEDIO' }), await e.producto('REJA', { esEnvase: true })];
  await e.mover('Entrada', e.p.map((productoId, i) => ({ productoId, cantidad: 1e6, costoUnitario: [10.37, 25.5, 40][i] })), { fecha: `${dia(-9)}T08:00:00` });
  e.c = await e.cliente('C1');
  e.viejas = [];
  for (let i = 0; i < RUTAS; i++)
    e.viejas.push(await e.hecho('/api/FacturaVenta', { clienteId: e.c, fecha: `${dia(-8)}T09:00:00`, partidas: [{ conceptoId: e.venta, cantidad: 1, precioUnitario: 1e5 }] }));
  e.rutas = [];
  for (let i = 0; i < RUTAS; i++) {
    const vendedorId = Number(await base.sql(`INSERT INTO vendedor (organizacion_id, clave, nombre) VALUES (${e.id}, 'V${i}', 'Vendedor ${i}') RETURNING vendedor_id`));
    const almacenId = Number(await base.sql(`INSERT INTO almacen (organizacion_id, sucursal_id, clave, nombre, es_ruta) VALUES (${e.id}, ${e.matriz}, 'T${i}', 'Camión ${i}', true) RETURNING almacen_id`));
    e.rutas.push(await e.hecho('/api/Ruta', { nombre: `Ruta ${i}`, sucursalId: e.matriz, almacenId, vendedorId }));
  }
  return e;
}

// jornada: the documents of each truck on its two days, by index, without any id of a company.
function jornada() {
  const documentos = [], cierres = [];
  for (let r = 0; r < RUTAS; r++)
    for (const d of [-3, -2]) {
      let minuto = 360;
      const hora = () => `${dia(d)}T${dos(Math.floor(minuto / 60))}:${dos(minuto++ % 60)}:00`;
      const queda = [0, 0, 0];
      let efectivo = 0;
      const cargar = () => documentos.push({ tipo: 'carga', r, fecha: hora(), lineas: queda.map((_, p) => [p, entre(20, 60)]).map(([p, q]) => (queda[p] += q, [p, q])) });
      cargar();
      const cuantos = Math.max(4, Math.round(DOCS / RUTAS / 2) - 3);
      for (let i = 0; i < cuantos; i++) {
        const p = entre(0, 1), q = Math.min(queda[p], entre(1, 5)), precio = entre(15, 60);
        if (i === Math.floor(cuantos / 2)) cargar();
        else if (i % 9 === 8) efectivo += (documentos.push({ tipo: 'cobro', r, fecha: hora(), importe: entre(10, 90) }), documentos.at(-1).importe);
        else if (q > 0) {
          queda[p] -= q;
          const total = Math.round(q * precio * 116) / 100, contado = azar() < 0.7;
          if (contado) efectivo += total;
          documentos.push({ tipo: 'nota', r, fecha: hora(), lineas: [[p, q]], precio, ...(contado && { pago: total }) });
        }
      }
      const falta = entre(0, 2);
      const regresa = queda.map((q, p) => [p, Math.max(0, q - (p === 0 ? falta : 0))]);
      documentos.push({ tipo: 'regreso', r, fecha: `${dia(d)}T20:00:00`, lineas: regresa });
      cierres.push({ r, fecha: dia(d), efectivoEntregado: Math.round((efectivo - entre(0, 1) * 3.5) * 100) / 100 });
    }
  return { documentos: documentos.map((x, i) => ({ ...x, llave: `doc-${i}` })), cierres };
}

// solicitud: the request that the telephone sends for a document. A return of goods is applied when its creation has answered.
function solicitud(e, d) {
  const r = e.rutas[d.r], partidas = d.lineas?.map(([p, q]) => ({ productoId: e.p[p], cantidad: q, ...(d.precio && { precioUnitario: d.precio }) }));
  switch (d.tipo) {
    case 'carga': return ['/api/Ruta/Carga', { rutaId: r.rutaId, almacenId: e.general, fecha: d.fecha, partidas }];
    case 'nota': return ['/api/NotaVenta', { almacenId: r.almacenId, clienteId: e.c, fecha: d.fecha, partidas, ...(d.pago && { pagos: [{ formaPagoId: e.efectivo, importe: d.pago }] }) }];
    case 'cobro': return ['/api/Bancos/DepositoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, contactoId: e.c, fecha: d.fecha, importe: d.importe, almacenId: r.almacenId, aplicaciones: [{ transaccionId: e.viejas[d.r].transaccionId, importe: d.importe }] }];
    case 'regreso': return ['/api/Ruta/Devoluciones', { rutaId: r.rutaId, fecha: d.fecha, productos: d.lineas.slice(0, 2).map(([p, q]) => ({ productoId: e.p[p], conteo: q })), envases: d.lineas.slice(2).map(([p, q]) => ({ productoId: e.p[p], conteo: q })) }];
    case 'aplicar': return [`/api/Ruta/DevolucionAplicar/${d.id}`, undefined];
  }
}
const enviar = (e, d) => {
  const [ruta, cuerpo] = solicitud(e, d);
  return e.pedir(ruta, cuerpo, { encabezados: { 'Idempotency-Key': d.llave } });
};
const aplicacion = (d, r) => ({ tipo: 'aplicar', r: d.r, id: r.json.data.transaccionId, llave: `aplicar-${d.llave}` });

async function enOrden(e, documentos) {
  for (const d of [...documentos].sort((a, b) => (a.fecha < b.fecha ? -1 : a.fecha > b.fecha ? 1 : 0))) {
    const r = await enviar(e, d);
    assert.equal(r.estado, 200, `${d.tipo}: ${r.texto}`);
    if (d.tipo === 'regreso') assert.equal((await enviar(e, aplicacion(d, r))).estado, 200);
  }
}

async function comoLlegan(e, documentos) {
  let faltan = documentos, rechazos = 0, repetidos = 0, perdidos = 0, vueltas = 0;
  const contestado = new Map();
  while (faltan.length) {
    assert.ok(++vueltas < 100, `${faltan.length} documentos no entran nunca`);
    const siguientes = [];
    const turno = revolver([...faltan, ...faltan.filter(() => azar() < 0.3), ...documentos.filter(d => contestado.has(d.llave) && azar() < 0.1)]);
    const uno = async d => {
      if (azar() < 0.1) return void (perdidos++, contestado.has(d.llave) || siguientes.push(d));  // the request is lost
      const r = await enviar(e, d);
      if (r.estado === 409) return void (contestado.has(d.llave) || siguientes.push(d));  // the same request is under way
      if (r.estado !== 200) return void (rechazos++, assert.match(r.json.codigo, /EXISTENCIA_INSUFICIENTE/, `${d.tipo}: ${r.texto}`), siguientes.push(d));
      if (contestado.has(d.llave)) return void (repetidos++, assert.equal(r.texto, contestado.get(d.llave), 'repetida, contesta lo mismo'));
      if (azar() < 0.1) return void (perdidos++, siguientes.push(d));  // the answer is lost
      contestado.set(d.llave, r.texto);
      if (d.tipo === 'regreso') siguientes.push(aplicacion(d, r));
    };
    const cola = [...turno];
    await Promise.all(Array.from({ length: 6 }, async () => { while (cola.length) await uno(cola.pop()); }));
    faltan = [...new Map(siguientes.filter(d => !contestado.has(d.llave)).map(d => [d.llave, d])).values()];
  }
  return { rechazos, repetidos, perdidos, vueltas };
}

async function cerrar(e, cierres) {
  const salida = [];
  for (const c of cierres) {
    const l = await e.hecho('/api/Ruta/Liquidaciones', { rutaId: e.rutas[c.r].rutaId, fechaLiquidacion: c.fecha });
    const v = await e.hecho(`/api/Ruta/LiquidacionValidar/${l.transaccionId}`, { efectivoEntregado: c.efectivoEntregado, aceptarDiferencias: true });
    assert.equal(v.estado, 'Validado');
    salida.push([v.ruta, c.fecha, v.cargaInicial + v.recargas, v.ventasContado, v.ventasCredito, v.cobranza, v.devoluciones, v.efectivoEsperado, v.diferenciaEfectivo, v.faltanteMercancia, v.sobranteMercancia,
      ...v.partidas.map(p => `${p.codigo} ${p.carga + p.recarga} ${p.venta} ${p.devolucion} ${p.diferencia}`)]);
    const tarde = await enviar(e, { tipo: 'nota', r: c.r, fecha: `${c.fecha}T12:00:00`, lineas: [[0, 1]], precio: 10, llave: `tarde-${c.r}-${c.fecha}` });
    assert.equal(tarde.json.codigo, 'PERIODO_CERRADO', tarde.texto);
  }
  return salida.sort();
}

const libros = e => Promise.all([
  base.columna(`SELECT c.codigo || ' ' || p.fecha::date || ' ' || sum(v.debe - v.haber) FROM poliza p JOIN poliza_movimiento v USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
    WHERE p.organizacion_id = ${e.id} GROUP BY c.codigo, p.fecha::date ORDER BY 1`),
  base.columna(`SELECT q.codigo || ' ' || a.clave || ' ' || i.fecha::date || ' ' || trim_scale(sum(i.cantidad)) || ' ' || sum(i.valor) FROM movimiento_inventario i JOIN producto q USING (organizacion_id, producto_id) JOIN almacen a USING (organizacion_id, almacen_id)
    WHERE i.organizacion_id = ${e.id} GROUP BY q.codigo, a.clave, i.fecha::date ORDER BY 1`)]);

test(`${DOCS} documentos de ${RUTAS} camiones, revueltos, repetidos y con pérdidas: los mismos libros que en orden`, async t => {
  azar = generador(SEMILLA);
  const { documentos, cierres } = jornada();
  const [ordenada, revuelta] = [await fundar('En orden', 'EKU9003173C9'), await fundar('Como llegan', 'AAA010101AAA')];
  for (const d of [dia(-3), dia(-2)]) {  // a truck is settled before it leaves again
    const [suyos, deCierre] = [documentos.filter(x => x.fecha.startsWith(d)), cierres.filter(x => x.fecha === d)];
    await enOrden(ordenada, suyos);
    t.diagnostic(`${suyos.length} documentos, semilla ${SEMILLA}: ${JSON.stringify(await comoLlegan(revuelta, suyos))}`);
    assert.deepEqual(await cerrar(revuelta, revolver(deCierre)), await cerrar(ordenada, deCierre));
  }
  assert.deepEqual(await libros(revuelta), await libros(ordenada));
  await ordenada.cuadra();
  await revuelta.cuadra();
  assert.deepEqual(await auditar(base), []);
});
