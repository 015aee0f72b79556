// The documentation in a real browser: every page, the reference and its calls, without one request to anybody else.
// Screenshots go to GESTOR_CAPTURAS, if it is set.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { chromium } from 'playwright-core';
import { levantar, programa } from './lib/ayuda.mjs';

const PAGINAS = ['', 'guia', 'facturas', 'referencia', 'operaciones', 'errores', 'cambios', 'ajustes', 'produccion', 'alojamiento', 'administracion', 'comparacion'];
const VERBOS = ['get', 'put', 'post', 'delete', 'options'];
const MAXIMO_KB = 3000;  // everything the server keeps in memory for /docs

let demo, sencillo, navegador, documento;

before(async () => {
    demo = await levantar({ registros: 300 });
    sencillo = await levantar({ registros: 100, ajustes: { docs: '/nada' } });  // without the viewer's files
    documento = await (await fetch(`${demo.url}/openapi.json`)).json();
    navegador = await chromium.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
            '--disable-component-update', '--disable-sync'],
    });
});

after(async () => {
    await navegador?.close();
    await demo?.detener();
    await sencillo?.detener();
});

// A page that fails the test on any console error, policy violation, failed request or request to another origin.
async function abrir(url, opciones = {}) {
    const contexto = await navegador.newContext({ locale: 'es-MX', reducedMotion: 'reduce', ...opciones });
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
    return { pagina, faltas, cerrar: async () => { await contexto.close(); assert.deepEqual(faltas, []); } };
}

const captura = (pagina, nombre) =>
    process.env.GESTOR_CAPTURAS ? pagina.screenshot({ path: `${process.env.GESTOR_CAPTURAS}/${nombre}.png`, fullPage: true }) : null;

const sinDesborde = pagina => pagina.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

const direccion = (servidor, nombre) => `${servidor.url}/docs${nombre && '/'}${nombre}`;

describe('páginas', () => {
    for (const nombre of PAGINAS) {
        test(`/docs/${nombre}: abre sin faltas, con título, salto y navegación`, async () => {
            const { pagina, cerrar } = await abrir(direccion(demo, nombre));
            assert.equal(await pagina.getAttribute('html', 'lang'), 'es');
            assert.match(await pagina.title(), / · gestor$/);
            assert.equal(await pagina.locator('h1').count(), 1);
            assert.equal(await pagina.locator('nav a[aria-current="page"]').count(), 1);
            assert.equal(await pagina.locator('nav a').count(), PAGINAS.length);
            assert.ok(await sinDesborde(pagina));
            await captura(pagina, `claro-${nombre || 'inicio'}`);
            await cerrar();
        });

        test(`/docs/${nombre}: cabe en un teléfono, en oscuro`, async () => {
            const { pagina, cerrar } = await abrir(direccion(demo, nombre), { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
            assert.ok(await sinDesborde(pagina), 'hay desplazamiento horizontal');
            await captura(pagina, `movil-${nombre || 'inicio'}`);
            await cerrar();
        });
    }

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

test('teclado: el primer tabulador ofrece saltar al contenido', async () => {
    const { pagina, cerrar } = await abrir(direccion(demo, 'guia'));
    await pagina.keyboard.press('Tab');
    assert.equal(await pagina.evaluate(() => document.activeElement.className), 'saltar');
    assert.ok((await pagina.locator('.saltar').boundingBox()).x >= 0, 'se ve al recibir el foco');
    await pagina.keyboard.press('Enter');
    assert.equal(await pagina.evaluate(() => document.activeElement.id), 'contenido');
    for (const _ of [1, 2, 3]) await pagina.keyboard.press('Tab');
    assert.ok(await pagina.evaluate(() => document.activeElement.closest('main') !== null), 'sigue dentro del contenido');
    await cerrar();
});

test('guía: los ejemplos nombran la dirección por la que se llegó y funcionan', async () => {
    const { pagina, cerrar } = await abrir(direccion(demo, 'guia'));
    assert.equal(await pagina.locator('[data-origen]').first().textContent(), new URL(demo.url).origin);
    const rutas = (await pagina.locator('pre').allTextContents()).flatMap(t => t.match(/\/api\/[A-Za-z/]+/g) ?? []);
    const conocidas = Object.keys(documento.paths).map(r => r.replace(/\/\{[^}]+\}/g, '').toLowerCase());
    for (const ruta of rutas) assert.ok(conocidas.includes(ruta.replace(/\/$/, '').toLowerCase()), `la guía nombra ${ruta}`);
    await cerrar();
});

test('operaciones: están todas, y el filtro las acota', async () => {
    const { pagina, cerrar } = await abrir(direccion(demo, 'operaciones'));
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
    assert.equal(await pagina.locator('tbody tr:visible').count(), 2);
    assert.match(await pagina.locator('.filtros .cuenta').textContent(), /^2 de /);
    await cerrar();
});

test('errores: el type de un error real lleva a su entrada', async () => {
    const cuerpo = await (await fetch(`${demo.url}/api/RegistroVenta?registrosPorPagina=500`, { headers: { Authorization: `Bearer ${demo.token}` } })).json();
    assert.equal(cuerpo.type, '/docs/errores#VALIDACION');
    const { pagina, cerrar } = await abrir(demo.url + cuerpo.type);
    const fila = pagina.locator(':target');
    assert.match(await fila.textContent(), /VALIDACION.*400/s);
    assert.ok(await fila.isVisible());
    for (const e of cuerpo.errores) assert.equal(await pagina.locator(`[id="${e.codigo}"]`).count(), 1, e.codigo);
    await pagina.goto(`${demo.url}/docs/errores#NO_EXISTE`);
    assert.match(await pagina.locator(':target').textContent(), /NO_EXISTE/);
    await captura(pagina, 'error-ancla');
    await cerrar();
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

test('ajustes: son los de gestor serve --help', async () => {
    const ayuda = execFileSync(programa, ['serve', '--help'], { encoding: 'utf8' });
    const { pagina, cerrar } = await abrir(direccion(demo, 'ajustes'));
    const nombres = await pagina.locator('tbody tr').evaluateAll(filas => filas.map(f => f.id));
    assert.ok(nombres.length > 30);
    for (const nombre of nombres) assert.ok(ayuda.includes(nombre), nombre);
    await cerrar();
});

test('cambios: aparecen todos, se filtran por tipo y el enlace los conserva', async () => {
    const { pagina, cerrar } = await abrir(direccion(demo, 'cambios'));
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
    await cerrar();
});

describe('referencia', () => {
    test('muestra las operaciones del documento, en español', async () => {
        const { pagina, cerrar } = await abrir(direccion(demo, 'referencia'));
        const areas = pagina.locator('h3.opblock-tag');
        await areas.first().waitFor();
        const vistas = [];
        for (let i = 0; i < await areas.count(); ++i) {  // an area draws its operations when it is opened
            await areas.nth(i).click();
            await pagina.locator('.opblock').first().waitFor();
            vistas.push(...await pagina.locator('.opblock').evaluateAll(lista => lista.map(o => {
                const parte = clase => o.querySelector(`.opblock-summary-${clase}`).textContent.replace(/\u200b/g, '');
                return `${parte('method')} ${parte('path, .opblock-summary-path__deprecated')}`;
            })));
            await areas.nth(i).click();
            await pagina.locator('.opblock').first().waitFor({ state: 'detached' });
        }
        const todas = Object.entries(documento.paths).flatMap(([ruta, verbos]) => Object.keys(verbos).filter(v => VERBOS.includes(v)).map(v => `${v.toUpperCase()} ${ruta}`));
        assert.deepEqual(vistas.sort(), todas.sort());
        assert.ok(await pagina.getByRole('button', { name: 'Autorizar', exact: true }).isVisible());
        await cerrar();
    });

    test('con usuario y llave obtiene un token y ejecuta una llamada', async () => {
        const { pagina, cerrar } = await abrir(`${direccion(demo, 'referencia')}#GET-api-RegistroVenta`);
        const operacion = pagina.locator('.opblock.is-open');
        await operacion.waitFor();
        await pagina.locator('#acceso summary').click();
        await pagina.locator('#acceso').getByLabel('Usuario').fill(demo.credenciales.usuario);
        await pagina.locator('#acceso').getByLabel('Contraseña').fill(demo.credenciales.contrasena);
        await pagina.locator('#acceso').getByLabel('Llave').fill(demo.credenciales.apiKey);
        await pagina.getByRole('button', { name: 'Autenticar', exact: true }).click();
        await pagina.getByText(`listo: ${demo.credenciales.usuario}`).waitFor();
        await operacion.locator('tr[data-param-name="registrosPorPagina"] input').fill('1');
        const [respuesta] = await Promise.all([
            pagina.waitForResponse(r => r.url().includes('/api/RegistroVenta?')),
            operacion.getByRole('button', { name: 'Ejecutar' }).click(),
        ]);
        assert.equal(respuesta.status(), 200);
        assert.equal((await respuesta.json()).data.length, 1);
        await operacion.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
        assert.match(await operacion.locator('.live-responses-table').textContent(), /transaccionId/);
        assert.match(await operacion.textContent(), /Respuesta del servidor/);
        await captura(pagina, 'referencia-llamada');
        assert.equal(await pagina.evaluate(() => localStorage.length + sessionStorage.length), 0, 'el token no se guarda');
        await cerrar();
    });

    test('sin credenciales correctas dice por qué', async () => {
        const { pagina, faltas } = await abrir(direccion(demo, 'referencia'));
        await pagina.locator('#acceso summary').click();
        for (const campo of ['Usuario', 'Contraseña', 'Llave']) await pagina.locator('#acceso').getByLabel(campo).fill('nadie');
        await pagina.getByRole('button', { name: 'Autenticar', exact: true }).click();
        await pagina.getByText('incorrectos').waitFor();
        assert.ok(faltas.every(f => f.includes('401')), faltas.join('\n'));  // the browser reports the 401 itself
        await pagina.context().close();
    });

    test('en un teléfono se abre una operación sin desbordar', async () => {
        const { pagina, cerrar } = await abrir(`${direccion(demo, 'referencia')}#GET-api-RegistroVenta-id`, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
        await pagina.locator('.opblock.is-open').waitFor();
        assert.ok(await sinDesborde(pagina));
        await captura(pagina, 'movil-referencia-abierta');
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
