/* Finds outputs of a batch that clash: a file that is written twice, or that is an input under any
 * name. */
#ifndef DBT_RUN_OUTPUT_CLASHES_H
#define DBT_RUN_OUTPUT_CLASHES_H

#include "base/names.h"
#include "host/place.h"
#include "job/job.h"

/* The files seen so far. Zero-initialise; release with dbt_clashes_release. Add all outputs before
 * the first input. */
typedef struct dbt_clashes {
    dbt_names outputs;     /* writers of outputs, by resolved path */
    dbt_names temporaries; /* the same by the paths of their temporaries; made for the first input
                              of such a name */
    dbt_names replaced;    /* writers that replace or remove a file, by device and inode */
    dbt_names inputs;      /* by path as written: many jobs use the same files */
    char **strings;        /* stb_ds list: the keys of the tables above */
    bool found;            /* a clash; it was printed */
} dbt_clashes;

void dbt_clashes_release(dbt_clashes *clashes);

/* Adds the output of an option such as --metrics, or where that is NULL, of a job of that name. */
void dbt_clashes_add_output(dbt_clashes *clashes, const char *path, const char *option,
                            const char *job);

/* Add an input: the file of a path as it was opened, or all that a job reads. No output may replace
 * it from then on (host/output.h). */
void dbt_clashes_add_input(dbt_clashes *clashes, const char *path, dbt_file_id id);
void dbt_clashes_add_inputs(dbt_clashes *clashes, const dbt_job *job);

#endif
