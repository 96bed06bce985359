/* auto: at each cut, replaced before the first frame by the best of its candidates
 * (method/candidates.h). */
#include "method/method.h"

static const dbt_param params[] = {
    { .name = "blend_time",
      .unit = "s",
      .def = INFINITY,
      .max = 60.0,
      .help = "length of every candidate (none: each of the usual lengths)" },
    { .name = "model",
      .type = DBT_PARAM_FILE,
      .def = NAN,
      .help = "file that dbtool train --bridge wrote: over a gap, bridge-learned comes first" },
};

const dbt_method dbt_method_auto = {
    .name = "auto",
    .summary = "the best of several methods, chosen for each cut (the default)",
    .details =
        "Tries its candidates at the cut. Of those that are seamless, it keeps the one with the "
        "least displacement; if none is seamless, of those within twice that limit, then four "
        "times; else the one with the least seam ratio.",
    .source = "this tool's own metrics",
    .kind = DBT_METHOD_CHOICE,
    .file = "model",
    .file_is_optional = true,
    DBT_PARAMS(params),
    .uses_earlier = true,
};
