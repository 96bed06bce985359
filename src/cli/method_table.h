/* A table with a row for each method, as text for a terminal or as Markdown. */
#ifndef DBT_CLI_METHOD_TABLE_H
#define DBT_CLI_METHOD_TABLE_H

#include "base/buffer.h"

typedef enum cli_mark { CLI_NO_MARK, CLI_BEST, CLI_SLIDES_MORE, CLI_N_MARKS } cli_mark;

typedef struct cli_cell {
    dbt_buffer text;
    cli_mark mark;
    bool is_name; /* may hold names from files */
} cli_cell;

typedef struct cli_row {
    const char *label; /* borrowed */
    bool is_code;      /* Markdown shows the label as code; else the user named it */
    cli_cell *cells;   /* stb_ds list, one for each column */
} cli_row;

/* Zero-initialise; release with cli_table_release. */
typedef struct cli_table {
    dbt_buffer heading;   /* a line above the table, which may hold names from files */
    const char *subject;  /* what stands before it in Markdown, so that a name cannot start a list
                             or a heading; NULL: nothing */
    const char **columns; /* stb_ds list of names; borrowed */
    cli_row *rows;        /* stb_ds list */
} cli_table;

/* Begins a row, whose cells follow in the order of the columns. */
void cli_table_row(cli_table *table, const char *label, bool is_code);

/* Add a cell to the last row: a number with four digits, if possible without an exponent, `-` if it
 * is NAN; a rank; or a text, which may hold names from files. */
void cli_table_number(cli_table *table, double value, cli_mark mark);
void cli_table_rank(cli_table *table, size_t rank, bool ties);
void cli_table_text(cli_table *table, const char *text);

/* The mark of a value of a metric. best: it is the best of its column, whose least value is least.
 */
cli_mark cli_mark_of(int metric, double value, bool best, double least);

/* Write it. width: columns of the terminal; 0: no limit. */
void cli_table_write_text(const cli_table *table, int width, bool colour, dbt_buffer *out);
void cli_table_write_markdown(const cli_table *table, dbt_buffer *out);

void cli_table_release(cli_table *table);

#endif
