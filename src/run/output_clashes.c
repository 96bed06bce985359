#include "run/output_clashes.h"

#include "host/message.h"
#include "host/output.h"
#include "host/temporary.h"

#include <stdio.h>
#include <string.h>

void dbt_clashes_release(dbt_clashes *clashes)
{
    dbt_names_release_values(&clashes->outputs);
    dbt_names_release_values(&clashes->replaced);
    dbt_names_release(&clashes->inputs);
}

static const char *resolved_path(const char *path, char resolved[DBT_PATH_SIZE])
{
    if (!dbt_resolve(path, resolved))
        return path;
    dbt_fold_name(resolved);
    return resolved;
}

/* Sets the writer of a file, unless it has one. */
static void set_writer(dbt_names *writers, const char *file, const char *writer)
{
    const size_t size = strlen(writer) + 1;
    if (!dbt_names_get(writers, file))
        memcpy(dbt_names_item(writers, file, size), writer, size);
}

void dbt_clashes_add_output(dbt_clashes *c, const char *path, const char *option, const char *job)
{
    char resolved[DBT_PATH_SIZE], whose[120], number[DBT_FILE_NUMBER_SIZE];
    dbt_file_id replaced[DBT_N_REPLACED];
    const char *real = resolved_path(path, resolved);
    const char *writer = dbt_names_get(&c->outputs, real);
    if (dbt_is_device(path))
        return;
    snprintf(whose, sizeof whose, option ? "%s" : "job '%.100s'", option ? option : job);
    if (writer)
        dbt_print_errorf("'%.120s' is written twice: by %s and by %s", path, writer, whose);
    else if (dbt_is_temporary_name(real))
        dbt_print_errorf(
            "'%.120s' would be written by %s, but names of this form are for temporary files", path,
            whose);
    if (writer || dbt_is_temporary_name(real)) {
        c->found = true;
        return;
    }
    set_writer(&c->outputs, real, whose);
    dbt_find_replaced(real, replaced);
    for (int i = 0; i < DBT_N_REPLACED; i++)
        if (replaced[i].inode)
            set_writer(&c->replaced, dbt_file_number(replaced[i], number), whose);
}

void dbt_clashes_add_input(dbt_clashes *c, const char *path, dbt_file_id id)
{
    char resolved[DBT_PATH_SIZE], number[DBT_FILE_NUMBER_SIZE];
    dbt_protect(id);
    const char *whose =
        dbt_is_dash(path) ? NULL : dbt_names_get(&c->outputs, resolved_path(path, resolved));
    if (!whose && id.inode)
        whose = dbt_names_get(&c->replaced, dbt_file_number(id, number));
    if (!whose)
        return;
    dbt_print_errorf("'%.120s' is an input, and %s would overwrite it", path, whose);
    c->found = true;
}

/* Checks an input by dbt_clashes_add_input, once for each spelling of its path, which is borrowed.
 * Skips standard input. context: the dbt_clashes. Returns true. */
static bool add_input(void *context, const dbt_job_input *input)
{
    dbt_clashes *c = context;
    const char *path = input->path;
    if (dbt_is_dash(path) || dbt_names_get(&c->inputs, path))
        return true;
    dbt_names_put(&c->inputs, path, path);
    dbt_clashes_add_input(c, path, dbt_file_id_of(path));
    return true;
}

void dbt_clashes_add_inputs(dbt_clashes *c, const dbt_job *job)
{
    (void)dbt_job_each_input(job, add_input, c);
}
