// What is demanded is published as demanded: a body that has all that its schema calls `required`, and nothing more, is never told that
// something is missing; one that lacks any of it always is. Each list or object that may be left out is sent too, as small as it may be.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Base, Servidor } from './lib/ayuda_api.mjs';
import { cuerpoDe, esJson } from './lib/ejemplos.mjs';

// Demands that no list of names can say: one of several, or what another member, the day or the record makes necessary.
const condicionadas = {
  'POST /api/AgenciaViaje/RegistrarFactura': { clienteId: 'o cliente', 'partidas[].conceptoId': 'o claveServicio' },
  'POST /api/AgenciaViaje/RegistrarFacturaV2': { clienteId: 'o cliente', partidas: 'o servicios', 'partidas[].conceptoId': 'o claveServicio', 'servicios[].partidas[].conceptoId': 'o claveServicio' },
  'POST /api/AgenciaViaje/RegistrarGasto': { 'proveedores[].proveedorId': 'o rfc y nombre' },
  'POST /api/Bancos/DepositoAgregar': { contactoId: 'de una Cobranza', 'aplicaciones[].tipoCambio': 'de otra moneda' },
  'POST /api/Bancos/Traspaso': { importeDestino: 'de otra moneda' },
  'POST /api/Bancos/EgresoAgregar': { partidas: 'o importe', cuentaId: 'de uno nuevo', formaPagoId: 'de uno nuevo', 'partidas[].transaccionIdCompra': 'al asignar', 'partidas[].tipoCambio': 'de otra moneda' },
  'POST /api/Bancos/PagoNoMonetario': { pagar: 'salvo en Especie', partidas: 'salvo en una Compensacion', 'cobrar[].tipoCambio': 'de otra moneda', 'pagar[].tipoCambio': 'de otra moneda', 'partidas[].productoId': 'o codigo' },
  'POST /api/Contabilidad/Poliza': { 'partidas[].cuenta': 'o cuentaId' },
  'POST /api/SolicitudPago/V2': { beneficiario: 'o beneficiarioId' },
  'POST /api/Lote': { 'operaciones[].cuerpo.tipoContacto': 'de la operación que nombra', 'operaciones[].cuerpo.nombre': 'de la operación que nombra' },
  'POST /api/Productos': { 'componentes[].productoId': 'o codigo' },
  'POST /api/FacturaVenta': { clienteId: 'o codigoCliente', partidas: 'o transaccionIdPedido o remisiones', 'partidas[].productoId': 'o codigo o conceptoId', 'partidas[].precioUnitario': 'si no hay lista que lo diga' },
  'POST /api/FacturaCompra': { proveedorId: 'o xmlBase64', partidas: 'o recepciones, remisiones, orden o xmlBase64', 'partidas[].productoId': 'o codigo, conceptoId o la partida de que viene', 'partidas[].precioUnitario': 'si no viene de otro documento',
    'gastosSobreCompra[].conceptoId': 'salvo de ivaImportacion', 'gastosSobreCompra[].importe': 'salvo de ivaImportacion' },
  'POST /api/GastosSobreCompra': { conceptoId: 'salvo de ivaImportacion', importe: 'salvo de ivaImportacion' },
  'POST /api/OrdenCompra': { 'partidas[].productoId': 'o codigo o conceptoId' },
  'POST /api/OrdenServicio': { 'partidas[].productoId': 'o codigo o conceptoId' },
  'PUT /api/OrdenServicio/{id}': { 'partidas[].productoId': 'o codigo o conceptoId, de una nueva', 'partidas[].cantidad': 'de una nueva' },
  'POST /api/OrdenTrabajo/Acciones': { resultado: 'al Terminar', personalServicioId: 'o vendedorId, al Reasignar' },
  'POST /api/Ruta/Carga': { 'partidas[].productoId': 'o codigo' },
  'POST /api/Ruta/Devoluciones': { productos: 'o envases' },
  'POST /api/Cotizaciones/Proveedor': { 'partidas[].productoId': 'o codigo o conceptoId' },
  'POST /api/NotaRemision': { proveedorId: 'de una Compra', 'partidas[].productoId': 'o codigo o conceptoId', 'partidas[].precioUnitario': 'de una Compra que no viene de una orden' },
  'POST /api/NotaVenta': { 'partidas[].productoId': 'o codigo o conceptoId', 'pagos[].cuentaId': 'si la sucursal no tiene caja' },
  'POST /api/PedidoCliente': { clienteId: 'o codigoCliente', partidas: 'o transaccionIdCotizacion', 'partidas[].productoId': 'o codigo o conceptoId' },
  'POST /api/Cotizaciones/Cliente': { clienteId: 'o codigoCliente', 'partidas[].productoId': 'o codigo o conceptoId' },
  'POST /api/Inventario/Conteo/{id}/Partidas': { 'partidas[].productoId': 'o codigo' },
  'POST /api/Inventario/Reempaque': { 'origen[].productoId': 'o codigo', 'destino[].productoId': 'o codigo', 'destino[].factorCosto': 'si otro destino lo lleva' },
  'POST /api/Inventario/Movimiento': { conceptoId: 'salvo en un Traspaso', 'partidas[].productoId': 'o codigo' },
  'POST /api/NotaDevolucionCliente': { partidas: 'o completa' },
  'POST /api/NotaCredito': { contactoId: 'o transaccionIdOrigen', importes: 'o partidas', partidas: 'o importes' },
  'POST /api/NotaDevolucionProveedor': { partidas: 'o completa' },
  'POST /api/ListaPrecios': { 'precios[].productoId': 'o codigo', 'precios[].precio': 'salvo al eliminar' },
  'PUT /api/ListaPrecios/Precios/{id}': { 'precios[].productoId': 'o codigo', 'precios[].precio': 'salvo al eliminar' },
};

let base, srv, token, documento;
before(async () => {
  base = await Base.crear({ registros: 0 });
  await base.gestor(['demo']);
  const admin = await base.usuario({ usuario: 'quien', sucursal: 1 });
  const llave = await base.consumidor();
  srv = await Servidor.iniciar(base);
  token = await srv.entrar({ ...admin, ...llave });
  documento = (await srv.get('/openapi.json')).json;
});
after(async () => {
  await srv?.parar();
  await base?.soltar();
});

const esquemaDe = s => (s.$ref ? esquemaDe(s.$ref.slice(2).split('/').reduce((d, p) => d[p], documento)) : s);
// The smallest value of a schema, with the values of an example where it has them.
function minimo(escrito, ejemplo) {
  const s = esquemaDe(escrito);
  if (s.type === 'array') return Array.from({ length: Math.max(1, escrito.minItems ?? s.minItems ?? 1) }, (_, i) => minimo(s.items, Array.isArray(ejemplo) ? ejemplo[i] ?? ejemplo[0] : undefined));
  if (s.type !== 'object' || !s.properties) return ejemplo ?? escrito.default ?? escrito.examples?.[0] ?? s.examples?.[0] ?? s.enum?.[0] ?? {};
  return Object.fromEntries((s.required ?? []).map(n => [n, minimo(s.properties[n], ejemplo?.[n])]));
}
// [name, schema] of what a body may have besides: a list of objects, or an object.
const partes = s => Object.entries(s.properties).filter(([n, p]) => !s.required?.includes(n) && (esquemaDe(p).properties || (esquemaDe(p).items && esquemaDe(esquemaDe(p).items).properties)));

function* escrituras() {
  for (const [ruta, verbos] of Object.entries(documento.paths))
    for (const verbo of ['post', 'put']) {
      const op = verbos[verbo];
      if (!op?.requestBody || !esJson(op) || op.security?.length === 0) continue;
      const { schema, example } = op.requestBody.content['application/json'];
      const s = esquemaDe(schema);
      if (!s.properties || !(op.parameters ?? []).some(p => p.$ref?.endsWith('Idempotency-Key'))) continue;
      const lugar = ruta.replace(/\{(\w+)\}/g, (_, n) => {
        const p = op.parameters.find(x => x.in === 'path' && x.name === n);
        return p.example ?? p.schema.examples[0];
      });
      yield { nombre: `${verbo.toUpperCase()} ${ruta}`, verbo: verbo.toUpperCase(), lugar, op, s, ejemplo: example };
    }
}
// What the answer says is missing, without the numbers of rows.
async function faltan({ verbo, lugar, op }, cuerpo) {
  const r = await srv.pedir(verbo, `/simular${lugar}`, { token, ...cuerpoDe(op, cuerpo) });
  assert.ok(r.estado === 200 || r.estado === 400, `${verbo} ${lugar}: ${r.estado} ${r.texto}`);
  return (r.json.errores ?? []).filter(e => e.codigo === 'REQUERIDO').map(e => e.campo.replace(/\[\d+\]/g, '[]'));
}

test('lo que una validación exige está en `required`', async t => {
  const mal = [];
  let enviados = 0;
  for (const e of escrituras()) {
    const base = minimo(e.s, e.ejemplo);
    const cuerpos = [base, ...partes(e.s).map(([n, p]) => ({ ...base, [n]: minimo(p, e.ejemplo?.[n]) }))];
    for (const cuerpo of cuerpos) {
      enviados++;
      for (const campo of await faltan(e, cuerpo))
        if (!condicionadas[e.nombre]?.[campo]) mal.push(`${e.nombre} exige ${campo}, que publica opcional: ${JSON.stringify(cuerpo)}`);
    }
  }
  t.diagnostic(`${enviados} cuerpos`);
  assert.deepEqual(mal, []);
  assert.ok(enviados > 30);
});

test('lo que está en `required` se exige', async () => {
  const mal = [];
  for (const e of escrituras())
    for (const n of e.s.required ?? []) {
      const { [n]: _, ...sin } = minimo(e.s, e.ejemplo);
      if (!(await faltan(e, sin)).includes(n)) mal.push(`${e.nombre} no exige ${n}`);
    }
  assert.deepEqual(mal, []);
});
