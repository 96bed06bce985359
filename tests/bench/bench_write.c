/* bench_write MEGABYTES tool|fprintf FILE: writes about this much of computed channels, 93 a frame
 * with 6 decimals, with the library's writer or, to compare times, with a plain loop of fprintf.
 * Both write the same bytes. */
#include "bvh/bvh.h"
#include "base/mem.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHANNELS = 93 };

static uint64_t state = 1;

/* A number in [-180, 180) with more than six decimals. */
static void next_frame(double *values)
{
    for (int c = 0; c < CHANNELS; c++) {
        state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
        values[c] = (double)(state >> 11) * 0x1p-53 * 360.0 - 180.0;
    }
}

static bool write_out(void *context, const char *bytes, size_t n)
{
    (void)context;
    while (n > 0) {
        const ssize_t written = write(STDOUT_FILENO, bytes, n);
        if (written <= 0)
            return false;
        bytes += written;
        n -= (size_t)written;
    }
    return true;
}

static bool by_tool(long n_frames)
{
    double values[CHANNELS];
    dbt_joint joint = { .name = (char[]){ "Root" }, .parent = -1, .last_end_site = -1 };
    dbt_clip clip = { .skeleton = { .joints = &joint, .n_joints = 1 }, .frame_time = 1.0 / 60.0 };
    dbt_bvh_writer writer;
    dbt_bvh_write_begin(&writer, &clip, (size_t)n_frames, 6, (dbt_sink){ write_out, NULL });
    clip.skeleton.n_channels = CHANNELS;
    for (long f = 0; f < n_frames; f++) {
        next_frame(values);
        dbt_bvh_write_frame(&writer, &(dbt_values_frame){ .values = values });
    }
    const bool ok = dbt_bvh_write_end(&writer);
    dbt_bvh_writer_release(&writer);
    return ok;
}

static bool by_fprintf(long n_frames)
{
    double values[CHANNELS];
    printf("HIERARCHY\nROOT Root\n{\n\tOFFSET 0.000000 0.000000 0.000000\n\tCHANNELS 0\n"
           "\tEnd Site\n\t{\n\t\tOFFSET 0.000000 0.000000 0.000000\n\t}\n}\nMOTION\n"
           "Frames: %ld\nFrame Time: 0.016666666666666666\n",
           n_frames);
    for (long f = 0; f < n_frames; f++) {
        next_frame(values);
        for (int c = 0; c < CHANNELS; c++)
            fprintf(stdout, c ? " %.6f" : "%.6f", values[c]);
        fputc('\n', stdout);
    }
    return fflush(stdout) == 0;
}

int main(int argc, char **argv)
{
    if (argc != 4 || !freopen(argv[3], "w", stdout))
        return 2;
    const long n_frames = (long)(atof(argv[1]) * 1e6 / (CHANNELS * 10.67));
    return (strcmp(argv[2], "tool") == 0 ? by_tool(n_frames) : by_fprintf(n_frames)) ? 0 : 1;
}
