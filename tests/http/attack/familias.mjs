// The families, in order. The server itself is judged last.
import { elServidor, escena, loQueQueda } from './comun.mjs';
import { bitacora } from './bitacora.mjs';
import { cuerpos } from './cuerpos.mjs';
import { inquilinos } from './inquilinos.mjs';
import { inyeccion } from './inyeccion.mjs';
import { lentos } from './lentos.mjs';
import { memoriaAjena as memoria } from './memoria.mjs';
import { tokens } from './tokens.mjs';
import { tramas } from './tramas.mjs';
import { turnos } from './turnos.mjs';

export const familias = { tramas, lentos, cuerpos, memoria, tokens, inquilinos, inyeccion, turnos, bitacora };

// Runs the families against a server of their own and calls `alTerminar` when each ends. A family that breaks off is a fault of its own.
export async function atacar({ corto, nombres = Object.keys(familias), alEmpezar = () => {}, alTerminar }) {
  const e = await escena();
  for (const nombre of nombres) {
    alEmpezar(nombre);
    await alTerminar(nombre, async () => {
      const f = await familias[nombre](e, { corto });
      await loQueQueda(f, e);
      return f;
    });
  }
  await alTerminar('servidor', () => elServidor(e));
}
