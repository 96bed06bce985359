/* SipHash-2-4 against its authors' values, and the tables that use it. */
#include "expect.h"

#include "base/mem.h"
#include "base/names.h"

#include <stdio.h>

/* J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", appendix A, and the
 * first of the authors' vectors.h: key 00 01 ... 0f, input 00 01 ... of n bytes. */
static void it_is_siphash(void **unused)
{
    (void)unused;
    static const struct {
        size_t n;
        uint64_t hash;
    } vectors[] = {
        { 0, UINT64_C(0x726fdb47dd0e0e31) },  { 1, UINT64_C(0x74f839c593dc67fd) },
        { 2, UINT64_C(0x0d6c8009d9a94f5a) },  { 3, UINT64_C(0x85676696d7fb7e2d) },
        { 7, UINT64_C(0xab0200f58b01d137) },  { 8, UINT64_C(0x93f5f5799a932462) },
        { 15, UINT64_C(0xa129ca6149be45e5) },
    };
    const dbt_hash_key key = { { UINT64_C(0x0706050403020100), UINT64_C(0x0f0e0d0c0b0a0908) } };
    char bytes[16];
    for (int i = 0; i < 16; i++)
        bytes[i] = (char)i;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        assert_true(dbt_hash(key, bytes, vectors[i].n) == vectors[i].hash);
}

enum { N = 5000 };

/* For every key, each name finds its own value, and other names find none. */
static void names_are_found(void **unused)
{
    (void)unused;
    static char names[N][16];
    for (int i = 0; i < N; i++)
        snprintf(names[i], sizeof names[i], "n%d", i);
    for (uint64_t k = 0; k < 3; k++) {
        dbt_names table = { .key = { { k, ~k } } };
        assert_null(dbt_names_get(&table, "n0"));
        for (int i = 0; i < N; i += 2)
            dbt_names_put(&table, names[i], &names[i]);
        for (int i = 0; i < N; i++)
            assert_ptr_equal(dbt_names_get(&table, names[i]), i % 2 ? NULL : &names[i]);
        assert_int_equal(table.table.n, N / 2);
        dbt_names_release(&table);
        assert_null(dbt_names_get(&table, "n0"));
    }
}

/* An item begins as zeroes, is found again by its name, and keeps that name itself. */
static void items_are_made_once(void **unused)
{
    (void)unused;
    dbt_names table = { .key = { { 1, 2 } } };
    char name[16] = "one";
    int *one = dbt_names_item(&table, name, sizeof *one);
    assert_int_equal(*one, 0);
    *one = 7;
    name[0] = 'x'; /* the table has its own copy */
    int *other = dbt_names_item(&table, name, sizeof *other);
    assert_int_equal(*other, 0);
    assert_ptr_equal(dbt_names_item(&table, "one", sizeof *one), one);
    assert_int_equal(*one, 7);
    assert_string_equal((const char *)(one + 1), "one");
    assert_string_equal(table.list[1].name, "xne");
    assert_int_equal(arrlen(table.list), 2);
    dbt_names_release_values(&table);
}

/* Many items with few different hashes: each is found once, and nothing else. */
static void items_of_one_hash_are_all_found(void **unused)
{
    (void)unused;
    enum { N_HASHES = 7, N_ITEMS = 1000 };
    static const uint32_t hashes[N_HASHES] = { 0, 1, 15, 16, 0x7fffffff, 0xfffffffe, 0xffffffff };
    dbt_table table = { .n = 0 };
    size_t at = 5;
    assert_int_equal(dbt_table_next(&table, 5, &at), 0);
    for (uint32_t i = 0; i < N_ITEMS; i++)
        assert_true(dbt_table_add(&table, hashes[i % N_HASHES], i + 1));
    for (uint32_t h = 0; h < N_HASHES; h++) {
        bool seen[N_ITEMS + 1] = { false };
        size_t n = 0;
        at = hashes[h];
        for (uint32_t item; (item = dbt_table_next(&table, hashes[h], &at)) > 0; n++) {
            assert_true((item - 1) % N_HASHES == h && !seen[item]);
            seen[item] = true;
        }
        assert_int_equal(n, N_ITEMS / N_HASHES + (h < N_ITEMS % N_HASHES));
    }
    at = 2;
    assert_int_equal(dbt_table_next(&table, 2, &at), 0);
    dbt_table_release(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_siphash),
        cmocka_unit_test(names_are_found),
        cmocka_unit_test(items_are_made_once),
        cmocka_unit_test(items_of_one_hash_are_all_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
