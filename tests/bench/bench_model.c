/* bench_model MODEL: microseconds of one step of a trained network, the median of many
 * runs of a hundred steps, on one thread. */
#include "net/model.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS = 1001, STEPS = 100 };

static char bytes[1 << 26];

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file)
        return 2;
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    dbt_error err;
    dbt_model *model = dbt_model_read(bytes, size, argv[1], &err);
    if (fclose(file) != 0 || !model)
        return 2;
    const int n = model->n_rotating;
    dbt_body_joint *joints = dbt_alloc_array((size_t)n, sizeof *joints);
    float *room = dbt_alloc_array((size_t)(DBT_MODEL_SCRATCH + n * DBT_MODEL_SCRATCH_PER_JOINT),
                                  sizeof *room);
    static double micros[RUNS];
    for (int r = 0; joints && room && r < RUNS; r++) {
        dbt_body_root root = { .pos = { 0.0, 90.0, 0.0 }, .vel = { 50.0, 0.0, 80.0 } };
        for (int k = 0; k < n; k++)
            joints[k] = (dbt_body_joint){ .rot = DBT_QUAT_IDENTITY, .ang = { 0.1 * k, 0.2, 0.3 } };
        const double begin = now();
        for (int s = 0; s < STEPS; s++)
            dbt_model_step(model, 0.0, room, &root, joints);
        micros[r] = 1e6 * (now() - begin) / STEPS;
    }
    qsort(micros, RUNS, sizeof *micros, by_size);
    printf("%.2f\n", micros[RUNS / 2]);
    dbt_free(joints);
    dbt_free(room);
    dbt_model_free(model);
    return 0;
}
