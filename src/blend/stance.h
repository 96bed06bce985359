/* Stances of a foot in a whole clip: intervals in which ankle or ball is in contact and stays at
 * one position. Definition: dbtool-internals(7), FEET, A whole clip. */
#ifndef DBT_BLEND_STANCE_H
#define DBT_BLEND_STANCE_H

#include "base/arena.h"
#include "motion/foothold.h"

/* The contact points of a foot that are locked. */
enum { DBT_STANCE_ANKLE, DBT_STANCE_BALL, DBT_STANCE_POINTS };

/* Bits of a frame: the point is in contact. */
enum { DBT_ANKLE_TOUCHES = 1, DBT_BALL_TOUCHES = 2 };

/* The rule of a foot's contacts, and limits of its corrections. */
typedef struct dbt_stance_rule {
    dbt_foothold_times times; /* lock_end is unused */
    int up;
    int n_points;                      /* 2, or 1 without a ball */
    double heights[DBT_STANCE_POINTS]; /* units: maximum height of a point in contact */
    double floors[DBT_STANCE_POINTS];  /* units: height of the ground at a point */
    double max_offset;   /* units over the ground: a foot that creeps further makes a step */
    double min_rise;     /* units: a foot nearer to the floor is not raised or lowered */
    const double *drift; /* [n_frames]: apparent rise of the ground in the clip, units */
} dbt_stance_rule;

/* A foot in each frame of a clip, and its corrections. The caller owns all arrays. */
typedef struct dbt_stance_path {
    size_t n_frames;                     /* >= 1 */
    dbt_vec3 *points[DBT_STANCE_POINTS]; /* [n_frames], world; the second is NULL without a ball */
    dbt_quat *rotation;                  /* [n_frames]: world rotation of the foot */
    unsigned char *contacts;             /* [n_frames]: bits, by the rule of contacts */
    /* Results: */
    bool *rests;         /* [n_frames]: the foot is locked */
    dbt_vec3 *offset;    /* [n_frames]: ankle target minus ankle, units; valid if `rests` */
    dbt_vec3 *spin;      /* [n_frames]: world rotation vector to add to the foot's */
    double *rise;        /* [n_frames]: height by which the locked point is moved, units; valid if
                            `rests` */
    double *ball_height; /* [n_frames]: scratch of dbt_stances_find; NULL outside */
} dbt_stance_path;

/* Adds contacts to path->contacts of rule->n_points points: frames in which a low point's mean
 * speed over times.ease is low, and short gaps of a low mean speed. Removes only those in the two
 * frames after a glitch. A contact of one frame stays: its step is a slide, too. rule->floors are
 * unused. */
void dbt_stances_add_contacts(const dbt_stance_rule *rule, dbt_stance_path *path);

/* Finds the stances by path->contacts, which do not change, and fills in the results of `path`.
 * These must be zeroed: `rests`, `offset` and `rise` are only written in stances; `spin` fades
 * between them, and stays zero without a ball. */
void dbt_stances_find(const dbt_stance_rule *rule, dbt_stance_path *path);

/* Kinds of fades. */
typedef enum dbt_fade {
    DBT_FADE_POSITIONS, /* of vectors in units */
    DBT_FADE_ROTATIONS, /* of rotation vectors */
    DBT_FADE_AT_ONCE    /* of any values: over times->ease, with rate 0 */
} dbt_fade;

/* Replaces the values between stances by fades: to 0 after a stance and from 0 before one. A fade
 * starts with the values' rate at the stance's end. It takes times->ease or longer, but at most the
 * gap between two stances. Without a stance all values become 0. rests[n_frames]: whether a frame
 * is in a stance. values[n_frames]: in and out; in stances they do not change. lever: units of
 * movement per radian, used by DBT_FADE_ROTATIONS only. */
void dbt_stances_fade(const dbt_foothold_times *times, const bool *rests, size_t n_frames,
                      dbt_fade fade, double lever, dbt_vec3 *values);

#endif
