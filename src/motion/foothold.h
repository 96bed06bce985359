/* Foot lock of one contact point, as a state machine: it brakes, stays locked, and returns to the
 * blend. The caller may change states, too: blend/foot_path.c does. Positions are on the ground, in
 * units: the component along up is 0. Frames are frames of the output. Knows one point; knows no
 * legs and no clips. */
#ifndef DBT_MOTION_FOOTHOLD_H
#define DBT_MOTION_FOOTHOLD_H

#include "base/vecquat.h"

#include <stdbool.h>
#include <stddef.h>

/* Parameters of the foot lock of all points. */
typedef struct dbt_foothold_times {
    double dt;       /* frame time, seconds */
    double ease;     /* seconds from BRAKING to LOCKED; also the minimum of LEAVING */
    double speed;    /* maximum speed of a point that is LEAVING while in contact, units a second */
    size_t lock_end; /* last frame in which a point may be LOCKED */
} dbt_foothold_times;

/* Contact of a point in the clips that play, in one frame. */
typedef struct dbt_foot_contact {
    bool can_lock; /* may become locked: in contact in all clips that play, now or soon */
    bool can_stay; /* may stay locked: `can_lock`, or still in contact by the caller's rule */
    double early;  /* time from BRAKING to contact, as a fraction of `ease`, 0 to 1 */
    bool lifted;   /* no point of the foot can stay locked */
    double swing;  /* if lifted: seconds until the next contact; INFINITY: none */
} dbt_foot_contact;

/* State of a foot lock. */
typedef enum dbt_foot_state {
    DBT_FOOT_FREE,    /* follows the blend: not locked */
    DBT_FOOT_BRAKING, /* slows down to the locked position */
    DBT_FOOT_LOCKED,  /* locked: at rest */
    DBT_FOOT_LEAVING  /* returns to the blend */
} dbt_foot_state;

/* The foot lock of one contact point. */
typedef struct dbt_foothold {
    dbt_foot_state state;
    size_t since;             /* last frame of the previous state; at first the first frame */
    dbt_vec3 pos, pos_before; /* output position in the last frame and in the one before it */
    dbt_vec3 blend;           /* position of the blend in the last frame */
    dbt_vec3 origin, vel;     /* BRAKING: initial position and velocity, units a second */
    double early;             /* BRAKING: `early` of the contact */
    dbt_vec3 offset, rate;    /* LEAVING: initial offset from the blend, and its derivative */
    bool slowly;              /* LEAVING: the foot is still in contact, so `speed` limits it */
    double seconds;           /* LEAVING: duration of the fade of the offset */
    bool lags;                /* LEAVING: `speed` clamped the last step, so the fade restarts */
} dbt_foothold;

/* Starts a foot lock at its first frame: BRAKING at the source's position if contact.can_lock, else
 * FREE at the blend's position. The caller first sets pos and pos_before: the source's positions in
 * that frame and in the one before. blend: the blend's position in that frame. still: the point is
 * in contact in the source; if it can lock, it becomes LOCKED at once, with pos_before = pos. */
void dbt_foothold_begin(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame,
                        dbt_vec3 blend, dbt_foot_contact contact, bool still);

/* Steps the foot lock to `frame`, the frame after the last one: updates the state, foot->blend and
 * pos_before, and sets foot->pos to the output position. The caller steps every frame, in order.
 * blend: the blend's position in `frame`. Position and velocity are continuous where the blend's
 * are. A FREE point stays FREE. */
void dbt_foothold_step(dbt_foothold *foot, const dbt_foothold_times *times, size_t frame,
                       dbt_vec3 blend, dbt_foot_contact contact);

/* Starts BRAKING from foot->pos, the position in frame `since`, with the velocity from
 * foot->pos_before to it. early: `early` of the contact. */
void dbt_foothold_brake(dbt_foothold *foot, const dbt_foothold_times *times, size_t since,
                        double early);

/* Returns the duration (seconds, at least times->ease) of the fade of an offset of that length
 * (units) and of the length of its derivative `rate` (units a second). While the foot is not
 * lifted, times->speed bounds the speed of the fade; `rate` is ignored. Once it is lifted, its
 * acceleration is bounded, but the fade ends within contact.swing if that is above times->ease. */
double dbt_foothold_fade(const dbt_foothold_times *times, double offset, double rate,
                         dbt_foot_contact contact);

/* Returns seconds / length, clamped to 1. Returns 1 already from 0.9999 of the length on, so that
 * rounding adds no frame. */
double dbt_time_fraction(double seconds, double length);

#endif
