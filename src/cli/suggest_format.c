#include "base/json_write.h"
#include "base/text.h"
#include "job/shell_line.h"
#include "report/costs_data.h"
#include "report/report_page.h"
#include "cli/suggestions.h"

#include <string.h>

static double seconds_of(const cli_suggestions *s, size_t frame)
{
    return (double)frame * s->frame_time;
}

/* ---- the command that blends a cut ---- */

/* Appends the command that blends a cut, up to "--at ": the frames of the cut come next, then
 * add_options. */
static void add_command(dbt_buffer *out, const cli_suggestions *s, const dbt_library_cut *cut)
{
    dbt_buffer_text(out, "dbtool blend");
    dbt_shell_path(out, s->paths[cut->a]);
    dbt_shell_path(out, s->paths[cut->b]);
    dbt_buffer_text(out, " --at ");
}

/* Appends the options of the job that the command must repeat, and "-o out.bvh". */
static void add_options(dbt_buffer *out, const cli_suggestions *s)
{
    dbt_shell_job_options(out, s->job);
    dbt_buffer_text(out, " -o out.bvh");
}

/* Appends the whole command that blends a cut. */
static void add_blend(dbt_buffer *out, const cli_suggestions *s, const dbt_library_cut *cut)
{
    add_command(out, s, cut);
    dbt_buffer_format(out, "%zuf --from %zuf", cut->cell.i, cut->cell.j);
    add_options(out, s);
}

/* ---- text ---- */

enum { MAX_COLUMNS = 10 };

/* Adds the cell of a clip: the base name; no cell if all cuts have the same clips. */
static void add_clip_cell(dbt_buffer *line, const cli_suggestions *s, const char *path)
{
    char name[DBT_NAME_SHOWN];
    if (s->one_pair)
        return;
    dbt_base_name(path, name, sizeof name);
    dbt_buffer_printable(line, name);
    dbt_buffer_text(line, "\t");
}

/* Replaces *line by line n of the table, without a line break: 0 headings, 1 units, n the cut
 * s->cuts[n - 2]. Cells are separated by tabs. Times in seconds and in frames of the common rate.
 */
static void write_line(const cli_suggestions *s, size_t n, dbt_buffer *line)
{
    static const char *const headings[2][2] = {
        { "rank\ta\tat\tframe\tb\tfrom\tframe\tcost\tpose\tvelocity",
          "\t\ts\t\t\ts\t\tunits\tunits\tunits/s" },
        { "rank\tat\tframe\tfrom\tframe\tcost\tpose\tvelocity",
          "\ts\t\ts\t\tunits\tunits\tunits/s" },
    };
    line->size = 0;
    if (n < 2) {
        dbt_buffer_text(line, headings[s->one_pair][n]);
        return;
    }
    const dbt_library_cut *c = &s->cuts[n - 2];
    dbt_buffer_format(line, "%zu\t", n - 1);
    add_clip_cell(line, s, s->paths[c->a]);
    dbt_buffer_format(line, "%.5g\t%zu\t", seconds_of(s, c->cell.i), c->cell.i);
    add_clip_cell(line, s, s->paths[c->b]);
    dbt_buffer_format(line, "%.5g\t%zu\t%.4g\t%.4g\t%.4g", seconds_of(s, c->cell.j), c->cell.j,
                      c->cell.cost.cost, c->cell.cost.pose, c->cell.cost.velocity);
}

/* Sets each of widths[MAX_COLUMNS] to the maximum of itself and the width, in characters, of the
 * line's cell. Then appends the line, in columns of these widths, and a line break to `out`, unless
 * that is NULL. left: bit c: column c is aligned at the left, else at the right. */
static void format_cells(const char *line, int *widths, unsigned left, dbt_buffer *out)
{
    const char *cell = line, *end;
    for (int column = 0;; column++, cell = end + 1) {
        end = cell + strcspn(cell, "\t");
        const int n = (int)(end - cell), width = dbt_text_width(cell, (size_t)n);
        const bool is_left = left >> column & 1;
        widths[column] = width > widths[column] ? width : widths[column];
        const int blanks = widths[column] - width;
        if (out)
            dbt_buffer_format(out, "%*s%.*s%*s%s", is_left ? 0 : blanks, "", n, cell,
                              is_left ? blanks : 0, "", *end ? "  " : "\n");
        if (!*end)
            return;
    }
}

void cli_suggest_text(const cli_suggestions *suggestions, dbt_buffer *out)
{
    const cli_suggestions *s = suggestions;
    const unsigned left = s->one_pair ? 0 : 1U << 1 | 1U << 4;
    int widths[MAX_COLUMNS] = { 0 };
    dbt_buffer line = { 0 }, blend = { 0 };
    for (int pass = 0; pass < 2; pass++) {
        for (size_t n = 0; n < s->n_cuts + 2; n++) {
            write_line(s, n, &line);
            format_cells(line.bytes, widths, left, pass == 0 ? NULL : out);
        }
    }
    dbt_buffer_release(&line);
    dbt_buffer_text(out, "\nThe first is made by:\n  ");
    add_blend(&blend, s, &s->cuts[0]);
    dbt_buffer_printable(out, blend.bytes ? blend.bytes : "");
    dbt_buffer_text(out, "\n");
    dbt_buffer_release(&blend);
}

/* ---- CSV ---- */

void cli_suggest_csv(const cli_suggestions *suggestions, dbt_buffer *out)
{
    const cli_suggestions *s = suggestions;
    dbt_buffer_text(out, "rank,a,at,at_frame,b,from,from_frame,cost_u,pose_u,velocity_u_s\n");
    for (size_t cut = 0; cut < s->n_cuts; cut++) {
        const dbt_library_cut *c = &s->cuts[cut];
        dbt_buffer_format(out, "%zu,", cut + 1);
        dbt_buffer_csv(out, s->paths[c->a]);
        dbt_buffer_format(out, ",%.9g,%zu,", seconds_of(s, c->cell.i), c->cell.i);
        dbt_buffer_csv(out, s->paths[c->b]);
        dbt_buffer_format(out, ",%.9g,%zu,%.9g,%.9g,%.9g\n", seconds_of(s, c->cell.j), c->cell.j,
                          c->cell.cost.cost, c->cell.cost.pose, c->cell.cost.velocity);
    }
}

/* ---- JSON ---- */

void cli_json_add_cut(dbt_json_out *json, const char *const *paths, double frame_time,
                      const dbt_library_cut *cut)
{
    dbt_json_add_text(json, "a", paths[cut->a]);
    dbt_json_add_number(json, "at", (double)cut->cell.i * frame_time, 9);
    dbt_json_add_size(json, "at_frame", cut->cell.i);
    dbt_json_add_text(json, "b", paths[cut->b]);
    dbt_json_add_number(json, "from", (double)cut->cell.j * frame_time, 9);
    dbt_json_add_size(json, "from_frame", cut->cell.j);
    dbt_json_add_number(json, "cost_u", cut->cell.cost.cost, 9);
    dbt_json_add_number(json, "pose_u", cut->cell.cost.pose, 9);
    dbt_json_add_number(json, "velocity_u_s", cut->cell.cost.velocity, 9);
}

void cli_suggest_json(const cli_suggestions *suggestions, dbt_buffer *out)
{
    const cli_suggestions *s = suggestions;
    dbt_json_out json = { .out = out, .escapes_bytes = true };
    dbt_json_begin(&json, NULL, '[');
    for (size_t cut = 0; cut < s->n_cuts; cut++) {
        dbt_buffer blend = { 0 };
        dbt_json_begin_line(&json, 2, NULL, '{');
        dbt_json_add_size(&json, "rank", cut + 1);
        cli_json_add_cut(&json, s->paths, s->frame_time, &s->cuts[cut]);
        add_blend(&blend, s, &s->cuts[cut]);
        dbt_json_end_section(&json, "blend", &blend);
        dbt_json_end(&json, '}');
    }
    dbt_json_line(&json, 0);
    dbt_json_end(&json, ']');
    dbt_buffer_text(out, "\n");
}

/* ---- a plan ---- */

dbt_span cli_plan_base(const char *path)
{
    const size_t max_size = 99; /* two names of this size and a rank fit in a file name */
    dbt_span name = dbt_base_span(path);
    if ((size_t)(name.end - name.begin) > max_size)
        for (name.end = name.begin + max_size; (*name.end & 0xc0) == 0x80 && name.end > name.begin;)
            name.end--; /* to the start of a character */
    return name;
}

void cli_plan_add_name(dbt_buffer *out, const char *path)
{
    const dbt_span name = cli_plan_base(path);
    for (const char *c = name.begin; c < name.end; c++)
        dbt_buffer_text(out, *c == '{' ? "{{" : (char[]){ *c, '\0' });
}

static void add_clip(dbt_json_out *json, const char *path)
{
    dbt_json_begin(json, NULL, '{');
    dbt_json_add_text(json, "clip", path);
}

void cli_plan_begin(dbt_json_out *json, const dbt_job *job)
{
    dbt_json_begin(json, NULL, '{');
    dbt_json_begin(json, "defaults", '{');
    dbt_json_add_text(json, "out", "{name}.bvh");
    for (const dbt_setting *setting = dbt_settings; setting->key; setting++)
        if (dbt_setting_is_passed_on(setting, job))
            dbt_setting_write(setting, job, json);
    dbt_json_end(json, '}');
    dbt_json_begin_line(json, 1, "jobs", '[');
}

void cli_plan_add_frame(dbt_json_out *json, const char *key, size_t frame)
{
    dbt_buffer_format(dbt_json_value(json, key), "\"%zuf\"", frame);
}

void cli_plan_end(dbt_json_out *json)
{
    dbt_json_end(json, ']');
    dbt_json_end(json, '}');
    dbt_buffer_text(json->out, "\n");
}

/* Adds a job to the open list of jobs: its name A_to_B_RANK, and clips and frames of s->cuts[cut].
 * A and B are the clips' base names, RANK is cut + 1. */
static void add_job(dbt_json_out *json, const cli_suggestions *s, size_t cut)
{
    const dbt_library_cut *c = &s->cuts[cut];
    dbt_buffer name = { 0 };
    cli_plan_add_name(&name, s->paths[c->a]);
    dbt_buffer_text(&name, "_to_");
    cli_plan_add_name(&name, s->paths[c->b]);
    dbt_buffer_format(&name, "_%zu", cut + 1);
    dbt_json_begin_line(json, 2, NULL, '{');
    dbt_json_end_section(json, "name", &name);
    dbt_json_begin(json, "cuts", '[');
    add_clip(json, s->plan_paths[c->a]);
    dbt_json_end(json, '}');
    add_clip(json, s->plan_paths[c->b]);
    cli_plan_add_frame(json, "at", c->cell.i);
    cli_plan_add_frame(json, "from", c->cell.j);
    dbt_json_end(json, '}');
    dbt_json_end(json, ']');
    dbt_json_end(json, '}');
}

void cli_suggest_plan(const cli_suggestions *suggestions, dbt_buffer *out)
{
    dbt_json_out json = { .out = out, .escapes_bytes = true };
    cli_plan_begin(&json, suggestions->job);
    for (size_t cut = 0; cut < suggestions->n_cuts; cut++)
        add_job(&json, suggestions, cut);
    cli_plan_end(&json);
}

/* ---- a page ---- */

void cli_suggest_page(const cli_suggestions *suggestions, dbt_buffer *out)
{
    const cli_suggestions *s = suggestions;
    const dbt_library_cut *first = &s->cuts[0];
    dbt_json_out json = { .out = out, .compact = true, .inert = true };
    dbt_buffer before = { 0 },
               after = { 0 }; /* the command, before and after the frames of a cut */
    char name[DBT_NAME_SHOWN];
    dbt_buffer_text(out, dbt_costs_page.head);
    dbt_json_begin(&json, NULL, '{');
    dbt_base_name(s->paths[first->a], name, sizeof name);
    dbt_json_add_text(&json, "a", name);
    dbt_base_name(s->paths[first->b], name, sizeof name);
    dbt_json_add_text(&json, "b", name);
    dbt_json_add_number(&json, "dt", s->frame_time, 17);
    add_command(&before, s, first);
    dbt_buffer_text(&after, "f");
    add_options(&after, s);
    dbt_json_begin(&json, "command", '[');
    dbt_json_end_section(&json, NULL, &before);
    dbt_json_add_text(&json, NULL, "f --from ");
    dbt_json_end_section(&json, NULL, &after);
    dbt_json_end(&json, ']');
    dbt_json_begin(&json, "cuts", '[');
    for (size_t cut = 0; cut < s->n_cuts; cut++) {
        dbt_json_begin(&json, NULL, '{');
        dbt_costs_write_cut(&json, &s->cuts[cut].cell);
        dbt_json_end(&json, '}');
    }
    dbt_json_end(&json, ']');
    dbt_costs_write_map(&json, s->map);
    dbt_json_end(&json, '}');
    dbt_buffer_text(out, "\n");
    dbt_buffer_text(out, dbt_costs_page.tail);
}
