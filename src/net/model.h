/* A trained network, of dead-learned or of bridge-learned: read from the bytes of a file
 * (safetensors), matched to a skeleton, evaluated.
 *
 * The folder net knows networks, their file format and the poses that they read and return. It does
 * not know training, clips or cuts. */
#ifndef DBT_NET_MODEL_H
#define DBT_NET_MODEL_H

#include "base/arena.h"
#include "bvh/skeleton.h"
#include "net/body_state.h"
#include "net/bridge.h"
#include "net/network.h"
#include "net/scales.h"

/* A layer's weights are stored in strips: DBT_STRIP outputs at a time, input after input. The sums
 * of one strip fit in the processor's registers. */
enum { DBT_STRIP = 32 };

/* A layer of weights, padded with zeros to whole strips. */
typedef struct dbt_model_layer {
    int n_in, n_out;
    float *strips; /* [strips][n_in][DBT_STRIP] */
    float *bias;   /* [strips][DBT_STRIP] */
} dbt_model_layer;

/* Constant after dbt_model_read. */
typedef struct dbt_model {
    const char *file;  /* borrowed */
    bool bridges;      /* for bridge-learned; false: for dead-learned */
    double frame_time; /* seconds, of the clips in training */
    double window;     /* seconds; 0 for bridge-learned */
    double size;       /* units: dbt_model_size_of the skeleton in training */
    int up;            /* 0 x, 1 y, 2 z */
    int n_joints, n_rotating;
    char **names;  /* [n_joints] */
    int *parents;  /* [n_joints] */
    int *rotating; /* [n_rotating] joints, the motion root first */
    dbt_network net;
    dbt_model_layer layers[DBT_MAX_LAYERS];
    dbt_model_layer context; /* of bridge-learned: the context's weights in the first layer */
    dbt_scales scales;
    float *max_speed; /* of dead-learned, [2 + n_rotating]: maximum speeds of the motion root
                         (units/s), of each rotating joint (rad/s), of any joint in the world
                         (units/s); of bridge-learned NULL */
    dbt_arena memory; /* of all arrays */
} dbt_model;

/* Reads a model's file, bytes[size], and checks everything in it; borrows only the name `file`, for
 * messages. Free the result with dbt_model_free, which accepts NULL. Fails, and returns NULL: as
 * dbt_tensors_read; with DBT_E_FORMAT if metadata or arrays are not those of a model; with
 * DBT_E_SYNTAX at malformed JSON in the metadata; with DBT_E_NUMBER at a number out of its range.
 */
dbt_model *dbt_model_read(const char *bytes, size_t size, const char *file, dbt_error *err);
void dbt_model_free(dbt_model *model);

/* Returns the name of the model's method: "dead-learned" or "bridge-learned". */
const char *dbt_model_method(const dbt_model *model);

/* Checks that the model was trained on joints with the skeleton's names and parents, in any order.
 * Otherwise fails with DBT_E_SKELETON and names the first joint that differs. Fails with it, too,
 * if the skeleton is less than half or more than twice as large (dbt_model_size_of), unless either
 * size is 0. Sets map[n_rotating] to the skeleton's index of each rotating joint, the motion root
 * first; map may be NULL. A failure leaves map as it was. */
DBT_CHECK bool dbt_model_fits(const dbt_model *model, const dbt_skeleton *skeleton, int *map,
                              dbt_error *err);

/* Checks that the model is for the method (name as from dbt_model_method), was trained with this up
 * axis (0 x, 1 y, 2 z), and fits the skeleton. Fails with DBT_E_PARAM, or as dbt_model_fits. */
DBT_CHECK bool dbt_model_serves(const dbt_model *model, const char *method,
                                const dbt_skeleton *skeleton, int up, dbt_error *err);

/* ---- dead-learned ---- */

/* Floats of scratch that a step needs: DBT_MODEL_SCRATCH, plus DBT_MODEL_SCRATCH_PER_JOINT for each
 * rotating joint. */
enum {
    DBT_MODEL_SCRATCH = 2 * (DBT_BODY_ROOT_INPUTS + 3) + 32 + 2 * DBT_MAX_HIDDEN,
    DBT_MODEL_SCRATCH_PER_JOINT = 2 * (DBT_BODY_JOINT_INPUTS + 3)
};

/* Advances the state, *root and joints[n_rotating], by a step of the model's frame_time. t: seconds
 * from the start of the extrapolation to the end of the step. The motion root's speed and each
 * joint's angular speed are limited to the model's max_speed. If t is after the model's window,
 * they also halve every 0.25 s. The changes of velocity become the new velocities minus the old
 * ones. scratch: DBT_MODEL_SCRATCH floats and DBT_MODEL_SCRATCH_PER_JOINT for each rotating joint.
 * model: for dead-learned, here and in the next two functions. */
void dbt_model_step(const dbt_model *model, double t, float *scratch, dbt_body_root *root,
                    dbt_body_joint *joints);

/* Slows down a step. root, joints: in, the state after the step; out, the state with these
 * velocities times factor, moved with them for one frame (the model's frame_time) from the state
 * before the step, root_before and joints_before. Sets the changes of velocity to the new
 * velocities minus those before the step. */
void dbt_model_slow_down(const dbt_model *model, double factor, const dbt_body_root *root_before,
                         const dbt_body_joint *joints_before, dbt_body_root *root,
                         dbt_body_joint *joints);

/* Evaluates the network: sets y[dbt_body_n_outputs] to the change of velocities (units/s, rad/s, as
 * dbt_scales_change) at inputs x[dbt_body_n_inputs], not normalised. scratch: as for
 * dbt_model_step. A change that is not finite becomes 0. */
void dbt_model_answer(const dbt_model *model, const float *x, float *scratch, float *y);

/* ---- bridge-learned ---- */

/* Floats of scratch that each of the two functions below needs: the first number, plus the second
 * for each rotating joint. */
enum {
    DBT_MODEL_BRIDGE_SCRATCH = 64 + 2 * DBT_MAX_HIDDEN,
    DBT_MODEL_BRIDGE_SCRATCH_PER_JOINT = DBT_BRIDGE_JOINT_INPUTS
};

/* Sets sums[DBT_MAX_HIDDEN] to the first layer's biases plus its sums over the context, which are
 * constant over a gap. x[dbt_bridge_n_context]: from dbt_bridge_encode. model: for bridge-learned,
 * here and below. */
void dbt_model_bridge_begin(const dbt_model *model, const float *x, float *scratch, float *sums);

/* Sets y[dbt_body_n_outputs] to the network's outputs (units, radians) at t seconds in a gap of
 * `gap` seconds, not yet times dbt_bridge_window. Each is clamped to 32 times its output scale; one
 * that is not finite becomes 0. sums: from dbt_model_bridge_begin. scratch:
 * DBT_MODEL_BRIDGE_SCRATCH floats and DBT_MODEL_BRIDGE_SCRATCH_PER_JOINT for each rotating joint.
 */
void dbt_model_bridge_answer(const dbt_model *model, const float *sums, double gap, double t,
                             float *scratch, float *y);

#endif
