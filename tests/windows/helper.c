/* A second process for tests of dbtool.exe on Windows.
 *
 * helper hold FILE SECONDS: has the file open, so that nobody else can open, replace or remove it.
 *
 * helper kill FILE COMMAND...: runs a command. Once FILE exists, ends the command as the Task
 * Manager does.
 *
 * helper event NUMBER FILE COMMAND...: runs a command. Once FILE exists, sends it a console event:
 * 1, Ctrl-Break; 2, its window is closed. Prints the exit status.
 *
 * helper writes COMMAND...: runs a command. Prints its standard error, and the number of its
 * writes there.
 *
 * helper note FILE TEXT: writes a line with the text into the file. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static int lock_file(const char *path, const char *seconds)
{
    const HANDLE file = CreateFileA(path, GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return 1;
    puts("held");
    fflush(stdout);
    Sleep((DWORD)(1000.0 * atof(seconds)));
    CloseHandle(file);
    return 0;
}

/* Starts a command and returns its process. errors: gets its standard error; NULL: inherited. */
static HANDLE begin(char **words, HANDLE errors)
{
    char command[4096] = "";
    STARTUPINFOA start = { .cb = sizeof start };
    PROCESS_INFORMATION process;
    for (; *words; words++) {
        strcat(command, *words);
        strcat(command, words[1] ? " " : "");
    }
    if (errors) {
        start.dwFlags = STARTF_USESTDHANDLES;
        start.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
        start.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
        start.hStdError = errors;
    }
    if (!CreateProcessA(NULL, command, NULL, NULL, TRUE, 0, NULL, NULL, &start, &process)) {
        fprintf(stderr, "helper: cannot run %s: error %lu\n", command, GetLastError());
        exit(1);
    }
    return process.hProcess;
}

/* Starts a command and waits until the file exists or the command ends. Returns its process. */
static HANDLE begin_until(const char *path, char **words)
{
    const HANDLE process = begin(words, NULL);
    while (GetFileAttributesA(path) == INVALID_FILE_ATTRIBUTES &&
           WaitForSingleObject(process, 10) == WAIT_TIMEOUT)
        continue;
    return process;
}

static int kill_once(const char *path, char **words)
{
    const HANDLE process = begin_until(path, words);
    if (!TerminateProcess(process, 1))
        return 1;
    WaitForSingleObject(process, INFINITE);
    puts("killed");
    return 0;
}

/* Starts the thread that Windows starts in a process for a console event. GenerateConsoleCtrlEvent
 * cannot send that a window is closed, and Wine has no console without a display. */
static int send_event(const char *number, const char *path, char **words)
{
    const HANDLE process = begin_until(path, words);
    const HMODULE library = GetModuleHandleA("kernelbase.dll");
    const LPTHREAD_START_ROUTINE routine =
        (LPTHREAD_START_ROUTINE)(void (*)(void))GetProcAddress(library, "CtrlRoutine");
    DWORD status;
    if (!routine ||
        !CreateRemoteThread(process, NULL, 0, routine, (void *)(intptr_t)atoi(number), 0, NULL))
        return 1;
    WaitForSingleObject(process, INFINITE);
    GetExitCodeProcess(process, &status);
    printf("exit %lu\n", status);
    return 0;
}

/* Counts writes by a pipe of messages: each write is one message. */
static int count_writes(char **words)
{
    static const char name[] = "\\\\.\\pipe\\dbtool-helper";
    SECURITY_ATTRIBUTES inherited = { .nLength = sizeof inherited, .bInheritHandle = TRUE };
    char text[65536];
    DWORD size;
    int n = 0;
    const HANDLE reader =
        CreateNamedPipeA(name, PIPE_ACCESS_INBOUND, PIPE_TYPE_MESSAGE | PIPE_READMODE_MESSAGE, 1,
                         sizeof text, sizeof text, 0, NULL);
    const HANDLE writer = CreateFileA(name, GENERIC_WRITE, 0, &inherited, OPEN_EXISTING, 0, NULL);
    if (reader == INVALID_HANDLE_VALUE || writer == INVALID_HANDLE_VALUE)
        return 1;
    begin(words, writer);
    CloseHandle(writer);
    for (; ReadFile(reader, text, sizeof text, &size, NULL); n++)
        printf("%.*s", (int)size, text);
    printf("%d\n", n);
    return 0;
}

static int write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    return !file || fprintf(file, "%s\n", text) < 0 || fclose(file) != 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 2 ? argv[1] : "";
    if (strcmp(what, "writes") == 0)
        return count_writes(argv + 2);
    if (argc < 4)
        return 2;
    if (strcmp(what, "hold") == 0)
        return lock_file(argv[2], argv[3]);
    if (strcmp(what, "note") == 0)
        return write_text(argv[2], argv[3]);
    if (argc > 4 && strcmp(what, "event") == 0)
        return send_event(argv[2], argv[3], argv + 4);
    return strcmp(what, "kill") == 0 ? kill_once(argv[2], argv + 3) : 2;
}
