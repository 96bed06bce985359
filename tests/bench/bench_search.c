/* bench_search THREADS CLIP...: finds the three cheapest cuts of each ordered pair of the clips.
 * Prints the seconds for reading and for searching, and a sum of the results, which does not depend
 * on the number of threads. */
#include "base/mem.h"
#include "base/threads.h"
#include "bvh/bvh.h"
#include "host/input.h"
#include "search/suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PER_PAIR = 3 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void read_clips(char **paths, size_t n, const dbt_clip **clips)
{
    const dbt_bvh_options options = { .lenient = false };
    dbt_clip *read = dbt_alloc_array(n, sizeof *read);
    for (size_t c = 0; c < n; c++) {
        dbt_input input;
        dbt_error err;
        if (!read || !dbt_input_read(paths[c], &input, &err) ||
            !dbt_bvh_read(input.bytes, input.size, paths[c], &options, &read[c], &err))
            exit(2);
        clips[c] = &read[c];
    }
}

static double sum_up(const dbt_library_cuts *cuts)
{
    double sum = 0.0;
    for (size_t c = 0; c < cuts->n; c++)
        sum += cuts->list[c].cell.cost.cost *
               (double)(1 + cuts->list[c].cell.i % 7 + cuts->list[c].cell.j % 11);
    return sum;
}

int main(int argc, char **argv)
{
    const size_t n = argc > 2 ? (size_t)argc - 2 : 0;
    const dbt_clip **clips = dbt_alloc_array(n, sizeof *clips);
    if (n < 2 || !clips)
        return 2;
    const double begin = now();
    read_clips(argv + 2, n, clips);
    const double read = now();
    const dbt_suggest_spec spec = { .up = 1,
                                    .velocity_weight = 0.1,
                                    .play = { .value = 0.5 },
                                    .apart = { .value = 0.2 },
                                    .top = PER_PAIR,
                                    .memory = SIZE_MAX,
                                    .n_threads = (int)strtol(argv[1], NULL, 10) };
    dbt_warnings warnings = { 0 };
    dbt_error err;
    const dbt_clip_source source = dbt_clips_in_memory(clips);
    const dbt_cut_quota quota = { .n = SIZE_MAX, .per_pair = PER_PAIR };
    dbt_library_cuts cuts;
    if (!dbt_suggest_library(&spec, &quota, &source, n, &cuts, &warnings, &err)) {
        fprintf(stderr, "%s\n", err.msg);
        return 2;
    }
    printf("read in %.3f s, searched in %.3f s, sum %.12g\n", read - begin, now() - read,
           sum_up(&cuts));
    return 0;
}
