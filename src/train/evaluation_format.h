/* What `train --evaluate` prints. */
#ifndef DBT_TRAIN_EVALUATION_FORMAT_H
#define DBT_TRAIN_EVALUATION_FORMAT_H

#include "base/buffer.h"
#include "train/evaluate.h"
#include "train/evaluate_bridge.h"

/* A table for people, distances with three decimals; no memory for it: out->failed. */
void dbt_evaluation_text(const dbt_evaluation *e, dbt_buffer *out);

/* One object with the same figures, nine digits each; null where a ratio has no value. */
void dbt_evaluation_json(const dbt_evaluation *e, dbt_buffer *out);

/* The same for models of bridge-learned. */
void dbt_bridge_evaluation_text(const dbt_bridge_evaluation *evaluation, dbt_buffer *out);
void dbt_bridge_evaluation_json(const dbt_bridge_evaluation *evaluation, dbt_buffer *out);

#endif
