// porPagar: payables, and other balances with suppliers, inserted as the engine stores them in an organization that has sales. compra: a payable with
// these parts; `retenidas` are its withholding rows.
const ceros = { base16: 0, iva16: 0, base8: 0, iva8: 0, base0: 0, exento: 0, no_afecto: 0, ieps: 0, iva_ret: 0, isr_ret: 0, ret_local: 0 };
export async function porPagar(base, org = 1) {
  const columnas = await base.columna("SELECT column_name FROM information_schema.columns WHERE table_schema = 'gestor' AND table_name = 'transaccion' AND is_generated = 'NEVER'");
  const modelo = await base.uno(`SELECT max(transaccion_id) FROM transaccion WHERE organizacion_id = ${org} AND obj_id IN (1, 2) AND moneda = 'MXN'
      AND sucursal_id = (SELECT min(sucursal_id) FROM sucursal WHERE organizacion_id = ${org})`);
  const proveedor = async (codigo, rfc) => Number(await base.sql(`INSERT INTO contacto (organizacion_id, codigo, tipo_contacto, nombre, rfc)
    VALUES (${org}, '${codigo}', 'Proveedor', '${codigo} NOMBRE', '${rfc}') RETURNING contacto_id`));
  const [persona, empresa] = [await proveedor('EGPERSONA', 'ZUNI800101AB1'), await proveedor('EGEMPRESA', 'FNO980415K31')];
  let numero = 900000;
  async function compra(partes = { base16: 1000, iva16: 160 }, { obj = 13, contacto = persona, moneda = 'MXN', tipoCambio = 1, estado = 'Pendiente', retenidas = [], fecha } = {}) {
    const c = { ...ceros, ...partes };
    const total = Number((c.base16 + c.iva16 + c.base8 + c.iva8 + c.base0 + c.exento + c.no_afecto - c.iva_ret - c.isr_ret).toFixed(2));
    const cubetas = veces => `ROW(${Object.values(c).map(x => `round(${x} * ${veces}, 2)`).join(',')})::cubetas`;
    const vivo = estado !== 'Cancelado';
    const tipo = await base.uno(`SELECT nombre FROM objeto WHERE obj_id = ${obj}`);
    const valores = { transaccion_id: "nextval('transaccion_transaccion_id_seq')", numero: ++numero, obj_id: obj, contacto_id: contacto, estado: `'${estado}'`, total, saldo: vivo ? total : 0,
      tipo_documento: `'${tipo}'`, serie: "'XX'", iva: c.iva16 + c.iva8, ieps: c.ieps, iva_retenido: c.iva_ret, isr_retenido: c.isr_ret, descuento: 0,
      subtotal: Number((total - c.iva16 - c.iva8 - c.ieps + c.iva_ret + c.isr_ret).toFixed(2)), moneda: `'${moneda}'`, moneda_id: ['MXN', 'USD', 'EUR'].indexOf(moneda) + 1, tipo_cambio: tipoCambio, uuid: "''",
      estatus_timbrado: "'SinTimbrar'", referencia_externa: "''", fecha_timbrado: 'NULL', fecha_cancelacion: vivo ? 'NULL' : 'fecha', cubetas: cubetas(1), cubetas_mxn: cubetas(tipoCambio), tramo_numero: 1,
      ...(fecha && { fecha: `'${fecha}'` }), vendedor_id: 'NULL',
      ...Object.fromEntries([['pendiente', 1], ['tramo', 1], ['pendiente_mxn', tipoCambio]].map(([columna, veces]) => [columna, vivo ? cubetas(veces) : 'NULL'])) };
    const id = Number(await base.sql(`INSERT INTO transaccion (${columnas.join(',')}) SELECT ${columnas.map(k => valores[k] ?? k).join(',')}
      FROM transaccion WHERE organizacion_id = ${org} AND transaccion_id = ${modelo} RETURNING transaccion_id`));
    for (const [i, [impuesto, tipoRetencion, tasa, importe]] of retenidas.entries())
      await base.sql(`INSERT INTO retencion (organizacion_id, transaccion_id, consecutivo, impuesto, tipo_retencion, tasa, base, importe, importe_mxn)
        VALUES (${org}, ${id}, ${i + 1}, '${impuesto}', '${tipoRetencion}', ${tasa}, ${c.base16}, ${importe}, round(${importe} * ${tipoCambio}, 2))`);
    return id;
  }
  return { compra, persona, empresa };
}
