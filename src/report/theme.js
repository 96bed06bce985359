/* Light or dark: the reader's choice, else the system's. Runs before anything is drawn. */
'use strict';

const theme = (() => {
    const key = 'dbtool-report-theme';
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    const listeners = [];
    let choice = 'system';

    /* A browser may refuse storage to a page from file://; the choice then lasts as long as the
     * page. */
    try {
        const kept = localStorage.getItem(key);
        if (kept === 'light' || kept === 'dark') choice = kept;
    } catch (refused) { /* nothing kept */ }

    const isDark = () => choice === 'dark' || (choice === 'system' && system.matches);

    function apply() {
        document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
        for (const listener of listeners) listener();
    }

    function next() {
        const order = ['system', 'light', 'dark'];
        choice = order[(order.indexOf(choice) + 1) % order.length];
        try {
            if (choice === 'system') localStorage.removeItem(key);
            else localStorage.setItem(key, choice);
        } catch (refused) { /* not kept */ }
        apply();
    }

    /* A colour of report.css, such as ink for --ink. */
    const colour = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();

    system.addEventListener('change', apply);
    apply();
    return { isDark, next, colour, choice: () => choice, onChange: listener => listeners.push(listener) };
})();
