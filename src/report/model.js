/* One cut, opened: its poses placed in space, its methods' frames, and what is drawn from them. */
'use strict';

const model = (() => {
    const KEPT = 3;
    let doc;
    let labels = [];    /* of all methods, in order of appearance: a method keeps its colour */
    const opened = new Map();

    function use(document) {
        doc = document;
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
        ends.forEach((end, i) => bones.push({
            from: end.joint, to: joints.length + i,
            head: /head/i.test(joints[end.joint].name) && children[end.joint].length === 0
        }));
        return { bones, hidden };
    }

    const percentile = (values, share) => {
        const sorted = Float64Array.from(values).sort();
        return sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] : 0;
    };

    /* From what is ordinary in the clips themselves to the worst of any method. */
    function jumpRange(cut) {
        const { nJoints } = cut.all;
        const worst = jumps => {
            const out = [];
            for (let k = 2; k < cut.n; k++) {
                let most = 0;
                for (let j = 0; j < nJoints; j++) most = Math.max(most, jumps[k * nJoints + j]);
                if (most > 0) out.push(most);
            }
            return out;
        };
        const clips = [...worst(cut.jumpsOf(cut.source)), ...worst(cut.jumpsOf(cut.target))];
        const most = Math.max(0, ...cut.methods.flatMap(method => worst(method.jumps())));
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
            source: data.frames(raw.source, n), target: data.frames(raw.target, n),
            jumpsOf: frames => kinematics.jumps(all, frames, dt)
        };
        cut.methods = raw.methods.map((method, m) => {
            const frames = data.frames(method.frames, n);
            return {
                index: m, label: method.label, colour: labels.indexOf(method.label), end: method.end,
                weight: method.weight, values: method.values, frames,
                rank: data.figure(method.values[doc.rank] ?? ''),
                jumps: memo(() => kinematics.jumps(all, frames, dt)),
                figures: memo(() => data.floats(method.joints))
            };
        });
        cut.end = Math.min(cut.last, Math.max(cut.at, ...cut.methods.map(method => method.end)));
        Object.assign(cut, bonesOf(skeleton));
        cut.jumpRange = memo(() => jumpRange(cut));
        cut.seconds = frame => (frame - cut.at) * dt;
        opened.set(index, cut);
        if (opened.size > KEPT) opened.delete(opened.keys().next().value);
        return cut;
    }

    /* The pose of a method, or of the source or the target, at an output frame; -1: none. */
    const poseAt = (cut, frames, frame) =>
        frame < cut.first || frame > cut.last ? -1 : frames[frame - cut.first];

    /* The figure that ranks a method, short. */
    function rankText(method, narrow) {
        const metric = doc.metrics[doc.rank];
        if (!metric || !Number.isFinite(method.rank)) return '–';
        return (narrow ? '' : data.title(metric).split(',')[0] + ' ') + data.brief(method.rank) + ' ' + data.unit(metric);
    }

    return { use, open, poseAt, rankText, percentile, methods: () => labels };
})();
