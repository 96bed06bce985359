/* Files that methods' settings name (trained models), each read once. */
#ifndef DBT_CLI_MODELS_H
#define DBT_CLI_MODELS_H

#include "core/error.h"
#include "core/method.h"

typedef struct cli_models cli_models;

/* Ends in the out-of-memory handler where there is no memory. */
cli_models *cli_models_new(void);
void cli_models_free(cli_models *models); /* NULL is fine */

/* Adds to a setting what is in the file that it names, if it names one; it lives as long as
 * models. From any thread. */
DBT_CHECK bool cli_models_load(cli_models *models, dbt_setting *setting, dbt_error *err);

/* Whether path is a file that was read. From any thread; NULL has read none. */
bool cli_models_read_from(cli_models *models, const char *path);

#endif
