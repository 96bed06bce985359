/* What the training of every network shares: options, the result, random starts in clips, and the
 * slices of a batch. */
#ifndef DBT_TRAIN_TRAINING_H
#define DBT_TRAIN_TRAINING_H

#include "net/scales.h"
#include "train/body.h"
#include "train/descent.h"
#include "train/matrix.h"

/* The user's options of training. */
typedef struct dbt_train_options {
    int n_hidden, n_layers; /* units a hidden layer; hidden layers */
    double
        window; /* dead-learned: seconds of extrapolation, rounded to frames, at least one frame */
    int batch;  /* samples, or gaps, an iteration; at least descent.n_threads */
    uint64_t seed;
    dbt_descent_options descent;
} dbt_train_options;

/* The result of training. Release with dbt_trained_release. */
typedef struct dbt_trained {
    dbt_network net;
    dbt_scales scales;
    dbt_real *weights;
    /* dead-learned: [2 + n_rotating] the highest speeds in training, of the motion root (units/s),
     * of each rotating joint (rad/s), of any joint in the world (units/s). The last one is at most
     * 1.1 times the speed that one step in a thousand exceeds. */
    double *max_speed;
    dbt_arena memory; /* owns the arrays, also those of scales */
} dbt_trained;

/* Sets n_layers and sizes of trained->net from its n_in inputs to its n_out outputs; not its
 * context. */
void dbt_trained_size(dbt_trained *trained, int n_in, const dbt_train_options *options, int n_out);

/* Allocates the means and scales, the highest speeds and the network's weights, all 0, in
 * trained->memory. trained->net must be set. */
void dbt_trained_init(dbt_trained *trained);

enum { DBT_INPUT_KINDS = 16 };

/* Sets scales->mean and scales->scale to the means and standard deviations of n_in inputs over n
 * samples, from their sums and the sums of their squares, [n_in] each. Leaves out_scale. Raises
 * small deviations to a tenth of the root mean square over the inputs of a kind, so that inputs
 * that hardly vary are not blown up. A deviation up to 1e-12 becomes 1. kind_of: returns an input's
 * kind, below DBT_INPUT_KINDS. */
void dbt_scales_set(dbt_scales *scales, int n_in, const double *sums, const double *squares,
                    double n, int (*kind_of)(int input));

/* Fails with DBT_E_LIMIT if a mean or scale of an input, the scale of the first output, or a
 * highest speed reaches DBT_MAX_SCALE: a model file cannot hold it. */
DBT_CHECK bool dbt_trained_check(const dbt_trained *trained, dbt_error *err);

/* Frees the arrays and zeroes *trained. Accepts a zeroed one. */
void dbt_trained_release(dbt_trained *trained);

/* Fails with DBT_E_LIMIT if a batch of n_rows frames takes more than about DBT_MAX_TRAIN_SIZE
 * bytes: a process that uses too much memory is killed without a message. options: the options that
 * lower the size, for the message. */
DBT_CHECK bool dbt_train_check_size(const dbt_network *net, double n_rows, const char *options,
                                    dbt_error *err);

/* The frames at which a sample can begin: n_before or more frames of its clip are before such a
 * frame. In what follows n_frames is how many frames a sample needs before and after that frame. */
typedef struct dbt_starts {
    const dbt_body *body; /* borrowed; its clips to train on */
    size_t n_before;
    size_t *starts; /* [n_train + 1] the number of starts in all earlier clips */
} dbt_starts;

/* Sets up *starts with an array in `memory`; borrows body. */
void dbt_starts_init(dbt_starts *starts, dbt_arena *memory, const dbt_body *body, size_t n_before);

/* Counts the starts for samples of n_frames: sets starts->starts. */
void dbt_starts_set(dbt_starts *starts, size_t n_frames);

/* Returns a random start of those that dbt_starts_set counted last, each as probable. Advances
 * *rng. At least one start must exist. */
dbt_sample dbt_starts_draw(const dbt_starts *starts, uint64_t *rng);

/* Returns the starts for samples of n_frames in the clips held out, with n_before frames before
 * them: every stride-th of each clip, thinned out evenly to `max`. An stb_ds list that the caller
 * frees; NULL if there is none. */
dbt_sample *dbt_list_holdout(const dbt_body *body, size_t n_before, size_t n_frames, size_t stride,
                             size_t max);

/* Returns the number of frames of the longest of the clips [begin, end); 0 if there is none. */
size_t dbt_longest_clip(const dbt_body *body, int begin, int end);

/* Returns the first sample of a batch that is in a slice (from 0 to descent.n_threads - 1); for
 * n_threads the number of all samples. */
int dbt_slice_begin(const dbt_train_options *options, int slice);

#endif
