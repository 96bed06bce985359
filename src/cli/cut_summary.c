#include "cli/cut_summary.h"

#include "measure/standing.h"

void cli_add_move(dbt_buffer *out, const dbt_work *work, const dbt_clip_move *move)
{
    const dbt_vec3 moved = move->ground.pos, turn = dbt_quat_log(dbt_quat_abs(move->ground.rot));
    dbt_buffer_name(out, work->sequence->timeline.skeleton->joints[move->joint].name);
    dbt_buffer_format(out, " moved by (%.4g, %.4g, %.4g) units, turned by %.4g degrees", moved.x,
                      moved.y, moved.z,
                      dbt_vec3_get(turn, work->job->sequence.up) * DBT_DEG_FROM_RAD);
}

void cli_add_seam(dbt_buffer *out, const dbt_work *work, int cut)
{
    const int worst = dbt_metrics_worst_joint(work->metrics, cut, DBT_SEAM_RATIO);
    const double *row = dbt_metrics_row(work->metrics, cut, worst);
    dbt_buffer_format(out, ", seam %.3g (", row[DBT_SEAM_RATIO]);
    dbt_buffer_name(out, work->sequence->timeline.skeleton->joints[worst].name);
    const double smooth = work->job->auto_methods.smooth;
    dbt_buffer_text(out, dbt_standing_of(row, smooth).seamless ? "), seamless" : "), a seam");
}

static void add_worst(dbt_buffer *out, const char *what, const dbt_work *work, int cut,
                      dbt_metric metric, const char *unit)
{
    const int worst = dbt_metrics_worst_joint(work->metrics, cut, metric);
    dbt_buffer_format(out, ", %s %.4g %s (", what,
                      dbt_metrics_row(work->metrics, cut, worst)[metric], unit);
    dbt_buffer_name(out, work->sequence->timeline.skeleton->joints[worst].name);
    dbt_buffer_text(out, ")");
}

void cli_add_smoothness(dbt_buffer *out, const dbt_work *work, int cut)
{
    add_worst(out, "velocity jump", work, cut, DBT_ANG_VEL_JUMP, "deg/s");
    add_worst(out, "jerk peak", work, cut, DBT_ANG_JERK_PEAK, "deg/s^3");
    add_worst(out, "linear jerk peak", work, cut, DBT_LIN_JERK_PEAK, "units/s^3");
}

/* ---- planted feet ---- */

/* Rounding to six decimals makes a slide that is not seen. */
static double seen(double slide)
{
    return slide < 1e-5 ? 0.0 : slide;
}

static void add_slide(dbt_buffer *out, double blend_slide, double slide, bool is_measured,
                      double missed)
{
    if (is_measured)
        dbt_buffer_format(out, "slide %.3g -> %.3g u", seen(blend_slide), seen(slide));
    else
        dbt_buffer_text(out, "slide not measured");
    dbt_buffer_format(out, ", at most %.2g u off", seen(missed));
}

void cli_add_planted(dbt_buffer *out, const dbt_work *work, const dbt_planted *planted)
{
    const dbt_joint *joints = work->sequence->timeline.skeleton->joints;
    int n = 0;
    if (planted->n_feet == 0)
        return;
    if (planted->n_held == 0) {
        dbt_buffer_text(out, ", no foot held");
        return;
    }
    dbt_buffer_format(out, ", %d %s held (", planted->n_held,
                      planted->n_held == 1 ? "foot" : "feet");
    for (int i = 0; i < planted->n_feet && i < DBT_PLANTED_FEET; i++) {
        if (planted->feet[i].n_held == 0)
            continue;
        dbt_buffer_text(out, n++ > 0 ? ", " : "");
        dbt_buffer_name(out, joints[planted->feet[i].joint].name);
    }
    dbt_buffer_text(out, n < planted->n_held ? ", ...): " : "): ");
    add_slide(out, planted->blend_slide, planted->slide, planted->is_measured, planted->missed);
}

void cli_print_feet(const dbt_work *work, const dbt_planted *planted)
{
    const double dt = work->sequence->timeline.frame_time;
    for (int i = 0; i < planted->n_feet && i < DBT_PLANTED_FEET; i++) {
        const dbt_planted_foot *foot = &planted->feet[i];
        dbt_buffer line = { 0 };
        dbt_buffer_text(&line, "    ");
        dbt_buffer_name(&line, work->sequence->timeline.skeleton->joints[foot->joint].name);
        if (foot->n_held > 0)
            dbt_buffer_format(&line, " held for %.3g s, ", (double)foot->n_held * dt);
        else
            dbt_buffer_text(&line, " not held, ");
        add_slide(&line, foot->blend_slide, foot->slide, planted->is_measured, foot->missed);
        if (foot->share < 1.0 && (foot->n_held > 0 || foot->blend_slide > 0.0))
            dbt_buffer_format(&line, ", planted to %.0f %%: more would make a seam or a slide",
                              100.0 * foot->share);
        dbt_print_line(&line);
    }
}
