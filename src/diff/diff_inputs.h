/* The CSV files of one side of 'dbtool diff'. */
#ifndef DBT_DIFF_DIFF_INPUTS_H
#define DBT_DIFF_DIFF_INPUTS_H

#include "diff/diff_side.h"
#include "host/input.h"

/* Zero-initialise; release with dbt_diff_inputs_release. */
typedef struct dbt_diff_inputs {
    char **paths;         /* stb_ds list */
    dbt_input *inputs;    /* stb_ds list, of as many as were read */
    dbt_diff_text *texts; /* stb_ds list, the same */
    long long newest;     /* when the last changed was, in seconds since 1970, UTC; 0:
                             none is a file of its own */
} dbt_diff_inputs;

/* Reads the file called what, or standard input for "-"; all *.csv of the folder of
 * that name; or, where there is neither, the files that match it as a glob. The
 * files of a folder or a glob are in the order of their names. Fails with DBT_E_IO
 * or DBT_E_MEMORY; what was read stays to be released. */
DBT_CHECK bool dbt_diff_inputs_read(dbt_diff_inputs *inputs, const char *what, dbt_error *err);

/* Fails where a file has changed since it was read. */
DBT_CHECK bool dbt_diff_inputs_check(const dbt_diff_inputs *inputs, dbt_error *err);

void dbt_diff_inputs_release(dbt_diff_inputs *inputs);

#endif
