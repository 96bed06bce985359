/* The data of a report: JSON that its page reads, and nothing of which is markup. */
#ifndef DBT_REPORT_REPORT_DATA_H
#define DBT_REPORT_REPORT_DATA_H

#include "base/json_write.h"
#include "report/report_record.h"
#include "run/ranking.h"
#include "run/trial.h"

/* What a contender's method is to the others at a cut. */
typedef struct dbt_rivalry {
    uint32_t varies; /* a bit for each parameter in which some of the same method differ */
    bool has_twin;   /* another one has the same method and values */
} dbt_rivalry;

/* A sequence that a report shows, made with every contender. Release with
 * dbt_report_sequence_release. */
typedef struct dbt_report_sequence {
    char *name;                 /* owned */
    dbt_trial trial;            /* run with the recorders as observers */
    dbt_ranking ranking;        /* of its methods */
    dbt_report_window *windows; /* [n_cuts] */
    dbt_recorder *recorders;    /* [n contenders], the first one leads */
    dbt_chosen_cut *chosen;     /* [n_cuts]: the costs of those at best */
    double n_poses;             /* of joints that the windows show, of all methods and both clips */
    /* At the cut that is being written: */
    double least[DBT_N_METRICS];
    dbt_rivalry *rivalries; /* [n contenders] */
} dbt_report_sequence;

/* What a file is called, without the folder; a part of path, or a constant. */
const char *dbt_report_file_name(const char *path);

/* The windows, `context` of them on both sides, and recorders for the trial, which is open. Fails
 * with DBT_E_MEMORY, or DBT_E_LIMIT where more is to be shown than DBT_FREE_SHOWN_POSES allows. */
DBT_CHECK bool dbt_report_sequence_record(dbt_report_sequence *sequence, dbt_time context,
                                          dbt_error *err);

void dbt_report_sequence_release(dbt_report_sequence *sequence);

/* A sequence's part of the data. Zero-initialise; release with dbt_report_part_release. */
typedef struct dbt_report_part {
    dbt_buffer skeleton; /* an object */
    dbt_buffer cuts;     /* objects, their "skeleton" left out with the brace before it, */
    size_t *ends;        /* stb_ds list: and where each ends */
} dbt_report_part;

/* Writes the part of a sequence that was run; what was recorded is freed on the way. Fails
 * with DBT_E_MEMORY or DBT_E_LIMIT. */
DBT_CHECK bool dbt_report_part_write(dbt_report_part *part, dbt_report_sequence *sequence,
                                     dbt_error *err);

void dbt_report_part_release(dbt_report_part *part);

/* A writer as all of the data has it. */
dbt_json_out dbt_report_json(dbt_buffer *out);

/* A string of base64. */
void dbt_report_add_floats(dbt_json_out *json, const char *key, const float *values, size_t n);

/* What comes before the first cut: the list of them is begun. */
void dbt_report_data_begin(dbt_json_out *json, const char *title, const dbt_ranking *ranking,
                           const int *columns);

#endif
