/* Which method is best over many cuts: the values of each method, over the cuts that all methods
 * have. */
#ifndef DBT_RUN_TALLY_H
#define DBT_RUN_TALLY_H

#include "base/arena.h"
#include "base/names.h"
#include "run/trial.h"

/* The median and the 90th percentile over the common cuts. */
typedef enum dbt_quantile { DBT_MEDIAN, DBT_P90, DBT_N_QUANTILES } dbt_quantile;

/* A cut that a method made. */
typedef struct dbt_tally_cell {
    size_t cut, method; /* indexes */
    const double *row;  /* [DBT_N_METRICS], borrowed */
} dbt_tally_cell;

typedef struct dbt_tally_cut {
    char *sequence; /* owned */
    int cut;        /* in its sequence, from 1 */
    double at;      /* seconds; NAN: unknown */
    size_t n;       /* how many methods have it */
} dbt_tally_cut;

typedef struct dbt_tally_method {
    char *label;        /* owned; NULL until dbt_tally_finish names the tuning */
    dbt_tuning tuning;  /* without a label */
    const char *preset; /* the name of the preset that the tuning is; NULL: none */
    /* Results: */
    size_t n_cuts, n_seamless; /* cuts; seamless ones of the common cuts */
    size_t n_wins;             /* common cuts at which no method ranks before it */
    size_t worst;              /* the common cut with its largest value of what ranks */
    double quantiles[DBT_N_QUANTILES][DBT_N_METRICS]; /* NAN: not measured at any common cut */
    size_t rank;                                      /* from 1 */
    bool ties;
} dbt_tally_method;

/* Zero-initialise; release with dbt_tally_release. */
typedef struct dbt_tally {
    dbt_names method_names;     /* indexes of methods by what distinguishes them */
    dbt_tally_method *methods;  /* stb_ds list; dbt_tally_finish ranks it */
    dbt_tally_cut *cuts;        /* stb_ds list, in the order of their first rows */
    dbt_tally_cell *cells;      /* stb_ds list */
    dbt_table cell_table;       /* finds a cell by its cut and method */
    dbt_tally_method *left_out; /* stb_ds list: methods without which there are common cuts */
    dbt_arena rows;             /* that dbt_tally_keep_row copied */
    size_t n_common;            /* cuts that all methods have */
    double least[DBT_N_QUANTILES][DBT_N_METRICS]; /* of all methods, to six digits */
    double smooth;                                /* the limit of seamless cuts */
    const char *advice; /* how a user makes cuts common; ends the error if none is; NULL: none */
} dbt_tally;

/* Adds a cut; returns its index. */
size_t dbt_tally_add_cut(dbt_tally *tally, const char *sequence, int cut, double at);

/* The index of a method, which is added if it is new: by its label, or without one (NULL) by its
 * tuning. The texts that the tuning borrows must outlive the tally. */
size_t dbt_tally_method_index(dbt_tally *tally, const char *label, const dbt_tuning *tuning);

/* A copy of a row that lives as long as the tally. */
const double *dbt_tally_keep_row(dbt_tally *tally, const double row[DBT_N_METRICS]);

/* Adds the row of a method at a cut, which it borrows. Returns false, and adds nothing, if the
 * method has one. */
bool dbt_tally_add(dbt_tally *tally, size_t cut, size_t method, const double row[DBT_N_METRICS]);

/* What a trial that has run says of its cuts: a method at a cut. */
typedef struct dbt_tally_entry {
    char *label;       /* owned; NULL: the tuning is the job's own */
    dbt_tuning tuning; /* borrows texts from the job */
    int cut;
    double at;
    double row[DBT_N_METRICS];
} dbt_tally_entry;

/* The entries of a trial, an stb_ds list; free with dbt_tally_entries_free. */
dbt_tally_entry *dbt_tally_entries(const dbt_trial *trial);
void dbt_tally_entries_free(dbt_tally_entry *entries);

/* Adds the cuts of a sequence. Of equal methods at a cut the first counts. */
void dbt_tally_add_sequence(dbt_tally *tally, const char *sequence, const dbt_tally_entry *entries);

/* Names the methods, sums up the common cuts and ranks the methods: with the rule those with more
 * seamless cuts first, then by their median displacement, or seam ratio if no cut is seamless; else
 * by the median of the metric. `auto` at several lengths is one method, as in CSV files, unless a
 * cut has two of them. If no cut is common, leaves out the methods that share the fewest cuts with
 * others. Fails with DBT_E_PARAM if no two methods share a cut, with DBT_E_LIMIT if there are more
 * than DBT_MAX_COMPARED methods. Percentiles are interpolated linearly between the two nearest
 * values. */
DBT_CHECK bool dbt_tally_finish(dbt_tally *tally, const dbt_ranking *ranking, double smooth,
                                dbt_error *err);

/* Adds which methods were left out, and why, if any were. */
void dbt_tally_add_left_out(const dbt_tally *tally, dbt_buffer *out);

/* Whether a method has the least value of its column, to six digits. */
bool dbt_tally_is_best(const dbt_tally *tally, size_t method, int metric, dbt_quantile of);

void dbt_tally_release(dbt_tally *tally);

#endif
