/* Contacts: in which frames feet touch the ground, for each clip of a sequence. */
#ifndef DBT_BLEND_CONTACTS_H
#define DBT_BLEND_CONTACTS_H

#include "blend/sequence.h"
#include "motion/feet.h"

/* The ground and the contacts of each track of a sequence. */
typedef struct dbt_contacts {
    const dbt_sequence *sequence; /* borrowed */
    const dbt_feet *feet;         /* the sequence's */
    dbt_arena memory;
    double **ground;      /* [n_tracks][n_points + 1]: heights by dbt_feet_ground */
    unsigned char **bits; /* [n_tracks][n_frames][n_points]: POINT_IS_* bits; 0: not computed yet */
    dbt_transform *poses; /* [2][n_joints]: scratch */
} dbt_contacts;

/* Initialises *contacts with the ground of all tracks: visits each clip frame once, or reads the
 * memo of the spec. Computes no contacts yet. sequence: with feet (dbt_feet.is_foot is not NULL),
 * perhaps without contact points; borrowed. Release with dbt_contacts_release. */
void dbt_contacts_init(dbt_contacts *contacts, const dbt_sequence *sequence);
void dbt_contacts_release(dbt_contacts *contacts);

/* Returns the heights of the ground of a segment's clip, [n_points + 1], by dbt_feet_ground.
 * segment: from 0. */
const double *dbt_contacts_ground(const dbt_contacts *contacts, int segment);

/* The contact of a point in a clip, without any transition, and its speed. */
typedef struct dbt_footing {
    bool in_contact; /* height and speed are within the limits of dbt_feet */
    double speed;    /* units per second */
} dbt_footing;

/* Returns the contact and speed of a point in a segment's clip at an output frame. The point is in
 * contact if it is at most dbt_feet.height above its ground height and at most dbt_feet.speed fast.
 * segment: from 0. point: index into dbt_feet.points. frame: also before or after the clip plays,
 * with the clip frame by dbt_timeline_track_frame. The speed is the backward difference, which is 0
 * in output frame 0; if `forward`, the forward difference. Changes nothing: thread-safe. */
dbt_footing dbt_contacts_footing(const dbt_contacts *contacts, int segment, int point, size_t frame,
                                 bool forward);

/* Returns dbt_contacts_footing(...).in_contact, but faster: it stores each point's state, so it is
 * not thread-safe. */
bool dbt_contacts_at(const dbt_contacts *contacts, int segment, int point, size_t frame,
                     bool forward);

/* Returns whether a point is in contact in the clips of a cut (dbt_contacts_at) that an output
 * frame is compared with: in the old clip before the cut; in a gap in both clips at its ends; then
 * in both clips. Speeds are backward differences, but forward ones at the cut and in the new clip's
 * first frame. cut: from 1. at: its frames. Not thread-safe. */
bool dbt_contacts_at_cut(const dbt_contacts *contacts, int cut, dbt_cut_frames at, int point,
                         size_t frame);

#endif
