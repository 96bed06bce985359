#include "cli/clips.h"

#include "core/mem.h"
#include "core/threads.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int cli_take_read_option(cli_clips *clips, const cli_args *args, int id)
{
    if (cli_take_tone(&clips->tone, id))
        return 1;
    if (id == CLI_OPT_LENIENT) {
        clips->options.lenient = true;
        return 1;
    }
    if (id != CLI_OPT_ASSUME_FPS)
        return 0;
    return cli_take_number(args, "assume-fps", 1.0 / DBT_MAX_FRAME_TIME, 1.0 / DBT_MIN_FRAME_TIME,
                           &clips->options.assume_fps)
               ? 1
               : -1;
}

static void free_clip(cli_clip *c)
{
    if (!c)
        return;
    dbt_clip_release(&c->clip);
    cli_input_release(&c->input);
    dbt_free(c->resolved);
    dbt_free(c);
}

static cli_clip *read_clip(const cli_clips *clips, const char *path, const char *resolved,
                           dbt_error *err)
{
    cli_clip *c = dbt_alloc_array(1, sizeof *c);
    if (c)
        c->resolved = dbt_copy_text(resolved, strlen(resolved));
    if (!c || !c->resolved) {
        free_clip(c);
        dbt_fail_memory(err);
        return NULL;
    }
    const char *shown = strcmp(path, "-") == 0 ? "standard input" : path;
    dbt_bvh_options options = clips->options;
    options.n_threads = dbt_n_processors();
    if (cli_input_read(path, &c->input, err) &&
        dbt_bvh_read(c->input.bytes, c->input.size, shown, &options, &c->clip, err) &&
        cli_report_warnings(&c->clip.warnings, clips->tone, err))
        return c;
    free_clip(c);
    return NULL;
}

const dbt_clip *cli_clips_get(cli_clips *clips, const char *path, dbt_error *err)
{
    char buffer[PATH_MAX];
    const bool is_stdin = strcmp(path, "-") == 0; /* reading it a second time fails */
    const char *resolved = is_stdin ? NULL : realpath(path, buffer);
    if (!resolved)
        resolved = path; /* reading it tells what is wrong */
    for (ptrdiff_t i = 0; !is_stdin && i < arrlen(clips->clips); i++)
        if (strcmp(clips->clips[i]->resolved, resolved) == 0)
            return &clips->clips[i]->clip;
    cli_clip *c = read_clip(clips, path, resolved, err);
    if (!c)
        return NULL;
    arrput(clips->clips, c);
    return &c->clip;
}

bool cli_clips_read_from(const cli_clips *clips, const char *path)
{
    for (ptrdiff_t i = 0; i < arrlen(clips->clips); i++)
        if (cli_is_same_file(path, &clips->clips[i]->input))
            return true;
    return false;
}

void cli_clips_release(cli_clips *clips)
{
    for (ptrdiff_t i = 0; i < arrlen(clips->clips); i++)
        free_clip(clips->clips[i]);
    arrfree(clips->clips);
}

void cli_base_name(const char *path, char *out, size_t size)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    size_t n = strlen(base);
    if (n > 4 && strcasecmp(base + n - 4, ".bvh") == 0)
        n -= 4;
    snprintf(out, size, "%.*s", (int)n, base);
}

/* The name of a sequence times its cuts, bytes. */
enum { MAX_NAMES_IN_ROWS = 8 * 1024 * 1024 };

bool cli_check_rows(const char *name, size_t n_cuts, const char *how, dbt_error *err)
{
    const size_t n = strlen(name);
    return n <= MAX_NAMES_IN_ROWS / (n_cuts > 0 ? n_cuts : 1) ||
           dbt_fail(err, DBT_E_LIMIT,
                    "a name of %zu bytes in the rows of %zu cuts is more than %d bytes in all, "
                    "which is the limit: %s gives another",
                    n, n_cuts, MAX_NAMES_IN_ROWS, how);
}

void cli_join_base_names(const char *const *paths, int n_paths, dbt_buffer *out)
{
    for (int i = 0; i < n_paths; i++) {
        char base[256];
        cli_base_name(paths[i], base, sizeof base);
        dbt_buffer_text(out, i > 0 ? "+" : "");
        dbt_buffer_text(out, base);
    }
}
