// Empresa: a company of the test, born with `gestor organizacion crear`: its products, its customers, and the reads that follow a write.
import assert from 'node:assert/strict';

export class Empresa {
  static async crear(m, { nombre, rfc, regimen = '601' }) {
    const e = new Empresa();
    Object.assign(e, { m, base: m.base, srv: m.srv, productos: {} });
    const { salida } = await m.base.gestor(['organizacion', 'crear', '--nombre', nombre, '--rfc', rfc, '--regimen', regimen, '--codigo-postal', '64000', '--repetir']);
    e.id = Number(/organizacionId: (\d+)/.exec(salida)[1]);
    const uno = (tabla, llave, donde) => m.base.uno(`SELECT ${llave} FROM ${tabla} WHERE organizacion_id = ${e.id} AND ${donde}`);
    e.uno = uno;
    e.matriz = await uno('sucursal', 'sucursal_id', "clave = 'MATRIZ'");
    [e.general, e.cedis, e.pieza, e.servicio, e.publico, e.efectivo, e.transferencia, e.porDefinir, e.caja] = await Promise.all([
      uno('almacen', 'almacen_id', "clave = 'GENERAL'"), uno('almacen', 'almacen_id', "clave = 'CEDIS'"), uno('unidad_medida', 'unidad_medida_id', "clave = 'PZA'"),
      uno('unidad_medida', 'unidad_medida_id', "clave = 'SER'"), uno('contacto', 'contacto_id', "codigo = 'PUBLICO'"), uno('forma_pago', 'forma_pago_id', "nombre = 'Efectivo'"),
      uno('forma_pago', 'forma_pago_id', "nombre = 'Transferencia'"), uno('forma_pago', 'forma_pago_id', "nombre = 'Por definir'"), uno('cuenta_bancaria', 'cuenta_id', "clave = 'CAJA'")]);
    [e.inicial, e.merma, e.gasto, e.venta, e.honorarios, e.exento] = await Promise.all(['IN-INICIAL', 'IN-MERMA', 'GA-GENERAL', 'VE-GENERAL', 'VE-SERVICIO', 'VE-EXENTO'].map(c => e.concepto(c)));
    const usuario = await m.base.usuario({ usuario: `admin${e.id}`, organizacion: e.id, sucursal: e.matriz });
    e.llave = await m.base.consumidor({ organizacion: e.id, nombre: nombre });
    e.token = await m.srv.entrar({ ...usuario, ...e.llave });
    return e;
  }
  concepto(clave) {
    return this.uno('concepto', 'concepto_id', `clave = '${clave}'`);
  }
  pedir(ruta, cuerpo, opciones = {}) {
    return this.srv.pedir('POST', ruta, { token: this.token, cuerpo, ...opciones });
  }
  async hecho(ruta, cuerpo) {
    const r = await this.pedir(ruta, cuerpo);
    assert.equal(r.estado, 200, r.texto);
    return r.json.data;
  }
  // falla: the refusal that is expected of a write: "CODIGO campo CODIGO, …".
  async falla(ruta, cuerpo, esperado) {
    const r = await this.pedir(ruta, cuerpo);
    assert.equal(`${r.json?.codigo} ${(r.json?.errores ?? []).map(x => `${x.campo} ${x.codigo}`).join(', ')}`.trim(), esperado, r.texto);
    return r;
  }
  async producto(codigo, mas = {}) {
    const p = await this.hecho('/api/Productos', { codigo, descripcion: `Producto ${codigo}`, unidadMedidaId: this.pieza, claveProductoServicio: '43211503', metodoCosteo: 'PEPS', ...mas });
    return (this.productos[codigo] = p.productoId);
  }
  async cliente(codigo, mas = {}) {
    this.clientes = (this.clientes ?? 99) + 1;  // a valid company RFC for each customer (a wrong check digit is only a warning)
    const c = await this.hecho('/api/Contactos', { codigo, tipoContacto: 'Cliente', nombre: `CLIENTE ${codigo}`, rfc: `EKU900317${this.clientes}`, regimenFiscal: '601', usoCFDI: 'G03', codigoPostal: '26015', ...mas });
    return c.entidadId;
  }
  mover(tipoMovimiento, partidas, mas = {}) {
    return this.hecho('/api/Inventario/Movimiento', { tipoMovimiento, almacenId: this.general, ...(tipoMovimiento !== 'Traspaso' && { conceptoId: this.inicial }), partidas, ...mas });
  }
  entrada(productoId, cantidad, costoUnitario, mas = {}) {
    return this.mover('Entrada', [{ productoId, cantidad, costoUnitario, ...mas }]);
  }
  // hay: "cantidad valor apartado" of a product in a warehouse.
  async hay(productoId, almacen = this.general) {
    const x = await this.base.uno(`SELECT trim_scale(cantidad) || ' ' || valor || ' ' || trim_scale(apartado) FROM existencia WHERE organizacion_id = ${this.id} AND almacen_id = ${almacen} AND producto_id = ${productoId}`);
    return x ?? 'nada';
  }
  // cerrar: closes a month ("2025-03") after the earlier months that have pólizas; months without pólizas close with the next one. Answers a function
  // that reopens them from the last one back.
  async cerrar(mes) {
    const [anio, n] = mes.split('-').map(Number);
    const cerrados = () => this.base.sql(`SELECT ejercicio, mes FROM periodo WHERE organizacion_id = ${this.id} AND mes <= 12 AND estado = 'Cerrado' ORDER BY 1 DESC, 2 DESC`);
    const ruta = x => `/api/Contabilidad/Periodos/${x.ejercicio}/${x.mes}`;
    const antes = new Set((await cerrados()).map(ruta));
    const abiertos = await this.base.sql(`SELECT x.ejercicio, x.mes FROM (SELECT ejercicio, mes FROM poliza WHERE organizacion_id = ${this.id} UNION SELECT ${anio}, ${n}) x
      WHERE x.mes <= 12 AND (x.ejercicio, x.mes) <= (${anio}, ${n}) AND NOT EXISTS (SELECT FROM periodo p WHERE p.organizacion_id = ${this.id} AND p.ejercicio = x.ejercicio AND p.mes = x.mes AND p.estado = 'Cerrado')
      ORDER BY 1, 2`);
    for (const x of abiertos) await this.hecho(`${ruta(x)}/Cerrar`, {});
    return async () => {
      for (const x of await cerrados()) if (!antes.has(ruta(x))) await this.hecho(`${ruta(x)}/Reabrir`, { motivo: 'Sigue' });
    };
  }
  // cerrarSinTerminar: closes a month that has not ended, which no operation does.
  cerrarSinTerminar(mes) {
    return this.base.sql(`INSERT INTO periodo (organizacion_id, ejercicio, mes, estado) VALUES (${this.id}, ${mes.slice(0, 4)}, ${Number(mes.slice(5))}, 'Cerrado')
      ON CONFLICT (organizacion_id, ejercicio, mes) DO UPDATE SET estado = 'Cerrado'`);
  }
  estado(id) {
    return this.base.uno(`SELECT estado FROM transaccion WHERE organizacion_id = ${this.id} AND transaccion_id = ${id}`);
  }
  // poliza: the ledger of a document, as lines "D CLIENTES 116.00".
  async poliza(id) {
    return this.base.columna(`SELECT CASE WHEN v.debe > 0 THEN 'D ' ELSE 'A ' END || coalesce(c.clave, c.codigo) || ' ' || v.debe + v.haber
      FROM poliza p JOIN poliza_movimiento v USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
      WHERE p.organizacion_id = ${this.id} AND p.transaccion_id = ${id} ORDER BY p.poliza_id, v.debe = 0, c.codigo`);
  }
  // cuadra: sums that must always agree: stock, layers, movements, reservations and ledger; and no folio is missing.
  async cuadra() {
    const o = `organizacion_id = ${this.id}`;
    assert.deepEqual(await this.base.sql(`SELECT e.almacen_id, p.codigo, e.cantidad, e.valor, e.apartado, c.cantidad AS capas, c.valor AS valor_capas, v.cantidad AS movida, v.valor AS valor_movido, a.cantidad AS apartada
      FROM existencia e JOIN producto p USING (organizacion_id, producto_id)
      CROSS JOIN LATERAL (SELECT coalesce(sum(restante), 0) AS cantidad, coalesce(sum(valor), 0) AS valor FROM capa x WHERE x.${o} AND x.almacen_id = e.almacen_id AND x.producto_id = e.producto_id) c
      CROSS JOIN LATERAL (SELECT coalesce(sum(cantidad), 0) AS cantidad, coalesce(sum(valor), 0) AS valor FROM movimiento_inventario x WHERE x.${o} AND x.almacen_id = e.almacen_id AND x.producto_id = e.producto_id) v
      CROSS JOIN LATERAL (SELECT coalesce(sum(cantidad), 0) AS cantidad FROM apartado x WHERE x.${o} AND x.almacen_id = e.almacen_id AND x.producto_id = e.producto_id) a
      WHERE e.${o} AND (e.cantidad <> c.cantidad OR e.cantidad <> v.cantidad OR e.valor <> v.valor OR e.apartado <> a.cantidad OR (p.metodo_costeo <> 'PROMEDIO' AND e.valor <> c.valor))`), []);
    assert.deepEqual(await this.base.sql(`SELECT * FROM (SELECT almacen_id, producto_id, dia, sum(cantidad) OVER (PARTITION BY almacen_id, producto_id ORDER BY dia) AS habia
      FROM (SELECT almacen_id, producto_id, fecha::date AS dia, sum(cantidad) AS cantidad FROM movimiento_inventario WHERE ${o} GROUP BY 1, 2, 3) d) x WHERE habia < 0`), [], 'un día pasado quedó en negativo');
    assert.deepEqual(await this.base.sql(`SELECT poliza_id, sum(debe - haber) AS x FROM poliza_movimiento WHERE ${o} GROUP BY 1 HAVING sum(debe - haber) <> 0`), []);
    assert.equal(await this.base.uno(`SELECT (SELECT coalesce(sum(debe - haber), 0) FROM poliza_movimiento JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE ${o} AND c.clave = 'INVENTARIO')
      - (SELECT coalesce(sum(valor), 0) FROM existencia WHERE ${o})`), 0, 'el inventario del mayor no es el de los almacenes');
    assert.equal(await this.base.uno(`SELECT (SELECT coalesce(sum(debe - haber), 0) FROM poliza_movimiento JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE ${o} AND c.clave = 'INV_TRANSITO')
      - (SELECT coalesce(sum(valor), 0) FROM movimiento_transito WHERE ${o})`), 0, 'lo que el mayor tiene en tránsito no es lo que viene en camino');
    assert.deepEqual(await this.base.sql(`SELECT obj_id, sucursal_id, serie, count(*), max(numero) FROM transaccion WHERE ${o} GROUP BY 1, 2, 3 HAVING max(numero) <> count(*)`), [], 'faltan folios');
  }
  // unaVez: the same key gives the same bytes and one document; the same key with another body is refused.
  async unaVez(ruta, cuerpo, objId) {
    const cuantos = () => this.base.uno(`SELECT count(*) FROM transaccion WHERE organizacion_id = ${this.id} AND obj_id = ${objId}`);
    const antes = await cuantos();
    const encabezados = { 'Idempotency-Key': `llave-${objId}-${antes}` };
    const a = await this.pedir(ruta, cuerpo, { encabezados });
    const b = await this.pedir(ruta, cuerpo, { encabezados });
    assert.equal(a.estado, 200, a.texto);
    assert.deepEqual([b.estado, b.texto], [a.estado, a.texto]);
    assert.equal(await cuantos(), antes + 1);
    return a.json.data;
  }
}
