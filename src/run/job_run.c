#include "run/job_run.h"

#include "base/hash.h"
#include "base/min_max.h"
#include "base/mem.h"
#include "host/output.h"
#include "job/settings.h"
#include "motion/glitch.h"
#include "run/clip_up.h"

#include <stdio.h>
#include <string.h>

/* ---- the copy of the job ---- */

static void *copy_bytes(dbt_arena *memory, const void *bytes, size_t size)
{
    return size > 0 ? memcpy(dbt_arena_array(memory, size, 1), bytes, size) : NULL;
}

/* Returns a copy of a job, owned by the arena, with separate segments, layers and layers' clips;
 * borrows the rest. tuning: for all cuts; NULL: the job's. */
static dbt_job *copy_job(dbt_arena *memory, const dbt_job *job, const dbt_tuning *tuning)
{
    dbt_job *copy = copy_bytes(memory, job, sizeof *job);
    dbt_sequence_spec *s = &copy->sequence;
    s->segments = copy_bytes(memory, s->segments, (size_t)s->n_segments * sizeof *s->segments);
    s->layers = copy_bytes(memory, s->layers, (size_t)s->n_layers * sizeof *s->layers);
    for (int i = 0; tuning && i < s->n_segments; i++)
        s->segments[i].tuning = *tuning;
    for (int i = 0; i < s->n_layers; i++) {
        dbt_layer *layer = &s->layers[i];
        layer->clips =
            copy_bytes(memory, layer->clips, (size_t)layer->n_clips * sizeof *layer->clips);
    }
    return copy;
}

/* ---- opening ---- */

/* Context for visiting the files that a job names. */
typedef struct visit {
    dbt_clips *clips; /* only for loading */
    dbt_job_files *files;
    dbt_error *err;
} visit;

/* Loads a clip of a job into *input->clip and v->clips, or a model into the segment's tuning.
 * Ignores other inputs. context: the `visit`. Fails, with v->err, as dbt_reading_add_ground,
 * dbt_clips_load or dbt_job_files_load_model. */
static bool load_input(void *context, const dbt_job_input *input)
{
    const visit *v = context;
    if (input->kind == DBT_INPUT_MODEL)
        return dbt_job_files_load_model(v->files, &input->segment->tuning, v->err);
    if (input->kind != DBT_INPUT_CLIP)
        return true;
    dbt_reading reading = dbt_reading_of(input->job, input->segment);
    if (input->segment &&
        !dbt_reading_add_ground(&reading, input->job, input->segment, v->clips->cache, v->err))
        return false;
    *input->clip = dbt_clips_load(v->clips, input->path, &reading, v->err);
    return *input->clip != NULL;
}

bool dbt_job_run_load(dbt_job_run *run, const dbt_job *job, dbt_session *session, dbt_error *err)
{
    const dbt_tuning *tuning = run->tuning;
    *run = (dbt_job_run){ .session = session,
                          .clips.cache = session->cache,
                          .messages = run->messages,
                          .stores_tried = run->stores_tried };
    run->job = copy_job(&run->memory, job, tuning);
    dbt_sequence_spec *s = &run->job->sequence;
    if (!dbt_check_up_is_named(job, err) ||
        !dbt_job_each_input(run->job, load_input, &(visit){ &run->clips, session->files, err }) ||
        !dbt_clips_check_joints(&run->clips, err) ||
        !dbt_clips_settle_up(&run->clips, run->job, err))
        return false;
    if (job->limits) {
        const dbt_job_file *file =
            dbt_job_files_get(session->files, DBT_INPUT_LIMITS, job->limits, err);
        if (!file)
            return false;
        s->limits = &file->limits;
    }
    s->measures = session->measures;
    s->contacts = session->contacts;
    s->memo = session->memo;
    return true;
}

/* Prints the frames found for the best cuts on standard error, a line for each such cut. */
static void print_choice(const dbt_job *job)
{
    const dbt_sequence_spec *s = &job->sequence;
    for (int i = 1; i < s->n_segments; i++) {
        const dbt_segment *segment = &s->segments[i];
        if (!segment->choose_at.wanted && !segment->choose_from.wanted)
            continue;
        dbt_buffer line = { 0 };
        dbt_buffer_name(&line, job->name);
        dbt_buffer_format(&line, ": cut %d is best", i);
        if (segment->choose_at.wanted)
            dbt_buffer_format(&line, " at frame %zu", (size_t)segment->at.value);
        if (segment->choose_from.wanted)
            dbt_buffer_format(&line, " from frame %zu", (size_t)segment->from.value);
        dbt_print_line(&line);
    }
}

/* Prints on standard error the candidates of auto (run->tried); in a batch (run->messages) only the
 * selected ones. Then prints the selection for each cut whose method is auto. Queues nothing. */
static void print_methods(const dbt_job_run *run)
{
    const dbt_sequence_spec *s = &run->job->sequence;
    for (ptrdiff_t i = 0; i < arrlen(run->tried); i++) {
        const dbt_tried *t = &run->tried[i];
        dbt_buffer line = { 0 };
        if (run->messages &&
            !dbt_tuning_equal(&t->tuning, &run->sequence->timeline.clips[t->cut].tuning))
            continue;
        dbt_buffer_name(&line, run->job->name);
        dbt_buffer_format(&line, ": cut %d, seam %.3g, displacement %.4g units*s: ", t->cut,
                          t->seam_score.seam, t->seam_score.displacement);
        dbt_tuning_text(&t->tuning, &line);
        dbt_print_line(&line);
    }
    for (int i = 1; i < s->n_segments; i++) {
        dbt_buffer line = { 0 };
        if (!dbt_tuning_is_auto(&s->segments[i].tuning))
            continue;
        dbt_buffer_name(&line, run->job->name);
        dbt_buffer_format(&line, ": cut %d is best with ", i);
        dbt_tuning_text(&run->sequence->timeline.clips[i].tuning, &line);
        dbt_print_line(&line);
    }
}

static void add_line(const dbt_job_run *run, int kind, const char *topic, const dbt_buffer *line)
{
    dbt_job_messages now = { .list = NULL };
    dbt_job_message_add(run->messages ? run->messages : &now, kind, topic, line->bytes);
    dbt_job_messages_print(run->session->message_log, &now);
}

/* Unless quiet, prints or queues that a clip is resampled, if its rate differs: once for each pair
 * of rates, with the first such clip. */
static void add_rate_line(const dbt_job_run *run, const dbt_clip *clip)
{
    const double frame_time = run->sequence->timeline.frame_time;
    char rates[80];
    dbt_buffer line = { 0 };
    if (run->session->verbosity.quiet || dbt_same_rate(clip->frame_time, frame_time))
        return;
    snprintf(rates, sizeof rates, "%.4g fps, resampled to %.4g fps", 1.0 / clip->frame_time,
             1.0 / frame_time);
    dbt_buffer_text(&line, "dbtool: ");
    dbt_buffer_name(&line, clip->file);
    dbt_buffer_format(&line, ": %s", rates);
    add_line(run, DBT_MESSAGE_RATE, rates, &line);
    dbt_buffer_release(&line);
}

void dbt_job_run_say_glitches(const dbt_job_run *run)
{
    for (ptrdiff_t i = 0; i < arrlen(run->clips.list); i++) {
        const dbt_clip *clip = run->clips.list[i];
        dbt_buffer line = { 0 };
        if (run->session->verbosity.quiet || clip->glitches.n == 0)
            continue;
        dbt_glitches_line(clip, &line);
        add_line(run, DBT_MESSAGE_GLITCH, line.bytes, &line);
        dbt_buffer_release(&line);
    }
}

/* Returns whether the job learns joint limits, foot contacts, reference levels of metrics or cuts
 * from its clips. */
static bool learns_from_clips(const dbt_job_run *run)
{
    const dbt_sequence_spec *s = &run->job->sequence;
    bool learns = s->measures || run->sequence->asks_for_feet;
    for (int i = 1; i < s->n_segments; i++) {
        const dbt_segment *segment = &s->segments[i];
        learns = learns || segment->choose_at.wanted || segment->choose_from.wanted ||
                 (run->sequence->timeline.clips[i].tuning.method->uses_limits && !s->limits);
    }
    return learns;
}

static bool is_verbose(const dbt_job_run *run)
{
    return run->session->verbosity.verbose && !run->session->verbosity.quiet;
}

/* Searches best cuts and sets their frames in run->job; creates and checks run->sequence, and adds
 * warnings of up axes to it. Fails as dbt_choose_cuts and dbt_sequence_new. */
static bool create_sequence(dbt_job_run *run, dbt_error *err)
{
    dbt_job *job = run->job;
    bool searched;
    if (!dbt_choose_cuts(&job->sequence, &job->best_cuts, run->session->n_threads, &searched, err))
        return false;
    if (searched && is_verbose(run))
        print_choice(job);
    run->sequence = dbt_sequence_new(&job->sequence, err);
    if (!run->sequence)
        return false;
    dbt_clips_warn_of_up(&run->clips, job, &run->sequence->warnings);
    return true;
}

bool dbt_job_run_prepare(dbt_job_run *run, const dbt_job *job, dbt_session *session, dbt_error *err)
{
    return dbt_job_run_load(run, job, session, err) && create_sequence(run, err);
}

bool dbt_job_run_begin(dbt_job_run *run, dbt_error *err)
{
    const dbt_job *job = run->job;
    const bool stores_tried = run->stores_tried || is_verbose(run);
    if (!create_sequence(run, err) ||
        !dbt_choose_methods(run->sequence, &job->auto_methods, job->precision,
                            stores_tried ? &run->tried : NULL, err))
        return false;
    if (is_verbose(run))
        print_methods(run);
    if (!job->sequence.grid) /* the grid is a finished file, which may be longer */
        dbt_sequence_warn_of_end(run->sequence);
    for (ptrdiff_t i = 0; i < arrlen(run->clips.list); i++)
        add_rate_line(run, run->clips.list[i]);
    if (learns_from_clips(run))
        dbt_job_run_say_glitches(run);
    return true;
}

bool dbt_job_run_open(dbt_job_run *run, const dbt_job *job, dbt_session *session, dbt_error *err)
{
    return dbt_job_run_load(run, job, session, err) && dbt_job_run_begin(run, err);
}

bool dbt_job_run_show(dbt_job_run *run, const dbt_clip *clip, dbt_warnings *warnings,
                      dbt_error *err)
{
    const dbt_sequence *sequence = run->sequence;
    run->shown = dbt_alloc_array(1, sizeof *run->shown);
    if (!dbt_track_init(run->shown, clip, sequence->timeline.skeleton,
                        sequence->timeline.frame_time, sequence->spec.interpolation, err) ||
        !dbt_track_check_bones(run->shown, &sequence->timeline.tracks[0],
                               sequence->chain.motion_root, sequence->chain.reach, warnings, err))
        return false;
    bool played = false;
    for (int i = 0; i < sequence->timeline.n_clips; i++)
        played = played || sequence->timeline.clips[i].segment->clip == clip;
    if (!played) /* otherwise it was checked as one of the clips */
        dbt_warn_of_clip_up(clip, 0, run->clips.list[0], run->job, warnings);
    add_rate_line(run, clip);
    return true;
}

dbt_source dbt_job_run_source(const dbt_job_run *run)
{
    dbt_source source = dbt_sequence_source(run->sequence);
    source.file = run->shown;
    source.loop = run->loop;
    if (run->shown)
        source.n_frames = dbt_min(source.n_frames, run->shown->n_frames);
    return source;
}

dbt_render_options dbt_job_run_render_options(dbt_job_run *run)
{
    const dbt_job *job = run->job;
    return (dbt_render_options){ .decimals = job->precision,
                                 .euler_filter = job->euler_filter,
                                 .window = job->has_window ? &job->window : NULL,
                                 .metrics = run->session->measures ? &run->metrics : NULL };
}

dbt_cut_labels dbt_job_run_labels(const dbt_job_run *run, int cut)
{
    const dbt_segment *segments = run->job->sequence.segments;
    return (dbt_cut_labels){ .sequence = run->job->sequence_name,
                             .cut = cut,
                             .method = segments[cut].tuning.method->name,
                             .tuning = &run->sequence->timeline.clips[cut].tuning,
                             .source = segments[cut - 1].path,
                             .target = segments[cut].path };
}

void dbt_job_run_add_rows(const dbt_job_run *run, dbt_metric_rows *rows)
{
    for (int cut = 1; run->metrics && cut < run->job->sequence.n_segments; cut++) {
        const dbt_cut_labels labels = dbt_job_run_labels(run, cut);
        dbt_metric_rows_add(rows, run->metrics, &labels);
    }
}

/* Fails as dbt_input_check, in v->err, if a model or a file of limits has changed since it was
 * read. Ignores clips, rigs, renames and roles, which dbt_clips_check checks. context: the `visit`.
 */
static bool check_input(void *context, const dbt_job_input *input)
{
    const visit *v = context;
    if (input->kind == DBT_INPUT_MODEL)
        return dbt_job_files_check_model(v->files, &input->segment->tuning, v->err);
    if (input->kind != DBT_INPUT_LIMITS)
        return true;
    const dbt_job_file *file = dbt_job_files_get(v->files, input->kind, input->path, v->err);
    return file && dbt_input_check(&file->input, v->err);
}

bool dbt_job_run_check(const dbt_job_run *run, dbt_error *err)
{
    return dbt_clips_check(&run->clips, err) &&
           dbt_job_each_input(run->job, check_input, &(visit){ NULL, run->session->files, err });
}

void dbt_job_run_end(dbt_job_run *run)
{
    dbt_metrics_free(run->metrics);
    if (run->shown)
        dbt_track_release(run->shown);
    dbt_free(run->shown);
    dbt_sequence_free(run->sequence);
    arrfree(run->tried);
    run->metrics = NULL;
    run->shown = NULL;
    run->sequence = NULL;
}

void dbt_job_run_close(dbt_job_run *run)
{
    dbt_job_run_end(run);
    dbt_clips_release(&run->clips);
    dbt_arena_release(&run->memory);
    *run = (dbt_job_run){ .job = NULL };
}

bool dbt_job_run_warn(const dbt_job_run *run, dbt_error *err)
{
    dbt_verbosity verbosity = run->session->verbosity;
    const dbt_warnings *warnings = &run->sequence->warnings;
    verbosity.strict = run->job->strict;
    if (verbosity.strict || verbosity.quiet)
        return dbt_report_warnings(warnings, verbosity, err);
    for (int kind = 0; kind < DBT_N_WARNINGS; kind++) {
        char text[5120];
        dbt_buffer line = { 0 };
        if (warnings->kind[kind].count == 0)
            continue;
        dbt_warning_format(&warnings->kind[kind], text, sizeof text);
        dbt_buffer_format(&line, "dbtool: warning: job '%.4096s': %s", run->job->name, text);
        add_line(run, kind, text, &line);
        dbt_buffer_release(&line);
    }
    return true;
}

/* ---- a whole job ---- */

void dbt_job_print_failure(const dbt_job *job, const char *method, const dbt_error *err)
{
    char text[5120], line[12288];
    dbt_error_format(err, text, sizeof text);
    snprintf(line, sizeof line, "dbtool: job '%.4096s'%s%.2048s%s: %s", job->name,
             method ? ", method '" : "", method ? method : "", method ? "'" : "", text);
    dbt_print_text(line);
}

/* A sink that hashes the bytes and forwards them to another sink. */
typedef struct hashing_sink {
    dbt_sink to;
    dbt_digest digest;
} hashing_sink;

static bool hash_and_write(void *context, const char *bytes, size_t n)
{
    hashing_sink *sink = context;
    dbt_digest_add(&sink->digest, bytes, n);
    return sink->to.write(sink->to.context, bytes, n);
}

/* Writes the output of an open job, prints or queues its warnings, and commits it. Adds the job's
 * rows, if measured, to `rows`, unless rendering or a warning fails; sets *record in any case.
 * record: may be NULL. Fails as dbt_render, dbt_output_complete and dbt_output_commit; with
 * DBT_E_STRICT at a warning in a strict job; as dbt_job_run_check if an input has changed. The
 * caller frees the output. */
static bool render(dbt_job_run *run, dbt_output *output, dbt_metric_rows *rows,
                   dbt_job_record *record, dbt_error *err)
{
    const dbt_job *job = run->job;
    hashing_sink hashing = { .to = dbt_output_sink(output) };
    const dbt_sink sink =
        record ? (dbt_sink){ .write = hash_and_write, .context = &hashing } : hashing.to;
    if (record)
        dbt_digest_begin(&hashing.digest);
    dbt_render_options options = dbt_job_run_render_options(run);
    options.sink = &sink;
    if (job->strict) /* the last frame may cause a warning, which fails a strict job */
        dbt_output_buffer(output);
    const dbt_source source = dbt_job_run_source(run);
    bool ok = dbt_render(&source, &options, err);
    if (!ok)
        dbt_output_explain(output, err);
    ok = ok && dbt_job_run_warn(run, err);
    if (ok)
        dbt_job_run_add_rows(run, rows);
    if (record) {
        (void)dbt_job_inputs_hash(job, run->session, false, &record->inputs);
        record->output = (dbt_sum){ hashing.digest.size, dbt_digest_end(&hashing.digest) };
    }
    return ok && dbt_output_complete(output, err) && dbt_job_run_check(run, err) &&
           dbt_output_commit(output, err);
}

bool dbt_run_job(const dbt_job *job, dbt_session *session, dbt_metric_rows *rows,
                 dbt_job_messages *messages, dbt_job_record *record, dbt_error *err)
{
    dbt_job_run run = { .messages = messages };
    dbt_output *output = NULL;
    if (dbt_job_run_open(&run, job, session, err))
        output = dbt_output_open(job->out, session->sync, err);
    const bool ok = output && render(&run, output, rows, record, err);
    dbt_output_free(output);
    dbt_job_run_close(&run);
    return ok;
}
