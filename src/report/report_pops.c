#include "report/report_pops.h"

#include "base/mem.h"
#include "base/text.h"
#include "motion/pops.h"
#include "report/report_data.h"

/* Writes the object of dbt_report_pops_format. jumps: of at least one frame. */
static void write_pops(dbt_json_out *json, dbt_jumps *jumps)
{
    float *values = dbt_alloc_array(jumps->n_frames, sizeof *values);
    dbt_pop *pops = dbt_pops_find(jumps, DBT_POP_LIMIT);
    dbt_pops_add_spikes(jumps, DBT_POP_LIMIT, &pops);
    for (size_t k = 0; k < jumps->n_frames; k++)
        values[k] = (float)dbt_jumps_quantile(jumps, k, DBT_POP_RANK);
    dbt_json_begin(json, NULL, '{');
    dbt_report_add_floats(json, "values", values, jumps->n_frames);
    dbt_json_begin(json, "list", '[');
    for (ptrdiff_t i = 0; i < arrlen(pops); i++) {
        dbt_json_begin(json, NULL, '[');
        dbt_json_add_size(json, NULL, pops[i].frame);
        dbt_json_add_number(json, NULL, pops[i].pop, 9);
        dbt_json_add_text(json, NULL, dbt_pop_kind(&pops[i]));
        dbt_json_end(json, ']');
    }
    dbt_json_end(json, ']');
    dbt_json_end(json, '}');
    arrfree(pops);
    dbt_free(values);
}

void dbt_report_pops_format(const dbt_recorder *recorder, double frame_time, dbt_buffer *out)
{
    const dbt_clip clip = { .skeleton = *recorder->skeleton,
                            .frame_time = frame_time,
                            .n_frames = recorder->n_frames,
                            .values = recorder->values };
    dbt_json_out json = dbt_report_json(out);
    dbt_jumps jumps;
    dbt_jumps_init(&jumps, &clip, 1);
    if (jumps.n_frames > 0)
        write_pops(&json, &jumps);
    else
        dbt_buffer_text(out, "null");
    dbt_jumps_release(&jumps);
}
