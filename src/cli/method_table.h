/* A table with a row for each method, as text for a terminal or as Markdown. */
#ifndef DBT_CLI_METHOD_TABLE_H
#define DBT_CLI_METHOD_TABLE_H

#include "base/buffer.h"

/* The mark of a cell: the best of its column, or a slide much above the column's best. */
typedef enum cli_mark { CLI_NO_MARK, CLI_BEST, CLI_SLIDES_MORE, CLI_N_MARKS } cli_mark;

/* A cell of a table. */
typedef struct cli_cell {
    char *text; /* owned */
    cli_mark mark;
    bool is_name; /* the text may contain names from files: escape it */
} cli_cell;

/* A row of a table. */
typedef struct cli_row {
    const char *label; /* borrowed */
    bool
        is_code; /* the label is a method, code in Markdown; false: a name of the user, to escape */
    cli_cell *cells; /* stb_ds list, one for each column */
} cli_row;

/* A table with a row per method. Zero-initialise; release with cli_table_release. */
typedef struct cli_table {
    dbt_buffer heading;   /* the line above the table, not empty; may contain names from files */
    const char *subject;  /* text before the heading in Markdown, so that a name cannot begin a list
                             or a heading; may be NULL */
    const char **columns; /* stb_ds list of names; borrowed */
    cli_row *rows;        /* stb_ds list */
} cli_table;

/* Adds a row. Its cells are added next, in the order of columns. Borrows `label`. */
void cli_table_row(cli_table *table, const char *label, bool is_code);

/* Add a cell to the last row. A number has four digits; from 10000 to 1e15 it is rounded to an
 * integer; noise (dbt_is_noise) is 0, NAN is `-`. A rank that ties has a `=`. A text may contain
 * names from files. */
void cli_table_number(cli_table *table, double value, cli_mark mark);
void cli_table_rank(cli_table *table, size_t rank, bool ties);
void cli_table_text(cli_table *table, const char *text);

/* Returns the mark of a metric's value. best: it is the best of its column. min_value: the column's
 * lowest. */
cli_mark cli_mark_of(int metric, double value, bool best, double min_value);

/* Append the heading with the meaning of the marks, and the table, as text or Markdown. width:
 * characters in a line of the terminal; 0: no limit. Columns that do not fit follow in further
 * tables below, which repeat the labels. colour: marked cells are coloured by escape sequences. */
void cli_table_write_text(const cli_table *table, int width, bool colour, dbt_buffer *out);
void cli_table_write_markdown(const cli_table *table, dbt_buffer *out);

/* Frees heading, columns, rows and cells, and zeroes the struct. */
void cli_table_release(cli_table *table);

#endif
