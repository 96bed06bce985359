/* Contacts: when feet stand on the ground in the clips of a sequence. */
#ifndef DBT_BLEND_CONTACTS_H
#define DBT_BLEND_CONTACTS_H

#include "blend/sequence.h"
#include "motion/feet.h"

typedef struct dbt_contacts {
    const dbt_sequence *sequence; /* borrowed */
    const dbt_feet *feet;         /* the sequence's */
    dbt_arena memory;
    double **ground;      /* [n_tracks][n_points + 1]: of each clip, as dbt_feet_ground has it */
    unsigned char **bits; /* [n_tracks][n_frames][n_points] of each clip, as dbt_feet_ground has
                             them */
    bool *captured; /* [n_tracks]: all bits are known. Those of a clip that is resampled or has
                       other bones are found when they are asked for */
} dbt_contacts;

/* The sequence must have feet. Walks through all frames of each clip once, or asks the memo.
 * Release with dbt_contacts_release, also after a failure. */
void dbt_contacts_init(dbt_contacts *contacts, const dbt_sequence *sequence);
void dbt_contacts_release(dbt_contacts *contacts);

/* The ground of the clip of a segment (from 0), [n_points + 1], as dbt_feet_ground has it. */
const double *dbt_contacts_ground(const dbt_contacts *contacts, int segment);

/* Whether a contact point stands in a clip as captured, and its speed. */
typedef struct dbt_footing {
    bool stands;
    double speed; /* units per second */
} dbt_footing;

/* The footing in the clip of a segment at an output frame, which must not be before its cut. The
 * speed is the change since the frame before, or with `forward` until the next frame. */
dbt_footing dbt_contacts_footing(const dbt_contacts *contacts, int segment, int point, size_t frame,
                                 bool forward);

/* The same, but for the speed; takes hardly any time. */
bool dbt_contacts_at(const dbt_contacts *contacts, int segment, int point, size_t frame,
                     bool forward);

#endif
