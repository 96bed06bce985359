/* --fail-if: limits on figures that turn a command's status into a verdict. */
#ifndef DBT_RUN_GATE_H
#define DBT_RUN_GATE_H

#include "base/buffer.h"
#include "bvh/skeleton.h"
#include "measure/metric.h"
#include "run/gate_report.h"

/* COLUMN>VALUE and its like. */
typedef struct dbt_condition {
    dbt_metric metric;
    bool below;    /* fails if less, not greater */
    bool or_equal; /* fails at the value itself, too */
    double value;
    const char *text; /* borrowed */
} dbt_condition;

/* Zero-initialise; release with dbt_gate_release. */
typedef struct dbt_gate {
    dbt_condition *conditions; /* stb_ds list */
    const char **joints;       /* stb_ds list of shell patterns; none: the row over all joints */
    bool *used;                /* stb_ds list: whether each has matched */
    size_t n_failed;           /* figures that a condition was true for, so far */
    size_t n_rows;             /* seen */
    dbt_gate_report report;    /* of them, where its path is set */
} dbt_gate;

/* Reads COLUMN>NUMBER onto the list; text is borrowed. Fails with DBT_E_PARAM. */
DBT_CHECK bool dbt_gate_add_condition(dbt_gate *gate, const char *text, dbt_error *err);

/* A pattern of joints to look at. */
void dbt_gate_add_joint(dbt_gate *gate, const char *pattern);

static inline bool dbt_gate_is_set(const dbt_gate *gate)
{
    return gate->conditions != NULL;
}

/* Whether a condition is on a figure that needs a reference. */
bool dbt_gate_needs_reference(const dbt_gate *gate);

/* Whether every pattern matches a joint, where the joints are known beforehand; fails
 * with DBT_E_PARAM. */
DBT_CHECK bool dbt_gate_check_joints(const dbt_gate *gate, const dbt_skeleton *skeleton,
                                     dbt_error *err);

/* Looks at metric rows, size bytes of CSV without a header, whole cuts, and prints a
 * line for each figure that fails. Fails with DBT_E_PARAM where a figure is empty. */
DBT_CHECK bool dbt_gate_check(dbt_gate *gate, const char *rows, size_t size, dbt_error *err);

/* After the last row: false with DBT_E_PARAM where there were rows and a pattern of
 * --joint matched none. */
DBT_CHECK bool dbt_gate_finish(const dbt_gate *gate, dbt_error *err);

/* The report, after dbt_gate_finish. Fails with DBT_E_MEMORY. */
DBT_CHECK bool dbt_gate_format(const dbt_gate *gate, dbt_buffer *out, dbt_error *err);

/* Whether that is the rows of n_cuts cuts, every figure a finite number: a journal may
 * have been damaged. */
bool dbt_rows_are_whole(const char *rows, size_t size, size_t n_cuts);

void dbt_gate_release(dbt_gate *gate);

#endif
