#include "run/contenders.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

static dbt_job *copy_job(const dbt_job *job)
{
    dbt_job *copy = dbt_list_realloc(NULL, sizeof *copy);
    *copy = *job;
    return copy;
}

dbt_contender dbt_contender_of(const dbt_job *job)
{
    return (dbt_contender){ .job = copy_job(job), .micros = NAN };
}

void dbt_contender_take_job(dbt_contender *contender, const dbt_job *job)
{
    const size_t n = (size_t)job->sequence.n_segments;
    contender->job = copy_job(job);
    dbt_segment *segments = dbt_list_realloc(NULL, n * sizeof *segments);
    memcpy(segments, job->sequence.segments, n * sizeof *segments);
    for (size_t i = 0; i < n; i++)
        segments[i].tuning = contender->tuning;
    contender->job->sequence.segments = segments;
}

void dbt_contenders_free(dbt_contender *list)
{
    for (ptrdiff_t i = 0; i < arrlen(list); i++) {
        dbt_contender *m = &list[i];
        dbt_work_close(&m->work);
        dbt_free(m->cut_rows);
        if (m->job && m->label)
            dbt_free(m->job->sequence.segments);
        dbt_free(m->job);
        dbt_free(m->kept);
        dbt_free(m->label);
    }
    arrfree(list);
}
