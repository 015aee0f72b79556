// The interactive reference: Swagger UI over this server's own document, in Spanish, with a form that obtains the token.
'use strict';

// Swagger UI has no languages; these are its texts, exact.
const textos = {
    'Authorize': 'Autorizar', 'Logout': 'Olvidar', 'Close': 'Cerrar', 'Available authorizations': 'Autorización',
    'Authorized': 'Autorizado', 'Value:': 'Token:', 'Try it out': 'Probar', 'Try it out ': 'Probar', 'Cancel': 'Cancelar',
    'Execute': 'Ejecutar', 'Clear': 'Limpiar', 'Reset': 'Restablecer', 'Parameters': 'Parámetros', 'No parameters': 'Sin parámetros',
    'Name': 'Nombre', 'Description': 'Descripción', 'Responses': 'Respuestas', 'Response': 'Respuesta', 'Code': 'Código',
    'Links': 'Enlaces', 'No links': 'Sin enlaces', 'Media type': 'Tipo de contenido', 'Controls ': 'Controla el encabezado ',
    'Controls': 'Controla el encabezado', ' header.': '.', 'header.': '.', 'Example Value': 'Ejemplo', 'Schema': 'Esquema',
    'Schemas': 'Esquemas', 'Model': 'Modelo', 'Request body': 'Cuerpo de la solicitud', 'Response body': 'Cuerpo de la respuesta',
    'Response headers': 'Encabezados de la respuesta', 'Request URL': 'URL de la solicitud', 'Server response': 'Respuesta del servidor',
    'Request duration': 'Duración', 'Details': 'Detalles', 'Undocumented': 'Sin documentar', 'Loading': 'Cargando', 'Curl': 'curl',
    'Download': 'Descargar', 'Copied!': 'Copiado', 'Send empty value': 'Enviar vacío', 'Servers': 'Servidor',
    'required': 'obligatorio', '* required': '* obligatorio', 'Available values': 'Valores', 'Default value': 'Valor predeterminado',
    'Example': 'Ejemplo', 'Examples': 'Ejemplos', 'Examples:': 'Ejemplos:', 'Headers:': 'Encabezados:', 'Expand all': 'Abrir todo', 'Collapse all': 'Cerrar todo',
    'Edit Value': 'Editar', 'Deprecated': 'Retirada', 'Warning: Deprecated': 'Operación retirada', 'Body': 'Cuerpo', 'Type': 'Tipo',
    'Errors': 'Errores', 'Hide': 'Ocultar', 'Show': 'Mostrar', 'Add string item': 'Agregar', 'Add item': 'Agregar',
    'Required field is not provided': 'Falta este campo obligatorio', 'Filter by tag': 'Filtrar por área', 'Filter by tag or path': 'Filtrar por área o ruta',
    'Unrecognized response type; displaying content as text.': 'Contenido mostrado como texto.',
};
const enteros = [
    [/^Example Value$/, 'Ejemplo'], [/^Available values\s*: ?/, 'Valores: '], [/^Default value\s*: ?/, 'Predeterminado: '],
    [/^Example\s*: ?/, 'Ejemplo: '], [/^For '(.*)': (.*)$/, '$1: $2'], [/^(.*) \(http, Bearer\)$/, '$1 (token Bearer)'],
];
const traducir = texto => {
    const exacto = textos[texto] ?? textos[texto.trim()];
    if (exacto !== undefined) return exacto;
    for (const [patron, nuevo] of enteros) if (patron.test(texto)) return texto.replace(patron, nuevo);
    return texto;
};
const ajenos = 'pre, textarea, .renderedMarkdown, .opblock-summary-description, .opblock-summary-path';  // what the API says, not the viewer
const traducirNodo = nodo => {
    if (nodo.nodeType === Node.TEXT_NODE) {
        if (nodo.parentElement?.closest(ajenos)) return;
        const nuevo = traducir(nodo.data);
        if (nuevo !== nodo.data) nodo.data = nuevo;
        return;
    }
    if (nodo.nodeType !== Node.ELEMENT_NODE) return;
    if (nodo.tagName === 'MAIN') nodo.setAttribute('role', 'presentation');  // the page has its own
    for (const atributo of ['placeholder', 'title', 'aria-label']) {
        const valor = nodo.getAttribute(atributo);
        if (valor && traducir(valor) !== valor) nodo.setAttribute(atributo, traducir(valor));
    }
    nodo.childNodes.forEach(traducirNodo);
};

const visor = document.getElementById('visor');
new MutationObserver(cambios => {
    for (const c of cambios) {
        if (c.type === 'characterData') traducirNodo(c.target);
        else c.addedNodes.forEach(traducirNodo);
    }
}).observe(visor, { childList: true, characterData: true, subtree: true });

const oscuro = matchMedia('(prefers-color-scheme: dark)');
const tema = () => document.documentElement.classList.toggle('dark-mode', oscuro.matches);
oscuro.addEventListener('change', tema);
tema();

// Other pages link to an operation by verb and path (#GET-api-RegistroVenta-id); the viewer has its own names.
const ancla = (verbo, ruta) => `${verbo.toUpperCase()}-${ruta.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')}`;
const destino = documento => {
    const pedida = decodeURIComponent(location.hash.slice(1));
    for (const [ruta, verbos] of Object.entries(documento.paths))
        for (const [verbo, operacion] of Object.entries(verbos))
            if (operacion.operationId && ancla(verbo, ruta) === pedida)
                return `#/${encodeURIComponent(operacion.tags?.[0] ?? 'default')}/${encodeURIComponent(operacion.operationId)}`;
    return '';
};

// The viewer does not follow references in the parameters that a path shares among its operations: give each its own.
const repartir = documento => {
    const seguir = p => p.$ref ? p.$ref.slice(2).split('/').reduce((nodo, clave) => nodo[clave], documento) : p;
    for (const ruta of Object.values(documento.paths)) {
        const comunes = (ruta.parameters ?? []).map(seguir);
        delete ruta.parameters;
        for (const operacion of Object.values(ruta).filter(o => o.responses)) operacion.parameters = [...(operacion.parameters ?? []).map(seguir), ...comunes];
    }
};

const iniciar = async () => {
    const respuesta = await fetch('/openapi.json');
    if (!respuesta.ok) throw new Error(`openapi.json: ${respuesta.status}`);
    const documento = await respuesta.json();
    // Calls go where this page came from: the policy allows nothing else.
    const servidor = { url: location.origin, description: 'Este servidor' };
    documento.servers = [servidor, { url: `${location.origin}/simular`, description: 'Simulación: nada queda' }];
    for (const ruta of Object.values(documento.paths))
        for (const operacion of Object.values(ruta)) if (operacion.servers) operacion.servers = [servidor];
    repartir(documento);
    const hash = destino(documento);
    if (hash) history.replaceState(null, '', hash);
    const ui = SwaggerUIBundle({
        spec: documento,
        domNode: visor,
        presets: [SwaggerUIBundle.presets.apis],
        plugins: [() => ({ components: { InfoContainer: () => null, ServersContainer: () => null } })],  // this page says both
        layout: 'BaseLayout',
        deepLinking: true,
        docExpansion: 'none',  // an area draws its operations when it is opened: all at once take a slow machine minutes
        filter: true,
        tryItOutEnabled: true,
        displayRequestDuration: true,
        defaultModelsExpandDepth: 0,
        persistAuthorization: false,  // a token never reaches the disk
        validatorUrl: null,
    });
    const esquemas = Object.entries(documento.components?.securitySchemes ?? {});
    const esquema = esquemas.find(([, e]) => e.type === 'http' && e.scheme === 'bearer')?.[0];
    acceso(ui, esquema);
};

const acceso = (ui, esquema) => {
    const forma = document.getElementById('acceso-forma');
    const estado = document.getElementById('acceso-estado');
    forma.addEventListener('submit', async evento => {
        evento.preventDefault();
        estado.textContent = '…';
        const cuerpo = JSON.stringify(Object.fromEntries(new FormData(forma)));
        try {
            const respuesta = await fetch('/api/Seguridad/Autenticar', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: cuerpo });
            const datos = await respuesta.json();
            if (!respuesta.ok) throw new Error(datos.detail ?? datos.title);
            ui.authActions.authorize({ [esquema]: { name: esquema, value: datos.data.accessToken, schema: { type: 'http', scheme: 'bearer' } } });
            estado.textContent = `· listo: ${datos.data.usuario}, ${datos.data.organizacion}`;
            forma.reset();
        } catch (error) {
            estado.textContent = `· ${error.message}`;
        }
    });
};

iniciar().catch(error => { visor.textContent = `No se pudo cargar la referencia: ${error.message}`; });
