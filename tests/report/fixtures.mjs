/* The report of most tests, and dbtool's other output for the same cut. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { clips, run, work } from './harness.mjs';
import { readBvh } from './bvh.mjs';
import { readCsv } from './csv.mjs';

export const AT = '1.2';
export const labels = ['dead-halflife', 'dead-decay:halflife=0.1', 'inertialize-quintic', 'inertialize-spring:halflife=0.02', 'cut'];
export const walk = join(clips, 'ok_walk.bvh'), running = join(clips, 'ok_run.bvh');

const memo = make => {
    let value;
    return () => value === undefined ? (value = make()) : value;
};

const base = ['--at', AT, '--methods', labels.join(',')];

export const report = memo(() => {
    const out = join(work, 'two.html');
    run('report', walk, running, ...base, '-o', out);
    return out;
});

/* The same cut's rows, and each method's BVH. */
const compared = memo(() => {
    const kept = join(work, 'kept');
    mkdirSync(kept);
    const rows = readCsv(run('compare', walk, running, ...base, '--format', 'csv', '--keep', kept));
    const files = Object.fromEntries(labels.map(label => [label, readBvh(join(kept, label.replace(/[:,]/g, '.') + '.bvh'))]));
    return { rows, files };
});
export const rows = () => compared().rows;
export const written = label => compared().files[label];

/* The cut's frame in the output, computed from the time in the CSV. */
export const cutFrame = () => Math.round(Number(rows()[0].at) / written(labels[0]).frameTime);
export const figureNames = () => Object.keys(rows()[0]).slice(Object.keys(rows()[0]).indexOf('joint') + 1, -3);
