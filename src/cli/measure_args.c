#include "cli/measure_args.h"

#include "core/mem.h"

const cli_option cli_measure_options[] = {
    { CLI_OPT_WINDOW, 0, "window", "SECONDS",
      "measure over this long from the cut (the transition)" },
    { CLI_OPT_FEET, 0, "feet", "GLOB",
      "joints that stand on the ground (names with foot, toe or ankle)" },
    { CLI_OPT_CONTACT_HEIGHT, 0, "contact-height", "UNITS",
      "a foot stands up to this far above its lowest (0.04 of the skeleton's reach)" },
    { CLI_OPT_CONTACT_SPEED, 0, "contact-speed", "UNITS",
      "and up to this speed, units a second (0.2 of the reach)" },
    { 0 },
};

int cli_take_measure_option(cli_measure_args *measure, const cli_args *args, int id)
{
    switch (id) {
    case CLI_OPT_WINDOW:
        measure->windowed = true;
        return cli_take_length(args, "window", &measure->window) ? 1 : -1;
    case CLI_OPT_FEET: arrput(measure->feet, args->value); return 1;
    case CLI_OPT_CONTACT_HEIGHT:
        return cli_take_number(args, "contact-height", DBT_MIN_CONTACT, DBT_MAX_CONTACT,
                               &measure->contact.height)
                   ? 1
                   : -1;
    case CLI_OPT_CONTACT_SPEED:
        return cli_take_number(args, "contact-speed", DBT_MIN_CONTACT, DBT_MAX_CONTACT,
                               &measure->contact.speed)
                   ? 1
                   : -1;
    default: return 0;
    }
}

const dbt_contact_options *cli_measure_contact(cli_measure_args *measure)
{
    measure->contact.feet = measure->feet;
    measure->contact.n_feet = (int)arrlen(measure->feet);
    return &measure->contact;
}

void cli_measure_args_release(cli_measure_args *measure)
{
    arrfree(measure->feet);
}
