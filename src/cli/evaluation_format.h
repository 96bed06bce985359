/* What `train --evaluate` prints. */
#ifndef DBT_CLI_EVALUATION_FORMAT_H
#define DBT_CLI_EVALUATION_FORMAT_H

#include "core/buffer.h"
#include "core/learn/evaluate.h"

/* A table for people, distances with three decimals; no memory for it: out->failed. */
void cli_evaluation_text(const dbt_evaluation *e, dbt_buffer *out);

/* One object with the same figures, nine digits each; null where a ratio has no value. */
void cli_evaluation_json(const dbt_evaluation *e, dbt_buffer *out);

#endif
