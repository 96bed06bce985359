/* The cache of clips that jobs share: which clips stay in memory, and files that change. */
#include "biped.h"
#include "expect.h"

#include "host/output.h"
#include "run/clip_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static const dbt_verbosity quiet = { .quiet = true };
static char folder[] = "/tmp/test-clip-cache-XXXXXX";

static void write_clip(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n"
          "End Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.1\n0 0 0\n",
          file);
    assert_int_equal(fclose(file), 0);
}

static int enter_folder(void **unused)
{
    (void)unused;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int remove_folder(void **unused)
{
    (void)unused;
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

static bool use(dbt_clip_cache *cache, const char *path)
{
    const dbt_reading reading = { 0 };
    const dbt_clip *clip = dbt_clip_cache_get(cache, path, &reading, NULL);
    if (clip)
        dbt_clip_cache_return(cache, clip);
    return clip != NULL;
}

TEST(the_least_recently_used_goes_first)
{
    static const char *const paths[] = { "a", "b", "c", "d" };
    dbt_clip_cache *cache =
        dbt_clip_cache_new(3 * 5000, DBT_POP_GLITCH, quiet); /* room for three */
    for (int i = 0; i < 4; i++)
        write_clip(paths[i]);
    assert_true(use(cache, "a") && use(cache, "b") && use(cache, "c"));
    assert_true(use(cache, "a"));
    assert_true(use(cache, "d")); /* replaces b */
    for (int i = 0; i < 4; i++)
        assert_int_equal(unlink(paths[i]), 0);
    assert_true(use(cache, "a") && use(cache, "c") && use(cache, "d"));
    assert_false(use(cache, "b"));
    dbt_clip_cache_free(cache);
}

TEST(a_clip_in_use_stays_beyond_the_limit)
{
    const dbt_reading reading = { 0 };
    dbt_clip_cache *cache = dbt_clip_cache_new(0, DBT_POP_GLITCH, quiet);
    write_clip("a");
    const dbt_clip *one = dbt_clip_cache_get(cache, "a", &reading, NULL);
    assert_false(dbt_output_check("./a", NULL));
    assert_int_equal(unlink("a"), 0);
    const dbt_clip *other = dbt_clip_cache_get(cache, "a", &reading, NULL);
    assert_non_null(one);
    assert_ptr_equal(one, other);
    dbt_clip_cache_return(cache, one);
    assert_true(use(cache, "a"));
    dbt_clip_cache_return(cache, other);
    assert_false(use(cache, "a"));
    dbt_clip_cache_free(cache);
}

/* Fails unless a clip in use becomes invalid when `touched`, one of its files, changes. */
static void use_and_touch(dbt_clip_cache *cache, const dbt_reading *reading, const char *touched)
{
    const struct timespec old[2] = { { 1, 0 }, { 1, 0 } };
    const dbt_clip *clip = dbt_clip_cache_get(cache, "a", reading, NULL);
    assert_non_null(clip);
    assert_true(dbt_clip_cache_check(clip, NULL));
    assert_int_equal(utimensat(AT_FDCWD, touched, old, 0), 0);
    assert_false(dbt_clip_cache_check(clip, NULL));
    dbt_clip_cache_return(cache, clip);
}

/* A file that changed cannot be read again, because jobs used its first contents. */
TEST(a_file_that_is_read_again_must_be_unchanged)
{
    const dbt_reading reading = { 0 };
    dbt_clip_cache *cache = dbt_clip_cache_new(0, DBT_POP_GLITCH, quiet);
    write_clip("a");
    use_and_touch(cache, &reading, "a");
    assert_false(use(cache, "a"));
    assert_int_equal(unlink("a"), 0);
    dbt_clip_cache_free(cache);
}

static void write_figure(const char *path)
{
    static const biped figure = { 0 };
    dbt_buffer text = biped_text(&figure);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text.bytes, 1, text.size, file), text.size);
    assert_int_equal(fclose(file), 0);
    dbt_buffer_release(&text);
}

/* The rig to which a clip was fitted is one of its files. */
TEST(a_rig_must_be_unchanged)
{
    const dbt_reading reading = { .rig = "rig" };
    dbt_clip_cache *cache = dbt_clip_cache_new(0, DBT_POP_GLITCH, quiet);
    write_figure("a");
    write_figure("rig");
    use_and_touch(cache, &reading, "rig");
    assert_int_equal(unlink("a"), 0);
    assert_int_equal(unlink("rig"), 0);
    dbt_clip_cache_free(cache);
}

static bool use_as(dbt_clip_cache *cache, const char *path, double assume_fps, dbt_error *err)
{
    const dbt_reading reading = { .assume_fps = assume_fps };
    const dbt_clip *clip = dbt_clip_cache_get(cache, path, &reading, err);
    if (clip)
        dbt_clip_cache_return(cache, clip);
    return clip != NULL;
}

/* Jobs may read one file with several options, and by several names. */
TEST(all_readings_are_of_one_version)
{
    dbt_error err;
    dbt_clip_cache *cache = dbt_clip_cache_new(SIZE_MAX, DBT_POP_GLITCH, quiet);
    write_clip("a");
    assert_true(use_as(cache, "a", 10.0, NULL));
    assert_true(use_as(cache, "a", 20.0, NULL));
    assert_int_equal(symlink("a", "link"), 0);
    write_clip("a");
    assert_false(use_as(cache, "a", 30.0, &err));
    assert_string_equal(err.msg, "the file changed while it was being used");
    assert_false(use_as(cache, "link", 40.0, &err));
    assert_string_equal(err.msg, "the file changed while it was being used");
    assert_int_equal(unlink("link"), 0);
    assert_int_equal(unlink("a"), 0);
    dbt_clip_cache_free(cache);
}

/* The file was being saved when the first job read it. This job fails, and so do all later ones. */
TEST(a_file_that_could_not_be_read_stays_refused)
{
    dbt_error err;
    dbt_clip_cache *cache = dbt_clip_cache_new(SIZE_MAX, DBT_POP_GLITCH, quiet);
    assert_false(use_as(cache, "a", 0.0, &err));
    assert_int_equal(err.code, DBT_E_IO);
    write_clip("a");
    assert_true(use_as(cache, "a", 0.0, NULL)); /* a missing file has no first version */
    write_clip("b");
    assert_int_equal(truncate("b", 20), 0);
    assert_false(use_as(cache, "b", 0.0, &err));
    assert_int_equal(err.code, DBT_E_SYNTAX);
    assert_false(use_as(cache, "b", 0.0, &err));
    assert_int_equal(err.code, DBT_E_SYNTAX);
    write_clip("b");
    assert_false(use_as(cache, "b", 0.0, &err));
    assert_string_equal(err.msg, "the file changed while it was being used");
    assert_int_equal(unlink("a"), 0);
    assert_int_equal(unlink("b"), 0);
    dbt_clip_cache_free(cache);
}

AROUND_TESTS(enter_folder, remove_folder)
