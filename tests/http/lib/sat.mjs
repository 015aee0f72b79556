// Sat: the service of the tax authority that tells the state of a CFDI (ConsultaCFDIService), on a port of this machine: the answer to each folio,
// and every failure.
import http from 'node:http';
import { dormir } from './ayuda_api.mjs';

const desescapar = texto => texto.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
const sobre = ({ codigo = 'S - Comprobante obtenido satisfactoriamente.', estado = 'Vigente', cancelable = 'Cancelable sin aceptación', cancelacion = '', efos = '200' } = {}) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ConsultaResponse xmlns="http://tempuri.org/"><ConsultaResult
  xmlns:a="http://schemas.datacontract.org/2004/07/Sat.Cfdi.Negocio.ConsultaCfdi.Servicio" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><a:CodigoEstatus>${codigo}</a:CodigoEstatus>
  <a:EsCancelable>${cancelable}</a:EsCancelable><a:Estado>${estado}</a:Estado><a:EstatusCancelacion>${cancelacion}</a:EstatusCancelacion><a:ValidacionEFOS>${efos}</a:ValidacionEFOS>
  </ConsultaResult></ConsultaResponse></s:Body></s:Envelope>`;
const contestar = (res, texto, tipo = 'text/xml; charset=utf-8', estado = 200, mas = {}) => res.writeHead(estado, { 'Content-Type': tipo, ...mas }).end(texto);

export const fallas = {
  'no contesta nunca': () => {},
  'contesta un byte por segundo': async res => {
    res.writeHead(200, { 'Content-Type': 'text/xml', 'Content-Length': 1000 });
    for (; !res.destroyed; await dormir(1000)) res.write('<');
  },
  'contesta 100 MB': async res => {
    res.writeHead(200, { 'Content-Type': 'text/xml' });
    const trozo = Buffer.alloc(1 << 20, ' ');
    for (let i = 0; i < 100 && !res.destroyed; ++i) if (!res.write(trozo)) await Promise.race([new Promise(ok => res.once('drain', ok)), new Promise(ok => res.once('close', ok))]);
    res.end();
  },
  'manda a otra parte': (res, sat) => contestar(res, '', 'text/plain', 302, { Location: `${sat.url}otra` }),
  'contesta una página': res => contestar(res, '<!doctype html><html><body>En mantenimiento<br></body></html>', 'text/html'),
  'contesta otro XML': res => contestar(res, '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>x</faultcode></s:Fault></s:Body></s:Envelope>'),
  'contesta 500': res => contestar(res, 'no', 'text/plain', 500),
  'corta': res => res.socket.resetAndDestroy?.() ?? res.socket.destroy(),
};

export class Sat {
  static async iniciar() {
    const s = Object.assign(new Sat(), { preguntas: [], respuestas: new Map(), falla: null, demora: 0, espera: null, turno: null });
    s.servidor = http.createServer(async (req, res) => {
      let cuerpo = '';
      for await (const parte of req) cuerpo += parte;
      const expresion = desescapar(/<c:expresionImpresa>(.*)<\/c:expresionImpresa>/.exec(cuerpo)?.[1] ?? '');
      const uuid = /[?&]id=([^&]*)/.exec(expresion)?.[1];
      s.preguntas.push({ uuid, expresion, cuerpo, ruta: req.url, metodo: req.method, h: req.headers });
      const espera = s.espera;
      if (s.falla) return fallas[s.falla](res, s);
      if (s.demora) await dormir(s.demora);
      await espera;
      await s.turno?.(res);
      contestar(res, sobre(s.respuestas.get(uuid)));
    });
    await new Promise(ok => s.servidor.listen(0, '127.0.0.1', ok));
    s.url = `http://127.0.0.1:${s.servidor.address().port}/`;
    return s;
  }
  // ajustes: the settings of a server that asks this service.
  get ajustes() {
    return { 'sat-consulta-url': `${this.url}ConsultaCFDIService.svc`, 'exterior-permitidas': '127.0.0.1' };
  }
  de(uuid) {
    return this.preguntas.filter(p => p.uuid === uuid);
  }
  async parar() {
    this.servidor.closeAllConnections?.();
    await new Promise(ok => this.servidor.close(ok));
  }
}
