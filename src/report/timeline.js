/* Playback, and the strip below the stage, which is the slider of time. The strip has a row for
 * each method, coloured by its largest jump at each frame; above them are the spans of the
 * transition and of the gap. */
'use strict';

const timeline = (() => {
    const ROW = 7, GAP = 2, TOP = 20, BOTTOM = 6, SIDE = 12, NOTE = 15;
    const AROUND = 0.3;         /* seconds before the cut and after the end that a loop shows */
    const box = byId('timeline'), canvas = byId('timeline-canvas');
    let cut = null;

    /* ---- playback ---- */

    let last = null, owed = 0;

    function loopSpan() {
        if (state.values.loop !== 'cut') return [cut.first, cut.last];
        const extra = Math.round(AROUND / cut.dt);
        return [Math.max(cut.first, model.shownBegin(cut) - extra), Math.min(cut.last, model.shownEnd(cut) + extra)];
    }

    function tick(now) {
        if (!state.values.playing) { last = null; return; }
        if (last !== null) {
            owed += (now - last) / 1000 * state.values.speed / cut.dt;
            const steps = Math.floor(owed);
            owed -= steps;
            if (steps > 0) advance(steps);
        }
        last = now;
        requestAnimationFrame(tick);
    }

    function advance(steps) {
        const [begin, end] = loopSpan(), { frame, loop } = state.values;
        const next = frame + steps;
        if (next <= end || (frame > end && next <= cut.last)) state.set({ frame: Math.min(next, cut.last) });
        else if (loop === 'off') state.set({ frame: cut.last, playing: false });
        else state.set({ frame: begin + (next - end - 1) % Math.max(1, end - begin + 1) });
    }

    function play(on) {
        if (on === state.values.playing) return;
        if (on && state.values.loop === 'off' && state.values.frame >= cut.last) state.set({ frame: cut.first });
        owed = 0;
        last = null;
        state.set({ playing: on });
        if (on) requestAnimationFrame(tick);
    }

    /* Goes to a frame that the reader chose, and stops playing. */
    function go(frame) {
        play(false);
        state.set({ frame: Math.min(Math.max(Math.round(frame), cut.first), cut.last) });
    }

    /* ---- the strip ---- */

    const scale = width => ({
        x: frame => SIDE + (frame - cut.first) / Math.max(1, cut.last - cut.first) * (width - 2 * SIDE),
        frame: x => cut.first + (x - SIDE) / Math.max(1, width - 2 * SIDE) * (cut.last - cut.first)
    });

    /* Places texts centred at their x, within the width. A text that would overlap an earlier one
     * goes a line down; if no line is left, its line is -1. */
    function places(context, width, lines) {
        const taken = Array.from({ length: lines }, () => []);
        return (text, x) => {
            const half = context.measureText(text).width / 2, at = Math.min(Math.max(x, half), width - half);
            const line = taken.findIndex(spans => spans.every(([from, to]) => at + half + 8 < from || at - half - 8 > to));
            if (line >= 0) taken[line].push([at - half, at + half]);
            return { left: at - half, line };
        };
    }

    /* The notes below the rows: [frame, text]. */
    function notes() {
        const out = [], { sourceEnd } = cut, end = model.figuresEnd(cut);
        if (cut.plays > cut.at) out.push([cut.plays, 'gap ends here']);
        if (sourceEnd !== undefined && sourceEnd < cut.last) out.push([sourceEnd, 'source ends here']);
        if (end <= cut.last) out.push([end, 'measured up to here']);
        return out;
    }

    function draw() {
        if (!cut) return;
        const methods = model.shown(cut), end = model.shownEnd(cut), width = box.clientWidth, { x } = scale(width);
        const rows = TOP + Math.max(1, methods.length) * (ROW + GAP), bottom = rows + 3;
        const font = '11px ' + theme.colour('font'), told = notes();
        canvas.getContext('2d').font = font;
        const place = places(canvas.getContext('2d'), width, told.length);
        const placed = told.map(([frame, text]) => ({ frame, text, ...place(text, x(frame)) }));
        const height = rows + BOTTOM + NOTE * placed.reduce((lines, { line }) => Math.max(lines, line + 1), 0);
        const context = fitCanvas(canvas, width, height);
        const frameWidth = (width - 2 * SIDE) / Math.max(1, cut.last - cut.first);
        const ink = theme.colour('muted'), accent = theme.colour('accent');
        context.clearRect(0, 0, width, height);

        const shade = (colour, from, to, least) => {
            context.fillStyle = theme.colour(colour);
            context.fillRect(x(from), TOP - 4, Math.max(least, x(to) - x(from)), bottom - TOP + 4);
        };
        shade('span', model.shownBegin(cut), end, 2);
        shade('gap', cut.at, Math.min(cut.plays, cut.last), 0);

        const quiet = colours.parse(theme.colour('strip'));
        methods.forEach((method, row) => {
            const y = TOP + row * (ROW + GAP), worst = method.worstJumps();
            for (let k = 0; k < cut.n; k++) {
                const t = state.values.jumps ? cut.heat(worst[k]) : 0;
                context.fillStyle = colours.css(t > 0 ? colours.mix(quiet, colours.jump(t), Math.min(1, 0.35 + 2 * t)) : quiet);
                context.fillRect(x(cut.first + k) - frameWidth / 2, y, frameWidth + 0.5, ROW);
            }
            context.fillStyle = colours.method(method.colour);
            context.fillRect(0, y, 5, ROW);
            for (const frame of method.begin < cut.at ? [method.begin, method.end] : [method.end])
                context.fillRect(x(Math.min(Math.max(frame, cut.first), cut.last)) - 1, y - 0.5, 2, ROW + 1);
        });

        context.font = font;
        const times = places(context, width, 1);
        const write = (text, x) => {
            const { left, line } = times(text, x);
            if (line >= 0) context.fillText(text, left, 11);
        };
        context.fillStyle = theme.colour('ink');
        for (const { number, frame } of [{ number: 0, frame: cut.at }, ...cut.neighbours]) {
            write(number ? 'cut ' + number : 'cut', x(frame));
            context.fillRect(x(frame) - 0.5, 15, 1, bottom - 15);
        }
        context.fillStyle = ink;
        const step = figures.round(Math.max(cut.n * cut.dt / Math.max(2, width / 90), 1e-3));
        context.strokeStyle = theme.colour('line');
        for (let i = Math.ceil(cut.seconds(cut.first) / step); i * step <= cut.seconds(cut.last) + 1e-9; i++) {
            const at = x(cut.at + i * step / cut.dt);
            if (i === 0) continue;
            write((i > 0 ? '+' : '−') + Number(Math.abs(i * step).toFixed(3)), at);
        }
        for (const { frame, text, left, line } of placed) {
            context.fillText(text, left, bottom + 13 + line * NOTE);
            context.fillRect(x(frame) - 0.5, rows - 3, 1, 8);
        }

        if (state.values.loop === 'cut') {
            const [from, to] = loopSpan();
            context.fillStyle = ink;
            context.fillRect(x(from), 15, x(to) - x(from), 1);
            context.fillRect(x(from), 15, 1, 4);
            context.fillRect(x(to) - 1, 15, 1, 4);
        }

        const now = x(state.values.frame);
        context.fillStyle = accent;
        context.fillRect(now - 1, 14, 2, bottom - 13);
        context.beginPath();
        context.moveTo(now - 6, 13);
        context.lineTo(now + 6, 13);
        context.lineTo(now + 6, 17);
        context.lineTo(now, 23);
        context.lineTo(now - 6, 17);
        context.closePath();
        context.fill();
        context.lineWidth = 1.5;
        context.strokeStyle = theme.colour('panel');
        context.stroke();
    }
    const paint = state.painter(draw);

    function signed(seconds) {
        return (seconds < 0 ? '−' : '+') + Math.abs(seconds).toFixed(3) + ' s';
    }

    function tell() {
        if (!cut) return;
        const { frame } = state.values, seconds = cut.seconds(frame), where = model.whereabouts(cut, frame);
        byId('clock').replaceChildren(
            element('b', {}, frame === cut.at ? '0.000 s' : signed(seconds)),
            element('span', {}, 'frame ' + frame + ', ' + where));
        box.dataset.tip = 'Rows from the top:\n' + model.shown(cut).map(({ label }) => label).join('\n');
        box.setAttribute('aria-valuemin', cut.first);
        box.setAttribute('aria-valuemax', cut.last);
        box.setAttribute('aria-valuenow', frame);
        box.setAttribute('aria-valuetext', signed(seconds) + ' from the cut, frame ' + frame + ', ' + where);
    }

    function button() {
        const on = state.values.playing, play = byId('play');
        play.setAttribute('aria-label', on ? 'Pause' : 'Play');
        play.firstElementChild.className = 'glyph ' + (on ? 'pause' : 'play');
    }

    let dragging = false;
    const frameAt = event => scale(box.clientWidth).frame(event.clientX - box.getBoundingClientRect().left);
    box.addEventListener('pointerdown', event => {
        if (event.button !== 0) return;
        dragging = true;
        box.setPointerCapture(event.pointerId);
        go(frameAt(event));
    });
    box.addEventListener('pointermove', event => {
        if (dragging) go(frameAt(event));
        tellRow(event);
    });

    /* Names the method whose row is under the pointer. */
    function tellRow(event) {
        const frame = box.getBoundingClientRect(), methods = model.shown(cut);
        const method = methods[Math.floor((event.clientY - frame.top - TOP) / (ROW + GAP))];
        if (method) tip.show(new DOMRect(event.clientX, event.clientY - 4, 0, 8), model.about(method));
        else tip.hide();
    }
    for (const end of ['pointerup', 'pointercancel']) box.addEventListener(end, () => { dragging = false; });
    box.addEventListener('keydown', event => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const { frame } = state.values, ten = event.shiftKey ? 10 : 1;
        const to = {
            ArrowLeft: frame - ten, ArrowDown: frame - ten, ArrowRight: frame + ten, ArrowUp: frame + ten,
            PageDown: frame - 10, PageUp: frame + 10, Home: cut.first, End: cut.last
        }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        go(to);
    });

    byId('play').addEventListener('click', () => play(!state.values.playing));
    byId('to-start').addEventListener('click', () => go(cut.first));
    byId('step-back').addEventListener('click', () => go(state.values.frame - 1));
    byId('step-on').addEventListener('click', () => go(state.values.frame + 1));
    byId('to-cut').addEventListener('click', () => go(cut.at));

    function use(opened) {
        cut = opened;
        paint();
        tell();
        legend();
    }

    function legend() {
        const scale = cut.jumpScale(), canvas = byId('jump-scale');
        canvas.hidden = !scale;
        byId('jump-low').textContent = !scale ? 'nothing jumps'
            : (scale.ordinary ? 'as in the clips, ' : '') + data.brief(scale.low);
        byId('jump-high').textContent = scale ? data.brief(scale.high) + ' °/s' : '';
        if (!scale) return;
        canvas.setAttribute('aria-label', 'From ' + data.brief(scale.low) + (scale.ordinary ? ', ordinary in the clips,' : '') +
            ' to ' + data.brief(scale.high) + ' degrees per second');
        colours.drawLegend(canvas, colours.jump);
    }

    state.on(['frame', 'shown', 'loop', 'jumps'], paint);
    state.on(['frame', 'shown'], tell);
    state.on(['playing'], button);
    theme.onChange(() => { if (cut) { paint(); legend(); } });
    new ResizeObserver(paint).observe(box);

    return { use, go, play };
})();
