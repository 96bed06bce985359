#include "cli/pop_list.h"

#include "base/github.h"
#include "base/mem.h"
#include "base/text.h"
#include "cli/suggestions.h"
#include "run/gate_report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- one pop ---- */

char *cli_pop_joints(const dbt_pop *pop, const dbt_skeleton *skeleton)
{
    dbt_buffer names = { 0 };
    for (int i = 0; i < DBT_POP_JOINTS && pop->joints[i] >= 0; i++) {
        dbt_buffer_text(&names, i > 0 ? " " : "");
        dbt_buffer_text(&names, skeleton->joints[pop->joints[i]].name);
    }
    dbt_buffer_add(&names, "", 1);
    return names.bytes;
}

void cli_pop_add_moment(dbt_buffer *out, size_t frame, double frame_time, double pop)
{
    dbt_buffer_format(out, "%.3f s = frame %zu, pop %.3g", (double)frame * frame_time, frame, pop);
}

void cli_pop_add(const dbt_pop *pop, double frame_time, const char *joints, dbt_buffer *out)
{
    cli_pop_add_moment(out, pop->frame, frame_time, pop->pop);
    dbt_buffer_format(out, ", %s (", dbt_pop_kind(pop));
    dbt_buffer_printable(out, joints);
    dbt_buffer_text(out, ")");
}

void cli_pop_add_json(dbt_json_out *json, const dbt_pop *pop, double frame_time, const char *joints)
{
    dbt_json_begin_line(json, 4, NULL, '{');
    dbt_json_add_number(json, "at", (double)pop->frame * frame_time, 9);
    dbt_json_add_size(json, "frame", pop->frame);
    dbt_json_add_number(json, "pop", pop->pop, 9);
    dbt_json_add_text(json, "kind", dbt_pop_kind(pop));
    dbt_json_add_size(json, "first_frame", pop->first);
    dbt_json_add_size(json, "last_frame", pop->last);
    dbt_json_add_text(json, "joints", joints);
    dbt_json_end(json, '}');
}

void cli_file_pops_release(cli_file_pops *file)
{
    arrfree(file->pops);
    dbt_texts_release(&file->joints);
    dbt_texts_release(&file->messages);
    arrfree(file->hidden);
}

/* Calls `add` for each pop that is not hidden, in the order of files and frames. */
static void each_pop(const cli_pop_list *list, dbt_buffer *out,
                     void (*add)(const cli_file_pops *file, ptrdiff_t pop, dbt_buffer *out))
{
    for (size_t i = 0; i < list->n_files; i++)
        for (ptrdiff_t p = 0; p < arrlen(list->files[i].pops); p++)
            if (!list->files[i].hidden[p])
                add(&list->files[i], p, out);
}

/* ---- text ---- */

static void add_pop_line(const cli_file_pops *file, ptrdiff_t index, dbt_buffer *out)
{
    dbt_buffer_printable(out, file->path);
    dbt_buffer_text(out, ": ");
    cli_pop_add(&file->pops[index], file->frame_time, file->joints[index], out);
    dbt_buffer_text(out, "\n");
}

/* Appends one line about the measured files without any pop: their number, and the file with the
 * largest value among them. Appends nothing if there is no such file. If only one file was read,
 * the line leaves out the number. */
static void add_clean_files(const cli_pop_list *list, dbt_buffer *out)
{
    const cli_file_pops *largest = NULL;
    size_t n_read = 0, n_clean = 0;
    for (size_t i = 0; i < list->n_files; i++) {
        const cli_file_pops *file = &list->files[i];
        n_read += file->is_read;
        if (!file->is_measured || arrlen(file->pops) > 0)
            continue;
        n_clean++;
        if (!largest || file->largest > largest->largest)
            largest = file;
    }
    if (!largest)
        return;
    if (n_read > 1)
        dbt_buffer_format(out, "no pop above %g in %zu of %zu files; the largest: ", list->limit,
                          n_clean, n_read);
    dbt_buffer_printable(out, largest->path);
    dbt_buffer_text(out, ": ");
    if (n_read == 1)
        dbt_buffer_format(out, "no pop above %g; the largest: ", list->limit);
    cli_pop_add_moment(out, largest->largest_frame, largest->frame_time, largest->largest);
    dbt_buffer_text(out, "\n");
}

void cli_pops_text(const cli_pop_list *list, dbt_buffer *out)
{
    each_pop(list, out, add_pop_line);
    for (size_t i = 0; i < list->n_files; i++) {
        const cli_file_pops *file = &list->files[i];
        if (!file->is_read || file->is_measured)
            continue;
        dbt_buffer_printable(out, file->path);
        if (file->n_frames < DBT_JUMPS_MIN_FRAMES)
            dbt_buffer_format(out, ": too few frames to find pops: %zu, expected at least %d\n",
                              file->n_frames, DBT_JUMPS_MIN_FRAMES);
        else
            dbt_buffer_format(out,
                              ": too few channels to find pops: %d of %d joints, expected one "
                              "for %d joints\n",
                              file->n_channels, file->n_joints, DBT_JUMPS_MAX_PER_CHANNEL);
    }
    add_clean_files(list, out);
}

/* ---- tables ---- */

/* Appends the CSV row of pop number `index`, from 0, of the file. */
static void add_csv_row(const cli_file_pops *file, ptrdiff_t index, dbt_buffer *out)
{
    const dbt_pop *pop = &file->pops[index];
    dbt_buffer_csv(out, file->path);
    dbt_buffer_text(out, ",");
    dbt_buffer_number(out, (double)pop->frame * file->frame_time, 9);
    dbt_buffer_format(out, ",%zu,", pop->frame);
    dbt_buffer_number(out, pop->pop, 9);
    dbt_buffer_format(out, ",%s,%zu,%zu,", dbt_pop_kind(pop), pop->first, pop->last);
    dbt_buffer_csv(out, file->joints[index]);
    dbt_buffer_text(out, "\n");
}

void cli_pops_csv(const cli_pop_list *list, dbt_buffer *out)
{
    dbt_buffer_text(out, "file,at,frame,pop,kind,first_frame,last_frame,joints\n");
    each_pop(list, out, add_csv_row);
}

void cli_pops_json(const cli_pop_list *list, dbt_buffer *out)
{
    dbt_json_out json = { .out = out };
    dbt_json_begin(&json, NULL, '[');
    for (size_t i = 0; i < list->n_files; i++) {
        const cli_file_pops *file = &list->files[i];
        if (!file->is_read)
            continue;
        dbt_json_begin_line(&json, 2, NULL, '{');
        dbt_json_add_text(&json, "file", file->path);
        dbt_json_add_size(&json, "n_frames", file->n_frames);
        dbt_json_add_number(&json, "largest", file->is_measured ? file->largest : NAN, 9);
        dbt_json_add_number(
            &json, "largest_at",
            file->is_measured ? (double)file->largest_frame * file->frame_time : NAN, 9);
        dbt_json_begin(&json, "pops", '[');
        for (ptrdiff_t p = 0; p < arrlen(file->pops); p++)
            if (!file->hidden[p])
                cli_pop_add_json(&json, &file->pops[p], file->frame_time, file->joints[p]);
        dbt_json_end(&json, ']');
        dbt_json_end(&json, '}');
    }
    dbt_json_end(&json, ']');
    dbt_buffer_text(out, "\n");
}

/* ---- annotations ---- */

static void add_annotation(const cli_file_pops *file, ptrdiff_t index, dbt_buffer *out)
{
    dbt_buffer message = { 0 };
    cli_pop_add(&file->pops[index], file->frame_time, file->joints[index], &message);
    dbt_github_add(out, "warning", file->path, "pop", message.bytes);
    dbt_buffer_release(&message);
}

void cli_pops_github(const cli_pop_list *list, dbt_buffer *out)
{
    each_pop(list, out, add_annotation);
}

void cli_pops_junit(const cli_pop_list *list, dbt_buffer *out)
{
    dbt_gate_report report = { .path = "-", .form = DBT_GATE_JUNIT, .what = "file" };
    char limit[40];
    for (size_t i = 0; i < list->n_files; i++) {
        const cli_file_pops *file = &list->files[i];
        for (ptrdiff_t p = 0; p < arrlen(file->pops); p++) {
            dbt_buffer line = { 0 };
            cli_pop_add(&file->pops[p], file->frame_time, file->joints[p], &line);
            if (!file->hidden[p])
                dbt_gate_report_line(&report, line.bytes);
            dbt_buffer_release(&line);
        }
        if (file->is_measured)
            dbt_gate_report_case(&report, "pops", file->path, file->path);
    }
    snprintf(limit, sizeof limit, "pop>%g", list->limit);
    dbt_gate_report_format(&report, limit, out);
    dbt_gate_report_release(&report);
}

/* ---- a plan ---- */

/* Adds to the open list of cuts a cut of the clip `path` with itself that mends a pop: the frames
 * between pop->begin and pop->end become a gap. Of a spike they are in-betweened from both ends, by
 * bridge-learned if there is list->plan_model, else by dead-two-sided. A step has the plan's
 * default method. */
static void add_mending(dbt_json_out *json, const cli_pop_list *list, const char *path,
                        const dbt_pop *pop)
{
    dbt_json_begin_line(json, 4, NULL, '{');
    dbt_json_add_text(json, "clip", path);
    cli_plan_add_frame(json, "at", pop->begin);
    cli_plan_add_frame(json, "from", pop->end);
    cli_plan_add_frame(json, "gap", pop->end - pop->begin);
    if (pop->is_spike && list->plan_model) {
        dbt_json_add_text(json, "method", "bridge-learned");
        dbt_json_add_text(json, "model", list->plan_model);
    } else if (pop->is_spike) {
        dbt_json_add_text(json, "method", "dead-two-sided");
        dbt_json_add_int(json, "before", 0);
        dbt_json_add_int(json, "blend_time", 0);
    }
    dbt_json_end(json, '}');
}

static bool has_job(const cli_file_pops *file)
{
    bool has = false;
    for (ptrdiff_t p = 0; p < arrlen(file->pops); p++)
        has |= !file->hidden[p];
    return has;
}

/* How many files before list->files[index] have a job and the same cli_plan_base. */
static size_t n_namesakes(const cli_pop_list *list, size_t index)
{
    const dbt_span base = cli_plan_base(list->files[index].path);
    const size_t size = (size_t)(base.end - base.begin);
    size_t n = 0;
    for (size_t i = 0; i < index; i++) {
        const dbt_span other = cli_plan_base(list->files[i].path);
        if ((size_t)(other.end - other.begin) == size && memcmp(other.begin, base.begin, size) == 0)
            n += has_job(&list->files[i]);
    }
    return n;
}

/* Opens the job of list->files[index] and writes its first clip, `path`. Its name is BASE.mended,
 * BASE from the file's path; BASE.mended_2 if an earlier job has that name, and so on. The job and
 * its list of cuts remain open. */
static void begin_job(dbt_json_out *json, const cli_pop_list *list, size_t index, const char *path)
{
    const size_t n = n_namesakes(list, index);
    dbt_buffer name = { 0 };
    cli_plan_add_name(&name, list->files[index].path);
    dbt_buffer_text(&name, ".mended");
    if (n > 0)
        dbt_buffer_format(&name, "_%zu", n + 1);
    dbt_json_begin_line(json, 2, NULL, '{');
    dbt_json_end_section(json, "name", &name);
    dbt_json_begin(json, "cuts", '[');
    dbt_json_begin_line(json, 4, NULL, '{');
    dbt_json_add_text(json, "clip", path);
    dbt_json_end(json, '}');
}

/* Adds to the open list of jobs the job that mends list->files[index]; nothing if all its pops are
 * hidden. Skips hidden pops, and those that begin at or before the end of the last mended one. */
static void add_job(dbt_json_out *json, const cli_pop_list *list, size_t index)
{
    const cli_file_pops *file = &list->files[index];
    const char *path = list->plan_paths[index];
    size_t last = 0;
    bool begun = false;
    for (ptrdiff_t p = 0; p < arrlen(file->pops); p++) {
        const dbt_pop *pop = &file->pops[p];
        if (file->hidden[p] || (begun && pop->begin <= last))
            continue;
        if (!begun)
            begin_job(json, list, index, path);
        add_mending(json, list, path, pop);
        begun = true;
        last = pop->end;
    }
    if (begun) {
        dbt_json_end(json, ']');
        dbt_json_end(json, '}');
    }
}

void cli_pops_plan(const cli_pop_list *list, dbt_buffer *out)
{
    dbt_json_out json = { .out = out, .escapes_bytes = true };
    dbt_json_begin(&json, NULL, '{');
    dbt_json_begin(&json, "defaults", '{');
    dbt_json_add_text(&json, "out", list->out ? list->out : "{name}.bvh");
    dbt_json_add_text(&json, "align", "none"); /* the file's positions are right */
    dbt_json_end(&json, '}');
    dbt_json_begin_line(&json, 1, "jobs", '[');
    for (size_t i = 0; i < list->n_files; i++)
        add_job(&json, list, i);
    cli_plan_end(&json);
}
