/* The manual of `make html` in the browser: no link is broken, no other file is fetched, and nothing is wider than the
 * screen. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { check, equal, newPage, test } from './harness.mjs';

const folder = process.env.MANUAL && resolve(process.env.MANUAL);
const widths = [1024, 375];

/* The anchors of each page. */
const anchors = {};
const anchorsOf = name => anchors[name] ??= new Set([...readFileSync(join(folder, name), 'utf8').matchAll(/\bid="([^"]*)"/g)]
    .map(([, id]) => id.replaceAll('&amp;', '&')));

if (folder) {
    const pages = readdirSync(folder).filter(name => name.endsWith('.html'));

    for (const name of pages) {
        test('manual: ' + name, async () => {
            const url = pathToFileURL(join(folder, name)).href;
            const { page, requests, trouble, close } = await newPage({ viewport: { width: widths[0], height: 800 } });
            try {
                await page.goto(url, { waitUntil: 'load' });
                if (name === 'report.html') {
                    await page.waitForFunction(() => window.dbtoolReport);
                    equal(requests.filter(other => other !== url && !other.startsWith('data:')), [], 'what the report fetches');
                    return '';
                }
                const seen = await page.evaluate(() => ({
                    links: [...document.querySelectorAll('a')].map(a => a.getAttribute('href')),
                    ids: [...document.querySelectorAll('[id]')].map(e => e.id),
                    pictures: [...document.images].map(image => [image.getAttribute('src'), image.naturalWidth > 0 && image.alt.length > 20]),
                    empty: document.querySelector('[role=main]').innerText.trim().length < 100
                }));
                check(!seen.empty, 'no text');
                equal(seen.pictures.filter(([, good]) => !good), [], 'pictures that are not shown, or say nothing');
                equal(seen.ids.filter((id, i) => seen.ids.indexOf(id) !== i), [], 'anchors that a page has twice');
                equal(seen.ids.filter(id => /~\d+$/.test(id) || (/_\d+$/.test(id) && seen.ids.includes(id.replace(/_\d+$/, '')))), [], 'numbered anchors');
                for (const link of seen.links) {
                    check(link && !/^[a-z]+:/i.test(link), 'a link that leaves the folder: ' + link);
                    const [path, anchor] = link.split('#');
                    check(existsSync(join(folder, path || name)), 'a link to no file: ' + link);
                    check(anchor === undefined || anchorsOf(path || name).has(decodeURIComponent(anchor)), 'a link to no anchor: ' + link);
                }
                for (const width of widths) {
                    await page.setViewportSize({ width, height: 800 });
                    const wide = await page.evaluate(() => document.scrollingElement.scrollWidth);
                    check(wide <= width, 'is ' + wide + ' wide on a screen of ' + width);
                }
                equal(requests.filter(other => !other.startsWith('file:') || !resolve(fileURLToPath(other)).startsWith(folder + '/')), [],
                    'what is fetched from elsewhere');
                equal(trouble, [], 'trouble');
                return seen.links.length + ' links';
            } finally {
                await close();
            }
        });
    }

    test('manual: every page can be reached from the contents', () => {
        const found = new Set(), next = ['index.html'];
        while (next.length) {
            const name = next.pop();
            if (found.has(name)) continue;
            found.add(name);
            for (const [, link] of readFileSync(join(folder, name), 'utf8').matchAll(/<a\b[^>]* href="([^"#:]+\.html)/g))
                if (dirname(link) === '.' && name !== 'report.html') next.push(link);
        }
        equal(pages.filter(name => !found.has(name)), [], 'pages to which nothing leads');
    });

    test('manual: every picture stands on a page', () => {
        const text = pages.map(name => readFileSync(join(folder, name), 'utf8')).join('');
        equal(readdirSync(join(folder, 'pictures')).filter(name => !text.includes('src="pictures/' + name + '"')), [], 'pictures on no page');
    });

    test('manual: the first page links to every command and page', () => {
        const links = [...readFileSync(join(folder, 'index.html'), 'utf8').matchAll(/<a\b[^>]* href="([^"#]+)/g)].map(([, link]) => link);
        for (const command of ['blend', 'batch', 'metrics', 'suggest', 'graph', 'loop', 'compare', 'diff', 'report', 'train', 'info', 'pops', 'methods'])
            check(links.includes('dbtool-' + command + '.1.html'), 'no link to ' + command);
        equal(pages.filter(name => !links.includes(name)), [], 'pages without a link');
    });
}
