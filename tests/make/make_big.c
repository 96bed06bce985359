/* make_big MEGABYTES [SEED [LIMBS]]: writes a BVH file of about this size to standard output, for
 * benchmarks. It has LIMBS limbs (5) of 6 joints; with 5, 93 channels of "%.6f" numbers. */
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
    uint64_t state = argc > 2 ? (uint64_t)atoll(argv[2]) : 1;
    const int n_limbs = argc > 3 ? atoi(argv[3]) : 5, n_channels = 3 + 3 * n_limbs * LIMB_JOINTS;
    const long frames = (long)(megabytes * 1e6 / (n_channels * 10.67)); /* bytes a number */
    print_hierarchy(n_limbs);
    printf("MOTION\nFrames: %ld\nFrame Time: 0.0166667\n", frames);
    for (long f = 0; f < frames; f++) {
        for (int c = 0; c < n_channels; c++) {
            state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
            const long millionths = (long)(state >> 33) % 360000000 - 180000000;
            printf(c ? " %.6f" : "%.6f", (double)millionths * 1e-6);
        }
        putchar('\n');
    }
    return fflush(stdout) == 0 ? 0 : 1;
}
