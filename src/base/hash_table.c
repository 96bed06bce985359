#include "base/hash_table.h"

#include "base/mem.h"

uint32_t dbt_table_next(const dbt_table *table, uint32_t hash, size_t *at)
{
    while (table->n_slots > 0) {
        const dbt_slot *slot = &table->slots[(*at)++ & (table->n_slots - 1)];
        if (slot->item == 0 || slot->hash == hash)
            return slot->item;
    }
    return 0;
}

/* Linear probing: stores the slot at the first free index from its hash. */
static void put(dbt_table *table, dbt_slot slot)
{
    size_t at = slot.hash;
    while (table->slots[at & (table->n_slots - 1)].item > 0)
        at++;
    table->slots[at & (table->n_slots - 1)] = slot;
}

void dbt_table_reserve(dbt_table *table, size_t n)
{
    const dbt_table old = *table;
    size_t n_slots = 16;
    while (n_slots / 2 < n)
        n_slots *= 2;
    if (n_slots <= old.n_slots)
        return;
    dbt_slot *slots = dbt_alloc_array(n_slots, sizeof *slots);
    *table = (dbt_table){ slots, n_slots, old.n };
    for (size_t i = 0; i < old.n_slots; i++)
        if (old.slots[i].item > 0)
            put(table, old.slots[i]);
    dbt_free(old.slots);
}

void dbt_table_add(dbt_table *table, uint32_t hash, uint32_t item)
{
    dbt_table_reserve(table, table->n + 1);
    put(table, (dbt_slot){ hash, item });
    table->n++;
}

void dbt_table_release(dbt_table *table)
{
    dbt_free(table->slots);
    *table = (dbt_table){ .n = 0 };
}
