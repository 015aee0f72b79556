// The change log, page by page, from the same operation every caller has.
'use strict';

const lista = document.getElementById('cambios');
const cuenta = document.getElementById('cuenta');
const grupo = document.getElementById('tipos');
let cambios = [];

const nodo = (nombre, clase, texto) => {
    const e = document.createElement(nombre);
    if (clase) e.className = clase;
    if (texto) e.textContent = texto;  // never as HTML
    return e;
};

const fila = c => {
    const li = nodo('li');
    const cabeza = nodo('p');
    const fecha = nodo('time', '', c.fecha);
    fecha.dateTime = c.fecha;
    cabeza.append(fecha, nodo('span', `tipo ${c.tipo}`, c.tipo), ' ');
    if (c.endpoint) cabeza.append(nodo('code', '', c.endpoint));
    li.append(cabeza, nodo('p', '', c.descripcion));
    if (c.accionRequerida) li.append(nodo('p', 'accion', `Qué hacer: ${c.accionRequerida}`));
    return li;
};

const mostrar = tipo => {
    for (const b of grupo.querySelectorAll('button')) b.setAttribute('aria-pressed', String(b.dataset.tipo === tipo));
    const vistos = cambios.filter(c => !tipo || c.tipo === tipo);
    lista.replaceChildren(...vistos.map(fila));
    cuenta.textContent = `${vistos.length} de ${cambios.length} cambios`;
};

grupo.addEventListener('click', evento => {
    const tipo = evento.target.dataset?.tipo;
    if (tipo === undefined) return;
    history.replaceState(null, '', tipo ? `#${tipo}` : location.pathname);
    mostrar(tipo);
});

const leer = async () => {
    let cursor = '';
    do {
        const respuesta = await fetch(`/api/RegistroCambios?registrosPorPagina=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
        if (!respuesta.ok) throw new Error(`${respuesta.status}`);
        const pagina = await respuesta.json();
        cambios = cambios.concat(pagina.data);
        cursor = pagina.paginacion.siguiente || '';
    } while (cursor);
};

leer().then(() => {
    grupo.hidden = false;
    const pedido = location.hash.slice(1);
    mostrar(grupo.querySelector(`button[data-tipo="${CSS.escape(pedido)}"]`) ? pedido : '');
}).catch(error => {
    lista.replaceChildren(nodo('li', '', `No se pudo leer el registro de cambios (${error.message}). Recargue la página para intentarlo otra vez.`));
});
