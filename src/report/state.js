/* The choices that decide what the page shows. Parts of the page listen for changes of some keys. */
'use strict';

const state = (() => {
    const values = {
        cut: 0, frame: 0, playing: false, speed: 0.25, loop: 'cut',
        layout: 'side', source: true, target: true, jumps: true, contacts: true, path: false, follow: true,
        joint: 0, method: 0, shown: new Set(),
        quantity: 'ang1', log: false, zoom: null,
        metric: 0, heatOrder: 'skeleton',
        columns: [], sort: { column: -1, down: false },
        keys: true
    };
    const listeners = [];

    /* Calls listener(changed keys) after any of these keys changed. */
    function on(keys, listener) {
        listeners.push({ keys, listener });
    }

    function set(patch) {
        const changed = Object.keys(patch).filter(key => values[key] !== patch[key]);
        if (!changed.length) return;
        Object.assign(values, patch);
        for (const { keys, listener } of listeners)
            if (changed.some(key => keys.includes(key))) listener(changed);
    }

    /* Calls draw at most once a frame of the display. */
    function painter(draw) {
        let due = false;
        return () => {
            if (due) return;
            due = true;
            requestAnimationFrame(() => { due = false; draw(); });
        };
    }

    return { values, on, set, painter };
})();

/* An element with attributes, listeners and children; text is text, never markup. */
function element(tag, attributes = {}, ...children) {
    const out = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith('on')) out.addEventListener(name.slice(2), value);
        else if (value === true) out.setAttribute(name, '');
        else if (value !== false && value != null) out.setAttribute(name, value);
    }
    out.append(...children.filter(child => child != null));
    return out;
}

const byId = id => document.getElementById(id);

/* Announces text to screen readers. */
function say(text) {
    byId('live').textContent = text;
}

/* Sizes a canvas to its box, sharp on any display; its context draws in CSS pixels. */
function fitCanvas(canvas, width, height) {
    const ratio = window.devicePixelRatio || 1;
    const w = Math.max(1, Math.round(width * ratio)), h = Math.max(1, Math.round(height * ratio));
    if (canvas.width !== w || canvas.height !== h) {
        canvas.width = w;
        canvas.height = h;
        canvas.style.width = width + 'px';
        canvas.style.height = height + 'px';
    }
    const context = canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    return context;
}

/* Tips: the data-tip of the element under the pointer or with the focus, shown next to it. Escape
 * hides a tip. */
const tip = (() => {
    const box = byId('tip');

    function show({ left, right, top, bottom }, text) {
        box.textContent = text;
        box.hidden = false;
        const { width, height } = box.getBoundingClientRect(), edge = document.documentElement.clientWidth - width - 8;
        const below = bottom + 6 + height < window.innerHeight;
        box.style.left = Math.max(8, Math.min((left + right - width) / 2, edge)) + 'px';
        box.style.top = (below ? bottom + 6 : Math.max(4, top - 6 - height)) + 'px';
    }

    function hide() {
        box.hidden = true;
    }

    const tellOf = node => show(node.getBoundingClientRect(), node.dataset.tip);
    const tell = event => {
        const of = event.target.closest('[data-tip]');
        if (of) tellOf(of);
    };
    const leave = event => { if (event.target.closest('[data-tip]')) hide(); };
    document.addEventListener('mouseover', tell);
    document.addEventListener('mouseout', leave);
    document.addEventListener('focusin', event => { if (event.target.matches(':focus-visible')) tell(event); });
    document.addEventListener('focusout', leave);
    document.addEventListener('keydown', event => { if (event.key === 'Escape') hide(); });
    /* The browser may scroll to an element that gets the focus; its tip moves with it. */
    document.addEventListener('scroll', () => {
        const focused = document.activeElement;
        if (!box.hidden && focused.matches('[data-tip]:focus-visible')) tellOf(focused);
        else hide();
    }, true);
    return { show, hide };
})();

/* A details element that lies over the page. A click outside and Escape close it. */
function overlay(details) {
    document.addEventListener('click', event => { if (!details.contains(event.target)) details.open = false; });
    details.addEventListener('keydown', event => {
        if (event.key !== 'Escape' || !details.open) return;
        details.open = false;
        details.querySelector('summary').focus();
    });
}
