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

    /* The scale of jumps, from what is ordinary in the clips themselves (0: they do not jump) to the
     * worst of any method; null where nothing jumps. */
    function jumpScale(cut) {
        const ofClip = frames => worstJoint(cut, kinematics.jumps(cut.all, frames, cut.dt)).filter(jump => jump > 0);
        const ordinary = percentile([...ofClip(cut.source), ...ofClip(cut.target)], 0.95);
        const most = cut.methods.reduce((most, method) => method.worstJumps().reduce((a, b) => Math.max(a, b), most), 0);
        if (!(most > 0)) return null;
        const low = ordinary || most / 100, high = Math.max(most, 6 * low);
        return { ordinary, low, high, heat: colours.logarithmic(low, high) };
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
        const all = kinematics.poses(skeleton, raw);
        const memo = make => { let value; return () => value === undefined ? (value = make()) : value; };
        const cut = {
            index, raw, skeleton, all, n, dt,
            first: raw.first, last: raw.first + n - 1, at: raw.cut, plays: raw.plays,
            axes: axes(skeleton.up),
            neighbours: raw.neighbours || [], options: raw.options || [], sourceEnd: raw.source_end,
            source: data.frames(raw.source, n), target: data.frames(raw.target, n)
        };
        cut.methods = raw.methods.map((method, m) => {
            const frames = data.frames(method.frames, n), jumps = memo(() => kinematics.jumps(all, frames, dt));
            return {
                index: m, label: method.label, colour: labels.indexOf(method.label), begin: method.begin, end: method.end,
                weights: method.weights || [], weightOf: method.weight_of || [], settings: method.settings || [],
                values: method.values, best: new Set(method.best), ...standing(method), frames,
                jumps, worstJumps: memo(() => worstJoint(cut, jumps())),
                figures: memo(() => base64.floats(method.joints))
            };
        });
        Object.assign(cut, bonesOf(skeleton));
        cut.jumpScale = memo(() => jumpScale(cut));
        cut.heat = jump => { const scale = cut.jumpScale(); return scale ? scale.heat(jump) : 0; };
        cut.seconds = frame => (frame - cut.at) * dt;
        opened.set(index, cut);
        if (opened.size > KEPT) opened.delete(opened.keys().next().value);
        return cut;
    }

    /* The place that `dbtool compare` gives a method, and the figure that it ranks by. */
    const standing = method => ({ rank: method.rank ?? 0, ranked: data.figure(method.values[doc.rank] ?? '') });

    const byRank = (a, b) => a.rank - b.rank || a.index - b.index;

    const shown = cut => cut.methods.filter(method => state.values.shown.has(method.label)).sort(byRank);

    /* The next cut of the sequence, where the window reaches it: another transition begins there. */
    const nextCut = cut => cut.neighbours.find(({ frame }) => frame > cut.at);

    /* Where the first transition that is shown begins, at most at the cut. */
    const shownBegin = cut => Math.max(cut.first, Math.min(cut.at, ...shown(cut).map(method => method.begin)));

    /* Where the last transition that is shown is over. */
    const shownEnd = cut => Math.min(nextCut(cut)?.frame ?? cut.last, cut.last,
        Math.max(cut.at, ...shown(cut).map(method => method.end)));

    /* Half way through a method's transition: at the cut itself many methods show one pose. */
    const inside = (cut, method) => Math.min(method.begin + Math.round((method.end - method.begin) / 2), cut.last);

    /* Where the frames end that peaks and averages go over. */
    const figuresEnd = cut => cut.at + (cut.raw.window_frames ?? Infinity);

    /* What plays at a frame, in words. */
    function whereabouts(cut, frame) {
        const at = cut.neighbours.find(of => of.frame === frame);
        const passed = cut.neighbours.filter(of => of.frame > cut.at && of.frame < frame).pop();
        const ahead = cut.neighbours.find(of => of.frame < cut.at && of.frame > frame);
        if (frame === cut.at) return 'the cut';
        if (at) return 'cut ' + at.number;
        if (passed) return 'after cut ' + passed.number;
        if (ahead) return 'before cut ' + ahead.number;
        if (frame > cut.at && frame < cut.plays) return 'in the gap';
        return frame < shownBegin(cut) ? 'before the cut' : frame <= shownEnd(cut) ? 'in transition' : 'after it';
    }

    /* The pose of a method, or of the source or the target, at an output frame; -1: none. */
    const poseAt = (cut, frames, frame) =>
        frame < cut.first || frame > cut.last ? -1 : frames[frame - cut.first];

    /* Labels without what a method's name says of all of them, for narrow places: of the settings
     * behind the colon those that all with that name have, and of one name alone the name, too. */
    function shortLabels(cut) {
        const parts = cut.methods.map(({ label }) => {
            const colon = label.indexOf(':');
            return { label, name: colon < 0 ? label : label.slice(0, colon), settings: colon < 0 ? [] : label.slice(colon + 1).split(',') };
        });
        const oneName = parts.length > 1 && parts.every(({ name }) => name === parts[0].name);
        return parts.map(({ label, name, settings }) => {
            const like = parts.filter(of => of.name === name);
            const own = settings.filter(setting => like.some(of => !of.settings.includes(setting)));
            if (like.length === 1 || !own.length) return label;
            return (oneName ? '…' : name + ':') + own.join(',');
        });
    }

    /* The figure that ranks a method, short. */
    function rankText(method, narrow) {
        const metric = doc.metrics[doc.rank];
        if (!metric || !Number.isFinite(method.ranked)) return '–';
        const name = data.title(metric).replace(/ ratio$/, '');
        return (narrow ? '' : name + ' ') + data.printed(method.ranked) + ' ' + data.unit(metric);
    }

    /* A method's settings that are not its defaults and that its label does not tell. */
    function untold(method) {
        const told = method.label.slice(method.label.indexOf(':') + 1).split(',');
        return method.settings.map(([name, value]) => name + '=' + value).filter(setting => !told.includes(setting));
    }

    /* What there is to know of a method, in lines. */
    function about(method) {
        const more = method.settings.length ? untold(method).join(', ') : 'default settings';
        return method.label + (more && '\n' + more);
    }

    return {
        use, open, poseAt, standing, byRank, shortLabels, shown, shownBegin, shownEnd, inside, nextCut, figuresEnd, whereabouts, rankText, untold, about,
        percentile
    };
})();
