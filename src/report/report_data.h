/* The data of a report: JSON for its page, escaped so that no text in it can act as markup. The
 * folder `report` knows this data and the page; it does not know the options of commands. */
#ifndef DBT_REPORT_REPORT_DATA_H
#define DBT_REPORT_REPORT_DATA_H

#include "base/json_write.h"
#include "report/report_record.h"
#include "run/scores.h"

/* A sequence in a report, blended once with each candidate. Release with
 * dbt_report_sequence_release. */
typedef struct dbt_report_sequence {
    char *name;                 /* owned */
    dbt_trial trial;            /* owned; the recorders are its observers */
    dbt_ranking ranking;        /* how its methods are ranked */
    dbt_report_window *windows; /* [n_cuts] */
    dbt_recorder
        *recorders;   /* [n_recorders], one per candidate; the first also records the clips */
    dbt_buffer *pops; /* [n_recorders]: pops of the candidates' outputs, JSON */
    size_t n_recorders;
    double n_poses; /* joint poses in all windows, over all candidates and both clips */
    /* Of the current cut: */
    dbt_score *scores;       /* [n_recorders] */
    dbt_score_minima minima; /* lowest value of each metric */
    dbt_arena memory;        /* of all arrays */
} dbt_report_sequence;

/* Prepares *sequence, whose trial is open but not run, for recording: sets windows, with `context`
 * before and after each cut's transitions, n_poses, and one recorder per candidate, the candidate's
 * observer. Allocates the other arrays. Sets ranking.smooth to the first candidate's. Outputs are
 * recorded as a whole unless they have too many values (DBT_MAX_RECORDED_VALUES).
 *
 * Fails with DBT_E_LIMIT if the windows have more joint poses than DBT_FREE_SHOWN_POSES plus the
 * number if each window were as long as its two clips together. Release the sequence also on
 * failure. */
DBT_CHECK bool dbt_report_sequence_record(dbt_report_sequence *sequence, dbt_time context,
                                          dbt_error *err);

/* Frees all members, also the trial, and zeroes the struct. */
void dbt_report_sequence_release(dbt_report_sequence *sequence);

/* The JSON of one sequence. Zero-initialise; release with dbt_report_section_release. */
typedef struct dbt_report_section {
    dbt_buffer skeleton; /* a JSON object */
    dbt_buffer cuts;     /* JSON objects, each without its first brace and "skeleton" */
    size_t *ends;        /* stb_ds list: end of each cut's bytes in `cuts` */
} dbt_report_section;

/* Appends the JSON of `sequence`, whose trial has run, to an empty section: the skeleton and all
 * cuts. Call it only once for a sequence: it sets the pops, and frees the recordings of each cut
 * once it is written. */
void dbt_report_section_write(dbt_report_section *section, dbt_report_sequence *sequence);

/* Frees all members and zeroes the struct. */
void dbt_report_section_release(dbt_report_section *section);

/* Returns a JSON writer to `out`, which it borrows, that writes compactly and escapes markup. */
dbt_json_out dbt_report_json(dbt_buffer *out);

/* Adds a member with the base64 of values[n], as float32. */
void dbt_report_add_floats(dbt_json_out *json, const char *key, const float *values, size_t n);

/* Writes the page, its HTML included, up to the list of cuts, which stays open: the caller closes
 * it after the last dbt_report_cut_write. title: of the page. columns: stb_ds list of dbt_metric,
 * the metrics that the page shows at first; may be NULL (empty). */
void dbt_report_begin(dbt_json_out *json, const char *title, const dbt_ranking *ranking,
                      const int *columns);

/* Writes cut number `cut`, from 1, of `section` into the open list of cuts. skeleton: index of its
 * skeleton in the list of dbt_report_end. */
void dbt_report_cut_write(dbt_json_out *json, const dbt_report_section *section, ptrdiff_t cut,
                          int skeleton);

/* Writes skeletons[n], each a JSON object, closes the data, and writes the rest of the page. The
 * list of cuts must be closed. */
void dbt_report_end(dbt_json_out *json, const dbt_buffer *skeletons, ptrdiff_t n);

/* Writes the member "overview": the ranking of the methods over all common cuts, and a note about
 * methods that are left out. The cuts of `scores`, finished, are in the order of the page's list of
 * cuts. metrics: stb_ds list of the dbt_metric whose medians and 90 % quantiles are written. */
void dbt_report_overview_write(dbt_json_out *json, const dbt_scores *scores,
                               const dbt_ranking *ranking, const int *metrics);

/* Writes the member "overview" without a ranking. why: the reason, for the reader. */
void dbt_report_no_overview_write(dbt_json_out *json, const char *why);

#endif
