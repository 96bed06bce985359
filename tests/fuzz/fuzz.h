/* Shared by the fuzzers: a check that ends the process, and a mutator of lines and tokens. With
 * libFuzzer each fuzz_*.c is a program; with fuzz_replay.c it reruns files. */
#ifndef DBT_TESTS_FUZZ_H
#define DBT_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

/* Defines the fuzzer's mutator: fuzz_mutate with these words, separated by '|'. */
#define FUZZ_WORDS(words)                                                                          \
    size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)     \
    {                                                                                              \
        return fuzz_mutate(data, size, max_size, seed, words);                                     \
    }

/* Ends the process if condition is false. Unlike assert, it works in every build. */
#define FUZZ_CHECK(condition)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);         \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* Splitmix64 (S. Vigna): returns 64 pseudorandom bits. */
static inline uint64_t fuzz_random(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline size_t fuzz_below(uint64_t *state, size_t n)
{
    return n > 0 ? (size_t)(fuzz_random(state) % n) : 0;
}

/* A text that is being mutated. */
typedef struct fuzz_text {
    char *bytes;
    size_t size, max;
    uint64_t random;
} fuzz_text;

/* Replaces bytes [begin, end) by n others; does nothing if there is no room. */
static inline void fuzz_splice(fuzz_text *t, size_t begin, size_t end, const char *with, size_t n)
{
    if (t->size - (end - begin) + n > t->max)
        return;
    char *copy = malloc(n + 1); /* `with` may point into the text */
    if (!copy)
        return;
    memcpy(copy, with, n);
    memmove(t->bytes + begin + n, t->bytes + end, t->size - end);
    memcpy(t->bytes + begin, copy, n);
    t->size = t->size - (end - begin) + n;
    free(copy);
}

static inline void fuzz_splice_text(fuzz_text *t, size_t begin, size_t end, const char *with)
{
    fuzz_splice(t, begin, end, with, strlen(with));
}

static inline int fuzz_is_word(char c)
{
    const unsigned char u = (unsigned char)c;
    return (u >= '0' && u <= '9') || (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') ||
           u >= 0x80 || u == '.' || u == '+' || u == '-' || u == '_';
}

/* Picks a random token [*begin, *end): a word, or a single byte that is no blank. */
static inline void fuzz_pick_token(fuzz_text *t, size_t *begin, size_t *end)
{
    size_t at = fuzz_below(&t->random, t->size);
    while (at + 1 < t->size && (t->bytes[at] == ' ' || t->bytes[at] == '\n'))
        at++;
    *begin = at;
    *end = at < t->size ? at + 1 : at;
    if (at == t->size || !fuzz_is_word(t->bytes[at]))
        return;
    while (*begin > 0 && fuzz_is_word(t->bytes[*begin - 1]))
        --*begin;
    while (*end < t->size && fuzz_is_word(t->bytes[*end]))
        ++*end;
}

/* Picks a random token that begins like a number. After 20 attempts, any token. */
static inline void fuzz_pick_number(fuzz_text *t, size_t *begin, size_t *end)
{
    for (int attempt = 0; attempt < 20; attempt++) {
        fuzz_pick_token(t, begin, end);
        if (*begin < *end && strchr("0123456789.-", t->bytes[*begin]) && t->bytes[*begin])
            return;
    }
}

/* Picks a random line, its end included. */
static inline void fuzz_pick_line(fuzz_text *t, size_t *begin, size_t *end)
{
    const size_t at = fuzz_below(&t->random, t->size);
    *begin = at;
    *end = at;
    while (*begin > 0 && t->bytes[*begin - 1] != '\n')
        --*begin;
    while (*end < t->size && t->bytes[*end] != '\n')
        ++*end;
    *end += *end < t->size;
}

static inline const char *fuzz_number(uint64_t *random)
{
    static const char *const numbers[] = {
        "0",
        "-0",
        "1",
        "-1",
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
        "10",
        "30",
        "0.5",
        ".5",
        "5.",
        "+5",
        "-.0",
        "0.1",
        "0.2",
        "0.0333333",
        "0.016667",
        "45",
        "90",
        "-90",
        "180",
        "-180",
        "360",
        "179.999999",
        "720.5",
        "1e-6",
        "1e-7",
        "1e6",
        "1e7",
        "1e15",
        "1e16",
        "1e22",
        "1e23",
        "1e37",
        "1e150",
        "1e154",
        "-1e200",
        "1e307",
        "1.7976931348623157e308",
        "1e309",
        "-1e400",
        "1e-300",
        "2.2250738585072011e-308",
        "5e-324",
        "1e-400",
        "9007199254740993",
        "18446744073709551615",
        "18446744073709551616",
        "4294967295",
        "4294967296",
        "2147483647",
        "2147483648",
        "65535",
        "65536",
        "-2147483649",
        "1e",
        "1e+",
        "1e99999999999",
        "00",
        "01",
        "nan",
        "-inf",
        "1,5",
        "0x10",
        "1-1",
        "1.2.3",
        "--1",
        ".",
        "-",
        "0.30000000000000004",
        "123456789.123456789123456789123456789",
        "0.00000000000000000000000000000000000000000001",
        "99999999999999999999999999999999999999999999999999999999999999999999999999999999999999",
    };
    return numbers[fuzz_below(random, sizeof numbers / sizeof *numbers)];
}

/* Swaps the texts of two tokens. */
static inline void fuzz_swap_tokens(fuzz_text *t)
{
    size_t begin[2], end[2];
    fuzz_pick_token(t, &begin[0], &end[0]);
    fuzz_pick_token(t, &begin[1], &end[1]);
    const int later = begin[1] > begin[0], sooner = !later;
    const size_t n = end[later] - begin[later];
    char copy[256];
    if (end[sooner] > begin[later] || n > sizeof copy)
        return;
    memcpy(copy, t->bytes + begin[later], n);
    fuzz_splice(t, begin[later], end[later], t->bytes + begin[sooner], end[sooner] - begin[sooner]);
    fuzz_splice(t, begin[sooner], end[sooner], copy, n);
}

static inline void fuzz_mutate_lines(fuzz_text *t)
{
    size_t begin, end, other, other_end;
    fuzz_pick_line(t, &begin, &end);
    fuzz_pick_line(t, &other, &other_end);
    switch (fuzz_below(&t->random, 4)) {
    case 0: /* repeat it */ fuzz_splice(t, end, end, t->bytes + begin, end - begin); break;
    case 1: /* remove it */ fuzz_splice(t, begin, end, "", 0); break;
    case 2: /* copy it to another line */
        fuzz_splice(t, other, other, t->bytes + begin, end - begin);
        break;
    default: /* repeat several lines */
        if (other >= begin && other_end - begin < 2000)
            fuzz_splice(t, other_end, other_end, t->bytes + begin, other_end - begin);
        break;
    }
}

/* Returns one of the words between the bars of a text, of *n bytes. */
static inline const char *fuzz_pick_word(fuzz_text *t, const char *words, size_t *n)
{
    size_t n_words = 1;
    for (const char *p = words; *p; p++)
        n_words += *p == '|';
    for (size_t number = fuzz_below(&t->random, n_words); number > 0; number--)
        words = strchr(words, '|') + 1;
    *n = strcspn(words, "|");
    return words;
}

/* Makes one change. words: the words of the format, separated by bars. */
static inline void fuzz_mutate_once(fuzz_text *t, const char *words)
{
    static const char *const blanks[] = { " ", "\t", "\n", "\r", "\r\n", "\n\n", "", "\v" };
    size_t begin, end, n;
    const char *word = fuzz_pick_word(t, words, &n);
    switch (fuzz_below(&t->random, 12)) {
    case 0:
    case 1:
    case 2:
        fuzz_pick_number(t, &begin, &end);
        fuzz_splice_text(t, begin, end, fuzz_number(&t->random));
        break;
    case 3:
        fuzz_pick_token(t, &begin, &end);
        fuzz_splice(t, begin, end, word, n);
        break;
    case 4:
        fuzz_pick_token(t, &begin, &end);
        fuzz_splice(t, begin, begin, word, n);
        break;
    case 5:
        fuzz_pick_token(t, &begin, &end);
        fuzz_splice(t, begin, end, "", 0);
        break;
    case 6: fuzz_swap_tokens(t); break;
    case 7:
        fuzz_pick_token(t, &begin, &end);
        fuzz_splice_text(t, end, end, blanks[fuzz_below(&t->random, 8)]);
        break;
    case 8:
        if (t->size > 0)
            t->size = LLVMFuzzerMutate((uint8_t *)t->bytes, t->size, t->max);
        break;
    default: fuzz_mutate_lines(t); break;
    }
}

/* Makes one to four changes. The body of an LLVMFuzzerCustomMutator. */
static inline size_t fuzz_mutate(uint8_t *data, size_t size, size_t max_size, unsigned seed,
                                 const char *words)
{
    fuzz_text t = { (char *)data, size, max_size, seed };
    for (size_t n = 1 + fuzz_below(&t.random, 4); n > 0; n--)
        fuzz_mutate_once(&t, words);
    return t.size;
}

/* Returns the size of the text from *at up to the next line "====" or the end. Moves *at past this
 * line. */
static inline size_t fuzz_section(const char *text, size_t size, size_t *at)
{
    const size_t begin = *at;
    for (size_t i = begin; i + 5 <= size; i++) {
        if (memcmp(text + i, "====\n", 5) == 0 && (i == begin || text[i - 1] == '\n')) {
            *at = i + 5;
            return i - begin;
        }
    }
    *at = size;
    return size - begin;
}

#endif
