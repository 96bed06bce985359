/* The data of a report: JSON for its page. Nothing in it can act as markup. */
#ifndef DBT_REPORT_REPORT_DATA_H
#define DBT_REPORT_REPORT_DATA_H

#include "base/json_write.h"
#include "report/report_record.h"
#include "run/scores.h"

/* How a candidate's method differs from those of the others at a cut. */
typedef struct dbt_rivalry {
    uint32_t varies; /* a bit for each parameter that differs among candidates with this method */
    bool has_twin;   /* another candidate has the same method and values */
} dbt_rivalry;

/* A sequence that a report shows, made with every candidate. Release with
 * dbt_report_sequence_release. */
typedef struct dbt_report_sequence {
    char *name;                 /* owned */
    dbt_trial trial;            /* the recorders are its observers */
    dbt_ranking ranking;        /* of its methods */
    dbt_report_window *windows; /* [n_cuts] */
    dbt_recorder *recorders;    /* [n candidates]; the first one also records the clips */
    dbt_buffer *pops;           /* [n candidates]: of their outputs, as JSON */
    size_t n_recorders;
    double n_poses; /* poses of joints in all windows, of all methods and both clips */
    /* Of the cut that is being written: */
    dbt_score *scores; /* [n candidates] */
    dbt_least least;
    dbt_rivalry *rivalries; /* [n candidates] */
    dbt_arena memory;       /* of the arrays */
} dbt_report_sequence;

/* The name of a file without its folder: a part of path, or a constant. */
const char *dbt_report_file_name(const char *path);

/* Makes the windows, with `context` of time on both sides of each cut, and the recorders for the
 * trial, which must be open. Fails with DBT_E_LIMIT beyond DBT_FREE_SHOWN_POSES. */
DBT_CHECK bool dbt_report_sequence_record(dbt_report_sequence *sequence, dbt_time context,
                                          dbt_error *err);

void dbt_report_sequence_release(dbt_report_sequence *sequence);

/* The data of one sequence. Zero-initialise; release with dbt_report_section_release. */
typedef struct dbt_report_section {
    dbt_buffer skeleton; /* an object */
    dbt_buffer cuts;     /* objects without their first brace and member "skeleton", */
    size_t *ends;        /* stb_ds list: where each of them ends */
} dbt_report_section;

/* Writes the data of a sequence whose trial has run, and frees its recordings on the way. Fails
 * with DBT_E_LIMIT. */
DBT_CHECK bool dbt_report_section_write(dbt_report_section *part, dbt_report_sequence *sequence,
                                        dbt_error *err);

void dbt_report_section_release(dbt_report_section *part);

/* A JSON writer with the settings for report data. */
dbt_json_out dbt_report_json(dbt_buffer *out);

/* Adds a string: base64 of n floats. */
void dbt_report_add_floats(dbt_json_out *json, const char *key, const float *values, size_t n);

/* Writes the page up to the list of cuts, which it begins. */
void dbt_report_begin(dbt_json_out *json, const char *title, const dbt_ranking *ranking,
                      const int *columns);

/* Writes a cut (from 1) of a part whose skeleton has that index. */
void dbt_report_cut_write(dbt_json_out *json, const dbt_report_section *part, ptrdiff_t cut,
                          int skeleton);

/* Writes the rest of the page, behind the list of cuts. */
void dbt_report_end(dbt_json_out *json, const dbt_buffer *skeletons, ptrdiff_t n);

/* Writes which method is best over all cuts, whose indexes are those of the list of cuts. metrics:
 * stb_ds list of those shown. */
void dbt_report_overview_write(dbt_json_out *json, const dbt_scores *scores,
                               const dbt_ranking *ranking, const int *metrics);

/* Writes instead why none can be said to be. */
void dbt_report_no_overview_write(dbt_json_out *json, const char *why);

#endif
