#include "cli/report_options.h"

#include "cli/report_json.h"

#include "core/mem.h"

/* The list as it grows. */
typedef struct options {
    dbt_buffer *out, value;
    int n;
} options;

/* What is in the value, under that name. */
static void end_option(options *o, const char *name)
{
    cli_json_pair(o->out, o->n++, name, &o->value);
}

static void add_text(options *o, const char *name, const char *text)
{
    dbt_buffer_text(&o->value, text);
    end_option(o, name);
}

static void add_number(options *o, const char *name, double number)
{
    dbt_buffer_exact(&o->value, number);
    end_option(o, name);
}

static void add_time(options *o, const char *name, dbt_time time)
{
    if (time.from_end)
        dbt_buffer_text(&o->value, time.value > 0.0 ? "end-" : "end");
    if (!time.from_end || time.value > 0.0)
        dbt_buffer_exact(&o->value, time.value);
    if (time.unit == DBT_TIME_FRAMES)
        dbt_buffer_text(&o->value, "f");
    end_option(o, name);
}

static void add_patterns(options *o, const char *name, const char *const *patterns, int n)
{
    for (int i = 0; i < n; i++) {
        dbt_buffer_text(&o->value, i > 0 ? "," : "");
        dbt_buffer_text(&o->value, patterns[i]);
    }
    end_option(o, name);
}

static void add_profile(options *o, const dbt_profile *profile)
{
    dbt_buffer_text(&o->value, profile->glob);
    if (profile->factor > 0.0) {
        dbt_buffer_text(&o->value, "=");
        dbt_buffer_exact(&o->value, profile->factor);
    }
    end_option(o, profile->factor > 0.0 ? "profile" : "skip");
}

static void add_segment(options *o, const dbt_segment *segment)
{
    if (segment->from.value > 0.0 || segment->from.from_end)
        add_time(o, "from", segment->from);
    for (int i = 0; i < segment->n_profiles; i++)
        add_profile(o, &segment->profiles[i]);
}

static void add_spec(options *o, const dbt_sequence_spec *spec)
{
    static const char *const past_ends[] = { "error", "hold", "loop" };
    const char up[] = { (char)('x' + spec->up), '\0' };
    if (spec->align_none)
        add_text(o, "align", "none");
    if (spec->root)
        add_text(o, "root", spec->root);
    if (spec->up != 1)
        add_text(o, "up", up);
    if (spec->past_end != DBT_PAST_END_ERROR)
        add_text(o, "past-end", past_ends[spec->past_end]);
    if (spec->has_until)
        add_time(o, "until", spec->until);
    if (spec->interpolation == DBT_INTERPOLATE_LINEAR)
        add_text(o, "interpolate", "linear");
    for (int i = 0; i < spec->n_layers; i++)
        add_patterns(o, "layer", spec->layers[i].joints, spec->layers[i].n_joints);
}

static void add_measuring(options *o, const cli_trial *trial)
{
    const dbt_contact_options *contact = trial->contact;
    if (trial->window)
        add_time(o, "window", *trial->window);
    if (contact->n_feet > 0)
        add_patterns(o, "feet", contact->feet, contact->n_feet);
    if (contact->height > 0.0)
        add_number(o, "contact-height", contact->height);
    if (contact->speed > 0.0)
        add_number(o, "contact-speed", contact->speed);
    if (trial->precision != 6)
        add_number(o, "precision", trial->precision);
    if (trial->unroll)
        add_text(o, "unroll", "true");
}

static void add_reading(options *o, const cli_report_sequence *s)
{
    if (s->limits) { /* where it was is no matter of the report's readers */
        char *name = cli_report_clip_name(s->limits);
        add_text(o, "limits", name);
        dbt_free(name);
    }
    if (s->assume_fps > 0.0)
        add_number(o, "assume-fps", s->assume_fps);
    if (s->lenient)
        add_text(o, "lenient", "true");
}

void cli_report_options_write(dbt_buffer *out, const cli_report_sequence *sequence, int cut)
{
    options o = { .out = out };
    dbt_buffer_text(out, "[");
    add_spec(&o, &sequence->trial.spec);
    add_segment(&o, &sequence->trial.spec.segments[cut + 1]);
    add_measuring(&o, &sequence->trial);
    add_reading(&o, sequence);
    dbt_buffer_text(out, "]");
}
