/* A trained network with all that is needed to step a skeleton with it: as a file
 * (safetensors), and at work. */
#ifndef DBT_NET_MODEL_H
#define DBT_NET_MODEL_H

#include "base/buffer.h"
#include "bvh/skeleton.h"
#include "net/body_state.h"
#include "net/network.h"

typedef struct dbt_model dbt_model;

/* Reads a model's file, trusting nothing in it; borrows only the name, for messages. NULL with
 * err: DBT_E_FORMAT, DBT_E_SYNTAX, DBT_E_NUMBER, DBT_E_LIMIT or DBT_E_MEMORY. */
dbt_model *dbt_model_read(const char *bytes, size_t size, const char *file, dbt_error *err);
void dbt_model_free(dbt_model *model);

const char *dbt_model_file(const dbt_model *model);
double dbt_model_frame_time(const dbt_model *model); /* seconds of a step */
double dbt_model_window(const dbt_model *model);
int dbt_model_up(const dbt_model *model); /* 0 x, 1 y, 2 z */
int dbt_model_n_turns(const dbt_model *model);

/* Whether it was trained on these joints, under these parents, in any order; else fails
 * with DBT_E_SKELETON, naming the first that differs. Where map is given, the skeleton's
 * joint of each turning one, the anchor first, goes to map[dbt_model_n_turns]. */
DBT_CHECK bool dbt_model_fits(const dbt_model *model, const dbt_skeleton *skeleton, int *map,
                              dbt_error *err);

/* Floats of room that a step works in: so many, and so many a turning joint. */
enum {
    DBT_MODEL_ROOM = 2 * (DBT_BODY_ROOT_INPUTS + 3) + 32 + 2 * DBT_MAX_HIDDEN,
    DBT_MODEL_ROOM_A_TURN = 2 * (DBT_BODY_TURN_INPUTS + 3)
};

/* One step of dbt_model_frame_time on; t is the time after the step, from where it began.
 * Speeds stay within what training had; beyond the trained window they fade. */
void dbt_model_step(const dbt_model *model, double t, float *room, dbt_body_root *root,
                    dbt_body_turn *turns);

/* The fastest that a joint went in training, units/s in the world. */
double dbt_model_fastest(const dbt_model *model);

/* The step from the state before to this one again, at factor times its velocities. */
void dbt_model_slow_down(const dbt_model *model, double factor, const dbt_body_root *root_before,
                         const dbt_body_turn *turns_before, dbt_body_root *root,
                         dbt_body_turn *turns);

/* The change of velocities y[dbt_body_n_outputs] at inputs x, with the same room. */
void dbt_model_answer(const dbt_model *model, const float *x, float *room, float *y);

#endif
