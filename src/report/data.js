/* The report's data: JSON in the page, with arrays of numbers in base64. The arrays of a cut are
 * decoded when the cut is opened. */
'use strict';

const data = (() => {
    const FORMAT = 1;

    function read() {
        const doc = JSON.parse(document.getElementById('data').textContent);
        if (doc.format !== FORMAT)
            throw new Error('this page reads data of format ' + FORMAT + ', not ' + doc.format);
        return doc;
    }

    /* Expands runs [pose, n] to the index of a pose for each frame; -1: nothing to show. */
    function frames(runs, n) {
        const out = new Int32Array(n).fill(-1);
        let frame = 0;
        for (const [pose, length] of runs)
            for (let i = 0; i < length && frame < n; i++) out[frame++] = pose < 0 ? -1 : pose + i;
        return out;
    }

    /* ---- figures and their names ---- */

    const words = {
        ang_vel_jump_deg_s: 'Angular velocity jump', lin_vel_jump_u_s: 'Linear velocity jump',
        ang_acc_jump_deg_s2: 'Angular acceleration jump', lin_acc_jump_u_s2: 'Linear acceleration jump',
        ang_jerk_jump_deg_s3: 'Angular jerk jump', lin_jerk_jump_u_s3: 'Linear jerk jump',
        ang_jerk_peak_deg_s3: 'Angular jerk peak', lin_jerk_peak_u_s3: 'Linear jerk peak',
        ang_jerk_rms_deg_s3: 'Angular jerk RMS', lin_jerk_rms_u_s3: 'Linear jerk RMS',
        ang_vel_jump_end_deg_s: 'Angular velocity jump at the end', lin_vel_jump_end_u_s: 'Linear velocity jump at the end',
        ang_jerk_peak_ref_deg_s3: 'Angular jerk peak of the clips', lin_jerk_peak_ref_u_s3: 'Linear jerk peak of the clips',
        ang_jerk_rms_ref_deg_s3: 'Angular jerk RMS of the clips', lin_jerk_rms_ref_u_s3: 'Linear jerk RMS of the clips',
        ang_jerk_peak_ratio: 'Angular jerk peak ratio', lin_jerk_peak_ratio: 'Linear jerk peak ratio',
        ang_jerk_rms_ratio: 'Angular jerk RMS ratio', lin_jerk_rms_ratio: 'Linear jerk RMS ratio',
        overshoot_deg: 'Overshoot, angle', overshoot_u: 'Overshoot, position',
        target_error_rms_deg: 'Target error RMS', displacement_deg_s: 'Displacement, angle',
        displacement_u_s: 'Displacement, position', limit_excess_deg: 'Beyond joint limits', skate_u: 'Foot skate',
        sink_u: 'Feet below the ground', float_u: 'Feet above the ground', seam_ratio: 'Seam ratio'
    };
    const units = {
        'deg/s': '°/s', 'deg/s2': '°/s²', 'deg/s3': '°/s³', 'u/s2': 'u/s²', 'u/s3': 'u/s³',
        deg: '°', 'deg*s': '°·s', 'u*s': 'u·s', ratio: '× clips'
    };
    const title = metric => words[metric.name] || metric.name;
    const inSentence = metric => words[metric.name] ? title(metric)[0].toLowerCase() + title(metric).slice(1) : metric.name;
    const unit = metric => units[metric.unit] || metric.unit;

    /* The number of a field, or NaN if it is empty. */
    const figure = text => text === '' ? NaN : Number(text);

    /* A value below this is 0 except for the rounding of the files, as in src/measure/seam_score.c. */
    const NOISE = 1e-5;
    const isNoise = value => Math.abs(value) < NOISE;

    /* A value as `dbtool compare` prints it: four digits, or all digits before the point. */
    function printed(value) {
        if (Number.isNaN(value)) return '–';
        const size = Math.abs(value);
        if (isNoise(value)) return '0';
        if (size >= 9999.5 && size < 1e15) return String(Math.round(value));
        if (size >= 1e-4 && size < 1e15) return String(Number(value.toPrecision(4)));
        return value.toExponential(3).replace(/\.?0*e/, 'e').replace(/-(\d)$/, '-0$1');
    }

    /* For narrow columns: three significant digits, thousands as k, M. */
    const brief = value => tick(isNoise(value) ? 0 : value);

    /* The same form for an axis, whose values may all be tiny. */
    function tick(value) {
        if (!Number.isFinite(value)) return '–';
        const size = Math.abs(value);
        if (size === 0) return '0';
        if (size < 1e-3) return value.toExponential(0).replace('e-', 'e−');
        const scales = [[9.995e8, 1e9, 'G'], [9.995e5, 1e6, 'M'], [9995, 1e3, 'k'], [0, 1, '']];
        const [, scale, suffix] = scales.find(([from]) => size >= from);
        return Number((value / scale).toPrecision(3)) + suffix;
    }

    return { read, frames, title, inSentence, unit, figure, isNoise, printed, brief, tick };
})();
