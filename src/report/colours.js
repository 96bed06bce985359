/* One colour for each method, and two scales. The colours are Okabe and Ito's palette and four
 * more, from report.css; when they repeat, dashes and letters distinguish the methods. The
 * lightness of a scale only rises or only falls, so that it can be read without hue. */
'use strict';

const colours = (() => {
    const N_METHODS = 12, N_SOLID = 8;

    const { parse, scale } = scales;

    const method = index => theme.colour('method-' + index % N_METHODS);

    /* The first methods have solid lines; later ones a long dash, and a dot for each time that the
     * colours have repeated. */
    function dash(index) {
        if (index < N_SOLID) return [];
        return [8, 3, ...Array.from({ length: Math.floor(index / N_METHODS) }, () => [2, 3]).flat()];
    }

    /* A method's mark: its colour, with a letter in it if another method has that colour, too. */
    function swatch(index, filled = true) {
        const colour = method(index), out = element('i', { class: 'swatch', 'aria-hidden': 'true' });
        out.style.borderColor = colour;
        out.style.background = filled ? colour : 'transparent';
        if (index >= N_METHODS) {
            out.classList.add('lettered');
            /* a number would read as a rank */
            out.append(String.fromCharCode(97 + Math.floor(index / N_METHODS) % 26));
            out.style.color = filled ? onTop(parse(colour)) : theme.colour('ink');
        }
        return out;
    }

    const heats = {
        light: scale(['#fdf6e3', '#fbd48c', '#f3a05c', '#da5b68', '#9b307f', '#4b1a6b']),
        dark: scale(['#1d1733', '#4d1d70', '#983084', '#d9596a', '#f6a45f', '#fdecbb'])
    };
    const jumps = {
        light: scale(['#8e99a8', '#c98f3a', '#e0662f', '#c0274f', '#6d0f57']),
        dark: scale(['#76828f', '#c98a3f', '#f0a545', '#ffce62', '#fff6d0'])
    };
    const pick = set => theme.isDark() ? set.dark : set.light;
    const heat = t => pick(heats)(t);
    const jump = t => pick(jumps)(t);

    /* Black or white, whichever stands out more from rgb (by WCAG's relative luminance). */
    function onTop(rgb) {
        const [r, g, b] = rgb.map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000000' : '#ffffff';
    }

    /* The position of a value between low and high on a logarithmic scale. */
    const logarithmic = (low, high) => value =>
        value > 0 ? Math.min(Math.max(Math.log(value / low) / Math.log(high / low), 0), 1) : 0;

    return { ...scales, method, dash, swatch, heat, jump, onTop, logarithmic };
})();
