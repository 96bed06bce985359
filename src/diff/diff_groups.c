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

/* Scratch for finding the groups. */
typedef struct grouping {
    const dbt_diff *diff;
    dbt_diff_groups *groups;
    dbt_table table; /* groups by key without joint */
    uint32_t *last;  /* [groups]: last row of each */
    dbt_buffer scratch[2];
} grouping;

static bool key_of(grouping *g, size_t row, int scratch, dbt_diff_key *key)
{
    const int side = dbt_diff_groups_side(g->diff, &row);
    return dbt_diff_row_key(&g->diff->sides[side], row, &g->scratch[scratch], key);
}

static bool is_same_cut(const dbt_diff_key *a, const dbt_diff_key *b, bool by_method)
{
    const size_t n = (size_t)(a->joint - a->sequence);
    return n == (size_t)(b->joint - b->sequence) && memcmp(a->sequence, b->sequence, n) == 0 &&
           (!by_method || strcmp(a->method, b->method) == 0);
}

static bool add_row(grouping *g, size_t row)
{
    dbt_diff_key key, other;
    const bool by_method = g->diff->by_method;
    if (!key_of(g, row, 0, &key))
        return false;
    const dbt_diff_side *side = &g->diff->sides[DBT_OLD]; /* a key is the same on both sides */
    uint32_t hash = dbt_diff_hash(side, key.sequence, (size_t)(key.joint - key.sequence));
    if (by_method)
        hash = hash * 31 + dbt_diff_hash(side, key.method, strlen(key.method));
    size_t at = hash;
    for (size_t group; (group = dbt_table_next(&g->table, hash, &at)) > 0;) {
        if (!key_of(g, g->groups->first[group - 1], 1, &other))
            return false;
        if (!is_same_cut(&key, &other, by_method))
            continue;
        g->groups->next[g->last[group - 1]] = (uint32_t)row + 1;
        g->last[group - 1] = (uint32_t)row;
        return true;
    }
    g->groups->first[g->groups->n] = g->last[g->groups->n] = (uint32_t)row;
    return dbt_table_add(&g->table, hash, (uint32_t)++g->groups->n);
}

static bool add_rows(grouping *g)
{
    const size_t n_old = g->diff->sides[DBT_OLD].n_rows, n_new = g->diff->sides[DBT_NEW].n_rows;
    bool ok = true;
    for (size_t row = 0; ok && row < n_old; row++)
        ok = add_row(g, row);
    for (size_t row = 0; ok && row < n_new; row++)
        ok = g->diff->taken[row] || add_row(g, n_old + row);
    return ok;
}

bool dbt_diff_groups_init(dbt_diff_groups *groups, const dbt_diff *diff, dbt_error *err)
{
    const size_t n = diff->sides[DBT_OLD].n_rows + diff->sides[DBT_NEW].n_rows;
    *groups = (dbt_diff_groups){ .n = 0 };
    if (n >= UINT32_MAX)
        return dbt_fail(err, DBT_E_LIMIT, "more than 4294967294 rows on both sides together");
    grouping g = { .diff = diff, .groups = groups };
    g.last = dbt_alloc_array(n, sizeof *g.last);
    groups->first = dbt_alloc_array(n, sizeof *groups->first);
    groups->next = dbt_alloc_array(n, sizeof *groups->next);
    const bool ok = g.last && groups->first && groups->next && add_rows(&g);
    dbt_table_release(&g.table);
    dbt_free(g.last);
    dbt_buffer_release(&g.scratch[0]);
    dbt_buffer_release(&g.scratch[1]);
    if (ok)
        return true;
    dbt_diff_groups_release(groups);
    return dbt_fail_memory(err);
}

void dbt_diff_groups_release(dbt_diff_groups *groups)
{
    dbt_free(groups->first);
    dbt_free(groups->next);
    *groups = (dbt_diff_groups){ .n = 0 };
}
