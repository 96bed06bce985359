/* The pops of the shown methods' whole outputs, as `dbtool pops` finds them: a curve and a table.
 * Both set the player's time; where the frame is in the window of another cut of the sequence, that
 * cut opens. */
'use strict';

const pops = (() => {
    const LIMIT = 2;
    const panel = byId('pops'), canvas = byId('pops-chart'), list = byId('pops-list');
    let doc = null, cut = null, chart = null, goTo = null;

    /* The cut of the sequence whose window has the frame, the open one first; -1: none. */
    function cutAt(frame) {
        const has = of => of.sequence === cut.raw.sequence && frame >= of.first && frame < of.first + of.n_frames;
        return has(cut.raw) ? cut.index : doc.cuts.findIndex(has);
    }

    const measured = () => model.shown(cut).filter(method => method.pops());
    const last = () => Math.max(...measured().map(method => method.pops().values.length - 1));

    function line(label, values, colour, dash, width) {
        return {
            label, data: Array.from(values, (y, k) => ({ x: k * cut.dt, y })), borderColor: colour, backgroundColor: colour,
            borderDash: dash, borderWidth: width, pointRadius: 0, pointHoverRadius: 4, pointHitRadius: 0
        };
    }

    const datasets = () => [
        ...measured().map(method => line(method.label, method.pops().values, colours.method(method.colour), colours.dash(method.colour),
            method.index === state.values.method ? 3 : 1.75)),
        line('limit', new Float64Array(last() + 1).fill(LIMIT), theme.colour('muted'), [6, 4], 1.25)
    ];

    /* The player's time, and the cut. */
    const marks = {
        id: 'pop-marks',
        afterDatasetsDraw({ ctx, chartArea: area, scales: { x } }) {
            ctx.save();
            for (const [frame, colour] of [[cut.at, 'muted'], [state.values.frame, 'ink']]) {
                ctx.fillStyle = theme.colour(colour);
                ctx.fillRect(x.getPixelForValue(frame * cut.dt) - 0.5, area.top, 1, area.bottom - area.top);
            }
            ctx.restore();
        }
    };

    function options() {
        const ink = theme.colour('muted'), font = { family: theme.colour('font'), size: 11 };
        const axis = text => ({
            type: 'linear', grid: { color: theme.colour('grid-chart'), borderColor: theme.colour('line') },
            ticks: { color: ink, font, maxRotation: 0, maxTicksLimit: 9 }, title: { display: true, text, color: ink, font }
        });
        return {
            animation: false, responsive: true, maintainAspectRatio: false, parsing: false, normalized: true,
            events: ['mousemove', 'mouseout', 'click'], interaction: { mode: 'index', axis: 'x', intersect: false },
            onClick: event => jump(Math.round(chart.scales.x.getValueForPixel(event.x) / cut.dt)),
            scales: {
                x: { ...axis('seconds from the first frame'), min: 0, max: last() * cut.dt },
                y: { ...axis('Pop, × the usual jump'), beginAtZero: true }
            },
            plugins: {
                legend: { display: false },
                tooltip: {
                    callbacks: {
                        title: items => items.length ? items[0].parsed.x.toFixed(3) + ' s, frame ' + Math.round(items[0].parsed.x / cut.dt) : '',
                        label: item => item.dataset.label + '   ' + data.brief(item.parsed.y)
                    }
                }
            }
        };
    }

    function jump(frame, method = state.values.method) {
        const index = cutAt(frame);
        if (index >= 0) goTo(index, frame, method);
    }

    /* Rows of a method: its pops; if it has none, its largest value. */
    function rowsOf(method) {
        const { values, list: found } = method.pops();
        const largest = values.reduce((most, value, k) => value > values[most] ? k : most, 0);
        return (found.length ? found : [[largest, values[largest], 'no pop above ' + LIMIT]]).map(([frame, pop, kind], i) => {
            const text = (frame * cut.dt).toFixed(3) + ' s, frame ' + frame, shown = cutAt(frame) >= 0;
            return element('tr', {},
                element('th', { scope: 'row' }, method.label),
                element('td', {}, element('button', {
                    type: 'button', class: 'quiet', disabled: !shown, 'data-frame': frame,
                    title: shown ? 'Show this frame' : 'In no window: --context shows more', onclick: () => jump(frame, method.index)
                }, text)),
                element('td', { title: String(pop) }, data.printed(pop)), element('td', {}, kind));
        });
    }

    function draw() {
        if (!cut) return;
        panel.hidden = !measured().length;
        if (panel.hidden) return;
        if (!chart) chart = new Chart(canvas, { type: 'line', data: { datasets: [] }, options: options(), plugins: [marks] });
        chart.data.datasets = datasets();
        chart.options = options();
        chart.update('none');
        byId('pops-label').textContent = 'Pop of the whole outputs, frame by frame; the table below lists the highest.';
        list.replaceChildren(element('table', { class: 'overview' },
            element('caption', { class: 'sr' }, 'Pops of the whole outputs'),
            element('thead', {}, element('tr', {}, ...['Method', 'At', 'Pop', 'Kind'].map(text => element('th', { scope: 'col' }, text)))),
            element('tbody', {}, ...measured().flatMap(rowsOf))));
    }
    const redraw = state.painter(draw);

    /* open(index, frame, method): shows a frame of a cut. */
    function begin(document, open) {
        doc = document;
        goTo = open;
    }

    function use(opened) {
        cut = opened;
        redraw();
    }

    state.on(['shown', 'method'], redraw);
    state.on(['frame'], () => { if (chart && !panel.hidden) chart.draw(); });
    theme.onChange(redraw);

    /* For tests: what is drawn. */
    const shown = () => !chart ? [] : chart.data.datasets.map(set => ({ label: set.label, values: set.data.map(point => point.y) }));

    return { begin, use, shown };
})();
