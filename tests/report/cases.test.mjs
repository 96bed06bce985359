/* Special cuts: many methods, neighbouring cuts, a source that ends, one joint, no motion, a trained model. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api, check, clips, equal, near, on, run, samePose, settle, test, work } from './harness.mjs';
import { readBvh } from './bvh.mjs';
import { fontSets, usualFonts } from './fonts.mjs';
import { report, running, walk } from './fixtures.mjs';

const clip = name => join(clips, 'ok_' + name + '.bvh');

/* Writes a report and returns its path. */
function made(name, ...args) {
    const out = join(work, name + '.html');
    run('report', ...args, '-o', out, '-q');
    return out;
}

const documentOf = file => JSON.parse(/id="data">([^]*?)<\/script>/.exec(readFileSync(file, 'utf8'))[1]);
const clock = page => page.textContent('#clock span');

/* Moves the time slider to an output frame by keys. */
async function goTo(page, frame) {
    await page.focus('#timeline');
    for (let now = await api(page, 'frame'); now !== frame; now = await api(page, 'frame'))
        await page.keyboard.press((Math.abs(frame - now) >= 10 ? 'Shift+' : '') + (frame > now ? 'ArrowRight' : 'ArrowLeft'));
    await settle(page);
}

/* In the page: records the texts that canvases draw, as {canvas: {text: x}}. */
const listen = () => {
    const texts = window.texts = {}, fillText = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        (texts[this.canvas.id] ??= {})[text] = x;
        fillText.call(this, text, x, y);
    };
};
/* Returns {text: x} of all texts that a canvas draws. The change of theme redraws it. */
const written = async (page, canvas) => {
    await page.evaluate(listen);
    await page.click('#theme');
    await settle(page);
    await settle(page);
    return page.evaluate(canvas => window.texts[canvas] ?? {}, canvas);
};

/* Returns {span, gap}: for each canvas, the last rectangle drawn in the colour of a transition's span or of a gap. */
const shades = async page => {
    await page.evaluate(() => {
        const rects = window.rects = { span: {}, gap: {} }, { fillRect } = CanvasRenderingContext2D.prototype;
        const probe = document.createElement('canvas').getContext('2d');
        CanvasRenderingContext2D.prototype.fillRect = function (left, top, width, height) {
            for (const name in rects) {
                probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--' + name);
                if (this.fillStyle === probe.fillStyle) rects[name][this.canvas.id] = { left, width };
            }
            fillRect.call(this, left, top, width, height);
        };
    });
    await page.click('#theme');
    await settle(page);
    await settle(page);
    return page.evaluate(() => window.rects);
};

/* ---- sixteen methods ---- */

const halflives = Array.from({ length: 8 }, (_, i) => '0.0' + (i + 1));
const sixteen = halflives.flatMap(h => ['dead-decay:halflife=' + h + ',blend_time=0.3', 'inertialize-spring:halflife=' + h]);
let crowd = null;
const crowded = () => crowd ??= made('sixteen', walk, running, '--at', '1.2', ...sixteen.flatMap(method => ['--methods', method]));

async function showAll(page) {
    await page.$$eval('.chip', chips => {
        for (const { ariaLabel, ariaPressed } of chips) if (ariaPressed === 'false') document.querySelector('.chip[aria-label="' + ariaLabel + '"]').click();
    });
    await settle(page);
}

test('sixteen methods: names at rows and focus, marks that differ, one shadow', () => on(crowded(), {}, async page => {
    const ranked = await page.$$eval('.chip', chips => chips.map(chip => chip.ariaLabel));
    const box = await page.locator('#timeline').boundingBox();
    for (const row of [0, 2]) {
        await page.mouse.move(box.x + 300, box.y + 20 + 9 * row + 3);
        equal(await page.textContent('#tip'), ranked[row], 'row ' + row);
        check(await page.isVisible('#tip'), 'it is shown');
    }
    await page.mouse.move(5, 5);
    check(!await page.isVisible('#tip'), 'and gone');
    await page.keyboard.press('Tab');
    await page.focus('#to-cut');
    for (let i = 0; i < 4; i++) await page.keyboard.press('Tab');
    equal(await page.evaluate(() => document.activeElement.id), 'timeline', 'focus');
    for (const label of ranked.slice(0, 6)) check((await page.textContent('#tip')).includes(label), label + ' at the focus');
    await page.keyboard.press('Escape');
    check(!await page.isVisible('#tip'), 'Escape hides it');
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.focus('#columns > summary');
    for (let i = 0; i < 30 && !await page.evaluate(() => document.activeElement.matches('.pick')); i++) await page.keyboard.press('Tab');
    await settle(page);
    equal(await page.textContent('#tip'), ranked[0], 'a name that has the focus, scrolled to');
    check(await page.isVisible('#tip'), 'it is shown');
    await page.hover('.pick >> text="dead-decay:halflife=0.03,blend_time=0.3"');
    check((await page.textContent('#tip')).includes('blend_time=0.3'), 'settings of a row');

    await showAll(page);
    const different = (values, what) => {
        equal(values.length, 16, what);
        equal(new Set(values).size, 16, what + ' that differ: ' + values);
    };
    different(await page.$$eval('.chip .swatch', all => all.map(mark => mark.style.borderColor + mark.textContent)), 'marks');
    different(await page.$$eval('.chip', all => all.map(chip => chip.textContent)), 'chips');
    different(await page.$$eval('.caption-name b', all => all.map(name => name.textContent)), 'captions');
    different(await page.evaluate(() => Chart.getChart(document.getElementById('chart')).data.datasets.slice(0, 16)
        .map(set => set.borderColor + set.borderDash)), 'curves');
    const chip = await page.textContent('.chip[aria-label^="dead-decay:halflife=0.01"]');
    check(!chip.includes('blend_time'), 'what all have in common is left out: ' + chip);

    await page.click('#layout-over');
    for (const id of ['show-source', 'show-target', 'show-contacts']) await page.uncheck('#' + id);
    await page.evaluate(() => {
        const { stroke } = CanvasRenderingContext2D.prototype, shade = getComputedStyle(document.documentElement).getPropertyValue('--shadow');
        const probe = document.createElement('canvas').getContext('2d');
        probe.strokeStyle = shade;
        window.shadows = window.paints = 0;
        const { clearRect } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.clearRect = function (...args) {
            if (this.canvas.id === 'figures') window.paints++;
            clearRect.apply(this, args);
        };
        CanvasRenderingContext2D.prototype.stroke = function (...args) {
            if (this.strokeStyle === probe.strokeStyle) window.shadows++;
            stroke.apply(this, args);
        };
    });
    await page.focus('#timeline');
    await page.keyboard.press('ArrowRight');
    await settle(page);
    equal(await page.evaluate(() => window.shadows / window.paints), 1, 'shadows a picture');
}));

/* Returns the font families with which a node's text is drawn. */
async function fontsOf(page, context, selector) {
    const session = await context.newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root } = await session.send('DOM.getDocument');
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    await session.detach();
    return fonts.map(font => font.familyName);
}

const phone = { width: 390, height: 844 };
for (const fonts of Object.keys(fontSets))
    test('sixteen methods: captions and characters do not overlap, ' + fonts, () =>
        on(crowded(), { viewport: phone, fonts }, async (page, { context }) => {
            equal((await fontsOf(page, context, '.caption-name b'))[0], fontSets[fonts].family, 'font');
            await showAll(page);
            let joints = 0;
            for (const layout of fonts === usualFonts ? ['side', 'over'] : ['side']) {
                await page.click('#layout-' + layout);
                await settle(page);
                const stage = await page.locator('#stage').boundingBox();
                equal(await page.locator('.caption-name').count(), 16, 'captions');
                const captions = await page.$$eval('.caption', all => all.map(caption => {
                    const { left, right, top, bottom } = caption.getBoundingClientRect();
                    return { left, right, top, bottom };
                }));
                check(captions.every(box => box.bottom < stage.y + stage.height - 50), 'captions leave room below');
                for (const label of await api(page, 'methods'))
                    for (const [x, y] of await api(page, 'screen', label)) {
                        const [left, top] = [x + stage.x, y + stage.y];
                        check(!captions.some(box => left > box.left && left < box.right && top > box.top && top < box.bottom), label + ' lies on a caption');
                        joints++;
                    }
            }
            return joints + ' joints';
        }));

/* ---- the window of the metrics ---- */

test('the window of the metrics is stated, and marked on the timeline', async () => {
    const file = made('window', walk, running, '--at', '1.2', '--window', '0.3', '--methods', 'cut,dead-linear', '-t', '0.15', '--align', 'none');
    await on(file, {}, async page => {
        equal(await page.textContent('#table-note'), 'ranked by displacement, position, seamless methods first, then those up to twice and four times that seam, then the others by seam ratio; measured over 0.3 s after the cut', 'note');
        const texts = await written(page, 'timeline-canvas');
        const width = (await page.locator('#timeline').boundingBox()).width, { cuts: [cut] } = documentOf(file);
        const expected = 12 + (cut.cut + cut.window_frames - cut.first) / (cut.n_frames - 1) * (width - 24);
        const half = await page.evaluate(() => {
            const context = document.getElementById('timeline-canvas').getContext('2d');
            return context.measureText('measured up to here').width / 2;
        });
        near(texts['measured up to here'] + half, expected, 1, 'its mark');
        near(cut.window_frames * cut.frame_time, 0.3, 1e-4, 'frames of the window');
        await page.click('#settings > summary');
        const told = await page.textContent('#settings-list');
        for (const text of [documentOf(file).version, 'align', 'none', 'dead-linear', 'blend_time=0.15']) check(told.includes(text), text + ' in ' + told);
        await page.keyboard.press('Escape');
        check((await page.textContent('#table-box tr[data-method] small')).includes('blend_time=0.15'), 'settings in the table');
    });
});

/* ---- neighbouring cuts, ends of clips ---- */

test('neighbouring cuts are stated; a transition ends at the next cut', async () => {
    const file = made('neighbours', clip('walk'), clip('run'), clip('idle'), '--at', '0.8,1.0', '-t', '0.15', '--methods', 'dead-linear,cut');
    const { cuts: [one, two] } = documentOf(file);
    equal([one.neighbours[0].frame, two.neighbours[0].frame], [two.cut, one.cut], 'neighbours in the data');
    await on(file, {}, async page => {
        await page.selectOption('#cuts-order', 'plan');
        await page.locator('#cuts-list li').nth(0).click();
        await settle(page);
        check('cut 2' in await written(page, 'timeline-canvas'), 'on the timeline');
        check('cut 2' in await written(page, 'chart'), 'in the curves');
        for (const [frame, where] of [[two.cut, 'cut 2'], [two.cut + 1, 'after cut 2'], [one.cut, 'the cut'], [one.cut + 2, 'in transition']]) {
            await goTo(page, frame);
            equal(await clock(page), 'frame ' + frame + ', ' + where, 'the clock');
        }
        await page.locator('#cuts-list li').nth(1).click();
        await goTo(page, one.cut - 2);
        equal(await clock(page), 'frame ' + (one.cut - 2) + ', before cut 1', 'the clock at the second cut');
    });
});

test('a cut at the end: no source beyond it, and the page says so', async () => {
    const file = made('end', walk, running, '--methods', 'dead-halflife,cut'), { cuts: [cut] } = documentOf(file);
    const ordinary = async page => Number((await page.textContent('#jump-low')).match(/[\d.]+/)[0]);
    let low = 0;
    check(cut.source_end >= cut.cut - 1 && cut.source_end <= cut.cut, 'the source ends at the cut');
    await on(file, {}, async page => {
        check('source ends here' in await written(page, 'timeline-canvas'), 'on the timeline');
        check('source ends here' in await written(page, 'chart'), 'in the curves');
        const { values } = (await api(page, 'curves')).find(({ label }) => label.startsWith('source'));
        const last = cut.source_end - cut.first;
        check(Number.isFinite(values[last]), 'a curve up to the end');
        check(values.slice(last + 1).every(value => !Number.isFinite(value)), 'and none beyond');
        await goTo(page, cut.source_end + 1);
        equal(await api(page, 'positions', 'source'), null, 'no ghost beyond');
        /* If the source held its last pose, the step would raise the jumps that count as ordinary. */
        low = await ordinary(page);
    });
    await on(made('held', walk, running, '--methods', 'dead-halflife,cut', '--past-end', 'loop'), {}, async looped =>
        near(low, await ordinary(looped), 0.3 * low, 'what is ordinary'));
});

/* ---- weights ---- */

test('the blend weight is each joint’s own', async () => {
    const file = made('profile', walk, running, '--at', '1.2', '--methods', 'dead-halflife', '--profile', '*Arm=2', '--skip', 'Head');
    const { cuts: [cut], skeletons } = documentOf(file);
    await on(file, {}, async page => {
        await page.selectOption('#quantity', 'weight');
        check(await page.isEnabled('#joint'), 'joints to choose from');
        for (const name of ['Hips', 'LeftForeArm', 'Head']) {
            await page.selectOption('#joint', { label: name });
            await settle(page);
            const [{ values }] = await api(page, 'curves'), joint = skeletons[0].joints.findIndex(of => of.name === name);
            const frames = { Hips: 12, LeftForeArm: 24, Head: 0 }[name], begin = cut.cut - cut.first;
            equal(cut.methods[0].weight_of[joint] < 0, name === 'Head', name + ' changes at once');
            const x = k => frames ? Math.min(1, k / frames) : 1;
            for (let k = -2; k < 30; k++)
                near(values[begin + k], k < 0 ? 0 : x(k) ** 2 * (3 - 2 * x(k)), 2e-3, name + ' at ' + k);
        }
    });
});

/* ---- transitions before the cut, gaps ---- */

const smooth = x => x * x * (3 - 2 * x);

test('a transition that begins before its cut: stated, in the window, shaded from its begin', async () => {
    const methods = ['inertialize-two-sided', 'dead-two-sided'], kept = join(work, 'two-sided-kept');
    const options = ['--at', '1.2', '--before', '9f', '-t', '12f', '--methods', methods.join(',')];
    const file = made('two-sided', walk, running, ...options), { cuts: [cut] } = documentOf(file);
    mkdirSync(kept);
    run('compare', walk, running, ...options, '--keep', kept, '-q');
    equal(cut.methods.map(({ begin, end }) => [begin - cut.cut, end - cut.cut]), [[-9, 12], [-9, 12]], 'begin and end');
    await on(file, {}, async page => {
        for (const [frame, where] of [[cut.cut - 10, 'before the cut'], [cut.cut - 9, 'in transition'], [cut.cut - 1, 'in transition'],
            [cut.cut, 'the cut'], [cut.cut + 12, 'in transition'], [cut.cut + 13, 'after it']]) {
            await goTo(page, frame);
            equal(await clock(page), 'frame ' + frame + ', ' + where, 'the clock');
        }
        /* in the transition, before the cut */
        await goTo(page, cut.cut - 4);
        await samePose(page, 'source', readBvh(walk), cut.cut - 4);
        equal(await api(page, 'positions', 'target'), null, 'no target yet');
        for (const label of methods) {
            await samePose(page, label, readBvh(join(kept, label + '.bvh')), cut.cut - 4);
            const [a, b] = [await api(page, 'positions', label), await api(page, 'positions', 'source')];
            check(a.some((point, j) => Math.hypot(...point.map((x, i) => x - b[j][i])) > 0.1), label + ' has left the old clip');
        }
        await page.selectOption('#quantity', 'weight');
        await settle(page);
        const curves = await api(page, 'curves'), at = (label, k) => curves.find(of => of.label === label).values[cut.cut - cut.first + k];
        for (let k = -12; k < 15; k++) {
            const u = Math.min(1, Math.max(0, (k + 9) / 21));
            near(at('dead-two-sided', k), smooth(u), 1e-6, 'a fade at ' + k);
            /* the step response: source 0, target 1 */
            near(at('inertialize-two-sided', k), u ** 3 * (10 - 15 * u + 6 * u * u), 1e-6, 'an ease at ' + k);
        }
        const { span } = await shades(page), box = await page.evaluate(() => Chart.getChart(document.getElementById('chart')).chartArea);
        check(span.chart.width > 0 && span.chart.left >= box.left, 'the span in the curves');
        const frameWidth = ((await page.locator('#timeline').boundingBox()).width - 24) / (cut.n_frames - 1);
        near(span['timeline-canvas'].left, 12 + (cut.cut - 9 - cut.first) * frameWidth, 0.5, 'where the span begins');
        near(span['timeline-canvas'].width, 21 * frameWidth, 0.5, 'how long it is');
    });
});

test('a gap: shaded, no ghost of the target before it plays, weights over it', async () => {
    const methods = ['dead-two-sided:before=6f,blend_time=6f', 'bridge-linear'];
    const file = made('gap', walk, running, '--at', '1.2', '--gap', '12f', ...methods.flatMap(method => ['-m', method]));
    const { cuts: [cut] } = documentOf(file), [fade, bridge] = cut.methods;
    equal([cut.plays - cut.cut, fade.begin - cut.cut, fade.end - cut.cut, bridge.begin - cut.cut, bridge.end - cut.cut], [12, -6, 18, 0, 12], 'its frames');
    await on(file, {}, async page => {
        for (const [k, where] of [[-7, 'before the cut'], [-5, 'in transition'], [0, 'the cut'], [1, 'in the gap'], [11, 'in the gap'],
            [12, 'in transition'], [18, 'in transition'], [19, 'after it']]) {
            await goTo(page, cut.cut + k);
            equal(await clock(page), 'frame ' + (cut.cut + k) + ', ' + where, 'the clock');
            equal(await api(page, 'positions', 'target') === null, k < 12, 'the new clip\u2019s ghost at ' + k);
            if (k < 1) await samePose(page, 'source', readBvh(walk), cut.cut + k);
        }
        const texts = await written(page, 'timeline-canvas');
        check('gap ends here' in texts, 'told on the timeline');
        check('gap ends here' in await written(page, 'chart'), 'and in the curves');
        const { gap } = await shades(page), frameWidth = ((await page.locator('#timeline').boundingBox()).width - 24) / (cut.n_frames - 1);
        near(gap['timeline-canvas'].left, 12 + (cut.cut - cut.first) * frameWidth, 0.5, 'where the gap begins');
        near(gap['timeline-canvas'].width, 12 * frameWidth, 0.5, 'how long it is');
        const pixels = await page.evaluate(frames => {
            const { x } = Chart.getChart(document.getElementById('chart')).scales;
            return x.getPixelForValue(frames) - x.getPixelForValue(0);
        }, 12 * cut.frame_time);
        near(gap.chart.width, pixels, 0.5, 'in the curves');
        await page.selectOption('#quantity', 'weight');
        await settle(page);
        const curves = await api(page, 'curves'), at = (label, k) => curves.find(of => of.label === label).values[cut.cut - cut.first + k];
        for (let k = -8; k < 21; k++) {
            near(at(fade.label, k), smooth(Math.min(1, Math.max(0, (k + 6) / 24))), 1e-6, 'a fade at ' + k);
            near(at(bridge.label, k), Math.min(1, Math.max(0, k / 12)), 1e-6, 'a straight line at ' + k);
        }
    });
});

test('a trained model has no blend weight, and the page says so', async () => {
    const model = join(work, 'm.safetensors');
    run('train', walk, running, '-o', model, '-q', '--iterations', '60', '--hidden', '8', '-j', '1');
    const file = made('learned', walk, running, '--at', '1.2', '--methods', 'dead-learned:model=' + model);
    await on(file, {}, async page => {
        equal((await api(page, 'methods')).length, 1, 'methods');
        await page.selectOption('#quantity', 'weight');
        await settle(page);
        check(/^dead-learned.* has no blend weight$/.test(await page.textContent('#chart-missing')), 'the text');
        check(await page.isVisible('#chart-missing'), 'it is seen');
        check(!(await page.textContent('#chart-label')).includes('highest'), 'no peaks of nothing');
        await page.selectOption('#quantity', 'ang1');
        await settle(page);
        check(!await page.isVisible('#chart-missing'), 'other quantities are known');
        equal((await api(page, 'curves')).length, 3, 'curves');
    });
});

/* ---- small clips ---- */

/* Writes a clip of one joint, 50 frames a second, and returns its path. */
const tiny = (name, frames) => {
    const path = join(work, name + '.bvh');
    const motion = frames.map(values => values.join(' ')).join('\n');
    writeFileSync(path, 'HIERARCHY\nROOT Only\n{\n  OFFSET 0 0 0\n  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n' +
        '  End Site\n  {\n    OFFSET 0 1 0\n  }\n}\nMOTION\nFrames: ' + frames.length + '\nFrame Time: 0.02\n' + motion + '\n');
    return path;
};

test('one joint, two frames', async () => {
    const files = [tiny('one', [[0, 1, 0, 0, 0, 0], [0, 1, 0, 5, 0, 0]]), tiny('two', [[0, 1, 0, 0, 0, 9], [0, 1, 0, 0, 3, 9]])];
    await on(made('tiny', ...files, '-t', '0.02', '--methods', 'cut,crossfade'), {}, async page => {
        check((await page.textContent('#subtitle')).endsWith('1 joint'), 'one joint in the header');
        for (const key of ['Home', 'End', 'c', 'p', 'o', 'Space']) await page.keyboard.press(key);
        for (const quantity of ['lin3', 'ang3', 'weight']) await page.selectOption('#quantity', quantity);
        await settle(page);
        equal(await page.locator('.heat-table tbody tr').count(), 1, 'rows of the heat map');
        check((await api(page, 'positions', 'cut')).flat().every(Number.isFinite), 'positions');
    });
});

test('without jumps there is no scale', async () => {
    const still = tiny('still', Array.from({ length: 30 }, () => [0, 1, 0, 0, 0, 0]));
    await on(made('still', still, still, '--at', '0.3', '--methods', 'cut,crossfade'), {}, async page => {
        equal(await page.textContent('#jump-legend .scale'), 'nothing jumps', 'legend');
        check(!await page.isVisible('#jump-scale'), 'no scale');
    });
});

/* ---- framing and the camera ---- */

test('a target with spread arms stays in its cell', async () => {
    const spread = join(work, 'spread.bvh'), lines = readFileSync(running, 'utf8').split('\n');
    const first = lines.findIndex(line => line.startsWith('Frame Time')) + 1, joints = readBvh(running).joints.map(({ name }) => name);
    const turned = { LeftArm: 45, RightArm: -45 };
    lines[first] = [...lines[first].trim().split(/\s+/).slice(0, 6), ...joints.slice(1).flatMap(name => [turned[name] ?? 0, 0, 0])].join(' ');
    writeFileSync(spread, lines.join('\n'));
    const labels = ['dead-halflife', 'dead-decay', 'crossfade', 'inertialize-quintic', 'inertialize-cubic', 'dead-linear'];
    await on(made('spread', walk, spread, '--at', '1.2', '--methods', labels.join(',')), { viewport: { width: 1024, height: 768 } }, async page => {
        const [cell] = await api(page, 'cells');
        for (const yaw of [0, 5, 10, 15]) {
            await page.focus('#stage');
            if (yaw) for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft');
            await settle(page);
            for (const [x, y] of await api(page, 'screen', 'target'))
                check(x > cell.x && x < cell.x + cell.width && y > cell.y && y < cell.y + cell.height, 'a joint of the target at ' + [x, y]);
        }
    });
});

test('a stage without width draws nothing, and comes back', () => on(report(), {}, async page => {
    for (const display of ['none', '']) {
        await page.evaluate(display => { document.getElementById('main').style.display = display; }, display);
        await settle(page);
        await page.keyboard.press('o');
        await page.keyboard.press('.');
        await settle(page);
    }
    equal((await api(page, 'cells')).length, 5, 'cells');
}));

test('another cut keeps the changes of the camera', async () => {
    const file = made('cameras', clip('walk'), clip('run'), clip('turn'), '--at', '0.8,1.6', '--methods', 'crossfade,cut');
    await on(file, {}, async page => {
        const home = await api(page, 'view');
        await page.focus('#stage');
        for (const key of ['ArrowLeft', 'ArrowUp', '+', '+']) await page.keyboard.press(key);
        const left = await api(page, 'view');
        await page.keyboard.press(']');
        const other = await api(page, 'view');
        near(other.zoom, left.zoom, 1e-9, 'zoom');
        near(other.pitch, left.pitch, 1e-9, 'pitch');
        await page.keyboard.press('0');
        near((other.yaw - (await api(page, 'view')).yaw), left.yaw - home.yaw, 1e-9, 'yaw, from where the cut is seen at first');
    });
});

/* ---- names, tables and colours ---- */

test('names, marks and texts say what colours and curves show', () => on(report(), {}, async page => {
    equal(await page.getAttribute('#table-box', 'aria-label'), 'Table of metrics', 'the inner region');
    const weight = selector => page.$eval(selector, node => Number(getComputedStyle(node).fontWeight));
    check(await weight('.caption-name.chosen b') >= 600 && await weight('.caption-name:not(.chosen) b') < 600, 'weight of the chosen one');
    equal(await page.locator('#chart-legend').getAttribute('aria-hidden'), null, 'the legend’s values can be read');
    check((await page.textContent('#stage-label')).includes('0 resets the view'), 'what 0 does');
    const { cuts: [cut] } = documentOf(report());
    /* the text of the curves has the peaks over the transition */
    const text = await page.textContent('#chart-label'), begin = cut.cut - cut.first;
    const end = Math.max(...cut.methods.map(method => method.end)) - cut.first;
    for (const { label, values } of await api(page, 'curves')) {
        if (!cut.methods.some(method => method.label === label)) continue;
        const peak = Math.max(...values.slice(begin, end + 1)), told = text.split(label + ' ')[1].match(/^[\d.]+/)[0];
        near(Number(told), peak, 0.006 * peak, label);
    }
    await page.click('#columns > summary');
    const heights = await page.$$eval('#column-list label', all => all.map(label => label.getBoundingClientRect().height));
    check(Math.min(...heights) >= 24, 'targets of ' + Math.min(...heights));
}));

test('the table shades the edge beyond which it has more columns', () => on(report(), { viewport: { width: 700, height: 800 } }, async page => {
    const shaded = () => page.$eval('.table-frame', frame => [frame.classList.contains('more-left'), frame.classList.contains('more-right')]);
    equal(await shaded(), [false, true], 'at first');
    await page.$eval('#table-box', box => box.scrollTo(1e5, 0));
    await settle(page);
    equal(await shaded(), [true, false], 'at the end');
}));
