/* Arrays of an arena: zeroed, apart, and refused as a whole once one was refused. */
#include "expect.h"

#include "base/arena.h"
#include "base/mem.h"

#include <stdint.h>
#include <string.h>

static void arrays_are_zeroed_aligned_and_apart(void **unused)
{
    (void)unused;
    static const char zeros[64];
    dbt_arena arena = { 0 };
    char *arrays[20];
    for (size_t i = 0; i < 20; i++) {
        arrays[i] = dbt_arena_array(&arena, i + 1, 3);
        assert_non_null(arrays[i]);
        assert_int_equal((uintptr_t)arrays[i] % _Alignof(max_align_t), 0);
        assert_memory_equal(arrays[i], zeros, 3 * (i + 1));
        memset(arrays[i], (int)i + 1, 3 * (i + 1));
    }
    for (size_t i = 0; i < 20; i++)
        for (size_t b = 0; b < 3 * (i + 1); b++)
            assert_int_equal(arrays[i][b], i + 1);
    assert_true(dbt_arena_check(&arena, NULL));
    dbt_arena_release(&arena);
    dbt_arena_release(&arena);
}

static void a_size_that_overflows_is_out_of_memory(void **unused)
{
    (void)unused;
    static const size_t sizes[][2] = {
        { SIZE_MAX / 2, 3 }, { 3, SIZE_MAX / 2 }, { SIZE_MAX, 1 }, { 1, SIZE_MAX - 8 }
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        dbt_arena arena = { 0 };
        assert_null(dbt_arena_array(&arena, sizes[i][0], sizes[i][1]));
        assert_false(dbt_arena_check(&arena, NULL));
        dbt_arena_release(&arena);
    }
}

/* One check after the last array finds a failure of any. */
static void one_failure_fails_all_later_arrays(void **unused)
{
    (void)unused;
    dbt_arena arena = { 0 };
    dbt_error err = { .code = DBT_OK };
    assert_non_null(dbt_arena_array(&arena, 1, 1));
    dbt_fail_allocation(1);
    assert_null(dbt_arena_array(&arena, 1, 1));
    dbt_fail_allocation(0);
    assert_null(dbt_arena_array(&arena, 1, 1));
    assert_false(dbt_arena_check(&arena, &err));
    assert_int_equal(err.code, DBT_E_MEMORY);
    dbt_arena_release(&arena);
    assert_true(dbt_arena_check(&arena, NULL));
    assert_non_null(dbt_arena_array(&arena, 1, 1));
    dbt_arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_are_zeroed_aligned_and_apart),
        cmocka_unit_test(a_size_that_overflows_is_out_of_memory),
        cmocka_unit_test(one_failure_fails_all_later_arrays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
