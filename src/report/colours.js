/* Colours that mean something: one per method (Okabe and Ito's palette and four more, from
 * report.css; dashes and numbers tell the later ones apart), and two scales whose lightness changes
 * one way only, so that they read without hue. */
'use strict';

const colours = (() => {
    const N_METHODS = 12, N_SOLID = 8;

    const parse = hex => [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16));
    const css = rgb => 'rgb(' + rgb.map(Math.round).join(',') + ')';
    const mix = (a, b, t) => a.map((v, i) => v + (b[i] - v) * t);

    const method = index => theme.colour('method-' + index % N_METHODS);

    /* Where colours come round again, a long dash and as many dots as they came round. */
    function dash(index) {
        if (index < N_SOLID) return [];
        return [8, 3, ...Array.from({ length: Math.floor(index / N_METHODS) }, () => [2, 3]).flat()];
    }

    /* A method's mark: its colour, with a number in it where another method has that colour, too. */
    function swatch(index, filled = true) {
        const colour = method(index), out = element('i', { class: 'swatch', 'aria-hidden': 'true' });
        out.style.borderColor = colour;
        out.style.background = filled ? colour : 'transparent';
        if (index >= N_METHODS) {
            out.classList.add('numbered');
            out.append(String(index + 1));
            out.style.color = filled ? onTop(parse(colour)) : theme.colour('ink');
        }
        return out;
    }

    function scale(stops) {
        const colour = stops.map(parse);
        return t => {
            const at = Math.min(Math.max(t, 0), 1) * (colour.length - 1);
            const i = Math.min(Math.floor(at), colour.length - 2);
            return mix(colour[i], colour[i + 1], at - i);
        };
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

    /* Where a value lies between low and high, in ratios. */
    const logarithmic = (low, high) => value =>
        value > 0 ? Math.min(Math.max(Math.log(value / low) / Math.log(high / low), 0), 1) : 0;

    function drawLegend(canvas, of) {
        const { width, height } = canvas, context = canvas.getContext('2d');
        for (let x = 0; x < width; x++) {
            context.fillStyle = css(of(x / (width - 1)));
            context.fillRect(x, 0, 1, height);
        }
    }

    return { method, dash, swatch, parse, css, mix, heat, jump, onTop, logarithmic, drawLegend };
})();
