// A year of a company as one story. A seed gives the same requests month after month, whoever sends them. Facts of earlier requests are read in their
// answers. `urna` has events to draw, `calendario` the duties of fixed days; both happen in the order of their days.
import { azarCon } from './azar.mjs';

const dos = n => String(n).padStart(2, '0');
const alza = n => Math.ceil(Number((n * 100).toFixed(6))) / 100;
const C = '/api/Contabilidad', FACTURA = '/api/FacturaVenta', NOTA = '/api/NotaVenta', COMPRA = '/api/FacturaCompra', GASTO = '/api/GastosSobreCompra', PAGAR = '/api/Bancos/EgresoAgregar', COBRAR = '/api/Bancos/DepositoAgregar';

const CUENTAS = [['102.10', 'Banco en pesos', { codigoAgrupador: '102.01' }], ['102.20', 'Banco en dólares', { codigoAgrupador: '102.02' }], ['210', 'Provisión de sueldos', { naturaleza: 'A', esDetalle: false }], ['210.01', 'Sueldos por pagar'],
  ['216.01', 'ISR retenido por sueldos'], ['601.01', 'Sueldos y salarios']];
const CONCEPTOS = 'clave,nombre,tipo,cuentaContable,noAfecto,tasaIva\nNOMINA,Nómina,Egreso,210.01,si,\nISR-SUELDOS,ISR de sueldos,Egreso,216.01,si,\nCAPITAL,Aportación de los socios,Deposito,301.01,si,\nEQUIPO,Equipo de cómputo,Compra,156.01,no,0.16\n';
const BANCOS = 'clave,nombre,tipo,banco,moneda,sucursal,cuentaContable,clabe\nPESOS,Banco en pesos,Banco,012,MXN,MATRIZ,102.10,012180001234567899\nDLLS,Banco en dólares,Banco,012,USD,MATRIZ,102.20,012180001234567802\n';
// REFACCION is never sold, so it can always be returned.
const bienes = { TORNO: { metodoCosteo: 'PEPS' }, CABLE: { metodoCosteo: 'PROMEDIO' }, LIBRO: { tasaIva: 0 }, BOTANA: { tasaIeps: 0.08 }, REFACCION: {}, IMPORTADO: { tasaIva: 0 } };
const retiene = { tasaIvaRetenido: 0.106667, tasaIsrRetenido: 0.1 };
const servicios = { SERVICIO: {}, EXENTO: { exentoIva: true }, FLETE: { tasaIvaRetenido: 0.04, tipoRetencion: 'Fletes' }, HONORARIOS: { ...retiene, tipoRetencion: 'Honorarios' }, RENTA: { ...retiene, tipoRetencion: 'Arrendamiento' } };
const extranjero = { rfc: 'XEXX010101000', regimenFiscal: '616', usoCFDI: 'S01', residenciaFiscal: 'USA', numRegIdTrib: '121585958' };
const contactos = { ACME: ['Cliente', { diasCredito: 30 }], ZETA: ['Cliente', { diasCredito: 60 }], GRINGO: ['Cliente', { ...extranjero, diasCredito: 15 }], SOCIO: ['Ambos', { diasCredito: 30, tipoOperacion: '85' }],
  FABRICA: ['Proveedor', { diasCredito: 30, tipoOperacion: '85', clabe: '072580004055667010' }], TALLER: ['Proveedor', { diasCredito: 45, tipoOperacion: '85' }], LETRADA: ['Proveedor', { rfc: 'PEPJ8001019Q8', regimenFiscal: '612', tipoOperacion: '03' }],
  CASERO: ['Proveedor', { rfc: 'CUSC850516316', regimenFiscal: '606', tipoOperacion: '06' }], FLETERA: ['Proveedor', { diasCredito: 15, tipoOperacion: '85' }], TAIWAN: ['Proveedor', { ...extranjero, diasCredito: 60, tipoOperacion: '07' }],
  AGENTE: ['Proveedor', { diasCredito: 10, tipoOperacion: '85' }] };

export class Anio {
  producto = {};
  contacto = {};
  porCobrar = [];    // { ruta, id, moneda, quien }: documents that may still be owed
  porPagar = [];
  devolvibles = [];  // sales of goods without any return yet
  comprado = [];     // purchases with spare parts, oldest first
  aFavor = [];       // credits of customers in pesos: { id, saldo }
  deProveedores = [];  // credits of suppliers: { id, saldo, quien }
  ivas = {};         // by month: answer of its determination of VAT
  revaluada = {};    // by month: answer of its revaluation
  cuenta = {};       // how often each thing was done
  nominas = {};      // by month: its payroll póliza
  enterado = 0;      // withheld VAT that was remitted
  perdidas = [];     // write-offs: { id, deuda }; a written-off debt is neither returned nor credited

  // `hacer(metodo, ruta, cuerpo)` answers the data of the answer, however often it has to try, or fails. `pasos`: number of drawn events in a month,
  // beside the calendar.
  constructor(e, { anio, semilla = 17, pasos = 24, hacer = (...a) => e.hacer(...a) }) {
    Object.assign(this, { e, anio, semilla, pasos, hacer, azar: azarCon(semilla) });
  }
  async preparar() {
    const { e, anio } = this, { catalogo } = e, de = ['--organizacion', String(e.organizacion)];
    const importar = (recurso, entrada) => e.base.gestor(['importar', recurso, '-', ...de], { entrada });
    for (const [cuenta, nombre, mas] of CUENTAS) await e.hacer('POST', `${C}/Cuentas`, { cuenta, nombre, codigoAgrupador: cuenta, ...mas });
    await importar('conceptos', CONCEPTOS);
    await importar('cuentas-bancarias', BANCOS);
    await importar('tipos-cambio', `moneda,fecha,valor\n${Array.from({ length: 12 * 28 }, (_, i) => [Math.floor(i / 28) + 1, i % 28 + 1]).map(([mes, dia]) => `USD,${anio}-${dos(mes)}-${dos(dia)},${this.cambio(mes, dia)}\n`).join('')}`);
    for (const [clave, valor] of [['acreditaIeps', 'true'], ['proporcionIvaAcreditable', '0.75']]) await e.base.gestor(['parametro', 'poner', clave, valor, ...de]);
    this.frontera = await catalogo.frontera();
    for (const tabla of ['concepto', 'cuenta_bancaria']) for (const f of await e.sql(`SELECT clave, ${tabla.replace('_bancaria', '')}_id AS id FROM ${tabla} WHERE organizacion_id = :org`)) catalogo[tabla === 'concepto' ? 'conceptos' : 'cuentas'][f.clave] = f.id;
    for (const [codigo, mas] of [...Object.entries(bienes).map(([c, x]) => [c, { tipo: 'Producto', unidadMedidaId: catalogo.pieza, ...x }]), ...Object.entries(servicios).map(([c, x]) => [c, { tipo: 'Servicio', unidadMedidaId: catalogo.servicio, ...x }])])
      this.producto[codigo] = (await e.hacer('POST', '/api/Productos', { codigo, descripcion: `Producto ${codigo}`, claveProductoServicio: '43211503', peso: 1, ...mas })).productoId;
    for (const [i, [codigo, [tipoContacto, mas]]] of Object.entries(contactos).entries())
      this.contacto[codigo] = (await e.hacer('POST', '/api/Contactos', { codigo, tipoContacto, nombre: codigo, rfc: `EKU900317${200 + i}`, regimenFiscal: '601', usoCFDI: 'G03', codigoPostal: '26015', ...mas })).entidadId;
    [{ id: this.contacto.PUBLICO }] = await e.sql("SELECT contacto_id AS id FROM contacto WHERE organizacion_id = :org AND codigo = 'PUBLICO'");
    this.obra = (await e.hacer('POST', '/api/Proyecto', { clave: 'OBRA', nombre: 'Obra' })).proyectoId;
  }

  // ---- draws ----
  uno(lista) {
    return lista[this.azar(lista.length)];
  }
  pesos(desde, hasta) {
    return (desde * 100 + this.azar((hasta - desde) * 100)) / 100;
  }
  parte(n) {
    return this.azar(3) ? Math.max(1, Math.floor(n * this.uno([21, 37, 50, 63]))) / 100 : n;
  }
  // Pesos per dollar on a day.
  cambio(mes = this.mes, dia = this.dia) {
    return (170000 + azarCon(this.semilla, mes, dia)(30000)) / 10000;
  }
  uuid() {
    const hex = n => Array.from({ length: n }, () => '0123456789ABCDEF'[this.azar(16)]).join('');
    return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
  }
  linea(codigo, cantidad, precioUnitario, mas = {}) {
    return { productoId: this.producto[codigo], cantidad, precioUnitario, ...mas };
  }
  lineasDeVenta() {
    return [this.linea(this.uno(['TORNO', 'CABLE', 'LIBRO', 'BOTANA', 'IMPORTADO']), 2 + this.azar(5), this.pesos(300, 1500)), ...Array.from({ length: this.azar(3) }, () => this.linea(this.uno(['SERVICIO', 'EXENTO', 'FLETE', 'TORNO', 'CABLE']), 1 + this.azar(2), this.pesos(50, 1900)))];
  }
  banco(moneda) {
    const { cuentas, formas } = this.e.catalogo;
    return { cuentaId: cuentas[moneda === 'USD' ? 'DLLS' : 'PESOS'], formaPagoId: formas.transferencia, ...(moneda === 'USD' && this.dolares()) };
  }
  dolares() {
    return { moneda: 'USD', tipoCambio: this.cambio() };
  }
  concepto(clave) {
    return this.e.catalogo.conceptos[clave];
  }
  fecha() {
    return `${this.anio}-${dos(this.mes)}-${dos(this.dia)}T12:00:00`;
  }

  // ---- requests ----
  escribir(ruta, cuerpo) {
    return this.hacer('POST', ruta, { fecha: this.fecha(), ...cuerpo });
  }
  leer(ruta, parametros = {}) {
    return this.hacer('GET', `${ruta}?${new URLSearchParams(parametros)}`);
  }
  // deuda: a document of the list that is still owed, with its balance. Documents found paid leave the list.
  async deuda(lista, vale = () => true) {
    for (const d of lista.filter(vale).sort(() => this.azar() - 0.5)) {
      const { saldo } = await this.leer(`${d.ruta}/${d.id}`);
      if (saldo > 0) return { ...d, saldo };
      lista.splice(lista.indexOf(d), 1);
    }
    return undefined;
  }
  async vender(ruta, quien, cuerpo) {
    const d = await this.escribir(ruta, { clienteId: this.contacto[quien], ...cuerpo });
    this.porCobrar.push({ ruta, id: d.transaccionId, moneda: cuerpo.moneda ?? 'MXN', quien });
    if (ruta === FACTURA && this.azar(2)) this.devolvibles.push({ id: d.transaccionId, moneda: cuerpo.moneda ?? 'MXN' });
    return d;
  }
  async comprar(quien, cuerpo) {
    const d = await this.escribir(COMPRA, { proveedorId: this.contacto[quien], uuid: this.uuid(), ...cuerpo });
    this.debe(COMPRA, d, quien, cuerpo.moneda);
    for (const g of d.gastosSobreCompra ?? []) this.debe(GASTO, g, 'FLETERA');
    return d;
  }
  debe(ruta, d, quien, moneda = 'MXN') {
    this.porPagar.push({ ruta, id: d.transaccionId, moneda, quien });
  }
  perdida(id) {
    return this.perdidas.some(p => p.deuda === id);
  }
  acreditar({ quien }, d) {
    return d.saldo > 0 ? this.deProveedores.push({ id: d.transaccionId, saldo: d.saldo, quien }) : true;
  }
  gastar(conceptos, mas = {}) {
    return this.escribir(PAGAR, { ...this.banco('MXN'), partidas: conceptos.map(([clave, importeAbono, otro]) => ({ conceptoId: this.concepto(clave), importeAbono, ...otro })), ...mas });
  }
  // pagar: from the account of the same currency, or in pesos at the rate of the day.
  pagar({ id, moneda, quien, saldo }) {
    const importe = this.parte(saldo), en = moneda === 'USD' && this.azar(3) === 0 ? 'MXN' : moneda, tipoCambio = this.cambio();
    return this.escribir(PAGAR, { ...this.banco(en), beneficiario: quien, partidas: [{ transaccionIdCompra: id, importeAbono: en === moneda ? importe : Math.floor(importe * tipoCambio * 100) / 100, ...(en !== moneda && { tipoCambio }) }] });
  }
  async saldoDe(cuenta) {
    const { cuentas } = await this.leer(`${C}/BalanzaComprobacion`, { ejercicio: this.anio, mesInicial: this.mes, mesFinal: this.mes, cuenta, formato: 'plano' });
    return cuentas.find(c => c.cuenta === cuenta)?.saldoInicial ?? 0;
  }

  // ---- events; false when there is no document for the event ----
  urna = {
    mostrador: async () => {
      const { transaccionId } = await this.escribir(NOTA, { partidas: this.lineasDeVenta(), pagos: [{ formaPagoId: this.e.catalogo.formas.efectivo, cuentaId: this.e.catalogo.cuentas.CAJA, importe: 100_000 }] });
      if (this.azar(2)) this.devolvibles.unshift({ id: transaccionId, moneda: 'MXN' });  // the note is paid: a return of it is a credit of the customer
    },
    nota: () => this.vender(NOTA, this.uno(['ACME', 'ZETA']), { partidas: this.lineasDeVenta() }),
    factura: () => this.vender(FACTURA, this.uno(['ACME', 'ZETA', 'SOCIO']), { partidas: this.lineasDeVenta(), ...(this.azar(3) === 0 && { proyectoId: this.obra }) }),
    facturaEnDolares: () => this.vender(FACTURA, this.uno(['GRINGO', 'ACME']), { ...this.dolares(), partidas: [this.linea('TORNO', 2 + this.azar(3), this.pesos(20, 60)), this.linea('SERVICIO', 1, this.pesos(100, 300))] }),
    facturaEnFrontera: () => this.vender(FACTURA, 'ZETA', { sucursalId: this.frontera.sucursalId, partidas: [this.linea('SERVICIO', 2, this.pesos(300, 900)), this.linea('EXENTO', 1, this.pesos(10, 90))] }),
    cobro: async () => {
      const d = await this.deuda(this.porCobrar);
      if (!d) return false;
      const importe = this.parte(d.saldo), en = d.moneda === 'USD' && this.azar(3) === 0 ? 'MXN' : d.moneda, tipoCambio = this.cambio();
      return this.escribir(COBRAR, { ...this.banco(en), contactoId: this.contacto[d.quien], importe: en === d.moneda ? importe : alza(importe * tipoCambio), aplicaciones: [{ transaccionId: d.id, importe, ...(en !== d.moneda && { tipoCambio }) }] });
    },
    anticipo: async () => {
      const quien = this.uno(['ACME', 'ZETA']), importe = this.pesos(500, 2000);
      const { transaccionId } = await this.escribir('/api/Bancos/AnticipoAgregar', { ...this.banco('MXN'), clienteId: this.contacto[quien], importe, tasaIva: this.uno([0.16, 0.16, 0.08]) });
      this.anticipos.push({ transaccionId, quien, importe });
    },
    // deposito: money of a customer without an application.
    deposito: async () => {
      const quien = this.uno(['ACME', 'ZETA']), importe = this.pesos(500, 2000);
      const { transaccionId } = await this.escribir(COBRAR, { ...this.banco('MXN'), contactoId: this.contacto[quien], importe });
      this.anticipos.push({ transaccionId, quien, importe });
    },
    asignar: async () => {
      const a = this.anticipos[0], d = a && (await this.deuda(this.porCobrar, x => x.quien === a.quien && x.moneda === 'MXN'));
      if (!d) return false;
      const importe = Math.min(d.saldo, this.parte(a.importe));
      a.importe = (Math.round(a.importe * 100) - Math.round(importe * 100)) / 100;
      if (a.importe === 0) this.anticipos.shift();
      return this.escribir('/api/Bancos/DepositoAsignar', { transaccionId: a.transaccionId, aplicaciones: [{ transaccionId: d.id, importe }] });
    },
    otrosIngresos: () => this.escribir(COBRAR, { ...this.banco('MXN'), tipo: 'Concepto', ...(([clave, importe]) => ({ importe, partidas: [{ conceptoId: this.concepto(clave), importe }] }))([this.uno(['DP-OTROS', 'DP-INTERES', 'DP-TASA0', 'DP-DEVCOMEXT']), this.pesos(20, 900)]) }),
    devolucion: async () => {
      this.devolvibles = this.devolvibles.filter(x => !this.perdida(x.id));
      const v = this.devolvibles.shift();
      if (!v) return false;
      const d = await this.escribir('/api/NotaDevolucionCliente', { transaccionIdVenta: v.id, motivo: 'No era ese', partidas: [{ numeroPartida: 1, cantidad: 1 }], reingresaInventario: this.azar(3) > 0 });
      return d.saldo > 0 && v.moneda === 'MXN' ? this.aFavor.push({ id: d.transaccionId, saldo: d.saldo }) : true;
    },
    reembolso: async () => {
      const f = this.aFavor.shift();
      return f ? this.escribir(PAGAR, { ...this.banco('MXN'), partidas: [{ transaccionIdCompra: f.id, importeAbono: f.saldo }] }) : false;
    },
    bonificacion: async () => {
      const d = await this.deuda(this.porCobrar, x => x.ruta === FACTURA && x.moneda === 'MXN' && !this.perdida(x.id));
      return d ? this.escribir('/api/NotaCredito', { tipo: 'Cliente', transaccionIdOrigen: d.id, motivo: 'Pronto pago', partidas: [{ numeroPartida: 1, importe: this.pesos(1, 20) }] }) : false;
    },
    // incobrable: a write-off of a debt or of a part of it, in pesos and in dollars in turn, with its VAT kept pending or cancelled.
    incobrable: async () => {
      const n = this.perdidas.length, d = await this.deuda(this.porCobrar, x => x.moneda === (n % 2 ? 'USD' : 'MXN'));
      if (!d) return false;
      const { transaccionId } = await this.escribir('/api/CuentasPorCobrar/Incobrable', { transaccionId: d.id, importe: this.parte(d.saldo), motivo: 'Ya no contesta', cancelaIva: n % 4 > 1 });
      return this.perdidas.push({ id: transaccionId, deuda: d.id });
    },
    compra: async () => {
      const quien = this.uno(['FABRICA', 'TALLER']);
      const { transaccionId } = await this.comprar(quien, { partidas: [this.linea(this.uno(['TORNO', 'CABLE', 'LIBRO', 'BOTANA']), 10 + this.azar(20), this.pesos(40, 120)), this.linea('REFACCION', 5, this.pesos(10, 50))],
        ...(this.azar(2) && { gastosSobreCompra: [{ proveedorId: this.contacto.FLETERA, conceptoId: this.concepto('GA-FLETES'), importe: this.pesos(50, 300), baseProrrateo: this.uno(['Importe', 'Cantidad', 'Peso']) }] }) });
      this.comprado.push({ id: transaccionId, quien });
    },
    ordenada: async () => {
      const dolares = this.azar(2) ? this.dolares() : {}, quien = this.uno(['FABRICA', 'TALLER']), precio = this.pesos(5, 12) * (dolares.moneda ? 1 : 10);
      const o = await this.escribir('/api/OrdenCompra', { proveedorId: this.contacto[quien], ...dolares, partidas: [this.linea('TORNO', 12, Number(precio.toFixed(2)))] });
      await this.hacer('PUT', `/api/OrdenCompra/OrdenCompraAutorizar/${o.transaccionId}`, {});
      const r = await this.escribir('/api/Inventario/Recepcion', { transaccionIdOrigen: o.transaccionId, ...(dolares.moneda && { tipoCambio: this.cambio() }) });
      this.dia += this.azar(2);
      return this.comprar(quien, { ...(dolares.moneda && this.dolares()), recepciones: [r.transaccionId], partidas: [{ numeroPartidaOrigen: 1, cantidad: 12, precioUnitario: Number((precio * 1.07).toFixed(2)) }] });
    },
    compraDelSocio: () => this.comprar('SOCIO', { partidas: [this.linea('SERVICIO', 1, this.pesos(200, 900)), this.linea('SERVICIO', 1, this.pesos(50, 90), { acreditamiento: this.uno(['Ninguno', 'Proporcion']) })] }),
    compraEnFrontera: () => this.comprar('TALLER', { sucursalId: this.frontera.sucursalId, partidas: [this.linea('SERVICIO', 1, this.pesos(200, 900), { impuestos: [{ impuesto: '002', tasaOCuota: 0.08 }] }), this.linea('EXENTO', 1, this.pesos(20, 90))] }),
    flete: async () => {
      const c = this.uno(this.comprado);
      if (!c) return false;
      return this.debe(GASTO, await this.escribir(GASTO, { transaccionIdCompra: c.id, proveedorId: this.contacto.FLETERA, conceptoId: this.concepto('GA-FLETES'), importe: this.pesos(50, 300), uuid: this.uuid() }), 'FLETERA');
    },
    pago: async () => {
      const d = await this.deuda(this.porPagar);
      return d ? this.pagar(d) : false;
    },
    anticipoAProveedor: async () => {
      const d = await this.deuda(this.porPagar, x => x.moneda === 'MXN' && x.ruta === COMPRA && ['FABRICA', 'TALLER'].includes(x.quien));
      if (!d) return false;
      const importe = this.parte(d.saldo);
      const a = await this.escribir('/api/Bancos/AnticipoProveedorAgregar', { ...this.banco('MXN'), proveedorId: this.contacto[d.quien], importe, ...(this.azar(2) && { uuid: this.uuid() }) });
      return this.escribir(PAGAR, { transaccionId: a.transaccionId, partidas: [{ transaccionIdCompra: d.id, importeAbono: importe }] });
    },
    devolucionAProveedor: async () => {
      const c = this.comprado.shift();
      return c ? this.acreditar(c, await this.escribir('/api/NotaDevolucionProveedor', { transaccionIdCompra: c.id, motivo: 'No sirvió', partidas: [{ numeroPartida: 2, cantidad: 1 + this.azar(4) }] })) : false;
    },
    bonificacionDeProveedor: async () => {
      const c = this.comprado.at(-1);
      return c ? this.acreditar(c, await this.escribir('/api/NotaCredito', { tipo: 'Proveedor', transaccionIdOrigen: c.id, motivo: 'Volumen', partidas: [{ numeroPartida: 1, importe: this.pesos(1, 20) }] })) : false;
    },
    // usarCredito: a credit of a supplier is refunded, or pays another purchase of the same supplier.
    usarCredito: async () => {
      const f = this.deProveedores.shift();
      if (!f) return false;
      const d = await this.deuda(this.porPagar, x => x.quien === f.quien && x.moneda === 'MXN' && x.ruta === COMPRA);
      if (d && d.saldo >= f.saldo) return this.escribir(PAGAR, { transaccionId: f.id, partidas: [{ transaccionIdCompra: d.id, importeAbono: f.saldo }] });
      return this.escribir(COBRAR, { ...this.banco('MXN'), contactoId: this.contacto[f.quien], importe: f.saldo, aplicaciones: [{ transaccionId: f.id, importe: f.saldo }] });
    },
    gasto: () => this.gastar([[this.uno(['GA-GENERAL', 'EG-COMISION', 'EG-COMEXT', 'GA-HONOR', 'GA-TASA0', 'GA-EXENTO']), this.pesos(50, 900)], ['GA-GENERAL', this.pesos(10, 90), { acreditamiento: 'Ninguno' }]]),
    entreBancos: () => this.escribir('/api/Bancos/Traspaso', (([origen, destino, sale, llega]) => ({ cuentaOrigenId: this.e.catalogo.cuentas[origen], cuentaDestinoId: this.e.catalogo.cuentas[destino], importeOrigen: sale, importeDestino: llega }))(
      this.uno([['PESOS', 'DLLS', this.pesos(3600, 3900), 200], ['DLLS', 'PESOS', 100, this.pesos(1700, 1900)], ['PESOS', 'CAJA', 500, 500]]))),
    compensacion: async () => {
      const del = lista => this.deuda(lista, x => x.quien === 'SOCIO' && x.moneda === 'MXN'), cobrar = await del(this.porCobrar), pagar = await del(this.porPagar);
      if (!cobrar || !pagar) return false;
      const importe = this.parte(Math.min(cobrar.saldo, pagar.saldo));
      return this.escribir('/api/Bancos/PagoNoMonetario', { tipo: 'Compensacion', contactoId: this.contacto.SOCIO, cobrar: [{ transaccionId: cobrar.id, importe }], pagar: [{ transaccionId: pagar.id, importe }] });
    },
    merma: () => this.escribir('/api/Inventario/Movimiento', { tipoMovimiento: 'Salida', conceptoId: this.concepto('IN-MERMA'), almacenId: this.e.catalogo.almacen, partidas: [{ productoId: this.producto.TORNO, cantidad: 1 }] }),
  };
  // suele: frequent events, once more each.
  suele = ['mostrador', 'factura', 'factura', 'facturaEnDolares', 'cobro', 'cobro', 'cobro', 'cobro', 'pago', 'pago', 'pago', 'compra', 'gasto', 'devolucion', 'reembolso', 'asignar', 'incobrable'];
  anticipos = [];

  // ---- calendar: [day, function] ----
  calendario() {
    const manual = (concepto, partidas) => this.escribir(`${C}/Poliza`, { tipo: 'Diario', concepto, fecha: this.fecha().slice(0, 10), partidas: partidas.map(([cuenta, lado, importe]) => ({ cuenta, [lado]: importe })) });
    const enterar = async (clave, cuenta) => {
      const importe = await this.saldoDe(cuenta);
      if (importe > 0) await this.gastar([[clave, importe]]);
      return importe;
    };
    return [
      ...(this.mes === 1 ? [[1, () => this.escribir(COBRAR, { ...this.banco('MXN'), tipo: 'Concepto', importe: 2_000_000, partidas: [{ conceptoId: this.concepto('CAPITAL'), importe: 2_000_000 }] })],
        [1, () => this.escribir('/api/Bancos/Traspaso', { cuentaOrigenId: this.e.catalogo.cuentas.PESOS, cuentaDestinoId: this.e.catalogo.cuentas.DLLS, importeOrigen: 180_000, importeDestino: 10_000 })],
        [1, () => this.comprar('TALLER', { partidas: [{ conceptoId: this.concepto('EQUIPO'), cantidad: 1, precioUnitario: 36_000 }] })]] : []),
      [1, () => this.comprar('FABRICA', { partidas: ['TORNO', 'CABLE', 'LIBRO', 'BOTANA'].map(codigo => this.linea(codigo, 60, this.pesos(40, 120))) })],
      // IMPORTADO: bought abroad without VAT. The customs agent pays its VAT at customs, and charges a fee.
      [1, async () => {
        const { transaccionId, total } = await this.comprar('TAIWAN', { ...this.dolares(), partidas: [this.linea('IMPORTADO', 40, this.pesos(4, 9))] });
        const base = Math.ceil(total * this.cambio() * 1.1);
        this.debe(GASTO, await this.escribir(GASTO, { transaccionIdCompra: transaccionId, proveedorId: this.contacto.AGENTE, ivaImportacion: { base, importe: Math.floor(base * 16) / 100, pedimento: '26 47 3009 6001234' } }), 'AGENTE');
        this.debe(GASTO, await this.escribir(GASTO, { transaccionIdCompra: transaccionId, proveedorId: this.contacto.AGENTE, conceptoId: this.concepto('GA-GENERAL'), importe: this.pesos(100, 300) }), 'AGENTE');
      }],
      [4, async () => this.pagar({ ...await this.comprar('CASERO', { partidas: [this.linea('RENTA', 1, 5000)] }).then(d => ({ id: d.transaccionId, saldo: d.total })), moneda: 'MXN', quien: 'CASERO' })],
      [5, () => this.comprar('LETRADA', { partidas: [this.linea('HONORARIOS', 1, this.pesos(900, 3000))] })],
      [6, async () => {  // the customs agent is paid soon, since the VAT that he paid is creditable then
        const d = await this.deuda(this.porPagar, x => x.quien === 'AGENTE');
        if (d) await this.pagar(d);
      }],
      // Taxes of the previous month are paid.
      [17, async () => {
        const iva = this.ivas[this.mes - 1];
        if (iva?.porPagar > 0) await this.gastar([['EG-IVAMES', iva.porPagar]]);
        this.enterado += await enterar('EG-PAGOIVA', '216.10.20');
        for (const [clave, cuenta] of [['EG-PAGOISR-HON', '216.04'], ['EG-PAGOISR-ARR', '216.03'], ['ISR-SUELDOS', '216.01']]) await enterar(clave, cuenta);
      }],
      [28, async () => {
        const sueldos = this.pesos(9000, 12000), isr = Math.floor(sueldos * 12) / 100, neto = Number((sueldos - isr).toFixed(2));
        this.nominas[this.mes] = await manual(`Nómina de ${this.anio}-${dos(this.mes)}`, [['601.01', 'debe', sueldos], ['216.01', 'haber', isr], ['210.01', 'haber', neto]]);
        await this.gastar([['NOMINA', neto]], { beneficiario: 'Los empleados' });
      }],
      [28, async () => {
        const concepto = `Depreciación de ${this.anio}-${dos(this.mes)}`;
        this.depreciacion = this.depreciacion ? await this.escribir(`${C}/Poliza/${this.depreciacion.polizaId}/Copiar`, { concepto, fecha: this.fecha().slice(0, 10) }) : await manual(concepto, [['613.05', 'debe', 900.01], ['171.05', 'haber', 900.01]]);
      }],
    ];
  }
  // vivir: a month without its last day and its close.
  async vivir(mes) {
    this.mes = mes;
    const azar = azarCon(this.semilla, mes, 99), urna = [...Object.keys(this.urna), ...this.suele], agenda = this.calendario();
    for (let n = 0; n < this.pasos; n++) agenda.push([2 + Math.floor(n * 25 / this.pasos), azar, urna]);
    for (const [dia, que] of agenda.sort((x, y) => x[0] - y[0])) {
      this.dia = dia;
      if (que !== azar) await que();
      else for (let intentos = 0; intentos < 10; intentos++) {  // up to ten draws, until an event finds a document
        const nombre = this.uno(urna);
        if (await this.urna[nombre]() === false) continue;
        this.cuenta[nombre] = (this.cuenta[nombre] ?? 0) + 1;
        break;
      }
    }
  }
  // terminar: the last day of a month: the revaluation at the rate of that day (receivables and payables are reversed on the first of the next
  // month), and the VAT of the month.
  async terminar(mes = this.mes) {
    this.revaluada[mes] = await this.hacer('POST', `${C}/Revaluacion`, { anio: this.anio, mes, tiposCambio: [{ moneda: 'USD', tipoCambio: this.cambio(mes, 28) }] });
    return this.determinar(mes);
  }
  // determinar: VAT in favour of earlier months is credited. Every third month credits nothing, so its VAT is paid.
  async determinar(mes) {
    return (this.ivas[mes] = await this.hacer('POST', `${C}/DeterminacionIva`, { anio: this.anio, mes, ...(mes % 3 === 0 && { acreditarAFavor: 0 }) }));
  }
  cerrar(mes = this.mes) {
    return this.hacer('POST', `${C}/Periodos/${this.anio}/${mes}/Cerrar`, {});
  }
  cerrarEjercicio() {
    return this.hacer('POST', `${C}/Ejercicios/${this.anio}/Cerrar`, {});
  }
  // corregir: the manual payroll póliza of a month was 100 too much. The year and its months are reopened, the póliza is reversed and written again,
  // and everything is closed again.
  async corregir(mes) {
    const motivo = 'Se duplicó un bono', fecha = `${this.anio}-${dos(mes)}-28`, { polizaId, concepto } = this.nominas[mes];
    await this.hacer('POST', `${C}/Ejercicios/${this.anio}/Reabrir`, { motivo });
    for (let n = 12; n >= mes; n--) await this.hacer('POST', `${C}/Periodos/${this.anio}/${n}/Reabrir`, { motivo });
    await this.hacer('DELETE', `${C}/Poliza/${polizaId}`, { fecha, motivo });
    const { partidas } = await this.leer(`${C}/Polizas/${polizaId}`);
    await this.hacer('POST', `${C}/Poliza`, { tipo: 'Diario', fecha, concepto, partidas: partidas.map(({ cuenta, debe, haber }) => (debe > 0 ? { cuenta, debe: debe - 100 } : { cuenta, haber: cuenta === '210.01' ? haber - 100 : haber })) });
    for (let n = mes; n <= 12; n++) {
      if (this.ivas[n].acreditado > 0) {  // reopening the month undid the credit of VAT in favour
        await this.hacer('DELETE', `${C}/DeterminacionIva?${new URLSearchParams({ anio: this.anio, mes: n, motivo })}`);
        await this.determinar(n);
      }
      await this.cerrar(n);
    }
    return this.cerrarEjercicio();
  }
  // recuperar: the write-offs are cancelled today, so their debts are owed again.
  async recuperar() {
    for (const { id } of this.perdidas.splice(0)) await this.hacer('DELETE', `/api/CuentasPorCobrar/Incobrable/${id}?motivo=Pagar%C3%A1`);
  }
  // transcurrir: the whole year; `van` is called after each closed month.
  async transcurrir(van = () => {}) {
    for (let mes = 1; mes <= 12; mes++) {
      await this.vivir(mes);
      await this.terminar();
      await this.cerrar();
      van(mes);
    }
    await this.cerrarEjercicio();
    await this.corregir(11);
    await this.recuperar();
  }
}
