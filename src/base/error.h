/* Errors and warnings as values. Functions fill them; only the command line prints them.
 *
 * The folder base knows text, numbers, memory, threads and vectors. It does not know files, clips
 * or skeletons. */
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

/* The kind of a failure. Stable: new codes are only added at the end. */
typedef enum dbt_code {
    DBT_OK = 0,
    DBT_E_MEMORY,   /* out of memory */
    DBT_E_IO,       /* a file could not be opened, read, written or renamed */
    DBT_E_FORMAT,   /* the bytes are not the format they claim to be */
    DBT_E_SYNTAX,   /* a token that the grammar does not allow at that position */
    DBT_E_NUMBER,   /* not a finite number */
    DBT_E_FRAMES,   /* values or frames missing or left over */
    DBT_E_LIMIT,    /* a documented limit is exceeded */
    DBT_E_SKELETON, /* clips whose skeletons do not fit together */
    DBT_E_TIME,     /* a time outside the clip, or out of order */
    DBT_E_PARAM,    /* unknown or unsuitable name or value of a setting */
    DBT_E_ALIGN,    /* alignment is not possible with these channels */
    DBT_E_STRICT,   /* a warning that was asked to be an error */
} dbt_code;

/* One failure. The last parameter of a function that can fail is `dbt_error *err`, which may be
 * NULL. It is untouched on success. */
typedef struct dbt_error {
    dbt_code code;
    const char *file; /* borrowed; may be NULL: no file is concerned */
    size_t line, col; /* from 1; 0: none */
    char path[128];   /* JSON path, such as cuts[3].halflife; may be empty */
    char msg[400];    /* what is wrong, lower case, one line */
} dbt_error;

/* Fills err with a code, a message as printf, cut to fit, and the file (borrowed; may be NULL),
 * line and column (0: none) of the failure; its path becomes empty. err: may be NULL. Returns
 * false, for `return dbt_fail_at(...)`. */
bool dbt_fail_at(dbt_error *err, dbt_code code, const char *file, size_t line, size_t col,
                 const char *format, ...) DBT_PRINTF(6, 7);

/* As dbt_fail_at, without a file. The arguments after `code`: a message as printf. */
#define dbt_fail(err, code, ...) dbt_fail_at(err, code, NULL, 0, 0, __VA_ARGS__)

/* Writes "file:line:col: path: msg" into out[size], without the fields that are empty; line and
 * column only with a file. Control characters become '?'. Text that does not fit is cut. */
void dbt_error_format(const dbt_error *err, char *out, size_t size);

/* The kinds of tolerated faults that are reported and counted. */
typedef enum dbt_warning_kind {
    DBT_WARN_KEYWORD,     /* FrameTime:, Frames : */
    DBT_WARN_NO_END_SITE, /* leaf joint without End Site */
    DBT_WARN_NO_CHANNELS, /* joint without CHANNELS */
    DBT_WARN_NAME_UTF8,   /* name that is not UTF-8 */
    DBT_WARN_NAME_TWICE,  /* two joints of one name */
    DBT_WARN_MORE_FRAMES, /* more frames than declared */
    DBT_WARN_TRAILING,    /* bytes after the last frame */
    DBT_WARN_LINES,       /* frames that do not have one line each */
    DBT_WARN_GLUED,       /* numbers without a blank between them */
    DBT_WARN_LENIENT,     /* frames dropped on request */
    DBT_WARN_BONES,       /* bones of clips differ in length */
    DBT_WARN_ZERO_POSE,   /* bones of clips differ in direction */
    DBT_WARN_ROTATION,    /* a joint's channels cannot represent its rotation */
    DBT_WARN_FEET,        /* no feet to lock, or a leg that cannot be locked */
    DBT_WARN_UP,          /* another axis than the assumed one seems to point up */
    DBT_WARN_GLITCH,      /* a glitch of a clip is played */
    DBT_WARN_CUT_SHORT,   /* the output ends before its last transition does */
    DBT_WARN_FIT,         /* joints of a fitted clip are not used */
    DBT_WARN_GROUND,      /* two clips are on other grounds */
    DBT_WARN_SIDES,       /* left and right are exchanged in names */
    DBT_WARN_NOT_REGULAR, /* a pipe or a device whose name matches a pattern */
    DBT_N_WARNINGS
} dbt_warning_kind;

/* The warnings of one kind: their number, and the position and text of the first. */
typedef struct dbt_warning {
    size_t count;
    const char *file; /* of the first; borrowed; may be NULL */
    size_t line, col; /* of the first; 0: none */
    char msg[240];    /* of the first */
} dbt_warning;

/* Zero-initialise. Nothing to release. */
typedef struct dbt_warnings {
    dbt_warning kind[DBT_N_WARNINGS];
} dbt_warnings;

/* Counts a warning. The first of each kind stores its position and its message, as printf. file:
 * borrowed; may be NULL. */
void dbt_warn(dbt_warnings *warnings, dbt_warning_kind kind, const char *file, size_t line,
              size_t col, const char *format, ...) DBT_PRINTF(6, 7);

/* Whether a warning of any kind was counted. */
bool dbt_has_warnings(const dbt_warnings *warnings);

/* Writes "file:line:col: msg (and N more)" into out[size], as dbt_error_format does. */
void dbt_warning_format(const dbt_warning *warning, char *out, size_t size);

/* Returns the entry of names[n] that the user may have meant by `given`; NULL if there is none, or
 * `given` is empty. First choice: the fewest edits, at most 1 for less than 5 bytes, else 1 + a
 * third of the length. Second: the first name that contains `given`, of 3 bytes or more. Third: the
 * longest common prefix, longer than 3 bytes and than half of `given`. Case and '-' against '_' are
 * ignored. */
const char *dbt_nearest_name(const char *given, const char *const *names, size_t n);

/* Writes the names nearest to `given`, however distant, each once, into nearest[max]. Returns their
 * number. Names that contain `given`, or are contained in it, come first if the shorter has 3 bytes
 * or more; then by edits. */
size_t dbt_nearest_names(const char *given, const char *const *names, size_t n,
                         const char **nearest, size_t max);

#endif
