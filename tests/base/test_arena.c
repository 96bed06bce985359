/* Arrays of an arena: zeroed, aligned and disjoint. A size that overflows is out of memory. */
#include "expect.h"

#include "base/arena.h"
#include "base/mem.h"

TEST(arrays_are_zeroed_aligned_and_apart)
{
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
    dbt_arena_release(&arena);
    dbt_arena_release(&arena);
}

static jmp_buf refused;

static void refuse(void)
{
    longjmp(refused, 1);
}

TEST(a_size_that_overflows_is_out_of_memory)
{
    static const size_t sizes[][2] = {
        { SIZE_MAX / 2, 3 }, { 3, SIZE_MAX / 2 }, { SIZE_MAX, 1 }, { 1, SIZE_MAX - 8 }
    };
    static dbt_arena arena;
    static size_t i;
    dbt_set_out_of_memory_handler(refuse);
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (setjmp(refused) == 0)
            fail_msg("%p", dbt_arena_array(&arena, sizes[i][0], sizes[i][1]));
    dbt_set_out_of_memory_handler(NULL);
    assert_null(arena.last);
}
