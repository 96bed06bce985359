/* The output of `train --evaluate`. */
#ifndef DBT_TRAIN_EVALUATION_FORMAT_H
#define DBT_TRAIN_EVALUATION_FORMAT_H

#include "base/buffer.h"
#include "train/evaluate.h"

/* Writes a table, distances with three decimals. Sets out->failed if memory is lacking. */
void dbt_evaluation_text(const dbt_evaluation *e, dbt_buffer *out);

/* Writes one JSON object with the same values, nine digits each; null: a ratio without value. */
void dbt_evaluation_json(const dbt_evaluation *e, dbt_buffer *out);

/* The same for models of bridge-learned. */
void dbt_bridge_evaluation_text(const dbt_bridge_evaluation *evaluation, dbt_buffer *out);
void dbt_bridge_evaluation_json(const dbt_bridge_evaluation *evaluation, dbt_buffer *out);

#endif
