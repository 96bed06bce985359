/* The map of costs: a picture of all cuts, the cheapest of them, and the command of each. */
'use strict';

const data = JSON.parse(document.getElementById('data').textContent);
const element = id => document.getElementById(id);
const canvas = element('map'), context = canvas.getContext('2d');
const margin = { left: 64, right: 12, top: 10, bottom: 44 };
const short = x => x === null ? 'none' : String(Number(x.toPrecision(4)));

/* ---- values and colours ---- */

let least = Infinity, most = -Infinity;
for (const cost of data.costs) {
    if (cost === null) continue;
    least = Math.min(least, cost);
    most = Math.max(most, cost);
}

/* Dark is cheap: dark blue by way of green to yellow, even in lightness. */
const heat = scales.scale(['#261854', '#2d558c', '#21918c', '#6ecd58', '#fde725']);
const colourOf = cost => heat(most > least ? (cost - least) / (most - least) : 0);

/* One pixel for each point: A to the right, B upwards. */
const picture = document.createElement('canvas');
picture.width = data.rows;
picture.height = data.columns;
{
    const image = new ImageData(data.rows, data.columns);
    for (let r = 0; r < data.rows; r++)
        for (let c = 0; c < data.columns; c++) {
            const cost = data.costs[r * data.columns + c];
            if (cost !== null)
                image.data.set([...colourOf(cost), 255], 4 * ((data.columns - 1 - c) * data.rows + r));
        }
    picture.getContext('2d').putImageData(image, 0, 0);
}

/* ---- places ---- */

const [iBegin, iEnd] = data.i, [jBegin, jEnd] = data.j;
const size = () => ({ width: canvas.clientWidth - margin.left - margin.right, height: canvas.clientHeight - margin.top - margin.bottom });
const xOf = i => margin.left + (i + 0.5 - iBegin) / (iEnd - iBegin) * size().width;
const yOf = j => margin.top + (jEnd - j - 0.5) / (jEnd - jBegin) * size().height;
const clamp = (x, low, high) => Math.max(low, Math.min(high, x));

function cellAt(x, y) {
    const { width, height } = size();
    return {
        i: clamp(Math.floor(iBegin + (x - margin.left) / width * (iEnd - iBegin)), iBegin, iEnd - 1),
        j: clamp(Math.floor(jEnd - (y - margin.top) / height * (jEnd - jBegin)), jBegin, jEnd - 1),
    };
}

/* Of n frames in m points: point p begins at frame floor(p n / m). */
const pointOf = (frame, n, m) => Math.floor(((frame + 1) * m - 1) / n);

/* Where a point stands for several cells, it has the least cost of some of them. */
const isSampled = data.rows < iEnd - iBegin || data.columns < jEnd - jBegin;

function costOf({ i, j }) {
    const cut = data.cuts.find(c => c.i === i && c.j === j);
    if (cut) return cut.cost;
    const r = pointOf(i - iBegin, iEnd - iBegin, data.rows), c = pointOf(j - jBegin, jEnd - jBegin, data.columns);
    return data.costs[r * data.columns + c];
}

/* The cut whose mark is under the pointer, or the cell. */
function under(x, y) {
    let near = null, distance = 10;
    for (const cut of data.cuts) {
        const d = Math.hypot(xOf(cut.i) - x, yOf(cut.j) - y);
        if (d < distance) [near, distance] = [cut, d];
    }
    return near || cellAt(x, y);
}

/* ---- drawing ---- */

let pointed = data.cuts[0];

function ticks(from, to, n) {
    const rough = Math.max(to - from, 1e-9) / n, power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find(m => m * power >= rough);
    const list = [];
    for (let k = Math.ceil(from / step); k * step <= to; k++) list.push(Number((k * step).toPrecision(12)));
    return list;
}

function drawAxes(ink) {
    const { width, height } = size();
    context.fillStyle = context.strokeStyle = ink;
    context.font = '12px system-ui, sans-serif';
    context.strokeRect(margin.left - 0.5, margin.top - 0.5, width + 1, height + 1);
    context.textAlign = 'center';
    for (const t of ticks(iBegin * data.dt, (iEnd - 1) * data.dt, 8))
        context.fillText(String(t), xOf(t / data.dt), margin.top + height + 16);
    context.fillText('leave A at, s', margin.left + width / 2, margin.top + height + 36);
    context.textAlign = 'right';
    for (const t of ticks(jBegin * data.dt, (jEnd - 1) * data.dt, 6))
        context.fillText(String(t), margin.left - 8, yOf(t / data.dt) + 4);
    context.save();
    context.translate(14, margin.top + height / 2);
    context.rotate(-Math.PI / 2);
    context.textAlign = 'center';
    context.fillText('enter B at, s', 0, 0);
    context.restore();
}

function drawMarks() {
    context.textAlign = 'left';
    context.lineWidth = 1.5;
    for (const cut of data.cuts) {
        const x = xOf(cut.i), y = yOf(cut.j);
        context.beginPath();
        context.arc(x, y, cut === pointed ? 7 : 5, 0, 2 * Math.PI);
        context.strokeStyle = '#fff';
        context.stroke();
        context.fillStyle = '#fff';
        context.fillText(String(cut.rank), x + 8, y - 6);
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
    canvas.width = Math.round(canvas.clientWidth * ratio);
    canvas.height = Math.round(canvas.clientHeight * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(picture, margin.left, margin.top, width, height);
    drawAxes(getComputedStyle(document.body).color);
    drawMarks();
}

/* ---- what the pointer says ---- */

const commandOf = cell => data.before + cell.i + 'f --from ' + cell.j + 'f' + data.after;

function point(cell) {
    pointed = cell;
    const seconds = frame => short(frame * data.dt) + ' s = frame ' + frame;
    element('value').textContent = (cell.rank ? 'cut ' + cell.rank + ': ' : '') + 'leave at ' + seconds(cell.i) + ', enter at ' + seconds(cell.j) + ', cost ' + (isSampled && !cell.rank ? 'about ' : '') + short(costOf(cell)) + ' units';
    element('command').textContent = commandOf(cell);
    element('copied').textContent = '';
    draw();
}

/* Pages from file:// may have no clipboard: an old way works there. */
async function copy(cell) {
    point(cell);
    let done = false;
    try {
        await navigator.clipboard.writeText(commandOf(cell));
        done = true;
    } catch (refused) {
        const range = document.createRange();
        range.selectNodeContents(element('command'));
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        done = document.execCommand('copy');
    }
    element('copied').textContent = done ? 'copied' : 'selected: copy it';
}

const place = event => {
    const box = canvas.getBoundingClientRect();
    return under(event.clientX - box.left, event.clientY - box.top);
};
canvas.addEventListener('pointermove', event => point(place(event)));
canvas.addEventListener('click', event => copy(place(event)));
element('box').addEventListener('keydown', event => {
    const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (event.key === 'Enter') copy(pointed);
    else if (move) {
        const i = clamp(pointed.i + move[0], iBegin, iEnd - 1), j = clamp(pointed.j + move[1], jBegin, jEnd - 1);
        point(data.cuts.find(c => c.i === i && c.j === j) || { i, j });
    } else return;
    event.preventDefault();
});

/* ---- the page ---- */

element('title').textContent = data.a + ' to ' + data.b;
document.title = 'dbtool suggest: ' + element('title').textContent;
element('subtitle').textContent = 'What each cut costs, in the clips’ own units.' + (isSampled ? ' Each point of the map stands for several cuts, and shows the least cost of up to 16 of them.' : '');
element('low').textContent = short(least);
element('high').textContent = short(most) + ' units';
scales.drawLegend(element('scale'), heat);
{
    const row = (into, kind, texts) => {
        const tr = into.appendChild(document.createElement('tr'));
        for (const text of texts) {
            const cell = tr.appendChild(document.createElement(kind));
            if (text instanceof Node) cell.append(text);
            else cell.textContent = text;
        }
    };
    row(element('head'), 'th', ['rank', 'at, s', 'frame', 'from, s', 'frame', 'cost, units', 'pose, units', 'velocity, units/s']);
    for (const cut of data.cuts) {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = String(cut.rank);
        button.title = commandOf(cut);
        button.addEventListener('click', () => copy(cut));
        row(element('cuts'), 'td', [button, short(cut.i * data.dt), String(cut.i), short(cut.j * data.dt), String(cut.j), short(cut.cost), short(cut.pose), short(cut.velocity)]);
    }
}
new ResizeObserver(draw).observe(canvas);
point(pointed);
window.dbtoolReport = true;
