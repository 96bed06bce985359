/* Inputs that change while they are read or used, standard input, and pipes. */
#include "expect.h"

#include "host/input.h"
#include "host/end_signals.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/test-input-XXXXXX";
static const char name[] = "input";
static const struct timespec long_ago[2] = { { 1, 5 }, { 1, 5 } };

static int enter_folder(void **unused)
{
    (void)unused;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int remove_folder(void **unused)
{
    (void)unused;
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

/* Makes a file of n bytes, last changed long ago. */
static void make_file(const char *path, char byte, size_t n)
{
    char *bytes = malloc(n);
    assert_non_null(bytes);
    memset(bytes, byte, n);
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    assert_int_equal(write(fd, bytes, n), n);
    assert_int_equal(futimens(fd, long_ago), 0);
    assert_int_equal(close(fd), 0);
    free(bytes);
}

static void overwrite(void)
{
    const int fd = open(name, O_WRONLY);
    assert_int_equal(pwrite(fd, "b", 1, 1), 1);
    assert_int_equal(close(fd), 0);
}

static void grow(void)
{
    assert_int_equal(truncate(name, 200), 0);
}

static void shrink(void)
{
    assert_int_equal(truncate(name, 50), 0);
}

static void replace(void)
{
    make_file("other", 'b', 100);
    assert_int_equal(rename("other", name), 0);
}

/* Writes, then sets the file's time back. */
static void set_back(void)
{
    overwrite();
    assert_int_equal(utimensat(AT_FDCWD, name, long_ago, 0), 0);
}

static void remove_it(void)
{
    assert_int_equal(unlink(name), 0);
}

TEST(a_change_is_an_error)
{
    void (*const changes[])(void) = { overwrite, grow, shrink, replace, set_back, remove_it };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        dbt_input input;
        dbt_error err;
        make_file(name, 'a', 100);
        assert_true(dbt_input_read(name, &input, NULL));
        assert_true(dbt_input_check(&input, NULL));
        changes[i]();
        assert_false(dbt_input_check(&input, &err));
        assert_string_equal(err.file, name);
        assert_string_equal(err.msg, changes[i] == remove_it
                                         ? "cannot read: No such file or directory"
                                         : "the file changed while it was being used");
        dbt_input_release(&input);
        unlink(name);
    }
}

TEST(reading_is_no_change)
{
    dbt_input input, again;
    make_file(name, 'a', 100);
    assert_true(dbt_input_read(name, &input, NULL));
    assert_true(dbt_input_read(name, &again, NULL));
    assert_true(dbt_input_check(&input, NULL) && dbt_input_check(&again, NULL));
    dbt_input_release(&again);
    dbt_input_release(&input);
    remove_it();
}

TEST(a_copy_stays_as_it_is)
{
    dbt_input input;
    make_file(name, 'a', 100);
    assert_true(dbt_input_read(name, &input, NULL));
    assert_int_equal(truncate(name, 0), 0);
    assert_int_equal(input.size, 100);
    for (size_t i = 0; i < input.size; i++)
        assert_int_equal(input.bytes[i], 'a');
    dbt_input_release(&input);
    remove_it();
}

TEST(only_the_start_is_read)
{
    dbt_input input;
    make_file(name, 'a', 100);
    assert_true(dbt_input_read_start(name, 60, &input, NULL));
    assert_int_equal(input.size, 60);
    dbt_input_release(&input);
    assert_true(dbt_input_read_start(name, 200, &input, NULL));
    assert_int_equal(input.size, 100);
    assert_int_equal(input.bytes[99], 'a');
    dbt_input_release(&input);
    remove_it();
}

/* A file with a new time. A change right after the reading might not change this time. */
TEST(a_change_of_a_new_file_is_an_error)
{
    for (int i = 0; i < 20; i++) {
        dbt_input input;
        make_file(name, 'a', 100);
        overwrite();
        assert_true(dbt_input_read(name, &input, NULL));
        overwrite();
        assert_false(dbt_input_check(&input, NULL));
        dbt_input_release(&input);
        remove_it();
    }
}

/* ---- other processes that may write ---- */

/* A process that has the file open for writing, but does not write, does not delay the reading. */
TEST(a_file_open_for_writing_is_read)
{
    dbt_input input;
    make_file(name, 'a', 100);
    const int writer = open(name, O_WRONLY);
    assert_true(writer >= 0);
    assert_true(dbt_input_read(name, &input, NULL));
    assert_true(dbt_input_check(&input, NULL));
    dbt_input_release(&input);
    close(writer);
    remove_it();
}

enum { BIG = 1 << 26 };
static atomic_bool is_writing, is_read;

static void *overwrite_until_read(void *unused)
{
    const int fd = open(name, O_WRONLY);
    while (!atomic_load(&is_read)) {
        (void)!pwrite(fd, "b", 1, BIG - 1);
        atomic_store(&is_writing, true);
    }
    close(fd);
    return unused;
}

TEST(a_change_during_reading_is_an_error)
{
    pthread_t writer;
    dbt_input input;
    dbt_error err;
    make_file(name, 'a', BIG);
    assert_int_equal(pthread_create(&writer, NULL, overwrite_until_read, NULL), 0);
    while (!atomic_load(&is_writing)) {
    }
    assert_false(dbt_input_read(name, &input, &err));
    atomic_store(&is_read, true);
    pthread_join(writer, NULL);
    assert_string_equal(err.file, name);
    assert_string_equal(err.msg, "the file changed while it was being used");
    assert_null(input.bytes);
    assert_true(input.version.kind ==
                DBT_FILE_REGULAR); /* for a caller that reads the file again */
    remove_it();
}

/* ---- standard input ---- */

/* Runs a check in a process of its own, because a process can read standard input only once. Fails
 * unless check() is true. */
static void run_apart(bool (*check)(void))
{
    const pid_t child = fork();
    int status = -1;
    if (child == 0)
        _exit(check() ? 0 : 1);
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

enum { N_THREADS = 2 };
static atomic_int n_ready, n_readers;

static void *read_stdin(void *unused)
{
    dbt_input input;
    (void)unused;
    atomic_fetch_add(&n_ready, 1);
    while (atomic_load(&n_ready) < N_THREADS) { /* a barrier would wake threads one by one */
    }
    if (dbt_input_read("-", &input, NULL)) {
        atomic_fetch_add(&n_readers, 1);
        dbt_input_release(&input);
    }
    return NULL;
}

/* Returns whether exactly one of several threads reads standard input. */
static bool one_thread_gets_it(void)
{
    pthread_t threads[N_THREADS];
    const int null = open("/dev/null", O_RDONLY);
    if (null < 0 || dup2(null, STDIN_FILENO) < 0)
        return false;
    for (int i = 0; i < N_THREADS; i++)
        if (pthread_create(&threads[i], NULL, read_stdin, NULL) != 0)
            return false;
    for (int i = 0; i < N_THREADS; i++)
        pthread_join(threads[i], NULL);
    return atomic_load(&n_readers) == 1;
}

TEST(standard_input_is_one_of_the_inputs)
{
    for (int i = 0; i < 200; i++)
        run_apart(one_thread_gets_it);
}

/* Returns whether the rest of the file is read, as after `read line` in a shell, and a change is
 * noticed. */
static bool the_rest_is_read(void)
{
    dbt_input input;
    const int fd = open(name, O_RDWR);
    if (fd < 0 || lseek(fd, 40, SEEK_SET) != 40 || dup2(fd, STDIN_FILENO) < 0 ||
        !dbt_input_read("-", &input, NULL))
        return false;
    const bool ok = input.size == 60 && dbt_input_check(&input, NULL);
    overwrite();
    return ok && !dbt_input_check(&input, NULL);
}

TEST(standard_input_may_have_been_read_in_part)
{
    make_file(name, 'a', 100);
    run_apart(the_rest_is_read);
    remove_it();
}

/* ---- pipes ---- */

static void *write_later(void *unused)
{
    const struct timespec pause = { .tv_nsec = 30000000 };
    nanosleep(&pause, NULL);
    const int fd = open("pipe", O_WRONLY);
    for (int i = 0; i < 3; i++) {
        nanosleep(&pause, NULL);
        (void)!write(fd, "abc", 3);
    }
    close(fd);
    return unused;
}

TEST(a_pipe_is_waited_for)
{
    dbt_input input;
    pthread_t writer;
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_int_equal(pthread_create(&writer, NULL, write_later, NULL), 0);
    assert_true(dbt_input_read("pipe", &input, NULL));
    pthread_join(writer, NULL);
    assert_int_equal(input.size, 9);
    assert_memory_equal(input.bytes, "abcabcabc", 9);
    assert_true(dbt_input_check(&input, NULL));
    dbt_input_release(&input);
    assert_int_equal(unlink("pipe"), 0);
}

/* The signal comes before the reading. Returns whether a pipe that has its bytes is read
 * nevertheless, and waiting for an empty pipe fails. */
static bool only_a_wait_ends(void)
{
    dbt_input input;
    dbt_error err;
    int ends[2];
    dbt_stop_gently("", (dbt_verbosity){ .quiet = true });
    raise(SIGTERM);
    if (pipe(ends) != 0 || write(ends[1], "abc", 3) != 3 || dup2(ends[0], STDIN_FILENO) < 0)
        return false;
    close(ends[1]);
    const bool read = dbt_input_read("-", &input, NULL) && input.size == 3;
    const bool waited = dbt_input_read("pipe", &input, &err);
    return read && !waited && strcmp(err.msg, "cannot read: Interrupted system call") == 0;
}

TEST(a_signal_ends_the_wait_for_a_pipe)
{
    assert_int_equal(mkfifo("pipe", 0600), 0);
    run_apart(only_a_wait_ends);
    assert_int_equal(unlink("pipe"), 0);
}

AROUND_TESTS(enter_folder, remove_folder)
