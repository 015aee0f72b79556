// Operator commands with arguments that they do not understand: a refusal in words, and no change.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Base } from './lib/ayuda_api.mjs';

let base;
before(async () => { base = await Base.crear({ registros: 60 }); });
after(() => base?.soltar());

const usuario = ['usuario', 'crear', '--organizacion', '1', '--usuario', 'nadie', '--contrasena-archivo', '-'];
const organizacion = ['organizacion', 'crear', '--nombre', 'X', '--codigo-postal', '64000'];
for (const [que, orden, mensaje] of [
  ['un permiso mal escrito', [...usuario, '--rol', 'propio', '--permisos', 'productos.leer ventas.leeer'], /«ventas.leeer» no es área.acción/],
  ['un área que no hay', [...usuario, '--rol', 'propio', '--permisos', 'nada.leer'], /«nada.leer» no es área.acción/],
  ['permisos con un rol que no los usa', [...usuario, '--rol', 'lector', '--permisos', 'ventas.leer'], /--permisos va con --rol propio, y sólo con él/],
  ['rol propio sin permisos', [...usuario, '--rol', 'propio'], /--permisos va con --rol propio, y sólo con él/],
  ['una opción que la orden no toma', [...usuario, '--rol', 'lector', '--rfc', 'EKU9003173C9'], /«gestor usuario crear» no admite --rfc/],
  ['un correo que no lo es', [...usuario, '--rol', 'lector', '--correo', 'noes'], /--correo: debe ser un correo electrónico/],
  ['un régimen que no existe', [...organizacion, '--rfc', 'EKU9003173C9', '--regimen', '999'], /el régimen 999 no existe o no es de una persona moral/],
  ['un régimen de personas físicas', [...organizacion, '--rfc', 'EKU9003173C9', '--regimen', '605'], /el régimen 605 no existe o no es de una persona moral/],
  ['un régimen de personas morales', [...organizacion, '--rfc', 'CACX7605101P8', '--regimen', '601'], /el régimen 601 no existe o no es de una persona física/],
  ['un RFC genérico', [...organizacion, '--rfc', 'XAXX010101000', '--regimen', '616'], /no uno genérico/],
  ['desactivar con otra palabra', ['usuario', 'revocar', '--organizacion', '1', '--id', '1', '--desactivar', 'true'], /--desactivar: debe ser uno de: si, no/],
])
  test(que, async () => {
    const r = await base.gestor(orden, { entrada: 'Secreta-123\n', falla: true });
    assert.equal(r.codigo, 1, r.salida);
    assert.match(r.errores, mensaje);
    assert.equal(await base.uno('SELECT count(*) FROM organizacion'), 2);
    assert.equal(await base.uno("SELECT count(*) FROM usuario WHERE usuario = 'nadie'"), 0);
    assert.equal(await base.uno('SELECT count(*) FROM revocacion'), 0);
  });

test('los permisos de una o de todas las áreas', async () => {
  const r = await base.gestor([...usuario, '--rol', 'propio', '--permisos', 'productos.leer *.cancelar'], { entrada: 'Secreta-123\n' });
  assert.match(r.salida, /usuarioId: \d+/);
});
