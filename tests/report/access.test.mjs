/* Accessibility: the page by keyboard only, and its names for screen readers. */
import { check, equal, on, settle, test } from './harness.mjs';
import { cutFrame, report } from './fixtures.mjs';

/* Returns of the element with the focus: name ('' for the body), whether it is outlined, and whether it has a size. */
const focused = page => page.evaluate(() => {
    const node = document.activeElement;
    const style = getComputedStyle(node);
    const { width, height } = node.getBoundingClientRect();
    return {
        name: node === document.body ? '' : node.id || node.title || node.textContent.trim().slice(0, 40),
        outlined: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1,
        seen: width > 0 && height > 0
    };
});

test('Tab reaches every control, the focus is visible, and every control has a name', () => on(report(), {}, async (page, { context }) => {
    const expected = await page.evaluate(() => [...document.querySelectorAll('button, select, input, summary, a[href], [tabindex="0"]')]
        .filter(node => !node.disabled && node.checkVisibility({ visibilityProperty: true }))
        .map(node => node.id || node.title || node.textContent.trim().slice(0, 40)));
    check(expected.length > 35, expected.length + ' controls');
    const seen = [];
    for (let i = 0; i < expected.length + 3; i++) {
        await page.keyboard.press('Tab');
        const at = await focused(page);
        if (!at.name) break;
        check(at.outlined, at.name + ' shows no focus');
        check(at.seen, at.name + ' is nowhere');
        seen.push(at.name);
    }
    equal(seen, expected, 'the order of Tab');

    const session = await context.newCDPSession(page);
    await session.send('Accessibility.enable');
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const roles = ['button', 'checkbox', 'combobox', 'slider', 'link', 'listbox', 'searchbox', 'gridcell', 'columnheader', 'rowheader', 'region', 'dialog', 'image', 'img', 'grid'];
    const controls = nodes.filter(node => !node.ignored && roles.includes(node.role?.value));
    check(controls.length > 150, controls.length + ' nodes');
    const nameless = controls.filter(node => !node.name?.value?.trim()).map(node => node.role.value);
    equal(nameless, [], 'without a name');
    const slider = controls.find(node => node.role.value === 'slider');
    check(slider.name.value === 'Time', 'the slider of time');
    await session.detach();
    return seen.length + ' controls, to ' + seen.at(-1);
}));

test('slider, heat map and table by keys', () => on(report(), {}, async page => {
    await page.keyboard.press('c');
    await page.focus('#timeline');
    await page.keyboard.press('ArrowRight');
    const text = await page.getAttribute('#timeline', 'aria-valuetext');
    check(text.includes('frame ' + (cutFrame() + 1)) && text.includes('+0.017 s'), text);
    await page.locator('.heat-table td').nth(3).click();
    const told = await page.textContent('#live');
    check(told.length > 5 && told === await page.locator('.heat-table td').nth(3).getAttribute('title'), 'told: ' + told);

    const start = page.locator('.heat-table td[tabindex="0"]'), opened = await page.evaluate(() => window.dbtoolReport.frame());
    equal(await start.count(), 1, 'stops of Tab in the map');
    await start.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    const title = await page.evaluate(() => document.activeElement.title);
    await page.keyboard.press('Enter');
    await settle(page);
    const [joint, method] = title.split(', ');
    equal(await page.$eval('#joint', select => select.selectedOptions[0].textContent), joint, 'joint');
    equal(await page.locator('#table-box tr.chosen th .pick').textContent(), method.split(': ')[0], 'method');
    equal(await page.evaluate(() => document.activeElement.title), title, 'the focus stays');
    equal(await page.evaluate(() => window.dbtoolReport.frame()), opened, 'the frame stays');

    const header = page.locator('#table-box thead button').nth(2), name = await header.getAttribute('title');
    await header.focus();
    await page.keyboard.press('Enter');
    equal(await page.evaluate(() => document.activeElement.title), name, 'focus after sorting');
    equal(await page.evaluate(() => document.activeElement.closest('th').getAttribute('aria-sort')), 'ascending', 'sorted');
    const pick = page.locator('#table-box tbody button').nth(2), label = await pick.textContent();
    await pick.focus();
    await page.keyboard.press('Space');
    await settle(page);
    equal(await page.locator('#table-box tr.chosen th .pick').textContent(), label, 'picked');
    equal(await page.evaluate(() => document.activeElement.textContent), label, 'focus after picking');
    equal(await page.getAttribute('#play', 'aria-label'), 'Play', 'Space on a button does not play');
}));

test('? lists the shortcuts, Escape closes the list, and the shortcuts work', () => on(report(), {}, async page => {
    await page.keyboard.press('?');
    check(await page.locator('#help').isVisible(), 'the list');
    const listed = await page.locator('#help-keys dt').allTextContents();
    for (const key of ['Space', 'C', 'L', 'O', 'T', '?']) check(listed.includes(key), key + ' is listed');
    await page.keyboard.press('Escape');
    check(!await page.locator('#help').isVisible(), 'closed');
    const atOnce = await page.evaluate(() => {
        const help = document.querySelector('#help'), source = document.querySelector('#show-source'), before = source.checked;
        help.showModal();
        const focused = document.activeElement;
        help.close();
        focused.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true }));
        return source.checked !== before;
    });
    check(atOnce, 'a key works as soon as the list is closed');
    const toggles = { s: '#show-source', d: '#show-target', j: '#show-jumps', g: '#show-contacts', p: '#show-path', w: '#follow' };
    for (const [key, id] of Object.entries(toggles)) {
        const before = await page.isChecked(id);
        await page.keyboard.press(key);
        equal(await page.isChecked(id), !before, key);
    }
    await page.keyboard.press('3');
    equal(await page.inputValue('#speed'), '0.5', '3');
    await page.keyboard.press('l');
    equal(await page.inputValue('#loop'), 'window', 'L');
    await page.keyboard.press('o');
    equal(await page.getAttribute('#layout-over', 'aria-pressed'), 'true', 'O');
    await page.keyboard.press('Space');
    equal(await page.getAttribute('#play', 'aria-label'), 'Pause', 'Space');
    await page.keyboard.press('Space');
    await page.keyboard.press('?');
    await page.click('#keys-on');
    await page.click('#close-help');
    const before = await page.isChecked('#show-source');
    await page.keyboard.press('s');
    equal(await page.isChecked('#show-source'), before, 'single keys switched off');
}));
