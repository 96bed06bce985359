/* Sequences from end to end. The input is a plan, a line "====", a clip, a line "====" and another
 * clip, which the plan calls a and b. The first jobs are run. Their output can be read back and has
 * the right number of frames; all values and metrics are finite. Methods that need a model get one
 * briefly trained on the clips. */
#include "fuzz.h"

#include "small_bridge.h"
#include "net/model.h"
#include "train/model_write.h"
#include "train/train.h"
#include "base/mem.h"
#include "base/number.h"
#include "job/plan.h"
#include "measure/metric_rows.h"
#include "run/render.h"

enum { MAX_JOBS = 4, MAX_FRAMES = 400, MAX_VALUES = 20000, N_CLIPS = 2 };

/* Beyond these, squares and third differences may overflow a double. */
#define LARGEST_VALUE     1e30
#define SHORTEST_INTERVAL 1e-5

static bool add_bytes(void *context, const char *bytes, size_t n)
{
    dbt_buffer_add(context, bytes, n);
    return true;
}

/* A job and its clips. */
typedef struct making {
    dbt_job *job;
    dbt_clip clips[N_CLIPS];
    dbt_model *steps, *bridge; /* of dead-learned and bridge-learned */
    bool moderate;             /* values are so small that metrics cannot overflow */
} making;

static const dbt_clip *find_clip(const making *m, const char *name)
{
    return &m->clips[strcmp(name, "b") == 0];
}

static bool go_on(void *context, const dbt_train_progress *progress)
{
    (void)context;
    (void)progress;
    return true;
}

static dbt_model *train(const dbt_body_clips *clips)
{
    dbt_trained trained;
    dbt_error err;
    dbt_buffer file = { 0 };
    dbt_model *model = NULL;
    const dbt_train_options options = {
        .n_hidden = 3,
        .n_layers = 1,
        .window = 3.0 * clips->body.frame_time,
        .batch = 2,
        .descent = { .n_iterations = 2, .learning_rate = 0.003, .n_threads = 1, .progress = go_on }
    };
    const dbt_model_source source = { .body = &clips->body,
                                      .window = options.window,
                                      .n_clips = clips->body.n_clips,
                                      .f32 = true,
                                      .version = "fuzz" };
    if (!dbt_train(clips, &options, &trained, &err))
        return NULL;
    dbt_model_write(&file, &source, &trained);
    dbt_trained_release(&trained);
    model = dbt_model_read(file.bytes, file.size, "trained", &err);
    dbt_buffer_release(&file);
    return model;
}

/* Returns a model of bridge-learned with random weights, or NULL. */
static dbt_model *make_bridge(const dbt_body *body)
{
    dbt_buffer file = { 0 };
    dbt_error err;
    dbt_model *model = NULL;
    if (small_bridge_write(body, 5, 0.5, &file))
        model = dbt_model_read(file.bytes, file.size, "made", &err);
    dbt_buffer_release(&file);
    return model;
}

static void write_models(making *m)
{
    dbt_track tracks[N_CLIPS];
    dbt_body_clips clips;
    dbt_error err;
    int n = 0;
    while (n < N_CLIPS && dbt_track_init(&tracks[n], &m->clips[n], &m->clips[0].skeleton,
                                         m->clips[0].frame_time, DBT_INTERPOLATE_HERMITE, &err))
        n++;
    if (n > 0 && dbt_body_clips_init(&clips, tracks, n, n, NULL, m->job->sequence.up, &err)) {
        m->steps = train(&clips);
        m->bridge = make_bridge(&clips.body);
        dbt_body_release(&clips.body);
    }
    while (n > 0)
        dbt_track_release(&tracks[--n]);
}

static void write_segments(making *m)
{
    dbt_sequence_spec *spec = &m->job->sequence;
    for (int i = 0; i < spec->n_segments; i++) {
        dbt_segment *segment = &spec->segments[i];
        segment->clip = find_clip(m, segment->path);
        if (i > 0 && segment->tuning.method->file) {
            if (!m->steps && !m->bridge)
                write_models(m);
            segment->tuning.model = segment->tuning.method->needs_gap ? m->bridge : m->steps;
        }
    }
}

static void write_layers(making *m)
{
    dbt_sequence_spec *spec = &m->job->sequence;
    for (int i = 0; i < spec->n_layers; i++)
        for (int c = 0; c < spec->layers[i].n_clips; c++)
            spec->layers[i].clips[c].clip = find_clip(m, spec->layers[i].clips[c].path);
}

static bool is_moderate(const dbt_clip *clip)
{
    const size_t n = clip->n_frames * (size_t)clip->skeleton.n_channels;
    bool moderate = clip->frame_time >= SHORTEST_INTERVAL;
    for (size_t i = 0; i < n; i++)
        moderate = moderate && fabs(clip->values[i]) < LARGEST_VALUE;
    for (int j = 0; j < clip->skeleton.n_joints; j++) {
        const dbt_vec3 offset = clip->skeleton.joints[j].offset;
        moderate = moderate && fabs(offset.x) < LARGEST_VALUE && fabs(offset.y) < LARGEST_VALUE &&
                   fabs(offset.z) < LARGEST_VALUE;
    }
    return moderate;
}

static void check_figures(const making *m, const dbt_metrics *metrics, int n_cuts, int n_joints)
{
    dbt_metric_rows rows = { .wants_csv = true };
    for (int cut = 1; cut <= n_cuts; cut++) {
        const dbt_cut_labels labels = { .sequence = "fuzz", .cut = cut, .method = "fuzz" };
        dbt_metric_rows_add(&rows, metrics, &labels);
        for (int j = 0; j <= n_joints; j++) {
            const double *row = dbt_metrics_row(metrics, cut, j);
            for (int i = 0; i < DBT_N_METRICS; i++) { /* NAN: no value */
                if (m->moderate && isinf(row[i]))
                    fprintf(stderr, "%s of joint %d\n", dbt_metric_infos[i].name, j);
                FUZZ_CHECK(!m->moderate || !isinf(row[i]));
                FUZZ_CHECK(!(row[i] < 0.0));
                FUZZ_CHECK(dbt_metric_infos[i].needs_clips || !m->moderate || !isnan(row[i]));
            }
        }
    }
    FUZZ_CHECK(!memchr(rows.csv.bytes ? rows.csv.bytes : "", '\0', rows.csv.size));
    dbt_metric_rows_release(&rows);
}

static void check_output(const dbt_buffer *out, const dbt_clip *first, size_t n_frames)
{
    dbt_clip again;
    dbt_error err;
    const bool ok = dbt_bvh_read(out->bytes, out->size, "again", NULL, &again, &err);
    if (!ok)
        fprintf(stderr, "%zu:%zu: %s\n", err.line, err.col, err.msg);
    FUZZ_CHECK(ok && again.n_frames == n_frames && again.frame_time == first->frame_time);
    FUZZ_CHECK(dbt_skeleton_same_layout(&again.skeleton, &first->skeleton));
    const size_t n = n_frames * (size_t)again.skeleton.n_channels;
    for (size_t i = 0; i < n; i++)
        FUZZ_CHECK(isfinite(again.values[i]));
    dbt_clip_release(&again);
}

static void render(const making *m, dbt_sequence *sequence)
{
    dbt_buffer out = { 0 };
    dbt_metrics *metrics = NULL;
    dbt_error err;
    const dbt_clip *first = &sequence->timeline.grid;
    const dbt_sink sink = { add_bytes, &out };
    const dbt_render_options options = { .decimals = m->job->precision,
                                         .euler_filter = m->job->euler_filter,
                                         .window = m->job->has_window ? &m->job->window : NULL,
                                         .sink = &sink,
                                         .metrics = &metrics };
    const dbt_source source = dbt_sequence_source(sequence);
    if (dbt_render(&source, &options, &err)) {
        check_output(&out, first, sequence->timeline.n_frames);
        check_figures(m, metrics, sequence->timeline.n_clips - 1, first->skeleton.n_joints);
        dbt_metrics_free(metrics);
    } else {
        FUZZ_CHECK(err.code == DBT_E_ALIGN || err.code == DBT_E_PARAM ||
                   (err.code == DBT_E_NUMBER && !m->moderate));
    }
    dbt_buffer_release(&out);
}

static bool is_small(const dbt_sequence *sequence)
{
    const size_t n = sequence->timeline.n_frames;
    return n <= MAX_FRAMES && n * (size_t)sequence->timeline.skeleton->n_joints <= MAX_VALUES;
}

static void make(making *m, dbt_extrapolation extrapolation)
{
    dbt_sequence_spec spec = m->job->sequence;
    dbt_error err;
    spec.measures = !m->job->strict; /* strict has no other effect here */
    spec.extrapolation = extrapolation;
    dbt_sequence *sequence = dbt_sequence_new(&spec, &err);
    if (sequence && is_small(sequence))
        render(m, sequence);
    FUZZ_CHECK(sequence || (err.code != DBT_OK && err.code != DBT_E_MEMORY));
    dbt_sequence_free(sequence);
}

static void run_job(dbt_job *job, const char *const *texts, const size_t *sizes)
{
    making m = { .job = job, .moderate = true };
    const dbt_bvh_options options = { .assume_fps = job->assume_fps, .lenient = job->lenient };
    bool ok = true;
    for (int i = 0; i < N_CLIPS; i++) {
        ok = dbt_bvh_read(texts[i], sizes[i], i ? "b" : "a", &options, &m.clips[i], NULL) && ok;
        ok = ok && m.clips[i].n_frames <= MAX_FRAMES;
        m.moderate = m.moderate && ok && is_moderate(&m.clips[i]);
    }
    if (ok) {
        write_segments(&m);
        write_layers(&m);
        make(&m, DBT_EXTRAPOLATE_NONE);
        make(&m, DBT_EXTRAPOLATE_SOURCE);
        make(&m, DBT_EXTRAPOLATE_TARGET);
    }
    for (int i = 0; i < N_CLIPS; i++)
        dbt_clip_release(&m.clips[i]);
    dbt_model_free(m.steps);
    dbt_model_free(m.bridge);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *texts[N_CLIPS];
    size_t at = 0, sizes[N_CLIPS];
    const size_t n_plan = fuzz_section(text, size, &at);
    dbt_plan plan;
    for (int i = 0; i < N_CLIPS; i++) {
        texts[i] = text + at;
        sizes[i] = fuzz_section(text, size, &at);
    }
    if (dbt_plan_read(&plan, text, n_plan, "plan", &(dbt_plan_options){ .single_out = "out.bvh" }))
        for (ptrdiff_t i = 0; i < arrlen(plan.jobs) && i < MAX_JOBS; i++)
            run_job(&plan.jobs[i], texts, sizes);
    dbt_plan_release(&plan);
    return 0;
}

/* ---- plans at random ---- */

static const char *choose(uint64_t *random, const char *const *from)
{
    size_t n = 0;
    while (from[n])
        n++;
    return from[fuzz_below(random, n)];
}

static void add_param(dbt_buffer *out, const dbt_param *param, uint64_t *random)
{
    const double span = isinf(param->max) ? 1000.0 : param->max - param->min;
    const size_t how = fuzz_below(random, 6);
    dbt_buffer_format(out, ",\"%s\":", param->name);
    if (param->type == DBT_PARAM_FILE)
        dbt_buffer_text(out, "\"model\"");
    else if (param->type == DBT_PARAM_CHOICE)
        dbt_buffer_format(out, "\"%s\"", choose(random, param->choices));
    else if (param->type == DBT_PARAM_BOOL)
        dbt_buffer_text(out, how % 2 ? "true" : "false");
    else if (how == 0)
        dbt_buffer_number(out, param->min, 17);
    else if (how == 1 && !isinf(param->max))
        dbt_buffer_number(out, param->max, 17);
    else if (how < 4)
        dbt_buffer_number(out, param->def < 1e9 ? param->def : span, 17);
    else
        dbt_buffer_number(out, param->min + span * (double)fuzz_below(random, 1001) / 1000.0, 6);
}

static void add_cut(dbt_buffer *out, uint64_t *random)
{
    static const char *const times[] = { "0",      "\"1f\"",  "\"2f\"",     "\"3f\"",
                                         "\"7f\"", "\"end\"", "\"end-1f\"", "\"end-2f\"",
                                         "0.1",    "1",       NULL },
                             *const globs[] = { "*", "a", "[b-c]", "b", NULL },
                             *const factors[] = { "0", "0.5", "1", "3", "1000", NULL };
    const dbt_method *method = dbt_methods[fuzz_below(random, (size_t)dbt_n_methods)];
    dbt_buffer_format(out, ",{\"clip\":\"%s\",\"at\":%s,\"from\":%s,\"method\":\"%s\"",
                      fuzz_below(random, 3) ? "b" : "a", choose(random, times),
                      fuzz_below(random, 2) ? "0" : choose(random, times), method->name);
    if (method->needs_gap || (method->extend_back && fuzz_below(random, 2)))
        dbt_buffer_format(out, ",\"gap\":\"%zuf\"", 1 + fuzz_below(random, 3));
    for (int i = 0; i < method->n_params; i++)
        if (method->params[i].type == DBT_PARAM_FILE)
            dbt_buffer_format(out, ",\"%s\":\"m\"", method->params[i].name);
        else if (fuzz_below(random, 2))
            add_param(out, &method->params[i], random);
    if (fuzz_below(random, 4) == 0)
        dbt_buffer_format(out, ",\"profile\":{\"%s\":%s}", choose(random, globs),
                          choose(random, factors));
    dbt_buffer_text(out, "}");
}

static void add_layer(dbt_buffer *out, uint64_t *random)
{
    static const char *const shapes[] = { "smoothstep", "linear", "triangle", "sqrt-triangle",
                                          NULL };
    const size_t weight = fuzz_below(random, 11);
    dbt_buffer_format(out, ",\"layers\":[{\"joints\":[\"%s\"],\"weight\":%zu.%zu,\"positions\":%s",
                      fuzz_below(random, 2) ? "*" : "b", weight / 10, weight % 10,
                      fuzz_below(random, 2) ? "true" : "false");
    dbt_buffer_format(out, ",\"shape\":\"%s\",\"clips\":[{\"clip\":\"%s\",\"at\":\"%zuf\"}]}]",
                      choose(random, shapes), fuzz_below(random, 2) ? "a" : "b",
                      fuzz_below(random, 4));
}

static void make_plan(dbt_buffer *out, uint64_t *random)
{
    static const char *const past_ends[] = { "error", "hold", "loop", NULL }, *const spec[] = {
        ",\"unroll\":true",
        ",\"window\":0.3",
        ",\"window\":\"5f\"",
        ",\"assume_fps\":30",
        ",\"lenient\":true",
        ",\"strict\":true",
        ",\"root\":\"hips\"",
        ",\"precision\":0",
        ",\"precision\":15",
        ",\"until\":\"20f\"",
        ",\"until\":\"end-1f\"",
        ",\"feet\":[\"*\"]",
        ",\"interpolate\":\"linear\"",
        ",\"contact_height\":1,\"contact_speed\":1",
        NULL
    };
    dbt_buffer_format(out, "{\"name\":\"n\",\"out\":\"o\",\"align\":\"%s\",\"up\":\"%c\"",
                      fuzz_below(random, 4) ? "root" : "none", 'x' + (int)fuzz_below(random, 3));
    dbt_buffer_format(out, ",\"past_end\":\"%s\"", choose(random, past_ends));
    if (fuzz_below(random, 2))
        dbt_buffer_text(out, choose(random, spec));
    dbt_buffer_text(out, ",\"cuts\":[{\"clip\":\"a\"}");
    for (size_t n = 1 + fuzz_below(random, 3); n > 0; n--)
        add_cut(out, random);
    dbt_buffer_text(out, "]");
    if (fuzz_below(random, 4) == 0)
        add_layer(out, random);
    dbt_buffer_text(out, "}\n");
}

static size_t mutate_clips(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    static const char words[] =
        "JOINT b\n{\nOFFSET 1 2 3\nCHANNELS 3 Zrotation Xrotation Yrotation\n}\n|End Site|"
        "JOINT c {OFFSET 0 1 0 CHANNELS 1 Xposition End Site{OFFSET 1 1 1}}\n|{|}|"
        "CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation\n|Xposition|"
        "Yposition|Zposition|Xrotation|Yrotation|Zrotation|Frames: 2\n|Frame Time: 0.1\n|"
        "Frame Time: 0.033333\n|Frame Time: 1000\n|0 0 0 0 0 0\n|1 2 3|90 0 0|180 180 180|====\n";
    return fuzz_mutate(data, size, max_size, seed, words);
}

/* Replaces the plan with a random one, or mutates the clips. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    uint64_t random = seed;
    size_t at = 0;
    const size_t n_plan = fuzz_section((const char *)data, size, &at);
    if (fuzz_below(&random, 2) && max_size > n_plan && at > n_plan) {
        const size_t n = mutate_clips(data + at, size - at, max_size - at, seed);
        return at + n;
    }
    dbt_buffer plan = { 0 };
    fuzz_text t = { (char *)data, size, max_size, random };
    make_plan(&plan, &random);
    fuzz_splice(&t, 0, n_plan, plan.bytes, plan.size);
    dbt_buffer_release(&plan);
    return t.size;
}
