#include "run/loop_write.h"

enum { FRAMES_BETWEEN_REPORTS = 1024 };

static bool write_frames(dbt_loop *loop, const dbt_loop_output *o, dbt_encoder *encoder,
                         dbt_bvh_writer *writer, dbt_error *err)
{
    for (size_t done = 0; done < o->n_frames && !writer->failed; done++) {
        dbt_frame frame;
        dbt_values_frame values;
        dbt_loop_frame(loop, done, o->in_place, &frame);
        if (!dbt_encode(encoder, &frame, &values, err))
            return false;
        dbt_bvh_write_frame(writer, &values);
        if (done > 0 && done % FRAMES_BETWEEN_REPORTS == 0 && o->progress)
            o->progress(o->progress_context, done, o->n_frames);
    }
    return dbt_bvh_write_end(writer) || dbt_fail(err, DBT_E_IO, "cannot write");
}

bool dbt_loop_write(dbt_loop *loop, const dbt_loop_output *output, dbt_warnings *warnings,
                    dbt_error *err)
{
    const dbt_loop_output *o = output;
    dbt_encoder encoder;
    dbt_bvh_writer writer;
    dbt_frame first;
    dbt_loop_frame(loop, 0, o->in_place, &first);
    if (!dbt_encoder_init(&encoder, &o->clip->skeleton, o->decimals, o->unroll,
                          dbt_clip_frame(o->clip, first.clip_frame), warnings, err))
        return false;
    bool ok = dbt_bvh_write_begin(&writer, o->clip, o->n_frames, o->decimals, o->sink, err);
    if (ok) {
        ok = write_frames(loop, o, &encoder, &writer, err);
        dbt_bvh_writer_release(&writer);
    }
    dbt_encoder_release(&encoder);
    return ok;
}
