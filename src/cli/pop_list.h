/* The pops of files, and the forms in which `dbtool pops` lists them. */
#ifndef DBT_CLI_POP_LIST_H
#define DBT_CLI_POP_LIST_H

#include "base/buffer.h"
#include "motion/pops.h"

/* What was found in one file. */
typedef struct cli_file_pops {
    const char *path; /* borrowed */
    bool is_read;     /* false: it could not be read, and nothing else is set */
    size_t n_frames;
    double frame_time; /* seconds */
    dbt_pops pops;
    char **joints; /* stb_ds list: of each pop, the names of its joints, separated by blanks */
    bool *hidden;  /* stb_ds list: of each pop, whether --top leaves it out */
} cli_file_pops;

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
void cli_pops_plan(const cli_pop_list *list, dbt_buffer *out);

#endif
