/* The page of `dbtool suggest --format html`. */
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { check, clips, equal, near, on, run, settle, test, work } from './harness.mjs';

const [walk, fast] = ['walk', 'run'].map(name => join(clips, 'ok_' + name + '.bvh'));
const file = join(work, 'costs.html');
const list = JSON.parse(run('suggest', walk, fast, '--format', 'json'));
run('suggest', walk, fast, '--format', 'html', '-o', file);

/* Where the mark of a cut is on the display. */
const markOf = (page, rank) => page.evaluate(rank => {
    const box = canvas.getBoundingClientRect(), cut = data.cuts[rank - 1];
    return { x: box.left + xOf(cut.i), y: box.top + yOf(cut.j) };
}, rank);

test('costs: the list is that of JSON, and a click copies its command', () =>
    on(file, {}, async (page, { context }) => {
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        equal(await page.locator('#cuts tr').count(), list.length, 'rows');
        for (const rank of [1, 2]) {
            const mark = await markOf(page, rank);
            await page.mouse.click(mark.x, mark.y);
            await settle(page);
            equal(await page.textContent('#command'), list[rank - 1].blend, 'command');
            equal(await page.textContent('#copied'), 'copied', 'said');
            equal(await page.evaluate(() => navigator.clipboard.readText()), list[rank - 1].blend, 'clipboard');
        }
        check((await page.textContent('#value')).includes('cost ' + Number(list[1].cost_u.toPrecision(4))), 'value');
    }));

test('costs: a point of the map is what dbtool says of it', () =>
    on(file, {}, async page => {
        const cell = await page.evaluate(() => {
            const cell = { i: data.i[0] + 20, j: data.j[0] + 9 };
            point(cell);
            return { ...cell, cost: costOf(cell), back: cellAt(xOf(cell.i), yOf(cell.j)) };
        });
        equal(cell.back, { i: cell.i, j: cell.j }, 'the way there and back');
        const [only] = JSON.parse(run('suggest', walk, fast, '--at', cell.i + 'f', '--from', cell.j + 'f', '--format', 'json'));
        near(cell.cost, only.cost_u, 1e-3 * only.cost_u, 'cost');
    }));

test('costs: keys move the pointer, dark and narrow displays draw, too', () =>
    on(file, { colorScheme: 'dark', viewport: { width: 360, height: 640 } }, async page => {
        await page.focus('#box');
        const before = await page.evaluate(() => pointed.i);
        await page.keyboard.press('ArrowLeft');
        equal(await page.evaluate(() => pointed.i), before - 1, 'frame');
        check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 400), 'width');
        check(await page.evaluate(() => context.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3] === 255), 'drawn');
    }));

test('costs: the policy names what runs', () => {
    const text = readFileSync(file, 'utf8');
    check(/default-src 'none'; script-src 'sha256-[^']*'; style-src 'sha256-/.test(text), 'policy');
});
