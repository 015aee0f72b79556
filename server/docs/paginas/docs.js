// Small help for every page; without it they read the same.
'use strict';

// Examples name the address the reader came by, unless the server has a public one (data-origen="fijo").
for (const e of document.querySelectorAll('[data-origen="pagina"]')) e.textContent = location.origin;

for (const pre of document.querySelectorAll('main pre')) {
    const bloque = document.createElement('div');
    bloque.className = 'bloque';
    pre.replaceWith(bloque);
    pre.tabIndex = 0;  // it may scroll: reachable by keyboard
    bloque.append(pre);
    if (!navigator.clipboard) continue;  // only https and localhost have one
    const boton = document.createElement('button');
    boton.type = 'button';
    boton.className = 'copiar';
    boton.textContent = 'Copiar';
    boton.addEventListener('click', async () => {
        try {
            await navigator.clipboard.writeText(pre.textContent.trim());
            boton.textContent = 'Copiado';
        } catch {
            boton.textContent = 'No se pudo';
        }
        setTimeout(() => { boton.textContent = 'Copiar'; }, 1500);
    });
    bloque.append(boton);
}

// <div data-filtro="selector de filas" hidden><input type=search> <span class=cuenta></span></div>
const simple = texto => texto.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
for (const caja of document.querySelectorAll('[data-filtro]')) {
    const filas = [...document.querySelectorAll(caja.dataset.filtro)].map(fila => [fila, simple(fila.textContent)]);
    const cuenta = caja.querySelector('.cuenta');
    const entrada = caja.querySelector('input');
    const filtrar = () => {
        const palabras = simple(entrada.value).split(/\s+/);
        let vistas = 0;
        for (const [fila, texto] of filas) {
            fila.hidden = !palabras.every(p => texto.includes(p));
            if (!fila.hidden) vistas++;
        }
        for (const grupo of document.querySelectorAll('[data-grupo]'))
            grupo.hidden = !grupo.querySelector(caja.dataset.filtro + ':not([hidden])');
        cuenta.textContent = `${vistas} de ${filas.length}`;
    };
    entrada.addEventListener('input', filtrar);
    caja.hidden = false;
    filtrar();
}

// A link to an operation of the plain reference opens it.
const abrir = () => {
    const e = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (e?.tagName === 'DETAILS') {
        e.open = true;
        e.scrollIntoView();
    }
};
addEventListener('hashchange', abrir);
abrir();
