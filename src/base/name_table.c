#include "base/name_table.h"

#include "base/mem.h"

#include <string.h>

void *dbt_names_get(const dbt_names *names, const char *name)
{
    const uint32_t hash = (uint32_t)dbt_hash(name, strlen(name));
    size_t at = hash;
    for (uint32_t item; (item = dbt_table_next(&names->table, hash, &at)) > 0;)
        if (strcmp(names->list[item - 1].name, name) == 0)
            return names->list[item - 1].value;
    return NULL;
}

void dbt_names_put(dbt_names *names, const char *name, const void *value)
{
    arrput(names->list, ((dbt_name){ name, (void *)(uintptr_t)value }));
    dbt_table_add(&names->table, (uint32_t)dbt_hash(name, strlen(name)),
                  (uint32_t)arrlen(names->list));
}

void *dbt_names_item(dbt_names *names, const char *name, size_t size)
{
    const size_t name_size = strlen(name) + 1;
    char *item = dbt_names_get(names, name);
    if (item)
        return item;
    item = dbt_alloc_array(size + name_size, 1);
    memset(item, 0, size);
    memcpy(item + size, name, name_size);
    dbt_names_put(names, item + size, item);
    return item;
}

void dbt_names_release_values(dbt_names *names)
{
    for (ptrdiff_t i = 0; i < arrlen(names->list); i++)
        dbt_free(names->list[i].value);
    dbt_names_release(names);
}

void dbt_names_release(dbt_names *names)
{
    arrfree(names->list);
    dbt_table_release(&names->table);
}
