#include "blend/seam_reference.h"

#include "base/mem.h"
#include "base/min_max.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

/* Differences of numbers rounded to six decimals reach 4e-6; smaller steps are rounding, not
 * motion. */
static const double rounding_step = 4e-6;

/* Lower bound of a reference, as a fraction of the median joint's, for joints that hardly move in
 * the clips. */
static const double median_fraction = 0.25;

struct dbt_seam_reference {
    const dbt_sequence *sequence;
    dbt_layers *layers;
    double *moving;         /* [n_joints]: scratch for the median */
    bool *moved;            /* [n_joints]: moved by the current track of layers */
    dbt_abruptness *values; /* [n_tracks][n_joints]; the layers' tracks follow the sequence's */
    bool *known;            /* [n_tracks]: values are filled in */
    dbt_arena memory;       /* of the arrays above */
};

dbt_seam_reference *dbt_seam_reference_new(const dbt_sequence *sequence, dbt_layers *layers)
{
    const size_t n = (size_t)sequence->timeline.skeleton->n_joints;
    const size_t n_tracks =
        (size_t)sequence->timeline.n_tracks + (layers ? (size_t)dbt_layers_n_tracks(layers) : 0);
    dbt_seam_reference *c = dbt_alloc_object(sizeof *c);
    *c = (dbt_seam_reference){ .sequence = sequence, .layers = layers };
    c->moving = dbt_arena_array(&c->memory, n, sizeof *c->moving);
    c->moved = dbt_arena_array(&c->memory, n, sizeof *c->moved);
    c->values = dbt_arena_array(&c->memory, n_tracks, n * sizeof *c->values);
    c->known = dbt_arena_array(&c->memory, n_tracks, sizeof *c->known);
    return c;
}

void dbt_seam_reference_free(dbt_seam_reference *reference)
{
    if (!reference)
        return;
    dbt_arena_release(&reference->memory);
    dbt_free(reference);
}

/* ---- a clip ---- */

static void raise_to(dbt_abruptness *level, const dbt_abruptness *by, int kind)
{
    level->vel_jump[kind] = fmax(level->vel_jump[kind], by->vel_jump[kind]);
    level->acc_jump[kind] = fmax(level->acc_jump[kind], by->acc_jump[kind]);
}

/* Appends the memo's name of a track's values: the rate, the output's skeleton if it differs, and
 * the clip's key with its numbers of frames and channels. */
static void name_values(const dbt_seam_reference *c, const dbt_track *track, dbt_buffer *name)
{
    const dbt_timeline *t = &c->sequence->timeline;
    const dbt_clip *clip = track->clip;
    const bool same_skeleton = dbt_skeleton_same_poses(t->skeleton, &clip->skeleton);
    dbt_buffer_format(name, "abruptness %.17g %d\n%d %s\n%zu %d %s", t->frame_time,
                      (int)track->interpolation, t->skeleton->n_channels,
                      same_skeleton ? "" : dbt_clip_key(&t->grid), clip->n_frames,
                      clip->skeleton.n_channels, dbt_clip_key(clip));
}

/* Returns the abruptness of each joint in a track, [n_joints], owned by c. On first use it is read
 * from the memo, or measured and stored in the memo; without a memo, measured. number: the track's
 * index in c->values. */
static const dbt_abruptness *values_of(dbt_seam_reference *c, dbt_track *track, int number)
{
    const size_t n = (size_t)c->sequence->timeline.skeleton->n_joints;
    dbt_memo *memo = c->sequence->spec.memo;
    dbt_abruptness *values = c->values + (size_t)number * n;
    dbt_buffer name = { 0 };
    if (!c->known[number]) {
        if (memo)
            name_values(c, track, &name);
        if (!dbt_memo_get(memo, name.bytes, values, n * sizeof *values)) {
            dbt_abruptness_measure(track, c->sequence->timeline.frame_time, values);
            dbt_memo_put(memo, name.bytes, values, n * sizeof *values);
        }
    }
    c->known[number] = true;
    dbt_buffer_release(&name);
    return values;
}

/* ---- a transition ---- */

/* Returns a pointer to one of a joint's four values, by its index `figure`: velocity jumps, angular
 * and linear, then acceleration jumps. */
static double *figure_of(dbt_abruptness *level, int figure)
{
    return figure < DBT_N_KINDS ? &level->vel_jump[figure] : &level->acc_jump[figure - DBT_N_KINDS];
}

/* Returns the median over levels[n_joints] of the value figure_of(level, figure), where it is
 * positive; 0 if it never is. Overwrites c->moving. */
static double median(dbt_seam_reference *c, dbt_abruptness *levels, int figure)
{
    size_t n = 0;
    for (int j = 0; j < c->sequence->timeline.skeleton->n_joints; j++) {
        const double value = *figure_of(&levels[j], figure);
        if (value > 0.0)
            c->moving[n++] = value;
    }
    qsort(c->moving, n, sizeof *c->moving, dbt_compare_doubles);
    return n == 0 ? 0.0 : 0.5 * (c->moving[(n - 1) / 2] + c->moving[n / 2]);
}

/* Returns the effect of rounding on a value of that index, by rounding_step. dt: frame time,
 * seconds. */
static double rounding_of(int figure, double dt)
{
    return rounding_step / (figure < DBT_N_KINDS ? dt : dt * dt);
}

/* Raises each value of levels[n_joints] to at least median_fraction of the joints' median of that
 * value, and to at least the effect of rounding. */
static void raise_to_floor(dbt_seam_reference *c, dbt_abruptness *levels)
{
    const double dt = c->sequence->timeline.frame_time;
    for (int figure = 0; figure < 2 * DBT_N_KINDS; figure++) {
        const double minimum =
            fmax(median_fraction * median(c, levels, figure), rounding_of(figure, dt));
        for (int j = 0; j < c->sequence->timeline.skeleton->n_joints; j++) {
            double *value = figure_of(&levels[j], figure);
            *value = fmax(*value, minimum);
        }
    }
}

/* Raises levels[n_joints] to at least the values of a track of layers: angular at the joints that
 * it drives in the output frames [begin, end], linear at these and their descendants. number: the
 * track's index in the layers. Overwrites c->moved. */
static void add_layers(dbt_seam_reference *c, int number, size_t begin, size_t end,
                       dbt_abruptness *levels)
{
    const dbt_timeline *t = &c->sequence->timeline;
    if (!dbt_layers_drive(c->layers, number, begin, end, c->moved))
        return;
    const dbt_abruptness *values =
        values_of(c, dbt_layers_track(c->layers, number), t->n_tracks + number);
    for (int j = 0; j < t->skeleton->n_joints; j++) {
        const int parent = t->skeleton->joints[j].parent;
        if (c->moved[j])
            raise_to(&levels[j], &values[j], DBT_ANGULAR);
        c->moved[j] = c->moved[j] || (parent >= 0 && c->moved[parent]);
        if (c->moved[j])
            raise_to(&levels[j], &values[j], DBT_LINEAR);
    }
}

void dbt_seam_reference_levels(dbt_seam_reference *reference, int first, int last, size_t begin,
                               size_t end, dbt_abruptness *levels)
{
    dbt_seam_reference *c = reference;
    const dbt_timeline *t = &c->sequence->timeline;
    memset(levels, 0, (size_t)t->skeleton->n_joints * sizeof *levels);
    for (int i = first; i <= last; i++) {
        const dbt_abruptness *values =
            values_of(c, t->clips[i].track, (int)(t->clips[i].track - t->tracks));
        for (int j = 0; j < t->skeleton->n_joints; j++)
            for (int kind = 0; kind < DBT_N_KINDS; kind++)
                raise_to(&levels[j], &values[j], kind);
    }
    for (int i = 0; c->layers && i < dbt_layers_n_tracks(c->layers); i++)
        add_layers(c, i, begin, end, levels);
    raise_to_floor(c, levels);
}

void dbt_abruptness_forgive(dbt_abruptness *levels, int n_joints, double frame_time)
{
    for (int figure = 0; figure < 2 * DBT_N_KINDS; figure++) {
        for (int j = 0; j < n_joints; j++) {
            double *value = figure_of(&levels[j], figure);
            if (*value <= rounding_of(figure, frame_time))
                *value = INFINITY;
        }
    }
}

void dbt_abruptness_raise(dbt_abruptness *level, const dbt_abruptness *by, double factor)
{
    for (int kind = 0; kind < DBT_N_KINDS; kind++) {
        dbt_raise(&level->vel_jump[kind], factor * by->vel_jump[kind]);
        dbt_raise(&level->acc_jump[kind], factor * by->acc_jump[kind]);
    }
}

double dbt_abruptness_ratio(const dbt_abruptness *of, const dbt_abruptness *reference)
{
    double ratio = 0.0;
    for (int kind = 0; kind < DBT_N_KINDS; kind++) {
        dbt_raise(&ratio, of->vel_jump[kind] / reference->vel_jump[kind]);
        dbt_raise(&ratio, of->acc_jump[kind] / reference->acc_jump[kind]);
    }
    return ratio;
}

double dbt_seam_ratio(const dbt_step *step, const dbt_abruptness *level, size_t n_frames,
                      bool velocities)
{
    double ratio = 0.0;
    for (int kind = 0; kind < DBT_N_KINDS; kind++) {
        const dbt_changes *now = &step->changes[kind];
        if (velocities && n_frames >= DBT_FRAMES_VEL_JUMP)
            dbt_raise(&ratio, now->vel_jump / level->vel_jump[kind]);
        if (n_frames >= DBT_FRAMES_ACC_JUMP)
            dbt_raise(&ratio, now->acc_jump / level->acc_jump[kind]);
    }
    return ratio;
}
