/* make_big MEGABYTES [SEED [LIMBS [CLIPS]]]: writes a BVH file of about this size to standard
 * output, for benchmarks. It has LIMBS limbs (5) of 6 joints; with 5, 93 channels of "%.6f"
 * numbers. Each channel swings about a mean of its own, as joints do: noise would jump in every
 * frame, and cost more to search for glitches than to read. The file is joined from CLIPS clips
 * (1), each with other means. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LIMB_JOINTS = 6 };

static void print_hierarchy(int n_limbs)
{
    printf("HIERARCHY\nROOT Joint0_0\n{\n\tOFFSET 0 0 0\n\tCHANNELS 6 Xposition Yposition "
           "Zposition Zrotation Yrotation Xrotation\n");
    for (int limb = 0; limb < n_limbs; limb++) {
        const int first = limb == 0; /* the root is the first limb's first joint */
        for (int j = first; j < LIMB_JOINTS; j++)
            printf("\tJOINT Joint%d_%d\n\t{\n\tOFFSET 0 %d 0\n\tCHANNELS 3 Zrotation Yrotation "
                   "Xrotation\n",
                   limb, j, 5 + j);
        printf("\tEnd Site\n\t{\n\tOFFSET 0 4 0\n\t}\n");
        for (int j = first; j < LIMB_JOINTS; j++)
            printf("\t}\n");
    }
    printf("}\n");
}

int main(int argc, char **argv)
{
    const double megabytes = argc > 1 ? atof(argv[1]) : 100.0;
    const uint64_t seed = argc > 2 ? (uint64_t)atoll(argv[2]) : 1;
    const int n_limbs = argc > 3 ? atoi(argv[3]) : 5, n_channels = 3 + 3 * n_limbs * LIMB_JOINTS;
    const uint64_t n_clips = argc > 4 ? (uint64_t)atoll(argv[4]) : 1;
    const long frames = (long)(megabytes * 1e6 / (n_channels * 10.67)); /* bytes a number */
    print_hierarchy(n_limbs);
    printf("MOTION\nFrames: %ld\nFrame Time: 0.0166667\n", frames);
    for (long f = 0; f < frames; f++) {
        uint64_t random = seed + (uint64_t)f * n_clips / (uint64_t)frames;
        for (int c = 0; c < n_channels; c++) {
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
            const double mean = (double)(random >> 40) * 0x1p-24 * 300.0 - 150.0;
            const double hz = 0.2 + (double)(random >> 20 & 0xfffff) * 0x1p-20;
            printf(c ? " %.6f" : "%.6f",
                   mean + 30.0 * sin(2.0 * 3.14159265358979 / 60.0 * hz * (double)f + c));
        }
        putchar('\n');
    }
    return fflush(stdout) == 0 ? 0 : 1;
}
