/* Pieces of a report's data. */
#ifndef DBT_CLI_REPORT_JSON_H
#define DBT_CLI_REPORT_JSON_H

#include "core/buffer.h"
#include "core/vecquat.h"

/* A member of an object that is not its first: the key, for the value to follow. */
void cli_json_key(dbt_buffer *out, const char *key);

/* The same with its value, which may hold anything. */
void cli_json_name(dbt_buffer *out, const char *key, const char *name);

void cli_json_vector(dbt_buffer *out, dbt_vec3 v);

/* ["key","value"], the index-th of a list, of what is in value; which is emptied. */
void cli_json_pair(dbt_buffer *out, int index, const char *key, dbt_buffer *value);

#endif
