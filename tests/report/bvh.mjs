/* Reads BVH files that dbtool wrote, and computes positions of joints with rotation matrices. The
 * page shares none of this code: it uses quaternions made from rotation vectors. */
import { readFileSync } from 'node:fs';

const radians = degrees => degrees * Math.PI / 180;

function axisMatrix(axis, angle) {
    const c = Math.cos(angle), s = Math.sin(angle);
    if (axis === 'X') return [[1, 0, 0], [0, c, -s], [0, s, c]];
    if (axis === 'Y') return [[c, 0, s], [0, 1, 0], [-s, 0, c]];
    return [[c, -s, 0], [s, c, 0], [0, 0, 1]];
}

const product = (a, b) => a.map(row => b[0].map((_, j) => row.reduce((sum, v, k) => sum + v * b[k][j], 0)));
const apply = (m, v) => m.map(row => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]);

export function readBvh(path) {
    const lines = readFileSync(path, 'utf8').split(/\r?\n/);
    const joints = [], open = [];
    let at = 0, next = null;
    for (; !lines[at].startsWith('MOTION'); at++) {
        const line = lines[at].trim(), words = line.split(/\s+/);
        if (words[0] === 'ROOT' || words[0] === 'JOINT') {
            next = { name: line.slice(words[0].length).trim(), parent: open.findLast(j => j >= 0) ?? -1, channels: [] };
            joints.push(next);
        } else if (words[0] === 'End') next = null;
        else if (words[0] === '{') open.push(next ? joints.length - 1 : -1);
        else if (words[0] === '}') open.pop();
        else if (words[0] === 'OFFSET' && open.at(-1) >= 0) joints[open.at(-1)].offset = words.slice(1).map(Number);
        else if (words[0] === 'CHANNELS') joints[open.at(-1)].channels = words.slice(2);
    }
    const frameTime = Number(lines[at + 2].split(':')[1]);
    const frames = lines.slice(at + 3).filter(line => line.trim()).map(line => line.trim().split(/\s+/).map(Number));
    return { joints, frameTime, frames };
}

/* Local rotations, as matrices, and world positions of all joints at a frame. */
export function place(bvh, frame) {
    const values = bvh.frames[frame], local = [], world = [], positions = [];
    let at = 0;
    bvh.joints.forEach((joint, j) => {
        let rotation = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        const offset = [...joint.offset];
        for (const channel of joint.channels) {
            const value = values[at++], axis = channel[0];
            if (channel.endsWith('rotation')) rotation = product(rotation, axisMatrix(axis, radians(value)));
            else offset['XYZ'.indexOf(axis)] = value;
        }
        local[j] = rotation;
        const { parent } = joint;
        world[j] = parent < 0 ? rotation : product(world[parent], rotation);
        positions[j] = parent < 0 ? offset : apply(world[parent], offset).map((v, i) => v + positions[parent][i]);
    });
    return { local, positions };
}

/* The angular velocity of a joint from one frame to the next, degrees a second: the angle of the
 * matrix R R'^T from its trace or, for small angles, from its antisymmetric part. */
export function angularSpeed(bvh, joint, frame) {
    const a = place(bvh, frame).local[joint], b = place(bvh, frame - 1).local[joint];
    const m = product(a, b[0].map((_, j) => b.map(row => row[j])));
    const sine = Math.hypot(m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]) / 2;
    const cosine = (m[0][0] + m[1][1] + m[2][2] - 1) / 2;
    return Math.atan2(sine, cosine) * 180 / Math.PI / bvh.frameTime;
}
