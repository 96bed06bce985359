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
    unsigned char **bits; /* [n_tracks][n_frames][n_points]: state of a point, computed on demand */
    dbt_transform *poses; /* [2][n_joints]: scratch */
} dbt_contacts;

/* Finds the ground of all clips: visits each frame once, or reads the memo.
 * sequence: must have feet; borrowed. Release with dbt_contacts_release. */
void dbt_contacts_init(dbt_contacts *contacts, const dbt_sequence *sequence);
void dbt_contacts_release(dbt_contacts *contacts);

/* Returns the heights of the ground of a segment's clip, [n_points + 1], by dbt_feet_ground.
 * segment: from 0. */
const double *dbt_contacts_ground(const dbt_contacts *contacts, int segment);

/* The contact of a point in a clip, without any transition, and its speed. */
typedef struct dbt_footing {
    bool in_contact;
    double speed; /* units per second */
} dbt_footing;

/* Returns the contact and speed of a point in a segment's clip at an output frame. point: index
 * into dbt_feet.points. frame: not before the segment's cut. The speed is the backward difference,
 * 0 in output frame 0; if `forward`, the forward difference. Past the clip's end by past_end. */
dbt_footing dbt_contacts_footing(const dbt_contacts *contacts, int segment, int point, size_t frame,
                                 bool forward);

/* Returns dbt_contacts_footing(...).in_contact, but faster: it stores each point's state, so it is
 * not thread-safe. */
bool dbt_contacts_at(const dbt_contacts *contacts, int segment, int point, size_t frame,
                     bool forward);

#endif
