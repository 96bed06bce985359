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
 * context and not `residual`. */
void dbt_trained_size(dbt_trained *trained, int n_in, const dbt_train_options *options, int n_out);

/* Allocates n_in input means and scales, n_speeds highest speeds, the output scales and the
 * network's weights, all 0, in trained->memory. trained->net must be set. */
void dbt_trained_init(dbt_trained *trained, int n_in, int n_speeds);

enum { DBT_INPUT_KINDS = 16 };

/* Sets scales->mean and scales->scale to the means and standard deviations of n_in inputs over n
 * samples, from their sums and the sums of their squares, [n_in] each. Leaves out_scale. Raises
 * small deviations to a tenth of the root mean square over the inputs of a kind, so that inputs
 * that hardly vary are not blown up. A deviation up to 1e-12 becomes 1. kind_of: returns an input's
 * kind, below DBT_INPUT_KINDS. */
void dbt_scales_set(dbt_scales *scales, int n_in, const double *sums, const double *squares,
                    double n, int (*kind_of)(int input));

/* Fails with DBT_E_LIMIT if a mean or scale of the first n_in inputs, the scale of the first
 * output, or one of the first n_speeds highest speeds reaches DBT_MAX_SCALE: a model file cannot
 * hold it. */
DBT_CHECK bool dbt_trained_check(const dbt_trained *trained, int n_in, int n_speeds,
                                 dbt_error *err);

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

/* Returns the number of starts in a clip for a sample of n_frames: 0 if the clip has no more than
 * n_frames frames. */
size_t dbt_n_starts(const dbt_body *body, int clip, size_t n_frames);

/* Sets up *starts with an array in `memory`; borrows body. */
void dbt_starts_init(dbt_starts *starts, dbt_arena *memory, const dbt_body *body, size_t n_before);

/* Counts the starts for samples of n_frames: sets starts->starts. */
void dbt_starts_set(dbt_starts *starts, size_t n_frames);

/* Returns a random start of those that dbt_starts_set counted last, each as probable, as a frame
 * counted over all clips, and sets *clip to its clip. Advances *rng. At least one start must exist.
 */
size_t dbt_starts_draw(const dbt_starts *starts, uint64_t *rng, int *clip);

/* Returns the number of frames of the longest of the clips [begin, end); 0 if there is none. */
size_t dbt_longest_clip(const dbt_body *body, int begin, int end);

/* Thins out a list of n elements of `size` bytes evenly, in order; up to max elements stay as they
 * are. Returns how many remain. */
size_t dbt_thin_out(void *list, size_t n, size_t size, size_t max);

/* Sets *begin and *end to the samples [begin, end) of a batch that one slice (from 0 to
 * descent.n_threads - 1) has. */
void dbt_batch_slice(const dbt_train_options *options, int slice, int *begin, int *end);

#endif
