/* The page of `dbtool suggest --format html`: the map of costs, and a table of the cheapest cuts. */
'use strict';

const data = JSON.parse(document.getElementById('data').textContent);
const element = id => document.getElementById(id);
const { short } = costsMap;
const [before, between, after] = data.command;
const commandOf = cell => before + cell.i + between + cell.j + after;
const cuts = data.cuts.map((cut, n) => ({ ...cut, name: 'cut ' + (n + 1), mark: String(n + 1) }));

costsMap.show({ ...data, cuts, axes: ['leave A at, s', 'enter B at, s'], commandOf });
element('title').textContent = data.a + ' to ' + data.b;
document.title = 'dbtool suggest: ' + element('title').textContent;
element('subtitle').textContent = 'The cost of each cut, in the clips’ own units.' + (costsMap.isSampled() ? ' Each point of the map stands for several cuts and shows the lowest cost of up to 16 of them.' : '');
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
    for (const cut of cuts) {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = cut.mark;
        button.title = commandOf(cut);
        button.addEventListener('click', () => costsMap.copy(cut));
        row(element('cuts'), 'td', [button, short(cut.i * data.dt), String(cut.i), short(cut.j * data.dt), String(cut.j), short(cut.cost), short(cut.pose), short(cut.velocity)]);
    }
}
window.dbtoolReport = true;
