/* Positions and motion of joints: forward kinematics of packed poses, and the backward differences
 * from which dbtool computes metrics. Quaternions are w, x, y, z, in flat arrays. */
'use strict';

const kinematics = (() => {
    const DEG = 180 / Math.PI;

    /* out[o..o+3] = exp of the rotation vector v[i..i+2] */
    function quaternionOf(v, i, out, o) {
        const x = v[i], y = v[i + 1], z = v[i + 2];
        const angle = Math.hypot(x, y, z);
        const s = angle < 1e-9 ? 0.5 : Math.sin(angle / 2) / angle;
        out[o] = Math.cos(angle / 2);
        out[o + 1] = s * x;
        out[o + 2] = s * y;
        out[o + 3] = s * z;
    }

    /* out[o..] = a[i..] * b[j..]; b applies first. out may be neither a nor b. */
    function multiply(a, i, b, j, out, o) {
        const aw = a[i], ax = a[i + 1], ay = a[i + 2], az = a[i + 3];
        const bw = b[j], bx = b[j + 1], by = b[j + 2], bz = b[j + 3];
        out[o] = aw * bw - ax * bx - ay * by - az * bz;
        out[o + 1] = aw * bx + ax * bw + ay * bz - az * by;
        out[o + 2] = aw * by - ax * bz + ay * bw + az * bx;
        out[o + 3] = aw * bz + ax * by - ay * bx + az * bw;
    }

    /* out[o..o+2] = p + q v */
    function place(q, i, vx, vy, vz, p, j, out, o) {
        const w = q[i], x = q[i + 1], y = q[i + 2], z = q[i + 3];
        const tx = 2 * (y * vz - z * vy), ty = 2 * (z * vx - x * vz), tz = 2 * (x * vy - y * vx);
        out[o] = p[j] + vx + w * tx + y * tz - z * ty;
        out[o + 1] = p[j + 1] + vy + w * ty + z * tx - x * tz;
        out[o + 2] = p[j + 2] + vz + w * tz + x * ty - y * tx;
    }

    /* All poses of a cut: local rotations [pose][joint][4] and world positions
     * [pose][joint, then end site][3], in the file's axes and units. */
    function poses(skeleton, raw) {
        const { joints, ends, moving } = skeleton, { origins, still = [], turning = joints.map((_, j) => j) } = raw;
        const packed = base64.floats(raw.poses);
        const nJoints = joints.length, nPoints = nJoints + ends.length;
        const stride = 3 * turning.length + 3 * moving.length;
        const count = stride ? Math.floor(packed.length / stride) : 1;     /* nothing moves: one pose */
        const local = new Float64Array(count * nJoints * 4);
        const points = new Float64Array(count * nPoints * 3);
        const world = new Float64Array(nJoints * 4);
        const slot = new Int32Array(nJoints).fill(-1);
        moving.forEach((joint, i) => { slot[joint] = i; });
        const turns = new Set(turning), resting = new Float64Array(nJoints * 4);
        joints.map((_, j) => j).filter(j => !turns.has(j)).forEach((j, i) => quaternionOf(still[i], 0, resting, 4 * j));
        const origin = [0, 0, 0];
        for (let pose = 0; pose < count; pose++) {
            const from = pose * stride, rot = pose * nJoints * 4, at = pose * nPoints * 3;
            local.set(resting, rot);
            turning.forEach((j, i) => quaternionOf(packed, from + 3 * i, local, rot + 4 * j));
            for (let j = 0; j < nJoints; j++) {
                let [x, y, z] = joints[j].offset;
                if (slot[j] >= 0) {
                    const t = from + 3 * turning.length + 3 * slot[j], o = origins[slot[j]];
                    x = o[0] + packed[t];
                    y = o[1] + packed[t + 1];
                    z = o[2] + packed[t + 2];
                }
                const parent = joints[j].parent;
                if (parent < 0) {
                    world.set(local.subarray(rot + 4 * j, rot + 4 * j + 4), 4 * j);
                    points[at + 3 * j] = origin[0] + x;
                    points[at + 3 * j + 1] = origin[1] + y;
                    points[at + 3 * j + 2] = origin[2] + z;
                } else {
                    multiply(world, 4 * parent, local, rot + 4 * j, world, 4 * j);
                    place(world, 4 * parent, x, y, z, points, at + 3 * parent, points, at + 3 * j);
                }
            }
            ends.forEach((end, i) => {
                const [x, y, z] = end.offset;
                place(world, 4 * end.joint, x, y, z, points, at + 3 * end.joint, points, at + 3 * (nJoints + i));
            });
        }
        return { count, nJoints, nPoints, local, points };
    }

    /* out[o..o+2] = log(abs(q(pose) q(before)^-1)), degrees: the short rotation between two frames. */
    function turn(all, pose, before, joint, out, o) {
        const a = (pose * all.nJoints + joint) * 4, b = (before * all.nJoints + joint) * 4, q = all.local;
        const aw = q[a], ax = q[a + 1], ay = q[a + 2], az = q[a + 3];
        const bw = q[b], bx = -q[b + 1], by = -q[b + 2], bz = -q[b + 3];
        let w = aw * bw - ax * bx - ay * by - az * bz;
        let x = aw * bx + ax * bw + ay * bz - az * by;
        let y = aw * by - ax * bz + ay * bw + az * bx;
        let z = aw * bz + ax * by - ay * bx + az * bw;
        if (w < 0) { w = -w; x = -x; y = -y; z = -z; }
        const s = Math.hypot(x, y, z);
        const k = DEG * (s < 1e-12 ? 2 : 2 * Math.atan2(s, w) / s);
        out[o] = k * x;
        out[o + 1] = k * y;
        out[o + 2] = k * z;
    }

    function move(all, pose, before, joint, out, o) {
        const a = (pose * all.nPoints + joint) * 3, b = (before * all.nPoints + joint) * 3, p = all.points;
        for (let i = 0; i < 3; i++) out[o + i] = p[a + i] - p[b + i];
    }

    /* Vectors [frame][3] of one joint. order: 1 velocity, 2 acceleration, 3 jerk, per second to the
     * power of order. NaN for a frame without the frames before it that this needs. */
    function derivative(all, frames, dt, joint, linear, order) {
        const n = frames.length, values = new Float64Array(3 * n).fill(NaN);
        for (let k = 1; k < n; k++)
            if (frames[k] >= 0 && frames[k - 1] >= 0)
                (linear ? move : turn)(all, frames[k], frames[k - 1], joint, values, 3 * k);
        for (let i = 3 * n - 1; i >= 3; i--) values[i] /= dt;
        for (let pass = 1; pass < order; pass++) {
            for (let i = 3 * n - 1; i >= 3; i--) values[i] = (values[i] - values[i - 3]) / dt;
            values.fill(NaN, 0, 3);
        }
        return values;
    }

    function lengths(vectors) {
        const out = new Float64Array(vectors.length / 3);
        for (let i = 0; i < out.length; i++)
            out[i] = Math.hypot(vectors[3 * i], vectors[3 * i + 1], vectors[3 * i + 2]);
        return out;
    }

    /* |V[k] - V[k-1]| of the angular velocity, deg/s, [frame][joint]; 0 where unknown. */
    function jumps(all, frames, dt) {
        const n = frames.length, nJoints = all.nJoints, out = new Float32Array(n * nJoints);
        for (let j = 0; j < nJoints; j++) {
            const v = derivative(all, frames, dt, j, false, 1);
            for (let k = 2; k < n; k++) {
                const size = Math.hypot(v[3 * k] - v[3 * k - 3], v[3 * k + 1] - v[3 * k - 2], v[3 * k + 2] - v[3 * k - 1]);
                out[k * nJoints + j] = Number.isNaN(size) ? 0 : size;
            }
        }
        return out;
    }

    /* How abrupt a joint is in each frame, as a multiple of what it ever does in its clips: the
     * largest quotient of four. captured[4]: the largest changes of its angular and its linear
     * velocity between frames, then of the accelerations. */
    function quotients(all, frames, dt, joint, captured) {
        const out = new Float64Array(frames.length).fill(NaN);
        for (const [i, linear, order] of [[0, false, 2], [1, true, 2], [2, false, 3], [3, true, 3]])
            lengths(derivative(all, frames, dt, joint, linear, order)).forEach((value, k) => {
                const quotient = value * dt / captured[i];
                if (!(out[k] >= quotient) && !Number.isNaN(quotient)) out[k] = quotient;
            });
        return out;
    }

    return { poses, derivative, lengths, jumps, quotients };
})();
