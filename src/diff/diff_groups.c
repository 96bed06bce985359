#include "diff/diff_groups.h"

#include "base/mem.h"

#include <string.h>

int dbt_diff_groups_side(const dbt_diff *diff, size_t *row)
{
    const size_t n_old = diff->sides[DBT_OLD].n_rows;
    if (*row < n_old)
        return DBT_OLD;
    *row -= n_old;
    return DBT_NEW;
}

/* The key of a row of either side. Equal rows have equal keys on both. */
static dbt_diff_key key_of(const dbt_diff *diff, size_t row, int which)
{
    const int side = dbt_diff_groups_side(diff, &row);
    return dbt_diff_row_key(&diff->sides[side], row, which);
}

/* Adds a row to its group, the last of which is last[group], or to a new one. */
static void add_row(dbt_diff_groups *groups, const dbt_diff *diff, size_t row, dbt_table *table,
                    uint32_t *last)
{
    const dbt_diff_key key = key_of(diff, row, 0);
    const size_t n = (size_t)(key.joint - key.sequence);
    uint32_t hash = (uint32_t)dbt_hash(key.sequence, n);
    if (diff->by_method)
        hash = hash * 31 + (uint32_t)dbt_hash(key.method, strlen(key.method));
    size_t at = hash;
    for (size_t group; (group = dbt_table_next(table, hash, &at)) > 0;) {
        const dbt_diff_key other = key_of(diff, groups->first[group - 1], 1);
        if (n != (size_t)(other.joint - other.sequence) ||
            memcmp(key.sequence, other.sequence, n) != 0 ||
            (diff->by_method && strcmp(key.method, other.method) != 0))
            continue;
        groups->next[last[group - 1]] = (uint32_t)row + 1;
        last[group - 1] = (uint32_t)row;
        return;
    }
    groups->first[groups->n] = last[groups->n] = (uint32_t)row;
    dbt_table_add(table, hash, (uint32_t)++groups->n);
}

bool dbt_diff_groups_init(dbt_diff_groups *groups, const dbt_diff *diff, dbt_error *err)
{
    const size_t n_old = diff->sides[DBT_OLD].n_rows, n = n_old + diff->sides[DBT_NEW].n_rows;
    *groups = (dbt_diff_groups){ .n = 0 };
    if (n >= UINT32_MAX)
        return dbt_fail(err, DBT_E_LIMIT, "more than 4294967294 rows on both sides together");
    dbt_table table = { .n = 0 };
    uint32_t *last = dbt_arena_array(&groups->memory, n, sizeof *last);
    groups->first = dbt_arena_array(&groups->memory, n, sizeof *groups->first);
    groups->next = dbt_arena_array(&groups->memory, n, sizeof *groups->next);
    for (size_t row = 0; row < n; row++)
        if (row < n_old || !diff->taken[row - n_old]) {
            add_row(groups, diff, row, &table, last);
        }
    dbt_table_release(&table);
    return true;
}

void dbt_diff_groups_release(dbt_diff_groups *groups)
{
    dbt_arena_release(&groups->memory);
    *groups = (dbt_diff_groups){ .n = 0 };
}
