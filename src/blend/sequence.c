#include "blend/sequence.h"

#include "base/mem.h"
#include "blend/mobility.h"
#include "blend/plant.h"
#include "blend/sequence_parts.h"

static bool check_bones(dbt_sequence *s, dbt_error *err)
{
    const dbt_timeline *t = &s->timeline;
    bool *exempt = dbt_alloc_array((size_t)t->skeleton->n_joints, sizeof *exempt);
    if (!exempt)
        return dbt_fail_memory(err);
    for (int p = 0; p <= s->chain.anchor; p++)
        exempt[s->chain.joints[p]] = true;
    bool ok = true;
    for (int i = 1; ok && i < t->n_tracks; i++)
        ok = dbt_track_check_bones(&t->tracks[i], &t->tracks[0], exempt, s->chain.reach,
                                   &s->warnings, err);
    dbt_free(exempt);
    return ok;
}

static bool init_layers(dbt_sequence *s, dbt_error *err)
{
    if (s->spec.n_layers == 0)
        return true;
    s->layers =
        dbt_layers_new(s->spec.layers, s->spec.n_layers, s->timeline.skeleton,
                       s->timeline.frame_time, s->timeline.n_frames, s->spec.interpolation, err);
    return s->layers != NULL;
}

static bool init_feet(dbt_sequence *s, dbt_error *err)
{
    bool plants = false, wanted = s->spec.measures;
    for (int i = 1; i < s->timeline.n_clips; i++) {
        plants = plants || dbt_sequence_plants(s, i);
        wanted = wanted || plants || dbt_sequence_align(s, i) == DBT_ALIGN_FOOT;
    }
    return !wanted ||
           (dbt_feet_init(&s->feet, s->timeline.skeleton, &s->chain, &s->spec.contact, err) &&
            (!plants || dbt_plant_check(s, &s->warnings, err)));
}

static bool init(dbt_sequence *s, dbt_error *err)
{
    dbt_timeline *t = &s->timeline;
    return dbt_timeline_init(t, &s->spec, err) &&
           dbt_chain_init(&s->chain, t->tracks, t->n_tracks, s->spec.root, err) &&
           check_bones(s, err) && dbt_mobility_check_file(s, err) && dbt_timeline_place(t, err) &&
           dbt_profiles_init(&s->profiles, s->spec.segments, s->spec.n_segments, t->skeleton,
                             err) &&
           dbt_timeline_place_transitions(t, &s->profiles, err) && init_feet(s, err) &&
           init_layers(s, err);
}

dbt_sequence *dbt_sequence_new(const dbt_sequence_spec *spec, dbt_error *err)
{
    dbt_sequence *s = dbt_alloc_array(1, sizeof *s);
    if (!s) {
        dbt_fail_memory(err);
        return NULL;
    }
    s->spec = *spec;
    if (init(s, err))
        return s;
    dbt_sequence_free(s);
    return NULL;
}

void dbt_sequence_free(dbt_sequence *sequence)
{
    if (!sequence)
        return;
    dbt_layers_free(sequence->layers);
    dbt_profiles_release(&sequence->profiles);
    dbt_feet_release(&sequence->feet);
    dbt_chain_release(&sequence->chain);
    dbt_timeline_release(&sequence->timeline);
    dbt_free(sequence);
}

const dbt_sequence_spec *dbt_sequence_get_spec(const dbt_sequence *sequence)
{
    return &sequence->spec;
}

dbt_warnings *dbt_sequence_warnings(dbt_sequence *sequence)
{
    return &sequence->warnings;
}

/* ---- the output ---- */

size_t dbt_sequence_n_frames(const dbt_sequence *sequence)
{
    return sequence->timeline.n_frames;
}

const dbt_skeleton *dbt_sequence_skeleton(const dbt_sequence *sequence)
{
    return sequence->timeline.skeleton;
}

double dbt_sequence_frame_time(const dbt_sequence *sequence)
{
    return sequence->timeline.frame_time;
}

const dbt_clip *dbt_sequence_grid(const dbt_sequence *sequence)
{
    return &sequence->timeline.grid;
}

double dbt_sequence_reach(const dbt_sequence *sequence)
{
    return sequence->chain.reach;
}

/* ---- cuts ---- */

int dbt_sequence_n_cuts(const dbt_sequence *sequence)
{
    return sequence->timeline.n_clips - 1;
}

dbt_cut_frames dbt_sequence_cut(const dbt_sequence *sequence, int cut)
{
    return sequence->timeline.clips[cut].at;
}

size_t dbt_sequence_compared(const dbt_sequence *sequence, int cut)
{
    return dbt_timeline_compared(&sequence->timeline, &sequence->profiles, cut,
                                 dbt_sequence_tuning(sequence, cut));
}

dbt_align_by dbt_sequence_align(const dbt_sequence *sequence, int cut)
{
    return (dbt_align_by)dbt_tuning_common(dbt_sequence_tuning(sequence, cut), DBT_COMMON_ALIGN,
                                           sequence->spec.align);
}

bool dbt_sequence_plants(const dbt_sequence *sequence, int cut)
{
    return dbt_tuning_common(dbt_sequence_tuning(sequence, cut), DBT_COMMON_PLANT,
                             sequence->spec.plant ? 1.0 : 0.0) > 0.0 &&
           !dbt_timeline_extrapolates(&sequence->timeline, cut);
}

const dbt_feet *dbt_sequence_feet(const dbt_sequence *sequence)
{
    return sequence->feet.is_foot ? &sequence->feet : NULL;
}

const dbt_tuning *dbt_sequence_tuning(const dbt_sequence *sequence, int cut)
{
    return &sequence->timeline.clips[cut].tuning;
}

bool dbt_sequence_factors(const dbt_sequence *sequence, int cut, double *factors)
{
    return dbt_profiles_factors(&sequence->profiles, cut, factors);
}

/* ---- clips ---- */

size_t dbt_sequence_clip_last(const dbt_sequence *sequence, int segment)
{
    return dbt_timeline_clip_last(&sequence->timeline, segment);
}

dbt_track *dbt_sequence_track(const dbt_sequence *sequence, int segment)
{
    return sequence->timeline.clips[segment].track;
}

size_t dbt_sequence_clip_frame(const dbt_sequence *sequence, int segment, size_t frame)
{
    return dbt_timeline_track_frame(&sequence->timeline, segment, frame);
}

const dbt_track *dbt_sequence_tracks(const dbt_sequence *sequence, int *n)
{
    *n = sequence->timeline.n_tracks;
    return sequence->timeline.tracks;
}
