/* One camera for all figures. It orbits a point that follows the character. In the camera's axes x
 * and z span the ground and y is up, whatever the axes of the file. */
'use strict';

const camera = (() => {
    const FIELD = 26 * Math.PI / 180;    /* of view, vertical: narrow, so that distance hardly changes sizes */
    const MARGIN = 1.06;
    const NEAR = 0.08;          /* seconds around the cut in which the clips' ghosts are framed, too */
    const view = { yaw: 0, pitch: 0.16, zoom: 1, panX: 0, panY: 0 };
    let home = { yaw: 0 };
    let scene = null;

    const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

    /* Point p of the flat array, in the camera's axes. */
    function read(cut, pose, point, out) {
        const o = (pose * cut.all.nPoints + point) * 3, [a, b, c] = cut.axes;
        out[0] = cut.all.points[o + a];
        out[1] = cut.all.points[o + b];
        out[2] = cut.all.points[o + c];
        return out;
    }

    const bodyPoints = cut => {
        const points = [];
        for (let p = 0; p < cut.all.nPoints; p++) if (!cut.hidden.has(p)) points.push(p);
        return points;
    };

    /* The path on the ground that the camera follows: the middle of all methods' figures, smoothed
     * so that the camera itself never jumps. */
    function trackOf(cut, points) {
        const n = cut.n, raw = new Float64Array(2 * n), p = [0, 0, 0];
        for (let k = 0; k < n; k++) {
            let x = 0, z = 0, count = 0;
            for (const { frames } of cut.methods) {
                if (frames[k] < 0) continue;
                for (const point of points) {
                    read(cut, frames[k], point, p);
                    x += p[0];
                    z += p[2];
                }
                count += points.length;
            }
            raw[2 * k] = count ? x / count : k ? raw[2 * k - 2] : 0;
            raw[2 * k + 1] = count ? z / count : k ? raw[2 * k - 1] : 0;
        }
        const track = new Float64Array(2 * n), reach = Math.max(1, 0.12 / cut.dt);
        for (let k = 0; k < n; k++) {
            let sum = 0, x = 0, z = 0;
            const half = Math.ceil(2 * reach);
            for (let i = -half; i <= half; i++) {
                const weight = Math.exp(-0.5 * (i / reach) ** 2);
                const at = clamp(k + i, 0, n - 1);
                /* Beyond the window the path continues in its last direction. */
                const beyond = k + i - at, end = at === 0 ? Math.min(1, n - 1) : at, step = end > 0 ? end - 1 : 0;
                x += weight * (raw[2 * at] + beyond * (raw[2 * end] - raw[2 * step]));
                z += weight * (raw[2 * at + 1] + beyond * (raw[2 * end + 1] - raw[2 * step + 1]));
                sum += weight;
            }
            track[2 * k] = x / sum;
            track[2 * k + 1] = z / sum;
        }
        return track;
    }

    /* The direction in which the character faces at the cut: that of its feet or, without feet,
     * that in which it moves. */
    function facing(cut, track) {
        const p = [0, 0, 0], q = [0, 0, 0];
        let x = 0, z = 0;
        const k0 = cut.at - cut.first;
        for (let k = Math.max(0, k0 - 20); k < Math.min(cut.n, k0 + 20); k++) {
            const pose = cut.methods.length ? cut.methods[0].frames[k] : -1;
            if (pose < 0) continue;
            for (const { from, to } of cut.bones)
                if (cut.skeleton.feet.includes(from)) {
                    read(cut, pose, from, p);
                    read(cut, pose, to, q);
                    x += q[0] - p[0];
                    z += q[2] - p[2];
                }
        }
        const dx = track[2 * cut.n - 2] - track[0], dz = track[2 * cut.n - 1] - track[1];
        if (Math.hypot(x, z) < 1e-6) { x = dx; z = dz; }
        return Math.atan2(x, z);
    }

    /* The extent of the clips' ghosts, which are drawn near the cut. */
    function ghostExtent(cut, points, track) {
        const p = [0, 0, 0], k0 = cut.at - cut.first, near = Math.ceil(NEAR / cut.dt);
        let high = -Infinity, wide = 0;
        for (const frames of [cut.source, cut.target])
            for (let k = Math.max(0, k0 - near); k < Math.min(cut.n, cut.plays - cut.first + near); k++) {
                if (frames[k] < 0) continue;
                for (const point of points) {
                    read(cut, frames[k], point, p);
                    high = Math.max(high, p[1]);
                    wide = Math.max(wide, Math.hypot(p[0] - track[2 * k], p[2] - track[2 * k + 1]));
                }
            }
        return { high, wide };
    }

    /* Measures a cut, so that all its figures can be framed. */
    function measure(cut) {
        const points = bodyPoints(cut), track = trackOf(cut, points), p = [0, 0, 0];
        const heights = [], low = [];
        let wide = 0, high = -Infinity;
        const spread = [];
        const feet = cut.skeleton.feet.length ? cut.skeleton.feet : points;
        for (const method of cut.methods)
            for (let k = 0; k < cut.n; k++) {
                const pose = method.frames[k];
                if (pose < 0) continue;
                for (const point of points) {
                    read(cut, pose, point, p);
                    heights.push(p[1]);
                    spread.push(Math.hypot(p[0] - track[2 * k], p[2] - track[2 * k + 1]));
                }
                let least = Infinity;
                for (const foot of feet) least = Math.min(least, read(cut, pose, foot, p)[1]);
                /* A foot's joint lies above its sole; joints below it may reach further down. */
                for (const { from, to } of cut.bones)
                    if (cut.skeleton.feet.includes(from)) least = Math.min(least, read(cut, pose, to, p)[1]);
                low.push(least);
            }
        const floor = model.percentile(low, 0.05);
        high = model.percentile(heights, 0.999);
        wide = model.percentile(spread, 0.99);
        const ghosts = ghostExtent(cut, points, track);
        /* Leave out a clip that is far away: with it the methods' figures would be small. */
        high = Math.max(high, Math.min(ghosts.high, high + 0.5 * (high - floor)));
        const tall = Math.max(high - floor, 1e-6);
        wide = Math.max(wide, Math.min(ghosts.wide, 0.8 * tall));
        return { cut, track, floor, tall, wide: Math.max(wide, 0.2 * tall), yaw: facing(cut, track) };
    }

    /* A view of the front, from the side towards which the character moves. */
    function frame() {
        Object.assign(view, { yaw: home.yaw, pitch: 0.16, zoom: 1, panX: 0, panY: 0 });
    }

    /* For another cut, keep the reader's view relative to the direction in which the character
     * faces. */
    function use(cut) {
        const turned = view.yaw - home.yaw;
        scene = measure(cut);
        home = { yaw: scene.yaw - 0.9 };
        view.yaw = home.yaw + turned;
    }

    function orbit(dx, dy) {
        view.yaw -= dx;
        view.pitch = clamp(view.pitch + dy, -1.5, 1.5);
    }

    /* Moves the view by fractions of its height. */
    function pan(dx, dy) {
        view.panX += dx / view.zoom;
        view.panY += dy / view.zoom;
    }

    function zoom(factor) {
        view.zoom = clamp(view.zoom * factor, 0.2, 20);
    }

    /* The projection into a cell of the stage, below its caption, at a frame of the window. It maps
     * a world point in the camera's axes to [x, y, pixels a unit, depth]. */
    function project(cell, k, follow) {
        const middle = scene.tall * 0.5 + scene.floor;
        const at = follow ? k : scene.cut.at - scene.cut.first;
        const targetX = scene.track[2 * at], targetZ = scene.track[2 * at + 1];
        const height = cell.height - cell.caption;
        const tangent = Math.tan(FIELD / 2), aspect = cell.width / height;
        const fit = Math.max(scene.tall * 0.56 / tangent, scene.wide / (tangent * aspect)) * MARGIN + scene.wide * 0.4;
        const distance = fit / view.zoom;
        const focal = height / 2 / tangent;
        const cy = Math.cos(view.yaw), sy = Math.sin(view.yaw), cp = Math.cos(view.pitch), sp = Math.sin(view.pitch);
        const centreX = cell.x + cell.width / 2 + view.panX * view.zoom * cell.height;
        const centreY = cell.y + cell.caption + height / 2 + view.panY * view.zoom * cell.height;
        return (x, y, z, out) => {
            const dx = x - targetX, dy = y - middle, dz = z - targetZ;
            const side = dx * cy - dz * sy, front = dx * sy + dz * cy;
            const up = dy * cp - front * sp, near = dy * sp + front * cp;
            const depth = Math.max(distance - near, distance * 0.02);
            const size = focal / depth;
            out[0] = centreX + side * size;
            out[1] = centreY - up * size;
            out[2] = size;
            out[3] = depth;
            return out;
        };
    }

    return { use, frame, orbit, pan, zoom, project, read, view, scene: () => scene };
})();
