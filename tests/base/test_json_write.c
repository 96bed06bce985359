/* The JSON writer: its exact bytes, and reading them back. */
#include "expect.h"

#include "base/json.h"
#include "base/json_write.h"

#include <float.h>

static void add_sample(dbt_json_out *json)
{
    dbt_json_begin(json, NULL, '{');
    dbt_json_add_text(json, "name", "Hips");
    dbt_json_add_text(json, "unit", NULL);
    dbt_json_add_bool(json, "loop", true);
    dbt_json_line(json, 2);
    dbt_json_add_int(json, "parent", -1);
    dbt_json_add_size(json, "frames", 12);
    dbt_json_begin(json, "none", '[');
    dbt_json_end(json, ']');
    dbt_json_line(json, 2);
    dbt_json_begin(json, "list", '[');
    for (int i = 0; i < 2; i++) {
        dbt_json_line(json, 4);
        dbt_json_begin(json, NULL, '{');
        dbt_json_add_numbers(json, "v", (const double[]){ 0.1, 1.0 / 3.0 }, 2, 4);
        dbt_json_end(json, '}');
    }
    dbt_json_line(json, 2);
    dbt_json_end(json, ']');
    dbt_buffer_text(dbt_json_value(json, "raw"), "[1e3]");
    dbt_json_end(json, '}');
}

TEST(compact_output_has_no_blanks)
{
    static const char *const expected[] = {
        "{\"name\": \"Hips\", \"unit\": null, \"loop\": true,\n"
        "  \"parent\": -1, \"frames\": 12, \"none\": [],\n"
        "  \"list\": [\n"
        "    {\"v\": [0.1, 0.3333]},\n"
        "    {\"v\": [0.1, 0.3333]}\n"
        "  ], \"raw\": [1e3]}",
        "{\"name\":\"Hips\",\"unit\":null,\"loop\":true,\n"
        "  \"parent\":-1,\"frames\":12,\"none\":[],\n"
        "  \"list\":[\n"
        "    {\"v\":[0.1,0.3333]},\n"
        "    {\"v\":[0.1,0.3333]}\n"
        "  ],\"raw\":[1e3]}",
    };
    for (int compact = 0; compact < 2; compact++) {
        dbt_buffer buffer = { 0 };
        dbt_json_out json = { .out = &buffer, .compact = compact };
        add_sample(&json);
        assert_string_equal(buffer.bytes, expected[compact]);
        dbt_buffer_release(&buffer);
    }
}

TEST(a_second_writer_continues_after_the_first)
{
    dbt_buffer buffer = { 0 };
    dbt_json_out json = { .out = &buffer, .compact = true, .follows = true };
    dbt_json_add_int(&json, "b", 2);
    dbt_json_end(&json, '}');
    assert_string_equal(buffer.bytes, ",\"b\":2}");
    dbt_buffer_release(&buffer);
}

TEST(finite_numbers_are_read_back_and_others_are_null)
{
    static const double values[] = { 0.0,         -0.0,      0.1,      1.0 / 3.0, 1e22,
                                     -123456.789, DBL_MAX,   -DBL_MAX, DBL_MIN,   0x1p-1074,
                                     INFINITY,    -INFINITY, NAN };
    enum { N = sizeof values / sizeof *values };
    dbt_buffer buffer = { 0 };
    dbt_json_out json = { .out = &buffer };
    dbt_json_begin(&json, NULL, '[');
    dbt_json_add_numbers(&json, NULL, values, N, 0);
    dbt_json_add_numbers(&json, NULL, values, N, 17);
    dbt_json_end(&json, ']');
    dbt_json_doc doc;
    assert_true(dbt_json_read(&doc, buffer.bytes, buffer.size, "numbers", NULL));
    for (const dbt_json *list = dbt_json_first(doc.root); list; list = dbt_json_next(list)) {
        const dbt_json *node = dbt_json_first(list);
        for (int i = 0; i < N; i++, node = dbt_json_next(node)) {
            double value;
            assert_true(dbt_json_get_number(node, &value) == (bool)isfinite(values[i]));
            if (isfinite(values[i]))
                assert_true(value == values[i]);
        }
    }
    dbt_json_release(&doc);
    dbt_buffer_release(&buffer);
}

static const struct {
    const char *text, *json, *inert; /* inert: inside a script element; NULL: equal to json */
} texts[] = {
    { "", "\"\"", NULL },
    { "Left Arm", "\"Left Arm\"", NULL },
    { "</script>", "\"</script>\"", "\"\\u003c/script\\u003e\"" },
    { "<!--&amp;", "\"<!--&amp;\"", "\"\\u003c!--\\u0026amp;\"" },
    { "a\xe2\x80\xa8\xe2\x80\xa9z", "\"a\xe2\x80\xa8\xe2\x80\xa9z\"", "\"a\\u2028\\u2029z\"" },
    { "\xe2\x80\xaa\xe2\x80", "\"\xe2\x80\xaa\\ufffd\\ufffd\"", NULL },
    { "\"\\\n\x7f", "\"\\\"\\\\\\u000a\\u007f\"", NULL },
    { "\x01\x1f\tä\xff", "\"\\u0001\\u001f\\u0009ä\\ufffd\"", NULL },
    { "\xed\xa0\x80\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\"",
      NULL },
};

TEST(a_text_stays_one_string)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        for (int inert = 0; inert < 2; inert++) {
            dbt_buffer buffer = { 0 };
            dbt_json_out json = { .out = &buffer, .inert = inert };
            dbt_json_add_text(&json, NULL, texts[i].text);
            assert_string_equal(buffer.bytes,
                                inert && texts[i].inert ? texts[i].inert : texts[i].json);
            dbt_buffer_release(&buffer);
        }
    }
}

/* The escapes are those of Python's "surrogateescape" (PEP 383). */
TEST(bytes_that_are_not_utf8_are_kept_where_asked_for)
{
    static const char *const cases[][2] = {
        { "caf\xe9.bvh", "[\"caf\\udce9.bvh\"]" },
        { "\\udce9", "[\"\\\\udce9\"]" }, /* the text of an escape, not a byte */
        { "\xff\x80", "[\"\\udcff\\udc80\"]" },
        { "\xed\xb3\xa9", "[\"\\udced\\udcb3\\udca9\"]" }, /* the surrogate itself */
        { "\xc3\xa9\xc3\"\\", "[\"\xc3\xa9\\udcc3\\\"\\\\\"]" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dbt_buffer buffer = { 0 };
        dbt_json_out json = { .out = &buffer, .escapes_bytes = true };
        dbt_json_doc doc;
        dbt_json_begin(&json, NULL, '[');
        dbt_json_add_text(&json, NULL, cases[i][0]);
        dbt_json_end(&json, ']');
        assert_string_equal(buffer.bytes, cases[i][1]);
        assert_true(dbt_json_read(&doc, buffer.bytes, buffer.size, "bytes", NULL));
        assert_string_equal(dbt_json_string(dbt_json_first(doc.root)), cases[i][0]);
        dbt_json_release(&doc);
        dbt_buffer_release(&buffer);
    }
}

TEST(a_whole_surrogate_pair_is_a_character)
{
    static const char text[] = "[\"\\udce9\\ud83d\\udce9\\udcE9\"]";
    dbt_json_doc doc;
    assert_true(dbt_json_read(&doc, text, sizeof text - 1, "pair", NULL));
    assert_string_equal(dbt_json_string(dbt_json_first(doc.root)), "\xe9\xf0\x9f\x93\xa9\xe9");
    dbt_json_release(&doc);
}

TEST(a_run_of_bytes_ends_at_its_size)
{
    dbt_buffer buffer = { 0 };
    dbt_json_out json = { .out = &buffer };
    dbt_json_begin(&json, NULL, '[');
    dbt_json_add_run(&json, NULL, "abcd", 2);
    dbt_json_add_run(&json, NULL, "aä", 2); /* half a character */
    dbt_json_end_section(&json, NULL, &(dbt_buffer){ 0 });
    dbt_json_end(&json, ']');
    assert_string_equal(buffer.bytes, "[\"ab\", \"a\\ufffd\", \"\"]");
    dbt_buffer_release(&buffer);
}
