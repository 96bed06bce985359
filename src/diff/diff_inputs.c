#include "diff/diff_inputs.h"

#include "base/mem.h"
#include "host/matching_files.h"

bool dbt_diff_inputs_read(dbt_diff_inputs *inputs, const char *what, dbt_error *err)
{
    if (!dbt_list_files(what, "csv", &inputs->paths, &inputs->warnings, err))
        return false;
    for (ptrdiff_t i = 0; i < arrlen(inputs->paths); i++) {
        dbt_input input;
        if (!dbt_input_read(inputs->paths[i], &input, err))
            return false;
        arrput(inputs->inputs, input);
    }
    return true;
}

bool dbt_diff_inputs_check(const dbt_diff_inputs *inputs, dbt_error *err)
{
    for (ptrdiff_t i = 0; i < arrlen(inputs->inputs); i++)
        if (!dbt_input_check(&inputs->inputs[i], err))
            return false;
    return true;
}

void dbt_diff_inputs_release(dbt_diff_inputs *inputs)
{
    dbt_texts_release(&inputs->paths);
    for (ptrdiff_t i = 0; i < arrlen(inputs->inputs); i++)
        dbt_input_release(&inputs->inputs[i]);
    arrfree(inputs->inputs);
    *inputs = (dbt_diff_inputs){ .paths = NULL };
}
