/* The rows of a comparison by cut: all joints of one sequence, cut and, where it is
 * part of the key, method. For reports that have one entry for each. */
#ifndef DBT_DIFF_DIFF_GROUPS_H
#define DBT_DIFF_DIFF_GROUPS_H

#include "diff/diff.h"

/* Rows by one number: those of OLD, then, after the last of them, those that only
 * NEW has. Release with dbt_diff_groups_release. */
typedef struct dbt_diff_groups {
    uint32_t *first; /* [n] first row of each, in the order in which they come up */
    uint32_t *next;  /* [rows of both sides] next row of the same group, from 1; 0: none */
    size_t n;
} dbt_diff_groups;

/* Fails with DBT_E_MEMORY, or DBT_E_LIMIT where both sides together have more rows
 * than 32 bits count. */
DBT_CHECK bool dbt_diff_groups_init(dbt_diff_groups *groups, const dbt_diff *diff, dbt_error *err);

void dbt_diff_groups_release(dbt_diff_groups *groups);

/* The side that the row is of; *row becomes its number there. */
int dbt_diff_groups_side(const dbt_diff *diff, size_t *row);

#endif
