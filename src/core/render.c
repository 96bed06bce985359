#include "core/render.h"

#include "core/mem.h"

static dbt_metrics *new_metrics(const dbt_sequence *sequence, const dbt_time *window,
                                dbt_reference *reference, dbt_error *err)
{
    const dbt_clip *first = dbt_sequence_first_clip(sequence);
    const int n_cuts = dbt_sequence_n_cuts(sequence);
    dbt_metric_cut *cuts = dbt_alloc_array((size_t)n_cuts, sizeof *cuts);
    if (!cuts) {
        dbt_fail_memory(err);
        return NULL;
    }
    for (int i = 0; i < n_cuts; i++) {
        cuts[i].cut = dbt_sequence_cut_frame(sequence, i + 1);
        cuts[i].end = dbt_sequence_end_frame(sequence, i + 1);
        cuts[i].windowed = window != NULL;
        if (window)
            cuts[i].window =
                (size_t)fmin(dbt_time_frame(*window, first->frame_time, 0.0), DBT_MAX_FRAMES);
    }
    dbt_metrics *metrics =
        dbt_metrics_new(&first->skeleton, first->frame_time, dbt_sequence_n_frames(sequence), cuts,
                        n_cuts, reference, err);
    dbt_free(cuts);
    return metrics;
}

enum { FRAMES_BETWEEN_REPORTS = 1024 };

static bool run(dbt_sequence *sequence, dbt_encoder *encoder, dbt_bvh_writer *writer,
                dbt_metrics *metrics, dbt_reference *reference, const dbt_render_options *options,
                dbt_error *err)
{
    const size_t n_frames = dbt_sequence_n_frames(sequence);
    for (size_t done = 0; done < n_frames; done++) {
        dbt_frame frame;
        dbt_values_frame values;
        if (!dbt_sequence_next(sequence, &frame, err) || !dbt_encode(encoder, &frame, &values, err))
            return false;
        if (writer)
            dbt_bvh_write_frame(writer, &values);
        if (metrics)
            dbt_metrics_add(metrics, values.values);
        if (options->observer)
            options->observer->see(options->observer->context, done, values.values, sequence,
                                   reference);
        if (writer && writer->failed)
            break;
        if (done > 0 && done % FRAMES_BETWEEN_REPORTS == 0 && options->progress)
            options->progress(options->progress_context, done, n_frames);
    }
    return !writer || dbt_bvh_write_end(writer) || dbt_fail(err, DBT_E_IO, "cannot write");
}

bool dbt_render(dbt_sequence *sequence, const dbt_render_options *options, dbt_error *err)
{
    const dbt_clip *first = dbt_sequence_first_clip(sequence);
    dbt_encoder encoder = { 0 };
    dbt_bvh_writer writer = { 0 };
    dbt_metrics *metrics = NULL;
    dbt_reference *reference = NULL;
    bool ok = dbt_encoder_init(&encoder, &first->skeleton, options->decimals, options->unroll,
                               dbt_clip_frame(first, 0), dbt_sequence_warnings(sequence), err);
    if (ok && options->metrics && options->contact) {
        reference = dbt_reference_new(sequence, options->contact, err);
        ok = reference != NULL;
    }
    if (ok && options->metrics) {
        metrics = new_metrics(sequence, options->window, reference, err);
        ok = metrics != NULL;
    }
    if (ok && options->sink)
        ok = dbt_bvh_write_begin(&writer, first, dbt_sequence_n_frames(sequence), options->decimals,
                                 *options->sink, err);
    ok = ok &&
         run(sequence, &encoder, options->sink ? &writer : NULL, metrics, reference, options, err);
    dbt_bvh_writer_release(&writer);
    dbt_encoder_release(&encoder);
    dbt_reference_free(reference);
    if (!ok) {
        dbt_metrics_free(metrics);
        return false;
    }
    dbt_sequence_finish(sequence);
    if (metrics) {
        dbt_metrics_finish(metrics);
        *options->metrics = metrics;
    }
    return true;
}
