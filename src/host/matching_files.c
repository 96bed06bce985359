#include "host/matching_files.h"

#include "base/mem.h"
#include "base/pattern.h"
#include "host/file_identity.h"
#include "system/system.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char wildcards[] = "*?[";

/* ---- paths ---- */

/* Concatenates before, name[n] and after. Free with dbt_free. */
static char *join(const char *before, const char *name, size_t n, const char *after)
{
    const size_t size = strlen(before) + n + strlen(after) + 1;
    char *joined = dbt_alloc_array(size, 1);
    snprintf(joined, size, "%s%.*s%s", before, (int)n, name, after);
    return joined;
}

/* Returns a path in `folder` relative to the current folder. folder: may be NULL. Free with
 * dbt_free. */
static char *join_folder(const char *folder, const char *path)
{
    if (!folder || dbt_root_size(path) > 0)
        return dbt_copy_text(*path ? path : ".");
    const size_t n = strlen(folder);
    const bool slash = n > 0 && folder[n - 1] == '/';
    return join(folder, "/", slash ? 0 : 1, path);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Whether a failed status means that no file exists: a missing name or a dangling link. */
static bool is_missing(dbt_reason why)
{
    return why == DBT_R_MISSING || why == DBT_R_NO_FOLDER || why == DBT_R_LOOP;
}

/* Whether a path exists, also as a dangling link. if_unknown: the result if its status cannot be
 * read. */
static bool exists(const char *folder, const char *path, bool if_unknown)
{
    dbt_file_status st;
    char *whole = join_folder(folder, path);
    const dbt_reason why = dbt_status_of_link(whole, &st);
    dbt_free(whole);
    return !why || (!is_missing(why) && if_unknown);
}

bool dbt_is_pattern(const char *folder, const char *path)
{
    return strpbrk(path, wildcards) && !exists(folder, path, false);
}

/* Whether a path that exists is a regular file. Adds DBT_WARN_NOT_REGULAR for pipes, devices and
 * dangling links, but not for folders. folder: base of a relative path; may be NULL. True if the
 * status cannot be read: reading the file will fail with the reason. */
static bool is_wanted(const char *folder, const char *path, dbt_warnings *warnings)
{
    dbt_file_status st = { .kind = DBT_FILE_LINK }; /* a dangling link */
    char *whole = join_folder(folder, path);
    const dbt_reason why = dbt_status_of(whole, &st);
    const bool known = !why || is_missing(why);
    if (known && st.kind != DBT_FILE_REGULAR && st.kind != DBT_FILE_FOLDER)
        dbt_warn(warnings, DBT_WARN_NOT_REGULAR, NULL, 0, 0,
                 "'%.150s' is not a regular file and is left out", whole);
    dbt_free(whole);
    return !known || st.kind == DBT_FILE_REGULAR;
}

/* ---- matching ---- */

/* One level of the pattern, its text between two '/', in one folder. */
typedef struct matching_level {
    const char *before; /* the folder's path, with its '/'; empty: the base folder */
    const char *level;  /* folded (dbt_fold_name) */
    const char *after;  /* "/" or "" */
    char **found;       /* stb_ds list, owned: the matches, with their folders */
} matching_level;

/* For dbt_list_folder, context a matching_level: if the name, folded, matches l->level, appends
 * l->before, the name and l->after to l->found. Always returns true. */
static bool match_entry(void *context, const char *name)
{
    matching_level *l = context;
    char folded[DBT_PATH_SIZE];
    snprintf(folded, sizeof folded, "%s", name);
    dbt_fold_name(folded);
    if (dbt_pattern_matches_file(l->level, folded))
        arrput(l->found, join(l->before, name, strlen(name), l->after));
    return true;
}

/* Appends the matches of one level in one folder, l->before, to l->found; none if the folder is
 * missing. base: of relative folders; may be NULL. Fails with DBT_E_IO if it cannot be read;
 * matches found before stay. */
static bool match_folder(matching_level *l, const char *base, dbt_error *err)
{
    char *folder = join_folder(base, l->before);
    const dbt_reason why = dbt_list_folder(folder, match_entry, l);
    const bool ok =
        !why || is_missing(why) ||
        dbt_fail(err, DBT_E_IO, "'%.120s': cannot open: %s", folder, dbt_reason_text(why));
    dbt_free(folder);
    return ok;
}

/* Matches one level of the pattern, level[n], in all folders of *paths, and replaces *paths by the
 * matches. after: "/" or "", appended to each. A level without wildcards is appended to all paths,
 * even if there is no such file. Fails with DBT_E_IO, or DBT_E_LIMIT if the level is longer than a
 * path. *paths is then incomplete. */
static bool match_level(char ***paths, const char *base, const char *level, size_t n,
                        const char *after, dbt_error *err)
{
    char folded[DBT_PATH_SIZE];
    matching_level l = { .level = folded, .after = after };
    if (n >= sizeof folded)
        return dbt_fail(err, DBT_E_LIMIT, "the pattern has a part of %zu bytes, more than %d", n,
                        DBT_PATH_SIZE - 1);
    snprintf(folded, sizeof folded, "%.*s", (int)n, level);
    const bool has_wildcards = strpbrk(folded, wildcards) != NULL;
    dbt_fold_name(folded);
    bool ok = true;
    for (ptrdiff_t i = 0; ok && i < arrlen(*paths); i++) {
        l.before = (*paths)[i];
        if (has_wildcards)
            ok = match_folder(&l, base, err);
        else
            arrput(l.found, join(l.before, level, n, after));
    }
    dbt_texts_release(paths);
    *paths = l.found;
    return ok;
}

/* Expands the pattern breadth first, one level at a time, so one folder is open at a time. */
bool dbt_find_matching(const char *folder, const char *pattern, char ***paths,
                       dbt_warnings *warnings, dbt_error *err)
{
    char **found = NULL; /* stb_ds list: matches of the levels so far, each with its '/' */
    bool ok = true;
    const size_t n_root = dbt_root_size(pattern);
    arrput(found, dbt_copy_bytes(pattern, n_root));
    pattern += n_root;
    while (ok && *(pattern += strspn(pattern, "/"))) {
        const size_t n = strcspn(pattern, "/");
        ok = match_level(&found, folder, pattern, n, pattern[n] ? "/" : "", err);
        pattern += n;
    }
    if (arrlen(found) > 0)
        qsort(found, (size_t)arrlen(found), sizeof *found, by_bytes);
    for (ptrdiff_t i = 0; i < arrlen(found); i++) {
        if (ok && exists(folder, found[i], true) && is_wanted(folder, found[i], warnings))
            arrput(*paths, found[i]);
        else
            dbt_free(found[i]);
    }
    arrfree(found);
    return ok;
}

/* Appends the regular files of a folder with an ending, sorted by their bytes, as FOLDER/NAME.
 * ending: at most ten lower-case letters; matches in any case. The caller owns the texts. Fails as
 * dbt_find_matching, or with DBT_E_IO if there is no such file; then appends nothing. */
static bool list_folder(const char *folder, const char *ending, char ***paths,
                        dbt_warnings *warnings, dbt_error *err)
{
    char **names = NULL, pattern[48] = "*."; /* names: stb_ds list */
    const ptrdiff_t n_before = arrlen(*paths);
    for (const char *c = ending; *c; c++)
        sprintf(pattern + strlen(pattern), "[%c%c]", *c, toupper(*c));
    const bool ok = dbt_find_matching(folder, pattern, &names, warnings, err);
    for (ptrdiff_t i = 0; ok && i < arrlen(names); i++)
        arrput(*paths, join_folder(folder, names[i]));
    dbt_texts_release(&names);
    return ok && (arrlen(*paths) > n_before ||
                  dbt_fail_at(err, DBT_E_IO, folder, 0, 0, "no *.%s in this folder", ending));
}

bool dbt_list_files(const char *argument, const char *ending, char ***paths, dbt_warnings *warnings,
                    dbt_error *err)
{
    const ptrdiff_t n_before = arrlen(*paths);
    if (!dbt_is_dash(argument) && dbt_is_folder(argument))
        return list_folder(argument, ending, paths, warnings, err);
    if (dbt_is_dash(argument) || !dbt_is_pattern(NULL, argument)) {
        arrput(*paths, dbt_copy_text(argument));
        return true;
    }
    bool ok = dbt_find_matching(NULL, argument, paths, warnings, err);
    if (ok && arrlen(*paths) == n_before)
        ok = dbt_fail(err, DBT_E_IO, "no file of that name, and none matches it");
    if (!ok && err)
        err->file = argument;
    return ok;
}
