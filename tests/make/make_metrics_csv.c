/* make_metrics_csv ROWS [CHANGE]: writes a metrics CSV with ROWS rows and all columns to standard
 * output, for benchmarks. With CHANGE, values differ by CHANGE percent. */
#include "measure/metric.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { JOINTS = 24, CUTS = 3 };

static void print_figures(uint64_t *state, double factor)
{
    for (int m = 0; m < DBT_N_METRICS; m++) {
        *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407u;
        printf(",%.9g", (double)(*state >> 33) * 1e-5 * factor);
    }
}

int main(int argc, char **argv)
{
    const long rows = argc > 1 ? atol(argv[1]) : 1000000;
    const double factor = 1.0 + (argc > 2 ? atof(argv[2]) : 0.0) / 100.0;
    uint64_t state = 1;
    printf("sequence,cut,method,at,joint");
    for (int m = 0; m < DBT_N_METRICS; m++)
        printf(",%s", dbt_metric_infos[m].name);
    putchar('\n');
    for (long r = 0; r < rows; r++) {
        const long cut = r / JOINTS, sequence = cut / CUTS;
        printf("walk%ld+run%ld,%ld,dead-halflife,%ld.%05ld,Joint%ld", sequence, sequence,
               cut % CUTS + 1, 1 + cut % CUTS, sequence % 100000, r % JOINTS);
        print_figures(&state, factor);
        putchar('\n');
    }
    return fflush(stdout) == 0 ? 0 : 1;
}
