// cfdis.mjs DIRECTORY COUNT RFC: so many invoices of one supplier to that RFC, sealed and stamped, a file each; prints the supplier's RFC.
import { writeFileSync } from 'node:fs';
import { Sellador } from '../../tests/http/lib/cfdi_sellado.mjs';

const [directorio, cuantos, receptor] = process.argv.slice(2);
const proveedor = new Sellador('URE180429TM6');
for (let i = 0; i < Number(cuantos); ++i) writeFileSync(`${directorio}/${String(i).padStart(6, '0')}.xml`, proveedor.factura({ receptor, folio: String(i + 1) }));
proveedor.cerrar();
console.log(proveedor.rfc);
