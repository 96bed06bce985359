/* Opens a page of the manual with man: the one next to the program, where `make` writes it, or an
 * installed one. */
#include "system/system.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Whether `man -w PAGE` finds the page; false if man cannot be started. Its output is discarded. */
static bool has_page(char *page)
{
    char man[] = "man", where[] = "-w", *const words[] = { man, where, page, NULL };
    posix_spawn_file_actions_t silent;
    pid_t child;
    int status = 1;
    if (posix_spawn_file_actions_init(&silent) != 0)
        return false;
    const bool started =
        posix_spawn_file_actions_addopen(&silent, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
        posix_spawn_file_actions_addopen(&silent, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
        posix_spawnp(&child, words[0], &silent, NULL, words, environ) == 0;
    posix_spawn_file_actions_destroy(&silent);
    while (started && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return started && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Writes the path of the page in the folder man beside the program into path[size]. Returns whether
 * it is readable; false, with path undefined, if it is too long, and on systems without /proc. */
static bool find_beside(const char *page, int section, char *path, size_t size)
{
    const ssize_t n = readlink("/proc/self/exe", path, size - 1);
    if (n <= 0)
        return false;
    path[n] = '\0';
    char *const name = strrchr(path, '/') + 1;
    const size_t room = size - (size_t)(name - path);
    return (size_t)snprintf(name, room, "man/%s.%d", page, section) < room &&
           access(path, R_OK) == 0;
}

const char *dbt_open_manual(const char *page, int section)
{
    static char path[DBT_PATH_SIZE];
    char man[] = "man", of_file[] = "-l", name[64];
    snprintf(name, sizeof name, "%s", page);
    if (find_beside(name, section, path, sizeof path))
        execvp(man, (char *const[]){ man, of_file, path, NULL });
    else if (has_page(name))
        execvp(man, (char *const[]){ man, name, NULL });
    return "'man' finds";
}
