/* The map of costs of a cut that dbtool chose with `best`, if the data has one. */
'use strict';

const bestCut = (() => {
    const panel = byId('costs');
    let cut = null;

    /* The command names the chosen method. A finished file has none. */
    function commandOf({ i, j }) {
        const [before, between, after] = cut.raw.costs.command, method = cut.raw.methods[state.values.method];
        return before + i + between + j + after + (method && method.word ? ' -m ' + method.word : '') + ' -o out.bvh';
    }

    function use(opened) {
        const { raw, dt } = cut = opened, { costs } = raw;
        panel.hidden = !costs;
        if (!costs) return;
        costsMap.show({
            ...costs, dt, cuts: [{ ...costs.cut, name: 'this cut', mark: '' }], commandOf,
            axes: ['leave ' + raw.source_name + ' at, s of the output', 'enter ' + raw.target_name + ' at, s']
        });
        byId('costs-note').hidden = !costsMap.isSampled();
    }

    state.on(['method'], () => { if (cut && cut.raw.costs) costsMap.refresh(); });
    theme.onChange(costsMap.draw);

    return { use };
})();
