/* The pops of files, and the forms in which `dbtool pops` lists them. */
#ifndef DBT_CLI_POP_LIST_H
#define DBT_CLI_POP_LIST_H

#include "base/json_write.h"
#include "motion/pops.h"

/* What was found in one file. */
typedef struct cli_file_pops {
    const char *path; /* borrowed */
    bool is_read;     /* false: it could not be read, and nothing else is set */
    bool is_measured; /* false: it has too few frames or channels to have pops */
    size_t n_frames;
    int n_joints, n_channels;
    double frame_time; /* seconds */
    dbt_pop *pops;     /* stb_ds list */
    double largest;    /* pop of all frames */
    size_t largest_frame;
    char **joints;  /* stb_ds list: of each pop, the names of its joints, separated by blanks */
    char **remarks; /* stb_ds list: lines about single joints */
    bool *hidden;   /* stb_ds list: of each pop, whether --top leaves it out */
} cli_file_pops;

/* The names of a pop's joints, separated by blanks. The caller frees it. */
char *cli_pop_joints(const dbt_pop *pop, const dbt_skeleton *skeleton);

/* Appends a moment: its time in a file with that frame time, frame and pop. */
void cli_pop_add_moment(dbt_buffer *out, size_t frame, double frame_time, double pop);

/* Appends a pop: its time in a file with that frame time, frame, value, kind and joints. */
void cli_pop_add(const dbt_pop *pop, double frame_time, const char *joints, dbt_buffer *out);

/* Appends a pop as an object in a line of its own. */
void cli_pop_add_json(dbt_json_out *json, const dbt_pop *pop, double frame_time,
                      const char *joints);

void cli_file_pops_release(cli_file_pops *file);

typedef struct cli_pop_list {
    const cli_file_pops *files;
    size_t n_files;
    double limit;
    const char *const *plan_paths; /* [n_files] the files as seen from the plan's folder, */
    const char *plan_model;        /* and the model that fills gaps; NULL: none */
    const char *out;               /* where a plan's jobs write; NULL: beside the plan */
} cli_pop_list;

/* Each appends the list in one form. */
void cli_pops_text(const cli_pop_list *list, dbt_buffer *out);
void cli_pops_csv(const cli_pop_list *list, dbt_buffer *out);
void cli_pops_json(const cli_pop_list *list, dbt_buffer *out);
void cli_pops_github(const cli_pop_list *list, dbt_buffer *out);
void cli_pops_junit(const cli_pop_list *list, dbt_buffer *out);
void cli_pops_plan(const cli_pop_list *list, dbt_buffer *out);

#endif
