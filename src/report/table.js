/* The table of `dbtool compare`: its text, sortable, with the best value of each column marked. */
'use strict';

const table = (() => {
    const box = byId('table-box'), list = byId('column-list');
    const BY_RANK = -2;         /* sorted by rank, which no single column shows */
    let doc = null, cut = null;

    function sorted() {
        const { column, down } = state.values.sort, sign = down ? -1 : 1;
        const key = method => data.figure(method.values[column]);
        return cut.methods.slice().sort((a, b) => {
            if (column === BY_RANK) return model.byRank(a, b);
            if (column < 0) return sign * a.label.localeCompare(b.label);
            const x = key(a), y = key(b);
            if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) - Number.isNaN(y) || a.index - b.index;
            return sign * (x - y) || model.byRank(a, b);
        });
    }

    function sortBy(column) {
        const { sort } = state.values;
        state.set({ sort: { column, down: sort.column === column && !sort.down } });
        const name = column < 0 ? 'method' : data.title(doc.metrics[column]);
        say('Sorted by ' + name + (state.values.sort.down ? ', highest first' : column < 0 ? '' : ', lowest first'));
    }

    function heading(column) {
        const { sort } = state.values, chosen = sort.column === column;
        const metric = doc.metrics[column];
        const name = column < 0 ? 'Method' : data.title(metric);
        const attributes = {
            type: 'button', 'data-column': column, title: column < 0 ? 'Name of the method' : metric.name,
            onclick: () => sortBy(column)
        };
        const button = element('button', attributes,
            element('span', {}, name), column < 0 ? null : element('small', {}, data.unit(metric)),
            element('i', { class: 'arrow', 'aria-hidden': 'true' }, chosen ? (sort.down ? '▼' : '▲') : ''));
        const order = !chosen ? 'none' : sort.down ? 'descending' : 'ascending';
        return element('th', { scope: 'col', 'aria-sort': order }, button);
    }

    function rowOf(method, columns) {
        const untold = model.untold(method);
        const name = element('button', {
            type: 'button', class: 'pick', 'aria-pressed': String(method.index === state.values.method),
            'data-tip': model.about(method), onclick: () => choose(method)
        }, colours.swatch(method.colour), method.label);
        const cells = columns.map(column => {
            const exact = method.values[column], isBest = method.best.has(column), metric = doc.metrics[column].name;
            const slides = metric === 'skate_u' && method.slides;
            return element('td', { class: isBest ? 'best' : slides ? 'slides' : '', 'data-metric': metric },
                isBest ? element('span', { class: 'best-mark', 'aria-hidden': 'true' }, '●') : null,
                element('span', { class: 'value', title: exact }, data.printed(data.figure(exact))),
                isBest ? element('span', { class: 'sr' }, ' best') : null);
        });
        return element('tr', { 'data-method': method.index, class: method.index === state.values.method ? 'chosen' : '' },
            element('th', { scope: 'row' }, name, untold.length ? element('small', {}, untold.join(', ')) : null), ...cells);
    }

    function choose(method) {
        const shown = new Set(state.values.shown).add(method.label);
        state.set({ method: method.index, ...(shown.size > state.values.shown.size ? { shown } : {}) });
    }

    function draw() {
        if (!cut) return;
        const focus = box.contains(document.activeElement) ? document.activeElement : null;
        const header = focus && focus.dataset.column, row = focus && focus.closest('tr');
        const picked = row && row.dataset.method;
        const { columns } = state.values;
        box.replaceChildren(element('table', { class: 'figures' },
            element('caption', { class: 'sr' }, 'Metrics of each method at this cut'),
            element('thead', {}, element('tr', {}, heading(-1), ...columns.map(heading))),
            element('tbody', {}, ...sorted().map(method => rowOf(method, columns)))));
        edges();
        worst();
        const again = header !== undefined && header !== null ? box.querySelector('[data-column="' + Number(header) + '"]')
            : picked ? box.querySelector('tr[data-method="' + Number(picked) + '"] button') : null;
        if (again) again.focus({ preventScroll: true });
    }

    /* Shades an edge if columns are hidden beyond it. */
    function edges() {
        const frame = box.parentElement, hidden = box.scrollWidth - box.clientWidth;
        const names = box.querySelector('th');
        frame.classList.toggle('more-left', box.scrollLeft > 1);
        frame.classList.toggle('more-right', box.scrollLeft < hidden - 1);
        frame.style.setProperty('--names', (names ? names.offsetWidth : 0) + 'px');
    }

    function toggle(column, on) {
        const chosen = new Set(state.values.columns);
        if (on) chosen.add(column);
        else chosen.delete(column);
        const first = doc.columns.filter(c => chosen.has(c));
        state.set({ columns: [...first, ...doc.metrics.map((_, i) => i).filter(i => chosen.has(i) && !first.includes(i))] });
    }

    function init(document) {
        doc = document;
        state.set({ columns: doc.columns.slice(), sort: { column: doc.by_rule ? BY_RANK : doc.rank, down: false } });
        const everything = doc.metrics.map((_, i) => i);
        const boxes = () => [...list.querySelectorAll('input')];
        const setAll = columns => {
            state.set({ columns });
            boxes().forEach((input, i) => { input.checked = columns.includes(i); });
        };
        list.replaceChildren(
            element('div', { class: 'all' },
                element('button', { type: 'button', class: 'quiet', onclick: () => setAll(doc.columns.slice()) }, 'Usual'),
                element('button', { type: 'button', class: 'quiet', onclick: () => setAll(everything) }, 'All')),
            ...doc.metrics.map((metric, i) => element('label', { title: metric.name },
                element('input', {
                    type: 'checkbox', checked: doc.columns.includes(i),
                    onchange: event => toggle(i, event.target.checked)
                }),
                element('span', {}, data.title(metric)), element('small', {}, data.unit(metric)))));
    }

    /* Says what ranks the methods, and over which time. */
    function note() {
        const { window_frames: window } = cut.raw, over = Number((window * cut.dt).toFixed(4));
        byId('table-note').textContent = 'ranked by ' + data.inSentence(doc.metrics[doc.rank]) +
            (doc.by_rule ? ', seamless methods first, then those up to twice and four times that seam, then the others by seam ratio' : ', lowest first') +
            (window === undefined ? '' : '; measured over ' + over + ' s after the cut') +
            cut.raw.methods.filter(method => method.missing).map(method =>
                '; ' + method.label + ' ranks last: it never shows the new clip').join('');
    }

    /* Names the worst joint and frame of the chosen method. */
    function worst() {
        const seam = doc.metrics.findIndex(metric => metric.name === 'seam_ratio'), method = cut.methods[state.values.method];
        const box = byId('table-worst'), captured = method && method.captured();
        box.hidden = seam < 0 || !captured;
        if (box.hidden) return;
        const figures = method.figures(), n = doc.metrics.length;
        let joint = 0;
        for (let j = 1; j < cut.all.nJoints; j++) if (figures[j * n + seam] > figures[joint * n + seam]) joint = j;
        const quotients = kinematics.quotients(cut.all, method.frames, cut.dt, joint, captured.subarray(4 * joint, 4 * joint + 4));
        let at = method.begin;
        for (let frame = at; frame <= Math.min(method.end + 2, cut.last); frame++)
            if (quotients[frame - cut.first] > quotients[at - cut.first] || Number.isNaN(quotients[at - cut.first])) at = frame;
        box.textContent = method.label + ': the worst joint is ' + cut.skeleton.joints[joint].name + ', ' +
            data.printed(figures[joint * n + seam]) + ' times as abrupt as ever in its clips, in frame ' + at;
    }

    function use(opened) {
        cut = opened;
        note();
        draw();
    }

    overlay(byId('columns'));
    box.addEventListener('scroll', edges);
    new ResizeObserver(edges).observe(box);

    state.on(['columns', 'sort', 'method'], draw);
    theme.onChange(draw);
    return { init, use };
})();
