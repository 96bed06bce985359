/* Runs tests in a headless browser, one after the other, and counts them. */
import { chromium } from 'playwright-core';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { place } from './bvh.mjs';
import { fontConfig, usualFonts } from './fonts.mjs';

export const dbtool = resolve(process.env.DBTOOL);
export const clips = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../../testdata/bvh');
export const work = mkdtempSync(join(tmpdir(), 'dbtool-report-'));

export function run(...args) {
    return execFileSync(dbtool, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] });
}

const tests = [];
export const test = (name, body) => tests.push({ name, body });

export function check(condition, what) {
    if (!condition) throw new Error(what);
}

export function equal(actual, expected, what) {
    const a = JSON.stringify(actual), b = JSON.stringify(expected);
    if (a !== b) throw new Error(what + ': ' + a + ', expected ' + b);
}

export function near(actual, expected, tolerance, what) {
    if (!(Math.abs(actual - expected) <= tolerance)) throw new Error(what + ': ' + actual + ', expected ' + expected + ' within ' + tolerance);
}

/* The number of a label such as 1.23, 45.6k or 2.1M. */
export function valueOf(text) {
    const scale = { k: 1e3, M: 1e6, G: 1e9 }[text.at(-1)] || 1;
    return scale * Number(text.replace(/[kMG]$/, '').replace('−', '-'));
}

/* {set of fonts.mjs: browser}. */
const browsers = new Map();

async function browserWith(fonts) {
    if (!browsers.has(fonts)) {
        const env = { ...process.env, FONTCONFIG_FILE: fontConfig(fonts, work) };
        browsers.set(fonts, await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'], env }));
    }
    return browsers.get(fonts);
}

/* {options of a context: its pages that no test uses}. A new context costs as much as three pages loaded. */
const idle = new Map();

/* Returns a page, blank or left by another test. `trouble` collects console messages and exceptions, `requests` the addresses of
 * requests. `fonts` names a set of fonts.mjs. `alone`: no other test gets this page. */
export async function newPage({ fonts = usualFonts, viewport = { width: 1440, height: 900 }, colorScheme = 'light', reducedMotion = 'no-preference',
    alone = false, ...options }) {
    const kind = JSON.stringify([fonts, options]), free = idle.get(kind) ?? [];
    idle.set(kind, free);
    const page = !alone && free.pop() || await (await (await browserWith(fonts)).newContext(options)).newPage(), context = page.context();
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion });
    const trouble = [], requests = [];
    page.on('console', message => trouble.push('console: ' + message.text()));
    page.on('pageerror', error => trouble.push('exception: ' + error.message));
    page.on('request', request => requests.push(request.url()));
    const close = async () => {
        for (const event of ['console', 'pageerror', 'request']) page.removeAllListeners(event);
        await page.mouse.move(0, 0);
        const whole = !alone && await page.evaluate(() => localStorage.clear()).then(() => true, () => false);
        if (whole) free.push(page);
        else await context.close();
    };
    return { page, trouble, requests, context, close };
}

/* Opens a report. Requests for other addresses than its own are trouble, too. */
export async function open(file, options = {}) {
    const { url = pathToFileURL(file).href, ...rest } = options;
    const opened = await newPage(rest), { page, trouble } = opened;
    page.on('request', request => { if (request.url() !== url && !request.url().startsWith('data:')) trouble.push('request: ' + request.url()); });
    await page.goto(url);
    await page.waitForFunction(() => window.dbtoolReport);
    await settle(page);
    return opened;
}

/* Waits for two frames of the display, after which all changes are drawn. */
export const settle = page => page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)))));

/* Runs body on a report, and fails if there was trouble. */
export async function on(file, options, body) {
    const opened = await open(file, options);
    try {
        const note = await body(opened.page, opened);
        equal(opened.trouble, [], 'trouble');
        return note;
    } finally {
        await opened.close();
    }
}

const TOLERANCE = 1e-4;     /* units */

/* Calls a function of the page's interface for tests, or returns its value. */
export const api = (page, name, ...args) => page.evaluate(([name, args]) => {
    const member = window.dbtoolReport[name];
    return typeof member === 'function' ? member(...args) : member;
}, [name, args]);

/* Checks that a character on the page has the file's pose at this frame. Returns the largest distance. */
export async function samePose(page, label, bvh, frame) {
    const shown = await page.evaluate(label => window.dbtoolReport.positions(label), label), expected = place(bvh, frame).positions;
    equal(shown.length, expected.length, 'joints of ' + label);
    let worst = 0;
    shown.forEach((position, j) => position.forEach((value, i) => { worst = Math.max(worst, Math.abs(value - expected[j][i])); }));
    check(worst <= TOLERANCE, label + ' at frame ' + frame + ' is off by ' + worst);
    return worst;
}

export async function main() {
    const only = process.env.ONLY;
    let passed = 0, failed = 0;
    for (const { name, body } of tests.filter(({ name }) => !only || name.includes(only))) {
        try {
            const note = await body();
            passed++;
            console.log('ok      ' + name + (note ? ' (' + note + ')' : ''));
        } catch (error) {
            failed++;
            console.log('NOT OK  ' + name + '\n        ' + String(error.stack || error).split('\n').slice(0, 4).join('\n        '));
        }
    }
    for (const browser of browsers.values()) await browser.close();
    rmSync(work, { recursive: true, force: true });
    console.log(passed + ' passed, ' + failed + ' failed');
    process.exitCode = failed || !passed ? 1 : 0;
}
