/* The list of cuts, where there are several. Worst first is by the best that any method makes of
 * a cut: what stays bad whatever is chosen needs a hand. */
'use strict';

const cuts = (() => {
    const list = byId('cuts-list'), filter = byId('cuts-filter'), order = byId('cuts-order');
    const FILTER_FROM = 6;
    let doc = null, entries = [], visible = [], oneSequence = false;

    const none = { label: '', value: NaN };

    function entryOf(cut, index) {
        const ranks = cut.methods.map((method, i) => ({ label: method.label, index: i, ...model.standing(method) }))
            .filter(({ ranked }) => Number.isFinite(ranked)).sort(model.byRank).map(({ label, ranked }) => ({ label, value: ranked }));
        const names = [cut.sequence, cut.source_name, cut.target_name, ...cut.methods.map(method => method.label)];
        return {
            index, cut, best: ranks[0] || none,
            worst: ranks.reduce((worst, rank) => rank.value >= worst.value ? rank : worst, ranks[0] || none),
            text: names.filter(Boolean).join('\n').toLowerCase()
        };
    }

    const bare = file => String(file).replace(/\.bvh$/i, '');

    const last = value => Number.isNaN(value) ? -Infinity : value;

    function arranged() {
        const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
        const key = order.value;
        const out = entries.filter(entry => words.every(word => entry.text.includes(word)));
        if (key !== 'plan') out.sort((a, b) => last(b[key].value) - last(a[key].value) || a.index - b.index);
        return out;
    }

    const idOf = entry => 'cut-' + entry.index;

    function item(entry, scale) {
        const { cut, best, worst } = entry, chosen = entry.index === state.values.cut;
        const shown = order.value === 'worst' ? worst : best;
        const bar = element('i', { class: 'bar', 'aria-hidden': 'true' });
        bar.style.width = Math.round(4 + 96 * scale(shown.value)) + '%';
        bar.style.background = colours.css(colours.jump(scale(shown.value)));
        const clips = bare(cut.source_name) + ' → ' + bare(cut.target_name);
        const place = 'cut ' + cut.number + ' at ' + Number(cut.at.toFixed(3)) + ' s';
        const attributes = {
            id: idOf(entry), role: 'option', 'aria-selected': String(chosen), class: chosen ? 'chosen' : '',
            'data-cut': entry.index, title: cut.sequence
        };
        return element('li', attributes,
            element('span', { class: 'cut-name' }, oneSequence ? clips : cut.sequence),
            element('span', { class: 'cut-figure' }, data.brief(shown.value)),
            oneSequence ? null : element('span', { class: 'cut-clips' }, clips),
            element('span', { class: 'cut-note' }, place + (shown.label ? ', ' + shown.label : '')),
            element('span', { class: 'bar-box' }, bar));
    }

    function draw() {
        visible = arranged();
        const figure = entry => (order.value === 'worst' ? entry.worst : entry.best).value;
        const values = entries.map(figure).filter(value => value > 0);
        const low = Math.min(...values), high = Math.max(...values);
        const scale = high > low ? colours.logarithmic(low, high) : () => 0;
        list.replaceChildren(...visible.map(entry => item(entry, scale)));
        const what = data.inSentence(doc.metrics[doc.rank]);
        const end = { best: '. On top: what no method makes smooth.', plan: ', in the plan’s order.', worst: '.' };
        byId('cuts-note').textContent = entries.length + ' cuts by ' + what + ' of each one’s ' +
            (order.value === 'worst' ? 'worst' : 'best') + ' method' + end[order.value];
        const all = visible.length === entries.length;
        byId('cuts-count').textContent = all ? '' : visible.length + ' of ' + entries.length + ' cuts';
        mark();
    }

    function mark() {
        for (const li of list.children) {
            const on = Number(li.dataset.cut) === state.values.cut;
            li.classList.toggle('chosen', on);
            li.setAttribute('aria-selected', String(on));
            if (!on) continue;
            list.setAttribute('aria-activedescendant', li.id);
            const box = list.getBoundingClientRect(), at = li.getBoundingClientRect();
            if (at.top < box.top) list.scrollTop -= box.top - at.top;
            else if (at.bottom > box.bottom) list.scrollTop += at.bottom - box.bottom;
        }
    }

    /* The cut so many places further down the list. */
    function step(by) {
        if (!visible.length) return;
        const at = visible.findIndex(entry => entry.index === state.values.cut);
        const to = at < 0 ? 0 : Math.min(Math.max(at + by, 0), visible.length - 1);
        state.set({ cut: visible[to].index });
    }

    list.addEventListener('click', event => {
        const li = event.target.closest('li');
        if (li) state.set({ cut: Number(li.dataset.cut) });
    });
    list.addEventListener('keydown', event => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        step(by);
    });
    filter.addEventListener('input', draw);
    order.addEventListener('change', draw);

    /* Returns the cut to open first. */
    function init(document_) {
        doc = document_;
        entries = doc.cuts.map(entryOf);
        oneSequence = new Set(doc.cuts.map(cut => cut.sequence)).size === 1;
        const many = entries.length > 1;
        byId('cuts').hidden = !many;
        document.body.classList.toggle('has-cuts', many);
        byId('cuts-filter-field').hidden = entries.length < FILTER_FROM;
        const first = arranged()[0];
        return first ? first.index : 0;
    }

    state.on(['cut'], mark);
    theme.onChange(() => { if (doc) draw(); });
    return { init, draw, step, count: () => entries.length };
})();
