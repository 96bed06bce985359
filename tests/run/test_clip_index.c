/* The record of a clip and the index of clips: what is read back is what was written, bit for bit;
 * of damaged bytes, a part or a change is refused. */
#include "expect.h"

#include "base/buffer.h"
#include "bvh/bvh.h"
#include "host/output.h"
#include "host/place.h"
#include "run/clip_index.h"
#include "run/clip_record.h"

#include <unistd.h>

static const char hierarchy[] =
    "HIERARCHY\nROOT r\n{\nOFFSET 0 0.1 -7\nCHANNELS 6 Xposition Yposition "
    "Zposition Zrotation Xrotation Yrotation\nJOINT two words\n{\n"
    "OFFSET 1 2 3\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\nJOINT b\n{\n"
    "OFFSET 1e-3 0 0\nCHANNELS 1 Yrotation\nEnd Site tip\n{\nOFFSET 0 0 1\n"
    "}\n}\n}\nMOTION\nFrames: 5\nFrame Time: 0.016667\n";
/* Columns: whole numbers; the same in all frames; few decimals; zeros of both signs; many digits;
 * wide range; far apart. */
static const char *const frames[] = { "-3 0.25 1.50 -0.0 0.1234567890123456 -99999.5 1e300\n",
                                      "4 0.25 -0.07 0 0.3 1.25 -1e-300\n",
                                      "5 0.25 2.33 0.00 1e-17 99999.75 0\n",
                                      "251 0.25 0.01 -0 123456789.123456 0 7\n",
                                      "252 0.25 0 1 -0.1 3 -0\n" };

static char text[2000];

static dbt_clip read_text(void)
{
    dbt_clip clip;
    strcpy(text, hierarchy);
    for (size_t k = 0; k < sizeof frames / sizeof *frames; k++)
        strcat(text, frames[k]);
    assert_true(dbt_bvh_read(text, strlen(text), "clip", NULL, &clip, NULL));
    return clip;
}

static void expect_same(const dbt_clip *a, const dbt_clip *b)
{
    const dbt_skeleton *s = &a->skeleton, *t = &b->skeleton;
    assert_true(dbt_skeleton_same_layout(s, t));
    assert_int_equal(s->n_end_sites, t->n_end_sites);
    for (int j = 0; j < s->n_joints; j++) {
        assert_memory_equal(&s->joints[j].offset, &t->joints[j].offset, sizeof(dbt_vec3));
        assert_memory_equal(s->joints[j].rot_axis, t->joints[j].rot_axis, 3);
        assert_int_equal(s->joints[j].last_end_site, t->joints[j].last_end_site);
    }
    for (int e = 0; e < s->n_end_sites; e++) {
        const char *x = s->end_sites[e].name, *y = t->end_sites[e].name;
        assert_string_equal(x ? x : "none", y ? y : "none");
        assert_int_equal(s->end_sites[e].parent, t->end_sites[e].parent);
        assert_int_equal(s->end_sites[e].next, t->end_sites[e].next);
    }
    assert_int_equal(a->n_frames, b->n_frames);
    assert_memory_equal(&a->frame_time, &b->frame_time, sizeof a->frame_time);
    assert_memory_equal(a->values, b->values,
                        a->n_frames * (size_t)s->n_channels * sizeof *a->values);
    for (int kind = 0; kind < DBT_N_WARNINGS; kind++) {
        assert_int_equal(a->warnings.kind[kind].count, b->warnings.kind[kind].count);
        assert_int_equal(a->warnings.kind[kind].line, b->warnings.kind[kind].line);
        assert_string_equal(a->warnings.kind[kind].msg, b->warnings.kind[kind].msg);
    }
}

static void a_record_gives_the_clip_back(void **unused)
{
    (void)unused;
    dbt_clip clip = read_text(), again;
    dbt_buffer record = { 0 };
    assert_true(dbt_has_warnings(&clip.warnings)); /* a joint without channels */
    dbt_clip_record_write(&clip, &record);
    assert_true(
        dbt_clip_record_read(record.bytes, record.size, strlen(text), "clip", &again, NULL));
    expect_same(&clip, &again);
    dbt_clip_release(&again);
    for (size_t n = 0; n < record.size; n++)
        assert_false(dbt_clip_record_read(record.bytes, n, strlen(text), "clip", &again, NULL));
    dbt_buffer_add(&record, "", 1);
    assert_false(
        dbt_clip_record_read(record.bytes, record.size, strlen(text), "clip", &again, NULL));
    /* more values than a file of that size can have */
    assert_false(dbt_clip_record_read(record.bytes, record.size - 1, 34, "clip", &again, NULL));
    assert_true(dbt_clip_record_read(record.bytes, record.size - 1, 35, "clip", &again, NULL));
    dbt_clip_release(&again);
    dbt_clip_release(&clip);
    dbt_buffer_release(&record);
}

static void a_record_may_have_no_frames(void **unused)
{
    (void)unused;
    dbt_clip clip = read_text(), again;
    dbt_buffer record = { 0 };
    dbt_clip empty = clip;
    empty.n_frames = 0;
    empty.values = NULL;
    dbt_clip_record_write(&empty, &record);
    assert_true(
        dbt_clip_record_read(record.bytes, record.size, strlen(text), "clip", &again, NULL));
    assert_true(dbt_skeleton_same_layout(&clip.skeleton, &again.skeleton));
    assert_int_equal(again.n_frames, 0);
    dbt_clip_release(&again);
    dbt_clip_release(&clip);
    dbt_buffer_release(&record);
}

/* Values as texts have them take few bytes. */
static void usual_values_are_small(void **unused)
{
    (void)unused;
    enum { N = 1000 };
    dbt_clip clip = read_text();
    dbt_buffer record = { 0 };
    uint64_t random = 1;
    dbt_clip_record_write(&clip, &record);
    const size_t before = record.size;
    double *values = calloc(N * 7, sizeof *values);
    assert_non_null(values);
    for (size_t k = 0; k < N * 7; k++)
        values[k] = round(random_in(&random, -1.8e7, 1.8e7)) / 1e5;
    dbt_clip long_clip = clip;
    long_clip.values = values;
    long_clip.n_frames = N;
    record.size = 0;
    dbt_clip_record_write(&long_clip, &record);
    assert_true(record.size < before + N * 7 * 4);
    dbt_clip again;
    assert_true(dbt_clip_record_read(record.bytes, record.size, 1 << 20, "clip", &again, NULL));
    assert_memory_equal(values, again.values, N * 7 * sizeof *values);
    dbt_clip_release(&again);
    dbt_clip_release(&clip);
    dbt_buffer_release(&record);
    free(values);
}

static void an_index_finds_what_was_added(void **unused)
{
    (void)unused;
    char path[] = "/tmp/test-clip-index-XXXXXX";
    const dbt_verbosity quiet = { .quiet = true };
    const int fd = mkstemp(path);
    assert_true(fd >= 0 && close(fd) == 0);
    dbt_clip clip = read_text(), again = { 0 };
    dbt_index_key key = { .size = strlen(text), .hash = 7, .assume_fps = 0.0 };
    bool found;
    for (int round = 0; round < 3; round++) {
        dbt_clip_index *index = dbt_clip_index_open(path, NULL);
        assert_non_null(index);
        for (int k = round / 2; k < round; k++) { /* those of the rounds before */
            key.hash = 7 + (uint64_t)k;
            assert_true(dbt_clip_index_find(index, &key, "clip", &again, &found, NULL));
            assert_true(found);
            expect_same(&clip, &again);
            dbt_clip_release(&again);
        }
        key.hash = 7 + (uint64_t)round;
        assert_true(dbt_clip_index_find(index, &key, "clip", &again, &found, NULL));
        assert_false(found);
        dbt_clip_index_add(index, &key, round == 1 ? "b" : "a", &clip);
        dbt_clip_index_commit(index, quiet);
        assert_true(dbt_clip_index_find(index, &key, "clip", &again, &found, NULL));
        assert_true(found);
        dbt_clip_release(&again);
        key.hash++;
        assert_true(dbt_clip_index_find(index, &key, "clip", &again, &found, NULL));
        assert_false(found);
        dbt_clip_index_close(index);
        dbt_release_protected(); /* the next round is as another process */
    }
    dbt_clip_index *index = dbt_clip_index_open(path, NULL);
    for (uint64_t k = 0; k < 3; k++) { /* the third clip is of the first one's file */
        key.hash = 7 + k;
        assert_true(dbt_clip_index_find(index, &key, "clip", &again, &found, NULL));
        assert_int_equal(found, k > 0);
        dbt_clip_release(&again);
        key.lenient = true;
        assert_true(dbt_clip_index_find(index, &key, "clip", &again, &found, NULL));
        assert_false(found);
        key.lenient = false;
    }
    dbt_clip_index_close(index);
    dbt_clip_release(&clip);
    assert_int_equal(unlink(path), 0);
}

static void expect_found(dbt_clip_index *index, dbt_index_key key, uint64_t hash, bool is_there)
{
    dbt_clip clip = { 0 };
    bool found;
    key.hash = hash;
    assert_true(dbt_clip_index_find(index, &key, "clip", &clip, &found, NULL));
    assert_int_equal(found, is_there);
    dbt_clip_release(&clip);
}

static void add(dbt_clip_index *index, dbt_index_key key, uint64_t hash, const dbt_clip *clip)
{
    char place[] = "a";
    place[0] = (char)('a' + hash);
    key.hash = hash;
    dbt_clip_index_add(index, &key, place, clip);
}

/* Runs that read at once keep each other's clips; a run that dies keeps those of a second ago. */
static void runs_share_an_index(void **unused)
{
    (void)unused;
    char path[] = "/tmp/test-clip-index-XXXXXX";
    const dbt_verbosity quiet = { .quiet = true };
    const int fd = mkstemp(path);
    assert_true(fd >= 0 && close(fd) == 0);
    dbt_clip clip = read_text();
    const dbt_index_key key = { .size = strlen(text), .assume_fps = 0.0 };
    dbt_clip_index *first = dbt_clip_index_open(path, NULL);
    dbt_clip_index *second = dbt_clip_index_open(path, NULL);
    add(first, key, 1, &clip);
    dbt_clip_index_keep(first);
    expect_found(first, key, 1, false); /* it was added just now */
    sleep(2);
    dbt_clip_index_keep(first);
    expect_found(first, key, 1, true);
    add(first, key, 2, &clip);
    sleep(2);
    dbt_output *of_another = dbt_output_open(path, false, NULL);
    dbt_clip_index_keep(first); /* that can wait */
    dbt_output_free(of_another);
    expect_found(first, key, 2, false);
    add(second, key, 1, &clip);
    add(second, key, 3, &clip);
    dbt_clip_index_commit(second, quiet);
    for (uint64_t hash = 1; hash < 4; hash++)
        expect_found(second, key, hash, hash != 2);
    dbt_clip_index_commit(first, quiet);
    add(first, key, 4, &clip);
    dbt_clip_index_commit(first, quiet);
    dbt_clip_index *third = dbt_clip_index_open(path, NULL);
    for (uint64_t hash = 1; hash < 5; hash++)
        expect_found(third, key, hash, hash != 4);
    dbt_clip_index_close(first);
    dbt_clip_index_close(second);
    dbt_clip_index_close(third);
    dbt_clip_release(&clip);
    assert_int_equal(unlink(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_gives_the_clip_back),
        cmocka_unit_test(a_record_may_have_no_frames),
        cmocka_unit_test(usual_values_are_small),
        cmocka_unit_test(an_index_finds_what_was_added),
        cmocka_unit_test(runs_share_an_index),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
