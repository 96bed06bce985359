/* Curves of one joint around the cut, a line for each method, drawn by Chart.js. Zooming does not
 * use Chart.js: the axis of time shows a part of the window. */
'use strict';

const curves = (() => {
    const quantities = {
        ang1: { title: 'Angular velocity', unit: '°/s', linear: false, order: 1 },
        ang2: { title: 'Angular acceleration', unit: '°/s²', linear: false, order: 2 },
        ang3: { title: 'Angular jerk', unit: '°/s³', linear: false, order: 3 },
        lin1: { title: 'Linear velocity', unit: 'u/s', linear: true, order: 1 },
        lin2: { title: 'Linear acceleration', unit: 'u/s²', linear: true, order: 2 },
        lin3: { title: 'Linear jerk', unit: 'u/s³', linear: true, order: 3 },
        seam: { title: 'Seam quotient', unit: '× the most in the clips' },
        weight: { title: 'Blend weight', unit: 'share of the target' }
    };
    const DRAG = 6;             /* pixels after which a click counts as a drag */
    const box = byId('chart-box'), canvas = byId('chart'), band = byId('chart-drag'), nowLine = byId('chart-now');
    let cut = null, chart = null;

    /* ---- values ---- */

    function values(frames) {
        const { quantity, joint } = state.values, { linear, order } = quantities[quantity];
        return kinematics.lengths(kinematics.derivative(cut.all, frames, cut.dt, joint, linear, order));
    }

    /* The weight of the target in the joint. */
    function weights(method) {
        const of = method.weightOf[state.values.joint], list = of >= 0 ? method.weights[of] : [];
        return Float64Array.from({ length: cut.n }, (_, k) => {
            const i = cut.first + k - method.begin;
            return i < 0 ? 0 : list[i] ?? 1;
        });
    }

    /* What the seam ratio of the joint is the largest value of. */
    const seam = method => kinematics.quotients(cut.all, method.frames, cut.dt, state.values.joint,
        method.captured().subarray(4 * state.values.joint, 4 * state.values.joint + 4));

    const has = { weight: method => method.weights.length > 0, seam: method => method.captured() !== null };
    const isDrawn = method => !has[state.values.quantity] || has[state.values.quantity](method);

    const level = (label, value, dash) => line(label, new Float64Array(cut.n).fill(value), theme.colour('muted'), dash, 1.25);

    const points = list => Array.from(list, (y, k) => ({ x: cut.seconds(cut.first + k), y }));

    function line(label, list, colour, dash, width) {
        return {
            label, data: points(list), leavesScale: false, borderColor: colour, backgroundColor: colour, borderDash: dash, borderWidth: width,
            pointRadius: 0, pointHoverRadius: 4, pointHitRadius: 0, tension: 0, spanGaps: false
        };
    }

    function datasets() {
        const { quantity, method: chosen } = state.values;
        const own = method => line(method.label,
            quantity === 'weight' ? weights(method) : quantity === 'seam' ? seam(method) : values(method.frames),
            colours.method(method.colour), colours.dash(method.colour), method.index === chosen ? 3 : 1.75);
        const of = model.shown(cut).filter(isDrawn).map(own);
        if (quantity === 'weight') return of;
        /* Without a limit, one frame of a jump would flatten all other curves. */
        const jumps = model.shown(cut).map(method => method.end <= method.begin);
        if (!jumps.every(Boolean)) of.forEach((set, i) => { set.leavesScale = jumps[i]; });
        if (quantity === 'seam') return [...of, level('most in the clips', 1, [2, 3]), level('limit of seamless', 1.5, [6, 4])];
        return [...of,
            line('source, going on', values(cut.source), theme.colour('ghost-source'), [2, 3], 1.25),
            line('target', values(cut.target), theme.colour('ghost-target'), [6, 4], 1.25)];
    }

    /* Whether the source's clip ends within the window. */
    const sourceEnds = () => cut.sourceEnd !== undefined && cut.sourceEnd < cut.last;

    /* The highest value that the axis of time shows; 0: none. */
    const peakOf = sets => {
        const [low, high] = state.values.zoom || whole();
        return sets.flatMap(set => set.data).reduce((most, { x, y }) => x >= low && x <= high && y > most ? y : most, 0);
    };

    /* The linear axis ends at the highest value of the clips and of methods with a transition. */
    function keepScale(scale) {
        const kept = scale.chart.data.datasets.filter(set => !set.leavesScale);
        if (scale.type === 'linear' && kept.length < scale.chart.data.datasets.length) scale.max = peakOf(kept) || scale.max;
    }

    /* ---- marks ---- */

    /* Chart.js does not draw the transition's span, the gap, the cuts and the source's end. The
     * player's time is a separate element, so that playing does not draw the curves again. */

    const marks = {
        id: 'marks',
        beforeDatasetsDraw({ ctx, chartArea: area, scales: { x } }) {
            const shade = (colour, from, to) => {
                const begin = Math.max(area.left, x.getPixelForValue(cut.seconds(from)));
                const end = Math.min(area.right, x.getPixelForValue(cut.seconds(to)));
                ctx.fillStyle = theme.colour(colour);
                if (end > begin) ctx.fillRect(begin, area.top, end - begin, area.bottom - area.top);
            };
            ctx.save();
            shade('span', model.shownBegin(cut), model.shownEnd(cut));
            shade('gap', cut.at, cut.plays);
            ctx.restore();
        },
        afterDatasetsDraw({ ctx, chartArea: area, scales: { x } }) {
            const lines = [[cut.at, ''], ...cut.neighbours.map(({ frame, number }) => [frame, 'cut ' + number])];
            if (cut.plays > cut.at) lines.push([cut.plays, 'gap ends here']);
            if (sourceEnds()) lines.push([cut.sourceEnd, 'source ends here']);
            ctx.save();
            ctx.fillStyle = theme.colour('muted');
            ctx.font = '11px ' + theme.colour('font');
            lines.forEach(([frame, text], line) => {
                const at = x.getPixelForValue(cut.seconds(frame));
                if (at < area.left - 1 || at > area.right + 1) return;
                ctx.fillRect(at - 0.5, area.top, 1, area.bottom - area.top);
                const width = ctx.measureText(text).width, left = at + 5 + width > area.right;
                ctx.fillText(text, left ? at - 5 - width : at + 5, area.top + 10 + 14 * (line - 1));
            });
            ctx.restore();
        },
        afterDraw: () => moveNow()
    };

    function moveNow() {
        if (!chart || !chart.chartArea) return;
        const { chartArea: area, scales: { x } } = chart, at = x.getPixelForValue(cut.seconds(state.values.frame));
        nowLine.hidden = !(at >= area.left - 1 && at <= area.right + 1);
        nowLine.style.left = at - 1 + 'px';
        nowLine.style.top = area.top + 'px';
        nowLine.style.height = area.bottom - area.top + 'px';
    }

    function options() {
        const { quantity, log, zoom } = state.values, { title, unit } = quantities[quantity];
        const ink = theme.colour('muted'), font = { family: theme.colour('font'), size: 11 };
        const ticks = { color: ink, font, maxRotation: 0 };
        const grid = { color: theme.colour('grid-chart'), borderColor: theme.colour('line'), tickLength: 4 };
        const [low, high] = zoom || whole();
        return {
            animation: false, responsive: true, maintainAspectRatio: false, parsing: false, normalized: true,
            events: ['mousemove', 'mouseout', 'touchstart', 'touchmove'],
            interaction: { mode: 'index', axis: 'x', intersect: false },
            layout: { padding: { top: 4, right: 8 } },
            scales: {
                x: {
                    type: 'linear', min: low, max: high, grid,
                    ticks: { ...ticks, maxTicksLimit: 9, includeBounds: false, callback: tickOf },
                    title: { display: true, text: 'seconds from the cut', color: ink, font }
                },
                y: {
                    type: log && quantity !== 'weight' ? 'logarithmic' : 'linear', grid,
                    beginAtZero: true,
                    afterDataLimits: keepScale,
                    ticks: { ...ticks, maxTicksLimit: 7, callback: data.tick },
                    title: { display: true, text: title + ', ' + unit, color: ink, font }
                }
            },
            plugins: {
                legend: { display: false },
                tooltip: {
                    backgroundColor: theme.colour('tip'),
                    titleColor: theme.colour('tip-ink'), bodyColor: theme.colour('tip-ink'),
                    titleFont: { family: font.family, size: 12 }, bodyFont: { family: font.family, size: 12 },
                    borderColor: theme.colour('line'), borderWidth: 1, cornerRadius: 6, padding: 10,
                    caretSize: 0, caretPadding: 14, boxWidth: 10, boxHeight: 3, boxPadding: 4,
                    itemSort: (a, b) => b.parsed.y - a.parsed.y,
                    filter: item => Number.isFinite(item.parsed.y),
                    callbacks: {
                        title: items => items.length ? timeOf(items[0].parsed.x) : '',
                        label: item => item.dataset.label + '   ' + data.brief(item.parsed.y)
                    }
                }
            }
        };
    }

    const tickOf = seconds => seconds === 0 ? 'cut' : (seconds > 0 ? '+' : '−') + Number(Math.abs(seconds).toFixed(4));

    const timeOf = seconds => {
        const frame = Math.round(seconds / cut.dt) + cut.at;
        return (seconds < 0 ? '−' : '+') + Math.abs(seconds).toFixed(3) + ' s, frame ' + frame;
    };

    function draw() {
        if (!cut) return;
        if (!chart) chart = new Chart(canvas, { type: 'line', data: { datasets: [] }, options: options(), plugins: [marks] });
        chart.data.datasets = datasets();
        chart.options = options();
        chart.update('none');
        legend();
        describe();
        tellBeyond();
        tellMissing();
    }
    const redraw = state.painter(draw);

    /* The style of a piece of a curve. */
    function sampleOf({ borderColor, borderDash, borderWidth }) {
        const sample = element('canvas', { 'aria-hidden': 'true' }), context = fitCanvas(sample, 26, 8);
        context.strokeStyle = borderColor;
        context.lineWidth = borderWidth;
        context.setLineDash(borderDash);
        context.beginPath();
        context.moveTo(0, 4);
        context.lineTo(26, 4);
        context.stroke();
        return sample;
    }

    function legend() {
        byId('chart-legend').replaceChildren(...chart.data.datasets.map(set => {
            return element('li', {}, sampleOf(set), set.label, element('span', { class: 'value' }));
        }));
        readNow();
    }

    /* The methods whose curves leave the axis. */
    function tellBeyond() {
        const { max } = chart.scales.y, box = byId('chart-beyond'), { unit } = quantities[state.values.quantity];
        const beyond = chart.data.datasets.filter(set => set.leavesScale && peakOf([set]) > max);
        box.hidden = !beyond.length;
        box.textContent = beyond.map(set => set.label + ' leaves the axis: its peak is ' + data.brief(peakOf([set])) + ' ' + unit).join('; ') +
            '. Log shows the whole curve.';
    }

    /* The methods without values of this quantity. */
    function tellMissing() {
        const none = model.shown(cut).filter(method => !isDrawn(method)).map(({ label }) => label);
        const box = byId('chart-missing');
        box.hidden = !none.length;
        box.classList.toggle('alone', !chart.data.datasets.length);
        box.textContent = none.join(', ') + (none.length > 1 ? ' have no ' : ' has no ') + (state.values.quantity === 'seam' ? 'clips to compare with' : 'blend weight');
    }

    /* Each curve's value at the player's time. */
    function readNow() {
        if (!chart) return;
        const k = state.values.frame - cut.first;
        [...byId('chart-legend').children].forEach((entry, i) => {
            const point = chart.data.datasets[i].data[k];
            entry.lastElementChild.textContent = point ? data.brief(point.y) : '';
        });
    }

    /* The peaks over the transition, as text for screen readers. */
    function describe() {
        const { quantity, joint } = state.values, { title, unit } = quantities[quantity];
        const begin = model.shownBegin(cut) - cut.first, end = model.shownEnd(cut) - cut.first + 1;
        const peaks = chart.data.datasets.map(set => {
            const inside = set.data.slice(begin, end).map(point => point.y).filter(Number.isFinite);
            return set.label + ' ' + data.brief(inside.reduce((a, b) => Math.max(a, b), inside.length ? 0 : NaN));
        });
        const highest = peaks.length ? ', highest in the transition, in ' + unit + ': ' + peaks.join(', ') : '';
        byId('chart-label').textContent = title + ' of ' + cut.skeleton.joints[joint].name + highest +
            '. Plus and minus zoom, left and right move, 0 shows the whole window.';
    }

    /* ---- zoom ---- */

    const whole = () => [cut.seconds(cut.first), cut.seconds(cut.last)];

    /* The part of the window that a cut's curves show at first: if the window is much longer than
     * the transition, the transition and a little more. */
    function home(cut) {
        const around = 0.4, last = cut.seconds(cut.last), first = cut.seconds(cut.first);
        const low = Math.max(first, cut.seconds(model.shownBegin(cut)) - around), high = Math.min(last, cut.seconds(model.shownEnd(cut)) + around);
        return last - first > 1.6 * (high - low) ? [low, high] : null;
    }

    function zoomTo(low, high) {
        const [first, last] = whole(), least = 4 * cut.dt;
        const size = Math.min(Math.max(high - low, least), last - first);
        const begin = Math.min(Math.max((low + high - size) / 2, first), last - size);
        state.set({ zoom: size > (last - first) * 0.999 ? null : [begin, begin + size] });
    }

    function zoomAt(seconds, factor) {
        const [low, high] = state.values.zoom || whole();
        zoomTo(seconds - (seconds - low) * factor, seconds + (high - seconds) * factor);
    }

    const timeAt = event => chart.scales.x.getValueForPixel(event.clientX - canvas.getBoundingClientRect().left);
    const inside = x => Math.min(Math.max(x, chart.chartArea.left), chart.chartArea.right);

    const pointers = new Map();
    let from = null;
    canvas.addEventListener('pointerdown', event => {
        if (event.button !== 0) return;
        pointers.set(event.pointerId, event.clientX);
        from = pointers.size === 1 ? { x: event.offsetX, time: timeAt(event) } : null;
        canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', event => {
        if (!pointers.has(event.pointerId)) return;
        const spread = () => Math.abs([...pointers.values()].reduce((a, b) => a - b));
        const before = pointers.size === 2 ? spread() : 0;
        pointers.set(event.pointerId, event.clientX);
        if (pointers.size === 2 && before > 8) {
            const left = canvas.getBoundingClientRect().left, [a, b] = pointers.values();
            zoomAt(chart.scales.x.getValueForPixel((a + b) / 2 - left), before / Math.max(spread(), 8));
        } else if (from && event.pointerType === 'touch') {
            timeline.go(cut.at + timeAt(event) / cut.dt);
        } else if (from && Math.abs(event.offsetX - from.x) > DRAG) {
            const a = inside(from.x), b = inside(event.offsetX);
            band.hidden = false;
            band.style.left = canvas.offsetLeft + Math.min(a, b) + 'px';
            band.style.width = Math.abs(a - b) + 'px';
            band.style.top = canvas.offsetTop + chart.chartArea.top + 'px';
            band.style.height = chart.chartArea.bottom - chart.chartArea.top + 'px';
        }
    });
    canvas.addEventListener('pointerup', event => {
        pointers.delete(event.pointerId);
        band.hidden = true;
        if (!from) return;
        if (event.pointerType !== 'touch' && Math.abs(event.offsetX - from.x) > DRAG) {
            const to = timeAt(event);
            zoomTo(Math.min(from.time, to), Math.max(from.time, to));
        } else timeline.go(cut.at + timeAt(event) / cut.dt);
        from = null;
    });
    canvas.addEventListener('pointercancel', event => {
        pointers.delete(event.pointerId);
        band.hidden = true;
        from = null;
    });
    canvas.addEventListener('wheel', event => {
        event.preventDefault();
        zoomAt(timeAt(event), Math.exp(event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)));
    }, { passive: false });
    canvas.addEventListener('dblclick', () => state.set({ zoom: null }));
    byId('zoom-reset').addEventListener('click', () => { state.set({ zoom: null }); box.focus(); });
    box.addEventListener('keydown', event => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const [low, high] = state.values.zoom || whole(), size = high - low;
        const now = cut.seconds(state.values.frame), centre = now >= low && now <= high ? now : (low + high) / 2;
        if (event.key === '+' || event.key === '=') zoomAt(centre, 0.7);
        else if (event.key === '-') zoomAt(centre, 1 / 0.7);
        else if (event.key === '0') state.set({ zoom: null });
        else if (event.key === 'ArrowLeft') zoomTo(low - size / 8, high - size / 8);
        else if (event.key === 'ArrowRight') zoomTo(low + size / 8, high + size / 8);
        else return;
        event.preventDefault();
        event.stopPropagation();
    });

    /* ---- choices ---- */

    const jointChoice = byId('joint'), quantityChoice = byId('quantity');
    quantityChoice.append(...Object.entries(quantities).map(([key, { title }]) => element('option', { value: key }, title)));
    jointChoice.addEventListener('change', () => state.set({ joint: Number(jointChoice.value) }));
    quantityChoice.addEventListener('change', () => state.set({ quantity: quantityChoice.value }));
    byId('log-axis').addEventListener('change', event => state.set({ log: event.target.checked }));

    function choices() {
        jointChoice.value = String(state.values.joint);
        quantityChoice.value = state.values.quantity;
        byId('log-axis').checked = state.values.log;
        byId('log-axis').disabled = state.values.quantity === 'weight';
        byId('zoom-reset').hidden = !state.values.zoom;
    }

    function use(opened) {
        const names = opened.skeleton.joints;
        if (!cut || cut.skeleton !== opened.skeleton)
            jointChoice.replaceChildren(...names.map(({ name }, j) => element('option', { value: j }, name)));
        cut = opened;
        choices();
        redraw();
    }

    state.on(['joint', 'quantity', 'log', 'zoom', 'shown', 'method'], () => { choices(); redraw(); });
    state.on(['frame'], () => { moveNow(); readNow(); });
    theme.onChange(redraw);

    /* For tests: what is drawn. */
    const shown = () => !chart ? [] :
        chart.data.datasets.map(set => ({ label: set.label, values: set.data.map(point => point.y) }));

    /* The lowest and the highest value that the axis shows. */
    const axis = () => [chart.scales.y.min, chart.scales.y.max];

    return { use, home, shown, axis };
})();
