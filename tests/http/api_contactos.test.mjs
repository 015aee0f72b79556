// OP-016 to OP-019 and OP-021: contacts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { claves, esError, montar, recorrer, tabla } from './lib/ayuda_api.mjs';

let m, srv, base, ref, ajeno;
before(async () => {
  m = await montar({ registros: 60 });
  ({ srv, base } = m);
  await base.sql(`INSERT INTO clasificacion_contacto (organizacion_id, clave, nombre, tipo_contacto)
    SELECT o, t, 'Clase ' || t, t FROM unnest(ARRAY['Cliente', 'Proveedor', 'Ambos']) t, generate_series(1, 2) o`);
  await base.sql("UPDATE sat_forma_pago SET vigencia_hasta = sat_hoy() - 1 WHERE clave = '27'");  // no longer in force
  await base.sql("INSERT INTO addenda (organizacion_id, clave, nombre, obj_id) SELECT o, 'ADD', 'Addenda', 1 FROM generate_series(1, 2) o");
  const de = async (o, tabla, columna, donde = 'true') =>
    base.uno(`SELECT min(${columna}) FROM ${tabla} WHERE organizacion_id = ${o} AND ${donde}`);
  const todo = async o => ({
    clasificacionId: await de(o, 'clasificacion_contacto', 'clasificacion_id', "clave = 'Cliente'"), lineaCanalId: await de(o, 'linea_canal', 'linea_canal_id'),
    vendedorId: await de(o, 'vendedor', 'vendedor_id'), listaPreciosId: await de(o, 'lista_precios', 'lista_precios_id'), addendaId: await de(o, 'addenda', 'addenda_id') });
  ref = { ...await todo(1), monedaId: 1 };
  ajeno = await todo(2);
});
after(() => m?.cerrar());

const ruta = '/api/Contactos';
const porCodigo = codigo => `${ruta}/PorCodigo/${encodeURIComponent(codigo)}`;
const crear = async (cuerpo, token = m.t1) => {
  const r = await srv.pedir('POST', ruta, { token, cuerpo: { tipoContacto: 'Cliente', nombre: 'Prueba', ...cuerpo } });
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
};
const leer = async (id, token = m.t1) => (await srv.get(`${ruta}/${id}`, { token })).json.data;
const sinAvisos = ({ advertencias, ...resto }) => resto;
const vacio = { calle: '', numeroExterior: '', numeroInterior: '', colonia: '', localidad: '', municipio: '', estado: '', pais: '', codigoPostal: '' };
const deLista = ['activo', 'addendaId', 'clabe', 'clasificacion', 'clasificacionId', 'codigo', 'codigoPostal', 'correo', 'cuentaBancaria', 'curp', 'diasCredito', 'domicilio',
  'entidadId', 'fechaAlta', 'formaPago', 'limiteCredito', 'lineaCanal', 'lineaCanalId', 'listaPreciosId', 'metodoPago', 'monedaId', 'nombre', 'nombreComercial', 'numRegIdTrib',
  'personaMoral', 'regimenFiscal', 'residenciaFiscal', 'rfc', 'situacion69B', 'telefono', 'tipoContacto', 'tipoOperacion', 'usoCFDI', 'vendedor', 'vendedorId'];
const deUno = [...deLista, 'contactoPrincipal', 'contactosAdicionales', 'contratos', 'linea'].sort();

test('OP-016: un contacto con sus contactos adicionales, contratos y línea', async t => {
  const id = await base.uno('SELECT min(contacto_id) FROM contrato WHERE organizacion_id = 1');
  const c = await leer(id);
  assert.deepEqual(claves(c), deUno);
  const [fila] = await base.sql(`SELECT c.codigo, c.nombre, c.rfc, l.nombre AS "lineaCanal", v.nombre AS vendedor FROM contacto c
    JOIN linea_canal l USING (organizacion_id, linea_canal_id) JOIN vendedor v USING (organizacion_id, vendedor_id) WHERE contacto_id = ${id}`);
  for (const [k, v] of Object.entries(fila)) assert.equal(c[k], v, k);
  assert.deepEqual(claves(c.linea), ['activo', 'clave', 'lineaCanalId', 'nombre']);
  assert.equal(c.linea.nombre, c.lineaCanal);
  assert.deepEqual(claves(c.contratos[0]), ['contratoId', 'descripcion', 'estado', 'fechaFin', 'fechaInicio', 'folio', 'importe']);
  assert.equal(c.personaMoral, c.rfc.length === 12);
  assert.deepEqual(claves(c.contactosAdicionales[0]), ['celular', 'contactoId', 'correo', 'nombre', 'notas', 'principal', 'puesto', 'telefono']);
  assert.equal(c.contactoPrincipal, c.contactosAdicionales.find(a => a.principal).nombre);
  const solo = await leer((await crear({ nombre: 'Sin nada' })).entidadId);
  assert.equal(solo.linea, null);
  assert.deepEqual([solo.contactoPrincipal, solo.contactosAdicionales, solo.contratos, solo.domicilio], ['', [], [], vacio]);
  await tabla(t, srv, m.t1, [
    ['no existe', 'GET', `${ruta}/999999999`, undefined, 'NO_ENCONTRADO'],
    ['no es un número', 'GET', `${ruta}/abc`, undefined, 'VALIDACION entidadId TIPO'],
    ['cero', 'GET', `${ruta}/0`, undefined, 'VALIDACION entidadId RANGO'],
  ]);
  esError(await srv.get(`${ruta}/${id}`, { token: m.t2 }), 400, 'NO_ENCONTRADO');
});

test('OP-018: crear un contacto', async t => {
  const domicilio = { ...vacio, calle: 'Juárez', numeroExterior: '1', colonia: 'Centro', estado: 'NLE', pais: 'MEX', codigoPostal: '64000' };
  const completo = { codigo: 'Cli/1 ñ', tipoContacto: 'Ambos', nombre: 'Compañía Única', nombreComercial: 'La Única', rfc: 'eku9003173c9', regimenFiscal: '601', usoCFDI: 'g03',
    codigoPostal: '64000', domicilio, correo: 'a@b.mx', telefono: '81', ...ref, diasCredito: 30, limiteCredito: 1000.5, metodoPago: 'PPD', formaPago: '99',
    cuentaBancaria: '123', clabe: '032180000118359719', tipoOperacion: '03', activo: false };
  const adicionales = [{ nombre: 'Ana', puesto: 'Compras', correo: 'ana@b.mx', telefono: '1', celular: '2', principal: true, notas: 'uno\ndos' }, { nombre: 'Beto' }];
  const persona = { rfc: 'CACX7605101P8' };
  const no = (campo, valor, codigo, extra) => [`${campo} = ${JSON.stringify(valor)}: ${codigo}`, 'POST', ruta,
    { tipoContacto: 'Cliente', nombre: 'x', ...extra, [campo]: valor }, `VALIDACION ${campo} ${codigo}`];
  await tabla(t, srv, m.t1, [
    ['completo', 'POST', ruta, () => ({ ...completo, referenciaExterna: 'REF-1', contactosAdicionales: adicionales }),
      () => ({ ...completo, nombre: 'COMPAÑÍA ÚNICA', rfc: 'EKU9003173C9', usoCFDI: 'G03', personaMoral: true, contactoPrincipal: 'Ana', advertencias: [],
        clasificacion: 'Clase Cliente' })],
    ['sólo lo obligatorio', 'POST', ruta, { tipoContacto: 'Cliente', nombre: 'mínimo' },
      { nombre: 'MÍNIMO', nombreComercial: '', rfc: 'XAXX010101000', curp: '', personaMoral: false, regimenFiscal: '616', usoCFDI: 'S01', codigoPostal: '', domicilio: vacio,
        correo: '', telefono: '', clasificacionId: 0, clasificacion: '', lineaCanalId: 0, vendedorId: 0, listaPreciosId: 0, monedaId: 1, diasCredito: 0, limiteCredito: 0,
        metodoPago: '', formaPago: '', residenciaFiscal: '', numRegIdTrib: '', cuentaBancaria: '', clabe: '', tipoOperacion: '', addendaId: 0, activo: true, contactoPrincipal: '',
        contactosAdicionales: [], contratos: [], linea: null, advertencias: [] }],
    ['null es lo mismo que ausente', 'POST', ruta, { tipoContacto: 'Cliente', nombre: 'x', codigo: null, rfc: null, domicilio: null, monedaId: null, contactosAdicionales: null,
      activo: null }, { rfc: 'XAXX010101000', domicilio: vacio, monedaId: 1, contactosAdicionales: [], activo: true }],
    ['nombre en mayúsculas y sin espacios de más', 'POST', ruta, { tipoContacto: 'Cliente', nombre: '  josé  ángel\u00a0 peña güemes ' }, { nombre: 'JOSÉ ÁNGEL PEÑA GÜEMES' }],
    ['sin nada', 'POST', ruta, {}, 'VALIDACION tipoContacto REQUERIDO, nombre REQUERIDO'],
    no('tipoContacto', 'Empleado', 'RANGO'),
    no('nombre', '   ', 'REQUERIDO'), no('nombre', 'a|b', 'FORMATO'), no('nombre', 'x'.repeat(301), 'LONGITUD'),
    no('codigo', 'x'.repeat(31), 'LONGITUD'), no('codigo', 'cli/1 Ñ', 'DUPLICADO'),
    ['proveedor sin RFC', 'POST', ruta, { tipoContacto: 'Proveedor', nombre: 'x' }, 'VALIDACION rfc REQUERIDO'],
    ['ni el del público en general', 'POST', ruta, { tipoContacto: 'Ambos', nombre: 'x', rfc: 'XAXX010101000' }, 'VALIDACION rfc REQUERIDO'],
    ['referencia externa: hasta 60', 'POST', ruta, { tipoContacto: 'Cliente', nombre: 'x', referenciaExterna: 'r'.repeat(61) }, 'VALIDACION referenciaExterna LONGITUD'],
    ['ambos sin RFC', 'POST', ruta, { tipoContacto: 'Ambos', nombre: 'x', rfc: '' }, 'VALIDACION rfc REQUERIDO'],
    no('rfc', 'EKU900317', 'RFC_INVALIDO'), no('rfc', 'EKU9002303C9', 'RFC_INVALIDO'), no('rfc', 'EKU9003173C9', 'DUPLICADO'),
    ['los genéricos se repiten', 'POST', ruta, { tipoContacto: 'Proveedor', nombre: 'x', rfc: 'XEXX010101000' }, { rfc: 'XEXX010101000', regimenFiscal: '616', usoCFDI: 'S01' }],
    ['los genéricos se repiten', 'POST', ruta, { tipoContacto: 'Proveedor', nombre: 'y', rfc: 'XEXX010101000', residenciaFiscal: 'USA', numRegIdTrib: '98-1' },
      { residenciaFiscal: 'USA', numRegIdTrib: '98-1' }],
    no('residenciaFiscal', 'MEX', 'RANGO', { rfc: 'XEXX010101000' }), no('residenciaFiscal', 'USA', 'RANGO', persona), no('numRegIdTrib', '1', 'RANGO', persona),
    no('residenciaFiscal', 'ESTADOS', 'CLAVE_SAT_INVALIDA', { rfc: 'XEXX010101000' }), no('residenciaFiscal', 'QQQ', 'CLAVE_SAT_INVALIDA', { rfc: 'XEXX010101000' }),
    no('formaPago', '27', 'CLAVE_SAT_INVALIDA'),
    no('curp', 'HEGG560427', 'FORMATO', persona), no('curp', 'HEGG560427MVZRRL04', 'RANGO', { rfc: 'JES900109Q90' }),
    no('regimenFiscal', '999', 'CLAVE_SAT_INVALIDA', persona), no('regimenFiscal', '601', 'CLAVE_SAT_INVALIDA', persona),
    no('regimenFiscal', '605', 'CLAVE_SAT_INVALIDA', { rfc: 'JES900109Q90' }), no('usoCFDI', 'Z99', 'CLAVE_SAT_INVALIDA', persona),
    no('usoCFDI', 'D01', 'CLAVE_SAT_INVALIDA', { rfc: 'JES900109Q90' }), no('usoCFDI', 'G03', 'CLAVE_SAT_INVALIDA', { ...persona, regimenFiscal: '605' }),
    no('codigoPostal', '6400', 'FORMATO'), no('codigoPostal', '6400x', 'FORMATO'), no('correo', 'nadie', 'FORMATO'),
    no('metodoPago', 'XXX', 'CLAVE_SAT_INVALIDA'), no('formaPago', '98', 'CLAVE_SAT_INVALIDA'),
    no('clabe', '032180000118359718', 'FORMATO'), no('clabe', '0321', 'FORMATO'), no('tipoOperacion', '99', 'RANGO'), no('tipoOperacion', '3', 'RANGO'), no('diasCredito', -1, 'RANGO'), no('limiteCredito', -0.01, 'RANGO'),
    no('domicilio', 'x', 'TIPO'), no('activo', 'sí', 'TIPO'), no('saldo', 1, 'DESCONOCIDO'),
    ['todas las referencias a la vez', 'POST', ruta, { tipoContacto: 'Cliente', nombre: 'x', clasificacionId: 1e9, lineaCanalId: 1e9, vendedorId: 1e9, listaPreciosId: 1e9,
      monedaId: 1e9, metodoPago: 'XXX', addendaId: 1e9 },
    'VALIDACION clasificacionId NO_EXISTE, lineaCanalId NO_EXISTE, vendedorId NO_EXISTE, listaPreciosId NO_EXISTE, monedaId NO_EXISTE, metodoPago CLAVE_SAT_INVALIDA, addendaId NO_EXISTE'],
    ['lo de otra organización no existe', 'POST', ruta, () => ({ tipoContacto: 'Cliente', nombre: 'x', ...ajeno }),
      'VALIDACION clasificacionId NO_EXISTE, lineaCanalId NO_EXISTE, vendedorId NO_EXISTE, listaPreciosId NO_EXISTE, addendaId NO_EXISTE'],
    ['una clasificación de clientes no es para un proveedor', 'POST', ruta, () => ({ tipoContacto: 'Proveedor', nombre: 'x', rfc: 'JES900109Q90', clasificacionId: ref.clasificacionId }),
      'VALIDACION clasificacionId RANGO'],
    ['dos principales', 'POST', ruta, { tipoContacto: 'Cliente', nombre: 'x', contactosAdicionales: [{ nombre: 'a', principal: true }, { nombre: 'b', principal: true }] },
      'VALIDACION contactosAdicionales[1].principal DUPLICADO'],
    ['un contacto adicional sin nombre', 'POST', ruta, { tipoContacto: 'Cliente', nombre: 'x', contactosAdicionales: [{ puesto: 'a' }] }, 'VALIDACION contactosAdicionales[0].nombre REQUERIDO'],
    ['contactoPrincipal no se envía', 'POST', ruta, { tipoContacto: 'Cliente', nombre: 'x', contactoPrincipal: 'a' }, 'VALIDACION contactoPrincipal DESCONOCIDO'],
  ]);
  const c = (await srv.get(`${ruta}?codigo=cli/1%20%C3%91`, { token: m.t1 })).json.data[0];
  assert.equal(c.codigo, 'Cli/1 ñ');
  const { contactosAdicionales: lista } = await leer(c.entidadId);
  assert.deepEqual(lista.map(({ contactoId, ...a }) => a), [adicionales[0], { nombre: 'Beto', puesto: '', correo: '', telefono: '', celular: '', principal: false, notas: '' }]);
});

test('OP-018: advertencias, que no impiden guardar', async t => {
  for (const [que, cuerpo, ...avisos] of [
    ['dígito del RFC', { rfc: 'URE180429TM5' }, /^rfc:/],
    ['dígito de la CURP', { rfc: 'KICR630120NX3', curp: 'HEGG560427MVZRRL05' }, /^curp:/],
    ['sufijo de sociedad', { nombre: 'Comercial, S.A. de C.V.' }, /^nombre:/],
    ['lo que contradice al RFC genérico se guarda como 616 y S01', { regimenFiscal: '601', usoCFDI: 'G03' }, /616 y S01/],
    ['un proveedor extranjero sin país', { tipoContacto: 'Proveedor', rfc: 'XEXX010101000', numRegIdTrib: '98-2' }, /^residenciaFiscal, numRegIdTrib: .*terceros/, /^Falta tipoOperacion: .*DIOT/],
    ['… con él', { tipoContacto: 'Proveedor', rfc: 'XEXX010101000', residenciaFiscal: 'USA', numRegIdTrib: '98-3', tipoOperacion: '07' }],
    ['… un cliente extranjero', { rfc: 'XEXX010101000' }],
    ['varias', { rfc: 'IIA040805DZ3', nombre: 'Norte SC' }, /^nombre:/, /^rfc:/],
    ['ninguna', { rfc: 'IIA040805DZ4', nombre: 'Norte' }]])
    await t.test(que, async () => {
      const r = await srv.pedir('POST', ruta, { token: m.t1, cuerpo: { tipoContacto: 'Cliente', nombre: 'x', ...cuerpo } });
      assert.equal(r.estado, 200, r.texto);
      assert.equal(r.json.data.advertencias.length, avisos.length, r.texto);
      avisos.forEach((a, i) => assert.match(r.json.data.advertencias[i], a));
      assert.deepEqual(claves(r.json.data), [...deUno, 'advertencias'].sort());
      assert.deepEqual(await leer(r.json.data.entidadId), sinAvisos(r.json.data), 'lo mismo que su GET');
    });
});

test('OP-018: el código se hace cuando falta, y salta el que alguien escribió a mano', async () => {
  const { codigo } = await crear({});
  assert.match(codigo, /^C\d{6}$/);
  const otro = n => 'c' + String(Number(codigo.slice(1)) + n).padStart(6, '0');
  await crear({ codigo: otro(2) });  // takes number n + 1 itself, and the code of n + 2
  assert.equal((await crear({})).codigo, otro(3).toUpperCase());
});

test('OP-018: REFERENCIA_DUPLICADA lleva el contacto que ya la tiene', async () => {
  const uno = await crear({ referenciaExterna: 'EXT-9' });
  const dos = await srv.pedir('POST', ruta, { token: m.t1, cuerpo: { tipoContacto: 'Cliente', nombre: 'x', referenciaExterna: 'EXT-9' } });
  esError(dos, 400, 'REFERENCIA_DUPLICADA');
  assert.equal(dos.json.entidadId, uno.entidadId);
  await crear({ referenciaExterna: 'EXT-9' }, m.t2);
  const tres = await crear({});
  esError(await srv.pedir('PUT', `${ruta}/${tres.entidadId}`, { token: m.t1, cuerpo: { referenciaExterna: 'EXT-9' } }), 400, 'REFERENCIA_DUPLICADA');
  assert.equal((await srv.pedir('PUT', `${ruta}/${uno.entidadId}`, { token: m.t1, cuerpo: { referenciaExterna: 'EXT-9' } })).estado, 200, 'la suya');
});

test('OP-017: actualizar: ausente conserva, null borra', async t => {
  const c = await crear({ codigo: 'ED-1', nombre: 'Original', rfc: 'FUNK671228PH6', regimenFiscal: '612', usoCFDI: 'G03', curp: 'HEGG560427MVZRRL04', correo: 'a@b.mx',
    codigoPostal: '64000', domicilio: { calle: 'Uno', colonia: 'Dos' }, ...ref, diasCredito: 5, limiteCredito: 7, metodoPago: 'PUE', formaPago: '01', clabe: '032180000118359719', tipoOperacion: '06',
    contactosAdicionales: [{ nombre: 'Ana', principal: true }, { nombre: 'Beto' }] });
  const aqui = `${ruta}/${c.entidadId}`;
  await crear({ codigo: 'ED-2', rfc: 'XIA190128J61' });
  const put = (que, cuerpo, espera) => [que, 'PUT', aqui, cuerpo, espera];
  await tabla(t, srv, m.t1, [
    put('{} no cambia nada', {}, c),
    put('un campo', { telefono: '55' }, { ...c, telefono: '55' }),
    put('del domicilio se conserva lo que no se envía', { domicilio: { calle: 'Tres' } }, { domicilio: { ...vacio, calle: 'Tres', colonia: 'Dos' } }),
    put('y null borra una parte', { domicilio: { colonia: null } }, { domicilio: { ...vacio, calle: 'Tres' } }),
    put('null borra, y lo que tiene valor inicial vuelve a él', { curp: null, correo: null, codigoPostal: null, domicilio: null, clasificacionId: null, lineaCanalId: null, vendedorId: null,
      listaPreciosId: null, monedaId: null, diasCredito: null, limiteCredito: null, metodoPago: null, formaPago: null, clabe: null, tipoOperacion: null, addendaId: null },
    { curp: '', correo: '', codigoPostal: '', domicilio: vacio, clasificacionId: 0, lineaCanalId: 0, vendedorId: 0, listaPreciosId: 0, monedaId: 1, diasCredito: 0, limiteCredito: 0,
      metodoPago: '', formaPago: '', clabe: '', tipoOperacion: '', addendaId: 0, nombre: 'ORIGINAL', rfc: 'FUNK671228PH6', contactosAdicionales: c.contactosAdicionales }),
    put('"" borra igual que null', { telefono: '' }, { telefono: '' }),
    put('null en lo obligatorio', { nombre: null, tipoContacto: null }, 'VALIDACION tipoContacto REQUERIDO, nombre REQUERIDO'),
    put('la regla mira lo guardado y lo enviado juntos: régimen de la otra persona', { rfc: 'JES900109Q90' }, 'VALIDACION regimenFiscal CLAVE_SAT_INVALIDA'),
    put('… con su régimen', { rfc: 'JES900109Q90', regimenFiscal: '601' }, { rfc: 'JES900109Q90', regimenFiscal: '601', usoCFDI: 'G03', personaMoral: true }),
    put('un uso que el régimen guardado no admite', { usoCFDI: 'S01', regimenFiscal: '610' }, { usoCFDI: 'S01', regimenFiscal: '610' }),
    put('… lo mismo, sólo el uso', { usoCFDI: 'G03' }, 'VALIDACION usoCFDI CLAVE_SAT_INVALIDA'),
    put('RFC de otro', { rfc: 'XIA190128J61' }, 'VALIDACION rfc DUPLICADO'),
    put('código de otro', { codigo: 'ed-2' }, 'VALIDACION codigo DUPLICADO'),
    put('el suyo, en otra caja', { codigo: 'ed-1' }, { codigo: 'ed-1' }),
    put('sin RFC vuelve al genérico, y avisa de lo que reemplaza', { rfc: null }, { rfc: 'XAXX010101000', regimenFiscal: '616', usoCFDI: 'S01', personaMoral: false }),
    put('proveedor sin RFC', { tipoContacto: 'Proveedor', rfc: null }, 'VALIDACION rfc REQUERIDO'),
    put('sin código vuelve al de su número', { codigo: null }, { codigo: 'C' + String(c.entidadId).padStart(6, '0') }),
    put('el identificador no va en el cuerpo', { entidadId: 1 }, 'VALIDACION entidadId DESCONOCIDO'),
    put('vendedor que no existe', { vendedorId: 1e9 }, 'VALIDACION vendedorId NO_EXISTE'),
    ['no existe', 'PUT', `${ruta}/999999999`, { telefono: '1' }, 'NO_ENCONTRADO'],
    ['no es un número', 'PUT', `${ruta}/abc`, {}, 'VALIDACION entidadId TIPO'],
  ]);
  esError(await srv.pedir('PUT', aqui, { token: m.t2, cuerpo: { telefono: '1' } }), 400, 'NO_ENCONTRADO');
});

test('OP-017: contactosAdicionales reemplaza la lista completa', async t => {
  const c = await crear({ contactosAdicionales: [{ nombre: 'Ana', principal: true }, { nombre: 'Beto' }] });
  const aqui = `${ruta}/${c.entidadId}`;
  const nombres = async () => (await leer(c.entidadId)).contactosAdicionales.map(a => a.nombre);
  await tabla(t, srv, m.t1, [
    ['otra lista', 'PUT', aqui, { contactosAdicionales: [{ nombre: 'Zoe' }, { nombre: 'Carla', principal: true }, { nombre: 'Ana' }] }, { contactoPrincipal: 'Carla' }],
    ['ausente la conserva', 'PUT', aqui, { telefono: '1' }, { contactoPrincipal: 'Carla' }],
    ['inválida no cambia nada', 'PUT', aqui, { contactosAdicionales: [{ nombre: 'a', principal: true }, { nombre: 'b', principal: true }] },
      'VALIDACION contactosAdicionales[1].principal DUPLICADO'],
  ]);
  assert.deepEqual(await nombres(), ['Zoe', 'Carla', 'Ana'], 'en el orden en que llegaron');
  await tabla(t, srv, m.t1, [['null la vacía', 'PUT', aqui, { contactosAdicionales: null }, { contactosAdicionales: [], contactoPrincipal: '' }]]);
});

test('OP-017: los documentos emitidos conservan el nombre y el RFC', async () => {
  const [v] = await base.sql(`SELECT t.transaccion_id AS id, t.contacto_id AS cliente FROM transaccion t JOIN contacto c USING (organizacion_id, contacto_id)
    WHERE t.organizacion_id = 1 AND t.es_venta AND c.rfc NOT LIKE 'XAXX%' ORDER BY 1 LIMIT 1`);
  const antes = (await srv.get(`/api/RegistroVenta/${v.id}`, { token: m.t1 })).json;
  const r = await srv.pedir('PUT', `${ruta}/${v.cliente}`, { token: m.t1, cuerpo: { nombre: 'Otro nombre', rfc: 'XAXX010101000' } });
  assert.equal(r.json.data.nombre, 'OTRO NOMBRE', r.texto);
  const despues = (await srv.get(`/api/RegistroVenta/${v.id}`, { token: m.t1 })).json;
  assert.notEqual(antes.cliente, 'OTRO NOMBRE');
  assert.deepEqual([despues.cliente, despues.rfc], [antes.cliente, antes.rfc]);
});

test('OP-021: por código, sin distinguir mayúsculas; el código del cuerpo lo cambia', async t => {
  const c = await crear({ codigo: 'Ñandú/7 %', nombre: 'Por código' });
  await crear({ codigo: 'TOMADO' });
  await tabla(t, srv, m.t1, [
    ['tal cual', 'PUT', porCodigo('Ñandú/7 %'), { telefono: '1' }, { entidadId: c.entidadId, telefono: '1', nombre: 'POR CÓDIGO', advertencias: [] }],
    ['en otra caja', 'PUT', porCodigo('ñANDÚ/7 %'), { telefono: '2' }, { entidadId: c.entidadId, telefono: '2', codigo: 'Ñandú/7 %' }],
    ['las mismas reglas', 'PUT', porCodigo('ñandú/7 %'), { rfc: 'no', nombre: 'a|b' }, 'VALIDACION rfc RFC_INVALIDO'],
    ['el código de otro', 'PUT', porCodigo('ñandú/7 %'), { codigo: 'tomado' }, 'VALIDACION codigo DUPLICADO'],
    ['otro código', 'PUT', porCodigo('ñandú/7 %'), { codigo: 'NUEVO-7' }, { entidadId: c.entidadId, codigo: 'NUEVO-7' }],
    ['el anterior ya no existe', 'PUT', porCodigo('Ñandú/7 %'), {}, 'NO_ENCONTRADO'],
    ['no existe', 'PUT', porCodigo('nadie'), {}, 'NO_ENCONTRADO'],
    ['demasiado largo', 'PUT', porCodigo('x'.repeat(31)), {}, 'VALIDACION codigo LONGITUD'],
  ]);
  esError(await srv.pedir('PUT', porCodigo('NUEVO-7'), { token: m.t2, cuerpo: {} }), 400, 'NO_ENCONTRADO');
});

test('OP-017 y OP-021: If-Match con el ETag de OP-016', async () => {
  const c = await crear({ codigo: 'VER-1' });
  for (const donde of [`${ruta}/${c.entidadId}`, porCodigo('ver-1')]) {
    const leido = await srv.get(`${ruta}/${c.entidadId}`, { token: m.t1 });
    const cambiar = telefono => srv.pedir('PUT', donde, { token: m.t1, cuerpo: { telefono }, encabezados: { 'If-Match': leido.h.etag } });
    assert.equal((await cambiar(`${donde.length}`)).estado, 200);
    esError(await cambiar('0'), 412, 'PRECONDICION');
    assert.equal((await leer(c.entidadId)).telefono, `${donde.length}`);
  }
});

test('OP-019: lista y filtros', async t => {
  await crear({ tipoContacto: 'Proveedor', nombre: 'Búsqueda Única', nombreComercial: 'Ferretería Ñu', codigo: 'BUS-1', rfc: 'H&E951128469', correo: 'unica@sitio.mx' });
  await crear({ tipoContacto: 'Ambos', nombre: 'Ambos 100% de_todo', rfc: 'MISC491214B86', activo: false, clasificacionId: ref.clasificacionId, vendedorId: ref.vendedorId });
  await base.sql("UPDATE contacto SET telefono = telefono");  // every contact is modified now
  await base.sql(`ALTER TABLE contacto DISABLE TRIGGER modificado; UPDATE contacto SET modificado = now() - interval '30 days' WHERE codigo <> 'BUS-1';
    ALTER TABLE contacto ENABLE TRIGGER modificado`);
  const deBase = donde => base.columna(`SELECT contacto_id FROM contacto WHERE organizacion_id = 1 AND ${donde} ORDER BY nombre, contacto_id`);
  const todos = await recorrer(srv, `${ruta}?registrosPorPagina=7`, { token: m.t1 });
  assert.deepEqual(todos.map(c => c.entidadId), await deBase('true'));
  assert.deepEqual(claves(todos[0]), deLista);
  const { contactoPrincipal, contactosAdicionales, contratos, linea, ...igual } = await leer(todos[0].entidadId);
  assert.deepEqual(todos[0], igual);
  await base.sql(`INSERT INTO sat_efos (rfc, situacion, nombre, vigencia_hasta) VALUES ('MISC491214B86', 'Presunto', 'X', NULL), ('MISC491214B86', 'Definitivo', 'X', NULL), ('H&E951128469', 'Desvirtuado', 'X', NULL), ('XAXX010101000', 'Definitivo', 'X', '2026-01-01')`);
  const local = dias => new Date(Date.now() - dias * 864e5).toISOString().slice(0, 10);
  for (const [filtro, donde, alguno = true] of [
    ['tipoContacto=Cliente', "tipo_contacto IN ('Cliente', 'Ambos')"], ['tipoContacto=Proveedor', "tipo_contacto IN ('Proveedor', 'Ambos')"], ['tipoContacto=Ambos', "tipo_contacto = 'Ambos'"],
    [`clasificacionId=${ref.clasificacionId}`, `clasificacion_id = ${ref.clasificacionId}`], [`vendedorId=${ref.vendedorId}`, `vendedor_id = ${ref.vendedorId}`],
    ['rfc=h%26e951128469', "codigo = 'BUS-1'"], ['rfc=XAXX010101000', "rfc = 'XAXX010101000'"], ['codigo=bus-1', "codigo = 'BUS-1'"], ['codigo=bus', 'false', false],
    ['activo=false', 'NOT activo'], ['activo=true', 'activo'], [`modificadoDesde=${local(5)}`, "codigo = 'BUS-1'"], [`modificadoDesde=${local(60)}`, 'true'],
    ['modificadoDesde=2099-01-01', 'false', false],
    ['situacion69B=Definitivo', "rfc = 'MISC491214B86'"], ['situacion69B=Presunto', 'false', false], ['situacion69B=Desvirtuado', "codigo = 'BUS-1'"], ['situacion69B=Cualquiera', "rfc IN ('MISC491214B86', 'H&E951128469')"],
    ['situacion69B=Cualquiera&activo=false', "rfc = 'MISC491214B86'"],
    ['busqueda=UNICA', "busqueda LIKE '%unica%'"], ['busqueda=QUEDA%20uni', "codigo = 'BUS-1'"], ['busqueda=ria%20nu', "codigo = 'BUS-1'"], ['busqueda=us-1', "codigo = 'BUS-1'"],
    ['busqueda=e9511', "codigo = 'BUS-1'"], ['busqueda=sitio.mx', "codigo = 'BUS-1'"], ['busqueda=100%25', "nombre LIKE 'AMBOS%'"], ['busqueda=e_t', "nombre LIKE 'AMBOS%'"],
    ['busqueda=ez', "busqueda LIKE '%ez%'"], ['busqueda=%C3%91', "busqueda LIKE '%n%'"], ['busqueda=%26', "busqueda LIKE '%&%'"], ['busqueda=zzqqxx', 'false', false],
    ['busqueda=ferreteria&tipoContacto=Cliente&activo=true', "busqueda LIKE '%ferreteria%' AND tipo_contacto <> 'Proveedor' AND activo"]])
    await t.test(filtro, async () => {
      const esperado = await deBase(donde);
      const r = await recorrer(srv, `${ruta}?${filtro}&registrosPorPagina=6`, { token: m.t1 });
      assert.deepEqual(r.map(c => c.entidadId), esperado);
      assert.equal(r.length > 0, alguno);
      const segunda = await srv.get(`${ruta}?${filtro}&registrosPorPagina=2&pagina=2&incluirTotal=true`, { token: m.t1 });
      assert.deepEqual(segunda.json.data.map(c => c.entidadId), esperado.slice(2, 4));
      assert.equal(segunda.json.paginacion.totalRegistros, esperado.length);
    });
  assert.deepEqual((await srv.get(`${ruta}?situacion69B=Cualquiera`, { token: m.t1 })).json.data.map(c => c.situacion69B).sort(), ['Definitivo', 'Desvirtuado']);
  await base.sql('DELETE FROM sat_efos');
  await tabla(t, srv, m.t1, [
    ['clasificación ajena', 'GET', () => `${ruta}?clasificacionId=${ajeno.clasificacionId}`, undefined, 'VALIDACION clasificacionId NO_EXISTE'],
    ['vendedor ajeno', 'GET', () => `${ruta}?vendedorId=${ajeno.vendedorId}`, undefined, 'VALIDACION vendedorId NO_EXISTE'],
    ['todos los parámetros a la vez', 'GET', `${ruta}?tipoContacto=X&rfc=1&activo=x&modificadoDesde=2025-02-30&registrosPorPagina=101`, undefined,
      'VALIDACION tipoContacto RANGO, rfc RFC_INVALIDO, activo TIPO, modificadoDesde FECHA_INVALIDA, registrosPorPagina RANGO'],
  ]);
});

// A search by words (schema/0013) is tried first: its rows must be those of a search in the text, page by page.
test('OP-019: la búsqueda entre muchos, por palabras o sin ellas, da lo mismo', async t => {
  await base.sql(`INSERT INTO contacto (organizacion_id, codigo, tipo_contacto, nombre, nombre_comercial, rfc, correo, activo)
    SELECT o, 'W' || i, (ARRAY['Cliente', 'Proveedor', 'Ambos'])[1 + i % 3], CASE WHEN i % 2 = 0 THEN 'ZAPATERÍA Ñandú ' WHEN i % 7 = 0 THEN 'ABASTO ZAPATERO ' ELSE 'MUEBLES ' END || i % 90,
           CASE WHEN i % 10 = 0 THEN 'zapata' || translate((i % 200)::text, '0123456789', 'abcdefghij') ELSE '' END, 'XAXX010101000', 'c' || i || '@zapatos-' || i % 3 || '.example', i % 50 > 0
    FROM generate_series(1, 1500) i, generate_series(1, 2) o`);
  await base.sql(`INSERT INTO contacto (organizacion_id, codigo, tipo_contacto, nombre, rfc, activo)
    SELECT 1, 'WZ' || i, 'Cliente', 'ZZ ZAPATERIL ' || i, 'XAXX010101000', false FROM generate_series(1, 300) i`);
  const deBase = donde => base.columna(`SELECT contacto_id FROM contacto WHERE organizacion_id = 1 AND ${donde} ORDER BY nombre, contacto_id`);
  assert.ok(await base.uno("SELECT count(*) FROM contacto_vocablo WHERE organizacion_id = 1 AND palabra LIKE '%zapat%'") > 16);
  for (const [texto, mas = '', donde = 'true'] of [
    ['zapateria'], ['ZAPATERÍA ÑAN'], ['pateri'], ['zapatero'], ['zapateria nandu 7'], ['a nandu 8'], ['zapat'], ['zapataba'], ['zapata'], ['zapatos-1'], ['zapatos-1.exam'], ['uebl'], ['example'],
    ['muebles zapateria'], ['muebles 8'], ['nadiesellama'], ['zap'], ['w12'], ['zapateria', '&tipoContacto=Proveedor', "tipo_contacto <> 'Cliente'"], ['zapateria', '&activo=false', 'NOT activo'],
    ['zapateri', '&activo=false', 'NOT activo'], ['zapateri'],
    ['muebles', '&codigo=w1', "codigo = 'W1'"]])
    await t.test(texto + mas, async () => {
      const esperado = await deBase(`${donde} AND busqueda LIKE patron('${texto}')`);
      assert.equal(esperado.length > 0, !['nadiesellama', 'muebles zapateria'].includes(texto));
      const q = `${ruta}?busqueda=${encodeURIComponent(texto)}${mas}`;
      for (const n of [100, 37]) assert.deepEqual((await recorrer(srv, `${q}&registrosPorPagina=${n}`, { token: m.t1 })).map(c => c.entidadId), esperado);
      for (const [n, pagina] of [[10, 3], [100, 2], [100, 4]])
        assert.deepEqual((await srv.get(`${q}&registrosPorPagina=${n}&pagina=${pagina}`, { token: m.t1 })).json.data.map(c => c.entidadId), esperado.slice(n * (pagina - 1), n * pagina));
    });
});

test('OP-019: un contacto se encuentra por lo que dice ahora', async () => {
  const hallados = async (texto, token = m.t1) => (await srv.get(`${ruta}?busqueda=${texto}`, { token })).json.data.map(c => c.entidadId);
  const c = await crear({ nombre: 'Quetzalería', correo: 'a@jacaranda.mx' });
  const editar = async cuerpo => assert.equal((await srv.pedir('PUT', `${ruta}/${c.entidadId}`, { token: m.t1, cuerpo })).estado, 200);
  assert.deepEqual([await hallados('quetzaler'), await hallados('jacaranda')], [[c.entidadId], [c.entidadId]]);
  assert.deepEqual(await hallados('quetzaler', m.t2), []);
  await editar({ nombre: 'Colibrería' });
  assert.deepEqual([await hallados('quetzaler'), await hallados('jacaranda'), await hallados('colibreria')], [[], [c.entidadId], [c.entidadId]]);
  await editar({ correo: null, telefono: '1' });
  assert.deepEqual([await hallados('jacaranda'), await hallados('colibreria')], [[], [c.entidadId]]);
  const filas = () => base.columna(`SELECT palabra FROM contacto_palabra WHERE contacto_id = ${c.entidadId} ORDER BY 1`);
  assert.ok((await filas()).includes('colibreria'));
  await base.sql(`DELETE FROM contacto WHERE contacto_id = ${c.entidadId}`);
  assert.deepEqual(await filas(), []);
});

test('un texto de búsqueda enorme cabe en el índice', async () => {
  const raro = n => Array.from({ length: n }, (_, i) => String.fromCodePoint(0x4e00 + (i * 7919) % 20000)).join('');
  const c = await crear({ nombre: raro(300), nombreComercial: raro(250), codigo: raro(30) });
  assert.deepEqual((await srv.get(`${ruta}?busqueda=${encodeURIComponent(raro(20))}`, { token: m.t1 })).json.data.map(x => x.entidadId), [c.entidadId]);
});

test('permisos: quien lee no escribe', async () => {
  const lector = { ...(await base.usuario({ usuario: 'lector-contactos', rol: 'lector' })), apiKey: m.uno.apiKey };
  const token = await srv.entrar(lector);
  assert.equal((await srv.get(ruta, { token })).estado, 200);
  for (const [metodo, donde] of [['POST', ruta], ['PUT', `${ruta}/1`], ['PUT', porCodigo('x')]])
    esError(await srv.pedir(metodo, donde, { token, cuerpo: {} }), 403, 'PERMISO_DENEGADO');
});

test('lo inactivo no se asigna, y lo que ya estaba asignado se conserva', async t => {
  const c = await crear({ vendedorId: ref.vendedorId });
  const apagar = (tabla, donde, valor) => base.sql(`UPDATE ${tabla} SET activo = ${valor} WHERE organizacion_id = 1 AND ${donde}`);
  const todas = [['clasificacion_contacto', `clasificacion_id = ${ref.clasificacionId}`], ['linea_canal', `linea_canal_id = ${ref.lineaCanalId}`], ['vendedor', `vendedor_id = ${ref.vendedorId}`],
    ['lista_precios', `lista_precios_id = ${ref.listaPreciosId}`], ['organizacion_moneda', 'moneda_id = 2'], ['addenda', `addenda_id = ${ref.addendaId}`]];
  for (const [tabla_, donde] of todas) await apagar(tabla_, donde, false);
  try {
    await tabla(t, srv, m.t1, [
      ['al crear', 'POST', ruta, { tipoContacto: 'Cliente', nombre: 'x', ...ref, monedaId: 2 },
        'VALIDACION clasificacionId NO_EXISTE, lineaCanalId NO_EXISTE, vendedorId NO_EXISTE, listaPreciosId NO_EXISTE, monedaId NO_EXISTE, addendaId NO_EXISTE'],
      ['al cambiar otra cosa', 'PUT', `${ruta}/${c.entidadId}`, { telefono: '1' }, { telefono: '1', vendedorId: ref.vendedorId }],
    ]);
  } finally {
    for (const [tabla_, donde] of todas) await apagar(tabla_, donde, true);
  }
});

test('código postal: contra el catálogo, cuando se importó', async t => {
  const poner = codigoPostal => ({ tipoContacto: 'Cliente', nombre: 'x', codigoPostal });
  await tabla(t, srv, m.t1, [['sin catálogo, sólo su forma', 'POST', ruta, poner('00000'), { codigoPostal: '00000' }]]);
  await base.sql("INSERT INTO sat_codigo_postal (clave, estado, vigencia_desde) VALUES ('64000', 'NLE', '2022-01-01')");
  try {
    const c = await crear({});
    await base.sql(`UPDATE contacto SET codigo_postal = '00000' WHERE contacto_id = ${c.entidadId}`);
    await tabla(t, srv, m.t1, [
      ['no está', 'POST', ruta, poner('00000'), 'VALIDACION codigoPostal CLAVE_SAT_INVALIDA'],
      ['está', 'POST', ruta, poner('64000'), { codigoPostal: '64000' }],
      ['lo guardado no se revisa otra vez', 'PUT', `${ruta}/${c.entidadId}`, { telefono: '2' }, { codigoPostal: '00000' }],
    ]);
  } finally {
    await base.sql('DELETE FROM sat_codigo_postal');
  }
});

test('OP-021: quien cambia de código mientras se le busca ya no es ése', async () => {
  const c = await crear({ codigo: 'MUDA-1' });
  const soltar = await base.tomar(`UPDATE contacto SET codigo = 'MUDA-2' WHERE contacto_id = ${c.entidadId}`);
  const pedida = srv.pedir('PUT', porCodigo('MUDA-1'), { token: m.t1, cuerpo: { telefono: '999' } });
  await base.esperando();
  await soltar();
  const r = await pedida;
  esError(r, 400, 'NO_ENCONTRADO');
  assert.equal((await leer(c.entidadId)).telefono, '');
});
