#include "blend/contacts.h"

#include "base/mem.h"

/* Names the clip, its shape, the axis, and its joints that are points. */
static bool name_ground(const dbt_contacts *c, const dbt_track *track, dbt_buffer *name,
                        dbt_error *err)
{
    dbt_buffer_format(name, "ground %d %zu %d %s", c->sequence->spec.up, track->clip->n_frames,
                      track->clip->skeleton.n_channels, dbt_clip_key(track->clip));
    for (int i = 0; i < c->feet->n_points; i++) {
        const dbt_contact_point *point = &c->feet->points[i];
        dbt_buffer_format(name, " %d=%d", point->joint, track->map[point->joint]);
        if (point->is_tip)
            dbt_buffer_format(name, "%+.17g%+.17g%+.17g", point->tip.x, point->tip.y, point->tip.z);
    }
    return dbt_buffer_check(name, err);
}

static bool learn_ground(const dbt_contacts *c, const dbt_track *track, double *ground,
                         dbt_error *err)
{
    const size_t size = ((size_t)c->feet->n_points + 1) * sizeof *ground;
    const dbt_memo *memo = c->sequence->spec.memo;
    dbt_buffer name = { 0 };
    bool ok = !memo || name_ground(c, track, &name, err);
    const bool known = ok && memo && memo->get(memo->context, name.bytes, ground, size);
    if (ok && !known) {
        const double joints = (double)track->clip->n_frames * track->skeleton->n_joints;
        ok = dbt_allowance_take(c->sequence->spec.allowance, DBT_STEPS_TO_LEARN * joints,
                                "finding the ground", err) &&
             dbt_feet_ground(c->feet, track, c->sequence->spec.up, ground, err);
        if (memo)
            memo->put(memo->context, name.bytes, ok ? ground : NULL, size);
    }
    dbt_buffer_release(&name);
    return ok;
}

bool dbt_contacts_init(dbt_contacts *contacts, const dbt_sequence *sequence, dbt_error *err)
{
    const dbt_timeline *t = &sequence->timeline;
    const size_t n = (size_t)sequence->feet.n_points + 1;
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

const double *dbt_contacts_ground(const dbt_contacts *contacts, int segment)
{
    const dbt_timeline *t = &contacts->sequence->timeline;
    const size_t track = (size_t)(t->clips[segment].track - t->tracks);
    return contacts->ground + track * ((size_t)contacts->feet->n_points + 1);
}

bool dbt_contacts_stands(const dbt_contacts *contacts, int segment, int point, dbt_vec3 world,
                         double speed)
{
    const double ground = dbt_contacts_ground(contacts, segment)[point];
    return dbt_vec3_get(world, contacts->sequence->spec.up) <= ground + contacts->feet->height &&
           speed <= contacts->feet->speed;
}

dbt_footing dbt_contacts_footing(const dbt_contacts *contacts, int segment, int point, size_t frame,
                                 bool forward)
{
    const dbt_timeline *t = &contacts->sequence->timeline;
    const dbt_track *track = t->clips[segment].track;
    const dbt_contact_point *p = &contacts->feet->points[point];
    const size_t other = forward ? frame + 1 : frame > 0 ? frame - 1 : 0;
    const dbt_vec3 at =
        dbt_track_place(track, dbt_timeline_track_frame(t, segment, frame), p->joint, p->tip);
    const dbt_vec3 neighbour =
        dbt_track_place(track, dbt_timeline_track_frame(t, segment, other), p->joint, p->tip);
    const double speed = dbt_vec3_length(dbt_vec3_sub(at, neighbour)) / t->frame_time;
    return (dbt_footing){ dbt_contacts_stands(contacts, segment, point, at, speed), speed };
}
