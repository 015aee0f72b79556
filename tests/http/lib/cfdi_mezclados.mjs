// Mezcla: random CFDI of every kind, as suppliers send them, sealed and stamped by keys of the tests, each with the sums of its own text. Amounts are
// whole numbers of millionths of a peso.
import { Sellador } from './cfdi_sellado.mjs';
import { azarCon } from './azar.mjs';

const MILLON = 1_000_000, CENTAVO = 10_000;
const alCentavo = n => Math.round(n / CENTAVO) * CENTAVO;
const escrito = (n, decimales = 2) => (n / MILLON).toFixed(decimales);
const suma = (lista, que) => lista.reduce((s, x) => s + que(x), 0);
const hex = (azar, n) => Array.from({ length: n }, () => '0123456789ABCDEF'[azar(16)]).join('');

export class Mezcla {
  // `proveedores`: RFCs; each has a certificate.
  constructor(semilla, receptor, proveedores) {
    Object.assign(this, { receptor, azar: azarCon(semilla, 150), selladores: proveedores.map(rfc => new Sellador(rfc, '2026-01-01')), numero: 0 });
  }
  cerrar() {
    for (const s of this.selladores) s.cerrar();
  }
  uno(lista) {
    return lista[this.azar(lista.length)];
  }
  // A line, with amounts of two or six decimals: the quantity has up to three, the unit price up to four.
  linea(decimales, { hasta = 2000, ...mas } = {}) {
    const cantidad = this.uno([1, 1, 1, 1 + this.azar(12), (1 + this.azar(40_000)) / 1000]), precio = (1 + this.azar(hasta * 10_000)) * 100;
    const redondo = n => (decimales === 2 ? Math.max(CENTAVO, alCentavo(n)) : Math.max(1, Math.round(n)));
    const importe = redondo(Math.round(cantidad * 1000) * precio / 1000), descuento = this.azar(6) === 0 ? Math.floor(importe / CENTAVO * 0.1) * CENTAVO : 0;
    return { cantidad, precio, importe, descuento, neto: importe - descuento, redondo, decimales, traslados: [], retenciones: [], ...mas };
  }
  // A tax of a line: VAT (002) unless another is named.
  traslado(l, base, tasa, Impuesto = '002', TipoFactor = 'Tasa') {
    l.traslados.push(tasa === undefined ? { base, Impuesto, TipoFactor: 'Exento' } : { base, Impuesto, TipoFactor, tasa, importe: tasa === 0 ? 0 : l.redondo(base * tasa) });
    return l.traslados.at(-1);
  }
  retencion(l, tasa, Impuesto = '002') {
    l.retenciones.push({ base: l.neto, Impuesto, TipoFactor: 'Tasa', tasa, importe: l.redondo(l.neto * tasa) });
  }

  // clases: kinds of CFDI; each function answers { conceptos, locales, ...attributes of the CFDI }.
  clases = {
    comun: d => ({ conceptos: Array.from({ length: 1 + this.azar(6) }, () => {
      const l = this.linea(d), tasa = this.uno([0.16, 0.16, 0.16, 0.08, 0, undefined, 'sin objeto']);
      if (tasa !== 'sin objeto') this.traslado(l, l.neto, tasa);
      return l;
    }) }),
    gasolina: d => {
      const l = this.linea(d, { descuento: 0, ClaveProdServ: '15101514', ClaveUnidad: 'LTR' });
      l.neto = l.importe;
      this.traslado(l, l.redondo(l.importe * (0.95 + this.azar(50) / 1000)), 0.16);  // the tax on fuel is inside the amount, and no base of VAT
      return { conceptos: [l] };
    },
    hotel: d => {
      const conceptos = Array.from({ length: 1 + this.azar(3) }, () => this.linea(d, { ClaveProdServ: '90111501', ClaveUnidad: 'E48' }));
      for (const l of conceptos) this.traslado(l, l.neto, 0.16);
      return { conceptos, locales: { traslados: [['ISH', 3, alCentavo(suma(conceptos, l => l.neto) * 0.03)]] } };
    },
    obra: d => {
      const l = this.linea(d, { hasta: 90_000, ClaveProdServ: '72141000', ClaveUnidad: 'E48' });
      this.traslado(l, l.neto, 0.16);
      return { conceptos: [l], locales: { retenciones: [['5 al millar', 0.5, alCentavo(l.neto * 0.005)], ...(this.azar(2) ? [['2 al millar', 0.2, alCentavo(l.neto * 0.002)]] : [])] } };
    },
    dosTasas: d => {
      const l = this.linea(d), parte = l.redondo(l.neto * (0.2 + this.azar(50) / 100));
      this.traslado(l, parte, 0.16);
      this.traslado(l, l.neto - parte, this.uno([undefined, 0, 0.08]));
      return { conceptos: [l] };
    },
    autoUsado: d => {
      const l = this.linea(d, { hasta: 300_000, ClaveProdServ: '25101503' });
      this.traslado(l, l.redondo(l.neto * 0.1), 0.16);  // a used car bears VAT on the profit alone
      return { conceptos: [l] };
    },
    ieps: d => ({ conceptos: Array.from({ length: 1 + this.azar(3) }, () => {
      const l = this.linea(d), ieps = this.azar(2) ? this.traslado(l, l.neto, this.uno([0.08, 0.265, 0.53]), '003') : this.traslado(l, Math.round(l.cantidad * MILLON), 1.6451, '003', 'Cuota');
      this.traslado(l, l.neto + ieps.importe, this.uno([0.16, 0]));
      return l;
    }) }),
    honorarios: d => ({ conceptos: Array.from({ length: 1 + this.azar(2) }, () => {
      const l = this.linea(d, { ClaveProdServ: '80121600', ClaveUnidad: 'E48' });
      this.traslado(l, l.neto, 0.16);
      for (const [tasa, impuesto] of this.uno([[[0.106667], [0.1, '001']], [[0.106667], [0.0125, '001']], [[0.04]], [[0.06]], [[0.1, '001']]])) this.retencion(l, tasa, impuesto);
      return l;
    }) }),
    todoJunto: d => {
      const l = this.linea(d), mitad = l.redondo(l.neto * 0.5);
      this.traslado(l, mitad, 0.16);
      this.traslado(l, l.redondo(l.neto * 0.2), 0.08);
      this.retencion(l, 0.1, '001');
      return { conceptos: [l, this.linea(d)], locales: { traslados: [['ISH', 2, alCentavo(l.neto * 0.02)]], retenciones: [['Cedular', 1, alCentavo(l.neto * 0.01)]] } };
    },
  };

  // siguiente: the next CFDI: { clase, rfc, uuid, xml, dice }. A CFDI of any kind may be in another currency.
  siguiente() {
    const { azar } = this, sellador = this.uno(this.selladores), clase = this.uno(Object.keys(this.clases)), decimales = this.uno([2, 2, 6]);
    const { conceptos, locales = {}, ...mas } = this.clases[clase](decimales);
    const moneda = azar(6) === 0 ? { Moneda: 'USD', TipoCambio: ((170_000 + azar(30_000)) / 10_000).toFixed(4) } : { Moneda: 'MXN' };
    const ppd = azar(3) === 0, n = decimales;
    // The summary has a row for each tax and rate, rounded once.
    const grupos = cuales => {
      const filas = new Map();
      for (const l of conceptos) for (const t of l[cuales]) {
        const llave = cuales === 'traslados' ? `${t.Impuesto} ${t.TipoFactor} ${t.tasa}` : t.Impuesto, g = filas.get(llave) ?? filas.set(llave, { ...t, base: 0, importe: 0 }).get(llave);
        g.base += t.base, g.importe += t.importe ?? 0;
      }
      return [...filas.values()].map(g => ({ ...g, base: alCentavo(g.base), importe: alCentavo(g.importe) }));
    };
    const traslados = grupos('traslados'), retenciones = grupos('retenciones');
    const subtotal = alCentavo(suma(conceptos, l => l.importe)), descuento = alCentavo(suma(conceptos, l => l.descuento)), local = que => suma(locales[que] ?? [], x => x[2]);
    const total = subtotal - descuento + suma(traslados, t => t.importe) - suma(retenciones, r => r.importe) + local('traslados') - local('retenciones');
    const impuesto = (t, dec) => ({ Base: escrito(t.base, dec), Impuesto: t.Impuesto, TipoFactor: t.TipoFactor, TasaOCuota: t.tasa?.toFixed(6), Importe: t.tasa === undefined ? undefined : escrito(t.importe, dec) });
    const conHijos = (grupo, uno, filas) => (filas.length ? { [grupo]: { [uno]: filas } } : {});
    const fecha = `2026-${String(1 + azar(10)).padStart(2, '0')}-${String(1 + azar(28)).padStart(2, '0')}T${String(8 + azar(12)).padStart(2, '0')}:30:00`;
    const uuid = `${hex(azar, 8)}-${hex(azar, 4)}-4${hex(azar, 3)}-8${hex(azar, 3)}-${hex(azar, 12)}`;
    const xml = sellador.sellar({ Version: '4.0', Serie: this.uno(['A', undefined]), Folio: String(++this.numero), Fecha: fecha, FormaPago: ppd ? '99' : this.uno(['01', '03', '04']), NoCertificado: '', SubTotal: escrito(subtotal),
      Descuento: descuento ? escrito(descuento) : undefined, ...moneda, Total: escrito(total), TipoDeComprobante: 'I', Exportacion: '01', MetodoPago: ppd ? 'PPD' : 'PUE', LugarExpedicion: '64000', ...mas,
      Emisor: { Rfc: sellador.rfc, Nombre: `PROVEEDOR & ${sellador.rfc}`, RegimenFiscal: sellador.rfc.length === 13 ? '612' : '601' },
      Receptor: { Rfc: this.receptor, Nombre: 'QUIEN RECIBE', DomicilioFiscalReceptor: '64000', RegimenFiscalReceptor: '601', UsoCFDI: 'G03' },
      Conceptos: { Concepto: conceptos.map(l => ({ ClaveProdServ: l.ClaveProdServ ?? '43211503', Cantidad: String(l.cantidad), ClaveUnidad: l.ClaveUnidad ?? 'H87', Descripcion: 'Artículo "único"', ValorUnitario: escrito(l.precio, 4), Importe: escrito(l.importe, n),
        Descuento: l.descuento ? escrito(l.descuento, n) : undefined, ObjetoImp: l.traslados.length ? '02' : '01',
        ...(l.traslados.length + l.retenciones.length && { Impuestos: { ...conHijos('Traslados', 'Traslado', l.traslados.map(t => impuesto(t, n))), ...conHijos('Retenciones', 'Retencion', l.retenciones.map(t => impuesto(t, n))) } }) })) },
      ...(traslados.length + retenciones.length && { Impuestos: { ...conHijos('Retenciones', 'Retencion', retenciones.map(r => ({ Impuesto: r.Impuesto, Importe: escrito(r.importe) }))),
        TotalImpuestosRetenidos: retenciones.length ? escrito(suma(retenciones, r => r.importe)) : undefined, ...conHijos('Traslados', 'Traslado', traslados.map(t => impuesto(t, 2))),
        TotalImpuestosTrasladados: traslados.some(t => t.tasa !== undefined) ? escrito(suma(traslados, t => t.importe)) : undefined } }),
      ...(Object.keys(locales).length && { Complemento: { ImpuestosLocales: { version: '1.0', TotaldeRetenciones: escrito(local('retenciones')), TotaldeTraslados: escrito(local('traslados')),
        RetencionesLocales: (locales.retenciones ?? []).map(([nombre, tasa, importe]) => ({ ImpLocRetenido: nombre, TasadeRetencion: tasa.toFixed(2), Importe: escrito(importe) })),
        TrasladosLocales: (locales.traslados ?? []).map(([nombre, tasa, importe]) => ({ ImpLocTrasladado: nombre, TasadeTraslado: tasa.toFixed(2), Importe: escrito(importe) })) } } }) }, uuid);
    return { clase, rfc: sellador.rfc, uuid, fecha, ppd, xml };
  }
}

// leerCfdi: the amounts of a CFDI in cents, from its summary and its lines. The patterns here share no code with Mezcla nor with the reader of
// gestor.
const atributo = (nodo, nombre) => new RegExp(`\\s${nombre}="([^"]*)"`).exec(nodo)?.[1];
const centavos = texto => Math.round(Number(texto ?? 0) * 100);
export function leerCfdi(xml) {
  const raiz = /<cfdi:Comprobante[^>]*>/.exec(xml)[0], resumen = /<\/cfdi:Conceptos>(.*?)<cfdi:Complemento>/s.exec(xml)[1], lineas = /<cfdi:Conceptos>(.*?)<\/cfdi:Conceptos>/s.exec(xml)[1];
  const de = (texto, nombre) => texto.match(new RegExp(`<cfdi:${nombre} [^>]*>`, 'g')) ?? [], importes = (nodos, vale) => suma(nodos.filter(vale), x => centavos(atributo(x, 'Importe')));
  const traslados = de(resumen, 'Traslado'), retenciones = de(resumen, 'Retencion'), es = (impuesto, tasa) => x => atributo(x, 'Impuesto') === impuesto && (tasa === undefined || Number(atributo(x, 'TasaOCuota')) === tasa);
  const locales = /<implocal:ImpuestosLocales [^>]*>/.exec(xml)?.[0] ?? '';
  return {
    rfc: atributo(/<cfdi:Emisor [^>]*>/.exec(xml)[0], 'Rfc'), metodo: atributo(raiz, 'MetodoPago'), forma: atributo(raiz, 'FormaPago'), moneda: atributo(raiz, 'Moneda'), cambio: Number(atributo(raiz, 'TipoCambio') ?? 1),
    subtotal: centavos(atributo(raiz, 'SubTotal')) - centavos(atributo(raiz, 'Descuento')), total: centavos(atributo(raiz, 'Total')),
    iva16: importes(traslados, es('002', 0.16)), iva8: importes(traslados, es('002', 0.08)), ieps: importes(traslados, es('003')), ivaRetenido: importes(retenciones, es('002')), isrRetenido: importes(retenciones, es('001')),
    cargoLocal: centavos(atributo(locales, 'TotaldeTraslados')), retencionLocal: centavos(atributo(locales, 'TotaldeRetenciones')),
    partidas: de(lineas, 'Concepto').length, impuestos: [...de(lineas, 'Traslado'), ...de(lineas, 'Retencion')]
      .map(x => [atributo(x, 'Impuesto'), atributo(x, 'TipoFactor'), ...['TasaOCuota', 'Base', 'Importe'].map(a => Number(atributo(x, a) ?? 0))].join(' ')).sort(),
  };
}
