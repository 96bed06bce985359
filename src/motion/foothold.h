/* The place of a planted foot: it is taken from a blend, held on the ground and let go. Positions
 * are on the ground, in units: the component along up is 0. Frames are counted in the output. */
#ifndef DBT_MOTION_FOOTHOLD_H
#define DBT_MOTION_FOOTHOLD_H

#include "base/vecquat.h"

#include <stdbool.h>
#include <stddef.h>

/* Times and speeds of all feet. */
typedef struct dbt_foothold_times {
    double dt;       /* seconds a frame */
    double ease;     /* seconds in which a foot comes to rest; it is let go in no less */
    double speed;    /* units a second: a foot that stands is let go no faster */
    size_t hold_end; /* the last frame at which one is held */
} dbt_foothold_times;

/* Whether a foot stands in the clips at a frame. */
typedef struct dbt_foot_contact {
    bool takes;   /* it stands in all clips that play, or will soon */
    bool holds;   /* it stands in the one that holds it, or is taken */
    double early; /* how long before it stands it is taken, as a part of the time in which it comes
                     to rest */
    bool lifted;  /* no point of the foot stands in the clip that holds it */
    double swing; /* if so: for how many seconds, or INFINITY */
} dbt_foot_contact;

typedef enum dbt_foot_state {
    DBT_FOOT_FREE,    /* the blend's place */
    DBT_FOOT_RESTING, /* comes to rest */
    DBT_FOOT_HELD,    /* stays */
    DBT_FOOT_LEAVING  /* on its way back to the blend */
} dbt_foot_state;

typedef struct dbt_foothold {
    dbt_foot_state state;
    size_t since;                 /* the last frame of the state before */
    dbt_vec3 place, place_before; /* the foot's, in the last frame and the one before */
    dbt_vec3 blend;               /* the blend's place, in the last frame */
    dbt_vec3 origin, vel;  /* RESTING: place and velocity at its start, units and units a second */
    double early;          /* RESTING: the contact's */
    dbt_vec3 offset, rate; /* LEAVING: the offset from the blend at its start, and its rate */
    bool slowly;           /* LEAVING: it still stands */
    double seconds;        /* LEAVING: the time in which the offset fades */
    bool lags;             /* LEAVING: it was too fast and starts again */
} dbt_foothold;

/* The first frame: place and place_before are the source's. still: it stood there before, and is
 * held at once. */
void dbt_foothold_begin(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame,
                        dbt_vec3 blend, dbt_foot_contact contact, bool still);

/* Call it for each later frame, in order. Sets foot->place to the foot's place in this frame. Value
 * and velocity are continuous wherever the blend's are. A foot that is free is never taken here. */
void dbt_foothold_step(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame,
                       dbt_vec3 blend, dbt_foot_contact contact);

/* Takes a foot: it comes to rest from where it is in frame `since`. early: the contact's. */
void dbt_foothold_rest(dbt_foothold *foot, const dbt_foothold_times *times, size_t since,
                       double early);

/* In how many seconds an offset, and its rate, fade when a foot is let go. */
double dbt_foothold_fade(const dbt_foothold_times *times, double offset, double rate,
                         dbt_foot_contact contact);

/* From 0 to 1 in `length` seconds. */
double dbt_time_fraction(double seconds, double length);

#endif
