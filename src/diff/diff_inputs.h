/* Reads the CSV files of one side of 'dbtool diff' into memory. */
#ifndef DBT_DIFF_DIFF_INPUTS_H
#define DBT_DIFF_DIFF_INPUTS_H

#include "host/input.h"

/* The files of one side. Zero-initialise; release with dbt_diff_inputs_release. */
typedef struct dbt_diff_inputs {
    char **paths;          /* stb_ds list, owned */
    dbt_input *inputs;     /* stb_ds list: the files read so far, owned; borrow from paths */
    dbt_warnings warnings; /* about skipped files */
} dbt_diff_inputs;

/* Reads the inputs that `what` names: a file, standard input ("-"), all *.csv of a folder, or else
 * the files that match a glob. Files of a folder or glob are sorted by name. Sets all fields of
 * *inputs; `inputs` has one entry for each path, in its order. Does not look into the files. Fails
 * as dbt_list_files (DBT_E_IO if there are no files) and as dbt_input_read; release *inputs even
 * then. */
DBT_CHECK bool dbt_diff_inputs_read(dbt_diff_inputs *inputs, const char *what, dbt_error *err);

/* Fails as dbt_input_check: with DBT_E_IO if a file has changed since it was read. */
DBT_CHECK bool dbt_diff_inputs_check(const dbt_diff_inputs *inputs, dbt_error *err);

/* Frees the inputs and zeroes them. Safe twice. */
void dbt_diff_inputs_release(dbt_diff_inputs *inputs);

#endif
