#include "blend/contacts.h"

#include "base/mem.h"

/* Names the clip, its shape, the axis, and which joints are feet, in its skeleton's order. */
static bool name_ground(const dbt_contacts *c, const dbt_track *track, dbt_buffer *name,
                        dbt_error *err)
{
    dbt_buffer_format(name, "ground %d %zu %d %s", c->sequence->spec.up, track->clip->n_frames,
                      track->clip->skeleton.n_channels, dbt_clip_key(track->clip));
    for (int j = 0; j < track->skeleton->n_joints; j++)
        if (c->feet->is_foot[j])
            dbt_buffer_format(name, " %d=%d", j, track->map[j]);
    return dbt_buffer_check(name, err);
}

static bool learn_ground(const dbt_contacts *c, const dbt_track *track, double *ground,
                         dbt_error *err)
{
    const size_t size = (size_t)track->skeleton->n_joints * sizeof *ground;
    const dbt_memo *memo = c->sequence->spec.memo;
    dbt_buffer name = { 0 };
    bool ok = !memo || name_ground(c, track, &name, err);
    const bool known = ok && memo && memo->get(memo->context, name.bytes, ground, size);
    if (ok && !known) {
        ok = dbt_feet_ground(c->feet, track, c->sequence->spec.up, ground, err);
        if (memo)
            memo->put(memo->context, name.bytes, ok ? ground : NULL, size);
    }
    dbt_buffer_release(&name);
    return ok;
}

bool dbt_contacts_init(dbt_contacts *contacts, const dbt_sequence *sequence, dbt_error *err)
{
    const dbt_timeline *t = &sequence->timeline;
    const size_t n = (size_t)t->skeleton->n_joints;
    *contacts = (dbt_contacts){
        .sequence = sequence,
        .feet = &sequence->feet,
        .ground = dbt_alloc_array((size_t)t->n_tracks, n * sizeof *contacts->ground),
    };
    bool ok = contacts->ground || dbt_fail_memory(err);
    for (int i = 0; ok && i < t->n_tracks; i++)
        ok = learn_ground(contacts, &t->tracks[i], contacts->ground + (size_t)i * n, err);
    return ok;
}

void dbt_contacts_release(dbt_contacts *contacts)
{
    dbt_free(contacts->ground);
    *contacts = (dbt_contacts){ .ground = NULL };
}

bool dbt_contacts_stands(const dbt_contacts *contacts, int segment, int joint, dbt_vec3 world,
                         double speed)
{
    const dbt_timeline *t = &contacts->sequence->timeline;
    const size_t track = (size_t)(t->clips[segment].track - t->tracks);
    const double ground = contacts->ground[track * (size_t)t->skeleton->n_joints + (size_t)joint];
    return dbt_vec3_get(world, contacts->sequence->spec.up) <= ground + contacts->feet->height &&
           speed <= contacts->feet->speed;
}

dbt_footing dbt_contacts_footing(const dbt_contacts *contacts, int segment, int joint, size_t frame,
                                 bool forward)
{
    const dbt_timeline *t = &contacts->sequence->timeline;
    const dbt_track *track = t->clips[segment].track;
    const size_t other = forward ? frame + 1 : frame > 0 ? frame - 1 : 0;
    const dbt_vec3 at = dbt_track_place(track, dbt_timeline_track_frame(t, segment, frame), joint);
    const dbt_vec3 neighbour =
        dbt_track_place(track, dbt_timeline_track_frame(t, segment, other), joint);
    const double speed = dbt_vec3_length(dbt_vec3_sub(at, neighbour)) / t->frame_time;
    return (dbt_footing){ dbt_contacts_stands(contacts, segment, joint, at, speed), speed };
}
