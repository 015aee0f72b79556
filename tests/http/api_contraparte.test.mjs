// The counterpart of a new document: named by id or by code. A document made from another document takes the counterpart of its source.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dia, montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

let m, e, producto, cliente, proveedor, ambos, viajes = 0;
before(async () => {
  m = await montar({ registros: 20 });
  e = await Empresa.crear(m, { nombre: 'Contrapartes', rfc: 'EKU9003173C9' });
  producto = await e.producto('P1');
  cliente = await e.cliente('C-1');
  proveedor = await e.cliente('PR-1', { tipoContacto: 'Proveedor', rfc: 'URE180429TM6' });
  ambos = await e.cliente('A-1', { tipoContacto: 'Ambos' });
  await e.entrada(producto, 1000, 10);
});
after(() => m?.cerrar());

const lineas = (mas = {}) => [{ productoId: producto, cantidad: 1, precioUnitario: 100, ...mas }];
const quien = id => e.uno('transaccion', 'contacto_id', `transaccion_id = ${id}`);
const compra = async (de = proveedor) => (await e.hecho('/api/FacturaCompra', { proveedorId: de, almacenId: e.general, partidas: lineas() })).transaccionId;
const nota = async () => (await e.hecho('/api/NotaVenta', { clienteId: ambos, partidas: lineas() })).transaccionId;
const dinero = () => ({ cuentaId: e.caja, formaPagoId: e.efectivo, importe: 10 });

// Each body without its counterpart, the names of the two members, the counterpart, and the outcome without one: a fault, or the stored contact.
const cuerpos = {
  '/api/FacturaVenta': () => [{ partidas: lineas(), usoCFDI: 'G03', metodoPago: 'PPD', formaPago: '99' }, 'clienteId', 'codigoCliente'],
  '/api/NotaVenta': () => [{ partidas: lineas() }, 'clienteId', 'codigoCliente', cliente, () => e.publico],
  '/api/PedidoCliente': () => [{ partidas: lineas() }, 'clienteId', 'codigoCliente'],
  '/api/Cotizaciones/Cliente': () => [{ partidas: lineas(), vigenciaFecha: dia(10) }, 'clienteId', 'codigoCliente'],
  '/api/OrdenCompra': () => [{ partidas: lineas(), almacenId: e.general }, 'proveedorId', 'codigoProveedor'],
  '/api/Cotizaciones/Proveedor': () => [{ partidas: lineas(), vigenciaFecha: dia(10) }, 'proveedorId', 'codigoProveedor'],
  '/api/FacturaCompra': () => [{ partidas: lineas(), almacenId: e.general }, 'proveedorId', 'codigoProveedor'],
  '/api/NotaRemision': () => [{ partidas: lineas(), almacenId: e.general }, 'proveedorId', 'codigoProveedor'],
  '/api/NotaCredito': () => [{ tipo: 'Cliente', motivo: 'x', importes: { base0: 10 } }, 'contactoId', 'codigoContacto'],
  '/api/Bancos/AnticipoAgregar': () => [dinero(), 'clienteId', 'codigoCliente'],
  '/api/Bancos/AnticipoProveedorAgregar': () => [dinero(), 'proveedorId', 'codigoProveedor'],
  '/api/GastosSobreCompra': async () => [{ transaccionIdCompra: await compra(), conceptoId: e.gasto, importe: 10 }, 'proveedorId', 'codigoProveedor'],
  '/api/Bancos/PagoNoMonetario': async () => [{ tipo: 'Compensacion', cobrar: [{ transaccionId: await nota(), importe: 10 }], pagar: [{ transaccionId: await compra(ambos), importe: 10 }] }, 'contactoId', 'codigoContacto', ambos, () => ambos],
  '/api/AgenciaViaje/RegistrarFactura': () => [{ booking: `B-${++viajes}`, partidas: [{ descripcion: 'Cargo', cantidad: 1, precioUnitario: 100, claveServicio: '90121500' }] }, 'clienteId', 'codigoCliente'],
  '/api/Bancos/DepositoAgregar': () => [dinero(), 'contactoId', 'codigoContacto'],
  '/api/SolicitudPago/V2': () => [{ partidas: [{ conceptoId: e.gasto, importe: 10 }] }, 'beneficiarioId', 'codigoBeneficiario', proveedor, 'VALIDACION beneficiario REQUERIDO'],
  '/api/Bancos/EgresoAgregar': () => [{ cuentaId: e.caja, formaPagoId: e.efectivo, partidas: [{ conceptoId: e.gasto, importeAbono: 10 }] }, 'beneficiarioId', 'codigoBeneficiario', proveedor, () => null],
  '/api/OrdenServicio': () => [{ equipo: 'Bomba', falla: 'No enciende' }, 'clienteId', 'codigoCliente'],
};

test('por identificador o por código; los dos, o ninguno, se rechazan', async t => {
  for (const [ruta, hacer] of Object.entries(cuerpos))
    await t.test(ruta, async () => {
      const [, id, codigo, suyo = id.startsWith('proveedor') ? proveedor : cliente, nadie] = await hacer();
      const clave = await e.uno('contacto', 'lower(codigo)', `contacto_id = ${suyo}`);
      const enviar = async mas => [ruta, { ...(await hacer())[0], ...mas }];
      for (const mas of [{ [id]: suyo }, { [codigo]: clave }]) assert.equal(await quien((await e.hecho(...await enviar(mas))).transaccionId), suyo, Object.keys(mas)[0]);
      await e.falla(...await enviar({ [id]: suyo, [codigo]: clave }), `VALIDACION ${codigo} RANGO`);
      await e.falla(...await enviar({ [codigo]: 'NADIE' }), `VALIDACION ${codigo} NO_EXISTE`);
      if (typeof nadie === 'string') await e.falla(...await enviar({}), nadie);
      else if (nadie) assert.equal(await quien((await e.hecho(...await enviar({}))).transaccionId), nadie());
      else await e.falla(...await enviar({}), `VALIDACION ${id} REQUERIDO`);
    });
});

test('por código, donde también se describe', async t => {
  await t.test('la factura de una nota del público', async () => {
    const delPublico = async () => `/api/NotaVenta/NotaVentaFacturar/${(await e.hecho('/api/NotaVenta', { partidas: lineas() })).transaccionId}`;
    assert.equal(await quien((await e.hecho(await delPublico(), { codigoCliente: 'c-1' })).transaccionId), cliente);
    const ruta = await delPublico(), fiscales = { rfc: 'URE180429TM6', nombre: 'UNIVERSIDAD', codigoPostal: '86991', regimenFiscal: '601', usoCFDI: 'G03' };
    await e.falla(ruta, { codigoCliente: 'NADIE' }, 'VALIDACION codigoCliente NO_EXISTE');
    await e.falla(ruta, { codigoCliente: 'PR-1' }, 'VALIDACION codigoCliente NO_EXISTE');  // sells to us only
    await e.falla(ruta, { clienteId: cliente, codigoCliente: 'C-1' }, 'VALIDACION codigoCliente RANGO');
    await e.falla(ruta, { codigoCliente: 'C-1', cliente: fiscales }, 'VALIDACION cliente RANGO');
  });
  await t.test('el proveedor del gasto de un viaje', async () => {
    const gasto = mas => ['/api/AgenciaViaje/RegistrarGasto', { proveedores: [{ fecha: dia().split('-').reverse().join('/'), conceptoId: e.gasto, subtotal: 1000, iva: 160, total: 1160, ...mas }] }];
    const de = campo => `proveedores[0].${campo}`;
    assert.equal(await quien((await e.hecho(...gasto({ codigoProveedor: 'pr-1' }))).transaccionId), proveedor);
    await e.falla(...gasto({ codigoProveedor: 'NADIE' }), `VALIDACION ${de('codigoProveedor')} NO_EXISTE`);
    await e.falla(...gasto({ proveedorId: proveedor, codigoProveedor: 'PR-1' }), `VALIDACION ${de('codigoProveedor')} RANGO`);
    await e.falla(...gasto({ codigoProveedor: 'PR-1', rfc: 'URE180429TM6', nombre: 'X' }), `VALIDACION ${de('rfc')} RANGO`);
    await e.falla(...gasto({}), `VALIDACION ${de('proveedorId')} REQUERIDO`);
  });
  // Each body with the members that name the contact, the path of those members, and who is then stored.
  const partidas = mas => [{ cuenta: '601.84', debe: 10, ...mas }, { cuenta: '205.01', haber: 10 }];
  const guardado = (cual, tabla, donde) => e.uno(tabla, cual, `${donde} ORDER BY 1 DESC LIMIT 1`);
  for (const [nombre, enviar, camino, campo, suyo, clave, quienEs] of [
    ['el proveedor de un servicio de viaje', mas => ['/api/AgenciaViaje/RegistrarFacturaV2', { booking: `B-${++viajes}`, clienteId: cliente, servicios: [{ tipo: 'Hotel', comision: 150, ...mas }] }], 'servicios[0].', 'proveedorId', proveedor, 'pr-1',
      d => guardado('proveedor_id', 'viaje_servicio', `factura_id = ${d.transaccionId}`)],
    ['el contacto de una partida de póliza', mas => ['/api/Contabilidad/Poliza', { tipo: 'Diario', concepto: 'Ajuste', partidas: partidas(mas) }], 'partidas[0].', 'contactoId', cliente, 'c-1',
      d => guardado('contacto_id', 'poliza_movimiento', `poliza_id = ${d.polizaId} AND debe > 0`)],
    ['el de una póliza recurrente', mas => ['/api/Contabilidad/PolizaRecurrente', { nombre: `Renta ${++viajes}`, concepto: 'Renta', dia: 1, desde: '2025-01-01', partidas: partidas(mas) }], 'partidas[0].', 'contactoId', cliente, 'c-1',
      d => d.partidas[0].contactoId],
    ['el cliente de un proyecto', mas => ['/api/Proyecto', { nombre: `Obra ${++viajes}`, ...mas }], '', 'clienteId', cliente, 'c-1', d => d.clienteId],
  ])
    await t.test(nombre, async () => {
      const codigo = `codigo${campo[0].toUpperCase()}${campo.slice(1, -2)}`;
      for (const mas of [{ [campo]: suyo }, { [codigo]: clave }]) assert.equal(await quienEs(await e.hecho(...enviar(mas))), suyo, Object.keys(mas)[0]);
      await e.falla(...enviar({ [codigo]: 'NADIE' }), `VALIDACION ${camino}${codigo} NO_EXISTE`);
      await e.falla(...enviar({ [campo]: suyo, [codigo]: clave }), `VALIDACION ${camino}${codigo} RANGO`);
    });
  await t.test('el proyecto que cambia de cliente', async () => {
    const { proyectoId } = await e.hecho('/api/Proyecto', { nombre: 'Obra ajena', clienteId: cliente });
    const cambiar = async cuerpo => (await e.srv.pedir('PUT', `/api/Proyecto/${proyectoId}`, { token: e.token, cuerpo })).json;
    assert.equal((await cambiar({ codigoCliente: 'a-1' })).data.clienteId, ambos);
    assert.equal((await cambiar({ clienteId: cliente, codigoCliente: 'a-1' })).errores[0].campo, 'codigoCliente');
    assert.equal((await cambiar({ codigoCliente: 'NADIE' })).errores[0].codigo, 'NO_EXISTE');
  });
});

test('de otro documento: es de quien es aquel', async t => {
  const pedido = () => e.hecho('/api/PedidoCliente', { clienteId: cliente, partidas: lineas() });
  const orden = async () => {
    const d = await e.hecho('/api/OrdenCompra', { proveedorId: proveedor, almacenId: e.general, partidas: lineas() });
    const r = await e.srv.pedir('PUT', `/api/OrdenCompra/OrdenCompraAutorizar/${d.transaccionId}`, { token: e.token });
    assert.equal(r.estado, 200, r.texto);
    return d;
  };
  const casos = {
    'pedido de una cotización': async () => ['/api/PedidoCliente', { transaccionIdCotizacion: (await e.hecho('/api/Cotizaciones/Cliente', { clienteId: cliente, partidas: lineas(), vigenciaFecha: dia(10) })).transaccionId }],
    'factura de un pedido': async () => ['/api/FacturaVenta', { transaccionIdPedido: (await pedido()).transaccionId, metodoPago: 'PPD', formaPago: '99' }],
    'factura de una remisión': async () => ['/api/FacturaVenta', { remisiones: [(await e.hecho('/api/NotaRemision', { origen: 'Venta', codigoCliente: 'C-1', almacenId: e.general, partidas: lineas() })).transaccionId], metodoPago: 'PPD', formaPago: '99' }],
    'anticipo de un pedido': async () => ['/api/Bancos/AnticipoAgregar', { ...dinero(), transaccionIdPedido: (await pedido()).transaccionId }],
    'cobranza de una nota': async () => ['/api/Bancos/DepositoAgregar', { ...dinero(), aplicaciones: [{ transaccionId: (await e.hecho('/api/NotaVenta', { clienteId: cliente, partidas: lineas() })).transaccionId, importe: 10 }] }],
    'factura de una orden': async () => ['/api/FacturaCompra', { transaccionIdOrden: (await orden()).transaccionId }],
    'remisión de una orden': async () => ['/api/NotaRemision', { almacenId: e.general, partidas: [{ transaccionIdOrigen: (await orden()).transaccionId, numeroPartidaOrigen: 1, productoId: producto, cantidad: 1, precioUnitario: 100 }] }],
    'solicitud de pago': async () => ['/api/SolicitudPago', { documentos: [{ transaccionIdCompra: (await e.hecho('/api/FacturaCompra', { proveedorId: proveedor, almacenId: e.general, partidas: lineas() })).transaccionId, importe: 10 }], fechaRequerida: dia(), cuentaId: e.caja, formaPagoId: e.efectivo }],
    'egreso de una factura': async () => ['/api/Bancos/EgresoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, partidas: [{ transaccionIdCompra: (await e.hecho('/api/FacturaCompra', { proveedorId: proveedor, almacenId: e.general, partidas: lineas() })).transaccionId, importeAbono: 10 }] }],
  };
  for (const [nombre, hacer] of Object.entries(casos))
    await t.test(nombre, async () => {
      const d = await e.hecho(...await hacer());
      assert.ok([cliente, proveedor].includes(await quien(d.transaccionId)));
    });
  await t.test('la de quien ya no está activo dice de quién se trata', async () => {
    const otro = await e.cliente('C-2');
    const { transaccionId } = await e.hecho('/api/PedidoCliente', { clienteId: otro, partidas: lineas() });
    await e.base.sql(`UPDATE contacto SET activo = false WHERE contacto_id = ${otro}`);
    await e.falla('/api/FacturaVenta', { transaccionIdPedido: transaccionId, metodoPago: 'PPD', formaPago: '99', usoCFDI: 'G03' }, 'VALIDACION clienteId NO_EXISTE');
  });
  await t.test('de un documento que no existe se nombra el documento', () => e.falla('/api/FacturaCompra', { recepciones: [999999999] }, 'VALIDACION recepciones[0] NO_EXISTE'));
});
