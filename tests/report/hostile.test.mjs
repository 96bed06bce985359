/* Names from files are shown as text, whatever they contain. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, equal, on, run, settle, test, work } from './harness.mjs';
import { report, running, walk } from './fixtures.mjs';

const names = {
    Hips: '<script>window.pwned = 1</script>',
    Spine: '</script><script>window.pwned = 2</script>',
    Spine1: '"><img src=x onerror=window.pwned=3>',
    Neck: '<!-- <script>',
    Head: '&lt;b&gt; &amp; \u2028\u2029 ]]>',
    LeftArm: '\'-alert(1)-\' ${window.pwned=4} `',
    RightArm: '</style><style>*{display:none}',
    LeftForeArm: 'javascript:window.pwned=5',
    RightForeArm: '__proto__',
    LeftHand: 'constructor',
    RightHand: '\u202egnp.exe \u0007 \\u003cb\\u003e'
};
const title = '</title><script>window.pwned = 6</script> <img src=x onerror=window.pwned=7>';

const elements = page => page.evaluate(() => {
    const count = {};
    for (const { localName } of document.querySelectorAll('script, style, img, link, iframe, object, b, title, meta, svg'))
        count[localName] = (count[localName] || 0) + 1;
    return count;
});

test('hostile names of joints, files and sequences are inert, and shown as they are', async () => {
    const folder = join(work, '"><img src=x onerror=window.pwned=8>'), out = join(work, 'hostile.html');
    mkdirSync(folder);
    const files = [[walk, '<script>window.pwned=9<script>.bvh'], [running, '"><img src=x onerror=window.pwned=10>.bvh']].map(([from, name]) => {
        const text = readFileSync(from, 'utf8').replace(/^(\s*(?:ROOT|JOINT)) (\w+)$/gm, (line, word, joint) => word + ' ' + (names[joint] ?? joint));
        writeFileSync(join(folder, name), text);
        return join(folder, name);
    });
    run('report', ...files, '--at', '1.2', '--methods', 'cut,crossfade', '--name', title, '--title', title, '-o', out, '-q');
    const html = readFileSync(out, 'utf8'), block = html.slice(html.indexOf('id="data">') + 10);
    check(!block.slice(0, block.indexOf('</script>')).includes('<'), 'no < in the data');
    const keys = ['?', 'Escape', '.', 'o'];
    let here = null;
    await on(out, {}, async page => {
        for (const key of keys) await page.keyboard.press(key);
        await page.locator('.heat-table td').nth(4).click();
        await page.selectOption('#quantity', 'lin3');
        await page.hover('#chart');
        await settle(page);
        equal(await page.evaluate(() => window.pwned ?? null), null, 'what ran');
        const shown = await page.$$eval('#joint option', options => options.map(option => option.textContent));
        for (const name of Object.values(names)) check(shown.includes(name.trim()) || shown.includes(name), 'the joint ' + name);
        equal(await page.textContent('#title'), title, 'the title');
        check((await page.title()).startsWith(title.slice(0, 20)), 'the window’s title');
        check((await page.textContent('#subtitle')).includes('<script>window.pwned=9<script>.bvh'), 'the file’s name');
        const heads = await page.$$eval('.heat-table tbody th', cells => cells.map(cell => cell.textContent));
        check(heads.includes(names.Spine), 'the heat map’s name');
        here = await elements(page);
    });
    await on(report(), {}, async plain => {
        for (const key of keys) await plain.keyboard.press(key);
        const there = await elements(plain);
        for (const kind of Object.keys({ ...here, ...there }))
            if (kind !== 'b') equal(here[kind], there[kind], kind + ' elements, as in a plain report');
    });
});
