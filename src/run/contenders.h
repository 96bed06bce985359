/* Contenders: what is compared at the cuts of a job, and the results. A contender is a method that
 * makes the cuts, or a finished file that any program made. */
#ifndef DBT_RUN_CONTENDERS_H
#define DBT_RUN_CONTENDERS_H

#include "host/output.h"
#include "run/work.h"

typedef struct dbt_contender {
    char *label;      /* owned: as the user wrote it; NULL: the job's own methods */
    const char *file; /* borrowed: path of the finished BVH file; NULL: the contender is a method */
    dbt_tuning tuning;  /* for all cuts, if there is a label. Of a file: a jump at each cut, which
                           only places the clips that the file is measured against */
    const dbt_job *job; /* borrowed; NULL at first */
    dbt_work work;
    double
        *cut_rows; /* [n_cuts][DBT_N_METRICS], rows over the joints asked for; NULL until it ran */
    const dbt_observer *observer; /* sees every frame; borrowed, NULL: none */
    char *kept;                   /* owned: path of its BVH; NULL: not kept */
    dbt_output *output;           /* writes that BVH; borrowed, NULL: none */
    dbt_error err;                /* if it failed */
    bool failed;
    double row[DBT_N_METRICS]; /* the row over the cuts asked for */
    size_t place;              /* its rank, from 1; contenders that tie share one */
    bool ties;                 /* another one has the same rank */
    double micros;             /* microseconds a frame, within the windows; NAN: not measured */
} dbt_contender;

void dbt_contenders_free(dbt_contender *list); /* an stb_ds list; NULL is fine */

#endif
