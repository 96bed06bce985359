/* The interface to Windows 10 and later. Names are converted to UTF-16, with the prefix for long
 * paths if necessary. */
#include "system/names_windows.h"

#include <fcntl.h>
#include <io.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <winioctl.h>

#include <shellapi.h>

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
        return dbt_reason_unless(FALSE);
    if (type != FILE_TYPE_DISK) {
        status->kind = type == FILE_TYPE_CHAR ? DBT_FILE_CHARACTERS : DBT_FILE_OTHER;
        return 0;
    }
    if (!GetFileInformationByHandle(handle, &info) ||
        !GetFileInformationByHandleEx(handle, FileBasicInfo, &times, sizeof times))
        return dbt_reason_unless(FALSE);
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
 * it; INVALID_HANDLE_VALUE on failure. Fails with a reason of dbt_widen or dbt_reason_at. */
static dbt_reason open_existing(const char *path, DWORD access, DWORD flags, HANDLE *handle)
{
    dbt_wide_path wide;
    *handle = INVALID_HANDLE_VALUE;
    const dbt_reason why = dbt_widen(path, &wide);
    if (why)
        return why;
    *handle = CreateFileW(wide.name, access, OPEN_TO_OTHERS, NULL, OPEN_EXISTING,
                          FILE_FLAG_BACKUP_SEMANTICS | flags, NULL);
    return *handle != INVALID_HANDLE_VALUE ? 0 : dbt_reason_at(&wide);
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
    dbt_wide_path wide;
    *file = DBT_NO_FILE;
    const dbt_reason why = dbt_widen(path, &wide);
    if (why)
        return why;
    const HANDLE handle = CreateFileW(wide.name, modes[mode].access, OPEN_TO_OTHERS, NULL,
                                      modes[mode].creation, modes[mode].flags, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return dbt_reason_at(&wide);
    *file = (dbt_file)(intptr_t)handle;
    return 0;
}

dbt_reason dbt_close(dbt_file file)
{
    return dbt_reason_unless(CloseHandle(handle_of(file)));
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
    return dbt_reason_unless(ok || GetLastError() == ERROR_BROKEN_PIPE ||
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
    return dbt_reason_unless(
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
    return dbt_reason_unless(FlushFileBuffers(handle_of(file)));
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
    dbt_wide_path wide;
    const dbt_reason why = dbt_widen(path, &wide);
    if (why)
        return why;
    const DWORD attributes = GetFileAttributesW(wide.name);
    if (attributes == INVALID_FILE_ATTRIBUTES)
        return dbt_reason_unless(FALSE);
    return attributes & FILE_ATTRIBUTE_READONLY ? DBT_R_OTHER + ERROR_ACCESS_DENIED : 0;
}

/* Renames once, with POSIX semantics if the file system can, which also replaces a file that other
 * programs have opened without excluding others; else with MoveFileExW. handle: of the open file
 * `from`, with DELETE access. Returns NO_ERROR or the error number of the system. */
static DWORD replace_once(HANDLE handle, const dbt_wide_path *from, const dbt_wide_path *to)
{
    enum { RENAME_EX = 22, REPLACE = 1, POSIX = 2 }; /* FileRenameInfoEx, FILE_RENAME_FLAG_... */
    const size_t n = wcslen(to->name) * sizeof(WCHAR);
    struct {
        FILE_RENAME_INFO info;
        WCHAR room[DBT_WIDE_SIZE + 8];
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
    dbt_wide_path wide_from, wide_to;
    dbt_reason why = dbt_widen(from, &wide_from);
    if (!why)
        why = dbt_widen(to, &wide_to);
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
    dbt_wide_path wide;
    const dbt_reason why = dbt_widen(path, &wide);
    return why ? why : dbt_reason_unless(DeleteFileW(wide.name));
}

dbt_reason dbt_make_folder(const char *path)
{
    dbt_wide_path wide;
    if (path[dbt_root_size(path)] == '\0') /* a drive or a server, which cannot be created */
        return DBT_R_EXISTS;
    const dbt_reason why = dbt_widen(path, &wide);
    return why || CreateDirectoryW(wide.name, NULL) ? why : dbt_reason_at(&wide);
}

/* A lone surrogate in a name becomes U+FFFD: that name opens no file. Also fails with
 * DBT_BAD_LENGTH.
 */
dbt_reason dbt_list_folder(const char *path, bool (*entry)(void *context, const char *name),
                           void *context)
{
    dbt_wide_path wide;
    WIN32_FIND_DATAW found;
    char name[4 * MAX_PATH];
    const dbt_reason why = dbt_widen(path, &wide);
    if (why)
        return why;
    const size_t n = wcslen(wide.name);
    if (n + 3 > DBT_WIDE_SIZE)
        return DBT_R_OTHER + DBT_BAD_LENGTH;
    wcscat(wide.name, dbt_is_separator(wide.name[n - 1]) ? L"*" : L"\\*");
    const HANDLE list = FindFirstFileExW(wide.name, FindExInfoBasic, &found, FindExSearchNameMatch,
                                         NULL, FIND_FIRST_EX_LARGE_FETCH);
    if (list == INVALID_HANDLE_VALUE)
        return dbt_reason_unless(GetLastError() == ERROR_NO_MORE_FILES);
    bool more = true;
    do
        if (WideCharToMultiByte(CP_UTF8, 0, found.cFileName, -1, name, sizeof name, NULL, NULL) &&
            strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
            more = entry(context, name);
    while (more && FindNextFileW(list, &found));
    const dbt_reason end = dbt_reason_unless(!more || GetLastError() == ERROR_NO_MORE_FILES);
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
    why = dbt_reason_unless(n > 0);
    CloseHandle(handle);
    return why                  ? why
           : n >= DBT_PATH_SIZE ? DBT_R_OTHER + DBT_BAD_LENGTH
                                : dbt_narrow(name, resolved);
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
