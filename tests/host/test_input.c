/* Inputs that change while they are used. */
#include "expect.h"

#include "host/input.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/test-input-XXXXXX";
static const char name[] = "input";
static const struct timespec long_ago[2] = { { 1, 5 }, { 1, 5 } };
static const struct timespec tick = {
    .tv_nsec = 20000000
}; /* longer than a tick of the clock that dates files */

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

/* A file of n bytes, last changed long ago. */
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

static void write_in_place(void)
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

/* As if written before its time was set back. */
static void set_back(void)
{
    write_in_place();
    assert_int_equal(utimensat(AT_FDCWD, name, long_ago, 0), 0);
}

static void remove_it(void)
{
    assert_int_equal(unlink(name), 0);
}

static void a_change_is_told(void **unused)
{
    (void)unused;
    void (*const changes[])(void) = { write_in_place, grow, shrink, replace, set_back, remove_it };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        dbt_input input;
        dbt_error err;
        make_file(name, 'a', 100);
        assert_true(dbt_input_read(name, &input, NULL));
        assert_true(dbt_input_check(&input, NULL));
        nanosleep(&tick, NULL);
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

static void reading_is_no_change(void **unused)
{
    (void)unused;
    dbt_input input, again;
    make_file(name, 'a', 100);
    assert_true(dbt_input_read(name, &input, NULL));
    assert_true(dbt_input_copy(name, &again, NULL));
    assert_true(dbt_input_check(&input, NULL) && dbt_input_check(&again, NULL));
    dbt_input_release(&again);
    dbt_input_release(&input);
    remove_it();
}

/* A search for the end of the text stops at these zeros. */
static void zeros_are_behind_a_mapped_file(void **unused)
{
    (void)unused;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    for (size_t n = page - 1; n <= page + 1; n++) {
        dbt_input input;
        make_file(name, 'a', n);
        assert_true(dbt_input_read(name, &input, NULL));
        assert_true(input.mapped && input.size == n);
        assert_int_equal(strlen(input.bytes), n);
        for (size_t i = n; i < 2 * page; i++)
            assert_int_equal(input.bytes[i], '\0');
        dbt_input_release(&input);
    }
    remove_it();
}

static void a_copy_stays_as_it_is(void **unused)
{
    (void)unused;
    dbt_input input;
    make_file(name, 'a', 100);
    assert_true(dbt_input_copy(name, &input, NULL));
    assert_int_equal(truncate(name, 0), 0);
    assert_true(!input.mapped && input.size == 100);
    for (size_t i = 0; i < input.size; i++)
        assert_int_equal(input.bytes[i], 'a');
    dbt_input_release(&input);
    remove_it();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_is_told),
        cmocka_unit_test(reading_is_no_change),
        cmocka_unit_test(zeros_are_behind_a_mapped_file),
        cmocka_unit_test(a_copy_stays_as_it_is),
    };
    return cmocka_run_group_tests(tests, enter_folder, remove_folder);
}
