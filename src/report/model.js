/* One cut, opened: its poses placed in space, its methods' frames, and what is drawn from them. */
'use strict';

const model = (() => {
    const KEPT = 3;
    let doc, costMetric = -1;
    let labels = [];    /* of all methods, in order of appearance: a method keeps its colour */
    const opened = new Map();

    function use(document) {
        doc = document;
        costMetric = doc.metrics.findIndex(metric => metric.name === 'target_error_rms_deg');
        labels = [...new Set(doc.cuts.flatMap(cut => cut.methods.map(method => method.label)))];
    }

    /* Joints from the root down to the one that branches carry the character about. A bone into
     * one that moves is no bone, but the way that the character is from the origin. */
    function bonesOf(skeleton) {
        const { joints, ends, moving } = skeleton;
        const children = joints.map(() => []);
        joints.forEach((joint, j) => { if (joint.parent >= 0) children[joint.parent].push(j); });
        const moves = new Set(moving), hidden = new Set(), ways = new Set();
        for (let j = 0; children[j].length === 1; j = children[j][0])
            if (moves.has(children[j][0])) {
                hidden.add(j);
                ways.add(children[j][0]);
            }
        const bones = [];
        joints.forEach((joint, j) => {
            if (joint.parent >= 0 && !ways.has(j)) bones.push({ from: joint.parent, to: j, head: false });
        });
        const isHead = j => /head/i.test(joints[j].name) && children[j].length === 0;
        ends.forEach((end, i) => bones.push({ from: end.joint, to: joints.length + i, head: isHead(end.joint) }));
        joints.forEach((_, j) => {
            if (isHead(j) && !ends.some(end => end.joint === j)) bones.push({ from: j, to: j, head: true });
        });
        return { bones, hidden };
    }

    const percentile = (values, share) => {
        const sorted = Float64Array.from(values).sort();
        return sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] : 0;
    };

    /* The highest of all joints' jumps, a frame. */
    function worstJoint(cut, jumps) {
        const { nJoints } = cut.all, out = new Float64Array(cut.n);
        for (let i = 0; i < jumps.length; i++) {
            const k = Math.floor(i / nJoints);
            out[k] = Math.max(out[k], jumps[i]);
        }
        return out;
    }

    /* From what is ordinary in the clips themselves to the worst of any method. */
    function jumpRange(cut) {
        const ofClip = frames => worstJoint(cut, kinematics.jumps(cut.all, frames, cut.dt)).filter(jump => jump > 0);
        const clips = [...ofClip(cut.source), ...ofClip(cut.target)];
        const most = cut.methods.reduce((most, method) => method.worstJumps().reduce((a, b) => Math.max(a, b), most), 0);
        const ordinary = percentile(clips, 0.95) || most / 100 || 1;
        return [ordinary, Math.max(most, 6 * ordinary)];
    }

    /* Heights in the up axis's direction and positions on the ground, whatever axis is up. */
    function axes(up) {
        return [[2, 0, 1], [0, 1, 2], [1, 2, 0]][up];
    }

    function open(index) {
        const kept = opened.get(index);
        if (kept) return kept;
        const raw = doc.cuts[index], skeleton = doc.skeletons[raw.skeleton];
        const n = raw.n_frames, dt = raw.frame_time;
        const all = kinematics.poses(skeleton, data.floats(raw.poses), raw.origins);
        const memo = make => { let value; return () => value === undefined ? (value = make()) : value; };
        const cut = {
            index, raw, skeleton, all, n, dt,
            first: raw.first, last: raw.first + n - 1, at: raw.cut,
            axes: axes(skeleton.up),
            source: data.frames(raw.source, n), target: data.frames(raw.target, n)
        };
        cut.methods = raw.methods.map((method, m) => {
            const frames = data.frames(method.frames, n), jumps = memo(() => kinematics.jumps(all, frames, dt));
            return {
                index: m, label: method.label, colour: labels.indexOf(method.label), end: method.end,
                weight: method.weight, values: method.values, frames, ...standing(method),
                jumps, worstJumps: memo(() => worstJoint(cut, jumps())),
                figures: memo(() => data.floats(method.joints))
            };
        });
        Object.assign(cut, bonesOf(skeleton));
        cut.jumpRange = memo(() => jumpRange(cut));
        cut.seconds = frame => (frame - cut.at) * dt;
        opened.set(index, cut);
        if (opened.size > KEPT) opened.delete(opened.keys().next().value);
        return cut;
    }

    /* What a method is ranked by. */
    const standing = method => ({
        rank: data.figure(method.values[doc.rank] ?? ''), cost: data.figure(method.values[costMetric] ?? '')
    });

    /* Best first, as `dbtool compare` ranks: what is alike to six digits by what it costs. */
    function byRank(a, b) {
        const last = value => Number.isNaN(value) ? Infinity : Number(value.toPrecision(6));
        const of = (x, y) => x === y ? 0 : x - y;
        return of(last(a.rank), last(b.rank)) || of(last(a.cost), last(b.cost)) || a.index - b.index;
    }

    const shown = cut => cut.methods.filter(method => state.values.shown.has(method.label)).sort(byRank);

    /* Where the last transition that is shown is over. */
    const shownEnd = cut => Math.min(cut.last, Math.max(cut.at, ...shown(cut).map(method => method.end)));

    /* The pose of a method, or of the source or the target, at an output frame; -1: none. */
    const poseAt = (cut, frames, frame) =>
        frame < cut.first || frame > cut.last ? -1 : frames[frame - cut.first];

    /* Labels without what all of them begin with, for narrow places. */
    function shortLabels(cut) {
        const all = cut.methods.map(method => method.label);
        let same = all.length > 1 ? all[0].length : 0;
        for (const label of all) while (!label.startsWith(all[0].slice(0, same))) same--;
        const begin = Math.max(all[0].lastIndexOf(':', same - 1), all[0].lastIndexOf(',', same - 1)) + 1;
        return all.map(label => same > 0 && begin > 0 ? '…' + label.slice(begin) : label);
    }

    /* The figure that ranks a method, short. */
    function rankText(method, narrow) {
        const metric = doc.metrics[doc.rank];
        if (!metric || !Number.isFinite(method.rank)) return '–';
        return (narrow ? '' : data.title(metric).split(',')[0] + ' ') + data.brief(method.rank) + ' ' + data.unit(metric);
    }

    return { use, open, poseAt, standing, byRank, shortLabels, shown, shownEnd, rankText, percentile, methods: () => labels };
})();
