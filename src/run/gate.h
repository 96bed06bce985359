/* Gate of --fail-if: conditions on metrics that decide a command's exit status. */
#ifndef DBT_RUN_GATE_H
#define DBT_RUN_GATE_H

#include "measure/metric_rows.h"
#include "run/gate_report.h"

/* A condition COLUMN>VALUE, or with >=, < or <=. */
typedef struct dbt_condition {
    dbt_metric metric;
    bool below;    /* fails if less than value, instead of greater */
    bool or_equal; /* also fails if equal */
    double value;
    const char *text; /* borrowed */
} dbt_condition;

/* Zero-initialise; release with dbt_gate_release. */
typedef struct dbt_gate {
    dbt_condition *conditions; /* stb_ds list */
    const char **joints;       /* stb_ds list of patterns; none: the row over all joints */
    bool *used;             /* stb_ds list: the pattern has matched a joint; empty before checks */
    size_t n_failed;        /* values that met a condition or are NAN */
    bool has_cuts;          /* cuts were checked */
    dbt_gate_report report; /* report of the failures, if its path is set */
} dbt_gate;

/* Appends a condition, COLUMN>NUMBER, or with >=, < or <=; text is borrowed. Fails with
 * DBT_E_PARAM, and appends nothing, if there is no such metric or operator, or the number is
 * missing or infinite.
 */
DBT_CHECK bool dbt_gate_add_condition(dbt_gate *gate, const char *text, dbt_error *err);

/* Returns whether the gate has a condition. */
static inline bool dbt_gate_is_set(const dbt_gate *gate)
{
    return gate->conditions != NULL;
}

/* Returns the first metric of a condition that is relative to the clips; NULL: none. */
const char *dbt_gate_needs_reference(const dbt_gate *gate);

/* Fails as dbt_skeleton_match if a pattern matches no joint of the skeleton, unless it is `\*`, the
 * row over all joints. Does not set gate->used. */
DBT_CHECK bool dbt_gate_check_joints(const dbt_gate *gate, const dbt_skeleton *skeleton,
                                     dbt_error *err);

/* Checks an stb_ds list of cuts, with values rounded to nine digits as in the CSV. Counts each
 * failing value (n_failed) and prints a line on standard error; NAN fails. Sets has_cuts and used.
 * Each cut becomes a case of the report, if it has a path. name: of the job; NULL: each cut's
 * sequence. file: for annotations; may be NULL. */
void dbt_gate_check(dbt_gate *gate, const char *name, const char *file, const dbt_cut_rows *cuts);

/* Ends the checks after the last cut. Fails with DBT_E_PARAM, without a file, if there are
 * conditions but no cut was checked, or if cuts were checked and a pattern of --joint matched no
 * joint of them.
 */
DBT_CHECK bool dbt_gate_finish(const dbt_gate *gate, dbt_error *err);

/* Appends the report, whose path must be set, to `out`. Call it after dbt_gate_finish. */
void dbt_gate_format(const dbt_gate *gate, dbt_buffer *out);

/* Frees the gate's lists and its report. Does not zero the gate. */
void dbt_gate_release(dbt_gate *gate);

#endif
