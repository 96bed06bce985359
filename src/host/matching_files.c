#include "host/matching_files.h"

#include "base/mem.h"
#include "base/pattern.h"
#include "system/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char wildcards[] = "*?[";

/* Each level of a pattern makes a list of paths longer: never two folders are open. */
typedef struct matching {
    const char *folder; /* NULL: none */
    size_t *n_left;
    dbt_error *err;
    char **paths; /* stb_ds list, owned: what matches the levels so far, with a '/' behind it */
} matching;

/* ---- paths ---- */

/* before, name and after as one text, which the caller frees. */
static char *join(const char *before, const char *name, size_t n, const char *after)
{
    const size_t size = strlen(before) + n + strlen(after) + 1;
    char *joined = dbt_alloc_array(size, 1);
    snprintf(joined, size, "%s%.*s%s", before, (int)n, name, after);
    return joined;
}

/* A path in the folder, relative to the current folder. */
static char *seen_from_here(const char *folder, const char *path)
{
    if (!folder || *path == '/')
        return dbt_copy_text(*path ? path : ".");
    const size_t n = strlen(folder);
    const bool slash = n > 0 && folder[n - 1] == '/';
    return join(folder, "/", slash ? 0 : 1, path);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Whether a path that could not be looked at leads nowhere. */
static bool leads_nowhere(dbt_reason why)
{
    return why == DBT_R_MISSING || why == DBT_R_NO_FOLDER || why == DBT_R_LOOP;
}

/* if_unknown: the answer for a path that cannot be looked at. */
static bool exists(const char *folder, const char *path, bool if_unknown)
{
    dbt_file_status st;
    char *whole = seen_from_here(folder, path);
    const dbt_reason why = dbt_status_of_link(whole, &st);
    dbt_free(whole);
    return !why || (!leads_nowhere(why) && if_unknown);
}

bool dbt_is_pattern(const char *folder, const char *path)
{
    return strpbrk(path, wildcards) && !exists(folder, path, false);
}

/* Whether a path that exists is a file that a pattern may mean. One that cannot be looked at is:
 * reading it fails with the reason. */
static bool is_wanted(const char *folder, const char *path, dbt_warnings *warnings)
{
    dbt_file_status st = { .kind = DBT_FILE_LINK }; /* one that leads nowhere */
    char *whole = seen_from_here(folder, path);
    const dbt_reason why = dbt_status_of(whole, &st);
    const bool known = !why || leads_nowhere(why);
    if (known && st.kind != DBT_FILE_REGULAR && st.kind != DBT_FILE_FOLDER)
        dbt_warn(warnings, DBT_WARN_NOT_REGULAR, NULL, 0, 0,
                 "'%.150s' is not a regular file and is left out", whole);
    dbt_free(whole);
    return !known || st.kind == DBT_FILE_REGULAR;
}

/* ---- matching ---- */

/* A level of the pattern in one folder. */
typedef struct matching_level {
    matching *m;
    const char *before, *level, *after; /* after: the text that follows it, "/" or "" */
    char ***found;
    bool failed;
} matching_level;

static bool match_entry(void *context, const char *name)
{
    matching_level *l = context;
    const size_t n = 1 + strlen(l->level) / 64; /* a long pattern takes longer to match */
    if (n > *l->m->n_left) {
        l->failed = true;
        return dbt_fail(l->m->err, DBT_E_LIMIT,
                        "the folders have more files than a plan may look at "
                        "(" DBT_SETTING("max_jobs") ")");
    }
    *l->m->n_left -= n;
    if (dbt_pattern_matches_file(l->level, name))
        arrput(*l->found, join(l->before, name, strlen(name), l->after));
    return true;
}

/* What matches in one folder goes onto the list. */
static bool match_folder(matching_level *l)
{
    char *folder = seen_from_here(l->m->folder, l->before);
    const dbt_reason why = dbt_list_folder(folder, match_entry, l);
    if (why && !leads_nowhere(why))
        l->failed = !dbt_fail(l->m->err, DBT_E_IO, "'%.120s': cannot open: %s", folder,
                              dbt_reason_text(why));
    dbt_free(folder);
    return !l->failed;
}

/* Matches one level of the pattern in all folders of the list. */
static bool match_level(matching *m, const char *level, const char *after)
{
    char **found = NULL;
    bool ok = true;
    for (ptrdiff_t i = 0; ok && i < arrlen(m->paths); i++) {
        if (strpbrk(level, wildcards))
            ok = match_folder(&(matching_level){ m, m->paths[i], level, after, &found, false });
        else
            arrput(found, join(m->paths[i], level, strlen(level), after));
    }
    dbt_texts_release(&m->paths);
    m->paths = found;
    return ok;
}

bool dbt_find_matching(const char *folder, const char *pattern, size_t *n_left, char ***paths,
                       dbt_warnings *warnings, dbt_error *err)
{
    matching m = { .folder = folder, .n_left = n_left, .err = err };
    bool ok = true;
    arrput(m.paths, dbt_copy_text(*pattern == '/' ? "/" : ""));
    while (ok && *(pattern += strspn(pattern, "/"))) {
        const size_t n = strcspn(pattern, "/");
        char *level = join("", pattern, n, "");
        ok = match_level(&m, level, pattern[n] ? "/" : "");
        dbt_free(level);
        pattern += n;
    }
    if (arrlen(m.paths) > 0)
        qsort(m.paths, (size_t)arrlen(m.paths), sizeof *m.paths, by_bytes);
    for (ptrdiff_t i = 0; i < arrlen(m.paths); i++) {
        if (ok && exists(folder, m.paths[i], true) && is_wanted(folder, m.paths[i], warnings))
            arrput(*paths, m.paths[i]);
        else
            dbt_free(m.paths[i]);
    }
    arrfree(m.paths);
    return ok;
}
