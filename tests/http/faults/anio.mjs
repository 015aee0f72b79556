// A year of a company (lib/anio.mjs), run twice: without faults, and with faults. Both runs end with the same books.
import assert from 'node:assert/strict';
import { Anio } from '../lib/anio.mjs';
import { auditar, compararConHledger } from '../lib/auditoria.mjs';
import { dia, dormir } from '../lib/ayuda_api.mjs';
import { azarCon } from '../lib/azar.mjs';
import { fundar } from '../lib/escenarios.mjs';
import { enEscena } from './corrida.mjs';
import { Escritores } from './escritores.mjs';
import { Fallas } from './fallas.mjs';

// Books and documents of a company, by month, account and kind, without identifiers of the database.
const libros = (base, organizacion) => base.sql(`
  SELECT 'cuenta ' || c.codigo AS que, p.ejercicio * 100 + p.mes AS mes, sum(m.debe)::text AS uno, sum(m.haber)::text AS otro, count(*) AS veces
  FROM poliza p JOIN poliza_movimiento m USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE p.organizacion_id = ${organizacion} GROUP BY 1, 2
  UNION ALL SELECT 'pólizas de ' || tipo || ' ' || origen, ejercicio * 100 + mes, min(numero)::text, max(numero)::text, count(*) FROM poliza WHERE organizacion_id = ${organizacion} GROUP BY 1, 2
  UNION ALL SELECT tipo_documento || ' ' || estado || ' ' || moneda, to_char(fecha, 'YYYYMM')::integer, sum(total)::text, sum(saldo)::text, count(*) FROM transaccion WHERE organizacion_id = ${organizacion} GROUP BY 1, 2
  UNION ALL SELECT 'existencia de ' || p.codigo, 0, e.cantidad::text, e.valor::text, 1 FROM existencia e JOIN producto p USING (organizacion_id, producto_id) WHERE e.organizacion_id = ${organizacion}
  UNION ALL SELECT 'periodo ' || estado, ejercicio * 100 + mes, '', '', 1 FROM periodo WHERE organizacion_id = ${organizacion} ORDER BY 1, 2, 3`);

export function correrAnio({ pasos, semilla = 17, decir = console.log }) {
  return enEscena({ decir }, async escena => {
    decir(`semilla ${semilla}, ${pasos} pasos al mes`);
    const { base, empresa } = escena, w = new Escritores(escena, { semilla }), f = new Fallas(escena, w, { semilla });
    const calmada = await fundar(base, escena.servidores[0], 'Sosegada');
    // Repeats each write until it is acknowledged, and each read until it is answered.
    const hacer = async (metodo, ruta, cuerpo) => {
      if (metodo === 'GET')
        for (; ; await dormir(30)) {
          const r = await escena.pedir(metodo, ruta);
          if (r.estado === 200) return r.json.data;
          if (r.estado < 500) throw new Error(`${ruta}: ${r.texto}`);
        }
      const i = { tipo: 'año', metodo, ruta, cuerpo, clave: `A-${w.intentos.length}`, azar: azarCon(semilla, w.intentos.length) };
      w.intentos.push(i);
      await w.cumplir(i);
      if (i.acuse === undefined) throw new Error(`se rechazó ${metodo} ${ruta} ${JSON.stringify(cuerpo)}`);
      return JSON.parse(i.acuse).data;
    };
    const opciones = { anio: Number(dia().slice(0, 4)) - 1, semilla, pasos }, anio = new Anio(calmada, opciones), otro = new Anio(empresa, { ...opciones, hacer });
    await anio.preparar();
    await otro.preparar();
    await anio.transcurrir();
    const inicio = performance.now();
    w.seguir = true;
    const fallas = f.mientras(() => w.seguir, { pausa: 1500, minimo: 6, corta: 500 });
    await otro.transcurrir(mes => decir(`${mes}: ${w.intentos.length} escrituras, ${Math.round((performance.now() - inicio) / 1000)} s`)).finally(() => { w.seguir = false; });
    await fallas;
    const { repetidos } = await w.confirmar();
    decir(`el año entre fallas: ${Math.round((performance.now() - inicio) / 1000)} s, ${w.intentos.length} escrituras; ${Object.entries(f.cuenta).map(([k, n]) => `${k} ${n}`).join(', ')}`);
    const { antes, despues } = escena.corte.cuenta;
    decir(`cortes en COMMIT: ${antes} antes de que PostgreSQL lo viera, ${despues} después de contestarlo; solicitudes: ${Object.entries(w.cuenta).map(([k, n]) => `${k} ${n}`).join(', ')}; al final ${repetidos} confirmadas repetidas`);
    const [unos, otros] = [await libros(base, calmada.organizacion), await libros(base, empresa.organizacion)];
    assert.deepEqual(otros, unos, 'los libros no son los del año sin fallas');
    assert.deepEqual(await auditar(base), []);
    const cuentas = await compararConHledger(base, empresa.organizacion);
    assert.deepEqual(escena.faltas, [], 'lo que no debe pasar');
    decir(`iguales en ${unos.length} renglones; hledger coincide en ${cuentas} cuentas`);
    return { renglones: unos.length, fallas: f.cuenta, corte: escena.corte.cuenta, escritores: w.cuenta };
  });
}
