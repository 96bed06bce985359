/* The list of cuts, if there are several. "Worst first" orders cuts by the seam of their best method,
 * then by the value that ranks: a cut that is bad with every method needs work by hand. */
'use strict';

const cuts = (() => {
    const list = byId('cuts-list'), filter = byId('cuts-filter'), order = byId('cuts-order');
    const FILTER_FROM = 6;
    const AT_ONCE = 100;        /* rows */
    let doc = null, entries = [], visible = [], oneSequence = false;
    let most = 0, marked = null;

    const none = { label: '', blame: NaN, ranked: NaN };

    const last = value => Number.isNaN(value) ? -Infinity : value;

    /* More than 0: a is worse. */
    const worseThan = (a, b) => last(a.blame) - last(b.blame) || last(a.ranked) - last(b.ranked);

    function entryOf(cut, index) {
        const ranks = cut.methods.map((method, i) => ({ label: method.label, index: i, ...model.standing(method) }))
            .filter(({ blame }) => Number.isFinite(blame)).sort(model.byRank);
        const names = [cut.sequence, cut.source_name, cut.target_name, ...cut.methods.map(method => method.label)];
        return {
            index, cut, best: ranks[0] || none,
            worst: ranks.reduce((worst, rank) => worseThan(rank, worst) >= 0 ? rank : worst, ranks[0] || none),
            text: names.filter(Boolean).join('\n').toLowerCase()
        };
    }

    const bare = file => String(file).replace(/\.bvh$/i, '');

    /* A row of the list. The length of its bar is proportional to the value. */
    function rowOf({ cut, index, best, worst }) {
        const { label, blame: value } = order.value === 'worst' ? worst : best, share = value > 0 ? value / most : 0;
        const bar = element('i', { class: 'bar', 'aria-hidden': 'true' });
        bar.style.width = 100 * share + '%';
        bar.style.background = colours.css(colours.jump(share));
        const clips = bare(cut.source_name) + ' → ' + bare(cut.target_name);
        const place = 'cut ' + cut.number + ' at ' + Number(cut.at.toFixed(3)) + ' s';
        const attributes = { id: 'cut-' + index, role: 'option', 'aria-selected': 'false', 'data-cut': index, title: cut.sequence };
        return element('li', attributes,
            element('span', { class: 'cut-name' }, oneSequence ? clips : cut.sequence),
            element('span', { class: 'cut-figure' }, data.printed(value)),
            oneSequence ? null : element('span', { class: 'cut-clips' }, clips),
            element('span', { class: 'cut-note' }, place + (label ? ', ' + label : '')),
            element('span', { class: 'bar-box' }, bar));
    }

    function arrange() {
        const key = order.value;
        entries.sort((a, b) => (key === 'plan' ? 0 : worseThan(b[key], a[key])) || a.index - b.index);
    }

    /* Makes the list again after the order, which decides what rows say, or the colours changed. */
    function draw() {
        arrange();
        most = Math.max(...entries.map(entry => last((order.value === 'worst' ? entry.worst : entry.best).blame)));
        for (const entry of entries) entry.row = null;
        const what = data.inSentence(model.blamedMetric());
        const end = { best: '. On top: what no method makes seamless.', plan: ', in the plan’s order.', worst: '.' };
        byId('cuts-note').textContent = entries.length + ' cuts by ' + what + ' of each one’s ' +
            (order.value === 'worst' ? 'worst' : 'best') + ' method' + end[order.value];
        sift();
    }

    /* Lists the cuts that have all words of the filter. */
    function sift() {
        const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
        visible = entries.filter(entry => words.every(word => entry.text.includes(word)));
        list.replaceChildren();
        extend(AT_ONCE);
        const all = visible.length === entries.length;
        byId('cuts-count').textContent = all ? '' : visible.length + ' of ' + entries.length + ' cuts';
        mark();
    }

    /* Makes the list at least n rows long, or complete if it has fewer. Rows are made once, when
     * they are needed: few readers go to the end of thousands. */
    function extend(n) {
        const first = list.childElementCount;
        list.append(...visible.slice(first, Math.max(first, n)).map((entry, i) => {
            entry.row ??= rowOf(entry);
            entry.row.setAttribute('aria-posinset', first + i + 1);
            entry.row.setAttribute('aria-setsize', visible.length);
            return entry.row;
        }));
    }

    function mark() {
        const at = visible.findIndex(entry => entry.index === state.values.cut), li = list.children[at];
        if (marked) {
            marked.classList.remove('chosen');
            marked.setAttribute('aria-selected', 'false');
        }
        marked = li;
        list.removeAttribute('aria-activedescendant');
        if (!li) return;
        li.classList.add('chosen');
        li.setAttribute('aria-selected', 'true');
        list.setAttribute('aria-activedescendant', li.id);
    }

    /* Marks the chosen cut and scrolls to it, making rows up to it. */
    function show() {
        extend(visible.findIndex(entry => entry.index === state.values.cut) + 1);
        mark();
        if (!marked) return;
        const box = list.getBoundingClientRect(), own = marked.getBoundingClientRect();
        if (own.top < box.top) list.scrollTop -= box.top - own.top;
        else if (own.bottom > box.bottom) list.scrollTop += own.bottom - box.bottom;
    }

    /* Chooses the cut that is `by` rows further down the list. */
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
    list.addEventListener('scroll', () => {
        if (list.scrollTop + 2 * list.clientHeight > list.scrollHeight) extend(list.childElementCount + AT_ONCE);
    });
    filter.addEventListener('input', sift);
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
        arrange();
        return entries[0].index;
    }

    state.on(['cut'], show);
    theme.onChange(() => { if (doc) draw(); });
    return { init, draw, step };
})();
