/* dbtool train: trains a network for dead-learned or, with --bridge, for bridge-learned. */
#include "base/mem.h"
#include "base/pattern.h"
#include "base/text.h"
#include "base/threads.h"
#include "base/version.h"
#include "cli/job_args.h"
#include "cli/outputs.h"
#include "host/end_signals.h"
#include "host/progress.h"
#include "motion/align.h"
#include "run/clip_up.h"
#include "train/model_write.h"
#include "train/train.h"
#include "train/train_bridge.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct train_args {
    cli_job_args job; /* its files are the clips; those of --holdout last */
    dbt_clip_cache *cache;
    dbt_clips clips;
    const char **holdout;     /* stb_ds list of patterns */
    const char *output, *log; /* log: NULL without --log */
    int n_hidden, n_layers, n_iterations, batch, seed;
    double learning_rate;
    dbt_time window; /* seconds, after `prepare` */
    bool bridge, f32, has_window;
    int n_train;       /* files to learn from; the files after them are held out */
    dbt_track *tracks; /* [n_tracks]: n_train files, n_mirrored mirror images, files held out */
    int n_tracks, n_mirrored;
    dbt_error not_mirrored; /* why there are no mirror images; DBT_OK: none are missing */
    double frame_time;      /* seconds, of the tracks */
} train_args;

static const cli_option train_options[] = {
    { 'o', "output", "FILE", "write the model here, as safetensors",
      CLI_OUTPUT(train_args, output) },
    { 0, "bridge", NULL, "train a model that fills gaps, for bridge-learned",
      CLI_FLAG(train_args, bridge) },
    { 0, "hidden", "N", "units in each hidden layer (128; --bridge: 256)",
      CLI_WHOLE(train_args, n_hidden, 1, DBT_MAX_HIDDEN) },
    { 0, "layers", "N", "hidden layers (2; --bridge: 3)",
      CLI_WHOLE(train_args, n_layers, 1, DBT_MAX_LAYERS - 1) },
    { 0, "window", "TIME", "length of each extrapolation in training (1 s)",
      CLI_LENGTH(train_args, window), CLI_GIVEN(train_args, has_window),
      .more = "Not with --bridge." },
    { 0, "iterations", "N", "batches to learn from (10000; --bridge: 20000)",
      CLI_WHOLE(train_args, n_iterations, 1, 1000000000) },
    { 0, "batch", "N", "extrapolations or, with --bridge, gaps in a batch (64; --bridge: 48)",
      CLI_WHOLE(train_args, batch, 1, 65536) },
    { 0, "learning-rate", "X", "peak AdamW learning rate (0.003; --bridge: 0.002)",
      CLI_NUMBER(train_args, learning_rate, 1e-9, 10) },
    { 0, "seed", "N", "seed of all random numbers (1)", CLI_WHOLE(train_args, seed, 0, INT_MAX) },
    { 0, "holdout", "GLOB",
      "do not learn from clips whose file name matches; measure the error on them",
      CLI_TEXTS(train_args, holdout),
      .more = "May be repeated. The weights with the least error are written; without --holdout "
              "the last ones. The error is the mean distance of joints at the end of the window "
              "or, with --bridge, in gaps." },
    { 'j', "jobs", "N", "threads (one per processor)",
      CLI_WHOLE(train_args, job.n_threads, 1, DBT_MAX_THREADS) },
    { 0, "f32", NULL, "store weights in 32 bits instead of 16", CLI_FLAG(train_args, f32) },
    { 0, "log", "FILE", "write a CSV of the loss and of the error of --holdout",
      CLI_OUTPUT(train_args, log),
      .more = "The columns are iteration, loss, holdout_u and seconds." },
    CLI_SETTING_HELP("root", "the joint that moves the character through the world (found)"),
    CLI_SETTING("up"),
    { 0 },
};

/* Sets the numbers of hidden units, layers and iterations, the batch and the learning rate to their
 * defaults, which depend on --bridge, where they are 0: not given. Then limits job.n_threads to the
 * batch. */
static void set_defaults(train_args *t)
{
    t->n_hidden = t->n_hidden > 0 ? t->n_hidden : t->bridge ? 256 : 128;
    t->n_layers = t->n_layers > 0 ? t->n_layers : t->bridge ? 3 : 2;
    if (t->n_iterations == 0)
        t->n_iterations = t->bridge ? 20000 : 10000;
    t->batch = t->batch > 0 ? t->batch : t->bridge ? 48 : 64;
    t->job.n_threads = t->job.n_threads < t->batch ? t->job.n_threads : t->batch;
    if (!(t->learning_rate > 0.0))
        t->learning_rate = t->bridge ? 2e-3 : 3e-3;
}

/* Fails with DBT_E_PARAM if clips or -o are missing, or for --window with --bridge. */
static bool check_arguments(const train_args *t, dbt_error *err)
{
    if (arrlen(t->job.files) == 0)
        return dbt_fail(err, DBT_E_PARAM, "expected one or more clips (see 'dbtool train -h')");
    if (!t->output)
        return dbt_fail(err, DBT_E_PARAM, "expected -o MODEL to write");
    return !(t->bridge && t->has_window) ||
           dbt_fail(err, DBT_E_PARAM, "--bridge has no window: expected no --window");
}

/* ---- clips ---- */

/* Stable partition of t->job.files: moves those whose file name, without folder, matches a pattern
 * of --holdout after the others. Returns the number of others. */
static int sort_files(train_args *t)
{
    const char **held = NULL;
    int n = 0;
    for (ptrdiff_t i = 0; i < arrlen(t->job.files); i++) {
        bool is_held_out = false;
        for (ptrdiff_t k = 0; k < arrlen(t->holdout); k++)
            is_held_out =
                is_held_out || dbt_pattern_matches(t->holdout[k], dbt_file_name(t->job.files[i]));
        if (is_held_out)
            arrput(held, t->job.files[i]);
        else
            t->job.files[n++] = t->job.files[i];
    }
    for (ptrdiff_t i = 0; i < arrlen(held); i++)
        t->job.files[n + i] = held[i];
    arrfree(held);
    return n;
}

/* Warns, on standard error, if bones of a track differ from the first track's, and as
 * dbt_clips_warn_of_up. Fails as dbt_track_check_bones if bones differ too much. With --strict
 * fails with DBT_E_STRICT instead of a warning. chain: of all clips. */
static bool check_bones(const train_args *t, const dbt_chain *chain, dbt_error *err)
{
    dbt_warnings warnings = { 0 };
    dbt_clips_warn_of_up(&t->clips, &t->job.job, &warnings);
    bool ok = true;
    for (int i = 1; ok && i < t->n_tracks; i++)
        ok = dbt_track_check_bones(&t->tracks[i], &t->tracks[0], chain->motion_root, chain->reach,
                                   &warnings, err);
    return ok && dbt_report_warnings(&warnings, t->job.verbosity, err);
}

/* Steps per second of dead-learned's network. With 120, a window has too many steps and training
 * diverges. */
static const double steps_per_second = 30.0;

/* Returns the frame time of the tracks, seconds. With --bridge: 1/30, or the clip's if that is
 * about equal. Else the whole multiple of the clip's frame time nearest to 1 / steps_per_second. */
static double track_time(const train_args *t, const dbt_clip *first)
{
    const double clip_time = first->frame_time;
    if (t->bridge)
        return dbt_same_rate(clip_time, 1.0 / 30.0) ? clip_time : 1.0 / 30.0;
    return clip_time * fmax(1.0, round(1.0 / (steps_per_second * clip_time)));
}

/* Appends to t->tracks the track of a clip, on the first clip's skeleton and at t->frame_time,
 * which the first call sets. The array has room for it. Borrows `clip`. Fails as dbt_track_init and
 * then appends nothing. clip: may be NULL, when reading failed and err is set: only returns false.
 */
static bool add_track(train_args *t, const dbt_clip *clip, dbt_error *err)
{
    if (!clip)
        return false;
    const dbt_clip *first = t->n_tracks > 0 ? t->tracks[0].clip : clip;
    if (t->n_tracks == 0)
        t->frame_time = track_time(t, first);
    if (!dbt_track_init(&t->tracks[t->n_tracks], clip, &first->skeleton, t->frame_time,
                        DBT_INTERPOLATE_HERMITE, err))
        return false;
    t->n_tracks++;
    return true;
}

/* Fails with DBT_E_SKELETON if the offset of a joint of `mirrored` differs from that of the same
 * joint of `original` by more than 1 % of its length: the rig has no mirror image. Both have the
 * same joints in the same order. */
static bool has_bones_of(const dbt_skeleton *mirrored, const dbt_skeleton *original, dbt_error *err)
{
    for (int j = 0; j < original->n_joints; j++) {
        const dbt_vec3 bone = original->joints[j].offset;
        const dbt_vec3 off = dbt_vec3_sub(mirrored->joints[j].offset, bone);
        if (dbt_vec3_length(off) > 0.01 * dbt_vec3_length(bone))
            return dbt_fail(err, DBT_E_SKELETON, "the bone of '%.80s' has no counterpart",
                            original->joints[j].name);
    }
    return true;
}

/* Reads the first n clips again, mirrored, and appends their tracks. The tracks must be those of
 * these n clips. Sets n_mirrored to the number appended: n, or 0 after any failure, when
 * not_mirrored has the error. Then returns true all the same if the error is DBT_E_SKELETON,
 * because the rig cannot be mirrored. Fails as dbt_clips_load and dbt_track_init with any other
 * error. */
static bool add_mirrored(train_args *t, int n, dbt_error *err)
{
    dbt_error *why = &t->not_mirrored;
    bool ok = true;
    for (int i = 0; ok && i < n; i++) {
        dbt_reading reading = dbt_reading_among(&t->job.job, t->job.files, (size_t)i);
        reading.changes.mirror = !reading.changes.mirror;
        const dbt_clip *clip = dbt_clips_load(&t->clips, t->job.files[i], &reading, why);
        ok = clip && has_bones_of(&clip->skeleton, &t->tracks[i].clip->skeleton, why) &&
             add_track(t, clip, why);
    }
    while (!ok && t->n_tracks > n)
        dbt_track_release(&t->tracks[--t->n_tracks]);
    t->n_mirrored = t->n_tracks - n;
    if (!ok && why->code != DBT_E_SKELETON && err)
        *err = *why;
    return ok || why->code == DBT_E_SKELETON;
}

/* Reads all clips into t->clips and t->tracks, prints their glitches, and checks that joints, bones
 * and up axes agree. With --bridge inserts the mirror images after the clips to learn from. Sets
 * the job's up axis if the clips decide it. n_train: already set. Fails if a clip cannot be read or
 * does not suit the first one, with the code of the check. release frees clips and tracks, also
 * after a failure. */
static bool load(train_args *t, dbt_error *err)
{
    t->tracks = dbt_alloc_array(2 * (size_t)arrlen(t->job.files), sizeof *t->tracks);
    if (!cli_check_no_clip_values(&t->job, err))
        return false;
    t->clips = cli_clips_of(&t->job, t->cache, t->job.files);
    for (size_t i = 0; i < t->clips.n; i++) {
        if (!add_track(t, dbt_clips_load_file(&t->clips, i, err), err))
            return false;
        if (t->bridge && t->n_tracks == t->n_train && !add_mirrored(t, t->n_train, err))
            return false;
    }
    dbt_clips_print_glitches(&t->clips);
    dbt_chain chain;
    return dbt_clips_check_joints(&t->clips, err) &&
           dbt_clips_settle_up(&t->clips, &t->job.job, err) &&
           dbt_chain_init(&chain, t->tracks, t->n_tracks, t->job.job.sequence.root, err) &&
           check_bones(t, &chain, err);
}

/* ---- training ---- */

/* Progress of training, and the text of --log. */
typedef struct train_log {
    dbt_progress progress;
    dbt_buffer log;
    double holdout, best; /* errors held out: last and lowest, units; NAN: none */
    long best_at, done;   /* iterations: of the lowest error; done */
    bool is_forecast_due; /* false: it is printed, or never will be: with -q or on a terminal */
} train_log;

/* After 5 iterations and a second, prints an estimate of the training time on standard error if it
 * is over 10 s, and clears is_forecast_due. If that is already false, does nothing. */
static void forecast(train_log *r, const dbt_train_progress *p)
{
    static const double long_time = 10.0; /* seconds */
    const double seconds = dbt_progress_seconds(&r->progress);
    const double all = seconds * (double)p->n_iterations / (double)p->iteration;
    if (!r->is_forecast_due || p->iteration < 5 || seconds < 1.0)
        return;
    r->is_forecast_due = false;
    if (all > long_time)
        dbt_print_linef("training: about %.0f s", all);
}

/* Callback of the training: records an iteration in the train_log `context`. Appends a row to the
 * log's text if p->measured. Updates the progress line, and prints the forecast when it is due.
 * Returns whether to train on: false after a signal to stop. */
static bool report(void *context, const dbt_train_progress *p)
{
    train_log *r = context;
    char text[120], held_out[60] = "";
    r->done = p->iteration;
    if (!isnan(p->holdout))
        r->holdout = p->holdout;
    if (p->best) {
        r->best = p->holdout;
        r->best_at = p->iteration;
    }
    if (p->measured) {
        dbt_buffer_format(&r->log, "%ld,%.6g,", p->iteration, p->loss);
        if (isfinite(p->holdout))
            dbt_buffer_number(&r->log, p->holdout, 6);
        dbt_buffer_format(&r->log, ",%.6g\n", dbt_progress_seconds(&r->progress));
    }
    if (!isnan(r->holdout))
        snprintf(held_out, sizeof held_out, ", held out %.4g units", r->holdout);
    snprintf(text, sizeof text, ", loss %.4g%s", p->loss, held_out);
    dbt_progress_describe(&r->progress, (size_t)p->iteration, (size_t)p->n_iterations, text);
    forecast(r, p);
    return dbt_stop_signal() == 0;
}

/* Returns the duration of the first n tracks together, seconds. */
static double seconds_of(const train_args *t, int n)
{
    double seconds = 0.0;
    for (int i = 0; i < n; i++)
        seconds += (double)(t->tracks[i].n_frames - 1) * t->frame_time;
    return seconds;
}

/* The clips in the form that the network needs; one member is used. */
typedef struct training_set {
    dbt_body_clips clips; /* without --bridge */
    dbt_pose_clips poses; /* with --bridge */
} training_set;

static const dbt_body *body_of(const train_args *t, const training_set *set)
{
    return t->bridge ? &set->poses.body : &set->clips.body;
}

enum { OUTPUT_MODEL, OUTPUT_LOG, N_OUTPUTS };

/* Appends the trained model, as safetensors, to `out`, and checks it by reading it again. Fails as
 * dbt_model_read and dbt_model_fits. The caller releases `out`, also on failure. */
static bool make_model(const train_args *t, const training_set *set, const dbt_trained *trained,
                       dbt_buffer *out, dbt_error *err)
{
    const dbt_model_source source = { .body = body_of(t, set),
                                      .window = t->window.value,
                                      .n_clips = t->n_train,
                                      .seconds = seconds_of(t, t->n_train),
                                      .f32 = t->f32,
                                      .version = DBT_VERSION };
    dbt_model_write(out, &source, trained);
    dbt_model *model = dbt_model_read(out->bytes, out->size, t->output, err);
    const bool ok = model && dbt_model_fits(model, source.body->skeleton, NULL, err);
    dbt_model_free(model);
    return ok;
}

/* Prints one line on standard error: the model's joints, the clips learned from, the time of the
 * training and whether a signal stopped it, and the number of threads. If clips were not mirrored,
 * adds why; if the error on clips held out was measured, adds the lowest. */
static void print_summary(const train_args *t, const training_set *set, const train_log *r)
{
    const dbt_body *body = body_of(t, set);
    const int n_train = t->n_train;
    dbt_buffer line = { 0 };
    dbt_buffer_format(
        &line, "%s: %d turning joints, from %d clip%s, %.4g s of motion, in %.3g s%s (%d thread%s)",
        t->output, body->n_rotating, n_train, n_train == 1 ? "" : "s", seconds_of(t, n_train),
        dbt_progress_seconds(&r->progress), dbt_stop_signal() ? ", interrupted" : "",
        t->job.n_threads, t->job.n_threads == 1 ? "" : "s");
    if (t->not_mirrored.code != DBT_OK)
        dbt_buffer_format(&line, "; not mirrored: %s", t->not_mirrored.msg);
    if (!isnan(r->best))
        dbt_buffer_format(&line, "; error held out %s: %.4g units (iteration %ld)",
                          t->bridge ? "in gaps" : "after the window", r->best, r->best_at);
    dbt_print_line(&line);
}

/* Fails with DBT_E_SKELETON if a joint's name is not UTF-8, because a model has it in JSON. */
static bool check_names(const dbt_clip *clip, dbt_error *err)
{
    for (int j = 0; j < clip->skeleton.n_joints; j++) {
        const char *name = clip->skeleton.joints[j].name;
        if (!dbt_is_utf8(name, strlen(name)))
            return dbt_fail_at(err, DBT_E_SKELETON, clip->file, 0, 0,
                               "joint '%.80s': its name is not UTF-8, expected so in a model",
                               name);
    }
    return true;
}

/* Reads the clips and checks inputs and outputs[N_OUTPUTS], which stay closed, before training.
 * Converts t->window from frames of the first clip to seconds. Sets *set, which must be zeroed and
 * which the caller releases also on failure. Fails with DBT_E_PARAM if the window is shorter than a
 * step (not with --bridge), or as load, cli_outputs_check, check_names and dbt_body_init. */
static bool prepare(train_args *t, training_set *set, const cli_output *outputs, dbt_error *err)
{
    const char *root = t->job.job.sequence.root;
    if (!load(t, err) || !cli_outputs_check(outputs, N_OUTPUTS, err) ||
        !check_names(t->tracks[0].clip, err))
        return false;
    if (t->window.unit == DBT_TIME_FRAMES)
        t->window = (dbt_time){ .value = t->window.value * t->tracks[0].clip->frame_time };
    if (!t->bridge && !(t->window.value > (1.0 - 1e-4) * t->frame_time))
        return dbt_fail(err, DBT_E_PARAM, "--window of %.6g s, expected at least a step, %.6g s",
                        t->window.value, t->frame_time);
    const int up = t->job.job.sequence.up; /* load may have set it */
    const int n = t->n_train + t->n_mirrored;
    return t->bridge ? dbt_pose_clips_init(&set->poses, t->tracks, t->n_tracks, n, root, up, err)
                     : dbt_body_clips_init(&set->clips, t->tracks, t->n_tracks, n, root, up, err);
}

/* Trains on the set, and sets *trained; release it with dbt_trained_release after success. Records
 * each iteration in *r, and ends its progress line. A signal to stop ends the training early, which
 * is no failure. Fails as dbt_train and dbt_train_bridge; there is nothing to release then. */
static bool learn(const train_args *t, const training_set *set, train_log *r, dbt_trained *trained,
                  dbt_error *err)
{
    const dbt_descent_options descent = { .n_iterations = t->n_iterations,
                                          .learning_rate = t->learning_rate,
                                          .n_threads = t->job.n_threads,
                                          .progress = report,
                                          .context = r };
    const dbt_train_options options = { .n_hidden = t->n_hidden,
                                        .n_layers = t->n_layers,
                                        .window = t->window.value,
                                        .batch = t->batch,
                                        .seed = (uint64_t)t->seed,
                                        .descent = descent };
    DBT_STOP_GENTLY("stopping after this iteration", t->job.verbosity);
    const bool ok = t->bridge ? dbt_train_bridge(&set->poses, &options, trained, err)
                              : dbt_train(&set->clips, &options, trained, err);
    dbt_stop_as_before();
    dbt_progress_end(&r->progress);
    return ok;
}

/* Trains the network, writes model and log, renames both to their final names, and prints the
 * summary unless quiet; all of it also if a signal stopped the training. Fails as learn,
 * make_model, cli_outputs_complete and cli_outputs_commit. outputs: [N_OUTPUTS], open, except that
 * of a log without --log; the caller frees them. */
static bool learn_and_write(const train_args *t, const training_set *set, const cli_output *outputs,
                            dbt_error *err)
{
    train_log r = { .progress = dbt_progress_begin("training", t->job.verbosity),
                    .holdout = NAN,
                    .best = NAN };
    r.is_forecast_due = !t->job.verbosity.quiet && !r.progress.terminal;
    dbt_buffer model = { 0 };
    dbt_trained trained;
    dbt_buffer_text(&r.log, "iteration,loss,holdout_u,seconds\n");
    bool ok = learn(t, set, &r, &trained, err);
    if (ok) {
        ok = make_model(t, set, &trained, &model, err);
        dbt_trained_release(&trained);
    }
    if (ok)
        dbt_output_add(outputs[OUTPUT_MODEL].output, model.bytes, model.size);
    if (ok && outputs[OUTPUT_LOG].output)
        dbt_output_add(outputs[OUTPUT_LOG].output, r.log.bytes, r.log.size);
    ok = ok && cli_outputs_complete(outputs, N_OUTPUTS, err) &&
         cli_outputs_commit(outputs, N_OUTPUTS, err);
    if (ok && !t->job.verbosity.quiet)
        print_summary(t, set, &r);
    dbt_buffer_release(&model);
    dbt_buffer_release(&r.log);
    return ok;
}

/* Sorts the files, sets n_train, reads the clips, trains, and writes the outputs. Fails with
 * DBT_E_PARAM if --holdout matches no clip, or all. Fails as prepare, cli_outputs_open and
 * learn_and_write. Clips and tracks remain in `t`. */
static bool train(train_args *t, dbt_error *err)
{
    training_set set = { 0 };
    t->n_train = sort_files(t);
    cli_output outputs[N_OUTPUTS] = { { .path = t->output }, { .path = t->log } };
    if (t->n_train == 0)
        return dbt_fail(err, DBT_E_PARAM, "--holdout leaves no clip to learn from");
    if (arrlen(t->holdout) > 0 && t->n_train == arrlen(t->job.files))
        return dbt_fail(err, DBT_E_PARAM, "no clip's file name matches --holdout '%.80s'",
                        t->holdout[0]);
    const bool ok = prepare(t, &set, outputs, err) &&
                    cli_outputs_open(outputs, N_OUTPUTS, false, err) &&
                    learn_and_write(t, &set, outputs, err);
    cli_outputs_free(outputs, N_OUTPUTS);
    dbt_body_release(&set.clips.body);
    dbt_body_release(&set.poses.body);
    return ok;
}

static void begin(void *args)
{
    train_args *t = args;
    t->seed = 1;
    t->window.value = 1.0;
}

/* Runs the command. Returns CLI_DONE also if a signal stopped the training: the model is written.
 * Returns CLI_FAILED with err if an argument is missing, or train fails. */
static int run_train(void *args, dbt_error *err)
{
    train_args *t = args;
    if (!check_arguments(t, err))
        return CLI_FAILED;
    set_defaults(t);
    t->cache = dbt_clip_cache_new(SIZE_MAX, DBT_POP_GLITCH, t->job.verbosity);
    return cli_status(train(t, err));
}

/* Frees tracks, clips, cache and the list `holdout`: all of the train_args except `job`. */
static void release(void *args)
{
    train_args *t = args;
    for (int i = 0; i < t->n_tracks; i++)
        dbt_track_release(&t->tracks[i]);
    dbt_free(t->tracks);
    dbt_clips_release(&t->clips);
    dbt_clip_cache_free(t->cache);
    arrfree(t->holdout);
}

const cli_command cli_command_train = {
    .name = "train",
    .summary = "train the network of dead-learned or bridge-learned on clips",
    .usage = "CLIP.bvh ... -o MODEL.safetensors [OPTIONS]",
    .options =
        (const cli_option *const[]){ train_options, cli_read_options, cli_common_options, NULL },
    .example = "dbtool train clips/*.bvh -o walk.safetensors --holdout '*_007.bvh'",
    CLI_ARGUMENTS(train_args),
    .begin = begin,
    .run = run_train,
    .release = release,
};
