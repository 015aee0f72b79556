// esElKardex: the kardex of each product, by warehouse and of all warehouses. Each row follows from the row before, whatever page it is on. The last
// row equals the reports of stock and of layers of that day.
import assert from 'node:assert/strict';

const micro = n => Math.round(n * 1e6), centavos = n => Math.round(n * 100);

export async function esElKardex(e, productos, dia) {
  const leer = async (ruta, q) => {
    const r = await e.srv.get(`/api/Inventario/${ruta}?${new URLSearchParams(q)}`, { token: e.token });
    assert.equal(r.estado, 200, r.texto);
    return r.json;
  };
  const almacenes = await e.base.columna(`SELECT DISTINCT almacen_id FROM existencia WHERE organizacion_id = ${e.id} ORDER BY 1`);
  const corte = dia ? { fechaCorte: dia } : {}, hasta = dia ? { fechaFinal: dia } : {};
  for (const productoId of productos) {
    const hay = (await leer('Existencias', { productoId, ...corte })).data;
    for (const almacenId of [undefined, ...almacenes.map(Number)]) {
      const q = { productoId, ...(almacenId && { almacenId }), ...hasta }, cual = `${JSON.stringify(q)}`;
      let r = await leer('Kardex', { ...q, registrosPorPagina: 100 });
      const { totales } = r;
      let existencia = 0, valor = 0, filas = 0;
      for (; ; r = await leer('Kardex', { ...q, registrosPorPagina: 37, cursor: r.paginacion.siguiente })) {
        for (const f of r.data) {
          assert.deepEqual([micro(f.existencia), centavos(f.valorExistencia)], [existencia += micro(f.entrada) - micro(f.salida), valor += centavos(f.importe)], `${cual}, fila ${filas}`);
          ++filas;
        }
        if (!r.paginacion.siguiente) break;
      }
      assert.deepEqual([micro(totales.existenciaFinal), centavos(totales.valorFinal)], [existencia, valor], `${cual}: totales`);
      const suyas = hay.filter(h => !almacenId || h.almacenId === almacenId);
      assert.equal(existencia, suyas.reduce((s, h) => s + micro(h.existencia), 0), `${cual}: no es la existencia`);
      const capas = (await leer('AnalisisCapas', { productoId, ...(almacenId && { almacenId }), ...corte, registrosPorPagina: 1 })).data;
      assert.deepEqual([existencia, valor], capas.length ? [micro(capas[0].subtotales.existencia), centavos(capas[0].subtotales.importe)] : [0, 0], `${cual}: no es el análisis de capas`);
    }
  }
}
