// Callers: each intent has its Idempotency-Key and its mark in the document's notes, and is repeated until there is a definite answer.
// Their network duplicates and drops requests. Every request and answer is counted.
import { dormir } from '../lib/ayuda_api.mjs';
import { azarCon } from '../lib/azar.mjs';
import { COMPRAS, siguienteCompra } from './compras.mjs';

// Codes that refuse a write by a rule of the business. A 400 with another code is a fault.
export const NEGOCIO = ['VALIDACION partidas[n].cantidad RANGO', 'VALIDACION completa RANGO', 'VALIDACION partidas REQUERIDO', 'EXISTENCIA_INSUFICIENTE', 'SALDO_INSUFICIENTE',
  'ESTADO_INVALIDO', 'TIENE_DOCUMENTOS_RELACIONADOS', 'LIMITE_CREDITO'];
export const codigoDe = r => [r.json?.codigo, ...(r.json?.codigo === 'VALIDACION' ? r.json.errores.map(x => `${x.campo.replace(/\d+/, 'n')} ${x.codigo}`) : [])].join(' ');
const uno = (azar, lista) => lista[azar(lista.length)];

export class Escritores {
  intentos = [];
  respuestas = new Map();
  cuenta = { envios: 0, duplicados: 0, perdidosAntes: 0, perdidosDespues: 0, acuses: 0, rechazos: 0, replicas: 0, replicasIguales: 0, colgadas: 0, sinRespuesta: 0 };
  ultimoAcuse = 0;

  constructor(escena, { semilla = 1, duplica = 0.3, pierde = 0.1, conClave = true } = {}) {
    Object.assign(this, { escena, e: escena.empresa, semilla, duplica, pierde, conClave, escritores: 0, limitados: 0 });
    this.vivos = Object.fromEntries(['pedido', 'factura', 'nota', 'deposito', ...COMPRAS].map(tipo => [tipo, []]));
  }
  // Few of each master record, so that the callers meet on the same rows.
  async preparar() {
    const { e } = this;
    this.productos = [];
    this.clientes = [];
    for (const [i, metodoCosteo] of ['PEPS', 'PROMEDIO', 'PEPS'].entries())
      this.productos.push((await e.hacer('POST', '/api/Productos', { codigo: `P${i}`, descripcion: `Producto ${i}`, unidadMedidaId: e.catalogo.pieza, claveProductoServicio: '27112000', metodoCosteo })).productoId);
    const contacto = async (tipoContacto, i) => (await e.hacer('POST', '/api/Contactos', { codigo: `${tipoContacto[0]}${i}`, tipoContacto, nombre: `${tipoContacto.toUpperCase()} ${i}`, rfc: `AAA80010${i + 1}AA0`, regimenFiscal: '601', usoCFDI: 'G03', codigoPostal: '64000' })).entidadId;
    for (let i = 0; i < 3; i++) this.clientes.push(await contacto('Cliente', i));
    this.proveedores = [await contacto('Proveedor', 5), await contacto('Proveedor', 6)];
    this.destino = await this.escena.base.uno(`SELECT almacen_id FROM almacen WHERE organizacion_id = ${e.organizacion} AND es_cedis`);
    await e.hacer('POST', '/api/Inventario/Movimiento', this.entrada(azarCon(this.semilla), 400));
  }
  entrada(azar, cantidad) {
    return { tipoMovimiento: 'Entrada', conceptoId: this.e.catalogo.inicial, almacenId: this.e.catalogo.almacen, partidas: this.productos.map(productoId => ({ productoId, cantidad, costoUnitario: (4000 + azar(2000)) / 1000 })) };
  }
  partidas(azar) {
    const productos = [...this.productos].sort(() => azar() - 0.5).slice(0, 1 + azar(3));
    return productos.map(productoId => ({ productoId, cantidad: 1 + azar(4), precioUnitario: (1000 + azar(9000)) / 100 }));
  }
  elegido(azar, tipo) {
    const lista = this.vivos[tipo];
    return lista.length ? lista.at(-1 - azar(Math.min(lista.length, 10))) : undefined;
  }

  // Next intent: { tipo, metodo, ruta, cuerpo }; undefined when its subject does not exist yet.
  siguiente(azar) {
    if (azar(2)) return siguienteCompra(this, azar);
    const { catalogo } = this.e;
    const clienteId = uno(azar, this.clientes);
    const banco = { cuentaId: catalogo.cuentas.BANCO, formaPagoId: catalogo.formas.transferencia };
    switch (uno(azar, ['pedido', 'pedido', 'factura', 'factura', 'factura', 'facturaDePedido', 'nota', 'nota', 'deposito', 'deposito', 'deposito', 'cancelar', 'cancelar', 'entrada', 'limite'])) {
      case 'pedido':
        return { tipo: 'pedido', ruta: '/api/PedidoCliente', cuerpo: { clienteId, partidas: this.partidas(azar) }, de: { clienteId } };
      case 'factura':
        return { tipo: 'factura', ruta: '/api/FacturaVenta', cuerpo: { clienteId, partidas: this.partidas(azar) }, de: { clienteId } };
      case 'facturaDePedido': {
        const p = this.elegido(azar, 'pedido');
        return p && { tipo: 'factura', ruta: '/api/FacturaVenta', cuerpo: { clienteId: p.clienteId, transaccionIdPedido: p.id }, de: { clienteId: p.clienteId } };
      }
      case 'nota':
        return { tipo: 'nota', ruta: '/api/NotaVenta', cuerpo: { clienteId, partidas: this.partidas(azar), pagos: [{ formaPagoId: catalogo.formas.efectivo, cuentaId: catalogo.cuentas.CAJA, importe: 2000 }] }, de: { clienteId } };
      case 'deposito': {
        const f = this.elegido(azar, 'factura');
        if (!f) return undefined;
        const importe = Math.max(0.01, Math.round(f.total * uno(azar, [20, 50, 100])) / 100);
        return { tipo: 'deposito', ruta: '/api/Bancos/DepositoAgregar', cuerpo: { contactoId: f.clienteId, ...banco, importe, aplicaciones: [{ transaccionId: f.id, importe }] }, de: {} };
      }
      case 'cancelar': {
        const tipo = uno(azar, ['pedido', 'factura', 'nota', 'deposito', 'deposito']);
        const d = this.elegido(azar, tipo);
        return d && { tipo: 'cancelar', metodo: 'DELETE', cancela: d.id, ruta: `${tipo === 'deposito' ? '/api/Bancos/DepositoCancelar' : '/api/Ventas/TransaccionCancelar'}/${d.id}` };
      }
      // A new customer, then six sales at once against a credit limit with room for one.
      case 'limite': {
        const n = this.limitados++;
        const rfc = `BBB${String(70 + Math.floor(n / 336) % 30)}${String(Math.floor(n / 28) % 12 + 1).padStart(2, '0')}${String(n % 28 + 1).padStart(2, '0')}BB0`;
        return { tipo: 'cliente', ruta: '/api/Contactos', cuerpo: { tipoContacto: 'Cliente', nombre: 'CLIENTE CON LIMITE', rfc, regimenFiscal: '601', usoCFDI: 'G03', codigoPostal: '64000', limiteCredito: 1000 } };
      }
      default:
        return { tipo: 'entrada', ruta: '/api/Inventario/Movimiento', cuerpo: this.entrada(azar, 10 + azar(60)) };
    }
  }

  alLimite(clienteId) {
    return { tipo: 'al límite', ruta: '/api/FacturaVenta', cuerpo: { clienteId, entregaInmediata: false, partidas: [{ productoId: this.productos[0], cantidad: 5, precioUnitario: 100 }] } };
  }

  // One request; the network may lose the request or its answer.
  async enviar(i) {
    const { cuenta } = this;
    cuenta.envios++;
    const pierde = i.azar() < this.pierde ? uno(i.azar, ['antes', 'despues']) : '';
    const r = await this.escena.pedir(i.metodo, i.ruta, { cuerpo: i.cuerpo, clave: this.conClave ? i.clave : undefined, ...(pierde === 'antes' && { antesDeOir: i.azar(25) }) });
    if (pierde === 'antes') return cuenta.perdidosAntes++, { ...r, estado: undefined, error: r.error ?? 'perdida' };
    this.juzgar(i, r);
    if (pierde === 'despues' && r.estado) return cuenta.perdidosDespues++, { error: 'perdida' };
    return r;
  }
  falta(que, i, r) {
    this.escena.falta(que, { intento: i?.clave, tipo: i?.tipo, estado: r?.estado, texto: (r?.texto ?? r?.error ?? '').slice(0, 300) });
  }
  // Checks that the answer is one of the allowed ones. A 504 is a hang; a 502 is allowed while a server is down.
  juzgar(i, r) {
    const que = r.estado ? `${r.estado} ${r.estado === 200 ? '' : (r.json ? codigoDe(r) : 'de nginx')}`.trim() : `sin respuesta (${r.error})`;
    this.respuestas.set(que, (this.respuestas.get(que) ?? 0) + 1);
    if (r.colgada) this.cuenta.colgadas++, this.falta('una solicitud se colgó', i, r);
    if (!r.estado) return void this.cuenta.sinRespuesta++;
    if (r.estado !== 200 && /\b40001\b|\b40P01\b|deadlock/i.test(r.texto)) this.falta('se ve un conflicto de la base', i, r);
    if (r.estado === 503 && r.json && !(Number(r.h['retry-after']) >= 1)) this.falta('503 sin Retry-After', i, r);
    const permitida = r.estado === 200 || (r.estado === 400 && NEGOCIO.includes(codigoDe(r))) || (r.estado === 409 && codigoDe(r) === 'IDEMPOTENCIA_EN_CURSO')
      || (r.estado === 503 && codigoDe(r) === 'NO_DISPONIBLE') || (r.estado === 502 && codigoDe(r) === 'NO_DISPONIBLE' && this.escena.incompleta(performance.now() - r.ms));
    if (!permitida) this.falta('respuesta que no debe darse', i, r);
  }
  // Records a definite answer of the intent.
  anotar(i, r) {
    if (r.estado === 200) {
      if (r.h['idempotent-replayed']) this.cuenta.replicas++;
      if (i.acuse === undefined) {
        i.acuse = r.texto;
        i.id = r.json.data?.transaccionId ?? r.json.data?.entidadId;
        this.cuenta.acuses++;
        this.ultimoAcuse = performance.now();
        if (this.vivos[i.tipo]) this.vivos[i.tipo].push({ id: i.id, total: r.json.data.total, ...i.de });
      } else if (i.acuse === r.texto) this.cuenta.replicasIguales++;
      else this.falta('la réplica no es la primera respuesta', i, r);
    } else if (r.estado === 400 && i.acuse !== undefined && i.firme) this.falta('se niega lo que ya se había dado', i, r);
  }
  async ronda(i) {
    const envios = [this.enviar(i)];
    if (i.azar() < this.duplica) {
      this.cuenta.duplicados++;
      envios.push(dormir(i.azar(30)).then(() => this.enviar(i)));
    }
    const respuestas = await Promise.all(envios);
    for (const r of respuestas) this.anotar(i, r);
    i.firme = i.acuse !== undefined;
    return i.firme || respuestas.every(r => r.estado === 400);
  }
  async cumplir(i) {
    while (!(await this.ronda(i)) && !this.escena.cerrada) await dormir(20 + i.azar(60));
    if (i.acuse === undefined) this.cuenta.rechazos++;
  }
  nuevo(que, azar) {
    const clave = `F-${this.intentos.length}`;
    const i = { metodo: 'POST', ...que, clave, azar, ...(que.cuerpo && { cuerpo: { ...que.cuerpo, [que.tipo === 'cliente' ? 'codigo' : 'notas']: clave } }) };
    this.intentos.push(i);
    return i;
  }
  // `cuantos` callers at once, until told to stop. Every turn has its own random numbers, so repetitions do not change later turns.
  empezar(cuantos = 16) {
    this.seguir = true;
    this.hechos = Promise.all(Array.from({ length: cuantos }, async () => {
      const escritor = this.escritores++;
      for (let turno = 0; this.seguir; turno++) {
        const azar = azarCon(this.semilla, escritor, turno);
        const que = this.siguiente(azar);
        if (!que) continue;
        const i = this.nuevo(que, azar);
        await this.cumplir(i);
        if (i.tipo === 'cliente' && i.id) await Promise.all(Array.from({ length: 6 }, (_, k) => this.cumplir(this.nuevo(this.alLimite(i.id), azarCon(this.semilla, escritor, turno, k)))));
      }
    }));
  }
  async parar() {
    this.seguir = false;
    await this.hechos;
  }
  // Without faults, a refused intent is sent once more, so that no request is still under way; an acknowledged intent gets the same answer again.
  async confirmar() {
    const antes = { duplica: this.duplica, pierde: this.pierde };
    Object.assign(this, { duplica: 0, pierde: 0 });
    const cola = [...this.intentos];
    let tardios = 0, repetidos = 0;
    await Promise.all(Array.from({ length: 16 }, async () => {
      for (let i; (i = cola.pop());) {
        const tenia = i.acuse !== undefined;
        for (;;) {
          const r = await this.enviar(i);
          this.anotar(i, r);
          if (r.estado === 200 || r.estado === 400 || this.escena.cerrada) break;
          await dormir(50);
        }
        if (tenia) repetidos++;
        else if (i.acuse !== undefined) tardios++, this.cuenta.rechazos--;
      }
    }));
    Object.assign(this, antes);
    return { repetidos, tardios };
  }
}
