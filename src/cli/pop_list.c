#include "cli/pop_list.h"

#include "base/json_write.h"
#include "base/mem.h"
#include "base/text.h"
#include "cli/suggestions.h"

#include <math.h>
#include <string.h>

static double seconds_at(const cli_file_pops *file, size_t frame)
{
    return (double)frame * file->frame_time;
}

static const char *kind_of(const dbt_pop *pop)
{
    return pop->is_spike ? "spike" : "step";
}

/* Calls add for each pop that is listed, in the order of files and frames. */
static void each_pop(const cli_pop_list *list, dbt_buffer *out,
                     void (*add)(const cli_file_pops *file, ptrdiff_t pop, dbt_buffer *out))
{
    for (size_t i = 0; i < list->n_files; i++)
        for (ptrdiff_t p = 0; p < arrlen(list->files[i].pops.list); p++)
            if (!list->files[i].hidden[p])
                add(&list->files[i], p, out);
}

/* ---- text ---- */

static void add_moment(dbt_buffer *out, const cli_file_pops *file, size_t frame, double pop)
{
    dbt_buffer_format(out, "%.3f s = frame %zu, pop %.3g", seconds_at(file, frame), frame, pop);
}

static void add_joints(dbt_buffer *out, const char *joints)
{
    dbt_buffer_text(out, " (");
    dbt_buffer_plain(out, joints);
    dbt_buffer_text(out, ")");
}

static void add_pop_line(const cli_file_pops *file, ptrdiff_t index, dbt_buffer *out)
{
    const dbt_pop *pop = &file->pops.list[index];
    dbt_buffer_plain(out, file->path);
    dbt_buffer_text(out, ": ");
    add_moment(out, file, pop->frame, pop->pop);
    dbt_buffer_format(out, ", %s", kind_of(pop));
    add_joints(out, file->joints[index]);
    dbt_buffer_text(out, "\n");
}

/* Adds one line about the files without pops: how many they are, and their largest value. */
static void add_clean_files(const cli_pop_list *list, dbt_buffer *out)
{
    const cli_file_pops *largest = NULL;
    size_t n_read = 0, n_clean = 0;
    for (size_t i = 0; i < list->n_files; i++) {
        const cli_file_pops *file = &list->files[i];
        n_read += file->is_read;
        if (!file->is_read || arrlen(file->pops.list) > 0 || file->n_frames < DBT_POP_MIN_FRAMES)
            continue;
        n_clean++;
        if (!largest || file->pops.largest > largest->pops.largest)
            largest = file;
    }
    if (!largest)
        return;
    if (n_read > 1)
        dbt_buffer_format(out, "no pop above %g in %zu of %zu files; the largest: ", list->limit,
                          n_clean, n_read);
    dbt_buffer_plain(out, largest->path);
    dbt_buffer_text(out, ": ");
    if (n_read == 1)
        dbt_buffer_format(out, "no pop above %g; the largest: ", list->limit);
    add_moment(out, largest, largest->pops.largest_frame, largest->pops.largest);
    dbt_buffer_text(out, "\n");
}

void cli_pops_text(const cli_pop_list *list, dbt_buffer *out)
{
    each_pop(list, out, add_pop_line);
    for (size_t i = 0; i < list->n_files; i++) {
        const cli_file_pops *file = &list->files[i];
        if (!file->is_read || file->n_frames >= DBT_POP_MIN_FRAMES)
            continue;
        dbt_buffer_plain(out, file->path);
        dbt_buffer_format(out, ": %zu frames are too few to find pops, expected at least %d\n",
                          file->n_frames, DBT_POP_MIN_FRAMES);
    }
    add_clean_files(list, out);
}

/* ---- tables ---- */

static void add_csv_row(const cli_file_pops *file, ptrdiff_t index, dbt_buffer *out)
{
    const dbt_pop *pop = &file->pops.list[index];
    dbt_buffer_csv(out, file->path);
    dbt_buffer_text(out, ",");
    dbt_buffer_number(out, seconds_at(file, pop->frame), 9);
    dbt_buffer_format(out, ",%zu,", pop->frame);
    dbt_buffer_number(out, pop->pop, 9);
    dbt_buffer_format(out, ",%s,%zu,%zu,", kind_of(pop), pop->first, pop->last);
    dbt_buffer_csv(out, file->joints[index]);
    dbt_buffer_text(out, "\n");
}

void cli_pops_csv(const cli_pop_list *list, dbt_buffer *out)
{
    dbt_buffer_text(out, "file,at,frame,pop,kind,first_frame,last_frame,joints\n");
    each_pop(list, out, add_csv_row);
}

static void add_json_pop(dbt_json_out *json, const cli_file_pops *file, ptrdiff_t index)
{
    const dbt_pop *pop = &file->pops.list[index];
    dbt_json_begin_line(json, 4, NULL, '{');
    dbt_json_add_number(json, "at", seconds_at(file, pop->frame), 9);
    dbt_json_add_size(json, "frame", pop->frame);
    dbt_json_add_number(json, "pop", pop->pop, 9);
    dbt_json_add_text(json, "kind", kind_of(pop));
    dbt_json_add_size(json, "first_frame", pop->first);
    dbt_json_add_size(json, "last_frame", pop->last);
    dbt_json_add_text(json, "joints", file->joints[index]);
    dbt_json_end(json, '}');
}

void cli_pops_json(const cli_pop_list *list, dbt_buffer *out)
{
    dbt_json_out json = { .out = out };
    dbt_json_begin(&json, NULL, '[');
    for (size_t i = 0; i < list->n_files; i++) {
        const cli_file_pops *file = &list->files[i];
        if (!file->is_read)
            continue;
        const bool enough = file->n_frames >= DBT_POP_MIN_FRAMES;
        dbt_json_begin_line(&json, 2, NULL, '{');
        dbt_json_add_text(&json, "file", file->path);
        dbt_json_add_size(&json, "n_frames", file->n_frames);
        dbt_json_add_number(&json, "largest", enough ? file->pops.largest : NAN, 9);
        dbt_json_add_number(&json, "largest_at",
                            enough ? seconds_at(file, file->pops.largest_frame) : NAN, 9);
        dbt_json_begin(&json, "pops", '[');
        for (ptrdiff_t p = 0; p < arrlen(file->pops.list); p++)
            if (!file->hidden[p])
                add_json_pop(&json, file, p);
        dbt_json_end(&json, ']');
        dbt_json_end(&json, '}');
    }
    dbt_json_end(&json, ']');
    dbt_buffer_text(out, "\n");
}

/* ---- annotations ---- */

/* Adds text with the escapes of GitHub's workflow commands; property: of a property's value. */
static void add_escaped(dbt_buffer *out, const char *text, bool property)
{
    for (; *text; text++) {
        const bool escaped = strchr(property ? "%\r\n:," : "%\r\n", *text) != NULL;
        dbt_buffer_format(out, escaped ? "%%%02X" : "%c", (unsigned char)*text);
    }
}

static void add_annotation(const cli_file_pops *file, ptrdiff_t index, dbt_buffer *out)
{
    const dbt_pop *pop = &file->pops.list[index];
    dbt_buffer message = { 0 };
    add_moment(&message, file, pop->frame, pop->pop);
    dbt_buffer_format(&message, ", %s", kind_of(pop));
    add_joints(&message, file->joints[index]);
    dbt_buffer_add(&message, "", 1);
    dbt_buffer_text(out, "::warning file=");
    add_escaped(out, file->path, true);
    dbt_buffer_text(out, ",title=pop::");
    add_escaped(out, message.bytes, false);
    dbt_buffer_text(out, "\n");
    dbt_buffer_release(&message);
}

void cli_pops_github(const cli_pop_list *list, dbt_buffer *out)
{
    each_pop(list, out, add_annotation);
}

/* ---- a plan ---- */

/* The frames at which the file is left and entered again to mend a pop: around a spike, or around
 * the jump of a step. */
static void find_ends(const dbt_pop *pop, size_t *begin, size_t *end)
{
    const bool at_start = pop->last == 2; /* a jump into frame 1 is seen at frame 2 alone */
    *begin = pop->is_spike ? pop->begin : pop->first - 1 - at_start;
    *end = pop->is_spike ? pop->end : pop->first - at_start;
}

/* Adds the cut of a file with itself that mends a pop. The frames of a spike are made anew from
 * both ends alone; a step is smoothed by the best transition. */
static void add_mending(dbt_json_out *json, const cli_pop_list *list, const char *path,
                        bool is_spike, size_t begin, size_t end)
{
    dbt_json_begin_line(json, 4, NULL, '{');
    dbt_json_add_text(json, "clip", path);
    cli_plan_add_frame(json, "at", begin);
    cli_plan_add_frame(json, "from", end);
    cli_plan_add_frame(json, "gap", end - begin);
    if (is_spike && list->plan_model) {
        dbt_json_add_text(json, "method", "bridge-learned");
        dbt_json_add_text(json, "model", list->plan_model);
    } else if (is_spike) {
        dbt_json_add_text(json, "method", "dead-two-sided");
        dbt_json_add_int(json, "before", 0);
        dbt_json_add_int(json, "blend_time", 0);
    }
    dbt_json_end(json, '}');
}

static void begin_job(dbt_json_out *json, const cli_file_pops *file, const char *path)
{
    dbt_buffer name = { 0 };
    cli_plan_add_name(&name, file->path);
    dbt_buffer_text(&name, ".mended");
    dbt_json_begin_line(json, 2, NULL, '{');
    dbt_json_end_part(json, "name", &name);
    dbt_json_begin(json, "cuts", '[');
    dbt_json_begin_line(json, 4, NULL, '{');
    dbt_json_add_text(json, "clip", path);
    dbt_json_end(json, '}');
}

/* Adds the job that mends a file, if it has pops. */
static void add_job(dbt_json_out *json, const cli_pop_list *list, size_t index)
{
    const cli_file_pops *file = &list->files[index];
    const char *path = list->plan_paths[index];
    size_t begin, end, last = 0;
    bool begun = false;
    for (ptrdiff_t p = 0; p < arrlen(file->pops.list); p++) {
        const dbt_pop *pop = &file->pops.list[p];
        find_ends(pop, &begin, &end);
        if (file->hidden[p] || (begun && begin <= last))
            continue;
        if (!begun)
            begin_job(json, file, path);
        add_mending(json, list, path, pop->is_spike, begin, end);
        begun = true;
        last = end;
    }
    if (begun) {
        dbt_json_end(json, ']');
        dbt_json_end(json, '}');
    }
}

void cli_pops_plan(const cli_pop_list *list, dbt_buffer *out)
{
    dbt_json_out json = { .out = out, .keeps_bytes = true };
    dbt_json_begin(&json, NULL, '{');
    dbt_json_begin(&json, "defaults", '{');
    dbt_json_add_text(&json, "out", list->out ? list->out : "{name}.bvh");
    dbt_json_add_text(&json, "align", "none"); /* the file lies where it should */
    dbt_json_end(&json, '}');
    dbt_json_begin_line(&json, 1, "jobs", '[');
    for (size_t i = 0; i < list->n_files; i++)
        add_job(&json, list, i);
    cli_plan_end(&json);
}
