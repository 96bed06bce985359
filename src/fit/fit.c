#include "fit/fit.h"

#include "base/budgets.h"
#include "base/mem.h"
#include "base/text.h"
#include "fit/retarget.h"
#include "fit/up_axis.h"
#include "motion/zero_pose.h"

#include <string.h>

dbt_fit_rig *dbt_fit_rig_new(const dbt_clip *clip, dbt_error *err)
{
    if (clip->n_frames == 0) {
        dbt_fail_at(err, DBT_E_FRAMES, clip->file, 0, 0, "the clip has no frames");
        return NULL;
    }
    dbt_fit_rig *rig = dbt_alloc_object(sizeof *rig);
    const dbt_rig_query all = { .feet = true, .body = true, .means = true };
    if (dbt_rig_init(&rig->rig, clip, &rig->failure))
        dbt_rig_examine(&rig->rig, all);
    return rig;
}

void dbt_fit_rig_free(dbt_fit_rig *rig)
{
    if (rig)
        dbt_rig_release(&rig->rig);
    dbt_free(rig);
}

bool dbt_fit_rig_is_known(const dbt_fit_rig *rig)
{
    return rig->failure.code == DBT_OK;
}

/* Whether one axis points up in both rigs: their OFFSETs are equal, or the up axes are equal or
 * unknown. */
static bool has_one_axis(const dbt_rig *a, const dbt_rig *b)
{
    return !a->up_is_known || !b->up_is_known || dbt_vec3_dot(a->up, b->up) > 0.5 ||
           dbt_fit_same_offsets(&a->clip->skeleton, &b->clip->skeleton);
}

bool dbt_fit_rigs_are_same(const dbt_fit_rig *a, const dbt_fit_rig *b)
{
    dbt_pairs pairs = { .source = NULL };
    if (a->failure.code != DBT_OK || b->failure.code != DBT_OK)
        return dbt_is_same_skeleton(&a->rig.clip->skeleton, &b->rig.clip->skeleton);
    dbt_pairs_init(&pairs, &a->rig, &b->rig);
    const bool same = dbt_pairs_same_rig(&pairs) && has_one_axis(&a->rig, &b->rig);
    dbt_pairs_release(&pairs);
    return same;
}

/* ---- one clip ---- */

/* Context of fitting one clip. */
typedef struct fitting {
    const dbt_clip *clip;
    const dbt_fit_rig *onto;
    dbt_rig rig; /* rig of the clip */
    dbt_pairs pairs;
    dbt_fit_summary *summary;
} fitting;

/* Handles an unknown rig: succeeds, with summary->same, if both clips have the same skeleton
 * (dbt_is_same_skeleton). Otherwise fails with DBT_E_SKELETON, the clip's file, and the reason:
 * &f->onto->failure, or that of the clip's rig. */
static bool fail_unless_same(fitting *f, const dbt_error *reason, dbt_error *err)
{
    const dbt_clip *onto = f->onto->rig.clip;
    f->summary->same = dbt_is_same_skeleton(&f->clip->skeleton, &onto->skeleton);
    if (f->summary->same)
        return true;
    if (reason == &f->onto->failure)
        return dbt_fail_at(err, DBT_E_SKELETON, f->clip->file, 0, 0,
                           "cannot be fitted to '%.60s': %s: in '%.60s'", dbt_file_name(onto->file),
                           reason->msg, dbt_file_name(onto->file));
    return dbt_fail_at(err, DBT_E_SKELETON, f->clip->file, 0, 0, "cannot be fitted to '%.100s': %s",
                       dbt_file_name(onto->file), reason->msg);
}

/* Returns the name, "y" or "-y", of the axis of a unit vector along an axis. Static text. */
static const char *axis_name(dbt_vec3 up)
{
    const int axis = up.x != 0.0 ? 0 : up.y != 0.0 ? 1 : 2;
    return dbt_up_axis_name(
        (dbt_up_axis){ .likely = axis, .negative = dbt_vec3_get(up, axis) < 0.0 });
}

/* Fills f->summary, zero before, from rigs and pairs, except `same`. Joints on the line from the
 * hips to the head count as known even without a counterpart, in both rigs. Sets `turned` for
 * DBT_FIT_SAME_POSE only. */
static void summarise(const fitting *f)
{
    const dbt_rig *s = &f->rig, *t = &f->onto->rig;
    dbt_fit_summary *sum = f->summary;
    const int n = f->clip->skeleton.n_joints;
    bool *known = dbt_alloc_array((size_t)n, sizeof *known);
    sum->size = f->pairs.size;
    sum->n_joints = t->clip->skeleton.n_joints;
    sum->up[0] = axis_name(s->up);
    sum->up[1] = axis_name(t->up);
    sum->exchanged = s->roles.are_exchanged;
    sum->up_is_unknown = (!s->up_is_known || !t->up_is_known) &&
                         !dbt_fit_same_offsets(&s->clip->skeleton, &t->clip->skeleton);
    for (int j = 0; j < sum->n_joints; j++) {
        sum->n_known += f->pairs.of[j] >= 0 || t->roles.line_index[j] >= 0;
        if (f->pairs.of[j] >= 0)
            known[f->pairs.of[j]] = true;
    }
    for (int j = 0; j < n; j++) {
        if (known[j] || s->roles.line_index[j] >= 0)
            continue;
        if (sum->n_unknown < DBT_FIT_SHOWN)
            sum->unknown[sum->n_unknown] = f->clip->skeleton.joints[j].name;
        sum->n_unknown++;
    }
    dbt_free(known);
    if (f->pairs.rule != DBT_FIT_SAME_POSE)
        return;
    /* Zero poses count as equal by the limbs and by the trunk as a whole. So a joint between
     * them may differ, and so may the joints that follow it. */
    dbt_zero_rotation worst;
    dbt_zero_pose_compare(&t->clip->skeleton, &f->clip->skeleton, f->pairs.of, t->roles.hips,
                          s->min_length, &worst);
    if (worst.joint >= 0) {
        sum->turned = t->clip->skeleton.joints[worst.joint].name;
        sum->turned_deg = worst.deg;
    }
}

/* Fails with DBT_E_LIMIT, with the clip's file, if the fitted clip would have too many values for
 * the size of both texts: a rig of many joints and a clip of many frames. */
static bool check_size(const fitting *f, dbt_error *err)
{
    const dbt_clip *onto = f->onto->rig.clip;
    const double max_values =
        DBT_FREE_FITTED_VALUES +
        DBT_FITTED_VALUES_PER_BYTE * ((double)f->clip->text.size + (double)onto->text.size);
    const double values = (double)f->clip->n_frames * onto->skeleton.n_channels;
    return values <= max_values ||
           dbt_fail_at(err, DBT_E_LIMIT, f->clip->file, 0, 0,
                       "fitted to '%.100s', it would have %.0f values, the limit is %.0f for files "
                       "of this size",
                       dbt_file_name(onto->file), values, max_values);
}

/* Overwrites *fitted with a clip of the clip's file (borrowed), frame time, number of frames, size
 * and line end of its text. Copies the rig's skeleton. Allocates the values, all 0. */
static void begin_clip(const fitting *f, dbt_clip *fitted)
{
    const dbt_clip *clip = f->clip;
    *fitted = (dbt_clip){ .file = clip->file,
                          .frame_time = clip->frame_time,
                          .n_frames = clip->n_frames,
                          .text.size = clip->text.size };
    memcpy(fitted->text.eol, clip->text.eol, sizeof clip->text.eol);
    dbt_skeleton_copy(&fitted->skeleton, &f->onto->rig.clip->skeleton);
    fitted->values = dbt_alloc_array(clip->n_frames * (size_t)fitted->skeleton.n_channels,
                                     sizeof *fitted->values);
}

/* Retargets the clip to another rig, and fills in the summary. Needs f->pairs, and both rigs
 * examined. Fails with the clip's file: DBT_E_SKELETON if the rig has no mover (dbt_find_mover), as
 * check_size, or DBT_E_NUMBER if a result is not finite. The caller releases *fitted, also after a
 * failure. */
static bool retarget(fitting *f, dbt_clip *fitted, dbt_error *err)
{
    const dbt_rig *t = &f->onto->rig;
    const int mover = dbt_find_mover(t);
    dbt_error reason;
    if (mover < 0)
        return dbt_fail_at(err, DBT_E_SKELETON, f->clip->file, 0, 0,
                           "cannot be fitted to '%.100s': no joint from '%.80s' up has three "
                           "position channels",
                           dbt_file_name(t->clip->file),
                           t->clip->skeleton.joints[t->roles.hips].name);
    dbt_pairs_solve(&f->pairs);
    summarise(f);
    if (!check_size(f, err))
        return false;
    begin_clip(f, fitted);
    if (dbt_retarget(&f->pairs, mover, fitted->values, &reason))
        return true;
    return dbt_fail_at(err, reason.code, f->clip->file, 0, 0, "cannot be fitted to '%.100s': %s",
                       dbt_file_name(t->clip->file), reason.msg);
}

/* Fits the clip, unless both rigs are equal: then sets summary->same only. Sets f->rig, with the
 * other rig's up axis if has_one_axis, and f->pairs. Fails as fail_unless_same if a rig is unknown,
 * or as retarget. The caller releases f->rig, f->pairs and *fitted, also after a failure. */
static bool fit(fitting *f, dbt_clip *fitted, dbt_error *err)
{
    const dbt_rig *t = &f->onto->rig;
    dbt_error reason = { .code = DBT_OK };
    if (f->onto->failure.code != DBT_OK)
        return fail_unless_same(f, &f->onto->failure, err);
    if (!dbt_rig_init(&f->rig, f->clip, &reason))
        return fail_unless_same(f, &reason, err);
    dbt_pairs_init(&f->pairs, &f->rig, t);
    const dbt_rig_query query = { .feet = f->pairs.rule != DBT_FIT_SAME_POSE,
                                  .body = f->pairs.rule == DBT_FIT_BY_MOTION };
    const bool stays_upright = has_one_axis(&f->rig, t);
    if (stays_upright)
        f->rig.up = t->up;
    dbt_rig_examine(&f->rig, query);
    f->summary->same = dbt_pairs_same_rig(&f->pairs) && stays_upright;
    return f->summary->same || retarget(f, fitted, err);
}

bool dbt_fit_clip(const dbt_clip *clip, const dbt_fit_rig *rig, dbt_clip *fitted,
                  dbt_fit_summary *summary, dbt_error *err)
{
    fitting f = { .clip = clip, .onto = rig, .summary = summary };
    *summary = (dbt_fit_summary){ .same = false };
    *fitted = (dbt_clip){ .file = NULL };
    if (clip->n_frames == 0)
        return dbt_fail_at(err, DBT_E_FRAMES, clip->file, 0, 0, "the clip has no frames");
    const bool ok = fit(&f, fitted, err);
    if (!ok)
        dbt_clip_release(fitted);
    dbt_pairs_release(&f.pairs);
    dbt_rig_release(&f.rig);
    return ok;
}
