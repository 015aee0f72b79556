// Runs the files of tests/http, each in a process of its own, the slowest first, and prints the seconds of each.
//   node correr.mjs [--a-la-vez N] [--segundos FILE] FILE…
// --segundos appends `seconds file` of every file to FILE. The output of a file is shown when the file fails. The last lines are `# pass N` and
// `# fail N`.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

// Slow files begin first: one that began last would leave a core idle at the end. The order was measured.
const largos = ['docs', 'api_fallas', 'anio', 'api_inquilinos', 'escenarios', 'openapi', 'api_archivos', 'api_seguridad', 'vivo', 'api_validar_folio', 'api_escuelas',
  'libros', 'api_login_mcp', 'api_turnos', 'api_cuerpos', 'importar', 'api_inventario_conteo', 'api_base_enferma', 'demo', 'api_simular'].map(nombre => `${nombre}.test.mjs`);
// Files about the cost of a password or about floods of logins hash at full cost; the others hash cheaply (persistence/sabotaje.hpp).
const caras = ['api_seguridad', 'api_turnos', 'attack'].map(nombre => `${nombre}.test.mjs`);
const LIMITE_MS = 20 * 60_000;

const { values: opciones, positionals: archivos } = parseArgs({
  allowPositionals: true,
  options: { 'a-la-vez': { type: 'string', default: '2' }, segundos: { type: 'string' } },
});
const rango = archivo => (largos.includes(archivo) ? largos.indexOf(archivo) : largos.length);
const cola = [...archivos].sort((a, b) => rango(a) - rango(b));
const total = { pass: 0, fail: 0 };
const contados = (salida, que) => Number([...salida.matchAll(new RegExp(`^# ${que} (\\d+)$`, 'gm'))].at(-1)?.[1] ?? 0);

function correr(archivo) {
  return new Promise(listo => {
    const inicio = Date.now();
    const proceso = spawn(process.execPath, ['--test-reporter=tap', '--test-reporter-destination=stdout', archivo],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, CONTRASENAS: caras.includes(archivo) ? '' : 'baratas' } });
    const trozos = [];
    const reloj = setTimeout(() => proceso.kill('SIGKILL'), LIMITE_MS);
    proceso.stdout.on('data', t => trozos.push(t));
    proceso.stderr.on('data', t => trozos.push(t));
    proceso.on('close', (codigo, senal) => {
      clearTimeout(reloj);
      const salida = Buffer.concat(trozos).toString();
      const pass = contados(salida, 'pass');
      // A file that fails without naming a test, or that has no test, counts as one failure.
      const fail = contados(salida, 'fail') || (codigo !== 0 || pass === 0 ? 1 : 0);
      listo({ archivo, pass, fail, senal, salida, segundos: (Date.now() - inicio) / 1000 });
    });
  });
}

async function trabajador() {
  for (let archivo; (archivo = cola.shift());) {
    const r = await correr(archivo);
    total.pass += r.pass;
    total.fail += r.fail;
    console.log(`${r.fail ? 'FALLA ' : 'ok    '} ${archivo}: ${r.pass} pruebas${r.fail ? `, ${r.fail} fallas` : ''} (${r.segundos.toFixed(1)} s)${r.senal ? ` ${r.senal}` : ''}`);
    if (r.fail) console.log(r.salida.replace(/^/gm, '    '));
    if (opciones.segundos) appendFileSync(opciones.segundos, `${r.segundos.toFixed(1)} ${archivo}\n`);
  }
}

await Promise.all(Array.from({ length: Number(opciones['a-la-vez']) }, trabajador));
console.log(`# pass ${total.pass}\n# fail ${total.fail}`);
process.exitCode = total.fail ? 1 : 0;
