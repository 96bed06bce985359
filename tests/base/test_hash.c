/* Hash tables, and the digest of contents: XXH64, equal for pieces of any size. */
#include "expect.h"

#include "base/mem.h"
#include "base/name_table.h"

enum { N_BYTES = 133 };

static void fill(char bytes[N_BYTES])
{
    for (int i = 0; i < N_BYTES; i++)
        bytes[i] = (char)(i * i * 7 + i);
}

TEST(the_digest_is_xxh64)
{
    static const struct {
        const char *text;
        uint64_t hash; /* by libxxhash 0.8.1 */
    } known[] = {
        { "", UINT64_C(0xef46db3751d8e999) },
        { "a", UINT64_C(0xd24ec4f1a98c6e5b) },
        { "abc", UINT64_C(0x44bc2cf5ad770999) },
        { "Nobody inspects the spammish repetition", UINT64_C(0xfbcea83c8a378bf1) },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_true(dbt_digest_of(known[i].text, strlen(known[i].text)) == known[i].hash);
    assert_true(dbt_digest_of(NULL, 0) == known[0].hash);
    char bytes[N_BYTES];
    fill(bytes);
    assert_true(dbt_digest_of(bytes, N_BYTES) == UINT64_C(0x3d6a85e4e3c4ad0d));
}

TEST(pieces_have_the_digest_of_the_whole)
{
    char bytes[N_BYTES];
    fill(bytes);
    for (size_t n = 0; n <= N_BYTES; n++) {
        for (size_t piece = 1; piece <= n; piece++) {
            dbt_digest digest;
            dbt_digest_begin(&digest);
            for (size_t at = 0; at < n; at += piece) {
                dbt_digest_add(&digest, NULL, 0);
                dbt_digest_add(&digest, bytes + at, piece < n - at ? piece : n - at);
            }
            assert_true(dbt_digest_end(&digest) == dbt_digest_of(bytes, n));
        }
    }
}

TEST(every_bit_and_length_counts)
{
    char bytes[N_BYTES];
    fill(bytes);
    const uint64_t whole = dbt_digest_of(bytes, N_BYTES);
    for (int i = 0; i < N_BYTES * 8; i++) {
        bytes[i / 8] = (char)(bytes[i / 8] ^ (1 << (i % 8)));
        assert_false(dbt_digest_of(bytes, N_BYTES) == whole);
        bytes[i / 8] = (char)(bytes[i / 8] ^ (1 << (i % 8)));
    }
    memset(bytes, 0, N_BYTES);
    for (size_t n = 1; n <= N_BYTES; n++)
        assert_false(dbt_digest_of(bytes, n) == dbt_digest_of(bytes, n - 1));
}

/* Two names have different hashes with each seed. Another seed changes the hash of a name. */
TEST(the_seed_changes_hashes)
{
    uint64_t hashes[3][2];
    for (uint64_t seed = 0; seed < 3; seed++) {
        dbt_hash_seed(seed);
        hashes[seed][0] = dbt_hash("Hips", 4);
        hashes[seed][1] = dbt_hash("Hip", 3);
        assert_false(hashes[seed][0] == hashes[seed][1]);
    }
    assert_true(hashes[0][0] != hashes[1][0] && hashes[1][0] != hashes[2][0]);
    dbt_hash_seed(0);
    assert_true(dbt_hash("Hips", 4) == hashes[0][0]);
}

enum { N = 5000 };

/* With every seed, each stored name finds its value, and no other name finds any. */
TEST(names_are_found)
{
    static char names[N][16];
    for (int i = 0; i < N; i++)
        snprintf(names[i], sizeof names[i], "n%d", i);
    for (uint64_t seed = 0; seed < 3; seed++) {
        dbt_names table = { .list = NULL };
        dbt_hash_seed(seed);
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

/* An item begins as zeroes and is found again by its name. The table copies the name. */
TEST(items_are_made_once)
{
    dbt_names table = { .list = NULL };
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

/* Many items share seven hashes. A search by hash finds each of its items once, and no other. */
TEST(items_of_one_hash_are_all_found)
{
    enum { N_HASHES = 7, N_ITEMS = 1000 };
    static const uint32_t hashes[N_HASHES] = { 0, 1, 15, 16, 0x7fffffff, 0xfffffffe, 0xffffffff };
    dbt_table table = { .n = 0 };
    size_t at = 5;
    assert_int_equal(dbt_table_next(&table, 5, &at), 0);
    for (uint32_t i = 0; i < N_ITEMS; i++)
        dbt_table_add(&table, hashes[i % N_HASHES], i + 1);
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
