/* dbtool train: a network that goes on as the clips do, for dead-learned; and how good one
 * is. */
#include "cli/blas.h"
#include "cli/clips.h"
#include "cli/models.h"
#include "cli/progress.h"

#include "core/learn/evaluate.h"
#include "core/learn/train.h"
#include "core/mem.h"
#include "core/number.h"
#include "core/threads.h"
#include "dbtool.h"

#include <fnmatch.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static const cli_option train_options[] = {
    { CLI_OPT_OUTPUT, 'o', "output", "FILE", "the model (safetensors)" },
    { CLI_OPT_HIDDEN, 0, "hidden", "N", "units in each hidden layer (128)" },
    { CLI_OPT_LAYERS, 0, "layers", "N", "hidden layers (2)" },
    { CLI_OPT_WINDOW, 0, "window", "TIME", "how long it goes on in training (1 s)" },
    { CLI_OPT_ITERATIONS, 0, "iterations", "N", "batches to learn from (10000)" },
    { CLI_OPT_BATCH, 0, "batch", "N", "starts in a batch (64)" },
    { CLI_OPT_LEARNING_RATE, 0, "learning-rate", "X", "of AdamW, at its highest (0.003)" },
    { CLI_OPT_SEED, 0, "seed", "N", "of all chance (1)" },
    { CLI_OPT_HOLDOUT, 0, "holdout", "GLOB",
      "clips whose file name matches are not learned from, but measured" },
    { CLI_OPT_JOBS, 'j', "jobs", "N", "threads (all processors)" },
    { CLI_OPT_F32, 0, "f32", NULL, "weights of 32 bits, not 16" },
    { CLI_OPT_LOG, 0, "log", "FILE", "CSV of the loss and the error held out" },
    { CLI_OPT_EVALUATE, 0, "evaluate", "MODEL",
      "train nothing: how far from the clips MODEL comes, beside methods that need none" },
    { CLI_OPT_FORMAT, 0, "format", "text|json", "of --evaluate (text)" },
    { CLI_OPT_ROOT, 0, "root", "JOINT", "the joint that carries the figure (found)" },
    { CLI_OPT_UP, 0, "up", "x|y|z", "the axis that points up (y)" },
    { 0 },
};

static const cli_option *const train_tables[] = { train_options, cli_read_options,
                                                  cli_common_options, NULL };

typedef struct train_args {
    cli_clips clips;
    const char **files;   /* stb_ds list; those held out last */
    const char **holdout; /* stb_ds list of patterns */
    const char *output, *log, *evaluate, *root;
    cli_models *models; /* errors name its files */
    int up, n_hidden, n_layers, n_iterations, batch, seed, n_threads;
    double learning_rate;
    dbt_time window;
    bool f32, json;
    dbt_track *tracks; /* [files] */
    int n_tracks;
} train_args;

static int take_option(train_args *t, const cli_args *args, int id)
{
    static const char *const formats[] = { "text", "json", NULL };
    static const char *const ups[] = { "x", "y", "z", NULL };
    int choice;
    bool ok = true;
    const int taken = cli_take_read_option(&t->clips, args, id);
    if (taken)
        return taken;
    switch (id) {
    case CLI_POSITIONAL: arrput(t->files, args->value); break;
    case CLI_OPT_OUTPUT: t->output = args->value; break;
    case CLI_OPT_LOG: t->log = args->value; break;
    case CLI_OPT_EVALUATE: t->evaluate = args->value; break;
    case CLI_OPT_ROOT: t->root = args->value; break;
    case CLI_OPT_HOLDOUT: arrput(t->holdout, args->value); break;
    case CLI_OPT_F32: t->f32 = true; break;
    case CLI_OPT_HIDDEN:
        ok = cli_take_whole(args, "hidden", 1, DBT_MAX_HIDDEN, &t->n_hidden);
        break;
    case CLI_OPT_LAYERS:
        ok = cli_take_whole(args, "layers", 1, DBT_MAX_LAYERS - 1, &t->n_layers);
        break;
    case CLI_OPT_ITERATIONS:
        ok = cli_take_whole(args, "iterations", 1, 1000000000, &t->n_iterations);
        break;
    case CLI_OPT_BATCH: ok = cli_take_whole(args, "batch", 1, 65536, &t->batch); break;
    case CLI_OPT_SEED: ok = cli_take_whole(args, "seed", 0, 2147483647, &t->seed); break;
    case CLI_OPT_JOBS: ok = cli_take_whole(args, "jobs", 1, DBT_MAX_THREADS, &t->n_threads); break;
    case CLI_OPT_LEARNING_RATE:
        ok = cli_take_number(args, "learning-rate", 1e-9, 10.0, &t->learning_rate);
        break;
    case CLI_OPT_WINDOW: ok = cli_take_length(args, "window", &t->window); break;
    case CLI_OPT_FORMAT:
        choice = cli_take_choice(args, "format", formats);
        t->json = choice == 1;
        ok = choice >= 0;
        break;
    case CLI_OPT_UP:
        t->up = cli_take_choice(args, "up", ups);
        ok = t->up >= 0;
        break;
    default: return 0;
    }
    return ok ? 1 : -1;
}

static int take_arguments(train_args *t, const cli_command *command, int argc, char **argv)
{
    cli_args args = cli_args_begin(command, argc, argv);
    for (int id; (id = cli_next(&args)) != CLI_END;) {
        if (id == CLI_OPT_HELP)
            return cli_print_help(command);
        if (id == CLI_BAD || take_option(t, &args, id) < 0)
            return CLI_FAILED;
    }
    if (arrlen(t->files) == 0)
        cli_error("expected one or more clips (see 'dbtool train -h')");
    else if (!t->output && !t->evaluate)
        cli_error("expected -o MODEL to write, or --evaluate MODEL");
    else if (t->output && t->evaluate)
        cli_error("--evaluate writes no model: expected no -o");
    else
        return -1;
    return CLI_FAILED;
}

/* ---- clips ---- */

static bool is_held_out(const train_args *t, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    for (ptrdiff_t i = 0; i < arrlen(t->holdout); i++)
        if (fnmatch(t->holdout[i], name, 0) == 0)
            return true;
    return false;
}

/* Those held out behind the others, else in the order given. Returns how many others. */
static int sort_files(train_args *t)
{
    const char **held = NULL;
    int n = 0;
    for (ptrdiff_t i = 0; i < arrlen(t->files); i++) {
        if (is_held_out(t, t->files[i]))
            arrput(held, t->files[i]);
        else
            t->files[n++] = t->files[i];
    }
    for (ptrdiff_t i = 0; i < arrlen(held); i++)
        t->files[n + i] = held[i];
    arrfree(held);
    return n;
}

/* All clips on the first's skeleton and frame time. */
static bool load(train_args *t, dbt_error *err)
{
    const dbt_clip *first = NULL;
    t->tracks = dbt_alloc_array((size_t)arrlen(t->files), sizeof *t->tracks);
    if (!t->tracks)
        return dbt_fail_memory(err);
    for (ptrdiff_t i = 0; i < arrlen(t->files); i++) {
        const dbt_clip *clip = cli_clips_get(&t->clips, t->files[i], err);
        first = first ? first : clip;
        if (!clip || !dbt_track_init(&t->tracks[t->n_tracks], clip, &first->skeleton,
                                     first->frame_time, DBT_INTERPOLATE_HERMITE, err))
            return false;
        t->n_tracks++;
    }
    return true;
}

/* ---- training ---- */

static volatile sig_atomic_t asked_to_stop;
static struct sigaction before_interrupt;

/* The second time the usual way out. */
static void interrupt(int signal)
{
    (void)signal;
    asked_to_stop = 1;
    sigaction(SIGINT, &before_interrupt, NULL);
}

typedef struct reporter {
    cli_progress progress;
    dbt_buffer log;
    double holdout, best;
    long best_at, done;
} reporter;

static void add_log(reporter *r, const dbt_train_progress *p)
{
    dbt_buffer_format(&r->log, "%ld,", p->iteration);
    dbt_buffer_number(&r->log, p->loss, 6);
    dbt_buffer_text(&r->log, ",");
    if (!isnan(p->holdout))
        dbt_buffer_number(&r->log, p->holdout, 6);
    dbt_buffer_text(&r->log, ",");
    dbt_buffer_number(&r->log, cli_progress_seconds(&r->progress), 6);
    dbt_buffer_text(&r->log, "\n");
}

static bool report(void *context, const dbt_train_progress *p)
{
    reporter *r = context;
    char note[120], loss[DBT_GENERAL_SIZE], error[DBT_GENERAL_SIZE];
    r->done = p->iteration;
    if (!isnan(p->holdout))
        r->holdout = p->holdout;
    if (p->best) {
        r->best = p->holdout;
        r->best_at = p->iteration;
    }
    if (p->measured)
        add_log(r, p);
    snprintf(note, sizeof note, isnan(r->holdout) ? ", loss %s" : ", loss %s, held out %s units",
             dbt_number_text(loss, p->loss, 4), dbt_number_text(error, r->holdout, 4));
    cli_progress_note(&r->progress, (size_t)p->iteration, (size_t)p->n_iterations, note);
    return !asked_to_stop;
}

static double seconds_of(const dbt_track *tracks, int n)
{
    double seconds = 0.0;
    for (int t = 0; t < n; t++)
        seconds += (double)(tracks[t].n_frames - 1) * tracks[0].clip->frame_time;
    return seconds;
}

static bool write_files(const train_args *t, const dbt_figure *figure, int n_train,
                        const dbt_trained *trained, const reporter *r, dbt_error *err)
{
    const dbt_model_source source = { .figure = figure,
                                      .window = t->window.value,
                                      .n_clips = n_train,
                                      .seconds = seconds_of(t->tracks, n_train),
                                      .f32 = t->f32,
                                      .version = DBT_VERSION };
    dbt_buffer model = { 0 };
    dbt_model_write(&model, &source, trained);
    const bool ok = dbt_buffer_check(&model, err) && dbt_buffer_check(&r->log, err) &&
                    cli_output_write(t->output, model.bytes, model.size, false, err) &&
                    (!t->log || cli_output_write(t->log, r->log.bytes, r->log.size, false, err));
    dbt_buffer_release(&model);
    return ok;
}

static void tell(const train_args *t, const dbt_figure *figure, int n_train, const reporter *r)
{
    char motion[DBT_GENERAL_SIZE], took[DBT_GENERAL_SIZE], error[DBT_GENERAL_SIZE];
    dbt_buffer line = { 0 };
    dbt_number_text(motion, seconds_of(t->tracks, n_train), 4);
    dbt_number_text(took, cli_progress_seconds(&r->progress), 3);
    dbt_buffer_format(&line, "%s: %d turning joints, from %d clips, %s s of motion, in %s s%s",
                      t->output, figure->n_turns, n_train, motion, took,
                      asked_to_stop ? ", interrupted" : "");
    if (!isnan(r->best))
        dbt_buffer_format(&line, "; error held out after the window: %s units (iteration %ld)",
                          dbt_number_text(error, r->best, 4), r->best_at);
    if (!t->clips.tone.quiet)
        cli_print_line(&line);
    dbt_buffer_release(&line);
}

static bool check_outputs(const train_args *t, dbt_error *err)
{
    const char *outputs[] = { t->output, t->log };
    for (int i = 0; i < 2; i++)
        if (outputs[i] && cli_clips_read_from(&t->clips, outputs[i]))
            return dbt_fail_at(err, DBT_E_IO, outputs[i], 0, 0, "this output is also an input");
    return !t->log || !cli_is_same_place(t->output, t->log) ||
           dbt_fail(err, DBT_E_IO, "two outputs go to '%.200s'", t->log);
}

static bool train(train_args *t, dbt_error *err)
{
    const int n_train = sort_files(t);
    dbt_figure_clips clips;
    dbt_trained trained;
    if (n_train == 0)
        return dbt_fail(err, DBT_E_PARAM, "--holdout leaves no clip to learn from");
    if (arrlen(t->holdout) > 0 && n_train == arrlen(t->files))
        return dbt_fail(err, DBT_E_PARAM, "no clip's file name matches --holdout '%.80s'",
                        t->holdout[0]);
    if (!load(t, err) || !check_outputs(t, err) ||
        !dbt_figure_clips_init(&clips, t->tracks, t->n_tracks, t->root, t->up, err))
        return false;
    if (t->window.unit == DBT_TIME_FRAMES)
        t->window = (dbt_time){ .value = t->window.value * clips.figure.frame_time };
    const dbt_matrix_product blas = cli_blas_product();
    reporter r = { .progress = cli_progress_begin("training", t->clips.tone),
                   .holdout = NAN,
                   .best = NAN };
    dbt_buffer_text(&r.log, "iteration,loss,holdout_u,seconds\n");
    const dbt_train_options options = { .n_hidden = t->n_hidden,
                                        .n_layers = t->n_layers,
                                        .window = t->window.value,
                                        .n_iterations = t->n_iterations,
                                        .batch = t->batch,
                                        .learning_rate = t->learning_rate,
                                        .seed = (uint64_t)t->seed,
                                        .n_threads =
                                            t->n_threads < t->batch ? t->n_threads : t->batch,
                                        .product = blas ? blas : dbt_matrix_multiply,
                                        .n_train = n_train,
                                        .progress = report,
                                        .context = &r };
    const struct sigaction on_interrupt = { .sa_handler = interrupt };
    sigaction(SIGINT, &on_interrupt, &before_interrupt);
    bool ok = dbt_train(&clips, &options, &trained, err);
    sigaction(SIGINT, &before_interrupt, NULL);
    cli_progress_end(&r.progress);
    if (ok) {
        ok = write_files(t, &clips.figure, n_train, &trained, &r, err);
        dbt_trained_release(&trained);
    }
    if (ok)
        tell(t, &clips.figure, n_train, &r);
    dbt_buffer_release(&r.log);
    dbt_figure_clips_release(&clips);
    return ok;
}

/* ---- evaluation ---- */

static void add_cell(dbt_buffer *out, double value)
{
    char text[DBT_FIXED_SIZE];
    *dbt_fixed_write(text, value, 3) = '\0';
    dbt_buffer_format(out, " %9s", text);
}

static void format_text(const dbt_evaluation *e, dbt_buffer *out)
{
    dbt_buffer_format(out, "Mean distance of joints from the clips (units), %zu starts\n\n%-20s",
                      e->n_starts, "seconds on");
    for (int h = 0; h < DBT_N_HORIZONS; h++) {
        char text[DBT_FIXED_SIZE];
        *dbt_fixed_write(text, dbt_horizons[h], 1) = '\0';
        dbt_buffer_format(out, " %9s", text);
    }
    for (int r = 0; r < DBT_N_RIVALS; r++) {
        dbt_buffer_format(out, "\n%-20s", e->rivals[r].name);
        for (int h = 0; h < DBT_N_HORIZONS; h++)
            add_cell(out, e->rivals[r].error[h]);
    }
    dbt_buffer_format(out, "\n\n%-20s", "of the best other");
    for (int h = 0; h < DBT_N_HORIZONS; h++)
        add_cell(out, e->rivals[0].error[h] / e->rivals[e->best[h]].error[h]);
    dbt_buffer_format(out, "\n%-20s", "nearer than it in");
    for (int h = 0; h < DBT_N_HORIZONS; h++)
        add_cell(out, e->beaten[h]);
    dbt_buffer_text(out, "\n\nFastest joint (units/s): ");
    dbt_buffer_number(out, e->fastest, 6);
    dbt_buffer_text(out, " in the clips, ");
    dbt_buffer_number(out, e->free_run, 6);
    dbt_buffer_text(out, " in 4 s of going on\n");
}

static void add_numbers(dbt_buffer *out, const char *key, const double *values)
{
    dbt_buffer_format(out, "\"%s\": [", key);
    for (int h = 0; h < DBT_N_HORIZONS; h++) {
        dbt_buffer_text(out, h > 0 ? ", " : "");
        dbt_buffer_number(out, values[h], 9);
    }
    dbt_buffer_text(out, "]");
}

static void format_json(const dbt_evaluation *e, dbt_buffer *out)
{
    dbt_buffer_format(out, "{\"starts\": %zu, ", e->n_starts);
    add_numbers(out, "seconds", dbt_horizons);
    dbt_buffer_text(out, ", \"error_u\": {");
    for (int r = 0; r < DBT_N_RIVALS; r++) {
        dbt_buffer_text(out, r > 0 ? ",\n  " : "\n  ");
        add_numbers(out, e->rivals[r].name, e->rivals[r].error);
    }
    dbt_buffer_text(out, "},\n");
    add_numbers(out, "nearer_than_best_other", e->beaten);
    dbt_buffer_text(out, ",\n\"best_other\": [");
    for (int h = 0; h < DBT_N_HORIZONS; h++)
        dbt_buffer_format(out, h > 0 ? ", \"%s\"" : "\"%s\"", e->rivals[e->best[h]].name);
    dbt_buffer_text(out, "], \"fastest_in_clips_u_s\": ");
    dbt_buffer_number(out, e->fastest, 9);
    dbt_buffer_text(out, ", \"fastest_free_running_u_s\": ");
    dbt_buffer_number(out, e->free_run, 9);
    dbt_buffer_text(out, "}\n");
}

static bool evaluate(train_args *t, dbt_error *err)
{
    dbt_setting setting = dbt_setting_default(dbt_method_find("dead-learned", NULL));
    dbt_evaluation evaluation;
    dbt_buffer out = { 0 };
    bool ok = dbt_setting_set(&setting, "model", t->evaluate, err) &&
              cli_models_load(t->models, &setting, err) && load(t, err) &&
              dbt_evaluate(t->tracks, t->n_tracks, &setting, &evaluation, err);
    if (ok) {
        (t->json ? format_json : format_text)(&evaluation, &out);
        ok = dbt_buffer_check(&out, err) && cli_output_write("-", out.bytes, out.size, false, err);
    }
    dbt_buffer_release(&out);
    return ok;
}

static int run_train(const cli_command *command, int argc, char **argv)
{
    train_args t = { .up = 1,
                     .n_hidden = 128,
                     .n_layers = 2,
                     .n_iterations = 10000,
                     .batch = 64,
                     .seed = 1,
                     .n_threads = dbt_n_processors(),
                     .models = cli_models_new(),
                     .learning_rate = 3e-3,
                     .window = { .value = 1.0 } };
    dbt_error err;
    int status = take_arguments(&t, command, argc, argv);
    if (status < 0) {
        const bool ok = t.evaluate ? evaluate(&t, &err) : train(&t, &err);
        status = ok ? CLI_DONE : CLI_FAILED;
        if (!ok)
            cli_print_error(&err);
    }
    for (int i = 0; i < t.n_tracks; i++)
        dbt_track_release(&t.tracks[i]);
    dbt_free(t.tracks);
    cli_models_free(t.models);
    cli_clips_release(&t.clips);
    arrfree(t.files);
    arrfree(t.holdout);
    return status;
}

const cli_command cli_command_train = {
    .name = "train",
    .summary = "train the network of dead-learned on clips of one skeleton",
    .usage = "CLIP.bvh ... -o MODEL.safetensors [OPTIONS]\n"
             "       dbtool train --evaluate MODEL.safetensors CLIP.bvh ...",
    .options = train_tables,
    .example = "dbtool train clips/*.bvh -o walk.safetensors --holdout '*_007.bvh'",
    .run = run_train,
};
