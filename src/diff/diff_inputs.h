/* Reads the .csv files of one side of 'dbtool diff'. */
#ifndef DBT_DIFF_DIFF_INPUTS_H
#define DBT_DIFF_DIFF_INPUTS_H

#include "diff/diff_side.h"
#include "host/input.h"

/* Zero-initialise; release with dbt_diff_inputs_release. */
typedef struct dbt_diff_inputs {
    char **paths;         /* stb_ds list */
    dbt_input *inputs;    /* stb_ds list of those read so far */
    dbt_diff_text *texts; /* stb_ds list of those read so far */
    long long newest; /* last change of the newest file, in seconds since 1970, UTC; 0: no input is
                         a file */
    dbt_warnings warnings; /* of files that are left out */
} dbt_diff_inputs;

/* Reads what `what` names: a file, standard input ("-"), or all *.csv of a folder. If it is neither
 * file nor folder, reads the files that match it as a glob. Files of a folder or glob come in order
 * of their names. Fails with DBT_E_IO; release the inputs even then. */
DBT_CHECK bool dbt_diff_inputs_read(dbt_diff_inputs *inputs, const char *what, dbt_error *err);

/* Fails where a file has changed since it was read. */
DBT_CHECK bool dbt_diff_inputs_check(const dbt_diff_inputs *inputs, dbt_error *err);

void dbt_diff_inputs_release(dbt_diff_inputs *inputs);

#endif
