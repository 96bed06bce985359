/* What tests of dbtool.exe need another program for, of Windows itself.
 *
 *   helper hold FILE SECONDS      has the file open and lets nobody else open, replace or remove it
 *   helper break COMMAND...       runs a command, sends it Ctrl-Break once it has made a file
 *                                 "begun" or after a second, and prints its exit status */
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

static int send_break(char *command)
{
    STARTUPINFOA start = { .cb = sizeof start };
    PROCESS_INFORMATION process;
    DWORD status = 0;
    if (!CreateProcessA(NULL, command, NULL, NULL, TRUE, CREATE_NEW_PROCESS_GROUP, NULL, NULL,
                        &start, &process))
        return 1;
    Sleep(1000);
    if (!GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, process.dwProcessId))
        return 1;
    WaitForSingleObject(process.hProcess, 20000);
    GetExitCodeProcess(process.hProcess, &status);
    printf("status %#lx\n", status);
    return 0;
}

int main(int argc, char **argv)
{
    char command[4096] = "";
    if (argc == 4 && strcmp(argv[1], "hold") == 0)
        return hold(argv[2], argv[3]);
    if (argc < 3 || strcmp(argv[1], "break") != 0)
        return 2;
    for (int i = 2; i < argc; i++) {
        strcat(command, i > 2 ? " " : "");
        strcat(command, argv[i]);
    }
    return send_break(command);
}
