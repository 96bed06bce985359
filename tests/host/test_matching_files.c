/* Files that match a pattern: in byte order, without folders, relative to a folder. */
#include "expect.h"

#include "host/matching_files.h"

#include "base/mem.h"

#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/matching_files.XXXXXX";

static void make_file(const char *name)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
}

static int make_files(void **unused)
{
    static const char *const folders[] = { "b", "b/deep", "a", "folder.bvh" };
    static const char *const files[] = { "z.bvh",   "B.bvh",        "a.bvh",   ".hidden.bvh",
                                         "a.txt",   "\xc3\xa4.bvh", "[1].bvh", "b/x.bvh",
                                         "a/x.bvh", "b/deep/x.bvh" };
    char path[PATH_MAX];
    (void)unused;
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, folders[i]);
        assert_int_equal(mkdir(path, 0700), 0);
    }
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        make_file(files[i]);
    return 0;
}

static int remove_files(void **unused)
{
    char command[PATH_MAX + 16];
    (void)unused;
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

/* Compares the paths that match, each followed by a blank. from: the folder to which the pattern is
 * relative. */
static void expect(const char *from, const char *pattern, const char *expected)
{
    char **paths = NULL, joined[1000] = "";
    dbt_warnings warnings = { 0 };
    assert_true(dbt_find_matching(from, pattern, &paths, &warnings, NULL));
    assert_false(dbt_has_warnings(&warnings));
    for (ptrdiff_t i = 0; i < arrlen(paths); i++) {
        strcat(strcat(joined, paths[i]), " ");
        dbt_free(paths[i]);
    }
    arrfree(paths);
    assert_string_equal(joined, expected);
}

TEST(matches_are_in_the_order_of_their_bytes)
{
    expect(folder, "*.bvh", "B.bvh [1].bvh a.bvh z.bvh \xc3\xa4.bvh ");
    expect(folder, "?.bvh", "B.bvh a.bvh z.bvh ");
    expect(folder, "[a-z].*", "a.bvh a.txt z.bvh ");
    expect(folder, ".h*", ".hidden.bvh ");
    expect(folder, "x*", "");
}

TEST(patterns_may_match_folders)
{
    expect(folder, "*/x.bvh", "a/x.bvh b/x.bvh ");
    expect(folder, "*/*", "a/x.bvh b/x.bvh ");
    expect(folder, "b/*/*.bvh", "b/deep/x.bvh ");
    expect(folder, "./b//*.bvh", "./b/x.bvh ");
    expect(folder, "nowhere/*", "");
    expect(folder, "*.bvh/x", "");
}

TEST(absolute_patterns_need_no_folder)
{
    char pattern[PATH_MAX], expected[PATH_MAX];
    snprintf(pattern, sizeof pattern, "%s/b/*.bvh", folder);
    snprintf(expected, sizeof expected, "%s/b/x.bvh ", folder);
    expect("elsewhere", pattern, expected);
    expect(NULL, pattern, expected);
}

TEST(the_name_of_a_file_is_no_pattern)
{
    assert_true(dbt_is_pattern(folder, "*.bvh"));
    assert_true(dbt_is_pattern(folder, "[2].bvh"));
    assert_false(dbt_is_pattern(folder, "[1].bvh"));
    assert_true(dbt_is_pattern(NULL, "[1].bvh"));
    assert_false(dbt_is_pattern(folder, "nowhere.bvh"));
}

TEST(only_regular_files_match)
{
    static const char *const links[][2] = { { "nowhere.bvh", "gone" },
                                            { "itself.bvh", "itself.bvh" },
                                            { "below.bvh", "x.bvh/below" },
                                            { "zero.bvh", "/dev/zero" } };
    char path[PATH_MAX], **paths = NULL;
    dbt_warnings warnings = { 0 };
    const dbt_warning *left_out = &warnings.kind[DBT_WARN_NOT_REGULAR];
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        snprintf(path, sizeof path, "%s/b/%s", folder, links[i][0]);
        assert_int_equal(symlink(links[i][1], path), 0);
    }
    snprintf(path, sizeof path, "%s/b/pipe.bvh", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_true(dbt_find_matching(folder, "b/*.bvh", &paths, &warnings, NULL));
    assert_int_equal(arrlen(paths), 1);
    assert_string_equal(paths[0], "b/x.bvh");
    assert_int_equal(left_out->count, 5);
    assert_non_null(strstr(left_out->msg, "/b/below.bvh' is not a regular file and is left out"));
    dbt_texts_release(&paths);
}

/* Compares the files that an argument names, each followed by a blank. folder is left out. */
static void expect_listed(const char *argument, const char *ending, const char *expected)
{
    char **paths = NULL, joined[1000] = "", path[PATH_MAX];
    dbt_error err;
    dbt_warnings warnings = { 0 };
    snprintf(path, sizeof path, "%s%s", folder, argument);
    assert_true(dbt_list_files(path, ending, &paths, &warnings, &err));
    for (ptrdiff_t i = 0; i < arrlen(paths); i++) {
        strcat(joined, paths[i] + strlen(folder));
        strcat(joined, " ");
    }
    assert_string_equal(joined, expected);
    dbt_texts_release(&paths);
}

TEST(an_argument_is_a_folder_a_pattern_or_a_file)
{
    dbt_error err;
    dbt_warnings warnings = { 0 };
    char **paths = NULL, path[PATH_MAX];
    expect_listed("", "bvh", "/B.bvh /[1].bvh /a.bvh /z.bvh /\xc3\xa4.bvh ");
    expect_listed("/", "txt", "/a.txt ");
    expect_listed("/?.bvh", "bvh", "/B.bvh /a.bvh /z.bvh ");
    expect_listed("/a.txt", "bvh", "/a.txt ");
    expect_listed("/nothing", "bvh", "/nothing "); /* reading it reports the error */
    snprintf(path, sizeof path, "%s/b/deep", folder);
    assert_false(dbt_list_files(path, "csv", &paths, &warnings, &err));
    assert_string_equal(err.msg, "no *.csv in this folder");
    assert_ptr_equal(err.file, path);
    strcat(path, "/y*");
    assert_false(dbt_list_files(path, "bvh", &paths, &warnings, &err));
    assert_string_equal(err.msg, "no file of that name, and none matches it");
    assert_ptr_equal(err.file, path);
    assert_null(paths);
}

AROUND_TESTS(make_files, remove_files)
