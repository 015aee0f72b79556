// Facts of operations for tests, which the published document does not have: pruebas.json in the folder of the area.
// condicionadas: by operation, members that no list of required names can demand, with their condition: one of several, or a member that another
// member, the day or the record makes necessary. ciegos: places of an id that the example never reaches, with the reason.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { raizRepo } from './ayuda_api.mjs';

const dominio = path.join(raizRepo, 'domain');
const archivos = readdirSync(dominio).map(area => path.join(dominio, area, 'pruebas.json')).filter(f => existsSync(f));
const todas = archivos.map(f => JSON.parse(readFileSync(f, 'utf8')));
export const condicionadas = Object.assign({}, ...todas.map(t => t.condicionadas));
export const ciegos = Object.assign({}, ...todas.map(t => t.ciegos));
