// Permissions of two-sided documents: credit notes and remissions of a customer ask for the permissions of sales, those of a supplier for the
// permissions of purchases.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { esError, montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const CREDITO = '/api/NotaCredito', REMISION = '/api/NotaRemision';
const LADOS = ['ventas', 'compras'];
let m, e, srv, producto, proveedor, cliente;
const quien = {};
before(async () => {
  m = await montar({ registros: 60 });
  srv = m.srv;
  e = await Empresa.crear(m, { nombre: 'De dos lados', rfc: 'EKU9003173C9' });
  proveedor = await e.cliente('PROV', { tipoContacto: 'Proveedor' });
  cliente = await e.cliente('CLI');
  producto = await e.producto('A');
  await e.entrada(producto, 100, 10);
  for (const lado of [...LADOS, 'bancos']) {
    const u = await m.base.usuario({ usuario: `${lado}${e.id}`, organizacion: e.id, sucursal: e.matriz, rol: 'propio', permisos: ['leer', 'escribir', 'cancelar'].map(x => `${lado}.${x}`).join(' ') });
    quien[lado] = await srv.entrar({ ...u, ...e.llave });
  }
});
after(() => m?.cerrar());

const partidas = () => [{ productoId: producto, cantidad: 1, precioUnitario: 10 }];
const cuerpos = {
  [CREDITO]: { ventas: () => ({ tipo: 'Cliente', contactoId: cliente, motivo: 'x', importes: { base16: 1 } }), compras: () => ({ tipo: 'Proveedor', contactoId: proveedor, motivo: 'x', importes: { base16: 1 } }) },
  [REMISION]: { ventas: () => ({ origen: 'Venta', clienteId: cliente, partidas: partidas() }), compras: () => ({ proveedorId: proveedor, partidas: partidas() }) },
};
const enLote = (ruta, cuerpo) => ['/api/Lote', { operaciones: [{ metodo: 'POST', ruta, cuerpo }] }];
const cuantos = () => m.base.uno(`SELECT count(*) FROM transaccion WHERE organizacion_id = ${e.id}`);
const niega = (r, permiso) => {
  esError(r, 403, 'PERMISO_DENEGADO');
  assert.equal(/se requiere el permiso ([\w.|]+)/.exec(r.texto)?.[1], permiso, r.texto);
};

for (const ruta of [CREDITO, REMISION])
  for (const lado of LADOS)
    test(`escribir ${ruta}, ${lado}: con su permiso, y no con el del otro lado; igual simulado y en un lote`, async () => {
      const otro = LADOS.find(x => x !== lado), cuerpo = cuerpos[ruta][lado]();
      const formas = [[ruta, cuerpo], [`/simular${ruta}`, cuerpo], enLote(ruta, cuerpo), [`/simular/api/Lote`, enLote(ruta, cuerpo)[1]]];
      for (const [donde, que] of formas) {
        const antes = await cuantos();
        niega(await srv.pedir('POST', donde, { token: quien[otro], cuerpo: que }), `${lado}.escribir`);
        niega(await srv.pedir('POST', donde, { token: quien.bancos, cuerpo: que }), 'compras.escribir|ventas.escribir');
        assert.equal(await cuantos(), antes, donde);
        const r = await srv.pedir('POST', donde, { token: quien[lado], cuerpo: que });
        assert.equal(r.estado, 200, `${donde}: ${r.texto}`);
      }
    });

// The remembered answer of a batch is refused when the user has lost the permission for one of its writes.
for (const [que, referido] of [['su tipo', false], ['su tipo, en una que se refiere a otra respuesta', false], ['un tipo que es referencia', true]])
  test(`lo recordado de un lote sólo se da a quien puede hacerlo del lado que dice: ${que}`, async () => {
    const usuario = `perdio${que.length}`, todo = ['ventas', 'compras', 'contabilidad'];
    const u = await m.base.usuario({ usuario, organizacion: e.id, sucursal: e.matriz, rol: 'propio', permisos: todo.map(a => `${a}.escribir`).join(' ') });
    const nota = { ...cuerpos[CREDITO].compras(), motivo: que.includes('refiere') ? '$p.data.nombre' : 'x', ...(referido && { tipo: '$p.data.clave' }) };
    const operaciones = [{ id: 'p', metodo: 'POST', ruta: '/api/Proyecto', cuerpo: { clave: referido ? 'Proveedor' : usuario, nombre: que } }, { metodo: 'POST', ruta: CREDITO, cuerpo: nota }];
    const pedir = async () => srv.pedir('POST', '/api/Lote', { token: await srv.entrar({ ...u, ...e.llave }), cuerpo: { operaciones }, encabezados: { 'Idempotency-Key': usuario } });
    const primera = await pedir();
    assert.equal(primera.estado, 200, primera.texto);
    assert.equal((await pedir()).h['idempotent-replayed'], 'true');
    await m.base.sql(`UPDATE usuario SET permisos = array_remove(permisos, 'compras.escribir') WHERE usuario_id = ${u.usuarioId}`);
    niega(await pedir(), 'compras.escribir');
  });

test('una nota de un documento: también quien sólo es de su lado', async () => {
  const f = await e.hecho('/api/FacturaVenta', { clienteId: cliente, partidas: partidas() });
  const c = await e.hecho('/api/FacturaCompra', { proveedorId: proveedor, partidas: partidas() });
  for (const [lado, tipo, d] of [['ventas', 'Cliente', f], ['compras', 'Proveedor', c]]) {
    const cuerpo = { tipo, transaccionIdOrigen: d.transaccionId, motivo: 'x', importes: { base16: 1 } };
    niega(await srv.pedir('POST', CREDITO, { token: quien[LADOS.find(x => x !== lado)], cuerpo }), `${lado}.escribir`);
    const r = await srv.pedir('POST', CREDITO, { token: quien[lado], cuerpo });
    assert.equal(r.estado, 200, r.texto);
  }
});

test('una clave de idempotencia que sí pudo no da permiso a quien no', async () => {
  const encabezados = { 'Idempotency-Key': 'de-un-lado' }, cuerpo = cuerpos[CREDITO].ventas();
  assert.equal((await srv.pedir('POST', CREDITO, { token: quien.ventas, cuerpo, encabezados })).estado, 200);
  niega(await srv.pedir('POST', CREDITO, { token: quien.compras, cuerpo, encabezados }), 'ventas.escribir');
});

test('leer: la lista de un lado, y el registro que es de ese lado', async () => {
  for (const lado of LADOS) {
    const otro = LADOS.find(x => x !== lado), leer = `${lado}.leer`;
    const remision = await e.hecho(REMISION, cuerpos[REMISION][lado]());
    const rutas = [`${REMISION}?origen=${lado === 'ventas' ? 'Venta' : 'Compra'}`, `${REMISION}/${remision.transaccionId}`, `${CREDITO}/Detallado?tipo=${lado === 'ventas' ? 'Cliente' : 'Proveedor'}`,
      lado === 'ventas' ? `${CREDITO}/Detallado` : REMISION];  // the last route has the default side of its list
    for (const ruta of rutas) {
      for (const encabezados of [{}, { Accept: 'text/csv' }]) niega(await srv.get(ruta, { token: quien[otro], encabezados }), leer);
      niega(await srv.get(ruta, { token: quien.bancos }), 'compras.leer|ventas.leer');
      const r = await srv.get(ruta, { token: quien[lado] });
      assert.equal(r.estado, 200, `${ruta}: ${r.texto}`);
    }
  }
  esError(await srv.get(`${REMISION}/987654321`, { token: quien.ventas }), 400, 'NO_ENCONTRADO');
});

test('cancelar: cada lado tiene su ruta, y ninguna alcanza lo del otro', async () => {
  for (const lado of LADOS) {
    const otro = LADOS.find(x => x !== lado);
    const ruta = area => `/api/${area === 'ventas' ? 'Ventas' : 'Compras'}/TransaccionCancelar`;
    for (const que of [CREDITO, REMISION]) {
      const d = await e.hecho(que, cuerpos[que][lado]());
      niega(await srv.pedir('DELETE', `${ruta(lado)}/${d.transaccionId}?motivo=x`, { token: quien[otro] }), `${lado}.cancelar`);
      esError(await srv.pedir('DELETE', `${ruta(otro)}/${d.transaccionId}?motivo=x`, { token: quien[otro] }), 400, 'NO_ENCONTRADO');
      const r = await srv.pedir('DELETE', `${ruta(lado)}/${d.transaccionId}?motivo=x`, { token: quien[lado] });
      assert.equal(r.estado, 200, r.texto);
    }
  }
});

test('el documento de la interfaz lo dice', async () => {
  const { paths } = (await srv.get('/openapi.json')).json;
  for (const [ruta, verbo, accion, campo, valor] of [[CREDITO, 'post', 'escribir', 'tipo', 'Cliente'], [REMISION, 'post', 'escribir', 'origen', 'Venta'], [REMISION, 'get', 'leer', 'origen', 'Venta'],
    [`${REMISION}/{id}`, 'get', 'leer', 'origen', 'Venta'], [`${CREDITO}/Detallado`, 'get', 'leer', 'tipo', 'Cliente']]) {
    const op = paths[ruta][verbo];
    assert.equal(op['x-permiso'], `compras.${accion}|ventas.${accion}`);
    assert.ok(op.description.includes(`Requiere el permiso \`compras.${accion}\`; \`ventas.${accion}\` cuando \`${campo}\` es \`${valor}\`.`), op.description);
  }
});
