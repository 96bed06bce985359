#include "blend/foot_clip_internal.h"

#include "base/mem.h"
#include "base/min_max.h"
#include "motion/curve.h"

#include <string.h>

/* Seams are found, and corrections weakened, in blocks of at least BLOCK_FRAMES. Each kind of a
 * joint's abruptness may be 1.5 times its reference, or the clip's own if that is larger. HALVINGS:
 * bisections of a weight. */
enum {
    BLOCK_FRAMES = 8,
    HISTORY = DBT_FRAMES_ACC_JUMP - 1,
    GENTLE_ROUNDS = 24,
    ROUNDS = 27,
    HALVINGS = 4
};
static const double seamless = 1.5 * (1.0 - 1e-4);

/* A foot counts as locked in a frame from this weight on. */
static const double locked_weight = 0.5;

/* Tolerance, for rounding, on the limit of a joint that is this abrupt in the clip itself. */
static const double in_clip_tolerance = 1.01;

/* ---- a frame ---- */

/* Returns the weight of a leg's correction in a frame, in [0, 1]: smoothstep between the middles of
 * blocks. */
static double weight_at(const dbt_foot_clip *c, int leg, size_t frame)
{
    const double *weights = c->legs[leg].weights;
    const double x = ((double)frame + 0.5) / (double)c->block - 0.5;
    const size_t a = x > 0.0 ? (size_t)x : 0, b = dbt_min(a + 1, c->n_blocks - 1);
    const double along = dbt_curve_at(DBT_CURVE_SMOOTHSTEP, fmin(fmax(x - (double)a, 0.0), 1.0));
    return weights[a] + along * (weights[b] - weights[a]);
}

/* Returns the drop of the motion root in a frame, units, at the largest weight of a leg. */
static double drop_at(const dbt_foot_clip *c, size_t frame)
{
    double weight = 0.0;
    for (int i = 0; i < c->work.n_legs; i++)
        weight = fmax(weight, weight_at(c, i, frame));
    return weight * c->drops[frame];
}

static bool moves_leg(const dbt_foot_clip *c, int leg, size_t frame)
{
    const clip_correction *to = &c->legs[leg];
    return c->work.legs[leg].usable &&
           (drop_at(c, frame) > DBT_UNMOVED ||
            (weight_at(c, leg, frame) > 0.0 && (dbt_vec3_length(to->offset[frame]) > DBT_UNMOVED ||
                                                dbt_vec3_length(to->spin[frame]) > DBT_UNMOVED)));
}

bool dbt_foot_clip_moves_joint(const dbt_foot_clip *clip, size_t frame, int joint)
{
    const dbt_foot_clip *c = clip;
    bool moves = false;
    if (!c || frame >= c->n_frames)
        return false;
    if (joint == c->work.sequence->chain.motion_root)
        moves = fabs(c->raised[frame]) > DBT_UNMOVED || drop_at(c, frame) > DBT_UNMOVED;
    for (int i = 0; i < c->work.n_legs; i++) {
        const dbt_leg leg = c->work.legs[i].joints;
        if (joint == leg.hip || joint == leg.knee || joint == leg.foot)
            moves = moves || moves_leg(c, i, frame);
    }
    return moves;
}

bool dbt_foot_clip_moves(const dbt_foot_clip *clip, size_t frame)
{
    bool moves = false;
    for (int i = 0; clip && frame < clip->n_frames && !moves && i < clip->work.n_legs; i++)
        moves = moves_leg(clip, i, frame);
    return moves || (clip && frame < clip->n_frames && fabs(clip->raised[frame]) > DBT_UNMOVED);
}

void dbt_foot_clip_apply(dbt_foot_clip *clip, size_t frame, dbt_transform *local)
{
    dbt_foot_clip *c = clip;
    foot_locking *p = &c->work;
    p->begin = frame;
    if (fabs(c->raised[frame]) > DBT_UNMOVED)
        dbt_lock_raise(p, c->raised[frame], local);
    dbt_lock_find_world(p, local);
    p->drops[0] = drop_at(c, frame);
    for (int i = 0; i < p->n_legs; i++) {
        leg_frame *f = leg_at(p, i, frame);
        const double weight = weight_at(c, i, frame);
        if (!p->legs[i].usable)
            continue;
        dbt_lock_record_blend(p, i, frame);
        f->offset = c->legs[i].offset[frame];
        f->used = dbt_vec3_scale(f->offset, weight);
        f->rotation = dbt_quat_exp(dbt_vec3_scale(c->legs[i].spin[frame], weight));
        f->rotates = dbt_vec3_length(c->legs[i].spin[frame]) * weight > DBT_UNMOVED;
    }
    dbt_lock_reach(p, frame);
    dbt_lock_apply(p, frame, local);
}

/* ---- seams ---- */

/* Measures the frames of a block into values[n_joints]: of the corrected clip, or of the clip
 * itself. Restarts c->work.meter, and starts it HISTORY frames before the block, as far as the clip
 * has them. */
static void measure_block(dbt_foot_clip *c, size_t block, bool corrected, dbt_abruptness *values)
{
    dbt_abruptness_meter *meter = c->work.meter;
    const size_t begin = block * c->block, end = dbt_min(begin + c->block, c->n_frames);
    dbt_abruptness_meter_begin(meter, NULL, NULL, NULL);
    for (size_t f = begin > HISTORY ? begin - HISTORY : 0; f < end; f++) {
        dbt_transform *pose = dbt_abruptness_meter_next(meter);
        clip_pose(c, f, pose);
        if (corrected)
            dbt_foot_clip_apply(c, f, pose);
        dbt_abruptness_meter_add(meter, f >= begin, true);
    }
    for (int j = 0; j < c->work.skeleton->n_joints; j++)
        values[j] = dbt_abruptness_meter_value(meter, j);
}

/* Returns the leg whose hip is the joint or its ancestor; -1 if there is none. */
static int leg_of(const dbt_foot_clip *c, int joint)
{
    for (int j = joint; j >= 0; j = c->work.skeleton->joints[j].parent)
        for (int i = 0; i < c->work.n_legs; i++)
            if (c->work.legs[i].joints.hip == j)
                return i;
    return -1;
}

/* Multiplies a leg's weight in a block by `by`, in [0, 1], and in both neighbours by its square
 * root. Sets changed[n_blocks] for blocks that must be measured again: the block and three to each
 * side. */
static void weaken(dbt_foot_clip *c, size_t block, int leg, double by, bool *changed)
{
    for (size_t b = block > 0 ? block - 1 : 0; b <= block + 1 && b < c->n_blocks; b++)
        c->legs[leg].weights[b] *= b == block ? by : sqrt(by);
    for (size_t b = block > 2 ? block - 3 : 0; b <= block + 3 && b < c->n_blocks; b++)
        changed[b] = true;
}

/* Finds the joints with a seam in a block of the corrected clip. Sets `factor` of all c->legs: the
 * smallest quotient of limit and value of the leg's joints, or 1 if none has a seam. A joint in no
 * leg counts for all legs. Overwrites c->values and c->in_clip. */
static void find_seams(dbt_foot_clip *c, size_t block)
{
    bool known = false;
    for (int i = 0; i < c->work.n_legs; i++)
        c->legs[i].factor = 1.0;
    measure_block(c, block, true, c->values);
    for (int j = 0; j < c->work.skeleton->n_joints; j++) {
        dbt_abruptness limit = { 0 };
        dbt_abruptness_raise(&limit, &c->levels[j], seamless);
        if (dbt_abruptness_ratio(&c->values[j], &limit) <= 1.0)
            continue;
        if (!known)
            measure_block(c, block, false, c->in_clip);
        known = true;
        dbt_abruptness_raise(&limit, &c->in_clip[j], in_clip_tolerance);
        const double factor = 1.0 / dbt_abruptness_ratio(&c->values[j], &limit);
        const int leg = leg_of(c, j);
        for (int i = 0; i < c->work.n_legs; i++)
            if (leg < 0 || leg == i)
                c->legs[i].factor = fmin(c->legs[i].factor, factor);
    }
}

/* Weakens the legs that have a seam in a block (`weaken`). gently: by their factor, clamped to
 * [0.75, 0.95]; otherwise by 0. changed: [n_blocks], as in `weaken`; other members stay. */
static void mend_block(dbt_foot_clip *c, size_t block, bool gently, bool *changed)
{
    find_seams(c, block);
    for (int i = 0; i < c->work.n_legs; i++)
        if (c->legs[i].factor < 1.0)
            weaken(c, block, i, gently ? fmin(fmax(c->legs[i].factor, 0.75), 0.95) : 0.0, changed);
}

/* Weakens corrections that cause a seam until none does, in at most ROUNDS rounds; seams may remain
 * then. After GENTLE_ROUNDS it sets weights to 0 in blocks with a seam and in their neighbours. */
static void mend_seams(dbt_foot_clip *c)
{
    bool *changed = dbt_alloc_array(c->n_blocks, sizeof *changed);
    bool *wanted = dbt_alloc_array(c->n_blocks, sizeof *wanted);
    for (size_t b = 0; b < c->n_blocks; b++)
        wanted[b] = true;
    for (int round = 1; round <= ROUNDS; round++) {
        memset(changed, 0, c->n_blocks * sizeof *changed);
        for (size_t b = 0; b < c->n_blocks; b++)
            if (wanted[b])
                mend_block(c, b, round <= GENTLE_ROUNDS, changed);
        memcpy(wanted, changed, c->n_blocks * sizeof *changed);
    }
    dbt_free(changed);
    dbt_free(wanted);
}

/* Returns whether the corrected clip has a seam in a block or in one of its neighbours, which its
 * weight affects, too. */
static bool has_seam_near(dbt_foot_clip *c, size_t block)
{
    for (size_t b = block > 0 ? block - 1 : 0; b <= block + 1 && b < c->n_blocks; b++) {
        find_seams(c, b);
        for (int i = 0; i < c->work.n_legs; i++)
            if (c->legs[i].factor < 1.0)
                return true;
    }
    return false;
}

/* Raises a leg's weight in a block, by bisection, as far as this causes no seam: mend_seams weakens
 * more than it must. */
static void strengthen(dbt_foot_clip *c, size_t block, int leg)
{
    double *weight = &c->legs[leg].weights[block], low = *weight, high = 1.0;
    if (low >= 1.0)
        return;
    *weight = high;
    if (!has_seam_near(c, block))
        return;
    for (int i = 0; i < HALVINGS; i++) {
        *weight = 0.5 * (low + high);
        *(has_seam_near(c, block) ? &high : &low) = *weight;
    }
    *weight = low;
}

static void strengthen_all(dbt_foot_clip *c)
{
    for (size_t b = 0; b < c->n_blocks; b++)
        for (int i = 0; i < c->work.n_legs; i++)
            strengthen(c, b, i);
}

/* ---- summary ---- */

/* Returns the height of the lowest contact point of all legs in c->work.world, units. */
static double lowest_now(const dbt_foot_clip *c)
{
    const foot_locking *p = &c->work;
    double lowest = INFINITY;
    for (int i = 0; i < p->n_legs; i++)
        for (int k = 0; k < p->legs[i].joints.n_points; k++)
            lowest = fmin(lowest, dbt_vec3_get(dbt_lock_point(p, &p->legs[i], k), p->up));
    return lowest;
}

/* Adds to `slides` the steps over the ground, since the previous frame, of a leg's locked points;
 * none in frame 0. Only points that are joints of feet and in contact in the clip count. slides:
 * [2][LOCKED_POINTS], corrected, then of the clip, units. last: [LOCKED_POINTS], set from the
 * corrected positions in the previous frame to those in this one. c->work.world must have the
 * frame's corrected pose. */
static void add_slides(const dbt_foot_clip *c, const clip_leg *legs, int leg, size_t frame,
                       dbt_vec3 *last, double *slides)
{
    const foot_locking *p = &c->work;
    for (int k = 0; k < p->legs[leg].n; k++) {
        const dbt_vec3 now = on_ground(p, dbt_lock_point(p, &p->legs[leg], k));
        const dbt_vec3 *in_clip = legs[leg].points[k] + frame;
        if (frame > 0 && (legs[leg].touches[frame] >> k & 1) &&
            p->contacts->feet->is_foot[point_of(p, &p->legs[leg], k)->joint]) {
            const dbt_vec3 step = on_ground(p, dbt_vec3_sub(in_clip[0], in_clip[-1]));
            slides[k] += dbt_vec3_length(dbt_vec3_sub(now, last[k]));
            slides[LOCKED_POINTS + k] += dbt_vec3_length(step);
        }
        last[k] = now;
    }
}

/* Adds a leg's result to c->feet (dbt_locked_feet_add): the maxima of its slides over its points,
 * `missed`, and its number of frames in a stance with a weight of locked_weight or more. slides:
 * [2][LOCKED_POINTS], corrected, then of the clip, units. missed: units. */
static void sum_leg(dbt_foot_clip *c, const clip_leg *legs, int leg, const double *slides,
                    double missed)
{
    dbt_locked_foot foot = { .joint = c->work.legs[leg].joints.foot, .missed = missed };
    for (int k = 0; k < LOCKED_POINTS; k++) {
        foot.slide = fmax(foot.slide, slides[k]);
        foot.blend_slide = fmax(foot.blend_slide, slides[LOCKED_POINTS + k]);
    }
    for (size_t f = 0; f < c->n_frames; f++)
        foot.n_locked += legs[leg].path.rests[f] && weight_at(c, leg, f) >= locked_weight;
    dbt_locked_feet_add(&c->feet, leg, &foot);
}

/* Sets c->feet by measuring the corrected clip: rise and drop of the motion root, sink of the feet
 * with and without corrections, and each foot's slide, maximum miss in stances and number of locked
 * frames. Its `weight` is 1, whatever the weights of blocks. */
static void sum_up(dbt_foot_clip *c, const clip_leg *legs)
{
    foot_locking *p = &c->work;
    const size_t n_legs = (size_t)p->n_legs;
    dbt_transform *local = dbt_alloc_array((size_t)p->skeleton->n_joints, sizeof *local);
    double *slides = dbt_alloc_array(n_legs, 2 * LOCKED_POINTS * sizeof *slides);
    double *missed = dbt_alloc_array(n_legs, sizeof *missed);
    dbt_vec3 *last = dbt_alloc_array(n_legs, LOCKED_POINTS * sizeof *last);
    c->feet = (dbt_locked_feet){ .n_feet = p->n_legs,
                                 .is_measured = true,
                                 .is_clip = true,
                                 .weight = 1.0,
                                 .skate_speed = c->skates ? p->times.speed : 0.0 };
    for (size_t f = 0; f < c->n_frames; f++) {
        clip_pose(c, f, local);
        dbt_foot_clip_apply(c, f, local);
        dbt_lock_find_world(p, local);
        const double rise = c->raised[f] - drop_at(c, f);
        c->feet.rise = fmax(c->feet.rise, rise);
        c->feet.drop = fmax(c->feet.drop, -rise);
        c->feet.clip_sink = fmax(c->feet.clip_sink, c->ground - lowest_in_clip(c, legs, f));
        c->feet.sink = fmax(c->feet.sink, c->ground - lowest_now(c));
        for (int i = 0; i < p->n_legs; i++) {
            add_slides(c, legs, i, f, last + LOCKED_POINTS * i, slides + 2 * LOCKED_POINTS * i);
            if (legs[i].path.rests[f])
                missed[i] = fmax(missed[i], leg_at(p, i, f)->missed);
        }
    }
    for (int i = 0; i < p->n_legs; i++)
        sum_leg(c, legs, i, slides + 2 * LOCKED_POINTS * i, missed[i]);
    dbt_free(local);
    dbt_free(slides);
    dbt_free(missed);
    dbt_free(last);
}

/* Sets all corrections to none, and sums up again. If there is a stance, c->feet.weight becomes 0:
 * locking would make seams. */
static void leave_clip(dbt_foot_clip *c, const clip_leg *legs)
{
    memset(c->raised, 0, c->n_frames * sizeof *c->raised);
    memset(c->drops, 0, c->n_frames * sizeof *c->drops);
    for (int i = 0; i < c->work.n_legs; i++)
        memset(c->legs[i].weights, 0, c->n_blocks * sizeof *c->legs[i].weights);
    sum_up(c, legs);
    if (c->ground > -INFINITY)
        c->feet.weight = 0.0;
}

/* ---- all ---- */

/* Returns a correction of the whole clip without any offset: offsets, spins, raised and drops are
 * 0, the weights of all blocks 1. contacts: borrowed. levels: copied; references of at most the
 * effect of rounding become infinite (dbt_abruptness_forgive). Free with dbt_foot_clip_free. */
static dbt_foot_clip *begin_clip(const dbt_contacts *contacts, const dbt_abruptness *levels)
{
    const dbt_sequence *s = contacts->sequence;
    dbt_foot_clip *c = dbt_alloc_object(sizeof *c);
    *c = (dbt_foot_clip){ .n_frames = s->timeline.n_frames };
    c->work = (foot_locking){ .contacts = contacts,
                              .sequence = s,
                              .skeleton = s->timeline.skeleton,
                              .up = s->spec.up,
                              .half_window = dbt_lock_half(s),
                              .weight = 1.0,
                              .max_drop = dbt_tuning_get(&s->timeline.clips[0].tuning, "plant_drop",
                                                         s->spec.plant_drop),
                              .n_legs = contacts->feet->n_legs };
    foot_locking *p = &c->work;
    p->times = (dbt_foothold_times){ .dt = s->timeline.frame_time,
                                     .ease = dbt_lock_seconds(s, s->spec.plant_time),
                                     .speed = s->feet.speed };
    dbt_lock_init_legs(p, 1);
    for (int i = 0; i < p->n_legs; i++) /* so that dbt_lock_drop has no limit by the slide */
        p->legs[i].points[0].blend_slide = INFINITY;
    p->drops = dbt_arena_array(&p->memory, 1, sizeof *p->drops);
    p->world = dbt_arena_array(&p->memory, (size_t)p->skeleton->n_joints, sizeof *p->world);
    p->meter = dbt_abruptness_meter_new(p->skeleton, p->times.dt);
    c->levels = dbt_arena_array(&p->memory, (size_t)p->skeleton->n_joints, sizeof *c->levels);
    c->values = dbt_arena_array(&p->memory, (size_t)p->skeleton->n_joints, sizeof *c->values);
    c->in_clip = dbt_arena_array(&p->memory, (size_t)p->skeleton->n_joints, sizeof *c->in_clip);
    memcpy(c->levels, levels, (size_t)p->skeleton->n_joints * sizeof *c->levels);
    dbt_abruptness_forgive(c->levels, p->skeleton->n_joints, p->times.dt);
    c->block = dbt_max(2 * p->half_window, (size_t)BLOCK_FRAMES);
    c->n_blocks = (c->n_frames - 1) / c->block + 1;
    c->raised = dbt_arena_array(&p->memory, c->n_frames, sizeof *c->raised);
    c->drops = dbt_arena_array(&p->memory, c->n_frames, sizeof *c->drops);
    c->legs = dbt_arena_array(&p->memory, (size_t)p->n_legs, sizeof *c->legs);
    for (int i = 0; i < p->n_legs; i++) {
        clip_correction *leg = &c->legs[i];
        leg->offset = dbt_arena_array(&p->memory, c->n_frames, sizeof *leg->offset);
        leg->spin = dbt_arena_array(&p->memory, c->n_frames, sizeof *leg->spin);
        leg->weights = dbt_arena_array(&p->memory, c->n_blocks, sizeof *leg->weights);
        for (size_t b = 0; b < c->n_blocks; b++)
            leg->weights[b] = 1.0;
    }
    return c;
}

dbt_foot_clip *dbt_foot_clip_new(const dbt_contacts *contacts, const dbt_abruptness *levels)
{
    dbt_foot_clip *c = begin_clip(contacts, levels);
    dbt_arena memory = { .last = NULL };
    clip_leg *legs = dbt_clip_lock_legs(c, &memory);
    dbt_clip_lock_paths(c, legs);
    mend_seams(c);
    strengthen_all(c);
    sum_up(c, legs);
    if (c->feet.n_locked == 0)
        leave_clip(c, legs);
    dbt_arena_release(&memory);
    return c;
}

void dbt_foot_clip_free(dbt_foot_clip *clip)
{
    if (clip) {
        dbt_abruptness_meter_free(clip->work.meter);
        dbt_arena_release(&clip->work.memory);
    }
    dbt_free(clip);
}

dbt_locked_feet dbt_foot_clip_feet(const dbt_foot_clip *clip)
{
    return clip->feet;
}
