/* The map of costs in a report of cuts at `best`. */
import { join } from 'node:path';
import { check, equal, near, on, run, settle, test, work } from './harness.mjs';
import { report, running, walk } from './fixtures.mjs';

const file = join(work, 'best.html');
run('report', walk, running, walk, '--at', 'best,1.9', '--from', 'best,0.2', '--methods', 'inertialize-spring:halflife=0.02', '--methods', 'dead-decay', '-o', file, '-q');
const [best] = JSON.parse(run('suggest', walk, running, '--top', '1', '--format', 'json'));

const commandOf = (i, j, method) => 'dbtool blend ' + [walk, running, walk].join(' ') + ' --at ' + i + 'f,1.9 --from ' + j + 'f,0.2 -m ' + method + ' -o out.bvh';
const ranked = page => page.evaluate(() => window.dbtoolReport.methods()[state.values.method]);

/* Opens the first cut. */
const onBest = (options, body) => on(file, options, async (page, opened) => {
    await page.evaluate(() => state.set({ cut: 0 }));
    await settle(page);
    await body(page, opened);
});

/* The position of a cell on the display. */
async function placeOf(page, cell) {
    await page.locator('#costs-map').scrollIntoViewIfNeeded();
    return page.evaluate(cell => {
        const box = document.getElementById('costs-map').getBoundingClientRect();
        return { x: box.left + costsMap.xOf(cell.i), y: box.top + costsMap.yOf(cell.j) };
    }, cell);
}

test('best: the ring is the cut that suggest lists first, and a click on it copies its command', () =>
    onBest({}, async (page, { context }) => {
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        const cell = { i: best.at_frame, j: best.from_frame }, command = commandOf(cell.i, cell.j, await ranked(page));
        check(await page.isVisible('#costs'), 'the panel');
        equal(await page.textContent('#costs-command'), command, 'command at first');
        const { x, y } = await placeOf(page, cell);
        await page.mouse.move(x + 60, y);
        check(await page.textContent('#costs-command') !== command, 'command elsewhere');
        await page.mouse.click(x, y);
        await settle(page);
        const value = await page.textContent('#costs-value');
        check(value.startsWith('this cut: leave at') && value.includes('cost ' + Number(best.cost_u.toPrecision(4)) + ' '), value);
        equal(await page.textContent('#costs-copied'), 'copied', 'said');
        equal(await page.evaluate(() => navigator.clipboard.readText()), command, 'clipboard');
    }));

test('best: the value under the pointer is what suggest says of that cell', () =>
    onBest({}, async page => {
        const cell = { i: best.at_frame - 9, j: best.from_frame + 8 }, { x, y } = await placeOf(page, cell);
        await page.mouse.move(x, y);
        const [only] = JSON.parse(run('suggest', walk, running, '--at', cell.i + 'f', '--from', cell.j + 'f', '--format', 'json'));
        const value = await page.textContent('#costs-value');
        check(value.includes('frame ' + cell.i + ',') && value.includes('frame ' + cell.j + ','), value);
        near(Number(/cost ([\d.]+) units/.exec(value)[1]), only.cost_u, 1e-3 * only.cost_u, 'cost');
    }));

test('best: the command has the method that is chosen', () =>
    onBest({}, async page => {
        const labels = await page.evaluate(() => window.dbtoolReport.methods());
        for (const label of labels) {
            await page.locator('#table-box .pick', { hasText: label }).click();
            equal(await page.textContent('#costs-command'), commandOf(best.at_frame, best.from_frame, label), label);
        }
        equal(labels.length, 2, 'methods');
    }));

test('best: keys move the pointer and nothing else', () =>
    onBest({ colorScheme: 'dark', viewport: { width: 360, height: 640 } }, async page => {
        await page.focus('#costs-box');
        const frame = await page.evaluate(() => window.dbtoolReport.frame());
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('ArrowUp');
        equal(await page.evaluate(() => [costsMap.pointed().i, costsMap.pointed().j]), [best.at_frame - 1, best.from_frame + 1], 'cell');
        equal(await page.evaluate(() => window.dbtoolReport.frame()), frame, 'the frame stays');
        check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'width');
        const corner = await page.evaluate(() => {
            const canvas = document.getElementById('costs-map'), ratio = window.devicePixelRatio;
            return [...canvas.getContext('2d').getImageData(66 * ratio, 12 * ratio, 1, 1).data];
        });
        equal(corner[3], 255, 'drawn');
    }));

test('best: a cut whose times were given has no map', () =>
    on(file, {}, async page => {
        for (const [index, shown] of [[1, false], [0, true]]) {
            await page.evaluate(index => state.set({ cut: index }), index);
            await settle(page);
            equal(await page.isVisible('#costs'), shown, 'cut ' + (index + 1));
        }
        equal(await page.textContent('#costs-command'), commandOf(best.at_frame, best.from_frame, await ranked(page)), 'command again');
        await on(report(), {}, async plain => check(!await plain.isVisible('#costs'), 'a report without best'));
    }));
