/* The map of costs: a picture of all cuts between two clips, and the command that makes each. It
 * fills the elements of costs_map.html. */
'use strict';

/* show(map) draws one:
 *   i, j           [begin, end): frames in which the old clip is left and the new one entered
 *   rows, columns  points for i and for j
 *   costs          base64 of float32, [rows][columns]; infinite: no cut can be made
 *   dt             seconds a frame
 *   cuts           [{i, j, cost, name, mark}]: the cuts with a mark; the first is selected
 *   axes           [along i, along j]: the names of the two axes
 *   commandOf      takes a cell {i, j} and returns the command that makes the cut */
const costsMap = (() => {
    const byName = name => document.getElementById('costs-' + name);
    const canvas = byName('map'), context = canvas.getContext('2d');
    const margin = { left: 64, right: 12, top: 10, bottom: 44 };
    const short = x => Number.isFinite(x) ? String(Number(x.toPrecision(4))) : 'none';
    /* Dark is cheap: from dark blue over green to yellow, in even steps of lightness. */
    const heat = scales.scale(['#261854', '#2d558c', '#21918c', '#6ecd58', '#fde725']);
    let map = null, costs = null, picture = null, pointed = null;

    /* One pixel for each point: i to the right, j upwards. */
    function paint(least, most) {
        const { rows, columns } = map, image = new ImageData(rows, columns);
        for (let r = 0; r < rows; r++)
            for (let c = 0; c < columns; c++) {
                const cost = costs[r * columns + c];
                if (!Number.isFinite(cost)) continue;
                const colour = heat(most > least ? (cost - least) / (most - least) : 0);
                image.data.set([...colour, 255], 4 * ((columns - 1 - c) * rows + r));
            }
        picture = document.createElement('canvas');
        picture.width = rows;
        picture.height = columns;
        picture.getContext('2d').putImageData(image, 0, 0);
    }

    /* ---- positions ---- */

    const size = () => ({ width: canvas.clientWidth - margin.left - margin.right, height: canvas.clientHeight - margin.top - margin.bottom });
    const xOf = i => margin.left + (i + 0.5 - map.i[0]) / (map.i[1] - map.i[0]) * size().width;
    const yOf = j => margin.top + (map.j[1] - j - 0.5) / (map.j[1] - map.j[0]) * size().height;
    const clamp = (x, low, high) => Math.max(low, Math.min(high, x));
    const inside = (i, j) => ({ i: clamp(i, map.i[0], map.i[1] - 1), j: clamp(j, map.j[0], map.j[1] - 1) });

    function cellAt(x, y) {
        const { width, height } = size();
        return inside(Math.floor(map.i[0] + (x - margin.left) / width * (map.i[1] - map.i[0])),
            Math.floor(map.j[1] - (y - margin.top) / height * (map.j[1] - map.j[0])));
    }

    /* The point of a frame. n frames are divided among m points: point p begins at frame
     * floor(p n / m). */
    const pointOf = (frame, n, m) => Math.floor(((frame + 1) * m - 1) / n);

    /* Whether a point represents several cells. Its cost is the minimum over some of them. */
    const isSampled = () => map.rows < map.i[1] - map.i[0] || map.columns < map.j[1] - map.j[0];

    const cutAt = ({ i, j }) => map.cuts.find(cut => cut.i === i && cut.j === j);

    function costOf(cell) {
        const cut = cutAt(cell);
        if (cut) return cut.cost;
        const r = pointOf(cell.i - map.i[0], map.i[1] - map.i[0], map.rows);
        const c = pointOf(cell.j - map.j[0], map.j[1] - map.j[0], map.columns);
        return costs[r * map.columns + c];
    }

    /* The cut whose mark is under the pointer, else the cell there. */
    function under(x, y) {
        let near = null, distance = 10;
        for (const cut of map.cuts) {
            const d = Math.hypot(xOf(cut.i) - x, yOf(cut.j) - y);
            if (d < distance) [near, distance] = [cut, d];
        }
        return near || cellAt(x, y);
    }

    /* ---- drawing ---- */

    function ticks(from, to, n) {
        const rough = Math.max(to - from, 1e-9) / n, power = 10 ** Math.floor(Math.log10(rough));
        const step = power * [1, 2, 5, 10].find(m => m * power >= rough);
        const list = [];
        for (let k = Math.ceil(from / step); k * step <= to; k++) list.push(Number((k * step).toPrecision(12)));
        return list;
    }

    function drawAxes(ink) {
        const { width, height } = size(), { dt } = map;
        context.fillStyle = context.strokeStyle = ink;
        context.lineWidth = 1;
        context.font = '12px system-ui, sans-serif';
        context.strokeRect(margin.left - 0.5, margin.top - 0.5, width + 1, height + 1);
        context.textAlign = 'center';
        for (const t of ticks(map.i[0] * dt, (map.i[1] - 1) * dt, 8))
            context.fillText(String(t), xOf(t / dt), margin.top + height + 16);
        context.fillText(map.axes[0], margin.left + width / 2, margin.top + height + 36);
        context.textAlign = 'right';
        for (const t of ticks(map.j[0] * dt, (map.j[1] - 1) * dt, 6))
            context.fillText(String(t), margin.left - 8, yOf(t / dt) + 4);
        context.save();
        context.translate(14, margin.top + height / 2);
        context.rotate(-Math.PI / 2);
        context.textAlign = 'center';
        context.fillText(map.axes[1], 0, 0);
        context.restore();
    }

    function drawMarks() {
        context.textAlign = 'left';
        context.lineWidth = 1.5;
        for (const cut of map.cuts) {
            const x = xOf(cut.i), y = yOf(cut.j);
            context.beginPath();
            context.arc(x, y, cut === pointed ? 7 : 5, 0, 2 * Math.PI);
            context.strokeStyle = '#fff';
            context.stroke();
            context.fillStyle = '#fff';
            context.fillText(cut.mark, x + 8, y - 6);
        }
        const x = xOf(pointed.i), y = yOf(pointed.j), { width, height } = size();
        context.strokeStyle = 'rgba(255, 255, 255, 0.5)';
        context.lineWidth = 1;
        context.beginPath();
        context.moveTo(x, margin.top);
        context.lineTo(x, margin.top + height);
        context.moveTo(margin.left, y);
        context.lineTo(margin.left + width, y);
        context.stroke();
    }

    function draw() {
        const ratio = window.devicePixelRatio || 1, { width, height } = size();
        if (!map || !canvas.clientWidth) return;
        canvas.width = Math.round(canvas.clientWidth * ratio);
        canvas.height = Math.round(canvas.clientHeight * ratio);
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.imageSmoothingEnabled = false;
        context.drawImage(picture, margin.left, margin.top, width, height);
        drawAxes(getComputedStyle(canvas).color);
        drawMarks();
    }

    /* ---- the cell under the pointer ---- */

    function point(cell) {
        pointed = cell;
        const seconds = frame => short(frame * map.dt) + ' s = frame ' + frame;
        byName('value').textContent = (cell.name ? cell.name + ': ' : '') + 'leave at ' + seconds(cell.i) + ', enter at ' + seconds(cell.j) + ', cost ' + (isSampled() && !cell.name ? 'about ' : '') + short(costOf(cell)) + ' units';
        byName('command').textContent = map.commandOf(cell);
        byName('copied').textContent = '';
        draw();
    }

    /* Pages from file:// may have no clipboard; execCommand works there. */
    async function copy(cell) {
        point(cell);
        let done = false;
        try {
            await navigator.clipboard.writeText(map.commandOf(cell));
            done = true;
        } catch (refused) {
            const range = document.createRange();
            range.selectNodeContents(byName('command'));
            getSelection().removeAllRanges();
            getSelection().addRange(range);
            done = document.execCommand('copy');
        }
        byName('copied').textContent = done ? 'copied' : 'selected: copy it';
    }

    const place = event => {
        const box = canvas.getBoundingClientRect();
        return under(event.clientX - box.left, event.clientY - box.top);
    };
    canvas.addEventListener('pointermove', event => point(place(event)));
    canvas.addEventListener('click', event => copy(place(event)));
    byName('box').addEventListener('keydown', event => {
        const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
        if (event.key === 'Enter') copy(pointed);
        else if (move) {
            const cell = inside(pointed.i + move[0], pointed.j + move[1]);
            point(cutAt(cell) || cell);
        } else return;
        event.preventDefault();
    });

    function show(shown) {
        map = shown;
        costs = base64.floats(map.costs);
        let least = Infinity, most = -Infinity;
        for (const cost of costs) {
            if (!Number.isFinite(cost)) continue;
            least = Math.min(least, cost);
            most = Math.max(most, cost);
        }
        paint(least, most);
        byName('low').textContent = short(least);
        byName('high').textContent = short(most) + ' units';
        point(map.cuts[0]);
    }

    scales.drawLegend(byName('scale'), heat);
    new ResizeObserver(draw).observe(canvas);

    return { show, point, copy, pointed: () => pointed, isSampled, short, xOf, yOf, cellAt, costOf };
})();
