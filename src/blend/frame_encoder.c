#include "blend/frame_encoder.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

void dbt_encoder_init(dbt_encoder *encoder, const dbt_skeleton *skeleton, int decimals,
                      bool euler_filter, const double *first_values, dbt_warnings *warnings)
{
    *encoder = (dbt_encoder){ .skeleton = skeleton,
                              .decimals = decimals,
                              .euler_filter = euler_filter,
                              .last = first_values,
                              .warnings = warnings };
    for (int i = 0; i < 2; i++)
        encoder->buffers[i] =
            dbt_arena_array(&encoder->memory, (size_t)skeleton->n_channels, sizeof(double));
    encoder->kept =
        dbt_arena_array(&encoder->memory, (size_t)skeleton->n_channels, sizeof *encoder->kept);
}

void dbt_encoder_release(dbt_encoder *encoder)
{
    dbt_arena_release(&encoder->memory);
    *encoder = (dbt_encoder){ 0 };
}

/* Copies the clip's values of a joint to `values`. From the second frame on, the Euler filter, if
 * on, may replace its angles by others of the same rotation. Sets encoder->kept of its channels:
 * whether the value is still the clip's. clip_values, values: [n_channels]. */
static void copy_joint(dbt_encoder *encoder, const dbt_joint *joint, const double *clip_values,
                       double *values)
{
    memcpy(values + joint->first_channel, clip_values + joint->first_channel,
           joint->n_channels * sizeof *values);
    if (encoder->euler_filter && encoder->n_frames > 1)
        dbt_joint_euler_filter(joint, encoder->last, values);
    for (int c = joint->first_channel; c < joint->first_channel + joint->n_channels; c++)
        encoder->kept[c] = values[c] == clip_values[c];
}

/* Sets a joint's channels in `values` from its local transform; angles are the nearest to
 * encoder->last. Values within DBT_UNCHANGED of snap_to are set to it, and encoder->kept of these
 * channels is true, of the joint's others false. Rounds nothing. snap_to, values: [n_channels];
 * snap_to, the clip's values, may be NULL. Warns (DBT_WARN_ROTATION) if the joint's fewer than
 * three rotation channels represent another rotation, more than 0.5 degrees off. */
static void computed_joint(dbt_encoder *encoder, const dbt_joint *joint, dbt_transform local,
                           const double *snap_to, double *values)
{
    dbt_joint_to_values(joint, local, encoder->last, values);
    if (joint->n_rot < 3) {
        const dbt_quat written = dbt_joint_from_values(joint, values).rot;
        const double off = dbt_quat_angle_between(local.rot, written) * DBT_DEG_FROM_RAD;
        if (off > 0.5)
            dbt_warn(encoder->warnings, DBT_WARN_ROTATION, NULL, 0, 0,
                     "joint '%.80s' has %d rotation channel%s, which cannot hold its rotation: "
                     "%.3g degrees off in frame %zu",
                     joint->name, joint->n_rot, joint->n_rot == 1 ? "" : "s", off,
                     encoder->n_frames - 1);
    }
    for (int c = joint->first_channel; c < joint->first_channel + joint->n_channels; c++) {
        encoder->kept[c] = snap_to && fabs(values[c] - snap_to[c]) <= DBT_UNCHANGED;
        if (encoder->kept[c])
            values[c] = snap_to[c];
    }
}

bool dbt_encode(dbt_encoder *encoder, const dbt_frame *frame, dbt_values_frame *out, dbt_error *err)
{
    const dbt_skeleton *skeleton = encoder->skeleton;
    *out = (dbt_values_frame){ .line = { NULL, NULL } };
    if (frame->clip)
        out->line = dbt_clip_line(frame->clip, frame->clip_frame);
    const int moved = frame->clip ? frame->clip->text.moved - 1 : -1;
    const double *clip_values = frame->clip ? dbt_clip_frame(frame->clip, frame->clip_frame) : NULL;
    encoder->n_frames++;
    if (out->line.begin && !frame->from_clip && !encoder->euler_filter && moved < 0) {
        out->values = encoder->last = clip_values;
        return true;
    }

    double *values = encoder->buffers[encoder->last == encoder->buffers[0]];
    const double *snap_to = out->line.begin && !frame->blended ? clip_values : NULL;
    for (int j = 0; j < skeleton->n_joints; j++) {
        const dbt_joint *joint = &skeleton->joints[j];
        if (frame->clip && (!frame->from_clip || frame->from_clip[j]))
            copy_joint(encoder, joint, clip_values, values);
        else
            computed_joint(encoder, joint, frame->local[j], snap_to, values);
    }
    bool *kept = encoder->kept;
    const bool has_line = out->line.begin;
    for (int c = 0; c < skeleton->n_channels; c++) {
        if (!isfinite(values[c]))
            return dbt_fail(err, DBT_E_NUMBER,
                            "joint '%.80s' has a value that is not a finite number in frame %zu",
                            skeleton->joints[dbt_skeleton_joint_of(skeleton, c)].name,
                            encoder->n_frames - 1);
        kept[c] = kept[c] && has_line && c != moved;
        if (!kept[c])
            values[c] = dbt_fixed_round(values[c], encoder->decimals);
    }
    out->values = encoder->last = values;
    out->kept = kept;
    return true;
}
