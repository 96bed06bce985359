/* fuzz_TARGET FILE|FOLDER...: runs a fuzzer once on each file, without its engine, so that fixed
 * faults stay fixed. Linked with one fuzz_*.c. */
#include "fuzz.h"

#include <dirent.h>

static size_t n_run;

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size)
{
    (void)data;
    (void)max_size;
    return size;
}

/* Runs the fuzzer on a block of exactly the file's size, so that the sanitizer finds a read past
 * its end. */
static int run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        exit(2);
    }
    const long size = ftell(file);
    uint8_t *data = malloc(size > 0 ? (size_t)size : 1);
    rewind(file);
    if (size < 0 || !data || fread(data, 1, (size_t)size, file) != (size_t)size) {
        perror(path);
        exit(2);
    }
    fclose(file);
    printf("%s\n", path); /* printed before it runs: a failing file is the last one printed */
    fflush(stdout);
    LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
    n_run++;
    return 0;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct dirent **entries;
        const int n = scandir(argv[i], &entries, is_visible, by_name);
        if (n < 0)
            run_file(argv[i]);
        for (int e = 0; e < n; e++) {
            char path[4096];
            snprintf(path, sizeof path, "%s/%s", argv[i], entries[e]->d_name);
            run_file(path);
            free(entries[e]);
        }
        if (n >= 0)
            free(entries);
    }
    printf("%zu passed, 0 failed\n", n_run);
    return n_run > 0 ? 0 : 2;
}
