/* The hash of files: XXH64, the same from pieces of any size. */
#include "expect.h"

#include "base/digest.h"

#include <string.h>

enum { N = 133 };

static void fill(char bytes[N])
{
    for (int i = 0; i < N; i++)
        bytes[i] = (char)(i * i * 7 + i);
}

static void it_is_xxh64(void **unused)
{
    (void)unused;
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
    char bytes[N];
    fill(bytes);
    assert_true(dbt_digest_of(bytes, N) == UINT64_C(0x3d6a85e4e3c4ad0d));
}

static void pieces_make_the_same_as_the_whole(void **unused)
{
    (void)unused;
    char bytes[N];
    fill(bytes);
    for (size_t n = 0; n <= N; n++) {
        for (size_t piece = 1; piece <= n; piece++) {
            dbt_digest digest;
            dbt_digest_init(&digest);
            for (size_t at = 0; at < n; at += piece) {
                dbt_digest_add(&digest, NULL, 0);
                dbt_digest_add(&digest, bytes + at, piece < n - at ? piece : n - at);
            }
            assert_true(dbt_digest_value(&digest) == dbt_digest_of(bytes, n));
        }
    }
}

static void every_bit_and_length_counts(void **unused)
{
    (void)unused;
    char bytes[N];
    fill(bytes);
    const uint64_t whole = dbt_digest_of(bytes, N);
    for (int i = 0; i < N * 8; i++) {
        bytes[i / 8] = (char)(bytes[i / 8] ^ (1 << (i % 8)));
        assert_false(dbt_digest_of(bytes, N) == whole);
        bytes[i / 8] = (char)(bytes[i / 8] ^ (1 << (i % 8)));
    }
    memset(bytes, 0, N);
    for (size_t n = 1; n <= N; n++)
        assert_false(dbt_digest_of(bytes, n) == dbt_digest_of(bytes, n - 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_xxh64),
        cmocka_unit_test(pieces_make_the_same_as_the_whole),
        cmocka_unit_test(every_bit_and_length_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
