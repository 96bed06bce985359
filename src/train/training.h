/* What the training of every network shares: options, the result, random places in clips, and the
 * parts of a batch. */
#ifndef DBT_TRAIN_TRAINING_H
#define DBT_TRAIN_TRAINING_H

#include "net/scales.h"
#include "train/body.h"
#include "train/descent.h"
#include "train/matrix.h"

typedef struct dbt_train_options {
    int n_hidden, n_layers; /* units a hidden layer; hidden layers */
    double
        window; /* dead-learned: seconds of extrapolation, rounded to frames, at least one frame */
    int batch;  /* samples, or gaps, an iteration */
    uint64_t seed;
    dbt_descent_options descent;
} dbt_train_options;

/* The result of training. Release with dbt_trained_release. */
typedef struct dbt_trained {
    dbt_network net;
    dbt_scales scales;
    dbt_real *weights;
    double *max_speed; /* dead-learned: [2 + n_turns] highest speeds in training: of the motion root
                          (units/s), of each turning joint (rad/s), and of any joint in the world
                          (units/s), which is at most 1.1 times the speed that one step in a
                          thousand exceeds */
    dbt_arena memory;  /* of the arrays */
} dbt_trained;

/* Sets the network's layers from its inputs to its outputs; not its context. */
void dbt_trained_size(dbt_trained *trained, int n_in, const dbt_train_options *options, int n_out);

/* Makes room for n_in scales and n_speeds highest speeds, all 0, and for the weights of the
 * network. */
void dbt_trained_init(dbt_trained *trained, int n_in, int n_speeds);

/* Sets the scales to the means and standard deviations of n inputs, from their sums and the sums of
 * their squares, [n_in] each. Raises small deviations, so that inputs that hardly vary are not
 * blown up: the least is a tenth of the root mean square of the input's kind, which is below
 * DBT_INPUT_KINDS; 1 instead of 0. */
enum { DBT_INPUT_KINDS = 16 };
void dbt_scales_set(dbt_scales *scales, int n_in, const double *sums, const double *squares,
                    double n, int (*kind_of)(int input));

/* Fails with DBT_E_LIMIT if a model file cannot hold the scales, or the first n_speeds highest
 * speeds. */
DBT_CHECK bool dbt_trained_check(const dbt_trained *trained, int n_in, int n_speeds,
                                 dbt_error *err);
void dbt_trained_release(dbt_trained *trained);

/* Fails with DBT_E_LIMIT if training takes more than DBT_MAX_TRAIN_SIZE bytes: a process that uses
 * too much memory is killed without a message. options: those that lower it. */
DBT_CHECK bool dbt_train_check_size(double size, const char *options, dbt_error *err);

/* The places of clips at which a sample can begin: it needs n_before frames before it, and some
 * after it. */
typedef struct dbt_places {
    const dbt_body *body; /* borrowed; its clips to train on */
    size_t n_before;
    size_t *starts; /* [n_train + 1] the number of places in all earlier clips */
} dbt_places;

/* The number of places in a clip for a sample that takes n_frames of it, those before it included.
 */
size_t dbt_places_in(const dbt_body *body, int clip, size_t n_frames);

/* starts is in memory, which the caller checks. */
void dbt_places_init(dbt_places *places, dbt_arena *memory, const dbt_body *body, size_t n_before);
/* Sets how many frames a sample takes, those before it included. */
void dbt_places_set(dbt_places *places, size_t n_frames);
/* A random place, as a frame counted over all clips; some clip must be long enough. Writes its
 * clip. */
size_t dbt_places_draw(const dbt_places *places, uint64_t *rng, int *clip);

/* The frames of the longest of the clips [begin, end). */
size_t dbt_longest_clip(const dbt_body *body, int begin, int end);

/* Thins out a list of n elements of a size evenly, so that measuring them stays a small part of the
 * work. Returns how many are left, at most `most`. */
size_t dbt_thin_out(void *list, size_t n, size_t size, size_t most);

/* The samples [begin, end) of a batch that one of the descent's threads gets. */
void dbt_batch_part(const dbt_train_options *options, int part, int *begin, int *end);

#endif
