/* Linked into the programs of CONFIG=cov: the leak sanitizer looks for pointers in all writable
 * data but its own runtime's, whose ten megabytes it would read at the end of each of thousands of
 * runs. */
#define _GNU_SOURCE
#include <link.h>
#include <sanitizer/lsan_interface.h>
#include <string.h>

const char *__lsan_default_options(void);
const char *__lsan_default_options(void)
{
    return "use_globals=0";
}

/* Makes the writable segments of a module roots. */
static int add_roots(struct dl_phdr_info *module, size_t size, void *unused)
{
    (void)size, (void)unused;
    if (strstr(module->dlpi_name, "libclang_rt"))
        return 0;
    for (int i = 0; i < module->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &module->dlpi_phdr[i];

        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_W))
            __lsan_register_root_region((const char *)module->dlpi_addr + segment->p_vaddr,
                                        segment->p_memsz);
    }
    return 0;
}

__attribute__((constructor)) static void register_roots(void)
{
    dl_iterate_phdr(add_roots, NULL);
}
