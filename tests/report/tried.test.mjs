/* The candidates of `auto`, and files that never show the new clip. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, dbtool, equal, near, on, run, settle, test, valueOf, work } from './harness.mjs';
import { running, walk } from './fixtures.mjs';

/* Returns the candidates [text, seam, displacement] that `blend -v` prints, and the text of the best one. */
function printed(...options) {
    const { stderr } = spawnSync(dbtool, ['blend', walk, running, ...options, '-v', '-o', '/dev/null'], { encoding: 'utf8' });
    const lines = stderr.split('\n'), best = lines.map(line => /cut 1 is best with (.*)/.exec(line)).find(Boolean)[1];
    const tried = lines.map(line => /cut 1, seam (\S+), displacement (\S+) units\*s: (.*)/.exec(line)).filter(Boolean);
    return { best, tried: tried.map(([, seam, displacement, text]) => [text, Number(seam), Number(displacement)]) };
}

const shown = page => page.evaluate(() => [...document.querySelectorAll('#tried-box tbody tr')].map(tr => ({
    text: tr.querySelector('th').textContent.replace('●', '').replace(' chosen', ''), chosen: tr.classList.contains('chosen'),
    cells: [...tr.querySelectorAll('td')].map(td => td.textContent)
})));

async function compare(page, expected) {
    const rows = await shown(page);
    equal(rows.map(row => row.text), expected.tried.map(([text]) => text), 'candidates');
    rows.forEach(({ text, cells }, i) => [1, 2].forEach(k =>
        near(valueOf(cells[k - 1]), expected.tried[i][k], 6e-3 * expected.tried[i][k], text)));
    equal(rows.filter(row => row.chosen).map(row => row.text), [expected.best], 'the chosen one');
    check((await page.textContent('#tried-note')).includes(expected.best), 'the note names it');
    return rows.length + ' candidates';
}

test('candidates: those of blend -v, with the chosen one marked', async () => {
    const out = join(work, 'tried.html'), short = 'dead-two-sided:blend_time=0.1,before=0.1,halflife=0.05';
    run('report', walk, running, '--at', '1.2', '--methods', 'auto,auto:blend_time=0.3,cut', '-o', out, '-q');
    run('report', walk, running, '--at', '1.2', '--methods', 'auto', '--candidates', short + ',cut', '-o', join(work, 'own.html'), '-q');
    let note = '';
    await on(out, {}, async page => {
        note = await compare(page, printed('--at', '1.2'));
        await page.locator('#table-box .pick', { hasText: 'auto:blend_time=0.3' }).click();
        await settle(page);
        await compare(page, printed('--at', '1.2', '-t', '0.3'));
        await page.locator('#table-box .pick', { hasText: 'cut' }).click();
        await settle(page);
        check(await page.isVisible('#tried'), 'the list of the best method that has one');
    });
    await on(join(work, 'own.html'), {}, own => compare(own, printed('--at', '1.2', '--candidates', short + ',cut')));
    return note;
});

test('candidates: a job of a plan has its own list at each cut', () => {
    const plan = join(work, 'tried.json'), out = join(work, 'plan.html');
    writeFileSync(plan, JSON.stringify([{ name: 'two', out: 'two.bvh', cuts: [
        { clip: walk }, { clip: running, at: 0.8 }, { clip: walk, at: 1.5, method: 'auto:blend_time=0.2' }
    ] }]));
    run('report', plan, '-o', out, '-q');
    return on(out, {}, async page => {
        for (const [cut, n] of [[0, 16], [1, 2]]) { /* at the first cut, 0.75 and 1 s would end after the second */
            await page.evaluate(index => state.set({ cut: index }), cut);
            await settle(page);
            equal((await shown(page)).length, n, 'candidates of cut ' + (cut + 1));
        }
    });
});

test('a file that never shows the new clip ranks last, and the page says why', () => {
    const out = join(work, 'old.html');
    run('report', walk, running, '--at', '1.2', '--methods', 'cut,dead-linear', '--with', 'old=' + walk, '-o', out, '-q');
    return on(out, {}, async page => {
        equal(await page.evaluate(() => [...document.querySelectorAll('#table-box .pick')].map(of => of.textContent).pop()), 'old', 'last');
        const note = await page.textContent('#table-note');
        check(note.includes('old ranks last: it never shows the new clip') && !note.includes('cut ranks last'), note);
    });
});
