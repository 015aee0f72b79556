// The language of tests/escenarios: a story per file, a step or a question per line. Running a story writes it again with the answers of gestor, and
// both texts must be equal. tests/escenarios/README.md has the steps and questions.
import assert from 'node:assert/strict';

const dinero = n => Number(n).toFixed(2);
const cifra = n => String(Number(n));
const columna = (clave, saldo) => `    ${clave.padEnd(20)}${(saldo > 0 ? dinero(saldo) : '').padStart(13)}${(saldo < 0 ? dinero(-saldo) : '').padStart(13)}`.trimEnd();

export class Empresa {
  constructor({ base, srv, organizacion, token, catalogo }) {
    Object.assign(this, { base, srv, organizacion, token, catalogo, fecha: undefined, docs: {}, productos: {}, clientes: {}, sucursal: undefined });
  }
  async pedir(metodo, ruta, cuerpo) {
    return this.srv.pedir(metodo, ruta, { token: this.token, cuerpo });
  }
  async hacer(metodo, ruta, cuerpo) {
    const r = await this.pedir(metodo, ruta, cuerpo);
    assert.ok(r.estado === 200 || r.estado === 400, `${metodo} ${ruta}: ${r.estado} ${r.texto}`);
    if (r.estado === 400) {
      const falla = new Error(r.texto);
      falla.negocio = [r.json.codigo, ...(r.json.codigo === 'VALIDACION' ? r.json.errores.map(e => `${e.campo} ${e.codigo}`) : [])].join(' ');
      throw falla;
    }
    return r.json.data ?? r.json;
  }
  sql(texto) {
    return this.base.sql(texto.replaceAll(':org', this.organizacion));
  }
  doc(nombre) {
    if (!this.docs[nombre]) throw Object.assign(new Error(nombre), { negocio: `no hay documento ${nombre}` });
    return this.docs[nombre].transaccionId;
  }
  producto(codigo) {
    assert.ok(this.productos[codigo], `no hay producto ${codigo}`);
    return this.productos[codigo];
  }
  cliente(codigo) {
    assert.ok(this.clientes[codigo], `no hay cliente ${codigo}`);
    return this.clientes[codigo];
  }
  encabezado(moneda) {
    const [, clave, cambio] = /en ([A-Z]{3}) a ([\d.]+)/.exec(moneda ?? '') ?? [];
    return { ...(this.fecha && { fecha: this.fecha }), ...(this.sucursal && { sucursalId: this.sucursal.sucursalId }), ...(clave && { moneda: clave, tipoCambio: Number(cambio) }) };
  }
  almacen() {
    return this.sucursal?.almacenId ?? this.catalogo.almacen;
  }
}

// fundar: a new company with a bank account in pesos and one in dollars, and its catalog: ids by name of the records that a company is born with.
export async function fundar(base, srv, nombre, rfc = 'EKU9003173C9') {
  const { salida } = await base.gestor(['organizacion', 'crear', '--nombre', nombre, '--rfc', rfc, '--regimen', rfc.length === 12 ? '601' : '612', '--codigo-postal', '64000', '--repetir']);
  const organizacion = Number(/organizacionId: (\d+)/.exec(salida)[1]);
  const importar = (recurso, texto) => base.gestor(['importar', recurso, '-', '--organizacion', String(organizacion)], { entrada: texto });
  await importar('cuentas-bancarias', 'clave,nombre,tipo,banco,moneda,sucursal,cuentaContable\nBANCO,Banco en pesos,Banco,012,MXN,MATRIZ,102.01\nDOLARES,Banco en dólares,Banco,012,USD,MATRIZ,102.01\n');
  const ids = async (tabla, columna, clave = 'clave') =>
    Object.fromEntries((await base.sql(`SELECT ${clave} AS clave, ${columna} AS id FROM ${tabla} WHERE organizacion_id = ${organizacion}`)).map(f => [f.clave, f.id]));
  const [formas, cuentas, unidades, almacenes, conceptos, sucursales] = await Promise.all([ids('forma_pago', 'forma_pago_id', 'nombre'), ids('cuenta_bancaria', 'cuenta_id'), ids('unidad_medida', 'unidad_medida_id'),
    ids('almacen', 'almacen_id'), ids('concepto', 'concepto_id'), ids('sucursal', 'sucursal_id')]);
  const catalogo = { formas: { efectivo: formas.Efectivo, transferencia: formas.Transferencia, tarjeta: formas['Tarjeta de crédito'] }, cuentas, pieza: unidades.PZA, servicio: unidades.SER, almacen: almacenes.GENERAL, almacenes,
    conceptos, inicial: conceptos['IN-INICIAL'], async frontera() {
      await importar('sucursales', 'clave,nombre,codigoPostal,zonaHoraria,tasaFrontera,sufijoSerie\nTIJ,Tijuana,22000,America/Tijuana,si,T\n');
      await importar('almacenes', 'clave,nombre,sucursal\nTIJ,Bodega de Tijuana,TIJ\n');
      return { sucursalId: (await ids('sucursal', 'sucursal_id')).TIJ, almacenId: (await ids('almacen', 'almacen_id')).TIJ };
    } };
  const usuario = await base.usuario({ organizacion, usuario: `contador${organizacion}`, sucursal: sucursales.MATRIZ });
  const consumidor = await base.consumidor({ organizacion, nombre: 'Escenarios' });
  return new Empresa({ base, srv, organizacion, catalogo, token: await srv.entrar({ ...usuario, ...consumidor }) });
}

const acreditamiento = texto => (texto ? { acreditamiento: texto === ' sin acreditar' ? 'Ninguno' : 'Proporcion' } : {});
// "3 PROD-A a 99.99 descuento 10 series X1 X2; 1 OTRO a 5 sin acreditar"
const partidas = (e, texto) => texto.split(';').map(t => {
  const m = /^\s*([\d.]+) (\S+) a ([\d.]+)(?: descuento ([\d.]+))?(?: promoción ([\d.]+))?(?: series (.+?))?( sin acreditar| en proporción)?\s*$/.exec(t);
  assert.ok(m, `no entiendo la partida «${t}»`);
  return { productoId: e.producto(m[2]), cantidad: Number(m[1]), precioUnitario: Number(m[3]), ...(m[4] && { descuento: Number(m[4]) }), ...(m[5] && { promocion: Number(m[5]) }),
    ...(m[6] && { series: m[6].split(' ') }), ...acreditamiento(m[7]), ...(e.sucursal && { almacenId: e.almacen() }) };
});
// "1 de la partida 2 series X1"
const partes = texto => texto.split(';').map(t => {
  const m = /^\s*([\d.]+) de la partida (\d+)(?: series (.+?))?\s*$/.exec(t);
  assert.ok(m, `no entiendo la parte «${t}»`);
  return { numeroPartida: Number(m[2]), cantidad: Number(m[1]), ...(m[3] && { series: m[3].split(' ') }) };
});
// "48 AGUA; 10 CAJA"
const contados = (e, texto) => texto.split(';').map(t => {
  const m = /^\s*([\d.]+) (\S+)\s*$/.exec(t);
  assert.ok(m, `no entiendo «${t}»`);
  return [e.producto(m[2]), Number(m[1])];
});
const pagos = (e, texto) => (texto ? texto.split(' y ').map(t => {
  const m = /^(efectivo|transferencia|tarjeta) ([\d.]+)$/.exec(t.trim());
  assert.ok(m, `no entiendo el pago «${t}»`);
  return { formaPagoId: e.catalogo.formas[m[1]], cuentaId: m[1] === 'efectivo' ? e.catalogo.cuentas.CAJA : e.catalogo.cuentas.BANCO, importe: Number(m[2]) };
}) : undefined);

// servicios: "hotel de HOTEL por 600 más 60; vuelo de AEREA por 400 con TUA 80 más 40": charges for a third party, and ("más") for the agency.
const servicios = (e, texto) => texto.split(';').map(t => {
  const m = /^\s*(hotel|vuelo|traslado|tour|seguro)(?: de (\S+))? por ([\d.]+)(?: con TUA ([\d.]+))?(?: más ([\d.]+))?\s*$/.exec(t);
  assert.ok(m, `no entiendo el servicio «${t}»`);
  return { tipo: { hotel: 'Hotel', vuelo: 'Aereo', traslado: 'Traslado', tour: 'Tour', seguro: 'Seguro' }[m[1]], ...(m[2] && { proveedorId: e.cliente(m[2]) }), tarifa: Number(m[3]), impuestosAereos: Number(m[4] ?? 0), comision: Number(m[5] ?? 0) };
});

const hecho = d => `total ${dinero(d.total)}, saldo ${dinero(d.saldo)}, ${d.estado}${d.cambio > 0 ? `, cambio ${dinero(d.cambio)}` : ''}`;
async function guardar(e, nombre, metodo, ruta, cuerpo) {
  const d = await e.hacer(metodo, ruta, cuerpo);
  e.docs[nombre] = d;
  return hecho(d);
}

async function asentada(e, nombre, metodo, ruta, cuerpo) {
  const d = e.docs[nombre] = await e.hacer(metodo, `/api/Contabilidad/Poliza${ruta}`, { ...(e.fecha && { fecha: e.fecha }), ...cuerpo });
  return `${d.tipo} ${d.numero} de ${d.fecha} por ${dinero(d.importe)}`;
}
const resultado = x => `${x.estado}, ${x.resultado < 0 ? 'pérdida' : 'utilidad'} ${dinero(Math.abs(x.resultado))}`;
const iva = x => `cobrado ${dinero(x.ivaCobrado)}, acreditable ${dinero(x.ivaAcreditable)}, ${x.ivaRetenidoAFavor ? `retenido ${dinero(x.ivaRetenidoAFavor)}, ` : ''}${x.aFavor > 0 ? `a favor ${dinero(x.aFavor)}` : `a cargo ${dinero(x.aCargo)}`}${
  x.acreditado > 0 ? `, acreditado ${x.acreditamientos.map(a => `${dinero(a.importe)} de ${a.anio}-${String(a.mes).padStart(2, '0')}`).join(' y ')}, por pagar ${dinero(x.porPagar)}` : ''}${x.aFavorAnterior > 0 ? `, quedan a favor ${dinero(x.remanente)}` : ''}`;

// pasos: pattern of each step, and its function. The result is the text after "->".
const pasos = [
  [/^hoy$/, e => void (e.fecha = undefined)],
  [/^el (\d{4}-\d\d-\d\d)$/, (e, [fecha]) => void (e.fecha = `${fecha}T12:00:00`)],
  [/^producto (\S+)(.*)$/, async (e, [codigo, rasgos]) => {
    const tiene = patron => new RegExp(`(?:^|, )${patron}(?:,|$)`).exec(rasgos.trim());
    const servicio = tiene('servicio');
    const ieps = tiene('IEPS (\\d+) %');
    const retenciones = tiene('retiene IVA ([\\d.]+) % e ISR ([\\d.]+) %');
    const porCiento = texto => Number((Number(texto) / 100).toFixed(6));
    const d = await e.hacer('POST', '/api/Productos', { codigo, descripcion: `Producto ${codigo}`, tipo: servicio ? 'Servicio' : 'Producto', unidadMedidaId: servicio ? e.catalogo.servicio : e.catalogo.pieza,
      claveProductoServicio: tiene('clave SAT (\\d+)')?.[1] ?? '27112000', metodoCosteo: tiene('(PEPS|PROMEDIO|IDENTIFICADO)')?.[1] ?? 'PEPS', manejaSeries: Boolean(tiene('con series')), esEnvase: Boolean(tiene('envase')), manejaLotes: Boolean(tiene('con lotes')),
      ...(tiene('exento') ? { exentoIva: true } : { tasaIva: tiene('tasa 0') ? 0 : 0.16 }), ...(ieps && { tasaIeps: porCiento(ieps[1]) }),
      ...(retenciones && { tasaIvaRetenido: porCiento(retenciones[1]), tasaIsrRetenido: porCiento(retenciones[2]) }) });
    e.productos[codigo] = d.productoId;
    if (tiene('envase')) (e.envases ??= new Set()).add(d.productoId);
  }],
  [/^cliente( y proveedor)? (\S+) RFC (\S+)(?: límite ([\d.]+))?(?: a (\d+) días)?$/, async (e, [ambos, codigo, rfc, limite, dias]) => {
    const moral = rfc.length === 12;
    const d = await e.hacer('POST', '/api/Contactos', { codigo, tipoContacto: ambos ? 'Ambos' : 'Cliente', nombre: codigo, rfc, regimenFiscal: moral ? '601' : '612', usoCFDI: 'G03', codigoPostal: '64000',
      ...(limite && { limiteCredito: Number(limite) }), ...(dias && { diasCredito: Number(dias) }) });
    e.clientes[codigo] = d.entidadId;
  }],
  [/^proveedor (\S+) RFC (\S+)(?: a (\d+) días)?$/, async (e, [codigo, rfc, dias]) => {
    const d = await e.hacer('POST', '/api/Contactos', { codigo, tipoContacto: 'Proveedor', nombre: codigo, rfc, regimenFiscal: rfc.length === 12 ? '601' : '612', codigoPostal: '64000', ...(dias && { diasCredito: Number(dias) }) });
    e.clientes[codigo] = d.entidadId;
  }],
  [/^orden (\S+) de (\S+)( en [A-Z]{3} a [\d.]+)?: (.+)$/, (e, [nombre, proveedor, moneda, texto]) =>
    guardar(e, nombre, 'POST', '/api/OrdenCompra', { ...e.encabezado(moneda), proveedorId: e.cliente(proveedor), partidas: partidas(e, texto) })],
  [/^autorizar (\S+)$/, async (e, [nombre]) =>
    (await e.hacer('PUT', `/api/${{ 11: 'SolicitudPago/SolicitudPago', 20: 'OrdenServicio/OrdenServicio' }[e.docs[nombre]?.objId] ?? 'OrdenCompra/OrdenCompra'}Autorizar/${e.doc(nombre)}`, {})).estado],
  [/^ruta (\S+) de (\S+)$/, async (e, [nombre, vendedor]) => {
    const uno = async texto => Object.values((await e.sql(texto))[0] ?? {})[0];
    const sucursalId = await uno("SELECT sucursal_id FROM sucursal WHERE organizacion_id = :org AND clave = 'MATRIZ'");
    await e.sql(`INSERT INTO vendedor (organizacion_id, clave, nombre) VALUES (:org, '${vendedor}', '${vendedor}')`);
    await e.sql(`INSERT INTO almacen (organizacion_id, sucursal_id, clave, nombre, es_ruta) VALUES (:org, ${sucursalId}, '${nombre}', '${nombre}', true)`);
    const almacenId = e.catalogo.almacenes[nombre] = await uno(`SELECT almacen_id FROM almacen WHERE organizacion_id = :org AND clave = '${nombre}'`);
    (e.rutas ??= {})[nombre] = await e.hacer('POST', '/api/Ruta', { nombre, sucursalId, almacenId, vendedorId: await uno(`SELECT vendedor_id FROM vendedor WHERE organizacion_id = :org AND clave = '${vendedor}'`) });
  }],
  [/^carga (\S+) de (\S+): (.+)$/, async (e, [nombre, ruta, texto]) => {
    const d = e.docs[nombre] = await e.hacer('POST', '/api/Ruta/Carga', { ...(e.fecha && { fecha: e.fecha }), rutaId: e.rutas[ruta].rutaId, almacenId: e.catalogo.almacen,
      partidas: contados(e, texto).map(([productoId, cantidad]) => ({ productoId, cantidad })) });
    return `${d.esRecarga ? 'recarga' : 'carga'} de ${dinero(d.total)}`;
  }],
  [/^cobro (\S+) en la ruta (\S+) de (\S+) por ([\d.]+) a (\S+)$/, (e, [nombre, ruta, cliente, importe, destino]) =>
    guardar(e, nombre, 'POST', '/api/Bancos/DepositoAgregar', { ...e.encabezado(), contactoId: e.cliente(cliente), cuentaId: e.catalogo.cuentas.CAJA, formaPagoId: e.catalogo.formas.efectivo, almacenId: e.rutas[ruta].almacenId,
      importe: Number(importe), aplicaciones: [{ transaccionId: e.doc(destino), importe: Number(importe) }] })],
  [/^regreso (\S+) de (\S+): (.+)$/, async (e, [nombre, ruta, texto]) => {
    const filas = contados(e, texto).map(([productoId, conteo]) => ({ productoId, conteo })), esEnvase = f => e.envases?.has(f.productoId) ?? false;
    const d = e.docs[nombre] = await e.hacer('POST', '/api/Ruta/Devoluciones', { ...(e.fecha && { fecha: e.fecha }), rutaId: e.rutas[ruta].rutaId, productos: filas.filter(f => !esEnvase(f)), envases: filas.filter(esEnvase) });
    return [d.estado, ...[...d.productos, ...d.envases].map(p => `${p.codigo}: había ${cifra(p.existencia)}, se contaron ${cifra(p.conteo)}`)].join(', ');
  }],
  [/^aplicar (\S+)$/, async (e, [nombre]) => (await e.hacer('POST', `/api/Ruta/DevolucionAplicar/${e.doc(nombre)}`)).estado],
  [/^liquidación (\S+) de (\S+)$/, async (e, [nombre, ruta]) => {
    const d = e.docs[nombre] = await e.hacer('POST', '/api/Ruta/Liquidaciones', { rutaId: e.rutas[ruta].rutaId, fechaLiquidacion: e.fecha.slice(0, 10) });
    return [`${d.estado}, vendió de contado ${dinero(d.ventasContado)} y a crédito ${dinero(d.ventasCredito)}, cobró ${dinero(d.cobranza)}, debe entregar ${dinero(d.efectivoEsperado)}`,
      ...d.partidas.map(p => `${p.codigo}: ${cifra(p.carga)} + ${cifra(p.recarga)} - ${cifra(p.venta)} - ${cifra(p.devolucion)} = ${cifra(p.esperado)}`)].join('; ');
  }],
  [/^validar (\S+) con ([\d.]+) en efectivo(?:, ([\d.]+) de gastos por (\S+?))?(?:, y en el camión (.+?))?( aceptando las diferencias)?$/, async (e, [nombre, efectivo, gasto, concepto, texto, acepta]) => {
    const d = await e.hacer('POST', `/api/Ruta/LiquidacionValidar/${e.doc(nombre)}`, { efectivoEntregado: Number(efectivo), aceptarDiferencias: Boolean(acepta),
      ...(texto && { conteo: contados(e, texto).map(([productoId, cantidad]) => ({ productoId, cantidad })) }), ...(gasto && { gastos: [{ conceptoId: e.catalogo.conceptos[concepto], importe: Number(gasto) }] }) });
    const nombres = Object.fromEntries(Object.entries(e.productos).map(([codigo, id]) => [id, codigo]));
    return [d.estado, ...d.diferencias.map(x => `${x.tipo}${x.productoId ? ` ${nombres[x.productoId]}` : ''}: se esperaban ${cifra(x.esperado)}, hay ${cifra(x.real)}, ${dinero(x.importe)}`)].join('; ');
  }],
  [/^técnico (\S+)$/, async (e, [nombre]) => void ((e.tecnicos ??= {})[nombre] = (await e.hacer('POST', '/api/PersonalServicio', { nombre })).personalServicioId)],
  [/^servicio (\S+) de (\S+) a su (\S+) porque ([^:,]+)(?:, con (.+))?$/, async (e, [nombre, cliente, equipo, falla, visitas]) => {
    const pedidas = (visitas?.split(' y ') ?? []).map(v => /^(\S+) por (\S+) el (\S+) a las (\S+)$/.exec(v).slice(1));
    const d = e.docs[nombre] = await e.hacer('POST', '/api/OrdenServicio', { ...e.encabezado(), clienteId: e.cliente(cliente), equipo, falla,
      ordenesTrabajo: pedidas.map(([, tecnico, dia, hora]) => ({ personalServicioId: e.tecnicos[tecnico], fechaProgramada: `${dia}T${hora}:00` })) });
    pedidas.forEach(([visita], i) => (e.docs[visita] = d.ordenesTrabajo[i]));
    return [d.estado, ...d.ordenesTrabajo.map((w, i) => `${pedidas[i][0]} ${w.estado}`), ...(d.advertencias.length ? ['con advertencia'] : [])].join(', ');
  }],
  [/^presupuesto de (\S+): (.+)$/, async (e, [nombre, texto]) => hecho(await e.hacer('PUT', `/api/OrdenServicio/${e.doc(nombre)}`, { partidas: partidas(e, texto) }))],
  [/^(iniciar|pausar|reanudar|terminar|cancelar la visita|reasignar) (\S+)(?: a (\S+))?(?:: (.+))?$/, async (e, [accion, nombre, tecnico, resultado]) =>
    (await e.hacer('POST', '/api/OrdenTrabajo/Acciones', { ...(e.fecha && { fecha: e.fecha }), transaccionId: e.doc(nombre), accion: accion[0].toUpperCase() + accion.split(' ')[0].slice(1),
      ...(tecnico && { personalServicioId: e.tecnicos[tecnico] }), ...(resultado && { resultado }) })).estado],
  [/^cerrar (\S+?)(?: con la nota (\S+))?: (.+)$/, async (e, [nombre, nota, solucion]) => {
    const d = await e.hacer('PUT', `/api/OrdenServicio/OrdenServicioCerrar/${e.doc(nombre)}`, { solucion, ...(e.fecha && { fechaCierre: e.fecha }), ...(nota && { generarNotaVenta: true }) });
    if (!nota) return d.estado;
    e.docs[nota] = await e.hacer('GET', `/api/NotaVenta/${d.transaccionIdNotaVenta}`);
    return `${d.estado}, la nota: ${hecho(e.docs[nota])}`;
  }],
  [/^solicitud (\S+) a (\S+): ([\d.]+) de (\S+)$/, (e, [nombre, proveedor, importe, compra]) =>
    guardar(e, nombre, 'POST', '/api/SolicitudPago', { proveedorId: e.cliente(proveedor), documentos: [{ transaccionIdCompra: e.doc(compra), importe: Number(importe) }] })],
  [/^usar (\S+) en (\S+) por ([\d.]+)$/, async (e, [credito, compra, importe]) => {
    const d = await e.hacer('POST', '/api/Bancos/EgresoAgregar', { transaccionId: e.doc(credito), ...(e.fecha && { fecha: e.fecha }), partidas: [{ transaccionIdCompra: e.doc(compra), importeAbono: Number(importe) }] });
    return `quedan ${dinero(d.importePorAsignar)}, ${d.estado}`;
  }],
  [/^solicitado (\S+)$/, async (e, [nombre]) => (s => `pide ${dinero(s.saldo)} de ${dinero(s.total)}, ${s.estado}`)(await e.hacer('GET', `/api/SolicitudPago/${e.doc(nombre)}`))],
  [/^recepción (\S+) de (\S+?)(?: al cambio de ([\d.]+))?(?:: (.+))?$/, async (e, [nombre, origen, cambio, texto]) => {
    e.docs[nombre] = await e.hacer('POST', '/api/Inventario/Recepcion', { ...e.encabezado(), transaccionIdOrigen: e.doc(origen), ...(cambio && { tipoCambio: Number(cambio) }), ...(texto && { partidas: partes(texto) }) });
  }],
  [/^compra (\S+) de (\S+) por (\S+)( en [A-Z]{3} a [\d.]+)?(?:: ([\d.]+) de la partida (\d+) a ([\d.]+)( sin acreditar| en proporción)?)?$/, (e, [nombre, proveedor, origen, moneda, cantidad, partida, precio, como]) =>
    guardar(e, nombre, 'POST', '/api/FacturaCompra', { ...e.encabezado(moneda), proveedorId: e.cliente(proveedor), recepciones: [e.doc(origen)],
      ...(partida && { partidas: [{ numeroPartidaOrigen: Number(partida), cantidad: Number(cantidad), precioUnitario: Number(precio), ...acreditamiento(como) }] }) })],
  [/^compra (\S+) de (\S+)( en [A-Z]{3} a [\d.]+)?: (.+)$/, (e, [nombre, proveedor, moneda, texto]) =>
    guardar(e, nombre, 'POST', '/api/FacturaCompra', { ...e.encabezado(moneda), proveedorId: e.cliente(proveedor), partidas: partidas(e, texto) })],
  [/^gasto (\S+) sobre (\S+) de (\S+) por ([\d.]+) de (\S+), según (importe|cantidad|peso)( sin acreditar| en proporción)?$/, (e, [nombre, compra, proveedor, importe, concepto, base, como]) =>
    guardar(e, nombre, 'POST', '/api/GastosSobreCompra', { ...(e.fecha && { fecha: e.fecha }), transaccionIdCompra: e.doc(compra), proveedorId: e.cliente(proveedor), conceptoId: e.catalogo.conceptos[concepto],
      importe: Number(importe), baseProrrateo: base[0].toUpperCase() + base.slice(1), ...acreditamiento(como) })],
  [/^egreso (\S+) por ([\d.]+)( en [A-Z]{3} a [\d.]+)?: ([\d.]+) (?:a|de) (\S+)(?: al cambio de ([\d.]+))?( sin acreditar| en proporción)?$/, (e, [nombre, importe, moneda, abono, destino, cambio, como]) =>
    guardar(e, nombre, 'POST', '/api/Bancos/EgresoAgregar', { ...e.encabezado(moneda), cuentaId: e.catalogo.cuentas[moneda ? 'DOLARES' : 'BANCO'], formaPagoId: e.catalogo.formas.transferencia, importe: Number(importe),
      partidas: [{ importeAbono: Number(abono), ...(e.docs[destino] ? { transaccionIdCompra: e.doc(destino) } : { conceptoId: e.catalogo.conceptos[destino] }), ...(cambio && { tipoCambio: Number(cambio) }), ...acreditamiento(como) }] })],
  [/^proporción de IVA acreditable ([\d.]+)$/, async (e, [cuanto]) => void await e.base.gestor(['parametro', 'poner', 'proporcionIvaAcreditable', cuanto, '--organizacion', String(e.organizacion)])],
  [/^compensación (\S+) con (\S+)( en [A-Z]{3} a [\d.]+)?: ([\d.]+) de (\S+) contra ([\d.]+) de (\S+)$/, (e, [nombre, contacto, moneda, cobrado, venta, pagado, compra]) =>
    guardar(e, nombre, 'POST', '/api/Bancos/PagoNoMonetario', { ...e.encabezado(moneda), tipo: 'Compensacion', contactoId: e.cliente(contacto), cobrar: [{ transaccionId: e.doc(venta), importe: Number(cobrado) }],
      pagar: [{ transaccionId: e.doc(compra), importe: Number(pagado) }] })],
  [/^incobrable (\S+): ([\d.]+) de (\S+)( sin su IVA)? porque (.+)$/, (e, [nombre, importe, venta, sinIva, motivo]) =>
    guardar(e, nombre, 'POST', '/api/CuentasPorCobrar/Incobrable', { ...(e.fecha && { fecha: e.fecha }), transaccionId: e.doc(venta), importe: Number(importe), motivo, cancelaIva: Boolean(sinIva) })],
  [/^cambio de ([A-Z]{3}) a ([\d.]+)$/, async (e, [moneda, valor]) =>
    void await e.base.gestor(['importar', 'tipos-cambio', '-', '--organizacion', String(e.organizacion)], { entrada: `moneda,fecha,valor\n${moneda},${e.fecha.slice(0, 10)},${valor}\n` })],
  [/^traspaso (\S+) de ([\d.]+) de (\S+?) a (\S+?)(?:, que recibe ([\d.]+))?$/, async (e, [nombre, importe, origen, destino, recibe]) => {
    const d = await e.hacer('POST', '/api/Bancos/Traspaso', { ...e.encabezado(), cuentaOrigenId: e.catalogo.cuentas[origen], cuentaDestinoId: e.catalogo.cuentas[destino], importeOrigen: Number(importe), ...(recibe && { importeDestino: Number(recibe) }) });
    [e.docs[`${nombre}.salida`], e.docs[`${nombre}.llegada`]] = [d.salida, d.llegada];
    return `salen ${dinero(d.salida.total)}, llegan ${dinero(d.llegada.total)}, al cambio del día ${d.diferenciaCambiaria < 0 ? 'se pierden' : 'se ganan'} ${dinero(Math.abs(d.diferenciaCambiaria))}`;
  }],
  [/^cuenta (\S+) (.+?)(?:, (deudora|acreedora))?(, que agrupa)?$/, async (e, [cuenta, nombre, naturaleza, agrupa]) => void await e.hacer('POST', '/api/Contabilidad/Cuentas',
    { cuenta, nombre, codigoAgrupador: cuenta, ...(naturaleza && { naturaleza: naturaleza[0].toUpperCase() }), esDetalle: !agrupa })],
  [/^concepto (\S+) de egreso por la cuenta (\S+)$/, async (e, [clave, cuenta]) => {
    await e.base.gestor(['importar', 'conceptos', '-', '--organizacion', String(e.organizacion)], { entrada: `clave,nombre,tipo,cuentaContable,noAfecto\n${clave},${clave},Egreso,${cuenta},si\n` });
    [{ id: e.catalogo.conceptos[clave] }] = await e.sql(`SELECT concepto_id AS id FROM concepto WHERE organizacion_id = :org AND clave = '${clave}'`);
  }],
  [/^póliza (\S+): (.+)$/, async (e, [nombre, texto]) => asentada(e, nombre, 'POST', '', { tipo: 'Diario', concepto: nombre, partidas: texto.split(';').map(t => {
    const [cuenta, lado, importe] = t.trim().split(' ');
    return { cuenta, [lado]: Number(importe) };
  }) })],
  [/^póliza (\S+) como (\S+)$/, (e, [nombre, otra]) => asentada(e, nombre, 'POST', `/${e.docs[otra].polizaId}/Copiar`, { concepto: nombre })],
  [/^reversar (\S+) en (\S+)$/, (e, [otra, nombre]) => asentada(e, nombre, 'DELETE', `/${e.docs[otra].polizaId}`, { motivo: nombre })],
  [/^banco (\S+)$/, async (e, [cuenta]) => `${dinero((await e.hacer('GET', '/api/Bancos/Cuentas')).find(c => c.clave === cuenta).saldo)}`],
  [/^envío (\S+) a (\S+): ([\d.]+) (\S+)$/, async (e, [nombre, almacen, cantidad, codigo]) => {
    const d = e.docs[nombre] = await e.hacer('POST', '/api/Inventario/Movimiento', { ...e.encabezado(), tipoMovimiento: 'Traspaso', enTransito: true, almacenId: e.almacen(), almacenDestinoId: e.catalogo.almacenes[almacen],
      partidas: [{ productoId: e.producto(codigo), cantidad: Number(cantidad) }] });
    return `vale ${dinero(d.total)}, ${d.estado}`;
  }],
  [/^llegada (\S+) de (\S+?)(?:, y lo que falta a (\S+))?: (.+)$/, async (e, [nombre, envio, concepto, texto]) => {
    const d = e.docs[nombre] = await e.hacer('POST', '/api/Inventario/Recepcion', { ...e.encabezado(), transaccionIdOrigen: e.doc(envio), partidas: partes(texto), ...(concepto && { cerrar: true, conceptoId: e.catalogo.conceptos[concepto] }) });
    return `vale ${dinero(d.total)}, faltan ${cifra(d.partidas.reduce((s, p) => s + p.cantidadFaltante, 0))}, vienen ${cifra(d.partidas.reduce((s, p) => s + p.cantidadPendiente, 0))}`;
  }],
  [/^en la sucursal de frontera$/, async e => void (e.sucursal = await e.catalogo.frontera())],
  [/^conteo (\S+)$/, async (e, [nombre]) => {
    const d = e.docs[nombre] = await e.hacer('POST', '/api/Inventario/Conteo', { almacenId: e.almacen() });
    return `por contar ${d.porContar}`;
  }],
  [/^contado en (\S+): (.+)$/, async (e, [nombre, texto]) => {
    const d = await e.hacer('POST', `/api/Inventario/Conteo/${e.docs[nombre].conteoId}/Partidas`, { partidas: texto.split(';').map(t => {
      const m = /^\s*([\d.]+) (\S+)(?: lote (\S+))?(?: series (.+))?\s*$/.exec(t);
      assert.ok(m, `no entiendo «${t}»`);
      return { productoId: e.producto(m[2]), contado: Number(m[1]), ...(m[3] && { lote: m[3] }), ...(m[4] && { series: m[4].split(' ') }) };
    }) });
    return `contados ${d.contados}, por contar ${d.porContar}, con diferencia ${d.conDiferencia}`;
  }],
  [/^cerrar el conteo (\S+) a (\S+?)(, y lo que falta no está)? en (\S+)$/, async (e, [nombre, concepto, cero, ajuste]) => {
    const d = await e.hacer('POST', `/api/Inventario/Conteo/${e.docs[nombre].conteoId}/Cerrar`, { conceptoId: e.catalogo.conceptos[concepto], ...(cero && { noContadoEsCero: true }) });
    e.docs[ajuste] = { transaccionId: d.transaccionId, objId: 16 };
    return `${d.estado}, ${d.transaccionId ? 'con ajuste' : 'sin ajuste'}`;
  }],
  [/^cancelar el conteo (\S+)$/, async (e, [nombre]) => (await e.hacer('DELETE', `/api/Inventario/ConteoCancelar/${e.docs[nombre].conteoId}?motivo=Error`)).estado],
  [/^reempaque (\S+)(?: con merma de ([\d.]+) %)?: (.+) en (.+)$/, async (e, [nombre, merma, origen, destino]) => {
    const lado = texto => texto.split(' y ').map(t => {
      const m = /^\s*([\d.]+) (\S+)(?: lote (\S+))?(?: factor ([\d.]+))?\s*$/.exec(t);
      assert.ok(m, `no entiendo «${t}»`);
      return { productoId: e.producto(m[2]), cantidad: Number(m[1]), ...(m[3] && { lotes: [{ lote: m[3], cantidad: Number(m[1]) }] }), ...(m[4] && { factorCosto: Number(m[4]) }) };
    });
    const d = e.docs[nombre] = await e.hacer('POST', '/api/Inventario/Reempaque', { ...e.encabezado(), almacenId: e.almacen(), origen: lado(origen), destino: lado(destino), ...(merma && { merma: Number(merma) }) });
    return `vale ${dinero(d.costoTotal)}: ${d.destino.map(x => `${x.codigo} ${dinero(x.importe)}`).join(', ')}`;
  }],
  [/^entrada ([\d.]+) (\S+) a ([\d.]+) lote (\S+) que caduca el (\S+)$/, async (e, [cantidad, codigo, costo, lote, caducidad]) =>
    void await e.hacer('POST', '/api/Inventario/Movimiento', { ...e.encabezado(), tipoMovimiento: 'Entrada', conceptoId: e.catalogo.inicial, almacenId: e.almacen(),
      partidas: [{ productoId: e.producto(codigo), cantidad: Number(cantidad), costoUnitario: Number(costo), lotes: [{ lote, cantidad: Number(cantidad), caducidad }] }] })],
  [/^entrada ([\d.]+) (\S+) a ([\d.]+)(?: series (.+))?$/, async (e, [cantidad, codigo, costo, series]) =>
    void await e.hacer('POST', '/api/Inventario/Movimiento', { ...e.encabezado(), tipoMovimiento: 'Entrada', conceptoId: e.catalogo.inicial, almacenId: e.almacen(),
      partidas: [{ productoId: e.producto(codigo), cantidad: Number(cantidad), costoUnitario: Number(costo), ...(series && { series: series.split(' ') }) }] })],
  [/^cotización (\S+) de (\S+) vigente hasta (\S+): (.+)$/, (e, [nombre, cliente, vigencia, texto]) =>
    guardar(e, nombre, 'POST', '/api/Cotizaciones/Cliente', { ...e.encabezado(), clienteId: e.cliente(cliente), vigenciaFecha: vigencia, partidas: partidas(e, texto) })],
  [/^pedido (\S+) de (\S+) según la cotización (\S+)$/, (e, [nombre, cliente, cotizacion]) =>
    guardar(e, nombre, 'POST', '/api/PedidoCliente', { ...e.encabezado(), clienteId: e.cliente(cliente), transaccionIdCotizacion: e.doc(cotizacion) })],
  [/^pedido (\S+) de (\S+): (.+)$/, (e, [nombre, cliente, texto]) =>
    guardar(e, nombre, 'POST', '/api/PedidoCliente', { ...e.encabezado(), clienteId: e.cliente(cliente), partidas: partidas(e, texto) })],
  [/^entrega (\S+) de (\S+?)(?:: (.+))?$/, async (e, [nombre, origen, texto]) => {
    e.docs[nombre] = await e.hacer('POST', '/api/Inventario/Entrega', { ...e.encabezado(), transaccionIdOrigen: e.doc(origen), ...(texto && { partidas: partes(texto) }) });
  }],
  [/^factura (\S+) de (\S+) según el pedido (\S+)$/, (e, [nombre, cliente, pedido]) =>
    guardar(e, nombre, 'POST', '/api/FacturaVenta', { ...e.encabezado(), clienteId: e.cliente(cliente), transaccionIdPedido: e.doc(pedido) })],
  [/^factura (\S+) a (\S+) de las notas (.+)$/, (e, [nombre, cliente, notas]) => {
    const [primera, ...otras] = notas.split(' ').map(n => e.doc(n));
    return guardar(e, nombre, 'POST', `/api/NotaVenta/NotaVentaFacturar/${primera}`, { clienteId: e.cliente(cliente), ...(e.fecha && { fecha: e.fecha }), ...(otras.length && { notas: otras }) });
  }],
  [/^factura (\S+) de (\S+)( sin entregar)?( en [A-Z]{3} a [\d.]+)?: (.+?)(?: pagada con (.+))?$/, (e, [nombre, cliente, sinEntregar, moneda, texto, pago]) =>
    guardar(e, nombre, 'POST', '/api/FacturaVenta', { ...e.encabezado(moneda), clienteId: e.cliente(cliente), entregaInmediata: !sinEntregar, partidas: partidas(e, texto), ...(pago && { pagos: pagos(e, pago) }) })],
  [/^nota (\S+)(?: en la ruta (\S+?))?(?: de (\S+?))?(?: por el alumno (.+?), CURP (\S+), (\S+), RVOE (\S+))?: (.+?)(?: pagada con (.+))?$/, (e, [nombre, ruta, cliente, alumno, curp, nivel, rvoe, texto, pago]) =>
    guardar(e, nombre, 'POST', '/api/NotaVenta', { ...e.encabezado(), ...(ruta && { almacenId: e.rutas[ruta].almacenId }), ...(cliente && { clienteId: e.cliente(cliente) }), partidas: partidas(e, texto), ...(pago && { pagos: pagos(e, pago) }),
      ...(alumno && { escuela: { alumno, curp, nivelEducativo: nivel, autRVOE: rvoe } }) })],
  [/^depósito (\S+) de (\S+) por ([\d.]+)( en [A-Z]{3} a [\d.]+)?(?: a (\S+?)(?: ([\d.]+))?(?: al cambio de ([\d.]+))?)?$/, (e, [nombre, cliente, importe, moneda, destino, cuanto, cambio]) =>
    guardar(e, nombre, 'POST', '/api/Bancos/DepositoAgregar', { ...e.encabezado(moneda), contactoId: e.cliente(cliente), cuentaId: e.catalogo.cuentas[moneda ? 'DOLARES' : 'BANCO'], formaPagoId: e.catalogo.formas.transferencia,
      importe: Number(importe), ...(destino && { aplicaciones: [{ transaccionId: e.doc(destino), importe: Number(cuanto ?? importe), ...(cambio && { tipoCambio: Number(cambio) }) }] }) })],
  [/^depósito (\S+) por ([\d.]+) de (\S+)$/, (e, [nombre, importe, concepto]) =>
    guardar(e, nombre, 'POST', '/api/Bancos/DepositoAgregar', { ...e.encabezado(), cuentaId: e.catalogo.cuentas.BANCO, formaPagoId: e.catalogo.formas.transferencia, importe: Number(importe), tipo: 'Concepto',
      partidas: [{ conceptoId: e.catalogo.conceptos[concepto], importe: Number(importe) }] })],
  [/^anticipo (\S+) de (\S+) por ([\d.]+)$/, (e, [nombre, cliente, importe]) =>
    guardar(e, nombre, 'POST', '/api/Bancos/AnticipoAgregar', { ...e.encabezado(), clienteId: e.cliente(cliente), cuentaId: e.catalogo.cuentas.BANCO, formaPagoId: e.catalogo.formas.transferencia, importe: Number(importe) })],
  [/^asignar (\S+) a (\S+) por ([\d.]+)$/, async (e, [fuente, destino, importe]) => {
    const d = await e.hacer('POST', '/api/Bancos/DepositoAsignar', { transaccionId: e.doc(fuente), ...(e.fecha && { fecha: e.fecha }), aplicaciones: [{ transaccionId: e.doc(destino), importe: Number(importe) }] });
    return d.facturas.map(f => `saldo ${dinero(f.saldo)}, ${f.estado}`).join('; ');
  }],
  [/^quitar (\S+) de (\S+)$/, async (e, [fuente, destino]) => {
    const d = await e.hacer('DELETE', `/api/Bancos/AsignacionCancelar/${e.doc(fuente)}/${e.doc(destino)}`);
    return `quedan ${dinero(d.saldo)}, ${d.estado}`;
  }],
  [/^devolución a proveedor (\S+) de (\S+)(?:: (.+))?$/, (e, [nombre, compra, texto]) =>
    guardar(e, nombre, 'POST', '/api/NotaDevolucionProveedor', { transaccionIdCompra: e.doc(compra), ...(e.fecha && { fecha: e.fecha }), motivo: 'No sirvió', ...(texto ? { partidas: partes(texto) } : { completa: true }) })],
  [/^devolución (\S+) de (\S+)(?:: (.+))?$/, (e, [nombre, venta, texto]) =>
    guardar(e, nombre, 'POST', '/api/NotaDevolucionCliente', { transaccionIdVenta: e.doc(venta), ...(e.fecha && { fecha: e.fecha }), motivo: 'Lo devolvió el cliente', ...(texto ? { partidas: partes(texto) } : { completa: true }) })],
  [/^gasto (\S+)(?: de la reserva (\S+))? de (\S+) RFC (\S+) por (\S+?)( en [A-Z]{3} a [\d.]+)?: ([\d.]+)(?: más IVA ([\d.]+))?(?: menos IVA ([\d.]+) e ISR ([\d.]+))?( por cuenta de un tercero)?(?: pagado con (.+))?$/,
    async (e, [nombre, booking, quien, rfc, concepto, en, subtotal, iva = 0, ivaRetenido = 0, isrRetenido = 0, tercero, pago]) => {
      const [fecha] = e.fecha.split('T').map(x => x.split('-').reverse().join('/'));
      const papel = { nombre: quien, rfc, fecha, conceptoId: e.catalogo.conceptos[concepto], subtotal: Number(subtotal), iva: Number(iva), ivaRetenido: Number(ivaRetenido), isrRetenido: Number(isrRetenido), esTercero: Boolean(tercero) };
      const { moneda, tipoCambio } = e.encabezado(en);
      Object.assign(papel, { moneda, tipoCambio });
      papel.total = Number((papel.subtotal + papel.iva - papel.ivaRetenido - papel.isrRetenido).toFixed(2));
      const d = await e.hacer('POST', '/api/AgenciaViaje/RegistrarGasto', { ...(booking && { booking }), proveedores: [papel], ...(pago && { pagos: pagos(e, pago).map(x => ({ ...x, fechaPago: fecha })) }) });
      e.docs[nombre] = d;
      return `total ${dinero(d.total)}, saldo ${dinero(d.saldo)}`;
    }],
  [/^factura de viaje (\S+) de la reserva (\S+) para (\S+?)( en [A-Z]{3} a [\d.]+)?: (.+?)(?: pagada con (.+))?$/, (e, [nombre, booking, cliente, moneda, texto, pago]) =>
    guardar(e, nombre, 'POST', '/api/AgenciaViaje/RegistrarFacturaV2', { ...e.encabezado(moneda), clienteId: e.cliente(cliente), booking, servicios: servicios(e, texto),
      ...(pago && { pagos: pagos(e, pago).map(x => ({ ...x, ...(moneda && { cuentaId: e.catalogo.cuentas.DOLARES }) })) }) })],
  [/^egreso (\S+) por ([\d.]+) a (\S+)(?: según (\S+))?$/, (e, [nombre, importe, destino, solicitud]) =>
    guardar(e, nombre, 'POST', '/api/Bancos/EgresoAgregar', { ...e.encabezado(), ...(solicitud && { solicitudPagoId: e.doc(solicitud) }), cuentaId: e.catalogo.cuentas.BANCO, formaPagoId: e.catalogo.formas.transferencia, partidas: [{ importeAbono: Number(importe), transaccionIdCompra: e.doc(destino) }] })],
  [/^cancelar (\S+)$/, async (e, [nombre]) => {
    const de = { 8: 'Bancos/DepositoCancelar', 9: 'Bancos/DepositoCancelar', 10: 'Bancos/EgresoCancelar', 11: 'SolicitudPago/SolicitudPagoCancelar', 16: 'Inventario/MovimientoCancelar', 19: 'Inventario/MovimientoCancelar', 28: 'Bancos/PagoNoMonetarioCancelar', 31: 'CuentasPorCobrar/Incobrable',
      ...Object.fromEntries([12, 13, 14, 15, 18, 26, 27].map(objId => [objId, 'Compras/TransaccionCancelar'])) };
    return (await e.hacer('DELETE', `/api/${de[e.docs[nombre]?.objId] ?? 'Ventas/TransaccionCancelar'}/${e.doc(nombre)}`)).estado;
  }],
  [/^cerrar (\d{4})-(\d\d)$/, async (e, [anio, mes]) => (await e.hacer('POST', `/api/Contabilidad/Periodos/${anio}/${Number(mes)}/Cerrar`, {})).estado],
  [/^reabrir (\d{4})-(\d\d) porque (.+)$/, async (e, [anio, mes, motivo]) => (await e.hacer('POST', `/api/Contabilidad/Periodos/${anio}/${Number(mes)}/Reabrir`, { motivo })).estado],
  [/^cerrar los meses de (\d{4})$/, async (e, [anio]) => {
    const cerrados = (await e.hacer('GET', `/api/Contabilidad/Periodos?ejercicio=${anio}`)).filter(p => p.estado === 'Cerrado').map(p => p.mes);
    for (let mes = 1; mes <= 12; mes++) if (!cerrados.includes(mes)) await e.hacer('POST', `/api/Contabilidad/Periodos/${anio}/${mes}/Cerrar`, {});
  }],
  [/^cerrar el ejercicio (\d{4})(?: con asamblea el (\S+))?$/, async (e, [anio, fecha]) => resultado(await e.hacer('POST', `/api/Contabilidad/Ejercicios/${anio}/Cerrar`, { ...(fecha && { fecha }) }))],
  [/^reabrir el ejercicio (\d{4}) porque (.+)$/, async (e, [anio, motivo]) => resultado(await e.hacer('POST', `/api/Contabilidad/Ejercicios/${anio}/Reabrir`, { motivo }))],
  [/^determinar el IVA de (\d{4})-(\d\d)(?: acreditando ([\d.]+))?$/, async (e, [anio, mes, cuanto]) => iva(await e.hacer('POST', '/api/Contabilidad/DeterminacionIva', { anio: Number(anio), mes: Number(mes), ...(cuanto && { acreditarAFavor: Number(cuanto) }) }))],
  [/^determinar el IEPS de (\d{4})-(\d\d)$/, async (e, [anio, mes]) => {
    const x = await e.hacer('POST', '/api/Contabilidad/DeterminacionIeps', { anio: Number(anio), mes: Number(mes) });
    return iva({ ...x, ivaCobrado: x.iepsCobrado, ivaAcreditable: x.iepsAcreditable });
  }],
  [/^revertir el IEPS de (\d{4})-(\d\d) porque (.+)$/, async (e, [anio, mes, motivo]) => {
    const x = await e.hacer('DELETE', `/api/Contabilidad/DeterminacionIeps?${new URLSearchParams({ anio, mes: Number(mes), motivo })}`);
    return iva({ ...x, ivaCobrado: x.iepsCobrado, ivaAcreditable: x.iepsAcreditable });
  }],
  [/^acreditar el IEPS$/, async e => void await e.base.gestor(['parametro', 'poner', 'acreditaIeps', 'true', '--organizacion', String(e.organizacion)])],
  [/^(no )?pedir en devolución el IVA de (\d{4})-(\d\d)$/, async (e, [no, anio, mes]) => {
    const x = await e.hacer('POST', '/api/Contabilidad/DeterminacionIva/Devolucion', { anio: Number(anio), mes: Number(mes), ...(no && { enDevolucion: false }) });
    return `a favor ${dinero(x.aFavor)}, por acreditar ${dinero(x.remanente)}${x.enDevolucion ? ', en devolución' : ''}`;
  }],
  [/^revertir el IVA de (\d{4})-(\d\d) porque (.+)$/, async (e, [anio, mes, motivo]) => iva(await e.hacer('DELETE', `/api/Contabilidad/DeterminacionIva?${new URLSearchParams({ anio, mes: Number(mes), motivo })}`))],

  [/^revaluar (\d{4})-(\d\d)(?: con (.+))?$/, async (e, [anio, mes, tasas]) => {
    const tiposCambio = tasas?.split(' y ').map(t => t.split(' a ')).map(([moneda, valor]) => ({ moneda, tipoCambio: Number(valor) }));
    const r = await e.hacer('POST', '/api/Contabilidad/Revaluacion', { anio: Number(anio), mes: Number(mes), ...(tiposCambio && { tiposCambio }) });
    return `utilidad ${dinero(r.utilidad)}, pérdida ${dinero(r.perdida)}`;
  }],
  [/^cancelar la revaluación de (\d{4})-(\d\d) porque (.+)$/, async (e, [anio, mes, motivo]) =>
    void await e.hacer('DELETE', `/api/Contabilidad/Revaluacion?${new URLSearchParams({ anio, mes: Number(mes), motivo })}`)],

  // ---- questions ----
  [/^saldo (\S+)$/, async (e, [nombre]) => {
    const [d] = await e.sql(`SELECT saldo, estado FROM transaccion WHERE organizacion_id = :org AND transaccion_id = ${e.doc(nombre)}`);
    return `${dinero(d.saldo)} ${d.estado}`;
  }],
  [/^estado (\S+)$/, async (e, [nombre]) => (await e.sql(`SELECT estado FROM transaccion WHERE organizacion_id = :org AND transaccion_id = ${e.doc(nombre)}`))[0].estado],
  [/^importes (\S+)$/, async (e, [nombre]) => {
    const r = await e.hacer('GET', `/api/RegistroVenta/${e.doc(nombre)}`);
    return `subtotal ${dinero(r.subtotal)}, IVA ${dinero(r.iva)}, IEPS ${dinero(r.ieps)}, IVA retenido ${dinero(r.ivaRetenido)}, ISR retenido ${dinero(r.isrRetenido)}, total ${dinero(r.total)}`;
  }],
  [/^existencia (\S+)(?: en (\S+))?$/, async (e, [codigo, donde]) => {
    const almacen = donde ? e.catalogo.almacenes[donde] : e.almacen();
    const [api] = (await e.hacer('GET', `/api/Inventario/Existencias?productoId=${e.producto(codigo)}&almacenId=${almacen}`)).filter(x => x.productoId === e.producto(codigo));
    const [f] = await e.sql(`SELECT valor FROM existencia WHERE organizacion_id = :org AND producto_id = ${e.producto(codigo)} AND almacen_id = ${almacen}`);
    return `${cifra(api?.existencia ?? 0)} valor ${dinero(f?.valor ?? 0)} apartado ${cifra(api?.apartado ?? 0)}${api?.enTransito > 0 ? ` en camino ${cifra(api.enTransito)}` : ''}`;
  }],
  [/^series (\S+)$/, async (e, [codigo]) =>
    (await e.sql(`SELECT serie FROM existencia_serie WHERE organizacion_id = :org AND producto_id = ${e.producto(codigo)} ORDER BY 1`)).map(f => f.serie).join(' ') || 'ninguna'],
  [/^lotes (\S+)$/, async (e, [codigo]) =>
    (await e.sql(`SELECT lote, cantidad, caducidad::text FROM existencia_lote WHERE organizacion_id = :org AND producto_id = ${e.producto(codigo)} AND cantidad > 0 ORDER BY 1`)).map(f => `${f.lote} ${cifra(f.cantidad)}${f.caducidad ? ` caduca el ${f.caducidad}` : ''}`).join(', ') || 'ninguno'],
  [/^crédito de (\S+)$/, async (e, [codigo]) => {
    const s = await e.hacer('GET', `/api/Contactos/Saldos/${e.cliente(codigo)}`);
    return `debe ${dinero(s.saldoCliente)}, a favor ${dinero(s.anticiposCliente)}, disponible ${dinero(s.creditoDisponible)}`;
  }],
  [/^expediente de (\S+)$/, async (e, [nombre]) => {
    const [x] = await e.sql(`SELECT folio, referencia_externa, estado FROM transaccion WHERE organizacion_id = :org AND transaccion_id = ${e.docs[nombre].transaccionIdServiceReferencia}`);
    return `${x.folio} de la reserva ${x.referencia_externa}, ${x.estado}`;
  }],
  [/^reserva (\S+)$/, async (e, [booking]) => {
    const x = await e.hacer('GET', `/api/AgenciaViaje/Documentos?booking=${booking}`);
    return `facturado ${dinero(x.totalFacturado)}, gastos ${dinero(x.totalGastos)}, cobrado ${dinero(x.totalCobrado)}, pagado ${dinero(x.totalPagado)}, utilidad ${dinero(x.utilidad)}, ${x.documentos.length} documentos`;
  }],
  [/^escuela de (\S+)$/, async (e, [nombre]) => {
    const n = await e.hacer('GET', `/api/NotaVenta/${e.doc(nombre)}`);
    return `${n.escuela.alumno}, ${n.escuela.curp}, ${n.escuela.nivelEducativo}, ${n.escuela.autRVOE}`;
  }],
];

// Questions answered with several lines.
const bloques = [
  [/^contabilidad:$/, async e => (await e.sql(`SELECT coalesce(nullif(c.clave, ''), c.codigo) AS clave, sum(m.debe - m.haber) AS saldo FROM poliza_movimiento m JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
      WHERE m.organizacion_id = :org GROUP BY c.codigo, c.clave HAVING sum(m.debe - m.haber) <> 0 ORDER BY c.codigo`)).map(f => columna(f.clave, f.saldo))],
  [/^diferencias del conteo (\S+):$/, async (e, [nombre]) => (await e.hacer('GET', `/api/Inventario/Conteo/${e.docs[nombre].conteoId}`)).partidas.map(x =>
    `    ${(x.codigo + (x.lote && ` ${x.lote}`)).padEnd(16)}esperado ${cifra(x.esperado)}${x.contado === null ? ', sin contar' : `, movido ${cifra(x.movido)}, contado ${cifra(x.contado)}, diferencia ${cifra(x.diferencia)}`}${x.seriesFaltantes.length ? `, faltan ${x.seriesFaltantes.join(' ')}` : ''}${x.seriesSobrantes.length ? `, sobran ${x.seriesSobrantes.join(' ')}` : ''}`)],
  [/^pólizas de (\S+):$/, async (e, [nombre]) => {
    const filas = await e.sql(`SELECT p.poliza_id, p.tipo || CASE WHEN p.reversa_de IS NULL THEN '' ELSE ', reversa' END AS tipo, c.clave, sum(m.debe - m.haber) AS saldo
      FROM poliza p JOIN poliza_movimiento m USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
      WHERE p.organizacion_id = :org AND p.transaccion_id = ${e.doc(nombre)} GROUP BY 1, 2, c.clave, c.codigo, m.debe = 0 ORDER BY 1, m.debe = 0, c.codigo`);
    const salida = [];
    let anterior;
    for (const f of filas) {
      if (f.poliza_id !== anterior) salida.push(`  ${f.tipo}`);
      anterior = f.poliza_id;
      salida.push(columna(f.clave, f.saldo));
    }
    return salida;
  }],
  [/^balanza de (\d{4})-(\d\d)( con el cierre)?:$/, async (e, [ejercicio, mes, cierre]) => {
    const { cuentas, totales } = await e.hacer('GET', `/api/Contabilidad/BalanzaComprobacion?${new URLSearchParams({ ejercicio, mesInicial: Number(mes), mesFinal: Number(mes), formato: 'plano', incluirCierre: Boolean(cierre) })}`);
    const fila = (cuenta, nombre, cifras) => `    ${cuenta.padEnd(10)}${nombre.slice(0, 40).padEnd(41)}${cifras.map(n => dinero(n).padStart(12)).join('')}`;
    return [...cuentas.filter(c => c.esDetalle).map(c => fila(c.cuenta, c.nombre, [c.saldoInicial, c.debe, c.haber, c.saldoFinal])), `    ${'total'.padEnd(63)}${dinero(totales.debe).padStart(12)}${dinero(totales.haber).padStart(12)}`];
  }],
  [/^pólizas (?:del mes (\d+) de (\d{4})|de (impuestos|revaluación) de (\d{4})-(\d\d)):$/, async (e, [mes, anio, de, anioDe, mesDe]) => {
    const filas = await e.sql(`SELECT p.poliza_id, p.concepto, c.clave, m.numero, m.debe - m.haber AS saldo FROM poliza p JOIN poliza_movimiento m USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
      WHERE p.organizacion_id = :org AND p.ejercicio = ${anio ?? anioDe} AND p.mes = ${Number(mes ?? mesDe)} ${de ? `AND p.origen LIKE '${de === 'impuestos' ? 'Determinacion%' : 'Revaluacion'}'` : ''} ORDER BY 1, m.numero`);
    return filas.flatMap((f, i) => [...(f.poliza_id === filas[i - 1]?.poliza_id ? [] : [`  ${f.concepto}`]), columna(f.clave, f.saldo)]);
  }],
  [/^revisión de (\d{4})-(\d\d):$/, async (e, [anio, mes]) => {
    const r = await e.hacer('GET', `/api/Contabilidad/Periodos/${anio}/${Number(mes)}/Revision`);
    return [...r.asuntos.map(a => `    ${a.asunto}${a.bloquea ? ', impide el cierre' : ''}: ${a.cuantos}, ${a.ejemplo}`), `    ${r.puedeCerrarse ? 'puede cerrarse' : 'no puede cerrarse'}`];
  }],
  [/^antigüedad al (\S+):$/, async (e, [fecha]) => {
    const a = await e.hacer('GET', `/api/CuentasPorCobrar/AntiguedadSaldos?fechaCorte=${fecha}`);
    const fila = (nombre, f) => `    ${nombre}: por vencer ${dinero(f.porVencer)}, 1 a 30 ${dinero(f.de1a30)}, 31 a 60 ${dinero(f.de31a60)}, 61 a 90 ${dinero(f.de61a90)}, 91 a 120 ${dinero(f.de91a120)}, más ${dinero(f.mas120)}, saldo ${dinero(f.saldo)}, a favor ${dinero(f.anticipos)}`;
    return [...a.registros.map(f => fila(f.contacto, f)), fila('total', a.totales)];
  }],
  [/^cobrado de (\S+) por (\S+):$/, async (e, [venta, fuente]) => (await e.sql(`SELECT importe_destino, base16, iva16, base8, iva8, base0, exento, no_afecto, ieps, iva_ret, isr_ret FROM aplicacion
      WHERE organizacion_id = :org AND destino_id = ${e.doc(venta)} AND fuente_id = ${e.doc(fuente)} AND fecha_reversa IS NULL ORDER BY aplicacion_id`))
    .map(f => `    ${Object.entries(f).filter(([, v]) => v !== 0).map(([k, v]) => `${k.replace('importe_destino', 'importe')} ${dinero(v)}`).join(', ')}`)],
];

async function linea(e, texto) {
  const [, orden, espera] = /^(.*?)(?:\s+-> (.*))?$/.exec(texto);
  for (const [patron, accion] of pasos) {
    const m = patron.exec(orden);
    if (!m) continue;
    try {
      const respuesta = await accion(e, m.slice(1));
      return espera === undefined ? orden : `${orden} -> ${respuesta ?? 'hecho'}`;
    } catch (falla) {
      if (!falla.negocio) throw falla;
      return `${orden} -> ${falla.negocio}`;
    }
  }
  throw new Error(`no entiendo «${texto}»`);
}

// contar: the story again, with the real answers in the place of the expected ones.
export async function contar(e, historia) {
  const salida = [];
  const lineas = historia.split('\n');
  for (let i = 0; i < lineas.length; i++) {
    const texto = lineas[i].trimEnd();
    if (texto === '' || texto.startsWith('#')) {
      salida.push(texto);
      continue;
    }
    const bloque = bloques.find(([patron]) => patron.test(texto));
    if (bloque) {
      salida.push(texto, ...await bloque[1](e, bloque[0].exec(texto).slice(1)).catch(falla => [`    ${falla.negocio ?? falla.stack}`]));
      while (i + 1 < lineas.length && /^\s+\S/.test(lineas[i + 1])) i++;
    } else salida.push(await linea(e, texto));
  }
  return salida.join('\n');
}

// Difference of the written text (-) and the actual one (+), each under the last common line.
export function diferencia(escrito, ocurrio) {
  const largo = Array.from({ length: escrito.length + 1 }, () => new Array(ocurrio.length + 1).fill(0));
  for (let i = escrito.length - 1; i >= 0; i--)
    for (let j = ocurrio.length - 1; j >= 0; j--) largo[i][j] = escrito[i] === ocurrio[j] ? largo[i + 1][j + 1] + 1 : Math.max(largo[i + 1][j], largo[i][j + 1]);
  const salida = [];
  for (let i = 0, j = 0, igual = ''; i < escrito.length || j < ocurrio.length;) {
    if (i < escrito.length && escrito[i] === ocurrio[j]) {
      igual = escrito[i++], j++;
      continue;
    }
    if (igual !== null) salida.push(`  ${igual}`), igual = null;
    if (j >= ocurrio.length || (i < escrito.length && largo[i + 1][j] >= largo[i][j + 1])) salida.push(`- ${escrito[i++]}`);
    else salida.push(`+ ${ocurrio[j++]}`);
  }
  return salida.join('\n');
}
