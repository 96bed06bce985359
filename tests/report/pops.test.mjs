/* The pops of whole outputs are those of `dbtool pops`; curve and table set the time. */
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { check, equal, near, on, run, settle, test, work } from './harness.mjs';
import { AT, cutFrame, labels, report, running, walk } from './fixtures.mjs';

const rowsOf = page => page.evaluate(() => [...document.querySelectorAll('#pops-list tbody tr')].map(tr => {
    const [at, pop, kind] = tr.querySelectorAll('td');
    return { method: tr.querySelector('th').textContent, frame: Number(at.firstChild.dataset.frame), disabled: at.firstChild.disabled, pop: Number(pop.title), kind: kind.textContent };
}));

/* The pops that `dbtool pops` finds in the output of `blend` with a method. */
function found(label) {
    const out = join(work, 'popping.bvh');
    run('blend', walk, running, '--at', AT, '-m', label, '-o', out, '-q');
    return JSON.parse(run('pops', '-q', '--format', 'json', out))[0];
}

test('pops: curve and table are those of dbtool pops, and a click on either sets the time', () => on(report(), {}, async page => {
    const rows = await rowsOf(page), curves = await page.evaluate(() => window.dbtoolReport.pops());
    let n = 0;
    for (const label of labels) {
        const { pops, largest, n_frames } = found(label), own = rows.filter(row => row.method === label);
        const { values } = curves.find(curve => curve.label === label);
        equal(values.length, n_frames, 'frames of ' + label);
        near(Math.max(...values), largest, 1e-5 * largest, 'largest of ' + label);
        for (const { frame, pop } of pops) near(values[frame], pop, 1e-5 * pop, label + ' at ' + frame);
        equal(own.map(({ frame, kind }) => [frame, kind]),
            pops.length ? pops.map(({ frame, kind }) => [frame, kind]) : [[own[0].frame, 'no pop above 2']], 'pops of ' + label);
        own.forEach(({ pop }, i) => near(pop, pops.length ? pops[i].pop : largest, 1e-5 * pop, 'pop of ' + label));
        n += own.length;
    }
    check(n >= labels.length, 'rows');

    await page.evaluate(() => state.set({ frame: state.values.frame - 20 }));
    const { frame } = rows.find(row => row.method === 'cut');
    check(Math.abs(frame - cutFrame()) <= 1, 'the pop is at the cut');
    await page.click('#pops-list tr:has(th:text-is("cut")) button');
    await settle(page);
    equal(await page.evaluate(() => window.dbtoolReport.frame()), frame, 'frame');
    equal(await page.evaluate(() => window.dbtoolReport.methods()[state.values.method]), 'cut', 'method');
    const box = await page.locator('#pops-chart').boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await settle(page);
    check(await page.evaluate(() => window.dbtoolReport.frame()) !== frame, 'the click moves the time');
    return n + ' rows';
}));

test('pops: a frame in the window of another cut opens that cut', () => {
    const plan = join(work, 'pops.json'), out = join(work, 'pops.html');
    writeFileSync(plan, JSON.stringify([{ name: 'three', out: 'three.bvh', method: 'cut', cuts: [
        { clip: walk }, { clip: running, at: 0.8 }, { clip: walk, at: 2.5 }
    ] }]));
    run('report', plan, '-o', out, '-q', '--context', '0.3');
    return on(out, {}, async page => {
        const [first, second] = await rowsOf(page);
        check(second.frame > first.frame + 60, 'a pop at each cut');
        await page.evaluate(() => state.set({ cut: 0 }));
        await page.click('#pops-list tbody tr:nth-child(2) button');
        await settle(page);
        equal(await page.evaluate(() => [window.dbtoolReport.cut(), window.dbtoolReport.frame()]), [1, second.frame], 'cut and frame');
    });
});
