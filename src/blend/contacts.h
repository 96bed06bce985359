/* Contacts: when the feet of a sequence's clips stand on the ground. */
#ifndef DBT_BLEND_CONTACTS_H
#define DBT_BLEND_CONTACTS_H

#include "blend/sequence.h"
#include "motion/feet.h"

typedef struct dbt_contacts {
    const dbt_sequence *sequence; /* borrowed */
    const dbt_feet *feet;         /* the sequence's */
    double *ground;               /* [n_tracks][n_joints]: the least height, of feet */
} dbt_contacts;

/* Of a sequence that has feet: walks through all frames of each clip once, or asks the memo. Fails
 * with DBT_E_MEMORY; release with dbt_contacts_release, also then. */
DBT_CHECK bool dbt_contacts_init(dbt_contacts *contacts, const dbt_sequence *sequence,
                                 dbt_error *err);
void dbt_contacts_release(dbt_contacts *contacts);

/* Whether a foot stands in the clip of a segment (from 0), where it is there and how fast
 * (units a second). */
bool dbt_contacts_stands(const dbt_contacts *contacts, int segment, int joint, dbt_vec3 world,
                         double speed);

/* How a foot is in a clip as captured: the height and the speed of its contact. */
typedef struct dbt_footing {
    bool stands;
    double speed; /* units a second */
} dbt_footing;

/* A foot in the clip of a segment at an output frame, not before its cut. Its speed is over the
 * frame before, or the next one: forward. */
dbt_footing dbt_contacts_footing(const dbt_contacts *contacts, int segment, int joint, size_t frame,
                                 bool forward);

#endif
