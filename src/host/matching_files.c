#include "host/matching_files.h"

#include "base/mem.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
static bool leads_nowhere(int error)
{
    return error == ENOENT || error == ENOTDIR || error == ELOOP;
}

/* if_unknown: the answer for a path that cannot be looked at. */
static bool exists(const char *folder, const char *path, bool if_unknown)
{
    struct stat st;
    char *whole = seen_from_here(folder, path);
    const bool there = lstat(whole, &st) == 0 || (!leads_nowhere(errno) && if_unknown);
    dbt_free(whole);
    return there;
}

bool dbt_is_pattern(const char *folder, const char *path)
{
    return strpbrk(path, wildcards) && !exists(folder, path, false);
}

/* Whether a path that exists is a file that a pattern may mean. One that cannot be looked at is:
 * reading it fails with the reason. */
static bool is_wanted(const char *folder, const char *path, dbt_warnings *warnings)
{
    struct stat st = { .st_mode = 0 }; /* that of a link that leads nowhere */
    char *whole = seen_from_here(folder, path);
    const bool known = stat(whole, &st) == 0 || leads_nowhere(errno);
    if (known && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
        dbt_warn(warnings, DBT_WARN_NOT_REGULAR, NULL, 0, 0,
                 "'%.150s' is not a regular file and is left out", whole);
    dbt_free(whole);
    return !known || S_ISREG(st.st_mode);
}

/* ---- matching ---- */

static bool count_entry(matching *m, const char *level)
{
    const size_t n = 1 + strlen(level) / 64; /* a long pattern takes longer to match */
    if (n > *m->n_left)
        return dbt_fail(
            m->err, DBT_E_LIMIT,
            "the folders have more files than a plan may look at (" DBT_SETTING("max_jobs") ")");
    *m->n_left -= n;
    return true;
}

/* What matches in one folder goes onto the list. */
static bool match_folder(matching *m, const char *before, const char *level, const char *after,
                         char ***found)
{
    char *folder = seen_from_here(m->folder, before);
    DIR *dir = opendir(folder);
    bool ok = dir || leads_nowhere(errno);
    if (!ok)
        dbt_fail(m->err, DBT_E_IO, "'%.120s': cannot open: %s", folder, strerror(errno));
    errno = 0; /* which readdir changes where it fails */
    for (const struct dirent *e; ok && dir && (e = readdir(dir)); errno = 0) {
        const char *name = e->d_name;
        ok = count_entry(m, level);
        if (ok && strcmp(name, ".") != 0 && strcmp(name, "..") != 0 &&
            fnmatch(level, name, FNM_PERIOD) == 0)
            arrput(*found, join(before, name, strlen(name), after));
    }
    if (ok && dir && errno != 0)
        ok = dbt_fail(m->err, DBT_E_IO, "'%.120s': cannot read: %s", folder, strerror(errno));
    if (dir)
        closedir(dir);
    dbt_free(folder);
    return ok;
}

/* Matches one level of the pattern; after: the text that follows it, "/" or "". */
static bool match_level(matching *m, const char *level, const char *after)
{
    char **found = NULL;
    bool ok = true;
    for (ptrdiff_t i = 0; ok && i < arrlen(m->paths); i++) {
        if (strpbrk(level, wildcards))
            ok = match_folder(m, m->paths[i], level, after, &found);
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
