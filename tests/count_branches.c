/* Linked into the programs of CONFIG=counted: writes the number of executed branches to the file of
 * the variable DBTOOL_BRANCHES. The machine's load does not change this number. */
#include <stdio.h>
#include <stdlib.h>

static unsigned long long branches;

/* Called at each branch. Threads on one processor lose few counts. */
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    branches++;
}

static __attribute__((destructor)) void write_branches(void)
{
    const char *path = getenv("DBTOOL_BRANCHES");
    FILE *f = path ? fopen(path, "w") : NULL;

    if (!f)
        return;
    fprintf(f, "%llu\n", branches);
    fclose(f);
}
