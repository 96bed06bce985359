/* dbtool pops: lists the pops (motion/pops.h) of finished files, whose cuts need not be known. */
#include "base/mem.h"
#include "base/number.h"
#include "base/text.h"
#include "base/threads.h"
#include "cli/gate_args.h"
#include "cli/job_args.h"
#include "cli/outputs.h"
#include "cli/pop_list.h"
#include "host/folder.h"
#include "host/ordered_loop.h"
#include "host/output.h"
#include "run/clip_cache.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT_TEXT, FORMAT_CSV, FORMAT_JSON, FORMAT_PLAN, FORMAT_GITHUB, FORMAT_JUNIT, N_FORMATS };

typedef struct pops_args {
    cli_job_args job; /* its files are those of the folders and patterns, too */
    const char *output, *out, *model;
    int format, top;          /* top 0: no limit */
    double limit, fail_above; /* pop values */
    bool fails_if_equal, has_out;
    const char *condition; /* text of --fail-if; borrowed; NULL: not given */
    char **plan_paths; /* stb_ds list: resolved paths for a plan in another folder; NULL: those of
                          the files */
    char *plan_model;  /* owned: resolved path of `model`; NULL: that of `model` */
    cli_file_pops *files; /* [n files] */
    dbt_clip_cache *cache;
} pops_args;

/* Parses "pop>3" or "pop>=3". Sets fail_above, fails_if_equal and condition of the pops_args that
 * contains `member`, its fail_above. Fails with DBT_E_PARAM for any other text; some of the fields
 * are then set. */
static bool read_condition(void *member, const cli_argument *argument, dbt_error *err)
{
    pops_args *a = (pops_args *)((char *)member - offsetof(pops_args, fail_above));
    const char *number = argument->value + strlen("pop>");
    a->condition = argument->value;
    if (strncmp(argument->value, "pop>", strlen("pop>")) == 0) {
        a->fails_if_equal = *number == '=';
        number += a->fails_if_equal;
        const char *const end = number + strlen(number);
        if (*number && dbt_number_read(number, end, &a->fail_above) == end)
            return true;
    }
    return dbt_fail(err, DBT_E_PARAM, "option '--fail-if': '%.80s', expected 'pop>NUMBER'",
                    argument->value);
}

static const cli_option pops_options[] = {
    { 0, "limit", "X",
      "list frames at which most of the body jumps over X times its usual step (2)",
      CLI_NUMBER(pops_args, limit, 0.01, 1e9),
      .more = "Of 100 captured clips about three have a pop above 2; hard cuts nearly always do." },
    { 0, "top", "N", "list only the N largest pops", CLI_WHOLE(pops_args, top, 1, INT_MAX) },
    { 0, "fail-if", "CONDITION", "exit 1 if a pop meets CONDITION, such as 'pop>3'",
      CLI_READ(pops_args, fail_above, read_condition) },
    { 0, "gate-report", "FILE",
      "write what --fail-if found, as JUnit to FILE.xml or Markdown to FILE.md",
      CLI_READ(pops_args, job.gate.report, cli_read_gate_report),
      .more = "It is also written if nothing failed. `github` as FILE prints annotations of GitHub "
              "at the files that fail." },
    { 0, "format", NULL, "form of the list (text)",
      CLI_CHOICE(pops_args, format, "text", "csv", "json", "plan", "github", "junit"),
      .more = "- csv: columns of dbtool-csv(5), POPS\n- json: dbtool-internals(7), JSON OUTPUTS\n"
              "- plan: a plan for `batch` that mends the files\n- github: annotations for a "
              "workflow of GitHub\n- junit: a test for each file, for other services" },
    { 0, "out", "PATH", "of a plan: where its jobs write ({name}.bvh)", CLI_OUTPUT(pops_args, out),
      CLI_GIVEN(pops_args, has_out) },
    { 0, "model", "MODEL", "of a plan: fill gaps with bridge-learned and this model",
      CLI_INPUT(pops_args, model) },
    { 'o', "output", "FILE", "write the list here (standard output)",
      CLI_OUTPUT(pops_args, output) },
    { 'j', "jobs", "N", "threads (one per processor)",
      CLI_WHOLE(pops_args, job.n_threads, 1, DBT_MAX_THREADS) },
    { 0 },
};

/* Fails with DBT_E_PARAM if there is no file, for --out or --model without --format plan, for
 * --gate-report without --fail-if, or as cli_check_no_clip_values. Fails with DBT_E_IO, as
 * cli_outputs_check, for the paths of -o and --gate-report. */
static bool check_arguments(const pops_args *a, dbt_error *err)
{
    if (arrlen(a->job.files) == 0)
        return dbt_fail(err, DBT_E_PARAM, "expected one or more files (see 'dbtool pops -h')");
    if (a->format != FORMAT_PLAN && (a->has_out || a->model))
        return dbt_fail(err, DBT_E_PARAM, "option '--%s' needs '--format plan'",
                        a->has_out ? "out" : "model");
    if (a->job.gate.report.path && !a->condition)
        return dbt_fail(err, DBT_E_PARAM, "option '--gate-report' needs '--fail-if'");
    const cli_output outputs[] = { { .path = a->output ? a->output : "-" },
                                   { .path = a->job.gate.report.path } };
    return cli_check_no_clip_values(&a->job, err) && cli_outputs_check(outputs, 2, err);
}

/* With --format plan, fails with DBT_E_IO if a clip is standard input. If -o is in another folder
 * than the current one, sets plan_paths and plan_model to absolute paths; fails with DBT_E_IO if
 * one cannot be resolved. Else, and for other formats, leaves both NULL. release frees them. */
static bool find_plan_paths(pops_args *a, dbt_error *err)
{
    char folder[DBT_PATH_SIZE], resolved[DBT_PATH_SIZE], here[DBT_PATH_SIZE];
    if (a->format != FORMAT_PLAN)
        return true;
    for (ptrdiff_t i = 0; i < arrlen(a->job.files); i++)
        if (dbt_is_dash(a->job.files[i]))
            return dbt_fail(err, DBT_E_IO,
                            "a plan cannot name standard input: give the clip a file");
    if (!a->output || !strchr(a->output, '/'))
        return true;
    dbt_find_folder(a->output, folder);
    if (dbt_resolve(folder, resolved) && dbt_resolve(".", here) && strcmp(resolved, here) == 0)
        return true;
    for (ptrdiff_t i = 0; i < arrlen(a->job.files); i++) {
        if (!dbt_resolve_or_fail(a->job.files[i], resolved, err))
            return false;
        arrput(a->plan_paths, dbt_copy_text(resolved));
    }
    if (a->model && !dbt_resolve_or_fail(a->model, resolved, err))
        return false;
    a->plan_model = a->model ? dbt_copy_text(resolved) : NULL;
    return true;
}

/* ---- their pops ---- */

/* Minimum ratio of a joint's largest jump to its next largest for a message. */
static const double min_outlier_ratio = 8.0;

static bool is_in_pop(const cli_file_pops *file, size_t frame)
{
    bool is_in = false;
    for (ptrdiff_t i = 0; i < arrlen(file->pops); i++)
        is_in = is_in || (frame >= file->pops[i].first && frame <= file->pops[i].last);
    return is_in;
}

/* Appends to file->messages, and does not print, one line for each joint whose largest jump is an
 * outlier (over min_outlier_ratio) in a frame outside all pops. Does nothing if the file is not
 * measured. */
static void add_messages(cli_file_pops *file, const dbt_jumps *jumps)
{
    for (int j = 0; j < jumps->n_joints && file->is_measured; j++) {
        size_t frame;
        const double ratio = dbt_jumps_outlier(jumps, j, &frame);
        dbt_buffer line = { 0 };
        if (ratio <= min_outlier_ratio || is_in_pop(file, frame))
            continue;
        dbt_buffer_text(&line, "dbtool: ");
        dbt_buffer_name(&line, file->path);
        dbt_buffer_text(&line, ": joint '");
        dbt_buffer_name(&line, jumps->clip->skeleton.joints[j].name);
        dbt_buffer_format(&line, "' jumps once %.3g times as far as at other times: ", ratio);
        dbt_buffer_format(&line, "%.3f s = frame %zu", (double)frame * file->frame_time, frame);
        arrput(file->messages, line.bytes);
    }
}

/* Finds the pops of a clip and sets all members of *file except path and is_read. Messages only
 * with -v and without -q; no pop is hidden yet. A clip that can have no pops (dbt_jumps) has
 * is_measured false, no pops, and 0 as largest value. file: zeroed; the caller releases it. */
static void measure(const pops_args *a, const dbt_clip *clip, cli_file_pops *file)
{
    dbt_jumps jumps;
    dbt_jumps_init(&jumps, clip, arrlen(a->job.files) > 1 ? 1 : a->job.n_threads);
    file->is_measured = jumps.n_frames > 0;
    file->n_frames = clip->n_frames;
    file->n_joints = clip->skeleton.n_joints;
    file->n_channels = clip->skeleton.n_channels;
    file->frame_time = clip->frame_time;
    file->pops = dbt_pops_find(&jumps, a->limit);
    dbt_pops_add_spikes(&jumps, a->limit, &file->pops);
    file->largest = dbt_pops_largest(&jumps, &file->largest_frame);
    for (ptrdiff_t i = 0; i < arrlen(file->pops); i++) {
        if (file->pops[i].pop > file->largest) {
            file->largest = file->pops[i].pop;
            file->largest_frame = file->pops[i].frame;
        }
        arrput(file->joints, cli_pop_joints(&file->pops[i], &clip->skeleton));
        arrput(file->hidden, false);
    }
    if (a->job.verbosity.verbose && !a->job.verbosity.quiet)
        add_messages(file, &jumps);
    dbt_jumps_release(&jumps);
}

/* Callback of dbt_run_ordered. Reads the file `index` and measures it into a->files[index]. If it
 * cannot be read, or has changed since, prints the error, which is not in err, and leaves is_read
 * false. Always returns true. context: the pops_args. From any thread. */
static bool find_pops(void *context, size_t index, dbt_error *err)
{
    pops_args *a = context;
    cli_file_pops *file = &a->files[index];
    const dbt_reading reading = dbt_reading_of(&a->job.job, NULL);
    dbt_error wrong;
    (void)err;
    file->path = a->job.files[index];
    const dbt_clip *clip = dbt_clip_cache_get(a->cache, file->path, &reading, &wrong);
    if (clip) {
        measure(a, clip, file);
        file->is_read = dbt_clip_cache_check(clip, &wrong);
    }
    if (!file->is_read) {
        cli_file_pops_release(file);
        *file = (cli_file_pops){ .path = a->job.files[index] };
        dbt_print_error(&wrong);
    }
    if (clip)
        dbt_clip_cache_return(a->cache, clip);
    return true;
}

/* For qsort, in descending order. */
static int compare_downwards(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* Sets `hidden` of all pops except the `top` largest of all files together. Among equal pops the
 * first are listed. Without --top, or with at most `top` pops, does nothing. */
static void hide_small(pops_args *a)
{
    double *all = NULL; /* stb_ds list */
    for (ptrdiff_t i = 0; i < arrlen(a->job.files); i++)
        for (ptrdiff_t p = 0; p < arrlen(a->files[i].pops); p++)
            arrput(all, a->files[i].pops[p].pop);
    if (a->top > 0 && arrlen(all) > a->top) {
        qsort(all, arrlenu(all), sizeof *all, compare_downwards);
        const double threshold = all[a->top - 1];
        int n_equal = 0; /* listed pops equal to the threshold */
        for (int i = 0; i < a->top; i++)
            n_equal += !(all[i] > threshold);
        for (ptrdiff_t i = 0; i < arrlen(a->job.files); i++)
            for (ptrdiff_t p = 0; p < arrlen(a->files[i].pops); p++) {
                const double pop = a->files[i].pops[p].pop;
                a->files[i].hidden[p] = pop < threshold || (!(pop > threshold) && n_equal-- <= 0);
            }
    }
    arrfree(all);
}

static bool is_met_by(const pops_args *a, double pop)
{
    return pop > a->fail_above || (a->fails_if_equal && !(pop < a->fail_above));
}

/* Adds a case for a measured file to the gate's report, with a line for each pop that meets
 * --fail-if, also a hidden one. A file without any pop has one line, if its largest value meets
 * --fail-if. A case without lines has passed. */
static void report_file(pops_args *a, const cli_file_pops *file)
{
    const bool has_pops = arrlen(file->pops) > 0;
    for (ptrdiff_t i = 0; i < (has_pops ? arrlen(file->pops) : 1); i++) {
        dbt_buffer line = { 0 };
        if (!is_met_by(a, has_pops ? file->pops[i].pop : file->largest))
            continue;
        dbt_buffer_printable(&line, file->path);
        dbt_buffer_text(&line, ": ");
        if (has_pops)
            cli_pop_add(&file->pops[i], file->frame_time, file->joints[i], &line);
        else
            cli_pop_add_moment(&line, file->largest_frame, file->frame_time, file->largest);
        dbt_gate_report_line(&a->job.gate.report, line.bytes);
        dbt_buffer_release(&line);
    }
    dbt_gate_report_case(&a->job.gate.report, "pops", file->path, file->path);
}

/* Writes the report of --gate-report, to a file or as annotations to standard output, with a case
 * for each measured file. Without the option does nothing and returns true. Fails as
 * dbt_output_write. */
static bool write_report(pops_args *a, dbt_error *err)
{
    dbt_buffer out = { 0 };
    if (!a->job.gate.report.path)
        return true;
    a->job.gate.report.what = "file";
    for (ptrdiff_t i = 0; i < arrlen(a->job.files); i++)
        if (a->files[i].is_measured)
            report_file(a, &a->files[i]);
    dbt_gate_report_format(&a->job.gate.report, a->condition, &out);
    const bool ok = dbt_output_write(a->job.gate.report.path, out.bytes, out.size, false, err);
    dbt_buffer_release(&out);
    return ok;
}

/* Writes the pops that are not hidden in the format of --format, to -o or standard output. Fails as
 * dbt_output_write. */
static bool write_list(const pops_args *a, dbt_error *err)
{
    static void (*const forms[N_FORMATS])(const cli_pop_list *list, dbt_buffer *out) = {
        [FORMAT_TEXT] = cli_pops_text,     [FORMAT_CSV] = cli_pops_csv,
        [FORMAT_JSON] = cli_pops_json,     [FORMAT_PLAN] = cli_pops_plan,
        [FORMAT_GITHUB] = cli_pops_github, [FORMAT_JUNIT] = cli_pops_junit,
    };
    const cli_pop_list list = { .files = a->files,
                                .n_files = arrlenu(a->job.files),
                                .limit = a->limit,
                                .plan_paths = a->plan_paths ? (const char *const *)a->plan_paths
                                                            : a->job.files,
                                .plan_model = a->plan_model ? a->plan_model : a->model,
                                .out = a->out };
    dbt_buffer out = { 0 };
    forms[a->format](&list, &out);
    const bool ok = dbt_output_write(a->output ? a->output : "-", out.bytes, out.size, false, err);
    dbt_buffer_release(&out);
    return ok;
}

static void begin(void *args)
{
    pops_args *a = args;
    a->limit = DBT_POP_LIMIT;
}

/* Runs the command. Returns CLI_ANSWER_NO if a pop, hidden or not, meets --fail-if, else CLI_DONE.
 * Also prints the messages of -v, and that a plan is empty.
 *
 * If a file cannot be read, returns CLI_FAILED without err, because its error is printed. The
 * others are listed on standard output, but a file of -o or --gate-report is not written. Any other
 * failure returns CLI_FAILED with err: after the list, DBT_E_PARAM if --fail-if was given and no
 * file is measured. */
static int run_pops(void *args, dbt_error *err)
{
    pops_args *a = args;
    if (!check_arguments(a, err) || !find_plan_paths(a, err))
        return CLI_FAILED;
    const size_t n = arrlenu(a->job.files);
    size_t n_pops = 0, n_read = 0, n_measured = 0;
    bool is_met = false;
    dbt_progress progress = dbt_progress_begin("pops", a->job.verbosity);
    const dbt_ordered calls = { .work = find_pops, .context = a, .progress = &progress };
    a->files = dbt_alloc_array(n, sizeof *a->files);
    /* INFINITY: find_pops finds the pops */
    a->cache = dbt_clip_cache_new(0, INFINITY, a->job.verbosity);
    (void)dbt_run_ordered(a->job.n_threads, n, &calls, err);
    dbt_progress_end(&progress);
    for (size_t i = 0; i < n; i++) {
        const cli_file_pops *file = &a->files[i];
        for (ptrdiff_t r = 0; r < arrlen(file->messages); r++)
            dbt_print_text(file->messages[r]);
        n_pops += arrlenu(file->pops);
        n_read += file->is_read;
        n_measured += file->is_measured;
        is_met = is_met || (file->is_measured && is_met_by(a, file->largest));
    }
    hide_small(a);
    const bool is_file = a->output && !dbt_is_dash(a->output);
    if (n_read < n && is_file) /* a file is written completely or not at all */
        return CLI_FAILED;
    if (!write_list(a, err) || n_read < n)
        return CLI_FAILED;
    if (a->format == FORMAT_PLAN && n_pops == 0 && !a->job.verbosity.quiet)
        dbt_print_linef("dbtool: no pop above %g: the plan has no jobs", a->limit);
    if (a->condition && n_measured == 0)
        return cli_status(dbt_fail(err, DBT_E_PARAM,
                                   "--fail-if: no file has the %d frames that a pop needs",
                                   DBT_JUMPS_MIN_FRAMES));
    if (!write_report(a, err))
        return CLI_FAILED;
    return a->condition && is_met ? CLI_ANSWER_NO : CLI_DONE;
}

/* Frees all members of the pops_args except `job`. Those not yet set are NULL. */
static void release(void *args)
{
    pops_args *a = args;
    for (ptrdiff_t i = 0; a->files && i < arrlen(a->job.files); i++)
        cli_file_pops_release(&a->files[i]);
    dbt_free(a->files);
    dbt_free(a->plan_model);
    dbt_texts_release(&a->plan_paths);
    dbt_clip_cache_free(a->cache);
}

const cli_command cli_command_pops = {
    .name = "pops",
    .summary = "list where finished BVH files pop, and make a plan that mends them",
    .expands_patterns = true,
    .usage = "FILE.bvh|FOLDER ... [--limit X] [--fail-if 'pop>X'] [-o FILE]\n"
             "                   [--format text|csv|json|plan|github|junit] [OPTIONS]",
    .options =
        (const cli_option *const[]){ pops_options, cli_read_options, cli_common_options, NULL },
    .example = "dbtool pops takes/ --format plan -o mend.json",
    CLI_ARGUMENTS(pops_args),
    .begin = begin,
    .run = run_pops,
    .release = release,
};
