// A whole company set up through the interface, as an integrator would: with a client generated from the published document. That this
// compiles (strict) is half of the test: every path, parameter, body and answer used here must be what the document says.
import createClient from 'openapi-fetch';
import type { paths } from './api.js';

const [url, usuario, contrasena, apiKey] = process.argv.slice(2) as [string, string, string, string];
const api = createClient<paths, 'application/json'>({ baseUrl: url });

// Every answer is either data or an error that says what to mend.
function dato<D>(respuesta: { data?: { data: D }; error?: unknown }, que: string): D {
  if (respuesta.data === undefined) throw new Error(`${que}: ${JSON.stringify(respuesta.error)}`);
  return respuesta.data.data;
}
function exige(condicion: boolean, que: string): asserts condicion {
  if (!condicion) throw new Error(`no se cumple: ${que}`);
}

async function principal(): Promise<void> {
  const sesion = dato(await api.POST('/api/Seguridad/Autenticar', { body: { usuario, contrasena, apiKey } }), 'entrar');
  api.use({ onRequest: ({ request }) => { request.headers.set('Authorization', `Bearer ${sesion.accessToken}`); return request; } });

  // What the company was born with.
  const sucursales = dato(await api.GET('/api/Sucursales'), 'sucursales');
  const matriz = sucursales[0];
  exige(matriz !== undefined && matriz.almacenes.length === 2, 'una matriz con dos almacenes');
  const monedas = dato(await api.GET('/api/Bancos/OrganizacionMonedas'), 'monedas');
  const peso = monedas.find(m => m.predeterminada);
  exige(peso !== undefined && peso.clave === 'MXN' && peso.tipoCambio === 1, 'el peso es la moneda predeterminada');
  const formas = dato(await api.GET('/api/Bancos/FormasPago', { params: { query: { activo: true } } }), 'formas de pago');
  exige(formas.some(f => f.nombre === 'Cheque' && f.maneja_cheques), 'el cheque maneja cheques');
  const unidades = dato(await api.GET('/api/UnidadesMedida/Base'), 'unidades');
  const pieza = unidades.find(u => u.clave === 'PZA');
  const servicio = unidades.find(u => u.clave === 'SER');
  exige(pieza !== undefined && servicio !== undefined, 'pieza y servicio');
  const usos = dato(await api.GET('/api/UsosCFDI', { params: { query: { regimenFiscal: '601' } } }), 'usos');
  exige(usos.some(u => u.clave === 'G03'), 'G03 se puede usar en el régimen 601');
  const claves = dato(await api.GET('/api/CatalogosSAT/ClavesProducto', { params: { query: { busqueda: 'ferreteria' } } }), 'claves');
  exige(claves.length > 0, 'la búsqueda no distingue acentos');
  const clave = claves[0]!.clave;

  // Structure: project, cost classifiers, service personnel.
  const padre = dato(await api.POST('/api/ClasificadoresCosto', { body: { clave: 'ADM', nombre: 'Administración', tipo: 'Gasto' } }), 'clasificador');
  const hijo = dato(await api.POST('/api/ClasificadoresCosto', { body: { clave: 'ADM-1', nombre: 'Oficina', tipo: 'Gasto', padreId: padre.clasificadorCostoId } }), 'clasificador hijo');
  exige(hijo.nivel === 2 && hijo.padre === 'Administración', 'el clasificador cuelga de su padre');
  const proyecto = dato(await api.POST('/api/Proyecto', { body: { nombre: 'Apertura', presupuesto: 250000.5 } }), 'proyecto');
  exige(/^P\d{6}$/.test(proyecto.clave), 'la clave del proyecto se hace sola');
  dato(await api.PUT('/api/Proyecto/{id}', { params: { path: { id: proyecto.proyectoId } }, body: { responsable: 'Ana', presupuesto: null } }), 'cambiar proyecto');
  dato(await api.POST('/api/PersonalServicio', { body: { nombre: 'Luis Pérez', sucursalId: matriz.sucursalId, costoHora: 180 } }), 'personal');

  // Products, a kit, their prices.
  const martillo = dato(await api.POST('/api/Productos', { body: { codigo: 'MAR-1', descripcion: 'Martillo', unidadMedidaId: pieza.unidadMedidaId, claveProductoServicio: clave, precio: 120.5, numeroParte: 'NP-1' } }), 'producto');
  const clavo = dato(await api.POST('/api/Productos', { body: { codigo: 'CLA-1', descripcion: 'Caja de clavos', unidadMedidaId: pieza.unidadMedidaId, claveProductoServicio: clave, precio: 35 } }), 'producto');
  const kit = dato(await api.POST('/api/Productos', { body: { codigo: 'KIT-1', descripcion: 'Martillo con clavos', tipo: 'Kit', unidadMedidaId: pieza.unidadMedidaId, claveProductoServicio: clave,
    componentes: [{ productoId: martillo.productoId, cantidad: 1 }, { codigo: 'CLA-1', cantidad: 2 }] } }), 'kit');
  exige(kit.componentes.length === 2 && kit.componentes[1]!.productoId === clavo.productoId, 'el kit trae sus componentes');
  const mayoreo = dato(await api.POST('/api/ListaPrecios', { body: { clave: 'MAY', nombre: 'Mayoreo', monedaId: peso.monedaId, sucursales: [matriz.sucursalId],
    precios: [{ productoId: martillo.productoId, precio: 110 }] } }), 'lista de precios');
  const cambio = dato(await api.PUT('/api/ListaPrecios/Precios/{id}', { params: { path: { id: mayoreo.listaPreciosId } }, body: { precios: [
    { codigo: 'MAR-1', precio: 105.25 }, { codigo: 'CLA-1', precio: 30 }, { codigo: 'CLA-1', precio: 28, cantidadMinima: 10 }] } }), 'precios');
  exige(cambio.actualizados === 1 && cambio.agregados === 2 && cambio.eliminados === 0, 'uno cambia y dos se agregan');
  const articulos = dato(await api.GET('/api/Productos', { params: { query: { busqueda: 'MARTI', listaPreciosId: mayoreo.listaPreciosId } } }), 'productos');
  exige(articulos.some(a => a.codigo === 'MAR-1' && a.precio === 105.25), 'el precio de la lista pedida');

  // An image, as JSON and as a file.
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  dato(await api.POST('/api/Productos/AgregarImagenBase64/{id}', { params: { path: { id: martillo.productoId } }, body: { nombre: 'martillo', extension: 'png', contenidoBase64: png.toString('base64') } }), 'imagen');
  const foto = dato(await api.GET('/api/Productos/ProductoImagen/{id}', { params: { path: { id: martillo.productoId } } }), 'foto');
  exige(foto.foto === png.toString('base64') && foto.url.startsWith('http'), 'la imagen vuelve igual');

  // Whom it sells to and buys from.
  const cliente = dato(await api.POST('/api/Contactos', { body: { tipoContacto: 'Cliente', nombre: 'Ferretería la Ñ', rfc: 'EKU9003173C9', regimenFiscal: '601', usoCFDI: 'G03', codigoPostal: '64000',
    listaPreciosId: mayoreo.listaPreciosId, diasCredito: 30, limiteCredito: 50000, contactosAdicionales: [{ nombre: 'Elena', principal: true, correo: 'elena@ejemplo.mx' }] } }), 'cliente');
  exige(cliente.nombre === 'FERRETERÍA LA Ñ' && cliente.contactoPrincipal === 'Elena', 'nombre en mayúsculas y contacto principal');
  const porCodigo = dato(await api.PUT('/api/Contactos/PorCodigo/{codigo}', { params: { path: { codigo: cliente.codigo } }, body: { telefono: '8181234567', diasCredito: null } }), 'por código');
  exige(porCodigo.telefono === '8181234567' && porCodigo.diasCredito === 0 && porCodigo.contactosAdicionales.length === 1, 'ausente conserva, null borra');
  const repetido = await api.POST('/api/Contactos', { body: { tipoContacto: 'Proveedor', nombre: 'Otro', rfc: 'EKU9003173C9', regimenFiscal: '601' } });
  exige(repetido.error !== undefined && repetido.response.status === 400, 'un RFC es de un solo contacto');
  exige(repetido.error.codigo === 'VALIDACION' && repetido.error.errores[0]?.campo === 'rfc', 'el error nombra el campo');
  const encontrados = await api.GET('/api/Contactos', { params: { query: { busqueda: 'ferreteria la n', registrosPorPagina: 10 } } });
  exige(encontrados.data?.data[0]?.entidadId === cliente.entidadId && encontrados.data.paginacion?.siguiente === null, 'se encuentra sin acentos');
  console.log('empresa lista');
}

principal().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
