// Stock at random, in any order: entries, exits, transfers at once and in transit, receptions, sales, repackagings, counts during sales, trucks
// loaded, selling, returning goods and settled, and cancels of any of them. After every few steps stock, movements, layers and ledger agree, and
// value is conserved.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { dia, montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';
import { esElKardex } from './lib/kardex.mjs';
import { Reportes } from './lib/reportes.mjs';

let m, e;
before(async () => {
  m = await montar({ registros: 60 });
  e = await Empresa.crear(m, { nombre: 'Azarosa', rfc: 'EKU9003173C9' });
});
after(() => m?.cerrar());

const CONTEO = '/api/Inventario/Conteo', CANCELAR = '/api/Inventario/MovimientoCancelar';

test('cualquier sucesión de movimientos, traspasos, reempaques, conteos, rutas y cancelaciones cuadra', async () => {
  const semilla = Number(process.env.SEMILLA ?? 20261117), pasos = Number(process.env.PASOS ?? 600);
  let x = semilla;
  const azar = n => (x = (x * 48271) % 2147483647) % n, uno = lista => lista[azar(lista.length)];
  const p = {};
  for (const [codigo, mas] of Object.entries({ A: {}, B: { metodoCosteo: 'PROMEDIO' }, C: {}, D: { metodoCosteo: 'PROMEDIO' }, S: { manejaSeries: true }, L: { manejaLotes: true }, I: { metodoCosteo: 'IDENTIFICADO', manejaLotes: true } }))
    p[codigo] = await e.producto(codigo, mas);
  const codigos = Object.keys(p), almacenes = [e.general, e.cedis], lotes = ['L1', 'L2', 'L3'];
  const otro = a => almacenes.find(b => b !== a);
  const veces = {}, rechazos = {};
  const vivos = { movimiento: [], envio: [], recepcion: [] };
  const abiertos = {};
  const camiones = [];  // a settled truck does nothing more that day: another truck takes its place
  const camionNuevo = async () => {
    const n = veces.camion = (veces.camion ?? 0) + 1;
    const almacenId = Number(await e.base.sql(`INSERT INTO almacen (organizacion_id, sucursal_id, clave, nombre, es_ruta) VALUES (${e.id}, ${e.matriz}, 'T${n}', 'Camión ${n}', true) RETURNING almacen_id`));
    return { ...await e.hecho('/api/Ruta', { nombre: `Ruta ${n}`, sucursalId: e.matriz, almacenId }), regresos: [] };
  };
  let serie = 0;
  const hay = async (codigo, almacen) => Number(await e.base.uno(`SELECT coalesce(max(cantidad), 0) FROM existencia WHERE organizacion_id = ${e.id} AND almacen_id = ${almacen} AND producto_id = ${p[codigo]}`));
  const seriesEn = almacen => e.base.columna(`SELECT serie FROM existencia_serie WHERE organizacion_id = ${e.id} AND almacen_id = ${almacen} AND producto_id = ${p.S} AND NOT en_transito ORDER BY serie`);
  const lotesEn = async (codigo, almacen) => e.base.sql(`SELECT lote, cantidad FROM existencia_lote WHERE organizacion_id = ${e.id} AND almacen_id = ${almacen} AND producto_id = ${p[codigo]} AND cantidad > 0 ORDER BY lote`);
  // nuevo: goods that enter. The function below takes some of the stock, and none when there is none.
  const nuevo = codigo => {
    const cantidad = codigo === 'S' ? 1 + azar(3) : (1 + azar(9000)) / 1000;
    return { productoId: p[codigo], cantidad, ...(codigo === 'S' && { series: Array.from({ length: cantidad }, () => `N${++serie}`) }), ...('LI'.includes(codigo) && { lotes: [{ lote: uno(lotes), cantidad, caducidad: '2099-01-01' }] }) };
  };
  const parte = async (codigo, almacen) => {
    if (codigo === 'S') {
      const series = (await seriesEn(almacen)).filter(() => azar(2));
      return series.length ? { productoId: p.S, cantidad: series.length, series } : undefined;
    }
    if ('LI'.includes(codigo)) {
      const l = uno(await lotesEn(codigo, almacen));
      const cantidad = l && (azar(3) ? Math.max(0.001, Math.floor(Number(l.cantidad) * azar(1000)) / 1000) : Number(l.cantidad));
      return l ? { productoId: p[codigo], cantidad, lotes: [{ lote: l.lote, cantidad }] } : undefined;
    }
    const todo = await hay(codigo, almacen);
    return todo > 0 ? { productoId: p[codigo], cantidad: azar(4) ? Math.max(0.001, Math.floor(todo * azar(1000)) / 1000) : todo } : undefined;
  };
  // contado: some of the stock of a truck, now and then with something more.
  const contado = async (codigo, almacen) => {
    const productoId = p[codigo], mas = azar(3) === 0;
    if (codigo === 'S') {
      const series = [...(await seriesEn(almacen)).filter(() => azar(4)), ...(mas ? [`N${++serie}`] : [])];
      return { productoId, cantidad: series.length, series };
    }
    const todo = await hay(codigo, almacen);
    const cantidad = azar(2) ? todo : (Math.floor(todo * azar(1000)) + (mas ? 1000 * azar(3) : 0)) / 1000;
    if (!'LI'.includes(codigo)) return { productoId, cantidad };
    const suyos = (await lotesEn(codigo, almacen)).map(l => ({ lote: l.lote, cantidad: azar(3) ? Number(l.cantidad) : Math.floor(Number(l.cantidad) * 500) / 1000 })).filter(l => l.cantidad > 0);
    if (mas) suyos.push({ lote: `X${++serie}`, cantidad: 1 + azar(2), caducidad: '2099-01-01' });
    return { productoId, cantidad: suyos.reduce((s, l) => s + Math.round(l.cantidad * 1e6), 0) / 1e6, lotes: suyos };
  };
  const pedir = async (que, metodo, ruta, cuerpo) => {
    const r = await e.srv.pedir(metodo, ruta, { token: e.token, cuerpo });
    if (r.estado === 200) return veces[que] = (veces[que] ?? 0) + 1, r.json.data;
    assert.ok(r.estado === 400 && ['EXISTENCIA_INSUFICIENTE', 'SERIE_LOTE_INVALIDO', 'TIENE_DOCUMENTOS_RELACIONADOS', 'ESTADO_INVALIDO', 'PERIODO_CERRADO'].includes(r.json.codigo), `${que} ${JSON.stringify(cuerpo)}: ${r.texto}`);
    const clave = `${que} ${r.json.codigo}`;
    rechazos[clave] = (rechazos[clave] ?? 0) + 1;
  };
  const mover = async (que, tipoMovimiento, almacenId, partidas, mas = {}, donde = 'movimiento') => {
    const d = await pedir(que, 'POST', '/api/Inventario/Movimiento', { tipoMovimiento, almacenId, partidas, ...(tipoMovimiento !== 'Traspaso' && { conceptoId: e.merma }), ...mas });
    if (d) vivos[donde].push(d.transaccionId);
  };
  const actos = {
    entrada: () => mover('entrada', 'Entrada', uno(almacenes), [{ ...nuevo(uno(codigos)), costoUnitario: azar(9000) / 100 }]),
    salida: async () => {
      const a = uno(almacenes), q = await parte(uno(codigos), a);
      if (q) await mover('salida', 'Salida', a, [q]);
    },
    venta: async () => {
      const a = uno([...almacenes, ...camiones.map(c => c.almacenId)]), q = await parte(uno(codigos), a);
      if (q) await pedir('venta', 'POST', '/api/NotaVenta', { partidas: [{ ...q, almacenId: a, precioUnitario: 10 }] });
    },
    traspaso: async () => {
      const a = uno(almacenes), q = await parte(uno(codigos), a), enTransito = azar(2) === 0;
      if (q) await mover(enTransito ? 'envio' : 'traspaso', 'Traspaso', a, [q], { almacenDestinoId: otro(a), enTransito }, enTransito ? 'envio' : 'movimiento');
    },
    recepcion: async () => {
      const id = uno(vivos.envio);
      const d = id && (await pedir('recepcion', 'POST', '/api/Inventario/Recepcion', { transaccionIdOrigen: id, ...(azar(4) === 0 && { cerrar: true, conceptoId: e.merma }) }));
      if (d) vivos.recepcion.push(d.transaccionId);
    },
    reempaque: async () => {
      const a = uno(almacenes), de = [uno(codigos), uno(codigos)].filter((c, i, t) => t.indexOf(c) === i);
      const origen = (await Promise.all(de.map(c => parte(c, a)))).filter(Boolean);
      const a_que = codigos.filter(c => !de.includes(c) && azar(3) === 0);
      if (!origen.length || !a_que.length) return;
      const factor = azar(2);
      const d = await pedir('reempaque', 'POST', '/api/Inventario/Reempaque', { almacenId: a, origen, destino: a_que.map(c => ({ ...nuevo(c), ...(factor && { factorCosto: (1 + azar(500)) / 100 }) })), ...(azar(2) && { merma: azar(1001) / 10 }) });
      if (!d) return;
      const suma = lista => lista.reduce((s, l) => s + Math.round(l.importe * 100), 0);
      const merma = Math.floor((suma(d.origen) * Math.round(d.merma * 10) * 2 + 1000) / 2000);
      assert.deepEqual([suma(d.origen), suma(d.destino)], [Math.round(d.costoTotal * 100), suma(d.origen) - merma], JSON.stringify(d));
      vivos.movimiento.push(d.transaccionId);
    },
    contar: async () => {
      const a = uno(almacenes);
      abiertos[a] ??= (await pedir('conteo', 'POST', CONTEO, { almacenId: a }))?.conteoId;
      const c = uno(codigos);
      const q = c === 'S' ? { series: [...(await seriesEn(a)).filter(() => azar(4)), ...(azar(3) ? [] : [`N${++serie}`])] } : 'LI'.includes(c) ? { lote: uno(lotes) } : {};
      const contado = q.series?.length ?? (azar(5) ? azar(9000) / 1000 : await hay(c, a));
      await pedir('contado', 'POST', `${CONTEO}/${abiertos[a]}/Partidas`, { partidas: [{ productoId: p[c], contado, ...q }] });
    },
    cerrar: async () => {
      const a = uno(almacenes);
      if (!abiertos[a]) return;
      if (azar(5) === 0) await pedir('conteo cancelado', 'DELETE', `/api/Inventario/ConteoCancelar/${abiertos[a]}`);
      else {
        const d = await pedir('conteo cerrado', 'POST', `${CONTEO}/${abiertos[a]}/Cerrar`, { noContadoEsCero: azar(6) === 0 });
        if (!d) return;  // sold after its count: the product has to be counted again
        if (d.transaccionId) vivos.movimiento.push(d.transaccionId);
      }
      delete abiertos[a];
    },
    carga: async () => {
      const a = uno(almacenes), q = await parte(uno(codigos), a);
      const d = q && (await pedir('carga', 'POST', '/api/Ruta/Carga', { rutaId: uno(camiones).rutaId, almacenId: a, partidas: [q] }));
      if (d) vivos.movimiento.push(d.transaccionId);
    },
    regreso: async () => {
      const c = uno(camiones), cuales = codigos.filter(() => azar(3) === 0);
      const productos = await Promise.all(cuales.map(codigo => contado(codigo, c.almacenId)));
      const d = productos.length && (await pedir('regreso', 'POST', '/api/Ruta/Devoluciones', { rutaId: c.rutaId, almacenId: uno(almacenes), productos: productos.map(({ cantidad, ...mas }) => ({ ...mas, conteo: cantidad })) }));
      if (d) c.regresos.push(d.transaccionId);
    },
    aplicar: async () => {
      const c = uno(camiones), id = c.regresos[0];
      if (!id) return;
      const d = azar(5) ? await pedir('regreso aplicado', 'POST', `/api/Ruta/DevolucionAplicar/${id}`, { aceptarDiferencias: azar(2) === 0 }) : await pedir('regreso cancelado', 'DELETE', `/api/Ruta/DevolucionCancelar/${id}`);
      if (d) c.regresos.shift();
      if (d?.transaccionIdSobrante) veces.sobrante = (veces.sobrante ?? 0) + 1;
    },
    liquidar: async () => {
      const i = azar(camiones.length), c = camiones[i];
      c.liquidacion ??= (await pedir('liquidacion', 'POST', '/api/Ruta/Liquidaciones', { rutaId: c.rutaId, fechaLiquidacion: dia(0) })).transaccionId;
      const conteo = await Promise.all(codigos.map(codigo => contado(codigo, c.almacenId)));
      const d = await pedir('validada', 'POST', `/api/Ruta/LiquidacionValidar/${c.liquidacion}`, { efectivoEntregado: azar(3), conteo, aceptarDiferencias: true });
      if (d?.valido) camiones[i] = await camionNuevo();
    },
    cancelar: async () => {
      const que = uno(['movimiento', 'movimiento', 'envio', 'recepcion']);
      const id = uno(vivos[que]);
      if (id && (await pedir(`cancelar ${que}`, 'DELETE', que === 'recepcion' ? `/api/Inventario/TransaccionCancelar/${id}` : `${CANCELAR}/${id}`))) vivos[que] = vivos[que].filter(y => y !== id);
    },
  };
  const sorteo = Object.keys(actos).flatMap(n => Array({ entrada: 4, contar: 3, cancelar: 4, carga: 3, liquidar: 1 }[n] ?? 2).fill(n));
  for (let i = 0; i < 3; i++) camiones.push(await camionNuevo());
  for (let n = 0; n < pasos; n++) {
    await actos[uno(sorteo)]();
    if (n % 100 === 99) await e.cuadra();
  }
  const resumen = `semilla ${semilla}: ${JSON.stringify(veces)} ${JSON.stringify(rechazos)}`;
  for (const que of ['entrada', 'salida', 'venta', 'traspaso', 'envio', 'recepcion', 'reempaque', 'contado', 'conteo cerrado', 'cancelar movimiento', 'carga', 'regreso', 'regreso aplicado', 'validada']) assert.ok(veces[que] > 0, `${que}; ${resumen}`);
  await e.cuadra();
  await new Reportes(e).ventas('2020-01-01', '2030-12-31');
  await esElKardex(e, Object.values(p));
  assert.deepEqual((await auditar(m.base)).filter(f => Number(f.organizacion_id) === e.id), [], resumen);
  console.log(resumen);
});
