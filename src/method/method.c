#include "method/method.h"

#include "base/text.h"
#include "motion/align.h"

#include <string.h>

#define DBT_METHOD(name) extern const dbt_method dbt_method_##name;
#define DBT_CHOICE(name) DBT_METHOD(name)
#include "method/method_list.def"
#undef DBT_METHOD

#define DBT_METHOD(name) &dbt_method_##name,
const dbt_method *const dbt_methods[] = {
#include "method/method_list.def"
};
#undef DBT_METHOD
#undef DBT_CHOICE

#define DBT_METHOD(name) NUMBER_OF_##name,
#define DBT_CHOICE(name)
enum {
#include "method/method_list.def"
    N_METHODS
};
#undef DBT_METHOD
#undef DBT_CHOICE

const int dbt_n_methods = N_METHODS;

const char *const dbt_default_method = "auto";

const char *const dbt_curve_names[] = { "smoothstep", "linear", "smootherstep", "sinusoidal",
                                        NULL };

const dbt_method *dbt_method_find(const char *name, dbt_error *err)
{
    enum { N = sizeof dbt_methods / sizeof *dbt_methods };
    const char *names[N];
    for (int i = 0; i < N; i++) {
        if (strcmp(dbt_methods[i]->name, name) == 0)
            return dbt_methods[i];
        names[i] = dbt_methods[i]->name;
    }
    const char *nearest = dbt_nearest_name(name, names, N);
    dbt_fail(err, DBT_E_PARAM, "unknown method '%.40s'%s%s%s", name,
             nearest ? "; did you mean '" : " (see 'dbtool methods')", nearest ? nearest : "",
             nearest ? "'?" : "");
    return NULL;
}

/* Whether names are equal; '-' and '_' are. */
static bool same_name(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if (*a != *b && !(*a == '-' && *b == '_') && !(*a == '_' && *b == '-'))
            return false;
    return *a == *b;
}

const dbt_param dbt_common_params[DBT_N_COMMON] = {
    { .name = "align",
      .type = DBT_PARAM_CHOICE,
      .choices = dbt_align_names, /* in the order of dbt_align_by */
      .max = DBT_ALIGN_NONE,
      .help = "like --align, for the cuts of this method" },
    { .name = "plant",
      .type = DBT_PARAM_BOOL,
      .max = 1.0,
      .help = "like --plant and --no-plant, for the cuts of this method" },
    { .name = "plant_drop", .max = 1.0, .help = "like --plant-drop, for the cuts of this method" },
};

/* Returns the parameter of that name in params[n]; NULL: there is none. */
static const dbt_param *find_param(const dbt_param *params, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (same_name(params[i].name, name))
            return &params[i];
    return NULL;
}

int dbt_method_param(const dbt_method *method, const char *name)
{
    for (int i = 0; i < dbt_method_n_params(method); i++)
        if (same_name(dbt_method_param_at(method, i)->name, name))
            return i;
    return -1;
}

const dbt_param *dbt_param_find(const char *name)
{
    const dbt_param *found = find_param(dbt_common_params, DBT_N_COMMON, name);
    for (int i = 0; !found && i < dbt_n_methods; i++)
        found = find_param(dbt_methods[i]->params, dbt_methods[i]->n_params, name);
    return found;
}

void dbt_param_list_methods(const char *name, char *out, size_t size)
{
    out[0] = '\0';
    for (int i = 0; i < dbt_n_methods; i++)
        if (find_param(dbt_methods[i]->params, dbt_methods[i]->n_params, name))
            dbt_add_name(out, size, ", ", dbt_methods[i]->name);
}

bool dbt_method_check_gap(const dbt_method *method, bool has_gap, dbt_error *err)
{
    char names[200] = "";
    if (!has_gap)
        return !method->needs_gap ||
               dbt_fail(err, DBT_E_PARAM, "%s needs a gap (--gap)", method->name);
    for (int i = 0; i < dbt_n_methods; i++)
        if (dbt_methods[i]->extend_back)
            dbt_add_name(names, sizeof names, ", ", dbt_methods[i]->name);
    return method->extend_back ||
           dbt_fail(err, DBT_E_PARAM, "%s cannot bridge a gap; these can: %s", method->name, names);
}
