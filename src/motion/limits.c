#include "motion/limits.h"

#include "base/json.h"
#include "base/json_write.h"
#include "base/mem.h"

#include <stdio.h>
#include <string.h>

/* Fills `rotations`, which has room for the frames of all clips, with a joint's local rotations in
 * all clip frames outside glitches, not resampled. Returns their number. joint: of the output. */
static size_t collect_rotations(const dbt_track *tracks, int n_tracks, int joint,
                                dbt_quat *rotations)
{
    size_t n = 0;
    for (int t = 0; t < n_tracks; t++) {
        const dbt_joint *clip_joint = &tracks[t].clip->skeleton.joints[tracks[t].map[joint]];
        for (size_t r = 0; r < dbt_clip_n_runs(tracks[t].clip); r++) {
            const dbt_frame_run run = dbt_clip_run(tracks[t].clip, r);
            for (size_t f = run.begin; f < run.end; f++)
                rotations[n++] =
                    dbt_joint_from_values(clip_joint, dbt_clip_frame(tracks[t].clip, f)).rot;
        }
    }
    return n;
}

/* Mean quaternion of n > 0 rotations: the normalised sum in the hemisphere of rotations[0]. */
static dbt_quat mean_rotation(const dbt_quat *rotations, size_t n)
{
    dbt_quat sum = { 0.0, 0.0, 0.0, 0.0 };
    for (size_t i = 0; i < n; i++) {
        dbt_quat q = rotations[i];
        if (dbt_quat_dot(q, rotations[0]) < 0.0)
            q = dbt_quat_negate(q);
        sum = (dbt_quat){ sum.w + q.w, sum.x + q.x, sum.y + q.y, sum.z + q.z };
    }
    return dbt_quat_normalize(sum);
}

void dbt_limits_learn(const dbt_track *tracks, int n_tracks, const dbt_chain *chain,
                      dbt_joint_limits *limits)
{
    size_t n_frames = 0;
    for (int t = 0; t < n_tracks; t++)
        n_frames += tracks[t].clip->n_frames;
    dbt_quat *rotations = dbt_alloc_array(n_frames, sizeof *rotations);
    for (int j = 0; j < tracks[0].skeleton->n_joints; j++) {
        dbt_joint_limits *range = &limits[j];
        *range = (dbt_joint_limits){ .limited = j > chain->motion_root };
        if (!range->limited)
            continue;
        const size_t n = collect_rotations(tracks, n_tracks, j, rotations);
        range->ref = mean_rotation(rotations, n);
        range->min = range->max = dbt_limits_vector(range, rotations[0]);
        for (size_t i = 1; i < n; i++)
            *range = dbt_limits_include(*range, dbt_limits_vector(range, rotations[i]));
    }
    dbt_free(rotations);
}

/* ---- JSON ---- */

/* Reads the member `key`, [x, y, z] in degrees, into *out, radians. Fails with DBT_E_PARAM if it is
 * missing or not three numbers. */
static bool read_vector(const dbt_json_doc *doc, const dbt_json *joint, const char *key,
                        dbt_vec3 *out, dbt_error *err)
{
    double v[3];
    const dbt_json *node = dbt_json_member(joint, key);
    if (!node || !dbt_json_get_numbers(node, v, 3))
        return dbt_json_fail(doc, node ? node : joint, DBT_E_PARAM, err,
                             "expected \"%s\": [x, y, z] in degrees", key);
    *out = dbt_vec3_scale((dbt_vec3){ v[0], v[1], v[2] }, DBT_RAD_FROM_DEG);
    return true;
}

/* Reads the limits of a joint into *out: reference rotation, minimum and maximum; normalises "ref".
 * Fails with DBT_E_PARAM if one is missing or malformed, or if the node is no object. Fails also at
 * an unknown key, a "ref" whose length differs from 1 by over 0.001, or a "min" above its "max".
 * *out may then be set in part. */
static bool read_joint(const dbt_json_doc *doc, const dbt_json *node, dbt_joint_limits *out,
                       dbt_error *err)
{
    if (!dbt_json_is_object(node))
        return dbt_json_fail(doc, node, DBT_E_PARAM, err,
                             "expected an object with \"ref\", \"min\" and \"max\"");
    for (const dbt_json *m = dbt_json_first(node); m; m = dbt_json_next(m)) {
        const char *key = dbt_json_key(m);
        if (strcmp(key, "ref") != 0 && strcmp(key, "min") != 0 && strcmp(key, "max") != 0)
            return dbt_json_fail_at(doc, m, true, DBT_E_PARAM, err,
                                    "unknown key '%.40s', expected ref, min or max", key);
    }
    double q[4];
    const dbt_json *ref = dbt_json_member(node, "ref");
    if (!ref || !dbt_json_get_numbers(ref, q, 4))
        return dbt_json_fail(doc, ref ? ref : node, DBT_E_PARAM, err,
                             "expected \"ref\": [w, x, y, z]");
    const dbt_quat given = { q[0], q[1], q[2], q[3] };
    if (fabs(sqrt(dbt_quat_dot(given, given)) - 1.0) > 1e-3)
        return dbt_json_fail(doc, ref, DBT_E_PARAM, err, "\"ref\" is not a unit quaternion");
    out->limited = true;
    out->ref = dbt_quat_normalize(given);
    if (!read_vector(doc, node, "min", &out->min, err) ||
        !read_vector(doc, node, "max", &out->max, err))
        return false;
    if (out->min.x > out->max.x || out->min.y > out->max.y || out->min.z > out->max.z)
        return dbt_json_fail(doc, node, DBT_E_PARAM, err, "\"min\" is above \"max\"");
    return true;
}

bool dbt_limits_read(dbt_limits_file *limits, const char *text, size_t size, const char *file,
                     dbt_error *err)
{
    dbt_json_doc doc;
    *limits = (dbt_limits_file){ .file = file };
    if (!dbt_json_read(&doc, text, size, file, err))
        return false;
    limits->text = doc.begin;
    bool ok = dbt_json_is_object(doc.root) ||
              dbt_json_fail(&doc, doc.root, DBT_E_PARAM, err, "expected an object of joints");
    for (const dbt_json *m = dbt_json_first(doc.root); ok && m; m = dbt_json_next(m)) {
        dbt_named_limits *entry = dbt_names_item(&limits->entries, dbt_json_key(m), sizeof *entry);
        entry->begin = dbt_json_begin_of(&doc, m, false);
        ok = read_joint(&doc, m, &entry->limits, err);
    }
    dbt_json_release(&doc);
    if (!ok)
        dbt_limits_release(limits);
    return ok;
}

void dbt_limits_release(dbt_limits_file *limits)
{
    dbt_names_release_values(&limits->entries);
    *limits = (dbt_limits_file){ .text = NULL };
}

bool dbt_limits_bind(const dbt_limits_file *limits, const dbt_skeleton *skeleton,
                     const dbt_chain *chain, dbt_joint_limits *joints, dbt_error *err)
{
    dbt_name_index index;
    dbt_name_index_init(&index, skeleton);
    if (joints)
        memset(joints, 0, (size_t)skeleton->n_joints * sizeof *joints);
    bool ok = true;
    for (ptrdiff_t i = 0; ok && i < arrlen(limits->entries.list); i++) {
        const char *name = limits->entries.list[i].name;
        const dbt_named_limits *entry = limits->entries.list[i].value;
        dbt_error why = { .msg = "" };
        const int joint = dbt_name_index_find(&index, name, &why);
        if (joint >= 0) {
            if (joints && joint > chain->motion_root)
                joints[joint] = entry->limits;
            continue;
        }
        size_t line, col;
        dbt_text_locate(limits->text, entry->begin, &line, &col);
        ok = dbt_fail_at(err, DBT_E_PARAM, limits->file, line, col, "%s", why.msg);
        if (err)
            snprintf(err->path, sizeof err->path, "%s", name);
    }
    dbt_name_index_release(&index);
    return ok;
}

/* Adds the member `key`: [x, y, z] in degrees. */
static void add_vector(dbt_json_out *json, const char *key, dbt_vec3 radians)
{
    const dbt_vec3 v = dbt_vec3_scale(radians, DBT_DEG_FROM_RAD);
    dbt_json_add_numbers(json, key, (const double[]){ v.x, v.y, v.z }, 3, 17);
}

void dbt_limits_format(const dbt_skeleton *skeleton, const dbt_joint_limits *limits,
                       dbt_buffer *out)
{
    dbt_json_out json = { .out = out };
    dbt_json_begin(&json, NULL, '{');
    for (int j = 0; j < skeleton->n_joints; j++) {
        if (!limits[j].limited)
            continue;
        const dbt_quat q = limits[j].ref;
        dbt_json_begin_line(&json, 2, skeleton->joints[j].name, '{');
        dbt_json_add_numbers(&json, "ref", (const double[]){ q.w, q.x, q.y, q.z }, 4, 17);
        add_vector(&json, "min", limits[j].min);
        add_vector(&json, "max", limits[j].max);
        dbt_json_end(&json, '}');
    }
    if (json.follows)
        dbt_json_line(&json, 0);
    dbt_json_end(&json, '}');
    dbt_buffer_text(out, "\n");
}
