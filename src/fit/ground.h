/* The ground of a clip, by the lowest points of its body. */
#ifndef DBT_FIT_GROUND_H
#define DBT_FIT_GROUND_H

#include "bvh/clip.h"

typedef struct dbt_ground {
    bool is_known;     /* the clip has frames */
    double height;     /* the 5 % quantile of the lowest points of all frames: units */
    double leg_length; /* of the left one in frame 0: units; 0: it is not found */
} dbt_ground;

/* up: 0 x, 1 y, 2 z. */
dbt_ground dbt_ground_find(const dbt_clip *clip, int up);

/* Moves a clip up by that many units: ROOT's channel, or its OFFSET where it has none for that
 * axis. In the lines of frames, the other channels keep their text. Fails with DBT_E_NUMBER if a
 * position would be too large. */
DBT_CHECK bool dbt_ground_move(dbt_clip *clip, int up, double by, dbt_error *err);

#endif
