// gestor certificados-sat: the verdict of each file, and the certificates that are installed for judging seals.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { zip } from './lib/archivos.mjs';
import { correr, gestor } from './lib/ayuda_api.mjs';
import { Sellador } from './lib/cfdi_sellado.mjs';

let carpeta, sellador, origen, de;
const en = nombre => path.join(carpeta, nombre);
const openssl = (...argumentos) => execFileSync('openssl', argumentos, { stdio: 'pipe' });
const serie = numero => `0x${Buffer.from(numero).toString('hex')}`;

// emitir: a key and its certificate, issued by the certificate `por` or self-signed.
function emitir(nombre, numero, { por, extensiones = ['basicConstraints=critical,CA:TRUE'], sujeto = nombre }) {
  const extra = extensiones.flatMap(e => ['-addext', e]);
  if (!por) return openssl('req', '-x509', '-utf8', '-newkey', 'rsa:2048', '-nodes', '-days', '300', '-set_serial', numero, '-subj', `/CN=${sujeto}`, '-keyout', en(`${nombre}.key`), '-out', en(`${nombre}.pem`));
  openssl('req', '-new', '-utf8', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${sujeto}`, '-keyout', en(`${nombre}.key`), '-out', en(`${nombre}.csr`), ...extra);
  return openssl('x509', '-req', '-in', en(`${nombre}.csr`), '-CA', en(`${por}.pem`), '-CAkey', en(`${por}.key`), '-set_serial', numero, '-days', '200', '-copy_extensions', 'copy', '-out', en(`${nombre}.pem`));
}
const pem = nombre => readFileSync(en(`${nombre}.pem`));
const der = nombre => openssl('x509', '-in', en(`${nombre}.pem`), '-outform', 'DER');
const instalar = (cual, destino, ...mas) => correr(gestor, ['certificados-sat', cual, '--certificados-sat', en(destino), ...mas], { falla: true });
const juicio = async (destino, xml) => {
  writeFileSync(en('factura.xml'), xml);
  return (await correr(path.join(process.env.GESTOR_BUILD, 'tests/cfdi_calculo'), ['sello', en(destino), en('factura.xml')])).salida;
};

before(() => {
  carpeta = mkdtempSync(path.join(tmpdir(), 'gcer-'));
  sellador = new Sellador();
  emitir('raiz', '7', { sujeto: 'Raíz de prueba' });
  emitir('media', '8', { por: 'raiz', sujeto: 'AC de prueba' });
  emitir('pac', serie('00001000000500000001'), { por: 'media', extensiones: ['basicConstraints=CA:FALSE'], sujeto: 'PAC' });
  emitir('otra', '9', { sujeto: 'Otra' });
  emitir('ajeno', serie('00001000000500000002'), { por: 'otra', extensiones: ['basicConstraints=CA:FALSE'], sujeto: 'Ajeno' });
  emitir('servidor', '10', { por: 'media', extensiones: ['basicConstraints=CA:FALSE'], sujeto: 'api.ejemplo.mx' });
  origen = en('origen');
  mkdirSync(path.join(origen, 'AC'), { recursive: true });
  de = (...partes) => path.join(origen, ...partes);
  writeFileSync(de('AC', 'media.crt'), der('media'));
  writeFileSync(de('pac.cer'), der('pac'));
  writeFileSync(de('ajeno.cer'), der('ajeno'));
  writeFileSync(de('servidor.pem'), pem('servidor'));
  writeFileSync(de('LEEME.txt'), 'no es');
});
after(() => {
  sellador?.cerrar();
  rmSync(carpeta, { recursive: true, force: true });
});

test('dice qué es cada archivo de una carpeta, e instala sólo lo que vale', async () => {
  const lineas = `AC/media.crt: autoridad intermedia AC de prueba, emitida por Raíz de prueba, número 08, del D al D; se instala
LEEME.txt: no es un certificado
ajeno.cer: certificado de Ajeno, emitido por Otra, número 00001000000500000002, del D al D; no se instala: no lo emitió ninguna de las autoridades
pac.cer: certificado de PAC, emitido por AC de prueba, número 00001000000500000001, del D al D; se instala
servidor.pem: certificado de api.ejemplo.mx, emitido por AC de prueba, número 0a, del D al D; no se instala: no es de los que sellan timbres
`;
  const dicho = r => (assert.equal(r.codigo, 0, r.errores), r.salida.replaceAll(/\d{4}-\d\d-\d\d/g, 'D').replace(/^.*\/a: /m, 'a: '));
  assert.equal(dicho(await instalar(origen, 'a', '--simular')), `${lineas}a: 2 nuevos, 0 ya estaban, 2 no se instalan\nfue una simulación: no se guardó nada\n`);
  assert.throws(() => readdirSync(en('a')));
  assert.equal(dicho(await instalar(origen, 'a')), `${lineas}a: 2 nuevos, 0 ya estaban, 2 no se instalan\nel servidor los usa cuando vuelve a iniciar\n`);
  const archivos = readdirSync(en('a')).sort();
  assert.deepEqual(archivos.map(a => a.replace(/-[0-9a-f]{8}\.cer$/, '')), ['00001000000500000001', '08']);
  assert.deepEqual(readFileSync(path.join(en('a'), archivos[1])), der('media'));
  for (const a of archivos) assert.equal(statSync(path.join(en('a'), a)).mode & 0o777, 0o644);
  assert.equal(dicho(await instalar(origen, 'a')), `${lineas.replaceAll('; se instala', '; ya estaba')}a: 0 nuevos, 2 ya estaban, 2 no se instalan\n`);
  assert.deepEqual(readdirSync(en('a')).sort(), archivos);
});

test('de un .zip y de un .pem con varios; una autoridad que ya estaba avala al que llega', async () => {
  writeFileSync(en('todos.zip'), zip([['AC/', Buffer.alloc(0)], ['AC/media.cer', der('media')], ['varios.pem', Buffer.concat([pem('raiz'), pem('media')])]]));
  const r = await instalar(en('todos.zip'), 'b');
  assert.match(r.salida, /^todos\.zip\/AC\/media\.cer: autoridad intermedia .*; se instala\ntodos\.zip\/varios\.pem: autoridad raíz Raíz de prueba, número 07, .*; se instala\ntodos\.zip\/varios\.pem: autoridad intermedia .*; ya estaba\n.*: 2 nuevos, 1 ya estaban, 0 no/);
  assert.match((await instalar(de('pac.cer'), 'b')).salida, /^pac\.cer: certificado de PAC.*; se instala$/m);
});

test('con ellos se juzga el sello y el timbre', async () => {
  const xml = sellador.factura();
  mkdirSync(en('c'));
  assert.match(await juicio('c', xml), /SELLO10=Advertencia/);
  assert.equal((await instalar(sellador.carpeta, 'c')).codigo, 0);
  assert.doesNotMatch(await juicio('c', xml), /=(Advertencia|Error)/);
});

test('lo que no se puede', async t => {
  writeFileSync(en('roto.zip'), zip([['a.cer', der('media')]]).subarray(0, 300));
  for (const [que, argumentos, mensaje] of [
    ['sin el ajuste', ['certificados-sat', origen], /falta el ajuste certificados-sat/],
    ['sin origen', ['certificados-sat', '--certificados-sat', en('d')], /falta CARPETA\|ARCHIVO/],
    ['un origen que no hay', ['certificados-sat', en('nada'), '--certificados-sat', en('d')], /no existe .*nada/],
    ['un .zip roto', ['certificados-sat', en('roto.zip'), '--certificados-sat', en('d')], /^roto\.zip: el .zip está dañado o incompleto/],
    ['nada que instalar', ['certificados-sat', de('LEEME.txt'), '--certificados-sat', en('d')], /^LEEME\.txt: no es un certificado\n.*: 0 nuevos, 0 ya estaban, 0 no se instalan/]])
    await t.test(que, async () => {
      const r = await correr(gestor, argumentos, { falla: true });
      assert.equal(r.codigo, 1);
      assert.match(r.salida + r.errores, mensaje);
      assert.throws(() => readdirSync(en('d')));
    });
});
