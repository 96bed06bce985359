/* The rows of a comparison grouped by cut: all joints of one sequence, cut and, if it is part of
 * the key, method. For reports with one entry for each cut. */
#ifndef DBT_DIFF_DIFF_GROUPS_H
#define DBT_DIFF_DIFF_GROUPS_H

#include "diff/diff.h"

/* Rows have one number for both sides: the rows of OLD first, then the rows that only NEW has.
 * Release with dbt_diff_groups_release. */
typedef struct dbt_diff_groups {
    uint32_t *first; /* [n]: first row of each group, in order of first appearance */
    uint32_t *next;  /* [rows of both sides]: next row of the group, from 1; 0: none */
    size_t n;
    dbt_arena memory; /* of the arrays */
} dbt_diff_groups;

/* Fails with DBT_E_LIMIT where both sides together have more rows than 32 bits can count. */
DBT_CHECK bool dbt_diff_groups_init(dbt_diff_groups *groups, const dbt_diff *diff, dbt_error *err);

void dbt_diff_groups_release(dbt_diff_groups *groups);

/* The side of a row; *row becomes its number on that side. */
int dbt_diff_groups_side(const dbt_diff *diff, size_t *row);

#endif
