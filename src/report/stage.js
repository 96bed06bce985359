/* The stage: a cell for each figure, or one cell with all. Pointers and keys move the camera. */
'use strict';

const stage = (() => {
    const CLICK = 5;            /* pixels that the pointer may move during a click */
    const CAPTION = 36;         /* approximate height of a caption in pixels */
    const NARROW = 110, LOW = 150;      /* least width and height of one of several cells, in pixels */
    const MOST_CAPTION = 0.5;   /* share of a cell that captions may take before the cell grows */
    const box = byId('stage'), canvas = byId('figures'), captions = byId('captions');
    let cut = null;
    let cells = [];             /* x, y, width, height, methods[] */
    let drawn = [];             /* {method, at}: points on the screen, for picking */
    let ghostsDrawn = {};       /* the points of source and target in the first cell */

    /* Chooses the number of columns that makes figures largest. If cells would be too low, the
     * stage grows. */
    function layOut(methods) {
        box.style.minHeight = '';
        const width = box.clientWidth, height = box.clientHeight;
        if (state.values.layout === 'over' || methods.length < 2)
            return [{ x: 0, y: 0, width, height, methods }];
        const most = Math.max(1, Math.floor(width / NARROW));
        const { tall, wide } = camera.scene(), shape = Math.min(2, Math.max(0.45, 1.9 * wide / tall));
        let best = 1, largest = 0;
        for (let columns = 1; columns <= Math.min(most, methods.length); columns++) {
            const rows = Math.ceil(methods.length / columns);
            const size = Math.min(width / columns / shape, height / rows - CAPTION);
            if (size > largest * 1.02) { largest = size; best = columns; }
        }
        const rows = Math.ceil(methods.length / best), w = width / best, h = Math.max(height / rows, LOW);
        box.style.minHeight = h * rows + (box.offsetHeight - height) + 'px';
        return methods.map((method, i) => ({
            x: i % best * w, y: Math.floor(i / best) * h, width: w, height: h, methods: [method]
        }));
    }

    function caption(cell) {
        const side = state.values.layout === 'side', labels = model.shortLabels(cut);
        const lines = cell.methods.map(method => {
            const name = element('span', { class: 'caption-name' },
                colours.swatch(method.colour), element('b', {}, labels[method.index]));
            if (side) name.append(element('small', {}, model.blameText(method, cell.width < 220)));
            if (method.index === state.values.method) name.classList.add('chosen');
            return name;
        });
        const out = element('div', { class: side ? 'caption' : 'caption all' }, ...lines);
        out.style.left = cell.x + 'px';
        out.style.top = cell.y + 'px';
        out.style.maxWidth = cell.width + 'px';
        return out;
    }

    /* Makes cells and captions, and draws. `draw` only draws. */
    function arrange() {
        if (!cut || !box.clientWidth) return;   /* a window that changes its size may have no width for a moment */
        const methods = model.shown(cut);
        cells = layOut(methods);
        captions.replaceChildren(...cells.map(caption));
        /* Give all captions one height, so that figures in different cells have the same scale. */
        const high = [...captions.children].reduce((most, of) => Math.max(most, of.offsetHeight), 0);
        grow(high - MOST_CAPTION * cells[0].height);
        for (const cell of cells) cell.caption = high;
        draw();
    }

    /* Makes each row of cells higher by `by` pixels, if positive, and the stage with them. */
    function grow(by) {
        if (by <= 0) return;
        const { height } = cells[0], border = box.offsetHeight - box.clientHeight;
        cells.forEach((cell, i) => {
            cell.y += Math.round(cell.y / height) * by;
            cell.height += by;
            captions.children[i].style.top = cell.y + 'px';
        });
        const last = cells.at(-1);
        box.style.minHeight = last.y + last.height + border + 'px';
    }

    function drawCell(context, cell) {
        const { frame, source, target, jumps, contacts, path, follow, joint, method: chosen, layout } = state.values;
        const k = frame - cut.first, project = camera.project(cell, k, follow), over = layout === 'over';
        context.save();
        context.beginPath();
        context.rect(cell.x, cell.y, cell.width, cell.height);
        context.clip();
        figures.floor(context, project, k, follow);
        const ghosts = [['source', source, []], ['target', target, [4, 3]]];
        const shaded = cell.methods.find(method => method.index === chosen) || cell.methods[0];
        if (shaded.frames[k] >= 0) figures.shadow(context, cut, shaded.frames[k], project);
        for (const method of contacts ? cell.methods : []) {
            const colour = over ? colours.method(method.colour) : theme.colour('contact');
            figures.tracks(context, cut, method.frames, project, colour);
            figures.contacts(context, cut, method.frames, frame, project, colour);
        }
        for (const [clip, on, dash] of ghosts) {
            if (!on || cut[clip][k] < 0) continue;
            const at = figures.ghost(context, cut, cut[clip][k], project, theme.colour('ghost-' + clip), dash);
            ghostsDrawn[clip] ??= at;
        }
        const inOrder = over ? [...cell.methods].sort((a, b) => (a.index === chosen) - (b.index === chosen)) : cell.methods;
        for (const method of inOrder) {
            const pose = method.frames[k], own = colours.method(method.colour);
            if (pose < 0) continue;
            if (path) figures.path(context, cut, method.frames, joint, frame, project, own);
            const of = method.jumps();
            const at = figures.solid(context, cut, pose, project, {
                base: colours.parse(over ? own : theme.colour('bone')),
                dot: colours.parse(over ? own : theme.colour('joint')),
                tint: !over, slim: over ? 0.62 : 1, alpha: over && method.index !== chosen ? 0.8 : 1,
                heat: jumps ? j => cut.heat(of[k * cut.all.nJoints + j]) : null,
                chosen: over && method.index !== chosen ? -1 : joint
            });
            drawn.push({ cell, method, at });
        }
        context.restore();
    }

    function paintNow() {
        if (!cut) return;
        const width = box.clientWidth, height = box.clientHeight;
        const context = fitCanvas(canvas, width, height);
        context.clearRect(0, 0, width, height);
        drawn = [];
        ghostsDrawn = {};
        for (const cell of cells) drawCell(context, cell);
        context.strokeStyle = theme.colour('line');
        context.lineWidth = 1;
        context.beginPath();
        for (const cell of cells) {
            const x = Math.round(cell.x) + 0.5, y = Math.round(cell.y) + 0.5, inset = 14;
            if (cell.x > 0) {
                context.moveTo(x, cell.y + inset);
                context.lineTo(x, cell.y + cell.height - inset);
            }
            if (cell.y > 0) {
                context.moveTo(cell.x + inset, y);
                context.lineTo(cell.x + cell.width - inset, y);
            }
        }
        context.stroke();
    }
    const draw = state.painter(paintNow);

    /* ---- picking ---- */

    const cellAt = (x, y) =>
        cells.find(cell => x >= cell.x && x < cell.x + cell.width && y >= cell.y && y < cell.y + cell.height) || cells[0];

    function pick(x, y) {
        const cell = cellAt(x, y);
        let best = null, least = 18;
        for (const { cell: of, method, at } of drawn) {
            if (of !== cell) continue;
            for (let joint = 0; joint < cut.all.nJoints; joint++) {
                if (cut.hidden.has(joint)) continue;
                const away = Math.hypot(at[4 * joint] - x, at[4 * joint + 1] - y);
                if (away < least) { least = away; best = { method: method.index, joint }; }
            }
        }
        if (best) state.set(best);
        else if (cell && cell.methods.length === 1) state.set({ method: cell.methods[0].index });
    }

    /* ---- pointers: one orbits, one with Shift or another button pans, two zoom and pan ---- */

    const pointers = new Map();
    let wandered = 0;

    function cellHeight() {
        return cells.length ? cells[0].height : box.clientHeight;
    }

    const middle = () => {
        const all = [...pointers.values()], n = all.length;
        const x = all.reduce((sum, pointer) => sum + pointer.x, 0) / n;
        const y = all.reduce((sum, pointer) => sum + pointer.y, 0) / n;
        return { x, y, spread: n > 1 ? Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y) : 0 };
    };

    canvas.addEventListener('pointerdown', event => {
        canvas.setPointerCapture(event.pointerId);
        if (!pointers.size) wandered = 0;
        pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY, pans: event.button !== 0 || event.shiftKey });
        box.focus({ preventScroll: true });
        event.preventDefault();
    });
    canvas.addEventListener('pointermove', event => {
        const pointer = pointers.get(event.pointerId);
        if (!pointer) return;
        const before = middle();
        wandered += Math.hypot(event.offsetX - pointer.x, event.offsetY - pointer.y);
        pointer.x = event.offsetX;
        pointer.y = event.offsetY;
        const now = middle(), dx = now.x - before.x, dy = now.y - before.y;
        if (pointers.size > 1) {
            wandered = Infinity;
            camera.pan(dx / cellHeight(), dy / cellHeight());
            if (before.spread > 0 && now.spread > 0) camera.zoom(now.spread / before.spread);
        } else if (wandered > CLICK) {
            if (pointer.pans) camera.pan(dx / cellHeight(), dy / cellHeight());
            else camera.orbit(dx * 0.008, dy * 0.008);
        }
        draw();
    });
    const release = event => {
        if (!pointers.delete(event.pointerId) || pointers.size) return;
        if (event.type === 'pointerup' && wandered <= CLICK) pick(event.offsetX, event.offsetY);
    };
    canvas.addEventListener('pointerup', release);
    canvas.addEventListener('pointercancel', release);
    canvas.addEventListener('contextmenu', event => event.preventDefault());
    canvas.addEventListener('dblclick', () => { camera.frame(); draw(); });
    canvas.addEventListener('wheel', event => {
        event.preventDefault();
        camera.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)));
        draw();
    }, { passive: false });

    box.addEventListener('keydown', event => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
        const arrow = arrows[event.key];
        if (arrow && event.shiftKey) camera.pan(arrow[0] * 0.04, arrow[1] * 0.04);
        else if (arrow) camera.orbit(arrow[0] * 0.1, arrow[1] * 0.1);
        else if (event.key === '+' || event.key === '=') camera.zoom(1.15);
        else if (event.key === '-') camera.zoom(1 / 1.15);
        else if (event.key === '0') camera.frame();
        else return;
        event.preventDefault();
        event.stopPropagation();
        draw();
    });

    function use(opened) {
        cut = opened;
        camera.use(cut);
        arrange();
    }

    state.on(['shown', 'layout', 'method'], arrange);
    state.on(['frame', 'source', 'target', 'jumps', 'contacts', 'path', 'follow', 'joint'], draw);
    theme.onChange(arrange);
    new ResizeObserver(arrange).observe(box);

    /* The points where the joints of a method, or of 'source' or 'target' in the first cell, were
     * last drawn: [x, y] in CSS pixels of the stage. */
    function screen(label) {
        const at = drawn.find(({ method }) => method.label === label)?.at || ghostsDrawn[label];
        return at ? cut.skeleton.joints.map((_, j) => [at[4 * j], at[4 * j + 1]]) : null;
    }

    return { use, draw, screen, cells: () => cells };
})();
