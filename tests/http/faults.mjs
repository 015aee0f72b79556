// scripts/faults runs this: node faults.mjs [--minutes N] [--anio PASOS] [--relevo] [--veces N] [--sin-clave] [--control idempotencia|candado|fsync]
// [--semilla N] [--falla TEXTO]
import { parseArgs } from 'node:util';
import { correrAnio } from './faults/anio.mjs';
import { correrControl, correrFallas, correrRelevos, nombresDeControl } from './faults/corrida.mjs';

const { values: v } = parseArgs({ options: { minutes: { type: 'string', default: '5' }, control: { type: 'string' }, relevo: { type: 'boolean' }, anio: { type: 'string' }, 'sin-clave': { type: 'boolean' }, veces: { type: 'string', default: '20' }, semilla: { type: 'string' }, falla: { type: 'string' } } });
for (const senal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(senal, () => process.exit(130));

const semilla = v.semilla && Number(v.semilla) >>> 0;
let bien = 0, mal = 0;
const cuenta = (pasa, que) => (pasa ? bien++ : mal++, console.log(`${pasa ? 'ok' : 'FALLA'}  ${que}`));
if (v.control) {
  if (!nombresDeControl.includes(v.control)) throw new Error(`controles: ${nombresDeControl.join(', ')}`);
  cuenta((await correrControl(v.control, { semilla })).dano.length > 0, `control ${v.control}: la auditoría ve el daño`);
} else if (v.anio) {
  await correrAnio({ pasos: Number(v.anio), semilla }).then(() => cuenta(true, 'los mismos libros que sin fallas'), e => cuenta(false, e.stack));
} else if (v.relevo) {
  const { malas, faltas } = await correrRelevos({ veces: Number(v.veces), conClave: !v['sin-clave'], semilla });
  cuenta(malas.length === 0, 'relevos sin una solicitud perdida');
  cuenta(faltas.length === 0, 'relevos sin nada que no deba pasar');
} else {
  const r = await correrFallas({ segundos: Number(v.minutes) * 60, reinicios: Number(v.veces), semilla, solo: v.falla });
  cuenta(r.relevo.malas.length === 0, 'relevos sin una solicitud perdida');
  cuenta(r.faltas === 0, 'la auditoría no encuentra nada');
}
console.log(`${bien} passed, ${mal} failed`);
process.exit(mal === 0 ? 0 : 1);
