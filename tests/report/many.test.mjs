/* A plan with more cuts than the page lists at once, and a report that takes long to open. */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, clips, dbtool, equal, near, on, run, settle, test, valueOf, work } from './harness.mjs';
import { readCsv } from './csv.mjs';

const METHODS = ['dead-halflife', 'crossfade', 'cut'];
const SEQUENCES = 52, CUTS = 2 * SEQUENCES;
const AT_ONCE = 100;    /* rows that the page lists at first */
const shot = i => 'shot' + String(i).padStart(2, '0');
const clip = i => join(clips, 'ok_' + ['idle', 'walk', 'run', 'turn'][i % 4] + '.bvh');

/* Writes a plan and returns its path. */
function planOf(name, jobs) {
    const path = join(work, name);
    writeFileSync(path, JSON.stringify({ jobs }));
    return path;
}

/* The order of the cuts by the CSV of the same plan: by the seam of the best method, the worst first. */
function expectedOrder(plan) {
    const rows = readCsv(run('batch', plan, '--metrics', '-', '-q')).filter(row => row.joint === '*');
    const groups = new Map();
    for (const row of rows) {
        const key = row.sequence.split('.')[0] + ' ' + row.cut;
        const seam = Number(row.seam_ratio), moved = Number(row.displacement_u_s);
        groups.set(key, [...groups.get(key) ?? [], { place: [1.5, 3, 6, Infinity].findIndex(limit => seam <= limit), seam, moved }]);
    }
    const best = rows => rows.sort((a, b) => a.place - b.place || (a.place < 3 && a.moved - b.moved) || a.seam - b.seam)[0];
    return [...groups].map(([key, rows]) => ({ key, rough: best(rows).place > 0, value: best(rows).seam, moved: best(rows).moved }))
        .sort((a, b) => b.rough - a.rough || b.value - a.value || b.moved - a.moved);
}

async function listed(page) {
    const items = await page.$$eval('#cuts-list li', items => items.map(item =>
        ['.cut-name', '.cut-note', '.cut-figure'].map(part => item.querySelector(part).textContent)));
    return items.map(([name, note, figure]) => ({ key: name.split('.')[0] + ' ' + /cut (\d+)/.exec(note)[1], value: valueOf(figure) }));
}

const cutOf = page => page.evaluate(() => window.dbtoolReport.cut());

/* The list is in the order of the values in the batch's CSV, the worst first, and bars are proportional to values. */
async function checkList(page, plan, doc) {
    equal(doc.metrics[doc.rank].name, 'displacement_u_s', 'what ranks');
    check((await page.textContent('#cuts-note')).includes('cuts by seam ratio'), 'what the list is sorted by');
    equal(await page.locator('#cuts-list li').count(), AT_ONCE, 'rows at first');
    equal(await cutOf(page), Number(await page.getAttribute('#cuts-list li', 'data-cut')), 'the worst is open');
    await page.focus('#cuts-list');
    await page.keyboard.press('End');
    const expected = expectedOrder(plan), shown = await listed(page), of = new Map(expected.map(({ key, value }) => [key, value]));
    equal(shown.map(({ key }) => key).sort(), [...of.keys()].sort(), 'cuts');
    equal(shown.length, CUTS, 'cuts');
    /* to the digits of the page: cuts with equal ones may come in any order */
    shown.forEach(({ key, value }, i) => {
        near(value, of.get(key), 0.0006 * of.get(key) + 1e-5, key);
        near(value, expected[i].value, 0.0006 * expected[i].value, 'place ' + i);
        check(!i || value <= shown[i - 1].value, 'worst first');
    });
    const bad = expected.filter(({ rough }) => rough).length;
    check(shown.slice(0, bad).every(({ value }) => value > 1.4999) && shown.slice(bad).every(({ value }) => value < 1.5001), 'what is not seamless is on top');
    for (const [index, text] of await page.$$eval('#cuts-list li', items => items.map(item => [Number(item.dataset.cut), item.textContent]))) {
        const { source_name: source, target_name: target } = doc.cuts[index];
        check(text.includes(source.replace('.bvh', '') + ' → ' + target.replace('.bvh', '')), 'the clips of ' + text);
    }

    for (const order of ['worst', 'plan', 'best']) {
        await page.selectOption('#cuts-order', order);
        await page.focus('#cuts-list');
        await page.keyboard.press('End');
        const rows = await page.$$eval('#cuts-list li', items => items.map(item =>
            item.querySelector('.bar').getBoundingClientRect().width / item.querySelector('.bar-box').getBoundingClientRect().width));
        const ordered = await listed(page), values = ordered.map(({ value }) => value), most = Math.max(...values);
        check(values.some(value => value < 0.5 * most), 'figures that differ');
        rows.forEach((share, i) => near(share, values[i] / most, 0.01, order + ': the bar of ' + values[i]));
        if (order === 'plan') equal(ordered.map(({ key }) => key), Array.from({ length: CUTS }, (_, i) => shot(Math.floor(i / 2)) + ' ' + (i % 2 + 1)), 'the plan’s order');
        if (order === 'worst') {
            values.slice(1).forEach((value, i) => check(value <= values[i], 'worst method first'));
            check(values[0] >= shown[0].value, 'the worst method is no better than the best');
        }
    }
}

/* Each key in the filter leaves the cuts that have its text. */
async function checkFilter(page) {
    const names = Array.from({ length: SEQUENCES }, (_, i) => shot(i));
    await page.focus('#cuts-filter');
    let text = '';
    for (const key of [...'shot07', ...Array(6).fill('Backspace'), ...'ok_walk']) {
        text = key === 'Backspace' ? text.slice(0, -1) : text + key;
        await page.keyboard.press(key);
        const n = 2 * names.filter(name => name.includes(text)).length;
        if (text.startsWith('sh')) equal(await page.textContent('#cuts-count'), n === CUTS ? '' : n + ' of ' + CUTS + ' cuts', 'count of ' + text);
        if (text === 'shot07') equal((await listed(page)).map(({ key }) => key).sort(), ['shot07 1', 'shot07 2'], 'filtered');
    }
    check((await listed(page)).length < CUTS, 'cuts with the walk');
    await page.fill('#cuts-filter', 'no such cut');
    equal((await listed(page)).length, 0, 'nothing matches');
    await page.fill('#cuts-filter', '');
}

/* Keys and clicks choose among the cuts. */
async function checkKeys(page, doc) {
    const item = place => page.locator('#cuts-list li').nth(place);
    await page.focus('#cuts-list');
    for (const [key, place] of [['Home', 0], ['ArrowDown', 1], ['ArrowDown', 2], ['ArrowUp', 1], ['End', CUTS - 1], ['Home', 0]]) {
        await page.keyboard.press(key);
        await settle(page);
        equal(await cutOf(page), Number(await item(place).getAttribute('data-cut')), key);
        equal(await item(place).getAttribute('aria-selected'), 'true', key + ' marks it');
    }
    await item(5).click();
    check((await page.textContent('#subtitle')).startsWith(await item(5).locator('.cut-name').textContent()), 'the header names the cut');
    const cut = doc.cuts[await cutOf(page)], best = cut.methods.find(method => method.rank === 1);
    equal(await page.evaluate(() => window.dbtoolReport.frame()), cut.cut + Math.round((best.end - cut.cut) / 2), 'it opens half way through the best transition');
    await page.focus('#timeline');
    await page.keyboard.press(']');
    equal(await cutOf(page), Number(await item(6).getAttribute('data-cut')), ']');

    /* The page makes rows on demand. */
    await page.selectOption('#cuts-order', 'plan');
    equal(await page.locator('#cuts-list li').count(), AT_ONCE, 'rows of another order');
    await page.$eval('#cuts-list', list => { list.scrollTop = list.scrollHeight; });
    await page.waitForFunction(n => document.querySelectorAll('#cuts-list li').length > n, AT_ONCE);
    equal(await item(AT_ONCE).getAttribute('data-cut'), String(AT_ONCE), 'the next row in the plan’s order');
    equal(await item(AT_ONCE).getAttribute('aria-posinset'), String(AT_ONCE + 1), 'its position in the list');
}

/* The table of all cuts is that of compare. */
async function checkTable(page, plan) {
    const all = JSON.parse(run('compare', plan, '--format', 'json', '-q'));
    const shown = await page.$$eval('#overview-box tbody tr', rows => rows.map(row => [...row.children].map(cell => cell.textContent)));
    check((await page.textContent('#overview-note')).startsWith(all.cuts + ' cuts'), 'cuts');
    equal(shown.map(([label]) => label), all.methods.map(({ method }) => method), 'order');
    all.methods.forEach(({ rank, wins, seamless, figures, worst }, i) => {
        const [label, place, share, won, ...rest] = shown[i];
        equal([parseInt(place), won], [rank, String(wins)], label);
        near(parseFloat(share), 100 * seamless / all.cuts, 0.01, label + ': share');
        equal(rest.at(-1), worst.sequence + ', cut ' + worst.cut, label + ': worst');
        ['seam_ratio', 'displacement_u_s', 'skate_u'].forEach((name, k) => {
            const { median, p90 } = figures[name];
            [median, p90].forEach((value, q) => near(Number(rest[2 * k + q]), value < 1e-5 ? 0 : value, 1e-3 * value + 1e-5, label + ' ' + name));
        });
    });
    await page.locator('#overview-box button').last().click();
    await settle(page);
    const { sequence } = all.methods.at(-1).worst;
    check((await page.textContent('#subtitle')).includes(sequence), 'a click opens the worst cut');
}

test('a plan of many cuts: its list, filter, keys and table', () => {
    const file = join(work, 'many.html'), plan = planOf('plan.json', Array.from({ length: SEQUENCES }, (_, i) => ({
        name: shot(i) + '.{method}', out: join(work, 'out', 'shot' + i + '.{method}.bvh'), method: METHODS,
        cuts: [{ clip: clip(i) }, { clip: clip(i + 1 + i % 3), at: 0.5 + 0.01 * i }, { clip: clip(i + 2), at: 1.3 + 0.01 * i }]
    })));
    run('report', plan, '-o', file, '-q');
    check(statSync(file).size < 8e6, statSync(file).size + ' bytes');
    const doc = JSON.parse(/id="data">([^]*?)<\/script>/.exec(readFileSync(file, 'utf8'))[1]);
    return on(file, {}, async page => {
        await checkList(page, plan, doc);
        await checkFilter(page);
        await checkKeys(page, doc);
        await checkTable(page, plan);
        return Math.round(await page.evaluate(() => window.dbtoolReport.loadTime)) + ' ms, ' + (statSync(file).size / 1e6).toFixed(2) + ' MB';
    });
});

/* Long names make it large: each of their bytes takes six. */
test('messages give a large report’s size in millions of bytes', () => {
    const out = join(work, 'large.html'), plan = planOf('large.json', Array.from({ length: 160 }, (_, i) => ({
        name: i + '<'.repeat(16000), out: join(work, i + '.bvh'), method: 'cut',
        cuts: [{ clip: clip(1) }, ...[0.5, 0.9, 1.3, 1.7].map((at, k) => ({ clip: clip(k), at: at + 0.0001 * i }))]
    })));
    const { status, stderr } = spawnSync(dbtool, ['report', plan, '-o', out, '--context', '0.1'], { encoding: 'utf8' });
    equal(status, 0, stderr);
    const told = [...stderr.matchAll(/([\d.]+) MB/g)].map(([, text]) => text);
    equal(told, Array(2).fill(String(Number((statSync(out).size / 1e6).toPrecision(3)))), stderr);
});
