#include "blend/contacts.h"

#include "base/mem.h"
#include "base/min_max.h"

/* Appends the memo's name of a track's ground: the up axis, the clip's key with its numbers of
 * frames and channels, and the contact points with their joints in the clip. */
static void name_ground(const dbt_contacts *c, const dbt_track *track, dbt_buffer *name)
{
    dbt_buffer_format(name, "ground %d %zu %d %s", c->sequence->spec.up, track->clip->n_frames,
                      track->clip->skeleton.n_channels, dbt_clip_key(track->clip));
    for (int i = 0; i < c->feet->n_points; i++) {
        const dbt_contact_point *point = &c->feet->points[i];
        dbt_buffer_format(name, " %d=%d", point->joint, track->map[point->joint]);
        if (point->is_tip)
            dbt_buffer_format(name, "%+.17g%+.17g%+.17g", point->tip.x, point->tip.y, point->tip.z);
    }
}

/* State of a contact point in a track's frame, as bits. KNOWN: the others are filled in. LOW: at
 * most dbt_feet.height above its ground height. SLOW: its speed since the track's previous frame is
 * at most dbt_feet.speed; always in frame 0. */
enum { POINT_IS_KNOWN = 1, POINT_IS_LOW = 2, POINT_IS_SLOW = 4 };

/* Sets c->ground[number], [n_points + 1], for the track of that index: from the spec's memo, or
 * computed (dbt_feet_ground) and then stored in the memo. The memo may be NULL. Allocates
 * c->bits[number], all 0. */
static void learn_ground(dbt_contacts *c, int number)
{
    const dbt_sequence *s = c->sequence;
    const dbt_track *track = &s->timeline.tracks[number];
    const size_t n = (size_t)c->feet->n_points, size = (n + 1) * sizeof(double);
    dbt_memo *memo = s->spec.memo;
    dbt_buffer name = { 0 };
    c->ground[number] = dbt_arena_array(&c->memory, size, 1);
    c->bits[number] = dbt_arena_array(&c->memory, track->n_frames, n);
    if (memo)
        name_ground(c, track, &name);
    if (!dbt_memo_get(memo, name.bytes, c->ground[number], size)) {
        dbt_feet_ground(c->feet, track, s->spec.up, c->ground[number]);
        dbt_memo_put(memo, name.bytes, c->ground[number], size);
    }
    dbt_buffer_release(&name);
}

void dbt_contacts_init(dbt_contacts *contacts, const dbt_sequence *sequence)
{
    const size_t n_tracks = (size_t)sequence->timeline.n_tracks;
    *contacts = (dbt_contacts){ .sequence = sequence, .feet = &sequence->feet };
    contacts->ground = dbt_arena_array(&contacts->memory, n_tracks, sizeof *contacts->ground);
    contacts->bits = dbt_arena_array(&contacts->memory, n_tracks, sizeof *contacts->bits);
    contacts->poses =
        dbt_arena_array(&contacts->memory, (size_t)sequence->timeline.skeleton->n_joints,
                        2 * sizeof *contacts->poses);
    for (int i = 0; i < sequence->timeline.n_tracks; i++)
        learn_ground(contacts, i);
}

void dbt_contacts_release(dbt_contacts *contacts)
{
    dbt_arena_release(&contacts->memory);
    *contacts = (dbt_contacts){ .ground = NULL };
}

static ptrdiff_t track_of(const dbt_contacts *contacts, int segment)
{
    const dbt_timeline *t = &contacts->sequence->timeline;
    return t->clips[segment].track - t->tracks;
}

const double *dbt_contacts_ground(const dbt_contacts *contacts, int segment)
{
    return contacts->ground[track_of(contacts, segment)];
}

/* Returns the frame of a segment's track at the output frame before `frame`; if `forward`, at the
 * one after it. Output frame 0 is its own previous frame. */
static size_t neighbour_of(const dbt_timeline *t, int segment, size_t frame, bool forward)
{
    return dbt_timeline_track_frame(t, segment, forward ? frame + 1 : frame > 0 ? frame - 1 : 0);
}

dbt_footing dbt_contacts_footing(const dbt_contacts *contacts, int segment, int point, size_t frame,
                                 bool forward)
{
    const dbt_timeline *t = &contacts->sequence->timeline;
    const dbt_track *track = t->clips[segment].track;
    const dbt_contact_point *p = &contacts->feet->points[point];
    const dbt_vec3 at =
        dbt_track_point(track, dbt_timeline_track_frame(t, segment, frame), p->joint, p->tip);
    const dbt_vec3 neighbour =
        dbt_track_point(track, neighbour_of(t, segment, frame, forward), p->joint, p->tip);
    const double speed = dbt_vec3_length(dbt_vec3_sub(at, neighbour)) / t->frame_time;
    const double ground = dbt_contacts_ground(contacts, segment)[point];
    const bool low =
        dbt_vec3_get(at, contacts->sequence->spec.up) <= ground + contacts->feet->height;
    return (dbt_footing){ low && speed <= contacts->feet->speed, speed };
}

/* Returns the world position of a point in a pose, local[n_joints]. */
static dbt_vec3 point_in(const dbt_skeleton *skeleton, const dbt_transform *local,
                         const dbt_contact_point *point)
{
    dbt_vec3 at = point->tip;
    for (int j = point->joint; j >= 0; j = skeleton->joints[j].parent)
        at = dbt_vec3_add(local[j].pos, dbt_quat_rotate(local[j].rot, at));
    return at;
}

/* Sets bits[n_points] to the state (POINT_IS_*) of all points in frame `at` of the track with index
 * `number`. Overwrites c->poses. Uses the track's cache: not thread-safe. */
static void set_bits(const dbt_contacts *c, ptrdiff_t number, size_t at, unsigned char *bits)
{
    const dbt_timeline *t = &c->sequence->timeline;
    dbt_transform *now = c->poses, *before = now + t->skeleton->n_joints;
    dbt_track_pose(&t->tracks[number], at, now);
    dbt_track_pose(&t->tracks[number], at > 0 ? at - 1 : at, before);
    for (int i = 0; i < c->feet->n_points; i++) {
        const dbt_vec3 pos = point_in(t->skeleton, now, &c->feet->points[i]);
        const dbt_vec3 last = point_in(t->skeleton, before, &c->feet->points[i]);
        const double speed = dbt_vec3_length(dbt_vec3_sub(pos, last)) / t->frame_time;
        bits[i] = POINT_IS_KNOWN;
        if (dbt_vec3_get(pos, c->sequence->spec.up) <= c->ground[number][i] + c->feet->height)
            bits[i] |= POINT_IS_LOW;
        if (speed <= c->feet->speed)
            bits[i] |= POINT_IS_SLOW;
    }
}

/* Returns the state bits of a point in frame `at` of the track with index `number`. If they are
 * unknown, computes and stores those of all points. */
static unsigned char bits_of(const dbt_contacts *c, ptrdiff_t number, int point, size_t at)
{
    unsigned char *bits = c->bits[number] + at * (size_t)c->feet->n_points;
    if (!(bits[point] & POINT_IS_KNOWN))
        set_bits(c, number, at, bits);
    return bits[point];
}

bool dbt_contacts_at(const dbt_contacts *contacts, int segment, int point, size_t frame,
                     bool forward)
{
    const ptrdiff_t number = track_of(contacts, segment);
    const dbt_timeline *t = &contacts->sequence->timeline;
    const size_t at = dbt_timeline_track_frame(t, segment, frame);
    const size_t neighbour = neighbour_of(t, segment, frame, forward);
    const size_t low = dbt_min(at, neighbour), later = dbt_max(at, neighbour);
    if (later - low > 1) /* the clip wraps */
        return dbt_contacts_footing(contacts, segment, point, frame, forward).in_contact;
    return (bits_of(contacts, number, point, at) & POINT_IS_LOW) &&
           (later == low || (bits_of(contacts, number, point, later) & POINT_IS_SLOW));
}

bool dbt_contacts_at_cut(const dbt_contacts *contacts, int cut, dbt_cut_frames at, int point,
                         size_t frame)
{
    const size_t plays = dbt_cut_plays(at);
    const bool in_gap = dbt_cut_in_gap(at, frame),
               joins = in_gap || frame == at.cut || frame == plays;
    return dbt_contacts_at(contacts, cut - 1, point, in_gap ? at.cut : frame, joins) &&
           (frame < at.cut || dbt_contacts_at(contacts, cut, point, in_gap ? plays : frame, joins));
}
