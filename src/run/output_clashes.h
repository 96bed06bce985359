/* Detects outputs of a batch that clash: a file that is written twice, or is an input under any
 * name. */
#ifndef DBT_RUN_OUTPUT_CLASHES_H
#define DBT_RUN_OUTPUT_CLASHES_H

#include "base/name_table.h"
#include "host/file_identity.h"
#include "job/job.h"

/* The files added so far. Zero-initialise; release with dbt_clashes_release. Add all outputs before
 * the first input. */
typedef struct dbt_clashes {
    dbt_names outputs;  /* resolved path of an output to its writer, "--metrics" or "job 'a'" */
    dbt_names replaced; /* device and inode of a replaced or removed file to its writer */
    dbt_names inputs;   /* paths as written, because many jobs use the same files */
    bool found;         /* a clash was found and printed */
} dbt_clashes;

/* Frees the tables. Does not reset `found`. */
void dbt_clashes_release(dbt_clashes *clashes);

/* Adds the output of an option such as --metrics, or of a job of that name if option is NULL. job:
 * may be NULL if there is an option. Copies the texts. If an output has this file, or path has the
 * form of a temporary name, prints that as an error, sets clashes->found, and does not add it.
 * Ignores devices. */
void dbt_clashes_add_output(dbt_clashes *clashes, const char *path, const char *option,
                            const char *job);

/* Checks an input, whose path is not stored. Prints a clash if an output added before would
 * overwrite it, and sets clashes->found. From then on no output may replace it (host/output.h). id:
 * of the file that was opened; all 0: a pipe or a device, of which only the path counts. */
void dbt_clashes_add_input(dbt_clashes *clashes, const char *path, dbt_file_id id);

/* Adds all files that a job reads, except standard input, and borrows their paths. */
void dbt_clashes_add_inputs(dbt_clashes *clashes, const dbt_job *job);

#endif
