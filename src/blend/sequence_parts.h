/* The parts of a sequence, for the files that make one and play it. */
#ifndef DBT_BLEND_SEQUENCE_PARTS_H
#define DBT_BLEND_SEQUENCE_PARTS_H

#include "motion/align.h"
#include "blend/profiles.h"
#include "blend/sequence.h"
#include "blend/timeline.h"

struct dbt_sequence {
    dbt_sequence_spec spec;
    dbt_timeline timeline; /* the clips in time */
    dbt_chain chain;       /* the joints that move them through the world */
    dbt_feet feet;         /* empty if nothing needs them */
    dbt_profiles profiles; /* of every cut */
    dbt_layers *layers;    /* NULL: none */
    dbt_warnings warnings;
};

#endif
