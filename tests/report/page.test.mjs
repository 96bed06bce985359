/* The page: it needs no other file and no network, is small, and works in both colour schemes and
 * at every width. */
import { createServer } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, equal, on, open, run, settle, test, work } from './harness.mjs';
import { report, running, walk } from './fixtures.mjs';

const served = async body => {
    const hits = [];
    const server = createServer((request, response) => {
        hits.push(request.url);
        response.setHeader('Content-Type', request.url === '/report.html' ? 'text/html; charset=utf-8' : 'text/plain');
        response.end(request.url === '/report.html' ? readFileSync(report()) : 'x');
    });
    await new Promise(ready => server.listen(0, '127.0.0.1', ready));
    try {
        await body('http://127.0.0.1:' + server.address().port, hits);
    } finally {
        server.closeAllConnections();
        server.close();
    }
};

const useEverything = async page => {
    for (const key of ['Space', 'o', 'p', 's', 'd', 'j', 'g', 'w', 'l', '4', 't', 't', 't', '.', 'c', '?', 'Escape'])
        await page.keyboard.press(key);
    await page.selectOption('#quantity', 'ang3');
    await page.selectOption('#metric', '0');
    await settle(page);
};

test('from file://: no message on the console, no request', () =>
    on(report(), {}, async page => {
        await useEverything(page);
        equal(await page.evaluate(() => performance.getEntriesByType('resource').length), 0, 'resources');
    }));

/* What use makes it do is tested above. */
test('from a server: one request, for the page', () => served(async (origin, hits) => {
    await on(report(), { url: origin + '/report.html' }, () => {});
    equal(hits, ['/report.html'], 'what the server saw');
}));

test('the policy allows no request and no other script', () => served(async (origin, hits) => {
    const { page, trouble, close } = await open(report());
    try {
        const tried = await page.evaluate(async origin => {
            const attempt = start => new Promise(done => start(() => done('in'), () => done('out')));
            const script = document.createElement('script');
            script.textContent = 'window.slipped = true';
            document.body.append(script);
            const link = document.createElement('a');
            link.setAttribute('onclick', 'window.slipped = true');
            link.click();
            return {
                fetch: await fetch(origin + '/fetch').then(() => 'in', () => 'out'),
                image: await attempt((yes, no) => { const i = new Image(); i.onload = yes; i.onerror = no; i.src = origin + '/image'; }),
                script: await attempt((yes, no) => { const s = document.createElement('script'); s.onload = yes; s.onerror = no; s.src = origin + '/script'; document.body.append(s); }),
                evaluated: (() => { try { return (0, eval)('1'); } catch { return 'out'; } })(),
                slipped: window.slipped === true
            };
        }, origin);
        equal(tried, { fetch: 'out', image: 'out', script: 'out', evaluated: 'out', slipped: false }, 'tried');
        equal(hits, [], 'what the server saw');
        check(trouble.some(line => line.includes('Content Security Policy')), 'the browser reports the policy');
    } finally {
        await close();
    }
}));

test('at most 700 KB besides the data', () => {
    const html = readFileSync(report(), 'utf8');
    const data = /<script type="application\/json" id="data">([^]*?)<\/script>/.exec(html)[1];
    const size = Buffer.byteLength(html) - Buffer.byteLength(data);
    check(size <= 700e3, 'page of ' + size + ' bytes');
    check(size > 100e3, 'the library is in it');
    check(!/\sstyle\s*=|\son[a-z]+\s*=\s*["']/.test(html.slice(html.indexOf('<body'), html.indexOf('id="data"'))), 'no style or handler in the markup');
    return Math.round(size / 1000) + ' KB, data ' + Math.round(Buffer.byteLength(data) / 1000) + ' KB';
});

const luminance = rgb => {
    const [r, g, b] = rgb.match(/[\d.]+/g).slice(0, 3).map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

for (const colorScheme of ['light', 'dark'])
    test(colorScheme + ' scheme: text, methods’ colours and inputs’ borders stand out', () =>
        on(report(), { colorScheme }, async page => {
            const found = await page.evaluate(() => {
                const ground = node => {
                    for (; node; node = node.parentElement) {
                        const colour = getComputedStyle(node).backgroundColor;
                        if (!/, 0\)$|transparent/.test(colour)) return colour;
                    }
                    return 'rgb(255, 255, 255)';
                };
                const out = [];
                const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                while (walker.nextNode()) {
                    const node = walker.currentNode.parentElement;
                    if (!walker.currentNode.data.trim() || node.closest('script, noscript, dialog, option, .sr, .skip')) continue;
                    if (!node.getClientRects().length) continue;
                    out.push({ text: walker.currentNode.data.trim().slice(0, 30), ink: getComputedStyle(node).color, ground: ground(node) });
                }
                return out;
            });
            check(found.length > 60, 'text on the page');
            const pale = found.filter(({ ink, ground }) => contrast(luminance(ink), luminance(ground)) < 4.5);
            equal(pale, [], 'text with a contrast below 4.5');
            const page0 = luminance(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor));
            check(colorScheme === 'dark' ? page0 < 0.05 : page0 > 0.8, 'the page is ' + colorScheme);
            const middle = await page.evaluate(() => {
                const canvas = document.getElementById('figures'), box = document.getElementById('stage');
                const counts = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
                let drawn = 0;
                for (let i = 3; i < counts.length; i += 4) drawn += counts[i] > 0;
                return { drawn: drawn / (canvas.width * canvas.height), ground: getComputedStyle(box).backgroundColor };
            });
            check(middle.drawn > 0.02, 'figures are drawn');
            check(colorScheme === 'dark' ? luminance(middle.ground) < 0.05 : luminance(middle.ground) > 0.8, 'the stage is ' + colorScheme);

            const colours = await page.evaluate(() => {
                const style = getComputedStyle(document.documentElement);
                return Object.fromEntries(['panel', 'stage', 'control', ...Array.from({ length: 12 }, (_, i) => 'method-' + i)]
                    .map(name => [name, [1, 3, 5].map(i => parseInt(style.getPropertyValue('--' + name).trim().slice(i, i + 2), 16))]));
            });
            const light = name => luminance(String(colours[name]));
            for (const name of Object.keys(colours).slice(2))
                for (const ground of ['panel', 'stage'])
                    check(contrast(light(name), light(ground)) >= 3, name + ' on ' + ground + ': ' + contrast(light(name), light(ground)).toFixed(2));
            const border = await page.$eval('#joint', select => getComputedStyle(select).borderTopColor);
            equal(border.match(/\d+/g).map(Number), colours.control, 'the border of an input');
        }));

test('the switch changes the scheme, and the page remembers', () =>
    on(report(), {}, async page => {
        const scheme = () => page.evaluate(() => document.documentElement.dataset.theme);
        equal(await scheme(), 'light', 'as the system');
        await page.click('#theme');
        await page.click('#theme');
        equal(await scheme(), 'dark', 'chosen');
        const before = await page.evaluate(() => getComputedStyle(document.body.querySelector('.panel')).backgroundColor);
        check(luminance(before) < 0.05, 'panels are dark');
        await page.reload();
        await page.waitForFunction(() => window.dbtoolReport);
        equal(await scheme(), 'dark', 'after a reload');
        await page.click('#theme');
        equal(await scheme(), 'light', 'as the system again');
    }));

const sizes = [[320, 640], [390, 844], [1024, 768], [1440, 900]];
test('nothing sticks out, nothing overlaps, at any width', () =>
    on(report(), { viewport: { width: 320, height: 640 } }, async page => {
        for (const [width, height] of sizes) {
            await page.setViewportSize({ width, height });
            await settle(page);
            const { wide, clash } = await page.evaluate(() => {
                const seen = [...document.querySelectorAll('button, select, summary, h1, h2, .checks label, .clock, .stage, .timeline, .chart-box, .heat-box, .table-box')]
                    .filter(node => node.getClientRects().length && !node.closest('dialog, table, .column-list'))
                    .map(node => ({ node, name: node.id || node.textContent.trim().slice(0, 20), box: node.getBoundingClientRect() }));
                const clash = [];
                seen.forEach((a, i) => seen.slice(i + 1).forEach(b => {
                    if (a.node.contains(b.node) || b.node.contains(a.node)) return;
                    const x = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
                    const y = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
                    if (x > 1.5 && y > 1.5) clash.push(a.name + ' / ' + b.name);
                }));
                return { wide: document.documentElement.scrollWidth, clash };
            });
            equal(wide, width, width + ' pixels: width of the page');
            equal(clash, [], width + ' pixels: overlaps');
        }
    }));

/* Two cuts with `auto`, presets and a method with many parameters: long names, and all panels. */
const LONG = 'dead-halflife:blend_time=0.35,curve=sinusoidal,halflife_scale=0.7,halflife_max=0.8,max_angular_velocity=300';

test('long names wrap, tables keep their columns and say what they show', () => {
    const plan = join(work, 'full.json'), out = join(work, 'full.html');
    writeFileSync(plan, JSON.stringify([['k', walk, running], ['r', running, walk]].map(([name, a, b]) => (
        { name, cuts: [{ clip: a }, { clip: b, at: 0.9 }] }))));
    run('report', plan, '--methods', 'auto,crossfade:blend_time=0.3,' + LONG, '--preset', 'unreal', '--preset', 'unreal-inertialization', '-o', out, '-q');
    return on(out, {}, async page => {
        for (const width of [1440, 1024]) {
            await page.setViewportSize({ width, height: 900 });
            await settle(page);
            const found = await page.evaluate(() => {
                const wide = id => document.getElementById(id).getBoundingClientRect().width, box = document.getElementById('overview-box');
                const headers = [...document.querySelectorAll('#table-box tbody th')].map(th => th.getBoundingClientRect());
                return {
                    page: document.documentElement.scrollWidth, beyond: box.scrollWidth - box.clientWidth,
                    panels: ['overview', 'table', 'tried'].map(id => wide(id) / wide('main')),
                    names: Math.max(...headers.map(({ width }) => width)), tall: Math.max(...headers.map(({ height }) => height))
                };
            });
            equal(found.page, width, 'width of the page');
            equal(found.beyond, 0, 'of the table over all cuts beyond its box');
            found.panels.forEach(share => check(share > 0.999, 'a panel has ' + share + ' of the width'));
            check(found.names <= 17 * 16 && found.tall < 150, 'a name of ' + found.names + ' by ' + found.tall + ' pixels');
        }
        /* which value is the median; no settings of presets */
        const heads = await page.$$eval('#overview-box thead th', all => all.map(th => th.textContent));
        for (const name of ['Seam ratio', 'Displacement, position', 'Foot skate'])
            equal(heads.filter(text => text.startsWith(name)).map(text => /median|90th percentile/.exec(text)[0]), ['median', '90th percentile'], name);
        const settings = Object.fromEntries(await page.$$eval('#table-box tbody th', all => all.map(th =>
            [th.querySelector('.pick').textContent, th.querySelector('small')?.textContent ?? ''])));
        equal([settings.unreal, settings['unreal-inertialization']], ['', ''], 'settings of presets');
        check(/^chosen=[a-z-]+:blend_time=[\d.]+,before=[\d.]+$/.test(settings.auto), settings.auto);
        for (const label of ['unreal', 'auto', 'unreal-inertialization']) {
            await page.locator('#table-box .pick', { hasText: new RegExp('^' + label + '$') }).click();
            await settle(page);
            check((await page.textContent('#table-worst')).startsWith(label + ': the worst joint is '), label);
        }
    });
});
