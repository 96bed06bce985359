/* Which method is best over all cuts of a plan: the table of `dbtool compare PLAN.json`. */
'use strict';

const overview = (() => {
    const box = byId('overview-box');

    /* Whether feet slide over 5 units more than with the best method. */
    function slides(doc, all, method, kind, i) {
        return doc.metrics[all.metrics[i]].name === 'skate_u' &&
            method[kind][i] > Math.min(...all.methods.map(other => other[kind][i] ?? Infinity)) + 5;
    }

    function cells(doc, all, method) {
        const worst = doc.cuts[method.worst];
        const number = (kind, i) => element('td', { class: slides(doc, all, method, kind, i) ? 'slides' : '' },
            data.printed(method[kind][i] ?? NaN));
        const share = data.printed(100 * method.seamless / all.cuts) + ' %';
        return [method.rank + (method.ties ? '=' : ''), share, method.wins].map(text => element('td', {}, text))
            .concat(all.metrics.flatMap((_, i) => [number('median', i), number('p90', i)]), element('td', { class: 'worst' }, element('button', {
                type: 'button', class: 'quiet', onclick: () => state.set({ cut: method.worst })
            }, worst.sequence + ', cut ' + worst.number)));
    }

    const summary = all => all.cuts + (all.cuts === 1 ? ' cut' : ' cuts') + (all.left_out ? ' that all methods have (' + all.left_out + ' more left out)' : '') +
        '. Seamless: a seam ratio of at most ' + all.smooth + '. Wins: cuts at which no method is better. !: feet slide over 5 units more than with the best.' +
        (all.note ? ' Some methods are missing: ' + all.note + '.' : '');

    function init(doc) {
        const all = doc.overview;
        byId('overview').hidden = !all;
        if (!all) return;
        byId('overview-note').textContent = all.methods ? summary(all) : 'No table: ' + all.note + '.';
        if (!all.methods) return;
        const names = all.metrics.map(i => doc.metrics[i]);
        box.replaceChildren(element('table', { class: 'overview' },
            element('caption', { class: 'sr' }, 'Methods over all cuts'),
            element('thead', {}, element('tr', {},
                ...['Method', 'Rank', 'Seamless', 'Wins'].map(text => element('th', { scope: 'col' }, text)),
                ...names.flatMap(metric => ['median', '90th percentile'].map(kind => element('th', { scope: 'col', title: metric.name },
                    data.title(metric), element('small', {}, ' ' + [kind, data.unit(metric)].filter(Boolean).join(', '))))),
                element('th', { scope: 'col' }, 'Worst cut'))),
            element('tbody', {}, ...all.methods.map(method => element('tr', {},
                element('th', { scope: 'row' }, method.label), ...cells(doc, all, method))))));
    }

    return { init };
})();
