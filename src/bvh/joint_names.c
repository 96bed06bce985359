#include "bvh/joint_names.h"

#include <string.h>
#include <strings.h>

/* ---- side and word ---- */

/* What programs put before every name. */
typedef struct name_prefix {
    const char *text;
    const char *tail; /* one of these may follow, */
    bool tail_needed; /* or must */
    bool digits;      /* before the tail, any number of digits may stand */
} name_prefix;

static const name_prefix prefixes[] = {
    { "mixamorig", ":_", false, true }, { "model_", "", false, false },
    { "character", "_", true, true },   { "valvebiped", "._", false, false },
    { "bip", " _", false, true },       { "j_bip_", "", false, false },
    { "m_avg_", "", false, false },     { "f_avg_", "", false, false },
    { "def-", "", false, false },       { "sk_", "", false, false },
    { "joint_", "", false, false },
};

/* ASCII alone, whatever the locale. */
static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The name behind a prefix; NULL: it has another beginning. */
static const char *behind_prefix(const char *name, const name_prefix *prefix)
{
    const size_t n = strlen(prefix->text);
    if (strncasecmp(name, prefix->text, n) != 0)
        return NULL;
    name += n;
    while (prefix->digits && is_digit(*name))
        name++;
    if (*name && strchr(prefix->tail, *name))
        return name + 1;
    return prefix->tail_needed ? NULL : name;
}

/* The name without what programs put before it: ValveBiped.Bip01_L_Thigh has two prefixes. */
static const char *own_name(const char *name)
{
    for (const char *p = name; *p; p++)
        if (*p == ':' || *p == '|')
            name = p + 1;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const char *behind = behind_prefix(name, &prefixes[i]);
        if (behind) {
            name = behind;
            i = (size_t)-1; /* all of them again */
        }
    }
    return name;
}

/* The length of the token at p: digits; or capitals, of which the last belongs to the small letters
 * behind it; or small letters with one capital before them. 0: the byte separates tokens. */
static size_t token_length(const char *p)
{
    size_t n = 0;
    while (is_digit(p[n]))
        n++;
    if (n > 0)
        return n;
    while (is_capital(p[n]))
        n++;
    if (n > 1)
        return is_small(p[n]) ? n - 1 : n;
    while (is_small(p[n]))
        n++;
    return n;
}

static int side_of(const char *token, size_t n)
{
    static const char *const sides[] = { "left", "l", "right", "r" };
    for (int i = 0; i < 4; i++)
        if (n == strlen(sides[i]) && memcmp(token, sides[i], n) == 0)
            return i / 2 == 0 ? DBT_LEFT : DBT_RIGHT;
    return DBT_NO_SIDE;
}

/* Writes the word, no longer than the name, and its NUL. Returns the side. */
static int parse_name(const char *name, char *word)
{
    size_t used = 0, first = 0, last = 0; /* the length of the first token, where the last begins */
    bool is_first = true;
    for (const char *p = own_name(name); *p;) {
        const size_t n = token_length(p);
        const bool is_centre = is_first && n == 1 && (*p == 'c' || *p == 'C');
        for (size_t i = 0; i < n && !is_centre; i++)
            word[used + i] = is_capital(p[i]) ? (char)(p[i] - 'A' + 'a') : p[i];
        p += n > 0 ? n : 1;
        if (n == 0)
            continue;
        is_first = false;
        if (is_centre)
            continue;
        first = used == 0 ? n : first;
        last = used;
        used += n;
    }
    word[used] = '\0';
    int side = side_of(word, first);
    if (side != DBT_NO_SIDE) {
        memmove(word, word + first, used - first + 1);
        return side;
    }
    side = side_of(word + last, used - last);
    if (side != DBT_NO_SIDE)
        word[last] = '\0';
    return side;
}

dbt_joint_word *dbt_joint_words(const dbt_skeleton *skeleton, dbt_arena *memory)
{
    size_t size = 0;
    for (int j = 0; j < skeleton->n_joints; j++)
        size += strlen(skeleton->joints[j].name) + 1;
    dbt_joint_word *words = dbt_arena_array(memory, (size_t)skeleton->n_joints, sizeof *words);
    char *word = dbt_arena_array(memory, size, 1);
    for (int j = 0; j < skeleton->n_joints; j++) {
        words[j] = (dbt_joint_word){ word, parse_name(skeleton->joints[j].name, word) };
        word += strlen(word) + 1;
    }
    return words;
}

/* ---- feet and twists ---- */

/* Whether a name has a word here: "ball_l" and "LeftBall", but not "Eyeball". */
static bool begins_word(const char *name, const char *at)
{
    const char before = at > name ? at[-1] : ' ';
    return (!is_capital(before) && !is_small(before)) || (is_capital(*at) && is_small(before));
}

static bool is_at(const char *at, const char *word)
{
    return strncasecmp(at, word, strlen(word)) == 0;
}

/* Names of joints that are no feet have such words, too: goals of inverse kinematics, the footsteps
 * of 3ds Max, eyeballs. */
bool dbt_is_foot_name(const char *name)
{
    bool found = false;
    for (const char *at = name; *at; at++) {
        if (is_at(at, "footstep") || is_at(at, "eyeball") ||
            (begins_word(name, at) && is_at(at, "ik_")))
            return false;
        found = found || is_at(at, "foot") || is_at(at, "toe") || is_at(at, "ankle") ||
                (begins_word(name, at) && is_at(at, "ball"));
    }
    return found;
}

bool dbt_is_toe_name(const char *name)
{
    bool found = false;
    for (const char *at = name; *at; at++)
        found = found || is_at(at, "toe") || (begins_word(name, at) && is_at(at, "ball"));
    return found;
}

bool dbt_is_twist_name(const char *name)
{
    bool found = false;
    for (const char *at = name; *at; at++)
        found = found || is_at(at, "twist") || (is_at(at, "roll") && begins_word(name, at));
    return found;
}
