/* Fitting. The input is a clip, a line "====" and another clip, to whose rig the first is fitted. A
 * fitted clip has the rig's joints and channels and finite values, and is fitted back. A refusal
 * has a message. */
#include "fuzz.h"

#include "base/mem.h"
#include "bvh/bvh.h"
#include "fit/fit.h"
#include "fit/up_axis.h"

#include <math.h>

enum { MAX_VALUES = 40000 };

static bool read_section(const char *text, size_t size, dbt_clip *clip)
{
    const dbt_bvh_options options = { .lenient = true };
    dbt_error err = { .code = DBT_OK };
    return dbt_bvh_read(text, size, "fuzz", &options, clip, &err);
}

static void check_roles(const dbt_clip *clip)
{
    dbt_fit_roles roles;
    dbt_fit_roles_find(&roles, clip);
    FUZZ_CHECK(roles.n_missing >= 0 && roles.n_missing <= DBT_MAX_ROLES);
    dbt_fit_roles_release(&roles);
}

static void check_fitted(const dbt_clip *fitted, const dbt_clip *clip, const dbt_clip *onto,
                         const dbt_fit_summary *summary)
{
    FUZZ_CHECK(!summary->same);
    FUZZ_CHECK(fitted->n_frames == clip->n_frames);
    FUZZ_CHECK(dbt_skeleton_same_layout(&fitted->skeleton, &onto->skeleton));
    FUZZ_CHECK(summary->n_known <= summary->n_joints);
    const size_t n = fitted->n_frames * (size_t)fitted->skeleton.n_channels;
    for (size_t i = 0; i < n; i++)
        FUZZ_CHECK(isfinite(fitted->values[i]));
}

/* Fits clip to the rig of `onto`. depth: how often the result is fitted back. */
static void check_fit(const dbt_clip *clip, const dbt_clip *onto, int depth)
{
    dbt_clip fitted;
    dbt_fit_summary summary;
    dbt_error err = { .code = DBT_OK };
    dbt_fit_rig *rig = dbt_fit_rig_new(onto, &err);
    if (rig && dbt_fit_clip(clip, rig, &fitted, &summary, &err)) {
        if (fitted.values) {
            check_fitted(&fitted, clip, onto, &summary);
            if (depth > 0)
                check_fit(&fitted, clip, depth - 1);
        } else {
            FUZZ_CHECK(summary.same || clip->n_frames == 0);
        }
        dbt_clip_release(&fitted);
    } else {
        FUZZ_CHECK(err.code == DBT_E_SKELETON || err.code == DBT_E_FRAMES ||
                   err.code == DBT_E_NUMBER || err.code == DBT_E_LIMIT);
        FUZZ_CHECK(*err.msg);
    }
    dbt_fit_rig_free(rig);
}

/* A mirrored and rotated clip keeps its joints and has finite values. */
static void check_changed(dbt_clip *clip)
{
    dbt_error err = { .code = DBT_OK };
    const int n = clip->skeleton.n_joints;
    if (!dbt_fit_mirror(clip, &err) || !dbt_up_axis_rotate(clip, 2, 1, &err)) {
        FUZZ_CHECK(*err.msg);
        return;
    }
    FUZZ_CHECK(clip->skeleton.n_joints == n);
    for (size_t i = 0; i < clip->n_frames * (size_t)clip->skeleton.n_channels; i++)
        FUZZ_CHECK(isfinite(clip->values[i]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    dbt_clip clips[2] = { { .file = NULL }, { .file = NULL } };
    size_t at = 0;
    const size_t first = fuzz_section(text, size, &at);
    if (read_section(text, first, &clips[0]) && read_section(text + at, size - at, &clips[1])) {
        const size_t n = clips[0].n_frames + clips[1].n_frames;
        check_roles(&clips[0]);
        if (n * (size_t)(clips[0].skeleton.n_channels + clips[1].skeleton.n_channels) <
            MAX_VALUES) {
            check_fit(&clips[0], &clips[1], 1);
            check_changed(&clips[0]);
        }
    }
    dbt_clip_release(&clips[0]);
    dbt_clip_release(&clips[1]);
    return 0;
}

FUZZ_WORDS(
    "JOINT LeftUpLeg|JOINT LeftLeg|JOINT LeftKnee|JOINT L_Ankle|JOINT LeftToe|"
    "JOINT LeftShoulder|JOINT LeftCollar|JOINT hand_l|JOINT upperarm_r|JOINT RightHandThumb1|"
    "JOINT Head|JOINT Neck1|JOINT mixamorig:Spine3|JOINT Bip01 R Calf|"
    "JOINT x { OFFSET 1 2 3 CHANNELS 0 End Site { OFFSET 0 0 0 } }|End Site { OFFSET 0 1 0 }|"
    "{|}|OFFSET 0 0 0|CHANNELS 3 Zrotation Xrotation Yrotation|CHANNELS 1 Xrotation|"
    "CHANNELS 2 Zrotation Xrotation|"
    "CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation|Frame Time: 0.1|"
    "Frame Time: 1e-6|0 0 0 0 0 0|90|1e-7|====\n")
