/* Clips by path: each file is read once, however often it is named. */
#ifndef DBT_CLI_CLIPS_H
#define DBT_CLI_CLIPS_H

#include "cli/cli.h"
#include "cli/fileio.h"
#include "cli/message.h"

#include "core/bvh.h"

typedef struct cli_clip {
    char *resolved; /* the file's path without links; "-" for standard input */
    cli_input input;
    dbt_clip clip;
} cli_clip;

/* Zero-initialise; release with cli_clips_release. */
typedef struct cli_clips {
    cli_clip **clips; /* stb_ds list */
    dbt_bvh_options options;
    cli_tone tone;
} cli_clips;

/* Takes an option of cli_read_options, or of how much is said: 1 taken, 0 not one
 * of these, -1 an error was printed. */
int cli_take_read_option(cli_clips *clips, const cli_args *args, int id);

/* The clip of a file, read and its warnings reported at the first call. path is
 * borrowed for the clip's life. NULL with err on failure. */
const dbt_clip *cli_clips_get(cli_clips *clips, const char *path, dbt_error *err);

/* Whether path is a file that was read. */
bool cli_clips_read_from(const cli_clips *clips, const char *path);

void cli_clips_release(cli_clips *clips);

/* The file's name without folder and ending, into out. */
void cli_base_name(const char *path, char *out, size_t size);

/* What a sequence of files is called where nobody names it: "walk+run". */
void cli_join_base_names(const char *const *paths, int n_paths, dbt_buffer *out);

/* Whether a sequence of that name may have rows for so many cuts: it stands in each of
 * them, and they are held in memory. how: what sets the name. */
DBT_CHECK bool cli_check_rows(const char *name, size_t n_cuts, const char *how, dbt_error *err);

#endif
