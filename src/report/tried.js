/* What `auto` tried at a cut, and which candidate it chose: what `dbtool blend -v` prints. */
'use strict';

const tried = (() => {
    const panel = byId('tried'), box = byId('tried-box');
    let cut = null;

    const listOf = method => cut.raw.methods[method.index].tried;

    function rowOf([text, ...values], chosen) {
        return element('tr', { class: chosen ? 'chosen' : '' },
            element('th', { scope: 'row' }, chosen ? element('span', { class: 'best-mark', 'aria-hidden': 'true' }, '●') : null, text,
                chosen ? element('span', { class: 'sr' }, ' chosen') : null),
            ...values.map(value => element('td', { title: value ?? '' }, data.printed(value ?? NaN))));
    }

    /* The list of the method that is chosen on the page, or else of the best one that has a list. */
    function draw() {
        if (!cut) return;
        const [method] = [cut.methods[state.values.method], ...cut.methods.slice().sort(model.byRank)].filter(of => of && listOf(of));
        panel.hidden = !method;
        if (!method) return;
        const [, kept] = method.settings.find(([name]) => name === 'chosen');
        byId('tried-note').textContent = method.label + ' tried these, each by itself, and kept ' + kept +
            ': of those that are seamless, the one that moves the character least; if none is, of those within twice that limit, then four times; else the one with the least seam.';
        box.replaceChildren(element('table', { class: 'overview' },
            element('caption', { class: 'sr' }, 'Candidates of ' + method.label + ' at this cut'),
            element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'Candidate'),
                element('th', { scope: 'col', title: 'seam_ratio' }, 'Seam ratio'),
                element('th', { scope: 'col', title: 'displacement_u_s' }, 'Displacement', element('small', {}, ' units·s')))),
            element('tbody', {}, ...listOf(method).map(of => rowOf(of, of[0] === kept)))));
    }

    function use(opened) {
        cut = opened;
        draw();
    }

    state.on(['method'], draw);

    return { use };
})();
