/* The stances of a foot in a whole clip: while ankle or ball touches the ground it stays at one
 * position there. Definition: dbtool-internals(7), FEET, A whole clip. */
#ifndef DBT_BLEND_STANCE_H
#define DBT_BLEND_STANCE_H

#include "base/arena.h"
#include "motion/foothold.h"

/* Of a foot's contact points, these are locked. */
enum { DBT_STANCE_ANKLE, DBT_STANCE_BALL, DBT_STANCE_POINTS };

/* Bits of a frame: the point touches the ground. */
enum { DBT_ANKLE_TOUCHES = 1, DBT_BALL_TOUCHES = 2 };

/* When a foot touches the ground, and how far it may be moved for that. */
typedef struct dbt_stance_rule {
    dbt_foothold_times times; /* hold_end is not used */
    int up;
    int n_points;                      /* 1: no ball */
    double heights[DBT_STANCE_POINTS]; /* units: a point at most this high may touch the ground */
    double floors[DBT_STANCE_POINTS];  /* units: the height of a point that touches it */
    double max_offset;   /* units over the ground: a foot that creeps further makes a step */
    double min_rise;     /* units: a foot that is nearer to the floor keeps its height */
    const double *drift; /* [n_frames]: units by which the ground seems to rise in the clip */
} dbt_stance_rule;

/* A foot in each frame of a clip, and its corrections. All arrays are the caller's. */
typedef struct dbt_stance_path {
    size_t n_frames;
    dbt_vec3 *points[DBT_STANCE_POINTS]; /* [n_frames] in the world; no ball: the second is NULL */
    dbt_quat *rotation;                  /* [n_frames] of the foot, in the world */
    unsigned char *contacts;             /* [n_frames]: bits, by the rule of contacts */
    /* Results: */
    bool *rests;         /* [n_frames]: the foot is locked */
    dbt_vec3 *offset;    /* [n_frames]: from the ankle to where it is to be, if it rests; else 0 */
    dbt_vec3 *spin;      /* [n_frames]: world rotation to be added to the foot's, as a vector */
    double *rise;        /* [n_frames]: height by which its locked point is moved, if it rests */
    double *ball_height; /* [n_frames]: scratch; NULL */
} dbt_stance_path;

/* Adds contacts: those of a point that is slow in the mean over times.ease, and gaps in contacts
 * that are shorter than that. floors are not used. */
void dbt_stances_add_contacts(const dbt_stance_rule *rule, dbt_stance_path *path);

/* Finds the stances. */
void dbt_stances_find(const dbt_stance_rule *rule, dbt_stance_path *path);

/* Replaces the values between stances: after a stance they fade to 0, and before one from 0, with
 * the rate that they have there, in no less than times->ease if there is time. length: of the lever
 * if the values are rotation vectors, else 1; DBT_FADE_AT_ONCE: in times->ease, and without a rate.
 */
#define DBT_FADE_AT_ONCE 0.0
void dbt_stances_fade(const dbt_foothold_times *times, const bool *rests, size_t n_frames,
                      double length, dbt_vec3 *values);

#endif
