// scripts/attack runs this: every attack at length, against GESTOR_BIN (built with sanitizers) and a database of its own in GESTOR_TEST_ADMIN. node
// attack.mjs [--corto] [familia…]; the last line is `N passed, N failed`.
import { atacar, familias } from './attack/familias.mjs';

const argumentos = process.argv.slice(2);
const corto = argumentos.includes('--corto');
const nombres = argumentos.filter(a => !a.startsWith('--'));
for (const n of nombres) if (!(n in familias)) {
  console.error(`no conozco la familia «${n}»; hay ${Object.keys(familias).join(', ')}`);
  process.exit(2);
}
// A signal ends this process by exit, so that its servers and proxies end too.
for (const senal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(senal, () => process.exit(130));
let bien = 0, mal = 0;
await atacar({
  corto, nombres: nombres.length ? nombres : undefined, alEmpezar: nombre => console.log(`${nombre}...`),
  async alTerminar(nombre, correr) {
    const inicio = Date.now();
    try {
      const f = await correr();
      const [ok, texto] = [f.faltas.length === 0, f.resumen()];
      ok ? ++bien : ++mal;
      console.log(`${ok ? 'ok    ' : 'FALLA '} ${texto} (${Math.round((Date.now() - inicio) / 1000)} s)`);
      for (const n of f.notas) console.log(`         ${n}`);
      for (const x of f.faltas.slice(0, 25)) console.log(`       - ${x.slice(0, 1000)}`);
      if (f.faltas.length > 25) console.log(`       … y ${f.faltas.length - 25} más`);
    } catch (error) {
      ++mal;
      console.log(`FALLA  ${nombre}: ${error.stack}`);
    }
  },
});
console.log(`${bien} passed, ${mal} failed`);
process.exit(mal ? 1 : 0);
