/* Sweeps: lists and patterns that expand one job into several. */
#include "base/mem.h"
#include "job/plan_reader.h"

#include <string.h>

/* ---- finding sweeps ---- */

/* Returns whether a key is the time of a cut. */
static bool is_time_of_cut(const char *key)
{
    const dbt_setting *setting = dbt_setting_find(key, DBT_OF_CUT);
    return setting && setting->kind == DBT_KIND_CUT;
}

bool dbt_plan_is_of_cut(const char *key)
{
    return strcmp(key, "clip") == 0 || is_time_of_cut(key);
}

const sweep *dbt_plan_find_sweep(const plan_reader *r, const char *key, int cut)
{
    for (ptrdiff_t i = 0; i < arrlen(r->sweeps); i++)
        if (strcmp(r->sweeps[i].key, key) == 0 &&
            (!dbt_plan_is_of_cut(key) || r->sweeps[i].cut == cut))
            return &r->sweeps[i];
    return NULL;
}

/* Appends the sweeps of an object to r->sweeps; none if it is NULL or no object. cut: from 1, the
 * number of the cut that is the object; 0: it is the job or the defaults. The job overrides a sweep
 * of the defaults if it has that key, or names its method by the other of `method` and `preset`.
 * Fails at an empty list, a key that is swept twice, or clips or pairs that cannot be listed; adds
 * the other sweeps. */
static bool add_sweeps(plan_reader *r, const dbt_json *object, int cut)
{
    const bool of_defaults = object == r->defaults;
    const bool names_method =
        of_defaults && (dbt_json_member(r->job, "method") || dbt_json_member(r->job, "preset"));
    bool ok = true;
    if (!dbt_json_is_object(object))
        return true;
    for (const dbt_json *m = dbt_json_first(object); m; m = dbt_json_next(m)) {
        const char *key = dbt_json_key(m);
        const bool of_method = strcmp(key, "method") == 0 || strcmp(key, "preset") == 0;
        if (strcmp(key, "clip") == 0)
            ok = dbt_plan_sweep_clips(r, m, cut) && ok;
        else if (strcmp(key, "pairs") == 0)
            ok = dbt_plan_sweep_pairs(r, m) && ok;
        if (!(of_method || dbt_param_find(key) || is_time_of_cut(key)) || !dbt_json_is_array(m))
            continue;
        if (of_defaults && (dbt_json_member(r->job, key) || (of_method && names_method)))
            continue;
        if (dbt_json_length(m) == 0)
            ok = dbt_plan_fail(r, m, "expected at least one value to sweep over");
        else if (dbt_plan_find_sweep(r, key, cut))
            ok = dbt_plan_fail(r, m, "'%s' is swept twice in one job", key);
        else
            arrput(r->sweeps, ((sweep){ .key = key,
                                        .cut = cut,
                                        .list = m,
                                        .value = dbt_json_first(m),
                                        .n = dbt_json_length(m) }));
    }
    return ok;
}

bool dbt_plan_begin_sweeps(plan_reader *r, double *combinations)
{
    const dbt_json *cuts = dbt_plan_cuts(r);
    int number = 1;
    dbt_plan_end_sweeps(r);
    bool ok = add_sweeps(r, r->job, 0);
    for (const dbt_json *m = dbt_json_first(cuts); m; m = dbt_json_next(m), number++)
        ok = add_sweeps(r, m, number) && ok;
    ok = add_sweeps(r, r->defaults, 0) && ok;
    *combinations = 1.0;
    for (ptrdiff_t i = 0; i < arrlen(r->sweeps); i++)
        *combinations *= (double)r->sweeps[i].n;
    return ok;
}

void dbt_plan_end_sweeps(plan_reader *r)
{
    for (ptrdiff_t i = 0; i < arrlen(r->sweeps); i++) {
        arrfree(r->sweeps[i].clips);
        dbt_free(r->sweeps[i].chosen);
    }
    arrsetlen(r->sweeps, 0);
}

/* ---- combinations of values ---- */

bool dbt_plan_next_combination(plan_reader *r)
{
    for (ptrdiff_t i = arrlen(r->sweeps) - 1; i >= 0; i--) {
        sweep *s = &r->sweeps[i];
        s->index = s->index + 1 < s->n ? s->index + 1 : 0;
        if (s->value)
            s->value = s->index > 0 ? dbt_json_next(s->value) : dbt_json_first(s->list);
        if (s->index > 0)
            return true;
    }
    return false;
}
