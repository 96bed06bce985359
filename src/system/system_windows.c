/* The interface to Windows 10 and later. Names are converted to UTF-16, with the prefix for long
 * paths if necessary. */
#define WIN32_LEAN_AND_MEAN
#define _WIN32_WINNT 0x0a00
#include "system/system.h"

#include <fcntl.h>
#include <io.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#include <winioctl.h>

#include <shellapi.h>

/* ---- reasons ---- */

/* Error numbers of dbtool; the system reserves bit 29 for programs. */
enum {
    BAD_NAME = 1 << 29, /* reserved, or with a forbidden character */
    BAD_DRIVE,          /* X:NAME, relative to the hidden current folder of a drive */
    BAD_QUOTE,          /* a quote in a name: "FOLDER\" escapes the closing quote */
    BAD_CONTROL,        /* a control character, as the \r of "clips\run.bvh" in JSON */
    BAD_LENGTH,         /* a component of over 255 characters, or a path of DBT_PATH_SIZE */
    BAD_TEXT            /* not UTF-8 */
};

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
    { DBT_R_OTHER + BAD_NAME, "Windows does not allow this name", { ERROR_INVALID_NAME } },
    { DBT_R_OTHER + BAD_DRIVE, "expected a '/' or '\\' behind the drive", { 0 } },
    { DBT_R_OTHER + BAD_QUOTE, "leave out the '\\' before the closing '\"'", { 0 } },
    { DBT_R_OTHER + BAD_CONTROL,
      "a name has no control characters (JSON: '/', or '\\' twice)",
      { 0 } },
    { DBT_R_OTHER + BAD_LENGTH, "File name too long", { ERROR_FILENAME_EXCED_RANGE } },
    { DBT_R_OTHER + BAD_TEXT, "expected a name in UTF-8", { 0 } },
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

/* 0 if ok, else the reason of GetLastError(). */
static dbt_reason reason_unless(BOOL ok)
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

static bool is_separator(WCHAR c)
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
 * Returns 0, also for an empty one, "." and ".."; else BAD_LENGTH, BAD_CONTROL, BAD_QUOTE or
 * BAD_NAME (another forbidden character, a device's name, a dot or blank at the end), which added
 * to DBT_R_OTHER is a reason. The length counts first, then the first bad character. */
static int check_component(const WCHAR *name, size_t n)
{
    if (n == 0 || (n == 1 && name[0] == '.') || (n == 2 && name[0] == '.' && name[1] == '.'))
        return 0;
    if (n > 255)
        return BAD_LENGTH;
    for (size_t i = 0; i < n; i++)
        if (name[i] < 32 || wcschr(L"<>:\"|?*", name[i]))
            return name[i] < 32 ? BAD_CONTROL : name[i] == '"' ? BAD_QUOTE : BAD_NAME;
    return name[n - 1] == '.' || name[n - 1] == ' ' || is_device_name(name, n) ? BAD_NAME : 0;
}

/* Checks all components of a path, which may be empty; the device "NUL" is valid. Returns 0 or the
 * number of the first fault, as check_component, or BAD_DRIVE at X:NAME without a separator. */
static int check_name(const WCHAR *path)
{
    if (CompareStringOrdinal(path, -1, L"NUL", -1, TRUE) == CSTR_EQUAL)
        return 0;
    if (path[0] && path[1] == ':') {
        if (path[2] && !is_separator(path[2]))
            return BAD_DRIVE;
        path += 2;
    }
    while (*path) {
        size_t n = 0;
        while (path[n] && !is_separator(path[n]))
            n++;
        const int bad = check_component(path, n);
        if (bad)
            return bad;
        path += n + (path[n] != '\0');
    }
    return 0;
}

/* A path in UTF-16: also the current folder and the path, with a prefix. */
enum { WIDE_SIZE = 2 * DBT_PATH_SIZE };
typedef struct wide_path {
    WCHAR name[WIDE_SIZE + 8];
} wide_path;

/* Prefixes of long paths: of a drive, and of a network server (UNC). */
static const WCHAR long_prefix[] = L"\\\\?\\", unc_prefix[] = L"\\\\?\\UNC\\";

/* Makes a path absolute and adds the prefix for long paths, if it has over 240 characters without;
 * else leaves it. Fails with BAD_LENGTH if it is even too long with the prefix. */
static dbt_reason lengthen(wide_path *wide)
{
    enum { LONGEST = 240 }; /* MAX_PATH minus the 8.3 name of a file in a new folder */
    WCHAR full[WIDE_SIZE];
    const DWORD n = GetFullPathNameW(wide->name, WIDE_SIZE, full, NULL);
    if (n == 0 || n >= WIDE_SIZE)
        return DBT_R_OTHER + BAD_LENGTH;
    if (n <= LONGEST)
        return 0;
    const bool is_unc = full[0] == '\\' && full[1] == '\\';
    wcscpy(wide->name, is_unc ? unc_prefix : long_prefix);
    wcscat(wide->name, full + (is_unc ? 2 : 0));
    return 0;
}

/* Checks a path (check_name), and converts it to UTF-16 for the system. Returns 0 or a reason,
 * DBT_R_MISSING if it is empty; *wide is then undefined. Other reasons are DBT_R_OTHER plus
 * BAD_LENGTH, BAD_TEXT or a number of check_name. */
static dbt_reason widen(const char *path, wide_path *wide)
{
    if (strlen(path) >= DBT_PATH_SIZE)
        return DBT_R_OTHER + BAD_LENGTH;
    if (!MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide->name, DBT_PATH_SIZE))
        return DBT_R_OTHER + BAD_TEXT;
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

/* Returns the reason of GetLastError() for a path. The system reports a file that is used as a
 * folder as missing; to find it, removes components from the end of wide->name, which is then no
 * longer valid. */
static dbt_reason reason_at(wide_path *wide)
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

/* Converts a path of the system to UTF-8 with '/', without prefix, into path[DBT_PATH_SIZE]. Fails
 * with BAD_LENGTH. */
static dbt_reason narrow(const WCHAR *wide, char *path)
{
    const bool is_unc = wcsncmp(wide, unc_prefix, 8) == 0;
    const bool is_long = wcsncmp(wide, long_prefix, 4) == 0;
    const WCHAR *rest = wide + (is_unc ? 7 : is_long ? 4 : 0);
    if (is_unc)
        *path++ = '/';
    if (!WideCharToMultiByte(CP_UTF8, 0, rest, -1, path, DBT_PATH_SIZE - is_unc, NULL, NULL))
        return DBT_R_OTHER + BAD_LENGTH;
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

/* ---- status ---- */

static HANDLE handle_of(dbt_file file)
{
    return (HANDLE)(intptr_t)file;
}

static dbt_file_time time_from(LARGE_INTEGER ticks) /* of 100 ns, since 1601 */
{
    const long long since_1970 = ticks.QuadPart - 116444736000000000;
    return (dbt_file_time){ since_1970 / 10000000, (long)(since_1970 % 10000000) * 100 };
}

/* Whether a file is a link to another one. Files whose bytes are in a cloud are reparse points, but
 * not links. */
static bool is_link(HANDLE handle, DWORD attributes)
{
    FILE_ATTRIBUTE_TAG_INFO tag;
    return attributes & FILE_ATTRIBUTE_REPARSE_POINT &&
           GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &tag, sizeof tag) &&
           IsReparseTagNameSurrogate(tag.ReparseTag);
}

/* Reads the status of an open file. Only the kind is set, and the rest 0, if it is not on a disk,
 * or on failure (DBT_FILE_OTHER). */
static dbt_reason status_of_handle(HANDLE handle, dbt_file_status *status)
{
    BY_HANDLE_FILE_INFORMATION info;
    FILE_BASIC_INFO times;
    const DWORD type = GetFileType(handle) & ~(DWORD)FILE_TYPE_REMOTE;
    *status = (dbt_file_status){ .kind = DBT_FILE_OTHER };
    if (type == FILE_TYPE_UNKNOWN && GetLastError() != NO_ERROR)
        return reason_unless(FALSE);
    if (type != FILE_TYPE_DISK) {
        status->kind = type == FILE_TYPE_CHAR ? DBT_FILE_CHARACTERS : DBT_FILE_OTHER;
        return 0;
    }
    if (!GetFileInformationByHandle(handle, &info) ||
        !GetFileInformationByHandleEx(handle, FileBasicInfo, &times, sizeof times))
        return reason_unless(FALSE);
    *status = (dbt_file_status){
        .kind = is_link(handle, info.dwFileAttributes)             ? DBT_FILE_LINK
                : info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? DBT_FILE_FOLDER
                                                                   : DBT_FILE_REGULAR,
        .device = info.dwVolumeSerialNumber,
        .inode = (unsigned long long)info.nFileIndexHigh << 32 | info.nFileIndexLow,
        .size = (long long)info.nFileSizeHigh << 32 | info.nFileSizeLow,
        .modified = time_from(times.LastWriteTime),
        .changed = time_from(times.ChangeTime.QuadPart ? times.ChangeTime : times.LastWriteTime),
    };
    return 0;
}

/* Other programs may read, write, replace and remove the file. */
enum { OPEN_TO_OTHERS = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };

/* Opens an existing file or folder. access, flags: as for CreateFile. *handle: the caller closes
 * it; INVALID_HANDLE_VALUE on failure. Fails with a reason of widen or reason_at. */
static dbt_reason open_existing(const char *path, DWORD access, DWORD flags, HANDLE *handle)
{
    wide_path wide;
    *handle = INVALID_HANDLE_VALUE;
    const dbt_reason why = widen(path, &wide);
    if (why)
        return why;
    *handle = CreateFileW(wide.name, access, OPEN_TO_OTHERS, NULL, OPEN_EXISTING,
                          FILE_FLAG_BACKUP_SEMANTICS | flags, NULL);
    return *handle != INVALID_HANDLE_VALUE ? 0 : reason_at(&wide);
}

/* Reads the status of a file by its path. flags: for CreateFile: 0 follows a link. Fails as
 * open_existing, with *status unchanged, or as status_of_handle. */
static dbt_reason status_of(const char *path, DWORD flags, dbt_file_status *status)
{
    HANDLE handle;
    dbt_reason why = open_existing(path, FILE_READ_ATTRIBUTES, flags, &handle);
    if (why)
        return why;
    why = status_of_handle(handle, status);
    CloseHandle(handle);
    return why;
}

dbt_reason dbt_status_of(const char *path, dbt_file_status *status)
{
    return status_of(path, 0, status);
}

dbt_reason dbt_status_of_link(const char *path, dbt_file_status *status)
{
    return status_of(path, FILE_FLAG_OPEN_REPARSE_POINT, status);
}

/* Never fails for a file on a disk: if its status cannot be read, all members are 0 and the kind is
 * DBT_FILE_OTHER. */
dbt_reason dbt_status_of_open(dbt_file file, dbt_file_status *status)
{
    const dbt_reason why = status_of_handle(handle_of(file), status);
    if (!why || GetFileType(handle_of(file)) != FILE_TYPE_DISK)
        return why;
    *status =
        (dbt_file_status){ .kind = DBT_FILE_OTHER }; /* inherited, from a file system without ids */
    return 0;
}

/* ---- files ---- */

dbt_reason dbt_open(const char *path, dbt_open_mode mode, dbt_file *file)
{
    static const struct {
        DWORD access, creation, flags;
    } modes[] = {
        [DBT_OPEN_READ] = { GENERIC_READ, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS },
        [DBT_OPEN_WRITE] = { GENERIC_WRITE, OPEN_EXISTING, 0 },
        [DBT_OPEN_STALE] = { GENERIC_WRITE | DELETE, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT },
        [DBT_OPEN_NEW] = { GENERIC_READ | GENERIC_WRITE | DELETE, CREATE_NEW, 0 },
        [DBT_OPEN_PRIVATE] = { GENERIC_READ | GENERIC_WRITE | DELETE, CREATE_NEW, 0 },
        [DBT_OPEN_APPEND] = { GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS, 0 },
    };
    wide_path wide;
    *file = DBT_NO_FILE;
    const dbt_reason why = widen(path, &wide);
    if (why)
        return why;
    const HANDLE handle = CreateFileW(wide.name, modes[mode].access, OPEN_TO_OTHERS, NULL,
                                      modes[mode].creation, modes[mode].flags, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return reason_at(&wide);
    *file = (dbt_file)(intptr_t)handle;
    return 0;
}

dbt_reason dbt_close(dbt_file file)
{
    return reason_unless(CloseHandle(handle_of(file)));
}

/* Maximum of bytes of one call. */
enum { MAX_BYTES = 1 << 30 };

static void (*call_before_end)(void);

/* Returns the reason of a failed write. number: GetLastError(). Does not return, but ends the
 * process, if its pipe is closed, as POSIX does, once dbt_on_end was called. */
static dbt_reason reason_of_write(DWORD number)
{
    enum { CLOSED_PIPE = 13 }; /* the number of SIGPIPE */
    const dbt_reason why = dbt_reason_of((int)number);
    if (why == DBT_R_OTHER + ERROR_BROKEN_PIPE && call_before_end) {
        call_before_end();
        dbt_end_by(CLOSED_PIPE);
    }
    return why;
}

dbt_reason dbt_read(dbt_file file, void *bytes, size_t n, size_t *got)
{
    DWORD size = 0;
    const BOOL ok =
        ReadFile(handle_of(file), bytes, (DWORD)(n < MAX_BYTES ? n : MAX_BYTES), &size, NULL);
    *got = ok ? size : 0;
    return reason_unless(ok || GetLastError() == ERROR_BROKEN_PIPE ||
                         GetLastError() == ERROR_HANDLE_EOF);
}

dbt_reason dbt_write(dbt_file file, const void *bytes, size_t n)
{
    DWORD written;
    for (const char *p = bytes; n > 0; p += written, n -= written)
        if (!WriteFile(handle_of(file), p, (DWORD)(n < MAX_BYTES ? n : MAX_BYTES), &written, NULL))
            return reason_of_write(GetLastError());
    return 0;
}

dbt_reason dbt_truncate(dbt_file file, long long size)
{
    return reason_unless(
        SetFilePointerEx(handle_of(file), (LARGE_INTEGER){ .QuadPart = size }, NULL, FILE_BEGIN) &&
        SetEndOfFile(handle_of(file)));
}

bool dbt_has_bytes(dbt_file file, int ms)
{
    DWORD n = 0;
    if (GetFileType(handle_of(file)) != FILE_TYPE_PIPE ||
        !PeekNamedPipe(handle_of(file), NULL, 0, NULL, &n, NULL) || n > 0)
        return true; /* a failure will be one of dbt_read */
    Sleep((DWORD)ms);
    return false;
}

dbt_reason dbt_sync(dbt_file file)
{
    return reason_unless(FlushFileBuffers(handle_of(file)));
}

dbt_reason dbt_sync_names(const char *folder)
{
    (void)folder; /* NTFS has a journal of names */
    return 0;
}

dbt_reason dbt_check_written(dbt_file file)
{
    (void)file;
    return 0;
}

/* Locks a byte beyond the end of any file, because on Windows other processes cannot read locked
 * bytes. */
bool dbt_lock(dbt_file file)
{
    OVERLAPPED at = { .Offset = 0xfffffff0, .OffsetHigh = 0x7fffffff };
    return LockFileEx(handle_of(file), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
                      &at) ||
           (GetLastError() != ERROR_LOCK_VIOLATION && GetLastError() != ERROR_IO_PENDING);
}

/* Nothing to do: a new file inherits the rights of its folder. */
dbt_reason dbt_copy_rights(dbt_file file, const char *replaced)
{
    (void)file;
    (void)replaced;
    return 0;
}

dbt_reason dbt_may_write(const char *path)
{
    wide_path wide;
    const dbt_reason why = widen(path, &wide);
    if (why)
        return why;
    const DWORD attributes = GetFileAttributesW(wide.name);
    if (attributes == INVALID_FILE_ATTRIBUTES)
        return reason_unless(FALSE);
    return attributes & FILE_ATTRIBUTE_READONLY ? DBT_R_OTHER + ERROR_ACCESS_DENIED : 0;
}

/* Renames once, with POSIX semantics if the file system can, which also replaces a file that other
 * programs have opened without excluding others; else with MoveFileExW. handle: of the open file
 * `from`, with DELETE access. Returns NO_ERROR or the error number of the system. */
static DWORD replace_once(HANDLE handle, const wide_path *from, const wide_path *to)
{
    enum { RENAME_EX = 22, REPLACE = 1, POSIX = 2 }; /* FileRenameInfoEx, FILE_RENAME_FLAG_... */
    const size_t n = wcslen(to->name) * sizeof(WCHAR);
    struct {
        FILE_RENAME_INFO info;
        WCHAR room[WIDE_SIZE + 8];
    } rename = { .info = { .FileNameLength = (DWORD)n } };
    const DWORD flags = REPLACE | POSIX;
    /* The member Flags of a union, which older headers lack. */
    memcpy(&rename.info, &flags, sizeof flags);
    memcpy(rename.info.FileName, to->name, n + sizeof(WCHAR));
    if (SetFileInformationByHandle(handle, (FILE_INFO_BY_HANDLE_CLASS)RENAME_EX, &rename,
                                   sizeof rename) ||
        MoveFileExW(from->name, to->name, MOVEFILE_REPLACE_EXISTING))
        return NO_ERROR;
    return GetLastError();
}

/* Whether another program has the file open and excludes others from replacing it. */
static bool is_blocked(const char *path)
{
    HANDLE handle;
    const dbt_reason why = open_existing(path, DELETE, FILE_FLAG_OPEN_REPARSE_POINT, &handle);
    if (!why)
        CloseHandle(handle);
    return why == DBT_R_OTHER + ERROR_SHARING_VIOLATION;
}

/* Retries for 2 s while access is denied or the file is in use, because virus scanners and indexers
 * briefly open new files. */
dbt_reason dbt_replace(dbt_file file, const char *from, const char *to)
{
    const double end = dbt_seconds() + 2.0;
    wide_path wide_from, wide_to;
    dbt_reason why = widen(from, &wide_from);
    if (!why)
        why = widen(to, &wide_to);
    for (DWORD wait = 10; !why; wait *= 2) {
        const DWORD number = replace_once(handle_of(file), &wide_from, &wide_to);
        if (number == NO_ERROR)
            return 0;
        if (number != ERROR_ACCESS_DENIED && number != ERROR_SHARING_VIOLATION)
            return dbt_reason_of((int)number);
        if (dbt_seconds() >= end)
            return dbt_reason_of(is_blocked(to) ? ERROR_SHARING_VIOLATION : (int)number);
        Sleep(wait);
    }
    return why;
}

dbt_reason dbt_remove(const char *path)
{
    wide_path wide;
    const dbt_reason why = widen(path, &wide);
    return why ? why : reason_unless(DeleteFileW(wide.name));
}

dbt_reason dbt_make_folder(const char *path)
{
    wide_path wide;
    if (path[dbt_root_size(path)] == '\0') /* a drive or a server, which cannot be created */
        return DBT_R_EXISTS;
    const dbt_reason why = widen(path, &wide);
    return why || CreateDirectoryW(wide.name, NULL) ? why : reason_at(&wide);
}

/* A lone surrogate in a name becomes U+FFFD: that name opens no file. Also fails with BAD_LENGTH.
 */
dbt_reason dbt_list_folder(const char *path, bool (*entry)(void *context, const char *name),
                           void *context)
{
    wide_path wide;
    WIN32_FIND_DATAW found;
    char name[4 * MAX_PATH];
    const dbt_reason why = widen(path, &wide);
    if (why)
        return why;
    const size_t n = wcslen(wide.name);
    if (n + 3 > WIDE_SIZE)
        return DBT_R_OTHER + BAD_LENGTH;
    wcscat(wide.name, is_separator(wide.name[n - 1]) ? L"*" : L"\\*");
    const HANDLE list = FindFirstFileExW(wide.name, FindExInfoBasic, &found, FindExSearchNameMatch,
                                         NULL, FIND_FIRST_EX_LARGE_FETCH);
    if (list == INVALID_HANDLE_VALUE)
        return reason_unless(GetLastError() == ERROR_NO_MORE_FILES);
    bool more = true;
    do
        if (WideCharToMultiByte(CP_UTF8, 0, found.cFileName, -1, name, sizeof name, NULL, NULL) &&
            strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
            more = entry(context, name);
    while (more && FindNextFileW(list, &found));
    const dbt_reason end = reason_unless(!more || GetLastError() == ERROR_NO_MORE_FILES);
    FindClose(list);
    return end;
}

dbt_reason dbt_real_path(const char *path, char *resolved)
{
    HANDLE handle;
    WCHAR name[DBT_PATH_SIZE];
    dbt_reason why = open_existing(path, FILE_READ_ATTRIBUTES, 0, &handle);
    if (why)
        return why;
    const DWORD n = GetFinalPathNameByHandleW(handle, name, DBT_PATH_SIZE, VOLUME_NAME_DOS);
    why = reason_unless(n > 0);
    CloseHandle(handle);
    return why ? why : n >= DBT_PATH_SIZE ? DBT_R_OTHER + BAD_LENGTH : narrow(name, resolved);
}

/* ---- standard streams ---- */

dbt_file dbt_standard(dbt_stream stream)
{
    static const DWORD numbers[] = { STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE };
    const HANDLE handle = GetStdHandle(numbers[stream]);
    return handle ? (dbt_file)(intptr_t)handle : DBT_NO_FILE;
}

dbt_reason dbt_flush_stdout(void)
{
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : reason_of_write(_doserrno);
}

bool dbt_is_terminal(dbt_file file)
{
    DWORD mode;
    return GetConsoleMode(handle_of(file), &mode);
}

int dbt_terminal_width(dbt_file file)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    return GetConsoleScreenBufferInfo(handle_of(file), &info)
               ? info.srWindow.Right - info.srWindow.Left + 1
               : 0;
}

/* Opens the file in its program. Loads shell32.dll only now: it takes longer to load than all
 * else. */
static bool open_file(const WCHAR *path)
{
    const HMODULE shell = LoadLibraryExW(L"shell32.dll", NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
    const FARPROC found = shell ? GetProcAddress(shell, "ShellExecuteW") : NULL;
    const __typeof__(&ShellExecuteW) execute = (__typeof__(&ShellExecuteW))(void (*)(void))found;
    return execute && (intptr_t)execute(NULL, L"open", path, NULL, NULL, SW_SHOWNORMAL) > 32;
}

/* Opens the page in the browser, from the folder html next to the program. */
const char *dbt_open_manual(const char *page, int section)
{
    WCHAR path[DBT_PATH_SIZE];
    const DWORD n = GetModuleFileNameW(NULL, path, DBT_PATH_SIZE);
    WCHAR *name = n > 0 && n < DBT_PATH_SIZE ? wcsrchr(path, '\\') : NULL;
    if (name && (size_t)(name - path) + 100 <= DBT_PATH_SIZE) {
        swprintf(name, 100, L"\\html\\%hs.%d.html", page, section);
        if (GetFileAttributesW(path) != INVALID_FILE_ATTRIBUTES && open_file(path))
            exit(EXIT_SUCCESS);
    }
    return "the folder 'html' beside dbtool.exe has";
}

/* ---- the process ---- */

static UINT code_page_before;

static void restore_console(void)
{
    if (code_page_before)
        SetConsoleOutputCP(code_page_before);
}

/* Sets the console to UTF-8 (until exit) and to escape sequences, for colours and the progress
 * line. */
static void prepare_console(void)
{
    DWORD mode;
    for (dbt_stream s = DBT_STDOUT; s <= DBT_STDERR; s++)
        if (GetConsoleMode(handle_of(dbt_standard(s)), &mode))
            SetConsoleMode(handle_of(dbt_standard(s)),
                           mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    code_page_before = GetConsoleOutputCP();
    SetConsoleOutputCP(CP_UTF8);
    atexit(restore_console);
}

/* Of the C library, which declares it only for its own start. CommandLineToArgvW would load
 * shell32.dll. */
int __wgetmainargs(int *n, WCHAR ***arguments, WCHAR ***environment, int expands, int *new_mode);

/* Replaces *argc and *argv by the arguments in UTF-8, which are never freed. Leaves them unchanged
 * if out of memory. */
static void read_arguments(int *argc, char ***argv)
{
    int n, new_mode = 0;
    WCHAR **wide, **environment;
    char **texts = __wgetmainargs(&n, &wide, &environment, 0, &new_mode) == 0
                       ? calloc((size_t)n + 1, sizeof *texts)
                       : NULL;
    for (int i = 0; texts && i < n; i++) {
        const int size = WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, NULL, 0, NULL, NULL);
        texts[i] = malloc((size_t)size + 1);
        if (!texts[i])
            return;
        WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, texts[i], size, NULL, NULL);
    }
    if (!texts)
        return;
    *argc = n;
    *argv = texts;
}

void dbt_process_begin(int *argc, char ***argv)
{
    enum { BUFFER_SIZE = 1 << 14 };
    for (int fd = 0; fd <= 2; fd++)
        _setmode(fd, _O_BINARY);
    setvbuf(stdout, NULL, _IOFBF, BUFFER_SIZE); /* otherwise each byte would be a write */
    setvbuf(stderr, NULL, _IOFBF, BUFFER_SIZE);
    prepare_console();
    read_arguments(argc, argv);
}

bool dbt_shell_expands(void)
{
    return false;
}

char dbt_shell_quote(void)
{
    return '"';
}

static void (*volatile call_at_stop)(int number);

void dbt_end_by(int number)
{
    restore_console();
    ExitProcess(128 + (UINT)number);
}

/* Handler of requests to end, called in a thread of the system. Returns TRUE: no other handler
 * runs. The first Ctrl-C or Ctrl-Break after dbt_on_stop only calls its callback; later ones end
 * the process. After another request, such as a closed window, the system ends the process within 5
 * s: it ends the process 4 s after the callback, or at once without one. */
static BOOL WINAPI handle_request(DWORD request)
{
    enum { MS_TO_STOP = 4000 };
    const bool is_last = request != CTRL_C_EVENT && request != CTRL_BREAK_EVENT;
    const int number = is_last ? SIGTERM : SIGINT;
    void (*stop)(int) = call_at_stop;
    call_at_stop = NULL;
    if (stop)
        stop(number);
    if (stop && is_last)
        Sleep(MS_TO_STOP);
    if (!stop || is_last) {
        call_before_end();
        dbt_end_by(number);
    }
    return TRUE;
}

void dbt_on_end(void (*before_end)(void))
{
    call_before_end = before_end;
    SetConsoleCtrlHandler(handle_request, TRUE);
}

void dbt_on_stop(void (*stop)(int number))
{
    call_at_stop = stop;
}

/* No signals to defer: dbt_remove_temporaries, in the thread that ends the process, waits for the
 * work. */
void dbt_run_undisturbed(void (*work)(void *context), void *context)
{
    work(context);
}

unsigned long long dbt_process_number(void)
{
    return GetCurrentProcessId();
}

int dbt_n_processors(void)
{
    DWORD_PTR usable, all;
    int n = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &usable, &all))
        for (; usable; usable &= usable - 1)
            n++;
    return n > 0 ? n : 1;
}

void dbt_return_memory(void)
{
}

/* ---- time ---- */

double dbt_seconds(void)
{
    LARGE_INTEGER ticks, per_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&per_second);
    return (double)ticks.QuadPart / (double)per_second.QuadPart;
}

dbt_file_time dbt_now(void)
{
    FILETIME time;
    GetSystemTimePreciseAsFileTime(&time);
    return time_from(
        (LARGE_INTEGER){ .LowPart = time.dwLowDateTime, .HighPart = (LONG)time.dwHighDateTime });
}

void dbt_sleep(double seconds)
{
    Sleep((DWORD)(1000.0 * seconds + 1.0));
}
