/* Connects the parts of the page, opens cuts, and handles single keys. */
'use strict';

(() => {
    const MOST_SHOWN = 6;       /* methods shown at first: the best ones if there are more */
    const SEAM = 'seam_ratio';  /* what decides at first which joint is chosen, and what the heat map shows */
    let doc = null, cut = null;

    /* ---- methods shown: one choice for player, timeline and curves ---- */

    const chips = byId('chips');

    function drawChips() {
        const labels = model.shortLabels(cut);
        const had = chips.contains(document.activeElement) ? document.activeElement.dataset.method : null;
        chips.replaceChildren(...cut.methods.slice().sort(model.byRank).map(method => {
            const on = state.values.shown.has(method.label);
            return element('button', {
                type: 'button', class: 'chip', 'aria-pressed': String(on), 'aria-label': method.label,
                'data-method': method.index, 'data-tip': model.about(method), onclick: () => toggleMethod(method)
            }, colours.swatch(method.colour, on), element('span', {}, labels[method.index]));
        }));
        if (had !== null) chips.querySelector('[data-method="' + Number(had) + '"]').focus();
    }

    function toggleMethod(method) {
        const shown = new Set(state.values.shown);
        if (!shown.delete(method.label)) shown.add(method.label);
        else if (!cut.methods.some(of => shown.has(of.label))) return;    /* one method is always shown */
        state.set({ shown });
    }

    /* ---- a cut ---- */

    const seamMetric = () => Math.max(0, doc.metrics.findIndex(metric => metric.name === SEAM));

    function worstJoint(method) {
        const figures = method.figures(), n = doc.metrics.length, seam = seamMetric();
        let worst = 0;
        for (let j = 1; j < cut.all.nJoints; j++) if (figures[j * n + seam] > figures[worst * n + seam]) worst = j;
        return worst;
    }

    function shownAt(opened) {
        const ranked = opened.methods.slice().sort(model.byRank).map(method => method.label);
        const kept = ranked.filter(label => state.values.shown.has(label));
        return new Set(kept.length ? [...state.values.shown] : ranked.slice(0, MOST_SHOWN));
    }

    function openCut(index) {
        const before = cut;
        timeline.play(false);
        cut = model.open(index);
        const same = before && before.skeleton === cut.skeleton;
        const ranked = cut.methods.slice().sort(model.byRank);
        const method = before && ranked.find(of => of.label === before.methods[state.values.method].label) || ranked[0];
        const raw = cut.raw;
        stage.use(cut);
        timeline.use(cut);
        curves.use(cut);
        pops.use(cut);
        tried.use(cut);
        heatmap.use(cut);
        table.use(cut);
        state.set({
            cut: index, frame: model.inside(cut, method), shown: shownAt(cut), method: method.index,
            joint: same ? state.values.joint : worstJoint(method)
        });
        state.set({ zoom: curves.home(cut) });
        drawChips();
        byId('subtitle').replaceChildren(...[
            doc.cuts.length > 1 ? (raw.sequence === doc.title ? 'cut ' : raw.sequence + ', cut ') + raw.number : null,
            (raw.source_name || 'source') + ' → ' + (raw.target_name || 'target'),
            'cut at ' + Number(raw.at.toFixed(4)) + ' s, frame ' + raw.cut,
            Math.round(10 / raw.frame_time) / 10 + ' frames/s',
            count(cut.skeleton.joints.length, 'joint')
        ].filter(Boolean).map(text => element('span', {}, text)));
        fillSettings();
        if (before) say('Cut ' + raw.number + ' of ' + raw.sequence);
    }

    /* The settings of the cut that are not the defaults. */
    function fillSettings() {
        const rows = [
            ...cut.options,
            ...cut.methods.slice().sort(model.byRank).map(method => [method.label, model.untold(method).join(', ')])
                .filter(([, settings]) => settings)
        ];
        byId('settings-list').replaceChildren(
            element('p', {}, doc.version),
            rows.length ? element('dl', {}, ...rows.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]))
                : element('p', { class: 'note' }, 'All other settings are defaults, or are in the methods’ names.'));
    }

    const count = (n, what) => n + ' ' + what + (n === 1 ? '' : 's');

    /* ---- controls ---- */

    function bindCheck(id, key) {
        const input = byId(id), show = () => { input.checked = state.values[key]; };
        input.addEventListener('change', () => state.set({ [key]: input.checked }));
        state.on([key], show);
        show();
    }

    function bindSelect(id, key, parse) {
        const input = byId(id), show = () => { input.value = String(state.values[key]); };
        input.addEventListener('change', () => state.set({ [key]: parse(input.value) }));
        state.on([key], show);
        show();
    }

    function bindControls() {
        bindCheck('show-source', 'source');
        bindCheck('show-target', 'target');
        bindCheck('show-jumps', 'jumps');
        bindCheck('show-contacts', 'contacts');
        bindCheck('show-path', 'path');
        bindCheck('follow', 'follow');
        bindSelect('speed', 'speed', Number);
        bindSelect('loop', 'loop', String);
        for (const layout of ['side', 'over'])
            byId('layout-' + layout).addEventListener('click', () => state.set({ layout }));
        const showLayout = () => ['side', 'over'].forEach(layout =>
            byId('layout-' + layout).setAttribute('aria-pressed', String(state.values.layout === layout)));
        state.on(['layout'], showLayout);
        showLayout();
        byId('reset-view').addEventListener('click', resetView);
        byId('theme').addEventListener('click', nextTheme);
        overlay(byId('settings'));
        byId('show-help').addEventListener('click', showHelp);
        byId('keys-on').addEventListener('change', event => state.set({ keys: event.target.checked }));
        showTheme();
    }

    function resetView() {
        camera.frame();
        stage.draw();
    }

    function showTheme() {
        byId('theme').textContent = 'Theme: ' + theme.choice();
    }

    function nextTheme() {
        theme.next();
        showTheme();
        say('Theme: ' + theme.choice());
    }

    /* ---- keys ---- */

    const flip = key => () => state.set({ [key]: !state.values[key] });
    const step = by => () => timeline.go(state.values.frame + by);
    const shortcuts = [
        ['Player', [
            [' ', 'Space', 'play or pause', () => timeline.play(!state.values.playing)],
            [',', ', or ←', 'one frame back', step(-1)],
            ['.', '. or →', 'one frame forward', step(1)],
            ['<', '< or Shift ←', 'ten frames back', step(-10)],
            ['>', '> or Shift →', 'ten frames forward', step(10)],
            ['c', 'C', 'to the cut', () => timeline.go(cut.at)],
            ['Home', 'Home', 'first frame', () => timeline.go(cut.first)],
            ['End', 'End', 'last frame', () => timeline.go(cut.last)],
            ['1', '1 2 3 4', 'speed ⅛, ¼, ½, 1', () => state.set({ speed: 0.125 })],
            ['2', null, null, () => state.set({ speed: 0.25 })],
            ['3', null, null, () => state.set({ speed: 0.5 })],
            ['4', null, null, () => state.set({ speed: 1 })],
            ['l', 'L', 'loop: around the cut, whole window, off', () => {
                const kinds = ['cut', 'window', 'off'];
                state.set({ loop: kinds[(kinds.indexOf(state.values.loop) + 1) % kinds.length] });
            }]
        ]],
        ['View', [
            ['o', 'O', 'side by side or overlaid', () =>
                state.set({ layout: state.values.layout === 'side' ? 'over' : 'side' })],
            ['s', 'S', 'source', flip('source')],
            ['d', 'D', 'target', flip('target')],
            ['j', 'J', 'jumps', flip('jumps')],
            ['g', 'G', 'contacts', flip('contacts')],
            ['p', 'P', 'path of the joint', flip('path')],
            ['w', 'W', 'camera follows', flip('follow')],
            ['0', '0', 'reset the view', resetView]
        ]],
        ['Cuts and page', [
            ['[', '[', 'previous cut of the list', () => cuts.step(-1)],
            [']', ']', 'next cut of the list', () => cuts.step(1)],
            ['t', 'T', 'theme: system, light, dark', nextTheme],
            ['?', '?', 'this list', () => showHelp()]
        ]]
    ];
    const pointing = [
        ['With the mouse or fingers', [
            ['Drag', 'orbit'], ['Shift and drag, right drag, two fingers', 'pan'], ['Wheel, pinch', 'zoom'],
            ['Click a joint', 'choose it'], ['Double-click', 'reset the view']
        ]],
        ['When the 3D view has the focus', [
            ['Arrows', 'orbit'], ['Shift and arrows', 'pan'], ['+ −', 'zoom'], ['0', 'reset the view']
        ]],
        ['When the curves have the focus', [['+ −', 'zoom'], ['← →', 'move'], ['0', 'whole window']]],
        ['In the heat map', [['Arrows', 'move'], ['Enter', 'choose joint and method']]]
    ];

    function fillHelp() {
        const section = (name, rows) => element('section', {}, element('h3', {}, name),
            element('dl', {}, ...rows.flatMap(([keys, what]) => [element('dt', {}, keys), element('dd', {}, what)])));
        byId('help-keys').replaceChildren(
            ...shortcuts.map(([name, rows]) =>
                section(name, rows.filter(([, keys]) => keys).map(([, keys, what]) => [keys, what]))),
            ...pointing.map(([name, rows]) => section(name, rows)));
    }

    function showHelp() {
        if (!byId('help').open) byId('help').showModal();
    }

    /* Keys go to the focused element if it uses them. A dialog that has just closed may keep the
     * focus until the next frame is drawn. */
    function takesKey(target, key) {
        if (target.closest('dialog:not([open])')) return false;
        if (target.closest('input:not([type=checkbox]), select, textarea, dialog')) return true;
        if (key === ' ' || key === 'Enter') return !!target.closest('button, input, summary, a, td');
        if (key.startsWith('Arrow') || key === 'Home' || key === 'End')
            return !!target.closest('.table-box, [role=listbox], [role=grid], .chart-box');
        return false;
    }

    function onKey(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
        if (!state.values.keys && event.key.length === 1 && event.key !== '?') return;
        if (takesKey(event.target, event.key)) return;
        const alias = { ArrowLeft: event.shiftKey ? '<' : ',', ArrowRight: event.shiftKey ? '>' : '.' }[event.key];
        const key = alias || (event.key.length === 1 ? event.key.toLowerCase() : event.key);
        for (const [, rows] of shortcuts)
            for (const [of, , , act] of rows)
                if (of === key) {
                    event.preventDefault();
                    act();
                    return;
                }
    }

    /* ---- for tests and the console ---- */

    /* window.dbtoolReport returns what the page shows.
     *   methods()            labels of the open cut's methods, in the data's order
     *   positions(label)     [[x, y, z], ...] of each joint at the frame that is shown, in the file's
     *                        axes and units; 'source' and 'target' name the clips; null: nothing to show
     *   frame(), cut()       output frame that is shown; index of the open cut
     *   curves()             [{label, values}] as drawn, a value for each frame of the window
     *   pops()               [{label, values}] as drawn, a value for each frame of the whole output
     *   axis()               [low, high]: the values that the curves' axis shows
     *   view()               the camera: yaw and pitch in radians, zoom, panX and panY in fractions of a cell's height
     *   jumps(label)         jump of each joint's angular velocity at the frame that is shown, degrees a second
     *   screen(label)        [[x, y], ...] of each joint as drawn last, in CSS pixels of the stage; 'source' and
     *                        'target' name the ghosts of the first cell; null: not drawn
     *   cells()              the cells of the stage: {x, y, width, height, labels}, in CSS pixels
     *   loadTime             milliseconds from the page's start until the first cut was ready */
    function positions(label) {
        const method = cut.methods.find(of => of.label === label);
        const frames = method ? method.frames : { source: cut.source, target: cut.target }[label];
        const pose = frames ? model.poseAt(cut, frames, state.values.frame) : -1;
        if (pose < 0) return null;
        const at = pose * cut.all.nPoints * 3;
        return cut.skeleton.joints.map((_, j) => [...cut.all.points.subarray(at + 3 * j, at + 3 * j + 3)]);
    }

    function jumps(label) {
        const at = (state.values.frame - cut.first) * cut.all.nJoints;
        return [...cut.methods.find(of => of.label === label).jumps().subarray(at, at + cut.all.nJoints)];
    }

    function start() {
        doc = data.read();
        if (!doc.cuts.length) throw new Error('it has no cuts');
        model.use(doc);
        document.title = doc.title + ' – dbtool report';
        byId('title').textContent = doc.title;
        state.set({ metric: seamMetric() });
        const first = cuts.init(doc);
        heatmap.init(doc);
        table.init(doc);
        overview.init(doc);
        fillHelp();
        bindControls();
        pops.begin(doc, (index, frame, method) => {
            if (index !== cut.index) openCut(index);
            state.set({ frame, method });
        });
        openCut(first);
        cuts.draw();
        state.on(['cut'], () => { if (state.values.cut !== cut.index) openCut(state.values.cut); });
        state.on(['shown'], drawChips);
        theme.onChange(() => { drawChips(); showTheme(); });
        document.addEventListener('keydown', onKey);
        window.dbtoolReport = {
            methods: () => cut.methods.map(method => method.label),
            positions, jumps, frame: () => state.values.frame, cut: () => state.values.cut,
            screen: stage.screen, curves: curves.shown, pops: pops.shown, axis: curves.axis, view: () => ({ ...camera.view }),
            cells: () => stage.cells().map(({ methods, ...box }) => ({ ...box, labels: methods.map(of => of.label) })),
            loadTime: performance.now()
        };
    }

    try {
        start();
    } catch (error) {
        byId('subtitle').textContent = 'This report cannot be shown: ' + error.message;
        throw error;
    }
})();
