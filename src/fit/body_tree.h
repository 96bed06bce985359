/* Roles of joints from the tree of joints only, for rigs whose names have no meaning. Knows
 * skeletons; knows no frames. Internal to src/fit. */
#ifndef DBT_FIT_BODY_TREE_H
#define DBT_FIT_BODY_TREE_H

#include "fit/roles.h"

/* Replaces all roles by those of the first body in the tree: two legs, two arms above them, and a
 * head. Limbs are pairs of branches of at least three joints whose OFFSETs have equal lengths.
 * Sides come from names; without any, the first of two branches is the left one, and has_sides is
 * false. Returns whether it found a body that names do not contradict; otherwise `roles` is
 * unchanged. Finds none among more than 512 joints. memory: for scratch. */
bool dbt_body_tree_find(dbt_roles *roles, dbt_arena *memory);

#endif
