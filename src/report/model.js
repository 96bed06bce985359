/* The open cut: its poses in the world, its methods' frames, and the values drawn from them. */
'use strict';

const model = (() => {
    const KEPT = 3;
    let doc;
    let blamed = 0;     /* the metric that makes a cut bad: what ranks or, by the rule of auto, the seam */
    let labels = [];    /* of all cuts' methods, in order of appearance: a method has one colour in all cuts */
    const opened = new Map();

    function use(document) {
        doc = document;
        blamed = doc.by_rule ? doc.metrics.findIndex(metric => metric.name === 'seam_ratio') : doc.rank;
        labels = [...new Set(doc.cuts.flatMap(cut => cut.methods.map(method => method.label)))];
    }

    /* Joints from the root down to the first that branches move the character through the world.
     * The line to such a joint that moves is no bone, but the character's distance from the origin. */
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

    /* The largest jump of any joint, for each frame. */
    function worstJoint(cut, jumps) {
        const { nJoints } = cut.all, out = new Float64Array(cut.n);
        for (let i = 0; i < jumps.length; i++) {
            const k = Math.floor(i / nJoints);
            out[k] = Math.max(out[k], jumps[i]);
        }
        return out;
    }

    /* The scale of jumps: from the usual jumps in the clips themselves (0: none) to the largest of
     * any method. null if nothing jumps. */
    function jumpScale(cut) {
        const ofClip = frames => worstJoint(cut, kinematics.jumps(cut.all, frames, cut.dt)).filter(jump => jump > 0);
        const ordinary = percentile([...ofClip(cut.source), ...ofClip(cut.target)], 0.95);
        const most = cut.methods.reduce((most, method) => method.worstJumps().reduce((a, b) => Math.max(a, b), most), 0);
        if (!(most > 0)) return null;
        const low = ordinary || most / 100, high = Math.max(most, 6 * low);
        return { ordinary, low, high, heat: colours.logarithmic(low, high) };
    }

    /* Heights along the up axis, and positions on the ground, whichever axis is up. */
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
                values: method.values, best: new Set(method.best), slides: !!method.slides, ...standing(method), frames,
                jumps, worstJumps: memo(() => worstJoint(cut, jumps())),
                figures: memo(() => base64.floats(method.joints)),
                captured: memo(() => method.captured ? base64.floats(method.captured) : null),
                pops: memo(() => method.pops ? { ...method.pops, values: base64.floats(method.pops.values) } : null)
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

    /* The rank that `dbtool compare` gives a method, and its values of what makes a cut bad and of what ranks. */
    const standing = method => {
        const value = metric => data.figure(method.values[metric] ?? '');
        return { rank: method.rank ?? 0, blame: value(blamed), ranked: value(doc.rank) };
    };

    const byRank = (a, b) => a.rank - b.rank || a.index - b.index;

    const shown = cut => cut.methods.filter(method => state.values.shown.has(method.label)).sort(byRank);

    /* The next cut of the sequence, if the window reaches it: another transition begins there. */
    const nextCut = cut => cut.neighbours.find(({ frame }) => frame > cut.at);

    /* The frame where the earliest shown transition begins, at the latest the cut. */
    const shownBegin = cut => Math.max(cut.first, Math.min(cut.at, ...shown(cut).map(method => method.begin)));

    /* The frame where the last shown transition is over. */
    const shownEnd = cut => Math.min(nextCut(cut)?.frame ?? cut.last, cut.last,
        Math.max(cut.at, ...shown(cut).map(method => method.end)));

    /* The frame half way through a method's transition, since many methods show one pose at the
     * cut. */
    const inside = (cut, method) => Math.min(method.begin + Math.round((method.end - method.begin) / 2), cut.last);

    /* The last frame of those over which peaks and averages are taken. */
    const figuresEnd = cut => cut.at + (cut.raw.window_frames ?? Infinity);

    /* What a frame shows, in words. */
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

    /* The index of the pose of a method, the source or the target at an output frame; -1: none. */
    const poseAt = (cut, frames, frame) =>
        frame < cut.first || frame > cut.last ? -1 : frames[frame - cut.first];

    /* Labels for narrow columns. They leave out settings, after the colon, that all labels with the
     * same name share, and the name if all labels have the same one. */
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

    /* The value by which a method makes the cut bad, in short form. */
    function blameText(method, narrow) {
        const metric = doc.metrics[blamed];
        if (!metric || !Number.isFinite(method.blame)) return '–';
        const name = data.title(metric).replace(/ ratio$/, '');
        return (narrow ? '' : name + ' ') + data.printed(method.blame) + ' ' + data.unit(metric);
    }

    /* A method with its settings, without defaults other than lengths. */
    function brief(text) {
        const [name, settings = ''] = text.split(/:(.*)/), usual = doc.defaults[name] ?? [];
        const own = settings.split(',').filter(setting => setting && !usual.includes(setting));
        return name + (own.length ? ':' + own.join(',') : '');
    }

    /* The settings of a method that are not usual and that its label does not contain. */
    function untold(method) {
        const told = method.label.slice(method.label.indexOf(':') + 1).split(',');
        return method.settings.map(([name, value]) => name + '=' + (name === 'chosen' ? brief(value) : value)).filter(setting => !told.includes(setting));
    }

    /* A method's label and its other settings, as lines of text. */
    function about(method) {
        const more = method.settings.length ? untold(method).join(', ') : 'default settings';
        return method.label + (more && '\n' + more);
    }

    return {
        use, open, poseAt, standing, byRank, shortLabels, shown, shownBegin, shownEnd, inside, figuresEnd, whereabouts, blameText, blamedMetric: () => doc.metrics[blamed], untold, about,
        percentile
    };
})();
