/* Conversion of decimal text to double and back, compared with the C library and with exact
 * decimals. */
#include "expect.h"

#include "base/number_scan.h"
#include "bvh/usual_number.h"

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Fails unless all n bytes of `text`, before its NUL, are read as strtod's value to the bit. */
static void expect_as_strtod(const char *text, size_t n)
{
    char *stop;
    const double expected = strtod(text, &stop);
    double value = -12345.0;
    const char *after = dbt_number_read(text, text + n, &value);
    if (stop != text + n)
        fail_msg("the test is wrong: strtod leaves '%.40s'", stop);
    if (after != text + n || bits_of(value) != bits_of(expected))
        fail_msg("'%.60s' (%zu bytes) read as %.17g, expected %.17g", text, n, value, expected);
    double unbounded = -12345.0; /* the final NUL ends the number, as a line end does */
    if (dbt_number_scan(text, NULL, &unbounded, false) != text + n ||
        bits_of(unbounded) != bits_of(expected))
        fail_msg("'%.60s' read without bounds as %.17g, expected %.17g", text, unbounded, expected);
}

/* ---- reading: random decimals ---- */

static char *put_digits(char *out, size_t n, uint64_t *state)
{
    while (n > 0) {
        uint64_t bits = random_bits(state);
        for (size_t i = 0; i < 18 && n > 0; i++, n--, bits /= 10)
            *out++ = (char)('0' + bits % 10);
    }
    return out;
}

static char *put_zeros(char *out, size_t n)
{
    memset(out, '0', n);
    return out + n;
}

/* Returns a random number of digits: usually few, sometimes more than a double can represent. */
static size_t random_length(uint64_t *state)
{
    const uint64_t bits = random_bits(state);
    switch (bits % 8) {
    case 0: return 0;
    case 1: return 14 + (size_t)(bits / 8 % 12);
    case 2: return (size_t)(bits / 8 % 40);
    default: return (size_t)(bits / 8 % 9);
    }
}

/* Writes a random decimal in any allowed form. Returns its length. */
static size_t random_decimal(char *text, uint64_t *state)
{
    const uint64_t bits = random_bits(state);
    char *p = text;
    if (bits % 4 < 2)
        *p++ = bits % 2 ? '-' : '+';
    const char *first = p;
    if (bits / 4 % 8 == 0)
        p = put_zeros(p, (size_t)(bits / 32 % 30));
    p = put_digits(p, random_length(state), state);
    if (bits / 1024 % 8 == 0)
        p = put_zeros(p, (size_t)(bits / 8192 % 25));
    const bool has_whole = p > first;
    if (!has_whole || bits / 262144 % 4 > 0) {
        *p++ = '.';
        if (bits / 1048576 % 8 == 0)
            p = put_zeros(p, (size_t)(bits / 8388608 % 30));
        p = put_digits(p, random_length(state) + !has_whole, state);
    }
    if (bits >> 40 & 1) {
        const int range = bits >> 41 & 1 ? 30 : 340;
        p += sprintf(p, "%c%s%d", bits >> 42 & 1 ? 'e' : 'E', bits >> 43 & 1 ? "+" : "",
                     (int)(bits >> 44) % range);
    } else if (bits >> 41 & 1) {
        p += sprintf(p, "e-%d", (int)(bits >> 44) % (bits >> 42 & 1 ? 25 : 345));
    }
    *p = '\0';
    return (size_t)(p - text);
}

TEST(random_decimals_of_all_shapes_read_as_strtod_reads_them)
{
    uint64_t state = 1;
    char text[400];
    for (size_t i = 0; i < (size_t)rounds(750000); i++)
        expect_as_strtod(text, random_decimal(text, &state));
}

static double random_double(uint64_t *state)
{
    double value;
    do
        value = from_bits(random_bits(state));
    while (!isfinite(value));
    return value;
}

TEST(printed_doubles_read_as_strtod_reads_them)
{
    static const char *const formats[] = { "%.17g", "%.6f", "%.3e" };
    uint64_t state = 2;
    char text[400];
    for (size_t i = 0; i < (size_t)rounds(250000); i++) {
        const double value =
            i % 8 == 0 ? random_double(&state)
                       : random_in(&state, -1.0, 1.0) * pow(10.0, random_in(&state, -6.0, 6.0));
        const int n = snprintf(text, sizeof text, formats[i % 3], value);
        expect_as_strtod(text, (size_t)n);
    }
}

TEST(seventeen_digits_read_back_as_the_double_they_were)
{
    uint64_t state = 3;
    for (size_t i = 0; i < (size_t)rounds(50000); i++) {
        char text[60];
        const double value = random_double(&state);
        snprintf(text, sizeof text, "%.*g", 17, value);
        double back;
        assert_non_null(dbt_number_read(text, text + strlen(text), &back));
        assert_true(bits_of(back) == bits_of(value));
    }
}

/* ---- reading: exact halves between two doubles ---- */

/* A whole number in base 10^9, the lowest digit first. */
typedef struct whole {
    uint32_t digits[160];
    size_t n;
} whole;

static void whole_multiply(whole *w, uint32_t factor)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < w->n; i++) {
        carry += (uint64_t)w->digits[i] * factor;
        w->digits[i] = (uint32_t)(carry % 1000000000);
        carry /= 1000000000;
    }
    if (carry > 0)
        w->digits[w->n++] = (uint32_t)carry;
}

static size_t whole_print(const whole *w, char *out)
{
    char *p = out + sprintf(out, "%u", (unsigned)w->digits[w->n - 1]);
    for (size_t i = w->n - 1; i-- > 0;)
        p += sprintf(p, "%09u", (unsigned)w->digits[i]);
    return (size_t)(p - out);
}

/* Prints the exact midpoint of the positive doubles with these bits and bits + 1. It is digits
 * times 10^(*exponent). Returns the number of digits. */
static size_t print_middle(uint64_t bits, char *digits, int *exponent)
{
    const uint64_t field = bits >> 52, mantissa = bits & ((UINT64_C(1) << 52) - 1);
    const uint64_t m = field ? mantissa | UINT64_C(1) << 52 : mantissa;
    const uint64_t twice = 2 * m + 1;
    int power = (field ? (int)field : 1) - 1076; /* the middle is twice * 2^power */
    whole w = { { (uint32_t)(twice % 1000000000), (uint32_t)(twice / 1000000000) }, 2 };
    if (w.digits[1] == 0)
        w.n = 1;
    *exponent = power < 0 ? power : 0; /* 2^-k = 5^k / 10^k */
    for (; power < 0; power++)
        whole_multiply(&w, 5);
    for (; power > 0; power--)
        whole_multiply(&w, 2);
    return whole_print(&w, digits);
}

static void expect_bits(const char *text, uint64_t expected)
{
    double value = -1.0;
    const char *end = text + strlen(text);
    if (dbt_number_read(text, end, &value) != end || bits_of(value) != expected)
        fail_msg("'%.50s...' read as %.17g, expected %.17g", text, value, from_bits(expected));
}

/* Round half to even: the midpoint must be read as its even neighbour. A digit that raises or
 * lowers it, even after many zeros or nines, makes it the upper or the lower neighbour. */
static void check_middle(uint64_t bits, size_t zeros)
{
    char digits[1200], text[8000];
    int exponent;
    const size_t n = print_middle(bits, digits, &exponent);
    const uint64_t even = bits % 2 == 0 ? bits : bits + 1;

    sprintf(text, "%se%d", digits, exponent);
    expect_bits(text, even);
    sprintf(text, "0.%se%d", digits, exponent + (int)n);
    expect_bits(text, even);
    sprintf(text, "0000000%.1s.%s0000e%d", digits, digits + 1, exponent + (int)n - 1);
    expect_bits(text, even);

    char *p = text + sprintf(text, "%s.", digits);
    p = put_zeros(p, zeros);
    sprintf(p, "1e%d", exponent);
    expect_bits(text, bits + 1);

    char *last = digits + n - 1;
    for (; *last == '0'; last--)
        *last = '9';
    --*last;
    p = text + sprintf(text, "%s.", digits);
    memset(p, '9', zeros + 1);
    sprintf(p + zeros + 1, "e%d", exponent);
    expect_bits(text, bits);
}

TEST(the_middle_between_two_doubles_goes_to_the_even_one)
{
    static const uint64_t first_bits[] = {
        UINT64_C(0),                  /* 0.5 of the smallest denormal: 0 */
        UINT64_C(1),                  /* 1.5 of the smallest denormal: twice the smallest */
        UINT64_C(0x000ffffffffffffe), /* the largest denormals */
        UINT64_C(0x000fffffffffffff), /* denormal to normal */
        UINT64_C(0x0010000000000000), /* the smallest normal */
        UINT64_C(0x4340000000000000), /* 2^53: 9007199254740993 is the middle */
        UINT64_C(0x4340000000000001), /* 9007199254740995 */
        UINT64_C(0x433fffffffffffff), /* 9007199254740991.5 */
        UINT64_C(0x3ff0000000000000), /* 1 */
        UINT64_C(0x3fefffffffffffff), /* just below 1 */
        UINT64_C(0x7feffffffffffffe), /* next to the largest */
        UINT64_C(0x7fefffffffffffff), /* the largest: the middle overflows */
    };
    for (size_t i = 0; i < sizeof first_bits / sizeof *first_bits; i++) {
        check_middle(first_bits[i], 5);
        check_middle(first_bits[i], 4000);
    }
    uint64_t state = 4;
    for (size_t i = 0; i < (size_t)rounds(2000); i++)
        check_middle(random_bits(&state) % UINT64_C(0x7ff0000000000000), i % 2 ? 900 : i % 60);
    for (size_t i = 0; i < (size_t)rounds(400); i++) /* denormals */
        check_middle(random_bits(&state) >> (12 + i % 50), i % 40);
    for (size_t i = 0; i < (size_t)rounds(400); i++) /* near 2^53 */
        check_middle(UINT64_C(0x4330000000000000) + (random_bits(&state) >> 10), i % 3);
}

TEST(hard_numbers_read_as_strtod_reads_them)
{
    static const char texts[] =
        "9007199254740992 9007199254740993 9007199254740994 9007199254740995 -9007199254740993 "
        "9007199254740993.0 9007199254740993.00000000000000000001 90071992547409930e-1 "
        "900719925474099.3e1 4503599627370496.5 4503599627370497.5 8.5e22 1e22 1e23 "
        "9007199254740992e22 9007199254740993e22 1e-22 1e-23 9007199254740992e-22 "
        "9007199254740991e-22 7.2057594037927933e16 2.2250738585072011e-308 "
        "2.2250738585072012e-308 2.2250738585072014e-308 4.9406564584124654e-324 "
        "2.4703282292062327e-324 2.4703282292062328e-324 5e-324 3e-324 2e-324 "
        "1.7976931348623157e308 1.7976931348623158e308 1.7976931348623159e308 "
        "1.797693134862315807e308 1.797693134862315808e308 17976931348623157e292 1e308 1e309 "
        "-1e309 1e400 1e-400 -1e-400 0.1e-400 1e-324 0e400 -0e400 -0 +0 -0.0 00000 "
        "0.000000000000000e5 18446744073709551615 18446744073709551616 18446744073709551617 "
        "1844674407370955161600 9999999999999999999 99999999999999999999 0.1 0.2 0.3 "
        "123456789012345678 1234567890123456789 12345678901234567890 6.02214076e23 1e0 "
        "1e00000000000000000000000000000000000005 1e-00000000000000000000000000000000005 "
        "1e999999999999999999999999999999 -1e999999999999999999999999999999 "
        "1e-999999999999999999999999999999 0e999999999999999999999999999999 1e100000 1e-100000 "
        "1e99999 123e2147483648 123e-2147483648 123e9223372036854775808 "
        "123e-9223372036854775809 123e18446744073709551616 123e4294967296 123e-4294967296 "
        "1e1000000000000 1e-1000000000000";
    for (const char *p = texts; *p; p += strspn(p, " ")) {
        const size_t n = strcspn(p, " ");
        expect_as_strtod(p, n);
        p += n;
    }
}

TEST(numbers_of_thousands_of_digits_read_as_strtod_reads_them)
{
    uint64_t state = 5;
    char text[6000];
    for (size_t i = 0; i < (size_t)rounds(600); i++) {
        char *p = text;
        const size_t whole_digits = random_below(&state, 2500), zeros = random_below(&state, 1000);
        if (i % 3 == 0)
            p = put_zeros(p, zeros);
        p = put_digits(p, whole_digits + 1, &state);
        *p++ = '.';
        if (i % 3 == 1)
            p = put_zeros(p, zeros);
        p = put_digits(p, random_below(&state, 2400), &state);
        const int centre = -(int)whole_digits;
        p += sprintf(p, "e%d", centre + (int)(random_bits(&state) % 700) - 350);
        expect_as_strtod(text, (size_t)(p - text));
    }
    for (size_t n = 760; n < 830; n++) { /* around the largest number of digits that can matter */
        char *p = put_digits(text, n, &state);
        p = put_zeros(p, n);
        *p++ = '7';
        p += sprintf(p, "e-%zu", n + 300);
        expect_as_strtod(text, (size_t)(p - text));
    }
}

/* For example, 1 with 4,999 zeros and e-4999 is 1. -0. with 4,999 zeros, 1 and e5000 is -1. */
TEST(zeros_and_exponent_cancel)
{
    static char text[300100];
    static const size_t counts[] = { 10, 25, 400, 4999, 99999, 150000, 300000 };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        char *p = text;
        *p++ = '1';
        p = put_zeros(p, counts[i]);
        sprintf(p, "e-%zu", counts[i]);
        expect_bits(text, bits_of(1.0));
        p = text + sprintf(text, "-0.");
        p = put_zeros(p, counts[i]);
        sprintf(p, "1e%zu", counts[i] + 1);
        expect_bits(text, bits_of(-1.0));
    }
}

/* ---- reading: the grammar ---- */

static const struct {
    const char *text;
    size_t taken; /* 0: refused */
    double value;
} grammar[] = {
    { "", 0, 0 },
    { ".", 0, 0 },
    { "-", 0, 0 },
    { "+", 0, 0 },
    { "-.", 0, 0 },
    { "+-1", 0, 0 },
    { "-+1", 0, 0 },
    { "--1", 0, 0 },
    { "e5", 0, 0 },
    { ".e5", 0, 0 },
    { "-e5", 0, 0 },
    { "nan", 0, 0 },
    { "NaN", 0, 0 },
    { "-nan", 0, 0 },
    { "inf", 0, 0 },
    { "-inf", 0, 0 },
    { "infinity", 0, 0 },
    { "INF", 0, 0 },
    { " 1", 0, 0 },
    { "\t1", 0, 0 },
    { "\n1", 0, 0 },
    { "abc", 0, 0 },
    { ",5", 0, 0 },
    { "x10", 0, 0 },
    { "- 1", 0, 0 },
    { "\xef\xbb\xbf"
      "1",
      0, 0 },
    { "\xd9\xa1", 0, 0 },
    { "0x10", 1, 0.0 },
    { "0X1p3", 1, 0.0 },
    { "-0x10", 2, -0.0 },
    { "1e", 1, 1.0 },
    { "1e+", 1, 1.0 },
    { "1e-", 1, 1.0 },
    { "1ex", 1, 1.0 },
    { "1e+x", 1, 1.0 },
    { "1.e", 2, 1.0 },
    { "1e 5", 1, 1.0 },
    { "1e+-5", 1, 1.0 },
    { "1E", 1, 1.0 },
    { "0.0-7.5", 3, 0.0 },
    { "1+2", 1, 1.0 },
    { "1.2.3", 3, 1.2 },
    { "1..2", 2, 1.0 },
    { "10,5", 2, 10.0 },
    { "1_000", 1, 1.0 },
    { "1e5.5", 3, 1e5 },
    { "1e5e5", 3, 1e5 },
    { "1d5", 1, 1.0 },
    { "1f", 1, 1.0 },
    { "-1.#IND", 3, -1.0 },
    { "1.5deg", 3, 1.5 },
    { "7 8", 1, 7.0 },
    { "7\n8", 1, 7.0 },
    { "7/", 1, 7.0 },
    { "7:", 1, 7.0 },
    { ".5", 2, 0.5 },
    { "-.5", 3, -0.5 },
    { "+.5", 3, 0.5 },
    { "1.", 2, 1.0 },
    { "-1.", 3, -1.0 },
    { "+1", 2, 1.0 },
    { "1.e2", 4, 100.0 },
    { ".5e1", 4, 5.0 },
    { "1e5", 3, 1e5 },
    { "1E5", 3, 1e5 },
    { "1e+5", 4, 1e5 },
    { "1e-5", 4, 1e-5 },
    { "-2.5E-1", 7, -0.25 },
    { "007", 3, 7.0 },
    { "-0", 2, -0.0 },
    { "0", 1, 0.0 },
    { "1e-0", 4, 1.0 },
};

/* Reads a number from a block of n bytes, so that the sanitizer finds a read past its end. taken:
 * bytes of the number; 0: refused. */
static void expect_read(const char *text, size_t n, size_t taken, double expected)
{
    char *block = malloc(n + (n == 0));
    memcpy(block, text, n);
    double value = 777.0;
    const char *after = dbt_number_read(block, block + n, &value);
    const bool right = taken == 0 ? after == NULL : after == block + taken;
    if (!right || (taken > 0 && bits_of(value) != bits_of(expected)))
        fail_msg("'%.*s': took %td bytes as %.17g, expected %zu and %.17g", (int)n, text,
                 after ? after - block : 0, value, taken, expected);
    free(block);
    if (memchr(text, '\n', n))
        return;
    char *line = malloc(n + 1); /* again, bounded only by the line end */
    memcpy(line, text, n);
    line[n] = '\n';
    double unbounded = 777.0;
    after = dbt_number_scan(line, NULL, &unbounded, false);
    assert_true(taken == 0 ? after == NULL : after == line + taken);
    assert_true(taken == 0 || bits_of(unbounded) == bits_of(value));
    free(line);
}

TEST(the_grammar_takes_the_longest_number_and_no_more)
{
    for (size_t i = 0; i < sizeof grammar / sizeof *grammar; i++)
        expect_read(grammar[i].text, strlen(grammar[i].text), grammar[i].taken, grammar[i].value);
    expect_read("1\0"
                "2",
                3, 1, 1.0);
    expect_read("\0"
                "1",
                2, 0, 0.0);
}

/* Reading stops at the caller's end, even if digits, a point or an exponent follow. */
TEST(nothing_past_the_end_is_read)
{
    expect_read("12345", 3, 3, 123.0);
    expect_read("1.25", 2, 2, 1.0);
    expect_read("1.25", 1, 1, 1.0);
    expect_read("1e55", 3, 3, 1e5);
    expect_read("1e55", 2, 1, 1.0);
    expect_read("1e-5", 3, 1, 1.0);
    expect_read("-5", 1, 0, 0.0);
    expect_read("-5", 0, 0, 0.0);
    uint64_t state = 6;
    char text[6000];
    for (size_t i = 0; i < 300; i++) {
        char *p = text;
        if (i % 3 == 0)
            *p++ = '-';
        p = put_digits(p, 1 + random_below(&state, i % 10 == 0 ? 3000 : 30), &state);
        if (i % 2)
            *p++ = '.';
        p = put_digits(p, 1 + random_below(&state, i % 10 == 1 ? 2000 : 30), &state);
        *p = '\0';
        const size_t n = (size_t)(p - text);
        expect_read(text, n, n, strtod(text, NULL));
        const int tail = sprintf(p, "e%d", (int)(random_bits(&state) % 600) - 300);
        const size_t all = n + (size_t)tail;
        expect_read(text, all, all, strtod(text, NULL));
        expect_read(text, n + 1, n, (*p = '\0', strtod(text, NULL)));
    }
}

/* ---- writing ---- */

/* Returns the distance of `text` from `value` in units of its last decimal. Exact to 1e-10 if the
 * value is below 2^52 units. */
static double units_off(const char *text, double value, int decimals)
{
    double units = 0.0;
    for (const char *p = text; *p; p++)
        if (*p >= '0' && *p <= '9')
            units = units * 10.0 + (*p - '0');
    if (*text == '-')
        units = -units;
    const double scale = pow(10.0, decimals), product = value * scale;
    return fabs((product - units) + fma(value, scale, -product));
}

static bool is_all_zeros(const char *text)
{
    return strspn(text, "-0.") == strlen(text);
}

static void check_fixed(double value, int decimals)
{
    char text[DBT_FIXED_SIZE + 1], expected[400];
    char *end = dbt_fixed_write(text, value, decimals);
    assert_true(end - text <= DBT_FIXED_SIZE);
    *end = '\0';
    snprintf(expected, sizeof expected, "%.*f", decimals, value);
    const char *wanted = expected + (*expected == '-' && is_all_zeros(expected));
    if (strcmp(text, wanted) != 0) {
        const size_t n = strlen(text), point = n - (size_t)decimals - 1;
        const char *digits = text + (*text == '-');
        const bool well_formed = strspn(digits, "0123456789.") == strlen(digits) &&
                                 (decimals == 0 ? strchr(digits, '.') == NULL
                                                : n > (size_t)decimals + 1 && text[point] == '.' &&
                                                      strchr(digits, '.') == text + point);
        const bool no_minus_zero = *text != '-' || !is_all_zeros(text);
        const bool same_size = fabs(value) * pow(10.0, decimals) < 0x1p52;
        if (!well_formed || !no_minus_zero || !same_size ||
            units_off(text, value, decimals) > 0.500001)
            fail_msg("%.17g with %d decimals written as '%s', expected '%s'", value, decimals, text,
                     wanted);
    }
    const double rounded = dbt_fixed_round(value, decimals);
    if (bits_of(rounded) != bits_of(strtod(text, NULL)))
        fail_msg("%.17g rounded to %d decimals is %.17g, its text '%s' is another", value, decimals,
                 rounded, text);
}

TEST(fixed_text_is_the_nearest_and_rounding_agrees_with_it)
{
    uint64_t state = 7;
    for (size_t i = 0; i < (size_t)rounds(75000); i++) {
        const int decimals = i % 2 ? 6 : (int)(random_bits(&state) % (DBT_MAX_DECIMALS + 1));
        switch (i % 5) {
        case 0: check_fixed(random_in(&state, -360.0, 360.0), decimals); break;
        case 1: check_fixed(random_in(&state, -1e4, 1e4), decimals); break;
        case 2:
            check_fixed(random_in(&state, -1.0, 1.0) * pow(10.0, random_in(&state, -20.0, 22.0)),
                        decimals);
            break;
        case 3: { /* halves of the last decimal, and their neighbours */
            const double units =
                floor(random_in(&state, -1.0, 1.0) * pow(10.0, random_in(&state, 0.0, 16.0))) + 0.5;
            const double half = units / pow(10.0, decimals);
            check_fixed(half, decimals);
            check_fixed(nextafter(half, INFINITY), decimals);
            check_fixed(nextafter(half, -INFINITY), decimals);
            break;
        }
        default:
            check_fixed(i % 10 < 5 ? random_double(&state) : random_in(&state, -1.0, 1.0),
                        decimals);
        }
    }
}

TEST(fixed_text_of_special_values_is_right_at_every_number_of_decimals)
{
    static const double values[] = {
        0.0,
        0.5,
        1.5,
        2.5,
        0.25,
        0.05,
        0.005,
        0.0000005,
        0.0000004999,
        5e-16,
        4.9e-16,
        1e-300,
        5e-324,
        1.0,
        9.5,
        9.9999995,
        0.9999995,
        999999.9999995,
        180.0,
        359.9999999,
        1e15,
        1e16,
        1e17,
        4294967295.5,
        4294967296.5,
        4294.9672955,
        4503599627370495.5,
        4503599627.3704955,
        9007199254740991.0,
        9007199254740992.0,
        1e21,
        1e22,
        1e300,
        1.7976931348623157e308,
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        for (int decimals = 0; decimals <= DBT_MAX_DECIMALS; decimals++) {
            check_fixed(values[i], decimals);
            check_fixed(-values[i], decimals);
        }
}

static void expect_fixed(double value, int decimals, const char *expected)
{
    char text[DBT_FIXED_SIZE + 1];
    *dbt_fixed_write(text, value, decimals) = '\0';
    assert_string_equal(text, expected);
}

TEST(zero_has_no_minus_and_huge_values_no_exponent)
{
    expect_fixed(-0.0, 0, "0");
    expect_fixed(-0.0, 3, "0.000");
    expect_fixed(-0.0004, 3, "0.000");
    expect_fixed(-0.4, 0, "0");
    expect_fixed(-1e-300, 15, "0.000000000000000");
    expect_fixed(-0.0006, 3, "-0.001");
    expect_fixed(-1.0, 0, "-1");
    expect_fixed(123.456, 1, "123.5");
    expect_fixed(0.0333333, 6, "0.033333");
    expect_fixed(1e22, 2, "10000000000000000000000.00");
    assert_true(bits_of(dbt_fixed_round(-0.0004, 3)) == 0);
    char text[DBT_FIXED_SIZE + 1];
    *dbt_fixed_write(text, -1e300, 2) = '\0';
    assert_int_equal(strlen(text), 1 + 301 + 3);
    assert_int_equal(strspn(text + 1, "0123456789"), 301);
}

TEST(general_text_is_that_of_printf)
{
    static const double special[] = { 0.0,    -0.0,        1.0,      0.1,   1e5,
                                      1e-5,   123456789.0, 5e-324,   1e100, 1.7976931348623157e308,
                                      0.0001, 0.00001,     999999.5, -2.5 };
    uint64_t state = 8;
    const size_t n_special = sizeof special / sizeof *special;
    for (size_t i = 0; i < (size_t)rounds(75000); i++) {
        const int digits = 1 + (int)(i % 17);
        double value = random_double(&state);
        if (i < 17 * n_special)
            value = special[i / 17];
        else if (i % 3 > 0)
            value = random_in(&state, -1.0, 1.0) * pow(10.0, random_in(&state, -8.0, 12.0));
        char text[DBT_GENERAL_SIZE + 1], expected[60];
        *dbt_general_write(text, value, digits) = '\0';
        snprintf(expected, sizeof expected, "%.*g", digits, value);
        assert_string_equal(text, expected);
    }
}

/* Nine digits have a writer and a rounding function of their own. Both are tested near powers of
 * ten, where the number of digits before the point changes; at halves of the last digit; and with
 * short decimals. */
TEST(nine_digits_are_those_of_printf)
{
    uint64_t state = 9;
    for (size_t i = 0; i < (size_t)rounds(100000); i++) {
        const double power = pow(10.0, (double)(i / 5 % 50) - 16.0);
        double value = random_in(&state, 0.0, 1.0) * power;
        if (i % 5 == 1)
            value = power * (1.0 + random_in(&state, -3e-9, 3e-9));
        else if (i % 5 == 2)
            value = power;
        else if (i % 5 == 3) /* halves of the ninth digit, and their neighbours */
            value = (floor(value / power * 1e9) + 0.5) / 1e9 * power;
        else if (i % 5 == 4)
            value = floor(value * 1000.0) / 1000.0;
        for (int side = -1; side <= 1; side++) {
            const double beside = side == 0 ? value : nextafter(value, side * HUGE_VAL);
            char text[DBT_GENERAL_SIZE + 1], expected[60];
            *dbt_general_write(text, -beside, 9) = '\0';
            snprintf(expected, sizeof expected, "%.*g", 9, -beside);
            assert_string_equal(text, expected);
            assert_true(bits_of(dbt_nine_digits(-beside)) == bits_of(strtod(expected, NULL)));
        }
    }
}

/* dbt_number_usual reads the same bytes and value as dbt_number_read, or refuses the form. */
TEST(the_usual_form_is_read_as_any_is)
{
    static const char *const tails[] = { " ", "\n", "\r\n", "-1 ", "e5 ", ".", "x", "\t", "" };
    static const char digits[] = "0123456789.-+e";
    uint64_t state = 11;
    size_t n_usual = 0;
    for (size_t i = 0; i < (size_t)rounds(250000); i++) {
        char text[80] = "", number[40];
        const int n_decimals = (int)(random_double(&state) != 0.0 ? i % 9 : 0);
        snprintf(number, sizeof number, "%s%.*f", i % 3 == 1 ? "+" : "", n_decimals,
                 fabs(random_in(&state, -1.0, 1.0)) * pow(10.0, (double)(i % 10)) *
                     (i % 3 == 2 ? -1.0 : 1.0));
        if (i % 4 == 0) /* one byte is changed */
            number[(size_t)random_in(&state, 0.0, (double)strlen(number))] =
                digits[(size_t)random_in(&state, 0.0, 13.999)];
        snprintf(text, sizeof text, "%s%s123456789012345678901234567890", number,
                 tails[i % (sizeof tails / sizeof *tails)]);
        unsigned decimals = i % 2 ? (unsigned)n_decimals : 6;
        double value = 0.5, expected = 0.25;
        const char *after = dbt_number_usual(text, &decimals, &value);
        if (!after)
            continue;
        n_usual++;
        const char *end = dbt_number_read(text, text + strlen(text), &expected);
        if (after != end || bits_of(value) != bits_of(expected))
            fail_msg("'%s': %.17g up to '%.9s', expected %.17g up to '%.9s'", text, value, after,
                     expected, end);
    }
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    assert_true(n_usual > (size_t)rounds(5000));
#endif
}

static void expect_exact(double value)
{
    char text[DBT_EXACT_SIZE + 1];
    *dbt_exact_write(text, value) = '\0';
    const char *point = strchr(text, '.');
    if (!point || strlen(point + 1) < 6 || strspn(point + 1, "0123456789") != strlen(point + 1))
        fail_msg("'%s' is no fixed-point text of at least 6 decimals", text);
    if (bits_of(strtod(text, NULL)) != bits_of(value))
        fail_msg("'%s' reads back as %.17g, it was made from %.17g", text, strtod(text, NULL),
                 value);
    const size_t decimals = strlen(point + 1);
    if (decimals > 6) {
        char shorter[400];
        snprintf(shorter, sizeof shorter, "%.*f", (int)decimals - 1, value);
        if (strtod(shorter, NULL) == value)
            fail_msg("'%s' is longer than '%s', which reads back too", text, shorter);
    }
}

TEST(exact_text_is_the_shortest_that_reads_back)
{
    expect_exact(0.033333);
    expect_exact(0.0333333);
    expect_exact(0.008333333);
    expect_exact(0.04);
    expect_exact(1.0);
    expect_exact(0.016666666666667);
    uint64_t state = 9;
    for (int i = 0; i < 20000; i++) { /* decimals as files have them */
        char text[40];
        snprintf(text, sizeof text, "%.*f", 6 + i % 10, random_in(&state, 0.0, 2.0));
        expect_exact(strtod(text, NULL));
    }
}

/* Offsets and frame times as some programs write them, with all digits of a double. */
TEST(exact_text_reads_back_where_15_decimals_are_too_few)
{
    expect_exact(0.30000000000000004);
    expect_exact(1.0 / 30.0);
    expect_exact(0.12345678901234567);
    expect_exact(-0.012345678901234567);
    expect_exact(1e-16);
    expect_exact(1.2345678901234567e-24);
    expect_exact(-9.876543210987654e-42);
    expect_exact(3.0517578125e-05);
}
