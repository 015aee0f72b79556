// Parameters and bodies that no operation reads are refused, over the whole operation table: a misspelt filter must not return everything, and a
// reason sent in the wrong place must not be lost.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { esError, montar } from './lib/ayuda_api.mjs';
import { Matriz } from './lib/matriz.mjs';

let m, srv, matriz;
before(async () => {
  m = await montar({ registros: 200 });
  srv = m.srv;
  matriz = await Matriz.crear(m.base);
});
after(() => m?.cerrar());

const errores = r => r.json.errores.map(e => `${e.campo} ${e.codigo}`);
// pedir: the path and required parameters of the operation, so that the added fault is the only one; an id that does not exist, so that nothing
// changes when the request passes.
const pedir = (o, consulta, opciones = {}) => srv.pedir(o.verbo, matriz.conNecesarios(o, undefined, 987654321) + consulta, { token: m.t1, ...opciones });
const retirada = o => matriz.op(o).deprecated;
const todas = () => [...matriz.tabla, ...['/', '/docs', '/metrics', '/openapi.json'].map(ruta => ({ verbo: 'GET', ruta, nombre: `GET ${ruta}` }))];
const cuerpo = o => Object.keys(matriz.op(o).requestBody?.content ?? {})[0];

test('un parámetro desconocido, en cada operación: 400 que lo nombra', async t => {
  for (const o of todas())
    await t.test(o.nombre, async () => {
      const r = await pedir(o, 'parametroQueNoExiste=1');
      if (retirada(o)) return esError(r, 410, 'RETIRADO');
      esError(r, 400, 'VALIDACION');
      assert.ok(errores(r).includes('parametroQueNoExiste DESCONOCIDO'), r.texto);
      const seIgnora = await pedir(o, '_parametroQueNoExiste=1');
      assert.ok(!seIgnora.texto.includes('arametroQueNoExiste'), seIgnora.texto);
    });
});

test('cada parámetro, con otras mayúsculas y con una letra de más', async t => {
  for (const o of matriz.tabla)
    for (const p of matriz.parametros(o, 'query'))
      await t.test(`${o.nombre} ${p.name}`, async () => {
        // %00 is no value of any parameter: the fault shows that the parameter was read under its own name.
        const malo = '%00';
        const exacto = await pedir(o, `${p.name}=${malo}`);
        for (const nombre of [p.name.toUpperCase(), p.name[0].toUpperCase() + p.name.slice(1)])
          assert.deepEqual(errores(await pedir(o, `${nombre}=${malo}`)), errores(exacto));
        assert.match(errores(exacto).join(), new RegExp(`\\b${p.name} `), exacto.texto);
        const larga = await pedir(o, `${p.name}z=1`);
        const falla = larga.json.errores.find(e => e.campo === `${p.name}z`);
        assert.equal(falla?.codigo, 'DESCONOCIDO', larga.texto);
        assert.match(falla.mensaje, new RegExp(`¿quiso decir ${p.name}\\?$`));
      });
});

test('un cuerpo que nadie lee, en cada operación que no lo tiene', async t => {
  for (const o of todas().filter(x => !cuerpo(x)))
    await t.test(o.nombre, async () => {
      const con = texto => pedir(o, '', { cuerpo: texto });
      const r = await con('{"motivo":"x"}');
      if (retirada(o)) return esError(r, 410, 'RETIRADO');
      const ignora = o.ruta.includes('/OrdenServicioAutorizar/');  // OrdenServicioAutorizar has no body by contract, and ignores one
      if (ignora) esError(r, 400, 'NO_ENCONTRADO');
      else {
        esError(r, 400, 'VALIDACION');
        assert.ok(errores(r).includes('cuerpo DESCONOCIDO'), r.texto);
        for (const texto of ['null', '[]', '{"a":', 'a=1']) assert.ok(errores(await con(texto)).includes('cuerpo DESCONOCIDO'), texto);
      }
      const sin = await con('');
      for (const vacio of ['{}', ' {\r\n\t} ', '  ']) {
        const v = await con(vacio);
        assert.equal(`${v.estado} ${v.json?.codigo}`, `${sin.estado} ${sin.json?.codigo}`, v.texto);
      }
    });
});

test('lo que no es de la consulta se dice junto con lo demás', async () => {
  esError(await srv.get('/api/RegistroVenta?clietneId=3&pagina=0&ESTADO=x&cuerpo=1', { token: m.t1, cuerpo: '{"a":1}' }), 400, 'VALIDACION',
    ['clietneId DESCONOCIDO', 'cuerpo DESCONOCIDO', 'cuerpo DESCONOCIDO', 'estado RANGO', 'pagina RANGO']);
  esError(await srv.get('/api/RegistroVenta/x?y=1', { token: m.t1 }), 400, 'VALIDACION', ['y DESCONOCIDO', 'id TIPO']);
  esError(await srv.get(`/api/RegistroVenta?${'q'.repeat(200)}=1`, { token: m.t1 }), 400, 'VALIDACION', [`${'q'.repeat(57)} DESCONOCIDO`]);
  assert.equal((await srv.get(`/api/RegistroVenta?${Array.from({ length: 300 }, (_, i) => `x${i}=`).join('&')}`, { token: m.t1 })).json.errores.length, 100);
});

test('el mismo parámetro con mayúsculas distintas es el mismo dos veces', async () => {
  esError(await srv.get('/api/RegistroVenta?estado=Pagado&Estado=Cancelado', { token: m.t1 }), 400, 'VALIDACION', ['estado DUPLICADO']);
  assert.equal((await srv.get('/api/RegistroVenta?estado=Pagado&ESTADO=Pagado', { token: m.t1 })).estado, 200);
});

test('un filtro con otras mayúsculas filtra', async () => {
  const de = async q => (await srv.get(`/api/RegistroVenta?incluirDetalle=false&${q}`, { token: m.t1 })).texto;
  assert.equal(await de('ESTADO=Pagado&PAGINA=1&registrosporpagina=3'), await de('estado=Pagado&pagina=1&registrosPorPagina=3'));
  assert.notEqual(await de('Estado=Pagado'), await de('estado=Cancelado'));
});

test('Cotizaciones: objId se ignora, con cualquier mayúscula y cualquier valor', async () => {
  const lista = (await srv.get('/api/Cotizaciones/Cliente', { token: m.t1 })).texto;
  for (const q of ['objId=4', 'OBJID=30', 'objid=%00', 'objId=%']) assert.equal((await srv.get(`/api/Cotizaciones/Cliente?${q}`, { token: m.t1 })).texto, lista, q);
});

test('el enlace a la página que sigue lleva los parámetros con sus nombres, y ninguno que no se leyó', async () => {
  const r = await srv.get('/api/RegistroVenta?REGISTROSPORPAGINA=1&_x=1', { token: m.t1, encabezados: { Accept: 'text/csv' } });
  assert.match(r.h.link, /^<\/api\/RegistroVenta\?cursor=[^&]+&registrosPorPagina=1>; rel="next"$/);
});

test('motivo de una cancelación: en la consulta, en el cuerpo, o en ambos si dicen lo mismo', async t => {
  const clienteId = await m.base.uno("SELECT min(contacto_id) FROM contacto WHERE organizacion_id = 1 AND tipo_contacto = 'Cliente' AND activo AND limite_credito = 0");
  const productoId = await m.base.uno("SELECT min(producto_id) FROM producto WHERE organizacion_id = 1 AND tipo = 'Servicio' AND activo");
  const pedido = async () => {
    const r = await srv.pedir('POST', '/api/PedidoCliente', { token: m.t1, cuerpo: { clienteId, partidas: [{ productoId, cantidad: 1, precioUnitario: 10 }] } });
    assert.equal(r.estado, 200, r.texto);
    return r.json.data.transaccionId;
  };
  const cancelar = (id, consulta, opciones) => srv.pedir('DELETE', `/api/PedidoCliente/PedidoClienteCancelar/${id}${consulta}`, { token: m.t1, ...opciones });
  const motivo = id => m.base.uno(`SELECT motivo_cancelacion FROM transaccion WHERE organizacion_id = 1 AND transaccion_id = ${id}`);
  for (const [que, consulta, opciones, esperado] of [
    ['en la consulta', '?motivo=Duplicado', {}, 'Duplicado'],
    ['en el cuerpo', '', { cuerpo: { motivo: 'Lo pidió el cliente' } }, 'Lo pidió el cliente'],
    ['en ambos, igual', '?MOTIVO=Igual%20', { cuerpo: { motivo: ' Igual' } }, 'Igual'],
    ['en ninguno', '', { cuerpo: '{}' }, ''],
  ])
    await t.test(que, async () => {
      const id = await pedido();
      const r = await cancelar(id, consulta, opciones);
      assert.equal(r.estado, 200, r.texto);
      assert.equal(await motivo(id), esperado);
    });
  await t.test('distintos, mal escritos o de otra clase: no se cancela', async () => {
    const id = await pedido();
    esError(await cancelar(id, '?motivo=Uno', { cuerpo: { motivo: 'Otro' } }), 400, 'VALIDACION', ['motivo DUPLICADO']);
    esError(await cancelar(id, '', { cuerpo: { Motivo: 'Otro' } }), 400, 'VALIDACION', ['Motivo DESCONOCIDO']);
    esError(await cancelar(id, '?motibo=x', { cuerpo: { motivo: 3 } }), 400, 'VALIDACION', ['motibo DESCONOCIDO', 'motivo TIPO']);
    esError(await cancelar(id, '', { cuerpo: 'motivo=x', encabezados: { 'Content-Type': 'text/plain' } }), 415);
    assert.equal(await m.base.uno(`SELECT estado FROM transaccion WHERE organizacion_id = 1 AND transaccion_id = ${id}`), 'Pendiente');
  });
  await t.test('todas las cancelaciones leen los dos', () => {
    // AsignacionCancelar takes no reason.
    const cancelaciones = matriz.tabla.filter(o => /Cancelar/.test(o.ruta) && !/AsignacionCancelar/.test(o.ruta) && !retirada(o));
    assert.ok(cancelaciones.length >= 4);
    for (const o of cancelaciones) {
      assert.ok(matriz.parametros(o, 'query').some(p => p.name === 'motivo'), o.nombre);
      assert.ok(matriz.resolver(matriz.op(o).requestBody.content['application/json'].schema).properties.motivo, o.nombre);
    }
  });
});
