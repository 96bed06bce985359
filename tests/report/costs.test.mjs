/* The page of `dbtool suggest --format html`. */
import { join } from 'node:path';
import { readFileSync, writeFileSync } from 'node:fs';
import { check, clips, equal, near, on, run, settle, test, work } from './harness.mjs';

const [walk, fast] = ['walk', 'run'].map(name => join(clips, 'ok_' + name + '.bvh'));
const file = join(work, 'costs.html');
const list = JSON.parse(run('suggest', walk, fast, '--format', 'json'));
run('suggest', walk, fast, '--format', 'html', '-o', file);

/* The position of a cut's mark on the display. */
const markOf = (page, rank) => page.evaluate(rank => {
    const box = document.getElementById('costs-map').getBoundingClientRect(), cut = data.cuts[rank - 1];
    return { x: box.left + costsMap.xOf(cut.i), y: box.top + costsMap.yOf(cut.j) };
}, rank);

test('costs: the list is that of JSON, and a click copies its command', () =>
    on(file, {}, async (page, { context }) => {
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        equal(await page.locator('#cuts tr').count(), list.length, 'rows');
        for (const rank of [1, 2]) {
            const mark = await markOf(page, rank);
            await page.mouse.click(mark.x, mark.y);
            await settle(page);
            equal(await page.textContent('#costs-command'), list[rank - 1].blend, 'command');
            equal(await page.textContent('#costs-copied'), 'copied', 'said');
            equal(await page.evaluate(() => navigator.clipboard.readText()), list[rank - 1].blend, 'clipboard');
        }
        check((await page.textContent('#costs-value')).includes('cost ' + Number(list[1].cost_u.toPrecision(4))), 'value');
    }));

test('costs: a point of the map has the cost that dbtool lists', () =>
    on(file, {}, async page => {
        const cell = await page.evaluate(() => {
            const cell = { i: data.i[0] + 20, j: data.j[0] + 9 };
            costsMap.point(cell);
            return { ...cell, cost: costsMap.costOf(cell), back: costsMap.cellAt(costsMap.xOf(cell.i), costsMap.yOf(cell.j)) };
        });
        equal(cell.back, { i: cell.i, j: cell.j }, 'the way there and back');
        const [only] = JSON.parse(run('suggest', walk, fast, '--at', cell.i + 'f', '--from', cell.j + 'f', '--format', 'json'));
        near(cell.cost, only.cost_u, 1e-3 * only.cost_u, 'cost');
    }));

/* A clip in which only the left hand moves; distances: from the body, in each frame. */
function reach(name, distances) {
    const joint = (kind, name, x) => kind + ' ' + name + '\n{\nOFFSET ' + x + ' 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n';
    const leaf = (name, x) => joint('JOINT', name, x) + 'End Site\n{\nOFFSET ' + x + ' 0 0\n}\n}\n';
    const frames = distances.map(d => '0 0 0 0 0 0 ' + d + ' 0 0 0 0 0 -1 0 0 0 0 0\n').join('');
    const path = join(work, name);
    writeFileSync(path, 'HIERARCHY\n' + joint('ROOT', 'Body', 0) + leaf('Left', 1) + leaf('Right', -1) + '}\nMOTION\nFrames: ' + distances.length + '\nFrame Time: 0.04\n' + frames);
    return path;
}

/* A's hand is 1000 units further out in each frame, B's stays at 0. At velocity weight 0 a cost
 * then shows the frame of A, as the hand is one of three joints. */
test('costs: in long clips a point has the cost of one of its cells', () => {
    const long = reach('long.bvh', Array.from({ length: 1437 }, (_, k) => k && 1000 * (k + 1)));
    const page = join(work, 'long.html');
    run('suggest', long, reach('still.bvh', Array(40).fill(0)), '--velocity-weight', '0', '--apart', '100', '--format', 'html', '-o', page);
    return on(page, {}, async page => {
        const frames = await page.evaluate(() => {
            const list = [];
            for (let i = data.i[0] + 1; i < data.i[1]; i++) list.push([i, costsMap.costOf({ i, j: data.j[0] + 3 })]);
            return list;
        });
        const most = Math.ceil((1437 - 12) / 300);
        for (const [i, cost] of frames) {
            const of = Math.round(cost * Math.sqrt(3) / 1000) - 1;
            check(of <= i && i < of + most, 'frame ' + i + ' has the cost of frame ' + of);
        }
        check(new Set(frames.map(([, cost]) => cost)).size >= 299, 'points');
        await page.evaluate(() => costsMap.point({ i: 700, j: 5 }));
        check((await page.textContent('#costs-value')).includes('cost about '), 'value');
        check((await page.textContent('#subtitle')).includes('up to 16'), 'subtitle');
    });
});

test('costs: in short clips a point is a cell', () =>
    on(file, {}, async page => {
        await page.evaluate(() => costsMap.point({ i: data.i[0] + 2, j: data.j[0] + 3 }));
        check(!(await page.textContent('#costs-value')).includes('about'), 'value');
        check(!(await page.textContent('#subtitle')).includes('several'), 'subtitle');
    }));

test('costs: keys move the pointer; the map is drawn in dark and narrow displays', () =>
    on(file, { colorScheme: 'dark', viewport: { width: 360, height: 640 } }, async page => {
        await page.focus('#costs-box');
        const before = await page.evaluate(() => costsMap.pointed().i);
        await page.keyboard.press('ArrowLeft');
        equal(await page.evaluate(() => costsMap.pointed().i), before - 1, 'frame');
        check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'width');
        check(await page.evaluate(() => {
            const canvas = document.getElementById('costs-map');
            return canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3] === 255;
        }), 'drawn');
    }));

test('costs: the policy has the hashes of script and style', () => {
    const text = readFileSync(file, 'utf8');
    check(/default-src 'none'; script-src 'sha256-[^']*'; style-src 'sha256-/.test(text), 'policy');
});
