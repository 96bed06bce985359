/* The data of a report: JSON that its page reads, and nothing of which is markup. */
#ifndef DBT_CLI_REPORT_DATA_H
#define DBT_CLI_REPORT_DATA_H

#include "cli/report_record.h"
#include "cli/trial.h"

/* What a contender's method is to the others at a cut. */
typedef struct cli_rivalry {
    uint32_t varies; /* a bit for each parameter in which some of the same method differ */
    bool has_twin;   /* another one has the same method and values */
} cli_rivalry;

/* A sequence that a report shows, made with every contender. Release with
 * cli_report_sequence_release. */
typedef struct cli_report_sequence {
    char *name;         /* owned */
    cli_trial trial;    /* run with the recorders as observers */
    dbt_metric rank;    /* the figure that ranks its methods */
    char **clips;       /* stb_ds list: what the clip of each segment is called; owned */
    const char *limits; /* path of the file, borrowed; NULL: learned */
    double assume_fps;  /* as its clips were read */
    bool lenient;
    bool strict;             /* its warnings are errors */
    char **jobs;             /* stb_ds list: the job of each contender that has no label; owned */
    cli_window *windows;     /* [n_cuts] */
    cli_recorder *recorders; /* [n contenders], the first one leads */
    /* At the cut that is being written: */
    ptrdiff_t *places; /* [n contenders]: 1 is the best */
    double least[DBT_N_METRICS];
    cli_rivalry *rivalries; /* [n contenders] */
} cli_report_sequence;

/* What a clip's file is called, without the folder; owned by the caller. */
char *cli_report_clip_name(const char *path);

/* The windows, `context` of them on both sides, and recorders for the trial, which is open. Fails
 * with DBT_E_MEMORY. */
DBT_CHECK bool cli_report_sequence_record(cli_report_sequence *sequence, dbt_time context,
                                          dbt_error *err);

void cli_report_sequence_release(cli_report_sequence *sequence);

/* A sequence's part of the data. Zero-initialise; release with cli_report_part_release. */
typedef struct cli_report_part {
    dbt_buffer skeleton; /* an object */
    dbt_buffer cuts;     /* objects, their "skeleton" left out with the brace before it, */
    size_t *ends;        /* stb_ds list: and where each ends */
} cli_report_part;

/* Writes the part of a sequence that was run; what was recorded is freed on the way. Fails
 * with DBT_E_MEMORY or DBT_E_LIMIT. */
DBT_CHECK bool cli_report_part_write(cli_report_part *part, cli_report_sequence *sequence,
                                     dbt_error *err);

void cli_report_part_release(cli_report_part *part);

/* What comes before the first cut. */
void cli_report_data_begin(dbt_buffer *out, const char *title, dbt_metric rank, const int *columns);

#endif
