/* Runs every main path with its 1st, 2nd, 3rd ... allocation failing, until it
 * succeeds: each failure is DBT_E_MEMORY, outputs are empty, and nothing leaks (the
 * address sanitizer finds leaks at the end).
 *
 * If an allocation of an stb_ds list fails, the out-of-memory handler ends the process,
 * so nothing is released. Child processes find out which allocations are of these; the
 * failures of the others are repeated here. */
#include "biped.h"
#include "small_bridge.h"

#include "base/json.h"
#include "bvh/reshape.h"
#include "fit/fit.h"
#include "measure/choice.h"
#include "method/candidates.h"
#include "measure/metric_rows.h"
#include "motion/limits.h"
#include "base/mem.h"
#include "run/render.h"
#include "method/response.h"
#include "net/model.h"
#include "train/train_bridge.h"

#include "expect.h"

#include <cjson/cJSON.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_ALLOCATIONS = 3000 };

static const char skeleton[] =
    "HIERARCHY\n"
    "ROOT Reference\n{\n OFFSET 0 0 0\n"
    " CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    " JOINT Hips\n {\n  OFFSET 0 10 0\n"
    "  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    "  JOINT Left\n  {\n   OFFSET 1 0 0\n   CHANNELS 3 Zrotation Xrotation Yrotation\n"
    "   JOINT Knee\n   {\n    OFFSET 1 -4 0\n    CHANNELS 3 Zrotation Xrotation Yrotation\n"
    "    JOINT Foot\n    {\n     OFFSET 0 -4 1\n     CHANNELS 3 Zrotation Xrotation Yrotation\n"
    "     End Site\n     {\n      OFFSET 1 0 0\n     }\n    }\n   }\n  }\n"
    "  JOINT Right\n  {\n   OFFSET -1 0 0\n   CHANNELS 2 Zrotation Xrotation\n"
    "   End Site Tip\n   {\n    OFFSET -1 0 0\n   }\n  }\n"
    " }\n}\n";
enum { N_JOINTS = 6, N_CHANNELS = 23, N_FRAMES = 12 };

static const char odd_text[] =
    "HIERARCHY\nROOT A\n{\n OFFSET 0 0 0\n CHANNELS 2 Xposition Zrotation\n"
    " JOINT B\n {\n  OFFSET 0 1 0\n }\n JOINT B\n {\n  OFFSET 1 1 0\n }\n}\n"
    "MOTION\nFrames: 3\nFrameTime: .1\n1-2\n3\n4 5 6\n";

static const char limits_text[] =
    "{\"Left\": {\"ref\": [1, 0, 0, 0], \"min\": [-10, -10, -10], \"max\": [10, 10, 10]},\n"
    " \"Right\": {\"ref\": [0.6, 0.8, 0, 0], \"min\": [-1, -2, -3], \"max\": [1, 2, 3]}}\n";

/* ---- the clips, read before anything fails ---- */

enum { WALK, RUN, SLOW, STILL, N_CLIPS };
static char texts[N_CLIPS][8000];
static dbt_clip clips[N_CLIPS];
static dbt_buffer figure_texts[2];
static dbt_clip figures[2]; /* of two rigs */
static dbt_buffer bridge_file;
static dbt_model *bridge; /* of these clips */

/* The clip moves by its ROOT, or by the child of a ROOT that rests. */
static void write_text(char *text, double frame_time, bool still, double turn)
{
    char *p = text + sprintf(text, "%sMOTION\nFrames: %d\nFrame Time: %.4f\n", skeleton, N_FRAMES,
                             frame_time);
    for (int f = 0; f < N_FRAMES; f++) {
        const double x = f * turn;
        p += sprintf(p, "%.3f 0 %.3f 0 0 %.3f 0 10 %.3f %.3f 0 0 ", still ? 0.0 : x,
                     still ? 0.0 : 2.0 * x, still ? 0.0 : 5.0 * x, still ? x : 0.0, 3.0 * x);
        p += sprintf(p, "%.3f %.3f %.3f 0 %.3f 5 %.3f 0 0 %.3f %.3f\n", 10.0 * x, 20.0 - x, x * x,
                     3.0 * x, x, -4.0 * x, 7.0);
    }
}

static bool make_bridge(void)
{
    dbt_track track;
    dbt_body body;
    dbt_error err;
    if (!dbt_track_init(&track, &clips[WALK], &clips[WALK].skeleton, 0.05, DBT_INTERPOLATE_HERMITE,
                        &err))
        return false;
    if (dbt_body_init(&body, &track, 1, 1, NULL, 1, &err)) {
        if (small_bridge_write(&body, 1, 0.3, &bridge_file))
            bridge = dbt_model_read(bridge_file.bytes, bridge_file.size, "bridge", &err);
        dbt_body_release(&body);
    }
    dbt_track_release(&track);
    return bridge != NULL;
}

static int read_clips(void **state)
{
    (void)state;
    static const dbt_bvh_options options = { .lenient = false };
    static const char *const names[N_CLIPS] = { "walk", "run", "slow", "still" };
    write_text(texts[WALK], 0.05, false, 1.0);
    write_text(texts[RUN], 0.05, false, -2.5);
    write_text(texts[SLOW], 0.1, false, 1.5);
    write_text(texts[STILL], 0.05, true, 2.0);
    for (int i = 0; i < N_CLIPS; i++) {
        dbt_error err;
        if (!dbt_bvh_read(texts[i], strlen(texts[i]), names[i], &options, &clips[i], &err)) {
            fprintf(stderr, "%s:%zu:%zu: %s\n", names[i], err.line, err.col, err.msg);
            return -1;
        }
    }
    figure_texts[0] = biped_text(&(biped){ .n_frames = 3 });
    figure_texts[1] =
        biped_text(&(biped){ .names = biped_other_names, .size = 2.0, .n_frames = 3 });
    for (int i = 0; i < 2; i++)
        figures[i] = biped_read(&figure_texts[i], "figure");
    return make_bridge() ? 0 : -1;
}

static int release_clips(void **state)
{
    (void)state;
    dbt_model_free(bridge);
    dbt_buffer_release(&bridge_file);
    for (int i = 0; i < N_CLIPS; i++)
        dbt_clip_release(&clips[i]);
    for (int i = 0; i < 2; i++) {
        dbt_clip_release(&figures[i]);
        dbt_buffer_release(&figure_texts[i]);
    }
    return 0;
}

/* ---- the jobs ---- */

typedef struct job {
    const char *name;
    bool (*run)(const struct job *job, dbt_error *err);
    const char *tuning; /* of a blend */
    int clips[3];
    const char *limits;
    bool profiles, plant;
    dbt_extrapolation extrapolation;
} job;

static bool swallow(void *context, const char *bytes, size_t n)
{
    (void)bytes;
    *(size_t *)context += n;
    return true;
}

static bool read_text(const char *text, bool lenient, dbt_error *err)
{
    static const dbt_clip zeroed;
    const dbt_bvh_options options = { .lenient = lenient };
    dbt_clip clip;
    memset(&clip, 0xa5, sizeof clip);
    if (dbt_bvh_read(text, strlen(text), "read.bvh", &options, &clip, err)) {
        dbt_clip_release(&clip);
        return true;
    }
    assert_memory_equal(&clip, &zeroed, sizeof zeroed);
    return false;
}

static bool read_plain(const job *j, dbt_error *err)
{
    (void)j;
    return read_text(texts[WALK], false, err);
}

static bool read_odd(const job *j, dbt_error *err)
{
    (void)j;
    return read_text(odd_text, false, err);
}

static bool read_lenient(const job *j, dbt_error *err)
{
    (void)j;
    return read_text(odd_text, true, err);
}

static bool blend(const job *j, dbt_error *err)
{
    static dbt_profile profiles[] = { { "L*", 0.5 }, { "Right", 0.0 } };
    dbt_segment segments[3];
    for (int i = 0; i < 3; i++) {
        segments[i] = (dbt_segment){ .clip = &clips[j->clips[i]], .at = { .value = 0.15 * i } };
        if (!dbt_tuning_parse(&segments[i].tuning, j->tuning, err))
            return false;
        if (segments[i].tuning.method->needs_gap)
            segments[i].gap.value = 0.1;
        if (segments[i].tuning.method->file)
            segments[i].tuning.model = bridge;
        segments[i].profiles = profiles;
        segments[i].n_profiles = j->profiles ? 2 : 0;
    }
    dbt_limits_file limits = { 0 };
    if (j->limits && !dbt_limits_read(&limits, j->limits, strlen(j->limits), "limits.json", err))
        return false;
    const dbt_sequence_spec spec = {
        .segments = segments,
        .n_segments = 3,
        .up = 1,
        .past_end = DBT_PAST_END_LOOP,
        .extrapolation = j->extrapolation,
        .limits = j->limits ? &limits : NULL,
        .plant = j->plant,
        .plant_time = { .value = 0.1 },
        .plant_hold = { .value = 0.1 },
        .contact = { .height = 100.0, .speed = 1000.0 },
    };
    dbt_sequence *sequence = dbt_sequence_new(&spec, err);
    if (!sequence) {
        dbt_limits_release(&limits);
        return false;
    }
    size_t written = 0;
    dbt_metrics *metrics = NULL;
    dbt_method_choice choice = { .smooth = 1.5 };
    const dbt_sink sink = { swallow, &written };
    const dbt_render_options options = { .decimals = 6, .sink = &sink, .metrics = &metrics };
    const dbt_source source = dbt_sequence_source(sequence);
    dbt_tuning *candidates = NULL;
    bool ok = dbt_candidates_read(&candidates, "crossfade,inertialize-two-sided:before=0.1", err);
    choice.list = candidates;
    ok = ok && dbt_choose_methods(sequence, &choice, 6, NULL, err) &&
         dbt_render(&source, &options, err);
    if (!ok)
        assert_null(metrics);
    dbt_metric_rows rows = { .wants_csv = true, .wants_cuts = true };
    if (ok) {
        assert_true(written > sizeof skeleton);
        dbt_metric_rows_header(&rows.csv);
        for (int cut = 1; ok && cut <= 2; cut++)
            ok = dbt_metric_rows_add(
                &rows, metrics,
                &(dbt_cut_labels){ .sequence = "a, \"b\"",
                                   .cut = cut,
                                   .method = j->tuning,
                                   .tuning = &sequence->timeline.clips[cut].tuning,
                                   .source = "a.bvh",
                                   .target = "b.bvh" },
                err);
    }
    dbt_metric_rows_release(&rows);
    dbt_limits_release(&limits);
    dbt_metrics_free(metrics);
    dbt_sequence_free(sequence);
    arrfree(candidates);
    return ok;
}

static bool learn_limits(const job *j, dbt_error *err)
{
    dbt_track tracks[2];
    dbt_chain chain;
    int n = 0;
    bool ok = true;
    for (; ok && n < 2; n += ok)
        ok = dbt_track_init(&tracks[n], &clips[j->clips[n]], &clips[j->clips[0]].skeleton, 0.05,
                            DBT_INTERPOLATE_HERMITE, err);
    if (ok && (ok = dbt_chain_init(&chain, tracks, n, NULL, err))) {
        dbt_joint_limits limits[N_JOINTS];
        dbt_buffer text = { 0 };
        ok = dbt_limits_learn(tracks, n, &chain, limits, err);
        if (ok) {
            dbt_limits_format(tracks[0].skeleton, limits, &text);
            ok = dbt_buffer_check(&text, err);
        }
        dbt_buffer_release(&text);
    }
    for (int i = 0; i < n; i++)
        dbt_track_release(&tracks[i]);
    return ok;
}

static bool plot_response(const job *j, dbt_error *err)
{
    dbt_tuning tuning;
    dbt_response_point points[11];
    return dbt_tuning_parse(&tuning, j->tuning, err) &&
           dbt_response(&tuning, 1.0, -5.0, 10, points, err) > 0;
}

static bool read_model(const job *j, dbt_error *err)
{
    (void)j;
    dbt_model *model = dbt_model_read(bridge_file.bytes, bridge_file.size, "bridge", err);
    dbt_model_free(model);
    return model != NULL;
}

static bool go_on(void *context, const dbt_train_progress *progress)
{
    (void)context;
    (void)progress;
    return true;
}

/* Two iterations on clips at 30 frames a second, one of them held out. */
static bool train_poses(dbt_track *tracks, dbt_error *err)
{
    const dbt_train_options options = {
        .n_hidden = 3,
        .n_layers = 2,
        .batch = 2,
        .descent = { .n_iterations = 2, .learning_rate = 1e-3, .n_threads = 1, .progress = go_on }
    };
    dbt_pose_clips poses;
    dbt_trained trained;
    if (!dbt_pose_clips_init(&poses, tracks, 2, 1, NULL, 1, err))
        return false;
    const bool ok = dbt_train_bridge(&poses, &options, &trained, err);
    if (ok)
        dbt_trained_release(&trained);
    else
        assert_null(trained.weights);
    dbt_body_release(&poses.body);
    return ok;
}

static bool train_bridge(const job *j, dbt_error *err)
{
    dbt_track tracks[2];
    int n = 0;
    bool ok = true;
    for (; ok && n < 2; n += ok)
        ok = dbt_track_init(&tracks[n], &clips[j->clips[n]], &clips[j->clips[0]].skeleton,
                            1.0 / 30.0, DBT_INTERPOLATE_HERMITE, err);
    ok = ok && train_poses(tracks, err);
    for (int i = 0; i < n; i++)
        dbt_track_release(&tracks[i]);
    return ok;
}

static bool read_json(const job *j, dbt_error *err)
{
    (void)j;
    dbt_json_doc doc;
    if (!dbt_json_read(&doc, limits_text, strlen(limits_text), "limits.json", err))
        return false;
    dbt_json_release(&doc);
    return true;
}

static bool read_rows(const job *j, dbt_error *err)
{
    (void)j;
    static const char zeros[] = "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,,,\n";
    char csv[400];
    snprintf(csv, sizeof csv, "s,1,,0,Hips,%ss,1,,0,*,%ss,2,,1,*,%s", zeros, zeros, zeros);
    dbt_metric_rows rows = { .wants_csv = true, .wants_cuts = true };
    if (!dbt_metric_rows_read(&rows, csv, 2, err)) {
        assert_null(rows.csv.bytes);
        assert_null(rows.cuts);
        return false;
    }
    dbt_metric_rows_release(&rows);
    return true;
}

static bool reshape(const job *j, dbt_error *err)
{
    static const char names[] = "{\"*\": \"rig:*\", \"Right\": \"Rechts\"}";
    static const char *const drops[] = { "*Left" };
    dbt_clip clip;
    dbt_renames renames = { 0 };
    bool matched[1];
    if (!dbt_bvh_read(texts[j->clips[0]], strlen(texts[j->clips[0]]), "walk.bvh", NULL, &clip, err))
        return false;
    const bool ok =
        dbt_renames_read(&renames, names, strlen(names), "names.json", err) &&
        dbt_clip_reshape(&clip, &(dbt_reshape){ &renames, drops, 1, 2.0 }, matched, err);
    dbt_renames_release(&renames);
    dbt_clip_release(&clip);
    return ok;
}

/* ---- failing ---- */

/* A figure is fitted to another with other names and bones, then mirrored while it leans. */
static bool fit(const job *j, dbt_error *err)
{
    (void)j;
    dbt_clip fitted;
    dbt_fit_summary summary;
    dbt_fit_rig *rig = dbt_fit_rig_new(&figures[0], err);
    const bool is_fitted = rig && dbt_fit_clip(&figures[1], rig, &fitted, &summary, err);
    if (is_fitted)
        fitted.skeleton.joints[1].offset.x += 5.0;
    const bool ok = is_fitted && dbt_fit_mirror(&fitted, err);
    if (rig && !is_fitted)
        assert_null(fitted.values);
    if (is_fitted)
        dbt_clip_release(&fitted);
    dbt_fit_rig_free(rig);
    return ok;
}

typedef enum outcome { DONE, FAILED_CLEANLY, ENDED_BY_LIST, BROKEN } outcome;

static outcome run_failing(const job *j, size_t n)
{
    dbt_error err = { .code = DBT_OK };
    dbt_fail_allocation(n);
    const bool ok = j->run(j, &err);
    dbt_fail_allocation(0);
    if (ok)
        return err.code == DBT_OK ? DONE : BROKEN;
    return err.code == DBT_E_MEMORY && err.msg[0] ? FAILED_CLEANLY : BROKEN;
}

static int outcomes_out; /* a child writes a byte for each allocation */

static void put_outcome(outcome o)
{
    const unsigned char byte = (unsigned char)o;
    if (write(outcomes_out, &byte, 1) != 1)
        _exit(1);
}

static void end_child(void)
{
    put_outcome(ENDED_BY_LIST);
    _exit(0);
}

/* What becomes of the allocations from the first on, each failing in turn in one child, up to one
 * that ends it. A process for each would take most of the time. How many these are. */
static size_t probe(const job *j, size_t first, unsigned char *outcomes)
{
    int ends[2], status;
    fflush(NULL);
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        outcomes_out = ends[1];
        dbt_set_out_of_memory_handler(end_child);
        outcome last = FAILED_CLEANLY;
        for (size_t n = first; n < MAX_ALLOCATIONS && last == FAILED_CLEANLY; n++)
            put_outcome(last = run_failing(j, n));
        _exit(0);
    }
    close(ends[1]);
    size_t n = 0;
    for (ssize_t got; (got = read(ends[0], outcomes + n, MAX_ALLOCATIONS - n)) > 0;)
        n += (size_t)got;
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (n == 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        outcomes[n++] = BROKEN;
    return n;
}

static void fail_each_allocation(const job *j)
{
    static unsigned char outcomes[2 * MAX_ALLOCATIONS];
    size_t n = 1, failed = 0, n_probed = 0;
    for (; n < MAX_ALLOCATIONS; n++) {
        if (n > n_probed)
            n_probed += probe(j, n, outcomes + n);
        if (outcomes[n] == ENDED_BY_LIST)
            continue;
        if (outcomes[n] != DONE && outcomes[n] != FAILED_CLEANLY)
            fail_msg("%s: allocation %zu failed and was not reported as DBT_E_MEMORY", j->name, n);
        assert_int_equal(run_failing(j, n), outcomes[n]);
        if (outcomes[n] == DONE)
            break;
        failed++;
    }
    if (n == MAX_ALLOCATIONS)
        fail_msg("%s: no success with %zu allocations", j->name, n);
    if (failed == 0)
        fail_msg("%s: allocates nothing, which this test is about", j->name);
}

static void reading(void **state)
{
    (void)state;
    fail_each_allocation(&(job){ .name = "read", .run = read_plain });
    fail_each_allocation(&(job){ .name = "read odd text", .run = read_odd });
    fail_each_allocation(&(job){ .name = "read leniently", .run = read_lenient });
}

static void every_method(void **state)
{
    (void)state;
    for (int i = 0; i < dbt_n_methods; i++)
        if (!dbt_methods[i]->file)
            fail_each_allocation(&(job){ .name = dbt_methods[i]->name,
                                         .run = blend,
                                         .tuning = dbt_methods[i]->name,
                                         .clips = { WALK, RUN, WALK } });
    fail_each_allocation(
        &(job){ .name = "auto", .run = blend, .tuning = "auto", .clips = { WALK, RUN, WALK } });
}

static void resampling_and_alignment(void **state)
{
    (void)state;
    fail_each_allocation(&(job){
        .name = "resampled", .run = blend, .tuning = "dead-decay", .clips = { WALK, SLOW, RUN } });
    fail_each_allocation(&(job){ .name = "other carriers",
                                 .run = blend,
                                 .tuning = "crossfade",
                                 .clips = { STILL, RUN, STILL } });
    fail_each_allocation(&(job){ .name = "planted feet",
                                 .run = blend,
                                 .tuning = "crossfade:align=foot",
                                 .clips = { WALK, RUN, WALK },
                                 .plant = true });
    fail_each_allocation(&(job){ .name = "planted feet before the cut",
                                 .run = blend,
                                 .tuning = "dead-two-sided:before=0.05,blend_time=0.05",
                                 .clips = { WALK, RUN, STILL },
                                 .plant = true });
    fail_each_allocation(&(job){ .name = "profiles",
                                 .run = blend,
                                 .tuning = "cached-pose",
                                 .clips = { WALK, RUN, WALK },
                                 .profiles = true });
    fail_each_allocation(&(job){ .name = "extrapolation",
                                 .run = blend,
                                 .tuning = "dead-linear",
                                 .clips = { WALK, RUN, WALK },
                                 .extrapolation = DBT_EXTRAPOLATE_SOURCE });
    fail_each_allocation(&(job){ .name = "extrapolation back",
                                 .run = blend,
                                 .tuning = "dead-two-sided",
                                 .clips = { WALK, RUN, WALK },
                                 .extrapolation = DBT_EXTRAPOLATE_TARGET });
}

static void limits(void **state)
{
    (void)state;
    fail_each_allocation(&(job){ .name = "limits read",
                                 .run = blend,
                                 .tuning = "dead-clamp",
                                 .clips = { WALK, RUN, WALK },
                                 .limits = limits_text });
    fail_each_allocation(&(job){ .name = "limits for bounce",
                                 .run = blend,
                                 .tuning = "dead-bounce",
                                 .clips = { WALK, SLOW, WALK },
                                 .limits = limits_text });
    fail_each_allocation(
        &(job){ .name = "limits learned", .run = learn_limits, .clips = { WALK, SLOW } });
    fail_each_allocation(&(job){ .name = "reshape", .run = reshape, .clips = { WALK } });
}

static void responses(void **state)
{
    (void)state;
    for (int i = 0; i < dbt_n_methods; i++) {
        const job j = { .name = dbt_methods[i]->name,
                        .run = plot_response,
                        .tuning = dbt_methods[i]->name };
        if (!dbt_methods[i]->duration) /* a jump has no transition to keep */
            assert_int_equal(run_failing(&j, 1), DONE);
        else if (!dbt_methods[i]->file)
            fail_each_allocation(&j);
    }
}

static void bridges(void **state)
{
    (void)state;
    fail_each_allocation(&(job){ .name = "bridge model read", .run = read_model });
    fail_each_allocation(&(job){ .name = "bridge-learned",
                                 .run = blend,
                                 .tuning = "bridge-learned:model=bridge",
                                 .clips = { WALK, RUN, WALK } });
    fail_each_allocation(
        &(job){ .name = "bridge trained", .run = train_bridge, .clips = { SLOW, SLOW } });
}

static void other_rigs(void **state)
{
    (void)state;
    fail_each_allocation(&(job){ .name = "fit", .run = fit });
}

static void texts_as_trees_and_rows(void **state)
{
    (void)state;
    fail_each_allocation(&(job){ .name = "JSON", .run = read_json });
    fail_each_allocation(&(job){ .name = "metric rows", .run = read_rows });
}

/* In dbtool cJSON uses malloc; here its allocations must fail in turn, too. */
static void *allocate(size_t size)
{
    return dbt_alloc_array(1, size);
}

int main(void)
{
    cJSON_InitHooks(&(cJSON_Hooks){ .malloc_fn = allocate, .free_fn = dbt_free });
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading),
        cmocka_unit_test(every_method),
        cmocka_unit_test(resampling_and_alignment),
        cmocka_unit_test(limits),
        cmocka_unit_test(responses),
        cmocka_unit_test(bridges),
        cmocka_unit_test(other_rigs),
        cmocka_unit_test(texts_as_trees_and_rows),
    };
    return cmocka_run_group_tests(tests, read_clips, release_clips);
}
