// Facts of an operation for tests that the published document does not say: pruebas.json beside its row, in the area's folder.
// condicionadas: by operation, members that no list of names can demand (one of several, or what another member, the day or the record
// makes necessary) and when they are. ciegos: places of an id that the example never reaches, and why.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { raizRepo } from './ayuda_api.mjs';

const dominio = path.join(raizRepo, 'domain');
const archivos = readdirSync(dominio).map(area => path.join(dominio, area, 'pruebas.json')).filter(f => existsSync(f));
const todas = archivos.map(f => JSON.parse(readFileSync(f, 'utf8')));
export const condicionadas = Object.assign({}, ...todas.map(t => t.condicionadas));
export const ciegos = Object.assign({}, ...todas.map(t => t.ciegos));
