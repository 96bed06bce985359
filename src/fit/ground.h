/* The ground of a clip, by the lowest points of its body. */
#ifndef DBT_FIT_GROUND_H
#define DBT_FIT_GROUND_H

#include "bvh/clip.h"

typedef struct dbt_ground {
    bool is_known;     /* the clip has frames, and its legs are found */
    double height;     /* the 5 % quantile of the lowest points of all frames: units */
    double leg_length; /* of the left one in frame 0: units */
} dbt_ground;

/* up: 0 x, 1 y, 2 z. */
dbt_ground dbt_ground_find(const dbt_clip *clip, int up);

#endif
