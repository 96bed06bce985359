/* What tests of dbtool.exe need another program for, of Windows itself.
 *
 *   helper hold FILE SECONDS         has the file open and lets nobody else open, replace or remove
 * it helper kill FILE COMMAND...      runs a command and ends it, as the Task Manager does, once
 * the file is there helper writes COMMAND...         prints in how many writes a command prints to
 * standard error helper note FILE TEXT            writes the text into the file */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static int hold(const char *path, const char *seconds)
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

/* Standard error goes to `errors`, unless NULL. */
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

static int kill_once(const char *path, char **words)
{
    const HANDLE process = begin(words, NULL);
    while (GetFileAttributesA(path) == INVALID_FILE_ATTRIBUTES &&
           WaitForSingleObject(process, 10) == WAIT_TIMEOUT)
        continue;
    if (!TerminateProcess(process, 1))
        return 1;
    WaitForSingleObject(process, INFINITE);
    puts("killed");
    return 0;
}

/* Each write to a pipe of messages is one. */
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

static int note(const char *path, const char *text)
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
        return hold(argv[2], argv[3]);
    if (strcmp(what, "note") == 0)
        return note(argv[2], argv[3]);
    return strcmp(what, "kill") == 0 ? kill_once(argv[2], argv + 3) : 2;
}
