// The documentation in a real browser: every page, the reference and its calls, without one request to another origin. Screenshots go to
// GESTOR_CAPTURAS when it is set.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { chromium } from 'playwright-core';
import { Servidor, gestor as programa, montar } from './lib/ayuda_api.mjs';

const PAGINAS = ['', 'guia', 'facturas', 'mes', 'referencia', 'operaciones', 'errores', 'cambios', 'ajustes', 'produccion', 'alojamiento', 'administracion', 'comparacion'];
const VERBOS = ['get', 'put', 'post', 'delete', 'options'];
const ESCRITORIO = { width: 1280, height: 720 }, TELEFONO = { width: 360, height: 740 };
const MAXIMO_KB = 3000;  // bytes that the server keeps in memory for /docs

let escena, demo, sencillo, navegador, documento;

before(async () => {
    escena = await montar({ ajustes: { entorno: 'desarrollo' } });
    demo = escena.srv;
    sencillo = await Servidor.iniciar(escena.base, { entorno: 'desarrollo', docs: '/nada' });  // a server without the files of the viewer
    documento = await (await fetch(`${demo.url}/openapi.json`)).json();
    navegador = await chromium.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
            '--disable-component-update', '--disable-sync'],
    });
});

after(async () => {
    await navegador?.close();
    await sencillo?.parar();
    await escena?.cerrar();
});

// A page that fails the test on any console error, policy violation, failed request or request to another origin.
async function abrir(url) {
    const contexto = await navegador.newContext({ locale: 'es-MX', reducedMotion: 'reduce', viewport: ESCRITORIO });
    const faltas = [];
    await contexto.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', e => console.error(`CSP ${e.violatedDirective} ${e.blockedURI} ${e.sample}`));
    });
    const pagina = await contexto.newPage();
    pagina.setDefaultTimeout(180_000);  // bounds a hang: the viewer of the reference takes 40 s on a busy machine
    pagina.on('console', m => { if (['error', 'warning'].includes(m.type())) faltas.push(`consola: ${m.text()}`); });
    pagina.on('pageerror', e => faltas.push(`excepción: ${e.message}`));
    pagina.on('requestfailed', r => faltas.push(`falló ${r.url()}`));
    pagina.on('request', r => {
        if (!r.url().startsWith('data:') && new URL(r.url()).origin !== new URL(url).origin) faltas.push(`fuera del servidor: ${r.url()}`);
    });
    await pagina.goto(url, { waitUntil: 'networkidle' });
    // ir: the next page in the same tab.
    const ir = async otra => {
        await pagina.setViewportSize(ESCRITORIO);
        await pagina.emulateMedia({ colorScheme: 'light' });
        await pagina.goto(otra, { waitUntil: 'networkidle' });
    };
    return { pagina, faltas, ir, cerrar: async () => { await contexto.close(); assert.deepEqual(faltas, []); } };
}

const captura = (pagina, nombre) =>
    process.env.GESTOR_CAPTURAS ? pagina.screenshot({ path: `${process.env.GESTOR_CAPTURAS}/${nombre}.png`, fullPage: true }) : null;

const sinDesborde = pagina => pagina.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

// cabeEnUnTelefono: the open page on a telephone, in dark.
async function cabeEnUnTelefono(pagina, nombre) {
    await pagina.setViewportSize(TELEFONO);
    await pagina.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await pagina.evaluate(() => [innerWidth, matchMedia('(prefers-color-scheme: dark)').matches]), [TELEFONO.width, true]);
    assert.ok(await sinDesborde(pagina), 'hay desplazamiento horizontal');
    await captura(pagina, `movil-${nombre}`);
    await pagina.setViewportSize(ESCRITORIO);
    await pagina.emulateMedia({ colorScheme: 'light' });
}

async function estaEntera(pagina, nombre) {
    assert.equal(await pagina.getAttribute('html', 'lang'), 'es');
    assert.match(await pagina.title(), / · gestor$/);
    assert.equal(await pagina.locator('h1').count(), 1);
    assert.equal(await pagina.locator('nav a[aria-current="page"]').count(), 1);
    assert.equal(await pagina.locator('nav a').count(), PAGINAS.length);
    assert.ok(await sinDesborde(pagina));
    await captura(pagina, `claro-${nombre || 'inicio'}`);
}

const direccion = (servidor, nombre) => `${servidor.url}/docs${nombre && '/'}${nombre}`;

// ademas: further tests of a page, on the tab that the first test loaded.
const ademas = {
    guia: {
        'teclado: el primer tabulador ofrece saltar al contenido': async pagina => {
            await pagina.keyboard.press('Tab');
            assert.equal(await pagina.evaluate(() => document.activeElement.className), 'saltar');
            assert.ok((await pagina.locator('.saltar').boundingBox()).x >= 0, 'se ve al recibir el foco');
            await pagina.keyboard.press('Enter');
            assert.equal(await pagina.evaluate(() => document.activeElement.id), 'contenido');
            for (const _ of [1, 2, 3]) await pagina.keyboard.press('Tab');
            assert.ok(await pagina.evaluate(() => document.activeElement.closest('main') !== null), 'sigue dentro del contenido');
        },
        'los ejemplos nombran la dirección por la que se llegó y funcionan': async pagina => {
            assert.equal(await pagina.locator('[data-origen]').first().textContent(), new URL(demo.url).origin);
            const rutas = (await pagina.locator('pre').allTextContents()).flatMap(t => t.match(/\/api\/[A-Za-z/]+/g) ?? []);
            const conocidas = Object.keys(documento.paths).map(r => r.replace(/\/\{[^}]+\}/g, '').toLowerCase());
            for (const ruta of rutas) assert.ok(conocidas.includes(ruta.replace(/\/$/, '').toLowerCase()), `la guía nombra ${ruta}`);
        },
    },
    operaciones: {
        'están todas, y el filtro las acota': async pagina => {
            const filas = pagina.locator('tbody tr');
            const texto = (await pagina.locator('table').allTextContents()).join('\n');
            for (const [ruta, verbos] of Object.entries(documento.paths)) {
                assert.ok(texto.includes(ruta), ruta);
                for (const verbo of Object.keys(verbos).filter(v => VERBOS.includes(v) && v !== 'options')) assert.ok(texto.includes(verbo.toUpperCase()));
            }
            const todas = await filas.count();
            await pagina.getByRole('searchbox').fill('AUTENTICACIÓN obtiene token');
            assert.ok(await pagina.locator('tbody tr:visible').count() < todas);
            await pagina.getByRole('searchbox').fill('registroventa ventas.leer');
            assert.equal(await pagina.locator('tbody tr:visible').count(), 3);
            assert.match(await pagina.locator('.filtros .cuenta').textContent(), /^3 de /);
        },
    },
    errores: {
        'el type de un error real lleva a su entrada': async (pagina, ficha) => {
            const cuerpo = await (await fetch(`${demo.url}/api/RegistroVenta?registrosPorPagina=500`, { headers: { Authorization: `Bearer ${escena.t1}` } })).json();
            assert.equal(cuerpo.type, '/docs/errores#VALIDACION');
            await ficha.ir(demo.url + cuerpo.type);
            await pagina.reload({ waitUntil: 'networkidle' });  // reload: a reader arrives by the link
            const fila = pagina.locator(':target');
            assert.match(await fila.textContent(), /VALIDACION.*400/s);
            assert.ok(await fila.isVisible());
            for (const e of cuerpo.errores) assert.equal(await pagina.locator(`[id="${e.codigo}"]`).count(), 1, e.codigo);
            await pagina.goto(`${demo.url}/docs/errores#NO_EXISTE`);
            assert.match(await pagina.locator(':target').textContent(), /NO_EXISTE/);
            await captura(pagina, 'error-ancla');
        },
    },
    ajustes: {
        'son los de gestor serve --help': async pagina => {
            const ayuda = execFileSync(programa, ['serve', '--help'], { encoding: 'utf8' });
            const nombres = await pagina.locator('tbody tr').evaluateAll(filas => filas.map(f => f.id));
            assert.ok(nombres.length > 30);
            for (const nombre of nombres) assert.ok(ayuda.includes(nombre), nombre);
        },
    },
    cambios: {
        'aparecen todos, se filtran por tipo y el enlace los conserva': async pagina => {
            await pagina.locator('.cambios li').first().waitFor();
            const todos = await pagina.locator('.cambios li').count();
            const primera = await (await fetch(`${demo.url}/api/RegistroCambios?incluirTotal=true`)).json();
            assert.equal(todos, primera.paginacion.totalRegistros);
            await pagina.getByRole('button', { name: 'breaking' }).click();
            assert.equal(await pagina.getByRole('button', { name: 'breaking' }).getAttribute('aria-pressed'), 'true');
            const rotos = await pagina.locator('.cambios li').count();
            assert.ok(rotos > 0 && rotos < todos);
            assert.equal(await pagina.locator('.cambios li .tipo.breaking').count(), rotos);
            assert.ok(await pagina.locator('.accion').count() > 0);
            await pagina.reload({ waitUntil: 'networkidle' });
            assert.equal(await pagina.locator('.cambios li').count(), rotos);
        },
    },
};

describe('páginas', () => {
    // One tab, one load of each page. The viewer of the reference has its own tab below.
    let ficha;
    after(() => ficha?.cerrar());
    for (const nombre of PAGINAS.filter(n => n !== 'referencia'))
        test(`/docs/${nombre}: abre sin faltas, con título, salto y navegación, y cabe en un teléfono, en oscuro`, async t => {
            if (ficha) await ficha.ir(direccion(demo, nombre));
            else ficha = await abrir(direccion(demo, nombre));
            const { pagina, faltas } = ficha;
            await estaEntera(pagina, nombre);
            await cabeEnUnTelefono(pagina, nombre || 'inicio');
            for (const [que, prueba] of Object.entries(ademas[nombre] ?? {})) await t.test(que, () => prueba(pagina, ficha));
            assert.deepEqual(faltas, []);
        });

    test('encabezados: política estricta sin excepciones, ETag y 304', async () => {
        for (const nombre of PAGINAS) {
            const respuesta = await fetch(direccion(demo, nombre));
            const politica = respuesta.headers.get('content-security-policy');
            assert.match(politica, /default-src 'none'/);
            assert.match(politica, /frame-ancestors 'none'/);
            assert.doesNotMatch(politica, /unsafe|\*/);
            const etag = respuesta.headers.get('etag');
            assert.match(etag, /^"[0-9a-f]{32}"$/);
            const otra = await fetch(direccion(demo, nombre), { headers: { 'If-None-Match': etag } });
            assert.equal(otra.status, 304);
        }
        const nada = await fetch(direccion(demo, 'no-existe'));
        assert.equal(nada.status, 404);
        assert.equal((await nada.json()).codigo, 'RUTA_DESCONOCIDA');
    });

    test('los enlaces internos llegan a una página y a un ancla que existen', async () => {
        const ids = new Map(), enlaces = [];
        for (const nombre of PAGINAS) {
            const html = await (await fetch(direccion(demo, nombre))).text();
            const ruta = nombre ? `/docs/${nombre}` : '/docs';
            const propios = [...html.matchAll(/ id="([^"]+)"/g)].map(m => m[1]);
            assert.equal(new Set(propios).size, propios.length, `${ruta} repite un id`);
            ids.set(ruta, new Set(propios));
            for (const m of html.matchAll(/ (?:href|src)="([^"]+)"/g)) enlaces.push([ruta, m[1]]);
        }
        for (const [desde, enlace] of enlaces) {
            assert.doesNotMatch(enlace, /^(https?:)?\/\//, `${desde} enlaza afuera`);
            const [ruta, ancla] = enlace.split('#');
            if (ancla && ids.has(ruta || desde) && ruta !== '/docs/referencia')
                assert.ok(ids.get(ruta || desde).has(ancla), `${desde} → ${enlace}`);
            else if (ruta && !ids.has(ruta)) assert.equal((await fetch(demo.url + ruta)).status, 200, `${desde} → ${enlace}`);
        }
    });

    test('lo que se guarda en memoria es poco', async () => {
        const nombres = [...PAGINAS, 'estilo.css', 'visor.css', 'docs.js', 'cambios.js', 'referencia.js', 'icono.svg', 'comparacion.svg', 'swagger-ui-bundle.js', 'swagger-ui.css', 'visor-licencias.txt'];
        let bytes = 0;
        for (const nombre of nombres) {
            const respuesta = await fetch(direccion(demo, nombre));
            assert.equal(respuesta.status, 200, nombre);
            bytes += (await respuesta.arrayBuffer()).byteLength;
        }
        assert.ok(bytes < MAXIMO_KB * 1024, `${Math.round(bytes / 1024)} KB`);
    });
});

// The first page promises areas in words; each must have operations in this very server.
test('inicio: sólo promete áreas que se sirven', async () => {
    const texto = (await (await fetch(`${demo.url}/docs`)).text());
    const promesa = /<p class="entrada">([^<]*)<\/p>/.exec(texto)[1].toLowerCase();
    const tabla = execFileSync(programa, ['operaciones'], { encoding: 'utf8' });
    const areas = { ventas: /FacturaVenta/, cobranza: /CuentasPorCobrar/, compras: /FacturaCompra/, bancos: /api\/Bancos/, inventario: /api\/Inventario/, precios: /ListaPrecios/, rutas: /api\/Ruta/, servicio: /OrdenServicio/, escuelas: /api\/Escuela/, contabilidad: /api\/Contabilidad|ClasificadoresCosto/ };
    let dichas = 0;
    for (const [palabra, ruta] of Object.entries(areas)) {
        if (!promesa.includes(palabra)) continue;
        ++dichas;
        assert.match(tabla, ruta, `promete ${palabra}`);
    }
    assert.ok(dichas >= 5, promesa);
});

describe('referencia', () => {
    // One load for all tests: Swagger UI needs 5 s of processor time to draw the document, and as much for an operation.
    test('el visor', async t => {
        const { pagina, faltas, cerrar } = await abrir(`${direccion(demo, 'referencia')}#GET-api-RegistroVenta-id`);
        const operacion = pagina.locator('.opblock.is-open');
        const entrar = async (usuario, contrasena, llave) => {
            for (const [campo, valor] of Object.entries({ Usuario: usuario, Contraseña: contrasena, Llave: llave })) await pagina.locator('#acceso').getByLabel(campo).fill(valor);
            await pagina.getByRole('button', { name: 'Autenticar', exact: true }).click();
        };
        await t.test('abre la operación del enlace, en español, y cabe en un teléfono, en oscuro', async () => {
            await operacion.waitFor();
            assert.equal(await operacion.count(), 1);
            assert.equal((await operacion.locator('.opblock-summary-path').textContent()).replace(/\u200b/g, ''), '/api/RegistroVenta/{id}');
            assert.ok(await pagina.getByRole('button', { name: 'Autorizar', exact: true }).isVisible());
            await estaEntera(pagina, 'referencia');
            await cabeEnUnTelefono(pagina, 'referencia-abierta');
            assert.deepEqual(faltas, []);
        });

        await t.test('sin credenciales correctas dice por qué', async () => {
            await pagina.locator('#acceso summary').click();
            await entrar('nadie', 'nadie', 'nadie');
            await pagina.getByText('incorrectos').waitFor();
            assert.ok(faltas.every(f => f.includes('401')), faltas.join('\n'));  // the browser reports the 401 itself
            faltas.length = 0;
        });

        await t.test('con usuario y llave obtiene un token y ejecuta una llamada', async () => {
            const [{ transaccionId }] = (await demo.get('/api/RegistroVenta?registrosPorPagina=1', { token: escena.t1 })).json.data;
            await entrar(escena.uno.usuario, escena.uno.contrasena, escena.uno.apiKey);
            await pagina.getByText(`listo: ${escena.uno.usuario}`).waitFor();
            await operacion.locator('tr[data-param-name="id"] input').fill(String(transaccionId));
            const [respuesta] = await Promise.all([
                pagina.waitForResponse(r => r.url().endsWith(`/api/RegistroVenta/${transaccionId}`)),
                operacion.getByRole('button', { name: 'Ejecutar' }).click(),
            ]);
            assert.equal(respuesta.status(), 200);
            assert.equal((await respuesta.json()).transaccionId, transaccionId);
            await operacion.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
            assert.match(await operacion.locator('.live-responses-table').textContent(), /transaccionId/);
            assert.match(await operacion.textContent(), /Respuesta del servidor/);
            await captura(pagina, 'referencia-llamada');
            assert.equal(await pagina.evaluate(() => localStorage.length + sessionStorage.length), 0, 'el token no se guarda');
        });

        await t.test('muestra las operaciones del documento', async () => {
            const areas = pagina.locator('h3.opblock-tag'), cerradas = () => pagina.locator('.opblock').first().waitFor({ state: 'detached' });
            await pagina.locator('h3.opblock-tag[data-is-open="true"]').click();
            await cerradas();
            await cabeEnUnTelefono(pagina, 'referencia');
            const vistas = [];
            for (let i = 0; i < await areas.count(); ++i) {  // an area draws its operations when it is opened
                await areas.nth(i).click();
                await pagina.locator('.opblock').first().waitFor();
                vistas.push(...await pagina.locator('.opblock').evaluateAll(lista => lista.map(o => {
                    const parte = clase => o.querySelector(`.opblock-summary-${clase}`).textContent.replace(/\u200b/g, '');
                    return `${parte('method')} ${parte('path, .opblock-summary-path__deprecated')}`;
                })));
                await areas.nth(i).click();
                await cerradas();
            }
            const todas = Object.entries(documento.paths).flatMap(([ruta, verbos]) => Object.keys(verbos).filter(v => VERBOS.includes(v)).map(v => `${v.toUpperCase()} ${ruta}`));
            assert.deepEqual(vistas.sort(), todas.sort());
        });
        await cerrar();
    });

    test('sin el visor hay una referencia sencilla con todas las operaciones', async () => {
        assert.equal((await fetch(direccion(sencillo, 'swagger-ui-bundle.js'))).status, 404);
        const { pagina, cerrar } = await abrir(`${direccion(sencillo, 'referencia')}#GET-api-RegistroVenta-id`);
        const abierta = pagina.locator('details[open]');
        assert.equal(await abierta.count(), 1);
        assert.match(await abierta.textContent(), /partidas\[\]\.precioUnitario/);
        const rutas = await pagina.locator('summary code').allTextContents();
        for (const ruta of Object.keys(documento.paths)) assert.ok(rutas.includes(ruta), ruta);
        assert.ok(await sinDesborde(pagina));
        await captura(pagina, 'referencia-sencilla');
        await cerrar();
    });
});
