/* Errors as text. */
#include "expect.h"

#include "base/error.h"

static const char *spelled(const char *msg, size_t size)
{
    static char text[400];
    dbt_error err;
    dbt_fail(&err, DBT_E_PARAM, "%s", msg);
    dbt_error_format(&err, text, size);
    return text;
}

/* Names may hold control characters, which a terminal would obey. */
TEST(control_characters_are_question_marks)
{
    assert_string_equal(spelled("up\x1e \x1d\n", 400), "up? ??");
    assert_string_equal(spelled("ab\x1d--until", 7), "ab?--u"); /* cut off */
}
