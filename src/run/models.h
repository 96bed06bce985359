/* The files that methods' parameters name (trained models). Each is read once. */
#ifndef DBT_RUN_MODELS_H
#define DBT_RUN_MODELS_H

#include "base/error.h"
#include "method/tuning.h"

#include <stdint.h>

typedef struct dbt_models dbt_models;

/* Out of memory goes to the handler of base/mem.h. */
dbt_models *dbt_models_new(void);
void dbt_models_free(dbt_models *models); /* NULL is fine */

/* If a tuning names a file, reads it and adds its contents to the tuning, valid as long as models.
 * From any thread. */
DBT_CHECK bool dbt_models_load(dbt_models *models, dbt_tuning *tuning, dbt_error *err);

/* Fails if the file that a tuning names has changed since it was read; tuning NULL: if any file
 * has. models may be NULL: none were read. From any thread. */
DBT_CHECK bool dbt_models_check(dbt_models *models, const dbt_tuning *tuning, dbt_error *err);

/* dbt_digest_of a tuning's file, which must be loaded. From any thread. */
uint64_t dbt_models_hash(dbt_models *models, const dbt_tuning *tuning);

#endif
