/* A plan with a hundred cuts and five methods for each, and a plan with thousands of cuts. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, clips, dbtool, equal, near, on, open, run, settle, test, valueOf, work } from './harness.mjs';
import { readCsv } from './csv.mjs';

const METHODS = ['dead-halflife', 'dead-decay:halflife=0.1', 'inertialize-quintic', 'crossfade', 'cut'];
const SEQUENCES = 50;

const plan = () => {
    const path = join(work, 'plan.json');
    if (existsSync(path)) return path;
    const names = ['idle', 'walk', 'run', 'turn'];
    const jobs = Array.from({ length: SEQUENCES }, (_, i) => {
        const clip = j => join(clips, 'ok_' + names[j % names.length] + '.bvh');
        return {
            name: 'shot' + String(i).padStart(2, '0') + '.{method}', out: join(work, 'out', 'shot' + i + '.{method}.bvh'), method: METHODS,
            cuts: [{ clip: clip(i) }, { clip: clip(i + 1 + i % 3), at: 0.5 + 0.01 * i }, { clip: clip(i + 2), at: 1.3 + 0.01 * i }]
        };
    });
    writeFileSync(path, JSON.stringify({ jobs }));
    return path;
};

let made = null;
function report() {
    if (made) return made;
    const out = join(work, 'many.html');
    run('report', plan(), '-o', out, '-q');
    return made = out;
}

test('a hundred cuts of five methods: size, and the list of cuts', async () => {
    const file = report(), size = statSync(file).size;
    const { page, trouble, close } = await open(file);
    const time = await page.evaluate(() => window.dbtoolReport.loadTime);
    equal(await page.locator('#cuts-list li').count(), 2 * SEQUENCES, 'cuts');
    equal(trouble, [], 'trouble');
    await close();
    check(size < 10e6, size + ' bytes');
    return Math.round(time) + ' ms, ' + (size / 1e6).toFixed(2) + ' MB';
});

/* The order of the cuts by the CSV of the same plan: by the seam of the best method, the worst first. */
function expectedOrder() {
    const rows = readCsv(run('batch', plan(), '--metrics', '-', '-q')).filter(row => row.joint === '*');
    const groups = new Map();
    for (const row of rows) {
        const key = row.sequence.split('.')[0] + ' ' + row.cut;
        const seam = Number(row.seam_ratio), moved = Number(row.displacement_u_s);
        groups.set(key, [...groups.get(key) ?? [], { rough: seam > 1.5, by: seam > 1.5 ? seam : moved, seam, moved }]);
    }
    const best = rows => rows.sort((a, b) => a.rough - b.rough || a.by - b.by || a.seam - b.seam)[0];
    return [...groups].map(([key, rows]) => ({ key, rough: best(rows).rough, value: best(rows).seam, moved: best(rows).moved }))
        .sort((a, b) => b.rough - a.rough || b.value - a.value || b.moved - a.moved);
}

async function listed(page) {
    const items = await page.$$eval('#cuts-list li', items => items.map(item =>
        ['.cut-name', '.cut-note', '.cut-figure'].map(part => item.querySelector(part).textContent)));
    return items.map(([name, note, figure]) => ({ key: name.split('.')[0] + ' ' + /cut (\d+)/.exec(note)[1], value: valueOf(figure) }));
}

test('cuts come worst first; filter, order and keys choose among them', () => on(report(), {}, async page => {
    const doc = JSON.parse(/id="data">([^]*?)<\/script>/.exec(readFileSync(report(), 'utf8'))[1]);
    equal(doc.metrics[doc.rank].name, 'displacement_u_s', 'what ranks');
    check((await page.textContent('#cuts-note')).includes('cuts by seam ratio'), 'what the list is sorted by');
    const shown = await listed(page);
    equal(shown.length, 2 * SEQUENCES, 'cuts');
    shown.slice(1).forEach(({ value }, i) => check(value <= shown[i].value, 'worst first'));
    const names = [...new Set(shown.map(({ key }) => key))];
    equal(names.length, 2 * SEQUENCES, 'cuts that differ');
    const clips = await page.$$eval('#cuts-list li', items => items.map(item => [Number(item.dataset.cut), item.textContent]));
    for (const [index, text] of clips) {
        const { source_name: source, target_name: target } = doc.cuts[index];
        check(text.includes(source.replace('.bvh', '') + ' → ' + target.replace('.bvh', '')), 'the clips of ' + text);
    }
    equal(await page.evaluate(() => window.dbtoolReport.cut()), Number(await page.getAttribute('#cuts-list li', 'data-cut')), 'the worst is open');

    await page.selectOption('#cuts-order', 'worst');
    const byWorst = await listed(page);
    byWorst.slice(1).forEach(({ value }, i) => check(value <= byWorst[i].value, 'worst method first'));
    check(byWorst[0].value >= shown[0].value, 'the worst method is no better than the best');
    await page.selectOption('#cuts-order', 'plan');
    equal((await listed(page)).map(({ key }) => key), Array.from({ length: SEQUENCES }, (_, i) => [1, 2].map(cut => 'shot' + String(i).padStart(2, '0') + ' ' + cut)).flat(), 'the plan’s order');
    await page.selectOption('#cuts-order', 'best');

    await page.fill('#cuts-filter', 'shot07');
    equal((await listed(page)).map(({ key }) => key).sort(), ['shot07 1', 'shot07 2'], 'filtered');
    await page.fill('#cuts-filter', 'no such cut');
    equal((await listed(page)).length, 0, 'nothing matches');
    await page.fill('#cuts-filter', '');

    await page.focus('#cuts-list');
    for (const [key, place] of [['ArrowDown', 1], ['ArrowDown', 2], ['ArrowUp', 1], ['End', 2 * SEQUENCES - 1], ['Home', 0]]) {
        await page.keyboard.press(key);
        await settle(page);
        const item = page.locator('#cuts-list li').nth(place);
        equal(await page.evaluate(() => window.dbtoolReport.cut()), Number(await item.getAttribute('data-cut')), key);
        equal(await item.getAttribute('aria-selected'), 'true', key + ' marks it');
    }
    await page.locator('#cuts-list li').nth(5).click();
    const name = await page.locator('#cuts-list li').nth(5).locator('.cut-name').textContent();
    check((await page.textContent('#subtitle')).startsWith(name), 'the header names the cut');
    const cut = doc.cuts[await page.evaluate(() => window.dbtoolReport.cut())];
    const best = cut.methods.find(method => method.rank === 1);
    equal(await page.evaluate(() => window.dbtoolReport.frame()), cut.cut + Math.round((best.end - cut.cut) / 2), 'it opens half way through the best transition');
    await page.focus('#timeline');
    await page.keyboard.press(']');
    equal(await page.evaluate(() => window.dbtoolReport.cut()), Number(await page.locator('#cuts-list li').nth(6).getAttribute('data-cut')), ']');
}));

test('the order is that of the values in the batch’s CSV', () => on(report(), {}, async page => {
    const expected = expectedOrder(), shown = await listed(page);
    const of = new Map(expected.map(({ key, value }) => [key, value]));
    let compared = 0;
    for (const { key, value } of shown) {
        check(of.has(key), key + ' is in the CSV');
        compared++;
        const close = Math.abs(value - of.get(key)) <= 0.0006 * of.get(key) + 1e-5;
        check(close, key + ': ' + value + ', in the CSV ' + of.get(key));
    }
    equal(compared, 2 * SEQUENCES, 'cuts compared');
    /* to the digits of the page: cuts with equal ones may come in any order */
    shown.forEach(({ value }, i) => near(value, expected[i].value, 0.0006 * expected[i].value, 'place ' + i));
    const bad = expected.filter(({ rough }) => rough).length;
    check(shown.slice(0, bad).every(({ value }) => value > 1.4999) && shown.slice(bad).every(({ value }) => value < 1.5001), 'what is not seamless is on top');
}));

test('bars are proportional to the values beside them', () => on(report(), {}, async page => {
    for (const order of ['best', 'worst', 'plan']) {
        await page.selectOption('#cuts-order', order);
        const rows = await page.$$eval('#cuts-list li', items => items.map(item => ({
            text: item.querySelector('.cut-figure').textContent, share: item.querySelector('.bar').getBoundingClientRect().width / item.querySelector('.bar-box').getBoundingClientRect().width
        })));
        const most = Math.max(...rows.map(({ text }) => valueOf(text)));
        check(rows.some(({ text }) => valueOf(text) < 0.5 * most), 'figures that differ');
        for (const { text, share } of rows) near(share, valueOf(text) / most, 0.01, order + ': the bar of ' + text);
    }
}));

const LONG = 1100, CUTS = 4;

let longMade = null;
function long() {
    if (longMade) return longMade;
    const out = join(work, 'long.html'), path = join(work, 'long.json'), names = ['idle', 'walk', 'run', 'turn'];
    const clip = i => join(clips, 'ok_' + names[i % names.length] + '.bvh');
    const jobs = Array.from({ length: LONG }, (_, i) => ({
        name: 'take' + String(i).padStart(4, '0'), out: join(work, 'take' + i + '.bvh'), method: i % 7 ? 'dead-halflife' : 'cut',
        cuts: [{ clip: clip(i) }, ...Array.from({ length: CUTS }, (_, k) => ({ clip: clip(i + k + 1), at: 0.5 + 0.4 * k + 0.0001 * i }))]
    }));
    writeFileSync(path, JSON.stringify({ jobs }));
    const { status, stderr } = spawnSync(dbtool, ['report', path, '-o', out, '--context', '0.1'], { encoding: 'utf8' });
    equal(status, 0, stderr);
    return longMade = { out, stderr };
}

test('messages give a large report’s size in millions of bytes', () => {
    const { out, stderr } = long(), told = [...stderr.matchAll(/([\d.]+) MB/g)].map(([, text]) => text);
    equal(told, Array(2).fill(String(Number((statSync(out).size / 1e6).toPrecision(3)))), stderr);
});

test('a filter over 4,400 cuts answers each key', () => on(long().out, {}, async page => {
    const names = Array.from({ length: LONG }, (_, i) => 'take' + String(i).padStart(4, '0'));
    const list = page.locator('#cuts-list li'), count = page.locator('#cuts-count');
    await page.focus('#cuts-filter');
    let text = '';
    for (const key of [...'take01', ...Array(6).fill('Backspace'), ...'ok_walk']) {
        text = key === 'Backspace' ? text.slice(0, -1) : text + key;
        await page.keyboard.press(key);
        await settle(page);
        if (text.startsWith('t')) {
            const n = CUTS * names.filter(name => name.includes(text)).length;
            equal(await count.textContent(), n === CUTS * LONG ? '' : n + ' of ' + CUTS * LONG + ' cuts', 'count of ' + text);
        }
    }
    await page.fill('#cuts-filter', 'take0007');
    equal(await list.count(), CUTS, 'rows of one sequence');
    await page.fill('#cuts-filter', '');

    /* The page makes rows on demand. */
    await page.focus('#cuts-list');
    await page.keyboard.press('End');
    await settle(page);
    equal(await list.count(), CUTS * LONG, 'rows at the end');
    equal(await list.nth(CUTS * LONG - 1).getAttribute('aria-selected'), 'true', 'the last cut');
    equal(await page.evaluate(() => window.dbtoolReport.cut()), Number(await list.nth(CUTS * LONG - 1).getAttribute('data-cut')), 'End');
    await page.selectOption('#cuts-order', 'plan');
    const short = await list.count();
    check(short < CUTS * LONG, short + ' rows at first');
    await page.$eval('#cuts-list', list => { list.scrollTop = list.scrollHeight; });
    await page.waitForFunction(n => document.querySelectorAll('#cuts-list li').length > n, short);
    equal(await list.nth(short).getAttribute('data-cut'), String(short), 'the next row in the plan’s order');
    equal(await list.nth(short).getAttribute('aria-posinset'), String(short + 1), 'its position in the list');
}));

test('the table of all cuts is that of compare', () => on(report(), {}, async page => {
    const all = JSON.parse(run('compare', plan(), '--format', 'json', '-q'));
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
}));
