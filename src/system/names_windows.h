/* Internal to the interface to Windows: names in UTF-16, and reasons of failures. */
#ifndef DBT_SYSTEM_NAMES_WINDOWS_H
#define DBT_SYSTEM_NAMES_WINDOWS_H

#define WIN32_LEAN_AND_MEAN
#define _WIN32_WINNT 0x0a00
#include "system/system.h"

#include <windows.h>

/* Error numbers of dbtool; the system reserves bit 29 for programs. */
enum {
    DBT_BAD_NAME = 1 << 29, /* reserved, or with a forbidden character */
    DBT_BAD_DRIVE,          /* X:NAME, relative to the hidden current folder of a drive */
    DBT_BAD_QUOTE,          /* a quote in a name: "FOLDER\" escapes the closing quote */
    DBT_BAD_CONTROL,        /* a control character, as the \r of "clips\run.bvh" in JSON */
    DBT_BAD_LENGTH,         /* a component of over 255 characters, or a path of DBT_PATH_SIZE */
    DBT_BAD_TEXT            /* not UTF-8 */
};

/* A path in UTF-16: also the current folder and the path, with a prefix. */
enum { DBT_WIDE_SIZE = 2 * DBT_PATH_SIZE };
typedef struct dbt_wide_path {
    WCHAR name[DBT_WIDE_SIZE + 8];
} dbt_wide_path;

/* 0 if ok, else the reason of GetLastError(). */
dbt_reason dbt_reason_unless(BOOL ok);

/* Whether a character is '/' or '\\'. */
bool dbt_is_separator(WCHAR c);

/* Checks a path, and converts it to UTF-16 for the system. Returns 0 or a reason,
 * DBT_R_MISSING if it is empty; *wide is then undefined. Other reasons are DBT_R_OTHER plus
 * DBT_BAD_LENGTH, DBT_BAD_TEXT or another of these numbers. */
dbt_reason dbt_widen(const char *path, dbt_wide_path *wide);

/* Returns the reason of GetLastError() for a path. The system reports a file that is used as a
 * folder as missing; to find it, removes components from the end of wide->name, which is then no
 * longer valid. */
dbt_reason dbt_reason_at(dbt_wide_path *wide);

/* Converts a path of the system to UTF-8 with '/', without prefix, into path[DBT_PATH_SIZE]. Fails
 * with DBT_BAD_LENGTH. */
dbt_reason dbt_narrow(const WCHAR *wide, char *path);

#endif
