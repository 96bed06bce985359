/* Tables of metrics and their comparison. The input is OLD, a line "====" and NEW. After another
 * "====" come OLD's method, NEW's method and a pattern of joints, one a line. A table compared with
 * itself has no change. Exchanged tables have the opposite changes. */
#include "fuzz.h"

#include "diff/diff.h"
#include "base/mem.h"

enum { MAX_WORD = 40 };

/* A comparison and its options. */
typedef struct sides {
    dbt_input old, new;
    char old_method[MAX_WORD], new_method[MAX_WORD], joint[MAX_WORD];
} sides;

/* Copies the line at *p to out, at most MAX_WORD - 1 bytes, and moves *p past it. */
static void write_line(const char **p, const char *end, char *out)
{
    size_t n = 0;
    for (; *p < end && **p != '\n'; ++*p)
        if (n + 1 < MAX_WORD && **p)
            out[n++] = **p;
    *p += *p < end;
    out[n] = '\0';
}

/* Returns the section at *at in a block of its size, so that the sanitizer finds a read past its
 * end. */
static dbt_input write_side(const char *text, size_t size, size_t *at, const char *name)
{
    const char *begin = text + *at;
    const size_t n = fuzz_section(text, size, at);
    char *bytes = malloc(n > 0 ? n : 1);
    FUZZ_CHECK(bytes);
    memcpy(bytes, begin, n);
    return (dbt_input){ .path = name, .bytes = bytes, .size = n };
}

static dbt_diff *compare(const sides *s, const dbt_input *old, const dbt_input *new, bool by_method,
                         bool reversed)
{
    static const char *joints[1];
    dbt_diff_spec spec = { .inputs = { old, new }, .n_inputs = { 1, 1 }, .top = 3 };
    const size_t n_joints = s->joint[0] ? 1 : 0;
    joints[0] = s->joint;
    for (int m = 0; m < DBT_N_METRICS; m++) {
        spec.columns[m] = true;
        spec.floors[m] = m % 2 ? dbt_diff_floor((dbt_metric)m) : 0.0;
    }
    for (int side = 0; side < DBT_N_SIDES; side++) {
        const bool first = (side == DBT_OLD) != reversed;
        spec.filters[side].joints = joints;
        spec.filters[side].n_joints = n_joints;
        if (by_method && s->old_method[0] && s->new_method[0])
            spec.filters[side].method = first ? s->old_method : s->new_method;
    }
    spec.gated = true;
    spec.fail_above = 10.0;
    dbt_error err = { .code = DBT_OK };
    dbt_diff *diff = dbt_diff_new(&spec, &err);
    FUZZ_CHECK(diff || err.code == DBT_E_FORMAT || err.code == DBT_E_SYNTAX ||
               err.code == DBT_E_NUMBER || err.code == DBT_E_PARAM || err.code == DBT_E_LIMIT);
    FUZZ_CHECK(diff || err.code == DBT_E_PARAM || (err.line > 0 && err.col > 0));
    return diff;
}

/* Every row is on both sides or on one. */
static void check_rows(const dbt_diff *diff)
{
    for (int side = 0; side < DBT_N_SIDES; side++)
        FUZZ_CHECK(diff->n_rows + diff->n_only[side] == diff->sides[side].n_rows);
}

static void check_counts(const dbt_diff *diff)
{
    size_t worse = 0, better = 0, fails = 0;
    for (size_t r = 0; r < diff->sides[DBT_OLD].n_rows; r++) {
        dbt_diff_value values[DBT_N_METRICS];
        if (dbt_diff_is_only(diff, DBT_OLD, r))
            continue;
        dbt_diff_row_values(diff, r, values);
        for (int m = 0; m < DBT_N_METRICS; m++) {
            worse += values[m].state == DBT_VALUE_WORSE;
            better += values[m].state == DBT_VALUE_BETTER;
            fails += values[m].fails;
        }
    }
    for (int m = 0; m < DBT_N_METRICS; m++) {
        const dbt_diff_column *c = &diff->columns[m];
        worse -= c->worse.n;
        better -= c->better.n;
        FUZZ_CHECK(arrlenu(c->worse.top) == (c->worse.n < 3 ? c->worse.n : 3));
        FUZZ_CHECK(arrlenu(c->better.top) == (c->better.n < 3 ? c->better.n : 3));
        for (size_t i = 1; i < arrlenu(c->worse.top); i++)
            FUZZ_CHECK(!(c->worse.top[i].percent > c->worse.top[i - 1].percent));
    }
    FUZZ_CHECK(worse == 0 && better == 0 && fails == diff->n_failing);
    int metric = -1;
    const dbt_diff_change *worst = dbt_diff_worst(diff, &metric);
    FUZZ_CHECK(!worst == (fails == 0));
    FUZZ_CHECK(!worst || worst->both[DBT_NEW] > worst->both[DBT_OLD]);
}

static void check_itself(const sides *s, const dbt_input *text)
{
    dbt_diff *diff = compare(s, text, text, false, false);
    if (!diff)
        return;
    FUZZ_CHECK(diff->n_rows == diff->sides[DBT_OLD].n_rows && diff->n_failing == 0);
    FUZZ_CHECK(diff->n_only[DBT_OLD] == 0 && diff->n_only[DBT_NEW] == 0);
    for (int m = 0; m < DBT_N_METRICS; m++) {
        const dbt_diff_column *c = &diff->columns[m];
        FUZZ_CHECK(c->worse.n == 0 && c->better.n == 0 && c->n_only[0] == 0 && c->n_only[1] == 0);
    }
    check_rows(diff);
    check_counts(diff);
    dbt_diff_free(diff);
}

static void check_both(const sides *s, bool by_method)
{
    dbt_diff *there = compare(s, &s->old, &s->new, by_method, false);
    dbt_diff *back = compare(s, &s->new, &s->old, by_method, true);
    FUZZ_CHECK(!there == !back);
    if (!there)
        return;
    FUZZ_CHECK(there->n_rows == back->n_rows && there->n_only[0] == back->n_only[1] &&
               there->n_only[1] == back->n_only[0]);
    for (int m = 0; m < DBT_N_METRICS; m++) {
        const dbt_diff_column *a = &there->columns[m], *b = &back->columns[m];
        FUZZ_CHECK(a->n_values == b->n_values && a->worse.n == b->better.n &&
                   a->better.n == b->worse.n && a->n_only[0] == b->n_only[1]);
    }
    check_rows(there);
    check_counts(there);
    dbt_diff_free(there);
    dbt_diff_free(back);
}

/* Both files together are each side, in either order. So both sides have the same keys, some
 * several times. */
static void check_together(const sides *s)
{
    const dbt_input there[] = { s->old, s->new }, back[] = { s->new, s->old };
    dbt_diff_spec spec = { .inputs = { there, back }, .n_inputs = { 2, 2 } };
    for (int m = 0; m < DBT_N_METRICS; m++)
        spec.columns[m] = true;
    FUZZ_CHECK(dbt_diff_set_floors(spec.floors, "deg/s", 5, 1.0));
    spec.floors[DBT_SKATE] = 1.0;
    dbt_diff *diff = dbt_diff_new(&spec, NULL);
    if (!diff)
        return;
    FUZZ_CHECK(diff->n_rows == diff->sides[DBT_OLD].n_rows);
    FUZZ_CHECK(diff->n_only[DBT_OLD] == 0 && diff->n_only[DBT_NEW] == 0);
    check_rows(diff);
    dbt_diff_free(diff);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    size_t at = 0;
    sides s;
    s.old = write_side(text, size, &at, "old");
    s.new = write_side(text, size, &at, "new");
    const char *p = text + at;
    write_line(&p, text + size, s.old_method);
    write_line(&p, text + size, s.new_method);
    write_line(&p, text + size, s.joint);
    check_itself(&s, &s.old);
    check_itself(&s, &s.new);
    check_both(&s, false);
    check_together(&s);
    check_both(&s, true);
    free((char *)s.old.bytes);
    free((char *)s.new.bytes);
    return 0;
}

FUZZ_WORDS("sequence,cut,method,joint,|sequence|cut|method|joint|at|ang_vel_jump_deg_s|"
           "lin_vel_jump_u_s|skate_u|limit_excess_deg|ang_jerk_peak_ratio|,|,,|\"|\"\"|\"a,b\"|"
           "\"a\nb\"|*|Hips|crossfade|dead-halflife:halflife=0.1|walk+crossfade|====\n|\n====\n|"
           "\r\n|\r|\n|\xef\xbb\xbf|[a|?")
