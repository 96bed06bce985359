/* Colours as [red, green, blue], 0 to 255, and scales: functions of a number from 0 to 1 that
 * return a colour. */
'use strict';

const scales = (() => {
    const parse = hex => [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16));
    const css = rgb => 'rgb(' + rgb.map(Math.round).join(',') + ')';
    const mix = (a, b, t) => a.map((v, i) => v + (b[i] - v) * t);

    function scale(stops) {
        const colour = stops.map(parse);
        return t => {
            const at = Math.min(Math.max(t, 0), 1) * (colour.length - 1);
            const i = Math.min(Math.floor(at), colour.length - 2);
            return mix(colour[i], colour[i + 1], at - i);
        };
    }

    function drawLegend(canvas, of) {
        const { width, height } = canvas, context = canvas.getContext('2d');
        for (let x = 0; x < width; x++) {
            context.fillStyle = css(of(x / (width - 1)));
            context.fillRect(x, 0, 1, height);
        }
    }

    return { parse, css, mix, scale, drawLegend };
})();
