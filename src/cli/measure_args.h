/* The options about how cuts are measured. */
#ifndef DBT_CLI_MEASURE_ARGS_H
#define DBT_CLI_MEASURE_ARGS_H

#include "cli/cli.h"

#include "core/reference.h"

/* Zero-initialise; release with cli_measure_args_release. */
typedef struct cli_measure_args {
    bool windowed;
    dbt_time window;
    const char **feet;           /* stb_ds list, borrowed text */
    dbt_contact_options contact; /* complete after cli_measure_contact */
} cli_measure_args;

/* --window --feet --contact-height --contact-speed */
extern const cli_option cli_measure_options[];

/* Takes one option: 1 taken, 0 not one of these, -1 an error was printed. */
int cli_take_measure_option(cli_measure_args *measure, const cli_args *args, int id);

/* Once all options were taken; valid as long as measure is. */
const dbt_contact_options *cli_measure_contact(cli_measure_args *measure);

void cli_measure_args_release(cli_measure_args *measure);

#endif
