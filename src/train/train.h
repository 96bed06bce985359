/* Training for dead-learned: the network extrapolates from random frames of the clips, and AdamW
 * lowers the distance from the clips' later frames. The same clips, options and number of threads
 * result in the same weights, to the bit.
 *
 * The folder train knows clips, networks and their losses. It does not know sequences, plans or
 * files. */
#ifndef DBT_TRAIN_TRAIN_H
#define DBT_TRAIN_TRAIN_H

#include "train/training.h"
#include "train/rollout.h"

/* Trains a network and sets *trained. options->batch: at least descent.n_threads. Calls
 * options->descent.progress. Fails with
 *   DBT_E_FRAMES if no clip, or none of the clips held out (if there are any), is longer than the
 *                window and two frames;
 *   DBT_E_LIMIT  if it would take more than DBT_MAX_TRAIN_SIZE bytes, or if clips move by more than
 *                DBT_MAX_SCALE;
 *   DBT_E_NUMBER if training diverged.
 * Release with dbt_trained_release, unless it failed: trained is then zeroed. Borrows nothing. */
DBT_CHECK bool dbt_train(const dbt_body_clips *clips, const dbt_train_options *options,
                         dbt_trained *trained, dbt_error *err);

#endif
