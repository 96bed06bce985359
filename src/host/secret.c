#include "host/secret.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

dbt_hash_key dbt_random_hash_key(void)
{
    dbt_hash_key key;
    const int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd >= 0 ? read(fd, &key, sizeof key) : -1;
    if (fd >= 0)
        close(fd);
    if (n == (ssize_t)sizeof key)
        return key;
    /* no random source, as in a bare chroot: the time is still harder to foresee than a constant */
    struct timespec now = { 0 };
    clock_gettime(CLOCK_REALTIME, &now);
    key.k[0] = (uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec;
    key.k[1] = (uint64_t)getpid() << 32 ^ (uint64_t)(uintptr_t)&key;
    return key;
}
