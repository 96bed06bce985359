#include "bvh/joint_names.h"

#include "base/mem.h"
#include "base/name_table.h"
#include "base/text.h"

#include <string.h>
#include <strings.h>

/* ---- side and word ---- */

/* A prefix that a program adds to every name. */
typedef struct name_prefix {
    const char *text;
    const char *tail; /* characters, one of which may follow */
    bool tail_needed; /* one of them must follow */
    bool digits;      /* any number of digits may precede the tail */
} name_prefix;

static const name_prefix prefixes[] = {
    { "mixamorig", ":_", false, true }, { "model_", "", false, false },
    { "character", "_", true, true },   { "valvebiped", "._", false, false },
    { "bip", " _", false, true },       { "j_bip_", "", false, false },
    { "m_avg_", "", false, false },     { "f_avg_", "", false, false },
    { "def-", "", false, false },       { "sk_", "", false, false },
    { "joint_", "", false, false },
};

/* ASCII only, independent of the locale. */
static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

/* Returns the rest of a name after a prefix (ignoring case), then after its digits and one tail
 * character, where the prefix allows them. NULL: the name does not begin with the prefix, or lacks
 * a needed tail. */
static const char *skip_prefix(const char *name, const name_prefix *prefix)
{
    const size_t n = strlen(prefix->text);
    if (strncasecmp(name, prefix->text, n) != 0)
        return NULL;
    name += n;
    while (prefix->digits && dbt_is_digit(*name))
        name++;
    if (*name && strchr(prefix->tail, *name))
        return name + 1;
    return prefix->tail_needed ? NULL : name;
}

/* Returns the name after all namespaces (up to the last ':' or '|') and prefixes;
 * ValveBiped.Bip01_L_Thigh has two prefixes. */
static const char *skip_prefixes(const char *name)
{
    for (const char *p = name; *p; p++)
        if (*p == ':' || *p == '|')
            name = p + 1;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const char *rest = skip_prefix(name, &prefixes[i]);
        if (rest) {
            name = rest;
            i = (size_t)-1; /* try all again */
        }
    }
    return name;
}

/* Returns the length of the token at p; 0: a separator, any byte but ASCII letters and digits. A
 * token is a run of digits, of capitals, or of small letters with a capital before them (camel
 * case): "LThighTWIST01" has the tokens L, Thigh, TWIST, 01. */
static size_t token_length(const char *p)
{
    size_t n = 0;
    while (dbt_is_digit(p[n]))
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

/* A token of a name. */
typedef struct token {
    const char *text; /* [n] */
    size_t n;
} token;

/* Whether a token equals a word in lower case, ignoring case. */
static bool is_word(token t, const char *word)
{
    return dbt_span_is((dbt_span){ t.text, t.text + t.n }, word);
}

/* Returns the side that a token names (left, l, right, r); DBT_NO_SIDE: none. */
static int side_of(token t)
{
    return is_word(t, "left") || is_word(t, "l")    ? DBT_LEFT
           : is_word(t, "right") || is_word(t, "r") ? DBT_RIGHT
                                                    : DBT_NO_SIDE;
}

/* Whether a token other than number `but` is a word: neither digits nor a side. tokens: stb_ds
 * list. */
static bool has_other_word(const token *tokens, size_t but)
{
    for (size_t i = 0; i < arrlenu(tokens); i++)
        if (i != but && !dbt_is_digit(*tokens[i].text) && side_of(tokens[i]) == DBT_NO_SIDE)
            return true;
    return false;
}

/* Whether a token is a mark without meaning for the body: a single letter at the beginning of the
 * name, as c for centre, or the mark of simulated (sim) or duplicate (dup) joints. False for a
 * side, or if no other token is a word (has_other_word). tokens: stb_ds list. */
static bool is_mark(const token *tokens, size_t i)
{
    const token t = tokens[i];
    const bool one_letter = i == 0 && t.n == 1 && !dbt_is_digit(*t.text);
    return (one_letter || is_word(t, "sim") || is_word(t, "dup")) && side_of(t) == DBT_NO_SIDE &&
           has_other_word(tokens, i);
}

/* Parses a name into its word and side. Returns the side: of the first token, else of the last,
 * else of the first between them; else DBT_NO_SIDE. word: receives the other tokens, digits too,
 * joined in lower case; without marks such as c or sim (is_mark). It may become empty. Size: at
 * least that of the name and its NUL. */
static int parse_name(const char *name, char *word)
{
    token *tokens = NULL; /* stb_ds list */
    int side = DBT_NO_SIDE;
    for (const char *p = skip_prefixes(name); *p;) {
        const size_t n = token_length(p);
        if (n > 0)
            arrput(tokens, ((token){ p, n }));
        p += n > 0 ? n : 1;
    }
    for (size_t i = arrlenu(tokens); i-- > 0;)
        if (is_mark(tokens, i))
            arrdel(tokens, i);
    const size_t n = arrlenu(tokens);
    for (size_t i = 0; i < n && side == DBT_NO_SIDE; i++) {
        const size_t at = i == 0 ? 0 : i == 1 ? n - 1 : i - 1;
        side = side_of(tokens[at]);
        if (side != DBT_NO_SIDE)
            arrdel(tokens, at);
    }
    for (size_t i = 0; i < arrlenu(tokens); i++)
        for (size_t k = 0; k < tokens[i].n; k++) {
            const char c = tokens[i].text[k];
            *word++ = is_capital(c) ? (char)(c - 'A' + 'a') : c;
        }
    *word = '\0';
    arrfree(tokens);
    return side;
}

/* ---- sides that are glued to words ---- */

/* A side at the beginning or end of a word without a separator, such as l or left. */
typedef struct glued_side {
    size_t size; /* bytes */
    int side;
    bool at_end;
} glued_side;

/* Whether a word has the glued side `glued` and two more bytes, and `all` contains the word with
 * the other side. scratch: at least strlen(word) + 2 bytes. */
static bool has_partner(const char *word, glued_side glued, const dbt_names *all, char *scratch)
{
    static const char *const names[2][2] = { { "l", "left" }, { "r", "right" } };
    const char *name = names[glued.side][glued.size > 1];
    const char *other = names[1 - glued.side][glued.size > 1];
    const size_t length = strlen(word), other_size = strlen(other), rest = length - glued.size;
    if (length < glued.size + 2 || memcmp(word + (glued.at_end ? rest : 0), name, glued.size) != 0)
        return false;
    memcpy(scratch + (glued.at_end ? rest : 0), other, other_size);
    memcpy(scratch + (glued.at_end ? 0 : other_size), word + (glued.at_end ? 0 : glued.size), rest);
    scratch[rest + other_size] = '\0';
    return dbt_names_get(all, scratch) != NULL;
}

/* Returns the glued side of a word that has a partner in `all`, as of has_partner: left and right
 * are tried before l and r, the beginning before the end. Its side is DBT_NO_SIDE if there is
 * none. scratch: as of has_partner. */
static glued_side find_glued(const char *word, const dbt_names *all, char *scratch)
{
    static const glued_side kinds[] = {
        { 4, DBT_LEFT, false }, { 5, DBT_RIGHT, false }, { 4, DBT_LEFT, true },
        { 5, DBT_RIGHT, true }, { 1, DBT_LEFT, false },  { 1, DBT_RIGHT, false },
        { 1, DBT_LEFT, true },  { 1, DBT_RIGHT, true },
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (has_partner(word, kinds[i], all, scratch))
            return kinds[i];
    return (glued_side){ .side = DBT_NO_SIDE };
}

/* Moves glued sides from words with a partner of the other side, such as lthigh and rthigh, to
 * `side`. Only words whose side is DBT_NO_SIDE count. The word lower is safe: it lacks the partner
 * rower. words: [n_joints]; word and side change. scratch: as of has_partner for the longest word.
 * memory: for temporary arrays. */
static void separate_glued_sides(dbt_joint_word *words, int n_joints, char *scratch,
                                 dbt_arena *memory)
{
    dbt_names all = { .list = NULL }; /* from words without a side to themselves */
    glued_side *glued = dbt_arena_array(memory, (size_t)n_joints, sizeof *glued);
    for (int j = 0; j < n_joints; j++)
        if (words[j].side == DBT_NO_SIDE && !dbt_names_get(&all, words[j].word))
            dbt_names_put(&all, words[j].word, words[j].word);
    for (int j = 0; j < n_joints; j++)
        glued[j] = words[j].side == DBT_NO_SIDE ? find_glued(words[j].word, &all, scratch)
                                                : (glued_side){ .side = DBT_NO_SIDE };
    dbt_names_release(&all);
    for (int j = 0; j < n_joints; j++) { /* in a second loop, because `all` borrows the words */
        if (glued[j].side == DBT_NO_SIDE)
            continue;
        words[j].side = glued[j].side;
        if (glued[j].at_end)
            words[j].word[strlen(words[j].word) - glued[j].size] = '\0';
        else
            words[j].word += glued[j].size;
    }
}

dbt_joint_word *dbt_joint_words(const dbt_skeleton *skeleton, dbt_arena *memory)
{
    size_t size = 0, longest = 0;
    for (int j = 0; j < skeleton->n_joints; j++) {
        const size_t length = strlen(skeleton->joints[j].name);
        size += length + 1;
        longest = length > longest ? length : longest;
    }
    dbt_joint_word *words = dbt_arena_array(memory, (size_t)skeleton->n_joints, sizeof *words);
    char *scratch = dbt_arena_array(memory, longest + 3, 1);
    char *word = dbt_arena_array(memory, size, 1);
    for (int j = 0; j < skeleton->n_joints; j++) {
        words[j] = (dbt_joint_word){ word, parse_name(skeleton->joints[j].name, word) };
        word += strlen(word) + 1;
    }
    separate_glued_sides(words, skeleton->n_joints, scratch, memory);
    for (int j = 0; j < skeleton->n_joints; j++) {
        const dbt_role_choice chosen = skeleton->joints[j].chosen_role;
        if (chosen.is_set && chosen.role != DBT_NO_ROLE)
            words[j].side = chosen.side;
    }
    return words;
}

/* ---- roles ---- */

/* The names of a role's joint and of its bone, for the user. */
static const char *const role_names[DBT_N_ROLES][2] = {
    [DBT_COLLAR] = { "collar", "collar" },  [DBT_UPPER_ARM] = { "shoulder", "upper arm" },
    [DBT_FOREARM] = { "elbow", "forearm" }, [DBT_HAND] = { "wrist", "hand" },
    [DBT_THIGH] = { "hip", "thigh" },       [DBT_SHIN] = { "knee", "shin" },
    [DBT_FOOT] = { "ankle", "foot" },       [DBT_TOE] = { "toe", "toe" },
    [DBT_HEAD] = { "head", "head" },
};

const char *dbt_role_name(int role)
{
    return role_names[role][0];
}

bool dbt_role_of_name(const char *text, int *role, int *side)
{
    static const char *const sides[] = { "left ", "right ", "" };
    for (int s = DBT_LEFT; s <= DBT_NO_SIDE; s++) {
        const size_t n = strlen(sides[s]);
        if (strncmp(text, sides[s], n) != 0)
            continue;
        for (int r = 0; r < 2 * DBT_N_ROLES; r++)
            if ((r / 2 == DBT_HEAD) == (s == DBT_NO_SIDE) &&
                strcmp(text + n, role_names[r / 2][r % 2]) == 0) {
                *role = r / 2;
                *side = s;
                return true;
            }
    }
    return false;
}

/* The words of each role, each between blanks. Only words with one meaning; ambiguous_role resolves
 * the others. */
static const char *const role_words[DBT_N_ROLES] = {
    [DBT_COLLAR] = " clavicle collar clavic collarbone ",
    [DBT_UPPER_ARM] = " arm upperarm shldr uparm shldrbend humerus ",
    [DBT_FOREARM] = " forearm elbow lowerarm lowarm loarm forearmbend radius ",
    [DBT_HAND] = " wrist ",
    [DBT_THIGH] = " upleg thigh hip upperleg upperlegs femur thighbend ",
    [DBT_SHIN] = " shin calf lowerleg knee lowleg loleg tibia ",
    [DBT_FOOT] = " ankle ",
    [DBT_TOE] = " toe toebase toes ball ",
    [DBT_HEAD] = " head ",
};

enum { MAX_WORD = 16 }; /* larger than any word of role_words */

/* Copies a word without its digits, such as upperarm01; cut to MAX_WORD, with its NUL. */
static void bare_word(const char *word, char bare[MAX_WORD])
{
    size_t n = 0;
    for (; *word && n < MAX_WORD - 1; word++)
        if (!dbt_is_digit(*word))
            bare[n++] = *word;
    bare[n] = '\0';
}

/* Returns the role whose words (role_words) contain w.word, digits ignored; DBT_NO_ROLE: none. Only
 * the head has no side; the other roles need one. */
static int role_of_word(dbt_joint_word w)
{
    char word[MAX_WORD];
    bare_word(w.word, word);
    const size_t n = strlen(word);
    for (int r = 0; r < DBT_N_ROLES; r++) {
        if ((r == DBT_HEAD) != (w.side == DBT_NO_SIDE))
            continue;
        for (const char *at = role_words[r]; n > 0 && (at = strstr(at, word)); at++)
            if (at[-1] == ' ' && at[n] == ' ')
                return r;
    }
    return DBT_NO_ROLE;
}

/* Returns the role of an ambiguous word. leg: shin, or thigh if the side has a shin. foot: foot,
 * else toe. hand: hand, else none. shoulder: collar if the side has an upper arm but no collar,
 * else upper arm. Other words: DBT_NO_ROLE. numbered: the word, maybe with digits, which are
 * ignored. has[role]: whether a joint of the side has a chosen role, or one by an unambiguous word.
 */
static int ambiguous_role(const char *numbered, const bool *has)
{
    char word[MAX_WORD];
    bare_word(numbered, word);
    if (strcmp(word, "leg") == 0)
        return has[DBT_SHIN] ? DBT_THIGH : DBT_SHIN;
    if (strcmp(word, "shoulder") == 0)
        return has[DBT_COLLAR] || !has[DBT_UPPER_ARM] ? DBT_UPPER_ARM : DBT_COLLAR;
    if (strcmp(word, "foot") == 0)
        return has[DBT_FOOT] ? DBT_TOE : DBT_FOOT;
    if (strcmp(word, "hand") == 0)
        return has[DBT_HAND] ? DBT_NO_ROLE : DBT_HAND;
    return DBT_NO_ROLE;
}

/* Assigns a role and side to a joint, in joints[role][side], unless another joint has it. Returns
 * whether the joint has it now. DBT_NO_SIDE counts as 0. */
static bool set_role(int joints[][2], int role, int side, int joint)
{
    int *first = &joints[role][side == DBT_NO_SIDE ? 0 : side];
    if (*first < 0)
        *first = joint;
    return *first == joint;
}

void dbt_named_roles(const dbt_skeleton *skeleton, const dbt_joint_word *words, int *of,
                     int joint[][2])
{
    bool has[3][DBT_N_ROLES] = { { false } };
    for (int r = 0; r < DBT_N_ROLES; r++)
        joint[r][0] = joint[r][1] = -1;
    for (int j = 0; j < skeleton->n_joints; j++) {
        const dbt_role_choice chosen = skeleton->joints[j].chosen_role;
        of[j] = chosen.is_set ? chosen.role : role_of_word(words[j]);
        if (of[j] != DBT_NO_ROLE)
            has[words[j].side][of[j]] = true;
        if (chosen.is_set && of[j] != DBT_NO_ROLE)
            (void)set_role(joint, of[j], chosen.side, j);
    }
    for (int j = 0; j < skeleton->n_joints; j++) {
        const dbt_joint_word w = words[j];
        if (of[j] == DBT_NO_ROLE && w.side != DBT_NO_SIDE &&
            !skeleton->joints[j].chosen_role.is_set)
            of[j] = ambiguous_role(w.word, has[w.side]);
        if (of[j] != DBT_NO_ROLE && !set_role(joint, of[j], w.side, j))
            of[j] = DBT_NO_ROLE;
    }
}

/* ---- feet and twists ---- */

/* Whether a word begins at `at` in a name: ball in "ball_l" and "LeftBall", but not in "Eyeball".
 */
static bool begins_word(const char *name, const char *at)
{
    const char before = at > name ? at[-1] : ' ';
    return (!is_capital(before) && !is_small(before)) || (is_capital(*at) && is_small(before));
}

/* Whether a name, ignoring case, contains `piece`, or a word that begins with `word`. */
static bool contains(const char *name, const char *piece, const char *word)
{
    for (const char *at = name; *at; at++)
        if (strncasecmp(at, piece, strlen(piece)) == 0 ||
            (strncasecmp(at, word, strlen(word)) == 0 && begins_word(name, at)))
            return true;
    return false;
}

bool dbt_is_foot_name(const char *name)
{
    return (contains(name, "foot", "ball") || contains(name, "ankle", "ball") ||
            dbt_is_toe_name(name)) &&
           !contains(name, "footstep", "ik_") && !contains(name, "eyeball", "ik_");
}

bool dbt_is_toe_name(const char *name)
{
    return contains(name, "toe", "ball");
}

bool dbt_is_twist_name(const char *name)
{
    return contains(name, "twist", "roll");
}
