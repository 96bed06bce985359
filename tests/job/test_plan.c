/* Plans: their forms, inheritance and sweeps; every class of mistake with its position; jobs that
 * are written and read again. */
#include "expect.h"

#include "base/hash_table.h"
#include "base/mem.h"
#include "base/number.h"
#include "job/plan.h"
#include "job/settings.h"

#include <inttypes.h>

/* Reads text from a block of its size, so that the sanitizer finds a read past its end. Apostrophes
 * are read as quotation marks if the text has none. */
static bool read_text(dbt_plan *plan, const char *text, const char *folder, const char *single_out)
{
    const size_t n = strlen(text);
    char *block = malloc(n + (n == 0));
    memcpy(block, text, n);
    if (!strchr(text, '"'))
        for (size_t i = 0; i < n; i++)
            block[i] = text[i] == '\'' ? '"' : text[i];
    const bool ok =
        dbt_plan_read(plan, block, n, "plan.json",
                      &(dbt_plan_options){ .folder = folder, .single_out = single_out });
    free(block); /* jobs own their text */
    return ok;
}

static dbt_plan read_good_in(const char *text, const char *folder, const char *single_out)
{
    dbt_plan plan;
    if (!read_text(&plan, text, folder, single_out))
        fail_msg("'%s': %zu:%zu, path '%s', '%s'", text, plan.errors[0].line, plan.errors[0].col,
                 plan.errors[0].path, plan.errors[0].msg);
    assert_int_equal(plan.n_errors, 0);
    return plan;
}

static dbt_plan read_good(const char *text)
{
    return read_good_in(text, NULL, NULL);
}

static double param(const dbt_job *job, int cut, const char *name)
{
    return dbt_tuning_get(&job->sequence.segments[cut].tuning, name, -1.0);
}

static const char *method(const dbt_job *job, int cut)
{
    return job->sequence.segments[cut].tuning.method->name;
}

static void expect_time(dbt_time time, double value, dbt_time_unit unit, bool from_end)
{
    assert_true(time.value == value);
    assert_int_equal(time.unit, unit);
    assert_int_equal(time.from_end, from_end);
}

/* ---- forms ---- */

TEST(a_list_of_jobs)
{
    dbt_plan plan = read_good(
        "[{'name': 'one', 'out': '1.bvh', 'cuts': [{'clip': 'a.bvh'}]},\n"
        " {'out': '2.bvh', 'cuts': [{'clip': 'x/b.bvh'}, {'clip': 'c.bvh', 'at': 1.5}]}]");
    assert_int_equal(arrlen(plan.jobs), 2);
    assert_string_equal(plan.jobs[0].name, "one");
    assert_string_equal(plan.jobs[0].out, "1.bvh");
    assert_int_equal(plan.jobs[0].sequence.n_segments, 1);
    assert_string_equal(plan.jobs[0].sequence.segments[0].path, "a.bvh");
    assert_string_equal(plan.jobs[1].name, "b+c"); /* joined from the base names of the clips */
    assert_string_equal(plan.jobs[1].sequence.segments[0].path, "x/b.bvh");
    assert_string_equal(plan.jobs[1].sequence.segments[1].path, "c.bvh");
    expect_time(plan.jobs[1].sequence.segments[1].at, 1.5, DBT_TIME_SECONDS, false);
    expect_time(plan.jobs[1].sequence.segments[1].from, 0.0, DBT_TIME_SECONDS, false);
    assert_string_equal(method(&plan.jobs[1], 1), "auto"); /* the default */
    assert_true(isinf(param(&plan.jobs[1], 1, "blend_time")));
    assert_int_equal(plan.jobs[1].precision, 6);
    assert_int_equal(plan.jobs[1].sequence.up, 1);
    assert_false(plan.jobs[1].sequence.align || plan.jobs[1].euler_filter ||
                 plan.jobs[1].has_window);
    assert_int_equal(plan.jobs[1].sequence.past_end, DBT_PAST_END_ERROR);
    assert_int_equal(plan.jobs[1].sequence.interpolation, DBT_INTERPOLATE_HERMITE);
    dbt_plan_release(&plan);
}

TEST(a_list_of_cuts_is_one_job)
{
    static const char text[] = "[{'clip': 'a.bvh'}, {'clip': 'b.bvh', 'at': 1.2}]";
    dbt_plan plan = read_good_in(text, NULL, "given.bvh");
    assert_int_equal(arrlen(plan.jobs), 1);
    assert_string_equal(plan.jobs[0].out, "given.bvh");
    assert_string_equal(plan.jobs[0].name, "a+b");
    assert_int_equal(plan.jobs[0].sequence.n_segments, 2);
    dbt_plan_release(&plan);
    plan = read_good(text);
    assert_int_equal(arrlen(plan.jobs), 1);
    assert_null(plan.jobs[0].out);
    dbt_plan_release(&plan);
    /* -o is relative to the current folder, clips to the plan's folder */
    plan = read_good_in(text, "plans", "given.bvh");
    assert_string_equal(plan.jobs[0].out, "given.bvh");
    assert_string_equal(plan.jobs[0].sequence.segments[1].path, "plans/b.bvh");
    dbt_plan_release(&plan);
}

TEST(an_object_with_defaults_and_jobs)
{
    dbt_plan plan = read_good("{'jobs': [{'out': '1.bvh', 'cuts': [{'clip': 'a.bvh'}]}],\n"
                              "'defaults': {'precision': 3, 'up': 'z', 'align': 'none'}}");
    assert_int_equal(arrlen(plan.jobs), 1);
    assert_int_equal(plan.jobs[0].precision, 3);
    assert_int_equal(plan.jobs[0].sequence.up, 2);
    assert_true(plan.jobs[0].sequence.align);
    dbt_plan_release(&plan);
}

TEST(lines_of_jobs)
{
    dbt_plan plan = read_good("{'out': '1.bvh', 'name': 'x', 'cuts': [{'clip': 'a.bvh'}]}\n"
                              "{'out': '2.bvh', 'name': 'y', 'cuts': [{'clip': 'b.bvh'}]}\n"
                              "\n{'out': '3.bvh', 'name': 'z', 'cuts': [{'clip': 'c.bvh'}]}");
    assert_int_equal(arrlen(plan.jobs), 3);
    assert_string_equal(plan.jobs[0].name, "x");
    assert_string_equal(plan.jobs[2].out, "3.bvh");
    dbt_plan_release(&plan);
}

TEST(paths_are_relative_to_the_folder)
{
    dbt_plan plan = read_good_in(
        "[{'out': 'o/1.bvh', 'limits': 'l.json', 'cuts': [{'clip': '../a.bvh'}, {'clip': "
        "'/abs/b.bvh', 'at': 1}], 'layers': [{'joints': ['*'], 'clips': [{'clip': 'w.bvh', 'at': "
        "0}]}]}, {'out': '/abs/2.bvh', 'cuts': [{'clip': 'a.bvh'}]}]",
        "some/plans", NULL);
    assert_string_equal(plan.jobs[0].out, "some/plans/o/1.bvh");
    assert_string_equal(plan.jobs[0].limits, "some/plans/l.json");
    assert_string_equal(plan.jobs[0].sequence.segments[0].path, "some/plans/../a.bvh");
    assert_string_equal(plan.jobs[0].sequence.segments[1].path, "/abs/b.bvh");
    assert_string_equal(plan.jobs[0].sequence.layers[0].clips[0].path, "some/plans/w.bvh");
    assert_string_equal(plan.jobs[1].out, "/abs/2.bvh");
    dbt_plan_release(&plan);
}

TEST(times_are_numbers_or_strings)
{
    dbt_plan plan = read_good(
        "[{'out': '1.bvh', 'until': 'end-2f', 'window': '12f', 'cuts': [{'clip': 'a.bvh'}, "
        "{'clip': "
        "'b.bvh', 'at': '72f', 'from': '250ms'}, {'clip': 'c.bvh', 'at': 'end-0.3', 'from': "
        "'end'}, {'clip': 'd.bvh', 'at': '1.2s', 'from': 1e-1}, {'clip': 'e.bvh'}]}]");
    const dbt_job *job = &plan.jobs[0];
    expect_time(job->sequence.segments[1].at, 72.0, DBT_TIME_FRAMES, false);
    expect_time(job->sequence.segments[1].from, 0.25, DBT_TIME_SECONDS, false);
    expect_time(job->sequence.segments[2].at, 0.3, DBT_TIME_SECONDS, true);
    expect_time(job->sequence.segments[2].from, 0.0, DBT_TIME_SECONDS, true);
    expect_time(job->sequence.segments[3].at, 1.2, DBT_TIME_SECONDS, false);
    expect_time(job->sequence.segments[3].from, 0.1, DBT_TIME_SECONDS, false);
    expect_time(job->sequence.segments[4].at, 0.0, DBT_TIME_SECONDS,
                true); /* "at" is missing: the end */
    assert_true(job->sequence.has_until && job->has_window);
    expect_time(job->sequence.until, 2.0, DBT_TIME_FRAMES, true);
    expect_time(job->window, 12.0, DBT_TIME_FRAMES, false);
    dbt_plan_release(&plan);
}

TEST(every_other_key_of_a_job)
{
    dbt_plan plan =
        read_good("[{'out': '1.bvh', 'align': 'root', 'root': 'Hips', 'up': 'x', 'past_end': "
                  "'loop', 'interpolate': 'linear', 'precision': 9, 'unroll': true, 'assume_fps': "
                  "29.97, 'lenient': true, 'strict': true, 'cuts': [{'clip': 'a.bvh'}]}, {'out': "
                  "'2.bvh', 'name': 'n', 'past_end': 'hold', 'cuts': [{'clip': 'a.bvh'}]}]");
    const dbt_job *job = &plan.jobs[0];
    assert_string_equal(job->sequence.root, "Hips");
    assert_int_equal(job->sequence.up, 0);
    assert_int_equal(job->sequence.past_end, DBT_PAST_END_LOOP);
    assert_int_equal(job->sequence.interpolation, DBT_INTERPOLATE_LINEAR);
    assert_int_equal(job->precision, 9);
    assert_true(job->euler_filter && job->lenient && job->strict);
    expect_near(job->assume_fps, 29.97, 0.0);
    assert_int_equal(plan.jobs[1].sequence.past_end, DBT_PAST_END_HOLD);
    dbt_plan_release(&plan);
}

TEST(profiles_and_skips)
{
    dbt_plan plan =
        read_good("{'defaults': {'skip': 'Toe*'}, 'jobs': [{'out': '1.bvh', 'profile': {'*Arm': "
                  "0.5, 'Head': 2}, 'cuts': [{'clip': 'a.bvh'}, {'clip': 'b.bvh'}, {'clip': "
                  "'c.bvh', 'profile': {'Leg': 0}, 'skip': ['A', 'B']}]}]}");
    const dbt_profile *p = plan.jobs[0].sequence.segments[1].profiles;
    assert_int_equal(arrlen(p), 3);
    assert_string_equal(p[0].glob, "*Arm");
    assert_true(p[0].factor == 0.5 && p[1].factor == 2.0 && p[2].factor == 0.0);
    assert_string_equal(p[2].glob, "Toe*");
    p = plan.jobs[0].sequence.segments[2].profiles; /* of the cut, not of the job */
    assert_int_equal(arrlen(p), 3);
    assert_string_equal(p[0].glob, "Leg");
    assert_string_equal(p[1].glob, "A");
    assert_string_equal(p[2].glob, "B");
    dbt_plan_release(&plan);
}

TEST(layers_are_read_with_all_their_keys)
{
    dbt_plan plan = read_good(
        "[{'out': '1.bvh', 'cuts': [{'clip': 'a.bvh'}], 'layers': [{'joints': ['RightArm*', "
        "'RightHand'], 'weight': 0.75, 'positions': true, 'until': 2.0, 'fade_out': 0.2, 'shape': "
        "'linear', 'clips': [{'clip': 'w.bvh', 'at': 0.5, 'from': '3f', 'fade': 0.3}, {'clip': "
        "'v.bvh', 'at': 'end-1'}]}, {'joints': ['Head'], 'shape': 'triangle', 'clips': [{'clip': "
        "'w.bvh', 'at': 0}]}, {'joints': ['Head'], 'shape': 'sqrt-triangle', 'clips': [{'clip': "
        "'w.bvh', 'at': 0}]}]}]");
    const dbt_layer *l = plan.jobs[0].sequence.layers;
    assert_int_equal(arrlen(l), 3);
    assert_int_equal(arrlen(l[0].joints), 2);
    assert_string_equal(l[0].joints[0], "RightArm*");
    assert_string_equal(l[0].joints[1], "RightHand");
    assert_true(l[0].weight == 0.75 && l[0].positions && l[0].has_until);
    expect_time(l[0].until, 2.0, DBT_TIME_SECONDS, false);
    assert_true(l[0].fade_out.value == 0.2);
    assert_int_equal(l[0].shape, DBT_CURVE_LINEAR);
    assert_int_equal(arrlen(l[0].clips), 2);
    assert_string_equal(l[0].clips[0].path, "w.bvh");
    expect_time(l[0].clips[0].at, 0.5, DBT_TIME_SECONDS, false);
    expect_time(l[0].clips[0].from, 3.0, DBT_TIME_FRAMES, false);
    assert_true(l[0].clips[0].fade.value == 0.3 && l[0].clips[1].fade.value == 0.0);
    expect_time(l[0].clips[1].at, 1.0, DBT_TIME_SECONDS, true);
    assert_int_equal(l[1].shape, DBT_LAYER_TRIANGLE);
    assert_true(l[1].weight == 1.0 && !l[1].positions && !l[1].has_until);
    assert_int_equal(l[2].shape, DBT_LAYER_SQRT_TRIANGLE);
    dbt_plan_release(&plan);
}

/* ---- inheritance ---- */

TEST(keys_come_from_the_cut_then_the_job_then_defaults)
{
    dbt_plan plan = read_good(
        "{'defaults': {'blend_time': 0.1, 'curve': 'linear', 'method': 'crossfade', 'from': 0.5, "
        "'precision': 4}, 'jobs': [{'out': '1.bvh', 'name': 'a', 'cuts': [{'clip': 'a.bvh'}, "
        "{'clip': 'b.bvh'}]}, {'out': '2.bvh', 'name': 'b', 'blend_time': 0.4, 'precision': 5, "
        "'cuts': [{'clip': 'a.bvh'}, {'clip': 'b.bvh'}, {'clip': 'c.bvh', 'blend_time': "
        "0.7, 'from': 0.25}, {'clip': 'd.bvh', 'method': 'inertialize-cubic'}]}]}");
    const dbt_job *a = &plan.jobs[0], *b = &plan.jobs[1];
    assert_string_equal(method(a, 1), "crossfade");
    assert_true(param(a, 1, "blend_time") == 0.1 && param(a, 1, "curve") == DBT_CURVE_LINEAR);
    assert_true(param(b, 1, "blend_time") == 0.4 && param(b, 2, "blend_time") == 0.7);
    assert_true(param(b, 2, "curve") == DBT_CURVE_LINEAR);
    assert_string_equal(method(b, 3),
                        "inertialize-cubic"); /* has no curve, so the setting has no effect */
    assert_true(param(b, 3, "blend_time") == 0.4);
    assert_true(a->sequence.segments[1].from.value == 0.5 &&
                b->sequence.segments[2].from.value == 0.25);
    assert_true(a->sequence.segments[0].from.value ==
                0.0); /* the first clip begins at its beginning */
    assert_true(a->precision == 4 && b->precision == 5);
    dbt_plan_release(&plan);
}

TEST(method_strings_carry_parameters)
{
    dbt_plan plan =
        read_good("[{'out': '1.bvh', 'method': 'dead-decay:halflife=0.15,curve=linear', "
                  "'blend_time': 0.3, 'cuts': [{'clip': 'a.bvh'}, {'clip': 'b.bvh'}, {'clip': "
                  "'c.bvh', 'halflife': 0.5}, {'clip': 'd.bvh', 'method': 'dead-decay'}, {'clip': "
                  "'e.bvh', 'method': 'dead-linear:blend_time=150ms,max_linear_velocity=20'}]}]");
    const dbt_job *job = &plan.jobs[0];
    assert_true(param(job, 1, "halflife") == 0.15 && param(job, 1, "blend_time") == 0.3);
    assert_true(param(job, 1, "curve") == DBT_CURVE_LINEAR);
    assert_true(param(job, 2, "halflife") == 0.5);
    assert_true(param(job, 3, "blend_time") == 0.3);
    assert_string_equal(method(job, 4), "dead-linear");
    assert_true(param(job, 4, "blend_time") == 0.15);
    assert_true(param(job, 4, "max_linear_velocity") == 20.0);
    dbt_plan_release(&plan);
}

TEST(presets_set_all_their_values)
{
    dbt_plan plan = read_good("{'defaults': {'blend_time': 0.9}, 'jobs': [{'out': '1.bvh', "
                              "'preset': 'unreal-5.5', 'cuts': [{'clip': 'a.bvh'}, {'clip': "
                              "'b.bvh'}, {'clip': 'c.bvh', 'blend_time': 0.5}]}]}");
    const dbt_job *job = &plan.jobs[0];
    assert_string_equal(method(job, 1), "dead-halflife");
    assert_true(param(job, 1, "halflife_scale") == 1.0 && param(job, 1, "halflife_min") == 0.05);
    assert_true(param(job, 1, "halflife_max") == 1.0 && param(job, 1, "blend_time") == 0.25);
    assert_true(param(job, 1, "max_linear_velocity") == 500.0);
    assert_true(param(job, 1, "max_angular_velocity") == 360.0);
    assert_true(param(job, 1, "curve") == DBT_CURVE_LINEAR);
    assert_true(param(job, 2, "blend_time") == 0.5);
    dbt_plan_release(&plan);
}

TEST(inherited_parameters_are_ignored_where_the_method_lacks_them)
{
    dbt_plan plan = read_good(
        "{'defaults': {'halflife': 0.15, 'bounce': 5}, 'jobs': [{'out': '1.bvh', 'curve': "
        "'linear', 'cuts': [{'clip': 'a.bvh'}, {'clip': 'b.bvh', 'method': 'cut'}, {'clip': "
        "'c.bvh', "
        "'method': 'inertialize-spring'}, {'clip': 'd.bvh', 'method': 'dead-bounce'}]}]}");
    const dbt_job *job = &plan.jobs[0];
    assert_int_equal(job->sequence.segments[1].tuning.method->n_params, 0);
    assert_true(param(job, 2, "halflife") == 0.15 && param(job, 3, "bounce") == 5.0);
    assert_true(param(job, 3, "curve") == DBT_CURVE_LINEAR);
    dbt_plan_release(&plan);
}

/* No transition leads into the first clip, so its method may lack parameters of the job. */
TEST(the_first_clip_has_no_method)
{
    dbt_plan plan = read_good(
        "[{'out': '1.bvh', 'halflife': 0.15, 'cuts': [{'clip': 'a.bvh'}, {'clip': "
        "'b.bvh', 'method': 'dead-decay'}, {'clip': 'c.bvh', 'method': 'cut'}]}, {'out': "
        "'2.bvh', 'halflife_min': 2, 'cuts': [{'clip': 'a.bvh'}, {'clip': 'b.bvh', "
        "'method': 'cut'}]}, {'out': '3.bvh', 'method': 'dead-learned', 'cuts': [{'clip': "
        "'a.bvh', 'skip': 'x'}]}]");
    assert_int_equal(arrlen(plan.jobs), 3);
    assert_true(param(&plan.jobs[0], 1, "halflife") == 0.15);
    assert_int_equal(arrlen(plan.jobs[2].sequence.segments[0].profiles), 0);
    dbt_plan_release(&plan);
}

/* ---- sweeps ---- */

/* Sweeps of one document do not affect the next, even if its nodes have the same addresses. */
TEST(sweeps_end_with_their_document)
{
    static const char jobs[] = "'jobs': [{'out': '%d-{blend_time}.bvh', 'name': '%d-{blend_time}', "
                               "'cuts': [{'clip': 'a.bvh'}, {'clip': 'b.bvh'}]}]}\n";
    dbt_buffer text = { 0 };
    for (int i = 0; i < 12; i++) {
        dbt_buffer_text(&text, i % 2 ? "{'defaults': {'lenient': true, 'blend_time': 1}, "
                                     : "{'defaults': {'blend_time': [0.1, 0.2]}, ");
        dbt_buffer_format(&text, jobs, i, i);
    }
    dbt_buffer_add(&text, "", 1);
    dbt_plan plan = read_good(text.bytes);
    assert_int_equal(arrlen(plan.jobs), 6 * 2 + 6);
    dbt_plan_release(&plan);
    dbt_buffer_release(&text);
}

TEST(lists_sweep_in_the_order_of_the_text)
{
    dbt_plan plan =
        read_good("[{'name': '{method}-{blend_time}', 'out': 'o/{name}/{method}.bvh', 'method': "
                  "['dead-linear', 'inertialize-quintic'], 'blend_time': [0.1, 0.25, 0.5], 'cuts': "
                  "[{'clip': 'a.bvh'}, {'clip': 'b.bvh'}]}, {'name': 'last', 'out': 'last.bvh', "
                  "'cuts': [{'clip': 'a.bvh'}]}]");
    static const char *const expected[] = { "dead-linear-0.1",
                                            "dead-linear-0.25",
                                            "dead-linear-0.5",
                                            "inertialize-quintic-0.1",
                                            "inertialize-quintic-0.25",
                                            "inertialize-quintic-0.5",
                                            "last" };
    static const double times[] = { 0.1, 0.25, 0.5 };
    assert_int_equal(arrlen(plan.jobs), 7);
    for (int i = 0; i < 7; i++)
        assert_string_equal(plan.jobs[i].name, expected[i]);
    for (int i = 0; i < 6; i++) {
        char out[100];
        const char *m = i < 3 ? "dead-linear" : "inertialize-quintic";
        snprintf(out, sizeof out, "o/%s/%s.bvh", expected[i], m);
        assert_string_equal(plan.jobs[i].out, out);
        assert_string_equal(method(&plan.jobs[i], 1), m);
        assert_true(param(&plan.jobs[i], 1, "blend_time") == times[i % 3]);
    }
    dbt_plan_release(&plan);
}

TEST(sweeps_in_a_cut_and_in_defaults)
{
    dbt_plan plan = read_good("{'defaults': {'name': '{curve},{halflife}', 'out': '{name}', "
                              "'curve': ['linear', 'sinusoidal'], 'blend_time': [1, 2]}, 'jobs': "
                              "[{'method': 'dead-decay', 'blend_time': 3, 'cuts': [{'clip': "
                              "'a.bvh'}, {'clip': 'b.bvh', 'halflife': [0.1, 0.2]}]}]}");
    static const char *const names[] = { "linear,0.1", "linear,0.2", "sinusoidal,0.1",
                                         "sinusoidal,0.2" };
    assert_int_equal(arrlen(plan.jobs), 4); /* the job's blend_time overrides the list of two */
    for (int n = 0; n < 4; n++) {
        int found = 0;
        for (int i = 0; i < 4; i++)
            found += strcmp(plan.jobs[i].name, names[n]) == 0;
        assert_int_equal(found, 1);
        assert_true(param(&plan.jobs[n], 1, "blend_time") == 3.0);
    }
    dbt_plan_release(&plan);
}

TEST(swept_parameters_are_ignored_where_the_method_lacks_them)
{
    dbt_plan plan =
        read_good("[{'name': '{method},{halflife}', 'out': '{name}', 'method': "
                  "['dead-decay', 'crossfade'], 'halflife': [0.1, 0.3], 'limit_margin': "
                  "2, 'cuts': [{'clip': 'a.bvh'}, {'clip': 'b.bvh'}]}]");
    assert_int_equal(arrlen(plan.jobs), 3); /* of equal jobs only the first is kept */
    assert_true(param(&plan.jobs[1], 1, "halflife") == 0.3);
    assert_string_equal(plan.jobs[2].name, "crossfade,0.1");
    assert_true(param(&plan.jobs[2], 1, "halflife") == -1.0);
    dbt_plan_release(&plan);
}

/* Returns a hash seed with which two of the n names have equal hashes in a table. */
static uint64_t seed_of_collision(char (*names)[20], ptrdiff_t n)
{
    for (uint64_t seed = 1;; seed++) {
        dbt_table table = { .n = 0 };
        bool found = false;
        dbt_hash_seed(seed);
        for (ptrdiff_t i = 0; i < n && !found; i++) {
            const uint32_t hash = (uint32_t)dbt_hash(names[i], strlen(names[i]));
            size_t at = hash;
            found = dbt_table_next(&table, hash, &at) > 0;
            dbt_table_add(&table, hash, 1);
        }
        dbt_table_release(&table);
        if (found)
            return seed;
    }
}

/* Two of 2,500 different jobs have equal hashes in the table of jobs. */
TEST(jobs_of_a_sweep_with_one_hash_are_two)
{
    enum { N = 50 };
    dbt_buffer text = { 0 };
    dbt_buffer_text(&text, "[{'name': '{halflife},{blend_time}', 'out': '{name}', 'method': "
                           "'dead-decay', 'cuts': [{'clip': 'a.bvh'}, {'clip': 'b.bvh'}]");
    for (int k = 0; k < 2; k++) {
        dbt_buffer_format(&text, ", '%s': [", k ? "halflife" : "blend_time");
        for (int i = 0; i < N; i++)
            dbt_buffer_format(&text, "%s0.%d", i ? ", " : "", 100 + i);
        dbt_buffer_text(&text, "]");
    }
    dbt_buffer_add(&text, "}]", 3);
    dbt_plan plan = read_good(text.bytes);
    static char names[N * N][20];
    assert_int_equal(arrlen(plan.jobs), N * N);
    for (int i = 0; i < N * N; i++) {
        dbt_buffer signature = { 0 };
        dbt_job_signature(&plan.jobs[i], true, NULL, &signature);
        snprintf(names[i], sizeof names[i], "%016" PRIx64,
                 dbt_digest_of(signature.bytes, signature.size));
        dbt_buffer_release(&signature);
    }
    dbt_plan_release(&plan);
    dbt_hash_seed(seed_of_collision(names, N * N));
    plan = read_good(text.bytes);
    assert_int_equal(arrlen(plan.jobs), N * N);
    dbt_plan_release(&plan);
    dbt_buffer_release(&text);
    dbt_hash_seed(0);
}

TEST(placeholders_may_name_settings_that_are_not_swept)
{
    dbt_plan plan = read_good(
        "{'defaults': {'precision': 4, 'out': '{name}.bvh'}, 'jobs': [{'name': "
        "'{method}_{precision}_{unroll}', 'method': 'cut', 'unroll': true, 'cuts': [{'clip': "
        "'a.bvh'}, {'clip': 'b.bvh'}]}, {'name': '\\u007bmethod}', 'cuts': [{'clip': 'a.bvh'}]}]}");
    assert_string_equal(plan.jobs[0].name, "cut_4_true");
    assert_string_equal(plan.jobs[0].out, "cut_4_true.bvh");
    assert_string_equal(plan.jobs[1].name, "auto");
    dbt_plan_release(&plan);
}

/* ---- mistakes ---- */

/* Fails unless the plan has exactly this mistake. text: has a '^' before its position. said: part
 * of its message. Counts differences in *wrong. */
static void expect_mistake(const char *text, const char *path, const char *said, int *wrong)
{
    char stripped[4000];
    size_t line = 1, col = 1, n = 0;
    const char *mark = strchr(text, '^');
    assert_non_null(mark);
    for (const char *p = text; *p; p++) {
        if (p < mark) {
            col = *p == '\n' ? 1 : col + 1;
            line += *p == '\n';
        }
        if (p != mark)
            stripped[n++] = *p;
    }
    stripped[n] = '\0';
    dbt_plan plan;
    if (read_text(&plan, stripped, NULL, NULL)) {
        print_error("'%s' is taken\n", text);
        (*wrong)++;
    } else {
        const dbt_error *err = &plan.errors[0];
        if (plan.n_errors != 1 || err->line != line || err->col != col ||
            strcmp(err->path, path) != 0 || !strstr(err->msg, said) ||
            strcmp(err->file, "plan.json") != 0) {
            print_error(
                "'%s': %d mistakes, %zu:%zu, path '%s', '%s'; expected 1, %zu:%zu, '%s', '%s'\n",
                text, plan.n_errors, err->line, err->col, err->path, err->msg, line, col, path,
                said);
            (*wrong)++;
        }
    }
    dbt_plan_release(&plan);
}

/* A job with more keys, or whose second cut has more keys. `frames` maps the first word of a field
 * of mistakes.tsv to such a plan. */
#define JOB(more) "[{'out': 'o.bvh', 'cuts': [{'clip': 'a.bvh'}, {'clip': 'b.bvh'}],\n" more "}]"
#define CUT(more) "[{'out': 'o.bvh', 'cuts': [{'clip': 'a.bvh'},\n{'clip': 'b.bvh', " more "}]}]"

static const struct {
    const char *word, *plan;
} frames[] = {
    { "JOB ", JOB("%s") },
    { "CUT ", CUT("%s") },
    { "LAYER ", JOB("'layers': [{'joints': ['A'], 'clips': [{'clip': 'w', 'at': 0}], %s}]") },
    { "DEFAULTS ",
      "{'defaults': {%s},\n'jobs': [{'out': 'o.bvh', 'name': 'n', 'align': 'none', 'precision': 3, "
      "'until': 2, 'method': 'crossfade', 'unroll': true, 'cuts': [{'clip': 'a.bvh'}, {'clip': "
      "'b.bvh', "
      "'at': 1, 'skip': 'A'}]}]}" },
    { "", "%s" },
};

/* Returns the plan of a field of mistakes.tsv. Static text. */
static const char *whole_plan(char *field)
{
    static char plan[4000];
    size_t i = 0;
    for (char *p = strstr(field, "\\n"); p; p = strstr(p, "\\n")) {
        memmove(p + 1, p + 2, strlen(p + 1));
        *p = '\n';
    }
    while (strncmp(field, frames[i].word, strlen(frames[i].word)) != 0)
        i++;
    snprintf(plan, sizeof plan, frames[i].plan, field + strlen(frames[i].word));
    return plan;
}

TEST(mistakes)
{
    int wrong = 0, n = 0;
    char line[2000];
    FILE *file = fopen("testdata/plan/mistakes.tsv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (!*line || *line == '#')
            continue;
        char *said = strchr(line, '\t'), *text = said ? strchr(said + 1, '\t') : NULL;
        assert_non_null(text);
        *said++ = *text++ = '\0';
        expect_mistake(whole_plan(text), line, said, &wrong);
        n++;
    }
    fclose(file);
    expect_mistake("[{'out': '^\xff'}]", "", "UTF-8", &wrong);
    assert_int_equal(wrong, 0);
    assert_true(n > 100);
}

TEST(nesting_without_end_is_refused)
{
    enum { DEEP = 200000 };
    char *text = malloc(DEEP + 1);
    memset(text, '[', DEEP);
    text[DEEP] = '\0';
    dbt_plan plan;
    assert_false(read_text(&plan, text, NULL, NULL));
    assert_int_equal(plan.n_errors, 1);
    dbt_plan_release(&plan);
    for (size_t i = 0; i + 5 <= DEEP; i += 5)
        memcpy(text + i, "{'a':", 5);
    assert_false(read_text(&plan, text, NULL, NULL));
    assert_int_equal(plan.n_errors, 1);
    dbt_plan_release(&plan);
    free(text);
}

TEST(ten_mistakes_are_reported_in_the_order_of_the_text)
{
    char text[4000] = "[";
    for (int i = 0; i < 12; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "%s\n{'name': '%d', 'out': 'o%d', 'precision': -1, 'cuts': [{'clip': 'a'}]}",
                 i ? "," : "", i, i);
    strcat(text, "]");
    dbt_plan plan;
    assert_false(read_text(&plan, text, NULL, NULL));
    assert_int_equal(plan.n_errors, 10);
    for (int i = 0; i < 10; i++) {
        char path[40];
        snprintf(path, sizeof path, "[%d].precision", i);
        assert_int_equal(plan.errors[i].line, i + 2);
        assert_string_equal(plan.errors[i].path, path);
    }
    dbt_plan_release(&plan);
    /* several mistakes in one object */
    assert_false(read_text(&plan,
                           "[{'out': 'o', 'unroll': 1, 'presicion': 2, 'align': 3, 'cuts': "
                           "[{'clip': 'a'}, {'clip': 'b', 'at': 'x', 'blend_time': -1}]}]",
                           NULL, NULL));
    assert_int_equal(plan.n_errors, 5);
    dbt_plan_release(&plan);
}

TEST(mistakes_in_defaults_are_reported_once)
{
    char text[4000] =
        "{'defaults': {'precision': 99, 'blend_time': 'x', 'nix': 1, 'halflife': -1}, 'jobs': [";
    for (int i = 0; i < 8; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "%s{'name': '%d', 'out': 'o%d', 'method': 'dead-decay', 'cuts': [{'clip': 'a'}, "
                 "{'clip': 'b'}]}",
                 i ? "," : "", i, i);
    strcat(text, "]}");
    dbt_plan plan;
    assert_false(read_text(&plan, text, NULL, NULL));
    assert_int_equal(plan.n_errors, 4);
    dbt_plan_release(&plan);
    /* a parameter that the method beside it lacks is a mistake also in defaults */
    assert_false(
        read_text(&plan,
                  "{'defaults': {'method': 'crossfade', 'halflife': 0.1}, 'jobs': [{'out': "
                  "'o', 'cuts': [{'clip': 'a'}, {'clip': 'b'}]}]}",
                  NULL, NULL));
    assert_string_equal(plan.errors[0].path, "defaults.halflife");
    dbt_plan_release(&plan);
    /* so is a mistake in a job with sweeps */
    assert_false(read_text(&plan,
                           "[{'name': '{blend_time}', 'out': '{name}', 'blend_time': [1, 2, "
                           "3], 'precision': -1, 'cuts': [{'clip': 'a'}, {'clip': 'b'}]}]",
                           NULL, NULL));
    assert_int_equal(plan.n_errors, 1);
    dbt_plan_release(&plan);
}

/* ---- written out and read back ---- */

static const char *const odd_texts[] = { "a.bvh",
                                         "/b c.bvh",
                                         "x/'quoted'.bvh",
                                         "back\\slash",
                                         "tab\there",
                                         "\xc3\xa9\xe2\x82\xac",
                                         "\xf0\x9f\x98\x80",
                                         "line\nend",
                                         "[*?]'x'",
                                         "," };

static const char *random_text(uint64_t *state)
{
    return odd_texts[random_bits(state) % (sizeof odd_texts / sizeof *odd_texts)];
}

static double random_value(uint64_t *state)
{
    switch (random_bits(state) % 5) {
    case 0: return 0.0;
    case 1: return (double)(random_bits(state) % 10);
    case 2: return random_in(state, 0, 1) * 1e-9;
    case 3: return random_in(state, 0, 1) * 1e9;
    default: return random_in(state, 0, 10);
    }
}

static dbt_time random_time(uint64_t *state)
{
    dbt_time t = { .value = random_value(state), .from_end = random_bits(state) % 3 == 0 };
    if (random_bits(state) % 3 == 0) {
        t.unit = DBT_TIME_FRAMES;
        t.value = floor(t.value);
    }
    return t;
}

static dbt_tuning random_setting(uint64_t *state)
{
    dbt_tuning s = dbt_tuning_default(dbt_methods[random_bits(state) % (unsigned)dbt_n_methods]);
    for (int i = 0; i < s.method->n_params; i++) {
        const dbt_param *p = &s.method->params[i];
        if (random_bits(state) % 3 == 0)
            continue;
        if (p->type == DBT_PARAM_FILE)
            continue;
        if (p->type != DBT_PARAM_NUMBER)
            s.values[i] = (double)(random_bits(state) % ((unsigned)p->max + 1));
        else if (isinf(p->max))
            s.values[i] = random_bits(state) % 2 ? INFINITY : p->min + random_value(state);
        else
            s.values[i] = random_in(state, p->min, p->max);
    }
    const char *file = s.method->file;
    if (file)
        assert_true(dbt_tuning_set(&s, file, "/models/a 'b'.safetensors", NULL));
    if (!dbt_tuning_check(&s,
                          NULL)) /* for example, the minimum half-life must be below the maximum */
        s = dbt_tuning_default(s.method);
    return s;
}

static dbt_time random_length(uint64_t *state)
{
    dbt_time length = random_time(state);
    length.from_end = false;
    return length;
}

/* Returns 0 if the method cannot bridge a gap. */
static dbt_time random_gap(const dbt_method *method, uint64_t *state)
{
    dbt_time gap = random_length(state);
    gap.value += method->needs_gap;
    return method->extend_back && gap.value > 0.0 ? gap : (dbt_time){ .value = 0.0 };
}

/* Returns a choice that is usually not wanted. */
static dbt_time_choice random_choice(uint64_t *state)
{
    dbt_time_choice choice = { .wanted = random_bits(state) % 3 == 0, .range.high = DBT_TIME_END };
    if (random_bits(state) % 2)
        choice.range = (dbt_time_range){ random_time(state), random_time(state) };
    return choice;
}

static dbt_layer random_layer(uint64_t *state)
{
    dbt_layer layer = { .weight = random_in(state, 0, 1),
                        .positions = random_bits(state) % 2,
                        .has_until = random_bits(state) % 2,
                        .shape = (int)(random_bits(state) % 6) };
    if (layer.has_until)
        layer.until = random_time(state);
    if (dbt_layer_fades(&layer))
        layer.fade_out = random_length(state);
    for (uint64_t n = 1 + random_bits(state) % 3; n > 0; n--)
        arrput(layer.joints, random_text(state));
    layer.n_joints = (int)arrlen(layer.joints);
    for (uint64_t n = 1 + random_bits(state) % 3; n > 0; n--) {
        dbt_layer_clip clip = { .path = random_text(state),
                                .at = random_time(state),
                                .from = random_time(state) };
        if (dbt_layer_fades(&layer))
            clip.fade = random_length(state);
        arrput(layer.clips, clip);
        layer.n_clips = (int)arrlen(layer.clips);
    }
    return layer;
}

static dbt_job random_job(uint64_t *state)
{
    dbt_job job = { .name = random_text(state),
                    .out = random_text(state),
                    .precision = (int)(random_bits(state) % (DBT_MAX_DECIMALS + 1)),
                    .euler_filter = random_bits(state) % 2,
                    .has_window = random_bits(state) % 2,
                    .lenient = random_bits(state) % 2,
                    .scale = random_bits(state) % 2 ? random_in(state, 0.01, 100) : 1.0,
                    .mirror = random_bits(state) % 2,
                    .strict = random_bits(state) % 2,
                    .assume_fps = random_bits(state) % 2 ? random_in(state, 1, 1000) : 0.0,
                    .limits = random_bits(state) % 2 ? random_text(state) : NULL };
    if (job.has_window) {
        job.window = random_time(state);
        job.window.from_end = false; /* a duration */
    }
    job.sequence.align = random_bits(state) % 2;
    job.sequence.root = random_bits(state) % 2 ? random_text(state) : NULL;
    job.sequence.up = (int)(random_bits(state) % 3);
    job.sequence.past_end = (dbt_past_end)(random_bits(state) % 3);
    job.sequence.has_until = random_bits(state) % 2;
    if (job.sequence.has_until)
        job.sequence.until = random_time(state);
    job.sequence.interpolation = (dbt_interpolation)(random_bits(state) % 2);
    job.sequence.n_segments = (int)(1 + random_bits(state) % 4);
    dbt_sequence_spec *spec = &job.sequence;
    spec->segments = dbt_alloc_array((size_t)spec->n_segments, sizeof *spec->segments);
    for (int i = 0; i < job.sequence.n_segments; i++) {
        dbt_segment cut = { .at = DBT_TIME_END };
        do
            cut.path = random_text(state);
        while (strpbrk(cut.path, "*?[")); /* not a pattern of files */
        cut.tuning = dbt_tuning_default(dbt_methods[0]);
        if (i > 0) {
            cut.at = random_time(state);
            cut.from = random_time(state);
            cut.choose_at = random_choice(state);
            cut.choose_from = random_choice(state);
            cut.tuning = random_setting(state);
            cut.gap = random_gap(cut.tuning.method, state);
            const dbt_segment *before = &spec->segments[i - 1];
            if (i > 1 && cut.at.value <= before->at.value + before->gap.value)
                cut.at.from_end = true; /* a cut must be after the one before */
            for (uint64_t p = 0; p < random_bits(state) % 3; p++) {
                dbt_profile profile = { p ? "*" : random_text(state), random_in(state, 0, 3) };
                arrput(cut.profiles, profile);
                cut.n_profiles++;
            }
        }
        job.sequence.segments[i] = cut;
    }
    job.best_cuts.play = random_length(state);
    job.best_cuts.velocity_weight = random_in(state, 0, 1000);
    if (random_bits(state) % 2) {
        const dbt_profile weight = { random_text(state), random_in(state, 0, 1000) };
        arrput(job.best_cuts.weights, weight);
        job.best_cuts.n_weights = 1;
    }
    for (uint64_t l = random_bits(state) % 3; l > 0; l--) {
        arrput(spec->layers, random_layer(state));
        spec->n_layers = (int)arrlen(spec->layers);
    }
    return job;
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_time(dbt_time a, dbt_time b)
{
    return a.value == b.value && a.unit == b.unit && a.from_end == b.from_end;
}

static bool same_cut_time(dbt_time a, const dbt_time_choice *choice_a, dbt_time b,
                          const dbt_time_choice *choice_b)
{
    if (choice_a->wanted != choice_b->wanted)
        return false;
    return !choice_a->wanted ? same_time(a, b)
                             : same_time(choice_a->range.low, choice_b->range.low) &&
                                   same_time(choice_a->range.high, choice_b->range.high);
}

static bool same_cut(const dbt_segment *a, const dbt_segment *b)
{
    if (!same_text(a->path, b->path) ||
        !same_cut_time(a->at, &a->choose_at, b->at, &b->choose_at) ||
        !same_cut_time(a->from, &a->choose_from, b->from, &b->choose_from) ||
        !same_time(a->gap, b->gap) || a->tuning.method != b->tuning.method ||
        a->n_profiles != b->n_profiles)
        return false;
    for (int i = 0; i < a->tuning.method->n_params; i++)
        if (!(a->tuning.values[i] == b->tuning.values[i]) &&
            !(isnan(a->tuning.values[i]) && isnan(b->tuning.values[i]))) /* NAN: no file */
            return false;
    for (int i = 0; i < a->n_profiles; i++)
        if (!same_text(a->profiles[i].glob, b->profiles[i].glob) ||
            !(a->profiles[i].factor == b->profiles[i].factor))
            return false;
    return true;
}

static bool same_layer(const dbt_layer *a, const dbt_layer *b)
{
    if (a->n_joints != b->n_joints || a->n_clips != b->n_clips || !(a->weight == b->weight) ||
        a->positions != b->positions || a->has_until != b->has_until ||
        !same_time(a->until, b->until) || a->shape != b->shape ||
        !same_time(a->fade_out, b->fade_out))
        return false;
    for (int i = 0; i < a->n_joints; i++)
        if (!same_text(a->joints[i], b->joints[i]))
            return false;
    for (int i = 0; i < a->n_clips; i++)
        if (!same_text(a->clips[i].path, b->clips[i].path) ||
            !same_time(a->clips[i].at, b->clips[i].at) ||
            !same_time(a->clips[i].from, b->clips[i].from) ||
            !same_time(a->clips[i].fade, b->clips[i].fade))
            return false;
    return true;
}

static bool same_job(const dbt_job *a, const dbt_job *b)
{
    const dbt_sequence_spec *s = &a->sequence, *t = &b->sequence;
    bool same = same_text(a->name, b->name) && same_text(a->out, b->out) &&
                same_text(a->limits, b->limits) && a->precision == b->precision &&
                a->euler_filter == b->euler_filter && a->has_window == b->has_window &&
                a->lenient == b->lenient && a->strict == b->strict &&
                same_time(a->window, b->window) && a->assume_fps == b->assume_fps &&
                a->scale == b->scale && a->mirror == b->mirror && s->align == t->align &&
                same_text(s->root, t->root) && s->up == t->up && s->past_end == t->past_end &&
                s->has_until == t->has_until && same_time(s->until, t->until) &&
                s->interpolation == t->interpolation && s->n_segments == t->n_segments &&
                s->n_layers == t->n_layers && same_time(a->best_cuts.play, b->best_cuts.play) &&
                a->best_cuts.velocity_weight == b->best_cuts.velocity_weight &&
                a->best_cuts.n_weights == b->best_cuts.n_weights;
    if (same && a->best_cuts.n_weights > 0)
        same = same_text(a->best_cuts.weights->glob, b->best_cuts.weights->glob) &&
               a->best_cuts.weights->factor == b->best_cuts.weights->factor;
    for (int i = 0; same && i < s->n_segments; i++)
        same = same_cut(&s->segments[i], &t->segments[i]);
    for (int i = 0; same && i < s->n_layers; i++)
        same = same_layer(&s->layers[i], &t->layers[i]);
    return same;
}

TEST(a_job_written_out_reads_back_as_the_same)
{
    uint64_t state = 3;
    for (int i = 0; i < 2000; i++) {
        dbt_job job = random_job(&state);
        dbt_buffer line = { 0 }, again = { 0 };
        dbt_job_format(&job, &line);
        assert_int_equal(strcspn(line.bytes, "\n"), line.size - 1); /* one line */
        dbt_plan plan = read_good(line.bytes);
        assert_int_equal(arrlen(plan.jobs), 1);
        if (!same_job(&job, &plan.jobs[0]))
            fail_msg("another job is read from '%s'", line.bytes);
        dbt_job_format(&plan.jobs[0], &again);
        assert_string_equal(again.bytes, line.bytes);
        dbt_plan_release(&plan);
        dbt_buffer_release(&line);
        dbt_buffer_release(&again);
        dbt_job_release(&job);
    }
}

/* Braces in names of clips and folders are not placeholders. */
TEST(braces_in_paths_are_no_placeholders)
{
    dbt_plan plan =
        read_good_in("[{'out': 'o.bvh', 'cuts': [{'clip': 'a{1}.bvh'}]}]", "take{2}", NULL);
    assert_string_equal(plan.jobs[0].name, "a{1}");
    assert_string_equal(plan.jobs[0].out, "take{2}/o.bvh");
    dbt_buffer line = { 0 };
    dbt_job_format(&plan.jobs[0], &line);
    dbt_plan again = read_good(line.bytes);
    assert_true(same_job(&plan.jobs[0], &again.jobs[0]));
    dbt_plan_release(&again);
    dbt_plan_release(&plan);
    dbt_buffer_release(&line);
}

static void expect_round_trip(const char *text)
{
    dbt_plan plan = read_good(text);
    dbt_buffer line = { 0 };
    dbt_job_format(&plan.jobs[0], &line);
    dbt_plan again = read_good(line.bytes);
    assert_true(same_job(&plan.jobs[0], &again.jobs[0]));
    dbt_plan_release(&again);
    dbt_plan_release(&plan);
    dbt_buffer_release(&line);
}

/* Only the last factor of a pattern has an effect, and an object may have a key only once. */
TEST(a_pattern_that_is_skipped_twice_is_written_once)
{
    static const char text[] =
        CUT("'profile': {'A': 0.5, '*': 2, 'B': 1}, 'skip': ['C', 'A', 'C']");
    dbt_plan plan = read_good(text);
    const dbt_profile *p = plan.jobs[0].sequence.segments[1].profiles;
    static const char *const globs[] = { "*", "B", "A", "C" };
    static const double factors[] = { 2.0, 1.0, 0.0, 0.0 };
    assert_int_equal(arrlen(p), 4);
    for (int i = 0; i < 4; i++) {
        assert_string_equal(p[i].glob, globs[i]);
        assert_true(p[i].factor == factors[i]);
    }
    dbt_plan_release(&plan);
    expect_round_trip(text);
}

/* Returns format with its %s replaced by n bytes `filler`. The caller frees it. */
static char *text_with(const char *format, size_t n, char filler)
{
    char *long_text = malloc(n + 1), *text = malloc(strlen(format) + n + 1);
    memset(long_text, filler, n);
    long_text[n] = '\0';
    const char *at = strstr(format, "%s");
    sprintf(text, "%.*s%s%s", (int)(at - format), format, long_text, at + 2);
    free(long_text);
    return text;
}

/* A text within the limit is written and read again, although its braces are doubled. */
TEST(texts_have_a_maximum_length)
{
    static const struct {
        const char *format;
        size_t n; /* bytes of the longest allowed text */
        char filler;
        const char *said; /* the message for one byte more */
    } cases[] = {
        { CUT("'at': '%s'"), DBT_MAX_TEXT, '0', "a text of 16385 bytes" },
        { JOB("'root': '%s'"), DBT_MAX_TEXT, 'r', "a text of 16385 bytes" },
        { JOB("'limits': '%s'"), DBT_MAX_TEXT, 'r', "a text of 16385 bytes" },
        { JOB("'skip': ['%s']"), DBT_MAX_TEXT, '*', "a text of 16385 bytes" },
        { JOB("'profile': {'%s': 1}"), DBT_MAX_TEXT, '*', "a key of 16385 bytes" },
        { JOB("'name': '%s'"), DBT_MAX_TEXT, 'n', "a text of 16385 bytes" },
        { JOB("'root': '%s', 'name': '{root}{root}'"), DBT_MAX_TEXT / 2, 'n',
          "after its placeholders are filled in" },
        { JOB("'root': '%s', 'name': '{root}'"), DBT_MAX_TEXT / 2, '{',
          "after its placeholders are filled in" },
        { "[{'out': 'o', 'cuts': [{'clip': '%s'}]}]", DBT_MAX_TEXT, 'a', "a text of 16385 bytes" },
        { "[{'out': 'o', 'cuts': [{'clip': '%s'}]}]", DBT_MAX_TEXT / 2, '{',
          "the job needs the key 'name'" },
        { "[{'out': 'o', 'cuts': [{'clip': '%s'}, {'clip': 'b'}]}]", DBT_MAX_TEXT - 2, 'a',
          "the job needs the key 'name'" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *longest = text_with(cases[i].format, cases[i].n, cases[i].filler);
        char *more = text_with(cases[i].format, cases[i].n + 1, cases[i].filler);
        dbt_plan plan;
        expect_round_trip(longest);
        assert_false(read_text(&plan, more, NULL, NULL));
        assert_int_equal(plan.n_errors, 1);
        assert_non_null(strstr(plan.errors[0].msg, cases[i].said));
        assert_true(plan.errors[0].line > 0 && plan.errors[0].col > 0);
        dbt_plan_release(&plan);
        free(longest);
        free(more);
    }
}

/* The limit is for paths with the plan's folder before them. */
TEST(paths_are_limited_with_their_folder)
{
    static const char *const formats[] = {
        "[{'out': 'o', 'name': 'n', 'cuts': [{'clip': '%s'}]}]",
        "[{'out': '%s', 'name': 'n', 'cuts': [{'clip': 'c'}]}]",
        CUT("'method': 'dead-learned:model=%s'"),
        CUT("'method': 'dead-learned', 'model': '%s'"),
    };
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char *text = text_with(formats[i], DBT_MAX_TEXT - 100, 'x');
        dbt_plan plan = read_good_in(text, "folder", NULL);
        dbt_plan_release(&plan);
        free(text);
        text = text_with(formats[i], DBT_MAX_TEXT - 6, 'x');
        assert_false(read_text(&plan, text, "folder", NULL));
        assert_int_equal(plan.n_errors, 1);
        assert_non_null(strstr(plan.errors[0].msg, "bytes"));
        dbt_plan_release(&plan);
        free(text);
    }
}
