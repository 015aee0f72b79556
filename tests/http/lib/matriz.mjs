// Facts of the whole operation table: its operations with their published parameters and fields, the ids that an organization has for each, and texts
// that have hurt other programs.
import assert from 'node:assert/strict';
import { correr, dia, gestor, operaciones } from './ayuda_api.mjs';

// llaves: SELECT of the ids of an organization (%), by the name of the id on the wire, or by area and name where the name has another meaning.
const de = (tabla, llave = `${tabla}_id`, mas = '') => `SELECT ${llave} FROM ${tabla} WHERE ${mas}organizacion_id = %`;
const llaves = {
  id: de('transaccion'), documentoId: de('transaccion'), archivoId: de('archivo'), sucursalId: de('sucursal'), clienteId: de('contacto'), proveedorId: de('contacto', undefined, "tipo_contacto <> 'Cliente' AND "), expedienteId: de('transaccion', undefined, 'obj_id = 25 AND '), vendedorId: de('vendedor'), personalServicioId: de('personal_servicio'),
  agrupadorServicioId: de('agrupador_servicio'), contratoId: de('contrato'), ordenServicioId: de('transaccion', undefined, "obj_id = 20 AND estado = 'Pendiente' AND "), '/api/OrdenTrabajo transaccionId': de('transaccion', undefined, 'obj_id = 21 AND '), listaPreciosId: de('lista_precios'), almacenId: de('almacen'), '/api/Inventario/InventarioCedis almacenId': de('almacen', undefined, 'es_cedis AND '), almacenDestinoId: de('almacen'),
  clasificacionId: de('clasificacion_producto', 'clasificacion_id'), proyectoId: de('proyecto'), divisionId: de('proyecto'), productoId: de('producto'), envaseId: de('producto'), cuentaId: de('cuenta_bancaria', 'cuenta_id'), cuentaOrigenId: de('cuenta_bancaria', 'cuenta_id'), cuentaDestinoId: de('cuenta_bancaria', 'cuenta_id'),
  contactoId: de('contacto'), entidadId: de('contacto'), codigo: de('contacto', 'codigo'), '/api/Contactos clasificacionId': de('clasificacion_contacto', 'clasificacion_id'), '/api/Contabilidad/SaldosClientesProveedores clasificacionId': de('clasificacion_contacto', 'clasificacion_id'),
  transaccionId: de('transaccion'), solicitudPagoId: de('transaccion', undefined, 'obj_id = 11 AND '), transaccionIdCompra: de('transaccion', undefined, 'obj_id IN (13, 14, 15) AND saldo > 0 AND '), transaccionIdOrden: de('transaccion', undefined, 'obj_id = 12 AND '),
  '/api/GastosSobreCompra transaccionIdCompra': de('transaccion', undefined, "obj_id = 13 AND estado <> 'Cancelado' AND "), formaPagoId: de('forma_pago'),
  cotizacionId: de('transaccion', undefined, 'obj_id = 4 AND '), '/api/Cotizaciones/Proveedor cotizacionId': de('transaccion', undefined, 'obj_id = 30 AND '), rutaId: de('ruta'), unidadBaseId: de('unidad_medida'), unidadMedidaId: de('unidad_medida'),
  padreId: de('clasificacion_producto', 'clasificacion_id'), '/api/ClasificadoresCosto padreId': de('clasificador_costo'), clasificadorCostoId: de('clasificador_costo'),
  '/api/Contabilidad padreId': de('cuenta_contable', undefined, 'NOT detalle AND '), '/api/Contabilidad/Poliza cuentaId': de('cuenta_contable'), '/api/Contabilidad/PolizaRecurrente cuentaId': de('cuenta_contable'), '/api/Contabilidad/PolizaRecurrente/{id} cuentaId': de('cuenta_contable'), polizaRecurrenteId: de('poliza_recurrente'), cuentaContableId: de('cuenta_contable'), polizaId: de('poliza'),
  centroCostoId: de('clasificador_costo'), consumidorApiId: de('consumidor_api'), conceptoId: de('concepto'), lineaCanalId: de('linea_canal'), addendaId: de('addenda'), conteoId: de('conteo'),
};
// deRuta: meaning of {id} in paths that name no document.
const deRuta = { '/api/ListaPrecios/': 'listaPreciosId', '/api/Productos/': 'productoId', '/api/Proyecto/': 'proyectoId', '/api/PersonalServicio/': 'personalServicioId',
  '/api/ClasificadoresCosto/': 'clasificadorCostoId', '/api/SolicitudPago/': 'solicitudPagoId', '/api/Inventario/Conteo': 'conteoId', '/api/OrdenServicio/': 'ordenServicioId', '/api/Ruta/{id}': 'rutaId', '/api/Contabilidad/Poliza/': 'polizaId', '/api/Contabilidad/PolizaRecurrente/': 'polizaRecurrenteId', '/api/Contabilidad/Polizas/': 'polizaId', '/api/Contabilidad/Cuentas/': 'cuentaContableId' };
// Catalogs of the law, equal for everyone; numbers of any resource, or of none.
export const globales = new Set(['monedaId', 'objId', 'registroId', 'beneficiarioId']);
export const catalogosGlobales = new Set(['/api/Bancos', '/api/Bancos/GetMonedas', '/api/Bancos/OrganizacionMonedas', '/api/Objetos',
  // Months have the same names for every organization.
  '/api/RegimenesFiscales', '/api/UsosCFDI', '/api/CatalogosSAT/FormasPago', '/api/CatalogosSAT/MetodosPago', '/api/CatalogosSAT/ClavesProducto', '/api/Contabilidad/Periodos']);
// deTiempo: a year and a month name no record of an organization; 1990 has no data of any test.
const deTiempo = { anio: 1990, mes: 1 };
export const esId = nombre => /Id(s|[A-Z]\w*)?$/.test(nombre);
export const inexistente = 987654321;

export const inyecciones = ["'", "''", "' OR '1'='1", "1' OR '1'='1' --", '1; DROP TABLE gestor.transaccion; --', "'; SELECT pg_sleep(30); --", '1 OR 1=1', '1) OR (1=1', '$1', '$$', '%', '_', '%%', '\\', "\\'; --",
  ':id', ':organizacionId', '${1}', '{clave}', '{{orden}}', '/*', '*/', '--', '1 UNION SELECT 1', "x' UNION SELECT contrasena FROM usuario --", '\u2019 OR 1=1', "'||(SELECT current_user)||'", '1e1', 'NULL', 'null',
  "E'\\\\x27'", '0x31', '١', '"', '`', "'::text", '\u00a0', '%27', '<script>', '../../etc/passwd'];

export class Matriz {
  static async crear(base) {
    const x = new Matriz();
    x.base = base;
    x.tabla = (await operaciones()).filter(o => o.ruta.startsWith('/api/'));
    x.documento = JSON.parse((await correr(gestor, ['openapi'])).salida);
    x.productos = Object.fromEntries(await Promise.all([1, 2].map(async o => [o, await base.uno(`SELECT producto_id FROM movimiento_inventario WHERE organizacion_id = ${o} GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`)])));
    x.proyectos = Object.fromEntries(await Promise.all([1, 2].map(async o => [o, await base.uno(`SELECT min(proyecto_id) FROM proyecto WHERE organizacion_id = ${o}`)])));
    return x;
  }
  resolver = v => (v?.$ref ? this.resolver(v.$ref.slice(2).split('/').reduce((d, k) => d[k.replaceAll('~1', '/')], this.documento)) : v);
  op(o) {
    const camino = this.documento.paths[o.ruta];
    assert.ok(camino, `el documento no tiene ${o.ruta}`);
    return camino[o.verbo.toLowerCase()];
  }
  parametros(o, donde) {
    const op = this.op(o);
    return [...(this.documento.paths[o.ruta].parameters ?? []), ...(op.parameters ?? [])].map(this.resolver).filter(p => p.in === donde);
  }
  // nombreDeRuta: the name of the id in a path; undefined when the path has none, or when {…} is the number where a page begins.
  nombreDeRuta(o) {
    if (o.sobre === 'PAGE') return undefined;
    const nombre = /\{(\w+)\}/.exec(o.ruta)?.[1];
    return nombre && !(nombre in deTiempo) ? (this.deRuta(o) ?? nombre) : undefined;
  }
  enRuta(o, id) {
    return o.ruta.replace(/\{(\w+)\}/g, (_, nombre) => deTiempo[nombre] ?? id);
  }
  deRuta(o) {
    return deRuta[Object.keys(deRuta).find(r => o.ruta.startsWith(r))];
  }
  // conNecesarios: the path with its required parameters except `salvo`, with values of an organization.
  conNecesarios(o, salvo, id = 1, organizacion = 1) {
    const necesarios = { objId: 10, proyectoId: this.proyectos[organizacion], fechaInicial: dia(-360), fechaFinal: dia(), ejercicio: dia().slice(0, 4), mesInicial: 1, mesFinal: 12, tipo: 'Cliente', motivo: 'x', tipoSolicitud: 'AF', cuenta: '105', ...deTiempo };
    const valor = p => p.schema?.pattern?.includes('/') ? necesarios[p.name].split('-').reverse().join('/') : necesarios[p.name];  // dd/MM/yyyy
    const unoDeDos = o.ruta === '/api/Inventario/Kardex' && salvo !== 'productoId' ? `productoId=${this.productos[organizacion]}&` : '';
    return this.enRuta(o, id) + '?' + unoDeDos + this.parametros(o, 'query').filter(p => p.required && p.name !== salvo).map(p => `${p.name}=${valor(p)}&`).join('');
  }
  // oNulo: true for the one operation that answers null for a missing record.
  oNulo(o) {
    return Boolean(this.resolver(this.op(o).responses[200]?.content?.['application/json']?.schema)?.properties?.data?.anyOf);
  }
  sqlDe(nombre, o) {
    const sql = llaves[`${o?.ruta} ${nombre}`] ?? llaves[`${o?.ruta.split('/', 3).join('/')} ${nombre}`] ?? llaves[nombre.replace(/^transaccionId[A-Z]\w*$/, 'transaccionId')];  // transaccionIdPedido, transaccionIdVenta…
    assert.ok(sql, `la matriz no sabe qué es ${nombre}: agregue su tabla`);
    return sql;
  }
  // ajenos: ids of `de` that `para` does not have.
  ajenos(nombre, o, de = 2, para = 1) {
    const sql = this.sqlDe(nombre, o);
    return this.base.columna(`${sql.replace('%', de)} EXCEPT ${sql.replace('%', para)} ORDER BY 1`);
  }
  // muestra: a few ids of every kind, since an operation about invoices answers NO_ENCONTRADO for an order of any organization.
  async muestra(nombre, o, organizacion, salvo) {
    const sql = this.sqlDe(nombre, o);
    const [, llave, tabla] = /^SELECT (\w+) FROM (\w+)/.exec(sql);
    const clase = { transaccion: 'obj_id, estado', concepto: 'tipo', producto: 'tipo, es_envase', contacto: 'tipo_contacto' }[tabla] ?? `${llave}::text > ''`;
    const suyos = n => sql.replace('%', n);
    return this.base.columna(`SELECT min(${llave}) FROM ${tabla} WHERE organizacion_id = ${organizacion} AND ${llave} NOT IN (${suyos(salvo)}) AND ${llave} IN (${suyos(organizacion)}) GROUP BY ${clase}
      UNION SELECT max(${llave}) FROM ${tabla} WHERE organizacion_id = ${organizacion} AND ${llave} NOT IN (${suyos(salvo)}) AND ${llave} IN (${suyos(organizacion)}) GROUP BY ${clase} ORDER BY 1`);
  }
  propio(nombre, o, organizacion) {
    return this.base.uno(`SELECT min(x) FROM (${this.sqlDe(nombre, o).replace('%', organizacion)}) q (x)`);
  }
  // campos: every field of a JSON body with its path: ['partidas', 0, 'productoId']. One element stands for a list.
  campos(o) {
    const contenido = this.op(o).requestBody?.content['application/json'];
    const salida = [];
    const ver = (esquema, ruta) => {
      esquema = this.resolver(esquema);
      for (const parte of [...(esquema.anyOf ?? []), ...(esquema.allOf ?? []), ...(esquema.oneOf ?? [])]) ver(parte, ruta);
      for (const [nombre, e] of Object.entries(esquema.properties ?? {})) {
        salida.push({ ruta: [...ruta, nombre], nombre, esquema: this.resolver(e) });
        ver(e, [...ruta, nombre]);
      }
      if (!esquema.items) return;
      const nombre = ruta.findLast(p => typeof p === 'string') ?? '';
      if (!this.resolver(esquema.items).properties) salida.push({ ruta: [...ruta, 0], nombre: nombre || 'id', esquema: this.resolver(esquema.items) });
      ver(esquema.items, [...ruta, 0]);
    };
    if (contenido) ver(contenido.schema, []);
    return salida;
  }
  // minimo: the smallest value of a schema, from its own examples.
  minimo(esquema) {
    const s = this.resolver(esquema);
    if (!s.properties) return s.examples?.[0] ?? s.enum?.[0] ?? (s.items ? [this.minimo(s.items)] : undefined);
    return Object.fromEntries((s.required ?? []).map(n => [n, this.minimo(s.properties[n])]));
  }
  // completar: `cuerpo` with the parents that a field at `ruta` needs to be read.
  completar(o, cuerpo, ruta) {
    const campos = this.campos(o);
    for (let i = 1; i < ruta.length; ++i) {
      const hasta = ruta.slice(0, i);
      if (hasta.reduce((v, k) => v?.[k], cuerpo) !== undefined) continue;
      const { esquema } = campos.find(c => c.ruta.join() === hasta.filter((p, j) => j < i - 1 || p !== 0).join());
      cuerpo = poner(cuerpo, hasta, hasta.at(-1) === 0 ? this.minimo(esquema.items) : esquema.items ? [] : this.minimo(esquema));
    }
    return cuerpo;
  }
  ejemplo(o) {
    return structuredClone(this.op(o).requestBody.content['application/json'].example);
  }
}

// poner: a copy of `objeto` with `valor` at `ruta`; missing parents are made.
export function poner(objeto, ruta, valor) {
  const raiz = structuredClone(objeto);
  let aqui = { raiz }, clave = 'raiz';
  for (const paso of ruta) {
    if (aqui[clave] === null || typeof aqui[clave] !== 'object') aqui[clave] = typeof paso === 'number' ? [] : {};
    aqui = aqui[clave];
    clave = paso;
  }
  aqui[clave] = valor;
  return ruta.length ? raiz : valor;
}
