// comprimir: a .zip of files in memory, deflated, as an archiver writes it.
import { deflateRawSync } from 'node:zlib';

const tabla = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let i = 0; i < 8; i++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});
const crc32 = bytes => ~bytes.reduce((c, b) => tabla[(c ^ b) & 255] ^ (c >>> 8), -1) >>> 0;

// `archivos`: { name: content }.
export function comprimir(archivos) {
  const locales = [], directorio = [];
  let desde = 0;
  for (const [nombre, contenido] of Object.entries(archivos)) {
    const bytes = Buffer.from(contenido), dentro = deflateRawSync(bytes), n = Buffer.from(nombre);
    const comun = Buffer.alloc(26);  // bytes from the version on, equal in both headers
    comun.writeUInt16LE(20, 0), comun.writeUInt16LE(0x800, 2), comun.writeUInt16LE(8, 4), comun.writeUInt32LE(0x21 << 16, 6);
    comun.writeUInt32LE(crc32(bytes), 10), comun.writeUInt32LE(dentro.length, 14), comun.writeUInt32LE(bytes.length, 18), comun.writeUInt16LE(n.length, 22);
    locales.push(Buffer.from('PK\x03\x04'), comun, n, dentro);
    const fin = Buffer.alloc(14);
    fin.writeUInt32LE(desde, 10);
    directorio.push(Buffer.from('PK\x01\x02\x14\x00'), comun, fin, n);
    desde += 30 + n.length + dentro.length;
  }
  const central = Buffer.concat(directorio), cierre = Buffer.alloc(22), cuantos = Object.keys(archivos).length;
  cierre.write('PK\x05\x06'), cierre.writeUInt16LE(cuantos, 8), cierre.writeUInt16LE(cuantos, 10), cierre.writeUInt32LE(central.length, 12), cierre.writeUInt32LE(desde, 16);
  return Buffer.concat([...locales, central, cierre]);
}
