/* Numbers of the table, heat map and curves, compared with other outputs of dbtool. */
import { join } from 'node:path';
import { check, equal, near, on, run, settle, test, valueOf, work } from './harness.mjs';
import { angularSpeed, place } from './bvh.mjs';
import { readCsv } from './csv.mjs';
import { AT, cutFrame, figureNames, labels, report, rows, running, walk, written } from './fixtures.mjs';

const rowOf = label => rows().find(row => row.method === label);

const showAll = async page => {
    await page.click('#columns > summary');
    await page.click('#column-list button:has-text("All")');
    await page.keyboard.press('Escape');
};

const readTable = page => page.evaluate(() => [...document.querySelectorAll('#table-box tbody tr')].map(tr => ({
    method: tr.querySelector('th').textContent,
    cells: Object.fromEntries([...tr.querySelectorAll('td')].map(td => [td.dataset.metric, {
        text: td.querySelector('.value').textContent, exact: td.querySelector('.value').title, best: td.classList.contains('best')
    }]))
})));

/* Returns {method: {column: text}} as `compare` prints it. */
function printed() {
    const lines = run('compare', walk, running, '--at', AT, '--methods', labels.join(','), '--format', 'markdown', '--columns', 'all')
        .split('\n').filter(line => line.startsWith('|'));
    const [header, , ...rest] = lines.map(line => line.split('|').slice(1, -1).map(cell => cell.trim().replace(/[`*!]/g, '')));
    return Object.fromEntries(rest.map(cells => [cells[0], Object.fromEntries(header.map((name, i) => [name, cells[i]]))]));
}

test('the table is that of compare, with all digits in its titles; columns hide, show and sort', () => on(report(), {}, async page => {
    check(!await page.isVisible('#tried'), 'no candidates without auto');
    const shown = Object.keys((await readTable(page))[0].cells);
    const first = run('compare', walk, running, '--at', AT, '--methods', labels.join(','), '--format', 'markdown');
    const header = first.split('\n').find(line => /^\|\s*method/.test(line)).split('|').slice(3, -1).map(cell => cell.trim().split(/[ (]/)[0].replaceAll('`', ''));
    equal(shown, header, 'columns');
    await page.click('#columns > summary');
    await page.click('#column-list label[title="' + shown[1] + '"]');
    await page.click('#column-list label[title="lin_jerk_rms_u_s3"]');
    const after = Object.keys((await readTable(page))[0].cells);
    check(!after.includes(shown[1]) && after.includes('lin_jerk_rms_u_s3'), 'columns: ' + after);
    await page.keyboard.press('Escape');
    await showAll(page);
    const table = await readTable(page), names = figureNames(), texts = printed();
    check(names.length >= 20, 'columns of the CSV');
    equal(table.map(row => row.method).sort(), [...labels].sort(), 'methods');
    for (const { method, cells } of table) {
        equal(Object.keys(cells).sort(), [...names].sort(), 'columns');
        for (const name of names) {
            equal(cells[name].text, texts[method][name], name + ' of ' + method);
            equal(cells[name].exact, rowOf(method)[name], name + ' of ' + method + ', in full');
        }
    }
    const { text, exact } = table.find(row => row.method === 'cut').cells.displacement_u_s;
    check(text === '0' && Number(exact) > 0, 'rounding error is 0: ' + exact);
    await checkBest(page, ['--at', AT, '--methods', labels.join(',')]);

    const order = async () => (await readTable(page)).map(row => row.method);
    for (const name of [...names].reverse()) {
        const header = page.locator('#table-box thead button[title="' + name + '"]');
        const isAscending = async () => await header.locator('xpath=..').getAttribute('aria-sort') === 'ascending';
        const press = () => header.evaluate(node => node.click());
        await press();
        if (!await isAscending()) await press();
        const values = async () => (await order()).map(label => Number(rowOf(label)[name]));
        const up = await values();
        equal(up, up.slice().sort((a, b) => a - b), name + ' up');
        await press();
        const down = await values();
        equal(down, down.slice().sort((a, b) => b - a), name + ' down');
    }
    await page.click('#table-box thead button[title="Name of the method"]');
    equal(await order(), [...labels].sort((a, b) => a.localeCompare(b)), 'names');
    return names.length * labels.length + ' figures';
}));

/* Checks which figures are marked as best, and the order of rows and chips. Returns the columns with several best ones: values
 * that are equal to six digits are equally good. */
async function checkBest(page, options) {
    const expected = JSON.parse(run('compare', walk, running, ...options, '--format', 'json')).methods, table = await readTable(page);
    for (const { method, best } of expected) {
        const { cells } = table.find(row => row.method === method);
        equal(Object.keys(cells).filter(name => cells[name].best).sort(), [...best].sort(), 'marks of ' + method);
    }
    equal(table.map(row => row.method), expected.map(({ method }) => method), 'ranking');
    equal(await page.$$eval('.chip', chips => chips.map(chip => chip.ariaLabel)), expected.map(({ method }) => method), 'chips');
    const shared = expected[0].best.filter(name => expected.filter(({ best }) => best.includes(name)).length > 1);
    check(shared.length > 0, 'figures with several best');
    return shared.length + ' columns with several best';
}

test('best and ranking are those of compare --format json', () => {
    const methods = 'cut,crossfade,dead-linear,dead-decay:halflife=0.04,dead-decay:halflife=0.05,inertialize-spring:halflife=0.01';
    const out = join(work, 'ranked.html'), options = ['--at', AT, '--methods', methods];
    run('report', walk, running, ...options, '-o', out, '-q');
    return on(out, {}, async page => {
        await showAll(page);
        return checkBest(page, options);
    });
});

/* Returns the CSV rows of a method, with metrics over the window of the comparison. */
const made = {};
function jointRows(label) {
    made.window ??= String(windowSeconds());
    return made[label] ??= readCsv(run('blend', walk, running, '--at', AT, '-m', label, '--window', made.window, '--metrics', '-', '-o', join(work, 'joints.bvh')));
}

/* Returns the length of the comparison's window in seconds. */
function windowSeconds() {
    const text = run('compare', walk, running, '--at', AT, '--methods', labels.join(','));
    return Number(/window ([\d.]+) s/.exec(text)[1]);
}

test('the heat map: metrics of each joint, darker if higher', () => on(report(), {}, async page => {
    const expected = Object.fromEntries(labels.map(label => [label, jointRows(label).filter(row => row.joint !== '*')]));
    for (const metric of ['ang_vel_jump_deg_s', 'lin_acc_jump_u_s2', 'ang_jerk_rms_deg_s3']) {
        await page.selectOption('#metric', { index: figureNames().indexOf(metric) });
        await settle(page);
        const { heads, joints, cells } = await page.evaluate(() => ({
            heads: [...document.querySelectorAll('.heat-table thead th')].slice(1).map(th => th.title),
            joints: [...document.querySelectorAll('.heat-table tbody th')].map(th => th.textContent),
            cells: [...document.querySelectorAll('.heat-table tbody tr')].map(tr => [...tr.querySelectorAll('td')].map(td => ({
                text: td.textContent, colour: td.style.backgroundColor
            })))
        }));
        equal(joints, expected[labels[0]].map(row => row.joint), 'joints');
        equal([...heads].sort(), [...labels].sort(), 'methods');
        const seen = [];
        cells.forEach((row, j) => row.forEach(({ text, colour }, m) => {
            const value = Number(expected[heads[m]][j][metric]);
            near(valueOf(text), value, 0.006 * value + 1e-12, metric + ' of ' + joints[j] + ', ' + heads[m]);
            const [r, g, b] = colour.match(/\d+/g).map(Number);
            seen.push({ value, light: 0.299 * r + 0.587 * g + 0.114 * b });
        }));
        seen.sort((a, b) => a.value - b.value);
        seen.slice(1).forEach(({ value, light }, i) => check(light <= seen[i].light + 2.5, 'lighter at ' + value + ' than at ' + seen[i].value));
        check(seen[0].light - seen.at(-1).light > 100, 'the scale is used');
    }
}));

test('a click in the heat map picks joint and method', () => on(report(), {}, async page => {
    const cell = page.locator('.heat-table td[title^="RightForeArm, inertialize-quintic"]');
    await cell.click();
    await settle(page);
    equal(await page.$eval('#joint', select => select.selectedOptions[0].textContent), 'RightForeArm', 'joint of the curves');
    equal(await page.locator('#table-box tr.chosen th .pick').textContent(), 'inertialize-quintic', 'row of the table');
    equal(await page.locator('.caption-name.chosen b').textContent(), 'inertialize-quintic', 'figure of the player');
    equal(await cell.getAttribute('aria-selected'), 'true', 'the cell');
    check((await page.textContent('#chart-label')).includes('RightForeArm'), 'label of the curves');
}));

test('a click on a joint in the player picks it', () => on(report(), {}, async page => {
    const bvh = written(labels[0]), box = await page.locator('#figures').boundingBox();
    for (const [label, name] of [['cut', 'LeftForeArm'], ['inertialize-quintic', 'RightFoot'], ['cut', 'RightArm']]) {
        const screen = await page.evaluate(label => window.dbtoolReport.screen(label), label);
        const [x, y] = screen[bvh.joints.findIndex(of => of.name === name)];
        await page.mouse.click(box.x + x, box.y + y);
        await settle(page);
        equal(await page.$eval('#joint', select => select.selectedOptions[0].textContent), name, 'joint');
        equal(await page.locator('#table-box tr.chosen th .pick').textContent(), label, 'method');
    }
}));

test('the jumps that colour joints are those of the CSV', () => on(report(), {}, async page => {
    let compared = 0;
    const highest = {};     /* maximum of each joint over the three frames of the metric */
    await page.keyboard.press('c');
    for (let i = 0; i < 3; i++) {
        for (const label of labels) {
            const jumps = await page.evaluate(label => window.dbtoolReport.jumps(label), label);
            highest[label] = jumps.map((jump, j) => Math.max(jump, highest[label]?.[j] ?? 0));
        }
        await page.keyboard.press('.');
    }
    for (const label of labels) {
        const jumps = highest[label];
        const expected = jointRows(label).filter(row => row.joint !== '*');
        equal(jumps.length, expected.length, 'joints');
        expected.forEach(({ joint, ang_vel_jump_deg_s: text }, j) => {
            near(jumps[j], Number(text), 1e-4 * Number(text) + 0.02, joint + ' of ' + label);
            compared++;
        });
    }
    return compared + ' jumps';
}));

/* Returns the values of a curve. */
const curve = async (page, label) => (await page.evaluate(() => window.dbtoolReport.curves())).find(of => of.label === label).values;

test('curves: angular velocity and linear derivatives, from the written BVH', () => on(report(), {}, async page => {
    const first = Number(await page.getAttribute('#timeline', 'aria-valuemin'));
    const name = 'LeftForeArm';
    await page.selectOption('#joint', { label: name });
    for (const label of ['dead-halflife', 'inertialize-spring:halflife=0.02', 'cut']) {
        const bvh = written(label), joint = bvh.joints.findIndex(of => of.name === name), dt = bvh.frameTime;
        await page.selectOption('#quantity', 'ang1');
        await settle(page);
        const angular = await curve(page, label);
        check(!Number.isFinite(angular[0]), 'the window’s first frame has no velocity');
        for (let k = 1; k < angular.length; k++)
            near(angular[k], angularSpeed(bvh, joint, first + k), 0.01, label + ' ang1 at ' + k);
        const at = frame => place(bvh, frame).positions[joint];
        const difference = (frame, order) => order === 0 ? at(frame)
            : difference(frame, order - 1).map((v, i) => (v - difference(frame - 1, order - 1)[i]) / dt);
        for (const [quantity, order, tolerance] of [['lin1', 1, 0.01], ['lin2', 2, 1], ['lin3', 3, 100]]) {
            await page.selectOption('#quantity', quantity);
            await settle(page);
            const drawn = await curve(page, label);
            for (let k = order; k < drawn.length; k += 3)
                near(drawn[k], Math.hypot(...difference(first + k, order)), tolerance, label + ' ' + quantity + ' at ' + k);
        }
    }
}));

test('the legend of the curves reads their values at the player’s time', () => on(report(), {}, async page => {
    const first = Number(await page.getAttribute('#timeline', 'aria-valuemin')), joint = 'RightArm';
    await page.selectOption('#joint', { label: joint });
    for (const by of [0, 1, 3]) {
        for (let i = 0; i < by; i++) await page.keyboard.press('.');
        await page.focus('#timeline');
        await settle(page);
        const frame = await page.evaluate(() => window.dbtoolReport.frame());
        check(frame > first, 'a frame with a velocity');
        const read = await page.$$eval('#chart-legend > li', entries => entries.map(entry => [entry.childNodes[1].textContent, entry.querySelector('.value').textContent]));
        for (const label of labels) {
            const bvh = written(label), expected = angularSpeed(bvh, bvh.joints.findIndex(of => of.name === joint), frame);
            near(valueOf(read.find(([name]) => name === label)[1]), expected, 0.006 * expected + 0.01, label + ' at ' + frame);
        }
    }
}));

test('the heat map, worst joints first', () => on(report(), {}, async page => {
    await page.selectOption('#heat-order', 'worst');
    await settle(page);
    const worst = {};
    for (const label of labels)
        for (const row of jointRows(label))
            if (row.joint !== '*') worst[row.joint] = Math.max(worst[row.joint] ?? 0, Number(row.seam_ratio));
    const shown = await page.$$eval('.heat-table tbody th', cells => cells.map(cell => cell.textContent));
    equal(await page.$eval('#metric', select => select.selectedIndex), figureNames().indexOf('seam_ratio'), 'the metric');
    equal(shown.length, Object.keys(worst).length, 'joints');
    shown.slice(1).forEach((joint, i) => check(worst[joint] <= worst[shown[i]] * 1.000001, joint + ' after ' + shown[i]));
}));

test('curves: the seam quotient peaks at the joint’s seam ratio', () => on(report(), {}, async page => {
    await page.selectOption('#quantity', 'seam');
    await settle(page);
    const joint = await page.$eval('#joint', select => select.selectedOptions[0].textContent);
    let above = 0;
    for (const label of labels) {
        const ratio = Number(jointRows(label).find(row => row.joint === joint).seam_ratio);
        const peak = Math.max(...(await curve(page, label)).filter(Number.isFinite));
        /* outside of the transition the quotient is at most 1, because references are maxima of the clips */
        near(peak, Math.max(ratio, Math.min(peak, 1)), 0.01 * ratio, label);
        above += ratio > 1;
    }
    check(above > 1, 'seams to look at');
    near(Math.max(...await curve(page, 'limit of seamless')), 1.5, 0, 'the limit');
    check((await page.textContent('#table-worst')).includes('the worst joint is '), 'it is named');
}));

test('a logarithmic axis', () => on(report(), {}, async page => {
    await page.selectOption('#quantity', 'ang3');
    await page.check('#log-axis');
    await settle(page);
    const at = await page.evaluate(() => [1e4, 1e5, 1e6].map(value => Chart.getChart(document.getElementById('chart')).scales.y.getPixelForValue(value)));
    near(at[0] - at[1], at[1] - at[2], 0.5, 'pixels a decade');
}));

test('curves: the blend weight is the method’s response', () => on(report(), {}, async page => {
    const first = Number(await page.getAttribute('#timeline', 'aria-valuemin'));
    await page.selectOption('#quantity', 'weight');
    await settle(page);
    const weight = await curve(page, 'dead-halflife'), cut = cutFrame() - first;
    check(weight.slice(0, cut + 1).every(value => Math.abs(value) < 1e-6), 'nothing of the target up to the cut');
    const end = Math.round(0.2 / written('dead-halflife').frameTime);
    check(weight.slice(cut + end).every(value => Math.abs(value - 1) < 1e-6), 'all of it from the end on');
    for (let k = cut; k < cut + end; k++) {
        const x = (k - cut) / end;
        near(weight[k], x * x * (3 - 2 * x), 2e-3, 'smoothstep at ' + (k - cut));
    }
}));

test('curves: hover reads values, a click moves the player, wheel and drag zoom', () => on(report(), {}, async page => {
    await page.locator('#chart').scrollIntoViewIfNeeded();
    const box = await page.locator('#chart').boundingBox();
    const axis = () => page.evaluate(() => { const { min, max } = Chart.getChart(document.getElementById('chart')).scales.x; return [min, max]; });
    const pixel = seconds => page.evaluate(seconds => Chart.getChart(document.getElementById('chart')).scales.x.getPixelForValue(seconds), seconds);
    const dt = written('cut').frameTime, y = box.y + 120;
    await page.mouse.move(box.x + await pixel(6 * dt), y);
    await settle(page);
    const tip = await page.evaluate(() => {
        const { opacity, title, body } = Chart.getChart(document.getElementById('chart')).tooltip;
        return { opacity, title: title[0], lines: body.flatMap(({ lines }) => lines) };
    });
    check(tip.opacity > 0 && tip.title.includes('frame ' + (cutFrame() + 6)), 'tooltip: ' + JSON.stringify(tip));
    for (const label of labels) check(tip.lines.some(line => line.startsWith(label + ' ')), 'a line for ' + label);
    await page.mouse.click(box.x + await pixel(9 * dt), y);
    equal(await page.evaluate(() => window.dbtoolReport.frame()), cutFrame() + 9, 'frame after a click');
    const line = await page.locator('#chart-now').boundingBox();
    near(line.x + line.width / 2, box.x + await pixel(9 * dt), 1, 'the line of the player’s time');
    await page.keyboard.press('.');
    near((await page.locator('#chart-now').boundingBox()).x + 1, box.x + await pixel(10 * dt), 1, 'the line a frame later');
    const whole = await axis(), pivot = await pixel(0.1);
    await page.mouse.move(box.x + pivot, y);
    await page.mouse.wheel(0, -400);
    await settle(page);
    const near1 = await axis();
    check(near1[1] - near1[0] < 0.7 * (whole[1] - whole[0]), 'the wheel zooms in');
    near(await pixel(0.1), pivot, 1.5, 'the time under the pointer stays');
    await page.mouse.dblclick(box.x + pivot, y);
    await settle(page);
    equal(await axis(), whole, 'double-click');
    const [a, b] = [await pixel(0.02), await pixel(0.15)];
    await page.mouse.move(box.x + a, y);
    await page.mouse.down();
    await page.mouse.move(box.x + b, y, { steps: 4 });
    await page.mouse.up();
    await settle(page);
    const dragged = await axis();
    near(dragged[0], 0.02, 0.004, 'begin of the drag');
    near(dragged[1], 0.15, 0.004, 'end of the drag');
    await page.click('#zoom-reset');
    await settle(page);
    equal(await axis(), whole, 'the button');
    await page.focus('#chart-box');
    await page.keyboard.press('+');
    await settle(page);
    const keyed = await axis();
    check(keyed[1] - keyed[0] < whole[1] - whole[0], 'plus zooms in');
    await page.keyboard.press('ArrowRight');
    await settle(page);
    check((await axis())[0] > keyed[0], 'right moves');
    await page.keyboard.press('0');
    await settle(page);
    equal(await axis(), whole, '0');
}));

test('values that are rounding errors are shown as 0', () => on(report(), {}, async page => {
    equal(await page.$$eval('.caption-name small', all => all.map(small => small.textContent).filter(text => /\de[-−]/.test(text))), [], 'captions');
    const seam = Number(rows().find(({ method, joint }) => method === 'cut' && joint === '*').seam_ratio);
    const caption = await page.locator('.caption:has(b:text-is("cut")) small').textContent();
    near(Number(/^Seam (\S+) × clips$/.exec(caption)?.[1]), seam, 1e-3 * seam, 'caption of cut');
    await page.selectOption('#metric', { index: figureNames().indexOf('displacement_u_s') });
    await settle(page);
    const cells = await page.$$eval('.heat-table td[data-method]', all => all.map(td => [td.textContent, td.title]));
    check(cells.some(([text]) => text === '0'), 'cut leaves no displacement');
    for (const [text, title] of cells) check(!/\de[-−]/.test(text + title), 'heat map: ' + title);
}));

/* Returns the labels of curves with a value above `high`. */
const above = (page, high) => page.evaluate(high => window.dbtoolReport.curves().filter(({ values }) => values.some(y => y > high)).map(({ label }) => label), high);

test('a hard cut does not flatten the other curves', () => on(report(), {}, async page => {
    const top = async quantity => {
        await page.selectOption('#quantity', quantity);
        await settle(page);
        return (await page.evaluate(() => window.dbtoolReport.axis()))[1];
    };
    const peak = label => curve(page, label).then(values => Math.max(...values.filter(Number.isFinite)));
    let left = 0;
    for (const quantity of ['ang1', 'ang3', 'lin2', 'lin3']) {
        const high = await top(quantity), note = page.locator('#chart-beyond');
        const others = await Promise.all([...labels.filter(label => label !== 'cut'), 'source, going on', 'target'].map(peak));
        check(high >= Math.max(...others) && high <= 2.5 * Math.max(...others), quantity + ': the axis ends at ' + high + ', the others at ' + Math.max(...others));
        const beyond = await above(page, high);
        equal(beyond, await peak('cut') > high ? ['cut'] : [], quantity + ': beyond the axis');
        equal(await note.isVisible(), beyond.length > 0, quantity + ': it is said');
        if (!beyond.length) continue;
        left++;
        near(valueOf(/peak is (\S+)/.exec(await note.textContent())[1]), await peak('cut'), 0.006 * await peak('cut'), quantity + ': how far');
    }
    check(left >= 2, left + ' quantities in which it leaves the axis');
    await page.check('#log-axis');
    await settle(page);
    check((await page.evaluate(() => window.dbtoolReport.axis()))[1] >= await peak('cut'), 'a logarithmic axis shows all of it');
    check(!await page.locator('#chart-beyond').isVisible(), 'nothing is beyond it');
    await page.uncheck('#log-axis');
    for (const label of labels.filter(label => label !== 'cut')) await page.locator('.chip[aria-label="' + label + '"]').click();
    await settle(page);
    check((await page.evaluate(() => window.dbtoolReport.axis()))[1] >= await peak('cut'), 'alone it has the axis');
}));

test('the mark of the chosen method crosses no text at any width', () => on(report(), {}, async page => {
    for (const width of [1440, 700, 390]) {
        await page.setViewportSize({ width, height: 900 });
        for (const label of labels) {
            await page.locator('#table-box .pick', { hasText: label }).first().click();
            await settle(page);
            const [name, figure, lower] = await page.$eval('.caption-name.chosen', of => {
                const small = of.querySelector('small').getBoundingClientRect();
                return [of.querySelector('b').getBoundingClientRect().bottom, small.top, small.height];
            });
            check(lower === 0 || name <= figure + 0.01, width + ' pixels, ' + label + ': the mark ends at ' + name + ', the figure begins at ' + figure);
        }
    }
}));
