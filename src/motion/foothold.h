/* Where a foot stands: how it is taken from a blend, held on the ground and let go. Positions are
 * on the ground, units: the component along up is 0. Frames count in the output. */
#ifndef DBT_MOTION_FOOTHOLD_H
#define DBT_MOTION_FOOTHOLD_H

#include "base/vecquat.h"

#include <stdbool.h>
#include <stddef.h>

/* What all feet have in common. */
typedef struct dbt_foothold_times {
    double dt;       /* seconds a frame */
    double ease;     /* seconds in which a foot comes to rest, and is let go */
    double speed;    /* units a second: a foot that stands is let go no faster */
    size_t hold_end; /* the last frame at which one is held */
} dbt_foothold_times;

/* What the clips make of a foot at a frame. */
typedef struct dbt_foot_contact {
    bool takes; /* it stands in all clips that play */
    bool holds; /* it stands in the one that holds it */
} dbt_foot_contact;

typedef enum dbt_foot_state {
    DBT_FOOT_FREE,    /* where the blend has it */
    DBT_FOOT_RESTING, /* comes to rest */
    DBT_FOOT_HELD,    /* stays */
    DBT_FOOT_LEAVING  /* on its way back to the blend */
} dbt_foot_state;

typedef struct dbt_foothold {
    dbt_foot_state state;
    size_t since;                 /* the last frame of the state before */
    dbt_vec3 place, place_before; /* where it is, in the last frame and the one before */
    dbt_vec3 blend;               /* where the blend has it, in the last frame */
    dbt_vec3 origin, vel;         /* RESTING: where from, units and units a second */
    dbt_vec3 offset, rate;        /* LEAVING: from the blend at first, likewise */
    bool slowly;                  /* LEAVING: it still stands */
    double seconds;               /* LEAVING: how long the offset takes */
    bool lags;                    /* LEAVING: it would have been too fast, and starts again */
} dbt_foothold;

/* The first frame: place and place_before are the source's. still: it stood there before, and is
 * held at once. */
void dbt_foothold_begin(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame,
                        dbt_vec3 blend, dbt_foot_contact contact, bool still);

/* Each frame after it, in turn: foot->place is where the foot is then. Value and velocity are
 * continuous where the blend's are. */
void dbt_foothold_step(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame,
                       dbt_vec3 blend, dbt_foot_contact contact);

/* From 0 to 1 in `length` seconds. */
double dbt_part_of_time(double seconds, double length);

#endif
