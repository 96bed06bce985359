#include "cli/cut_summary.h"

#include "measure/seam_score.h"

#include <stdio.h>
#include <stdlib.h>

void cli_add_move(dbt_buffer *out, const dbt_job_run *run, const dbt_clip_move *move)
{
    const dbt_vec3 moved = move->ground.pos,
                   rotation = dbt_quat_log(dbt_quat_abs(move->ground.rot));
    dbt_buffer_name(out, run->sequence->timeline.skeleton->joints[move->joint].name);
    dbt_buffer_format(out, " moved by (%.4g, %.4g, %.4g) units, turned by %.4g degrees", moved.x,
                      moved.y, moved.z,
                      dbt_vec3_get(rotation, run->job->sequence.up) * DBT_DEG_FROM_RAD);
}

/* Adds a value with three digits, or with more if rounding would hide that it is above the limit.
 */
static void add_near_limit(dbt_buffer *out, double value, double limit)
{
    char text[40];
    int digits = 3;
    do
        snprintf(text, sizeof text, "%.*g", digits, value);
    while (++digits <= 9 && value > limit && !(strtod(text, NULL) > limit));
    dbt_buffer_text(out, text);
}

/* Adds a length with three digits and no exponent. Below 1e-4, the rounding of files, it is 0. */
static void add_length(dbt_buffer *out, double length)
{
    dbt_buffer_format(out, length < 999.5 ? "%.3g" : "%.0f", length < 1e-4 ? 0.0 : length);
}

/* Whether a foot in contact slides visibly at a cut, from 1: its path `slide` (units) is longer
 * than the height of contact, and some step is over DBT_USUAL_SMOOTH times as fast as contact
 * permits. False if not measured (slide NAN). */
static bool foot_slides(const dbt_job_run *run, int cut, double slide)
{
    const dbt_feet *feet = &run->sequence->feet;
    return slide > feet->height &&
           dbt_metrics_slide_speed(run->metrics, cut) > DBT_USUAL_SMOOTH * feet->speed;
}

/* Adds the verdict of a cut, from 1: ", seamless" or ", a seam". If seamless and a foot slides
 * visibly, also the joint with the largest skate_u, and its slide in units. */
static void add_verdict(dbt_buffer *out, const dbt_job_run *run, int cut, bool seamless)
{
    const int slider = dbt_metrics_worst_joint(run->metrics, cut, DBT_SKATE);
    const double slide = dbt_metrics_row(run->metrics, cut, slider)[DBT_SKATE];
    dbt_buffer_text(out, seamless ? ", seamless" : ", a seam");
    if (seamless && foot_slides(run, cut, slide)) {
        dbt_buffer_text(out, ", but ");
        dbt_buffer_name(out, run->sequence->timeline.skeleton->joints[slider].name);
        dbt_buffer_text(out, " slides ");
        add_length(out, slide);
        dbt_buffer_text(out, " u");
    }
}

void cli_add_seam(dbt_buffer *out, const dbt_job_run *run, int cut)
{
    const int worst = dbt_metrics_worst_joint(run->metrics, cut, DBT_SEAM_RATIO);
    const double *row = dbt_metrics_row(run->metrics, cut, worst);
    const double smooth = run->job->auto_methods.smooth;
    dbt_buffer_text(out, ", seam ");
    add_near_limit(out, row[DBT_SEAM_RATIO], smooth);
    dbt_buffer_text(out, " (");
    dbt_buffer_name(out, run->sequence->timeline.skeleton->joints[worst].name);
    dbt_buffer_text(out, ")");
    add_verdict(out, run, cut, dbt_seam_score_of(row, smooth).level == 0);
}

/* Adds ", WHAT VALUE UNIT (JOINT)": the joint with the largest value of the metric at a cut, from
 * 1. */
static void add_worst(dbt_buffer *out, const char *what, const dbt_job_run *run, int cut,
                      dbt_metric metric, const char *unit)
{
    const int worst = dbt_metrics_worst_joint(run->metrics, cut, metric);
    dbt_buffer_format(out, ", %s %.4g %s (", what,
                      dbt_metrics_row(run->metrics, cut, worst)[metric], unit);
    dbt_buffer_name(out, run->sequence->timeline.skeleton->joints[worst].name);
    dbt_buffer_text(out, ")");
}

void cli_add_smoothness(dbt_buffer *out, const dbt_job_run *run, int cut)
{
    add_worst(out, "velocity jump", run, cut, DBT_ANG_VEL_JUMP, "deg/s");
    add_worst(out, "jerk peak", run, cut, DBT_ANG_JERK_PEAK, "deg/s^3");
    add_worst(out, "linear jerk peak", run, cut, DBT_LIN_JERK_PEAK, "units/s^3");
}

/* ---- locked feet ---- */

/* Adds "slide BLEND_SLIDE -> SLIDE u", without and with foot locking, or "slide not measured"; then
 * ", at most MISSED u off", the largest distance of a foot from its target. All in units. */
static void add_slide(dbt_buffer *out, double blend_slide, double slide, bool is_measured,
                      double missed)
{
    if (is_measured) {
        dbt_buffer_text(out, "slide ");
        add_length(out, blend_slide);
        dbt_buffer_text(out, " -> ");
        add_length(out, slide);
        dbt_buffer_text(out, " u");
    } else {
        dbt_buffer_text(out, "slide not measured");
    }
    dbt_buffer_text(out, ", at most ");
    add_length(out, missed);
    dbt_buffer_text(out, " u off");
}

/* Adds the depth below the ground before and after foot locking. */
static void add_sink(dbt_buffer *out, const dbt_locked_feet *locked)
{
    dbt_buffer_text(out, "sinking ");
    add_length(out, locked->clip_sink);
    dbt_buffer_text(out, " -> ");
    add_length(out, locked->sink);
    dbt_buffer_text(out, " u, ");
}

/* Adds the distances, in units, by which foot locking lowers and lifts the body: ", the body 2 u
 * lower, 1 u higher". Omits those below 1e-4 units. */
static void add_body(dbt_buffer *out, const dbt_locked_feet *locked)
{
    const char *before = ", the body ";
    const struct {
        double length;
        const char *unit;
    } moves[] = { { locked->drop, " u lower" }, { locked->rise, " u higher" } };
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        if (moves[i].length < 1e-4)
            continue;
        dbt_buffer_text(out, before);
        add_length(out, moves[i].length);
        dbt_buffer_text(out, moves[i].unit);
        before = ", ";
    }
}

void cli_add_locked_feet(dbt_buffer *out, const dbt_job_run *run, const dbt_locked_feet *locked)
{
    const dbt_joint *joints = run->sequence->timeline.skeleton->joints;
    const int n_known = locked->n_feet < DBT_LOCKED_FEET ? locked->n_feet : DBT_LOCKED_FEET;
    const int n_locked = locked->n_locked;
    int n = 0;
    if (locked->n_feet == 0)
        return;
    if (n_locked == 0) {
        dbt_buffer_text(out, ", no foot locked");
        if (locked->is_clip && locked->weight == 0.0)
            dbt_buffer_text(out, ": that would make a seam");
        return;
    }
    dbt_buffer_format(out, ", %d %s locked (", n_locked, n_locked == 1 ? "foot" : "feet");
    for (int i = 0; i < n_known; i++) {
        if (locked->feet[i].n_locked == 0)
            continue;
        dbt_buffer_text(out, n++ > 0 ? ", " : "");
        dbt_buffer_name(out, joints[locked->feet[i].joint].name);
    }
    dbt_buffer_text(out, n < n_locked ? ", ...)" : ")");
    if (locked->skate_speed > 0.0) {
        dbt_buffer_text(out, ", which skate at up to ");
        add_length(out, locked->skate_speed);
        dbt_buffer_text(out, " u/s");
    }
    dbt_buffer_text(out, ": ");
    if (locked->is_clip)
        add_sink(out, locked);
    add_slide(out, locked->blend_slide, locked->slide, locked->is_measured, locked->missed);
    add_body(out, locked);
}

void cli_print_feet(const dbt_job_run *run, const dbt_locked_feet *locked)
{
    const double dt = run->sequence->timeline.frame_time;
    for (int i = 0; i < locked->n_feet && i < DBT_LOCKED_FEET; i++) {
        const dbt_locked_foot *foot = &locked->feet[i];
        dbt_buffer line = { 0 };
        dbt_buffer_text(&line, "    ");
        dbt_buffer_name(&line, run->sequence->timeline.skeleton->joints[foot->joint].name);
        if (foot->n_locked > 0)
            dbt_buffer_format(&line, " locked for %.3g s, ", (double)foot->n_locked * dt);
        else
            dbt_buffer_text(&line, " not locked, ");
        add_slide(&line, foot->blend_slide, foot->slide, locked->is_measured, foot->missed);
        if (locked->weight < 1.0 && (foot->n_locked > 0 || foot->blend_slide > 0.0)) {
            if (locked->weight > 0.0)
                dbt_buffer_format(&line, ", locked to %.0f %%: more", 100.0 * locked->weight);
            else
                dbt_buffer_text(&line, ": locking it");
            dbt_buffer_text(&line, " would make a seam or a slide");
        }
        dbt_print_line(&line);
    }
}
