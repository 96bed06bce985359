/* The main function of the unit tests: runs the tests that TEST and AROUND_TESTS registered. */
#include "expect.h"

enum { MAX_TESTS = 100 };

static struct CMUnitTest tests[MAX_TESTS];
static size_t n_tests;
static CMFixtureFunction before_all, after_all;

void add_test(const char *name, CMUnitTestFunction function)
{
    if (n_tests == MAX_TESTS)
        abort();
    tests[n_tests++] = (struct CMUnitTest){ name, function, NULL, NULL, NULL };
}

void set_around_tests(CMFixtureFunction before, CMFixtureFunction after)
{
    before_all = before;
    after_all = after;
}

int main(void)
{
    return _cmocka_run_group_tests("tests", tests, n_tests, before_all, after_all);
}
