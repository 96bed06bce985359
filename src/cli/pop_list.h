/* The pops of files, and the output formats of `dbtool pops`. */
#ifndef DBT_CLI_POP_LIST_H
#define DBT_CLI_POP_LIST_H

#include "base/json_write.h"
#include "motion/pops.h"

/* The pops of one file. Zero-initialise; release with cli_file_pops_release. */
typedef struct cli_file_pops {
    const char *path; /* borrowed */
    bool is_read;     /* false: it could not be read (only `path` is valid), or changed meanwhile */
    bool is_measured; /* false: too few frames or channels to have pops */
    size_t n_frames;
    int n_joints, n_channels;
    double frame_time; /* seconds */
    dbt_pop *pops;     /* stb_ds list */
    double largest;    /* largest pop value of all frames, also without a pop; 0: not measured */
    size_t largest_frame;
    char **joints;   /* stb_ds list: the joints' names of each pop, separated by blanks; owned */
    char **messages; /* stb_ds list: lines about joints that jump once; owned */
    bool *hidden;    /* stb_ds list: whether --top excludes each pop */
} cli_file_pops;

/* Returns the names of a pop's joints, separated by blanks; "" if it lists none. Free with
 * dbt_free. */
char *cli_pop_joints(const dbt_pop *pop, const dbt_skeleton *skeleton);

/* Appends "1.250 s = frame 150, pop 3.2". frame: from 0. frame_time: of the file, seconds. */
void cli_pop_add_moment(dbt_buffer *out, size_t frame, double frame_time, double pop);

/* Appends time, frame, value, kind and joints of a pop, without a line break. frame_time: of the
 * file, seconds. joints: as cli_pop_joints returns. */
void cli_pop_add(const dbt_pop *pop, double frame_time, const char *joints, dbt_buffer *out);

/* Adds a pop as an object, on a new line, to the open array: time (s), frames, value, kind, joints.
 * frame_time: of the file, seconds. joints: as cli_pop_joints returns. */
void cli_pop_add_json(dbt_json_out *json, const dbt_pop *pop, double frame_time,
                      const char *joints);

/* Frees the lists and sets them to NULL; the other members are unchanged. */
void cli_file_pops_release(cli_file_pops *file);

/* The pops of all files, to list. All members are borrowed. */
typedef struct cli_pop_list {
    const cli_file_pops *files;
    size_t n_files;
    double limit;                  /* pops are above it */
    const char *const *plan_paths; /* [n_files]: paths of the files for a plan */
    const char *plan_model;        /* path of the model that fills gaps in a plan; NULL: none */
    const char *out;               /* the key "out" of a plan; NULL: {name}.bvh */
} cli_pop_list;

/* Append the pops that are not hidden, in the order of files and frames, in one format. Text: a
 * line for each pop, then for each file that was read but not measured. The last line is about the
 * files without pops, if there are any. CSV: a header, and a row for each pop. JSON: an array of
 * all files that were read, also those without pops. GitHub: a warning annotation for each pop. */
void cli_pops_text(const cli_pop_list *list, dbt_buffer *out);
void cli_pops_csv(const cli_pop_list *list, dbt_buffer *out);
void cli_pops_json(const cli_pop_list *list, dbt_buffer *out);
void cli_pops_github(const cli_pop_list *list, dbt_buffer *out);
/* Appends JUnit: a test case for each measured file. Its pops that are not hidden are the failures;
 * without them it passes. */
void cli_pops_junit(const cli_pop_list *list, dbt_buffer *out);
/* Appends a plan with a job for each file that has pops that are not hidden; its list of jobs may
 * be empty. A cut of the file with itself mends a pop. */
void cli_pops_plan(const cli_pop_list *list, dbt_buffer *out);

#endif
