/* Files that methods' settings name (trained models), each read once. */
#ifndef DBT_RUN_MODELS_H
#define DBT_RUN_MODELS_H

#include "base/error.h"
#include "method/tuning.h"

#include <stdint.h>

typedef struct dbt_models dbt_models;

/* Ends in the out-of-memory handler where there is no memory. */
dbt_models *dbt_models_new(void);
void dbt_models_free(dbt_models *models); /* NULL is fine */

/* Adds to a tuning what is in the file that it names, if it names one; it lives as long as
 * models. From any thread. */
DBT_CHECK bool dbt_models_load(dbt_models *models, dbt_tuning *tuning, dbt_error *err);

/* Fails where the file that a tuning names (NULL: any file) has changed since it was read.
 * From any thread; NULL models have read none. */
DBT_CHECK bool dbt_models_check(dbt_models *models, const dbt_tuning *tuning, dbt_error *err);

/* dbt_digest_of the file that a tuning names, which was loaded. From any thread. */
uint64_t dbt_models_hash(dbt_models *models, const dbt_tuning *tuning);

#endif
