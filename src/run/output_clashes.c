#include "run/output_clashes.h"

#include "base/mem.h"
#include "host/message.h"
#include "host/output.h"
#include "host/temporary.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

void dbt_clashes_release(dbt_clashes *clashes)
{
    dbt_texts_release(&clashes->strings);
    dbt_names_release(&clashes->outputs);
    dbt_names_release(&clashes->temporaries);
    dbt_names_release(&clashes->replaced);
    dbt_names_release(&clashes->inputs);
}

static const char *resolved_path(const char *path, char resolved[DBT_PATH_SIZE])
{
    if (!dbt_resolve(path, resolved))
        return path;
    dbt_fold_name(resolved);
    return resolved;
}

static const char *add_string(dbt_clashes *c, const char *text)
{
    arrput(c->strings, dbt_copy_text(text));
    return arrlast(c->strings);
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
    writer = add_string(c, whose);
    dbt_names_put(&c->outputs, add_string(c, real), writer);
    dbt_find_replaced(real, replaced);
    for (int i = 0; i < DBT_N_REPLACED; i++)
        if (replaced[i].inode && !dbt_names_get(&c->replaced, dbt_file_number(replaced[i], number)))
            dbt_names_put(&c->replaced, add_string(c, number), writer);
}

/* Returns the writer of a file, such as "--metrics" or "job 'a'", owned by *c; NULL: none. real:
 * resolved path of an output or its temporary, which need not exist yet. For a temporary name,
 * first fills c->temporaries. */
static const char *writer_of(dbt_clashes *c, const char *real)
{
    if (!dbt_is_temporary_name(real))
        return dbt_names_get(&c->outputs, real);
    for (ptrdiff_t i = arrlen(c->temporaries.list); i < arrlen(c->outputs.list); i++) {
        char *name = dbt_temporary_name(c->outputs.list[i].name);
        if (!name)
            dbt_out_of_memory();
        arrput(c->strings, name);
        dbt_names_put(&c->temporaries, name, c->outputs.list[i].value);
    }
    return dbt_names_get(&c->temporaries, real);
}

void dbt_clashes_add_input(dbt_clashes *c, const char *path, dbt_file_id id)
{
    char resolved[DBT_PATH_SIZE], number[DBT_FILE_NUMBER_SIZE];
    dbt_protect(id);
    const bool piped = dbt_is_dash(path);
    const char *whose = piped ? NULL : writer_of(c, resolved_path(path, resolved));
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
