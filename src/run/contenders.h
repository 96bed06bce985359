/* Methods that compete at the cuts of a job: each makes it, and what comes of it. */
#ifndef DBT_RUN_CONTENDERS_H
#define DBT_RUN_CONTENDERS_H

#include "host/output.h"
#include "run/work.h"

typedef struct dbt_contender {
    char *label;       /* owned: as the user wrote it; NULL: the job's own methods */
    dbt_tuning tuning; /* of all cuts, where there is a label */
    dbt_job *job;      /* owned; NULL until there is one. Its lists are another job's, but the
                        * segments where there is a label */
    dbt_work work;
    double *cut_rows;             /* [n_cuts][DBT_N_METRICS], over the joints asked for; NULL
                                   * until it ran */
    const dbt_observer *observer; /* of every frame; borrowed, NULL: none */
    char *kept;                   /* owned: path of its BVH; NULL: not kept */
    dbt_output *output;           /* of that; NULL: none */
    dbt_error err;                /* where it failed */
    bool failed;
    double row[DBT_N_METRICS]; /* of the cuts that were asked for, too */
    size_t place;              /* among the others, from 1; several that tie share theirs */
    bool ties;                 /* another one has the same place */
    double micros;             /* a frame of the windows; NAN: not measured */
} dbt_contender;

/* A contender that makes a job with its own methods; nothing of the job is copied but the
 * struct. */
dbt_contender dbt_contender_of(const dbt_job *job);

/* Gives a contender the job with its method at every cut. */
void dbt_contender_take_job(dbt_contender *contender, const dbt_job *job);

void dbt_contenders_free(dbt_contender *list); /* an stb_ds list; NULL is fine */

#endif
