/* A part of the programs of CONFIG=cov: it writes which lines they have run to the file that the
 * variable LLVM_PROFILE_FILE names. LLVM's own code does so, too, but complains where it cannot,
 * and tests compare what programs say: they drop rights and limit files. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

int __llvm_profile_runtime; /* leaves LLVM's own out */
void __llvm_profile_initialize_file(void);
int __llvm_profile_write_file(void);

__attribute__((destructor)) static void write_counts(void)
{
    if (!getenv("LLVM_PROFILE_FILE"))
        return;
    const int said = dup(2), nowhere = open("/dev/null", O_WRONLY);
    signal(SIGXFSZ, SIG_IGN);
    dup2(nowhere, 2);
    __llvm_profile_initialize_file();
    __llvm_profile_write_file();
    dup2(said, 2);
}
