/* Training for bridge-learned: the network fills random gaps in the clips. The same clips, options
 * and number of threads give the same weights, to the bit. */
#ifndef DBT_TRAIN_TRAIN_BRIDGE_H
#define DBT_TRAIN_TRAIN_BRIDGE_H

#include "train/gap_loss.h"
#include "train/training.h"

/* Trains a network and sets *trained; its max_speed has no numbers. The clips must have 30 frames a
 * second, which is not checked. options->batch: at least descent.n_threads; options->window is not
 * read. Calls options->descent.progress. Fails with
 *   DBT_E_FRAMES if no clip has room for a gap of 3 frames, with the frames before and after it;
 *   DBT_E_FRAMES if clips are held out, but none of them has room for a gap of 5 frames;
 *   DBT_E_LIMIT  if it would take more than DBT_MAX_TRAIN_SIZE bytes, or if clips move by more than
 *                DBT_MAX_SCALE;
 *   DBT_E_NUMBER if training diverged.
 * Release with dbt_trained_release, unless it failed: trained is then zeroed. Borrows nothing. */
DBT_CHECK bool dbt_train_bridge(const dbt_pose_clips *clips, const dbt_train_options *options,
                                dbt_trained *trained, dbt_error *err);

#endif
