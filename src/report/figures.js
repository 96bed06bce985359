/* Draws the contents of a cell of the stage: floor, shadow, bones, joints, contacts. */
'use strict';

const figures = (() => {
    const p = [0, 0, 0];
    const FADE = 0.5;     /* how much distant colours fade into the ground's */

    /* Points of a pose on the screen: [point] -> x, y, pixels a unit, depth. */
    function projected(cut, pose, project) {
        const out = new Float64Array(4 * cut.all.nPoints), at = [0, 0, 0, 0];
        for (let point = 0; point < cut.all.nPoints; point++) {
            camera.read(cut, pose, point, p);
            project(p[0], p[1], p[2], at);
            out.set(at, 4 * point);
        }
        return out;
    }

    /* 1, 2 or 5 times a power of ten. */
    function round(value) {
        const ten = 10 ** Math.floor(Math.log10(value)), digit = value / ten;
        return (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10) * ten;
    }

    function floor(context, project, k, follow) {
        const { track, floor: height, tall, cut } = camera.scene();
        const step = round(tall / 4), rings = 4, reach = 11;
        const at = follow ? k : cut.at - cut.first;
        const middleX = track[2 * at] / step, middleZ = track[2 * at + 1] / step;
        const x0 = Math.round(middleX), z0 = Math.round(middleZ);
        const paths = Array.from({ length: rings }, () => new Path2D());
        const a = [0, 0, 0, 0], b = [0, 0, 0, 0];
        const segment = (x1, z1, x2, z2) => {
            const away = Math.hypot((x1 + x2) / 2 - middleX, (z1 + z2) / 2 - middleZ) / (reach - 1);
            if (away >= 1) return;
            project(x1 * step, height, z1 * step, a);
            project(x2 * step, height, z2 * step, b);
            if (Math.min(a[3], b[3]) * 6 < tall) return;    /* next to or behind the camera */
            const path = paths[Math.floor(away * rings)];
            path.moveTo(a[0], a[1]);
            path.lineTo(b[0], b[1]);
        };
        for (let i = -reach; i <= reach; i++)
            for (let j = -reach; j < reach; j++) {
                segment(x0 + i, z0 + j, x0 + i, z0 + j + 1);
                segment(x0 + j, z0 + i, x0 + j + 1, z0 + i);
            }
        context.lineWidth = 1;
        context.strokeStyle = theme.colour('grid');
        paths.forEach((path, ring) => {
            context.globalAlpha = 1 - (ring + 0.3) / rings;
            context.stroke(path);
        });
        context.globalAlpha = 1;
    }

    function shadow(context, cut, pose, project) {
        const { floor: height, tall } = camera.scene();
        const a = [0, 0, 0, 0], b = [0, 0, 0, 0];
        context.strokeStyle = theme.colour('shadow');
        context.lineCap = 'round';
        const path = new Path2D();
        let size = 1;
        for (const bone of cut.bones) {
            camera.read(cut, pose, bone.from, p);
            project(p[0], height, p[2], a);
            camera.read(cut, pose, bone.to, p);
            project(p[0], height, p[2], b);
            path.moveTo(a[0], a[1]);
            path.lineTo(b[0], b[1]);
            size = a[2];
        }
        context.lineWidth = Math.max(1.5, 0.03 * tall * size);
        context.stroke(path);
    }

    /* A bone: a line that is thicker at its joint than at its end. */
    function limb(context, ax, ay, ar, bx, by, br) {
        const angle = Math.atan2(by - ay, bx - ax), quarter = Math.PI / 2;
        context.beginPath();
        context.arc(ax, ay, ar, angle + quarter, angle - quarter);
        context.arc(bx, by, br, angle - quarter, angle + quarter);
        context.closePath();
    }

    /* A head: a ball between its joint and end site or, if these coincide, beyond the joint in the
     * neck's direction. */
    function headOf(cut, pose, { from, to }, at) {
        const { tall } = camera.scene(), size = at[4 * from + 2], long = lengthOf(cut, pose, { from, to });
        if (long > 0.03 * tall)
            return {
                x: (at[4 * from] + at[4 * to]) / 2, y: (at[4 * from + 1] + at[4 * to + 1]) / 2,
                radius: Math.max(2, 0.5 * long * size)
            };
        const neck = cut.skeleton.joints[from].parent, radius = Math.max(2, 0.05 * tall * size);
        const dx = neck < 0 ? 0 : at[4 * from] - at[4 * neck], dy = neck < 0 ? -1 : at[4 * from + 1] - at[4 * neck + 1];
        const share = radius / (Math.hypot(dx, dy) || 1);
        return { x: at[4 * from] + dx * share, y: at[4 * from + 1] + dy * share, radius };
    }

    function ghost(context, cut, pose, project, colour, dash) {
        const at = projected(cut, pose, project);
        context.strokeStyle = colour;
        context.lineWidth = 1.4;
        context.lineCap = 'round';
        context.lineJoin = 'round';
        context.setLineDash(dash);
        context.beginPath();
        for (const bone of cut.bones) {
            if (bone.head) {
                const { x, y, radius } = headOf(cut, pose, bone, at);
                context.moveTo(x + radius, y);
                context.arc(x, y, radius, 0, 2 * Math.PI);
            } else {
                context.moveTo(at[4 * bone.from], at[4 * bone.from + 1]);
                context.lineTo(at[4 * bone.to], at[4 * bone.to + 1]);
            }
        }
        context.stroke();
        context.setLineDash([]);
        return at;
    }

    /* style has
     *   base, dot    colours of bones and of joints
     *   heat(joint)  0 to 1, or null
     *   tint         whether heat colours bones, too
     *   slim, alpha  factors of width and opacity, at most 1
     *   chosen       a joint, or -1 */
    function solid(context, cut, pose, project, style) {
        const at = projected(cut, pose, project), { tall } = camera.scene();
        const nJoints = cut.all.nJoints, ground = colours.parse(theme.colour('stage'));
        let near = Infinity, far = -Infinity;
        for (const { from, to } of cut.bones) {
            near = Math.min(near, at[4 * from + 3], at[4 * to + 3]);
            far = Math.max(far, at[4 * from + 3], at[4 * to + 3]);
        }
        const span = Math.max(far - near, 0.25 * tall);
        const behind = depth => FADE * Math.min(1, Math.max(0, (depth - near) / span));
        const paint = (colour, depth) => colours.css(colours.mix(colour, ground, behind(depth)));
        const heatOf = joint => style.heat && joint < nJoints ? style.heat(joint) : 0;
        const tinted = joint => style.tint && heatOf(joint) > 0 ? colours.jump(heatOf(joint)) : style.base;

        const parts = [];
        for (const bone of cut.bones) {
            const depth = (at[4 * bone.from + 3] + at[4 * bone.to + 3]) / 2;
            parts.push({ bone, depth });
        }
        for (let joint = 0; joint < nJoints; joint++)
            if (!cut.hidden.has(joint)) parts.push({ joint, depth: at[4 * joint + 3] - 0.03 * tall });
        parts.sort((a, b) => b.depth - a.depth);

        const halo = theme.colour('stage'), ink = colours.parse(theme.colour('edge'));
        const lit = colours.parse(theme.colour('lit'));
        /* A gradient that lights a shape of this radius around x, y from the upper left. */
        const shade = (colour, depth, x, y, dx, dy) => {
            const gradient = context.createLinearGradient(x - dx, y - dy, x + dx, y + dy);
            gradient.addColorStop(0, paint(colours.mix(colour, lit, 0.42), depth));
            gradient.addColorStop(0.45, paint(colour, depth));
            gradient.addColorStop(1, paint(colours.mix(colour, ink, 0.32), depth));
            return gradient;
        };
        context.globalAlpha = style.alpha;
        for (const { bone, joint, depth } of parts) {
            if (bone) {
                const a = 4 * bone.from, b = 4 * bone.to, colour = tinted(bone.from);
                const [ax, ay, ar, bx, by] = [at[a], at[a + 1], at[a + 2], at[b], at[b + 1]];
                const long = lengthOf(cut, pose, bone);
                if (long < 1e-4 * tall && !bone.head) continue;
                if (bone.head) {
                    const { x, y, radius } = headOf(cut, pose, bone, at);
                    context.fillStyle = shade(colour, depth, x, y, 0.6 * radius, 0.8 * radius);
                    context.beginPath();
                    context.arc(x, y, radius, 0, 2 * Math.PI);
                } else {
                    const radius = Math.min(Math.max(0.08 * long, 0.008 * tall), 0.0205 * tall) * style.slim;
                    const thick = Math.max(1.1, radius * ar), thin = Math.max(0.8, 0.55 * radius * at[b + 2]);
                    const flat = Math.hypot(bx - ax, by - ay) || 1;
                    let nx = (by - ay) / flat * thick, ny = -(bx - ax) / flat * thick;
                    if (0.6 * nx + 0.8 * ny < 0) { nx = -nx; ny = -ny; }
                    context.fillStyle = shade(colour, depth, ax, ay, nx, ny);
                    limb(context, ax, ay, thick, bx, by, thin);
                }
                context.strokeStyle = halo;
                context.lineWidth = 3;
                context.stroke();
                context.fill();
            } else {
                const heat = heatOf(joint), o = 4 * joint;
                const radius = Math.max(1.2, (0.0115 + 0.014 * heat) * tall * at[o + 2]);
                context.beginPath();
                context.arc(at[o], at[o + 1], radius, 0, 2 * Math.PI);
                context.fillStyle = paint(heat > 0 ? colours.jump(heat) : style.dot, depth);
                context.fill();
                if (heat > 0) {
                    context.lineWidth = 1;
                    context.strokeStyle = halo;
                    context.stroke();
                }
            }
        }
        context.globalAlpha = 1;
        if (style.chosen >= 0 && !cut.hidden.has(style.chosen)) {
            const o = 4 * style.chosen;
            context.beginPath();
            context.arc(at[o], at[o + 1], Math.max(6, 0.036 * tall * at[o + 2]), 0, 2 * Math.PI);
            context.lineWidth = 1.6;
            context.strokeStyle = theme.colour('accent');
            context.stroke();
        }
        return at;
    }

    const from3 = [0, 0, 0], to3 = [0, 0, 0];
    function lengthOf(cut, pose, bone) {
        camera.read(cut, pose, bone.from, from3);
        camera.read(cut, pose, bone.to, to3);
        return Math.hypot(to3[0] - from3[0], to3[1] - from3[1], to3[2] - from3[2]);
    }

    /* The path of each foot over the ground through the window, bold while the foot is in contact. */
    function tracks(context, cut, frames, project, colour) {
        const { floor: height } = camera.scene(), at = [0, 0, 0, 0];
        const line = (joint, begin, end) => {
            context.beginPath();
            for (let k = begin, pen = false; k <= end; k++) {
                if (frames[k] < 0) { pen = false; continue; }
                camera.read(cut, frames[k], joint, p);
                project(p[0], height, p[2], at);
                if (pen) context.lineTo(at[0], at[1]);
                else context.moveTo(at[0], at[1]);
                pen = true;
            }
            context.stroke();
        };
        context.strokeStyle = colour;
        for (const { joint, frames: spans } of cut.raw.contacts) {
            context.globalAlpha = 0.45;
            context.lineWidth = 1;
            line(joint, 0, cut.n - 1);
            context.globalAlpha = 0.9;
            context.lineWidth = 2.4;
            for (const [begin, end] of spans) line(joint, begin - cut.first, end - cut.first);
        }
        context.globalAlpha = 1;
    }

    /* For each foot in contact: a ring where this method's foot came down, a disc where it is
     * now, and between them the line along which it slid. */
    function contacts(context, cut, frames, frame, project, colour) {
        const { floor: height, tall } = camera.scene();
        const a = [0, 0, 0, 0], b = [0, 0, 0, 0], radius = 0.03 * tall;
        const flat = Math.max(0.25, Math.abs(Math.sin(camera.view.pitch)));
        const foot = (pose, joint, out) => {
            camera.read(cut, pose, joint, p);
            return project(p[0], height, p[2], out);
        };
        for (const { joint, frames: spans } of cut.raw.contacts)
            for (const [begin, end] of spans) {
                if (frame < begin || frame > end) continue;
                const down = model.poseAt(cut, frames, Math.max(begin, cut.first)), now = model.poseAt(cut, frames, frame);
                if (down < 0 || now < 0) continue;
                foot(down, joint, a);
                foot(now, joint, b);
                context.strokeStyle = context.fillStyle = colour;
                context.lineWidth = 1.5;
                context.beginPath();
                context.ellipse(a[0], a[1], 1.2 * radius * a[2], 1.2 * radius * a[2] * flat, 0, 0, 2 * Math.PI);
                context.stroke();
                context.beginPath();
                context.moveTo(a[0], a[1]);
                context.lineTo(b[0], b[1]);
                context.stroke();
                context.globalAlpha = 0.85;
                context.beginPath();
                context.ellipse(b[0], b[1], 0.6 * radius * b[2], 0.6 * radius * b[2] * flat, 0, 0, 2 * Math.PI);
                context.fill();
                context.globalAlpha = 1;
            }
    }

    /* The path of a joint through the window, a dot for each frame. */
    function path(context, cut, frames, joint, frame, project, colour) {
        const at = [0, 0, 0, 0];
        context.strokeStyle = context.fillStyle = colour;
        context.lineWidth = 1.2;
        context.globalAlpha = 0.75;
        context.beginPath();
        for (let k = 0, pen = false; k < cut.n; k++) {
            if (frames[k] < 0) { pen = false; continue; }
            camera.read(cut, frames[k], joint, p);
            project(p[0], p[1], p[2], at);
            if (pen) context.lineTo(at[0], at[1]);
            else context.moveTo(at[0], at[1]);
            pen = true;
        }
        context.stroke();
        for (let k = 0; k < cut.n; k++) {
            if (frames[k] < 0) continue;
            camera.read(cut, frames[k], joint, p);
            project(p[0], p[1], p[2], at);
            const within = k + cut.first >= model.shownBegin(cut) && k + cut.first <= model.shownEnd(cut);
            context.beginPath();
            context.arc(at[0], at[1], within ? 2.1 : 1.2, 0, 2 * Math.PI);
            context.fill();
        }
        context.globalAlpha = 1;
    }

    return { floor, shadow, ghost, solid, tracks, contacts, path, round };
})();
