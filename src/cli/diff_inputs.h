/* The CSV files of one side of 'dbtool diff'. */
#ifndef DBT_CLI_DIFF_INPUTS_H
#define DBT_CLI_DIFF_INPUTS_H

#include "cli/fileio.h"

#include "core/diff_side.h"

/* Zero-initialise; release with cli_diff_inputs_release. */
typedef struct cli_diff_inputs {
    char **paths;         /* stb_ds list */
    cli_input *inputs;    /* stb_ds list, of as many as were read */
    dbt_diff_text *texts; /* stb_ds list, the same */
    long long newest;     /* when the last changed was, in seconds since 1970, UTC; 0:
                             none is a file of its own */
} cli_diff_inputs;

/* Reads the file called what, or standard input for "-"; all *.csv of the folder of
 * that name; or, where there is neither, the files that match it as a glob. The
 * files of a folder or a glob are in the order of their names. Fails with DBT_E_IO
 * or DBT_E_MEMORY; what was read stays to be released. */
DBT_CHECK bool cli_diff_inputs_read(cli_diff_inputs *inputs, const char *what, dbt_error *err);

/* Whether path is one of the files. */
bool cli_diff_inputs_has(const cli_diff_inputs *inputs, const char *path);

void cli_diff_inputs_release(cli_diff_inputs *inputs);

#endif
