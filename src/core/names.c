#include "core/names.h"

#include "core/mem.h"

#include <string.h>

/* The name's slot, or the free one that it would take. */
static size_t slot_of(const dbt_name *slots, size_t n_slots, uint64_t hash, const char *name)
{
    size_t at = (size_t)hash & (n_slots - 1);
    while (slots[at].name && (slots[at].hash != hash || strcmp(slots[at].name, name) != 0))
        at = (at + 1) & (n_slots - 1);
    return at;
}

const void *dbt_names_get(const dbt_names *names, const char *name)
{
    if (names->n == 0)
        return NULL;
    const uint64_t hash = dbt_hash(names->key, name, strlen(name));
    return names->slots[slot_of(names->slots, names->n_slots, hash, name)].value;
}

static void grow(dbt_names *names)
{
    const size_t n_slots = names->n_slots > 0 ? 2 * names->n_slots : 16;
    dbt_name *slots = dbt_list_realloc(NULL, n_slots * sizeof *slots);
    memset(slots, 0, n_slots * sizeof *slots);
    for (size_t i = 0; i < names->n_slots; i++) {
        const dbt_name *old = &names->slots[i];
        if (old->name)
            slots[slot_of(slots, n_slots, old->hash, old->name)] = *old;
    }
    dbt_free(names->slots);
    names->slots = slots;
    names->n_slots = n_slots;
}

void dbt_names_put(dbt_names *names, const char *name, const void *value)
{
    if (names->n >= names->n_slots / 4 * 3)
        grow(names);
    const uint64_t hash = dbt_hash(names->key, name, strlen(name));
    names->slots[slot_of(names->slots, names->n_slots, hash, name)] =
        (dbt_name){ name, value, hash };
    names->n++;
}

void dbt_names_release(dbt_names *names)
{
    dbt_free(names->slots);
    *names = (dbt_names){ .key = names->key };
}
