/* make_collisions N: prints N texts, one on each line, that have one FNV-1a hash (64 bits, its
 * halves xored) when the bytes 00 '1' 00 'j' 00 follow each: keys with which an attacker would slow
 * down tables of rows that use this hash. N is at most about 8000.
 *
 * How: the low 32 bits of the state never depend on the high ones. 45 times two words of five
 * letters are found that take the low half to the same place; for the high half either word
 * then means a fixed summand more or less. Of all ways to choose, those whose summands come
 * to 0 are found by meeting in the middle. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_STAGES = 45, N_LEFT = 22, N_RIGHT = N_STAGES - N_LEFT, LENGTH = 5, N_AFTER = 5 };
enum { N_WORDS = 1 << 18 }; /* of 2^30: some eight pairs of them meet */

static char words[N_STAGES][2][LENGTH + 1];
static uint32_t summands[N_STAGES];

static uint64_t hash(uint64_t h, const char *text)
{
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return h;
}

static int by_value(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

/* The word with a number, of those that are tried; numbers change all letters. */
static void spell(uint32_t number, char out[LENGTH + 1])
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.";
    uint32_t spread = number * UINT32_C(2654435761);
    for (int i = 0; i < LENGTH; i++, spread <<= 6)
        out[i] = letters[spread >> 26];
    out[LENGTH] = '\0';
}

/* Two words that take the low half of the state from h to the same place. */
static bool find_pair(uint64_t h, uint64_t *places, char pair[2][LENGTH + 1])
{
    for (uint32_t i = 0; i < N_WORDS; i++) {
        spell(i, pair[0]);
        places[i] = hash(h, pair[0]) << 32 | i;
    }
    qsort(places, N_WORDS, sizeof *places, by_value);
    for (uint32_t i = 1; i < N_WORDS; i++) {
        if (places[i] >> 32 != places[i - 1] >> 32)
            continue;
        spell((uint32_t)places[i - 1], pair[0]);
        spell((uint32_t)places[i], pair[1]);
        return true;
    }
    return false;
}

static bool find_stages(uint64_t *places)
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (int s = 0; s < N_STAGES; s++) {
        if (!find_pair(h, places, words[s]))
            return false;
        const uint64_t next = hash(h, words[s][0]);
        summands[s] = (uint32_t)((hash(h, words[s][1]) - next) >> 32);
        for (int later = LENGTH * (N_STAGES - 1 - s) + N_AFTER; later > 0; later--)
            summands[s] *= 0x1b3; /* the effect of a step on the high half */
        h = next;
    }
    return true;
}

/* The sum of the summands, from `first`, whose bits in choice are set. */
static uint32_t sum_of(int first, uint32_t choice)
{
    uint32_t sum = 0;
    for (; choice; choice >>= 1, first++)
        if (choice & 1)
            sum += summands[first];
    return sum;
}

static void print(uint32_t left, uint32_t right)
{
    for (int s = 0; s < N_STAGES; s++)
        fputs(words[s][(s < N_LEFT ? left >> s : right >> (s - N_LEFT)) & 1], stdout);
    putchar('\n');
}

/* Prints up to n ways to choose; sums has room for those of the left stages. */
static void print_texts(long n, uint64_t *sums)
{
    const size_t n_sums = (size_t)1 << N_LEFT;
    for (uint32_t c = 0; c < n_sums; c++)
        sums[c] = (uint64_t)sum_of(0, c) << 32 | c;
    qsort(sums, n_sums, sizeof *sums, by_value);
    for (uint32_t right = 0; right < (uint32_t)1 << N_RIGHT && n > 0; right++) {
        const uint32_t wanted = 0 - sum_of(N_LEFT, right);
        size_t low = 0, high = n_sums;
        while (low < high) {
            const size_t middle = low + (high - low) / 2;
            if (sums[middle] >> 32 < wanted)
                low = middle + 1;
            else
                high = middle;
        }
        for (; low < n_sums && sums[low] >> 32 == wanted && n > 0; low++, n--)
            print((uint32_t)sums[low], right);
    }
}

int main(int argc, char **argv)
{
    uint64_t *room = malloc(((size_t)1 << N_LEFT) * sizeof *room);
    if (argc != 2 || !room || !find_stages(room)) {
        fputs("usage: make_collisions N\n", stderr);
        return 2;
    }
    print_texts(atol(argv[1]), room);
    free(room);
    return 0;
}
