#include "system/names_windows.h"

#include <stdio.h>
#include <string.h>

/* ---- reasons ---- */

/* The reasons with a text of dbtool, and further numbers of GetLastError() that mean them. */
static const struct {
    dbt_reason reason;
    const char *text;
    DWORD numbers[6]; /* ends with 0 */
} reasons[] = {
    { DBT_R_MISSING,
      "No such file or directory",
      { ERROR_FILE_NOT_FOUND, ERROR_PATH_NOT_FOUND, ERROR_INVALID_DRIVE, ERROR_BAD_NETPATH,
        ERROR_BAD_NET_NAME } },
    { DBT_R_NO_FOLDER, "Not a directory", { ERROR_DIRECTORY } },
    { DBT_R_LOOP, "Too many levels of symbolic links", { ERROR_CANT_RESOLVE_FILENAME } },
    { DBT_R_EXISTS, "File exists", { ERROR_FILE_EXISTS, ERROR_ALREADY_EXISTS } },
    { DBT_R_IS_FOLDER, "Is a directory", { 0 } },
    { DBT_R_TOO_LARGE, "File too large", { ERROR_FILE_TOO_LARGE } },
    { DBT_R_TOO_MANY, "Too many open files", { ERROR_TOO_MANY_OPEN_FILES } },
    { DBT_R_STOPPED, "Interrupted system call", { 0 } },
    { DBT_R_OTHER + ERROR_ACCESS_DENIED, "Permission denied", { 0 } },
    { DBT_R_OTHER + ERROR_SHARING_VIOLATION,
      "it is open in another program: close it there, then run again",
      { ERROR_USER_MAPPED_FILE } },
    { DBT_R_OTHER + ERROR_DISK_FULL, "No space left on device", { ERROR_HANDLE_DISK_FULL } },
    { DBT_R_OTHER + ERROR_BROKEN_PIPE, "Broken pipe", { ERROR_NO_DATA, ERROR_PIPE_NOT_CONNECTED } },
    { DBT_R_OTHER + DBT_BAD_NAME, "Windows does not allow this name", { ERROR_INVALID_NAME } },
    { DBT_R_OTHER + DBT_BAD_DRIVE, "expected a '/' or '\\' behind the drive", { 0 } },
    { DBT_R_OTHER + DBT_BAD_QUOTE, "leave out the '\\' before the closing '\"'", { 0 } },
    { DBT_R_OTHER + DBT_BAD_CONTROL,
      "a name has no control characters (JSON: '/', or '\\' twice)",
      { 0 } },
    { DBT_R_OTHER + DBT_BAD_LENGTH, "File name too long", { ERROR_FILENAME_EXCED_RANGE } },
    { DBT_R_OTHER + DBT_BAD_TEXT, "expected a name in UTF-8", { 0 } },
};
enum { N_REASONS = sizeof reasons / sizeof *reasons };

dbt_reason dbt_reason_of(int number)
{
    for (int i = 0; i < N_REASONS; i++)
        for (const DWORD *n = reasons[i].numbers; *n; n++)
            if (*n == (DWORD)number)
                return reasons[i].reason;
    return DBT_R_OTHER + number;
}

dbt_reason dbt_reason_unless(BOOL ok)
{
    return ok ? 0 : dbt_reason_of((int)GetLastError());
}

const char *dbt_reason_text(dbt_reason reason)
{
    static _Thread_local char text[300];
    WCHAR wide[200] = L"";
    for (int i = 0; i < N_REASONS; i++)
        if (reasons[i].reason == reason)
            return reasons[i].text;
    FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS |
                       FORMAT_MESSAGE_MAX_WIDTH_MASK,
                   NULL, (DWORD)(reason - DBT_R_OTHER), 0, wide, 200, NULL);
    if (WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, sizeof text, NULL, NULL) <= 1)
        snprintf(text, sizeof text, "error %d of the system", reason - DBT_R_OTHER);
    for (size_t n = strlen(text); n > 0 && strchr(". \r\n", text[n - 1]); n--)
        text[n - 1] = '\0';
    return text;
}

/* ---- names ---- */

bool dbt_is_separator(WCHAR c)
{
    return c == '/' || c == '\\';
}

/* Whether name[n], up to its first dot and without blanks before it, is the name of a device in any
 * case: CON, PRN, AUX, NUL, COM0 to COM9, LPT0 to LPT9. */
static bool is_device_name(const WCHAR *name, size_t n)
{
    static const WCHAR *const devices[] = { L"CON", L"PRN", L"AUX", L"NUL" };
    size_t base = 0;
    while (base < n && name[base] != '.')
        base++;
    while (base > 0 && name[base - 1] == ' ')
        base--;
    for (int i = 0; base == 3 && i < 4; i++)
        if (CompareStringOrdinal(name, 3, devices[i], 3, TRUE) == CSTR_EQUAL)
            return true;
    return base == 4 && name[3] >= '0' && name[3] <= '9' &&
           (CompareStringOrdinal(name, 3, L"COM", 3, TRUE) == CSTR_EQUAL ||
            CompareStringOrdinal(name, 3, L"LPT", 3, TRUE) == CSTR_EQUAL);
}

/* Checks one component of a path, name[n]: Windows would cut, redirect or refuse an invalid one.
 * Returns 0, also for an empty one, "." and ".."; else DBT_BAD_LENGTH, DBT_BAD_CONTROL,
 * DBT_BAD_QUOTE or DBT_BAD_NAME (another forbidden character, a device's name, a dot or blank at
 * the end), which added to DBT_R_OTHER is a reason. The length counts first, then the first bad
 * character. */
static int check_component(const WCHAR *name, size_t n)
{
    if (n == 0 || (n == 1 && name[0] == '.') || (n == 2 && name[0] == '.' && name[1] == '.'))
        return 0;
    if (n > 255)
        return DBT_BAD_LENGTH;
    for (size_t i = 0; i < n; i++)
        if (name[i] < 32 || wcschr(L"<>:\"|?*", name[i]))
            return name[i] < 32 ? DBT_BAD_CONTROL : name[i] == '"' ? DBT_BAD_QUOTE : DBT_BAD_NAME;
    return name[n - 1] == '.' || name[n - 1] == ' ' || is_device_name(name, n) ? DBT_BAD_NAME : 0;
}

/* Checks all components of a path, which may be empty; the device "NUL" is valid. Returns 0 or the
 * number of the first fault, as check_component, or DBT_BAD_DRIVE at X:NAME without a separator. */
static int check_name(const WCHAR *path)
{
    if (CompareStringOrdinal(path, -1, L"NUL", -1, TRUE) == CSTR_EQUAL)
        return 0;
    if (path[0] && path[1] == ':') {
        if (path[2] && !dbt_is_separator(path[2]))
            return DBT_BAD_DRIVE;
        path += 2;
    }
    while (*path) {
        size_t n = 0;
        while (path[n] && !dbt_is_separator(path[n]))
            n++;
        const int bad = check_component(path, n);
        if (bad)
            return bad;
        path += n + (path[n] != '\0');
    }
    return 0;
}

/* Prefixes of long paths: of a drive, and of a network server (UNC). */
static const WCHAR long_prefix[] = L"\\\\?\\", unc_prefix[] = L"\\\\?\\UNC\\";

/* Makes a path absolute and adds the prefix for long paths, if it has over 240 characters without;
 * else leaves it. Fails with DBT_BAD_LENGTH if it is even too long with the prefix. */
static dbt_reason lengthen(dbt_wide_path *wide)
{
    enum { LONGEST = 240 }; /* MAX_PATH minus the 8.3 name of a file in a new folder */
    WCHAR full[DBT_WIDE_SIZE];
    const DWORD n = GetFullPathNameW(wide->name, DBT_WIDE_SIZE, full, NULL);
    if (n == 0 || n >= DBT_WIDE_SIZE)
        return DBT_R_OTHER + DBT_BAD_LENGTH;
    if (n <= LONGEST)
        return 0;
    const bool is_unc = full[0] == '\\' && full[1] == '\\';
    wcscpy(wide->name, is_unc ? unc_prefix : long_prefix);
    wcscat(wide->name, full + (is_unc ? 2 : 0));
    return 0;
}

dbt_reason dbt_widen(const char *path, dbt_wide_path *wide)
{
    if (strlen(path) >= DBT_PATH_SIZE)
        return DBT_R_OTHER + DBT_BAD_LENGTH;
    if (!MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide->name, DBT_PATH_SIZE))
        return DBT_R_OTHER + DBT_BAD_TEXT;
    const int bad = check_name(wide->name);
    if (bad)
        return DBT_R_OTHER + bad;
    if (!wide->name[0])
        return DBT_R_MISSING;
    for (WCHAR *c = wide->name; *c; c++)
        if (*c == '/')
            *c = '\\';
    if (wide->name[1] == ':' && !wide->name[2]) /* a drive */
        wcscat(wide->name, L"\\");
    return lengthen(wide);
}

dbt_reason dbt_reason_at(dbt_wide_path *wide)
{
    const DWORD number = GetLastError();
    WCHAR *end = number == ERROR_PATH_NOT_FOUND ? wcsrchr(wide->name, '\\') : NULL;
    for (; end; end = wcsrchr(wide->name, '\\')) {
        *end = '\0';
        const DWORD attributes = GetFileAttributesW(wide->name);
        if (attributes != INVALID_FILE_ATTRIBUTES)
            return attributes & FILE_ATTRIBUTE_DIRECTORY ? DBT_R_MISSING : DBT_R_NO_FOLDER;
    }
    return dbt_reason_of((int)number);
}

dbt_reason dbt_narrow(const WCHAR *wide, char *path)
{
    const bool is_unc = wcsncmp(wide, unc_prefix, 8) == 0;
    const bool is_long = wcsncmp(wide, long_prefix, 4) == 0;
    const WCHAR *rest = wide + (is_unc ? 7 : is_long ? 4 : 0);
    if (is_unc)
        *path++ = '/';
    if (!WideCharToMultiByte(CP_UTF8, 0, rest, -1, path, DBT_PATH_SIZE - is_unc, NULL, NULL))
        return DBT_R_OTHER + DBT_BAD_LENGTH;
    dbt_use_slashes(path);
    return 0;
}

void dbt_use_slashes(char *path)
{
    for (; (path = strchr(path, '\\')); path++)
        *path = '/';
}

/* The root is a drive, or a server with the name of its network folder. */
size_t dbt_root_size(const char *path)
{
    if (path[0] && path[1] == ':')
        return 2 + (path[2] == '/');
    if (path[0] != '/' || path[1] != '/')
        return path[0] == '/';
    const char *folder = strchr(path + 2, '/'), *rest = folder ? strchr(folder + 1, '/') : NULL;
    return rest ? (size_t)(rest + 1 - path) : strlen(path);
}

void dbt_fold_name(char *name)
{
    WCHAR wide[DBT_PATH_SIZE], folded[DBT_PATH_SIZE];
    char text[DBT_PATH_SIZE];
    if (MultiByteToWideChar(CP_UTF8, 0, name, -1, wide, DBT_PATH_SIZE) &&
        LCMapStringEx(LOCALE_NAME_INVARIANT, LCMAP_LOWERCASE, wide, -1, folded, DBT_PATH_SIZE, NULL,
                      NULL, 0) &&
        WideCharToMultiByte(CP_UTF8, 0, folded, -1, text, sizeof text, NULL, NULL))
        strcpy(name, text);
}
