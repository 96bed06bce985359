/* The player: exact poses; the clock; the camera by mouse, touch and keys. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { api, check, clips, equal, near, on, run, samePose, settle, test, work } from './harness.mjs';
import { readBvh } from './bvh.mjs';
import { cutFrame, labels, report, walk, written } from './fixtures.mjs';

const slider = async page => ({
    first: Number(await page.getAttribute('#timeline', 'aria-valuemin')),
    last: Number(await page.getAttribute('#timeline', 'aria-valuemax')),
    now: Number(await page.getAttribute('#timeline', 'aria-valuenow'))
});

/* Drags the time slider to an output frame. */
async function scrubTo(page, frame) {
    const { first, last } = await slider(page), box = await page.locator('#timeline').boundingBox();
    const x = at => box.x + 12 + (at - first) / (last - first) * (box.width - 24);
    await page.mouse.move(x(first), box.y + box.height - 8);
    await page.mouse.down();
    await page.mouse.move(x(frame), box.y + box.height - 8, { steps: 4 });
    await page.mouse.up();
    equal(await api(page, 'frame'), frame, 'frame scrubbed to');
}

test('opens paused in the transition; scrubbing shows the poses that dbtool writes, and ghosts', () => on(report(), {}, async page => {
    const frame = await api(page, 'frame');
    check(frame > cutFrame() && frame < cutFrame() + 30, 'frame ' + frame);
    await page.waitForTimeout(250);
    equal(await api(page, 'frame'), frame, 'frame a while later');
    equal(await page.getAttribute('#play', 'aria-label'), 'Play', 'the button');
    equal([...await api(page, 'methods')].sort(), [...labels].sort(), 'methods');

    const cut = cutFrame(), { first, last } = await slider(page), source = readBvh(walk), target = written('cut');
    check(first < cut - 5 && last > cut + 15, 'a window around the cut');
    let worst = 0;
    for (const frame of [cut, first, cut - 1, cut + 1, cut + 5, Math.min(cut + 12, last), last]) {
        await scrubTo(page, frame);
        for (const label of labels) worst = Math.max(worst, await samePose(page, label, written(label), frame));
        /* the source plays on; the target is aligned with it */
        if (frame < last) await samePose(page, 'source', source, frame);
        if (frame >= cut) await samePose(page, 'target', target, frame);
        else equal(await api(page, 'positions', 'target'), null, 'the target before the cut');
    }
    return 'worst ' + worst.toExponential(1) + ' units';
}));

/* Skeletons of other kinds. */
const others = {
    'Z up': { files: ['ok_walk_zup.bvh', 'ok_walk_zup.bvh'], options: ['--at', '1', '--from', '0.5', '--up', 'z'] },
    'positions on every joint': { files: ['ok_all_positions.bvh', 'ok_walk_30fps.bvh'], options: ['--at', '1'] },
    'a root that stands still': { files: ['ok_still_root.bvh', 'ok_still_root_run.bvh'], options: ['--at', '1.2'] }
};
for (const [name, { files, options }] of Object.entries(others))
    test('poses and framing: ' + name, async () => {
        const out = join(work, 'other.html'), kept = join(work, 'other-' + name.replace(/ /g, '-'));
        const paths = files.map(file => join(clips, file)), methods = ['crossfade', 'inertialize-spring', 'cut'];
        mkdirSync(kept);
        run('report', ...paths, ...options, '--methods', methods.join(','), '-o', out, '-q');
        run('compare', ...paths, ...options, '--methods', methods.join(','), '--keep', kept, '-q');
        await on(out, {}, async page => {
            const start = await api(page, 'frame'), { last } = await slider(page), cells = await api(page, 'cells');
            for (const frame of [start, start + 1, start + 6, last]) {
                await scrubTo(page, frame);
                await settle(page);
                for (const method of methods) {
                    const bvh = readBvh(join(kept, method + '.bvh')), cell = cells.find(({ labels }) => labels.includes(method));
                    await samePose(page, method, bvh, frame);
                    const at = Object.fromEntries((await api(page, 'screen', method)).map((point, j) => [bvh.joints[j].name, point]));
                    for (const [joint, [x, y]] of Object.entries(at)) {
                        if (bvh.joints.find(of => of.name === joint).parent < 0 && name.includes('root')) continue;    /* the root stays behind while the character moves */
                        check(x > cell.x && x < cell.x + cell.width && y > cell.y && y < cell.y + cell.height, joint + ' of ' + method + ' is outside its cell at ' + frame);
                    }
                    check(at.Head[1] < at.Hips[1] && at.Hips[1] < Math.max(at.LeftFoot[1], at.RightFoot[1]), method + ' stands upright at ' + frame);
                }
            }
        });
    });

/* Returns a hash of the pixels of each cell of the player. */
const pixels = page => page.evaluate(() => {
    const canvas = document.getElementById('figures');
    const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
    const context = copy.getContext('2d', { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const ratio = canvas.width / canvas.clientWidth;
    return window.dbtoolReport.cells().map(({ x, y, width, height, labels }) => {
        const { data } = context.getImageData(x * ratio + 4, y * ratio + 4, width * ratio - 8, height * ratio - 8);
        let hash = 0;
        for (let i = 0; i < data.length; i += 4) hash = (hash * 31 + data[i] * 65536 + data[i + 1] * 256 + data[i + 2]) | 0;
        return { labels, hash };
    });
});

test('play moves every character, on the canvas and in space', () => on(report(), {}, async page => {
    const before = await pixels(page);
    equal(before.map(cell => cell.labels[0]).sort(), [...labels].sort(), 'a cell for each method');
    const poses = {};
    for (const label of labels) poses[label] = await api(page, 'positions', label);
    const start = await api(page, 'frame');
    await page.click('#play');
    equal(await page.getAttribute('#play', 'aria-label'), 'Pause', 'the button');
    await page.waitForFunction(start => window.dbtoolReport.frame() !== start && Math.abs(window.dbtoolReport.frame() - start) > 3, start);
    await page.click('#play');
    await settle(page);
    const stopped = await api(page, 'frame'), after = await pixels(page);
    after.forEach((cell, i) => check(cell.hash !== before[i].hash, cell.labels[0] + ' is drawn as before'));
    for (const label of labels) {
        const now = await api(page, 'positions', label);
        check(now.some((p, j) => Math.hypot(...p.map((v, i) => v - poses[label][j][i])) > 0.1), label + ' stands still');
    }
    await page.waitForTimeout(200);
    equal(await api(page, 'frame'), stopped, 'frame after a pause');
}));

test('speed: frames by the page\'s own clock, an eighth of them at speed 1/8', () => on(report(), { alone: true }, async page => {
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(60000);    /* from now on only runFor advances time */
    await page.selectOption('#loop', 'off');
    const played = async speed => {
        await page.selectOption('#speed', speed);
        await page.keyboard.press('Home');
        const first = await api(page, 'frame');
        await page.click('#play');
        await page.clock.runFor(800);
        await page.click('#play');
        return await api(page, 'frame') - first;
    };
    const real = 0.8 / written(labels[0]).frameTime;
    near(await played('1'), real, 3, 'frames in 0.8 s at speed 1');
    near(await played('0.125'), real / 8, 3, 'frames in 0.8 s at speed 1/8');
}));

test('loops around the cut; without, it ends on the last frame', () => on(report(), {}, async page => {
    const { first, last } = await slider(page);
    const watch = () => page.evaluate(cut => new Promise(done => {
        const seen = [];
        const from = performance.now();
        const hasAll = () => seen.some((frame, i) => i > 0 && frame < seen[i - 1]) && Math.min(...seen) < cut && Math.max(...seen) > cut + 12;
        const look = () => {
            const frame = window.dbtoolReport.frame();
            if (seen.at(-1) !== frame) seen.push(frame);
            if (!hasAll() && performance.now() - from < 60000) requestAnimationFrame(look);
            else done(seen);
        };
        look();
    }), cutFrame());
    await page.selectOption('#speed', '1');
    await page.keyboard.press('Space');
    const seen = await watch();
    check(seen.some((frame, i) => i > 0 && frame < seen[i - 1]), 'it came round: ' + seen);
    check(Math.min(...seen) > first && Math.max(...seen) < last, 'it stays near the cut');
    check(Math.min(...seen) < cutFrame() && Math.max(...seen) > cutFrame() + 12, 'the transition is in the loop');
    await page.keyboard.press('Space');
    await page.selectOption('#loop', 'off');
    await page.keyboard.press('Space');
    await page.waitForFunction(last => window.dbtoolReport.frame() === last, last, { timeout: 10000 });
    await page.waitForSelector('#play[aria-label="Play"]', { timeout: 5000 });
    equal(await api(page, 'frame'), last, 'frame at the end');
}));

test('steps by key and button', () => on(report(), {}, async page => {
    const cut = cutFrame(), frame = () => api(page, 'frame');
    await page.keyboard.press('c');
    const steps = [['.', 1], ['.', 2], [',', 1], ['ArrowRight', 2], ['ArrowLeft', 1], ['Shift+ArrowRight', 11], ['c', 0]];
    for (const [key, at] of steps) {
        await page.keyboard.press(key);
        equal(await frame(), cut + at, key);
    }
    await page.click('#step-back');
    equal(await frame(), cut - 1, 'button back');
    await page.click('#step-on');
    await page.click('#step-on');
    equal(await frame(), cut + 1, 'button on');
    await page.click('#to-cut');
    equal(await frame(), cut, 'button to the cut');
    await page.focus('#timeline');
    await page.keyboard.press('End');
    equal(await frame(), (await slider(page)).last, 'End');
    await page.keyboard.press('ArrowLeft');
    equal(await frame(), (await slider(page)).last - 1, 'left on the slider');
}));

/* Returns the sorted names of the camera's values that differ. */
const changed = (before, after) => Object.keys(before).filter(key => Math.abs(before[key] - after[key]) > 1e-6).sort();

test('the camera by mouse and keys', () => on(report(), {}, async page => {
    const opened = await api(page, 'frame');
    const box = await page.locator('#figures').boundingBox(), view = () => api(page, 'view');
    const home = await view(), x = box.x + 150, y = box.y + 300, still = await pixels(page);
    const drag = async () => {
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + 60, y - 30, { steps: 5 });
        await page.mouse.up();
        await settle(page);
    };
    await drag();
    const orbited = await view();
    equal(changed(home, orbited), ['pitch', 'yaw'], 'a drag');
    (await pixels(page)).forEach((cell, i) => check(cell.hash !== still[i].hash, 'every figure turns: ' + cell.labels));
    await page.keyboard.down('Shift');
    await drag();
    await page.keyboard.up('Shift');
    const panned = await view();
    equal(changed(orbited, panned), ['panX', 'panY'], 'a drag with Shift');
    await page.mouse.wheel(0, -200);
    await settle(page);
    const zoomed = await view();
    equal(changed(panned, zoomed), ['zoom'], 'the wheel');
    check(zoomed.zoom > panned.zoom, 'up is nearer');
    await page.mouse.dblclick(x, box.y + 60);
    equal(changed(home, await view()), [], 'double-click');

    await page.focus('#stage');
    for (const [key, expected] of [['ArrowLeft', ['yaw']], ['ArrowUp', ['pitch']], ['Shift+ArrowRight', ['panX']], ['Shift+ArrowDown', ['panY']], ['+', ['zoom']], ['-', ['zoom']]]) {
        const before = await view();
        await page.keyboard.press(key);
        equal(changed(before, await view()), expected, key);
    }
    await page.keyboard.press('0');
    equal(changed(home, await view()), [], '0');
    equal(await api(page, 'frame'), opened, 'the frame stays');
}));

/* Sends a touch gesture. Each of `moves` lists the positions of all fingers. */
async function touch(page, context, ...moves) {
    const session = await context.newCDPSession(page);
    const points = list => list.map(([x, y], id) => ({ x, y, id }));
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(moves[0]) });
    for (const move of moves.slice(1)) await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(move) });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await settle(page);
}

test('touch: one finger orbits, two zoom and pan, the page stays; the timeline follows', () =>
    on(report(), { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page, { context }) => {
        await page.evaluate(() => document.getElementById('stage').scrollIntoView({ block: 'center' }));
        const box = await page.locator('#figures').boundingBox(), view = () => api(page, 'view');
        const x = box.x + 180, y = box.y + 150, scroll = () => page.evaluate(() => Math.round(window.scrollY)), top = await scroll();
        const home = await view();
        await touch(page, context, [[x, y]], [[x + 15, y]], [[x + 40, y + 20]], [[x + 70, y + 40]]);
        const orbited = await view();
        equal(changed(home, orbited), ['pitch', 'yaw'], 'one finger');
        await touch(page, context, [[x - 20, y], [x + 20, y]], [[x - 40, y], [x + 40, y]], [[x - 60, y], [x + 60, y]]);
        const zoomed = await view();
        near(zoomed.zoom / orbited.zoom, 3, 0.05, 'fingers three times as far apart');
        equal(changed(orbited, zoomed).filter(key => key === 'yaw' || key === 'pitch'), [], 'no orbit with two fingers');
        await touch(page, context, [[x - 20, y], [x + 20, y]], [[x, y + 20], [x + 40, y + 20]], [[x + 10, y + 40], [x + 50, y + 40]]);
        const panned = await view();
        near(panned.zoom, zoomed.zoom, 1e-6, 'zoom of a pan');
        check(panned.panX > zoomed.panX && panned.panY > zoomed.panY, 'two fingers pan');
        equal(await scroll(), top, 'the page did not scroll');

        await page.evaluate(() => document.getElementById('timeline').scrollIntoView({ block: 'center' }));
        const line = await page.locator('#timeline').boundingBox(), middle = line.y + line.height / 2;
        await touch(page, context, [[line.x + 30, middle]], [[line.x + 90, middle]], [[line.x + line.width - 2, middle]]);
        equal(await api(page, 'frame'), (await slider(page)).last, 'frame');
    }));

test('a method can be hidden, the last one cannot; overlaid, all share a cell', () => on(report(), {}, async page => {
    await page.click('#layout-over');
    await settle(page);
    const cells = await api(page, 'cells');
    equal(cells.length, 1, 'cells');
    equal([...cells[0].labels].sort(), [...labels].sort(), 'methods in it');
    equal(await page.getAttribute('#layout-over', 'aria-pressed'), 'true', 'pressed');
    await page.click('#layout-side');
    const chip = label => page.locator('.chip', { hasText: label }).first();
    await chip('inertialize-quintic').click();
    await settle(page);
    const shown = (await api(page, 'cells')).flatMap(cell => cell.labels);
    equal(shown.slice().sort(), labels.filter(label => label !== 'inertialize-quintic').sort(), 'cells');
    check(!(await api(page, 'curves')).some(curve => curve.label === 'inertialize-quintic'), 'no curve of it');
    for (const label of labels) if (await chip(label).getAttribute('aria-pressed') === 'true') await chip(label).click();
    await settle(page);
    equal((await api(page, 'cells')).flatMap(cell => cell.labels).length, 1, 'cells left');
}));

test('every switch changes the picture, and back; paths of feet, in frames without contact, too', () => on(report(), {}, async page => {
    const doc = JSON.parse(await page.textContent('#data'));
    const planted = doc.cuts[0].contacts.flatMap(({ frames }) => frames).find(([begin]) => begin > doc.cuts[0].first)[0] + 1;
    const frames = { 'show-source': cutFrame() + 3, 'show-target': cutFrame() + 3, 'show-jumps': cutFrame(), 'show-contacts': planted, 'show-path': cutFrame() };
    for (const [id, frame] of Object.entries(frames)) {
        await scrubTo(page, frame);
        await settle(page);
        const before = await pixels(page);
        await page.click('#' + id);
        await settle(page);
        const after = await pixels(page);
        check(after.some((cell, i) => cell.hash !== before[i].hash), id + ' changes nothing');
        await page.click('#' + id);
        await settle(page);
        equal(await pixels(page), before, id + ' twice');
    }

    const [cut] = doc.cuts;
    const spans = cut.contacts.flatMap(({ frames }) => frames);
    const stands = frame => spans.some(([begin, end]) => frame >= begin && frame <= end);
    const frame = [...Array(cut.n_frames).keys()].map(k => k + cut.first).find(frame => !stands(frame));
    check(spans.length > 0 && frame !== undefined, 'a frame in which no foot stands');
    await scrubTo(page, frame);
    await settle(page);
    const before = await pixels(page);
    await page.click('#show-contacts');
    await settle(page);
    check((await pixels(page)).every((cell, i) => cell.hash !== before[i].hash), 'no path is drawn');
}));

test('reduced motion: nothing moves by itself, nothing fades', () => on(report(), { reducedMotion: 'reduce' }, async page => {
    const before = await pixels(page);
    await page.waitForTimeout(300);
    equal(await pixels(page), before, 'the picture a while later');
    const moving = await page.evaluate(() => [...document.querySelectorAll('*')].filter(node => {
        const style = getComputedStyle(node);
        return parseFloat(style.transitionDuration) > 0 || style.animationName !== 'none';
    }).length);
    equal(moving, 0, 'elements with a transition or animation');
}));
