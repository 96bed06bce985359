#include "cli/report_json.h"

void cli_json_key(dbt_buffer *out, const char *key)
{
    dbt_buffer_format(out, ",\"%s\":", key);
}

void cli_json_name(dbt_buffer *out, const char *key, const char *name)
{
    cli_json_key(out, key);
    dbt_buffer_json_inert(out, name);
}

void cli_json_vector(dbt_buffer *out, dbt_vec3 v)
{
    for (int axis = 0; axis < 3; axis++) {
        dbt_buffer_text(out, axis == 0 ? "[" : ",");
        dbt_buffer_exact(out, dbt_vec3_get(v, axis));
    }
    dbt_buffer_text(out, "]");
}

void cli_json_pair(dbt_buffer *out, int index, const char *key, dbt_buffer *value)
{
    dbt_buffer_format(out, "%s[\"%s\",", index > 0 ? "," : "", key);
    dbt_buffer_json_inert(out, value->bytes ? value->bytes : "");
    dbt_buffer_text(out, "]");
    out->failed = out->failed || value->failed;
    dbt_buffer_release(value);
}
