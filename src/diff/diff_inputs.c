#include "diff/diff_inputs.h"

#include "base/mem.h"

#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- which files ---- */

static bool ends_in_csv(const char *name)
{
    const size_t n = strlen(name);
    return n > 4 && name[0] != '.' && strcmp(name + n - 4, ".csv") == 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static char *join(const char *folder, const char *name)
{
    const size_t n = strlen(folder), size = n + strlen(name) + 2;
    char *path = dbt_list_realloc(NULL, size);
    snprintf(path, size, "%s%s%s", folder, n > 0 && folder[n - 1] == '/' ? "" : "/", name);
    return path;
}

static bool list_folder(dbt_diff_inputs *inputs, const char *folder, dbt_error *err)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return dbt_fail_at(err, DBT_E_IO, folder, 0, 0, "cannot open: %s", strerror(errno));
    errno = 0; /* readdir sets errno only when it fails */
    for (const struct dirent *entry; (entry = readdir(dir)); errno = 0) {
        struct stat st;
        if (!ends_in_csv(entry->d_name))
            continue;
        char *path = join(folder, entry->d_name);
        if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
            dbt_free(path);
        else
            arrput(inputs->paths, path);
    }
    const int failure = errno;
    closedir(dir);
    if (failure != 0)
        return dbt_fail_at(err, DBT_E_IO, folder, 0, 0, "cannot read: %s", strerror(failure));
    if (arrlen(inputs->paths) == 0)
        return dbt_fail_at(err, DBT_E_IO, folder, 0, 0, "no *.csv in this folder");
    qsort(inputs->paths, (size_t)arrlen(inputs->paths), sizeof *inputs->paths, by_name);
    return true;
}

/* Without this, a folder that cannot be read would be left out silently. */
static int unreadable; /* errno of a folder that cannot be read */

static int is_worse_than_missing(const char *folder, int number)
{
    (void)folder;
    unreadable = number;
    return number != ENOENT && number != ENOTDIR;
}

static bool list_matches(dbt_diff_inputs *inputs, const char *pattern, dbt_error *err)
{
    glob_t found;
    const int status = glob(pattern, 0, is_worse_than_missing, &found);
    if (status == GLOB_NOSPACE)
        return dbt_fail_memory(err);
    if (status == GLOB_ABORTED)
        return dbt_fail_at(err, DBT_E_IO, pattern, 0, 0, "cannot read: %s", strerror(unreadable));
    if (status != 0)
        return dbt_fail_at(err, DBT_E_IO, pattern, 0, 0,
                           "no file of that name, and none matches it");
    for (size_t i = 0; i < found.gl_pathc; i++)
        arrput(inputs->paths, dbt_list_copy_text(found.gl_pathv[i]));
    globfree(&found);
    return true;
}

static bool list_files(dbt_diff_inputs *inputs, const char *what, dbt_error *err)
{
    struct stat st;
    if (!dbt_is_dash(what)) {
        const bool exists = stat(what, &st) == 0;
        if (exists && S_ISDIR(st.st_mode))
            return list_folder(inputs, what, err);
        if (!exists && strpbrk(what, "*?["))
            return list_matches(inputs, what, err);
    }
    arrput(inputs->paths, dbt_list_copy_text(what));
    return true;
}

/* ---- their bytes ---- */

bool dbt_diff_inputs_read(dbt_diff_inputs *inputs, const char *what, dbt_error *err)
{
    if (!list_files(inputs, what, err))
        return false;
    for (ptrdiff_t i = 0; i < arrlen(inputs->paths); i++) {
        const char *path = inputs->paths[i];
        dbt_input input;
        if (!dbt_input_read(path, &input, err))
            return false;
        arrput(inputs->inputs, input);
        const dbt_diff_text text = { input.bytes, input.size, dbt_input_name(path) };
        arrput(inputs->texts, text);
        const long long changed = (long long)input.version.modified.tv_sec;
        if (input.id.inode != 0 && changed > inputs->newest) /* a file, no pipe */
            inputs->newest = changed;
    }
    return true;
}

bool dbt_diff_inputs_check(const dbt_diff_inputs *inputs, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(inputs->inputs); i++)
        if (!dbt_input_check(&inputs->inputs[i], err))
            return false;
    return true;
}

void dbt_diff_inputs_release(dbt_diff_inputs *inputs)
{
    dbt_texts_release(&inputs->paths);
    for (ptrdiff_t i = 0; i < arrlen(inputs->inputs); i++)
        dbt_input_release(&inputs->inputs[i]);
    arrfree(inputs->inputs);
    arrfree(inputs->texts);
    *inputs = (dbt_diff_inputs){ .paths = NULL };
}
