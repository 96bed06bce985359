/* --fail-if: limits on figures that turn a command's status into a verdict. */
#ifndef DBT_CLI_GATE_H
#define DBT_CLI_GATE_H

#include "cli/cli.h"

#include "core/buffer.h"
#include "core/metric.h"
#include "core/skeleton.h"

/* COLUMN>VALUE and its like. */
typedef struct cli_condition {
    dbt_metric metric;
    bool below;    /* fails if less, not greater */
    bool or_equal; /* fails at the value itself, too */
    double value;
} cli_condition;

/* Zero-initialise; release with cli_gate_release. */
typedef struct cli_gate {
    cli_condition *conditions; /* stb_ds list */
    const char **joints;       /* stb_ds list of shell patterns; none: the row over all joints */
    bool *used;                /* stb_ds list: whether each has matched */
    size_t n_failed;           /* figures that a condition was true for, so far */
    size_t n_rows;             /* seen */
} cli_gate;

/* --fail-if --joint */
extern const cli_option cli_gate_options[];

/* Takes one option: 1 taken, 0 not one of these, -1 an error was printed. */
int cli_take_gate_option(cli_gate *gate, const cli_args *args, int id);

static inline bool cli_gate_is_set(const cli_gate *gate)
{
    return gate->conditions != NULL;
}

/* Once all options were taken; an error is printed. */
DBT_CHECK bool cli_gate_is_complete(const cli_gate *gate);

/* Whether a condition is on a figure that needs a reference. */
bool cli_gate_needs_reference(const cli_gate *gate);

/* Whether every pattern matches a joint, where the joints are known beforehand; fails
 * with DBT_E_PARAM. */
DBT_CHECK bool cli_gate_check_joints(const cli_gate *gate, const dbt_skeleton *skeleton,
                                     dbt_error *err);

/* Looks at metric rows, size bytes of CSV without a header, whole cuts, and prints a
 * line for each figure that fails. Fails with DBT_E_PARAM where a figure is empty. */
DBT_CHECK bool cli_gate_check(cli_gate *gate, const char *rows, size_t size, dbt_error *err);

/* After the last row: false with DBT_E_PARAM where there were rows and a pattern of
 * --joint matched none. */
DBT_CHECK bool cli_gate_finish(const cli_gate *gate, dbt_error *err);

/* Whether that is the rows of n_cuts cuts, every figure a finite number: a journal may
 * have been damaged. */
bool cli_rows_are_whole(const char *rows, size_t size, size_t n_cuts);

void cli_gate_release(cli_gate *gate);

#endif
