/* The values of one metric, a row for each joint and a column for each method: a table whose cells
 * are coloured and can be reached by keyboard. */
'use strict';

const heatmap = (() => {
    const MOST_ROWS = 400;
    const NUMBERS_UP_TO = 7;    /* methods; with more, cells are too narrow for text */
    const box = byId('heat-box'), metricChoice = byId('metric'), orderChoice = byId('heat-order');
    let doc = null, cut = null, methods = [], cells = new Map(), wants = null;

    const figure = (method, joint) => method.figures()[joint * doc.metrics.length + state.values.metric];

    function range() {
        let low = Infinity, high = 0;
        for (const method of methods)
            for (let j = 0; j < cut.all.nJoints; j++) {
                const value = figure(method, j);
                if (value > 0 && !data.isNoise(value)) { low = Math.min(low, value); high = Math.max(high, value); }
            }
        if (!(high > 0)) return null;
        return [Math.max(low, high / 1e4), high > low ? high : high * 1.001];
    }

    function jointOrder() {
        const all = Array.from({ length: cut.all.nJoints }, (_, j) => j);
        const worst = all.map(j => Math.max(0, ...methods.map(method => figure(method, j)).filter(Number.isFinite)));
        const most = all.slice().sort((a, b) => worst[b] - worst[a] || a - b).slice(0, MOST_ROWS);
        return state.values.heatOrder === 'worst' ? most : most.sort((a, b) => a - b);
    }

    const keyOf = (joint, method) => joint + ',' + method;

    function cell(method, joint, scale, numbers) {
        const value = figure(method, joint), metric = doc.metrics[state.values.metric];
        const out = element('td', { role: 'gridcell', tabindex: -1, 'data-joint': joint, 'data-method': method.index });
        const text = Number.isFinite(value) ? data.brief(value) : '–';
        if (scale && Number.isFinite(value)) {
            const rgb = colours.heat(scale(value));
            out.style.backgroundColor = colours.css(rgb);
            out.style.color = colours.onTop(rgb);
        }
        out.append(element('span', { class: numbers ? '' : 'sr' }, text));
        const name = cut.skeleton.joints[joint].name;
        out.title = name + ', ' + method.label + ': ' + data.printed(value) + ' ' + data.unit(metric);
        cells.set(keyOf(joint, method.index), out);
        return out;
    }

    function draw() {
        const scroll = box.querySelector('.heat-scroll');
        const [left, top] = scroll ? [scroll.scrollLeft, scroll.scrollTop] : [0, 0];
        methods = cut.methods.slice().sort(model.byRank);
        cells = new Map();
        const span = range(), scale = span && colours.logarithmic(...span), numbers = methods.length <= NUMBERS_UP_TO;
        const labels = model.shortLabels(cut);
        const head = element('tr', { role: 'row' },
            element('th', { role: 'columnheader', scope: 'col', class: 'corner' }, 'Joint'),
            ...methods.map(method => {
                return element('th', { role: 'columnheader', scope: 'col', title: method.label },
                    element('span', { class: 'upright' }, labels[method.index]), colours.swatch(method.colour));
            }));
        const order = jointOrder();
        const nameOf = joint => cut.skeleton.joints[joint].name;
        const rows = order.map(joint => element('tr', { role: 'row' },
            element('th', { role: 'rowheader', scope: 'row', title: nameOf(joint) }, nameOf(joint)),
            ...methods.map(method => cell(method, joint, scale, numbers))));
        const table = element('table', { role: 'grid', class: 'heat-table', 'aria-labelledby': 'heat-title' },
            element('thead', { role: 'rowgroup' }, head), element('tbody', { role: 'rowgroup' }, ...rows));
        const around = element('div', { class: 'heat-scroll' }, table);
        box.replaceChildren(around);
        if (order.length < cut.all.nJoints)
            box.append(element('p', { class: 'note' }, 'The ' + order.length + ' worst of ' + cut.all.nJoints + ' joints.'));
        around.scrollTo(left, top);
        mark();
        legend(span);
    }

    function legend(span) {
        const metric = doc.metrics[state.values.metric];
        byId('heat-low').textContent = span ? data.brief(span[0]) : '';
        byId('heat-high').textContent = span ? data.brief(span[1]) : 'nothing above 0';
        byId('heat-unit').textContent = span ? data.unit(metric) + ', logarithmic' : '';
        byId('heat-scale').hidden = !span;
        byId('heat-scale').setAttribute('aria-label', 'Colour scale, light is low');
        if (theme.isDark()) byId('heat-scale').setAttribute('aria-label', 'Colour scale, dark is low');
        colours.drawLegend(byId('heat-scale'), colours.heat);
    }

    /* Marks the chosen cell, the only one that Tab reaches. */
    function mark() {
        const { joint, method } = state.values;
        for (const old of box.querySelectorAll('[aria-selected=true], td[tabindex="0"]')) {
            old.removeAttribute('aria-selected');
            old.tabIndex = -1;
        }
        for (const old of box.querySelectorAll('.chosen')) old.classList.remove('chosen');
        const now = cells.get(keyOf(joint, method)) || cells.values().next().value;
        if (!now) return;
        now.tabIndex = 0;
        if (now !== cells.get(keyOf(joint, method))) return;
        now.setAttribute('aria-selected', 'true');
        now.parentElement.firstElementChild.classList.add('chosen');
        const column = methods.findIndex(of => of.index === method);
        box.querySelectorAll('thead th')[column + 1].classList.add('chosen');
    }

    function choose(target) {
        const joint = Number(target.dataset.joint), method = Number(target.dataset.method);
        const shown = new Set(state.values.shown).add(cut.methods[method].label);
        state.set({ joint, method, ...(shown.size > state.values.shown.size ? { shown } : {}) });
        say(target.title);
    }

    box.addEventListener('click', event => {
        const target = event.target.closest('td');
        if (!target) return;
        target.focus();
        choose(target);
    });
    box.addEventListener('keydown', event => {
        const target = event.target.closest('td');
        if (!target || event.ctrlKey || event.metaKey || event.altKey) return;
        const row = target.parentElement, column = [...row.children].indexOf(target);
        const body = row.parentElement.children, at = [...body].indexOf(row);
        const sibling = {
            ArrowLeft: () => row.children[Math.max(1, column - 1)],
            ArrowRight: () => row.children[Math.min(row.children.length - 1, column + 1)],
            ArrowUp: () => body[Math.max(0, at - 1)].children[column],
            ArrowDown: () => body[Math.min(body.length - 1, at + 1)].children[column],
            PageUp: () => body[Math.max(0, at - 10)].children[column],
            PageDown: () => body[Math.min(body.length - 1, at + 10)].children[column],
            Home: () => row.children[1],
            End: () => row.children[row.children.length - 1]
        }[event.key];
        if (sibling) {
            const to = sibling();
            target.tabIndex = -1;
            to.tabIndex = 0;
            to.focus();
        } else if (event.key === 'Enter' || event.key === ' ') choose(target);
        else return;
        event.preventDefault();
        event.stopPropagation();
    });

    metricChoice.addEventListener('change', () => state.set({ metric: Number(metricChoice.value) }));
    orderChoice.addEventListener('change', () => state.set({ heatOrder: orderChoice.value }));

    function init(document) {
        doc = document;
        metricChoice.replaceChildren(...doc.metrics.map((metric, i) =>
            element('option', { value: i, title: metric.name }, data.title(metric))));
        metricChoice.value = String(state.values.metric);
    }

    function use(opened) {
        cut = opened;
        paint();
    }

    const paint = state.painter(() => { if (cut) draw(); });
    state.on(['metric', 'heatOrder'], paint);
    state.on(['joint', 'method'], () => { if (cut) mark(); });
    theme.onChange(paint);

    return { init, use };
})();
