/* Errors and warnings as plain values. Core fills them; only the command line
 * prints them. */
#ifndef DBT_BASE_ERROR_H
#define DBT_BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__GNUC__)
#define DBT_CHECK __attribute__((warn_unused_result))
#ifdef __MINGW32__ /* whose printf would be that of its old C library */
#define DBT_PRINTF(f, a) __attribute__((format(gnu_printf, f, a)))
#else
#define DBT_PRINTF(f, a) __attribute__((format(printf, f, a)))
#endif
#else
#define DBT_CHECK
#define DBT_PRINTF(f, a)
#endif

/* Stable: new codes are only added at the end. */
typedef enum dbt_code {
    DBT_OK = 0,
    DBT_E_MEMORY,   /* out of memory */
    DBT_E_IO,       /* a file could not be opened, read, written or renamed */
    DBT_E_FORMAT,   /* the bytes are not the format they claim to be */
    DBT_E_SYNTAX,   /* a token that the grammar does not allow there */
    DBT_E_NUMBER,   /* not a finite number */
    DBT_E_FRAMES,   /* values or frames missing or left over */
    DBT_E_LIMIT,    /* a documented limit is exceeded */
    DBT_E_SKELETON, /* clips whose skeletons do not fit together */
    DBT_E_TIME,     /* a time outside the clip, or out of order */
    DBT_E_PARAM,    /* unknown or unsuitable name or value of a setting */
    DBT_E_ALIGN,    /* alignment is not possible with these channels */
    DBT_E_STRICT,   /* a warning that was asked to be an error */
} dbt_code;

/* One failure. A function that can fail takes `dbt_error *err` last; NULL is
 * allowed. It is untouched on success. */
typedef struct dbt_error {
    dbt_code code;
    const char *file; /* borrowed; NULL where no file is concerned */
    size_t line, col; /* from 1; 0: none */
    char path[128];   /* place in a JSON text, as cuts[3].halflife; may be empty */
    char msg[400];    /* what is wrong, lower case, one line */
} dbt_error;

/* Fills err (may be NULL) and returns false, so that `return dbt_fail(...)` reads well. */
bool dbt_fail(dbt_error *err, dbt_code code, const char *format, ...) DBT_PRINTF(3, 4);

/* The same at a place in a file. */
bool dbt_fail_at(dbt_error *err, dbt_code code, const char *file, size_t line, size_t col,
                 const char *format, ...) DBT_PRINTF(6, 7);

/* Writes "file:line:col: path: msg", with the parts that are there, control characters replaced by
 * '?', cut to size bytes with the final NUL. */
void dbt_error_format(const dbt_error *err, char *out, size_t size);

/* What is tolerated but worth a word: one entry a kind, counted. */
typedef enum dbt_warning_kind {
    DBT_WARN_KEYWORD,     /* FrameTime:, Frames : */
    DBT_WARN_NO_END_SITE, /* leaf joint without End Site */
    DBT_WARN_NO_CHANNELS, /* joint without CHANNELS */
    DBT_WARN_NAME_UTF8,   /* name that is not UTF-8 */
    DBT_WARN_NAME_TWICE,  /* two joints of one name */
    DBT_WARN_MORE_FRAMES, /* more frames than declared */
    DBT_WARN_TRAILING,    /* bytes after the last frame */
    DBT_WARN_LINES,       /* frames that are not one line each */
    DBT_WARN_GLUED,       /* numbers without a blank between them */
    DBT_WARN_LENIENT,     /* frames dropped on request */
    DBT_WARN_BONES,       /* bones of clips differ in length */
    DBT_WARN_ZERO_POSE,   /* bones of clips differ in direction */
    DBT_WARN_ROTATION,    /* a joint's channels cannot hold its rotation */
    DBT_WARN_FEET,        /* no feet to plant, or a leg that cannot be */
    DBT_WARN_UP,          /* another axis than the one taken seems to point up */
    DBT_WARN_GLITCH,      /* a glitch of a clip is played */
    DBT_WARN_CUT_SHORT,   /* the output ends before its last transition does */
    DBT_WARN_FIT,         /* joints of a fitted clip are not used */
    DBT_WARN_GROUND,      /* two clips are on other grounds */
    DBT_WARN_SIDES,       /* left and right are exchanged in names */
    DBT_WARN_NOT_REGULAR, /* a pipe or a device whose name matches a pattern */
    DBT_N_WARNINGS
} dbt_warning_kind;

typedef struct dbt_warning {
    size_t count;     /* how often; 0: never */
    const char *file; /* of the first, borrowed; NULL: none */
    size_t line, col; /* of the first; 0: none */
    char msg[240];    /* of the first */
} dbt_warning;

typedef struct dbt_warnings {
    dbt_warning kind[DBT_N_WARNINGS];
} dbt_warnings;

/* Counts a warning; the first of its kind keeps its place and text. */
void dbt_warn(dbt_warnings *warnings, dbt_warning_kind kind, const char *file, size_t line,
              size_t col, const char *format, ...) DBT_PRINTF(6, 7);

bool dbt_has_warnings(const dbt_warnings *warnings);

/* As dbt_error_format, for the warnings of one kind: "file:line:col: msg (and N more)". */
void dbt_warning_format(const dbt_warning *warning, char *out, size_t size);

/* The name among names[n] that is fewest edits away from given, else the first that has
 * it as a part, else the first of those that share the longest beginning, at least half of it;
 * ignoring case and '-' against '_'. NULL where there is none. For "did you mean". */
const char *dbt_nearest_name(const char *given, const char *const *names, size_t n);

/* Up to `most` different names, however far off: first those that are a part of given or have
 * it as a part, then by edits. Into nearest[most]; returns how many. */
size_t dbt_nearest_names(const char *given, const char *const *names, size_t n,
                         const char **nearest, size_t most);

#endif
